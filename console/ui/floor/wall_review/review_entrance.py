"""The entrance from the wall to its review: who may read, which journals, and the alarm above them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from console.floor.alarms.items import AlarmLine
from console.table.showing.screen_values import Person
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.wall_sign_in import REVIEWS
from console.ui.floor.appearance.floor_words import deaf_text
from console.ui.floor.wall_review.review_over_wall import Part, ReviewOverWall, ReviewRequest, wish_of
from console.words import Words


class ReviewEntrance(QObject):
    """Opens the review for a person who may read it, and leads back to the wall."""

    turned = Signal()
    """The review was opened or left: the window lays its parts out anew."""
    left = Signal()
    taken = Signal()
    """The call of the alarm above the review is taken."""

    def __init__(self, wall: WallParts, shown: ReviewOverWall | None, studio: str) -> None:
        """``shown`` is None where nothing is reviewed; ``studio`` is named in the review's heading."""
        super().__init__(wall.menu)
        self._wall, self._shown, self._studio = wall, shown, studio
        if shown is not None:
            shown.left.connect(self.turned)
            shown.left.connect(self.left)
            shown.strip.taken.connect(self.taken)

    @property
    def can_open(self) -> bool:
        """Whether there is anything to review."""
        return self._shown is not None

    @property
    def is_open(self) -> bool:
        """Whether the review covers the wall."""
        return self._shown is not None and not self._shown.isHidden()

    @property
    def item(self) -> AlarmLine | None:
        """The present state of the alarm above the review; None if it has ended."""
        shown = self._shown.strip.item if self._shown is not None else None
        pressing = self._wall.alarms.pressing
        return next((item for item in pressing if shown is not None and item.key == shown.key), None)

    def open(self, table: str | None, part: Part = Part.LOG) -> None:
        """Show the review of one table, or of all for None, once a person is signed in who may read it."""
        if self._shown is None or self.is_open:
            return
        alarms = self._wall.alarms
        wish = wish_of(table, part, None if table is None else alarms.tables.get(table))
        named = None if table is None else alarms.called(table)
        self._wall.sign_in.do(REVIEWS, partial(self._show, self._shown, wish, named))

    def _show(self, shown: ReviewOverWall, wish: ReviewRequest, named: str | None, person: Person) -> None:
        studio = self._studio

        def heading(words: Words) -> tuple[str, ...]:
            return (studio, words.text("review.floor")) if named is None else (named, studio)

        shown.open(person, self._wall.words(), heading, wish)
        self.turned.emit()

    def give_way(self) -> None:
        """Go back to the wall, so that nothing covers what it shows next; the review keeps its state."""
        if self._shown is not None:
            self._shown.give_way()

    def show_alarms(self) -> None:
        """Show the most urgent alarms above an open review."""
        if self._shown is not None and self.is_open:
            words, alarms = self._wall.words(), self._wall.alarms
            self._shown.show_alarms(alarms.pressing, deaf_text(words, alarms.deaf_since), words)

    def take_focus(self) -> bool:
        """Give the keyboard's focus to the review; returns whether it is open."""
        if self._shown is None or self._shown.screens is None or not self.is_open:
            return False
        self._shown.screens.take_focus()
        return True

    def close(self) -> None:
        """End the review, and close its journals."""
        if self._shown is not None:
            self._shown.close_review()
