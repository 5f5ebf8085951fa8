"""The review over the wall: who may read which part, and the strip above it with the first alarm."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmLine
from console.floor.ui.appearance import (
    PRIORITIES,
    of_item,
    place_text,
    taken_text,
    wait_text,
    what_inside,
    what_text,
)
from console.floor.ui.rows.steady_rows import AFTER
from console.floor.wall import SeenTable
from console.table.core import Clock, Person
from console.table.ui.kit import (
    SmallKey,
    StripAbove,
    Surface,
    advance,
    elide,
    fill,
    lay,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign

if TYPE_CHECKING:
    from console.supervisor.review import Heading, JournalReader, Reviewing, SearchProgress
    from console.supervisor.ui.review import JournalInquiries, ReviewScreens
    from console.table.journal import LogRow

HIGH: Final = 72.0
_KEY: Final = 190.0


class AlarmStrip(Surface):
    """The most urgent item, the number of further ones, and the way back to the wall."""

    has_alarm = True

    wall_asked = Signal()
    taken = Signal()

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self.item: AlarmLine | None = None
        """The shown item, which a press takes."""
        self._more, self._deaf = 0, ""
        self._shown: tuple[object, ...] = ()
        self.wall, self.take = SmallKey(Sign("outcomes.back"), self), SmallKey(Sign("places.person"), self)
        self._disabled = QTimer(self, singleShot=True, interval=AFTER)
        """Runs for a moment once another item is under the pointer. The key is disabled meanwhile: a press
        may be meant for the item before.
        """
        self._disabled.timeout.connect(lambda: self.take.setEnabled(True))
        self.wall.clicked.connect(self.wall_asked)
        self.take.clicked.connect(self.taken)
        for key in (self.wall, self.take):
            key.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.covers()

    def show_alarms(self, items: tuple[AlarmLine, ...], deaf: str, words: Words) -> None:
        """Show the first of these; ``deaf`` is the text for a window without readings, else empty. While the
        pointer is on the strip, the shown item stays until it ends, so that a press takes no other.
        """
        item = items[0] if items else None
        if self.item is not None and self.underMouse():
            stays = next((each for each in items if each.key == self.item.key), None)
            if stays is None:
                self._disabled.start()
            item = stays or item
        wait = None if item is None else int(item.wait)
        shown = (item and (item.key, item.priority, item.taken), wait, len(items), deaf, words.language)
        if shown == self._shown:
            return
        self._shown = shown
        self.item, self._more, self._deaf, self._words = item, max(0, len(items) - 1), deaf, words
        self.wall.show_label(words.text("floor.key.wall"))
        self.take.show_label(words.text("floor.take"))
        self.take.setVisible(item is not None and item.can_take and not deaf)
        self.take.setEnabled(not self._disabled.isActive())
        text = self.text
        if text != self.accessibleName():
            self.setAccessibleName(text)
        self.arrange()
        self.update()

    @property
    def text(self) -> str:
        """The strip in words, without an age that grows."""
        words, item = self._words, self.item
        if self._deaf:
            return self._deaf
        if item is None:
            return words.text("floor.nobody_needed")
        parts = [place_text(words, item), what_inside(words, item), taken_text(words, item)]
        if self._more:
            parts.append(words.count("floor.more", self._more))
        return words.text("access.list").join(part for part in parts if part)

    def arrange(self) -> None:
        right = self.wide - theme.MARGIN
        for key in (self.wall, self.take):
            if not key.isHidden():
                lay(self, key, QRectF(right - _KEY, 10, _KEY, self.high - 20))
                right -= _KEY + 14
        self._right = right

    def paint(self, painter: QPainter) -> None:
        """Shape, table, cause, wait; the person who comes; the number of further items."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, self.high - 2, self.wide, 2), theme.LINE)
        words, item, middle = self._words, self.item, (self.high - 2) / 2
        mark = QRectF(theme.MARGIN, middle - 17, 34, 34)
        room = self._right - theme.MARGIN - 60
        if self._deaf or item is None:
            sign = Sign("urgency.unheard" if self._deaf else "states.tick")
            sign(painter, mark, theme.AMBER if self._deaf else theme.T2)
            face = shrunk(self.text, room, (26, 24, 22, 20, 18, 16), bold=bool(self._deaf))
            text, ink = elide(self.text, room, face), theme.AMBER if self._deaf else theme.T1
            write(painter, text, theme.MARGIN + 48, middle, face, ink)
            return
        looks = of_item(item)
        ink = looks.row_ink
        fill(painter, QRectF(0, 0, self.wide, self.high - 2), looks.row)
        fill(painter, QRectF(0, 0, 8, self.high - 2), looks.bar)
        PRIORITIES[item.priority](painter, mark, ink)
        x, end = theme.MARGIN + 48.0, self._right
        if self._more:
            more = f"+{words.figure(self._more)}"
            write(painter, more, end, middle, theme.font(22, bold=True), looks.weak, align=1)
            end -= advance(more, theme.font(22, bold=True)) + 18
        for text, sizes, colour in (
            (place_text(words, item), (28, 26, 24, 22, 20), looks.strong),
            (what_text(words, item), (28, 26, 24, 22, 20, 18, 16), ink),
            (wait_text(words, item), (28, 26, 24, 22, 20), ink),
            (taken_text(words, item), (20, 18, 17, 16, 15), looks.strong if item.taken else looks.weak),
        ):
            if not text or end - x < 40:
                continue
            face = shrunk(text, end - x, sizes, bold=True)
            x = write(painter, elide(text, end - x, face), x, middle, face, colour) + 16

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the item leads to the wall."""
        self.wall_asked.emit()


Reviews: TypeAlias = "Callable[[str | None], Reviewing]"
"""Gives the journals for a review of one table, or of all tables for None."""
_LOOKED: Final = 80
"""How many of the newest rows are searched for the wanted round."""


class Part(StrEnum):
    """The part of a table to review, by the place from which the review is opened."""

    LOG = "log"
    REPLAY = "replay"
    ROUND = "round"
    INCIDENT = "incident"
    REPORT = "report"
    GUIDES = "guides"
    """The house's guides to print, which need no table."""


class ReviewRequest(NamedTuple):
    """A person's wish to read: one table (None: all), and a round or an incident by its id."""

    table: str | None = None
    part: Part = Part.LOG
    round: str = ""
    incident: str = ""


def wish_of(table: str | None, part: Part, seen_table: SeenTable | None) -> ReviewRequest:
    """The wish for a table in its present state: its open round and incident; all tables for None."""
    if table is None:
        return ReviewRequest(part=part)
    report = seen_table.report if seen_table is not None else None
    incident = report.incident.id if report is not None and report.incident is not None else ""
    return ReviewRequest(table, part, report.round if report is not None else "", incident)


class ReviewOverWall(StripAbove):
    left = Signal()
    """The person goes back to the wall."""

    def __init__(self, window: QWidget, words: Words, reviews: Reviews, clock: Clock) -> None:
        super().__init__(window, HIGH)
        self._window = window
        self._reviews, self._clock = reviews, clock
        self.asking: Callable[[Callable[[], JournalReader]], JournalInquiries] | None = None
        """Answers the review's questions; None: a thread of its own does."""
        self._of: tuple[str, str | None] | None = None
        """The person who reads, and the table."""
        self._wish: ReviewRequest | None = None
        """The wish, shown as soon as the review has an entry."""
        self.inquiries: JournalInquiries | None = None
        self.screens: ReviewScreens | None = None
        self.strip: AlarmStrip = AlarmStrip(words, self)
        self.strip.wall_asked.connect(self.give_way)

    @property
    def reader(self) -> str | None:
        """The id of the person who reads, or left the review open beneath the wall."""
        return None if self._of is None else self._of[0]

    def open(self, person: Person, words: Words, heading: Heading, wish: ReviewRequest) -> None:
        """Show a person's wish; the log as it was left, if it is the same person's same log."""
        # The review's screens are loaded when the first one opens: a wall's start does not wait for them.
        from console.supervisor.ui.review import JournalInquiries, ReviewScreens

        screens = self.screens
        goes_on = screens is not None and self._of == (person.id, wish.table)
        if screens is None or not goes_on:
            self.close_review()
            reviewing = self._reviews(wish.table)
            self._of = (person.id, wish.table)
            self.inquiries = inquiries = (self.asking or JournalInquiries)(reviewing.reads)
            makes = reviewing.makes()
            self.screens = screens = ReviewScreens(
                inquiries,
                makes,
                words,
                self._clock,
                parent=self,
                filmed=reviewing.filmed,
                shows_keys=False,
                touch=bool(reviewing.touch),
            )
            screens.left.connect(self.close_review)
            inquiries.counted.connect(self._show_when_found)
            inquiries.start()
            screens.begin(person, heading, close="review.menu.close")
        screens.speak(words.language)
        screens.show()
        self.setGeometry(self._window.rect())
        self.lay_out()
        self.show()
        self.raise_()
        screens.take_focus()
        if not (goes_on and wish.part is Part.LOG):
            self._wish = wish
            self._show_when_found(screens.log.query.found)  # The last review has already read it.

    def _show_when_found(self, progress: SearchProgress) -> None:
        """Show the review as soon as it has an entry, or all is read and there is none."""
        wish = self._wish
        if wish is None:
            return
        if wish.part is Part.GUIDES or progress.count or (progress.done and progress.prepared >= 1):
            self._fulfil()

    def _fulfil(self) -> None:
        from console.supervisor.ui.review import KINDS
        from console.table.journal import Filter

        wish, self._wish = self._wish, None
        screens, inquiries = self.screens, self.inquiries
        if wish is None or screens is None or inquiries is None:
            return
        match wish.part:
            case Part.LOG:
                screens.show_log()
            case Part.REPORT:
                screens.show_shift_report()
            case Part.GUIDES:
                screens.show_guides()
            case Part.INCIDENT:
                of_one = Filter(incident=wish.incident)
                screens.show_rows(of_one if wish.incident else Filter(kinds=KINDS["incidents"]))
            case Part.REPLAY | Part.ROUND:
                screens.show_log()

                def found(rows: tuple[LogRow, ...]) -> None:
                    row = next((row for row in rows if row.round and wish.round in ("", row.round)), None)
                    row = row or next((row for row in rows if row.round), None)
                    if row is None:
                        return
                    if wish.part is Part.REPLAY:
                        screens.replay_row(row)
                    else:
                        screens.write_round(row)

                inquiries.ask("newest", lambda reads: reads.rows(0, _LOOKED), found)

    def show_alarms(self, items: tuple[AlarmLine, ...], deaf: str, words: Words) -> None:
        self.strip.show_alarms(items, deaf, words)

    def give_way(self) -> None:
        """Go back to the wall; the review keeps its state."""
        if self.isHidden():
            return
        if self.screens is not None:
            self.screens.put_away()
        self.hide()
        self.left.emit()

    def close_review(self) -> None:
        inquiries, screens = self.inquiries, self.screens
        self.inquiries = self.screens = self._of = self._wish = None
        if inquiries is not None:
            inquiries.stop()
            inquiries.deleteLater()
        if screens is not None:
            screens.hide()
            screens.deleteLater()
        if not self.isHidden():
            self.hide()
            self.left.emit()

    @property
    def beneath(self) -> QWidget | None:
        return self.screens
