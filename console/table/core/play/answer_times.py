"""The times of players' answers: the question, the answer, and the answers that do not count.

The time for an answer begins with the question, and again after a halt or a console's restart. A late answer,
a second one and one while play stood still is kept with the reason why it did not count: a dispute asks for
it first. If the clock was set meanwhile, the seconds are those that passed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from console.table.core.state import events
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.phases import Phase
from console.table.core.state.player_answers import (
    EVERY_SEAT,
    KEPT,
    NOT_SET,
    MissReason,
    PlayerAnswer,
    PlayerAnswers,
)
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Role
from console.table.core.state.table import Table
from console.table.game.blackjack.hands import Choice, Decision, InsuranceStage

INSURANCE_CHOICES: Final = frozenset({Choice.INSURE, Choice.DECLINE})
"""Answers about the dealer's ace, or surrender if offered (LT-BJ-07); a time-out answers any question."""
LONGEST: Final = 3_600
"""Seconds for an answer at most: an entry that somebody put into a file may hold any number."""
_MOST: Final = 1e12
"""Seconds by which a clock can be set at most: more than from the first year to the last."""


def time_answers(
    table_before: Table, table: Table, event: events.AnyEvent, refused: str | None, at: datetime
) -> Table:
    """The table with the player who is asked, and since when, and with the answer that has just come."""
    answers = table.answers
    if type(event) is events.PlayerAnswered and table.round is not None and len(answers.given) < KEPT:
        answers = replace(answers, given=(*answers.given, answer_of(table_before, event, refused, at)))
    asked = _asked_hand(table)
    restarted = type(event) is events.Noted and event.what == NoteKind.RESTARTED
    if asked != answers.asked or (restarted and asked is not None):
        answers = replace(answers, asked=asked, since=None if asked is None else at)
    return table if answers is table.answers else replace(table, answers=answers)


def seconds_set(note: str) -> float | None:
    """The seconds by which the clock was set, by the text of the note on it; None if no console wrote it."""
    try:
        seconds = float(note)
    except ValueError:
        return None
    return seconds if abs(seconds) <= _MOST else None


def after_clock_set(table: Table, note: str) -> Table:
    """The table after a note that the clock was set; unchanged by a text that no console writes.

    Since when a player is asked is from here on by the clock as it goes now; of a bet time the seconds are
    kept, since its round's opening stands in papers.
    """
    seconds, answers = seconds_set(note), table.answers
    if seconds is None:
        return table
    if table.bet_time and table.round is not None:
        table = replace(table, round=replace(table.round, clock_set=table.round.clock_set + seconds))
    if not answers.given and answers.asked is None:
        return table
    try:
        since = None if answers.since is None else answers.since + timedelta(seconds=seconds)
    except OverflowError:
        return table
    return replace(table, answers=replace(answers, since=since, clock_set=answers.clock_set + seconds))


def _asked_hand(table: Table) -> tuple[int, int] | None:
    """The seat and hand whose answer is awaited; None while play stands still, or no dealer is there."""
    if table.phase is not Phase.DECIDING or table.halted or not table.has(Role.DEALER):
        return None
    match getattr(table.play, "next_due", None):
        case Decision(seat=seat, hand=hand):
            return seat, hand
        case InsuranceStage():
            return EVERY_SEAT
        case _:
            return None


def answer_of(table: Table, event: events.PlayerAnswered, refused: str | None, at: datetime) -> PlayerAnswer:
    """The answer as it is shown; ``table`` is the one at which it came."""
    answers, due = table.answers, getattr(table.play, "next_due", None)
    asks = isinstance(due, InsuranceStage) and event.seat in due.seats
    is_asked = asks or answers.asked == (event.seat, event.hand)
    insurance = isinstance(due, InsuranceStage) if is_asked else _is_of_insurance(table, event, due)
    since = answers.since if is_asked else None
    left = None
    if since is not None and event.seconds is not None:
        lasts = min(max(0, event.seconds), LONGEST)
        left = round(lasts - (at - since).total_seconds(), 3)
    counted = answers.last(event.seat, event.hand, insurance=insurance)
    missed = None if refused is None else _miss_reason(counted, event, refused)
    behind = None
    if missed in (MissReason.LATE, MissReason.TWICE) and counted is not None:
        behind = _seconds_behind(answers, counted, at)
    return PlayerAnswer(
        at=at,
        seat=event.seat,
        hand=event.hand,
        choice=event.choice,
        insurance=insurance,
        asked=since,
        left=left,
        by=event.by,
        reason=event.reason,
        refused=refused,
        missed=missed,
        behind=behind,
        clock_set=answers.clock_set or NOT_SET,
    )


def _is_of_insurance(table: Table, event: events.PlayerAnswered, due: object) -> bool:
    """Whether an answer that nobody waits for is about the dealer's ace, by its choice. A time-out fits both
    questions: it answers the last one its hand was asked, or insurance if that is open.
    """
    if event.choice is Choice.SURRENDER:
        return bool(getattr(table.play, "surrender", False))
    if event.choice is not Choice.TIMEOUT:
        return event.choice in INSURANCE_CHOICES
    answers = table.answers
    played = answers.last(event.seat, event.hand, insurance=False)
    insured = answers.last(event.seat, event.hand, insurance=True)
    return played is None and (insured is not None or isinstance(due, InsuranceStage))


def _seconds_behind(answers: PlayerAnswers, counted: PlayerAnswer, at: datetime) -> float:
    """The seconds from an answer that counted to a later one; after a time-out, from the end of its time. A
    pit boss may move on long after the time was over, so the time-out's own moment says too little.
    """
    by_clock = (at - counted.at).total_seconds() - (answers.clock_set - counted.clock_set)
    waited = max(0.0, -counted.left) if counted.choice is Choice.TIMEOUT and counted.left is not None else 0.0
    return round(by_clock + waited, 3)


def _miss_reason(counted: PlayerAnswer | None, event: events.PlayerAnswered, refused: str) -> MissReason:
    """The reason why an answer did not count; ``counted`` is the earlier answer to the same question."""
    match refused:
        case Refusal.HALTED:
            return MissReason.HALT
        case Refusal.STALE:
            return MissReason.STALE
        case Refusal.NO_SUCH_HAND:
            return MissReason.NO_HAND
        case Refusal.NOT_OFFERED:
            return MissReason.NOT_OFFERED
        case Refusal.NOT_SIGNED_IN if event.by is None:
            return MissReason.NO_DEALER
        case Refusal.OUT_OF_TURN:
            if counted is None:
                return MissReason.EARLY
            return MissReason.LATE if counted.choice is Choice.TIMEOUT else MissReason.TWICE
        case _:
            return MissReason.OTHER
