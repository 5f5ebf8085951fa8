"""A table joins its floor, once its window has been painted."""

from __future__ import annotations

import logging

from console import __version__
from console.config import TableConfig
from console.floor.door import START
from console.floor.table_side.line import FloorLine
from console.floor.table_side.own_report import OutsideFacts
from console.floor.table_side.table_door import door_of, name_of, reason_for_no_door
from console.floor.wall import SHOWN_ID
from console.people.answers import People
from console.table.games.game import Game
from console.table.running.clock import Clock
from console.table.running.station import Station
from console.table.state.note_kinds import NoteKind
from console.ui.window.bridge import Bridge
from console.ui.window.table_window import TableWindow

log = logging.getLogger(__name__)


def join_obstacle(config: TableConfig) -> tuple[NoteKind, None, str] | None:
    """The journal's note on why the floor can't be joined: its kind, nobody, its text; None if it can be
    joined.
    """
    assert config.floor is not None, "asked before"
    why = reason_for_no_door(config)
    if why is None:
        return None
    log.error("the floor is not joined: %s", why)
    return why, None, "psycopg" if why == NoteKind.FLOOR_MISSING else str(config.floor.password_file)


def floor_line(
    config: TableConfig,
    game: Game,
    clock: Clock,
    *,
    station: Station,
    window: TableWindow,
    bridge: Bridge,
    people: People,
) -> FloorLine:
    """The connection to the floor, not yet begun; it and the window show each other's faults."""
    floor = config.floor
    assert floor is not None, "asked before"
    name, door = name_of(config), door_of(config, clock.utc)
    beside = OutsideFacts(
        mode=config.mode.value,
        place=floor.place or "",
        version=__version__,
        console=START.hex(),
        name=window.surroundings.name_of,
    )
    line = FloorLine(
        config.journal,
        door,
        game,
        beside,
        note=station.note,
        now=clock.utc,
        introduce=window.surroundings.learn_name,
        on_twins=bridge.floor_has_twins.emit,
        refuses=lambda known: bridge.floor_refuses.emit(_names(known, name)),
        misses=bridge.floor_misses.emit,
        passed_over=bridge.floor_passes_over.emit,
        clocks_differ=bridge.floor_clock.emit,
        bar_sets=lambda sets: station.ask(lambda session: session.bar_sets(sets)),
        is_disabled=people.is_disabled,
    )
    window.surroundings.lamps.console = START.hex()[:SHOWN_ID]
    bridge.floor_has_twins.connect(window.surroundings.lamps.floor_has_twins)
    bridge.floor_refuses.connect(window.surroundings.lamps.floor_refuses)
    bridge.floor_misses.connect(window.surroundings.lamps.floor_misses)
    bridge.floor_passes_over.connect(window.surroundings.lamps.floor_passes_over)
    bridge.floor_clock.connect(window.surroundings.lamps.floor_clock)
    window.lamps_changed.connect(line.set_lamps)
    return line


def _names(known: str | None, name: str) -> str:
    """The two names in a floor's refusal: the table whose account it is, and this table; empty if it is no
    refusal.
    """
    return "" if known is None else " / ".join(dict.fromkeys(each for each in (known, name) if each))
