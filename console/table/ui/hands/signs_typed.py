"""Typed characters: those of a finger act after a moment, those of a badge reader become a badge's number.

A reader types like a keyboard, but faster than any person: four signs within fifty milliseconds of each
other, or two with the Enter behind them, as a card scanner in its keyboard mode does. Some readers type at a
hand's pace, a sign each hundred milliseconds: those are known by the form that was measured at the table, and
what arrives in it is a badge.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from console.table.people.answers import QUICK, BadgeForm, is_badge
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.hands.key_places import digit_of, us_sign

APART: Final = QUICK / 1000
"""The most seconds between two signs of a reader whose pace nobody measured."""
LEAST: Final = 4
"""The number of signs in quick order that no finger can type."""
LEAST_ENTERED: Final = 2
"""The number of such signs if the Enter behind them came as soon."""
HELD: Final = 80
"""Milliseconds that a sign waits for the next one before it acts."""
LATE: Final = 1.25
"""The factor by which a reader may be slower than it was when it was measured."""
TRAILS: Final = 0.3
"""Seconds after a reader's signs in which an Enter still belongs to them."""
SCANS: Final = "scans"
"""The property of a field into which a scanner types: in the form of no badge, its signs are text there."""
_ENDS: Final = (*ENTERS, Qt.Key.Key_Tab)
"""The key that a reader types after a badge's number."""


class TypedSigns(QObject):
    badge = Signal(str, int, object)
    """A badge was read: its number, how many signs went in, and the part typed into; None if that is gone."""
    dropped = Signal()
    """Signs came from a reader that are no badge's number."""

    def __init__(
        self, guard: PressGuard, parent: QObject | None = None, *, form: BadgeForm | None = None
    ) -> None:
        """``form``: how the house's reader types, if it was measured."""
        super().__init__(parent)
        self._guard, self._form = guard, form
        self._held: list[tuple[QWidget, QKeyEvent, float]] = []
        self._run, self._placed = "", ""
        """The signs of the present run, as the layout has them, and as a US keyboard would."""
        self._is_quick = True
        """Whether no two of them are further apart than those of a reader."""
        self._last, self._read_at = float("-inf"), float("-inf")
        self._to: QWidget | None = None
        self._goes_on = False
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.release)

    def takes(self, to: QWidget, event: QEvent, *, types: bool = False) -> bool:
        """Whether an event is kept from its widget, for now or for good; never one of the console's keyboard.
        ``types``: what is typed there goes in at once, and only a whole badge is taken out again.
        """
        if self._goes_on or not event.spontaneous():
            return False
        match event.type():
            case QEvent.Type.KeyPress if isinstance(event, QKeyEvent) and not event.isAutoRepeat():
                took = self._takes_key(to, event, types=types)
                if took:
                    event.accept()
                return took
            case QEvent.Type.MouseButtonPress:
                self.release()
        return False

    def _takes_key(self, to: QWidget, event: QKeyEvent, *, types: bool) -> bool:
        at, sign = self._guard.time_of(event), _sign_of(event)
        if not sign:
            return self._takes_end(event, at, types=types) if event.key() in _ENDS else self._goes_past(event)
        placed = digit_of(event) or us_sign(event) or sign
        follows = self._follows(at, sign, placed)
        if not follows:
            self.release()  # signs that wait elsewhere go before those that a field takes at once
            if at - self._read_at <= self._pace:  # too soon for a finger: a reader's further signs
                self._read_at = at
                return True
            self._run, self._placed, self._is_quick = "", "", True
        elif at - self._last > APART:
            self._is_quick = False
        self._run, self._placed = self._run + sign, self._placed + placed
        self._last, self._to = at, to
        if types and not self._held:
            return False
        self._held.append((to, event.clone(), at))
        self._timer.start(round(self._wait * 1000))
        return True

    def _follows(self, at: float, sign: str, placed: str) -> bool:
        """Whether a sign goes on with the run: at once, or in the form of the house's badges at its pace."""
        apart = at - self._last
        return apart <= APART or (
            apart <= self._pace and (self._begins(self._run + sign) or self._begins(self._placed + placed))
        )

    def _begins(self, typed: str) -> bool:
        return self._form is not None and self._form.is_begun_by(typed)

    @property
    def _pace(self) -> float:
        """The most seconds between two signs of a badge."""
        return APART if self._form is None else max(APART, self._form.pace / 1000 * LATE)

    @property
    def _wait(self) -> float:
        """Seconds to wait for the next sign: as long as a reader needs, if a badge may have begun."""
        begins = self._begins(self._run) or self._begins(self._placed)
        return max(HELD / 1000, self._pace) if begins else HELD / 1000

    def _takes_end(self, event: QKeyEvent, at: float, *, types: bool) -> bool:
        soon = at - self._last <= max(HELD / 1000, self._pace)
        to = self._typed_into
        if types and to is not None and to.property(SCANS) and not self._is_measured:
            self._run = self._placed = ""
            return False
        if soon and (number := self._number()) is not None:
            self._end_run(at, number)
            return True
        least = LEAST if at - self._last > APART else LEAST_ENTERED
        if soon and self._is_quick and self._held and len(self._run) >= least:
            self._end_run(at, None)
            return True
        if at - self._read_at <= TRAILS:
            return True
        return self._goes_past(event)

    @property
    def _typed_into(self) -> QWidget | None:
        """The part that took the last sign; None once it is deleted, since a sign may close its own page."""
        return self._to if self._to is not None and isValid(self._to) else None

    @property
    def _is_measured(self) -> bool:
        """Whether the run is a badge by the form of the house's badges; without one each number is."""
        return self._form is None or bool(
            self._form.number_in(self._run) or self._form.number_in(self._placed)
        )

    def _number(self) -> str | None:
        """The badge's number in the run."""
        if self._form is not None and (
            found := self._form.number_in(self._run) or self._form.number_in(self._placed)
        ):
            return found
        if not self._is_quick:
            return None
        return next((run for run in (self._run, self._placed) if is_badge(run)), None)

    def _goes_past(self, event: QKeyEvent) -> bool:
        """Another key came: what waits acts first; a key like Shift is no key of its own."""
        if event.key() not in _MODIFIERS:
            self.release()
            self._run = self._placed = ""
        return False

    def release(self) -> None:
        """Let the waiting signs act as they were typed; a reader's are a badge even without an Enter."""
        self._timer.stop()
        if self._held:
            number = self._number()
            if number is not None or (self._is_quick and len(self._held) >= LEAST):
                self._end_run(self._last, number)
                return
        held, self._held = self._held, []
        for to, event, at in held:
            if not isValid(to):
                continue
            self._goes_on = True
            try:
                with self._guard.at(at):
                    QApplication.sendEvent(to, event)
            finally:
                self._goes_on = False

    def _end_run(self, at: float, number: str | None) -> None:
        typed = len(self._run) - len(self._held)
        self._run, self._placed, self._held = "", "", []
        self._timer.stop()
        self._read_at = at
        if number is not None:
            self.badge.emit(number, typed, self._typed_into)
        else:
            self.dropped.emit()


_MODIFIERS: Final = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr)


def _sign_of(event: QKeyEvent) -> str:
    """The letter, digit or mark that a key types; none with Ctrl or Alt, none of Space and Enter."""
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    text = event.text()
    return text.strip() if text.isprintable() and not held else ""
