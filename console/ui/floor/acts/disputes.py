"""Disputes at the wall: a supervisor names the cause of one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from console.floor.alarms.items import AlarmKind, AlarmLine
from console.floor.wall import AlarmOver, Decision
from console.table.showing.screen_values import Person
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.desk_line import DeskAct, DeskRequest
from console.ui.floor.acts.dispute_question import Settlement
from console.ui.floor.acts.wall_sign_in import SETTLES, boss
from console.ui.floor.appearance.floor_words import detail_text, place_text, what_text
from console.ui.floor.readings.floor_history import FloorHistory
from console.words.names import inside


class Disputes:
    """Asks a supervisor for the reason, and ends the dispute by it."""

    def __init__(self, wall: WallParts, history: FloorHistory) -> None:
        """The question covers the window of the wall's note."""
        self._wall, self._history = wall, history
        self._window = wall.note.window()
        self.question = Settlement(self._window, wall.sign_in.guard)

    def press(self, item: AlarmLine) -> None:
        """Ask a supervisor to sign in and end the dispute."""
        self._wall.sign_in.do(SETTLES, partial(self.ask_what_it_was, item))

    def ask_what_it_was(self, item: AlarmLine, person: Person) -> None:
        """Ask for the cause of a dispute."""
        words = self._wall.words()
        if self._wall.still(item) is None:
            return
        why = tuple(inside(words, text_of(words, item)) for text_of in (what_text, detail_text))
        what = words.text("access.list").join(each for each in (place_text(words, item), *why) if each)
        self.question.setGeometry(self._window.rect())
        self.question.ask(what, words, partial(self._settle, item, person))

    def _settle(self, item: AlarmLine, person: Person, reason: str) -> None:
        if self._wall.still(item) is None:
            return
        by, line, history = boss(person), self._wall.line, self._history

        def explain() -> None:
            for table in item.tables:
                line.desk.explain(table, by, reason)
                history.forget(table)
            if item.is_of_diary:
                history.forget(item.detail)

        def settle() -> Decision:
            (table,) = item.tables
            decision = line.desk.settle(table, by, reason)
            if decision is None:
                raise AlarmOver(table)
            return decision

        end: Callable[[], object] = explain if item.what is AlarmKind.TURNED_BACK else settle
        line.ask(DeskRequest(DeskAct.SETTLE, place_text(self._wall.words(), item)), end)
