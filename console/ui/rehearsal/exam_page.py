"""After an exam: passed or not, and a line for each of its rehearsals, which opens that one's result.

It shows an :class:`~console.rehearsal.exam.Exam`; it scores nothing and stores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.rehearsal.exam import LENGTH, Exam
from console.rehearsal.result import FULL, RehearsalResult, ScoreSubject
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.kit.keys import PaintedKey
from console.ui.kit.lettering import set_in, write, write_lines
from console.ui.kit.surface import fill
from console.ui.kit.theme import ACTION_HEIGHT, AMBER, BG1, BG2, GREEN, MARGIN, T0, T1, T2, font
from console.ui.rehearsal.score_words import line_text
from console.ui.rehearsal.start_page import OfferedRehearsal, offer_name
from console.ui.review.page import TOP, Page
from console.ui.signs.sign import Sign
from console.words import Words

_NAME, _CHOICE, _HIGH = 96.0, 520.0, 104.0


class ExamRow(PaintedKey):
    """A rehearsal of an exam: passed or not, the chosen outcome, its points; a press opens its result."""

    def __init__(self, parent: QWidget, pressed: object) -> None:
        super().__init__(parent, pressed)  # type: ignore[arg-type]
        self._result: RehearsalResult | None = None
        self._texts = ("", "", "")

    def show_result(self, result: RehearsalResult | None, name: str, chosen: str, right: str) -> None:
        """Show a rehearsal's result; None: it was not played."""
        self._result, self._texts = result, (name, chosen, right)
        points = "" if result is None else f"{result.score}/{FULL}"
        self.setEnabled(result is not None)
        self.name(name, ". ".join(part for part in (name, chosen, right, points) if part))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Sign, name, the person's choice and the right one, points."""
        result, (name, chosen, right) = self._result, self._texts
        fill(painter, box, BG2 if self.hasFocus() else BG1, 6)
        y = box.center().y()
        place = QRectF(box.left() + 26, y - 22, 44, 44)
        if result is None:
            Sign("outcomes.clock")(painter, place, T2)
        elif result.passed:
            Sign("states.tick")(painter, place, GREEN)
        else:
            Sign("outcomes.cross")(painter, place, AMBER)
        ink = T2 if result is None else T0
        lines, face = set_in(name, _CHOICE - _NAME - 24, (24, 22, 20, 18, 16, 15), bold=True, limit=2)
        tall = len(lines) * face.pixelSize() * 1.25
        write_lines(
            painter, lines, QRectF(_NAME, y - tall / 2, _CHOICE - _NAME - 24, tall), face, ink, leading=1.25
        )
        edge = box.right() - 52
        if result is not None:
            write(painter, f"{result.score}/{FULL}", edge, y, font(22, bold=True), T1, align=1)
            Sign("review.following")(painter, QRectF(box.right() - 40, y - 13, 26, 26), T2)
        room = edge - 110 - _CHOICE
        small, low = set_in(right, room, (18, 17, 16, 15, 14), limit=2)
        below = len(small) * low.pixelSize() * 1.25 if right else 0.0
        lines, face = set_in(
            chosen, room, (22, 20, 18, 17, 16, 15), limit=1 if len(small) > 1 and right else 2
        )
        tall = len(lines) * face.pixelSize() * 1.25
        top = y - (tall + below) / 2
        ink = T2 if result is None else T0 if result.passed else AMBER
        write_lines(painter, lines, QRectF(_CHOICE, top, room, tall), face, ink, leading=1.25)
        if right:
            write_lines(painter, small, QRectF(_CHOICE, top + tall, room, below), low, T1, leading=1.25)
        self.ring(painter, box)


class ExamPage(Page):
    """The result of an exam."""

    shows_keys = True

    result_asked = Signal(int)
    """The person wants the result of one of its rehearsals, counted from 0."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.following"), words, clock, parent)
        self.exam: Exam | None = None
        self._offers: tuple[OfferedRehearsal, ...] = ()
        self._rows = [ExamRow(self, lambda at=at: self.look(at)) for at in range(LENGTH)]

    def show_exam(
        self,
        exam: Exam,
        offers: Sequence[OfferedRehearsal],
        person: Person | None,
        subject_texts: tuple[str, ...],
    ) -> None:
        """Show the result; ``offers`` are the exam's rehearsals, in their order."""
        self.exam, self._offers, self.message = exam, tuple(offers), ""
        self.show_page(person, subject_texts)
        announce(self, f"{self.title}. {self.beneath}", at_once=True)

    @property
    def mode(self) -> Mode:
        return Mode.REHEARSAL

    @property
    def title(self) -> str:
        if self.exam is None:
            return ""
        return self.words.text("rehearsal.exam.pass" if self.exam.is_passed else "rehearsal.exam.fail")

    @property
    def beneath(self) -> str:
        """The words that say how many of the rehearsals were passed."""
        exam = self.exam
        if exam is None:
            return ""
        return self.words.text("rehearsal.exam.passed", passed=exam.good, of=len(exam.rehearsals))

    @property
    def primary_label(self) -> str | None:
        """Return to the rehearsals."""
        return self.words.text("rehearsal.button.overview")

    def press(self) -> None:
        """All rehearsals."""
        self.left.emit()

    def look(self, at: int) -> None:
        """Open the result of one of them."""
        if self.exam is not None and at < len(self.exam.results):
            self.result_asked.emit(at)

    def refresh(self) -> None:
        results = () if self.exam is None else self.exam.results
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(self._offers))
            if at < len(self._offers):
                result = results[at] if at < len(results) else None
                row.show_result(result, offer_name(self._offers[at], self.words), *self._chosen(result))
        super().refresh()
        self.back.hide()

    def _chosen(self, result: RehearsalResult | None) -> tuple[str, str]:
        """The person's choice and the right one: the outcomes, or the kinds if the kind was wrong."""
        if result is None:
            return self.words.text("rehearsal.exam.not_played"), ""
        if result.ended != "played":
            return self.words.text(f"rehearsal.screen.ended.{result.ended}"), ""
        lines = [line for line in result.lines if line.judged in (ScoreSubject.OUTCOME, ScoreSubject.KIND)]
        lines.sort(key=lambda line: (line.good, line.judged is ScoreSubject.KIND))
        return line_text(self.words, result, lines[0]) if lines else ("", "")

    def arrange(self) -> None:
        """One line below another."""
        super().arrange()
        room = self.high - ACTION_HEIGHT - 12 - TOP
        high = min(_HIGH, (room - (LENGTH - 1) * 8) / LENGTH)
        for at, row in enumerate(self._rows):
            self.put(row, QRectF(MARGIN, TOP + at * (high + 8), self.wide - 2 * MARGIN, high))
