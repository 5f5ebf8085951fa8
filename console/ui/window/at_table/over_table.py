"""A supervisor's pages over a table's screen: the review of its journals, its people, its commissioning.

Each is made when a person first asks for it; the table's strip stays above it, and comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.config import TableConfig
from console.devices.health import Health
from console.people.answers import AccountChange, Keeps, People
from console.table.running.clock import Clock
from console.table.running.station import ShownTable
from console.table.showing.screen_values import DealerView, Person
from console.table.state.note_kinds import named
from console.ui.hands.guard import PressGuard
from console.ui.window.at_table.at_screen import AtScreen
from console.ui.window.bridge import TableLine
from console.words import LANGUAGES, Words

if TYPE_CHECKING:
    from console.commissioning.table_proofs import TableProofs
    from console.review.sources import Reviewing
    from console.ui.commissioning.commissioning_desk import CommissioningDesk
    from console.ui.dealer.live_strip import TablePresses
    from console.ui.people.people_desk import PeopleDesk
    from console.ui.review.page_desk import AtTable
    from console.ui.review.review_desk import ReviewAtTable
    from console.ui.review.table_acts import TableActs


class WindowParts(NamedTuple):
    """The parts of a table's window beside its table, by the table's files and its command line."""

    reviewing: Reviewing | None = None
    """The reader of this table's journals for a review; None where there are none."""
    keeps: Keeps | None = None
    """The store of the people; None where they are given."""
    commissioning: Callable[[], TableProofs] | None = None
    """Makes the proofs of this table; None at a simulated one."""
    changes: Callable[[int], tuple[AccountChange, ...]] = lambda _: ()
    """The changes to the people at a terminal after the change of a number."""
    first_supervisor: Person | None = None
    """The first supervisor, who was made just now and goes on to the other people."""
    count_due: bool = False
    """Whether a restart fell into a hand whose cards are to be counted before another one is taken."""


BARE = WindowParts()
"""The table alone."""


class OverTable(QObject):
    """The review, the people and the commissioning over one window."""

    left = Signal()
    """The review gave way to the table."""
    desk_left = Signal()
    """The people's screen or the commissioning gave way to the table."""
    commission_asked = Signal(object)
    """A supervisor, a :class:`Person`, goes on from the people to the commissioning."""
    language_chosen = Signal(str)
    quit_asked = Signal()

    def __init__(
        self,
        window: QWidget,
        furnished: WindowParts,
        line: TableLine,
        people: People,
        clock: Clock,
        config: TableConfig,
        guard: PressGuard,
        here: AtScreen,
        presses: Callable[[], TablePresses],
        words: Callable[[], tuple[Words, Words]],
    ) -> None:
        """``guard`` is the dealer's screen's, ``presses`` are the strip's; ``words`` are the screen's and the
        market's.
        """
        super().__init__(window)
        self._window, self._line, self._people, self._clock = window, line, people, clock
        self._config, self._guard, self._here = config, guard, here
        self._presses, self._words = presses, words
        self.reviewing, self.keeps = furnished.reviewing, furnished.keeps
        self.commissioning = furnished.commissioning

    @cached_property
    def review(self) -> ReviewAtTable:
        """The review over this screen."""
        from console.ui.review.review_desk import ReviewAtTable

        assert self.reviewing is not None, "only what can be read is reviewed"
        acts = self._acts(self.reviewing.seal)
        guard, presses = self._guard, self._presses()
        review = ReviewAtTable(self._window, self.reviewing, self._clock, acts, guard, presses)
        review.left.connect(self.left)
        return review

    def _acts(
        self, seal: Callable[[str], Exception | None] | None = None, *, by_pin: bool = False
    ) -> TableActs:
        """The acts on the table from a page over it; ``by_pin``: by PIN even where a badge suffices
        elsewhere.
        """
        from console.ui.review.table_acts import TableActs

        badge = self._config.badge_suffices and not by_pin
        return TableActs(self._line, self._people, self._window, seal, badge_suffices=badge)

    def _at_table(self) -> AtTable:
        """The window, for a page over it."""
        from console.ui.review.page_desk import AtTable

        parts = (self._words()[0], self._guard, self._presses())
        return AtTable(self._window, *parts, self.language_chosen.emit, self.quit_asked.emit)

    @cached_property
    def people_desk(self) -> PeopleDesk:
        """The people's screen over this one."""
        from console.ui.people.people_desk import PeopleDesk

        assert self.keeps is not None, "only people who are kept are changed"
        desk = PeopleDesk(self._at_table(), self.keeps, self._clock)
        desk.left.connect(self.desk_left)
        desk.changed.connect(self.people_changed)
        desk.commission_asked.connect(self._commission)
        return desk

    @cached_property
    def commissioning_desk(self) -> CommissioningDesk:
        """The commissioning over this screen."""
        from console.ui.commissioning.commissioning_desk import CommissioningDesk

        assert self.commissioning is not None, "only a LIVE table is commissioned"
        desk = CommissioningDesk(self._at_table(), self.commissioning(), self._acts(by_pin=True), self._clock)
        desk.left.connect(self.desk_left)
        return desk

    @property
    def has_review(self) -> bool:
        """Whether a review was opened since the start."""
        return "review" in vars(self)

    @property
    def has_people(self) -> bool:
        """Whether the people were opened since the start."""
        return "people_desk" in vars(self)

    @property
    def has_commissioning(self) -> bool:
        """Whether the commissioning was opened since the start."""
        return "commissioning_desk" in vars(self)

    @property
    def keeps_review(self) -> bool:
        """Whether a review lies under the table as its reader left it."""
        return self.has_review and self.review.is_kept

    def open_review(self, person: Person) -> None:
        """Show the review to somebody who may read it."""
        table = self._here.table
        known = table is not None and table.role_of(person.id) is not None
        words = Words(person.language) if person.language in LANGUAGES else self._words()[0]
        self.review.open(person, words, lambda _: (self._config.name,), known=known)
        if self._here.view is not None:
            self.review.see(self._here.view, *self._words())

    def open_people(self, supervisor: Person) -> None:
        """Show everybody who may sign in to a supervisor whose PIN was right."""
        table = self._here.table
        bare = table is not None and table.commissioned is None and table.between_rounds
        commissions = bare and self.commissioning is not None
        self.people_desk.open(supervisor, self._config.name, commissions=commissions)
        if self._here.view is not None:
            self.people_desk.see(self._here.view, *self._words())

    def open_commissioning(self, supervisor: Person) -> None:
        """Show the commissioning to a supervisor whose PIN was right."""
        self.language_chosen.emit(supervisor.language)
        table = self._here.table
        last = None if table is None else table.commissioned
        self.commissioning_desk.open(supervisor, self._config.name, last)
        if self._here.view is not None:
            self.see(self._here.view)

    def _commission(self, supervisor: Person) -> None:
        self.people_desk.close()
        self.commission_asked.emit(supervisor)

    def see(self, view: DealerView) -> None:
        """Keep the table's strip as the table is."""
        if self.has_review:
            self.review.see(view, *self._words())
        if self.has_people:
            self.people_desk.see(view, *self._words())
        if self.has_commissioning:
            table = self._here.table
            self.commissioning_desk.look_at(between_rounds=table is None or table.between_rounds)
            self.commissioning_desk.see(view, *self._words())

    def hear(self, shown: ShownTable) -> None:
        """Pass on the table's last input: the commissioning may wait for it."""
        if self.has_commissioning:
            self.commissioning_desk.hear(shown)

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        if self.has_commissioning:
            self.commissioning_desk.port_changed(role, health)

    def speak(self, words: Words) -> None:
        """Show the people's screen in another language; a review keeps its reader's language."""
        if self.has_people:
            self.people_desk.set_words(words)
        if self.has_commissioning:
            self.commissioning_desk.set_words(words)

    def people_changed(self, what: str, person: Person, by: Person) -> None:
        """Have a change to a person recorded, with its author; the person's name is known from now on."""
        self._here.know(person)
        self._line.note(named(f"people_{what}"), who=by.id, text=f"{person.id} {person.role}")

    def give_way(self) -> None:
        """The table comes first: the review stays beneath it as it is."""
        if self.has_review:
            self.review.give_way()

    def close_desks(self) -> None:
        """Leave the people's screen and the commissioning, whose proofs go on."""
        if self.has_people:
            self.people_desk.close()
        if self.has_commissioning:
            self.commissioning_desk.close()

    def let_go(self) -> None:
        """Close what the review reads, and end the proofs, because the window closes."""
        if self.has_commissioning:
            self.commissioning_desk.screen.stop()
        if self.has_review:
            self.review.let_go()
