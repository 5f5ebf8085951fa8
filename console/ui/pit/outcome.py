"""P3: the outcome before it is confirmed: why, by which rule, what happens at once, and the steps with who.

It shows what the table has answered; it confirms nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.roles import Actor
from console.table.views import DealerView, IncidentView
from console.ui.lettering import advance, broken, shrunk, write, write_lines
from console.ui.pit.stage import open_incident, recorded_wrong
from console.ui.pit.wording import (
    at_once,
    basis_text,
    fact_name,
    fact_value,
    fact_value_here,
    kind_name,
    sense_text,
    step_name,
    then_text,
)
from console.ui.signs import outcomes, play, states
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, BG0, BG1, LINE, MARGIN, T0, T1, T2, font
from console.ui.times import clock_time
from console.words import Words
from console.words.names import role_inside, role_name, said_of

_HALF: Final = 688.0
"""Where the right half begins."""
_ROW: Final = 37.0
_MOST_FACTS: Final = 5
_AT_ONCE: Final[dict[str, tuple[Sign, Actor]]] = {
    "bets_back": (outcomes.bets_back, Actor.SYSTEM),
    "bets_stand": (outcomes.bets_stand, Actor.SYSTEM),
    "tell": (play.speak, Actor.PIT_BOSS),
    "decide": (states.decide, Actor.SYSTEM),
}


_BETWEEN: Final = 56.0
"""From the last row of what happens at once to the first step, with the heading between them."""


class OutcomePanel(Surface):
    """The zone of table and rail while an outcome waits for its authority."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the open incident's outcome."""
        self._view, self._words = view, words
        incident = open_incident(view)
        if incident is not None:
            self.setAccessibleName(heard(incident, words, view))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Why at the left, what then at the right, who reported below."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        half = _HALF + (self.wide - 1280) * 0.5
        foot = self.high - 27
        bottom = self._paint_why(painter, incident, view, words, half)
        self._paint_basis(painter, incident, words, QRectF(24, bottom, half - 48, foot - 27 - bottom))
        fill(painter, QRectF(half - 1, 20, 2, self.high - 76), LINE)
        self._paint_steps(painter, incident, view, words, half + 24)
        _paint_reported(painter, view, words, foot, self.wide)

    def _paint_why(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, half: float
    ) -> float:
        """The facts as answered; where they end."""
        _heading(painter, words.text("outcome.head.why"), MARGIN, 33)
        rows = facts_in_words(incident, words, view)
        tight = len(rows) > 3
        step, size = (30.0, 18) if tight else (_ROW, 20)
        names = min(max(advance(name, font(size)) for name, _ in rows), half * 0.48)
        y = 74.0 if not tight else 68.0
        for name, value in rows:
            write(painter, name, MARGIN, y, shrunk(name, names, (size, 18, 17, 16)), T1)
            left = MARGIN + names + 28
            sizes = (22 if not tight else 20, 20, 18, 17, 16)
            face = shrunk(value, half - 24 - left, sizes, bold=True)
            write(painter, value, left, y, face, T0)
            y += step
        return y - step + 26

    def _paint_basis(self, painter: QPainter, incident: IncidentView, words: Words, box: QRectF) -> None:
        fill(painter, box, BG1, 6)
        fill(painter, QRectF(box.left(), box.top(), 5, box.height()), AMBER)
        outcomes.book(painter, QRectF(box.left() + 24, box.top() + 20, 34, 34), AMBER)
        x, y = box.left() + 72, box.top() + 36
        basis, clause = basis_text(words, incident), incident.clause or ""
        before, found, after = basis.partition(clause) if clause else (basis, "", "")
        room = box.right() - 16 - x
        small = shrunk(before + after, room - advance(found, font(26, bold=True)), (20, 18, 17, 16))
        x = write(painter, before.replace(": ", " "), x, y, small, T1)
        if found:
            x = write(painter, found, x + (2 if before else 0), y, font(26, bold=True), T0) + 4
            write(painter, after, x, y, small, T1)
        inner = QRectF(box.left() + 24, box.top() + 62, box.width() - 44, box.height() - 70)
        sense = sense_text(words, incident)
        lines, size = within(sense, inner.width(), inner.height(), (21, 20, 19, 18, 17, 16))
        high = len(lines) * size * 1.38
        top = QRectF(inner.left(), inner.top(), inner.width(), high)
        write_lines(painter, lines, top, font(size), T0, leading=1.38)

    def _paint_steps(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, left: float
    ) -> None:
        _heading(painter, words.text("outcome.head.at_once"), left, 33)
        first, count = at_once(words, incident, view), len(incident.steps)
        # Where all rows do not have their full height each has the same; the last row says how play goes on.
        room = self.high - 40 - 74 - _BETWEEN
        fair = room / (len(first) + count + 0.5)
        right, y = self.wide - 26, 74.0
        for key, text in first:
            sign, actor = _AT_ONCE[key]
            side = min(32.0, fair - 4)
            sign(painter, QRectF(left + 22 - side / 2, y - side / 2, side, side), T0)
            _line(painter, text, role_name(words, actor), left + 56, right, y)
            y += min(48.0, fair)
        y += _BETWEEN - 44
        _heading(painter, words.text("outcome.head.then"), left, y)
        y += 40
        step = min(58.0, max(fair, (self.high - 52 - y) / max(1, count)))
        side = min(38.0, step - 6)
        for number, row in enumerate(incident.steps, 1):
            painter.setPen(pen(T2, 2))
            painter.drawLine(QPointF(left + 19, y + side / 2), QPointF(left + 19, y + step - side / 2))
            outline(painter, QRectF(left + 19 - side / 2, y - side / 2, side, side), pen(T1, 2), side / 2)
            write(painter, str(number), left + 19, y, font(18, bold=True), T0, align=0.5)
            _line(
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


def facts_in_words(incident: IncidentView, words: Words, view: DealerView) -> tuple[tuple[str, str], ...]:
    """What was told, by its short names; the kind comes first, with when it was."""
    told = kind_name(words, incident.kind or "other").replace("\u00ad", "")
    facts = {fact: value for fact, value in incident.facts.items() if fact != "choice"}
    where = facts.pop("where", None)
    if where is not None:
        named = fact_value(words, "where", where)
        told = f"{told}{words.text('access.list')}{named[:1].lower() + named[1:]}"
    rows = [(words.text("fact.name.kind"), told)]
    for fact, value in list(facts.items())[: _MOST_FACTS - 1]:
        rows.append((fact_name(words, incident.kind, fact), fact_value_here(words, view, fact, value)))
    if (wrong := recorded_wrong(view)) is not None:
        rows.append((words.text("fact.name.wrong"), fact_value(words, "actual", wrong)))
    return tuple(rows)


def heard(incident: IncidentView, words: Words, view: DealerView) -> str:
    """The panel as one text, for who hears it."""
    facts = [said_of(words, *fact) for fact in facts_in_words(incident, words, view)]
    first = [text for _, text in at_once(words, incident, view)]
    between = words.text("access.list")
    steps = [
        between.join((step_name(words, incident, step.action), role_name(words, step.actor)))
        for step in incident.steps
    ]
    parts = [*facts, basis_text(words, incident), sense_text(words, incident), *first, *steps]
    return ". ".join(part for part in parts if part)


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
    last = lines[fitting - 1]
    while last and advance(f"{last}…", font(size)) > wide:
        last = last[:-1]
    return (*lines[: fitting - 1], f"{last.rstrip()}…"), size


def reported_parts(view: DealerView, words: Words) -> tuple[str, ...]:
    """Who reported it and when, where to look in the video, which round."""
    reported = view.reported
    parts: list[str] = []
    if reported is not None:
        name, role = reported.by.name, role_inside(words, reported.by.role)
        at = clock_time(reported.at, words)
        parts.append(words.text("incident.reported", time=at, name=name, role=role))
        if reported.video is not None:
            parts.append(words.text("incident.video", time=clock_time(reported.video, words)))
    if view.round_number:
        parts.append(words.text("status.round", round=view.round_number))
    return tuple(parts)


def _paint_reported(painter: QPainter, view: DealerView, words: Words, y: float, wide: float) -> None:
    text = "   ·   ".join(reported_parts(view, words))
    outcomes.clock(painter, QRectF(MARGIN, y - 11, 22, 22), T2)
    write(painter, text, MARGIN + 32, y, shrunk(text, wide - 100, (17, 16, 15)), T2)


def _heading(painter: QPainter, text: str, x: float, y: float) -> None:
    write(painter, text.upper(), x, y, font(16, bold=True, track=106), T2)


def _line(painter: QPainter, text: str, who: str, left: float, right: float, y: float) -> None:
    """A row: what at the left, who at the right."""
    aside = font(17)
    write(painter, who, right, y, aside, T2, align=1)
    room = right - left - advance(who, aside) - 20
    for size in (22, 21, 20, 19, 18):
        if advance(text, font(size)) <= room:
            write(painter, text, left, y, font(size), T0)
            return
    lines = broken(text, room, font(18))
    write_lines(painter, lines[:2], QRectF(left, y - 24, room, 48), font(18), T0, leading=1.2)
