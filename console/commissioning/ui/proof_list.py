"""The progress of each section of the proofs, and the open proofs, in words and as tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from console.base.words import Words, sort_key
from console.commissioning.proof_words import figure_text, proof_text
from console.supervisor.records import Proof, Section, Verdict
from console.table.ui.kit import DOT, Cell, RowTable, TableColumn, theme
from console.table.ui.signs import Sign

SECTION: Final = 88.0
"""The height of a section, in units."""
HEEDED: Final = (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.LEFT_OUT)
"""The verdicts whose proofs are listed, in this order; proved ones are only counted."""
_MARKS: Final = {  # The proofs are sorted by it; a proved level is listed too.
    Verdict.FAILED: (Sign("states.halt"), theme.RED),
    Verdict.NOT_PROVED: (Sign("states.caution"), theme.T2),
    Verdict.LEFT_OUT: (Sign("states.void"), theme.T2),
    Verdict.PROVED: (Sign("states.tick"), theme.GREEN),
}
_FACE: Final = {True: (theme.T0, 21, True), False: (theme.T2, 16, False)}
"""The colour, size and weight of the words of a failed proof, and of the others."""


class Course(NamedTuple):
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
        """The section's sign; None before it begins. A tick means that all was proved."""
        if Verdict.FAILED in self.made:
            return _MARKS[Verdict.FAILED]
        if not self.begun or not (self.under_way or self.made):
            return None
        if self.under_way:
            return Sign("states.hourglass"), theme.T0
        return _MARKS[Verdict.PROVED if {*self.made} == {Verdict.PROVED} else Verdict.NOT_PROVED]


def why(proof: Proof, words: Words) -> str:
    """Why a proof is not proved, for a failed one with its figures; for a good one the finding."""
    if proof.verdict is Verdict.PROVED and not proof.why:
        return proof_text(words, proof.found)
    if proof.verdict is not Verdict.FAILED or proof.why:
        return proof_text(words, proof.why)
    expected = proof_text(words, proof.expected)
    found = words.side_by_side((proof_text(words, proof.found), figure_text(words, proof)))
    return words.text("commissioning.told", what="", expected=expected, found=found).strip(" ·・:：")


def proof_table(words: Callable[[], Words]) -> RowTable[Proof]:
    """The open proofs: their verdict, their name, and the whole reason."""

    def verdict(proof: Proof) -> Cell:
        sign, ink = _MARKS[proof.verdict]
        return Cell("", sign=sign, sign_ink=ink, heard=words().text(f"commissioning.verdict.{proof.verdict}"))

    columns: tuple[TableColumn[Proof], ...] = (
        TableColumn(
            "commissioning.column.verdict", 172, verdict, lambda proof: [*_MARKS].index(proof.verdict)
        ),
        TableColumn(
            "commissioning.column.what",
            280,
            lambda proof: Cell(proof_text(words(), proof.what), *_FACE[proof.verdict is Verdict.FAILED]),
            lambda proof: sort_key(words().language, proof_text(words(), proof.what)),
        ),
        TableColumn(
            "commissioning.column.why",
            262,
            lambda proof: Cell(why(proof, words()), _FACE[proof.verdict is Verdict.FAILED][0], 16),
        ),
    )
    return RowTable("proofs", columns, lambda proof: proof.name, row_height=52, wide=2, names=1, grows=True)


def section_table(words: Callable[[], Words]) -> RowTable[Course]:
    def cell(course: Course) -> Cell:
        sign, ink = course.mark or (None, theme.T2)
        heading = words().text(f"commissioning.section.{course.section}")
        progress = DOT.join(course.texts(words()))
        return Cell(heading, theme.T0 if course.begun else theme.T2, 20, True, progress, sign, ink)

    columns: tuple[TableColumn[Course], ...] = (TableColumn("commissioning.column.section", 400, cell),)
    table = RowTable("sections", columns, lambda course: course.section, row_height=SECTION)
    table.horizontalHeader().hide()
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    return table
