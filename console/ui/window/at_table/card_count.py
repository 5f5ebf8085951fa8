"""After a restart within a hand: whether the cards on the table are those on the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from console.table.state.note_kinds import NoteKind
from console.ui.kit.menu import MenuRow
from console.ui.signs.sign import Sign
from console.ui.window.at_table.workplace import Workplace


class CardCount(QObject):
    """The question in the menu, asked until the person answers; until then no card is taken."""

    answered = Signal()
    """Somebody has answered; cards are taken from now on, and the pit boss decides about a wrong one."""
    compares = Signal(bool)
    """Whether the screen must show the cards from now on, whatever an incident asks."""

    def __init__(self, workplace: Workplace, *, call: Callable[[], None], due: bool) -> None:
        """``call`` calls the pit boss; ``due``: whether the restart came within a hand."""
        super().__init__(workplace.menu)
        self._menu, self._people_here, self._line, self._words = (
            workplace.menu,
            workplace.people_here,
            workplace.line,
            workplace.words,
        )
        self._call, self._due = call, due

    def ask(self) -> None:
        """Ask, if nobody has answered yet and nothing else is asked: a card may have been dealt meanwhile."""
        view, table = self._people_here.view, self._people_here.table
        if not self._due or view is None or table is None or self._menu.isVisible():
            return
        out = view.cards_out if table.open_round else None
        if not out:
            self._answer()
            return
        self.compares.emit(True)
        text = self._words().text
        yes = MenuRow(
            text("confirm.count.yes"),
            Sign("states.tick"),
            lambda: self._answer(NoteKind.COUNT_CONFIRMED),
            moves_play=True,
        )
        no = MenuRow(
            text("confirm.count.no"),
            Sign("places.bell"),
            lambda: self._answer(NoteKind.COUNT_DIFFERS),
            moves_play=True,
        )
        self._menu.open(text("confirm.count", count=out), (yes, no), below_table=True)

    def _answer(self, kind: NoteKind | None = None) -> None:
        self._due = False
        self.compares.emit(False)
        if kind is not None:
            self._line.note(kind, who=self._people_here.who_answers())
        if kind is NoteKind.COUNT_DIFFERS and self._people_here.pit_boss_here() is None:
            self._call()
        self.answered.emit()
