"""Every number of every line with 0, 1, -1, 2^31, 2^53, 10^400: how long a view and a restart take with it.

A line of now is taken or refused as it comes; what lines could once bring is put into the entries of a
journal of before. A view is the dealer's screen, the pit boss's, and the one in words of a start after one
that stood still, each painted from nothing; the review's is the log of a whole journal, first page and end.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.supervisor.review import JournalReads
from console.table.core import (
    DealerView,
    Mode,
    SetClock,
    Situation,
    Table,
    dealer_view,
    encode_table,
    events,
    view_of,
)
from console.table.core.judging.checkpoints import table_after
from console.table.custody import open_session
from console.table.journal import Identity
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt import on_screen
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.ui.window import PLAIN, TroubleScreen
from console.table.words.speech import prompt_text
from tests.base.words.catalogues import words
from tests.inputs.test_protocol_lines import LINES
from tests.inputs.values import replaced
from tests.instruments.bench.review_window import Seen
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import shift_of
from tests.table.core.tables import Driven, book
from tests.table.journal.entries import without_triggers
from tests.table.journal.sealing import rechain
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import changed, clock

NUMBERS: Final = (0, 1, -1, 2**31, 2**53, 10**400)
TOO_LONG: Final = 3.0
"""Times the median view's paint."""
TOO_LATE: Final = 2.0
"""Times the restart of the same journal without such numbers."""
UPHOLDS: Final = "no number from outside makes a picture or a start long"
ONCE_TAKEN: Final = ("seconds", "turns", "facts", "card")
"""The fields that could hold any number in the lines of older consoles."""
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
    """The value as JSON, whole numbers of any length."""
    return json.dumps(value).encode()


Took: TypeAlias = dict[str, float]
"""Seconds, by the name of the view."""


class TableScreens:
    """The screens of a table, painted for each state of it."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven
        self.dealer = DealerScreen(words("en"), words(driven.code), clock(), IncidentCalls())
        self.pit_boss = PitBossScreen(words("en"), clock())
        self.start = TroubleScreen(words("en"))
        self.screens: tuple[QWidget, ...] = (self.dealer, self.pit_boss, self.start)
        for screen in self.screens:
            screen.resize(1280, 800)
            screen.show()
        self.painted(driven.table)  # the first paint of all loads fonts

    def painted(self, table: Table) -> Took:
        """Seconds from the table to each painted screen, the shortest of some tries."""
        first, second = self._painted(table), self._painted(table)
        return {name: min(took, second[name]) for name, took in first.items()}

    def _painted(self, table: Table) -> Took:
        rulebook, game = book(self.driven.code), self.driven.game
        situation = Situation(mode=Mode.LIVE, name="7", game=game.name, rulebook=rulebook, persons={})

        def timed_view() -> DealerView:
            view = dealer_view(view_of(game, table, 1), table, situation)
            return changed(view, seconds_left=view.countdown.bet_seconds or view.view.prompt.seconds)

        def in_words() -> None:
            view, said = timed_view(), words("en")
            lies = on_screen(view.game).frozen.spoken(view, said) if view.view.round else ()
            text = "\n".join((prompt_text(said, view.view), *lies))
            self.start.show_reason(lambda _: text, PLAIN)

        took = Took()
        ways: tuple[tuple[QWidget, Callable[[], None]], ...] = (
            (self.dealer, lambda: self.dealer.show_view(timed_view())),
            (self.pit_boss, lambda: self.pit_boss.show_view(timed_view())),
            (self.start, in_words),
        )
        for screen, show in ways:
            begun = perf_counter()
            show()
            screen.grab()
            took[type(screen).__name__] = perf_counter() - begun
        return took

    def close(self) -> None:
        """Take them down."""
        for screen in self.screens:
            screen.close()
            screen.deleteLater()


def lines_of(game: str, rules: str, lines: int) -> list[Any]:
    """Lines with numbers: those of the protocol, and those that a shift has, each sort once."""
    found = {tuple(sorted(line)): line for line in LINES}
    for line in shift_of(game, rules, lines, 3).lines:
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if any(places(said)):
            found[(said["do"], *sorted(map(str, places(said))))] = said
    return [line for line in found.values() if any(places(line))]


def tables(game: str, rules: str, lines: int, every: int, screen: TableScreens) -> tuple[Harm, list[Took]]:
    """Each such line at moments of a shift, ``every`` lines apart; and what the shift's own views take."""
    harm = Harm(f"numbers in lines: {game}", upholds=UPHOLDS)
    driven, usual = screen.driven, list[Took]()
    asked = lines_of(game, rules, lines)
    shown: list[tuple[str, Table]] = []
    for at, line in enumerate(shift_of(game, rules, lines, 3).lines):
        driven.take(line)
        if at % every:
            continue
        before = driven.table
        usual.append(screen.painted(before))
        known = {encode_table(before)}
        for sent in (each for said in asked for each in hostile(said)):
            driven.session.table = before
            driven.take(sent)
            harm.done(0)
            if (state := encode_table(driven.table)) not in known:
                known.add(state)
                shown.append((f"after line {at}: {sent[:200]!r}", driven.table))
        driven.session.table = before
    _painted(harm, screen, shown, usual)
    return harm, usual


def before(game: str, rules: str, lines: int, screen: TableScreens, usual: list[Took]) -> Harm:
    """Replay an older entry with each number in it, and measure how long the resulting table takes to
    paint.
    """
    harm, driven = Harm(f"numbers in entries of before: {game}", upholds=UPHOLDS), Driven(rules, game=game)
    shown: list[tuple[str, Table]] = []
    for line in shift_of(game, rules, lines, 3).lines:
        state, last = encode_table(driven.table), driven.kept.last
        driven.take(line)
        for entry in driven.kept.entries[last : last + 1]:
            for event in _of_before(entry.event):
                harm.done(0)
                table = table_after(driven.game, state, [replace(entry, event=event)])
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


def _painted(harm: Harm, screen: TableScreens, shown: Iterable[tuple[str, Table]], usual: list[Took]) -> None:
    """Paint them; one that takes too long every time is lost."""
    middle = {name: median(took[name] for took in usual) for name in usual[0]}
    worst = dict.fromkeys(middle, 0.0)
    for what, table in shown:
        took = screen.painted(table)
        for _ in range(_TRIES):
            if all(took[name] <= TOO_LONG * middle[name] for name in took):
                break
            again = screen.painted(table)
            took = {name: min(seconds, again[name]) for name, seconds in took.items()}
        harm.checked += len(took)
        for name, seconds in took.items():
            worst[name] = max(worst[name], seconds)
            if seconds > (limit := TOO_LONG * middle[name]):
                said = f"{name} {seconds * 1000:.0f} ms of {limit * 1000:.0f} ms"
                harm.lost.append(f"{harm.name}: {said}: {what}")
    harm.note = "; ".join(
        f"{name} median {middle[name] * 1000:.1f} ms, worst {worst[name] * 1000:.1f} ms" for name in middle
    )


def restarts(folder: Path, game: str, rules: str, lines: int, times: int = 3) -> Harm:
    """A shift, and the same with every number in lines and entries: the one restarts as fast as the other."""
    harm = Harm(f"restarts after such numbers: {game}", upholds=UPHOLDS)
    shift = shift_of(game, rules, lines, 3).lines
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
        _looked_at(harm, usual, other)
    return harm


def _looked_at(harm: Harm, usual: Path, other: Path) -> None:
    """The review's view of both: the log's first page, then its end, painted."""
    with (
        closing(Seen(lambda: JournalReads((usual,)))) as mine,
        closing(Seen(lambda: JournalReads((other,)))) as theirs,
    ):
        asked: tuple[tuple[str, Callable[[Seen], float]], ...] = (
            ("page", Seen.first_page),
            ("end", Seen.end),
        )
        for what, ask in asked:
            took = [(ask(mine), ask(theirs)) for _ in range(_TRIES)]
            own, others = min(each for each, _ in took), min(each for _, each in took)
            harm.checked += 1
            said = f"the log's {what} {others * 1000:.1f} ms beside {own * 1000:.1f} ms"
            harm.note += f"; {said}"
            if others > TOO_LONG * own:
                harm.lost.append(f"{harm.name}: {said}")


def _written(path: Path, game: str, rules: str, lines: Iterable[bytes]) -> None:
    timer = SetClock()
    with ExitStack() as stack:
        opened = open_session(path, Identity("T1", game, rules), book(rules), timer, stack, is_ready=True)
        for line in lines:
            timer.advance(1)
            opened.session.take(line)


def _put(path: Path, number: int) -> None:
    """Have the last opening of the bets say this number, chained as an older console would have done."""
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
        open_session(path, Identity("T1", game, rules), book(rules), SetClock(), stack, is_ready=True)
        return perf_counter() - begun
