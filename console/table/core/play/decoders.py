"""The decoders of a table's devices: their state after bytes, and after a gap in them."""

from __future__ import annotations

from msgspec.structs import replace

from console.table.core.state import editions
from console.table.core.state.table import Table
from console.table.devices.catalogue import Decoder, decoder_for
from console.table.devices.model import DeviceRole, WheelDecoder


def begin_bytes(table: Table) -> Table:
    """The table after new bytes, none of whose readings has been handled yet: their device is not silent."""
    if table.incidents.ended is not None:  # not without_ended alone: bytes come with every card
        table = table.without_ended
    if table.overdue is not None and table.overdue.devices:
        table = replace(table, overdue=replace(table.overdue, devices=()))
    return replace(table, reading_taken=False) if table.reading_taken else table


def by_edition(table: Table, decoder: Decoder) -> Decoder:
    """The decoder that reads as a console of the present edition does."""
    states = table.holds(editions.WARNING)
    return decoder.by_guide(
        blanks=table.holds(editions.NUMBER_FIELD),
        states=states,
        beats=states or table.holds(editions.OFF) or table.holds(editions.ROTOR, of=table),
    )


def decoder_of(table: Table, device: DeviceRole) -> Decoder:
    """The decoder of a device, as it is before the next bytes."""
    return by_edition(table, table.decoders.get(device) or decoder_for(device))


def wheel_of(table: Table) -> WheelDecoder | None:
    """The decoder of the wheel; None if no whole line of it has come."""
    decoder = table.decoders.get(DeviceRole.WHEEL)
    return decoder if isinstance(decoder, WheelDecoder) and decoder.last is not None else None


def read_on(table: Table, device: DeviceRole, received: bytes) -> Table:
    """The table with its decoder moved on by these bytes; the readings in them come as further events."""
    return replace(table, decoders={**table.decoders, device: decoder_of(table, device).successor(received)})


def cut_off(table: Table, device: str | None = None) -> Table:
    """The table after a gap in the bytes of a device (None: of each): a message that had begun is over, and
    the wheel's first line after the gap is not compared with the last before it.
    """
    decoders = {
        each: decoder.cut_off() if device in (None, each) else decoder
        for each, decoder in table.decoders.items()
    }
    return replace(table, decoders=decoders)
