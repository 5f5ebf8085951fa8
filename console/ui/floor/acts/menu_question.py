"""A question that is asked in the wall's menu, and whose answer is recorded in a person's name."""

from __future__ import annotations

from collections.abc import Callable

from console.ui.floor.acts.desk_line import DeskLine
from console.ui.floor.acts.wall_sign_in import WallSignIn
from console.ui.floor.heard.heard_alarms import HeardAlarms
from console.ui.kit.menu import Menu
from console.words import Words


class MenuQuestion:
    """What such a question needs: who asks and is told, the alarms, who has signed in, menu and words."""

    def __init__(
        self,
        line: DeskLine,
        alarms: HeardAlarms,
        sign_in: WallSignIn,
        menu: Menu,
        words: Callable[[], Words],
    ) -> None:
        """``line`` leads to the floor's server."""
        self._line, self._alarms, self._sign_in = line, alarms, sign_in
        self._menu, self._words = menu, words
