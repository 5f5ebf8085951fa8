"""The pit boss's screens of one table: the page over the dealer's, and a window on another monitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import Words
from console.table.core.protocol import lines
from console.table.core.running.clock import Clock
from console.table.core.running.station import ShownTable
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.phases import Phase
from console.table.core.state.table import Table
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.hands.guard import PressGuard
from console.table.ui.hands.shield import shield
from console.table.ui.incident.authority import is_amber
from console.table.ui.kit.buttons import is_meant
from console.table.ui.kit.monitors import follow_screens
from console.table.ui.kit.surface import room_in
from console.table.ui.pit.incident_lines import Desk, OrderLines
from console.table.ui.window.at_table.felt_question import FeltQuestion
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace

if TYPE_CHECKING:
    from console.table.ui.pit.pit_boss_screen import PitBossScreen
    from console.table.ui.pit.pit_window import PitDesk


class PitBossOverlay(QObject):
    left = Signal()
    """The person goes back to the table."""
    correct_pressed = Signal()
    wrong_pressed = Signal()
    call_pressed = Signal()
    language_requested = Signal()
    language_chosen = Signal(str)
    end_pressed = Signal()
    """The pit boss gives up the authority."""

    def __init__(self, window: QWidget, desk: Desk, clock: Clock, guard: PressGuard) -> None:
        """``guard`` is the window's own: the press guard for all that the window shows."""
        super().__init__(window)
        self._window, self._desk, self._clock, self._guard = window, desk, clock, guard
        self.screen: PitBossScreen | None = None
        """The page, once it has been opened; it stays when it is closed."""
        self._foot = 0.0

    @property
    def is_there(self) -> bool:
        return self.screen is not None and not self.screen.isHidden()

    def is_page(self, part: QWidget) -> bool:
        return part is self.screen

    def show(self, view: DealerView, words: Words) -> None:
        screen = self.screen = self.screen or self._make_screen(words)
        screen.set_words(words)
        screen.leave_foot(self._foot)
        screen.show_view(view)
        screen.setGeometry(room_in(self._window))
        screen.show()
        screen.raise_()
        screen.setFocus()

    def show_view(self, view: DealerView) -> None:
        """Show the table's new view; close when the table asks for something."""
        if self.screen is None or not self.is_there:
            return
        self.screen.show_view(view)
        if view.pit_boss is None or view.screen.locked or view.view.phase == Phase.HALTED:
            self.hide()

    def hide(self) -> None:
        if self.screen is not None and self.is_there:
            shield(self.screen)
            self.screen.hide()
            self.left.emit()

    def leave_foot(self, foot: float) -> None:
        """Keep this height free at the screen's foot for a part that covers it."""
        self._foot = foot
        if self.screen is not None:
            self.screen.leave_foot(foot)

    def set_words(self, words: Words) -> None:
        if self.screen is not None:
            self.screen.set_words(words)

    def tick(self) -> None:
        if self.screen is not None:
            self.screen.tick()

    def _make_screen(self, words: Words) -> PitBossScreen:
        from console.table.ui.pit.pit_boss_screen import PitBossScreen

        screen = PitBossScreen(words, self._clock, self._window, self._guard)
        screen.hide()
        screen.answer_pressed.connect(self.hide)
        screen.back_pressed.connect(self.hide)
        screen.correct_pressed.connect(self.correct_pressed)
        screen.wrong_pressed.connect(self.wrong_pressed)
        screen.call_pressed.connect(self.call_pressed)
        screen.language_requested.connect(self.language_requested)
        screen.language_chosen.connect(self.language_chosen)
        screen.end_pressed.connect(self.end_pressed)
        self._orders = OrderLines(screen, self._desk)
        return screen


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
        """Open the pit boss's own window on another monitor, unless it is, as soon as there is one."""
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
        screens = [self._dealer] if self.desk is None else [self._dealer, self.desk.table]
        return any(screen.open_parts.wants_kinds for screen in screens)

    def is_manned_by(self, who: str) -> bool:
        """Whether somebody has signed in at the pit boss's own window."""
        return self.desk is not None and self.desk.pit_boss_here() == who

    def update_table(self, shown_table: ShownTable) -> None:
        if self.desk is not None:
            self.desk.sight.update_table(shown_table)
            self.desk.take_press(shown_table)

    def press_elsewhere(self) -> None:
        """Somebody has pressed something at the table's own window."""
        if self.desk is not None:
            self.desk.press_elsewhere()

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
