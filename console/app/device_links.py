"""The ports of a table's devices: what they read goes to its thread, how they are to its window."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from console.config import Device
from console.devices.health import Health
from console.table.running.station import Station
from console.ui.window.bridge import Bridge

if TYPE_CHECKING:
    from console.devices.port import SerialLink


def serial_link(device: Device, station: Station, bridge: Bridge, counted: Event) -> SerialLink:
    """A device's port, not yet begun. What is read waits until ``counted`` is set."""
    from console.devices.port import SerialLink

    role, quiet = device.role, device.silent_after

    def healthy(health: Health) -> None:
        station.note(f"device_{health}", text=role)
        bridge.tell_health(role, health)

    def heard(received: bytes) -> None:
        counted.wait()
        station.hear(role, received)
        if quiet is not None:
            bridge.tell_heard(role)

    return SerialLink(device.url, heard, healthy, bridge.fail, baud=device.baud, silent_after=quiet)
