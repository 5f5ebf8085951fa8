"""The floor's window with a desk of readings, its own clock and hands at its keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from console.floor.alarms.watch import STEADY
from console.floor.ui.floor_window import FloorWindow, WallOptions
from console.floor.ui.preferences import Preferences
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.urgency_list import UrgencyRow
from console.floor.wall import Reading
from console.supervisor.review import JournalReads, Reviewing
from console.table.core import Person, Role, SetClock
from console.table.people.answers import PracticePerson
from console.table.people.table_people import TrainingPeople
from tests.base.words.catalogues import words
from tests.floor.nights import FakeDesk
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import PERSONS, AtOnce, night
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.samples.tables import NOW

JONAS = Person("P7", "Jonas P.", Role.PIT_BOSS, "en")
RASA = Person("D1", "Rasa K.", Role.DEALER, "en")
AIDA = Person("S1", "Aida S.", Role.SUPERVISOR, "en")
PEOPLE = TrainingPeople(
    (PracticePerson(JONAS, "4711"), PracticePerson(RASA, "1234"), PracticePerson(AIDA, "2222"))
)

TAKE, SILENCE, SEARCH = Qt.Key.Key_T, Qt.Key.Key_A, Qt.Key.Key_Slash
SET_ASIDE = SETTLE = Qt.Key.Key_H
"""One key: what it does is written on it, by the row that is chosen."""
TO_WALL, TO_LIST, TO_OWN_ROOMS = Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_F3
TO_ASIDE, TO_REVIEW, LANGUAGE, MENU = Qt.Key.Key_F4, Qt.Key.Key_F5, Qt.Key.Key_F9, Qt.Key.Key_F10
UP, DOWN, RIGHT, HOME, END = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)
ENTER, ESC = Qt.Key.Key_Return, Qt.Key.Key_Escape


class WallAtWork:
    """A window, its desk of readings, its clock, and how often it beeped."""

    def __init__(
        self,
        reading: Reading,
        opener: object = None,
        preferences: Preferences | None = None,
        *,
        shown: bool = True,
        language: str = "en",
    ) -> None:
        self.desk, self.clock, self.beeps = FakeDesk(reading), SetClock(NOW), 0
        self.kept = list[Preferences]()
        self.window = FloorWindow(
            self.desk,
            PEOPLE,
            words(language),
            "Riga",
            clock=self.clock,
            options=WallOptions(
                opener=opener,  # type: ignore[arg-type]
                reviews=lambda table: Reviewing(lambda: JournalReads([night()], PERSONS), work),
                preferences=preferences or Preferences(),
                keep=self.kept.append,
                beep=self._beep,
            ),
        )
        assert self.window.reviewed is not None
        self.review = self.window.reviewed
        self.review.asking = AtOnce
        self.window.line.ask = self._ask  # type: ignore[method-assign]
        self.window.resize(1280, 800)
        if shown:
            self.window.show()
        self.hear()
        for _ in range(int(STEADY)):
            self.hear(1.0)
        self.window.alarms.tones.stop()  # a signal of the earlier content

    def _beep(self) -> None:
        self.beeps += 1

    def _ask(self, request: object, call: object) -> None:
        """In the place of the desk's thread: it is answered at once."""
        try:
            came = call()  # type: ignore[operator]
        except Exception as error:
            came = error
        self.window.line.answered.emit(request, came)

    def hear(self, passed: float = 0.0, reading: Reading | None = None) -> None:
        self.desk.reading = reading or self.desk.reading
        self.clock.advance(passed)
        self.window.readings.take_reading(self.desk.reading)

    def press(self, key: Qt.Key) -> None:
        target = self.window.focusWidget() or self.window
        QTest.keyClick(target, key)
        self.window.sign_in.badges.typed.release()

    def see(self, seconds: float = 0.5) -> None:
        """Paint what was asked at the wall, and let ``seconds`` pass."""
        for _ in range(3):
            QApplication.processEvents()
        assert self.window.sign_in.guard.painted_at is not None
        self.clock.advance(seconds)

    def badge(self, number: str, to: QWidget | None = None) -> None:
        """A badge is held to the reader: a sign every ten milliseconds, then an Enter."""
        self.clock.advance(1.0)
        for sign in number:
            QTest.keyClicks(to or self.window.focusWidget() or self.window, sign)
            self.clock.advance(0.01)
        QTest.keyClick(to or self.window.focusWidget() or self.window, Qt.Key.Key_Return)

    def sign_in(self, id: str = "P7", pin: str = "4711") -> None:
        for letter in id:
            self.window.sign_in.screen.type(letter)
        self.window.sign_in.screen.type("\r")
        for digit in pin:
            self.window.sign_in.screen.type(digit)
        self.window.sign_in.screen._take(PEOPLE.verify(id, pin))

    def choose(self, table: str) -> None:
        """Choose the row of a table, without a key."""
        rows = self.window.views.list
        rows.choose(next(line.key for line in rows.lines if line.place == table))

    def answer(self, *labels: str) -> None:
        """Press the row with this label, of each question of the menu, once it has been seen."""
        for label in labels:
            self.see()
            menu_row(self.window.menu, label).click()
            QTest.qWait(1)  # the next question comes with the next turn of the loop

    def name(self, at: str) -> str:
        tile = self.window.views.wall.tile_of(at)
        assert tile is not None
        return tile.accessibleName()

    @property
    def person(self) -> Person | None:
        """The person in whose name something is done at the wall."""
        return self.window.sign_in.person

    @person.setter
    def person(self, person: Person) -> None:
        self.window.sign_in.person = person

    @property
    def asked(self) -> list[tuple[str, str, str]]:
        """The acts that the desk was asked for: the act, the table, and who or why."""
        return self.desk.asked

    @property
    def note(self) -> str:
        """The wall's note on the last press."""
        return self.window.note.text

    @property
    def lines(self) -> tuple[Line, ...]:
        """The list's rows from above."""
        return self.window.views.list.lines

    @property
    def places(self) -> list[str]:
        """The tables of the list's rows from above."""
        return [line.place for line in self.lines]


WallOf = Callable[..., WallAtWork]
"""Makes a wall from what :class:`WallAtWork` takes."""


def row_of(floor: WallAtWork, place: str) -> UrgencyRow:
    return next(
        row for row in floor.window.views.list.rows if row.line is not None and row.line.place == place
    )


def point(floor: WallAtWork, at: QWidget) -> None:
    """Have the pointer there, as the system reports it."""
    handle, there = floor.window.windowHandle(), at.mapTo(floor.window, at.rect().center())
    QTest.mouseMove(handle, there + QPoint(3, 3))
    QTest.mouseMove(handle, there)
