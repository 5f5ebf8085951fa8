"""After a rehearsal: passed or not, a line for each part of the score, and the moment of each in a replay. It
shows a :class:`~console.rehearsals.result.RehearsalResult`.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.rehearsals.result import (
    PLAY_ON,
    Decided,
    MishapOccurred,
    RehearsalResult,
    ScoreLine,
    ScoreSubject,
)
from console.rehearsals.ui.score_words import failed_fact, line_text, outcomes_text
from console.table.core import Clock, Mode, Person
from console.table.ui.dealer import announce
from console.table.ui.incident import kind_name
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    NOT_GUARDED,
    Button,
    Cell,
    Keys,
    Label,
    Panel,
    RowTable,
    SignWithWords,
    TableColumn,
    Tone,
    key_names,
    lay,
    theme,
)
from console.table.ui.page import Page
from console.table.ui.signs import Sign
from console.table.words import clause_text, outcome_text


def mark_of(passed: bool) -> tuple[Sign, QColor]:
    return (Sign("states.tick"), theme.GREEN) if passed else (Sign("outcomes.cross"), theme.AMBER)


class DebriefingPage(Page):
    mode = Mode.REHEARSAL
    shows_keys = True

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
        self.table = RowTable(
            "debriefing",
            (
                TableColumn("rehearsal.column.judged", 232, self._subject),
                TableColumn("rehearsal.column.given", 400, self._answer),
                TableColumn("rehearsal.column.points", 100, self._points, align=1),
            ),
            lambda line: line.judged,
            row_height=58,
            wide=1,
            press_opens=True,
        )
        self.listed = self.table
        self.table.opened.connect(self.look)
        self._score, self._of = Label(52, theme.T0, bold=True), Label(22)
        self._verdict = SignWithWords(64)
        result = (self._verdict, None, self._score, self._of)
        self._card = Panel(ACROSS, *result, sides=20, ends=14, edge=theme.EDGE)
        self._head = Label(16, theme.T2, bold=True)
        self._outcome = Label(24, theme.T0, bold=True)
        self._named_clause = Label(21, theme.T0, bold=True)
        self._why = Label(18)
        book = Panel(
            ACROSS, SignWithWords(28, Sign("outcomes.book"), theme.PINK), self._named_clause, shares=(0, 1)
        )
        self._basis = Panel(DOWN, book, self._why)
        rules = Panel(
            DOWN, self._head, self._outcome, self._basis, None, sides=24, ends=16, gap=16, edge=theme.EDGE
        )
        side = Panel(DOWN, self._card, rules, gap=16, shares=(0, 1))
        self.body = Panel(ACROSS, self.table, side, gap=24, shares=(2, 1))
        self.body.setParent(self)
        self.setFocusProxy(self.table)
        self.again = Button(Sign("review.repeat"), Tone.PLAIN, NOT_GUARDED, self)
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
        self.back_key = "rehearsal.button.debriefing" if of_exam else "rehearsal.button.overview"
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
        return self.result.lines if self.result is not None else ()

    @property
    def title(self) -> str:
        if self.result is None:
            return ""
        if self.result.ended != "played":
            return self.words.text(f"rehearsal.screen.ended.{self.result.ended}")
        return self.words.text("rehearsal.pass" if self.result.passed else "rehearsal.fail")

    @property
    def beneath(self) -> str:
        """Why it was not passed, else the points."""
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
        if (facts := failed_fact(result)) is not None:
            _, right = line_text(self.words, result, facts)
            return self.words.side_by_side((self.words.text("rehearsal.judged.facts"), right))
        return self.words.text("rehearsal.screen.points", points=result.score)

    @property
    def primary_label(self) -> str | None:
        if self.of_exam:
            return None
        if self.following:
            return self.words.text("rehearsal.button.next", what=self.following)
        return self.words.text("rehearsal.button.another")

    def press(self) -> None:
        (self.next_asked if self.following else self.left).emit()

    def look(self, at: int) -> None:
        if at < len(self.lines) and self.lines[at].at:
            self.moment_asked.emit(self.lines[at].at[0])

    def refresh(self) -> None:
        result, words, clause = self.result, self.words, self._clause
        self.table.show_rows(self.lines, words)
        self.table.setAccessibleName(self.title)
        if result is not None:
            sign, ink = mark_of(result.passed)
            self._verdict.show_sign(sign, ink)
            self._card.set_edge(ink)
            self._score.setText(str(result.score))
            self._of.setText("/ 100")
        self._head.setText(words.text("rehearsal.screen.rules_say").upper() if self._right else "")
        self._outcome.setText(outcomes_text(words, self._right))
        self._basis.setVisible(clause is not None)
        self._named_clause.setText(clause or "")
        self._why.setText((clause and clause_text(words, clause)) or "")
        self.again.setVisible(not self.of_exam)
        self.again.show_label(words.text("rehearsal.button.again"))
        self.replay.show_label(words.text("rehearsal.button.replay"))
        super().refresh()

    def _subject(self, line: ScoreLine) -> Cell:
        """The judged subject with its sign: right, wrong, or only measured."""
        sign, ink = mark_of(line.good)
        if not line.of:
            sign, ink = Sign("outcomes.clock"), theme.T2
        name = self.words.text(f"rehearsal.judged.{line.judged}")
        return Cell(name, theme.T0, 18, bold=True, sign=sign, sign_ink=ink)

    def _answer(self, line: ScoreLine) -> Cell:
        assert self.result is not None, "there are lines only of a result"
        given, right = line_text(self.words, self.result, line)
        return Cell(given, theme.T0 if line.good else theme.AMBER, 18, beneath=right)

    def _points(self, line: ScoreLine) -> Cell:
        return Cell(f"{line.points}/{line.of}" if line.of else "", theme.T2, 17)

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
        """The right outcomes; none if the rehearsal was ended before anything went wrong."""
        course = self.result.course if self.result is not None else ()
        rights = [
            each.right for sort in (Decided, MishapOccurred) for each in course if isinstance(each, sort)
        ]
        known = next((right.outcomes for right in rights if right.outcomes), ())
        return known or ((PLAY_ON,) if any(right.kind is None for right in rights) else ())

    def arrange(self) -> None:
        """'Again' and 'replay' beside the way back."""
        super().arrange()
        free = self._free
        again = max(160.0, min(self.again.wish(260) - 14, free.width() / 2 - 12))
        lay(self, self.again, QRectF(free.left(), free.top(), again, 80))
        taken = 0.0 if self.of_exam else again + 16
        replay = max(160.0, min(self.replay.wish(300) - 14, free.width() - taken))
        lay(self, self.replay, QRectF(free.left() + taken, free.top(), replay, 80))

    def key_rows(self, words: Words) -> Keys:
        """The keys of the lines; Space shows a line's moment."""
        space = (key_names(words, "space"), words.text("rehearsal.button.replay"))
        return (space, *super().key_rows(words))
