"""A text field in the screen's colours: as large as a finger, or over a list with a sign. It is Qt's own
field, for its input methods: with them a connected keyboard types a name in kanji.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QWidget

from console.base.words import LANGUAGES, Words
from console.table.ui.hands.guard import ENTERS
from console.table.ui.kit import theme
from console.table.ui.kit.keys import with_control
from console.table.ui.kit.surface import ScaledWidget
from console.table.ui.signs.sign import Sign

_MENU: Final = {
    "edit-undo": ("undo", "Z"),
    "edit-redo": ("redo", "Shift+Z"),
    "edit-cut": ("cut", "X"),
    "edit-copy": ("copy", "C"),
    "edit-paste": ("paste", "V"),
    "select-all": ("select_all", "A"),
}
"""The rows of a field's menu: Qt's name of the action, the end of our phrase's key, the key with Control."""


def field_menu(field: QLineEdit | QPlainTextEdit, u: float) -> QMenu:
    """Qt's own menu of a text field in the words of the field's language; ``u`` is the screen's unit."""
    code = field.locale().name().partition("_")[0]
    words = Words(code if code in LANGUAGES else LANGUAGES[0])
    menu = field.createStandardContextMenu()
    for action in menu.actions():
        if action.objectName() in _MENU:
            name, key = _MENU[action.objectName()]
            key = key.replace("Shift", words.text("keys.name.shift"))
            action.setText(f"{words.text(f'field.{name}')}\t{with_control(words, key)}")
        elif not action.isSeparator():
            menu.removeAction(action)
    dress(menu, u)
    return menu


def dress(menu: QMenu, u: float) -> None:
    """Give Qt's menu the letters and colours of the screen; ``u`` is its unit."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setFont(theme.font(max(10, round(19 * u))))
    menu.setStyleSheet(
        f"QMenu {{ background: {theme.BG1.name()}; color: {theme.T0.name()};"
        f" border: 1px solid {theme.STRONG_EDGE.name()}; }}"
        f"QMenu::item {{ padding: {round(12 * u)}px {round(24 * u)}px; }}"
        f"QMenu::item:selected {{ background: {theme.BG2.name()}; }}"
        f"QMenu::item:disabled {{ color: {theme.T2.name()}; }}"
    )


class LineField(ScaledWidget, QLineEdit):
    """One line in a box; its measures are in units."""

    letters, radius, before, after = 20, 8, 14, 14
    """The letters' size, the corners' radius, and the room left and right of the text."""
    ground, accent, ground_lit, edge_lit = theme.BG2, theme.NOW, theme.BG2, theme.NOW
    """The colours behind the letters and behind chosen ones; ground and edge of the field with the focus."""
    edge, heavier = theme.STRONG_EDGE, 1
    """The edge's width, and its factor in the field with the focus."""

    def arrange(self) -> None:
        u, line = self.u, max(1, round(2 * self.u))
        size = max(10, round(self.letters * u))
        self.setFont(theme.font(size))
        self.setStyleSheet(
            f"QLineEdit {{ background: {self.ground.name()}; color: {theme.T0.name()};"
            f" border: {line}px solid {self.edge.name()}; border-radius: {round(self.radius * u)}px;"
            f" padding: 0 {round(self.after * u)}px 0 {round(self.before * u)}px;"
            f" placeholder-text-color: {theme.T2.name()}; font-size: {size}px;"
            f" selection-background-color: {self.accent.name()}; selection-color: {theme.BG0.name()}; }}"
            f"QLineEdit:focus {{ background: {self.ground_lit.name()};"
            f" border: {self.heavier * line}px solid {self.edge_lit.name()}; }}"
        )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Undo, redo, the clipboard and the selection, in the language of the screen."""
        field_menu(self, self.u).popup(event.globalPos())


class ReasonField(LineField):
    """A field for a pit boss's text: a reason, a serial number."""

    accent = edge_lit = theme.AMBER


class TextField(LineField):
    """A field as large as a finger; a ``secret`` one shows dots."""

    letters, radius, before, after = 26, 10, 16, 16
    ground_lit, heavier = theme.NOW_FILL, 2

    def __init__(self, parent: QWidget, *, limit: int, secret: bool = False) -> None:
        super().__init__(parent)
        self.setMaxLength(limit)
        if secret:
            self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            self.setEchoMode(QLineEdit.EchoMode.Password)


_WAIT = 250
"""Milliseconds from the last letter to the search."""


class SearchField(LineField):
    """A search field: it emits :attr:`typed` once the letters stand still, :attr:`entered` at Enter."""

    letters, before = 18, 48
    ground = ground_lit = theme.BG1
    edge_lit = theme.T0

    typed = Signal(str)
    entered = Signal(str)
    left = Signal()
    """Esc, or an arrow down into the list."""
    escape_empties = True
    """Whether Esc empties the field before it leaves it."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign = sign
        self._timer = QTimer(self, singleShot=True, interval=_WAIT)
        self._timer.timeout.connect(lambda: self.typed.emit(self.text()))
        self.textEdited.connect(lambda _: self._timer.start())
        self.setFrame(False)

    def ask(self, placeholder: str) -> None:
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)

    def type_on(self, letters: str) -> None:
        """Take the focus, and go on from letters that were typed elsewhere."""
        self.setText(letters)
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._timer.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = self.painter()
        self.sign(painter, QRectF(14, self.high / 2 - 12, 24, 24), theme.T1)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter searches at once; Esc empties the field, then leaves it for the list, as Down does."""
        match event.key():
            case Qt.Key.Key_Escape if self.text() and self.escape_empties:
                self._timer.stop()
                self.clear()
                self.typed.emit("")
            case key if key in ENTERS:
                self._timer.stop()
                self.entered.emit(self.text())
            case Qt.Key.Key_Escape | Qt.Key.Key_Down:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
