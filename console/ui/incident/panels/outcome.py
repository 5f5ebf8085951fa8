"""The outcome before it is confirmed: why, by which rule, what happens at once, and the steps with who does
each.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.rule_values import ReplacedShoe
from console.table.showing.screen_values import DealerView
from console.table.state.roles import Actor
from console.table.state.views import IncidentView
from console.ui.incident.incident_words import (
    basis_text,
    effects,
    sense_text,
    step_name,
    then_text,
)
from console.ui.incident.outcome_words import (
    doubtful_rows,
    facts_in_words,
    known_answers,
    reported_parts,
    spoken_text,
)
from console.ui.incident.stage import open_incident
from console.ui.kit.lettering import advance, break_lines, elide, set_in, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import AMBER, BG0, BG1, GREEN, LINE, MARGIN, T0, T1, T2, WIDTH, font
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.incident_phrases import brought_in_text
from console.words.names import label_text, role_name

_HALF: Final = 688.0
"""The left edge of the right half, on a screen of the usual width; both halves share what is more."""
_EDGE: Final = 24.0
"""The free width beside the line between the halves, and beside the rule's box."""
_HEADING: Final = 33.0
"""The middle of the headings over both halves."""
BROUGHT_IN: Final = 16
"""The letters' size of the text about a shoe that is brought in."""
BROUGHT_IN_LEADING: Final = 1.3
_LEADING: Final = 1.38
"""The distance between two lines of the rule's sense, as a multiple of their letters' size."""
AT_ONCE: Final[dict[str, tuple[Sign, Actor]]] = {
    "bets_back": (Sign("outcomes.bets_back"), Actor.SYSTEM),
    "bets_stand": (Sign("outcomes.bets_stand"), Actor.SYSTEM),
    "tell": (Sign("play.speak"), Actor.PIT_BOSS),
    "decide": (Sign("states.decide"), Actor.SYSTEM),
}
"""The sign and the actor of what happens at once."""

_SHORT: Final = 340.0
"""The height below which the panel lies under a sign-in."""
_REPORTED: Final = 27.0
"""The height of the row that says who reported it, from its middle to the panel's foot."""
_ABOVE_REPORTED: Final = 42.0
"""The height that a seat's answers leave free above the panel's foot, for that row may run under them."""


class FactRows(NamedTuple):
    """The places and the letters of the facts' rows."""

    first: float
    """The middle of the first row."""
    step: float
    """The distance between two rows."""
    names: int
    values: int
    """The most size of a name's and of a value's letters."""


_ROOMY_FACTS: Final = FactRows(74, 37, 20, 22)
_CLOSE_FACTS: Final = FactRows(68, 30, 18, 20)
"""Rows of more facts than the panel has room for at full size."""
_SHORT_FACTS: Final = FactRows(60, 24, 18, 20)
"""Rows in a panel under a sign-in."""
_CLOSEST_FACTS: Final = FactRows(54, 19, 15, 15)
"""Rows where the rule's sense needs the room."""
_ROOMY: Final = 3
"""The most facts that stand in full size."""
_SENSE: Final = (21, 20, 19, 18, 17, 16, 15, 14)
"""The sizes of the letters of the rule's sense."""


# The right half: what happens at once, then the numbered steps, then how play goes on.
class CourseRows(NamedTuple):
    """The places of the right half's rows."""

    first: float
    """The middle of the first row."""
    between: float
    """The height that the heading between 'At once' and the steps takes from the rows."""
    to_steps: float
    """The distance from the place of the next row of 'At once' to the first step."""
    above_steps: float
    """The distance from the steps' heading to the first step."""
    last: float
    """The height that stays free beneath the steps for the last row."""
    beneath: float
    """The height that stays free beneath the last row."""


_ROOMY_COURSE: Final = CourseRows(74, 56, 52, 40, 52, 40)
_SHORT_COURSE: Final = CourseRows(58, 38, 34, 24, 30, 16)
"""Rows in a panel under a sign-in."""
_AT_ONCE_ROW: Final = 48.0
_STEP_ROW: Final = 58.0
"""The full height of a row of 'At once', and of a step; they are less high where the rows are many."""
_FULL: Final = 22
"""The full size of the letters in the right half's rows."""
_TWO_LINES: Final = 44.0
"""The least height of a row in which a long text has two lines."""
_GOES_ON: Final = 0.5
"""The last row, which says how play goes on, as a part of a row's height."""
_ANSWER: Final = 24.0
"""The distance between two of a seat's answers."""
_UNDER_HEADING: Final = 10.0
"""From a heading's middle: where what stands under it begins."""
ROW_TEXT: Final = 56.0
_SIGN: Final = 22.0
_NUMBER: Final = 19.0
"""From the half's left edge: where a row's text begins, and the middles of a row's sign and of a step's
number.
"""
RIGHT: Final = 26.0
"""The free width at the right of the rows."""


class OpenOutcome(NamedTuple):
    """An incident whose outcome waits, with the view that it is part of and the words for both."""

    incident: IncidentView
    view: DealerView
    words: Words


class OutcomePanel(Surface):
    """The zone of table and rail while an outcome waits for its authority."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words
        incident = open_incident(view)
        if incident is not None:
            self.setAccessibleName(spoken_text(incident, words, view))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the reason (left), the consequences (right), the reporter (below)."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        shown = OpenOutcome(incident, view, words)
        half = _HALF + (self.wide - WIDTH) * 0.5
        foot = self.high + 15 if self._is_short else self.high - _REPORTED
        facts = facts_in_words(incident, words, view)
        rows, box = self._fact_rows(shown, len(facts), QRectF(_EDGE, 0, half - 2 * _EDGE, foot - _REPORTED))
        self._paint_why(painter, shown, facts, rows, half)
        self._paint_rule(painter, shown, box)
        fill(painter, QRectF(half - 1, 20, 2, foot - 49), LINE)
        self._paint_course(painter, shown, half + _EDGE)
        if not self._is_short:
            _paint_reported(painter, view, words, foot, self.wide)

    @property
    def _course(self) -> CourseRows:
        return _SHORT_COURSE if self._is_short else _ROOMY_COURSE

    @property
    def _is_short(self) -> bool:
        """Whether a sign-in covers part of the page; then who reported it is not shown."""
        return self.high < _SHORT

    def _fact_rows(self, outcome: OpenOutcome, count: int, left: QRectF) -> tuple[FactRows, QRectF]:
        """The facts' rows, and the rule's box beneath them: closer rows where its sense needs the room."""
        usual = _SHORT_FACTS if self._is_short else _ROOMY_FACTS if count <= _ROOMY else _CLOSE_FACTS
        tried = [each for each in (usual, _SHORT_FACTS, _CLOSEST_FACTS) if each.step <= usual.step]
        for rows in tried:
            box = left.adjusted(0, rows.first + (count - 1) * rows.step + min(26.0, rows.step), 0, 0)
            inner = self._sense_box(outcome, box)
            if _is_whole(sense_text(outcome.words, outcome.incident), inner):
                break
        return rows, box

    def _paint_why(
        self,
        painter: QPainter,
        outcome: OpenOutcome,
        facts: tuple[tuple[str, str], ...],
        rows: FactRows,
        half: float,
    ) -> None:
        """The facts as answered."""
        incident, view, words = outcome
        write_heading(painter, words.text("outcome.head.why"), MARGIN, min(_HEADING, rows.first - 27))
        names = min(max(advance(name, font(rows.names)) for name, _ in facts), half * 0.48)
        doubtful, y = doubtful_rows(incident, words, view), rows.first
        sizes = tuple(size for size in (22, 20, 18, 17, 16, 15, 14, 13) if size <= rows.values)
        for name, value in facts:
            write(painter, name, MARGIN, y, shrunk(name, names, (rows.names, 18, 17, 16)), T1)
            left, ink = MARGIN + names + 28, T0
            if name in doubtful:
                Sign("states.caution")(painter, QRectF(left, y - 11, 22, 22), AMBER)
                left, ink = left + 30, AMBER
            face = shrunk(value, half - _EDGE - left, sizes, bold=True)
            write(painter, value, left, y, face, ink)
            y += rows.step

    def _brought_in_high(self, outcome: OpenOutcome, box: QRectF) -> float:
        """The height of the text about the shoe that is brought in, at the foot of the rule's box."""
        brought_in = outcome.view.incident.brought_in
        if brought_in is None:
            return 0.0
        lines = brought_in_lines(outcome.words, brought_in, _inside(box).width())
        return len(lines) * BROUGHT_IN * BROUGHT_IN_LEADING

    @property
    def _up(self) -> float:
        """The distance by which the rule and its sense stand higher in a panel under a sign-in."""
        return 12 if self._is_short else 0

    def _sense_box(self, outcome: OpenOutcome, box: QRectF) -> QRectF:
        """The place of the rule's sense in the rule's box."""
        return _inside(box).adjusted(0, 62 - 1.5 * self._up, 0, -8 - self._brought_in_high(outcome, box))

    def _paint_rule(self, painter: QPainter, outcome: OpenOutcome, box: QRectF) -> None:
        """The rule with its sense; beneath it the shoe that is brought in, if the outcome brings in one."""
        incident, words = outcome.incident, outcome.words
        fill(painter, box, BG1, 6)
        fill(painter, QRectF(box.left(), box.top(), 5, box.height()), AMBER)
        Sign("outcomes.book")(painter, QRectF(box.left() + _EDGE, box.top() + 20 - self._up, 34, 34), AMBER)
        x, y = box.left() + 72, box.top() + 36 - self._up
        basis, clause = basis_text(words, incident), incident.clause or ""
        before, found, after = basis.partition(clause) if clause else (basis, "", "")
        room = box.right() - 16 - x
        small = shrunk(before + after, room - advance(found, font(26, bold=True)), (20, 18, 17, 16))
        x = write(painter, before.replace(words.locale.colon, " "), x, y, small, T1)
        if found:
            x = write(painter, found, x + (2 if before else 0), y, font(26, bold=True), T0) + 4
            write(painter, after, x, y, small, T1)
        inner = self._sense_box(outcome, box)
        lines, size = fit_text(sense_text(words, incident), inner.width(), inner.height(), _SENSE)
        inner.setHeight(len(lines) * size * _LEADING)
        write_lines(painter, lines, inner, font(size), T0, leading=_LEADING)
        if outcome.view.incident.brought_in is not None:
            shoe = _inside(box)
            shoe.setTop(box.bottom() - self._brought_in_high(outcome, box) - 6)
            shoe.setHeight(self._brought_in_high(outcome, box))
            lines = brought_in_lines(words, outcome.view.incident.brought_in, shoe.width())
            write_lines(painter, lines, shoe, font(BROUGHT_IN), T0, leading=BROUGHT_IN_LEADING)

    def _paint_course(self, painter: QPainter, outcome: OpenOutcome, left: float) -> None:
        """Paint the effects, the steps, how play goes on, and below the answers of the incident's seat."""
        incident, view, words = outcome
        known = known_answers(incident, words, view)
        first = effects(words, incident, view)
        rows = len(first) + len(incident.steps) + _GOES_ON
        end = self.high - _ANSWER * len(known) - (_ABOVE_REPORTED if known and not self._is_short else 0)
        course, fair = self._course, _fair_height(rows, end, self._course)
        write_heading(painter, words.text("outcome.head.at_once"), left, _HEADING)
        y = self._paint_at_once(painter, outcome, left, fair)
        write_heading(painter, words.text("outcome.head.then"), left, y - course.above_steps)
        room = (end - course.last - y) / max(1, len(incident.steps))
        y = self._paint_steps(painter, outcome, QPointF(left, y), min(_STEP_ROW, max(fair, room)))
        Sign("states.arrow_right")(painter, QRectF(left + 6, y - 13, 26, 26), T1)
        write(painter, then_text(words, incident, view), left + ROW_TEXT, y, font(_letters(fair)), T1)
        if known:
            self._paint_answers(painter, words, known, QPointF(left, y + 40))

    def _paint_at_once(self, painter: QPainter, outcome: OpenOutcome, left: float, fair: float) -> float:
        """Paint the effects in rows of a limited height; returns the middle of the first step."""
        incident, view, words = outcome
        y, side = self._course.first, min(32.0, fair - 4, _under(self._course.first - _HEADING))
        for key, text in effects(words, incident, view):
            sign, actor = AT_ONCE[key]
            sign(painter, QRectF(left + _SIGN - side / 2, y - side / 2, side, side), T0)
            who, right = role_name(words, actor), self.wide - RIGHT
            write_row(painter, text, who, left + ROW_TEXT, right, y, most=_letters(fair))
            y += min(_AT_ONCE_ROW, fair)
        return y + self._course.to_steps

    def _paint_steps(self, painter: QPainter, outcome: OpenOutcome, first: QPointF, step: float) -> float:
        """The numbered steps, ``step`` apart, with a line from each to the next; the middle of the row after
        them.
        """
        incident, words = outcome.incident, outcome.words
        left, y = first.x(), first.y()
        side = min(38.0, step - 6, _under(self._course.above_steps))
        middle = left + _NUMBER
        for number, row in enumerate(incident.steps, 1):
            painter.setPen(pen(T2, 2))
            painter.drawLine(QPointF(middle, y + side / 2), QPointF(middle, y + step - side / 2))
            place = QRectF(middle - side / 2, y - side / 2, side, side)
            if row.done:  # at once, before anybody was asked (LT-ROU-27a)
                Sign("states.tick")(painter, place.adjusted(5, 5, -5, -5), GREEN)
            else:
                outline(painter, place, pen(T1, 2), side / 2)
                digit = font(min(18, _letters(step)), bold=True)
                write(painter, str(number), middle, y, digit, T0, align=0.5)
            named, who = step_name(words, incident, row.action), role_name(words, row.actor)
            write_row(painter, named, who, left + ROW_TEXT, self.wide - RIGHT, y, most=_letters(step))
            y += step
        return y

    def _paint_answers(
        self, painter: QPainter, words: Words, known: tuple[str, ...], heading: QPointF
    ) -> None:
        """The answers of the incident's seat that the console knows."""
        left, y = heading.x(), heading.y()
        write_heading(painter, words.text("record.head.answers"), left, y)
        for at, line in enumerate(known):
            face = shrunk(line, self.wide - RIGHT - left, (18, 17, 16, 15, 14))
            write(painter, line, left, y + 28 + at * _ANSWER, face, T0)


def _inside(box: QRectF) -> QRectF:
    """The place of the texts in the rule's box."""
    return box.adjusted(_EDGE, 0, -20, 0)


def _is_whole(sense: str, box: QRectF) -> bool:
    """Whether the rule's sense fits into a box in a size that can be read."""
    size = _SENSE[-1]
    return len(break_lines(sense, box.width(), font(size))) * size * _LEADING <= box.height()


def _under(distance: float) -> float:
    """The most height of a sign in the first row under a heading that lies so far above its middle."""
    return 2 * (distance - _UNDER_HEADING)


def _fair_height(rows: float, end: float, course: CourseRows) -> float:
    """The height of each row of the right half, where not all of them can have their full height."""
    return (end - course.beneath - course.first - course.between) / rows


def _letters(row: float) -> int:
    """The most size of the letters in a row of this height; the full one where two lines have room."""
    return _FULL if row >= _TWO_LINES else max(16, min(_FULL - 1, int(row * 0.85)))


def brought_in_lines(words: Words, shoe: ReplacedShoe, width: float) -> tuple[str, ...]:
    """The words of the authorisation about the shoe that is brought in."""
    shoe_text = label_text(words, words.text("brought_in.head"), brought_in_text(words, shoe))
    return break_lines(shoe_text, width, font(BROUGHT_IN))


def fit_text(
    text: str, width: float, height: float, sizes: tuple[int, ...], leading: float = _LEADING
) -> tuple[tuple[str, ...], int]:
    """A text in lines that fit into a box, and their size; one that is cut off ends with an ellipsis."""
    for size in sizes:
        lines = break_lines(text, width, font(size))
        if len(lines) * size * leading <= height:
            return lines, size
    size = sizes[-1]
    fitting = max(1, int(height / (size * leading)))
    if fitting >= len(lines):
        return lines, size
    last = elide(lines[fitting - 1], width, font(size), goes_on=True)
    return (*lines[: fitting - 1], last), size


def _paint_reported(painter: QPainter, view: DealerView, words: Words, y: float, width: float) -> None:
    text = "   ·   ".join(reported_parts(view, words))
    Sign("outcomes.clock")(painter, QRectF(MARGIN, y - 11, 22, 22), T2)
    write(painter, text, MARGIN + 32, y, shrunk(text, width - 100, (17, 16, 15)), T2)


def write_heading(painter: QPainter, text: str, x: float, y: float) -> None:
    """Write a heading over rows."""
    write(painter, text.upper(), x, y, font(16, bold=True, track=106), T2)


def write_row(
    painter: QPainter, text: str, who: str, left: float, right: float, y: float, *, most: int = _FULL
) -> None:
    """A row: what at the left, who at the right; ``most`` is the most size of its letters."""
    aside = font(min(17, most))
    write(painter, who, right, y, aside, T2, align=1)
    room = right - left - advance(who, aside) - 20
    least = 18 if most == _FULL else 15  # between close rows two lines have no room
    for size in range(most, least - 1, -1):
        if advance(text, font(size)) <= room:
            write(painter, text, left, y, font(size), T0)
            return
    lines, face = set_in(text, room, (18, 17, 16, 15, 14) if most == _FULL else (15, 14, 13))
    write_lines(painter, lines, QRectF(left, y - 24, room, 48), face, T0, leading=1.2)
