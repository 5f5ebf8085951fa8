"""How the devices did, counted as moments come: results, draws that could not be read, faults, losses.

A device is known by its name alone, and what it says of the game by standing in an event of its own: a game
that is new here needs nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from console.journal.statement import NOT_SEALED, SEALED
from console.records.moments import Moment
from console.reports.figures import Count, DeviceFigures
from console.reports.tally import counts
from console.table import events

_UNSAID: Final = (events.BytesReceived, events.DeviceNoted, events.BallSent)
_HEALTH: Final = ("lost", "silent")
_LINK: Final = "link"
_A_PERSONS: Final = ("sign_in_failed", "unlocked")


class DevicesCounted:
    """Counts by device, and the console's other doings by their names."""

    def __init__(self) -> None:
        self._devices: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._doings: Counter[str] = Counter()
        self.unsealed: str | None = None
        """Of which shift the journal could not be sealed, and why, where it has not been since."""
        self.ailing: dict[str, str] = {}
        """What is wrong with devices that were lost or silent at last, or whose last word was a fault."""

    def take(self, moment: Moment, counting: bool) -> None:
        """Go on by a moment; ``counting``: it is in the interval."""
        event = moment.event
        if isinstance(event, events.Noted):
            self._noted(event, counting)
        elif not isinstance(event, _UNSAID) and (device := _device(event)) is not None:
            said = _said(event)
            self._remember(device, said, event)
            if counting:
                self._devices[device][said] += 1
                if said == "fault":
                    self._faults[device][_code(event)] += 1

    @property
    def devices(self) -> tuple[DeviceFigures, ...]:
        """Each device by its name."""
        return tuple(self._figures(name) for name in sorted(self._devices))

    @property
    def doings(self) -> tuple[Count, ...]:
        """Restarts, locks, bugs: what the console noted, by name."""
        return counts(self._doings)

    def _figures(self, name: str) -> DeviceFigures:
        told = self._devices[name]
        faults = counts(self._faults[name])
        return DeviceFigures(name, told["read"], told["unread"], faults, told["lost"], told["silent"])

    def _remember(self, device: str, said: str, event: events.Any) -> None:
        if said == "read":
            self.ailing.pop(device, None)
        elif said == "fault":
            self.ailing[device] = said

    def _noted(self, event: events.Noted, counting: bool) -> None:
        if event.what in (SEALED, NOT_SEALED):
            self.unsealed = (event.text or "–") if event.what == NOT_SEALED else None
        about, _, health = event.what.partition("_")
        if about not in ("device", _LINK) or not health:
            self._doings[event.what] += counting and event.what not in _A_PERSONS
            return
        device = _LINK if about == _LINK else event.text or ""
        if health in _HEALTH:
            self.ailing[device] = health
            if counting:
                self._devices[device][health] += 1
        elif health == "connected":
            self.ailing.pop(device, None)


def _device(event: events.Any) -> str | None:
    """Which device said it; "" for an unread draw that a line told of; None for what no device says."""
    if isinstance(event, events.CardUnread):
        return event.device or ""
    device = getattr(event, "device", None)
    return device if isinstance(device, str) else None


def _said(event: events.Any) -> str:
    if isinstance(event, events.CardUnread):
        return "unread"
    return "fault" if events.kind_of(event).endswith("faulted") else "read"


def _code(event: events.Any) -> str:
    """What a device's fault is called: its code, or what it means."""
    return str(getattr(event, "code", None) or getattr(event, "meaning", ""))
