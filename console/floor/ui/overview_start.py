"""``dealer-console floor``: the overview of all tables, of a house's server or of one here."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from console.base.command_line import BAD_ARGUMENTS, PROGRAM, Arg, has_display, no_display, of_file, wrong
from console.base.words import Words
from console.floor.errors import FloorError
from console.floor.studio.floor_start import StartOptions, main, play
from console.supervisor.ui.paper import guide_pdf, pdf_beside_window
from console.table.config import ConfigError
from console.table.people import PeopleError

if TYPE_CHECKING:
    from console.floor.database import DeadlineConnection
    from console.floor.review.floor_tables import FloorTables
    from console.floor.studio.floor_start import Running
    from console.floor.ui.preferences import Preferences
    from console.floor.ui.wall_readings import HeadStore
    from console.floor.wall import FloorTable, Opener
    from console.floor.witness.heads import PostgresHeads
    from console.supervisor.review import Reviewing


MOST_TABLES = 250
"""The most tables of a simulated studio: each has its own connection."""
_LOOK_EVERY = 0.5
"""Seconds between two checks whether a signal ends the program."""


def floor(*, options: StartOptions, no_window: Annotated[bool, Arg("option.no_window")] = False) -> int:
    """Show all tables of a studio on one wall; here with a server and a simulated studio of its own."""
    if not no_window and not has_display():
        return no_display(options.language)
    return _started(
        options, lambda: main(options, _no_wall) if no_window else main(options, _wall, _wall_loaded)
    )


def studio(*, options: StartOptions, no_window: Annotated[bool, Arg("option.no_window")] = False) -> int:
    """Play at the tables of the simulated studio, for a server that runs."""
    return _started(options, lambda: play(options))


def _started(options: StartOptions, start: Callable[[], int]) -> int:
    if not 1 <= options.tables <= MOST_TABLES:
        raise wrong("tables", most=MOST_TABLES)
    words = Words(options.language)
    try:
        return start()
    except (FloorError, PeopleError) as error:
        print(f"{PROGRAM}: {words.text(error.key, **error.slots)}", file=sys.stderr)
    except ConfigError as error:
        print(f"{PROGRAM}: {of_file(words, error)}", file=sys.stderr)
    return BAD_ARGUMENTS


def _no_wall(running: Running) -> int:
    """Print how to reach the floor, and wait until somebody ends it."""
    print(running.dsn, flush=True)
    while True:  # A signal that comes just before a wait without end would never end it.
        time.sleep(_LOOK_EVERY)


def _wall_loaded() -> None:
    """Load the modules that the wall needs at its first paint."""
    import console.table.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.floor import desk  # noqa: F401
    from console.floor.ui import floor_window  # noqa: F401
    from console.floor.witness import heads, memory  # noqa: F401


def _wall(running: Running) -> int:
    from contextlib import suppress
    from hashlib import sha256

    from platformdirs import user_data_path

    import console.table.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.base.system import put_whole
    from console.floor.copies import own_folder
    from console.floor.desk import PostgresDesk
    from console.floor.ui import preferences
    from console.floor.ui.floor_window import WallOptions, run_wall
    from console.floor.witness.heads import PostgresHeads

    desk = PostgresDesk(running.dsn, running.password, supervisor=running.supervisor)
    name = sha256(running.dsn.encode()).hexdigest()[:16]
    folder = own_folder() / "wall" / name
    heads = PostgresHeads(running.dsn, running.password)
    kept = user_data_path(PROGRAM, appauthor=False) / "floor-windows"
    with suppress(OSError):  # The overview opens anyway and shows what it can't keep.
        kept.mkdir(parents=True, exist_ok=True)
    chosen = kept / f"{name}.chosen.json"
    try:
        options = WallOptions(
            opener=_wall_opener(running, folder),
            reviews=_wall_reviews(running, folder),
            memory=_wall_memory(kept / f"{name}.json", heads),
            preferences=kept_choices(chosen),
            keep=lambda each: put_whole(chosen, preferences.encoded(each)),
            sign_in_obstacle=running.sign_in_obstacle,
            badges=running.badges,
        )
        return run_wall(desk, running.people, Words(running.lang), running.studio, options)
    finally:
        heads.close()


def kept_choices(file: Path) -> Preferences:
    """The choices of the last start; those of a first one if unreadable."""
    from console.base.system import content_of
    from console.floor.ui.preferences import Preferences, decoded

    try:
        return decoded(content_of(file))
    except OSError:
        return Preferences()


def wall_connection(running: Running) -> DeadlineConnection:
    """A wall's own connection for what it reads besides its tables. Raises FloorError."""
    import psycopg

    from console.base.errors import trouble_of
    from console.floor.database import connect

    try:
        return connect(running.dsn, running.password)
    except psycopg.Error as error:
        raise FloorError(f"floor.unreached.{trouble_of(error)}", str(error)) from error


def _wall_opener(running: Running, folder: Path) -> Opener:
    """The opener of a table on the wall; its modules are loaded with the first table."""
    from functools import cache

    @cache
    def tables() -> FloorTables:
        from console.floor.review.floor_tables import FloorTables, Notes
        from console.table.journal import public_key

        notes = None
        if running.notes is not None and running.witness is not None:
            notes = Notes(running.notes, public_key(running.witness))
        return FloorTables(lambda: wall_connection(running), folder, running.persons, notes)

    def opened(table: str) -> FloorTable:
        import psycopg

        from console.floor.wall import TableUnread

        try:
            return tables().open(table)
        except (psycopg.Error, FloorError, LookupError) as error:
            why = str(error).strip().partition("\n")[0]
            raise TableUnread(f"{type(error).__name__}: {why}") from error

    return opened


def _wall_memory(place: Path, heads: PostgresHeads) -> HeadStore:
    """The heads that the wall's window saw, in a file of its own."""
    from contextlib import suppress
    from threading import Lock

    import msgspec

    from console.floor.door import NoDoor
    from console.floor.ui.wall_readings import HeadStore, TurnedBackTable
    from console.floor.witness.memory import SeenHeads, TurnedBack

    memory, found, one = SeenHeads(place), list[TurnedBackTable](), Lock()

    def looks() -> list[TurnedBackTable]:
        nonlocal found
        with one, suppress(NoDoor):  # The overview itself shows the outage, and findings stay.
            every = memory.look(heads)
            found = [TurnedBackTable(each.table, each.key, slots(each)) for each in every]
        return found

    def slots(each: TurnedBack) -> dict[str, object]:
        """A finding's values with its times in this computer's zone."""
        times = {name: datetime.fromisoformat(getattr(each, name)).astimezone() for name in ("when", "now")}
        return {**msgspec.structs.asdict(each), **times}

    def forgets(table: str) -> None:
        with one:
            memory.forget(table)

    return HeadStore(looks, forgets)


def _wall_reviews(running: Running, folder: Path) -> Callable[[str | None], Reviewing]:
    """The source of the wall's review, of a table or all of its studio; loaded with the first one."""

    def reviews(table: str | None) -> Reviewing:
        from console.floor.holdings import TableId
        from console.floor.review.floor_journals import FloorWork, Selection, floor_reads
        from console.supervisor.review import Paperwork, Reviewing
        from console.table.core import SystemClock

        clock = SystemClock()

        def work(paths: Sequence[Path], known: Mapping[Path, str]) -> Paperwork:
            names = selection.names_with(running.persons) if paths else {}
            return Paperwork(paths, names, clock.utc, draw=pdf_beside_window, guide=guide_pdf, known=known)

        tables = None if table is None else (TableId(table),)
        selection = Selection(lambda: wall_connection(running), folder / "review", tables)
        return Reviewing(lambda: floor_reads(selection, running.persons), lambda: FloorWork(selection, work))

    return reviews
