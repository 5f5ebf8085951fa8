"""Rounds as facts: when bets closed, when the result was known, how and under whom each ended, the number."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from console.supervisor.history.interventions import IncidentFact
from console.supervisor.history.timeline import Moment
from console.table.core import Bets, Phase, RoundStatus, Table, events
from console.table.game import Result
from console.table.game.roulette import Spin

Ending: TypeAlias = Literal["finished", "void", "unplayed"]


class RoundFact(msgspec.Struct, frozen=True):
    id: str
    place: int | None
    """The place of the entry that opened it; None if that is in a file that was not read."""
    shift: str | None
    shoe: int
    opened: datetime | None
    """None if only its number, which was put right, is known."""
    closed: datetime | None = None
    known: datetime | None = None
    """When the result was known, before the announcement; if a corrected card changed it, the time of that. A
    number that an incident puts right does not count: bets were paid by the first (LT-ROU-33).
    """
    first_known: datetime | None = None
    """When the result was known, whatever was put right afterwards."""
    to_result: float | None = None
    """The seconds of a finished round from the end of bets to the result, by the monotonic clock."""
    ended: datetime | None = None
    ended_place: int | None = None
    ending: Ending | None = None
    """``unplayed``: without bets, and nothing was dealt."""
    dealer: str | None = None
    """The dealer when it ended; for a void round when play stopped, as a relief since had no part in it."""
    number: int | None = None
    """The number that counts now, of a finished round of roulette."""
    winner: str | None = None
    """The winning hand of a finished round, or a tie, if all bets are on one result."""


class RoundFold:
    """Follows a table, and keeps the open round and those whose number may still be put right."""

    def __init__(self) -> None:
        self.open: RoundFact | None = None
        self._closed: float | None = None
        self._known: float | None = None
        self._numbered: dict[str, RoundFact] = {}

    def follow(
        self, moment: Moment, opened: IncidentFact | None, stopped: str | None
    ) -> tuple[RoundFact, ...]:
        """Go on to the next moment; the rounds that began, changed or ended with it. ``opened`` is the
        incident open before it, ``stopped`` the dealer when play stopped.
        """
        before, after = moment.before, moment.after
        # Most entries change none of these; comparing their values costs the most over a long journal.
        if (
            before.round is after.round
            and before.phase is after.phase
            and before.bets is after.bets
            and before.play is after.play
            and before.wheel is after.wheel
        ):
            return ()
        was, made = self.open, self._begun(moment)
        if made is None:
            return tuple(self._numbers(moment, None))
        if before.bets is Bets.OPEN and after.bets is not Bets.OPEN:
            made, self._closed, self._known = replace(made, closed=moment.row.at), moment.seconds, None
        if after.phase is Phase.RESULT:
            if before.phase is not Phase.RESULT:
                made = replace(made, first_known=moment.row.at)
            if before.phase is not Phase.RESULT or _result(before) != _result(after):
                made, self._known = replace(made, known=moment.row.at), moment.seconds
        if before.open_round and not after.open_round and after.round is not None:
            ended = self._ended(moment, made, opened, stopped)
            self.open = self._closed = self._known = None
            others = [*self._numbers(moment, ended)]
            return (self._numbered.get(ended.id, ended), *(each for each in others if each.id != ended.id))
        self.open = made
        return (*(() if made is was else (made,)), *self._numbers(moment, None))

    def _begun(self, moment: Moment) -> RoundFact | None:
        """The round that is open before the moment, or that it opens."""
        before, after, row = moment.before, moment.after, moment.row
        opens = isinstance(moment.event, events.BetsOpened) and after.round is not before.round
        if opens and after.open_round and after.round is not None:
            self._closed = self._known = None
            return RoundFact(after.round.id, moment.place, row.shift, after.shoe_in_play.number, row.at)
        if self.open is None and before.open_round and before.round is not None:
            round_ = before.round
            return RoundFact(round_.id, None, None, before.shoe_in_play.number, round_.opened)
        return self.open

    def _ended(
        self, moment: Moment, made: RoundFact, opened: IncidentFact | None, stopped: str | None
    ) -> RoundFact:
        dealer, ending, to_result = moment.dealer, _ending(moment), None
        if ending == "finished" and self._closed is not None:
            to_result = (moment.seconds if self._known is None else self._known) - self._closed
        if ending == "void" and opened is not None:
            dealer = opened.dealer
        elif ending == "void" and moment.before.halt is not None:
            dealer = stopped
        row, winner = moment.row, None
        if ending == "finished":
            winner = getattr(moment.after.play.outcome, "winner", None)
        ended = replace(made, ended=row.at, ended_place=moment.place, ending=ending, winner=winner)
        return replace(ended, dealer=dealer, to_result=to_result)

    def _numbers(self, moment: Moment, ended: RoundFact | None) -> Iterator[RoundFact]:
        """The rounds whose number this moment made known or put right; ``ended`` ends with it. A number with
        which a file begins was known before.
        """
        known, now = _numbers(moment.before), _numbers(moment.after)
        if known == now:
            return
        kept = {id: fact for id, fact in self._numbered.items() if id in now}
        for id, number in now.items():
            if known.get(id) == number:
                continue
            if ended is not None and ended.id == id:
                kept[id] = replace(ended, number=number)
            else:
                fact = kept.get(id) or RoundFact(id, None, None, 0, None, ending="finished")
                kept[id] = replace(fact, number=number)
            yield kept[id]
        self._numbered = kept


def _numbers(table: Table) -> dict[str, int]:
    """The numbers of the table's finished round and of the last one before it that has one, by id."""
    last, round_ = table.wheel.last_numbered, table.round
    found = {} if last is None else {last.round: last.play.number}
    if round_ is not None and round_.status == RoundStatus.FINISHED and isinstance(table.play, Spin):
        found[round_.id] = table.play.number
    return {each: number for each, number in found.items() if number is not None}


def _result(table: Table) -> tuple[object, ...]:
    """The outcome, and the points of each hand: a seat's result is not in the dealer's."""
    return table.play.outcome, table.play.points


def _ending(moment: Moment) -> Ending:
    after = moment.after
    assert after.round is not None, "it has just ended"
    if after.round.status == RoundStatus.FINISHED:
        return "finished"
    voided = isinstance(moment.event, events.RoundVoided) or any(
        each.outcome == Result.VOID for each in after.changed_incidents
    )
    return "unplayed" if after.play.is_empty and not voided else "void"
