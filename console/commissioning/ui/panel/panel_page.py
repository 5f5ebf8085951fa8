"""The panel's check on the screen: one step after the other, each with its answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.proofs.panel_proofs import sound_proof
from console.commissioning.ui.panel import panel_steps
from console.supervisor.records import Proof
from console.table.core import Clock, Mode
from console.table.people import BadgeForm
from console.table.ui.hands import PressGuard
from console.table.ui.kit import FOCUS, Button, Tone, lay, strike, theme
from console.table.ui.page import Page
from console.table.ui.sign_in import MEASURES
from console.table.ui.signs import Sign


class Sound(panel_steps.PanelStep):
    """The tone, played at the step's beginning and at each press that asks for it."""

    name = "sound"
    offered = ("yes", "no", "again")
    signs = (Sign("outcomes.cross"), Sign("review.playing"))

    def __init__(
        self, words: Words, parent: QWidget | None = None, beep: Callable[[], None] = strike
    ) -> None:
        """``beep`` plays the tone as at the end of bet time."""
        super().__init__(words, parent)
        self._beep = beep

    def begin(self) -> None:
        self._beep()

    def answer(self, at: int) -> None:
        if at == 2:
            self._beep()
        else:
            self.prove([sound_proof(heard=at == 0)])

    def paint(self, painter: QPainter) -> None:
        side = min(160.0, self.high - 40)
        box = QRectF((self.wide - side) / 2, (self.high - side) / 2, side, side)
        Sign("places.bell")(painter, box, theme.T1)


_BETWEEN: Final = 16.0
"""The gap between two answers, in units."""
STEPS: tuple[type[panel_steps.PanelStep], ...] = (
    panel_steps.Edges,
    panel_steps.SecondScreen,
    panel_steps.LanguageSigns,
    panel_steps.TouchPoints,
    panel_steps.KeyboardKeys,
    panel_steps.BadgeHolds,
    Sound,
)
"""The steps in order."""


class PanelPage(Page):
    """The steps over the screen that asked for them; a step may take the whole window, and the screen."""

    back_key = "button.back"
    shows_keys = True
    proved = Signal(object)
    """The proofs of a finished step."""
    through = Signal()
    """The last step is over."""

    def __init__(self, words: Words, clock: Clock, covered: QWidget, badges: BadgeForm | None = None) -> None:
        """``covered`` is the covered screen, whose whole window a step may cover. ``badges``: how the badge
        reader types, by the table's file.
        """
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        super().__init__(Sign("states.tick"), words, clock, covered.window(), guard=guard)
        self._covered, self._made_full = covered, False
        self.heading, self.at = "", 0
        self.others = tuple(Button(sign, Tone.PLAIN, guard, self) for sign in panel_steps.PanelStep.signs)
        for number, key in enumerate(self.others, start=1):
            key.meant.connect(lambda number=number: self.step.answer(number))
        self.steps: tuple[panel_steps.PanelStep, ...] = tuple(made(words, self) for made in STEPS)
        for step in self.steps:
            if isinstance(step, panel_steps.BadgeHolds):
                step.form, step.time_of = badges, guard.time_of
            step.changed.connect(self.refresh)
            step.proved.connect(self._go_on)
        for part in (self, *self.steps):
            guard.shown_on(part)  # A step may cover the page.
        self.left.connect(self.put_away)
        self.covers()
        self.hide()

    @property
    def step(self) -> panel_steps.PanelStep:
        return self.steps[self.at]

    @property
    def title(self) -> str:
        return "" if self.step.covers_all else self.step.title

    @property
    def beneath(self) -> str:
        return "" if self.step.covers_all else self.step.beneath

    @property
    def primary_label(self) -> str | None:
        return next(iter(self.step.answers), "") or None

    # --- what is done -----------------------------------------------------------------------------

    def open(self, heading: str) -> None:
        """Begin with the first step, beneath the table's name."""
        self.heading, self.at = heading, 0
        self._covered.window().installEventFilter(self)
        self.show()
        self.raise_()
        self._begin()

    def _begin(self) -> None:
        if undue := self.step.undue:
            self._go_on(undue)
            return
        self._fill_screen(self.step.covers_all)
        self.mode = self._covered.mode if isinstance(self._covered, Page) else Mode.LIVE
        self.about = (self.heading, f"{self.at + 1} / {len(self.steps)}")
        for step in self.steps:
            step.setVisible(step is self.step)
        self._lay_over()
        self.guard.renew()
        self.setProperty(MEASURES, isinstance(self.step, panel_steps.BadgeHolds))
        self.step.begin()
        self.refresh()
        self.guard.hand_over()
        self._take_focus()

    def press(self) -> None:
        if self.primary_label is not None:
            self.step.answer(0)

    def _go_on(self, proofs: Sequence[Proof]) -> None:
        self.step.end()
        self.proved.emit(tuple(proofs))
        if self.at + 1 < len(self.steps):
            self.at += 1
            self._begin()
            return
        self.put_away()
        self.through.emit()

    def put_away(self) -> None:
        """Leave the table's screen, and keep the answers."""
        if self.isHidden():
            return
        self.step.end()
        self.hide()
        self._covered.window().removeEventFilter(self)
        self._fill_screen(False)
        self._covered.setFocus()

    def set_words(self, words: Words) -> None:
        for step in self.steps:
            step.set_words(words)
        super().set_words(words)

    def _fill_screen(self, full: bool) -> None:
        """Fill the screen for a step about its edges; afterwards the window has its former size again."""
        window = self._covered.window()
        if full and not window.isFullScreen():
            self._made_full = True
            window.showFullScreen()
        elif not full and self._made_full:
            self._made_full = False
            window.showNormal()

    # --- layout and keys --------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep covering the screen beneath when the window's size changes."""
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._lay_over()
        return False

    def _lay_over(self) -> None:
        window, covered = self._covered.window(), self._covered
        beneath = QRect(covered.mapTo(window, QPoint(0, 0)), covered.size())
        self.setGeometry(window.rect() if self.step.covers_all else beneath)
        self.raise_()

    def arrange(self) -> None:
        """The step in the room between headline and answers, or everywhere."""
        super().arrange()
        whole = self.step.covers_all
        self.bar.setVisible(not whole)
        self.back.setVisible(True)
        self.put(self.step, QRectF(0, 0, self.wide, self.high) if whole else self.room)
        self.step.set_unit(self.u)
        self.step.lower()
        if label := self.primary_label:
            self.primary.show_label(label, self.step.sign)
        shown, labels = [], (*self.step.answers[1:], "", "")
        for key, label, sign in zip(self.others, labels, self.step.signs, strict=False):
            key.setVisible(bool(label))
            if label:
                key.show_label(label, sign)
                shown.append(key)
        if whole:
            self._lay_in_the_middle(shown)
            return
        right, top = self.wide - theme.MARGIN, self.high - theme.ACTION_HEIGHT + 16
        if not self.primary.isHidden():  # The key's body is smaller than the ring of its focus.
            right -= self.primary.width() / self.u - 2 * FOCUS + _BETWEEN
        for key in shown:
            wide = key.wish(380)
            lay(self, key, QRectF(right - wide, top, wide, 80))
            right -= wide + _BETWEEN

    def _lay_in_the_middle(self, buttons: Sequence[Button]) -> None:
        """Lay the answers out clear of the corners and the middle, if a step draws."""
        answers = [*buttons, *(() if self.primary.isHidden() else (self.primary,))]
        wishes = [max(260.0, key.wish(480)) for key in answers]
        x, y = (self.wide - sum(wishes) - 24 * (len(wishes) - 1)) / 2, self.high / 2 + 90
        for key, wide in zip(answers, wishes, strict=True):
            lay(self, key, QRectF(x, y, wide, 80))
            x += wide + 24
        lay(self, self.back, QRectF((self.wide - 220) / 2, y + 110, 220, 80))

    def paint(self, painter: QPainter) -> None:
        if not self.step.covers_all:
            super().paint(painter)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus; False if Tab is the step's own, so that Qt passes it on as a press."""
        return not self.step.takes_tab and super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the step its own keys; a key held since the last step is no press."""
        if event.isAutoRepeat():
            event.accept()
        elif not self.step.takes(event):
            super().keyPressEvent(event)
