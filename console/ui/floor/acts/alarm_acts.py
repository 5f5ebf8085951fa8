"""The acts of a person on an alarm at the wall, and the act that ends an alarm of each kind."""

from __future__ import annotations

from console.floor.alarms.items import AlarmKind, AlarmLine
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.calls import Calls
from console.ui.floor.acts.disputes import Disputes
from console.ui.floor.acts.shelved_alarms import ShelvedAlarms
from console.ui.floor.acts.twin_consoles import TwinConsoles
from console.ui.floor.readings.floor_history import FloorHistory


class AlarmActs:
    """Calls, shelved alarms, disputes and twin consoles, each in the name of the person who presses."""

    def __init__(self, wall: WallParts, history: FloorHistory) -> None:
        self.calls, self.shelved, self.twins = Calls(wall), ShelvedAlarms(wall), TwinConsoles(wall)
        self.disputes = Disputes(wall, history)

    def end(self, item: AlarmLine) -> None:
        """Do H's act with an alarm: each kind ends in its own way."""
        if item.what is AlarmKind.TWINS:
            self.twins.press(item)
        elif item.is_settled:
            self.disputes.press(item)
        else:
            self.shelved.press(item)
