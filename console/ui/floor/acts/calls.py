"""A table's calls at the wall: the person who is on the way takes the call, and may release it before
arrival.
"""

from __future__ import annotations

from functools import partial

from console.floor.alarms.items import Item
from console.table.showing.screen_values import Person
from console.ui.floor.acts.desk_line import DeskLine, DeskRequest
from console.ui.floor.acts.second_press import SecondPress
from console.ui.floor.acts.wall_sign_in import TAKES, WallSignIn, boss
from console.ui.floor.heard.heard_alarms import HeardAlarms


class Calls:
    """Takes a call in a pit boss's name, or releases it."""

    def __init__(self, line: DeskLine, alarms: HeardAlarms, sign_in: WallSignIn) -> None:
        self._line, self._alarms, self._sign_in = line, alarms, sign_in
        self._second = SecondPress(sign_in.guard.now)

    def press(self, item: Item | None) -> None:
        """Take the call of an item, the most urgent one of several; release the person's own call.

        The second of two quick presses does neither.
        """
        item = self._alarms.call_of(item)
        if item is None or self._second.comes():
            return
        if self._sign_in.has_taken(item):
            self._sign_in.do(TAKES, partial(self._release, item), item)
        elif (target := item.to_take) is not None:
            self._sign_in.do(TAKES, partial(self._take, target), target)

    def _take(self, item: Item, person: Person) -> None:
        self._second.done()  # where somebody signed in for it
        table = item.tables[0]
        seen, asked = self._alarms.tables.get(table), DeskRequest("take", table)
        if seen is None or seen.call is None or seen.call.number != item.call:
            self._line.answered.emit(asked, LookupError(table))  # the call ended during the sign-in
            return
        self._line.ask(asked, partial(self._line.desk.take, table, seen.call, boss(person)))

    def _release(self, item: Item, person: Person) -> None:
        self._second.done()
        table = item.tables[0]
        seen = self._alarms.tables.get(table)
        if seen is not None and seen.call is not None:
            call = partial(self._line.desk.release, table, seen.call, boss(person))
            self._line.ask(DeskRequest("release", table), call)
