"""The commissioning at a table's own console: it goes on beneath the table, and ends when a round begins."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from console.commissioning.table_proofs import TableProofs
from console.devices.health import Health
from console.table.running.clock import Clock
from console.table.running.station import ShownTable
from console.table.showing.screen_values import Person
from console.table.state.commissioning_state import Commissioning
from console.ui.commissioning.commissioning_screen import CommissioningScreen
from console.ui.review.page_desk import AtTable, PageDesk
from console.ui.review.table_acts import TableActs


class CommissioningDesk(PageDesk[CommissioningScreen]):
    """The commissioning over one window."""

    def __init__(self, at: AtTable, commissioning: TableProofs, acts: TableActs, clock: Clock) -> None:
        """``acts`` are the acts on this table."""

        def made(desk: QWidget) -> CommissioningScreen:
            return CommissioningScreen(commissioning, acts, at.words, clock, parent=desk)

        super().__init__(at, made)

    def open(self, person: Person, heading: str, last: Commissioning | None = None) -> None:
        """Show the commissioning to a supervisor whose PIN was right, with the proofs that were made before.

        ``last`` is the table's last commissioning, as its journal has it.
        """
        self.show()
        self.screen.begin(person, heading, last)

    def look_at(self, *, between_rounds: bool) -> None:
        """Look at the table, also while the screen is closed: no proof is made while a round is open."""
        self.screen.show_table(between_rounds=between_rounds)

    def update_table(self, shown_table: ShownTable) -> None:
        """Take the table's last input: bytes of the device under test are a step of its test."""
        self.screen.devices.update_table(shown_table)

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        self.screen.port_changed(role, health)

    def put_away(self) -> None:
        """Forget the digits of a PIN, and end what needs a person; proofs that need nobody go on."""
        self.screen.end_sign_in()
        self.screen.leave_person()
