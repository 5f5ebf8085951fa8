"""The wall's menu: language, person, watched rooms, guides, the second window, the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from console.base.words import Words
from console.floor import texts
from console.floor.ui.preferences import NOBODY, StoredPreferences
from console.floor.ui.wall_acts import DutyActs, ReviewEntrance, WallParts
from console.floor.ui.wall_keys import WallView
from console.floor.ui.wall_review import Part
from console.table.ui.hands import call_later
from console.table.ui.kit import MenuRow, language_rows
from console.table.ui.signs import Sign

_ROOMS: Final = 12
"""The most rooms that can be chosen from."""


class WallMenu(QObject):
    language_chosen = Signal(str)
    second_asked = Signal()
    """The person wants the second window."""
    close_asked = Signal()

    def __init__(
        self,
        wall: WallParts,
        chosen: StoredPreferences,
        show: Callable[[WallView], None],
        review: ReviewEntrance,
        *,
        duty: DutyActs,
    ) -> None:
        """``show`` shows another view of the wall by its name."""
        super().__init__(wall.menu)
        self._duty = duty
        self._wall, self._chosen, self._show, self._review = wall, chosen, show, review

    def open(self, studio: str) -> None:
        """Show the menu; ``studio`` is its heading if nobody is signed in."""
        words, person = self._wall.words(), self._wall.sign_in.person
        rows = [*language_rows(words.language, self.language_chosen.emit)]
        if person is not None:
            rows.append(
                MenuRow(words.text("menu.sign_out"), Sign("places.leave"), self._wall.sign_in.sign_out)
            )
        else:
            rows.append(
                MenuRow(
                    words.text("floor.menu.sign_in"),
                    Sign("places.sign_in"),
                    self._next(self._wall.sign_in.ask),
                )
            )
        if self._duty.is_known:
            begin, sign = self._next(self._duty.begin), Sign("places.sign_in")
            rows.append(MenuRow(words.text("floor.menu.duty"), sign, begin))
        if self._duty.is_held:
            end = self._next(self._duty.end)
            rows.append(MenuRow(words.text("floor.menu.duty_end"), Sign("places.leave"), end))
        if len(self._wall.alarms.rooms) > 1:
            rows.append(
                MenuRow(words.text("floor.menu.rooms"), Sign("places.table"), self._next(self.ask_rooms))
            )
        rows.append(
            MenuRow(
                self._certificates(words),
                Sign("urgency.uncertified"),
                partial(self._show, WallView.CERTIFICATES),
            )
        )
        if self._review.can_open:
            rows.append(
                MenuRow(words.text("guide.page"), Sign("outcomes.book"), self._next(self._show_guides))
            )
        rows.append(MenuRow(words.text("floor.menu.second"), Sign("states.eye"), self.second_asked.emit))
        rows.append(MenuRow(words.text("floor.menu.close"), Sign("outcomes.cross"), self.close_asked.emit))
        name = person.name if person is not None else studio
        self._wall.menu.open(words.text("menu.title", name=name), tuple(rows))

    def _show_guides(self) -> None:
        self._review.open(None, Part.GUIDES)

    def _certificates(self, words: Words) -> str:
        """The row's text, with the number of tables in the list."""
        name = words.text("floor.menu.certificates")
        count = sum(tile.uncertified for tile in self._wall.alarms.moment.tiles)
        return words.text("floor.key.counted", name=name, count=count) if count else name

    def _next(self, call: Callable[[], None]) -> Callable[[], None]:
        """A call that runs once the menu that was pressed has closed."""
        return partial(call_later, self._wall.menu, call)

    def ask_rooms(self) -> None:
        """Ask for the rooms whose alarms sound here and stand under F3."""
        words, own = self._wall.words(), self._wall.alarms.watch.rooms
        rows = [
            MenuRow(texts.one_line(room), sign, partial(self.turn_room, room))
            for room in self._wall.alarms.rooms[:_ROOMS]
            for sign in [Sign("states.tick") if room in own else Sign("places.table")]
        ]
        every = MenuRow(
            words.text("floor.menu.all_rooms"),
            Sign("states.tick") if not own else Sign("places.table"),
            lambda: self.watch_rooms(()),
        )
        self._wall.menu.open(words.text("floor.menu.rooms"), (every, *rows))

    def turn_room(self, room: str) -> None:
        """Watch a room, or stop watching it; then ask again."""
        self.watch_rooms(self._wall.alarms.watch.rooms ^ {room})
        call_later(self._wall.menu, self.ask_rooms)

    def watch_rooms(self, rooms: Iterable[str]) -> None:
        """Watch these rooms from now on; stored for the person who is signed in, else for the last one."""
        who = self._wall.sign_in.who or self._chosen.now.last or NOBODY
        self._chosen.change(self._chosen.now.with_rooms(who, rooms))
        self._wall.alarms.watch_rooms(rooms)
        self._wall.alarms.look()
