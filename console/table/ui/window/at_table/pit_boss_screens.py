"""The pit boss's screens of one table: the page over the dealer's, and a window on another monitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from console.table.core.protocol import lines
from console.table.core.running.station import ShownTable
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.table import Table
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.incident.authority import is_amber
from console.table.ui.kit.buttons import is_meant
from console.table.ui.kit.monitors import follow_screens
from console.table.ui.pit.overlay import PitBossOverlay
from console.table.ui.window.at_table.felt_question import FeltQuestion
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace

if TYPE_CHECKING:
    from console.table.ui.pit.pit_window import PitDesk


class PitBossScreens(QObject):
    opened = Signal()
    """The pit boss's own window was opened, and has to be given the table's present view."""

    def __init__(self, workplace: Workplace, dealer: DealerScreen) -> None:
        super().__init__(workplace.window)
        self._workplace, self._people_here, self._dealer = workplace, workplace.people_here, dealer
        self.page = PitBossOverlay(
            workplace.window, workplace.people_here, workplace.setup.clock, workplace.guard
        )
        self.desk: PitDesk | None = None
        """The pit boss's own window, if there is another monitor."""
        self._felt: FeltQuestion | None = None
        """The question about the felt, asked at that window."""
        self._sign_in: TableSignIn | None = None

    def open_desk(self, sign_in: TableSignIn) -> None:
        """Open the pit boss's own window on another monitor, if it is not open yet, as soon as there is
        one.
        """
        if self._sign_in is None:
            self._sign_in = sign_in
            follow_screens(self, self._follow_screens)
        if self.desk is not None or len(QApplication.screens()) < 2:
            return
        from console.table.ui.pit.pit_window import PitDesk

        workplace, people, setup = self._workplace, self._people_here, self._workplace.setup
        self.desk = PitDesk(
            setup.people,
            workplace.words(),
            workplace.market,
            setup.clock,
            give=self._give,
            sign_out=workplace.line.sign_out,
            step_up=setup.config.step_up,
            manned=people.pit_boss_here,
            badge_suffices=setup.config.badge_suffices,
            badges=setup.config.badges,
            signed_for=people.signed_for,
        )
        desk = self.desk
        self._felt = FeltQuestion(workplace, desk.menu, lambda: desk.words, desk.pit_boss_here)
        self.desk.sign_in.refused.connect(sign_in.failed)
        people.presses.guard(self.desk.table.guard)
        self.desk.open_beside(self._workplace.window)
        self.opened.emit()

    def _follow_screens(self) -> None:
        if self.desk is not None:
            self.desk.follow_screens(self._workplace.window)
        elif self._sign_in is not None:
            self.open_desk(self._sign_in)

    def _give(self, line: lines.AnyLine) -> None:
        self._people_here.give(line, None if self._felt is None else self._felt.may_open)

    @property
    def wants_kinds(self) -> bool:
        """Whether any screen of the table asks what kind of incident it is."""
        screens = [self._dealer] if self.desk is None else [self._dealer, self.desk.table]
        return any(screen.open_parts.wants_kinds for screen in screens)

    def is_manned_by(self, who: str) -> bool:
        """Whether somebody has signed in at the pit boss's own window."""
        return self.desk is not None and self.desk.pit_boss_here() == who

    def update_table(self, shown_table: ShownTable) -> None:
        if self.desk is not None:
            self.desk.sight.update_table(shown_table)

    def show_view(self, view: DealerView, table: Table) -> None:
        if self.desk is not None and self._felt is not None:
            self.desk.show_view(view, table.people)
            self._felt.update_table()

    def tick(self) -> None:
        self.page.tick()
        if self.desk is not None:
            self.desk.tick()

    def show_page(self) -> None:
        """Show the open matters and the pit boss's orders."""
        if self._people_here.view is not None:
            self.page.show(self._people_here.view, self._workplace.words())

    def correct(self) -> None:
        self._dealer.incident.dialog.correct()
        self.page.hide()

    def report_own(self) -> None:
        """Begin a report in the name of the pit boss at this screen."""
        self._dealer.incident.dialog.begin_own()
        self.page.hide()

    def is_for(self, pressed: QObject, event: QEvent, *, over: QWidget | None) -> bool:
        """Whether a press is meant by the pit boss: on a key of the pit boss's page, or of the pit boss's
        prompt. Anybody may press on another part that lies ``over`` the table.
        """
        view = self._people_here.view
        if view is None or self._people_here.pit_boss_here() is None or not is_meant(pressed, event):
            return False
        return is_amber(view) if over is None else self.page.is_page(over)

    def close(self) -> None:
        """Close the pit boss's own window together with the table's."""
        if self.desk is not None:
            self.desk.close()
            self.desk.deleteLater()
