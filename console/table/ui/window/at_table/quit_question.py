"""The way to close a table's window: a person confirms it; the cards of an open round stay on the table."""

from __future__ import annotations

from console.base.words import Words
from console.table.core.state.note_kinds import NoteKind
from console.table.ui.kit.menu import MenuRow
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.signs.sign import Sign
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace


class QuitQuestion:
    def __init__(self, workplace: Workplace, sign_in: TableSignIn) -> None:
        self._workplace, self._sign_in = workplace, sign_in
        self.is_asked = False
        """Whether the window system asked to close the window, and a pit boss is asked to confirm."""

    def ask_for_system(self) -> None:
        """Ask a pit boss to confirm: the system wants to close a table with people signed in."""
        if self._workplace.people_here.is_locked:
            return  # the screen asks already for what unlocks it
        if self._workplace.people_here.pit_boss_here() is None:
            self._sign_in.ask(Purpose.PIT_BOSS, named=_title)
        else:
            self.ask()
        self.is_asked = True

    def ask(self) -> None:
        text = self._workplace.words().text
        back = MenuRow(text("button.cancel"), Sign("outcomes.back"), lambda: None)
        leave = MenuRow(text("menu.quit"), Sign("places.leave"), self._leave, pit_boss=True)
        self._workplace.menu.open(text("confirm.quit"), (back, leave))

    def _leave(self) -> None:
        self._workplace.line.note(NoteKind.CONSOLE_CLOSED, who=self._workplace.people_here.who_answers())
        self._workplace.window.close()

    def stay(self) -> None:
        self.is_asked = False


def _title(words: Words) -> tuple[str, str]:
    reason = words.text("menu.quit") + words.locale.stop
    return words.locale.gap.join((reason, words.text("sign_in.step_up"))), ""
