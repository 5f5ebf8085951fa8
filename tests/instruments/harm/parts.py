"""``python3 -m tests harm``: the long harm, done for real, and a table of what was lost.

``python3 -m tests harm crash power`` does these parts alone; ``--quick`` does a little of each. The exit
status is 1 if anything was lost, 2 if a part could not be done here at all.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.instruments.harm.report import Harm

Part = Callable[[Path, bool], "Iterator[Harm]"]


def crash(folder: Path, quick: bool) -> Iterator[Harm]:
    """Killed at any moment of a shift, by every signal that ends a session, and suspended."""
    from tests.instruments.harm.killing import killed, stopped

    yield killed(folder, 20 if quick else 600, (signal.SIGKILL,), "kill -9")
    yield killed(folder, 6 if quick else 150, (signal.SIGTERM,), "SIGTERM")
    yield killed(folder, 6 if quick else 150, (signal.SIGHUP,), "SIGHUP, the session's end")
    yield stopped(folder, 6 if quick else 60)


def window(folder: Path, quick: bool) -> Iterator[Harm]:
    """The same of the real window, offscreen."""
    from tests.instruments.harm.windows import killed_at_months_end, killed_in_the_window

    yield killed_in_the_window(folder, 3 if quick else 60, signal.SIGKILL)
    yield killed_in_the_window(folder, 3 if quick else 15, signal.SIGTERM)
    yield killed_at_months_end(folder, 4 if quick else 24)


def freeze(folder: Path, quick: bool) -> Iterator[Harm]:
    """A thread that stands still, or all of them, under a watchdog."""
    from tests.instruments.harm.freezes import KINDS, frozen

    yield frozen(folder, KINDS[:2] if quick else KINDS)


def power(folder: Path, quick: bool) -> Iterator[Harm]:
    """The power fails at every write."""
    from tests.instruments.harm.power import cut_off

    if quick:
        yield cut_off(folder, "baccarat", "sv", 12, 6)
        return
    yield cut_off(folder, "baccarat", "sv", 150)
    yield cut_off(folder, "blackjack", "lt", 150)
    yield cut_off(folder, "roulette", "de", 150)
    yield cut_off(folder, "baccarat", "lt", 950, 20)


def kills(folder: Path, quick: bool) -> Iterator[Harm]:
    """Killed before each call to the system while a file is begun, closed, archived, upgraded or restored."""
    from tests.instruments.harm.kill_points import killed_at_each_call

    yield from killed_at_each_call(folder, 7 if quick else 1)


def header(folder: Path, quick: bool) -> Iterator[Harm]:
    """Each of the 800 bits of a journal's header changed."""
    from tests.instruments.harm.attacks import night
    from tests.instruments.harm.header_bits import BITS, changed

    yield changed(folder, night(folder / "night", "baccarat", "sv", 40), BITS[::13] if quick else BITS)


def pages(folder: Path, quick: bool) -> Iterator[Harm]:
    """Each page of a journal's file is zeros, or noise."""
    from tests.instruments.harm.attacks import night
    from tests.instruments.harm.pages import pages_of, spoiled

    for number, lines in enumerate((40,) if quick else (40, 400)):
        of = night(folder / f"night-{number}", "baccarat", "sv", lines)
        yield spoiled(folder / str(number), of, pages_of(of)[:: 4 if quick else 1])


def disk(folder: Path, quick: bool) -> Iterator[Harm]:
    """Full, read-only, slow, gone, locked, in the middle of a hand."""
    from tests.instruments.harm.troubles import KINDS, troubled

    for number, kind in enumerate(KINDS):
        slow = kind.name.startswith(("locked", "slow"))
        times = (1 if slow else 2) if quick else 6 if slow else 30
        yield troubled(folder / f"trouble-{number}", kind, times)


def damage(folder: Path, quick: bool) -> Iterator[Harm]:
    """Bytes of the journal and of its log go bad."""
    from tests.instruments.harm.damage import KINDS, damaged

    for number, name in enumerate(KINDS):
        yield damaged(folder / f"damage-{number}", name, 2 if quick else 60)


def devices(folder: Path, quick: bool) -> Iterator[Harm]:
    """Unplugged at each byte, and flooding."""
    from tests.instruments.harm.flooding import FLOODS, flooded
    from tests.instruments.harm.unplugging import SAID, unplugged

    for said in SAID:
        yield unplugged(said, range(0, len(said.whole), 4 if quick else 1))
    for number, flood in enumerate(FLOODS[:2] if quick else FLOODS):
        yield flooded(folder / f"flood-{number}", flood, 1 << 16 if quick else 1 << 22)


def attacks(folder: Path, quick: bool) -> Iterator[Harm]:
    """By somebody who has the files and no key."""
    from tests.instruments.harm import promise_files
    from tests.instruments.harm.attacks import KINDS, OFTEN, attacked, nights

    on = nights(folder / "nights")
    for number, name in enumerate(KINDS):
        times = (3 if quick else 30) * OFTEN.get(name, 1)
        yield attacked(folder / f"attack-{number}", name, times, on)
    yield from promise_files.attacked(folder / "files", 2 if quick else 40)


def census(folder: Path, quick: bool) -> Iterator[Harm]:
    """Every object, row and kind of bytes of every kept journal and of today's, a case each."""
    from tests.instruments.harm.census_counts import counted

    for _, harms in counted(folder, 97 if quick else 1, processes=1):
        yield from harms


def promises(folder: Path, quick: bool) -> Iterator[Harm]:
    """Each file that a promise of the handbook depends on, changed for that promise."""
    from tests.instruments.harm.promises import changed

    yield from changed(folder, 1 if quick else 12)


def numbers(folder: Path, quick: bool) -> Iterator[Harm]:
    """Every number of every line, as large as it comes."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.attacks import GAMES
    from tests.instruments.harm.numbers import TableScreens, before, restarts, tables
    from tests.table.core.tables import Driven

    application = QApplication.instance() or QApplication([])
    lines, every = (40, 20) if quick else (300, 12)
    for game, rules in GAMES:
        screen = TableScreens(Driven(rules, game=game))
        lines_harm, usual = tables(game, rules, lines, every, screen)
        yield lines_harm
        yield before(game, rules, lines, screen, usual)
        yield restarts(folder, game, rules, lines)
        screen.close()
    application.processEvents()


def hands(_: Path, quick: bool) -> Iterator[Harm]:
    """Keys, fingers, badges, double taps at random over two windows, with a slow disk and lines between."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.hands import pressed

    application = QApplication.instance() or QApplication([])
    yield pressed(6 if quick else 600)
    application.processEvents()


def stamps(_: Path, quick: bool) -> Iterator[Harm]:
    """Keys and clicks of X11 and Wayland in a stopped window: by ``apt-get install xvfb xdotool weston``."""
    from tests.instruments.harm.stamps import stamped

    yield from stamped(2 if quick else 20)


def floor(folder: Path, quick: bool) -> Iterator[Harm]:
    """The failure matrix of the floor: lines, servers, standbys, tables, files, forgers, clocks, cards,
    mistakes, and a hostile table.
    """
    from tests.instruments.harm import floor_pooler, floor_servers, floor_tables, floors

    yield from floors.harms(folder, quick)
    yield from floor_servers.harms(folder, quick)
    yield from floor_tables.harms(folder, quick)
    yield from mistakes(folder, quick)
    yield from hostile(folder, quick)
    yield from changes(folder, quick)
    yield from hours(folder / "hours", quick)
    yield floor_pooler.pooled(folder / "pooler", *((6, 3.0) if quick else (40, 60.0)))


def mistakes(folder: Path, quick: bool) -> Iterator[Harm]:
    """The mistakes of a house, from the floor's matrix: clones, an emptied server, names, clocks."""
    from tests.instruments.harm import floor_mistakes

    yield from floor_mistakes.harms(folder, quick)


def hostile(folder: Path, quick: bool) -> Iterator[Harm]:
    """Random entries of a hostile table; all that it can do beside five others and two walls; then each kind
    beside eleven.
    """
    from tests.instruments.harm import floor_fuzz, floor_hostile

    yield from floor_fuzz.harms(folder, quick)
    yield from floor_hostile.harms(folder, quick)


def faces(folder: Path, quick: bool) -> Iterator[Harm]:
    """The effects of one token on the server's own parts: log, guard, walls, index, quota; beside four
    tables.
    """
    from tests.instruments.harm import floor_faces

    yield from floor_faces.harms(folder, quick)


def changes(folder: Path, quick: bool) -> Iterator[Harm]:
    """The wall's readings after a hint, beside whole readings, after thousands of changes."""
    from tests.instruments.harm.floor_changes import changed

    yield changed(folder, 40 if quick else 2_000)


def hours(folder: Path, quick: bool) -> Iterator[Harm]:
    """Eight hours of forty tables before a wall, from the floor's matrix, in forty-eight minutes."""
    from tests.instruments.harm import floor_hours

    yield floor_hours.hours(folder, *((6, 0.5) if quick else ()))


def kinds(folder: Path, quick: bool) -> Iterator[Harm]:
    """Every kind of blackjack pressed at a live table of two rulebooks, in Icelandic and Japanese."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.kinds import ROOMS, harm_of_rows, rows_of

    application = QApplication.instance() or QApplication([])
    for code, language in ROOMS:
        rows = rows_of(code)
        yield harm_of_rows(folder, code, language, rows[4:7] if quick else rows)
    application.processEvents()


def presses(_: Path, quick: bool) -> Iterator[Harm]:
    """Every row of the decision table, from its tile to the authorised outcome with at most four presses."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.kinds import pressed_to_authorised

    application = QApplication.instance() or QApplication([])
    yield from pressed_to_authorised(every=not quick)
    application.processEvents()


def commissioning(folder: Path, quick: bool) -> Iterator[Harm]:
    """Slow disk, clock 90 s off, changed row, changed file, at the command and the window that commission."""
    from tests.instruments.harm.commissioning import harms

    yield from harms(folder, quick)


def soak(_: Path, quick: bool) -> Iterator[Harm]:
    """Twenty-four hours, eight of each game."""
    from tests.instruments.harm.soak import soak as soaked

    yield from [] if quick else soaked()


_ALL: Final[tuple[Part, ...]] = (
    crash, window, freeze, power, kills, disk, damage, header, pages, devices, attacks, census,
    promises, numbers, hands, kinds, presses, stamps, floor, commissioning, soak,
)  # fmt: skip
_OF_FLOOR: Final[tuple[Part, ...]] = (mistakes, hostile, faces, hours, changes)
"""Parts of the floor's part that can be run alone."""
PARTS: Final[dict[str, Part]] = {part.__name__: part for part in (*_ALL, *_OF_FLOOR)}


def main(argv: Sequence[str]) -> int:
    """Do it and print the table."""
    parser = argparse.ArgumentParser("python3 -m tests harm", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a little of each")
    given = parser.parse_args(argv)
    if unknown := set(given.parts) - PARTS.keys():
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    logging.disable(logging.ERROR)  # how many consoles are harmed
    from tests.instruments.harm.report import table

    harms = list(done(given.parts or [part.__name__ for part in _ALL], quick=given.quick))
    print(table(harms))
    for harm in harms:
        print(*harm.lost, sep="\n", end="\n" if harm.lost else "")
    if any(harm.lost for harm in harms):
        return 1
    return 2 if any(not harm.times for harm in harms) else 0


def done(parts: Sequence[str], *, quick: bool) -> Iterator[Harm]:
    """The harm of these parts, printed as it is done."""
    with tempfile.TemporaryDirectory(prefix="dealer-console-harm-") as folder:
        for name in parts:
            place = Path(folder) / name
            place.mkdir()
            begun = time.monotonic()
            for harm in PARTS[name](place, quick):
                took, begun = time.monotonic() - begun, time.monotonic()
                lost = f", LOST {len(harm.lost)}" if harm.lost else ""
                said = f"{name}: {harm.name}: {harm.times} times in {took:.0f} s{lost} {harm.note}"
                print(said.rstrip(), file=sys.stderr, flush=True)
                yield harm
