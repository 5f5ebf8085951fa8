"""Pages over a table's screen: the review of its journals, its people, its commissioning, a guide's check.

Each is made when a person first asks for it; the table's strip stays above it, and comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from console.base.words import LANGUAGES, Words
from console.devices.health import Health
from console.table.running.station import ShownTable
from console.table.showing.screen_values import DealerView, Person
from console.table.state.note_kinds import PeopleChange, kind_of_name
from console.ui.window.at_table.workplace import Workplace
from console.ui.window.table_setup import TableOptions

if TYPE_CHECKING:
    from console.ui.commissioning.commissioning_screen import CommissioningDesk
    from console.ui.dealer.live_strip import TablePresses
    from console.ui.page.page import RowPrinter
    from console.ui.page.page_desk import AtTable, PageDesk
    from console.ui.page.table_acts import TableActs
    from console.ui.people.people_list import PeopleDesk
    from console.ui.review.edition_screen import EditionDesk
    from console.ui.review.review_desk import ReviewAtTable


class TableOverlays(QObject):
    """The review, the people and the commissioning over one window."""

    left = Signal()
    """The review gave way to the table."""
    desk_left = Signal()
    """The people's screen, the commissioning or a guide's check gave way to the table."""
    commission_asked = Signal(object)
    """A supervisor, a :class:`Person`, goes on from the people to the commissioning."""
    language_chosen = Signal(str)
    quit_asked = Signal()

    def __init__(
        self, workplace: Workplace, options: TableOptions, *, presses: Callable[[], TablePresses]
    ) -> None:
        """``presses`` gives what each press on the strip does."""
        super().__init__(workplace.window)
        self._workplace, self._people_here, self._presses = workplace, workplace.people_here, presses
        self.reviewing, self.keeps = options.reviewing, options.keeps
        self.commissioning = options.commissioning
        self.checks_guide = options.checks_guide
        self._review: ReviewAtTable | None = None
        self._people_desk: PeopleDesk | None = None
        self._commissioning_desk: CommissioningDesk | None = None
        self._edition_desk: EditionDesk | None = None

    @property
    def review(self) -> ReviewAtTable:
        """The review over this screen, made when it is first opened."""
        if self._review is None:
            from console.ui.review.review_desk import ReviewAtTable

            assert self.reviewing is not None, "only what can be read is reviewed"
            acts = self._acts(self.reviewing.seal)
            self._review = ReviewAtTable(self._at_table(), self.reviewing, self._workplace.setup.clock, acts)
            self._review.left.connect(self.left)
        return self._review

    @property
    def people_desk(self) -> PeopleDesk:
        """The people's screen over this one, made when it is first opened."""
        if self._people_desk is None:
            from console.ui.people.people_list import PeopleDesk

            assert self.keeps is not None, "only people who are kept are changed"
            self._people_desk = desk = PeopleDesk(self._at_table(), self.keeps, self._workplace.setup.clock)
            desk.screen.printer = self._printer
            desk.left.connect(self.desk_left)
            desk.screen.changed.connect(self.people_changed)
            desk.screen.licensed.connect(self.rights_changed)
            desk.screen.commission_asked.connect(self._commission)
        return self._people_desk

    @property
    def commissioning_desk(self) -> CommissioningDesk:
        """The commissioning over this screen, made when it is first opened."""
        if self._commissioning_desk is None:
            from console.ui.commissioning.commissioning_screen import CommissioningDesk

            assert self.commissioning is not None, "only a LIVE table is commissioned"
            proofs, acts = self.commissioning(), self._acts(by_pin=True)
            desk = CommissioningDesk(self._at_table(), proofs, acts, self._workplace.setup.clock)
            desk.screen.printer = self._printer
            desk.left.connect(self.desk_left)
            self._commissioning_desk = desk
        return self._commissioning_desk

    @property
    def edition_desk(self) -> EditionDesk:
        """The check of a printed guide over this screen, made when it is first opened."""
        if self._edition_desk is None:
            from console.ui.review.edition_screen import EditionDesk

            assert self.checks_guide is not None, "offered where a guide can be checked"
            setup = self._workplace.setup
            checks = partial(self.checks_guide, setup.config.rules)
            self._edition_desk = EditionDesk(self._at_table(), checks, setup.clock)
            self._edition_desk.left.connect(self.desk_left)
        return self._edition_desk

    @property
    def _desks(self) -> list[PageDesk[Any]]:
        """The pages that were made, but for the review."""
        desks = (self._people_desk, self._commissioning_desk, self._edition_desk)
        return [desk for desk in desks if desk is not None]

    @property
    def _printer(self) -> RowPrinter | None:
        """Prints a page's list if journals are printed, too."""
        return None if self.reviewing is None else self.reviewing.makes()

    def _acts(
        self, seal: Callable[[str], Exception | None] | None = None, *, by_pin: bool = False
    ) -> TableActs:
        """The acts of a page on the table beneath it; ``by_pin``: a PIN is needed for them even if a badge
        suffices elsewhere.
        """
        from console.ui.page.table_acts import TableActs

        workplace, setup = self._workplace, self._workplace.setup
        badge = setup.config.badge_suffices and not by_pin
        return TableActs(
            workplace.line,
            setup.people,
            workplace.window,
            seal,
            badge_suffices=badge,
            keeps_duty=setup.config.floor is None,
        )

    def _at_table(self) -> AtTable:
        """The window, for a page over it."""
        from console.ui.page.page_desk import AtTable

        return AtTable(
            self._workplace.window,
            self._workplace.words(),
            self._workplace.guard,
            self._presses(),
            speak=self.language_chosen.emit,
            quit=self.quit_asked.emit,
        )

    @property
    def reviewers_words(self) -> Words | None:
        """The words of who reads the review; None if the review is not in view."""
        screens = None if self._review is None or not self._review.is_there else self._review.screens
        return None if screens is None else screens.words

    @property
    def keeps_review(self) -> bool:
        """Whether a review lies under the table as its reader left it."""
        return self._review is not None and self._review.is_kept

    def open_review(self, person: Person) -> None:
        """Show the review to somebody who may read it."""
        table = self._people_here.table
        known = table is not None and table.role_of(person.id) is not None
        words = Words(person.language) if person.language in LANGUAGES else self._workplace.words()
        self.review.open(person, words, lambda _: (self._workplace.setup.config.name,), known=known)
        self._show_last_view()

    def open_people(self, supervisor: Person) -> None:
        """Show everybody who may sign in to a supervisor whose PIN was right."""
        table = self._people_here.table
        bare = table is not None and table.commissioned is None and table.between_rounds
        commissions = bare and self.commissioning is not None
        self.people_desk.open(supervisor, self._workplace.setup.config.name, commissions=commissions)
        self._show_last_view()

    def open_commissioning(self, supervisor: Person) -> None:
        """Show the commissioning to a supervisor whose PIN was right."""
        self.language_chosen.emit(supervisor.language)
        table = self._people_here.table
        last = None if table is None else table.commissioned
        self.commissioning_desk.open(supervisor, self._workplace.setup.config.name, last)
        self._show_last_view()

    def open_edition_check(self) -> None:
        """Ask for the edition of a printed guide, whether or not anybody is signed in."""
        person = self._workplace.surroundings.persons.get(self._people_here.who_answers() or "")
        self.edition_desk.open(person, self._workplace.setup.config.name)
        self._show_last_view()

    def _commission(self, supervisor: Person) -> None:
        self.people_desk.close()
        self.commission_asked.emit(supervisor)

    def _show_last_view(self) -> None:
        if self._people_here.view is not None:
            self.show_view(self._people_here.view)

    def show_view(self, view: DealerView) -> None:
        """Show the table's present state on the strip above each page."""
        words, market = self._workplace.words(), self._workplace.market
        if self._review is not None:
            self._review.show_view(view, words, market)
        if self._commissioning_desk is not None:
            table = self._people_here.table
            self._commissioning_desk.look_at(between_rounds=table is None or table.between_rounds)
        for desk in self._desks:
            desk.show_view(view, words, market)

    def update_table(self, shown_table: ShownTable) -> None:
        """Pass on the table's last input: the commissioning may wait for it."""
        if self._commissioning_desk is not None:
            self._commissioning_desk.update_table(shown_table)

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        if self._commissioning_desk is not None:
            self._commissioning_desk.port_changed(role, health)

    def speak(self, words: Words) -> None:
        """Show the pages and the strip above them in another language; a review keeps its reader's."""
        for desk in self._desks:
            desk.set_words(words)
        self._show_last_view()

    def people_changed(self, what: str, person: Person, by: Person) -> None:
        """Have a change to a person recorded, with its author; the person's name is known from now on."""
        self._workplace.surroundings.know(person)
        text = PeopleChange(person.id, person.role).text
        self._workplace.line.note(kind_of_name(f"people_{what}"), who=by.id, text=text)

    def rights_changed(self, change: PeopleChange, by: Person, what: str) -> None:
        """Have somebody's licence recorded, ``added`` with the person or changed, with author and reason."""
        self._workplace.line.note(kind_of_name(f"people_{what}"), who=by.id, text=change.text)

    def give_way(self) -> None:
        """Let the table come first: the review stays open beneath it, unchanged."""
        if self._review is not None:
            self._review.give_way()

    def close_desks(self) -> None:
        """Leave the people's screen, a guide's check, and the commissioning, whose proofs go on."""
        for desk in self._desks:
            desk.close()

    def release(self) -> None:
        """Close what the review reads, and end the proofs, because the window closes."""
        if self._commissioning_desk is not None:
            self._commissioning_desk.screen.stop()
        if self._review is not None:
            self._review.release()
