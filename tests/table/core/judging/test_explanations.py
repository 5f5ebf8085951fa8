"""Beside a refusal stands one sentence: the field, what was given, what would be right; no card's face."""

from __future__ import annotations

import time
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import Card
from tests.table.core.tables import Driven, Seen
from tests.table.core.transcripts import is_reason

HUGE = "1" + "0" * 400
BY = '"by":"P1"'


def refused(line: str, *, game: str = "baccarat", code: str = "sv") -> tuple[str | None, str]:
    seen = Driven(code, game=game).take(line.encode())
    assert is_reason(seen["why"]), seen["why"]
    return seen["refused"], seen["why"]


@pytest.mark.parametrize(
    ("game", "line", "field", "given", "right"),
    [
        ("baccarat", '{"do":"bets","state":"ajar"}', "`state`", '"ajar"', "closed, open"),
        ("baccarat", '{"do":"bets","state":"open","seconds":3601}', "`seconds`", "3601", "1 to 3600"),
        ("baccarat", '{"do":"bets","state":"open","seconds":1.5}', "`seconds`", "1.5", "1 to 3600"),
        ("baccarat", '{"do":"bets"}', "`state`", "missing", "closed, open"),
        ("baccarat", '{"do":"dance"}', "`do`", '"dance"', "protocol"),
        ("baccarat", '{"state":"open"}', "`do`", "missing", "protocol"),
        ("baccarat", "[1,2]", "line", "[1,2]", "one object"),
        ("baccarat", '{"do":"card","card":"1H"}', "`card`", "no card", "rank"),
        ("baccarat", f'{{"do":"correct",{BY},"hand":"3.3","card":1,"to":"9H"}}', "`hand`", '"3.3"', "3.1"),
        ("baccarat", f'{{"do":"correct",{BY},"hand":"player","card":417,"to":"9H"}}', "`card`", "417", "416"),
        ("baccarat", f'{{"do":"say",{BY},"text":"{"x" * 2001}"}}', "`text`", "x" * 40, "2000"),
        ("baccarat", f'{{"do":"done",{BY},"note":"{"x" * 2001}"}}', "`note`", "x" * 40, "2000"),
        ("baccarat", f'{{"do":"done","by":"{"x" * 101}"}}', "`by`", "x" * 40, "100"),
        ("baccarat", f'{{"do":"sign_in","who":"{"x" * 101}","role":"dealer"}}', "`who`", "x" * 40, "100"),
        ("baccarat", '{"do":"device","name":"shoe","hex":"0g"}', "`hex`", "hexadecimal", "0-9"),
        ("blackjack", '{"do":"seats","seats":[1,1]}', "`seats`", "[1,1]", "once"),
        ("blackjack", '{"do":"seats","seats":[8]}', "`seats`", "[8]", "1 to 7"),
        ("roulette", '{"do":"number","number":7,"source":"dealer"}', "`by`", "missing", "dealer"),
        ("roulette", '{"do":"spin","turns":100,"direction":"with","by":"D1"}', "`turns`", "100", "0 to 99"),
        (
            "baccarat",
            f'{{"do":"settle",{BY},"bets":[{{"on":"tie","stake":1000000000001}}]}}',
            "`bets[0].stake`",
            "1000000000001",
            "1000000000000",
        ),
        (
            "baccarat",
            f'{{"do":"settle",{BY},"bets":[{{"on":"sun","stake":1}}]}}',
            "`bets[0].on`",
            '"sun"',
            "bet",
        ),
        ("baccarat", f'{{"do":"incident",{BY},"kind":"card_flew"}}', "`kind`", '"card_flew"', "kind"),
        (
            "baccarat",
            f'{{"do":"incident",{BY},"kind":"card_fell","facts":{{"cards":417}}}}',
            "`facts.cards`",
            "417",
            "416",
        ),
        ("baccarat", f'{{"do":"incident",{BY},"facts":{{"cards":1}}}}', "`facts`", "without", "kind"),
        (
            "baccarat",
            f'{{"do":"incident",{BY},"kind":"over_burn","facts":{{"seat":2}}}}',
            "`facts`",
            '"seat" of over_burn',  # this market's rulebook lacks it
            "noticed, extras",
        ),
    ],
)
def test_a_wrong_line_is_refused_with_its_field_its_value_and_the_right_values(
    game: str, line: str, field: str, given: str, right: str
) -> None:
    why, sentence = refused(line, game=game)
    assert why == "bad_input"
    assert field in sentence and given in sentence and right in sentence


def test_a_null_fact_is_taken_only_for_a_ball_that_is_not_checked_yet() -> None:
    """LT-ROU-29: it is picked up before it is judged, so that null, like nothing, is false."""
    line = '{"do":"incident","kind":"ball_out","by":"P1","facts":{"ball_damaged":null}}'
    assert refused(line, game="roulette", code="lt")[0] != "bad_input"
    why = refused(line.replace("ball_damaged", "cards"), game="roulette", code="lt")
    assert why[0] == "bad_input" and "none of them null" in why[1]


def test_a_mistyped_line_is_refused_with_the_likely_meant_word() -> None:
    for game, line, meant in (
        ("baccarat", '{"do":"crad","card":"9H"}', "such as card,"),
        ("baccarat", '{"do":"dance"}', "such as bets, card or done,"),
        ("baccarat", '{"do":"bets","stat":"open"}', '`state` is missing, "stat" is no field'),
        ("baccarat", '{"do":"sign_in","Who":"D2","role":"dealer"}', '`who` is missing, "Who" is no field'),
        ("baccarat", '{"do":"bets","x":"open"}', "`state` is missing: "),
        ("baccarat", f'{{"do":"incident",{BY},"kind":"card-fell"}}', "such as card_fell,"),
        ("baccarat", f'{{"do":"settle",{BY},"bets":[{{"on":"playr","stake":1}}]}}', "such as player,"),
        ("roulette", f'{{"do":"settle",{BY},"bets":[{{"on":"neighbors"}}]}}', "such as neighbours,"),
    ):
        why, sentence = refused(line, game=game)
        assert why == "bad_input"
        assert meant in sentence, sentence


@pytest.mark.parametrize(
    ("line", "why", "parts"),
    [
        ('{"do":"spin","turns":5,"direction":"against","by":"D1"}', "not_this_game", ("`do`", "spin")),
        ('{"do":"device","name":"wheel","hex":""}', "not_this_game", ("`name`", "wheel")),
        ('{"do":"done","by":"X9"}', "not_signed_in", ("`by`", '"X9"')),
        ('{"do":"sign_in","who":"D1","role":"dealer"}', "already_signed_in", ("`who`", '"D1"')),
        ('{"do":"void","by":"D1"}', "not_authorised", ("`by`", '"D1"', "pit boss")),
        ('{"do":"done","by":"D1"}', "out_of_turn", ("done", "await_bets")),
        ('{"do":"incident","by":"D1","kind":"over_burn"}', "not_in_rulebook", ("`kind`", "over_burn")),
        ('{"do":"incident","by":"D1","kind":"ball_out"}', "not_this_game", ("`kind`", "ball_out")),
        (f'{{"do":"correct",{BY},"hand":"player","card":1,"to":"9H"}}', "no_such_hand", ("`hand`", "player")),
        ('{"do":"settle","by":"P1","bets":[{"on":"big","stake":1}]}', "not_in_rulebook", ("`on`", "big")),
    ],
)
def test_every_other_refusal_has_its_sentence_too(line: str, why: str, parts: tuple[str, ...]) -> None:
    refused_as, sentence = refused(line)
    assert refused_as == why
    assert all(part in sentence for part in parts), sentence


def test_an_accepted_line_has_no_reason_and_an_unrecorded_one_says_to_repeat_it() -> None:
    table = Driven("sv")
    assert table.take({"do": "bets", "state": "open"})["why"] is None
    table.kept.broken = True
    seen = table.take({"do": "bets", "state": "closed"})
    assert seen["refused"] == "not_recorded" and "again" in seen["why"]


def test_the_journal_keeps_the_explanation_of_a_malformed_line() -> None:
    table = Driven("sv")
    seen = table.take(b'{"do":"bets","state":"ajar"}')
    assert msgspec.json.decode(table.kept.entries[-1].event)["why"] == seen["why"]


def test_numbers_without_end_and_lines_without_end_are_answered_at_once() -> None:
    lines = [
        f'{{"do":"bets","state":"open","seconds":{HUGE}}}',
        f'{{"do":"incident",{BY},"kind":"card_fell","facts":{{"cards":{HUGE}}}}}',
        f'{{"do":"settle",{BY},"bets":[{{"on":"tie","stake":{HUGE}}}]}}',
        f'{{"do":"correct",{BY},"hand":"player","card":{"9" * 100_000},"to":"9H"}}',
        f'{{"do":"say",{BY},"text":"{"x" * 9_000_000}"}}',
        "[" * 1_000_000,
        "9" * 9_000_000,
    ]
    for line in lines:
        begun = time.thread_time()
        assert refused(line)[0] == "bad_input"
        assert time.thread_time() - begun < 3


TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(list(Card)), max_size=9).map("".join))
VALUES: st.SearchStrategy[Any] = st.one_of(st.none(), st.booleans(), st.integers(), TEXTS, st.lists(TEXTS))


@given(st.dictionaries(st.sampled_from(("do", "by", "card", "to", "hand", "kind", "facts", "hex")), VALUES))
def test_no_explanation_of_any_line_names_a_face(line: Seen) -> None:
    seen = Driven("sv").take(line)
    assert seen["why"] is None or is_reason(seen["why"]), seen["why"]


NO_OBJECT = ('"{}"', '[{{"card":"{}"}}]', "{}")


@pytest.mark.parametrize(
    ("text", "face"),
    [
        (f'{{{{"do":"{"-" * 39}{{}}S"}}}}', "K"),  # The value is cut between the rank and the suit.
        *product(('{{"do":"{}"}}', '{{"do":"done","by":["{}"]}}', *NO_OBJECT), ("9H", "QD", "10S", "Kd")),
        *product(NO_OBJECT, ("SA", "h10")),  # A reader's line may begin with the suit.
    ],
)
def test_the_refusal_of_a_malformed_line_hides_the_face_in_it(text: str, face: str) -> None:
    reason, why = refused(text.format(face))
    assert reason == "bad_input" and face not in why


INCIDENT = '{"do":"incident","by":"D1",'


@pytest.mark.parametrize(
    ("lines", "field", "right"),
    [
        ([INCIDENT + '"kind":"misread","facts":{"may_affect":1}}'], "facts.may_affect", "one of false, true"),
        (
            [
                INCIDENT + '"kind":"damaged_card","facts":{"where":"round","cards":1}}',
                '{"do":"authorise","by":"P1","choice":"void","reason":"x"}',
            ],
            "choice",
            "the line without it",
        ),
    ],
)
def test_a_sentence_names_no_value_that_cannot_be_right(lines: list[str], field: str, right: str) -> None:
    table = Driven("de")
    for line in (
        '{"do":"bets","state":"open"}',
        '{"do":"bets","state":"closed"}',
        '{"do":"card","card":"9H"}',
    ):
        table.take(line.encode())
    seen = [table.take(line.encode()) for line in lines][-1]
    assert seen["why"].startswith(f"`{field}` is ") and seen["why"].endswith(f": {right} is right.")


@pytest.mark.parametrize(
    ("seat", "field"), [(3, "`facts.hand` is 2: a hand that seat 3 has"), (2, "`facts.seat` is 2: a seat")]
)
def test_a_hand_that_is_not_there_is_named_before_its_seat(seat: int, field: str) -> None:
    """LT-BJ-2.3.8."""
    table = Driven("lt", game="blackjack")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": [1, 3]})
    table.take({"do": "bets", "state": "closed"})
    for face in ("5H", "9D", "6C", "4S", "7H", "5C"):
        table.take({"do": "card", "card": face})
    facts = {"seat": seat, "hand": 2}
    seen = table.take({"do": "incident", "kind": "no_chance_to_act", "facts": facts, "by": "D1"})
    assert seen["refused"] == "no_such_hand" and seen["why"].startswith(field)


def test_a_bet_back_before_the_turn_is_over_is_refused_with_whose_turn_it_is() -> None:
    """LT-BJ-2.3.8."""
    table = Driven("lt", game="blackjack")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": [1, 3]})
    table.take({"do": "bets", "state": "closed"})
    for face in ("5H", "9D", "6C", "4S", "7H", "5C"):
        table.take({"do": "card", "card": face})
    for seat, when in ((1, "which has its turn now"), (3, "which is still to have its turn")):
        facts = {"seat": seat}
        seen = table.take({"do": "incident", "kind": "no_chance_to_act", "facts": facts, "by": "D1"})
        assert seen["why"] == f"`facts.seat` is {seat}, hand 1, {when}: a hand whose turn has ended is right."


def test_a_decision_for_another_hand_is_refused_with_the_seat_that_is_due() -> None:
    table = Driven("lt", game="blackjack")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": [1, 2]})
    table.take({"do": "bets", "state": "closed"})
    for face in ("5H", "9D", "AC", "4S", "7H", "8D"):
        table.take({"do": "card", "card": face})
    table.take({"do": "decision", "seat": 1, "hand": 1, "choice": "decline"})
    again = table.take({"do": "decision", "seat": 1, "hand": 1, "choice": "insure"})
    assert again["why"] == "`seat` is 1: one that has not answered (2) is right."
    table.take({"do": "decision", "seat": 2, "hand": 1, "choice": "decline"})
    table.take({"do": "done", "by": "D1"})
    early = table.take({"do": "decision", "seat": 2, "hand": 1, "choice": "stand"})
    assert early["refused"] == "out_of_turn"
    assert early["why"] == "`seat` is 2, hand 1: seat 1, hand 1 is right."


def test_a_kind_that_cannot_be_now_is_refused_by_its_name() -> None:
    table = Driven("de", game="roulette")
    table.take({"do": "bets", "state": "open"})
    reported = table.take({"do": "incident", "by": "D1", "kind": "ball_out"})
    assert reported["refused"] == "out_of_turn"
    assert reported["why"].startswith('`kind` is "ball_out": a kind that can be now, such as ')
    table.take({"do": "incident", "by": "D1"})
    answered = table.take({"do": "answer", "facts": {"kind": "ball_out"}, "by": "D1"})
    assert answered["refused"] == "out_of_turn"
    assert answered["why"] == reported["why"].replace("`kind`", "`facts.kind`")


@pytest.mark.parametrize(
    ("facts", "given", "right"),
    [
        ({"cards": None}, '`facts` is "cards" of misread', "one of its own (may_affect, first_card, "),
        ({"may_affect": 7}, "`facts.may_affect` is 7", "one of false, true is right."),
        ({"kind": "card-fell"}, '`facts.kind` is "card-fell"', "a kind of the decision table, "),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_with_its_field(
    facts: dict[str, Any], given: str, right: str
) -> None:
    table = Driven("de")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    table.take({"do": "card", "card": "9H"})
    table.take({"do": "incident", "by": "D1", "kind": "misread"})
    seen = table.take({"do": "answer", "facts": facts, "by": "D1"})
    assert seen["refused"] == "bad_input" and seen["why"].startswith(f"{given}: {right}")
