"""A notification: an incident of which the house must inform somebody by a time, until two people tick it or
the outcome is taken back that asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core.state import events
from console.table.core.state.note_kinds import NoteKind

TICKS: Final = 2
"""The people who tick a notification before it is no longer open."""


class Tick(msgspec.Struct, frozen=True):
    """A person who confirmed that the office was informed, and when."""

    by: str
    at: datetime


class Notification(msgspec.Struct, frozen=True):
    """The office to inform of an incident, by when, and the people who confirmed that it was."""

    incident: str
    whom: str
    """The office, by the key of its phrase ``whom.WHOM``."""
    since: datetime
    """The time of the report: the hours count from it."""
    within_hours: int
    ticks: tuple[Tick, ...] = ()
    withdrawn: datetime | None = None
    """When its outcome was taken back: nobody has to be informed any more."""

    @property
    def until(self) -> datetime:
        return self.since + timedelta(hours=self.within_hours)

    @property
    def is_open(self) -> bool:
        return self.withdrawn is None and len(self.ticks) < TICKS

    @property
    def text(self) -> str:
        """The text of the note with which it begins: ``authority 24 2026-11-20T22:04:00+00:00 T1-i2``."""
        return f"{self.whom} {self.within_hours} {self.since.isoformat()} {self.incident}"

    @classmethod
    def of(cls, text: str) -> Notification | None:
        """The notification that begins with this text; None if no console wrote it."""
        whom, hours, since, incident = (*text.split(" ", 3), "", "", "", "")[:4]
        with suppress(ValueError, OverflowError):
            begun = cls(incident, whom, datetime.fromisoformat(since), int(hours[:5]))
            return begun if incident and begun.until.tzinfo is not None else None
        return None

    @property
    def tick_text(self) -> str:
        """The text of the note of a tick, or of its end: ``authority T1-i2``."""
        return f"{self.whom} {self.incident}"

    def with_tick(self, by: str, at: datetime) -> Notification:
        return replace(self, ticks=(*self.ticks, Tick(by, at)))


class NotificationFold:
    """Follows entries, and keeps each notification that they began, ticked or withdrew, in order."""

    def __init__(self, known: Iterable[Notification] = ()) -> None:
        """``known`` are those that were open before."""
        self._known = [*known]

    @property
    def notifications(self) -> tuple[Notification, ...]:
        return tuple(self._known)

    def follow(self, event: events.AnyEvent, refused: str | None, at: datetime) -> None:
        if not isinstance(event, events.Noted) or refused is not None:
            return
        text = event.text or ""
        match event.what:
            case NoteKind.NOTIFICATION_DUE:
                begun = Notification.of(text)
                if begun is not None and self._open(begun.tick_text) is None:
                    self._known.append(begun)
            case NoteKind.NOTIFICATION_MADE if event.who and (ticked := self._open(text)) is not None:
                self._change(ticked, ticked.with_tick(event.who, at))
            case NoteKind.NOTIFICATION_WITHDRAWN if (withdrawn := self._open(text)) is not None:
                self._change(withdrawn, replace(withdrawn, withdrawn=at))

    def keep(self, wanted: Callable[[Notification], bool]) -> None:
        self._known = [*filter(wanted, self._known)]

    def _open(self, text: str) -> Notification | None:
        return next((each for each in self._known if each.is_open and each.tick_text == text), None)

    def _change(self, before: Notification, after: Notification) -> None:
        self._known[self._known.index(before)] = after
