"""Two statements about one thing that can't both be true are found, and the last press decides none."""

from __future__ import annotations

import pytest

from console.table.core import Contradiction
from console.table.devices import DeviceRole
from console.table.devices.catalogue import AttachedDevice, DeviceModel
from console.table.devices.line_format import Format
from tests.table.core.play.test_set_numbers import PEOPLE, done, take
from tests.table.core.tables import Driven, Seen, as_restarted, card_frame, device, result_frame
from tests.table.core.wheel_at_random import status, wheel_bytes

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
SPUN: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
WITHDRAW: Seen = {"do": "withdraw", "by": "P1"}


def wheel(state: int, game: int, number: int = 0, bits: int = 0) -> Seen:
    return wheel_bytes(status(state, game, number, bits))


def found(table: Driven) -> list[Contradiction]:
    """The open contradictions, the same after a restart."""
    assert as_restarted(table.table).contradictions == table.table.contradictions
    return [*table.table.contradictions.open]


def sides(one: Contradiction) -> tuple[tuple[str | None, str, str], ...]:
    """Who stated what, of both statements."""
    return tuple((each.by or each.device, str(each.claim), each.value) for each in (one.first, one.second))


# --- no spin, and a ball that was out ------------------------------------------------------------


@pytest.mark.parametrize(
    ("halting", "first"),
    [
        (wheel(3, 11, bits=2), ("wheel", "no_spin", "same_direction")),
        ({**SPUN, "direction": "with"}, ("D1", "no_spin", "same_direction")),
    ],
    ids=["wheel", "dealer"],
)
def test_no_spin_is_lifted_with_a_reason_and_stays_open(halting: Seen, first: tuple[str, str, str]) -> None:
    """P-A 4: the published case of 2024."""
    table = Driven("ja", game="roulette")
    take(table, OPEN, CLOSED)
    table.take(wheel(2, 11))
    table.take(halting)
    refused = table.take(WITHDRAW)
    assert (refused["refused"], refused["fact"]) == ("fact_needed", "reason")
    take(table, {**WITHDRAW, "reason": "validated"})
    (one,) = found(table)
    assert (one.id, one.round, one.dealer) == ("T1-c1", "T1-1", "D1")
    assert sides(one) == (first, ("P1", "dismissed", "")) and one.second.reason == "validated"


def out_in_bet_time(code: str = "sv") -> Driven:
    """The ball ran in bet time, and the dealer said that it is out."""
    table = Driven(code, game="roulette")
    take(table, OPEN, wheel(2, 20))
    table.take(wheel(3, 20))
    take(table, done())
    return table


@pytest.mark.parametrize("code", ["sv", "lt"])
@pytest.mark.parametrize("spun", [False, True])
def test_a_ball_said_to_be_out_in_bet_time_halts_with_its_number(code: str, spun: bool) -> None:
    """P-A 5, TB-16: play of the case, and the same before the dealer has confirmed a spin."""
    table = out_in_bet_time(code)
    table.take(wheel(4, 20))
    take(table, CLOSED, *([SPUN] if spun else []))
    view = table.take(wheel(5, 20, 7))
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "bets_open")
    offer = {"kind": "spun_in_bet_time", "facts": {"ball": "pocket", "recorded": True}}
    assert view["offer"] == {**offer, "round": view["round"]["id"]} and view["round"]["recorded"] == 7
    assert sides(found(table)[-1]) == (("D1", "ball_out", ""), ("wheel", "number", "7"))
    take(table, {"do": "incident", "by": "P1", **offer})
    assert table.table.shown_incident is not None


def test_a_number_while_bets_are_open_still_closes_them() -> None:
    table = out_in_bet_time()
    table.take(wheel(4, 20))
    view = table.take(wheel(5, 20, 7))
    assert (view["bets"], view["prompt"]["reason"]) == ("closed", "bets_open")
    assert [each.kind for each in found(table)] == ["ball_out"]


def test_a_withdrawn_number_of_such_a_ball_is_no_ones_and_the_spin_stands() -> None:
    table = out_in_bet_time()
    table.take(wheel(4, 20))
    take(table, CLOSED, SPUN)
    table.take(wheel(5, 20, 7))
    assert table.take(WITHDRAW)["refused"] == "fact_needed"
    view = table.take({**WITHDRAW, "reason": "video: an old line"})
    assert (view["prompt"]["action"], view["round"]["recorded"]) == ("await_number", None)
    table.take(wheel(5, 20, 7))
    assert not table.table.halted
    take(table, wheel(2, 21))
    take(table, wheel(3, 21), wheel(4, 21), wheel(5, 21, 9))
    assert table.view()["round"]["number"] == 9


def halted_as_no_spin() -> Driven:
    """The wheel reports no spin, the dealer takes the ball out, and the round is spun again."""
    table = Driven("sv", game="roulette")
    take(table, OPEN, CLOSED, wheel(2, 30))
    table.take(wheel(3, 30, bits=2))
    take(table, done())
    take(table, {"do": "authorise", "by": "P1"})
    return table


def test_the_number_of_a_ball_that_was_no_spin_halts_as_no_spin() -> None:
    table = halted_as_no_spin()
    take(table, SPUN)
    table.take(wheel(4, 30))
    view = table.take(wheel(5, 30, 12))
    prompt = view["prompt"]
    assert (view["phase"], prompt["reason"], prompt["actor"]) == ("halted", "no_spin", "pit_boss")
    assert (view["offer"]["kind"], view["round"]["recorded"]) == ("no_spin", 12)
    assert "cause" not in view["offer"]["facts"]


def test_such_a_number_under_another_report_halts_once_that_has_ended() -> None:
    table = halted_as_no_spin()
    take(table, {"do": "incident", "by": "D1"})
    view = table.take(wheel(4, 30)) and table.take(wheel(5, 30, 12))
    assert view["round"]["recorded"] == 12 and table.table.halt is None
    view = table.take({"do": "withdraw", "by": "D1"})
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "no_spin")
    assert [each.kind for each in found(table)] == ["ball_out"]


def test_such_a_number_in_a_later_round_halts_even_there() -> None:
    table = halted_as_no_spin()
    take(table, SPUN, {"do": "number", "number": 3, "source": "reader"}, done(), OPEN, CLOSED)
    table.take(wheel(4, 30))
    assert table.take(wheel(5, 30, 12))["prompt"]["reason"] == "no_spin"


def test_the_word_that_was_taken_back_contradicts_nothing() -> None:
    table = Driven("sv", game="roulette")
    take(table, OPEN, CLOSED, wheel(2, 30))
    table.take(wheel(3, 30, bits=2))
    take(table, done(), WITHDRAW, {**WITHDRAW, "reason": "false alarm"})
    take(table, wheel(4, 30))
    table.take(wheel(5, 30, 12))
    assert not table.table.halted
    assert [each.kind for each in found(table)] == ["no_spin"]


def test_a_number_of_a_reader_without_states_contradicts_the_dealer_without_halt() -> None:
    table = out_in_bet_time()
    take(table, CLOSED, {"do": "number", "number": 7, "source": "reader"})
    (one,) = found(table)
    assert not table.table.halted and sides(one) == (("D1", "ball_out", ""), ("wheel", "number", "7"))


def test_an_object_said_to_be_out_in_time_needs_a_reason_against_a_number() -> None:
    """PR-C5, LT-ROU-32a."""
    table = Driven("lt", game="roulette")
    take(table, OPEN, CLOSED, SPUN)
    take(table, {"do": "incident", "by": "D1", "kind": "foreign_object"})
    take(table, {"do": "answer", "by": "D1", "facts": {"ball_removed_in_time": True}})
    table.take({"do": "number", "number": 9, "source": "reader"})
    (one,) = found(table)
    assert sides(one) == (("D1", "in_time", ""), ("wheel", "number", "9"))
    take(table, {"do": "answer", "by": "D1", "facts": {"ball_removed_in_time": True}})
    refused = table.take({"do": "authorise", "by": "P1"})
    assert (refused["refused"], refused["fact"]) == ("fact_needed", "reason")
    take(table, {"do": "authorise", "by": "P1", "reason": "video: it lay on the rim"})


# --- cards by hand -------------------------------------------------------------------------------


def by_hand(face: str) -> Seen:
    return {"do": "card", "card": face, "by": "P1"}


CASE: tuple[tuple[str, int, str, str], ...] = (
    ("player", 1, "KD", "9D"),
    ("banker", 1, "9S", "2S"),
    ("player", 2, "QC", "QC"),
    ("banker", 2, "KS", "KS"),
)
"""The places of the published case, what the shoe read, and what was typed."""


@pytest.mark.parametrize("typed_first", [False, True])
def test_typed_cards_are_compared_with_the_shoes_and_its_result(typed_first: bool) -> None:
    """P-A 6."""
    table = Driven("sv")
    take(table, OPEN, CLOSED, {"do": "manual", "on": True, "by": "P1"})
    read = [
        device(card_frame(str(seq), hand, place, face))
        for seq, (hand, place, face, _) in enumerate(CASE, start=1)
    ]
    read.append(device(result_frame("5", "banker")))
    typed = [by_hand(face) for *_, face in CASE]
    for line in (*typed, *read) if typed_first else (*read, *typed):
        take(table, line)
        if table.table.halted:  # until what was typed is kept, no other card is taken
            take(table, {**WITHDRAW, "reason": "looked at"})
    assert [each.kind for each in found(table)] == ["card", "card", "result"]
    first, _, result = found(table)
    both = ("P1", "card", "9D"), ("shoe", "card", "KD")
    assert sides(first) == (both if typed_first else both[::-1]) and (first.hand, first.card) == ("player", 1)
    assert set(sides(result)) == {("P1", "winner", "player"), ("shoe", "winner", "banker")}


def test_a_shoe_out_of_step_is_compared_by_the_order_of_its_cards() -> None:
    table = Driven("sv")
    take(table, OPEN, CLOSED, {"do": "incident", "by": "P1"}, WITHDRAW)
    take(table, {"do": "manual", "on": True, "by": "P1"})
    take(table, device(card_frame("1", "banker", 2, "KD")), by_hand("9D"))
    (one,) = found(table)
    assert (one.hand, one.card, sides(one)) == ("player", 1, (("shoe", "card", "KD"), ("P1", "card", "9D")))


def by_reader(face: str) -> Seen:
    return {"do": "card", "card": face}


@pytest.mark.parametrize(
    ("lines", "contradicted"),
    [
        ((by_reader("KD"), by_hand("9D")), (("player", 1, "KD", "9D"),)),
        ((by_reader("KD"), by_hand("KD"), by_reader("2S"), by_hand("9S")), (("banker", 1, "2S", "9S"),)),
        ((by_hand("KD"), by_reader("KD"), by_hand("9S"), by_reader("9S")), ()),
        ((by_reader("KD"), by_reader("KD"), by_hand("KD"), by_hand("9S")), (("banker", 1, "KD", "9S"),)),
        ((by_reader("KD"), by_reader("2S"), by_hand("KD"), by_hand("2S")), ()),
        ((by_reader("KD"), by_reader("2S"), by_hand("KD"), by_reader("4C"), by_hand("2S")), ()),
        ((by_hand("KD"), by_hand("2S"), by_reader("KD"), by_hand("4C")), ()),
    ],
)
def test_a_typed_card_is_compared_with_a_readers_for_the_place_due(
    lines: tuple[Seen, ...], contradicted: tuple[tuple[str, int, str, str], ...]
) -> None:
    """P-A 6: a reader knows no places; a card may be read once it has been typed."""
    table = Driven("sv")
    take(table, OPEN, CLOSED, {"do": "manual", "on": True, "by": "P1"}, *lines)
    told = [(each.hand, each.card, each.first.value, each.second.value) for each in found(table)]
    assert tuple(told) == contradicted
    assert {side for each in found(table) for side, *_ in sides(each)} <= {"reader", "P1"}


def test_a_card_of_a_shoe_that_names_no_places_is_the_shoes() -> None:
    table = Driven("sv")
    table.session.attach(AttachedDevice(DeviceRole.SHOE, DeviceModel.TEXT_CARDS, Format((r"(?P<card>..)",))))
    take(table, OPEN, CLOSED, {"do": "manual", "on": True, "by": "P1"}, device(b"KD\r\n"), by_hand("9D"))
    (one,) = found(table)
    assert sides(one) == (("shoe", "card", "KD"), ("P1", "card", "9D"))
    ahead = (device(b"2S\r\n"), device(b"5C\r\n"))
    take(table, {**WITHDRAW, "reason": "looked at"}, *ahead, by_hand("2S"))
    assert [each.id for each in found(table)] == [one.id], "it is a card ahead"


def test_a_typed_hole_card_is_contradicted_and_its_faces_are_shown_once_it_is_turned() -> None:
    table = Driven("sv", game="blackjack")
    seated = {"do": "seats", "seats": [1]}
    take(table, OPEN, seated, CLOSED, {"do": "manual", "on": True, "by": "P1"})
    known = (each for face in ("TH", "9S", "9D") for each in (by_hand(face), by_reader(face)))
    take(table, *known, by_reader("KD"), by_hand("7C"))
    (one,) = found(table)
    assert (one.hand, one.card, sides(one)) == ("dealer", 2, (("reader", "card", "KD"), ("P1", "card", "7C")))
    assert not table.screen().contradictions
    stood = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
    take(table, {**WITHDRAW, "reason": "looked at"}, stood, done())
    assert [each.id for each in table.screen().contradictions] == [one.id]


# --- the set -------------------------------------------------------------------------------------


def inspecting() -> Driven:
    table = Driven("sv", is_ready=False)
    take(table, *PEOPLE, done(), done(set="A-17"))
    return table


def test_a_count_is_taken_back_by_a_pit_boss_alone_with_a_reason() -> None:
    """PR-C3, TB-4."""
    table = inspecting()
    take(table, done(counted=415))
    for line in (
        {"do": "withdraw", "by": "D1", "reason": "miscounted"},
        {"do": "answer", "by": "D1", "facts": {"cause": "copies"}},
    ):
        assert table.take(line)["refused"] == "not_authorised"
    refused = table.take(WITHDRAW)
    assert (refused["refused"], refused["fact"]) == ("fact_needed", "reason")
    take(table, {**WITHDRAW, "reason": "two stuck together"}, done(counted=416), done("P1"), done())
    (one,) = found(table)  # No later step of the preparation is an inspection without a count.
    assert sides(one) == (("D1", "count", "415"), ("D1", "count", "416"))


def test_a_counts_report_that_is_decided_asks_no_reason_for_a_withdraw() -> None:
    table = inspecting()
    take(table, done(counted=415), {"do": "authorise", "by": "P1"})
    assert table.take(WITHDRAW)["refused"] == "out_of_turn"
    waits = {"do": "incident", "kind": "wrong_card_set", "facts": {"cause": "copies"}, "by": "P1"}
    take(table, waits, WITHDRAW)


def test_a_count_that_was_typed_before_is_kept_and_compared() -> None:
    table = inspecting()
    assert [table.take(done(by, counted=416, before=[415]))["accepted"] for by in ("P1", "X")] == [False] * 2
    assert not found(table), "a refused line states nothing"
    take(table, done(counted=416, before=[415, 416]))
    (one,) = found(table)
    assert sides(one) == (("D1", "count", "415"), ("D1", "count", "416"))


def test_a_count_that_was_typed_twice_alike_contradicts_nothing() -> None:
    table = inspecting()
    take(table, done(counted=415, before=[415]))
    assert not found(table)


def test_before_is_a_list_of_at_most_eight_counts() -> None:
    table = inspecting()
    assert table.take(done(counted=416, before=[415] * 9))["refused"] == "bad_input"
    assert table.take(done(counted=416, before=[1001]))["refused"] == "bad_input"
    take(table, done(counted=416, before=[1000] * 8))


def test_new_decks_are_not_compared_with_the_count_of_the_old() -> None:
    table = inspecting()
    take(table, done(counted=413), {"do": "authorise", "by": "P1"}, done("P1"), done("P1"))
    take(table, done(set="B-2"), done(counted=416))
    assert not found(table)


def test_a_reason_in_place_of_a_count_is_a_pit_bosss() -> None:
    """PR-C4."""
    table = inspecting()
    refused = table.take(done(reason="."))
    assert (refused["refused"], refused["fact"]) == ("fact_needed", "counted")
    take(table, done(counted=415), {**WITHDRAW, "reason": "stuck"}, done("P1", reason="counted at the cage"))
    (one,) = found(table)
    assert sides(one) == (("D1", "count", "415"), ("P1", "uncounted", ""))


def test_a_dismissed_finding_about_the_set_stays_open() -> None:
    """P-B 3."""
    table = Driven("sv")
    take(table, OPEN, CLOSED)
    while not table.table.halted:
        prompt = table.view()["prompt"]
        if prompt["action"] == "deal":
            table.take({"do": "card", "card": next(FACTORY)})
        else:
            take(table, done() if prompt["actor"] == "dealer" else CLOSED if table.table.bet_time else OPEN)
    take(table, {**WITHDRAW, "reason": "ok"})
    (one,) = found(table)
    assert sides(one) == ((None, "finding", ""), ("P1", "dismissed", ""))
    assert one.first.finding is not None and one.first.finding.cause == "order"


FACTORY = iter([f"{rank}{suit}" for suit in "HCDS" for rank in "A23456789TJQK"])


# --- numbers and bets ----------------------------------------------------------------------------


def test_a_number_changed_after_its_announcement_stays_open() -> None:
    """P-B 5."""
    table = Driven("sv", game="roulette")
    take(table, OPEN, CLOSED, SPUN, {"do": "number", "number": 14, "source": "reader"}, done())
    take(table, {"do": "incident", "by": "P1", "kind": "wrong_number_recorded", "facts": {"actual": 17}})
    (one,) = found(table)
    assert sides(one) == (("wheel", "number", "14"), ("P1", "number", "17")) and one.round == "T1-1"


def test_a_dealers_announced_number_is_the_dealers() -> None:
    table = Driven("sv", game="roulette")
    told: Seen = {"do": "number", "number": 14, "source": "dealer", "by": "D1"}
    take(table, OPEN, CLOSED, SPUN, told, told, done(), OPEN)
    take(table, {"do": "incident", "by": "P1", "kind": "wrong_number_recorded", "facts": {"actual": 17}})
    assert sides(found(table)[0])[0] == ("D1", "number", "14")


@pytest.mark.parametrize("code", ["ja", "is", "de"])
def test_bets_open_at_the_wheels_own_end_of_bets(code: str) -> None:
    """P-B 9: no halt, and no contradiction a round: a server's 'closed' comes later than the ball's fall."""
    table = Driven(code, game="roulette")
    take(table, OPEN, wheel(2, 5), wheel(3, 5), wheel(4, 5), wheel(4, 5))
    assert table.view()["wheel_signal"] == "no_more_bets"
    assert not found(table) and not table.table.halted
    take(table, CLOSED)
    assert table.view()["wheel_signal"] is None


def test_contradictions_are_numbered_on_whether_one_is_answered_or_not() -> None:
    table = Driven("ja", game="roulette")
    take(table, OPEN, CLOSED)
    for number in (1, 2, 3):
        table.take({**SPUN, "direction": "with"})
        take(table, {**WITHDRAW, "reason": "validated"})
        assert found(table)[-1].id == f"T1-c{number}"
        if number == 1:
            assert table.session.answer_contradiction("T1-c1", "P2", "seen on the video").refused is None
    assert [each.id for each in found(table)] == ["T1-c2", "T1-c3"]


def test_bets_closed_in_time_contradict_nothing() -> None:
    table = Driven("de", game="roulette")
    take(table, OPEN, wheel(2, 5), wheel(3, 5), CLOSED, wheel(4, 5))
    assert not found(table)


# --- the answer ----------------------------------------------------------------------------------


def test_a_contradiction_is_answered_by_somebody_who_is_neither_side() -> None:
    table = inspecting()
    take(table, done(counted=416, before=[415]))
    answer = table.session.answer_contradiction
    assert answer("T1-c1", "d1", "mine").refused == "not_authorised"
    assert answer("T1-c1", "P2", " \u200b").refused == "bad_input"
    assert answer("T1-c9", "P2", "seen").refused == "bad_input"
    assert len(found(table)) == 1
    assert answer("T1-c1", "P2", "counted again on the video").refused is None
    assert not found(table)
    assert answer("T1-c1", "P2", "again").refused == "bad_input"
