"""Screens: the edges of the table's own, and a number on every other one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QScreen
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.proofs.panel_proofs import Display, display_proof, one_screen, second_proof
from console.commissioning.ui.panel.step import PanelStep
from console.supervisor.records import Proof
from console.table.ui.kit import Surface, fill, outline, pen, screen_of, theme, write

_EDGE: Final = 8.0
"""The width of the frame at the edges, in units, which a panel beneath its frame hides."""


def display_of(screen: QScreen) -> Display:
    scale, size, sheet = screen.devicePixelRatio(), screen.size(), screen.physicalSize()
    wide, high = round(size.width() * scale), round(size.height() * scale)
    return Display(wide, high, scale, (round(sheet.width()), round(sheet.height())))


class Edges(PanelStep):
    name = "display"
    covers_all = True

    @property
    def display(self) -> Display:
        return display_of(screen_of(self))

    @property
    def beneath(self) -> str:
        """The screen's size, and the scale of the window's parts."""
        display = self.display
        share = self.words.figure(theme.unit(self.window().width(), self.window().height()) * 100)
        slots = {"size": display.size, "scale": self.words.figure(display.scale, 1), "share": share}
        return self.words.text("commissioning.display.beneath", **slots)

    def answer(self, at: int) -> None:
        self.prove([display_proof(self.display, edges_seen=at == 0)])

    def paint(self, painter: QPainter) -> None:
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, theme.BG0)
        outline(painter, whole, pen(theme.NOW, _EDGE))
        self.paint_words(painter)


class SecondScreen(PanelStep):
    name = "second"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.numbers: list[_Number] = []

    @property
    def others(self) -> tuple[QScreen, ...]:
        return tuple(each for each in QGuiApplication.screens() if each is not screen_of(self.window()))

    @property
    def undue(self) -> tuple[Proof, ...]:
        return () if self.others else (one_screen(),)

    @property
    def beneath(self) -> str:
        sizes = tuple(display_of(each).size for each in self.others)
        return self.words.text("commissioning.second.beneath", size=sizes)

    def begin(self) -> None:
        self.end()
        for number, screen in enumerate(self.others, start=2):
            shown = _Number(number)
            shown.setScreen(screen)
            shown.setGeometry(screen.geometry())
            shown.show()
            self.numbers.append(shown)

    def answer(self, at: int) -> None:
        self.prove([second_proof([display_of(each) for each in self.others], seen=at == 0)])

    def end(self) -> None:
        for shown in self.numbers:
            shown.close()
            shown.deleteLater()
        self.numbers = []

    def paint(self, painter: QPainter) -> None:
        middle, face = self.wide / 2, theme.font(128, bold=True)
        for at in range(len(self.others)):
            write(painter, f"{at + 2}", middle + at * 160, self.high / 2, face, theme.T1, align=0.5)


class _Number(Surface):
    """A number over a whole screen, with a frame at its edges."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.covers()

    def paint(self, painter: QPainter) -> None:
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, theme.BG0)
        outline(painter, whole, pen(theme.NOW, _EDGE))
        middle, face = whole.center(), theme.font(300, bold=True)
        write(painter, f"{self.number}", middle.x(), middle.y(), face, theme.T0, align=0.5)
