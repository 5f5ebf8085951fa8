"""The review at a table's own console, under a strip of the table in play; it closes when the table needs the
screen. It is given the journals to review.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from console.base.words import Words
from console.supervisor.review.questions import JournalReader
from console.supervisor.review.sources import Heading, Reviewing
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import Actor, Clock, DealerView, Person, Prompt, Role, RoundStatus
from console.table.ui.dealer import StripWithPage, comes_first
from console.table.ui.page import AtTable, TableActs

_LOOKS: Final = 1_000
"""Milliseconds between two looks whether the reader was disabled: the list of people is a file."""


class ReviewAtTable(QObject):
    """The review over one window. When the table comes first, it is hidden, and keeps its state."""

    left = Signal()
    """The person goes back to the table."""

    def __init__(
        self,
        at: AtTable,
        reviewing: Reviewing,
        clock: Clock,
        acts: TableActs,
        *,
        asking: Callable[[Callable[[], JournalReader]], JournalInquiries] = JournalInquiries,
    ) -> None:
        """``asking`` answers the review's questions."""
        super().__init__(at.window)
        self._reviewing, self._clock, self._acts = reviewing, clock, acts
        self._asking = asking
        self._inquiries: JournalInquiries | None = None
        self.desk = StripWithPage(at.window, at.guard, at.presses, self.give_way)
        self.strip = self.desk.strip
        self.screens: ReviewScreens | None = None
        self.person: Person | None = None
        self._signed_in = list[str]()
        """The people signed in only for the review: nobody leaves during a round."""
        self._playing = False
        self._asked: Prompt | None = None
        """The prompt at the last look at the table."""
        self._looking = QTimer(self, interval=_LOOKS)
        self._looking.timeout.connect(self.look)

    @property
    def is_there(self) -> bool:
        return not self.desk.isHidden()

    @property
    def is_kept(self) -> bool:
        return self.screens is not None and not self.is_there

    @property
    def readers_words(self) -> Words | None:
        """The words of the person who reads; None while hidden."""
        return None if self.screens is None or not self.is_there else self.screens.words

    def open(self, person: Person, words: Words, heading: Heading, *, known: bool) -> None:
        """Show the review as this person left it, or else its log. A person who is not ``known`` to the table
        is signed in for it.
        """
        goes_on = self.screens is not None and self.person is not None and self.person.id == person.id
        if not goes_on:
            self.close()
        if not known:
            self._signed_in.append(person.id)
            self._acts.come(person)
        self.person = person
        if self.screens is None:
            self.screens = self._make_screens(person, words, heading)
        self.desk.open()
        self._looking.start()
        self.screens.show()
        self.screens.take_focus()

    def _make_screens(self, person: Person, words: Words, heading: Heading) -> ReviewScreens:
        self._inquiries = self._asking(self._reviewing.reads)
        screens = ReviewScreens(
            self._inquiries,
            self._reviewing.makes(),
            words,
            self._clock,
            parent=self.desk,
            acts=self._acts,
            filmed=self._reviewing.filmed,
            touch=self._reviewing.touch is not False,
        )
        screens.left.connect(self.close)
        self.desk.hold(screens)
        self._inquiries.start()
        screens.begin(person, heading, close="review.back")
        return screens

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        """Look at the table's present state; a prompt that the strip can't answer brings it back."""
        lying = view.view.round
        self._playing = lying is not None and lying.status == RoundStatus.OPEN
        fresh, self._asked = view.view.prompt != self._asked, view.view.prompt
        if self.is_there:
            self.strip.show_view(view, words, market)
            if comes_first(view) or (fresh and self._asks_reader(view)):
                self.give_way()
        else:
            self._sign_out()

    def look(self) -> None:
        """End the review of a reader disabled since the sign-in."""
        if self.person is not None and self._acts.people.is_disabled(self.person.id):
            self.close()

    def _asks_reader(self, view: DealerView) -> bool:
        """Whether the prompt asks for the person who reads."""
        reads = self.person is not None and self.person.role is Role.PIT_BOSS
        return reads and view.view.prompt.actor is Actor.PIT_BOSS

    def give_way(self) -> None:
        """Go back to the table; the review keeps its state, even a text being typed."""
        if self.screens is None or not self.is_there:
            return
        self.screens.put_away()
        self.desk.hide()
        self._sign_out()
        self.left.emit()

    def _sign_out(self) -> None:
        """Sign out the people who came only for the review, once no round is open."""
        if self._playing:
            return
        for who in self._signed_in:
            self._acts.leave(who)
        self._signed_in.clear()

    def close(self) -> None:
        """Go back to the table, and close the journals."""
        if self.screens is None:
            return
        self._looking.stop()
        was_there = self.is_there
        screens, self.screens = self.screens, None
        self.desk.hold(None)
        self.desk.hide()
        screens.hide()
        screens.deleteLater()
        self.release()
        if was_there:
            self.left.emit()
        self._sign_out()

    def release(self) -> None:
        """Stop reading: nobody receives late answers."""
        if self._inquiries is not None:
            self._inquiries.stop()
            self._inquiries = None
