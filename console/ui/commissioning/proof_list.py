"""How far a section of the proofs is, and each proof that is not proved: what is said and drawn of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from console.commissioning.proof import Proof, Section, Verdict
from console.commissioning.proof_words import figure_text, told_text
from console.ui.kit.lettering import advance, at_most, balanced, broken, shrunk, write, write_lines
from console.ui.kit.surface import fill
from console.ui.kit.theme import AMBER, BG1, BG2, GREEN, LINE, RED, T0, T1, T2, font
from console.ui.signs import states
from console.ui.signs.nib import Sign
from console.words import Words

SECTION: Final = 88.0
"""The height of a section, in units."""
_BETWEEN: Final = 24.0
"""Between two counts, in units."""
TOLD: Final = 78.0
"""The height of a proof, in units."""
_LINES: Final = 3
"""Of a reason at most; a person reads two at a glance."""
HEEDED: Final = (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.LEFT_OUT)
"""What is told of each proof, in this order; what is proved is counted."""
_MARKS: Final = {
    Verdict.FAILED: (states.halt, RED),
    Verdict.NOT_PROVED: (states.caution, AMBER),
    Verdict.LEFT_OUT: (states.void, T2),
    Verdict.PROVED: (states.tick, GREEN),
}


class Course(NamedTuple):
    """How far a section is."""

    section: Section
    begun: bool
    under_way: bool
    made: tuple[Verdict, ...]

    def told(self, words: Words) -> tuple[str, ...]:
        """In words: not begun, or under way, and how many proofs came to what."""
        if not self.begun:
            return (words.text("commissioning.window.waiting"),)
        counts = [(verdict, self.made.count(verdict)) for verdict in Verdict]
        told = [
            f"{words.text(f'commissioning.verdict.{verdict}')}{words.locale.colon}{count}"
            for verdict, count in counts
            if count
        ]
        if self.under_way:
            told.insert(0, words.text("commissioning.window.under_way"))
        return tuple(told) or ("–",)

    @property
    def mark(self) -> tuple[Sign, QColor] | None:
        """Its sign; none before it begins. A tick stands only where all was proved."""
        if Verdict.FAILED in self.made:
            return states.halt, RED
        if not self.begun or not (self.under_way or self.made):
            return None
        if self.under_way:
            return states.hourglass, T0
        return (states.tick, GREEN) if {*self.made} == {Verdict.PROVED} else (states.caution, AMBER)

    def paint(self, painter: QPainter, box: QRectF, words: Words) -> None:
        """Its sign, its name, and how far it is."""
        fill(painter, box.adjusted(0, 0, 0, -1), BG1)
        fill(painter, QRectF(box.left(), box.bottom() - 1, box.width(), 1), LINE)
        left, y, room = box.left() + 58, box.top(), box.width() - 72
        if self.mark is not None:
            sign, ink = self.mark
            sign(painter, QRectF(box.left() + 14, y + 28, 28, 28), ink)
        heading = words.text(f"commissioning.section.{self.section}")
        ink = T0 if self.begun else T2
        write(painter, heading, left, y + 22, shrunk(heading, room, (20, 18, 16, 14), bold=True), ink)
        face, x, y = font(16), left, y + 48
        for told in self.told(words):  # each by itself, and on the next line where this one is full
            if x > left and x + advance(told, face) > left + room:
                x, y = left, y + 22
            x = write(painter, told, x, y, face, T1 if self.begun else T2) + _BETWEEN


def why(proof: Proof, words: Words) -> str:
    """Why a proof is not proved; of one that failed its figures, too."""
    if proof.verdict is not Verdict.FAILED or proof.why:
        return told_text(words, proof.why)
    expected = told_text(words, proof.expected)
    found = words.beside((told_text(words, proof.found), figure_text(words, proof)))
    return words.text("commissioning.told", what="", expected=expected, found=found).strip(" ·・:：")


def paint_proof(painter: QPainter, box: QRectF, proof: Proof, words: Words) -> None:
    """A proof that is not proved, and why."""
    fill(painter, box, BG2, 6)
    sign, ink = _MARKS[proof.verdict]
    sign(painter, QRectF(box.left() + 12, box.top() + 10, 24, 24), ink)
    what, reason = told_text(words, proof.what), why(proof, words)
    left, room = box.left() + 50, box.width() - 62
    write(painter, what, left, box.top() + 17, shrunk(what, room, (17, 16, 15, 14, 13), bold=True), T0)
    face = shrunk(reason, 2 * room - 60, (16, 15, 14, 13))
    lines = balanced(reason, room, face)
    if len(lines) > _LINES:  # then as much in each as it holds
        lines = at_most(_LINES, broken(reason, room - 16, face))
    leading = 1.2 if len(lines) < _LINES else 1.05  # what was found stands at the end: it is to be read, too
    write_lines(
        painter, lines, QRectF(left, box.top() + 27, room, box.height() - 28), face, T1, leading=leading
    )
