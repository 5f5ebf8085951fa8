"""A simulated table: its device, its players, and the settings that the command line gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from console.config import LinkConfig, TableConfig, simulated_role, training_config
from console.devices.model import DeviceRole
from console.game.rulebook import Rulebook
from console.table.games.game import of_cards
from console.table.games.registry import game_of

if TYPE_CHECKING:
    from console.arguments import WindowOptions
    from console.devices.simulation.card_devices import SimulatedDevice
    from console.devices.simulation.wheel_sensor import SimulatedWheel
    from console.link.players import Players


def simulation(
    options: WindowOptions, rulebook: Rulebook
) -> Callable[[bytes], SimulatedDevice | SimulatedWheel] | None:
    """The maker of a simulated table's device; None at a LIVE table, which has a real one."""
    if options.table is not None:
        return None
    if simulated_role(options.game) is DeviceRole.WHEEL:
        return _simulated_wheel(options.pace)
    from random import Random

    from console.devices.simulation.card_devices import PACE, SimulatedReader, SimulatedShoe

    make = SimulatedShoe if simulated_role(options.game) is DeviceRole.SHOE else SimulatedReader
    pace = PACE if options.pace is None else options.pace
    from_end = of_cards(game_of(rulebook, options.game)).rules.cut_card.from_end
    return lambda used: make(Random(), used_counts=used, pace=pace, from_end=from_end)


def _simulated_wheel(pace: float | None) -> Callable[[bytes], SimulatedWheel]:
    from random import Random

    from console.devices.simulation.wheel_sensor import PACE, SimulatedWheel

    return lambda _: SimulatedWheel(Random(), pace=PACE if pace is None else pace)


def players_of(options: WindowOptions) -> Players | None:
    """The players of a simulated table; None at a LIVE one."""
    if options.table is not None:
        return None
    from random import Random

    from console.link.players import Habits, Players

    slowest = options.answers
    return Players(Random(), Habits() if slowest is None else Habits(seconds=(slowest / 6, slowest)))


def training(options: WindowOptions) -> TableConfig:
    """A simulated table's settings."""
    return training_config(options.game, options.rules, options.lang)


def with_link(config: TableConfig, options: WindowOptions) -> TableConfig:
    """The table with the link that the command line names, else with that of its file."""
    if options.link is None:
        return config
    given = LinkConfig(options.link, options.ca, options.token)
    if config.link is not None:
        given = replace(given, table=config.link.table, plain_ok=config.link.plain_ok)
    return replace(config, link=given)
