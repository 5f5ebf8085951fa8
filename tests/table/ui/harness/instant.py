"""A table's real window whose table takes each line at once: no thread, no device, no hash.

A test presses as a person does; lines bring the table to the state in which the test begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from console.app.parts import slots
from console.table.config import training_config
from console.table.core import LineJob, Mode, Person, Role, Session, SetClock, ShownTable, View, lines
from console.table.people.table_people import TrainingPeople
from console.table.ui.window import Bridge, TableLine, TableOptions, TableSetup, TableWindow
from tests.table.core.tables import Driven, book
from tests.table.ui.harness.painted import painted

D1: Final = Person("D1", "Rasa K.", Role.DEALER, "en")
P1: Final = Person("P1", "Jonas P.", Role.PIT_BOSS, "en")


class AtOnce(TableLine):
    """In the place of the table's own thread: a line is taken, and shown, before anything else happens."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self.session: Session | None = None
        self.lines: list[bytes] = []

    unanswered = 0.0

    @property
    def busy_since(self) -> int | None:
        return None

    def send_line(self, line: lines.AnyLine) -> None:
        assert self.session is not None
        encoded = msgspec.json.encode(line)
        self.lines.append(encoded)
        self.show(self.session.take(encoded), encoded)

    def sign_out(self, who: str) -> None:
        self.send_line(lines.SignOut(who))

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        assert self.session is not None
        self.show(request(self.session))

    def show(self, view: View, line: bytes | None = None) -> None:
        assert self.session is not None
        job = None if line is None else LineJob(line)
        self._bridge.table_shown.emit(ShownTable(view, self.session.table, None, job))

    def note(
        self, what: str, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        """The console's own doing is no matter here."""


class Instant:
    """A window of one game and rulebook, put to one table after the other."""

    def __init__(self, bot: QtBot, game: str, rules: str, language: str = "en") -> None:
        self.clock, self.bridge = SetClock(), Bridge()
        self.station = AtOnce(self.bridge)
        config = replace(training_config(game, rules, language), mode=Mode.LIVE)
        persons = {person.id: person for person in (D1, P1)}
        people = TrainingPeople(())
        setup = TableSetup(config, book(rules), self.clock, people, persons)
        options = TableOptions(guide_check=slots().get("guide_check"))
        self.window = TableWindow(self.bridge, self.station, setup, options)
        bot.addWidget(self.window)
        self.window.resize(1280, 800)
        self.window.show()
        self.presses = 0

    def put_to(self, table: Driven) -> None:
        """Show another table; nobody has stepped up at this screen."""
        self.window.arrivals.end_authority()
        self.screen.incident.zone.deciding.about = None  # the ids of two tables may be the same
        self.station.session = table.session
        self.station.lines.clear()
        self.station.show(table.session.view())
        self.presses = 0

    @property
    def session(self) -> Session:
        assert self.station.session is not None
        return self.station.session

    @property
    def screen(self) -> Any:
        return self.window.dealer

    def press(self, target: QAbstractButton, *, counts: bool = True) -> None:
        """Touch it, once the prompt has stood long enough."""
        assert target.isVisible() and target.isEnabled(), target.text()
        painted()
        self.clock.advance(0.5)
        QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        self.presses += counts

    def pit_boss_comes(self, press: QAbstractButton | None = None) -> None:
        """By the amber press, and the PIN that belongs to it; neither is counted."""
        self.press(press or self.screen.incident.bar.primary, counts=False)
        self.window.sign_in.screen.hide()
        self.window.sign_in.screen.verified.emit(P1)
