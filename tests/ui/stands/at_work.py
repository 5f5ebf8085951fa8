"""A console at work for the tests: its real window, a simulated shoe on a pty, and a clock that is moved.

What is done here is what a person does: keys and presses, a card drawn when the prompt asks for one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.app import Console
from console.config import LinkConfig, role_simulated, training_config
from console.devices.simulation.card_devices import SimulatedDevice, SimulatedReader, SimulatedShoe
from console.devices.simulation.wheel_sensor import SimulatedWheel
from console.game.rulebook import load_rulebook
from console.link.players import Players
from console.table.running.clock import SetClock
from console.table.running.session import Session
from console.table.running.station import Heard, Shown
from console.table.showing.screen_values import Mode
from console.table.state.views import View
from console.ui.felt.coup_on_felt import CoupOnFelt
from console.ui.felt.felt import Felt
from tests.ui.stands.painted import painted

PINS = {"D1": ("D1", "1111"), "D2": ("D2", "2222"), "P1": ("P1", "3333")}
"""Id and PIN of the people to practise as."""
PATIENCE = 60_000
"""Milliseconds that a test waits for what must come."""


def coup(felt: Felt) -> CoupOnFelt:
    """Baccarat's part of a felt."""
    assert isinstance(felt.on, CoupOnFelt)
    return felt.on


class Waits(Protocol):
    """Whoever turns the window's loop: pytest-qt's, or one outside of it."""

    def waitUntil(self, callback: Callable[[], bool], /, *, timeout: int) -> object:
        """Turn it until something is so; milliseconds."""
        ...


class AtWork:
    """The console with hands: it waits for what is shown, and never sleeps."""

    def __init__(
        self, console: Console, device: SimulatedDevice | SimulatedWheel, clock: SetClock, bot: Waits
    ) -> None:
        self.console, self.device, self.clock, self.bot = console, device, clock, bot
        self.window = console.window
        self.pins = PINS

    @property
    def shoe(self) -> SimulatedDevice:
        """The shoe or the reader of a card table."""
        assert not isinstance(self.device, SimulatedWheel), "a wheel has no cards"
        return self.device

    @property
    def wheel(self) -> SimulatedWheel:
        """The wheel of a roulette table."""
        assert isinstance(self.device, SimulatedWheel), "only roulette has a wheel"
        return self.device

    @property
    def shown(self) -> Shown:
        """What the table came to last."""
        assert self.window.shown is not None, "the table has shown nothing yet"
        return self.window.shown

    @property
    def view(self) -> View:
        """What the table shows."""
        return self.shown.view

    @property
    def due(self) -> str:
        """The prompt's action, once all is taken that was said: between two entries of one press it is the
        one before still, and whoever goes on by that goes past the next.
        """
        self.until(self._taken)
        return self.view.prompt.action

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.bot.waitUntil(true, timeout=PATIENCE)

    def after(self, act: Callable[[], object]) -> View:
        """Do something and wait for the entry that comes of it, once all is taken that was said before."""
        self.until(self._taken)
        painted()
        entry = self.view.entry
        act()
        self.until(lambda: self.view.entry > entry)
        return self.view

    def _taken(self) -> bool:
        """Whether the table has taken all that was said, and shown it."""
        station = self.console.station
        return station._jobs.empty() and station.busy_since is None and self._is_shown(station._session)

    def _is_shown(self, session: Session) -> bool:
        return session.view().entry == self.view.entry

    def let_pass(self, seconds: float) -> None:
        """Move the clock, and let table and window look at it."""
        self.clock.advance(seconds)
        self.console.station.look_again()
        self.window.tick()

    def enter(self) -> View:
        """Press Enter as a foot switch does, once the prompt has stood long enough to be meant."""

        def pressed() -> None:  # with nothing shown between: a prompt that came in would be too new again
            self.clock.advance(0.5)
            QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)

        return self.after(pressed)

    def sign_in(self, who: str) -> View:
        """Type id and PIN."""
        if not self.window.sign_in.isVisible():
            painted()
            self.clock.advance(0.5)
            QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)
        self.until(self.window.sign_in.isVisible)

        def typed() -> None:
            for text in self.pins[who]:
                QTest.keyClicks(self.window.sign_in, text)
                QTest.keyClick(self.window.sign_in, Qt.Key.Key_Return)

        return self.after(typed)

    def draw(self) -> View:
        """Draw the card that is due, once the shoe has seen that it is; its bytes come over the pty."""
        self.until(self._taken)
        entry = self.view.entry
        self.until(self.shoe.step)
        self.until(lambda: self.view.entry > entry and isinstance(self.shown.job, Heard))
        return self.view

    def follow(self) -> View:
        """Do what the prompt says, whoever it asks."""
        self.until(self._taken)
        prompt = self.view.prompt
        match prompt.action:
            case "sign_in":
                return self.sign_in("P1" if prompt.actor == "pit_boss" else "D1")
            case "deal" | "rescan" | "burn_card":
                return self.draw()
            case "await_bets":
                return self.after(lambda: self.let_pass(self.console.config.betting_pause))
            case "wait":
                return self.after(lambda: self.let_pass(prompt.seconds or 0))
            case _:
                return self.enter()


def _simulated(name: str, chance: random.Random) -> SimulatedDevice | SimulatedWheel:
    """A device that does nothing by itself; a wheel's time passes by its steps alone."""
    match name:
        case "wheel":
            return SimulatedWheel(chance, pace=None, now=lambda: 0.0)
        case "reader":
            return SimulatedReader(chance, pace=None)
        case _:
            return SimulatedShoe(chance, pace=None)


@contextmanager
def at_work(
    bot: QtBot,
    folder: Path,
    rules: str = "sv",
    language: str = "en",
    seed: int = 1,
    link: LinkConfig | None = None,
    game: str = "baccarat",
    players: Players | None = None,
    device: bool = True,
    down: float = 0.0,
) -> Iterator[AtWork]:
    """A simulated table in its window, taken down again at the end; without a ``device`` it has none.

    ``down``: seconds after the clock's beginning at which it starts, for one that was stopped before.
    """
    clock = SetClock()
    clock.advance(down)
    config = replace(training_config(game, rules, language), journal=folder / "journal.db")
    if link is not None:
        config = replace(config, link=link)
    simulated = _simulated(role_simulated(game), random.Random(seed))
    if not device:
        config = replace(config, mode=Mode.LIVE)
    with ExitStack() as stack:
        stack.callback(simulated.stop)  # one that is taken down before its devices start, too
        console = Console(
            config, load_rulebook(rules), clock, stack, (lambda seen: simulated) if device else None, players
        )
        bot.addWidget(console.window)
        console.open(full_screen=False)
        work = AtWork(console, simulated, clock, bot)
        work.until(lambda: console.window.shown is not None)
        yield work
        console.window.hide()
