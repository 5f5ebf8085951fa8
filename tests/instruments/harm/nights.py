"""A table at work for hours in its real window: what dealers, pit bosses, players and devices do all night.

Its clock is moved and never waited for. Cards and a wheel's lines come over a pty, presses and PINs are keys,
bets and answers of blackjack come from a game server; only what an incident asks is said by lines.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console.app.console_at_table import Console
from console.base.words import LANGUAGES, Words
from console.table.config import DeviceConfig, training_config
from console.table.core import Actor, Mode, Role, SetClock, game_of
from console.table.core.incident.report_course import PAST
from console.table.devices import DeviceRole, SimulatedWheel
from console.table.game import load_rulebook
from console.table.ui.sign_in import Purpose
from console.table.words import encode
from tests.instruments.harm.around import Counted, Stuck, Turning, Worked, device_of, server
from tests.supervisor.ui.review.over_table import review_over
from tests.table.core import blackjack_at_random, wheel_at_random
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import Seen
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.harness.painted import painted

DRAWING: Final = 2.0
"""Seconds that a dealer takes for a card, or a player for an answer."""
EVERY: Final = 0.5
"""Seconds between two lines of a wheel."""
TICKS: Final = 4
"""The number of its lines between two looks at the clock."""
REHEARSED, AT_MOST = 12.0, 200
"""Seconds between two things that are rehearsed, and how often it is tried to have something go wrong."""
RUNNING: Final = 30
"""Lines of a wheel for which its ball runs."""
BY_THEMSELVES: Final = ("await_bets", "wait", "await_seats", "await_decision")
"""Prompts that a clock, a game server or its players answer."""
BY_THE_WHEEL: Final = ("await_bets", "wait", "spin", "await_number")
INCIDENTS, FAULTS, PEOPLE = 1 / 500, 1 / 700, 1 / 900
"""Chances at each thing that is done: something goes wrong, a device does, somebody comes or goes."""
FIRST_LINES: Final = 128
"""Bytes of the first lines after a port was opened."""
SOON: Final = 3_000
"""Milliseconds after which something else is tried."""
FACES: Final = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


class StaffedTable(AtWork):
    """A table with all who work at it; :meth:`play` lets the table's own time pass."""

    def __init__(self, console: Console, worked: Worked, chance: random.Random) -> None:
        super().__init__(console, worked.device, worked.clock, Turning())
        self.wire = worked.wire
        config = console.config
        rulebook = load_rulebook(config.rules)
        self.chance = chance
        self.taken: list[float] = []
        """Real seconds from a card or a press to its painted view."""
        self.worked: list[float] = []
        """Seconds of the processor's time that all threads took for it."""
        self.done = dict.fromkeys(("rounds", "incidents", "faults", "people"), 0)
        self.by_chance = True
        """Whether something happens now and then that nobody asked for."""
        self._kinds = sorted(game_of(rulebook, config.game).rules.incidents.kinds)
        self._said, self._market = Words("en"), Words(rulebook.market)
        self._round: str | None = None
        self.heard = 0
        """Bytes that the table was given by its device."""
        self.bugs: list[str] = []
        """Unforeseen errors."""
        console.bridge.failed.connect(lambda error: self.bugs.append(repr(error)))
        self._lost = self._ticks = 0
        self._reopened_at = 0
        self._count_bytes()

    @property
    def log(self) -> Path:
        """The journal's write-ahead log."""
        journal = self.console.config.journal
        return journal.with_name(journal.name + "-wal")

    def _count_bytes(self) -> None:
        hear = self.console.station.receive

        def counted(device: DeviceRole, received: bytes, *, fresh: bool = False) -> None:
            hear(device, received, fresh=fresh)
            self.heard += len(received)

        self.console.station.receive = counted  # type: ignore[method-assign]

    def play(self, seconds: float) -> None:
        """Work so long by the table's clock."""
        end = self.clock.monotonic() + seconds * 1e9
        while self.clock.monotonic() < end:
            try:
                if self.by_chance:
                    self._happen()
                self._go_on()
            except Stuck as stuck:
                raise Stuck(f"{self.console.config.game}: {self.view}") from stuck
            if self.view.round is not None and self.view.round.id != self._round:
                self._round = self.view.round.id
                self.done["rounds"] += 1

    def rehearse(self, incidents: int | None = None, between: float = REHEARSED) -> None:
        """Let all happen once that ever does: what is made at its first use is there then.

        ``incidents`` is how many go wrong and are over in the end, of each kind in turn; None for as many as
        the table remembers. ``between`` two things so many seconds are played.
        """
        for act in self._faults:
            self.play(between)
            act()
        wanted = min(PAST, len(self.shown.table.incidents.past) + (PAST if incidents is None else incidents))
        for number in range(AT_MOST):
            if len(self.shown.table.incidents.past) >= wanted:
                break
            self.play(between)
            self._report(self._kinds[number % len(self._kinds)])
        for act in (self._relieve, self._speak, self._lock, self._overlook, self._review, self._sign_out):
            while not self._between_rounds or self.window.sign_in.screen.isVisible():
                self._go_on()
            act()
        self.play(between)

    # --- what the prompt asks ---------------------------------------------------------------------

    def _go_on(self) -> None:
        """Do the next thing."""
        view = self.view
        action, actor = view.prompt.action, view.prompt.actor
        if self.window.people_here.view is not None and self.window.people_here.view.screen.locked:
            self._unlock()
        elif action == "sign_in":
            self.sign_in("P1" if actor is Actor.PIT_BOSS else "D1")
        elif view.phase == "halted" or view.manual or actor is Actor.PIT_BOSS:
            self._obey()
        elif isinstance(self.device, SimulatedWheel) and action in BY_THE_WHEEL:
            self._turn(self.device)
        elif action in BY_THEMSELVES:
            self._wait()
        elif action in ("deal", "rescan", "burn_card"):
            self._timed(self._card)
        else:
            self._press()

    def _timed(self, act: Callable[[], object]) -> None:
        begun, spent = perf_counter(), process_time()
        act()
        QApplication.processEvents()
        self.taken.append(perf_counter() - begun)
        self.worked.append(process_time() - spent)

    def _card(self) -> None:
        """Draw the card that is due; one whose bytes were lost is drawn again."""
        entry, prompt = self.view.entry, self.view.prompt
        self.clock.advance(DRAWING)
        try:
            self._soon(lambda: self.shoe.step() or self.view.prompt != prompt)
        except Stuck:
            self.shoe.draw()
        self.until(lambda: self.view.entry > entry)

    def _soon(self, true: Callable[[], bool]) -> None:
        self.bot.waitUntil(true, timeout=SOON)

    def _press(self) -> None:
        """Press Enter; what it does not do is said by a line."""
        try:
            self._timed(self._enter)
        except Stuck:
            self._obey()

    def _enter(self) -> None:
        entry = self.view.entry
        self.window.tick()  # a device that was silent may have been heard
        painted()
        self.clock.advance(0.5)
        QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)
        self._soon(lambda: self.view.entry > entry)

    def _obey(self) -> None:
        """Say what the prompt asks for, for the person whom it asks."""
        self.clock.advance(DRAWING)
        seen: Seen = msgspec.json.decode(encode(self.view, self._said, self._market))
        table, number, face = self.shown.table, self.chance.randrange(1 << 16), self.chance.choice(FACES)
        match self.console.config.game:
            case "roulette":
                line = wheel_at_random.line_at_wheel(table, seen, number)
            case "blackjack":
                line = blackjack_at_random.line_at_blackjack(table, seen, face, number)
            case _:
                line = obeyed(table, seen, face, number)
        there = [person.who for person in table.people]
        self._say(line | {"by": self._dealer} if "by" in line and line["by"] not in there else line)

    def _say(self, line: Seen) -> None:
        self.after(lambda: self.console.station.submit(msgspec.json.encode(line)))

    def _wait(self) -> None:
        """Let the seconds pass, each of them painted."""
        entry, prompt = self.view.entry, self.view.prompt
        for _ in range(round(prompt.seconds or self.console.config.betting_pause)):
            self.clock.advance(1.0)
            self.window.tick()
            QApplication.processEvents()
        self.console.station.beat(lambda: None)
        self.until(lambda: self.view.entry > entry)

    # --- the wheel --------------------------------------------------------------------------------

    def _turn(self, wheel: SimulatedWheel) -> None:
        """Half a second at the wheel: its line, the ball when it is asked for, the dealer's word on it."""
        told = self.window.people_here.view.wheel if self.window.people_here.view is not None else None
        if self.view.prompt.action == "spin":
            wheel.wheel.send_ball(RUNNING)  # nothing, unless it is ready
            if told is not None and told.state == 3:
                self._press()
        self.clock.advance(EVERY)
        wheel.step()
        self._ticks += 1
        if self._ticks % TICKS == 0:
            self.window.tick()
        self._hear_all()

    def _hear_all(self) -> None:
        """Wait until the table has what was sent; a port that was just opened may have thrown it away.

        Opening empties it: where that comes between select and read, pyserial takes it for lost and opens it
        once more, so that the first lines can go twice.
        """

        def heard() -> bool:
            return self.heard >= self.wire.sent - self._lost

        try:
            self._soon(heard)
        except Stuck:
            if self.heard > self._reopened_at + FIRST_LINES:
                self.until(heard, "what the wheel sent")  # on a busy machine it comes late
            else:
                self._lost = self.wire.sent - self.heard

    # --- what nobody asks for ---------------------------------------------------------------------

    def _happen(self) -> None:
        """Now and then something goes wrong, or somebody comes or goes."""
        kinds = (("incidents", INCIDENTS), ("faults", FAULTS), ("people", PEOPLE))
        acts: list[Callable[[], None]] = [self._report, self._fault, self._come_or_go]
        for (kind, chance), act in zip(kinds, acts, strict=True):
            # A wheel's steps are half seconds, and a dealer's some seconds.
            if self.chance.random() < (chance / 8 if self.console.config.game == "roulette" else chance):
                self.done[kind] += 1
                act()

    def _report(self, kind: str | None = None) -> None:
        kind = kind or self.chance.choice(self._kinds)
        self._say({"do": "incident", "by": self._dealer, "kind": kind})

    def _fault(self) -> None:
        self.chance.choice(self._faults)()

    @property
    def _faults(self) -> list[Callable[[], object]]:
        """The faults that a device may have."""
        device = self.device
        ways: list[Callable[[], object]] = [device.noise, self._replug]
        if isinstance(device, SimulatedWheel):
            ways += [device.fail_sensor, device.fall_silent, device.cut_short]
            ways += [
                lambda: device.let_next_fail("same_direction"),
                lambda: device.let_next_fail("number_change"),
            ]
        else:
            ways += [device.next_unreadable, device.wrong_card]
        return ways

    def _replug(self) -> None:
        """The cable comes off, and is put back once that is known."""
        entry = self.view.entry
        self.device.unplug()
        self.until(lambda: self.view.entry > entry)
        entry = self.view.entry
        self.device.plug_in()
        self.until(lambda: self.view.entry > entry)
        self._lost, self._reopened_at = self.wire.sent - self.heard, self.heard

    def _come_or_go(self) -> None:
        """Somebody does what the menu offers; nobody at a table that is locked."""
        if self.window.sign_in.screen.isVisible() or not self.shown.table.has(Role.DEALER):
            return
        ways = [self._relieve, self._speak, self._lock, self._overlook]
        if self._between_rounds:
            ways += [self._sign_out, self._review]
        self.chance.choice(ways)()

    @property
    def _between_rounds(self) -> bool:
        table = self.shown.table
        return table.has(Role.DEALER) and not table.open_round and not table.halted

    @property
    def _dealer(self) -> str:
        people = self.shown.table.people
        return next((person.who for person in people if person.role is Role.DEALER), "D1")

    def _type(self, *texts: str) -> None:
        screen = self.window.sign_in.screen
        self.until(screen.isVisible)
        for text in texts:
            QTest.keyClicks(screen, text)
            QTest.keyClick(screen, Qt.Key.Key_Return)
        self.until(lambda: not screen.isVisible())

    def _relieve(self) -> None:
        relief = "D2" if self._dealer == "D1" else "D1"
        self.window.sign_in.ask(Purpose.RELIEF)
        self._type(*self.pins[relief])
        self.until(lambda: self._dealer == relief)

    def _speak(self) -> None:
        for _ in LANGUAGES:
            self.clock.advance(EVERY)
            QTest.keyClick(self.window.dealer, Qt.Key.Key_F9)
            QApplication.processEvents()

    def _lock(self) -> None:
        self.after(self.window.arrivals.lock)
        self._unlock()

    def _unlock(self) -> None:
        self._type(self.pins[self._dealer][1])

    def _overlook(self) -> None:
        """A pit boss steps up, looks, and leaves."""
        if self.window.people_here.pit_boss_here() is None:
            self.window.sign_in.ask(Purpose.PIT_BOSS)
            self._type(*self.pins["P1"])
        self._soon(lambda: self.window.people_here.pit_boss_here() is not None)
        self.window.arrivals.show_page()
        QApplication.processEvents()
        self.window.pit.page.hide()
        self.window.arrivals.end_authority()

    def _sign_out(self) -> None:
        self._say({"do": "sign_out", "who": self._dealer})

    def _review(self) -> None:
        """A pit boss reads the log that is being written, until a round begins."""
        self.window.sign_in.ask(Purpose.REVIEW)
        self._type(*self.pins["P1"])
        review = review_over(self.window)
        self.until(lambda: not review.is_there or self._is_read)
        if review.is_there and review.screens is not None:
            QTest.keyClick(review.screens.log, Qt.Key.Key_Escape)

    @property
    def _is_read(self) -> bool:
        screens = review_over(self.window).screens
        return screens is not None and screens.log.query.found.done and screens.log.row is not None


@contextmanager
def night(
    game: str, rules: str, folder: Path, seed: int = 1, begun: datetime | None = None
) -> Iterator[StaffedTable]:
    """A LIVE table on its journal in ``folder``, which is sealed at the end of each shift; one that has
    ``begun`` at a time closes the file at the first start of each month.
    """
    chance, wire = random.Random(f"{game} {seed}"), Counted()
    device = device_of(game, rules, chance, wire)
    with ExitStack() as stack:
        link = server(chance, stack) if game == "blackjack" else None
        config = replace(
            training_config(game, rules, "en"),
            mode=Mode.LIVE,
            journal=folder / f"{game}.db",
            journal_monthly=begun is not None,
            devices=(DeviceConfig.usual(device.name, device.url),),
            link=link,
        )
        clock = SetClock() if begun is None else SetClock(begun)
        console = Console(config, load_rulebook(rules), clock, stack, simulate=lambda seen: device)
        worked = StaffedTable(console, Worked(device, wire, clock), chance)
        console.open(full_screen=False)
        worked.until(lambda: console.window.people_here.shown_table is not None and wire.ready)
        yield worked
        console.window.close()
