"""Pages over a table's screen: its people, and other parts' review, commissioning and guide's check. Each is
made when a person first asks for it; the table's strip stays above it, and comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from console.base.words import LANGUAGES, Words
from console.table.core.running.station import ShownTable
from console.table.core.showing.screen_values import DealerView, Person
from console.table.core.state.note_kinds import PeopleChange, kind_of_name
from console.table.devices.health import Health
from console.table.ui.window.at_table.workplace import Workplace
from console.table.ui.window.table_options import TableOptions

if TYPE_CHECKING:
    from console.table.ui.dealer.live_strip import TablePresses
    from console.table.ui.page.page_desk import AtTable
    from console.table.ui.people.people_list import PeopleDesk
    from console.table.ui.window.table_options import CommissioningPage, GuideCheck, PageOverTable, ReviewPage


class TableOverlays(QObject):
    """The pages over one window; a slot that is empty has none."""

    left = Signal()
    """The review gave way to the table."""
    desk_left = Signal()
    """Another page gave way to the table."""
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
        self._printer, self._rehearsals = options.printer, options.rehearsals
        self.keeps, self.makes_review = options.keeps, options.review
        self.makes_commissioning, self.makes_guide_check = options.commissioning, options.guide_check
        self._review: ReviewPage | None = None
        self._commissioning: CommissioningPage | None = None
        self._desks: list[PageOverTable] = []
        """The pages that were made, but for the review."""

    @property
    def review(self) -> ReviewPage:
        if self._review is None:
            assert self.makes_review is not None, "only what can be read is reviewed"
            self._review = self.makes_review(self._workplace, self._at_table())
            self._review.left.connect(self.left)
        return self._review

    @cached_property
    def people_desk(self) -> PeopleDesk:
        from console.table.ui.people.people_list import PeopleDesk

        assert self.keeps is not None, "only people who are kept are changed"
        at, clock = self._at_table(prints=True), self._workplace.setup.clock
        desk = PeopleDesk(at, self.keeps, clock, rehearsals=self._rehearsals)
        self._follow(desk)
        desk.screen.changed.connect(self.people_changed)
        desk.screen.licensed.connect(self.rights_changed)
        desk.screen.commission_asked.connect(self._commission)
        return desk

    @property
    def commissioning_desk(self) -> CommissioningPage:
        if self._commissioning is None:
            assert self.makes_commissioning is not None, "only a LIVE table is commissioned"
            self._commissioning = self.makes_commissioning(self._workplace, self._at_table(prints=True))
            self._follow(self._commissioning)
        return self._commissioning

    @cached_property
    def guide_check(self) -> GuideCheck:
        """The check of a printed guide over this screen, made when it is first opened."""
        assert self.makes_guide_check is not None, "offered where a guide can be checked"
        desk = self.makes_guide_check(self._workplace, self._at_table())
        self._follow(desk)
        return desk

    def _follow(self, desk: PageOverTable) -> None:
        desk.left.connect(self.desk_left)
        self._desks.append(desk)

    def _at_table(self, *, prints: bool = False) -> AtTable:
        """The window, for a page over it; ``prints``: its list is printed if journals are."""
        from console.table.ui.page.page_desk import AtTable

        return AtTable(
            self._workplace.window,
            self._workplace.words(),
            self._workplace.guard,
            self._presses(),
            speak=self.language_chosen.emit,
            quit=self.quit_asked.emit,
            printer=self._printer() if prints and self._printer is not None else None,
        )

    @property
    def reviewers_words(self) -> Words | None:
        """The words of who reads the review; None if the review is not in view."""
        return None if self._review is None else self._review.readers_words

    @property
    def keeps_review(self) -> bool:
        """Whether a review lies under the table as its reader left it."""
        return self._review is not None and self._review.is_kept

    def open_review(self, person: Person) -> None:
        """Show the review to somebody who may read it."""
        table = self._people_here.table
        known = table is not None and table.role_of(person.id) is not None
        words = Words(person.language) if person.language in LANGUAGES else self._workplace.words()
        config = self._workplace.setup.config

        def heading(words: Words) -> tuple[str, ...]:
            return (*((words.text("origin.simulated"),) if config.mode.is_simulated else ()), config.name)

        self.review.open(person, words, heading, known=known)
        self._show_last_view()

    def open_people(self, supervisor: Person) -> None:
        """Show the list of people to a supervisor who entered the right PIN."""
        table = self._people_here.table
        bare = table is not None and table.commissioned is None and table.between_rounds
        commissions = bare and self.makes_commissioning is not None
        self.people_desk.open(supervisor, self._workplace.setup.config.name, commissions=commissions)
        self._show_last_view()

    def open_commissioning(self, supervisor: Person) -> None:
        self.language_chosen.emit(supervisor.language)
        table = self._people_here.table
        last = None if table is None else table.commissioned
        self.commissioning_desk.open(supervisor, self._workplace.setup.config.name, last)
        self._show_last_view()

    def open_guide_check(self) -> None:
        """Ask for the edition of a printed guide, whether or not anybody is signed in."""
        person = self._workplace.surroundings.persons.get(self._people_here.who_answers() or "")
        self.guide_check.open(person, self._workplace.setup.config.name)
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
        if self._commissioning is not None:
            table = self._people_here.table
            self._commissioning.look_at(between_rounds=table is None or table.between_rounds)
        for desk in self._desks:
            desk.show_view(view, words, market)

    def update_table(self, shown_table: ShownTable) -> None:
        """Pass on the table's last input: the commissioning may wait for it."""
        if self._commissioning is not None:
            self._commissioning.update_table(shown_table)

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        if self._commissioning is not None:
            self._commissioning.port_changed(role, health)

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
        if self._commissioning is not None:
            self._commissioning.stop()
        if self._review is not None:
            self._review.release()
