"""The table that plays, as a strip over the review: its prompt, its press, its alarms, the way back to it.

It shows the dealer what is due while somebody else reads; it never knows what is read.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.table.roles import Actor
from console.table.views import DealerView
from console.ui.actions import can_report
from console.ui.buttons import Button, PressGuard, Tone
from console.ui.lettering import balanced, shrunk, write, write_lines
from console.ui.lying import play_waits
from console.ui.prompt import announce, colour_of, sign_of
from console.ui.review.keys import SignKey, SmallKey, lay
from console.ui.signs import outcomes, places, states
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill, outline, pen
from console.ui.telling import Mood, Primary, Telling, done_word, ending, mood, primary, telling, waiting
from console.ui.theme import AMBER, BG0, BG1, LINE, MARGIN, RED, T0, T1, T2, font
from console.words import Words

HIGH: Final = 112.0
"""The strip's height in units of the whole screen."""
_TILE: Final = QRectF(MARGIN, 16, 80, 80)
_TEXT: Final = 124.0
_KEY: Final = 80.0
_TABLE: Final = 168.0
_DONE: Final = 292.0


class LiveStrip(Surface):
    """What the dealer's screen shows of its prompt, and the one press that moves play on."""

    has_alarm = True

    table_asked = Signal()
    """The table is wanted back."""
    done_pressed = Signal()
    """What the prompt asks the dealer for is done."""
    wrong_pressed = Signal()
    call_pressed = Signal()

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        """``guard`` is the dealer's screen's: no press meant for one prompt confirms the next."""
        super().__init__(parent)
        self.told = Telling(Mood.WAIT, "", "")
        self.seconds: int | None = None
        """What the countdown shows, in whole seconds; None where nothing is counted down."""
        self._ending = False
        self._sign: Sign = states.hourglass
        self.done = Button(states.tick, Tone.NOW, guard, self)
        self.wrong, self.call = (
            SignKey(states.caution, Tone.PLAIN, self),
            SignKey(places.bell, Tone.PLAIN, self),
        )
        self.wrong.sign_ink = AMBER
        self.table = SmallKey(outcomes.back, self)
        self.done.meant.connect(self.done_pressed)
        self.wrong.clicked.connect(self.wrong_pressed)
        self.call.clicked.connect(self.call_pressed)
        self.table.clicked.connect(self.table_asked)
        for key in (self.done, self.wrong, self.call, self.table):
            key.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.covers()

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        """Show the table as it is now."""
        waits = play_waits(view)
        told = waiting(view, words) if waits else telling(view, words, market)
        fresh = told.headline != self.told.headline
        self.told, self._sign = told, states.halt if waits else sign_of(view.view, mood(view))
        self.seconds = view.seconds_left if view.view.prompt.action in ("wait", "await_decision") else None
        self._ending = ending(view)
        dealers = view.view.prompt.actor is Actor.DEALER
        self.done.setVisible(primary(view) is Primary.DONE and dealers and not view.steps)
        if not self.done.isHidden():
            self.done.show_label(done_word(view, words))
        self.wrong.setVisible(can_report(view))
        self.wrong.setAccessibleName(words.text("button.wrong"))
        somebody = view.dealer is not None or view.pit_boss is not None
        self.call.setVisible(somebody and not view.view.call)
        self.call.setAccessibleName(words.text("button.call"))
        self.table.show_label(words.text("review.back"))
        self.setAccessibleName(told.aloud)
        if fresh:
            announce(self, told.aloud, at_once=told.urgent)
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """The press at the right as on the dealer's screen, before it the way back and the alarms."""
        right = self.wide - MARGIN
        if not self.done.isHidden():
            lay(self, self.done, QRectF(right - _DONE, 16, _DONE, _KEY))
            right -= _DONE + 14
        lay(self, self.table, QRectF(right - _TABLE, 16, _TABLE, _KEY))
        right -= _TABLE + 14
        for key in (self.call, self.wrong):
            if not key.isHidden():
                lay(self, key, QRectF(right - _KEY, 16, _KEY, _KEY))
                right -= _KEY + 14
        self._room = right - _TEXT - 8

    def paint(self, painter: QPainter) -> None:
        """Tile or countdown, who acts, the order, what is said aloud or why."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        fill(painter, QRectF(0, self.high - 2, self.wide, 2), LINE)
        told, colour = self.told, colour_of(self.told.mood)
        self._paint_tile(painter)
        actor = shrunk(told.actor, self._room, (16, 15, 14), bold=True)
        write(painter, told.actor, _TEXT, 24, actor, colour)
        below = told.say if told.say is not None else told.note or ""
        high = 42.0 if below else 68.0
        sizes = (32, 30, 28, 26, 24, 22, 20)
        one = shrunk(told.headline, self._room, sizes, bold=True)
        lines = balanced(told.headline, self._room, one)
        if len(lines) > 1:
            one = next(
                (
                    face
                    for face in map(_bold, (24, 22, 20, 18))
                    if len(balanced(told.headline, self._room, face)) < 3
                ),
                _bold(17),
            )
            lines, high = balanced(told.headline, self._room, one)[:2], 68.0
        write_lines(painter, lines, QRectF(_TEXT - 1, 36, self._room, high), one, T0, leading=1.2)
        if below and high < 68:
            face = shrunk(below, self._room, (18, 17, 16, 15, 14))
            for at, line in enumerate(balanced(below, self._room, face)[:1]):
                write(painter, line, _TEXT, 92 + at * 20, face, T1)

    def _paint_tile(self, painter: QPainter) -> None:
        waits = self.told.mood is Mood.WAIT
        if waits or self.seconds is not None:
            outline(painter, _TILE, pen(RED if self._ending else T2, 3), 10)
        else:
            fill(painter, _TILE, colour_of(self.told.mood), 10)
        if self.seconds is not None:
            middle, ink = _TILE.center(), RED if self._ending else T0
            write(painter, str(self.seconds), middle.x(), middle.y(), _bold(44), ink, align=0.5)
        else:
            self._sign(painter, _TILE.adjusted(11, 11, -11, -11), T0 if waits else BG0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the prompt leads to the table."""
        self.table_asked.emit()


def _bold(size: int) -> QFont:
    return font(size, bold=True)
