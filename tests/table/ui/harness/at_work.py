"""A console at work for the tests: its real window, a simulated shoe on a pty, and a clock that is moved.

Its methods act as a person does: keys and presses, a card drawn when the prompt asks for one.
"""

from __future__ import annotations

import math
import random
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final, Protocol
from unittest.mock import patch

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from console.app import console_at_table
from console.app.console_at_table import Console
from console.table.config import DeviceConfig, LinkConfig, simulated_role, training_config
from console.table.core import Action, Game, Mode, Role, SetClock, ShownTable, Table, View
from console.table.core.judging import checkpoints
from console.table.core.play.held_lines import BEAT
from console.table.core.running.station import Station
from console.table.core.state.phases import HeldBack
from console.table.custody import table_opening
from console.table.devices import (
    DeviceRole,
    SimulatedDevice,
    SimulatedReader,
    SimulatedShoe,
    SimulatedWheel,
    wheel_status,
)
from console.table.devices.port import SerialLink
from console.table.devices.simulation.card_devices import FROM_END
from console.table.game import CARDS, Preparing, load_rulebook
from console.table.link import Players
from console.table.ui.felt import Felt
from console.table.ui.felt.coup_on_felt import CoupOnFelt
from console.table.ui.hands import PressRefusal
from tests.table.ui.harness.account import account_of, is_at_rest, watch_wire
from tests.table.ui.harness.painted import painted

PINS = {"D1": ("D1", "1111"), "D2": ("D2", "2222"), "P1": ("P1", "3333")}
"""Id and PIN of the people to practise as."""
PATIENCE = 60_000
"""Milliseconds that a test waits for what must come."""
LONG: Final = 600.0
"""Seconds without a byte after which a device that is never quiet is said to be silent."""
FOR_A_PRESS: Final = frozenset[str](
    (
        *Preparing, Action.OPEN_TABLE, Action.REPLACE_SHOE, Action.BURN, Action.SPIN, Action.PEEK,
        Action.TURN_HOLE, Action.ANNOUNCE, Action.COLLECT, Action.REMOVE_BALL,
    )
)  # fmt: skip
"""Prompts of play that are answered by a press: what they ask for was done."""
NO_PRESS: Final = frozenset[str]((Action.SCAN_CARD, Action.SCAN_CUT_CARD, Action.ENTER_NUMBER))
"""Steps of an outcome that a press does not do."""


def stacks() -> str:
    """The place in the code where each thread stands."""
    names = {each.ident: each.name for each in threading.enumerate()}
    return "\n".join(
        f"{names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
    )


def coup(felt: Felt) -> CoupOnFelt:
    """Baccarat's part of a felt."""
    assert isinstance(felt.on, CoupOnFelt)
    return felt.on


class Waits(Protocol):
    """The code that turns the window's loop: pytest-qt's, or one outside of it."""

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
        self.pins, self.links = PINS, list[SerialLink]()
        watch_wire(device, account_of(console.station))
        clock.advance = self._pass  # type: ignore[method-assign]
        self.dropped: list[PressRefusal] = []
        """Why presses were not taken."""
        self._on_refused = self.window.dealer.guard.on_refused
        self.window.dealer.guard.on_refused = self._note_drop

    def _note_drop(self, drop: PressRefusal) -> None:
        self.dropped.append(drop)
        self._on_refused(drop)

    def pass_opening(self) -> None:
        """The half second after a port's opening is over, in which nothing has a known time."""
        for each in self.links:
            each._opened_at = -math.inf

    def _pass(self, seconds: float) -> None:
        """Time passes once all has ended that was begun: else a press may meet what came after it did."""
        if threading.current_thread() is threading.main_thread():
            self.until(self.is_settled)
        SetClock.advance(self.clock, seconds)

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
    def shown(self) -> ShownTable:
        """The table's last state, as the window shows it."""
        assert self.window.people_here.shown_table is not None, "the table has shown nothing yet"
        return self.window.people_here.shown_table

    @property
    def view(self) -> View:
        """The table's last view."""
        return self.shown.view

    @property
    def due(self) -> str:
        """The prompt's action, once all is taken that was said: between two entries of one press it is still
        the one before, and a test that goes on by it skips the next.
        """
        self.until(self.is_settled)
        return self.view.prompt.action

    def until(self, true: Callable[[], bool], what: str = "") -> None:
        """Wait until something is so; a wait that takes too long names ``what`` was awaited."""
        try:
            self.bot.waitUntil(true, timeout=PATIENCE)
        except Exception as late:
            late.add_note(f"awaited: {what}; {account_of(self.console.station)}; {self.view.prompt}")
            late.add_note(stacks())
            raise

    def after(self, act: Callable[[], object]) -> View:
        """Do something and wait for the entry that comes of it, once all is taken that was said before."""
        self.until(self.is_settled)
        painted()
        entry = self.view.entry
        act()
        self.until(lambda: self.view.entry > entry and self.is_settled())
        return self.view

    def is_settled(self) -> bool:
        """Whether the table has taken all that was said or sent, and the window has shown it."""
        station = self.console.station
        return is_at_rest(station) and self.window.people_here.shown_table is account_of(station).shown

    def let_pass(self, seconds: float) -> None:
        """Move the clock, and let table and window look at it."""
        self.clock.advance(seconds)
        self.console.station.beat(lambda: None)
        self.window.tick()
        account = account_of(self.console.station)  # what is overdue is shown once it is on record
        self.until(lambda: account.is_even and self.window.people_here.shown_table is account.shown)

    def enter(self) -> View:
        """Press Enter as a foot switch does, once the prompt has stood long enough to be meant.

        Again, as anybody would, where the window says that the press was for something that had just come.
        """
        self.until(self.is_settled)
        entry = self.view.entry
        while self.view.entry == entry:
            painted()
            self.clock.advance(0.5)
            dropped = len(self.dropped)
            self._count_whole_set()
            QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)
            self.until(partial(self._came_of_it, entry, dropped))
        return self.view

    def _count_whole_set(self) -> None:
        """Type the number of cards, if an inspection asks for it and nobody has typed it."""
        pad = self.window.dealer.preparation.count
        if pad is not None and pad.isVisible() and self.window.dealer.bar.primary.isHidden():
            QTest.keyClicks(self.window.dealer, str(CARDS))
            self.clock.advance(0.1)  # no finger's Enter is as soon as a scanner's

    def _came_of_it(self, entry: int, dropped: int) -> bool:
        return (self.view.entry > entry or len(self.dropped) > dropped) and self.is_settled()

    def sign_in(self, who: str) -> View:
        """Type id and PIN; Enter again where the window says that the press was too early."""
        self.until(self.is_settled)
        while not self.window.sign_in.screen.isVisible():
            painted()
            self.clock.advance(0.5)
            dropped = len(self.dropped)
            QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)
            self.until(partial(self._is_asked_who, dropped))

        self.after(lambda: self.type_pin(self.window.sign_in.screen, who))
        self.until(lambda: not self.window.sign_in.screen.is_verifying and self.is_settled())
        return self.view

    def type_pin(self, screen: QWidget | None, who: str) -> None:
        """Type a person's id and PIN at a sign-in that asks for them."""
        assert screen is not None
        for text in self.pins[who]:
            QTest.keyClicks(screen, text)
            QTest.keyClick(screen, Qt.Key.Key_Return)

    def _is_asked_who(self, dropped: int) -> bool:
        return self.window.sign_in.screen.isVisible() or len(self.dropped) > dropped

    def draw(self) -> View:
        """Draw the card that is due, once the shoe has seen that it is; its bytes come over the pty."""
        self.hear_greeting()
        entry = self.view.entry
        self.until(self.shoe.step)
        self.until(lambda: self.view.entry > entry and self.is_settled())
        return self.view

    def hear_greeting(self) -> None:
        """Have the shoe say what it says once a wire is there.

        By its own time, never by a step: the shoe's thread may say it first, and a step then draws a card.
        """
        self.until(self._has_greeted)
        self.until(self.is_settled)

    def _has_greeted(self) -> bool:
        self.shoe.tick()
        return not self.shoe._outbox.is_waiting

    def follow(self) -> View:
        """Do what the prompt says, as the person whom it asks."""
        self.until(self.is_settled)
        prompt = self.view.prompt
        match prompt.action:
            case "sign_in":
                return self.sign_in("P1" if prompt.actor == "pit_boss" else "D1")
            case "deal" | "rescan" | "burn_card":
                return self.draw()
            case "check_run":
                self._turn_wheel()
                return self.enter()
            case "await_bets":
                self._turn_wheel()
                return self.after(lambda: self.let_pass(self.console.config.betting_pause))
            case "wait":
                return self.after(lambda: self.let_pass(prompt.seconds or 0))
            case action if action in FOR_A_PRESS or self._is_a_press_of_an_incident(action):
                return self.enter()
            case action:
                raise AssertionError(f"these hands do not know what {action!r} asks for: {prompt}")

    def _turn_wheel(self) -> None:
        """Have a wheel that was just switched on say that it turns: until then its run can't be checked, and
        no bets open on it.
        """
        if not isinstance(self.device, SimulatedWheel) or self.console.simulated is not self.device:
            return
        if self.device.wheel.state == wheel_status.CLOSED:
            self.until(lambda: self.wheel.step() and self.wheel.wheel.is_ready)
            self.until(lambda: HeldBack.WHEEL_OFF not in (self.view.held_back or ()) and self.is_settled())

    def _is_a_press_of_an_incident(self, action: str) -> bool:
        incident = self.view.incident
        if incident is None or not incident.open or action in NO_PRESS:
            return False
        return incident.state == "steps" or (action == Action.AUTHORISE and not incident.choices)


def _simulated(name: str, chance: random.Random, from_end: int) -> SimulatedDevice | SimulatedWheel:
    """A device that does nothing by itself; a wheel's time passes by its steps alone."""
    match name:
        case "wheel":
            return SimulatedWheel(chance, pace=None, now=lambda: 0.0)
        case "reader":
            return SimulatedReader(chance, pace=None, from_end=from_end)
        case _:
            return SimulatedShoe(chance, pace=None)


def _send_at_the_beat(station: Station, clock: SetClock) -> None:
    """Have each line of a wheel come a beat after the one before: it sends when it is asked to, and the clock
    that is moved by hand stands still meanwhile, or is moved by minutes.
    """
    receive = station.receive

    def at_the_beat(device: DeviceRole, received: bytes, *, fresh: bool = False) -> None:
        if device is DeviceRole.WHEEL:
            station._came_at[device] = clock.monotonic() - BEAT * 10**6
        receive(device, received, fresh=fresh)

    station.receive = at_the_beat  # type: ignore[method-assign]


def _hide(window: QWidget) -> None:
    """Hide a window; qtbot takes its own down before the fixtures of a test end."""
    if isValid(window):
        window.hide()


@contextmanager
def made_ready() -> Iterator[None]:
    """Tables begin with the bets about to open, and the dealer alone signed in."""

    def begun(game: Game) -> Table:
        table = checkpoints.ready(game)
        return replace(table, people=tuple(one for one in table.people if one.role is Role.DEALER))

    opened = partial(table_opening.open_session, is_ready=True)
    with patch.object(table_opening, "ready", begun), patch.object(console_at_table, "open_session", opened):
        yield


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
    from_end: int = FROM_END,
    devices: tuple[DeviceConfig, ...] = (),
    ready: bool = False,
    live: bool = False,
) -> Iterator[AtWork]:
    """A simulated table in its window, taken down again at the end; without a ``device`` it is a LIVE one,
    and has ``devices`` at ports of their own, or none.

    ``down``: seconds after the clock's beginning at which it starts, for one that was stopped before;
    ``from_end``: cards behind a reader's cut card; ``ready``: its shoe is made ready and D1 signed in, as by
    the protocol's ``--ready``, where the way there is another test's; ``live``: its simulated device
    stands at a LIVE table, at a port of the table's own.
    """
    clock = SetClock()
    clock.advance(down)
    config = replace(training_config(game, rules, language), journal=folder / "journal.db")
    if link is not None:
        config = replace(config, link=link)
    simulated = _simulated(simulated_role(game), random.Random(seed), from_end)
    if live:
        config = replace(config, mode=Mode.LIVE, devices=(DeviceConfig.usual(simulated.name, simulated.url),))
    elif not device:
        config = replace(config, mode=Mode.LIVE, devices=devices)
    with ExitStack() as stack:
        stack.callback(simulated.stop)  # one that is taken down before its devices start, too
        with made_ready() if ready else nullcontext():
            console = Console(
                config,
                load_rulebook(rules),
                clock,
                stack,
                simulate=(lambda seen: simulated) if device and not live else None,
                players=players,
            )
        if live:
            console.simulated = simulated
        linked = console._link
        # A wheel without a pace sends when it is asked to; how long that takes is the machine's affair.
        links: list[SerialLink] = []

        def link_of(device: DeviceConfig) -> SerialLink:
            links.append(linked(replace(device, silent_after=device.silent_after and LONG)))
            return links[-1]

        console._link = link_of  # type: ignore[method-assign]
        _send_at_the_beat(console.station, clock)
        bot.addWidget(console.window)
        console.open(full_screen=False)
        stack.callback(_hide, console.window)  # nor does one stay of a test that failed
        work = AtWork(console, simulated, clock, bot)
        work.links = links
        work.until(lambda: console.window.people_here.shown_table is not None)
        if device:  # a port that is being opened loses what is sent to it
            work.until(lambda: account_of(console.station).knows(simulated.name))
        if ready and isinstance(simulated, SimulatedDevice):
            work.hear_greeting()  # play goes on at once: by then the port is open, and read
        if ready or isinstance(simulated, SimulatedWheel):
            work.pass_opening()
        yield work
