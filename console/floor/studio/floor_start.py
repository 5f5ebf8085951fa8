"""The floor on this machine: its own server, its simulated studio, and the wall, with which all ends. A
second start finds the running server by its socket and shows another wall: one studio plays in a folder.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated, Final, NamedTuple

from console.base.command_line import Arg, NamedLang, seconds, system_language, whole_number
from console.base.system import take
from console.floor.embedded import STUDIO, STUDIO_LOCK, SUPERUSER, WINDOW, Server, own_folder
from console.floor.errors import FloorError, StrangeFloor
from console.floor.studio.plan import PACE, USUAL, StudioPlan
from console.table.core import Person, Role
from console.table.people import BadgeForm, People, SignInObstacle, people

log = logging.getLogger(__name__)

WALKERS: Final = "walkers"
"""The name of the simulated pit bosses' account."""
ENDS_WITHIN: Final = 8.0
"""Seconds within which the studio's process ends by itself."""
LOOKS_EVERY: Final = 2.0
"""Seconds between two checks whether the server is still at work."""
LONGEST_PAUSE: Final = 60.0
"""The most seconds until a studio that ends at once is started again."""
ROOMS: Final = ("A", "B")
"""The rooms of the studio; a switch connects eight tables."""
MOST: Final = 1_000
"""The tables of a studio that one computer can simulate, if it is a large one."""
OF_SWITCH: Final = 8


class Running(NamedTuple):
    """A floor at work, as its window needs it."""

    dsn: str
    """The window's connection."""
    password: str | None
    studio: str
    people: People
    lang: str
    supervisor: str
    """The connection for questions that only a supervisor's account may ask."""
    persons: dict[str, Person]
    notes: Path | None = None
    """The folder of a third machine's notes of heads, if there is one, and the file of its public key."""
    witness: Path | None = None
    sign_in_obstacle: Callable[[], SignInObstacle | None] = lambda: None
    """The reason why nobody can sign in at the wall, or None."""
    badges: BadgeForm | None = None
    """How the house's badge reader types, if measured."""


class StartOptions(NamedTuple):
    """The options of the command line; with ``config`` it is a house's own floor, and nothing is started."""

    lang: NamedLang = ""
    tables: Annotated[int, Arg("option.tables_count", "N", whole_number(1, MOST))] = USUAL
    pace: Annotated[float, Arg("option.pace_studio", "SECONDS", seconds)] = PACE
    seed: Annotated[int, Arg("option.seed", "N")] = 1
    folder: Annotated[Path | None, Arg("option.server_folder", "FOLDER")] = None
    config: Annotated[Path | None, Arg("option.config_floor", "FILE")] = None

    @property
    def language(self) -> str:
        """The named language, else the system's."""
        return self.lang or system_language()


_AT_THE_WALL: Final = (Role.PIT_BOSS, Role.SUPERVISOR)
Show = Callable[[Running], int]
"""Shows the wall until it is closed; returns the exit status."""


def main(options: StartOptions, show: Show, meanwhile: Callable[[], object] = lambda: None) -> int:
    """Start what is not running yet, show the wall, and end what was started. ``meanwhile`` runs while the
    server starts, such as loading the wall's modules. Raises FloorError; for a house's own floor ConfigError
    and PeopleError too.
    """
    if importlib.util.find_spec("psycopg") is None:
        raise FloorError("floor.server.missing")
    if options.config is not None:
        return show(_house(options.config, options.lang))
    folder = options.folder or own_folder()
    with ExitStack() as stack:
        stack.enter_context(_ended_by_signal())
        server = Server(folder)
        server.check_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        first = stack.enter_context(_held(folder / STUDIO_LOCK))
        if not first and not server.is_running:
            raise FloorError("floor.start.busy", folder=str(folder))
        if first:
            stack.callback(server.stop)
            with _begun(server):
                meanwhile()
            plan = StudioPlan(
                folder=folder / "tables", tables=options.tables, pace=options.pace, seed=options.seed
            )
            _add_tables(server, plan)
            stack.enter_context(_kept_running(server))
            stack.enter_context(_studio(_command(folder, plan)))
        dsn = f"{server.dsn} user={_account(WINDOW)}"
        supervisor = f"{server.dsn} user={_account(WINDOW, 'supervisor')}"
        known = people(options.language)
        persons = {given.person.id: given.person for given in known.practice_people}
        running = Running(dsn, None, STUDIO, known, options.language, supervisor, persons)
        try:
            return show(running)
        except KeyboardInterrupt:
            return 0


@contextmanager
def _begun(server: Server) -> Iterator[None]:
    """Start a server in a thread; at the end of the block it has started. Raises what its start raised."""
    came = list[BaseException]()

    def start() -> None:
        try:
            server.start()
        except BaseException as error:  # It is raised again in the waiting thread.
            came.append(error)

    with _beside(start, "server start"):
        yield
    if came:
        raise came[0]


@contextmanager
def _kept_running(server: Server) -> Iterator[None]:
    """Start a server again whenever it ends during the block; tables and windows reconnect by themselves. A
    failed start is tried again; end and failure are reported once.
    """
    import psycopg

    closed = threading.Event()

    def watch() -> None:
        is_reported = False
        while not closed.wait(LOOKS_EVERY):
            if not server.has_ended:
                continue
            if not is_reported:
                log.warning("the floor's server has ended: it is started again")
            try:
                server.start()
            except (FloorError, OSError, psycopg.Error) as error:
                if not is_reported:
                    log.warning("the floor's server can't be started again yet: %s", error)
                is_reported = True
            else:
                is_reported = False
                log.warning("the floor's server is at work again")

    with _beside(watch, "server watch"):  # A server that is still starting can't be ended.
        try:
            yield
        finally:
            closed.set()


@contextmanager
def _beside(work: Callable[[], object], name: str) -> Iterator[None]:
    """Do work in a thread of this name during the block, and end it with the block."""
    thread = threading.Thread(target=work, name=name)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _house(file: Path, named: str) -> Running:
    """A house's own floor; a named language precedes the file's."""
    from console.floor.configuration import load_floor
    from console.table.people import PeopleFile, default_path

    house = load_floor(file)
    known = PeopleFile(house.people or default_path(), pepper=house.pepper)
    persons = {record.id: record.person for record in known.people}
    return Running(
        house.dsn,
        house.password(),
        house.studio,
        known,
        named or house.language,
        house.dsn,
        persons,
        house.notes,
        house.witness,
        lambda: known.sign_in_obstacle(_AT_THE_WALL),
        house.badges,
    )


def _account(name: str, role: str = "boss") -> str:
    from console.floor.operation import window_account

    return window_account(name, role)


def _add_tables(server: Server, plan: StudioPlan) -> None:
    import psycopg

    from console.floor.operation import add_studio, add_table, add_window
    from console.floor.schema import migrate

    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        try:
            migrate(admin)
        except StrangeFloor as error:
            raise StrangeFloor("floor.start.other", folder=str(server.folder), option="--folder") from error
        add_studio(admin, STUDIO)
        for number, planned in enumerate(plan.studio_tables):
            room = ROOMS[number * len(ROOMS) // plan.tables]
            add_table(
                admin,
                planned.name,
                studio=STUDIO,
                game=planned.game,
                rules=planned.rules,
                room=room,
                switch=f"{room}{number // OF_SWITCH + 1}",
            )
        for name in (WINDOW, WALKERS):
            add_window(admin, name, studio=STUDIO, role="boss")
        for role in ("supervisor", "indexer"):
            add_window(admin, WINDOW, studio=STUDIO, role=role)


def _command(folder: Path, plan: StudioPlan) -> list[str]:
    options = ("--tables", plan.tables, "--pace", plan.pace, "--seed", plan.seed, "--folder", folder)
    return [sys.executable, "-m", "console", "floor", "studio", *map(str, options)]


@contextmanager
def _studio(command: list[str]) -> Iterator[None]:
    """Run the studio's process during the block, and restart it whenever it ends; its tables continue by
    their journals. It ends with its standard input, so that it never outlives this one.
    """

    def begun() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    children, closed, changes = [begun()], threading.Event(), threading.Lock()

    def watch() -> None:
        pause = LOOKS_EVERY
        while True:
            began = time.monotonic()
            children[-1].wait()
            _end(children[-1])  # This ends its pipe.
            pause = LOOKS_EVERY if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            if closed.wait(pause):
                return
            with changes:
                if closed.is_set():
                    return
                log.warning("the simulated studio has ended: it is started again")
                children.append(begun())

    with _beside(watch, "studio watch"):
        try:
            yield
        finally:
            with changes:
                closed.set()
            _end(children[-1])


def _end(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None, "it has a pipe"
    with contextlib.suppress(OSError):
        child.stdin.close()
    try:
        child.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def _held(file: Path) -> Iterator[bool]:
    """Hold the folder during the block; yields False if another process plays in it."""
    lock = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        yield take(lock, wait=False)
    finally:
        os.close(lock)


@contextmanager
def _ended_by_signal() -> Iterator[None]:
    """Treat the signal to end as an interruption, so that everything that was started ends too."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def play(options: StartOptions) -> int:
    """The simulated studio alone, in this process, until its standard input ends."""
    from console.floor.desk import PostgresDesk
    from console.floor.door import PostgresDoor
    from console.floor.studio.simulated_studio import Studio
    from console.floor.table_side.account import account_of
    from console.table.core import SystemClock

    folder = options.folder or own_folder()
    dsn = Server(folder).dsn
    plan = StudioPlan(folder=folder / "tables", tables=options.tables, pace=options.pace, seed=options.seed)
    ended = threading.Event()

    def door(table: str) -> PostgresDoor:
        return PostgresDoor(f"{dsn} user={account_of(table)}", table)

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    threading.Thread(target=_until_end_of_input, args=(ended,), daemon=True).start()
    with ExitStack() as stack:
        desk = PostgresDesk(f"{dsn} user={_account(WALKERS)}")
        studio = Studio(plan, SystemClock(), door, stack, desk)
        _warm_decoders(plan)
        with studio.at_play():
            _indexed_until(ended, f"{dsn} user={_account(WINDOW, 'indexer')}")
    return 0


def _warm_decoders(plan: StudioPlan) -> None:
    """Read every kind of state in this thread: msgspec crashes if two threads meet one first."""
    from console.supervisor.review import fact_source
    from console.table.core import encode_table, game_of, ready
    from console.table.game import load_rulebook
    from console.table.journal import Identity

    for game, rules in {(planned.game, planned.rules) for planned in plan.studio_tables}:
        fact_source(Identity("T", game, rules), encode_table(ready(game_of(load_rulebook(rules), game))))


def _indexed_until(ended: threading.Event, dsn: str) -> None:
    """Index what the tables ship, until the studio ends."""
    import psycopg

    from console.floor.database import connect
    from console.floor.search.indexer import PAUSE, Indexer
    from console.supervisor.review import fact_source

    while not ended.wait(PAUSE):
        with contextlib.suppress(psycopg.Error), connect(dsn) as connection:
            indexer = Indexer(connection, fact_source)
            while not ended.wait(PAUSE):
                for _ in indexer.brought_up():
                    if ended.is_set():
                        break


def _until_end_of_input(ended: threading.Event) -> None:
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    ended.set()
