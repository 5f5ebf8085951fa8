"""Alarms that are shelved at the wall: the person, the reason, the time, and the way back."""

from __future__ import annotations

from functools import partial
from typing import Final

from console.floor.alarms.items import AlarmLine
from console.floor.alarms.watch import LONGEST_SHELF
from console.table.showing.screen_values import Person
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.desk_line import DeskAct, DeskRequest
from console.ui.floor.acts.refused_presses import refused_text
from console.ui.floor.acts.wall_keys import WallAct
from console.ui.floor.acts.wall_sign_in import TAKES, boss
from console.ui.floor.appearance.floor_words import place_text, what_inside
from console.ui.hands.deferred_call import call_later
from console.ui.kit.menu import MenuRow
from console.ui.signs.sign import Sign

_REASONS: Final = ("technician", "known", "planned", "training")
_MINUTES: Final = (15, 30, 60)


class ShelvedAlarms:
    """Asks in the menu why and for how long; each answer is one press."""

    def __init__(self, wall: WallParts) -> None:
        self._wall = wall

    def press(self, item: AlarmLine) -> None:
        """Shelve an alarm, or end its shelving; an alarm that may not be shelved stays as it is."""
        if item.shelf is not None:
            self._wall.sign_in.do(TAKES, partial(self._unshelve, item), item)
        elif item.can_shelve:
            self._wall.sign_in.do(TAKES, partial(self.ask_reason, item), item)

    def ask_reason(self, item: AlarmLine, person: Person) -> None:
        """Ask for the reason, then for the time. An alarm that may no longer be shelved stays as it is."""
        words = self._wall.words()
        if not self._may_be_shelved(item):
            return
        rows = tuple(
            MenuRow(
                words.text(f"floor.reason.{reason}"),
                Sign("urgency.laid_aside"),
                # once the menu that was pressed has gone
                partial(call_later, self._wall.menu, partial(self._ask_minutes, item, reason, person)),
            )
            for reason in _REASONS
        )
        named = words.text("floor.shelve.what", table=place_text(words, item), what=what_inside(words, item))
        self._wall.menu.ask(named, rows)

    def _ask_minutes(self, item: AlarmLine, reason: str, person: Person) -> None:
        words = self._wall.words()
        rows = tuple(
            MenuRow(
                words.count("floor.shelve.minutes", minutes),
                Sign("outcomes.clock"),
                partial(self._shelve, item, reason, min(60.0 * minutes, LONGEST_SHELF), person),
            )
            for minutes in _MINUTES
        )
        self._wall.menu.ask(words.text(f"floor.reason.{reason}"), rows)

    def _shelve(self, item: AlarmLine, reason: str, seconds: float, person: Person) -> None:
        if not self._may_be_shelved(item):
            return
        by, what, place = boss(person), item.shelved_as, place_text(self._wall.words(), item)
        line = self._wall.line
        for table in item.tables:
            call = partial(line.desk.shelve, table, what, by, reason, seconds)
            line.ask(DeskRequest(DeskAct.SHELVE, place), call)

    def _may_be_shelved(self, item: AlarmLine) -> bool:
        """Whether an alarm may still be shelved; if not, a note says so.

        While the person signed in or was asked, it may have ended or risen, or somebody may have taken the
        call.
        """
        present = self._wall.still(item)
        if present is not None and not present.can_shelve:
            self._wall.note.show_text(
                refused_text(self._wall.words(), WallAct.SHELVE, present, over=False), stays=True
            )
        return present is not None and present.can_shelve

    def _unshelve(self, item: AlarmLine, person: Person) -> None:
        table, what, line = item.tables[0], item.shelved_as, self._wall.line
        call = partial(line.desk.unshelve, table, what, boss(person))
        line.ask(DeskRequest(DeskAct.UNSHELVE, table), call)
