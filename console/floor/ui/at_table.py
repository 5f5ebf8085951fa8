"""A table at work joins its floor once its window is painted, writes its health, and asks the recorder."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from console.base.system import read_json
from console.table.core import Mode
from console.table.ui.window import PartAtTable, TableAtWork

if TYPE_CHECKING:
    from pathlib import Path

    from console.floor.recorder.video_watch import VideoWatch
    from console.floor.table_side.line import FloorLine
    from console.floor.table_side.own_report import ShiftDuties
    from console.table.config import TableConfig
    from console.table.core import Equipment, NoteKind, ShownTable

log = logging.getLogger(__name__)


def at_table(table: TableAtWork) -> PartAtTable:
    """The floor's work at a table whose file names a floor, a folder for its health, or a recorder."""
    config, floor, video = table.config, FloorAtTable(table), VideoAtTable(table)
    steps = []
    if config.floor is not None:
        steps.append(floor.join)
    if config.monitoring is not None:
        steps.append(partial(begin_monitoring, table))
    if config.probe is not None and config.mode is Mode.LIVE:
        steps.append(video.begin)
    return PartAtTable(
        tuple(steps), shows=(floor.show,), watches=(video.look,), take_equipment=(floor.take_equipment,)
    )


class FloorAtTable:
    def __init__(self, table: TableAtWork) -> None:
        self._table = table
        self._duties: ShiftDuties | None = None

    def join(self) -> None:
        """Join the floor, or have the journal note why nothing is sent."""
        from console.floor.table_side.own_report import ShiftDuties
        from console.table.core import shift_at

        table, config = self._table, self._table.config
        why = join_obstacle(config)
        if why is not None:  # The table plays on.
            table.station.note(*why)
            table.window.surroundings.lamps.floor_misses(True)
            return
        line = floor_line(table)
        table.stack.callback(line.stop)
        handed = table.session.table.handover
        signed = {} if handed is None else signature_times(config.journal, handed.shift)
        duties = ShiftDuties(lambda at: shift_at(at.astimezone(), config.shifts), table.began, signed)
        if table.last_shown is not None:
            self._show_duties(line, duties, table.last_shown)
            line.show(table.last_shown)
        self._duties, table.floor = duties, line
        if table.installed is not None:
            line.set_equipment(table.installed)
        if table.last_shown is not None:
            line.show(table.last_shown)  # This is what came between the two readings; older ones are skipped.
        line.start()

    def show(self, shown_table: ShownTable) -> None:
        if self._table.floor is not None and self._duties is not None:
            self._show_duties(self._table.floor, self._duties, shown_table)
            self._table.floor.show(shown_table)

    def _show_duties(self, line: FloorLine, duties: ShiftDuties, shown_table: ShownTable) -> None:
        from console.table.core import NoteJob, Phase

        handed, now = shown_table.table.handover, self._table.clock.utc()
        only_noted = isinstance(shown_table.job, NoteJob) and shown_table.table.phase is Phase.CLOSED
        unsigned = duties.is_unsigned(handed, now, shown_table.moment, only_noted=only_noted)
        line.set_shift_duties(unsigned=unsigned, unsealed=self._table.lacks_seal)

    def take_equipment(self, installed: Equipment) -> None:
        if self._table.floor is not None:
            self._table.floor.set_equipment(installed)


def join_obstacle(config: TableConfig) -> tuple[NoteKind, None, str] | None:
    """The note on why the floor can't be joined, or None: its kind, nobody, its text."""
    from console.floor.table_side.table_door import reason_for_no_door
    from console.table.core import NoteKind

    assert config.floor is not None, "asked before"
    why = reason_for_no_door(config)
    if why is None:
        return None
    log.error("the floor is not joined: %s", why)
    return why, None, "psycopg" if why == NoteKind.FLOOR_MISSING else str(config.floor.password_file)


def floor_line(table: TableAtWork) -> FloorLine:
    """The connection to the floor, not yet begun; it and the window show each other's faults."""
    from console import __version__
    from console.floor.door import START
    from console.floor.table_side.line import FloorLine
    from console.floor.table_side.own_report import OutsideFacts
    from console.floor.table_side.table_door import door_of, name_of
    from console.floor.wall import SHOWN_ID

    config, clock, station, bridge = table.config, table.clock, table.station, table.bridge
    floor, surroundings = config.floor, table.window.surroundings
    assert floor is not None, "asked before"
    name, door = name_of(config), door_of(config, clock.utc)
    beside = OutsideFacts(
        mode=config.mode.value,
        place=floor.place or "",
        version=__version__,
        console=START.hex(),
        name=surroundings.name_of,
    )
    line = FloorLine(
        config.journal,
        door,
        table.session.game,
        beside,
        note=station.note,
        now=clock.utc,
        introduce=surroundings.learn_name,
        on_twins=bridge.floor_has_twins.emit,
        refuses=lambda known: bridge.floor_refuses.emit(_names(known, name)),
        misses=bridge.floor_misses.emit,
        passed_over=bridge.floor_passes_over.emit,
        clocks_differ=bridge.floor_clock.emit,
        bar_sets=lambda sets: station.ask(lambda session: session.bar_sets(sets)),
        is_disabled=table.window.sign_in.people.is_disabled,
        unanswered=lambda: table.unanswered,
    )
    lamps = surroundings.lamps
    lamps.console = START.hex()[:SHOWN_ID]
    bridge.floor_has_twins.connect(lamps.floor_has_twins)
    bridge.floor_refuses.connect(lamps.floor_refuses)
    bridge.floor_misses.connect(lamps.floor_misses)
    bridge.floor_passes_over.connect(lamps.floor_passes_over)
    bridge.floor_clock.connect(lamps.floor_clock)
    table.window.lamps_changed.connect(line.set_lamps)
    return line


def _names(known: str | None, name: str) -> str:
    """The two names in a floor's refusal: the account's table, and this one; or empty."""
    return "" if known is None else " / ".join(dict.fromkeys(each for each in (known, name) if each))


def signature_times(path: Path, shift: str) -> dict[tuple[str, str], datetime]:
    """When each side last signed for a shift, by the journal's present file or the one before: a file may
    have been closed since.
    """
    from console.supervisor.history import EntrySequence
    from console.table.core import events
    from console.table.journal import JournalError, archives

    try:
        return {
            (shift, read_json(each.event, type=events.HandoverSigned).side): each.at
            for _, each in EntrySequence(archives.volumes(path)[-2:]).of_a_kind("handover_signed", shift)
            if each.refused is None
        }
    except JournalError as error:
        log.warning("no signature can be looked for: %s", error)
        return {}


def begin_monitoring(table: TableAtWork) -> None:
    from console.floor.monitoring.own_health import OwnHealth

    monitoring = table.config.monitoring
    assert monitoring is not None, "asked before"
    health = OwnHealth(table.config.journal, monitoring.textfile, monitoring.every)
    health.start()
    table.stack.callback(health.stop)


class VideoAtTable:
    """The questions to the recorder, once they have begun."""

    def __init__(self, table: TableAtWork) -> None:
        self._table = table
        self._watch: VideoWatch | None = None

    def begin(self) -> None:
        from console.floor.recorder.probe import ask
        from console.floor.recorder.video_watch import VideoWatch

        table, probe = self._table, self._table.config.probe
        assert probe is not None, "asked before"
        watch = VideoWatch(lambda moment: ask(probe, moment, table.clock), table.note, table.clock)
        watch.start()
        table.stack.callback(watch.stop)
        if table.last_shown is not None:
            watch.look(table.last_shown)
        self._watch = watch

    def look(self, shown_table: ShownTable) -> None:
        if self._watch is not None:
            self._watch.look(shown_table)
