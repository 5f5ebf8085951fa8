"""What a device's readings mean at the table: readings become events.

It judges nothing: a card that is not due is an event like any other, and refused later.
"""

from __future__ import annotations

from console.devices import readings
from console.table import events


def event_of(device: str, reading: readings.Reading) -> events.Any:
    """The event that a reading of this device stands for."""
    match reading:
        case readings.CardRead():
            return events.CardDrawn(reading.card, device, _target(device, reading), not reading.in_game)
        case readings.CardUnread():
            return events.CardUnread(device, not reading.in_game)
        case readings.CutCardRead():
            return events.CutCardDrawn(device)
        case readings.ShoeResult():
            winner = None if reading.forced_quit else reading.winner
            return events.ShoeResulted(winner, reading.player_pair, reading.banker_pair, device)
        case readings.ShoeFault():
            return events.DeviceFaulted(device, reading.code)
        case readings.WheelNumber():
            return events.NumberRead(reading.number, device)
        case readings.NumberChanged():
            return events.NumberRead(reading.number, device, changed=True)
        case readings.BallInTrack():
            return events.BallSent(device)
        case readings.WheelFault():
            return events.WheelFaulted(reading.meaning, device, reading.game)
        case _:
            return events.DeviceNoted(device, type(reading).__name__)


def _target(device: str, reading: readings.CardRead) -> tuple[str, int] | None:
    """Where the shoe counts the card; a shoe that names no place it knows never names the one due."""
    if device != "shoe":
        return None
    place = reading.place
    return (place.target.value, place.index) if place else ("unknown", 0)
