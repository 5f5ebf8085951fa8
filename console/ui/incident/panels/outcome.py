"""The outcome before it is confirmed: why, by which rule, what happens at once, and the steps with who does
each.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.rule_values import ReplacedShoe
from console.incidents.known_kinds import Kind
from console.table.showing.screen_values import DealerView
from console.table.state.roles import Actor
from console.table.state.views import IncidentView
from console.ui.incident.incident_words import (
    at_once,
    basis_text,
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
from console.ui.kit.lettering import advance, at_most, broken, cut, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import AMBER, BG0, BG1, LINE, MARGIN, T0, T1, T2, font
from console.ui.signs import outcomes, play, states
from console.ui.signs.nib import Sign
from console.words import Words
from console.words.incident_phrases import brought_in_text
from console.words.names import labelled, role_name

_HALF: Final = 688.0
"""The left edge of the right half."""
_ROW: Final = 37.0
BROUGHT_IN: Final = 16
"""The letters' size of the text about a shoe that is brought in."""
AT_ONCE: Final[dict[str, tuple[Sign, Actor]]] = {
    "bets_back": (outcomes.bets_back, Actor.SYSTEM),
    "bets_stand": (outcomes.bets_stand, Actor.SYSTEM),
    "tell": (play.speak, Actor.PIT_BOSS),
    "decide": (states.decide, Actor.SYSTEM),
}


_WITHOUT_NUMBER: Final = frozenset((Kind.BALL_OUT, Kind.FOREIGN_OBJECT, "not_read"))
"""Kinds of which each says that the wheel has told no number."""


_BETWEEN: Final = 56.0
"""The distance from the last row of 'At once' to the first step, with the heading between them."""


_SHORT: Final = 340.0
"""The height, in units, below which a page lies under a sign-in."""
_CLOSEST: Final = 24.0
"""The least distance between two rows of the course, where something covers the panel's corner."""
_ANSWER: Final = 24.0
"""The distance between two of a seat's answers."""


class OutcomePanel(Surface):
    """The zone of table and rail while an outcome waits for its authority."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._corner = 0.0

    def leave_corner(self, high: float) -> None:
        """Leave this height free in the lower right corner, for a part that covers it, where the rows allow
        it.
        """
        if high != self._corner:
            self._corner = high
            self.update()

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the open incident's outcome."""
        self._view, self._words = view, words
        incident = open_incident(view)
        if incident is not None:
            self.setAccessibleName(spoken_text(incident, words, view))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Why at the left, what then at the right, who reported below."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        half = _HALF + (self.wide - 1280) * 0.5
        foot = self.high - 27 if not self._is_short else self.high + 15
        bottom = self._paint_why(painter, incident, view, words, half)
        box = QRectF(24, bottom, half - 48, foot - 27 - bottom)
        if view.brought_in is not None:
            brought = brought_in_lines(words, view.brought_in, box.width() - 44)
            high = len(brought) * BROUGHT_IN * 1.3
            below = QRectF(box.left() + 24, box.bottom() - high - 6, box.width() - 44, high)
            self._paint_basis(painter, incident, words, box, left_free=high)
            write_lines(painter, brought, below, font(BROUGHT_IN), T0, leading=1.3)
        else:
            self._paint_basis(painter, incident, words, box)
        fill(painter, QRectF(half - 1, 20, 2, foot - 49), LINE)
        self._paint_steps(painter, incident, view, words, half + 24)
        if not self._is_short:
            _paint_reported(painter, view, words, foot, self.wide)

    @property
    def _is_short(self) -> bool:
        """Whether a sign-in covers part of the page; then who reported it is not shown."""
        return self.high < _SHORT

    def _paint_why(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, half: float
    ) -> float:
        """The facts as answered; where they end."""
        write_heading(painter, words.text("outcome.head.why"), MARGIN, 33)
        rows = facts_in_words(incident, words, view)
        tight = len(rows) > 3 or self._is_short
        step, size = (30.0, 18) if tight else (_ROW, 20)
        names = min(max(advance(name, font(size)) for name, _ in rows), half * 0.48)
        y = 74.0 if not tight else 68.0
        if self._is_short:
            step, y = 24.0, 60.0
        doubtful = doubtful_rows(incident, words, view)
        for name, value in rows:
            write(painter, name, MARGIN, y, shrunk(name, names, (size, 18, 17, 16)), T1)
            left, ink = MARGIN + names + 28, T0
            if name in doubtful:
                states.caution(painter, QRectF(left, y - 11, 22, 22), AMBER)
                left, ink = left + 30, AMBER
            sizes = (22 if not tight else 20, 20, 18, 17, 16)
            face = shrunk(value, half - 24 - left, sizes, bold=True)
            write(painter, value, left, y, face, ink)
            y += step
        return y - step + 26

    def _paint_basis(
        self, painter: QPainter, incident: IncidentView, words: Words, box: QRectF, left_free: float = 0.0
    ) -> None:
        """The rule and its sense; ``left_free`` is what stays free at the foot of the box."""
        fill(painter, box, BG1, 6)
        fill(painter, QRectF(box.left(), box.top(), 5, box.height()), AMBER)
        up = 12 if self._is_short else 0
        outcomes.book(painter, QRectF(box.left() + 24, box.top() + 20 - up, 34, 34), AMBER)
        x, y = box.left() + 72, box.top() + 36 - up
        basis, clause = basis_text(words, incident), incident.clause or ""
        before, found, after = basis.partition(clause) if clause else (basis, "", "")
        room = box.right() - 16 - x
        small = shrunk(before + after, room - advance(found, font(26, bold=True)), (20, 18, 17, 16))
        x = write(painter, before.replace(words.locale.colon, " "), x, y, small, T1)
        if found:
            x = write(painter, found, x + (2 if before else 0), y, font(26, bold=True), T0) + 4
            write(painter, after, x, y, small, T1)
        inner = QRectF(
            box.left() + 24,
            box.top() + 62 - 1.5 * up,
            box.width() - 44,
            box.height() - 70 + 1.5 * up - left_free,
        )
        sense = sense_text(words, incident)
        lines, size = within(sense, inner.width(), inner.height(), (21, 20, 19, 18, 17, 16, 15, 14))
        high = len(lines) * size * 1.38
        top = QRectF(inner.left(), inner.top(), inner.width(), high)
        write_lines(painter, lines, top, font(size), T0, leading=1.38)

    def _paint_steps(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, left: float
    ) -> None:
        write_heading(painter, words.text("outcome.head.at_once"), left, 33)
        first, count = at_once(words, incident, view), len(incident.steps)
        # Where all rows do not have their full height each has the same; the last row says how play goes on.
        rows = len(first) + count + 0.5
        known = known_answers(incident, words, view)
        below = _ANSWER * len(known)
        closest = (self.high - self._corner - below - 40 - 74 - _BETWEEN) / rows
        end = self.high - below - (self._corner if closest >= _CLOSEST else 0)
        fair = (end - 40 - 74 - _BETWEEN) / rows
        right, y = self.wide - 26, 74.0
        for key, text in first:
            sign, actor = AT_ONCE[key]
            side = min(32.0, fair - 4)
            sign(painter, QRectF(left + 22 - side / 2, y - side / 2, side, side), T0)
            write_row(painter, text, role_name(words, actor), left + 56, right, y)
            y += min(48.0, fair)
        y += _BETWEEN - 44
        write_heading(painter, words.text("outcome.head.then"), left, y)
        y += 40
        step = min(58.0, max(fair, (end - 52 - y) / max(1, count)))
        side = min(38.0, step - 6)
        for number, row in enumerate(incident.steps, 1):
            painter.setPen(pen(T2, 2))
            painter.drawLine(QPointF(left + 19, y + side / 2), QPointF(left + 19, y + step - side / 2))
            outline(painter, QRectF(left + 19 - side / 2, y - side / 2, side, side), pen(T1, 2), side / 2)
            write(painter, str(number), left + 19, y, font(18, bold=True), T0, align=0.5)
            write_row(
                painter,
                step_name(words, incident, row.action),
                role_name(words, row.actor),
                left + 56,
                right,
                y,
            )
            y += step
        states.arrow_right(painter, QRectF(left + 6, y - 13, 26, 26), T1)
        write(painter, then_text(words, incident, view), left + 56, y, font(22), T1)
        if known:
            write_heading(painter, words.text("record.head.answers"), left, y + 40)
            for at, line in enumerate(known):
                face = shrunk(line, right - left, (18, 17, 16, 15, 14))
                write(painter, line, left, y + 68 + at * _ANSWER, face, T0)


def brought_in_lines(words: Words, shoe: ReplacedShoe, wide: float) -> tuple[str, ...]:
    """What the authorisation says about the shoe that is brought in."""
    shoe_text = labelled(words, words.text("brought_in.head"), brought_in_text(words, shoe))
    return broken(shoe_text, wide, font(BROUGHT_IN))


def within(
    text: str, wide: float, high: float, sizes: tuple[int, ...], leading: float = 1.38
) -> tuple[tuple[str, ...], int]:
    """A text in lines that fit into a box, and their size; one that is cut off ends with an ellipsis."""
    for size in sizes:
        lines = broken(text, wide, font(size))
        if len(lines) * size * leading <= high:
            return lines, size
    size = sizes[-1]
    fitting = max(1, int(high / (size * leading)))
    if fitting >= len(lines):
        return lines, size
    last = cut(lines[fitting - 1], wide, font(size), goes_on=True)
    return (*lines[: fitting - 1], last), size


def _paint_reported(painter: QPainter, view: DealerView, words: Words, y: float, wide: float) -> None:
    text = "   ·   ".join(reported_parts(view, words))
    outcomes.clock(painter, QRectF(MARGIN, y - 11, 22, 22), T2)
    write(painter, text, MARGIN + 32, y, shrunk(text, wide - 100, (17, 16, 15)), T2)


def write_heading(painter: QPainter, text: str, x: float, y: float) -> None:
    """Write a heading over rows."""
    write(painter, text.upper(), x, y, font(16, bold=True, track=106), T2)


def write_row(painter: QPainter, text: str, who: str, left: float, right: float, y: float) -> None:
    """A row: what at the left, who at the right."""
    aside = font(17)
    write(painter, who, right, y, aside, T2, align=1)
    room = right - left - advance(who, aside) - 20
    for size in (22, 21, 20, 19, 18):
        if advance(text, font(size)) <= room:
            write(painter, text, left, y, font(size), T0)
            return
    lines = broken(text, room, font(18))
    write_lines(painter, at_most(2, lines), QRectF(left, y - 24, room, 48), font(18), T0, leading=1.2)
