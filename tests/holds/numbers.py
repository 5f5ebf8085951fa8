"""Every number of every line with 0, 1, -1, 2^31, 2^53, 10^400: how long a view and a restart take with it.

A line of now is taken or refused as it comes; what lines could once bring is put into the entries of a
journal of before. A view is the dealer's screen, painted from nothing.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.journal import Identity
from console.opening import open_session
from console.table import events
from console.table.checkpoints import kept
from console.table.clock import SetClock
from console.table.resuming import retold
from console.table.showing import Situation, dealer_view, view_of
from console.table.state import Table
from console.table.views import Mode
from console.ui.dealer import DealerScreen
from tests.holds.report import Harm
from tests.holds.shifts import played
from tests.inputs.test_protocol_lines import LINES
from tests.inputs.values import replaced
from tests.journal.entries import without_triggers
from tests.journal.sealing import rechain
from tests.table.tables import Driven, book
from tests.ui.samples import clock
from tests.words.catalogues import words

NUMBERS: Final = (0, 1, -1, 2**31, 2**53, 10**400)
TOO_LONG: Final = 3.0
"""Times the median view's paint."""
TOO_LATE: Final = 2.0
"""Times the restart of the same journal without such numbers."""
UPHOLDS: Final = "no number from outside makes a picture or a start long"
ONCE_TAKEN: Final = ("seconds", "turns", "facts", "card")
"""Where lines of before could bring any number."""
_TRIES: Final = 5


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where whole numbers stand in a line or an event."""
    match value:
        case bool():
            return
        case int():
            yield at
        case dict():
            for key, below in value.items():
                yield from places(below, (*at, key))
        case list():
            for number, below in enumerate(value):
                yield from places(below, (*at, number))


def hostile(line: Any) -> Iterator[bytes]:
    """The line with each of its numbers replaced by each of ours."""
    for place in places(line):
        for number in NUMBERS:
            yield encoded(replaced(line, place, number))


def encoded(value: Any) -> bytes:
    """As JSON, whole numbers of any length."""
    return json.dumps(value).encode()


class Screen:
    """A dealer's screen, painted anew for each table."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven
        self.screen = DealerScreen(words("en"), words(driven.code), clock())
        self.screen.resize(1280, 800)
        self.screen.show()
        self.painted(driven.table)  # the first paint of all loads fonts

    def painted(self, table: Table) -> float:
        """Seconds from the table to the painted screen, the shortest of some tries."""
        return min(self._painted(table) for _ in range(2))

    def _painted(self, table: Table) -> float:
        begun = perf_counter()
        rulebook, game = book(self.driven.code), self.driven.game
        situation = Situation(mode=Mode.LIVE, name="7", game=game.name, rulebook=rulebook, persons={})
        view = dealer_view(view_of(game, table, 1), table, situation)
        self.screen.show_view(replace(view, seconds_left=view.bet_seconds or view.view.prompt.seconds))
        self.screen.grab()
        return perf_counter() - begun


def lines_of(game: str, rules: str, lines: int) -> list[Any]:
    """Lines with numbers: those of the protocol, and those that a shift has, each sort once."""
    found = {tuple(sorted(line)): line for line in LINES}
    for line in played(game, rules, lines, 3).lines:
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if any(places(said)):
            found[(said["do"], *sorted(map(str, places(said))))] = said
    return [line for line in found.values() if any(places(line))]


def tables(game: str, rules: str, lines: int, every: int, screen: Screen) -> tuple[Harm, list[float]]:
    """Each such line at moments of a shift, ``every`` lines apart; and what the shift's own views take."""
    harm = Harm(f"numbers in lines: {game}", upholds=UPHOLDS)
    driven, usual = screen.driven, list[float]()
    asked = lines_of(game, rules, lines)
    shown: list[tuple[str, Table]] = []
    for at, line in enumerate(played(game, rules, lines, 3).lines):
        driven.take(line)
        if at % every:
            continue
        before = driven.table
        usual.append(screen.painted(before))
        known = {kept(before)}
        for sent in (each for said in asked for each in hostile(said)):
            driven.session.table = before
            driven.take(sent)
            harm.done(0)
            if (state := kept(driven.table)) not in known:
                known.add(state)
                shown.append((f"after line {at}: {sent[:200]!r}", driven.table))
        driven.session.table = before
    _painted(harm, screen, shown, usual)
    return harm, usual


def before(game: str, rules: str, lines: int, screen: Screen, usual: list[float]) -> Harm:
    """Each number of an entry of before, told again; what the table that it comes to takes to paint."""
    harm, driven = Harm(f"numbers in entries of before: {game}", upholds=UPHOLDS), Driven(rules, game=game)
    shown: list[tuple[str, Table]] = []
    for line in played(game, rules, lines, 3).lines:
        state, last = kept(driven.table), driven.kept.last
        driven.take(line)
        for entry in driven.kept.entries[last : last + 1]:
            for event in _of_before(entry.event):
                harm.done(0)
                table = retold(driven.game, state, [replace(entry, event=event)])
                shown.append((f"{event[:200]!r}", table))
    _painted(harm, screen, shown, usual)
    return harm


def _of_before(event: bytes) -> Iterator[bytes]:
    said = msgspec.json.decode(event)
    for place in places(said):
        if place[0] in ONCE_TAKEN:
            for number in NUMBERS:
                if (changed := encoded(replaced(said, place, number))) != event:
                    events.DECODER.decode(changed)
                    yield changed


def _painted(harm: Harm, screen: Screen, shown: Iterable[tuple[str, Table]], usual: list[float]) -> None:
    """Paint them; one that takes too long twice is lost."""
    limit, worst = TOO_LONG * median(usual), 0.0
    for what, table in shown:
        took = screen.painted(table)
        if took > limit:
            took = min(took, *(screen.painted(table) for _ in range(_TRIES)))
        worst = max(worst, took)
        harm.checked += 1
        if took > limit:
            harm.lost.append(f"{harm.name}: {took * 1000:.0f} ms of {limit * 1000:.0f} ms: {what}")
    harm.note = f"median {median(usual) * 1000:.1f} ms, worst {worst * 1000:.1f} ms"


def restarts(folder: Path, game: str, rules: str, lines: int, times: int = 3) -> Harm:
    """A shift, and the same with every number in lines and entries: the one restarts as fast as the other."""
    harm = Harm(f"restarts after such numbers: {game}", upholds=UPHOLDS)
    shift = played(game, rules, lines, 3).lines
    more = [sent for said in lines_of(game, rules, lines) for sent in hostile(said)]
    chance = random.Random(1)
    for at in range(times):
        usual, other = folder / f"{game}-{at}-usual.db", folder / f"{game}-{at}-hostile.db"
        _written(usual, game, rules, [*shift, *([b'{"do":"settle"}'] * len(more))])
        _written(other, game, rules, [*shift, *chance.sample(more, len(more))])
        _put(other, chance.choice(NUMBERS))
        _written(other, game, rules, [])
        both = [(_restarted(usual, game, rules), _restarted(other, game, rules)) for _ in range(_TRIES)]
        mine, theirs = min(own for own, _ in both), min(others for _, others in both)
        harm.done(len(more))
        harm.note = f"{theirs * 1000:.1f} ms beside {mine * 1000:.1f} ms"
        if theirs > TOO_LATE * mine:
            harm.lost.append(f"{harm.name}: {harm.note}")
    return harm


def _written(path: Path, game: str, rules: str, lines: Iterable[bytes]) -> None:
    timer = SetClock()
    with ExitStack() as stack:
        opened = open_session(path, Identity("T1", game, rules), book(rules), timer, stack, made_ready=True)
        for line in lines:
            timer.advance(1)
            opened.session.take(line)


def _put(path: Path, number: int) -> None:
    """Have the last opening of the bets say this number, chained as a console of before would have."""
    with without_triggers(path) as connection:
        last = "SELECT max(number), event FROM entry WHERE kind = 'bets_opened' AND refused IS NULL"
        entry, event = connection.execute(last).fetchone()
        said = encoded(msgspec.json.decode(event) | {"seconds": number}).decode()
        connection.execute("UPDATE entry SET event = ? WHERE number = ?", (said, entry))
        connection.execute("DELETE FROM checkpoint WHERE number >= ?", (entry,))
        connection.execute("UPDATE entry SET state = NULL WHERE number >= ?", (entry,))
        rechain(connection, entry)


def _restarted(path: Path, game: str, rules: str) -> float:
    """Seconds until the table takes its next line."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint").fetchone()
    with ExitStack() as stack:
        begun = perf_counter()
        open_session(path, Identity("T1", game, rules), book(rules), SetClock(), stack, made_ready=True)
        return perf_counter() - begun
