"""Interventions as spans: from the moment that began each to the moment that ended it.

An incident begins with its report, a halt with what stopped play; a correction is a single entry. Several may
overlap: further reports wait behind the open one, and an incident may begin during a halt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from console.history.moments import Moment
from console.records.accounts.record import InterventionKind, RecordedPress
from console.table.state import events
from console.table.state.entries import JournalEntry
from console.table.state.roles import Role
from console.table.state.table import Halt, Table


def press_of(row: JournalEntry, event: events.AnyEvent) -> RecordedPress:
    """A person's action, as far as the entry alone shows it."""
    figures = msgspec.to_builtins(event)
    kind = figures.pop("event")
    figures.pop("seen", None)
    return RecordedPress(row.number, row.at, row.person or "", kind, figures)


class Span(msgspec.Struct, frozen=True):
    """The moments of an intervention, the first to the last; ``ended`` is False while it is open."""

    id: str
    sort: InterventionKind
    moments: tuple[Moment, ...]
    ended: bool

    @property
    def first(self) -> Moment:
        """The moment that began the intervention."""
        return self.moments[0]

    @property
    def last(self) -> Moment:
        """The moment that ended the intervention; while it is open, the last one."""
        return self.moments[-1]


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


def spans(moments: Iterable[Moment]) -> Iterator[Span]:
    """Every intervention in the order in which they end; those still open come last."""
    running: dict[str, list[Moment]] = {}
    halt: str | None = None
    for moment in moments:
        if moment.before.halt != moment.after.halt and moment.after.halt is not None:
            halt = _halt_begun(running, moment, halt)
        for report in sorted(_begun(moment) - running.keys()):
            running[report] = []
        for each in running.values():
            each.append(moment)
        if is_correction(moment):
            yield Span(correction_id(moment.row.number), InterventionKind.CORRECTION, (moment,), True)
        if halt is not None and moment.after.halt is None:
            yield Span(halt, InterventionKind.HALT, tuple(running.pop(halt)), True)
            halt = None
        for gone in [each for each in running if each != halt and each not in _reports(moment.after)]:
            yield Span(gone, InterventionKind.INCIDENT, tuple(running.pop(gone)), True)
    for open_, so_far in running.items():
        yield Span(
            open_, InterventionKind.HALT if open_ == halt else InterventionKind.INCIDENT, tuple(so_far), False
        )


def is_correction(moment: Moment) -> bool:
    """Whether this moment corrected a misread card."""
    return moment.row.refused is None and isinstance(moment.event, events.CardCorrected)


def _halt_begun(running: dict[str, list[Moment]], moment: Moment, halt: str | None) -> str:
    if halt is not None and is_same_halt(moment.before.halt, moment.after.halt):
        return halt
    begun = halt_id(moment.row.number)
    running[begun] = running.pop(halt, []) if halt is not None else []
    return begun


def is_same_halt(before: Halt | None, after: Halt | None) -> bool:
    """Whether both are the same halt: its reason and time are unchanged."""
    return before is not None and after is not None and (before.reason, before.at) == (after.reason, after.at)


def _begun(moment: Moment) -> set[str]:
    """The reports that exist now, with a report that has just come and may already be over."""
    report, reports = report_in(moment.event, moment.row.refused), _reports(moment.after)
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


def decides(moment: Moment, report: str) -> bool:
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
