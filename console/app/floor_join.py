"""How a table joins its floor once its window has been painted."""

from __future__ import annotations

import logging
from importlib import util

from console import __version__
from console.config import TableConfig
from console.floor.door import START, PostgresDoor
from console.floor.table_side.account import NoAccount, account_of, dsn_of, password_in
from console.floor.table_side.line import FloorLine
from console.floor.table_side.self_report import Beside
from console.table.games.game import Game
from console.table.running.clock import Clock
from console.table.running.station import Station
from console.ui.window.bridge import Bridge
from console.ui.window.table_window import TableWindow

log = logging.getLogger(__name__)


def not_joined(config: TableConfig) -> tuple[str, None, str] | None:
    """Why the floor can't be joined, as the journal notes it: the kind, nobody, the text; None if it can."""
    assert config.floor is not None, "asked before"
    try:
        if config.floor.password_file is not None:
            password_in(config.floor.password_file)
    except NoAccount as error:
        log.error("the floor is not joined: %s", error)
        return "floor_not_joined", None, str(config.floor.password_file)
    if util.find_spec("psycopg") is None:
        log.error("the floor is not joined: psycopg is not installed")
        return "floor_missing", None, "psycopg"
    return None


def floor_line(
    config: TableConfig, game: Game, clock: Clock, station: Station, window: TableWindow, bridge: Bridge
) -> FloorLine:
    """The connection to the floor, not yet begun; it and the window show each other's faults."""
    floor = config.floor
    assert floor is not None, "asked before"
    name, file = floor.table or config.name, floor.password_file
    dsn = dsn_of(floor.address, floor.account or account_of(name), floor.ca, floor.database)
    token = None if file is None else lambda: password_in(file)
    door = PostgresDoor(dsn, name, token, now=clock.utc)
    beside = Beside(
        mode=config.mode.value,
        place=floor.place or "",
        version=__version__,
        console=START.hex(),
        name=window.around.name_of,
    )
    line = FloorLine(
        config.journal,
        door,
        game if game.cards else None,
        beside,
        station.note,
        clock.utc,
        window.around.learn_name,
        bridge.floor_has_twins.emit,
        lambda known: bridge.floor_refuses.emit(_names(known, name)),
    )
    bridge.floor_has_twins.connect(window.around.lamps.floor_has_twins)
    bridge.floor_refuses.connect(window.around.lamps.floor_refuses)
    window.lamps_changed.connect(line.lamps)
    return line


def _names(known: str | None, name: str) -> str:
    """By which names the floor refuses a table: whose account it has, and its own; empty: it does not."""
    return "" if known is None else " / ".join(dict.fromkeys(each for each in (known, name) if each))
