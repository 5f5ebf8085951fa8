"""Mistakes of a house: a table's machine cloned, the server's database emptied, a table called
otherwise, a console with another's name, clocks that step.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from console.floor.door import AccountRefused, NoDoor, PostgresDoor
from console.floor.operation import move_table, rename_table, table_of_name
from console.floor.self_report import encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.table.core import encode_table as kept_state
from console.table.journal import Shipment, archives
from tests.floor.studio_server import AIDA, CALLED, FloorServer, journal, new_floor, packed
from tests.floor.test_twins import ONE, OTHER, TwinConsole, cloned, played_on, rows
from tests.instruments.bench.play import FIRST
from tests.instruments.harm.floors import UPHOLDS, at_play, forever, held_otherwise, sent, served
from tests.instruments.harm.report import Harm

_COMMON: Final = 900
"""Entries that a clone has in common with the journal that it was made of."""
_BACK: Final = 30.0
"""Seconds in which an emptied server has all again."""


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """All of them, each with a database of its own."""
    many = 1 if quick else 10
    kinds: tuple[Callable[[FloorServer, Path], Harm], ...] = (
        lambda floor, place: twins(floor, place, 2 * many),
        lambda floor, place: emptied(floor, place, 2 * many),
        lambda floor, place: wrong_names(floor, place, 4 * many),
        lambda floor, place: renamed(floor, place, 4 * many),
        lambda floor, place: clock_steps(floor, place, 4 * many),
    )
    with served() as server:
        for number, kind in enumerate(kinds):
            place = folder / f"mistake{number}"
            place.mkdir()
            with new_floor(server, f"mistake{number}") as floor:
                yield kind(floor, place)


def twins(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """A machine is cloned and both play as one table: few rows, both are told, and the one that counts is
    held whole.
    """
    harm, chance = Harm("two consoles play as one table", upholds=UPHOLDS), random.Random(seed)
    most = 0
    for number in range(times):
        _as_new(floor)
        place = folder / str(number)
        place.mkdir()
        one, other = cloned(place, _COMMON)
        own, others = (_COMMON + chance.randint(1, 40) for _ in range(2))
        with played_on(one, _COMMON, own), played_on(other, _COMMON + 1, others + 1):
            first, second = TwinConsole(floor, one, ONE), TwinConsole(floor, other, OTHER)
            for _ in range(chance.randint(3, 6)):
                first.ship()
                second.ship()
            flaws = [] if (first.lamp, second.lamp) == ([True], [True]) else ["a console was not told"]
            counts, left = (second, first) if chance.random() < 0.5 else (first, second)
            id = OTHER if counts is second else ONE
            with closing(floor.desk()) as desk:
                if not desk.count("T1", id.hex(), AIDA, "the machine at the table"):
                    flaws.append("none could be counted")
            for _ in range(3):
                counts.ship()
                left.ship()
            flaws += [] if counts.lamp == [True, False] and left.lamp == [True] else ["the lamps stand wrong"]
            flaws += _is_held(floor, counts.path)
        most = max(most, rows(floor) - _COMMON)
        harm.done(own + others - 2 * _COMMON, [f"no. {number}: {each}" for each in flaws])
    harm.lost += [] if most < 100 else [f"a clone of {_COMMON} entries made {most} rows more"]
    harm.note = f"{most} rows beside the common {_COMMON} at most"
    return harm


def _is_held(floor: FloorServer, path: Path) -> list[str]:
    """Check that the newest part of T1 is this file, and forks and disputes are as they should be."""
    asked = "SELECT max(part) FROM floor.journal WHERE table_id = 'T1' AND (number, chain) = (%s, %s)"
    row = floor.admin.execute(asked, Shipment(path).last()).fetchone()
    if row is None or row[0] is None:
        return ["the journal that counts is not held"]
    return [] if floor.entries(part=row[0]) == packed(path) else ["other bytes than the journal that counts"]


def emptied(floor: FloorServer, folder: Path, times: int) -> Harm:
    """The server loses all that it has while a table plays, whose journal goes on from another one."""
    harm, path = Harm("server emptied while a table plays", upholds=UPHOLDS), folder / "J.db"
    every, took = forever(), list[float]()
    with closing(journal(path)) as kept:
        kept.append(list(islice(every, 600)), kept_state(FIRST))
        old = archives.go_on_in_new_file(kept, kept_state(FIRST), datetime(2026, 5, 1, 6, tzinfo=UTC))
        thread = ShippingThread(Shipper(path, floor.door(), None))
        thread.start()
        for number in range(times):
            with at_play(kept, thread, every) as played_on_now:
                time.sleep(1.0)
                floor.admin.execute(_LOSES_ALL.encode())
                began = time.monotonic()
                time.sleep(0.5)
            last, wrong = kept.last, list[str]()
            while floor.admin.execute(_HEAD, (last,)).fetchone() is None:
                thread.wake()
                if time.monotonic() - began > _BACK:
                    wrong = [f"no. {number}: not all there again after {_BACK:.0f} s"]
                    break
                time.sleep(0.05)
            took.append(time.monotonic() - began)
            harm.done(played_on_now[0], wrong)
        thread.stop(5)
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [old, path])
    states = floor.admin.execute("SELECT count(DISTINCT part) FROM floor.checkpoint").fetchone()
    harm.lost += [] if states == (2,) else [f"states of {states and states[0]} parts of 2"]
    harm.note = f"all there again after {max(took):.1f} s at most"
    return harm


_LOSES_ALL: Final = "; ".join(
    (
        "BEGIN; LOCK TABLE floor.state, floor.journal",
        *(f"DELETE FROM floor.{each}" for each in ("entry", "journal", "checkpoint", "state")),
        "COMMIT",
    )
)
"""All at one moment, as a lost disk does: no batch comes between, of which the entries alone would remain."""
_HEAD: Final = "SELECT FROM floor.journal WHERE table_id = 'T1' AND part = 2 AND number >= %s"


def wrong_names(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """A console asks for another table than the one whose account it has: refused and named, nothing of it
    comes in, and all of it once its name is right.
    """
    harm, chance = Harm("consoles with another's name", upholds=UPHOLDS), random.Random(seed)
    every, paths = forever(), {table: folder / f"{table}.db" for table in ("T1", "T2")}
    held = {table: journal(path) for table, path in paths.items()}
    for number in range(times):
        table, other = chance.sample(["T1", "T2"], 2)
        asked = chance.choice(
            [other, "T 1", "T1 ", "t1", "", "T1/T2", "x" * 900, "'; DROP TABLE floor.entry"]
        )
        held[table].append(list(islice(every, 20)))
        door = PostgresDoor(f"{floor.dsn} user={floor.accounts[table]}", asked)
        shipper, before, flaws = Shipper(paths[table], door, None), rows(floor), list[str]()
        try:
            while shipper.step():
                pass
            flaws.append(f"{table} was taken as {asked[:20]!r}")
        except AccountRefused as refused:
            flaws += [] if refused.known == table else [f"refused as {refused.known}"]
        except NoDoor as error:
            flaws.append(f"not called a refusal: {error}")
        shipper.close()
        flaws += [] if rows(floor) == before else ["something of it came in"]
        said = floor.admin.execute("SELECT account, asked FROM floor.refusal").fetchall()
        flaws += [] if said == [(floor.accounts[table], asked[:64])] else [f"the wall reads {said}"]
        sent(Shipper(paths[table], floor.door(table), None))
        harm.done(20, [f"no. {number}: {each}" for each in flaws])
    for table, path in paths.items():
        held[table].close()
        harm.lost += held_otherwise(floor, [path], table)
    return harm


def renamed(floor: FloorServer, folder: Path, times: int) -> Harm:
    """A table is called otherwise, or stands in another studio, in the middle of play."""
    harm, path = Harm("table renamed and moved while it plays", upholds=UPHOLDS), folder / "J.db"
    with journal(path) as kept:
        thread = ShippingThread(Shipper(path, floor.door(), None))
        thread.start()
        with at_play(kept, thread) as played_on_now:
            for number in range(times):
                before = played_on_now[0]
                now = floor.admin.execute("SELECT name, studio FROM floor.tables WHERE table_id = 'T1'")
                name, studio = now.fetchone() or ("", "")
                known = table_of_name(floor.admin, name, studio)
                to = "Vilnius" if studio == "Riga" else "Riga"
                if number % 2:
                    move_table(floor.admin, known, to)
                    seen_by = floor.windows["elsewhere" if to == "Vilnius" else "boss"]
                else:
                    name = f"Table {number}"
                    rename_table(floor.admin, known, name)
                    seen_by = floor.windows["boss" if studio == "Riga" else "elsewhere"]
                time.sleep(0.4)
                with floor.account(seen_by) as wall:
                    asked = "SELECT name FROM floor.tables WHERE table_id = 'T1'"
                    seen = wall.execute(asked).fetchall()
                flaws = [] if seen == [(name,)] else [f"no. {number}: its wall sees {seen}"]
                flaws += [] if played_on_now[0] > before else [f"no. {number}: the table stood still"]
                harm.done(played_on_now[0] - before, flaws)
        thread.stop(5)
        sent(Shipper(path, floor.door(), None))
    harm.lost += held_otherwise(floor, [path])
    return harm


_STEPS: Final = (timedelta(hours=1), -timedelta(hours=1), timedelta(days=400), -timedelta(days=20_000))


def clock_steps(floor: FloorServer, folder: Path, times: int) -> Harm:
    """A table's clock steps while somebody is called: it is heard as before, and no age is below nothing."""
    harm, path = Harm("table's clock steps while a call waits", upholds=UPHOLDS), folder / "J.db"
    every, by = forever(), [timedelta()]
    account = f"{floor.dsn} user={floor.accounts['T1']}"
    with journal(path) as kept:
        door = PostgresDoor(account, "T1", now=lambda: datetime.now(UTC) + by[0])
        shipper = Shipper(path, door, None, state=lambda held_back: encode_report(CALLED))
        for number in range(times):
            by[0] = _STEPS[number % len(_STEPS)]
            kept.append(list(islice(every, 20)))
            while shipper.step():
                pass
            with closing(floor.desk()) as desk:
                (seen,) = [each for each in desk.read().tables if each.table == "T1"]
            flaws = (
                [] if seen.silence is not None and -1 < seen.silence < 6 else [f"heard {seen.silence} s ago"]
            )
            ages = {"stood": seen.stood, "called": seen.call.age if seen.call is not None else None}
            flaws += [] if seen.call is not None else ["the call is not seen"]
            flaws += [f"{what} for {age} s" for what, age in ages.items() if age is not None and age < 0]
            harm.done(20, [f"no. {number}, by {by[0]}: {each}" for each in flaws])
        shipper.close()
    days = floor.admin.execute("SELECT count(DISTINCT day) FROM floor.entry").fetchone()
    harm.lost += held_otherwise(floor, [path])
    harm.lost += [] if days is not None and days[0] <= 2 else ["a table's clock chose the day"]
    return harm


def _as_new(floor: FloorServer) -> None:
    for door in floor.doors:
        door.close()
    floor.doors.clear()
    floor.empty()
