"""A journal reconstructed entry by entry: what happened, and the table before and after it; and
interventions.

An intervention goes from the entry that began it to the entry that ended it: an incident begins with its
report, a halt with what stopped play; a correction is a single entry. Several may overlap: further reports
wait behind the open one, and an incident may begin during a halt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from console.records.accounts.record import InterventionKind, RecordedPress
from console.records.accounts.timeline import TableMoment
from console.table.games.game import Game
from console.table.judging.checkpoints import table_of
from console.table.judging.transition import advance_kept
from console.table.state import events
from console.table.state.entries import JournalEntry
from console.table.state.roles import Role
from console.table.state.table import Halt, Table


class Passage(NamedTuple):
    """An entry, its event, and the table before and after it.

    ``place`` is its place in what is read: its number, plus the entries of the files that were read before.
    """

    row: JournalEntry
    event: events.AnyEvent
    before: Table
    after: Table
    place: int


def passages(
    game: Game, checkpoint: bytes | None, rows: Iterable[JournalEntry], earlier: int = 0
) -> Iterator[Passage]:
    """The passages of the entries after a checkpoint, in order; None as a checkpoint is a closed table.

    ``earlier`` are the entries of the files that are read before this one.
    """
    table = table_of(checkpoint)
    for row in rows:
        event = events.DECODER.decode(row.event)
        before, table = table, advance_kept(game, table, event, row.refused, row.at)
        yield Passage(row, event, before, table, earlier + row.number)


def noting(stream: Iterable[Passage], read: list[Passage]) -> Iterator[Passage]:
    """The passages as they come; each is appended to ``read``."""
    for passage in stream:
        read.append(passage)
        yield passage


def press_of(row: JournalEntry, event: events.AnyEvent) -> RecordedPress:
    """A person's action, as far as the entry alone shows it."""
    figures = msgspec.to_builtins(event)
    kind = figures.pop("event")
    figures.pop("seen", None)
    return RecordedPress(row.number, row.at, row.person or "", kind, figures)


class Span(msgspec.Struct, frozen=True):
    """The passages of an intervention, the first to the last; ``ended`` is False while it is open."""

    id: str
    sort: InterventionKind
    passages: tuple[Passage, ...]
    ended: bool

    @property
    def first(self) -> Passage:
        """The passage that began the intervention."""
        return self.passages[0]

    @property
    def last(self) -> Passage:
        """The passage that ended the intervention; while it is open, the last one."""
        return self.passages[-1]


def halt_id(entry: int) -> str:
    """The id of a halt that began with this entry."""
    return f"H{entry}"


def correction_id(entry: int) -> str:
    """The id of a correction that was this entry."""
    return f"C{entry}"


def entry_of(record: str) -> int | None:
    """The entry in the id of a halt or a correction; None for the id of an incident."""
    return int(record[1:]) if _ENTRY_ID.fullmatch(record) else None


_ENTRY_ID: Final = re.compile("[HC][0-9]{1,18}")
"""A journal has no larger number."""


def full_id(table: str, typed: str) -> str:
    """The id of a table's round or incident, for which its number alone may be typed: ``12``, ``i1``."""
    return f"{table}-{typed}" if _NUMBER.fullmatch(typed) else typed


_NUMBER: Final = re.compile("i?[0-9]+")


def spans(passages: Iterable[Passage]) -> Iterator[Span]:
    """Every intervention in the order in which they end; those still open come last."""
    running: dict[str, list[Passage]] = {}
    halt: str | None = None
    for passage in passages:
        if passage.before.halt != passage.after.halt and passage.after.halt is not None:
            halt = _halt_begun(running, passage, halt)
        for report in sorted(_begun(passage) - running.keys()):
            running[report] = []
        for each in running.values():
            each.append(passage)
        if is_correction(passage):
            yield Span(correction_id(passage.row.number), InterventionKind.CORRECTION, (passage,), True)
        if halt is not None and passage.after.halt is None:
            yield Span(halt, InterventionKind.HALT, tuple(running.pop(halt)), True)
            halt = None
        for gone in [each for each in running if each != halt and each not in _reports(passage.after)]:
            yield Span(gone, InterventionKind.INCIDENT, tuple(running.pop(gone)), True)
    for open_, so_far in running.items():
        yield Span(
            open_, InterventionKind.HALT if open_ == halt else InterventionKind.INCIDENT, tuple(so_far), False
        )


def is_correction(passage: Passage) -> bool:
    """Whether this passage corrected a misread card."""
    return passage.row.refused is None and isinstance(passage.event, events.CardCorrected)


def _halt_begun(running: dict[str, list[Passage]], passage: Passage, halt: str | None) -> str:
    if halt is not None and is_same_halt(passage.before.halt, passage.after.halt):
        return halt
    begun = halt_id(passage.row.number)
    running[begun] = running.pop(halt, []) if halt is not None else []
    return begun


def is_same_halt(before: Halt | None, after: Halt | None) -> bool:
    """Whether both are the same halt: its reason and time are unchanged."""
    return before is not None and after is not None and (before.reason, before.at) == (after.reason, after.at)


def _begun(passage: Passage) -> set[str]:
    """The reports that exist now, with a report that has just come and may already be over."""
    report, reports = report_in(passage.event, passage.row.refused), _reports(passage.after)
    return reports if report is None else reports | {report}


def report_in(event: events.AnyEvent, refused: str | None) -> str | None:
    """The id of the incident that an event reports; a void may report one, too (ROU-2.1.6). A refused report
    has the id that the next one gets, and is none.
    """
    if refused is not None:
        return None
    if isinstance(event, events.IncidentReported):
        return event.id
    return event.report if isinstance(event, events.RoundVoided) else None


def decides(moment: Passage | TableMoment, report: str) -> bool:
    """Whether an accepted press reported this incident, answered it, or authorised its outcome: the last of
    these is its decision. A report that waits is not concerned by what is done to the open one.
    """
    event = moment.event
    if moment.row.refused is not None:
        return False
    if isinstance(event, events.IncidentAnswered | events.OutcomeAuthorised):
        open_ = moment.before.incident
        return open_ is not None and open_.report.id == report
    return report_in(event, None) == report


def pit_boss_of(row: JournalEntry, before: Table) -> str | None:
    """The pit boss who made an entry; None if a dealer or a device did."""
    who = row.person
    return who if who is not None and before.role_of(who) is Role.PIT_BOSS else None


def _reports(table: Table) -> set[str]:
    """The ids of the open incident and of the reports that wait."""
    return {report.id for report in table.open_reports}
