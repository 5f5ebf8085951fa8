"""After an exam: passed or not, and a line for each of its rehearsals, which opens that one's result. It
shows an :class:`~console.rehearsals.exam.Exam`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.rehearsals.exam import Exam
from console.rehearsals.result import FULL, RehearsalResult, ScoreSubject
from console.rehearsals.ui.debriefing_page import mark_of
from console.rehearsals.ui.score_words import failed_fact, line_text
from console.rehearsals.ui.start_page import OfferedRehearsal, offer_name
from console.table.core import Clock, Mode, Person
from console.table.ui.dealer import announce
from console.table.ui.kit import Cell, Keys, RowTable, TableColumn, key_names, theme
from console.table.ui.page import Page
from console.table.ui.signs import Sign


class ExamPart(NamedTuple):
    """A rehearsal of the exam: its number, and its result; None: it was not played."""

    number: int
    offer: OfferedRehearsal
    result: RehearsalResult | None


class ExamPage(Page):
    primary_key = "rehearsal.button.overview"
    mode = Mode.REHEARSAL
    shows_keys = True

    result_asked = Signal(int)
    """The person wants the result of one of its rehearsals, counted from 0."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.following"), words, clock, parent)
        self.exam: Exam | None = None
        self._offers: tuple[OfferedRehearsal, ...] = ()
        self.body = self.table = RowTable(
            "exam",
            (
                TableColumn("rehearsal.column.rehearsal", 440, self._name),
                TableColumn("rehearsal.column.given", 500, self._answer),
                TableColumn("rehearsal.column.points", 130, self._points, align=1),
            ),
            lambda sat: sat.number,
            row_height=94,
            wide=1,
            press_opens=True,
        )
        self.table.setParent(self)
        self.listed = self.table
        self.table.opened.connect(self.look)
        self.setFocusProxy(self.table)

    def show_exam(
        self,
        exam: Exam,
        offers: Sequence[OfferedRehearsal],
        person: Person | None,
        subject_texts: tuple[str, ...],
    ) -> None:
        """Show the result; ``offers`` are the exam's rehearsals, in order."""
        self.exam, self._offers, self.message = exam, tuple(offers), ""
        self.show_page(person, subject_texts)
        announce(self, f"{self.title}. {self.beneath}", at_once=True)

    @property
    def title(self) -> str:
        if self.exam is None:
            return ""
        return self.words.text("rehearsal.exam.pass" if self.exam.is_passed else "rehearsal.exam.fail")

    @property
    def beneath(self) -> str:
        exam = self.exam
        if exam is None:
            return ""
        return self.words.text("rehearsal.exam.passed", passed=exam.good, of=len(exam.rehearsals))

    def press(self) -> None:
        """Show all rehearsals."""
        self.left.emit()

    def look(self, at: int) -> None:
        if self.exam is not None and at < len(self.exam.results):
            self.result_asked.emit(at)

    def refresh(self) -> None:
        results = () if self.exam is None else self.exam.results
        offers = zip_longest(self._offers, results[: len(self._offers)])
        self.table.show_rows([ExamPart(at, *each) for at, each in enumerate(offers)], self.words)
        self.table.setAccessibleName(self.title)
        super().refresh()
        self.back.hide()

    def _name(self, sat: ExamPart) -> Cell:
        name, result = offer_name(sat.offer, self.words), sat.result
        if result is None:
            return Cell(name, theme.T2, 24, bold=True, sign=Sign("outcomes.clock"))
        sign, ink = mark_of(result.passed)
        return Cell(name, theme.T0, 24, bold=True, sign=sign, sign_ink=ink)

    def _answer(self, sat: ExamPart) -> Cell:
        chosen, right = self._chosen(sat.result)
        ink = theme.T2 if sat.result is None else theme.T0 if sat.result.passed else theme.AMBER
        return Cell(chosen, ink, 22, beneath=right)

    def _points(self, sat: ExamPart) -> Cell:
        return Cell("" if sat.result is None else f"{sat.result.score}/{FULL}", theme.T1, 22, bold=True)

    def _chosen(self, result: RehearsalResult | None) -> tuple[str, str]:
        """The person's choice and the right one: outcomes, kinds if those were wrong, or wrong facts."""
        if result is None:
            return self.words.text("rehearsal.exam.not_played"), ""
        if result.ended != "played":
            return self.words.text(f"rehearsal.screen.ended.{result.ended}"), ""
        if (facts := failed_fact(result)) is not None:
            return line_text(self.words, result, facts)
        lines = [line for line in result.lines if line.judged in (ScoreSubject.OUTCOME, ScoreSubject.KIND)]
        lines.sort(key=lambda line: (line.good, line.judged is ScoreSubject.KIND))
        return line_text(self.words, result, lines[0]) if lines else ("", "")

    def key_rows(self, words: Words) -> Keys:
        """The keys of the rehearsals; Space opens the result of one."""
        space = (key_names(words, "space"), words.text("rehearsal.button.debriefing"))
        return (space, *super().key_rows(words))
