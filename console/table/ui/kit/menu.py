"""The menu behind the name in the status bar: a person's choices that no prompt asks for. The menu knows rows
and presses; the window gives each row its act.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from console.base.words import LANGUAGES, LOCALES, Words
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.hands.key_places import digit_of
from console.table.ui.hands.shield import shield
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Button, Tone, go_round, lay
from console.table.ui.kit.keys import KeyCard, Keys
from console.table.ui.kit.lettering import break_lines, write_lines
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign

_WIDTH: Final = 560
_ROW: Final = 72
_GAP: Final = 12
_HEADING: Final = 34
_BELOW_THE_PROMPT: Final = theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT
"""The height above the menu: the due prompt stays in view."""
_MOST_COLUMNS: Final = 3
_LEAST_ROW: Final = 48
"""The least height of a row, a finger's, if more columns would not help."""


class MenuRow(msgspec.Struct, frozen=True):
    """A choice: its label, its sign, its act, and whether it is the pit boss's. A row that is the pit boss's,
    or ``moves_play`` on, is under the guard; any other counts at once.
    """

    label: str
    sign: Sign
    chosen: Callable[[], object]
    pit_boss: bool = False
    moves_play: bool = False


def language_rows(spoken: str, speak: Callable[[str], object]) -> tuple[MenuRow, ...]:
    """A row for each language, with a tick at the one in use. ``speak`` is called with the chosen code."""
    return tuple(
        MenuRow(
            LOCALES[code].name,
            Sign("states.tick") if code == spoken else Sign("places.globe"),
            partial(speak, code),
        )
        for code in LANGUAGES
    )


_SIDEWAYS: Final[dict[int, int]] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class MenuKey(Button):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Left and Right to the menu: a button takes them for the row before and the row after."""
        if event.key() in _SIDEWAYS and not digit_of(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


class Menu(Surface):
    """Rows of large buttons over a screen, below its visible part; a press beside them closes the menu."""

    closed = Signal()

    def __init__(
        self,
        guard: PressGuard,
        parent: QWidget,
        words: Callable[[], Words],
        top: float = _BELOW_THE_PROMPT,
    ) -> None:
        """``words``: of the screen beneath the menu, for the keys that F1 shows. ``top``: units of that
        screen left in view: a table's prompt, else the bar alone.
        """
        super().__init__(parent)
        self._guard, self._words, self._top = guard, words, top
        self._card: KeyCard | None = None
        self._before: QWidget | None = None
        """The part that had the keys when the menu opened."""
        self._buttons: list[Button] = []
        self._heading, self._asks = "", False
        self._by: QWidget | None = None
        """The key whose press opened it; it opens beside that key, else at the upper right."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def open(self, heading: str, rows: tuple[MenuRow, ...], by: QWidget | None = None) -> None:
        """Show these rows, beside the key ``by`` that asks; without a ``heading`` the menu is nobody's."""
        heading = heading or self._words().text("menu.open")
        self._clear()
        self._by = by
        if not self.isVisible():
            self._before = self.window().focusWidget()
        self._heading, self._asks = heading, False
        self.setAccessibleName(heading)
        for row in rows:
            button = MenuKey(row.sign, Tone.AMBER_EDGE if row.pit_boss else Tone.PLAIN, self._guard, self)
            button.among_plain = True
            button.show_label(row.label)
            counts = button.meant if row.pit_boss or row.moves_play else button.clicked
            counts.connect(self.close_menu)
            counts.connect(lambda *_, row=row: row.chosen())
            button.u = self.u
            button.show()
            self._buttons.append(button)
        self.arrange()
        self.show()
        self.raise_()
        plain = (at for at, row in enumerate(rows) if not (row.pit_boss or row.moves_play))
        if self._buttons:
            self._buttons[next(plain, 0)].setFocus()

    def ask(self, heading: str, *rows: MenuRow, back: str, by: QWidget | None = None) -> None:
        """Ask a question whose answer is recorded: no row counts before it was seen.

        The first row goes back and has the focus; ``back`` is the key of its text, which fits the question:
        'Change nothing' answers "Void the round?", but beside "Which zeros are on the felt?" it would say
        that the felt is as before. It opens beside the key ``by`` that asks it: there the finger is.
        """
        if self.when_painted is None:
            self._guard.shown_on(self)
        self._guard.renew()
        first = MenuRow(self._words().text(back), Sign("outcomes.back"), lambda: None)
        self.open(heading, tuple(replace(row, moves_play=True) for row in (first, *rows)), by)
        self._asks = True

    def leave_in_view(self, top: float) -> None:
        """Leave these units of the screen in view from now on."""
        if top != self._top:
            self._top = top
            self.arrange()
            self.update()

    def close_menu(self) -> None:
        if self._card is not None:
            self._card.close_card()
        if self.isVisible():
            shield(self)
            self.hide()
            self._give_back_keys()
            self.closed.emit()

    def _give_back_keys(self) -> None:
        """Give the keys to the part that had them. A hidden menu would keep them, as Tab goes round in its
        rows, and Enter would choose a row that nobody sees.
        """
        has, before = self.window().focusWidget(), self._before
        if has is None or not (has is self or self.isAncestorOf(has)):
            return
        gone = before is None or not isValid(before) or not before.isVisible()
        to = self.parentWidget() if gone else before
        assert to is not None, "a menu lies over another part"
        to.setFocus(Qt.FocusReason.OtherFocusReason)

    def arrange(self) -> None:
        """One column under the person's name, or as many as keep all rows on the screen."""
        panel = self._panel()
        width = (panel.width() - 2 * theme.MARGIN - (self._columns - 1) * _GAP) / self._columns
        high = self._row_height
        for number, button in enumerate(self._buttons):
            column, row = divmod(number, self._rows)
            left = panel.left() + theme.MARGIN + column * (width + _GAP)
            top = panel.top() + theme.MARGIN + self._head + row * (high + _GAP)
            lay(self, button, QRectF(left, top, width, high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, self._top, self.wide, self.high - self._top), theme.VEIL)
        panel = self._panel()
        fill(painter, panel, theme.BG1, theme.RADIUS)
        outline(painter, panel, pen(theme.EDGE, 2), theme.RADIUS)
        box = QRectF(
            panel.left() + theme.MARGIN,
            panel.top() + theme.MARGIN - 3,
            panel.width() - 2 * theme.MARGIN,
            self._head,
        )
        ink = theme.T2 if len(self._lines) == 1 else theme.T0
        write_lines(
            painter, self._lines, box.adjusted(0, 0, 0, -8), theme.font(18, bold=True), ink, leading=1.3
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close the menu at a press beside the rows; a question stays at a second press on its key."""
        position = event.position() / self.u
        if self._panel().contains(position):
            return
        if not self._asks or self._guard.accepts(self._guard.time_of(event)):
            self.close_menu()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back; Enter chooses the row with the focus; F1 says so; nothing typed goes beneath. Left
        and Right lead to the row beside.
        """
        if event.key() == Qt.Key.Key_F1:
            words = self._words()
            self._card = self._card or KeyCard(self, top=self._top)
            self._card.setGeometry(self.rect())
            self._card.set_unit(self.u)
            self._card.open(self.key_rows(words), words)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_menu()
        elif event.key() in ENTERS:
            chosen = next((button for button in self._buttons if button.hasFocus()), None)
            if chosen is not None and not event.isAutoRepeat():
                with self._guard.at(self._guard.time_of(event)):
                    chosen.click()
        elif event.key() in _SIDEWAYS:
            at = next((at for at, button in enumerate(self._buttons) if button.hasFocus()), 0)
            to = at + _SIDEWAYS[event.key()] * self._rows
            if 0 <= to < len(self._buttons):
                self._buttons[to].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.text().strip():
            event.accept()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Close the menu as the screen beneath changes its language: the rows would keep the old one."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LocaleChange:
            self.close_menu()

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Tab goes round in the rows: no key beneath them gets the focus."""
        go_round(self._buttons, onward=onward)
        return True

    def key_rows(self, words: Words) -> Keys:
        return (
            ("Tab", words.text("keys.fields")),
            ("Enter", words.text("keys.choice.ring")),
            ("Esc", words.text("button.back")),
            ("F9", words.text("keys.language")),
        )

    @property
    def _lines(self) -> tuple[str, ...]:
        """The lines of the heading: one for a name, more for a question."""
        return break_lines(self._heading, self._panel_width - 2 * theme.MARGIN, theme.font(18, bold=True))

    @property
    def _head(self) -> float:
        return _HEADING + 24.0 * (len(self._lines) - 1)

    @property
    def _columns(self) -> int:
        return min(_MOST_COLUMNS, -(-len(self._buttons) // max(1, self._fitting)) or 1)

    @property
    def _room(self) -> float:
        """The height for heading and rows below the visible part, with the gap after the last row."""
        return self.high - self._top - 2 * _GAP - 2 * theme.MARGIN + _GAP

    @property
    def _fitting(self) -> int:
        """The number of rows that fit below one another, under a name."""
        return int((self._room - _HEADING) / (_ROW + _GAP))

    @property
    def _row_height(self) -> float:
        return min(_ROW, max(_LEAST_ROW, (self._room - self._head) / self._rows - _GAP))

    @property
    def _panel_width(self) -> float:
        return min(_WIDTH * (1, 1.9, 2.7)[self._columns - 1], self.wide - 2 * theme.MARGIN)

    @property
    def _rows(self) -> int:
        return -(-len(self._buttons) // self._columns) or 1

    def _panel(self) -> QRectF:
        width = self._panel_width
        height = 2 * theme.MARGIN + self._head + self._rows * (self._row_height + _GAP) - _GAP
        left, top = self.wide - width - theme.MARGIN, self._top + _GAP
        if self._by is not None:
            at = self.mapFromGlobal(self._by.mapToGlobal(self._by.rect().topLeft()))
            left = min(left, max(theme.MARGIN, at.x() / self.u))
            top = max(top, at.y() / self.u - _GAP - height)
        return QRectF(left, top, width, height)

    def _clear(self) -> None:
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
