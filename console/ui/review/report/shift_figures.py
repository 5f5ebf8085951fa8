"""The figures of a shift's report in one row: rounds, times, incidents, voids, corrections, waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.reports.figures import Figures
from console.ui.kit.lettering import at_most, balance, shrunk, write, write_lines
from console.ui.kit.surface import fill
from console.ui.kit.theme import LINE, T0, T1, font
from console.ui.paper.shift_charts import figure
from console.ui.review.replay.replay_line import length
from console.words import Words
from console.words.amounts import whole as number


class ShiftFigure(NamedTuple):
    """One figure in words: its value, and what it counts."""

    value: str
    name: str


def figures_of(counted: Figures, words: Words) -> tuple[ShiftFigure, ...]:
    """The figures of a table's shift; a dash where there is nothing to measure."""
    to_result, waits, rate = counted.to_result.median, counted.waits.median, counted.rounds_an_hour
    seconds = None if to_result is None else words.text("shift.seconds", seconds=figure(to_result, words))
    values = {
        "rounds": number(counted.rounds, words),
        "rounds_an_hour": None if rate is None else figure(rate, words),
        "to_result": seconds,
        "incidents": str(counted.incident_count),
        "voids": str(counted.voids),
        "corrections": str(counted.corrections + counted.amended),
        "waits": None if waits is None else length(waits),
    }
    return tuple(ShiftFigure(value or "–", words.text(f"shift.{name}")) for name, value in values.items())


def paint_figures(painter: QPainter, figures: Sequence[ShiftFigure], box: QRectF) -> None:
    """Paint the figures side by side between two lines, each as wide as the others."""
    for y in (box.top(), box.bottom()):
        fill(painter, QRectF(box.left(), y, box.width(), 1), LINE)
    step = box.width() / max(1, len(figures))
    for at, (value, name) in enumerate(figures):
        x, room = box.left() + at * step, step - 14
        face = shrunk(value, step - 10, (34, 30, 26), bold=True)
        write(painter, value, x, box.top() + 30, face, T0)
        lines = balance(name, room, font(15))
        face = shrunk(max(lines, key=len), room, (15, 14, 13, 12))
        place = QRectF(x, box.top() + 48, room, 38)
        write_lines(painter, at_most(2, lines), place, face, T1, leading=1.22)
