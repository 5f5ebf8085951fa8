"""A table's state as it is kept to begin from again, and the layouts that it has been kept in.

Layout 1 held baccarat alone; layout 2 remembered of a coup its winner alone. What a later console has kept is
refused before this is asked: the journal's own schema says so.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.table.state import Table

LAYOUT: Final = 3


class _Kept(msgspec.Struct, frozen=True):
    """The state with the layout that it is in."""

    layout: int
    table: Table


class _Layout(msgspec.Struct, frozen=True):
    layout: int = 1


_ENCODER: Final = msgspec.json.Encoder()
_LAYOUT: Final = msgspec.json.Decoder(_Layout)
_KEPT: Final = msgspec.json.Decoder(_Kept)
_TABLE: Final = msgspec.json.Decoder(Table)


def kept(table: Table) -> bytes:
    """The state as JSON."""
    return _ENCODER.encode(_Kept(LAYOUT, table))


def table_of(checkpoint: bytes | None) -> Table:
    """The state that was kept; None is a closed table, before anything happened."""
    if checkpoint is None:
        return Table()
    if _LAYOUT.decode(checkpoint).layout == 1:
        return _TABLE.decode(_ENCODER.encode(_from_layout_1(msgspec.json.decode(checkpoint))))
    return _KEPT.decode(checkpoint).table


def same(kept: bytes, told: bytes) -> bool:
    """Whether two states are one; what the older one's layout could not hold is not compared.

    Raises msgspec.DecodeError for what is no state.
    """
    older = min(_LAYOUT.decode(each).layout for each in (kept, told))
    return _as_of(table_of(kept), older) == _as_of(table_of(told), older)


def _as_of(table: Table, layout: int) -> Table:
    """A state without what a layout did not hold."""
    if layout >= LAYOUT:
        return table
    return replace(table, results=tuple(result.partition(" ")[0] for result in table.results))


def _from_layout_1(state: dict[str, Any]) -> dict[str, Any]:
    """A coup was the only round that there was, and all of it could be mended; the first kept no other."""
    play, last = ({"game": "baccarat", **state.pop(name, {})} for name in ("coup", "last_coup"))
    return {**state, "play": play, "last_play": last}
