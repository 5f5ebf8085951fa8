"""Parts of a desk's screen that Qt lays out, measured in units: a panel, and a label that breaks lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QLabel, QWidget

from console.table.ui.kit import theme
from console.table.ui.kit.surface import ScaledWidget
from console.table.ui.signs.sign import Sign

ACROSS: Final = QBoxLayout.Direction.LeftToRight
DOWN: Final = QBoxLayout.Direction.TopToBottom


class Panel(ScaledWidget, QFrame):
    """Parts beside or beneath one another."""

    def __init__(
        self,
        way: QBoxLayout.Direction,
        *parts: QWidget | None,
        gap: float = 12,
        sides: float = 0,
        ends: float = 0,
        high: float | None = None,
        shares: Sequence[int] = (),
        edge: QColor | None = None,
    ) -> None:
        """Gap, margins at the sides and above and beneath, and the parts' height are in units; ``shares`` of
        the room are in the parts' order. None among the parts is a place that stays empty. A panel with an
        ``edge`` of a colour has a ground of its own.
        """
        super().__init__()
        self.box = QBoxLayout(way, self)
        self._gap, self._sides, self._ends, self._high, self._edge = gap, sides, ends, high, edge
        self._parts: list[QWidget] = []
        for at, part in enumerate(parts):
            share = shares[at] if at < len(shares) else 0
            if part is None:
                self.box.addStretch(share or 1)
            else:
                self.add(part, share)

    def add(self, part: QWidget, share: int = 0) -> None:
        self.box.addWidget(part, share)
        self._parts.append(part)

    def arrange(self) -> None:
        u = self.u
        sides, ends = round(self._sides * u), round(self._ends * u)
        self.box.setSpacing(round(self._gap * u))
        self.box.setContentsMargins(sides, ends, sides, ends)
        if self._high is not None:
            for part in self._parts:
                part.setFixedHeight(round(self._high * u))
        if self._edge is not None:
            self.setObjectName("edged")  # so that the parts in it have no edge of their own
            ground = f"background: {theme.BG1.name()}; border-radius: {round(theme.RADIUS * u)}px"
            line = f"{max(1, round(1.5 * u))}px solid {self._edge.name()}"
            self.setStyleSheet(f"#edged {{ {ground}; border: {line}; }}")

    def set_edge(self, edge: QColor) -> None:
        self._edge = edge
        self.arrange()


class Grid(ScaledWidget, QWidget):
    """Rows of parts: a column is as wide as its widest part, and the last one has the rest of the room."""

    def __init__(self, *rows: Sequence[QWidget], gap: float = 24, between: float = 12) -> None:
        """The gap between columns, and the one between rows, are in units."""
        super().__init__()
        self._grid, self._gap, self._between = QGridLayout(self), gap, between
        self._grid.setContentsMargins(0, 0, 0, 0)
        for row in rows:
            self.add(*row)

    def add(self, *row: QWidget) -> None:
        at = self._grid.rowCount()
        for column, part in enumerate(row):
            self._grid.addWidget(part, at, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(len(row) - 1, 1)

    def arrange(self) -> None:
        self._grid.setHorizontalSpacing(round(self._gap * self.u))
        self._grid.setVerticalSpacing(round(self._between * self.u))


class Label(ScaledWidget, QLabel):
    """A text in as many lines as it needs."""

    def __init__(
        self,
        size: int = 18,
        ink: QColor = theme.T1,
        text: str = "",
        *,
        bold: bool = False,
        wraps: bool = True,
    ) -> None:
        super().__init__(text)
        self._size, self._bold = size, bold
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        self.set_ink(ink)

    def set_ink(self, ink: QColor) -> None:
        palette = self.palette()
        palette.setColor(self.foregroundRole(), ink)
        self.setPalette(palette)

    def set_size(self, size: int) -> None:
        """Show it in letters of this size, in units."""
        self._size = size
        self.arrange()

    def arrange(self) -> None:
        self.setFont(theme.font(max(1, round(self._size * self.u)), bold=self._bold))


class SignWithWords(ScaledWidget, QWidget):
    """A sign beside words, which say what it means."""

    def __init__(self, side: float, sign: Sign | None = None, ink: QColor = theme.T1) -> None:
        super().__init__()
        self._side, self._sign, self._ink = side, sign, ink

    def show_sign(self, sign: Sign, ink: QColor) -> None:
        self._sign, self._ink = sign, ink
        self.update()

    def arrange(self) -> None:
        self.setFixedSize(round(self._side * self.u), round(self._side * self.u))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        if self._sign is not None:
            self._sign(painter, QRectF(0, 0, self.wide, self.high), self._ink)
        painter.end()
