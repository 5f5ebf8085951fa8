"""Shoe, reader and wheel: bytes to readings, one link to a port, and the devices of a simulated table.

A model is one module in ``models`` and one row in ``catalogue``, and does no I/O. Only ``port`` knows
pyserial.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.devices import catalogue, readings, wheel_status
    from console.table.devices.exchanged_ports import HeardPort
    from console.table.devices.health import Health, LossReason
    from console.table.devices.model import CardModel, Decoder, DeviceRole, WheelDecoder
    from console.table.devices.models.angel_eye import AngelEyeVoice, fault_frame
    from console.table.devices.models.cammegh import WheelLines
    from console.table.devices.models.card_lines import CardLinesVoice
    from console.table.devices.port import SerialLink
    from console.table.devices.readings import (
        CardRead, CardUnread, CutCardRead, Reading, ShoeResult, WheelFault, WheelNumber,
    )
    from console.table.devices.simulation.card_devices import (
        LoadedShoe, SimulatedDevice, SimulatedReader, SimulatedShoe,
    )
    from console.table.devices.simulation.cues import place_due, takes_ball_out
    from console.table.devices.simulation.rotor import SPEED
    from console.table.devices.simulation.simulated import PACE
    from console.table.devices.simulation.wheel_sensor import SimulatedWheel

__getattr__ = door(__name__)
