"""The column beside an opened table's felt: its alarms, the values of its self-report, what people did there.

It is a value, and paints itself in any box.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from console.floor.alarms.items import AlarmLine
from console.floor.texts import one_line
from console.floor.wall import Cosignature, FloorTable, SeenTable
from console.ui.floor.appearance.desk_answers import event_text
from console.ui.floor.appearance.floor_words import (
    PRIORITIES,
    detail_inside,
    detail_text,
    span,
    taken_text,
    what_text,
)
from console.ui.floor.appearance.urgency_colours import CALM, of_item
from console.ui.kit.lettering import advance, elide, sentence, set_in, shrunk, write, write_lines
from console.ui.kit.surface import fill
from console.ui.kit.theme import BG0, LINE, T0, T1, T2, font
from console.ui.kit.times import clock_time
from console.words import Words


class TableFacts(NamedTuple):
    """What the floor knows of one table."""

    seen_table: SeenTable | None
    """The table's last reading; None before the first."""
    opened: FloorTable | None
    """The table by its entries; None until they are read."""
    items: tuple[AlarmLine, ...]
    """Its alarms, the most urgent one first."""

    def named(self, words: Words) -> list[tuple[str, str]]:
        """The values of the table's self-report with their names; missing values are left out."""
        seen = self.seen_table
        report = seen.report if seen is not None else None
        if seen is None or report is None:
            return []
        rows = [
            (words.text("floor.fact.round"), report.round),
            (words.text("role.dealer"), report.dealer),
            (words.text("role.pit_boss"), report.pit_boss),
            (words.text("floor.fact.room"), one_line(seen.room)),
            (words.text("floor.fact.switch"), seen.switch),
            (words.text("floor.fact.incident"), report.incident.id if report.incident is not None else ""),
            (words.text("floor.fact.entry"), _entries(words, seen)),
        ]
        opened = self.opened
        if opened is not None:
            chain = "floor.chain.good" if opened.good else "floor.chain.bad"
            rows.append(
                (words.text("floor.fact.chain"), words.text(chain, number=words.figure(opened.number)))
            )
            if opened.cosigned is not None:
                rows.append((words.text("floor.fact.witness"), _witnessed(words, opened.cosigned)))
        if report.held_back:
            rows.append(
                (words.text("floor.fact.held_back"), words.count("floor.held_back", report.held_back))
            )
        return [(name, text) for name, text in rows if text]

    def paint(self, painter: QPainter, box: QRectF, words: Words) -> None:
        """Paint the column in a box, as much of it as the box has room for."""
        y = box.top() + 16
        for item in self.items[:4]:
            y = _paint_item(painter, QRectF(box.left() + 10, y, box.width() - 20, 84), item, words) + 8
        y += 14
        for name, text in self.named(words):
            if y > box.bottom() - 16:
                return
            face = shrunk(name, 150, (16, 15, 14, 13))
            write(painter, elide(name, 150, face), box.left() + 18, y, face, T2)
            room = box.width() - 192
            lines, face = set_in(text, room, (17, 16, 15, 14, 13))
            if len(lines) > 1:  # two lines of a row, and the next row beneath them
                lines, face = set_in(text, room, (14, 13))
            write_lines(painter, lines, QRectF(box.left() + 178, y - 18, room, 36), face, T0, leading=1.15)
            y += 34
        if self.opened is not None and self.opened.events:
            fill(painter, QRectF(box.left() + 18, y - 10, box.width() - 36, 1), LINE)
            y += 14
            for event in self.opened.events:
                if y > box.bottom() - 16:
                    return
                time = clock_time(event.at, words)
                end = write(painter, time, box.left() + 18, y, font(16), T2) + 14
                text = event_text(words, event.what, event.name, event.reason)
                room, step = box.right() - 14 - end, 21.0
                lines, face = set_in(text, room, (17, 16, 15, 14), limit=1)
                if lines != (text,):  # a reason in somebody's own words takes the lines that it needs
                    lines, face = set_in(text, room, (16,), limit=max(1, int((box.bottom() - y) / step)))
                place = QRectF(end, y - step / 2, room, step * len(lines))
                write_lines(painter, lines, place, face, T1, leading=step / face.pixelSize())
                y += 30 + step * (len(lines) - 1)


def _entries(words: Words, seen_table: SeenTable) -> str:
    number = words.figure(seen_table.number)
    return f"{number} (−{words.figure(seen_table.backlog)})" if seen_table.backlog else number


def _witnessed(words: Words, cosigned: Cosignature) -> str:
    if not cosigned.fits:
        return words.text("floor.witness.unfit")
    return words.text(
        "floor.witness.fits", number=words.figure(cosigned.number), age=span(words, cosigned.age)
    )


def _paint_item(painter: QPainter, box: QRectF, item: AlarmLine, words: Words) -> float:
    looks = of_item(item)
    ink = looks.row_ink
    fill(painter, box, looks.row if looks is not CALM else BG0, 6)
    fill(painter, QRectF(box.left(), box.top(), 5, box.height()), looks.bar, 2)
    lines, small = _who_and_why(words, item, box.width() - 60)
    upper = box.top() + 23 if lines else box.center().y()
    PRIORITIES[item.priority](painter, QRectF(box.left() + 16, upper - 11, 22, 22), ink)
    wait = span(words, item.wait)
    face = font(22, bold=True)
    write(painter, wait, box.right() - 12, upper, face, ink, align=1)
    what, room = what_text(words, item), box.width() - 60 - advance(wait, face) - 16
    face = shrunk(what, room, (22, 20, 19, 18, 17, 16), bold=True)
    write(painter, elide(what, room, face), box.left() + 48, upper, face, looks.strong)
    place = QRectF(box.left() + 48, box.top() + 38, box.width() - 60, box.height() - 42)
    write_lines(painter, lines, place, small, looks.weak, leading=1.25)
    return box.bottom()


def _who_and_why(words: Words, item: AlarmLine, room: float) -> tuple[tuple[str, ...], QFont]:
    """The person on the way and the reason, a line each where both have room, else joined in two lines."""
    sizes = (16, 15, 14, 13)
    lines = tuple(filter(None, (taken_text(words, item), detail_text(words, item))))
    for face in map(font, sizes):
        if len(lines) == 2 and all(advance(line, face) <= room for line in lines):
            return (lines[0] if item.taken is not None else sentence(lines[0]), lines[1]), face
    if not lines:
        return (), font(sizes[0])
    why = detail_inside(words, item) if len(lines) == 2 else ""
    return set_in(words.list_of(filter(None, (lines[0], why))), room, sizes)
