"""A table's calls at the wall: the person who is on the way takes the call, and may release it before
arrival.
"""

from __future__ import annotations

from functools import partial

from console.floor.alarms.items import AlarmLine
from console.table.showing.screen_values import Person
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.desk_line import DeskAct, DeskRequest
from console.ui.floor.acts.double_press import DoublePress
from console.ui.floor.acts.wall_sign_in import TAKES, boss


class Calls:
    """Takes a call in a pit boss's name, or releases it."""

    def __init__(self, wall: WallParts) -> None:
        self._wall = wall
        self._second = DoublePress(wall.sign_in.guard.now)

    def press(self, item: AlarmLine | None) -> None:
        """Take the call of an item, the most urgent one of several; release the person's own call.

        The second of two quick presses does neither.
        """
        item, sign_in = self._wall.alarms.call_of(item), self._wall.sign_in
        if item is None or self._second.comes():
            return
        if sign_in.has_taken(item):
            sign_in.do(TAKES, partial(self._release, item), item)
        elif (target := item.to_take) is not None:
            sign_in.do(TAKES, partial(self._take, target), target)

    def _take(self, item: AlarmLine, person: Person) -> None:
        self._second.done()  # where somebody signed in for it
        table, line = item.tables[0], self._wall.line
        seen, asked = self._wall.alarms.tables.get(table), DeskRequest(DeskAct.TAKE, table)
        if seen is None or seen.call is None or seen.call.number != item.call:
            line.answered.emit(asked, LookupError(table))  # the call ended during the sign-in
            return
        line.ask(asked, partial(line.desk.take_call, table, seen.call, boss(person)))

    def _release(self, item: AlarmLine, person: Person) -> None:
        self._second.done()
        table, line = item.tables[0], self._wall.line
        seen = self._wall.alarms.tables.get(table)
        if seen is not None and seen.call is not None:
            call = partial(line.desk.release, table, seen.call, boss(person))
            line.ask(DeskRequest(DeskAct.RELEASE, table), call)
