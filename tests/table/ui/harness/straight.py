"""A table's real window over a session in one thread: a press is a press, and what it says is taken at once.

No port, no other thread and, unless a journal's place is named, no disk: a sequence of presses takes
milliseconds, so that many can be tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from console.table.config import training_config
from console.table.core import (
    BytesJob,
    Clock,
    DealerView,
    LineJob,
    Mode,
    Person,
    Resumption,
    Session,
    SetClock,
    ShownTable,
    View,
    game_of,
    lines,
    ready,
)
from console.table.custody import open_session
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from console.table.journal import Identity
from console.table.people import BadgeForm, people
from console.table.ui.incident.stage import Stage
from console.table.ui.window import Bridge, TableLine, TableSetup, TableWindow
from tests.table.core.tables import JournalInMemory
from tests.table.ui.harness.painted import painted

_COMING = ("signed_in", "signed_out")
PERSONS = {given.person.id: given.person for given in people().practice_people}


class StraightLine(TableLine):
    """Keeps what is said until it is taken, as the table's own thread does."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[bytes, bool]] = deque()

    unanswered = 0.0
    """It has no thread that could stand still."""

    @property
    def busy_since(self) -> int | None:
        """Never: what is said waits until it is taken."""
        return None

    def send_line(self, line: lines.AnyLine) -> None:
        """Keep a line of this screen, in which a person did something: it names that person."""
        assert getattr(line, "by", None) or getattr(line, "who", None), line
        self.waiting.append((msgspec.json.encode(line), True))

    def sign_out(self, who: str) -> None:
        self.send_line(lines.SignOut(who))

    def note(
        self, what: str, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        """Drop a note of the console's: nothing here looks at it."""


class Straight:
    """The window with hands, at a table that is ready for its first round; nobody but D1 is signed in."""

    def __init__(
        self,
        rules: str,
        game: str,
        *,
        devices: bool = True,
        clock: Clock | None = None,
        badges: BadgeForm | None = None,
        language: str = "en",
        journal: Path | None = None,
    ) -> None:
        """``clock``: another than one that is set by hand, for a window that others press. ``badges``: how
        its badge reader types. ``journal``: a journal on disk; the table is closed then, and nobody is there.
        """
        self.clock, self.kept, self.line = SetClock(), JournalInMemory(), StraightLine()
        self.at_end = ExitStack()
        at_table = clock or self.clock
        book = load_rulebook(rules)
        at = game_of(book, game)
        if journal is None:
            self.session = Session(at, self.kept, at_table, Resumption(ready(at)))
        else:
            identity = Identity("T7", game, rules)
            self.session = open_session(journal, identity, book, at_table, self.at_end).session
        config = training_config(game, rules, language)
        if not devices:
            config = replace(config, mode=Mode.LIVE)
        config = replace(config, badges=badges)
        self._rules, self._clock_of_table = book, at_table
        self.config = config
        self.window = self._made()
        self._show()
        self.take({"do": "sign_out", "who": "P1"} if journal is None else {"do": "view"})

    def _made(self) -> TableWindow:
        given, persons = people(self.config.language), dict(PERSONS)
        if self.config.language != "en":  # otherwise a test may have given one of them another language
            persons = {each.person.id: each.person for each in given.practice_people}
        setup = TableSetup(self.config, self._rules, self._clock_of_table, given, persons)
        return TableWindow(Bridge(), self.line, setup)

    def _show(self) -> None:
        self.window.resize(1280, 800)
        self.window.show()

    def restart(self, bot: QtBot) -> None:
        """The console begins again: what its window knew is gone, the table is as it was."""
        self.window.close()
        bot.addWidget(self.window)
        self.window = self._made()
        self._show()
        self.take({"do": "view"})

    def take(self, line: dict[str, Any]) -> None:
        """Give the table a line of the world: a card, the bets, the wheel."""
        self.line.waiting.append((msgspec.json.encode(line), False))
        self.settle()

    def settle(self) -> None:
        """Let the table take all that was said, and show it."""
        while self.line.waiting:
            line, pressed = self.line.waiting.popleft()
            view = self.session.take(line)
            self.show(view, LineJob(line) if pressed else BytesJob(DeviceRole.READER, b""))
        painted()

    def show(self, view: View, job: LineJob | BytesJob) -> None:
        """Show what the session knows after a job, as the table's thread would."""
        came_in, onset = self.session.came_in, self.session.onset
        self.window.show_table(ShownTable(view, self.session.table, None, job, came_in=came_in, onset=onset))

    @property
    def view(self) -> DealerView:
        """The view that the screen shows."""
        assert self.window.people_here.view is not None, "it has shown something"
        return self.window.people_here.view

    def named(self, who: str, since: int = 0) -> list[str]:
        """The kinds of entries in somebody's name from an entry on, but for coming and going."""
        entries = self.kept.entries[since:]
        return [each.kind for each in entries if each.person == who and each.kind not in _COMING]

    def touch(self, target: QWidget, at: QPoint | None = None) -> None:
        """Touch something that is seen, once the prompt has stood long enough."""
        self.clock.advance(0.5)
        if target.isVisible() and target.isEnabled():
            QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=at or target.rect().center())
        self.settle()

    def key(self, key: Qt.Key) -> None:
        """Press a key, wherever the focus is."""
        self.clock.advance(0.5)
        over = self.window.pit.page.screen if self.window.pit.page.is_there else None
        QTest.keyClick(over or self.window.dealer, key)
        self.window.sign_in.badges.typed.release()
        self.settle()

    def type(self, signs: str) -> None:
        """Type signs, each once the prompt has stood long enough; they write nothing by themselves."""
        for sign in signs:
            self.clock.advance(0.5)
            QTest.keyClicks(self.window.dealer, sign)
            self.window.sign_in.badges.typed.release()

    def pin(self, who: str = "P1") -> None:
        """The PIN that the sign-in asks for, if it asks; it was right."""
        if self.window.sign_in.is_asking:
            self.window.sign_in.screen.verified.emit(self.person(who))
            self.settle()

    def enter_by_hand(self) -> None:
        """To a coup's first card in manual mode, its pit boss at the pad on which cards are entered."""
        self.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        self.take({"do": "manual", "by": "P1", "on": True})
        for state in ("open", "closed"):
            self.take({"do": "bets", "state": state})
        self.key(Qt.Key.Key_F4)
        self.pin()
        assert self.window.dealer.incident_stage is Stage.MANUAL

    @staticmethod
    def person(who: str) -> Person:
        """Somebody to practise as."""
        return PERSONS[who]

    def pass_time(self, seconds: float) -> None:
        """Let time go by; the window looks at the clock."""
        self.clock.advance(seconds)
        self.window.tick()
        self.settle()

    def buttons(self) -> list[QAbstractButton]:
        """All that can be touched now, in the order of its making."""
        found = self.window.findChildren(QAbstractButton)
        inside = self.window.rect().contains
        return [one for one in found if one.isVisible() and inside(_middle(one, self.window))]


def _middle(button: QWidget, window: QWidget) -> QPoint:
    return button.mapTo(window, button.rect().center())


@contextmanager
def straight(
    bot: QtBot,
    rules: str = "lt",
    game: str = "baccarat",
    *,
    devices: bool = True,
    badges: BadgeForm | None = None,
    journal: Path | None = None,
) -> Iterator[Straight]:
    """A table in its window, taken down at the end; without ``devices`` none is configured."""
    table = Straight(rules, game, devices=devices, badges=badges, journal=journal)
    try:
        with table.at_end:
            yield table
    except BaseException:
        bot.addWidget(table.window)
        raise
    table.window.close()
    table.window.deleteLater()  # otherwise each event of the next window would pass this one, too
    QCoreApplication.sendPostedEvents(table.window, QEvent.Type.DeferredDelete.value)
