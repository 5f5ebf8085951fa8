"""A device's bytes from which a row of the log was made: listed under the row when it is unfolded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.table.journal import FOLDED, LogRow

NEAR: Final = 200
"""The number of entries before a row in which its bytes are looked for."""
SHOWN: Final = 20
"""The most entries with bytes that are listed under a row: a wheel may have sent the same for an hour."""


def device_bytes_of(row: LogRow, before: Iterable[LogRow]) -> tuple[LogRow, ...]:
    """The bytes of the row's device, from the row back to the device's reading before it; the newest first.

    ``before`` are the entries before the row, the newest first. A piece of bytes may hold an earlier reading,
    too; so every entry of bytes stands under the next reading of its device.
    """
    device, found = row.device, list[LogRow]()
    if device is None:
        return ()
    for each in before:
        if each.kind == FOLDED and each.figures.get("device") == device:
            found.append(each)
        elif found and each.device == device:
            break
        if len(found) == SHOWN:
            break
    return tuple(found)
