"""The reasons why the next round can't be played: a locked screen, a device that is not read, a game server
out of reach. The table knows it by its own notes and the wheel's last line, so that screen, clock, server and
replay agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Literal

import msgspec

from console.table.core.play.decoders import wheel_of
from console.table.core.play.wheel_run import OF_A_SPIN
from console.table.core.state import editions
from console.table.core.state.phases import HeldBack, Phase
from console.table.core.state.table import Table
from console.table.core.state.views import DeviceFault
from console.table.devices.health import Health
from console.table.devices.model import DeviceRole
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
    if is_off(table) and not (table.open_round and DeviceRole.WHEEL in at_fault):
        yield HeldBack.WHEEL_OFF
    if not manual and any(each in at_fault for each in _READERS):
        yield HeldBack.READER_FAULT


def _is_known(table: Table, device: str) -> bool:
    """Whether a wheel was quiet before the last bets opened: a dealer opened them, and enters the numbers."""
    at, opened = table.console.ailing_since.get(device), None if table.round is None else table.round.opened
    return device == DeviceRole.WHEEL and at is not None and opened is not None and at < opened


def _is_failing(table: Table) -> bool:
    wheel = wheel_of(table)
    if wheel is None or wheel.last is None:
        return False
    return wheel.last.is_other_pocket or not OF_A_SPIN.issuperset(wheel.warnings)


_TOLD: Final = {
    WheelFaultMeaning.LAUNCH_FAILED: DeviceFault.LAUNCH_FAILED,
    WheelFaultMeaning.SAME_DIRECTION: DeviceFault.WRONG_BALL_DIRECTION,
    WheelFaultMeaning.NO_BALL: DeviceFault.NO_BALL,
    WheelFaultMeaning.FAILURE: DeviceFault.SENSOR,
    "wheel_stopped": DeviceFault.WHEEL_STOPPED,
    WheelFaultMeaning.POCKETS: DeviceFault.POCKETS,
    WheelFaultMeaning.BALL_NOT_SEEN: DeviceFault.BALL_NOT_SEEN,
}


def device_fault(table: Table) -> DeviceFault | None:
    """The wheel's fault that a halt, the notice or ``held_back`` is of, of several the first; or None."""
    wheel, found = wheel_of(table), set[str]()
    if not table.holds(editions.FAULT):
        return None
    if table.halt is not None:
        found |= {table.halt.fault, table.halt.rotor}
    if wheel is not None:
        found |= {each for each in wheel.warnings if each not in OF_A_SPIN}
        found |= {WheelFaultMeaning.LAUNCH_FAILED} if wheel.retries else set()
        found |= {WheelFaultMeaning.POCKETS} if wheel.last and wheel.last.is_other_pocket else set()
    return next((told for meaning, told in _TOLD.items() if meaning in found), None)


def is_off(table: Table) -> bool:
    """Whether the wheel says that it is off; one that never spoke says nothing."""
    wheel = wheel_of(table)
    return wheel is not None and wheel.is_off and table.holds(editions.OFF)


class Outage(msgspec.Struct, frozen=True):
    """The reason why no bets can open now."""

    device: Literal["wheel", "link"]
    fault: Literal["silent", "lost", "failing", "off", "shared"]
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
    if _is_failing(table):
        return Outage("wheel", "failing")
    return Outage("wheel", "off") if is_off(table) else None
