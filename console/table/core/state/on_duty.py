"""The supervisor on duty, as the notes of a table's console say it: one person at a time."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec.structs import replace

from console.table.core.state import events
from console.table.core.state.note_kinds import NoteKind


class Duty(msgspec.Struct, frozen=True, omit_defaults=True):
    """A supervisor on duty, from when to when."""

    who: str
    since: datetime
    until: datetime | None = None
    """None while it lasts."""
    clock_set: bool = False
    """Whether the computer's clock was set meanwhile: it may seem to end before it began."""
    disabled: bool = False
    """Whether it ended since the person was disabled in the list of people."""


class DutyFold:
    """Follows entries, and keeps who was on duty, one after the other."""

    def __init__(self, before: Duty | None = None) -> None:
        """``before``: the last one before the first entry, who may be on duty no more."""
        self._before = before
        self._duties = [before] if before is not None and before.until is None else []

    @property
    def duties(self) -> tuple[Duty, ...]:
        """All of them, the earliest first; no two overlap."""
        return tuple(self._duties)

    @property
    def present(self) -> Duty | None:
        """The supervisor on duty now; None if nobody is."""
        return self.last if self.last is not None and self.last.until is None else None

    @property
    def last(self) -> Duty | None:
        """The supervisor who is on duty, or who was last, before the first entry too."""
        return self._duties[-1] if self._duties else self._before

    def follow(self, event: events.AnyEvent, refused: str | None, at: datetime) -> None:
        if not isinstance(event, events.Noted) or refused is not None or event.what not in _KINDS:
            return
        if event.what == NoteKind.CLOCK_SET:
            if self.present is not None:
                self._duties[-1] = replace(self.present, clock_set=True)
            return
        comes = event.who if event.what == NoteKind.SUPERVISOR_ON_DUTY else None
        present, since = self.present, self._since(event.text or "", at)
        if present is not None and present.who != comes:
            disabled = event.what == NoteKind.SUPERVISOR_DISABLED
            self._duties[-1] = replace(present, until=since, disabled=disabled)
        if comes and (present is None or present.who != comes):
            self._duties.append(Duty(comes, since))

    def go_on(self, present: Duty | None, left: datetime, at: datetime) -> None:
        """Go on at ``at`` with this person on duty; changes in the gap since ``left`` are not followed."""
        was = self.present
        if was is not None and present is not None and was.who == present.who:
            self._duties[-1] = replace(was, clock_set=was.clock_set or present.clock_set)
            return
        if was is not None:
            self._duties[-1] = replace(was, until=left)
        if present is not None:
            self._duties.append(Duty(present.who, at))

    def _since(self, text: str, at: datetime) -> datetime:
        """The time in a note's text, if it lies between the last change and the entry; else the entry's."""
        with suppress(ValueError):
            told = datetime.fromisoformat(text)
            last = self.last
            earliest = None if last is None else last.until or last.since
            if told.tzinfo is not None and told <= at and (earliest is None or earliest <= told):
                return told
        return at


_KINDS = frozenset(
    (
        *(NoteKind.SUPERVISOR_ON_DUTY, NoteKind.SUPERVISOR_OFF_DUTY, NoteKind.SUPERVISOR_DISABLED),
        NoteKind.CLOCK_SET,
    )
)
