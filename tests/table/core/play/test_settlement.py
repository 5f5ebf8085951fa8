"""The worksheet: money against a second reckoning, what the journal keeps of it, and by which round it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core import Incident, IncidentState, Report, Role, Round, RoundStatus, Table, events
from console.table.core.play.settlement import paid_by, settled_round, with_worksheet, wrong_number
from console.table.core.state.open_incident import IncidentStep
from console.table.game import Card, Wager
from console.table.game.baccarat import Coup
from console.table.game.baccarat.coup import coup_of
from tests.examples import examples
from tests.table.core.blackjack_at_random import line_at_blackjack as asked_at_blackjack
from tests.table.core.lines_at_random import ALL_FACES, asked_for
from tests.table.core.reckoning import by_coup, by_hand, coup_bets, hand_bets, limits_asked_for
from tests.table.core.tables import CODES, Driven, Seen, book

SHOES = st.permutations(["AH", "AS", "TD", "KC", "8H", "8S", "5D", "6C", "2H", "3S", "QD", "JS"] * 4)
"""Few faces, so that there are pairs, blackjacks and straights."""
AT = datetime(2026, 1, 1, tzinfo=UTC)


def view_at_result(driven: Driven, faces: list[str], number: int) -> Seen:
    """The view of a table that has come to a result; a ninth card of a face is passed over."""
    seen, blackjack = driven.view(), driven.game.name == "blackjack"
    for at in range(200):
        if seen["phase"] == "result":
            break
        face = faces[at % len(faces)]
        line = (
            asked_at_blackjack(driven.table, seen, face, number + at) if blackjack else asked_for(seen, face)
        )
        seen = driven.take(line)
        if seen["phase"] == "halted":
            seen = driven.take({"do": "withdraw", "by": "P1"})
    assert seen["phase"] == "result"
    return seen


every_round = settings(max_examples=examples(30, at_night=600), deadline=None)


@every_round
@given(st.sampled_from(CODES), st.lists(ALL_FACES, min_size=20, max_size=20, unique=True), st.data())
def test_a_coups_money_is_what_a_second_reckoning_says(code: str, faces: list[str], data: Any) -> None:
    """BAC-2.1.2 to BAC-2.1.5, BAC-2.2, LT-BAC-08, LT-BAC-09."""
    driven = Driven(code)
    round = view_at_result(driven, faces, 0)["round"]
    bets = data.draw(coup_bets(code == "lt"))
    limits_asked_for(driven, bets, [by_coup(bet, round) for bet in bets], True)


@every_round
@given(
    st.sampled_from(CODES),
    SHOES,
    st.integers(0, 99),
    st.data(),
)
def test_a_rounds_money_is_what_a_second_reckoning_says(
    code: str, faces: list[str], number: int, data: Any
) -> None:
    """BJ-2.1.1, BJ-2.2, BJ-2.3, BJ-2.5.3, LT-BJ-07, LT-BJ-11 to LT-BJ-13."""
    driven = Driven(code, game="blackjack")
    round = view_at_result(driven, faces, number)["round"]
    bets = data.draw(hand_bets(round, code == "lt"))
    limits_asked_for(driven, bets, [by_hand(bet, round) for bet in bets], True)


def test_the_journal_keeps_what_was_asked_and_what_came_out() -> None:
    """The line to the letter, the bets, the worksheet of that view; a refused one has no worksheet."""
    driven = Driven("sv")
    line = b'{"do":"settle","by":"P1","bets":[{"on":"player","stake":100,"chip":"red"}]}'
    seen = driven.take(line)
    refused = driven.take(line.replace(b"P1", b"D1"))
    settled, untold = driven.kept.entries
    event = msgspec.json.decode(settled.event)
    assert (settled.kind, settled.person, settled.line) == ("worksheet_made", "P1", line.decode())
    assert event["bets"] == [{"on": "player", "stake": 100}]
    assert event["worksheet"] == seen["worksheet"]
    assert events.ENCODER.encode(events.DECODER.decode(settled.event)) == settled.event
    assert (refused["refused"], refused["worksheet"]) == ("not_authorised", None)
    assert (untold.refused, "worksheet" in msgspec.json.decode(untold.event)) == ("not_authorised", False)


def test_nothing_is_shown_that_is_not_on_disk() -> None:
    driven = Driven("sv")
    driven.kept.broken = True
    seen = driven.take({"do": "settle", "by": "P1", "bets": [{"on": "player", "stake": 100}]})
    assert (seen["refused"], seen["worksheet"]) == ("not_recorded", None)


def test_in_a_settle_step_the_round_is_the_incidents() -> None:
    """The bets of the next round are open already; in any other step it is the open one's."""
    game = Driven("sv").game
    was = coup_of(tuple(map(Card, ("9H", "2S", "KD", "4C"))))
    report = Report("T1-i1", "P1", Role.PIT_BOSS, AT, "x", {})
    incident = Incident(report, "T1-1", (), AT, state=IncidentState.STEPS)
    table = Table(
        round=Round("T1-2", RoundStatus.OPEN, 18, AT),
        play=Coup(),
        last_play=was,
        incident=replace(incident, steps=(IncidentStep("settle", "pit_boss"),)),
    )
    event = events.WorksheetMade("P1", (Wager(on="player", stake=100),))
    other = replace(table, incident=replace(incident, steps=(IncidentStep("collect", "dealer"),)))
    sheets = [with_worksheet(game, each, event).worksheet for each in (table, other)]
    assert [sheet and sheet.back for sheet in sheets] == [200, None]


def test_every_rulebook_names_what_it_has_no_bet_for() -> None:
    """LT-BAC-09, LT-BJ-11, LT-BJ-12: side bets are lt's alone; roulette's bets are no card game's."""
    for code in CODES:
        baccarat, blackjack = (Driven(code, game=game).game for game in ("baccarat", "blackjack"))
        side = None if book(code).id == "lt" else "not_in_rulebook"
        assert [baccarat.bet_refusal(on) for on in ("banker", "small", "red", "main")] == [
            *(None, side, "not_this_game", "not_this_game")
        ]
        assert [blackjack.bet_refusal(on) for on in ("insurance", "21+3", "split", "tie")] == [
            *(None, side, "not_this_game", "not_this_game")
        ]


# --- a round that is settled by hand ------------------------------------------------------------------

SPUN: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
)
ANNOUNCED: Seen = {"do": "done", "by": "D1"}


def by_reader(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "reader"}


def by_dealer(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "dealer", "by": "D1"}


def number_was(actual: int) -> Seen:
    """The pit boss's report that the number on record is not the one in which the ball lay."""
    return {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": actual}, "by": "P1"}


@pytest.mark.parametrize(
    ("code", "lines", "number", "paid"),
    [
        ("lt", (*SPUN, by_reader(23), number_was(17)), 23, ()),
        ("lt", (*SPUN, by_reader(23), ANNOUNCED, number_was(17)), 23, (23,)),
        ("lt", (*SPUN, by_reader(23), ANNOUNCED, *SPUN[:2], number_was(17)), 23, (23,)),
        ("sv", (*SPUN, by_dealer(5), by_dealer(5), ANNOUNCED, number_was(17)), 5, (5,)),
    ],
)
def test_bets_were_paid_by_a_wrong_number_once_it_was_announced(
    code: str, lines: tuple[Seen, ...], number: int | None, paid: tuple[int, ...]
) -> None:
    """ROU-3.1.3, LT-ROU-33: even if the next round is open, or the dealer said the number."""
    driven = Driven(code, game="roulette")
    for line in lines:
        assert driven.take(line)["accepted"]
    assert driven.view()["prompt"]["action"] == "settle"
    assert (wrong_number(driven.table), paid_by(driven.table)) == (number, paid)
    driven.take({"do": "done", "by": "P1"})
    assert (wrong_number(driven.table), paid_by(driven.table)) == (None, ()), "nothing is settled now"


SETTLED: Seen = {"do": "done", "by": "P1"}
CORNER = Wager(on="corner", numbers=(5, 6, 8, 9), stake=100)
"""Wins by 5 and by 8, brings 900, and loses by 17 and 23."""


@pytest.mark.parametrize(
    ("code", "lines", "credit", "kept"),
    [
        ("lt", (*SPUN, by_reader(5), number_was(17), SETTLED, number_was(8)), 900, 0),
        ("lt", (*SPUN, by_reader(5), ANNOUNCED, number_was(17), SETTLED, number_was(8)), 0, 0),
        ("lt", (*SPUN, by_reader(5), ANNOUNCED, *SPUN[:1], number_was(17), SETTLED, number_was(8)), 0, 0),
        ("lt", (*SPUN, by_reader(17), ANNOUNCED, number_was(5), SETTLED, number_was(8)), 0, 0),
        (
            "lt",
            (*SPUN, by_reader(17), number_was(5), SETTLED, number_was(8), SETTLED, number_was(23)),
            0,
            900,
        ),
        (
            "lt",
            (*SPUN, by_reader(17), number_was(23), SETTLED, number_was(5), SETTLED, number_was(23)),
            0,
            900,
        ),
    ],
)
def test_only_what_a_bet_was_paid_is_deducted_from_its_credit(
    code: str, lines: tuple[Seen, ...], credit: int, kept: int
) -> None:
    """LT-ROU-33: by a number that was settled by hand before it was announced no bet was paid."""
    driven = Driven(code, game="roulette")
    for line in lines:
        assert driven.take(line)["accepted"], line
    assert driven.view()["prompt"]["action"] == "settle"
    sheet = driven.game.worksheet(settled_round(driven.table)[1], (CORNER,), False, None)
    paid = bool(paid_by(driven.table))
    assert (sheet.manual_credit(paid=paid), sheet.unreturned(paid=paid)) == (credit, kept)


def test_before_it_is_authorised_a_report_of_a_wrong_number_changes_no_reckoning() -> None:
    """The worksheet belongs to the open round; only in the step that settles it, to the incident's own
    round.
    """
    table = Driven("sv", game="roulette")
    spin: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    bets: list[Seen] = [{"do": "bets", "state": state} for state in ("open", "closed")]
    done: Seen = {"do": "done", "by": "D1"}
    for line in (*bets, spin, by_reader(1), done, bets[0]):
        table.take(line)
    table.take({"do": "incident", "kind": "wrong_number_recorded", "by": "D1", "facts": {"actual": 11}})
    stakes = [{"on": "straight", "numbers": [number], "stake": 100} for number in (1, 11)]
    settle: Seen = {"do": "settle", "by": "P1", "bets": stakes}
    awaiting = table.take(settle)["worksheet"]["bets"]
    assert [(bet["back"], bet["recorded_back"]) for bet in awaiting] == [(None, None), (None, None)]
    table.take({"do": "authorise", "by": "P1"})
    settling = table.take(settle)["worksheet"]["bets"]
    assert [(bet["back"], bet["recorded_back"]) for bet in settling] == [(0, 3600), (3600, 0)]
