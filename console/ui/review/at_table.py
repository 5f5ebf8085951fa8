"""The review at a table's own console: over its screen, and gone as soon as the table plays.

It knows when it is there; what is reviewed is told to it by who made the table.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.table.clock import Clock
from console.table.views import DealerView, Person
from console.ui.review.acts import TableActs
from console.ui.review.given import Reviewing
from console.ui.review.reading import Reading
from console.ui.review.screens import ReviewScreens
from console.words import Words


class ReviewAtTable(QObject):
    """The review over one window; its journals are open only while it is there."""

    left = Signal()
    """Back to the table."""

    def __init__(self, window: QWidget, reviewing: Reviewing, clock: Clock, acts: TableActs) -> None:
        super().__init__(window)
        self._window, self._reviewing, self._clock, self._acts = window, reviewing, clock, acts
        self._reading: Reading | None = None
        self.screens: ReviewScreens | None = None
        self.person: Person | None = None
        self._signed_in: str | None = None
        """Who is at the table for the review alone."""
        self._playing = False

    @property
    def is_there(self) -> bool:
        """Whether the review lies over the table."""
        return self.screens is not None

    def open(self, person: Person, words: Words, heading: tuple[str, ...], *, known: bool) -> None:
        """Show the log to somebody who may read it; who is not ``known`` to the table is signed in for it."""
        self.close()
        if not known:
            self._signed_in = person.id
            self._acts.come(person)
        self.person, self._reading = person, self._reviewing.reading()
        makes, acts = self._reviewing.makes(), self._acts
        screens = ReviewScreens(self._reading, makes, words, self._clock, self._window, acts)
        self.screens = screens
        screens.left.connect(self.close)
        screens.setGeometry(self._window.rect())
        self._reading.start()
        screens.begin(person, heading, close="review.back")
        screens.show()
        screens.raise_()

    def see(self, view: DealerView) -> None:
        """It gives way to a round: a dealer who is to act sees the prompt, whoever reads."""
        lying = view.view.round
        self._playing = lying is not None and lying.status == "open"
        if self.is_there and (self._playing or view.locked or view.view.phase == "halted"):
            self.close()
        elif not self.is_there:
            self._sign_out()

    def _sign_out(self) -> None:
        """Who came for the review alone leaves the table, once no round is open."""
        if self._signed_in is not None and not self._playing:
            self._acts.leave(self._signed_in)
            self._signed_in = None

    def close(self) -> None:
        """Back to the table, and let go of the journals."""
        if self.screens is None:
            return
        screens, self.screens = self.screens, None
        screens.hide()
        screens.deleteLater()
        self.let_go()
        self._sign_out()
        self.left.emit()

    def let_go(self) -> None:
        """Read no more: answers that are on their way have nobody to come to."""
        if self._reading is not None:
            self._reading.stop()
            self._reading = None
