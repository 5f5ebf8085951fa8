"""A colleague's report of what a simulated felt can't show: in words and a picture, over the table's edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.rehearsals.colleague import ColleagueWords
from console.table.core import Fact
from console.table.ui.dealer import announce
from console.table.ui.felt import draw_back
from console.table.ui.kit import (
    NOT_GUARDED,
    Button,
    Column,
    Row,
    SmallKey,
    Surface,
    Tone,
    advance,
    fill,
    lay,
    outline,
    pen,
    shrunk,
    theme,
    write_in,
)
from console.table.ui.signs import Sign, kind_sign

HIGH: Final = 108.0
"""The note's height in units, at the table's upper edge."""
_PICTURE: Final = QRectF(16, 10, 160, 88)
_TEXT: Final = 198.0


def report_text(report: ColleagueWords, words: Words) -> str:
    sentences = [
        words.text(each.key, **each.slots)
        if each.count is None
        else words.count(each.key, each.count, **each.slots)
        for each in report.sentences
    ]
    return words.locale.gap.join(sentences)


class EdgePicture:
    def __init__(self, kind: str | None, facts: Mapping[str, Fact]) -> None:
        self._kind, self._facts = kind, facts

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw fallen cards beneath the edge of the table; for others their kind's sign on the felt."""
        painter.save()
        fill(painter, box, theme.FELT, theme.RADIUS)
        outline(painter, box, pen(theme.RIM, 3), theme.RADIUS)
        if self._kind == "card_fell":
            self._fallen(painter, box)
        else:
            side = box.height() * 0.8
            middle = QPointF(box.left() + box.width() * 0.38, box.center().y())
            at = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            kind_sign(self._kind)(painter, at, theme.T0)
        self._paint_eye(painter, box)
        painter.restore()

    def _fallen(self, painter: QPainter, box: QRectF) -> None:
        """Draw as many cards as fell, beneath the table's edge."""
        floor = QRectF(box.left(), box.top() + box.height() * 0.3, box.width(), box.height() * 0.7)
        fill(painter, floor, theme.BG1, theme.RADIUS)
        fill(painter, QRectF(box.left(), floor.top() - 4, box.width(), 6), theme.RIM)
        count = self._facts.get("cards", 1)
        cards = min(3, count) if isinstance(count, int) and not isinstance(count, bool) else 1
        for at in range(cards):
            painter.save()
            painter.translate(box.left() + 32 + at * 34, floor.center().y() + (at % 2) * 4)
            painter.rotate(-24 + at * 34)
            draw_back(painter, QRectF(-15, -21, 30, 42))
            painter.restore()

    def _paint_eye(self, painter: QPainter, box: QRectF) -> None:
        """An eye if players saw it, a crossed-out one if they did not."""
        seen = self._facts.get("seen")
        if isinstance(seen, bool):
            sign = Sign("outcomes.eye") if seen else Sign("outcomes.struck_eye")
            sign(painter, QRectF(box.right() - 52, box.center().y() - 20, 40, 40), theme.T1)


class ReportNote(Surface):
    """The newest report of a colleague, in words and a picture."""

    keeps_place = True
    folded = Signal()
    """The note was closed, or opened again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text, self.teller = "", ""
        self.picture = EdgePicture(None, {})
        self._known = 0
        self._aside: str | None = None
        """A colleague's other words, not about a mishap."""
        self.wanted = False
        """Whether the note is open."""
        self.close_key = SmallKey(Sign("states.tick"), self)
        self.close_key.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Enter stays the key of the prompt.
        self.close_key.meant.connect(self.fold)
        self.nothing_key = SmallKey(Sign("outcomes.cross"), self)
        self.nothing_key.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.nothing_key.hide()
        self.covers()
        self.hide()

    def show_reports(
        self, reports: tuple[ColleagueWords, ...], kind: str | None, teller: str, words: Words
    ) -> None:
        """Show the last report; a new one opens by itself, and is read aloud."""
        if self._aside is not None and len(reports) == self._known:
            return
        self._aside = None
        if not reports:
            self._known, self.wanted = 0, False
            return
        last = reports[-1]
        text = report_text(last, words)
        self.text, self.teller = words.quote(text), teller
        self.picture = EdgePicture(kind, last.facts)
        self.close_key.show_label(words.text("rehearsal.button.understood"))
        self.nothing_key.show_label(words.text("rehearsal.button.nothing"))
        self.setAccessibleName(f"{teller}. {text}")
        if len(reports) > self._known:
            self._known, self.wanted = len(reports), True
            announce(self, text, at_once=True)
            self.folded.emit()
        self.arrange()
        self.update()

    def show_text(self, text: str, teller: str) -> None:
        """Have a colleague say something else, until it is closed."""
        self._aside = text
        self.text, self.teller, self.picture = text, teller, EdgePicture(None, {})
        self.setAccessibleName(f"{teller}. {text}")
        self.wanted = True
        announce(self, text, at_once=False)
        self.update()
        self.folded.emit()

    def ask(self, whether: bool) -> None:
        """Ask, or stop asking, whether the report is about something that must be reported."""
        asked = whether and self._aside is None
        if asked == self.nothing_key.isHidden():
            self.nothing_key.setVisible(asked)
            self.arrange()
            self.update()

    def fold(self) -> None:
        self._aside = None
        self.wanted = not self.wanted and bool(self.text)
        self.folded.emit()

    def end_text(self) -> None:
        """Close it if it still shows other words than a report."""
        if self._aside is not None:
            self._aside = None
            self.put_away()

    def put_away(self) -> None:
        """Close it: the person answers something below it."""
        if self.wanted:
            self.wanted = False
            self.folded.emit()

    @property
    def _key_wide(self) -> float:
        longest = max(
            advance(key.text(), theme.font(18, bold=True)) for key in (self.close_key, self.nothing_key)
        )
        return max(150.0, min(290.0, longest + 80))

    def arrange(self) -> None:
        left, high = self.wide - 24 - self._key_wide, (HIGH - 14) / 2
        if self.nothing_key.isHidden():
            lay(self, self.close_key, QRectF(left, HIGH / 2 - 28, self._key_wide, 56))
        else:
            lay(self, self.close_key, QRectF(left, 5, self._key_wide, high))
            lay(self, self.nothing_key, QRectF(left, 9 + high, self._key_wide, high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.PINK_FILL)
        fill(painter, QRectF(0, 0, self.wide, 3), theme.PINK)
        fill(painter, QRectF(0, self.high - 3, self.wide, 3), theme.PINK)
        self.picture.draw(painter, _PICTURE)
        room = self.wide - _TEXT - self._key_wide - 52
        rows = Row(self.teller, theme.LEAST, theme.PINK, sign=Sign("play.speech")), Row(self.text, 26, gap=2)
        Column(rows, room, HIGH - 12).paint_in(painter, QRectF(_TEXT, 0, room, HIGH))


TAB_SIZES: Final = (theme.LEAST, 17, 16)
"""The sizes of a tab's one line: a status bar has no room for two."""


def pixels(box: QRectF, u: float) -> QRect:
    return QRect(round(box.x() * u), round(box.y() * u), round(box.width() * u), round(box.height() * u))


class PinkKey(Button):
    """A key of the rehearsal itself, over its table."""

    keeps_place = True
    mark, edge = Sign("states.clapper"), 2

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.mark, Tone.PLAIN, NOT_GUARDED, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Enter stays the key of the prompt.

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        fill(painter, body, theme.PINK_FILL, 8)
        outline(painter, body, pen(theme.PINK, self.edge), 8)
        return theme.PINK


class ReportTab(PinkKey):
    """The key 'What happened?' in the status bar, which opens a closed note again."""

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        face = shrunk(self.text(), body.width() - 8, TAB_SIZES, bold=True)
        write_in(painter, self.text(), body, face, ink)
