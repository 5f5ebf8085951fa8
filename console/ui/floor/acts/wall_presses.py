"""The presses at the wall, on a keyboard or by touch: the view that is shown, and what happens to an alarm.

The module knows what is chosen, and says why a press has no effect. An act in a person's name is another
module's.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent

from console.floor.alarms.items import AlarmKind, AlarmLine
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.calls import Calls
from console.ui.floor.acts.disputes import Disputes
from console.ui.floor.acts.refused_presses import quiet_text, refused_text
from console.ui.floor.acts.shelved_alarms import ShelvedAlarms
from console.ui.floor.acts.twin_consoles import TwinConsoles
from console.ui.floor.acts.wall_keys import WallAct, WallView
from console.ui.floor.frame.key_row import KeyRow
from console.ui.floor.one_table.opened_table import PARTS
from console.ui.floor.readings.floor_history import FloorHistory
from console.ui.floor.wall_review.review_entrance import ReviewEntrance
from console.ui.floor.wall_review.review_over_wall import Part
from console.ui.floor.wall_views import WallViews
from console.ui.hands.guard import ENTERS

_VIEW_KEYS: Final = {
    Qt.Key.Key_F1: WallView.WALL,
    Qt.Key.Key_F2: WallView.LIST,
    Qt.Key.Key_F3: WallView.MINE,
    Qt.Key.Key_F4: WallView.SHELVED,
    Qt.Key.Key_F5: WallView.REVIEW,
    Qt.Key.Key_Slash: WallView.SEARCH,
}
_ACT_KEYS: Final = {
    Qt.Key.Key_T: WallAct.TAKE,
    Qt.Key.Key_A: WallAct.QUIET,
    Qt.Key.Key_H: WallAct.SHELVE,
}


class AlarmActs:
    """Calls, shelved alarms, disputes and twin consoles, each in the name of the person who presses."""

    def __init__(self, wall: WallParts, history: FloorHistory) -> None:
        self.calls, self.shelved, self.twins = Calls(wall), ShelvedAlarms(wall), TwinConsoles(wall)
        self.disputes = Disputes(wall, history)

    def end(self, item: AlarmLine) -> None:
        """Do H's act with an alarm: each kind ends in its own way."""
        if item.what is AlarmKind.TWINS:
            self.twins.press(item)
        elif item.is_settled:
            self.disputes.press(item)
        else:
            self.shelved.press(item)


class WallPresses(QObject):
    """What each press at the wall does, and what its keys show."""

    def __init__(
        self, wall: WallParts, views: WallViews, keys: KeyRow, *, acts: AlarmActs, review: ReviewEntrance
    ) -> None:
        super().__init__(keys)
        self._wall, self._views, self._keys = wall, views, keys
        self._acts, self._review = acts, review
        keys.view_pressed.connect(self.show_view)
        keys.act_pressed.connect(self.act)
        views.wall.opened.connect(self.open_table)
        views.wall.looked_at.connect(self.show_keys)
        views.list.opened.connect(self._open_row)
        views.list.taken.connect(self._press_row_key)
        views.list.chose.connect(self.show_keys)
        views.search.found.connect(self.open_table)
        views.opened.part_asked.connect(self.open_review)
        review.taken.connect(self._take)

    @property
    def item(self) -> AlarmLine | None:
        """The alarm that a press belongs to: the strip's over the review, else the shown part's."""
        return self._review.item if self._review.is_open else self._views.item

    def show_keys(self) -> None:
        """Show each key with its effect on what is chosen now."""
        words, item, views, alarms = self._wall.words(), self.item, self._views, self._wall.alarms
        able, opened = self._review.can_open, views.open_table is not None
        self._keys.show_views(words, views.chosen_view, alarms.counts, able=able)
        own = self._wall.sign_in.has_taken(call := alarms.call_of(item))
        heard = alarms.deaf_since is None
        self._keys.show_acts(words, item, call, own=own, opens=views.can_open, opened=opened, heard=heard)
        views.opened.show_keys(words, able=able)

    # --- on a keyboard ----------------------------------------------------------------------------

    def takes(self, event: QKeyEvent) -> bool:
        """Do what a key means: F1 to F5, slash, T, A, H, Enter, Esc; 1 to 5 for an opened table. Returns
        whether it means anything here.
        """
        self._views.list.steady.give_way()
        key, reads, held = Qt.Key(event.key()), self._review.is_open, event.isAutoRepeat()
        act = WallAct.OPEN if key in ENTERS and not reads else _ACT_KEYS.get(key)
        part = None if reads or self._views.open_table is None else PARTS.get(key)
        if (view := _VIEW_KEYS.get(key)) is not None:
            self.show_view(view)
        elif part is not None and not held:
            self.open_review(part)
        elif act is not None and not held:
            self.act(act)
        elif key == Qt.Key.Key_Escape:
            self._go_back()
        else:
            return False
        return True

    def _go_back(self) -> None:
        if self._review.is_open:
            self._review.give_way()
        else:
            self._views.escape()

    # --- what is shown ----------------------------------------------------------------------------

    def show_view(self, view: WallView) -> None:
        """Show the wall, a list, the review, or the search."""
        self._wall.touched()
        if view is WallView.REVIEW:
            self.open_review()
            return
        read = self._review.is_open
        self._review.give_way()
        if view is WallView.SEARCH:
            self._views.begin_search()
        else:
            self._views.turn(view, again=not read)

    def open_table(self, table: str) -> None:
        """Show one table instead of the wall; its tile may stand on the second screen, beside a review."""
        self._wall.touched()
        self._review.give_way()
        self._views.open(table)

    def open_review(self, part: Part = Part.LOG) -> None:
        """Show the review of all tables, or of the opened one, to a person who may read it."""
        self._review.open(self._views.open_table, part)

    # --- what happens to the chosen alarm or table ------------------------------------------------

    def act(self, act: WallAct) -> None:
        """Do an act with the chosen alarm or table, or say why it can't be done."""
        self._wall.touched()
        self.show_keys()
        item = self.item
        silences = act is WallAct.QUIET and item is not None  # what makes no sound is told so
        if not silences and not self._keys.acts[act].isEnabled():
            self._say_why_not(act, item)
            return
        match act:
            case WallAct.TAKE:
                self._acts.calls.press(item)
            case WallAct.OPEN:
                if (table := self._views.open_chosen()) is not None:
                    self.open_table(table)
            case WallAct.QUIET if item is not None:
                self._wall.note.show_text(quiet_text(self._wall.words(), item))
                self._wall.alarms.quiet(item)
            case WallAct.SHELVE if item is not None:
                self._acts.end(item)

    def _say_why_not(self, act: WallAct, item: AlarmLine | None) -> None:
        alarms, over = self._wall.alarms, self._views.list.is_over
        of = alarms.call_of(item) if act is WallAct.TAKE else item
        if why := refused_text(self._wall.words(), act, of, over=over, deaf_since=alarms.deaf_since):
            self._wall.note.show_text(why, stays=True)

    def _take(self) -> None:
        self._acts.calls.press(self.item)

    def _open_row(self) -> None:
        self.act(WallAct.OPEN)

    def _press_row_key(self) -> None:
        """The key at the end of a row: take, give back, or take up again."""
        item = self.item
        if self._views.view is WallView.SHELVED and item is not None:
            self._acts.end(item)
        else:
            self._acts.calls.press(item)
