"""The reasons why the next round can't be played: a wheel that is not read, a game server out of reach. The
table knows it by its own notes and the wheel's last line, so that screen, clock and replay agree.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from console.table.core.state.phases import Phase
from console.table.core.state.table import Table
from console.table.devices.health import Health
from console.table.devices.model import WheelDecoder
from console.table.devices.readings import WheelFaultMeaning


class Outage(msgspec.Struct, frozen=True):
    """The reason why no bets can open now."""

    device: Literal["wheel", "link"]
    fault: Literal["silent", "lost", "failing"]
    since: datetime | None = None
    """None if it is the wheel's last line that says so."""


def outage(table: Table) -> Outage | None:
    """The outage for which the next bets wait; None in a round, in a halt, and if nothing is in the way. A
    wheel that was quiet before the last bets opened is none: a dealer opened them, and enters the numbers.
    """
    if table.phase is not Phase.BETTING or table.halted or table.bet_time:
        return None
    decoder = table.decoders.get("wheel")
    last = decoder.last if isinstance(decoder, WheelDecoder) else None
    since, opened = table.console.ailing_since, None if table.round is None else table.round.opened
    if "link" in table.console.ailing:
        return Outage("link", "lost", since.get("link"))
    if (health := table.console.ailing.get("wheel")) is not None:
        at = since.get("wheel")
        is_known = at is not None and opened is not None and at < opened
        fault: Literal["silent", "lost"] = "silent" if health is Health.SILENT else "lost"
        return None if is_known else Outage("wheel", fault, at)
    if last is not None and WheelFaultMeaning.FAILURE in last.warnings:
        return Outage("wheel", "failing")
    return None
