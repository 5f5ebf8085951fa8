"""The page of theory over the transition: the phases that it names, what ends them, and the ways between."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

from console.table.core import EventKind, Game, Phase, RoundStatus, Table, events
from console.table.core.judging import transition
from tests.table.core.tables import Driven, Seen
from tests.table.core.transcripts import follow_scenes, steps_seen_by

ROW = re.compile(r"^    (\w+) {2,}(\S.*?) {2,}(\w.*)$", re.MULTILINE)
BENEATH = "the phase beneath"
OF_A_ROUND = (Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.SPINNING, Phase.RESULT)
AFTER_A_VOID = (Phase.COLLECTING, Phase.BETTING, Phase.SHOE, Phase.CLOSED)
NUMBERS = (EventKind.NUMBER_READ, EventKind.NUMBER_SAID)
REPORTS = (EventKind.INCIDENT_REPORTED, EventKind.OUTCOME_AUTHORISED)
ENDS: dict[str, tuple[EventKind, ...]] = {
    "the pit boss opens the table": (EventKind.TABLE_OPENED,),
    "the last step of the preparation, or its last card": (
        EventKind.STEP_DONE, EventKind.CARD_DRAWN, EventKind.CARD_UNREAD,
    ),
    "the last step of the inspection that closes": (EventKind.STEP_DONE,),
    "the last step of the wheel check": (EventKind.STEP_DONE,),
    "the order to close": (EventKind.CLOSE_ORDERED,),
    "bets are closed": (EventKind.BETS_CLOSED,),
    "a number, since the ball has fallen in bet time": NUMBERS,
    "a report that a ball of bet time lies in a pocket": (
        EventKind.INCIDENT_REPORTED, EventKind.INCIDENT_ANSWERED,
    ),
    "the order to shuffle, with no round open": (EventKind.RESHUFFLE_ORDERED,),
    "the cut card, with no round open": (EventKind.CUT_CARD_DRAWN,),
    "the order to close, with no round open": (EventKind.CLOSE_ORDERED,),
    "a card after which a player has to answer": (EventKind.CARD_DRAWN,),
    "the last card that the round needs": (EventKind.CARD_DRAWN,),
    "the hole card is turned, and no card is due": (EventKind.STEP_DONE,),
    "a card is corrected": (EventKind.CARD_CORRECTED,),
    "an answer after which the dealer's cards are due": (EventKind.PLAYER_ANSWERED,),
    "a card that ends the last hand that could answer": (EventKind.CARD_DRAWN,),
    "the dealer peeks at the hole card": (EventKind.STEP_DONE,),
    "a card since the last answer is corrected": (EventKind.CARD_CORRECTED,),
    "the winning number is known": (*NUMBERS, EventKind.BALL_RAN),
    "the video gives it, bets are settled by hand": REPORTS[1:],
    "the result is announced, with cards to collect": (EventKind.STEP_DONE, EventKind.SHOE_RESULTED),
    "the result is announced, at a wheel": (EventKind.STEP_DONE,),
    "a card is corrected or taken back, so one is due": (EventKind.CARD_CORRECTED, *REPORTS),
    "the bets are settled by hand": REPORTS[:1],
    "the cards are collected, or a void spin's ball": (EventKind.STEP_DONE,),
}  # fmt: skip
"""The events by which a row of the page comes about."""


OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
BESIDE: tuple[tuple[str, tuple[Seen, ...]], ...] = (
    (
        "blackjack",
        (
            *(OPEN, CLOSED, {"do": "seats", "seats": [1]}),
            *({"do": "card", "card": face} for face in ("5H", "6S", "TD", "7S")),
            {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"},
            {"do": "card", "card": "2C"},
            {"do": "correct", "by": "P1", "hand": "1.1", "card": 3, "to": "9C"},
        ),
    ),
    (
        "roulette",
        (
            *(OPEN, CLOSED, {"do": "spin", "by": "D1", "turns": 5, "direction": "against"}),
            {"do": "number", "number": 5, "source": "reader"},
            {"do": "close", "by": "P1", "on": True},
            {"do": "incident", "by": "P1", "kind": "no_spin", "facts": {"cause": "few_turns"}},
            {"do": "authorise", "by": "P1", "reason": "three turns on the video"},
            {"do": "done", "by": "D1"},
        ),
    ),
)
"""Rounds that no scene has: a last hand that a correction ends, and a void spin at a table that closes."""


class Row(NamedTuple):
    """A row of the page."""

    phase: str
    ends_with: str
    following: tuple[str, ...]


class Way(NamedTuple):
    """A phase that an event has ended, and the phase after it."""

    phase: str
    kind: str
    following: str
    by_void: bool
    disturbed: bool
    """Whether the table was halted, or an incident was reported: then an outcome may lead elsewhere."""


def rows() -> list[Row]:
    (_, *found) = ROW.findall(transition.__doc__ or "")
    return [Row(phase, ends_with, tuple(following.split(", "))) for phase, ends_with, following in found]


@cache
def ways() -> frozenset[Way]:
    """Each end of a phase in all scenes, and in the rounds beside them."""
    found = set[Way]()

    def see(_: Game, before: Table, event: events.AnyEvent, _refused: str | None, after: Table) -> None:
        if after.phase is not before.phase:
            voided = _is_void(after) and not _is_void(before)
            disturbed = before.halted or isinstance(event, events.IncidentReported)
            found.add(Way(before.phase, events.kind_of(event), after.phase, voided, disturbed))

    follow_scenes(see)
    with steps_seen_by(see):
        for game, lines in BESIDE:
            driven = Driven("lt", game=game)
            assert all([driven.take(line)["accepted"] for line in lines])
    return frozenset(found)


def _is_void(table: Table) -> bool:
    return table.round is not None and table.round.status == RoundStatus.VOID


def test_the_page_names_every_phase_and_no_other() -> None:
    assert {row.phase for row in rows()} == {*Phase}
    assert {each for row in rows() for each in row.following} - {BENEATH} == {*Phase} - {Phase.HALTED}
    assert {row.ends_with for row in rows() if row.following != (BENEATH,)} == {*ENDS}


def test_every_event_ends_a_phase_as_the_page_says() -> None:
    named = {
        (row.phase, kind, each)
        for row in rows()
        for each in row.following
        for kind in ENDS.get(row.ends_with, ())
    }
    for way in ways():
        if way.by_void:
            assert way.phase in OF_A_ROUND and way.following in AFTER_A_VOID, way
        elif way.disturbed:
            assert (way.phase, way.following) in {(phase, following) for phase, _, following in named}, way
        else:
            assert way[:3] in named, way


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.phase}: {row.ends_with}")
def test_each_row_of_the_page_comes_about(row: Row) -> None:
    """Each phase that it names as the next, and by each of its events."""
    if row.following == (BENEATH,):
        assert {way for way in ways() if way.disturbed}
        return
    kinds = ENDS[row.ends_with]
    seen = {way for way in ways() if way.phase == row.phase and way.kind in kinds and not way.by_void}
    assert {way.following for way in seen} >= {*row.following}
    assert {way.kind for way in seen if way.following in row.following} == {*kinds}
