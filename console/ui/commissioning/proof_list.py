"""The progress of each section of the proofs, and the open proofs, in words and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.commissioning.proof import Proof, Section, Verdict
from console.commissioning.proof_words import figure_text, proof_text
from console.ui.kit.buttons import Tone, lay
from console.ui.kit.keys import SignKey
from console.ui.kit.lettering import advance, at_most, balance, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import AMBER, BG1, BG2, GREEN, LINE, RED, T0, T1, T2, font
from console.ui.signs.sign import Sign
from console.words import Words

SECTION: Final = 88.0
"""The height of a section, in units."""
_BETWEEN: Final = 24.0
"""The gap between two counts, in units."""
LEAST: Final = 78.0
"""The least height of a proof, in units."""
_LINES: Final = 4
"""The most lines of a reason in large letters; a longer reason has smaller ones."""
_SIZES: Final = (16, 15, 14)
_LEADING: Final = 1.2
_INDENT: Final = 50.0
"""The width that the sign takes at the left."""
_WHAT: Final = 28.0
"""The height that the name takes above the reason."""
_GAP: Final = 8.0
"""The gap between two proofs."""
_BENEATH: Final = 6.0 + _GAP
_KEYS: Final = 96.0
"""The width that the list's keys take at the right."""
HEEDED: Final = (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.LEFT_OUT)
"""The verdicts whose proofs are listed, in this order; proved ones are only counted."""
_MARKS: Final = {
    Verdict.FAILED: (Sign("states.halt"), RED),
    Verdict.NOT_PROVED: (Sign("states.caution"), AMBER),
    Verdict.LEFT_OUT: (Sign("states.void"), T2),
    Verdict.PROVED: (Sign("states.tick"), GREEN),
}


class Course(NamedTuple):
    """The progress of a section."""

    section: Section
    begun: bool
    under_way: bool
    made: tuple[Verdict, ...]

    def texts(self, words: Words) -> tuple[str, ...]:
        """The progress in words: not begun, or under way, and the number of proofs with each verdict."""
        if not self.begun:
            return (words.text("commissioning.window.waiting"),)
        counts = [(verdict, self.made.count(verdict)) for verdict in Verdict]
        texts = [
            f"{words.text(f'commissioning.verdict.{verdict}')}{words.locale.colon}{count}"
            for verdict, count in counts
            if count
        ]
        if self.under_way:
            texts.insert(0, words.text("commissioning.window.under_way"))
        return tuple(texts) or ("–",)

    @property
    def mark(self) -> tuple[Sign, QColor] | None:
        """The section's sign; None before it begins. A tick stands only where all was proved."""
        if Verdict.FAILED in self.made:
            return Sign("states.halt"), RED
        if not self.begun or not (self.under_way or self.made):
            return None
        if self.under_way:
            return Sign("states.hourglass"), T0
        return (
            (Sign("states.tick"), GREEN)
            if {*self.made} == {Verdict.PROVED}
            else (Sign("states.caution"), AMBER)
        )

    def paint(self, painter: QPainter, box: QRectF, words: Words) -> None:
        """The section's sign, name and progress."""
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
        for text in self.texts(words):  # each by itself, and on the next line where this one is full
            if x > left and x + advance(text, face) > left + room:
                x, y = left, y + 22
            x = write(painter, text, x, y, face, T1 if self.begun else T2) + _BETWEEN


def why(proof: Proof, words: Words) -> str:
    """The reason why a proof is not proved, for a failed one with its figures; for a good one the finding."""
    if proof.verdict is Verdict.PROVED and not proof.why:
        return proof_text(words, proof.found)
    if proof.verdict is not Verdict.FAILED or proof.why:
        return proof_text(words, proof.why)
    expected = proof_text(words, proof.expected)
    found = words.side_by_side((proof_text(words, proof.found), figure_text(words, proof)))
    return words.text("commissioning.told", what="", expected=expected, found=found).strip(" ·・:：")


class ProofRow(NamedTuple):
    """An open proof as it is drawn in a width: its name, and all lines of its reason."""

    proof: Proof
    what: str
    lines: tuple[str, ...]
    face: QFont

    @property
    def high(self) -> float:
        """The row's height with the gap beneath, in units."""
        return max(LEAST, _WHAT + len(self.lines) * self.leading + _BENEATH)

    @property
    def leading(self) -> float:
        """The distance between the lines of the reason, in units."""
        return self.face.pixelSize() * _LEADING

    def paint(self, painter: QPainter, x: float, y: float, width: float) -> None:
        """Paint the row from its upper left corner."""
        box = QRectF(x, y, width, self.high - _GAP)
        fill(painter, box, BG2, 6)
        sign, ink = _MARKS[self.proof.verdict]
        sign(painter, QRectF(x + 12, y + 10, 24, 24), ink)
        left, room = x + _INDENT, width - _INDENT - 12
        write(painter, self.what, left, y + 17, shrunk(self.what, room, (17, 16, 15, 14, 13), bold=True), T0)
        place = QRectF(left, y + _WHAT - 1, room, box.height() - _WHAT)
        write_lines(painter, self.lines, place, self.face, T1, leading=_LEADING)


def row_of(proof: Proof, width: float, height: float, words: Words) -> ProofRow:
    """The row of a proof in a width; its reason is whole, unless that alone is higher than ``height``."""
    reason, room = why(proof, words), width - _INDENT - 12
    for size in _SIZES:
        face = font(size)
        lines = balance(reason, room, face)
        if len(lines) <= _LINES:
            break
    most = max(1, int((height - _WHAT - _BENEATH) / (face.pixelSize() * _LEADING)))
    return ProofRow(proof, proof_text(words, proof.what), at_most(most, lines), face)


def rows_in(proofs: Iterable[Proof], width: float, height: float, words: Words) -> Iterator[ProofRow]:
    """The rows that fit, one beneath the other; the first row is always among them."""
    left = height + _GAP
    for proof in proofs:
        row = row_of(proof, width, height, words)
        if row.high > left and left <= height:
            return
        left -= row.high
        yield row


class ProofList(Surface):
    """The open proofs, one beneath the other, with a key for each direction where not all fit."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words, self._proofs, self._first = words, tuple[Proof, ...](), 0
        self.up, self.down = (
            SignKey(Sign("review.previous"), Tone.PLAIN, self),
            SignKey(Sign("review.following"), Tone.PLAIN, self),
        )
        self.up.meant.connect(lambda: self.turn_page(-1))
        self.down.meant.connect(lambda: self.turn_page(1))

    def show_proofs(self, proofs: Sequence[Proof], words: Words) -> None:
        """Show these proofs, from the list's present place on."""
        self._proofs, self._words = tuple(proofs), words
        self.up.setAccessibleName(words.text("people.earlier"))
        self.down.setAccessibleName(words.text("people.later"))
        self.arrange()

    @property
    def rows(self) -> tuple[ProofRow, ...]:
        """The rows in view."""
        return tuple(rows_in(self._proofs[self._first :], self._room, self.high, self._words))

    @property
    def _all_fit(self) -> bool:
        return len(tuple(rows_in(self._proofs, self.wide, self.high, self._words))) == len(self._proofs)

    @property
    def _room(self) -> float:
        return self.wide if self.up.isHidden() else self.wide - _KEYS

    def turn_page(self, by: int) -> None:
        """The next page, or the one before."""
        before = reversed(self._proofs[: self._first])
        rows = self.rows if by > 0 else tuple(rows_in(before, self._room, self.high, self._words))
        self.move_by(by * max(1, len(rows)))

    def move_by(self, by: int) -> None:
        """Move by this number of proofs; the last page is full."""
        end = tuple(rows_in(reversed(self._proofs), self._room, self.high, self._words))
        self._first = max(0, min(self._first + by, len(self._proofs) - len(end)))
        self.update()

    def takes(self, key: Qt.Key) -> bool:
        """Take Up, Down, Page Up and Page Down; returns whether the key was one of them."""
        moves, pages = (
            {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1},
            {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1},
        )
        if key in moves:
            self.move_by(moves[key])
        elif key in pages:
            self.turn_page(pages[key])
        return key in moves or key in pages

    def arrange(self) -> None:
        """The keys, at the right."""
        several = not self._all_fit
        for at, key in enumerate((self.up, self.down)):
            key.setVisible(several)
            lay(self, key, QRectF(self.wide - 80, at * 72, 80, 60))
        self.move_by(0)

    def paint(self, painter: QPainter) -> None:
        """Each row."""
        y = 0.0
        for row in self.rows:
            row.paint(painter, 0, y, self._room)
            y += row.high
