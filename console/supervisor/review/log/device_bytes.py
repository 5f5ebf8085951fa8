"""A device's bytes from which a row of the log was made: listed under the unfolded row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.table.journal import FOLDED, LogRow

NEAR: Final = 200
"""How many entries before a row are searched for its bytes."""
SHOWN: Final = 20
"""The most entries with bytes under a row: a wheel may have sent the same for an hour."""


def device_bytes_of(row: LogRow, before: Iterable[LogRow]) -> tuple[LogRow, ...]:
    """The bytes of the row's device, from the row back to the device's reading before it; the newest first,
    as in ``before``, the entries before the row. A piece of bytes may also contain an earlier reading, so
    each one stands under its device's next reading.
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
