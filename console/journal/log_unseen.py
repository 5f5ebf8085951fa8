"""An entry of the log without the card that its table has not shown yet, and without the bytes that said it.

Which entries these are is told by who knows the game. What is in the journal stays as it is: once the table
shows the card, the log has it, too.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.journal.log_rows import UNSEEN, LogRow, Whole

_NAMED: Final = {"card": UNSEEN, "to": UNSEEN, "received": ""}
"""What of an event would tell it, and what stands there instead."""


def covered_row(row: LogRow) -> LogRow:
    """The row, its card face down."""
    return replace(row, event=covered_event(row.event.encode()).decode())


def covered(whole: Whole) -> Whole:
    """The entry, its card face down; its digest, too, is left out: there are but 52 faces to try."""
    event = covered_event(whole.event)
    return replace(
        whole, row=covered_row(whole.row), event=event, line=None, raw=None, digest=UNSEEN, chain=UNSEEN
    )


def covered_event(event: bytes) -> bytes:
    """An event as JSON, its card face down, its bytes left out."""
    said: dict[str, Any] = msgspec.json.decode(event)
    return msgspec.json.encode(
        {name: _NAMED.get(name, value) if isinstance(value, str) else value for name, value in said.items()}
    )
