"""Sound: the tone by which the console calls, heard by a person."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from console.commissioning.proofs.panel_proofs import sound_proof
from console.ui.commissioning.panel.step import PanelStep
from console.ui.kit.theme import T1
from console.ui.signs.sign import Sign
from console.words import Words


class Sound(PanelStep):
    """The tone, played at the step's beginning and at each press that asks for it."""

    name = "sound"
    signs = (Sign("outcomes.cross"), Sign("review.playing"))

    def __init__(
        self, words: Words, parent: QWidget | None = None, beep: Callable[[], None] = QApplication.beep
    ) -> None:
        """``beep`` plays the tone in the same way as at the end of bet time."""
        super().__init__(words, parent)
        self._beep = beep

    def begin(self) -> None:
        self._beep()

    @property
    def beneath(self) -> str:
        return self.words.text("commissioning.sound.beneath")

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(self.words.text(f"commissioning.sound.{each}") for each in ("yes", "no", "again"))

    def answer(self, at: int) -> None:
        if at == 2:
            self._beep()
        else:
            self.prove([sound_proof(heard=at == 0)])

    def paint(self, painter: QPainter) -> None:
        side = min(160.0, self.high - 40)
        Sign("places.bell")(painter, QRectF((self.wide - side) / 2, (self.high - side) / 2, side, side), T1)
