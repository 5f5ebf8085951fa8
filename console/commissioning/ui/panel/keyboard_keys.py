"""The keyboard: every key that the console uses is pressed once."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.proofs.panel_proofs import keyboard_proof, no_keyboard
from console.commissioning.ui.panel.step import PanelStep
from console.table.ui.kit import fill, outline, pen, shrunk, theme, write
from console.table.ui.signs import Sign

_HIGH: Final = 96.0
"""The most height of a key, in units."""
_GAP: Final = 10.0


class Cap(NamedTuple):
    """A key by its sign, or by its name's phrase if keyboards differ; its width in letter keys."""

    key: Qt.Key
    name: str
    wide: float = 1.0


def _signs(signs: str) -> tuple[Cap, ...]:
    return tuple(Cap(Qt.Key(ord(sign)), sign) for sign in signs)


ROWS: Final = (
    (
        Cap(Qt.Key.Key_Escape, "Esc", 1.3),
        *(Cap(Qt.Key(int(Qt.Key.Key_F1) + at - 1), f"F{at}") for at in (1, 2, 3, 4, 8, 9)),
        Cap(Qt.Key.Key_Home, "commissioning.key.home", 2),
        Cap(Qt.Key.Key_End, "commissioning.key.end", 2),
        Cap(Qt.Key.Key_PageUp, "commissioning.key.page_up", 2),
        Cap(Qt.Key.Key_PageDown, "commissioning.key.page_down", 2),
    ),
    (*_signs("1234567890"), Cap(Qt.Key.Key_Backspace, "keys.name.erase", 2)),
    (*_signs("ABCDFGHJKLQST"), Cap(Qt.Key.Key_Return, "Enter", 1.6)),
    (
        Cap(Qt.Key.Key_Tab, "Tab", 1.3),
        Cap(Qt.Key.Key_Control, "keys.name.control", 1.6),
        Cap(Qt.Key.Key_Space, "keys.name.space", 4),
        Cap(Qt.Key.Key_Left, "←"),
        Cap(Qt.Key.Key_Up, "↑"),
        Cap(Qt.Key.Key_Down, "↓"),
        Cap(Qt.Key.Key_Right, "→"),
    ),
)
"""The rows of keys that are used in play, in the review, in lists and on the pad of cards."""
CAPS: Final = tuple(cap for row in ROWS for cap in row)
_SAME: Final = {Qt.Key.Key_Enter: Qt.Key.Key_Return}
"""Keys that count as another key: the number pad's."""


class KeyboardKeys(PanelStep):
    """The keys in their places; a pressed key has a tick."""

    name = "keyboard"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.pressed: set[Qt.Key] = set()

    def begin(self) -> None:
        self.pressed = set()

    @property
    def takes_tab(self) -> bool:
        """Tab counts as tried at its first press; later ones move the focus as usual."""
        return Qt.Key.Key_Tab not in self.pressed

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(cap.name for cap in CAPS if cap.key not in self.pressed)

    @property
    def beneath(self) -> str:
        return self.words.count("commissioning.keyboard.left", len(self.silent))

    @property
    def answers(self) -> tuple[str, ...]:
        text = self.words.text
        none = "" if self.is_there else text("commissioning.keyboard.no")
        return ("", text("commissioning.keyboard.silent_ones"), none)

    @property
    def is_there(self) -> bool:
        """Whether there is a keyboard: a foot switch presses only Enter."""
        return bool(self.pressed - {Qt.Key.Key_Return})

    def answer(self, at: int) -> None:
        if at == 2 and not self.is_there:
            self.prove([no_keyboard()])
        else:
            self.prove([keyboard_proof([cap.name for cap in CAPS], self.silent)])

    def takes(self, event: QKeyEvent) -> bool:
        """Take every key. After its first press F1 shows the keys of the screen as usual."""
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_F1 and key in self.pressed:
            return False
        self.pressed.add(_SAME.get(key, key))
        self.update()
        self.changed.emit()
        if not self.silent:
            self.prove([keyboard_proof([cap.name for cap in CAPS], ())])
        return True

    def paint(self, painter: QPainter) -> None:
        high = min(_HIGH, (self.high - _GAP * (len(ROWS) - 1)) / len(ROWS))
        for at, row in enumerate(ROWS):
            share = (self.wide - _GAP * (len(row) - 1)) / sum(cap.wide for cap in row)
            x, one = 0.0, min(104.0, share)
            for cap in row:
                box = QRectF(x, at * (high + _GAP), cap.wide * one, high)
                self._paint_cap(painter, box, cap)
                x = box.right() + _GAP

    def _paint_cap(self, painter: QPainter, box: QRectF, cap: Cap) -> None:
        done = cap.key in self.pressed
        fill(painter, box, theme.BG1 if done else theme.BG2, theme.RADIUS)
        if not done:
            outline(painter, box, pen(theme.EDGE, 2), theme.RADIUS)
        name = self.words.find(cap.name) or cap.name
        face = shrunk(name, box.width() - 16, (24, 22, 20, 18, 16, 15, 14), bold=True)
        middle, ink = box.center(), theme.T2 if done else theme.T0
        write(painter, name, middle.x(), middle.y(), face, ink, align=0.5)
        if done:
            Sign("states.tick")(painter, QRectF(box.right() - 26, box.top() + 6, 20, 20), theme.GREEN)
