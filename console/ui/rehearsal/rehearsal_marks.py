"""The marks of a rehearsal over the table: its edge, the place in an exam, the key of the announcement."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.table.showing.screen_values import Mode
from console.ui.dealer.top_bar import MARKS
from console.ui.kit.buttons import Button, Tone
from console.ui.kit.keys import NOT_GUARDED
from console.ui.kit.lettering import advance, shrunk, write
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import PINK, PINK_FILL, font
from console.ui.signs.sign import Sign


class Edge(QWidget):
    """A strip along the window's edge, above all that opens in the window."""

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: object) -> None:
        """A pattern of squares."""
        painter = QPainter(self)
        MARKS[Mode.REHEARSAL].pattern(painter, QRectF(self.rect()))
        painter.end()


class PlaceMark(Surface):
    """'2 of 5' in the status bar: which rehearsal of an exam it is."""

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show which one."""
        self.text = text
        self.setAccessibleName(text)
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it takes; 0 for a rehearsal outside an exam."""
        return advance(self.text, _place_font()) + 28 if self.text else 0.0

    def paint(self, painter: QPainter) -> None:
        """The words, framed."""
        box = QRectF(1, 5, self.wide - 10, self.high - 10)
        outline(painter, box, pen(PINK, 2), 8)
        write(painter, self.text, box.center().x(), box.center().y(), _place_font(), PINK, align=0.5)


def _place_font() -> QFont:
    return font(20, bold=True)


class AnnouncedKey(Button):
    """The key beside the words to say; pressed after they were said."""

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Sign("play.speech"), Tone.PLAIN, NOT_GUARDED, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Enter stays the key of the prompt

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        fill(painter, body, PINK_FILL, 8)
        outline(painter, body, pen(PINK, 3), 8)
        return PINK

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        self.sign(painter, QRectF(body.left() + 12, body.center().y() - 14, 28, 28), ink)
        room = body.width() - 56
        face = shrunk(self.text(), room, (20, 19, 18, 17, 16, 15, 14), bold=True)
        write(painter, self.text(), body.left() + 48, body.center().y(), face, ink)
