"""The practice strip of a simulated table: draw or spin by hand, set the pace, cause faults, see those that
wait.

Only the window of a simulated table has a strip; a LIVE table's never does. It lies beside the dealer's
screen if the screen keeps its full size, else over the table's right side until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.devices.simulation.card_devices import SimulatedDevice
from console.table.devices.simulation.wheel_sensor import SimulatedWheel
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Button, Tone, lay
from console.table.ui.kit.lettering import advance, at_most, balance, break_lines, shrunk, write, write_lines
from console.table.ui.kit.monitors import screen_of
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign


class PracticePress(NamedTuple):
    """A button: the key of its words, its sign, its act, and its fault, if the fault happens later."""

    key: str
    sign: Sign
    act: Callable[[], object]
    arms: str = ""


class DeviceKeys(NamedTuple):
    title: str
    by_hand: str
    unplug: str
    plug_in: str


class Practice(NamedTuple):
    device: SimulatedDevice | SimulatedWheel
    names: DeviceKeys
    presses: tuple[PracticePress, ...]


CARDS: Final = DeviceKeys("practice.title", "practice.by_hand", "practice.unplug", "practice.plug_in")
ROTOR: Final = DeviceKeys(
    "practice.wheel.title", "practice.wheel.by_hand", "practice.wheel.unplug", "practice.wheel.plug_in"
)


def with_cards(device: SimulatedDevice) -> Practice:
    """The acts of a shoe or a reader, and its possible faults."""
    presses = (
        PracticePress("practice.draw", Sign("play.deal"), device.draw),
        PracticePress("practice.unread", Sign("play.rescan"), device.next_unreadable, "unreadable"),
        PracticePress("practice.wrong_card", Sign("states.caution"), device.wrong_card),
        PracticePress("practice.bet_time_card", Sign("play.bets"), device.card_in_bet_time, "bet_time"),
        PracticePress("practice.cut_card", Sign("shoe.cut_card"), device.bring_cut_card),
    )
    return Practice(device, CARDS, presses)


def with_wheel(device: SimulatedWheel) -> Practice:
    """The acts of a wheel, and its possible faults."""

    def failing(
        fault: Literal["same_direction", "failed_launch", "number_change"], sign: Sign
    ) -> PracticePress:
        return PracticePress(f"practice.wheel.{fault}", sign, partial(device.let_next_fail, fault), fault)

    presses = (
        PracticePress("practice.wheel.send", Sign("places.wheel"), device.draw),
        failing("same_direction", Sign("states.caution")),
        failing("failed_launch", Sign("outcomes.cross")),
        failing("number_change", Sign("outcomes.question")),
        PracticePress("practice.wheel.bet_time", Sign("play.bets"), device.ball_in_bet_time, "bet_time"),
        PracticePress("practice.wheel.silence", Sign("states.hourglass"), device.fall_silent, "silence"),
        PracticePress(
            "practice.wheel.cut_short", Sign("outcomes.crossed_ring"), device.cut_short, "cut_short"
        ),
        PracticePress("practice.wheel.sensor", Sign("incidents.technical_fault"), device.fail_sensor),
        PracticePress("practice.wheel.closed", Sign("incidents.cannot_continue"), device.close_in_game),
    )
    return Practice(device, ROTOR, presses)


STRIP: Final = 320
"""Units that the strip takes beside the dealer's screen."""
_OVER: Final = 620
"""Units that it takes over the table, if it has two columns."""
_EDGE: Final = 12
_ROW: Final = 60
_GAP: Final = 6
_HEADING: Final = 64
_PACE: Final = 30
LOOK: Final = 200
"""Milliseconds between two looks at the waiting faults."""
PACES: Final = {"slow": 3.0, "normal": 1.6, "fast": 0.5}
"""Seconds from a prompt to its card or its ball."""


class PracticeKey(Button):
    """A key of the strip; violet while its fault waits or lasts."""

    def __init__(self, sign: Sign, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(sign, Tone.PLAIN, guard, parent)
        # A click leaves the focus where it was: Enter stays the key of the prompt.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.holds = False

    def show_state(self, label: str, spoken: str, *, holds: bool) -> None:
        self.show_label(label)
        self.setAccessibleName(spoken)
        if holds != self.holds:
            self.holds = holds
            self.update()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        if not self.holds:
            return super()._body(painter, body)
        fill(painter, body, theme.VIOLET_FILL, theme.RADIUS)
        outline(painter, body, pen(theme.VIOLET, 3), theme.RADIUS)
        return theme.VIOLET

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        """Sign and word in one small line, at the left; the word alone if the line is too narrow."""
        room = body.width() - 62
        face = shrunk(self.text(), room, (19, 18, 17, 16), bold=True)
        if advance(self.text(), face) <= room:
            self.sign(painter, QRectF(body.left() + 12, body.center().y() - 13, 26, 26), ink)
            write(painter, self.text(), body.left() + 50, body.center().y(), face, ink)
            return
        face = shrunk(self.text(), body.width() - 16, (17, 16), bold=True)
        lines = at_most(2, balance(self.text(), body.width() - 12, face))
        write_lines(painter, lines, body, face, ink, align=0.5, leading=1.2)


class PracticeStrip(Surface):
    """The keys for the acts of a real shoe or wheel, and for its possible faults."""

    keeps_place = True

    moved = Signal()
    """The strip appeared, disappeared, or moved: the table has more room, or less."""

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
        self._plug = self._button(Sign("places.link"), self._turn_plug, guard)
        self._paces = {
            name: self._button(Sign("states.hourglass"), self._setter(name), guard) for name in PACES
        }
        self._by_hand = self._button(Sign("places.person"), self._setter(None), guard)
        self._away = self._button(Sign("outcomes.cross"), self.turn, guard)
        self.covers()
        self.set_words(words)
        self._look = QTimer(self, interval=LOOK)
        self._look.timeout.connect(self.look)
        self._look.start()
        self.hide()

    # --- where it lies ----------------------------------------------------------------------------

    @property
    def is_beside(self) -> bool:
        """Whether there is room for the strip beside a dealer's screen of full size."""
        return self._beside_unit >= 1

    @property
    def _beside_unit(self) -> float:
        window = self._window
        return min(window.width() / (theme.WIDTH + STRIP), window.height() / theme.HEIGHT)

    @property
    def room(self) -> QRect:
        """The part of the window that the table has: all but the strip, if the strip lies beside it."""
        whole = self._window.rect()
        if self._wanted and self.is_beside:
            whole.setWidth(whole.width() - round(STRIP * self._beside_unit))
        return whole

    def come(self) -> None:
        """Appear beside the table, in a widened window if the screen has room; else closed until opened."""
        window = self._window
        free = screen_of(window).availableGeometry()
        if (
            not window.isFullScreen()
            and free.width() >= theme.WIDTH + STRIP
            and window.width() < theme.WIDTH + STRIP
        ):
            window.resize(theme.WIDTH + STRIP, window.height())
            window.move(min(window.x(), free.right() + 1 - theme.WIDTH - STRIP), window.y())
        if self.is_beside:
            self._want(wanted=True)

    def turn(self) -> None:
        self._want(wanted=not self._wanted)

    def _want(self, *, wanted: bool) -> None:
        self._wanted = wanted
        self.place()
        self.moved.emit()

    def place(self) -> None:
        """Take its place in the window; while it is closed, the number of waiting faults is still shown."""
        window = self._window
        if self._wanted and self.is_beside:
            left = self.room.width()
            box = QRect(left, 0, window.width() - left, window.height())
            self.set_place(box, self._beside_unit)
        else:
            u = theme.unit(window.width(), window.height())
            right, high = window.width(), window.height()
            if self._wanted:
                top = round((theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT) * u)
                wide = round(_OVER * u)
                box = QRect(right - wide, top, wide, high - top - round(theme.ACTION_HEIGHT * u))
            else:
                low = high - round((theme.ACTION_HEIGHT + 58) * u)
                box = QRect(right - round(350 * u), low, round(340 * u), round(52 * u))
            self.set_place(box, u)
        self.setVisible(self._wanted or bool(self._waiting))

    def set_place(self, box: QRect, u: float) -> None:
        """Lie at this place, in units of ``u`` pixels."""
        self.setGeometry(box)
        self.set_unit(u)
        for key in self._keys:
            key.setVisible(self._wanted)

    @property
    def _keys(self) -> list[PracticeKey]:
        return [*self._buttons, self._plug, *self._paces.values(), self._by_hand, self._away]

    # --- what it says -----------------------------------------------------------------------------

    def set_words(self, words: Words) -> None:
        self._words = words
        for button, (key, _, _, arms) in zip(self._buttons, self._pressed, strict=True):
            self._show_key(button, words.text(key), holds=arms in self._waiting)
        plug = words.text(self._names.unplug if self._plugged else self._names.plug_in)
        self._show_key(self._plug, plug, holds=not self._plugged)
        for name, button in self._paces.items():
            self._show_key(button, words.text(f"practice.pace.{name}"), holds=PACES[name] == self._pace)
        self._show_key(self._by_hand, words.text(self._names.by_hand), holds=self._pace is None)
        self._show_key(self._away, words.text("practice.away"), holds=False)
        self.setAccessibleName(". ".join(filter(None, (words.text(self._names.title), self.waits))))
        self.update()

    def _show_key(self, button: PracticeKey, label: str, *, holds: bool) -> None:
        spoken = self._words.text("practice.holds", what=label) if holds else label
        button.show_state(label, spoken, holds=holds)

    @property
    def waits(self) -> str:
        """The number of armed faults that have not happened yet, as text; empty if none."""
        return self._words.count("practice.armed", len(self._waiting)) if self._waiting else ""

    def look(self) -> None:
        armed = self._device.mishaps
        if armed != self._waiting:
            self._waiting = armed
            self.set_words(self._words)
            self.place()

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """Draw and faults below one another, the paces in two columns; over the table all in two columns."""
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
        """The closing key's width; beside the table it is smaller and leaves the title its room."""
        if not self.is_beside:
            return 130.0
        face = theme.font(16, bold=True)
        left = self.wide - 2 * _EDGE - 12 - advance(self._words.text(self._names.title), face)
        return max(advance(self._words.text("practice.away"), face) + 20, min(104.0, left))

    def _grid(self, buttons: list[PracticeKey], first: QRectF, columns: int) -> None:
        wide = (first.width() - (columns - 1) * _GAP) / columns
        for at, button in enumerate(buttons):
            row, column = divmod(at, columns)
            left, top = first.left() + column * (wide + _GAP), first.top() + row * (first.height() + _GAP)
            box = QRectF(left, top, wide, first.height())
            lay(self, button, box)

    def paint(self, painter: QPainter) -> None:
        """The ground, two headings and the number of waiting faults, in the colour of training."""
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, theme.BG1 if self._wanted else theme.VIOLET_FILL)
        if not self._wanted:
            outline(painter, whole, pen(theme.VIOLET, 3), 0)
            face = shrunk(self.waits, self.wide - 32, (18, 17, 16), bold=True)
            write(painter, self.waits, self.wide / 2, self.high / 2, face, theme.VIOLET, align=0.5)
            return
        fill(painter, QRectF(0, 0, 3, self.high), theme.VIOLET)
        if not self.is_beside:
            fill(painter, QRectF(0, 0, self.wide, 3), theme.VIOLET)
        title, room = self._words.text(self._names.title), self.wide - 2 * _EDGE - 10 - self._away_wide
        write(painter, title, _EDGE + 4, 22, shrunk(title, room, (18, 17, 16), bold=True), theme.VIOLET)
        if waits := self.waits:
            lines = at_most(2, break_lines(waits, room, theme.font(16)))
            write_lines(
                painter, lines, QRectF(_EDGE + 4, 32, room, 30), theme.font(16), theme.VIOLET, leading=1.0
            )
        write(
            painter,
            self._words.text("practice.pace"),
            _EDGE + 4,
            self._pace_at,
            theme.font(16, bold=True),
            theme.T2,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the closed strip's number opens it; else a press between the keys does nothing."""
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
