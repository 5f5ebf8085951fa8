"""A question at the wall, whose answer is recorded in a person's name."""

from __future__ import annotations

from collections.abc import Callable

from console.floor.alarms.items import Item
from console.ui.floor.acts.desk_line import DeskLine
from console.ui.floor.acts.wall_sign_in import WallSignIn
from console.ui.floor.heard.heard_alarms import HeardAlarms
from console.ui.floor.note import Note
from console.ui.kit.menu import Menu
from console.words import Words


class WallQuestion:
    """The parts of such a question: the line to the floor's server, the alarms, the sign-in, the note for a
    refusal, and the words.
    """

    def __init__(
        self,
        line: DeskLine,
        alarms: HeardAlarms,
        sign_in: WallSignIn,
        note: Note,
        words: Callable[[], Words],
    ) -> None:
        self._line, self._alarms, self._sign_in = line, alarms, sign_in
        self._note, self._words = note, words

    def _still(self, item: Item) -> Item | None:
        """An alarm as it stands now; None where it ended while the person signed in or was asked, and the
        person is told so.
        """
        present = self._alarms.present(item)
        if present is None:
            self._note.say(self._words().text("floor.ended"), stays=True)
        return present


class MenuQuestion(WallQuestion):
    """A question in the wall's menu."""

    def __init__(
        self,
        line: DeskLine,
        alarms: HeardAlarms,
        sign_in: WallSignIn,
        note: Note,
        words: Callable[[], Words],
        menu: Menu,
    ) -> None:
        super().__init__(line, alarms, sign_in, note, words)
        self._menu = menu
