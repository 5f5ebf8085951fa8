"""The decoders of a table's devices: their state after bytes, and after a gap in them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.table.core.state import editions, events
from console.table.core.state.table import LinesAfterSilence, Table
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
        words=table.holds(editions.UNREAD),
        states=states,
        beats=states
        or any(table.holds(row, of=table) for row in (editions.OFF, editions.ROTOR, editions.HELD)),
    )


def decoder_of(table: Table, device: DeviceRole) -> Decoder:
    """The decoder of a device, as it is before the next bytes."""
    return by_edition(table, table.decoders.get(device) or decoder_for(device))


def wheel_of(table: Table) -> WheelDecoder | None:
    """The decoder of the wheel; None if no whole line of it has come."""
    decoder = table.decoders.get(DeviceRole.WHEEL)
    return decoder if isinstance(decoder, WheelDecoder) and decoder.last is not None else None


SILENCE: Final = 2_000
"""Milliseconds without a byte after which a wheel's lines act together."""
PAUSE: Final = 250
"""Milliseconds between two lines by which the second is of its own time."""
_AT_MOST: Final = 1 << 16
"""Bytes that wait so at most."""


class Given(NamedTuple):
    """Bytes that act now; ``lines`` if they waited after a silence."""

    received: bytes
    lines: LinesAfterSilence | None = None


def acting(table: Table, event: events.BytesReceived) -> tuple[tuple[Given, ...], LinesAfterSilence | None]:
    """The bytes that act with this event, in order, and those that wait on after it, but for their time."""
    before = table.wheel.waiting if event.device is DeviceRole.WHEEL else None
    after = 0 if event.after is None and event.opened else event.after
    if before is not None and after is not None and after < PAUSE and len(before.received) < _AT_MOST:
        joined = before.received + event.received
        return (), replace(before, received=joined, ms=before.ms + after)
    given = () if before is None else (Given(before.received, before),)
    is_first = event.opened or (after is not None and after > SILENCE)
    if is_first and event.received and _has_beat(table, event.device):
        return given, LinesAfterSilence(event.received, _NEVER, table.heard_at.get(event.device))
    return (*given, Given(event.received)), None


_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def _has_beat(table: Table, device: DeviceRole) -> bool:
    """Whether the device is a wheel whose lines come by a beat, and are play."""
    if device is not DeviceRole.WHEEL or table.is_tested(device) or not table.holds(editions.HELD):
        return False
    decoder = decoder_of(table, device)
    return isinstance(decoder, WheelDecoder) and decoder.has_beat


def read_on(table: Table, event: events.BytesReceived, at: datetime) -> Table:
    """The table with its decoder moved on by the bytes that act now; their readings are further events."""
    given, waiting = acting(table, event)
    decoder, device = decoder_of(table, event.device), event.device
    for each in given:
        decoder = decoder.successor(each.received)
    table = replace(table, decoders={**table.decoders, device: decoder})
    if not (table.holds(editions.HELD) or table.holds(editions.OPENED)):
        return table
    if waiting is not None or table.wheel.waiting is not None:
        waiting = None if waiting is None else replace(waiting, at=at)
        table = replace(table, wheel=replace(table.wheel, waiting=waiting))
    return replace(table, heard_at={**table.heard_at, device: at}) if event.received else table


def lose(table: Table, at: datetime, device: str | None = None) -> Table:
    """The table once a card's device (None: each that was heard) is lost: no later than this it was read."""
    lost = {each: at for each in table.heard_at if device in (None, each) and each != DeviceRole.WHEEL}
    if device is not None and device != DeviceRole.WHEEL:
        lost[device] = at
    is_kept = lost and table.holds(editions.OPENED)
    return replace(table, heard_at={**table.heard_at, **lost}) if is_kept else table


def cut_off(table: Table, device: str | None = None) -> Table:
    """The table after a gap in the bytes of a device (None: of each): a message that had begun is over, and
    the wheel's first line after the gap is not compared with the last before it.
    """
    decoders = {
        each: decoder.cut_off() if device in (None, each) else decoder
        for each, decoder in table.decoders.items()
    }
    return replace(table, decoders=decoders)
