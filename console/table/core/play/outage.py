"""The reasons why the next round can't be played: a locked screen, a device that is not read, a game server
out of reach. The table knows it by its own notes and the wheel's last line, so that screen, clock, server and
replay agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Literal

import msgspec

from console.table.core.state.phases import HeldBack, Phase
from console.table.core.state.table import Table
from console.table.devices.health import Health
from console.table.devices.model import DeviceRole, WheelDecoder
from console.table.devices.readings import WheelFaultMeaning

_DEVICES: Final = frozenset(DeviceRole)
_READERS: Final = (DeviceRole.SHOE, DeviceRole.READER)


def held_back(table: Table) -> tuple[HeldBack, ...]:
    """All that holds bets back now, in the order above; bets that are open stay open."""
    found = frozenset(_held_back(table))
    return tuple(each for each in HeldBack if each in found)


def _held_back(table: Table) -> Iterator[HeldBack]:
    console, manual = table.console, table.manual is not None
    if console.screen_locked:
        yield HeldBack.LOCKED
    for device, health in console.ailing.items():
        if device not in _DEVICES or (manual and device in _READERS) or _is_known(table, device):
            continue
        if health is Health.SHARED:
            yield HeldBack.PORT_SHARED
        else:
            yield HeldBack.READER_SILENT if device in _READERS else HeldBack.WHEEL_SILENT
    # A fault that somebody has dealt with is over, though the device reads nothing before bets are closed.
    at_fault = console.at_fault if table.halted else ()
    if _is_failing(table) or DeviceRole.WHEEL in at_fault:
        yield HeldBack.WHEEL_FAULT
    if not manual and any(each in at_fault for each in _READERS):
        yield HeldBack.READER_FAULT


def _is_known(table: Table, device: str) -> bool:
    """Whether a wheel was quiet before the last bets opened: a dealer opened them, and enters the numbers."""
    at, opened = table.console.ailing_since.get(device), None if table.round is None else table.round.opened
    return device == DeviceRole.WHEEL and at is not None and opened is not None and at < opened


def _is_failing(table: Table) -> bool:
    decoder = table.decoders.get(DeviceRole.WHEEL)
    last = decoder.last if isinstance(decoder, WheelDecoder) else None
    return last is not None and WheelFaultMeaning.FAILURE in last.warnings


class Outage(msgspec.Struct, frozen=True):
    """The reason why no bets can open now."""

    device: Literal["wheel", "link"]
    fault: Literal["silent", "lost", "failing", "shared"]
    since: datetime | None = None
    """None if it is the wheel's last line that says so."""


def outage(table: Table) -> Outage | None:
    """The outage for which the next bets wait; None in a round, in a halt, and if nothing is in the way."""
    if table.phase is not Phase.BETTING or table.halted or table.bet_time:
        return None
    ailing, since = table.console.ailing, table.console.ailing_since
    if "link" in ailing:
        return Outage("link", "lost", since.get("link"))
    if (health := ailing.get("wheel")) is not None and not _is_known(table, "wheel"):
        fault: Literal["silent", "lost", "shared"] = "lost"
        match health:
            case Health.SILENT:
                fault = "silent"
            case Health.SHARED:
                fault = "shared"
        return Outage("wheel", fault, since.get("wheel"))
    return Outage("wheel", "failing") if _is_failing(table) else None
