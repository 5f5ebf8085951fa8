"""The review's screens over the wall, beneath a strip with the most urgent alarm.

When the wall comes back, the review keeps its state. The window's maker gives the journals to read.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.floor.alarms.items import AlarmLine
from console.floor.wall import SeenTable
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.ui.floor.wall_review.alarm_strip import HIGH, AlarmStrip
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import BG0, unit
from console.words import Words

if TYPE_CHECKING:
    from console.journal.log.rows import LogRow
    from console.review.questions import JournalReader, SearchProgress
    from console.review.sources import Heading, Reviewing
    from console.ui.review.inquiries import JournalInquiries
    from console.ui.review.screens import ReviewScreens

Reviews: TypeAlias = "Callable[[str | None], Reviewing]"
"""Gives the journals for a review of one table, or of all tables for None."""
_LOOKED: Final = 80
"""The number of newest rows that are searched for the wanted round."""


class Part(StrEnum):
    """The part of a table to review, by the place from which the review is opened."""

    LOG = "log"
    REPLAY = "replay"
    ROUND = "round"
    INCIDENT = "incident"
    REPORT = "report"


class ReviewRequest(NamedTuple):
    """A person's wish to read: one table, or all for None; a round or an incident by its id."""

    table: str | None = None
    part: Part = Part.LOG
    round: str = ""
    incident: str = ""


def wish_of(table: str | None, part: Part, seen_table: SeenTable | None) -> ReviewRequest:
    """The wish for a table in its present state: its open round and incident; all tables for None."""
    if table is None:
        return ReviewRequest()
    report = seen_table.report if seen_table is not None else None
    incident = report.incident.id if report is not None and report.incident is not None else ""
    return ReviewRequest(table, part, report.round if report is not None else "", incident)


class ReviewOverWall(Surface):
    """The strip, and beneath it the review's screens."""

    left = Signal()
    """The person goes back to the wall."""

    def __init__(self, window: QWidget, reviews: Reviews, clock: Clock) -> None:
        super().__init__(window)
        self._window = window
        self._reviews, self._clock = reviews, clock
        self.asking: Callable[[Callable[[], JournalReader]], JournalInquiries] | None = None
        """Answers the review's questions; None: a thread of its own does."""
        self._of: tuple[str, str | None] | None = None
        """The person who reads, and the table."""
        self._wish: ReviewRequest | None = None
        """The wish that is shown as soon as the review has an entry."""
        self.inquiries: JournalInquiries | None = None
        self.screens: ReviewScreens | None = None
        self.strip = AlarmStrip(self)
        self.strip.wall_asked.connect(self.give_way)
        self.covers()
        self.hide()

    def open(self, person: Person, words: Words, heading: Heading, wish: ReviewRequest) -> None:
        """Show a person's wish; the log as it was left, if the same person wishes the same log."""
        # The review's screens are loaded when the first one opens: a wall's start does not wait for them.
        from console.ui.review.inquiries import JournalInquiries
        from console.ui.review.screens import ReviewScreens

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
            self._show_when_found(screens.search_progress)  # what the last review has read already

    def _show_when_found(self, progress: SearchProgress) -> None:
        """Show the review as soon as it has an entry, or as soon as all is read and there is none."""
        if self._wish is not None and (progress.count or (progress.done and progress.prepared >= 1)):
            self._fulfil()

    def _fulfil(self) -> None:
        from console.journal.log.rows import Filter
        from console.ui.review.log.filters import KINDS

        wish, self._wish = self._wish, None
        screens, inquiries = self.screens, self.inquiries
        if wish is None or screens is None or inquiries is None:
            return
        match wish.part:
            case Part.LOG:
                screens.show_log()
            case Part.REPORT:
                screens.show_shift_report()
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
        """Show the most urgent items."""
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
        """End the review, and close its journals."""
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip above; the screens have the rest."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put both in their places."""
        self.u = unit(self.width(), self.height())
        high = round(HIGH * self.u)
        self.strip.set_unit(self.u)
        self.strip.setGeometry(QRect(0, 0, self.width(), high))
        if self.screens is not None:
            self.screens.setGeometry(QRect(0, high, self.width(), self.height() - high))

    def set_unit(self, u: float) -> None:
        pass  # its parts take the unit from their own sizes

    def paint(self, painter: QPainter) -> None:
        fill(painter, self.rect().toRectF(), BG0)
