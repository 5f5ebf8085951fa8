"""Signing the handover of a shift: each side once, by two people of whom each answers for the table.

What was handed over is not known here; it is told from the journal.
"""

from __future__ import annotations

from msgspec.structs import replace

from console.table import events
from console.table.state import Handed, Table


def refusal(table: Table, event: events.HandoverSigned) -> str | None:
    """Why a signature can't be taken: its side has signed, or the same person has for the other one."""
    handed = table.handed
    if handed is None or handed.shift != event.shift:
        return None
    if event.side in handed.signed:
        return "out_of_turn"
    return "not_authorised" if event.by in handed.signed.values() else None


def signed(table: Table, event: events.HandoverSigned) -> Table:
    """The table once a side has signed; who signed for the shift before is no longer asked."""
    before = table.handed
    sides = before.signed if before is not None and before.shift == event.shift else {}
    return replace(table, handed=Handed(event.shift, {**sides, event.side: event.by}))
