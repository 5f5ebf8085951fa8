"""The troubles of devices and of the link as facts: lost, silent, or at fault, from when to when. A silence
that both the clock and the device's port note is one. What begins an interval is known from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import About, NotedDevice, NoteKind, Overdue, Table, events, row_of
from console.table.devices import Health

LINK: Final = "link"
_OVERDUE: Final = (NoteKind.SERVER_OVERDUE, NoteKind.DEVICE_OVERDUE)


class TroubleKind(StrEnum):
    LOST = "lost"
    """It is not connected; one that is being reconnected is lost until it is."""
    SILENT = "silent"
    """It sends nothing although a reading is due, or although it always sends."""
    FAULT = "fault"
    """Its last word was a fault."""


class Trouble(msgspec.Struct, frozen=True):
    """A trouble of one device, by its role, or of the link to the game server."""

    device: str
    what: TroubleKind
    since: datetime
    """When it began; if that was before what is read, the time of the first entry that is."""
    place: int | None
    """None if it began before what is read."""
    until: datetime | None = None
    until_place: int | None = None


class TroubleFold:
    """Follows a table and keeps the troubles that last, in the order in which they began."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, TroubleKind], Trouble] | None = None
        self._late: set[str] = set()
        """The devices that are silent only by the table's clock."""

    @property
    def open(self) -> tuple[Trouble, ...]:
        return tuple((self._open or {}).values())

    def ailing(self, table: Table) -> dict[str, TroubleKind]:
        """The trouble of each device that has one: lost, else the last one."""
        known = self._open is not None
        found = ((each.device, each.what) for each in self.open) if known else _known(table)
        return dict(sorted(found, key=lambda each: each[1] is TroubleKind.LOST))

    def follow(self, moment: Moment) -> tuple[Trouble, ...]:
        """Go on to the next moment; the troubles that ended with it, then those that began."""
        if self._open is None:
            self._begin_with(moment)
        heard: tuple[Trouble, ...] = ()
        if self._late and moment.after.overdue is not moment.before.overdue:
            heard = tuple(self._heard(moment))
        if moment.before.console.at_fault != moment.after.console.at_fault:
            heard = (*heard, *self._faults(moment))
        event = moment.event
        return (*heard, *self._note(event, moment)) if type(event) is events.Noted else heard

    def _begin_with(self, moment: Moment) -> None:
        table = moment.before
        self._open = {}
        for device, what in _known(table):
            self._begin(device, what, moment, None)
        self._late = {
            device for device in _late(table) if table.console.ailing.get(device) is not Health.SILENT
        }

    def _note(self, event: events.Noted, moment: Moment) -> tuple[Trouble, ...]:
        if event.what == NoteKind.RESTARTED:  # A console that just started has not tried its devices yet.
            # A dict keeps the order, the same at each run.
            devices = dict.fromkeys(each.device for each in self.open)
            self._late.clear()
            return tuple(
                ended
                for device in devices
                for ended in self._end(moment, device, TroubleKind.LOST, TroubleKind.SILENT)
            )
        device, health = noted_health(event)
        if device is None:
            return ()
        match health:
            case Health.CONNECTED:
                # A late reading does not end that silence.
                silent = () if device in self._late else (TroubleKind.SILENT,)
                return self._end(moment, device, TroubleKind.LOST, *silent)
            case Health.LOST | Health.SHARED:
                ended = () if device in self._late else self._end(moment, device, TroubleKind.SILENT)
                return (*ended, *self._begin(device, TroubleKind.LOST, moment, moment.place))
            case Health.SILENT:
                self._late.discard(device)
                ended = self._end(moment, device, TroubleKind.LOST)
                return (*ended, *self._begin(device, TroubleKind.SILENT, moment, moment.place))
            case None:
                begun = self._begin(device, TroubleKind.SILENT, moment, moment.place)
                self._late |= {each.device for each in begun}
                return begun
        return ()

    def _faults(self, moment: Moment) -> Iterator[Trouble]:
        """End the faults that are over, and begin another one."""
        before, after = moment.before.console.at_fault, moment.after.console.at_fault
        for device in before:
            if device not in after:
                yield from self._end(moment, device, TroubleKind.FAULT)
        for device in after:
            if device not in before:
                yield from self._begin(device, TroubleKind.FAULT, moment, moment.place)

    def _heard(self, moment: Moment) -> Iterator[Trouble]:
        """End the silences of late devices that have answered."""
        for device in sorted(self._late - _late(moment.after)):
            self._late.discard(device)
            yield from self._end(moment, device, TroubleKind.SILENT)

    def _begin(
        self, device: str, what: TroubleKind, moment: Moment, place: int | None
    ) -> tuple[Trouble, ...]:
        assert self._open is not None, "it has begun to follow"
        if (device, what) in self._open:
            return ()
        begun = self._open[device, what] = Trouble(device, what, moment.row.at, place)
        return (begun,)

    def _end(self, moment: Moment, device: str, *kinds: TroubleKind) -> tuple[Trouble, ...]:
        assert self._open is not None, "it has begun to follow"
        gone = [self._open.pop((device, what), None) for what in kinds]
        until = {"until": moment.row.at, "until_place": moment.place}
        return tuple(replace(each, **until) for each in gone if each is not None)


def noted_health(event: events.Noted) -> tuple[str | None, Health | None]:
    """The device whose connection or silence a note is about, and its state, None if it is overdue. Without a
    device the note is about neither.
    """
    row = row_of(event.what)
    if row is None or (row.health is None and event.what not in _OVERDUE):
        return None, None
    return LINK if row.about is About.LINK else NotedDevice.of(event.text or "").role, row.health


def _known(table: Table) -> Iterator[tuple[str, TroubleKind]]:
    for device, health in table.console.ailing.items():
        yield device, TroubleKind.SILENT if health is Health.SILENT else TroubleKind.LOST
    yield from ((device, TroubleKind.SILENT) for device in sorted(_late(table)))
    yield from ((device, TroubleKind.FAULT) for device in table.console.at_fault)


def _late(table: Table) -> set[str]:
    overdue = table.overdue or Overdue(())
    return {*overdue.devices, *([LINK] if overdue.server else [])}
