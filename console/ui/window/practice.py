"""The strip of a simulated table: draw or spin by hand, set the pace, let things go wrong, see what waits.

It lies in the table's window, which a LIVE table's never has: beside the dealer's screen where that keeps its
full size, else over the table's right side until it is put away. It knows a simulated shoe, reader or wheel
by the few things that can be done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple, Protocol

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.hands.guard import PressGuard
from console.ui.kit.buttons import Button, Tone, lay
from console.ui.kit.lettering import advance, at_most, balanced, broken, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import (
    ACTION_HEIGHT,
    BG1,
    HEIGHT,
    PROMPT_HEIGHT,
    RADIUS,
    STATUS_HEIGHT,
    T2,
    VIOLET,
    VIOLET_FILL,
    WIDTH,
    font,
    unit,
)
from console.ui.signs import incidents, outcomes, places, play, shoe, states
from console.ui.signs.nib import Sign
from console.words import Words


class Simulated(Protocol):
    """A device that is not there."""

    @property
    def armed(self) -> frozenset[str]:
        """What was asked of it and waits for its moment, by name."""

    def draw(self) -> None:
        """Draw the next card, or send the ball, now."""

    def set_pace(self, pace: float | None) -> None:
        """Seconds between a prompt and its card or its ball; None: by hand."""

    def unplug(self) -> None:
        """Pull the cable."""

    def plug_in(self) -> None:
        """Plug it in again."""


class SimulatedCards(Simulated, Protocol):
    """A shoe or a reader that is not there."""

    def next_unreadable(self) -> None:
        """Let the next scan fail."""

    def wrong_card(self) -> None:
        """Read a card that can't be, or one out of turn."""

    def card_in_bet_time(self) -> None:
        """Draw a card in bet time."""

    def cut_card_now(self) -> None:
        """Let the cut card come."""


class SimulatedRotor(Simulated, Protocol):
    """A wheel that is not there."""

    def let_next_fail(self, fault: Literal["same_direction", "failed_launch", "number_change"]) -> None:
        """Let the next spin go wrong."""

    def ball_in_bet_time(self) -> None:
        """Send the ball in bet time."""

    def fall_silent(self) -> None:
        """Hold lines back, then send them all."""

    def cut_short(self) -> None:
        """Send lines without their ends."""

    def fail_sensor(self) -> None:
        """Let the sensor fail."""

    def close_in_game(self) -> None:
        """Let the wheel close itself."""


class Press(NamedTuple):
    """A button: its words' key, its sign, what it does, and what it arms, where that comes later."""

    key: str
    sign: Sign
    act: Callable[[], object]
    arms: str = ""


class Names(NamedTuple):
    """The keys of what the device is called, and of what is done to any device."""

    title: str
    by_hand: str
    unplug: str
    plug_in: str


class Practice(NamedTuple):
    """All that can be done with a device."""

    device: Simulated
    names: Names
    presses: tuple[Press, ...]


CARDS: Final = Names("practice.title", "practice.by_hand", "practice.unplug", "practice.plug_in")
ROTOR: Final = Names(
    "practice.wheel.title", "practice.wheel.by_hand", "practice.wheel.unplug", "practice.wheel.plug_in"
)


def with_cards(device: SimulatedCards) -> Practice:
    """What a shoe or a reader does by itself, and what goes wrong with it."""
    presses = (
        Press("practice.draw", play.deal, device.draw),
        Press("practice.unread", play.rescan, device.next_unreadable, "unreadable"),
        Press("practice.wrong_card", states.caution, device.wrong_card),
        Press("practice.bet_time_card", play.bets, device.card_in_bet_time, "bet_time"),
        Press("practice.cut_card", shoe.cut_card, device.cut_card_now),
    )
    return Practice(device, CARDS, presses)


def with_wheel(device: SimulatedRotor) -> Practice:
    """What a wheel does by itself, and what goes wrong with it."""

    def failing(fault: Literal["same_direction", "failed_launch", "number_change"], sign: Sign) -> Press:
        return Press(f"practice.wheel.{fault}", sign, partial(device.let_next_fail, fault), fault)

    presses = (
        Press("practice.wheel.send", places.wheel, device.draw),
        failing("same_direction", states.caution),
        failing("failed_launch", outcomes.cross),
        failing("number_change", outcomes.question),
        Press("practice.wheel.bet_time", play.bets, device.ball_in_bet_time, "bet_time"),
        Press("practice.wheel.silence", states.hourglass, device.fall_silent, "silence"),
        Press("practice.wheel.cut_short", outcomes.crossed_ring, device.cut_short, "cut_short"),
        Press("practice.wheel.sensor", incidents.fault, device.fail_sensor),
        Press("practice.wheel.closed", incidents.stopped, device.close_in_game),
    )
    return Practice(device, ROTOR, presses)


STRIP: Final = 320
"""Units that it takes beside the dealer's screen."""
_OVER: Final = 620
"""Units that it takes over the table, where it has two columns."""
_EDGE: Final = 12
_ROW: Final = 60
_GAP: Final = 6
_HEADING: Final = 64
_PACE: Final = 30
LOOK: Final = 200
"""Milliseconds between two looks at what waits."""
PACES: Final = {"slow": 3.0, "normal": 1.6, "fast": 0.5}
"""Seconds from a prompt to its card or its ball."""


class PracticeKey(Button):
    """A key of the strip; violet while what it does waits or holds."""

    def __init__(self, sign: Sign, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(sign, Tone.PLAIN, guard, parent)
        # A click leaves the focus where it was: Enter stays the prompt's.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.holds = False

    def show_state(self, label: str, heard: str, *, holds: bool) -> None:
        """Say what it does, and whether it holds."""
        self.show_label(label)
        self.setAccessibleName(heard)
        if holds != self.holds:
            self.holds = holds
            self.update()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        if not self.holds:
            return super()._body(painter, body)
        fill(painter, body, VIOLET_FILL, RADIUS)
        outline(painter, body, pen(VIOLET, 3), RADIUS)
        return VIOLET

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        """Sign and word in one small line, at the left; where that is too narrow, the word alone."""
        room = body.width() - 62
        face = shrunk(self.text(), room, (19, 18, 17, 16, 15), bold=True)
        if advance(self.text(), face) <= room:
            self.sign(painter, QRectF(body.left() + 12, body.center().y() - 13, 26, 26), ink)
            write(painter, self.text(), body.left() + 50, body.center().y(), face, ink)
            return
        face = shrunk(self.text(), body.width() - 16, (17, 16, 15), bold=True)
        lines = at_most(2, balanced(self.text(), body.width() - 12, face))
        write_lines(painter, lines, body, face, ink, align=0.5, leading=1.2)


class PracticeStrip(Surface):
    """Keys for what a real shoe or wheel does by itself, and for what goes wrong with it."""

    keeps_place = True

    moved = Signal()
    """It came, went, or changed its place: the table has another room."""

    def __init__(self, practice: Practice, words: Words, pace: float | None, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._device, self._names, self._pressed = practice
        self._words, self._pace = words, pace
        self._plugged = True
        self._wanted = False
        self._pace_at = 0.0
        self._waiting: frozenset[str] = frozenset()
        guard = PressGuard(lambda: 1.0)
        self._buttons = [self._button(sign, act, guard) for _, sign, act, _ in self._pressed]
        self._plug = self._button(places.link, self._turn_plug, guard)
        self._paces = {name: self._button(states.hourglass, self._setter(name), guard) for name in PACES}
        self._by_hand = self._button(places.person, self._setter(None), guard)
        self._away = self._button(outcomes.cross, self.turn, guard)
        self.covers()
        self.set_words(words)
        self._look = QTimer(self, interval=LOOK)
        self._look.timeout.connect(self.look)
        self._look.start()
        self.hide()

    # --- where it lies ----------------------------------------------------------------------------

    @property
    def is_beside(self) -> bool:
        """Whether there is room for it beside a dealer's screen of full size."""
        return self._beside_unit >= 1

    @property
    def _beside_unit(self) -> float:
        window = self._window
        return min(window.width() / (WIDTH + STRIP), window.height() / HEIGHT)

    @property
    def room(self) -> QRect:
        """What of the window is the table's: all but the strip where it lies beside."""
        whole = self._window.rect()
        if self._wanted and self.is_beside:
            whole.setWidth(whole.width() - round(STRIP * self._beside_unit))
        return whole

    def come(self) -> None:
        """Lie beside the table, in a window made wider if the screen has the room; else wait to be asked."""
        window = self._window
        free = window.screen().availableGeometry()
        if not window.isFullScreen() and free.width() >= WIDTH + STRIP and window.width() < WIDTH + STRIP:
            window.resize(WIDTH + STRIP, window.height())
            window.move(min(window.x(), free.right() + 1 - WIDTH - STRIP), window.y())
        if self.is_beside:
            self._want(True)

    def turn(self) -> None:
        """Show it, or put it away."""
        self._want(not self._wanted)

    def _want(self, wanted: bool) -> None:
        self._wanted = wanted
        self.place()
        self.moved.emit()

    def place(self) -> None:
        """Take its place in the window; put away, what waits is still seen."""
        window = self._window
        if self._wanted and self.is_beside:
            left = self.room.width()
            box = QRect(left, 0, window.width() - left, window.height())
            self.set_place(box, self._beside_unit)
        else:
            u = unit(window.width(), window.height())
            right, high = window.width(), window.height()
            if self._wanted:
                top = round((STATUS_HEIGHT + PROMPT_HEIGHT) * u)
                wide = round(_OVER * u)
                box = QRect(right - wide, top, wide, high - top - round(ACTION_HEIGHT * u))
            else:
                low = high - round((ACTION_HEIGHT + 58) * u)
                box = QRect(right - round(350 * u), low, round(340 * u), round(52 * u))
            self.set_place(box, u)
        self.setVisible(self._wanted or bool(self._waiting))

    def set_place(self, box: QRect, u: float) -> None:
        """Lie there, in units of ``u`` pixels."""
        self.setGeometry(box)
        self.set_unit(u)
        for key in self._keys:
            key.setVisible(self._wanted)

    @property
    def _keys(self) -> list[PracticeKey]:
        return [*self._buttons, self._plug, *self._paces.values(), self._by_hand, self._away]

    # --- what it says -----------------------------------------------------------------------------

    def set_words(self, words: Words) -> None:
        """Say everything in another language."""
        self._words = words
        for button, (key, _, _, arms) in zip(self._buttons, self._pressed, strict=True):
            self._say(button, words.text(key), holds=arms in self._waiting)
        plug = words.text(self._names.unplug if self._plugged else self._names.plug_in)
        self._say(self._plug, plug, holds=not self._plugged)
        for name, button in self._paces.items():
            self._say(button, words.text(f"practice.pace.{name}"), holds=PACES[name] == self._pace)
        self._say(self._by_hand, words.text(self._names.by_hand), holds=self._pace is None)
        self._say(self._away, words.text("practice.away"), holds=False)
        self.setAccessibleName(". ".join(filter(None, (words.text(self._names.title), self.waits))))
        self.update()

    def _say(self, button: PracticeKey, label: str, *, holds: bool) -> None:
        heard = self._words.text("practice.holds", what=label) if holds else label
        button.show_state(label, heard, holds=holds)

    @property
    def waits(self) -> str:
        """How much is armed and has not come yet; empty where nothing is."""
        return self._words.count("practice.armed", len(self._waiting)) if self._waiting else ""

    def look(self) -> None:
        """See what waits for its moment now."""
        armed = self._device.armed
        if armed != self._waiting:
            self._waiting = armed
            self.set_words(self._words)
            self.place()

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The draw and the faults below one another, the paces two by two; over the table in two columns."""
        if not self._wanted:
            return
        acts, paces = [*self._buttons, self._plug], [*self._paces.values(), self._by_hand]
        width = self.wide - 2 * _EDGE
        away = QRectF(self.wide - _EDGE - self._away_wide, 8, self._away_wide, 44)
        lay(self, self._away, away)
        if self.is_beside:
            row = min(_ROW, (self.high - _HEADING - _PACE - 24) / (len(acts) + 2) - _GAP)
            self._grid(acts, QRectF(_EDGE, _HEADING, width, row), 1)
            top = _HEADING + len(acts) * (row + _GAP) + _PACE
            self._pace_at = top - 15
            self._grid(paces, QRectF(_EDGE, top, width, row), 2)
        else:
            rows = -(-len(acts) // 2)
            row = min(_ROW, (self.high - _HEADING - _PACE - 12) / (rows + 1) - _GAP)
            self._grid(acts, QRectF(_EDGE, _HEADING, width, row), 2)
            top = _HEADING + rows * (row + _GAP) + _PACE
            self._pace_at = top - 15
            self._grid(paces, QRectF(_EDGE, top, width, row), 4)

    @property
    def _away_wide(self) -> float:
        """Beside the table it leaves more to the title."""
        return 104.0 if self.is_beside else 130.0

    def _grid(self, buttons: list[PracticeKey], first: QRectF, columns: int) -> None:
        wide = (first.width() - (columns - 1) * _GAP) / columns
        for at, button in enumerate(buttons):
            row, column = divmod(at, columns)
            left, top = first.left() + column * (wide + _GAP), first.top() + row * (first.height() + _GAP)
            box = QRectF(left, top, wide, first.height())
            lay(self, button, box)

    def paint(self, painter: QPainter) -> None:
        """The ground, two headings and what waits, in the colour of training."""
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, BG1 if self._wanted else VIOLET_FILL)
        if not self._wanted:
            outline(painter, whole, pen(VIOLET, 3), 0)
            face = shrunk(self.waits, self.wide - 32, (18, 17, 16, 15), bold=True)
            write(painter, self.waits, self.wide / 2, self.high / 2, face, VIOLET, align=0.5)
            return
        fill(painter, QRectF(0, 0, 3, self.high), VIOLET)
        if not self.is_beside:
            fill(painter, QRectF(0, 0, self.wide, 3), VIOLET)
        title, room = self._words.text(self._names.title), self.wide - 2 * _EDGE - 10 - self._away_wide
        write(painter, title, _EDGE + 4, 22, shrunk(title, room, (18, 17, 16, 15, 14, 13), bold=True), VIOLET)
        if waits := self.waits:
            lines = at_most(2, broken(waits, room, font(14)))
            write_lines(painter, lines, QRectF(_EDGE + 4, 32, room, 30), font(14), VIOLET, leading=1.1)
        write(painter, self._words.text("practice.pace"), _EDGE + 4, self._pace_at, font(16, bold=True), T2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put away, what waits opens it; else a press between the keys does nothing."""
        if not self._wanted:
            self.turn()

    # --- presses ----------------------------------------------------------------------------------

    def _button(self, sign: Sign, act: Callable[[], object], guard: PressGuard) -> PracticeKey:
        button = PracticeKey(sign, guard, self)
        button.meant.connect(act)
        button.meant.connect(self.look)
        return button

    def _setter(self, name: str | None) -> Callable[[], None]:
        def set_pace() -> None:
            self._pace = PACES[name] if name else None
            self._device.set_pace(self._pace)
            self.set_words(self._words)

        return set_pace

    def _turn_plug(self) -> None:
        self._plugged = not self._plugged
        (self._device.plug_in if self._plugged else self._device.unplug)()
        self.set_words(self._words)
