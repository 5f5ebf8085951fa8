"""After a rehearsal: passed or not, a line for each part of the score, and the moment of each in a replay.

It shows a :class:`~console.rehearsal.result.RehearsalResult`; it scores nothing and stores nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.rehearsal.result import Decided, MishapOccurred, RehearsalResult, ScoreLine, ScoreSubject
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.incident.incident_words import kind_name, outcome_text
from console.ui.kit.buttons import Button, Tone, lay
from console.ui.kit.keys import NOT_GUARDED, PaintedKey
from console.ui.kit.lettering import advance, set_in, shrunk, write, write_lines
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import (
    ACTION_HEIGHT,
    AMBER,
    AMBER_FILL,
    BG1,
    BG2,
    GREEN,
    LINE,
    MARGIN,
    PINK,
    T0,
    T1,
    T2,
    font,
)
from console.ui.rehearsal.score_words import PLAY_ON, line_text
from console.ui.review.page import TOP, Page
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.clauses import clause_text

_SIDE: Final = 400.0
_MOST: Final = 9
"""The most lines that are shown: a rehearsal has eight, and one with two slips more."""


class ScoreRow(PaintedKey):
    """A line of the score: right or not, its subject, the person's act; a press shows its moment."""

    def __init__(self, parent: QWidget, pressed: object) -> None:
        super().__init__(parent, pressed)  # type: ignore[arg-type]
        self._line: ScoreLine | None = None
        self._texts = ("", "", "")

    def show_line(self, line: ScoreLine, name: str, value: str, beneath: str) -> None:
        """Show this line."""
        self._line, self._texts = line, (name, value, beneath)
        self.name(name, ". ".join(part for part in (name, value, beneath) if part))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Sign, name, value, what would have been right, and points."""
        line, (name, value, beneath) = self._line, self._texts
        if line is None:
            return
        fill(painter, box, BG2 if self.hasFocus() else BG1, 6)
        y = box.center().y()
        if line.of:
            sign, ink = (Sign("states.tick"), GREEN) if line.good else (Sign("outcomes.cross"), AMBER)
        else:
            sign, ink = Sign("outcomes.clock"), T2
        sign(painter, QRectF(box.left() + 16, y - 15, 30, 30), ink)
        write(painter, name, 64, y, shrunk(name, 186, (19, 18, 17, 16, 15), bold=True), T0)
        points = "" if not line.of else f"{line.points}/{line.of}"
        right = box.right() - (44 if line.at else 16)
        write(painter, points, right, y, font(17), T2, align=1)
        if line.at:
            Sign("review.playing")(painter, QRectF(box.right() - 34, y - 11, 22, 22), T2)
        room = right - 76 - 262
        alone = advance(beneath, font(14)) <= room
        sizes, most = ((16, 15, 14), 1) if alone else ((14, 13, 12), 2)
        small, low = set_in(beneath, room, sizes, limit=most)
        below = len(small) * low.pixelSize() * 1.2 if beneath else 0.0
        larger = (19, 18, 17) if alone else ()
        lines, face = set_in(value, room, (*larger, 16, 15, 14, 13), limit=1 if beneath else 2)
        tall = len(lines) * face.pixelSize() * 1.25
        top = y - (tall + below) / 2
        ink = T0 if line.good else AMBER
        write_lines(painter, lines, QRectF(262, top, room, tall), face, ink, leading=1.25)
        if beneath:
            write_lines(painter, small, QRectF(262, top + tall, room, below), low, T1, leading=1.2)
        self.ring(painter, box)


class DebriefingPage(Page):
    """The result of a rehearsal."""

    shows_keys = True

    again_asked = Signal()
    next_asked = Signal()
    moment_asked = Signal(float)
    """The person wants the replay, from this second of the rehearsal on."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.following"), words, clock, parent)
        self.result: RehearsalResult | None = None
        self.following = ""
        """The rehearsal that comes next today, in words; empty without one."""
        self.of_exam = False
        """Whether the rehearsal is one of an exam: from here the person can only return to the exam."""
        self._rows = [ScoreRow(self, lambda at=at: self.look(at)) for at in range(_MOST)]
        self.again = Button(Sign("review.repeat"), Tone.PLAIN, NOT_GUARDED, self)
        self.again.meant.connect(self.again_asked)
        self.replay = Button(Sign("review.playing"), Tone.PLAIN, NOT_GUARDED, self)
        self.replay.meant.connect(lambda: self.moment_asked.emit(self.slipped_at))

    def show_result(
        self,
        result: RehearsalResult,
        person: Person | None,
        subject_texts: tuple[str, ...],
        following: str = "",
        *,
        of_exam: bool = False,
    ) -> None:
        """Show the result; ``following`` is the rehearsal that comes next today."""
        self.result, self.following, self.of_exam = result, following, of_exam
        self.message = ""
        self.show_page(person, subject_texts)
        announce(self, f"{self.title}. {self.beneath}", at_once=True)

    @property
    def slipped_at(self) -> float:
        """The moment of a mistake, in seconds since the rehearsal began."""
        course = self.result.course if self.result is not None else ()
        return next((each.at for each in course if isinstance(each, MishapOccurred)), 0.0)

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The score's lines that are shown."""
        return self.result.lines[:_MOST] if self.result is not None else ()

    @property
    def mode(self) -> Mode:
        return Mode.REHEARSAL

    @property
    def title(self) -> str:
        if self.result is None:
            return ""
        if self.result.ended != "played":
            return self.words.text(f"rehearsal.screen.ended.{self.result.ended}")
        return self.words.text("rehearsal.pass" if self.result.passed else "rehearsal.fail")

    @property
    def beneath(self) -> str:
        """The reason why it was not passed, else the points."""
        result = self.result
        if result is None:
            return ""
        if result.ended != "played":
            return self.words.text("rehearsal.screen.points", points=result.score)
        mistaken = next(
            (each for each in result.lines if each.judged is ScoreSubject.KIND and not each.good), None
        )
        if mistaken is not None and mistaken.expected:
            was = self.words.quote(kind_name(self.words, mistaken.expected[0]).replace("\u00ad", ""))
            return self.words.text("rehearsal.fail.kind", kind=was)
        wrong = next(
            (each for each in result.lines if each.judged is ScoreSubject.OUTCOME and not each.good), None
        )
        if wrong is not None and wrong.expected and wrong.expected[0] != PLAY_ON:
            right = self.words.quote(outcome_text(self.words, wrong.expected[0]))
            return self.words.text("rehearsal.fail.outcome", outcome=right)
        return self.words.text("rehearsal.screen.points", points=result.score)

    @property
    def primary_label(self) -> str | None:
        """The rehearsal that comes next today."""
        if self.of_exam:
            return None
        if self.following:
            return self.words.text("rehearsal.button.next", what=self.following)
        return self.words.text("rehearsal.button.another")

    @property
    def back_label(self) -> str:
        """Return to the rehearsals, or to the exam."""
        if self.of_exam:
            return self.words.text("rehearsal.button.debriefing")
        return self.words.text("rehearsal.button.overview")

    def press(self) -> None:
        """Begin the next rehearsal."""
        (self.next_asked if self.following else self.left).emit()

    def look(self, at: int) -> None:
        """Show the moment of a line."""
        if at < len(self.lines) and self.lines[at].at:
            self.moment_asked.emit(self.lines[at].at[0])

    def refresh(self) -> None:
        result, words = self.result, self.words
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(self.lines))
            if result is not None and at < len(self.lines):
                line = self.lines[at]
                row.show_line(
                    line, words.text(f"rehearsal.judged.{line.judged}"), *line_text(words, result, line)
                )
                row.setEnabled(bool(line.at))
        self.again.setVisible(not self.of_exam)
        self.again.show_label(words.text("rehearsal.button.again"))
        self.replay.show_label(words.text("rehearsal.button.replay"))
        super().refresh()

    @property
    def _clause(self) -> str | None:
        """The basis of the right outcome."""
        course = self.result.course if self.result is not None else ()
        decided = next(
            (each.right.clause for each in course if isinstance(each, Decided) and each.right.clause), None
        )
        slipped = next((each.right.clause for each in course if isinstance(each, MishapOccurred)), None)
        return decided or slipped

    @property
    def _right(self) -> tuple[str, ...]:
        course = self.result.course if self.result is not None else ()
        decided = next((each.right.outcomes for each in course if isinstance(each, Decided)), None)
        return decided or next(
            (each.right.outcomes for each in course if isinstance(each, MishapOccurred)), ()
        )

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The lines at the left, the verdict at the right, 'again' beside the way back."""
        super().arrange()
        bottom = self.high - ACTION_HEIGHT - 12
        wide = self.wide - 2 * MARGIN - _SIDE - 24
        count = max(1, len(self.lines))
        high = min(62.0, (bottom - TOP - (count - 1) * 6) / count)
        for at, row in enumerate(self._rows):
            self.put(row, QRectF(MARGIN, TOP + at * (high + 6), wide, high))
        free = self._free
        again = max(160.0, min(self.again.wish(260) - 14, free.width() / 2 - 12))
        lay(self, self.again, QRectF(free.left(), free.top(), again, 80))
        taken = 0.0 if self.of_exam else again + 16
        replay = max(160.0, min(self.replay.wish(300) - 14, free.width() - taken))
        lay(self, self.replay, QRectF(free.left() + taken, free.top(), replay, 80))

    def paint(self, painter: QPainter) -> None:
        """The verdict, what is right and why."""
        super().paint(painter)
        result = self.result
        if result is None:
            return
        box = QRectF(self.wide - MARGIN - _SIDE, TOP, _SIDE, self.high - ACTION_HEIGHT - 12 - TOP)
        good = result.passed
        ink, ground = (GREEN, BG2) if good else (AMBER, AMBER_FILL)
        tile = QRectF(box.left(), box.top(), _SIDE, 108)
        fill(painter, tile, ground, 10)
        outline(painter, tile, pen(ink, 4), 10)
        sign = Sign("states.tick") if good else Sign("outcomes.cross")
        sign(painter, QRectF(tile.left() + 20, tile.top() + 22, 64, 64), ink)
        write(
            painter, str(result.score), tile.right() - 92, tile.center().y(), font(52, bold=True), T0, align=1
        )
        write(painter, "/ 100", tile.right() - 84, tile.center().y() + 10, font(22), T1)
        self._paint_why(
            painter, QRectF(box.left(), tile.bottom() + 16, _SIDE, box.bottom() - tile.bottom() - 16)
        )

    def _paint_why(self, painter: QPainter, box: QRectF) -> None:
        """The right outcome and the clause that says so."""
        words = self.words
        fill(painter, box, BG1, 8)
        fill(painter, QRectF(box.left(), box.top(), 5, box.height()), PINK)
        left, room = box.left() + 24, box.width() - 44
        head = words.text("rehearsal.screen.rules_say").upper()
        write(painter, head, left, box.top() + 26, shrunk(head, room, (16, 15, 14), bold=True), T2)
        named = words.text("access.list").join(outcome_text(words, each) for each in self._right)
        if not named:
            named = words.text("rehearsal.screen.play_on")
        lines, face = set_in(named, room, (26, 24, 22, 20, 18), bold=True)
        write_lines(painter, lines, QRectF(left, box.top() + 40, room, 70), face, T0, leading=1.2)
        clause = self._clause
        fill(painter, QRectF(left, box.top() + 122, room, 1), LINE)
        if clause is None:
            return
        Sign("outcomes.book")(painter, QRectF(left, box.top() + 136, 28, 28), PINK)
        write(
            painter,
            clause,
            left + 40,
            box.top() + 150,
            shrunk(clause, room - 40, (22, 20, 18), bold=True),
            T0,
        )
        why = clause_text(words, clause)
        if why is not None:
            lines, face = set_in(why, room, (20, 19, 18, 17, 16, 15), limit=int((box.height() - 190) / 26))
            high = len(lines) * face.pixelSize() * 1.35
            write_lines(painter, lines, QRectF(left, box.top() + 174, room, high), face, T0, leading=1.35)
