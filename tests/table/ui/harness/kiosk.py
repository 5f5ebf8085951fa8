"""Somebody in front of a LIVE table's screen, and what is done at each screen that a start brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console import cli
from console.app import start
from console.table.core import Person, Role
from console.table.people import PeopleFile
from console.table.ui.people import FirstSupervisor
from console.table.ui.people.person_form import PersonForm
from console.table.ui.window import TableWindow, TroubleScreen

PIN = "271828"
TABLE = (
    'name = "Table 7"\ngame = "roulette"\nrules = "sv"\nlanguage = "de"\n'
    'journal = "journal.db"\npeople = "people.json"\n'
)


class Kiosk:
    """Somebody in front of the screen: what to do at each screen that comes, in turn."""

    def __init__(self, folder: Path, application: QApplication) -> None:
        self.table, self._application = folder / "table7.toml", application
        self.table.write_text(TABLE, "utf-8")
        self.people = PeopleFile(folder / "people.json")
        self.seen: list[str] = []
        self._of_others = application.topLevelWidgets()
        self._failed: BaseException | None = None
        self._busy = False
        self.turns: list[Callable[[object], None]] = []
        self._timer = QTimer(interval=20)
        self._timer.timeout.connect(self._look)

    def start(self, *turns: Callable[[object], None]) -> int:
        """Start the console; its exit status."""
        self.turns = list(turns)
        self._timer.start()
        try:
            status = start.main(cli.window_options(["--table", str(self.table), "--window"]))
        finally:
            self._timer.stop()
        if self._failed is not None:
            raise self._failed
        return status

    def _look(self) -> None:
        kinds = (TroubleScreen, FirstSupervisor, TableWindow)
        every = (each for each in self._application.topLevelWidgets() if each not in self._of_others)
        shown = [each for each in every if isinstance(each, kinds) and each.isVisible()]
        if len(shown) != 1 or self._busy:
            return
        self._busy = True
        try:
            assert self.turns, f"nobody expects {shown[0]}"
            self.turns.pop(0)(shown[0])
        except BaseException as error:
            self._failed = self._failed or error
            shown[0].close() if isinstance(shown[0], TableWindow) else shown[0].left.emit()
        self._busy = False


def supervisor(kiosk: Kiosk) -> None:
    kiosk.people.add(Person("S-1", "Anna", Role.SUPERVISOR, "de"), PIN)


def tries_again(screen: object) -> None:
    assert isinstance(screen, TroubleScreen)
    screen.guard.painted_at = float("-inf")
    QTest.keyClick(screen, Qt.Key.Key_Return)


def quits(screen: object) -> None:
    assert isinstance(screen, TroubleScreen)
    screen.guard.painted_at = float("-inf")
    QTest.mouseClick(screen.back, Qt.MouseButton.LeftButton)


def fill(form: PersonForm, id: str | None = None, name: str = "") -> None:
    if id is not None:
        form.input("people.ask.id").setText(id)
        form.input("people.ask.name").setText(name)
    for key in ("people.ask.pin", "people.ask.pin_again"):
        form.input(key).setText(PIN)


@contextmanager
def standing(folder: Path, application: QApplication) -> Iterator[Kiosk]:
    """A kiosk in a folder; its windows go with it."""
    yield Kiosk(folder, application)
    for each in application.topLevelWidgets():
        if isinstance(each, TroubleScreen | FirstSupervisor | TableWindow):
            each.hide()
            each.deleteLater()
    application.setQuitOnLastWindowClosed(True)
