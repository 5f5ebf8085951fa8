"""The people's screen at a table's own console; each change is recorded.

The desk knows its user.
"""

from __future__ import annotations

from PySide6.QtCore import Signal

from console.people.answers import PeopleEditor
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.ui.people.people_list import PeopleScreen
from console.ui.review.page_desk import AtTable, PageDesk


class PeopleDesk(PageDesk[PeopleScreen]):
    """The people's screen over one window."""

    changed = Signal(str, object, object)
    """The change, its :class:`Person`, and its author."""

    commission_asked = Signal(object)
    """The supervisor, a :class:`Person`, goes on to the table's commissioning."""

    def __init__(self, at: AtTable, keeps: PeopleEditor, clock: Clock) -> None:
        """``keeps`` is the store of the people."""
        super().__init__(at, lambda desk: PeopleScreen(keeps, at.words, clock, desk))
        self.screen.changed.connect(self._emit_change)
        self.screen.commission_asked.connect(lambda: self.commission_asked.emit(self.screen.person))

    def open(self, person: Person, heading: str, *, commissions: bool = False) -> None:
        """Show everybody to a supervisor whose PIN was right; ``commissions``: with the key to the
        commissioning, at a table without a certificate.
        """
        self.show()
        self.screen.begin(person, heading, commissions=commissions)

    def put_away(self) -> None:
        """Close the form with what was typed."""
        self.screen.form.begin()
        self.screen.close_form()

    def _emit_change(self, what: str, person: Person) -> None:
        self.changed.emit(what, person, self.screen.person)
