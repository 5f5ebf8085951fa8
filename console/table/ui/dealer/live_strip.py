"""A table in play, as a strip above the review or the list of people; and when it needs the whole screen. The
strip has the prompt, its press, the alarms, and the way back to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Actor
from console.table.ui.dealer import prompt_words
from console.table.ui.dealer.action_bar import can_report
from console.table.ui.dealer.prompt import announce, colour_of, sign_of
from console.table.ui.felt.condition import cut_off, ending, play_waits
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.incident_words import with_late_press
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Button, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import SignKey, SmallKey
from console.table.ui.kit.lettering import write
from console.table.ui.kit.prompt_parts import PromptColour, PromptText, spoken_text
from console.table.ui.kit.strip_above import StripAbove
from console.table.ui.kit.surface import Surface, fill, outline, pen, room_in
from console.table.ui.signs.sign import Sign

HIGH: Final = 112.0
"""The strip's height in units of the whole screen."""
_TILE: Final = QRectF(theme.MARGIN, 16, 80, 80)
_TEXT: Final = 124.0
_KEY: Final = 80.0
_TABLE: Final = 168.0
_DONE: Final = 292.0
_LEAST: Final = 12
"""The smallest letters: the dealer reads the prompt on the table, too."""


class LiveStrip(Surface):
    """The dealer's prompt, and the one press that moves play on."""

    has_alarm = True

    table_asked = Signal()
    """Somebody wants to go back to the table."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        """``guard`` is the dealer's screen's: a press meant for one prompt does not confirm the next."""
        super().__init__(parent)
        self.text = PromptText(PromptColour.WAIT, "", "")
        self.seconds: int | None = None
        """The countdown in whole seconds; None without one."""
        self._ending = False
        self._sign: Sign = Sign("states.hourglass")
        self.done = Button(Sign("states.tick"), Tone.NOW, guard, self)
        self.wrong, self.call = (
            SignKey(Sign("states.caution"), Tone.PLAIN, self),
            SignKey(Sign("places.bell"), Tone.PLAIN, self),
        )
        self.wrong.sign_ink = theme.AMBER
        self.table = SmallKey(Sign("outcomes.back"), self)
        self.table.clicked.connect(self.table_asked)
        for key in (self.done, self.wrong, self.call, self.table):
            key.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.covers()

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        waits = play_waits(view)
        prompt = prompt_words.waiting(view, words) if waits else prompt_words.prompt_of(view, words, market)
        prompt = with_late_press(prompt, view, words)
        fresh = prompt.headline != self.text.headline
        self.text = prompt
        self._sign = Sign("states.halt") if waits else sign_of(view.view, prompt_words.prompt_colour(view))
        self.seconds = (
            view.countdown.seconds_left
            if view.view.prompt.action in (Action.WAIT, Action.AWAIT_DECISION)
            else None
        )
        self._ending = ending(view)
        dealers = view.view.prompt.actor is Actor.DEALER
        self.done.setVisible(
            prompt_words.primary(view) is prompt_words.Primary.DONE and dealers and not view.preparation.steps
        )
        if not self.done.isHidden():
            tone = Tone.PLAIN if cut_off(view) else Tone.NOW
            self.done.show_label(prompt_words.done_word(view, words), tone=tone)
        self.wrong.setVisible(can_report(view))
        self.wrong.setAccessibleName(words.text("button.wrong"))
        somebody = view.dealer is not None or view.pit_boss is not None
        self.call.setVisible(somebody and not view.view.call)
        self.call.setAccessibleName(words.text("button.call"))
        self.table.show_label(words.text("review.back"))
        aloud = spoken_text(prompt, words)
        self.setAccessibleName(aloud)
        if fresh:
            announce(self, aloud, at_once=prompt.urgent)
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """The press at the right as on the dealer's screen; before it the way back and the alarms."""
        right = self.wide - theme.MARGIN
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
        """Tile or countdown, who acts, the order, and the words to say aloud or the reason."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, self.high - 2, self.wide, 2), theme.LINE)
        self._paint_tile(painter)
        for late in (False, True):  # a late press is named alone if it has no room beside the actor
            texts = Column([*self._rows(instead=late)], self._room, self.high - 20, least=_LEAST)
            if texts.fits:
                break
        texts.paint_in(painter, QRectF(_TEXT, 0, self._room, self.high))

    def _rows(self, *, instead: bool) -> Iterator[Row]:
        """The rows: actor and late press (or only that, ``instead``), the order, and the line beneath it."""
        prompt = self.text
        if prompt.not_taken is not None and instead:
            yield Row(prompt.not_taken, 16, theme.T0, bold=True)
        else:
            yield Row(prompt.actor, 16, colour_of(prompt.colour), bold=True, who=prompt.not_taken or "")
        yield Row(prompt.headline, 32, theme.T0, bold=True, gap=0)
        if below := prompt.note or "" if prompt.say is None else prompt.say:
            yield Row(below, 18, theme.T1, gap=0)

    def _paint_tile(self, painter: QPainter) -> None:
        waits = self.text.colour is PromptColour.WAIT
        if waits or self.seconds is not None:
            outline(painter, _TILE, pen(theme.RED if self._ending else theme.T2, 3), 10)
        else:
            fill(painter, _TILE, colour_of(self.text.colour), 10)
        if self.seconds is not None:
            middle, ink = _TILE.center(), theme.RED if self._ending else theme.T0
            write(
                painter, str(self.seconds), middle.x(), middle.y(), theme.font(44, bold=True), ink, align=0.5
            )
        else:
            self._sign(painter, _TILE.adjusted(11, 11, -11, -11), theme.T0 if waits else theme.BG0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the prompt leads back to the table."""
        self.table_asked.emit()


class TablePresses(NamedTuple):
    done: Callable[[], None]
    """The dealer has done the prompt's action."""
    wrong: Callable[[], None]
    call: Callable[[], None]


class StripWithPage(StripAbove):
    """The strip, and beneath it the page of a person who reads or works while the table is in play."""

    def __init__(
        self, window: QWidget, guard: PressGuard, presses: TablePresses, give_way: Callable[[], None]
    ) -> None:
        """``guard`` is the dealer's screen's; ``give_way`` closes the page, so that the table is in view."""
        super().__init__(window, HIGH)
        self._window, self._presses, self._give_way = window, presses, give_way
        self.strip: LiveStrip = LiveStrip(guard, self)
        guard.shown_on(self.strip)
        self.key_part = None
        self.strip.table_asked.connect(give_way)
        self.strip.done.meant.connect(presses.done)
        self.strip.wrong.clicked.connect(self._wrong)
        self.strip.call.clicked.connect(presses.call)

    def hold(self, content: QWidget | None) -> None:
        """Show this page beneath the strip; None: nothing."""
        self.key_part = content
        self.lay_out()

    def open(self) -> None:
        self.setGeometry(room_in(self._window))
        self.lay_out()
        self.show()
        self.raise_()

    def _wrong(self) -> None:
        """Give way to the table: an incident is reported there."""
        self._give_way()
        self._presses.wrong()

    @property
    def beneath(self) -> QWidget | None:
        return self.key_part

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 and F3, the alarms, work whichever part has the focus, as long as somebody is signed in."""
        alarms = {Qt.Key.Key_F2: self.strip.wrong, Qt.Key.Key_F3: self.strip.call}
        key = alarms.get(Qt.Key(event.key()))
        if key is not None and not event.isAutoRepeat():
            if not key.isHidden():
                key.clicked.emit()
        else:
            super().keyPressEvent(event)


_ASKED: tuple[str, ...] = (Action.ANSWER, Action.AUTHORISE)


def comes_first(view: DealerView) -> bool:
    """Whether the table needs the whole screen: halted, locked, calling, or asking for more than a press. A
    prompt that a press answers, a card moves on or time ends fits on the strip.
    """
    prompt = view.view.prompt
    if view.screen.locked or view.view.phase == Phase.HALTED or view.view.call:
        return True
    by_hand = prompt_words.primary(view) in (prompt_words.Primary.NUMBER, prompt_words.Primary.TAKE)
    return by_hand or prompt.action in _ASKED or prompt.step is not None
