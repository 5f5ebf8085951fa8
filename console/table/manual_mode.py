"""Manual mode: a pit boss enters the cards that are dealt, and what devices say is only recorded."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.table import events
from console.table.state import Manual, Table


def is_only_recorded(table: Table, event: events.Any) -> bool:
    """Whether a device said it while cards are entered by hand: it is accepted and changes nothing."""
    if table.manual is None:
        return False
    match event:
        case events.CardDrawn():
            return event.by is None
        case events.CutCardDrawn():
            return event.device is not None
        case events.CardUnread() | events.ShoeResulted() | events.DeviceFaulted():
            return True
        case _:
            return False


def manual_set(table: Table, event: events.ManualSet, at: datetime) -> Table:
    """Manual mode begins or ends; from here on the shoe's own count is not compared."""
    manual = (table.manual or Manual(event.by, at)) if event.on else None
    return replace(table, manual=manual, shoe_in_step=False)


def entered(table: Table) -> Table:
    """One more card was entered by hand."""
    manual = table.manual
    return replace(table, manual=replace(manual, cards=manual.cards + 1)) if manual else table
