"""Disputes at the wall: a supervisor names the cause of one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from console.floor.alarms.items import Item, What
from console.table.showing.screen_values import Person
from console.ui.floor.acts.desk_line import DeskLine, DeskRequest
from console.ui.floor.acts.dispute_question import Settlement
from console.ui.floor.acts.wall_question import WallQuestion
from console.ui.floor.acts.wall_sign_in import SETTLES, WallSignIn, boss
from console.ui.floor.floor_words import detail_text, place_text, what_text
from console.ui.floor.heard.floor_history import FloorHistory
from console.ui.floor.heard.heard_alarms import HeardAlarms
from console.ui.floor.note import Note
from console.words import Words
from console.words.names import inside


class Disputes(WallQuestion):
    """Asks a supervisor for the reason, and ends the dispute by it."""

    def __init__(
        self,
        line: DeskLine,
        alarms: HeardAlarms,
        sign_in: WallSignIn,
        note: Note,
        words: Callable[[], Words],
        history: FloorHistory,
    ) -> None:
        """The question covers the note's window."""
        super().__init__(line, alarms, sign_in, note, words)
        self._history, self._window = history, note.window()
        self.question = Settlement(self._window, sign_in.guard)

    def press(self, item: Item) -> None:
        """Ask a supervisor to sign in and end the dispute."""
        self._sign_in.do(SETTLES, partial(self.ask_what_it_was, item))

    def ask_what_it_was(self, item: Item, person: Person) -> None:
        """Ask for the cause of a dispute."""
        words = self._words()
        if self._still(item) is None:
            return
        why = tuple(inside(words, text_of(words, item)) for text_of in (what_text, detail_text))
        what = words.text("access.list").join(each for each in (place_text(words, item), *why) if each)
        self.question.setGeometry(self._window.rect())
        self.question.ask(what, words, partial(self._settle, item, person))

    def _settle(self, item: Item, person: Person, reason: str) -> None:
        if self._still(item) is None:
            return
        by, line, history = boss(person), self._line, self._history

        def settle() -> None:
            for table in item.tables:
                line.desk.settle(table, by, reason)
                if item.what is What.TURNED_BACK:
                    history.forget(table)
            if item.is_of_diary:
                history.forget(item.detail)

        line.ask(DeskRequest("settle", place_text(self._words(), item)), settle)
