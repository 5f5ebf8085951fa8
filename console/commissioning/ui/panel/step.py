"""A step of the panel's check: the part that a person looks at, and the possible answers."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.supervisor.records import Proof
from console.table.ui.kit import Surface, shrunk, theme, write
from console.table.ui.signs import Sign


class PanelStep(Surface):
    """One step; subclasses give its name and its answers, and paint the part to look at."""

    name = ""
    """``commissioning.NAME`` is the step's name in the certificate, ``commissioning.NAME.ask`` its
    headline.
    """
    covers_all = False
    """Whether the step needs the whole window, with no other part in view."""

    offered: tuple[str, ...] = ("yes", "no")
    """The answers by the last part of their phrases; an empty one is not shown."""
    signs: tuple[Sign, Sign] = (Sign("outcomes.cross"), Sign("outcomes.crossed_ring"))
    """The signs of the other answers."""

    proved = Signal(object)
    """The step is over, with these proofs."""
    changed = Signal()
    """The step's words have changed."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.hide()

    @property
    def takes_tab(self) -> bool:
        """Whether Tab is now a key of the step, and moves no focus."""
        return False

    @property
    def undue(self) -> tuple[Proof, ...]:
        """The proofs of a step that has nothing to look at; empty if it has something."""
        return ()

    @property
    def title(self) -> str:
        return self.words.text(f"commissioning.{self.name}.ask")

    @property
    def beneath(self) -> str:
        return self.words.text(f"commissioning.{self.name}.beneath")

    @property
    def sign(self) -> Sign:
        return Sign("states.tick")

    @property
    def answers(self) -> tuple[str, ...]:
        """The labels of the answers; the first one, 'it is so', stands out."""
        text = self.words.text
        return tuple(text(f"commissioning.{self.name}.{each}") if each else "" for each in self.offered)

    def begin(self) -> None:
        """Begin the step; earlier answers are dropped."""

    def answer(self, at: int) -> None:
        """An answer was pressed, by its place in :attr:`answers`."""

    def end(self) -> None:
        """Leave the step."""

    def takes(self, event: QKeyEvent) -> bool:
        """Take a key; True if it is the step's own, and the page ignores it."""
        return False

    def set_words(self, words: Words) -> None:
        self.words = words
        self.arrange()
        self.update()

    def paint_words(self, painter: QPainter) -> None:
        """Paint headline and detail above the middle, for a step that has the whole window."""
        room, middle = self.wide - 240, self.wide / 2
        face = shrunk(self.title, room, (38, 34, 30, 28, 26), bold=True)
        write(painter, self.title, middle, self.high / 2 - 150, face, theme.T0, align=0.5)
        face = shrunk(self.beneath, room, (19, 18, 17, 16, 15))
        write(painter, self.beneath, middle, self.high / 2 - 106, face, theme.T1, align=0.5)

    def prove(self, proofs: Iterable[Proof]) -> None:
        self.proved.emit(tuple(proofs))
