"""Interventions as spans: from the moment that began each to the moment that ended it. An incident begins
with its report, a halt with its cause; a correction is a single entry. They may overlap: further reports wait
behind the open one, and an incident may begin during a halt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from console.supervisor.history.interventions import (
    CorrectionFact,
    HaltFact,
    IncidentFact,
    Intervention,
    InterventionFold,
    InterventionKind,
)
from console.supervisor.history.interventions import is_correction as corrects
from console.supervisor.history.timeline import Moment
from console.supervisor.records.accounts.record import Record, RecordedPress, RecordedRemark
from console.table.core import Game, JournalEntry, Who, events


def press_of(row: JournalEntry, event: events.AnyEvent) -> RecordedPress:
    """A person's action, as far as the entry shows it."""
    figures = msgspec.to_builtins(event)
    kind = figures.pop("event")
    figures.pop("seen", None)
    return RecordedPress(row.number, row.at, Who(row.person or "", figures.get("beside")), kind, figures)


def remark_of(row: JournalEntry, event: events.Remarked) -> RecordedRemark:
    return RecordedRemark(row.number, row.at, event.person, event.text)


class Span(msgspec.Struct, frozen=True):
    """An intervention as a fact, and its moments from first to last."""

    fact: Intervention
    moments: tuple[Moment, ...]

    @property
    def id(self) -> str:
        return self.fact.id

    @property
    def sort(self) -> InterventionKind:
        return _SORTS[type(self.fact)]

    @property
    def first(self) -> Moment:
        return self.moments[0]

    @property
    def last(self) -> Moment:
        """The moment that ended the intervention, or the last one so far."""
        return self.moments[-1]


_SORTS: Final = {
    IncidentFact: InterventionKind.INCIDENT,
    HaltFact: InterventionKind.HALT,
    CorrectionFact: InterventionKind.CORRECTION,
}


def entry_of(record: str) -> int | None:
    """The entry in the id of a halt or a correction; None for the id of an incident."""
    return int(record[1:]) if _ENTRY_ID.fullmatch(record) else None


_ENTRY_ID: Final = re.compile("[HC][0-9]{1,18}")
"""A journal has no larger number."""


def full_id(table: str, typed: str) -> str:
    """The id of a table's round or incident; its number alone is enough: ``12``, ``i1``."""
    return f"{table}-{typed}" if _NUMBER.fullmatch(typed) else typed


_NUMBER: Final = re.compile("i?[0-9]+")


class SpanFold:
    """Follows a table and gives every intervention when it ends. ``listed``: an incident only with its first
    and last moment, since thousands of reports may wait.
    """

    def __init__(self, game: Game, *, listed: bool = False) -> None:
        self._fold, self._listed = InterventionFold(game), listed
        self._running: dict[str, list[Moment]] = {}
        self._growing: dict[str, list[Moment]] = {}
        """The interventions whose every moment is kept."""
        self._facts: dict[str, Intervention] = {}
        self._last: Moment | None = None
        self.records: list[Record] = []
        """Those of a list so far."""

    def follow(self, moment: Moment) -> Iterator[Span]:
        """Go on to the next moment; the interventions that end with it."""
        unread, changed = self._fold.take_unread(moment.before), self._fold.follow(moment)
        if not (unread or changed or self._running):  # Nothing is open at most entries.
            return
        self._last, now = moment, {each.id: each for each in (*unread, *changed)}
        self._facts |= now
        for id in sorted(now.keys() - self._running.keys()):
            self._running[id] = [moment]
            if not (self._listed and isinstance(now[id], IncidentFact)):
                self._growing[id] = self._running[id]
        for each in self._growing.values():
            if each[-1] is not moment:
                each.append(moment)
        for fact in sorted(changed, key=order_of_end):
            if fact.ended is not None:
                self._growing.pop(fact.id, None)
                yield _until(moment, self._facts.pop(fact.id), self._running.pop(fact.id))

    def open(self) -> Iterator[Span]:
        """Those that have not ended."""
        if self._last is not None:
            for id, so_far in self._running.items():
                yield _until(self._last, self._facts[id], so_far)


def spans(game: Game, moments: Iterable[Moment], *, fold: SpanFold | None = None) -> Iterator[Span]:
    """Every intervention in the order of their ends; open ones come last."""
    fold = fold or SpanFold(game)
    for moment in moments:
        yield from fold.follow(moment)
    yield from fold.open()


def _until(last: Moment, fact: Intervention, moments: list[Moment]) -> Span:
    return Span(fact, (*moments, last) if moments[-1] is not last else tuple(moments))


def order_of_end(fact: Intervention) -> int:
    """Of those that end with one moment, the correction comes first, then the halt."""
    return (CorrectionFact, HaltFact, IncidentFact).index(type(fact))


def is_correction(moment: Moment) -> bool:
    return corrects(moment.event, moment.row.refused, moment.before, moment.after)
