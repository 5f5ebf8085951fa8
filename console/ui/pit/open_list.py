"""The list of the open matters and of the last incidents: the left half of the pit boss's overview."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.showing.screen_values import DealerView, PastIncident, Person
from console.table.state.phases import Phase
from console.ui.felt.games import on_screen
from console.ui.incident.incident_words import (
    kind_name,
    past_note,
)
from console.ui.incident.stage import open_incident
from console.ui.kit.lettering import advance, cut, shrunk, write
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import (
    AMBER,
    AMBER_FILL,
    BG1,
    GREEN,
    LINE,
    MARGIN,
    T0,
    T1,
    T2,
    font,
)
from console.ui.kit.times import clock_time, lasting
from console.ui.signs import incidents, places, states
from console.words import Words
from console.words.names import labelled

_DOT: Final = "  ·  "
_ROW: Final = 72.0
_PAST_ROW: Final = 42.0
_BOARD: Final = 158.0
"""The height of the board of results at the foot of the list."""


class Waiting(msgspec.Struct, frozen=True):
    """A matter that waits: an incident, a halt, or a call without an incident."""

    kind: str | None
    at: datetime | None
    by: Person | None
    incident: bool = True
    halted: bool = False
    queued: bool = False


def waiting(view: DealerView) -> tuple[Waiting, ...]:
    """The matters that wait for the pit boss, the oldest first."""
    rows: list[Waiting] = []
    incident, reported = open_incident(view), view.reported
    if incident is not None:
        at, by = (reported.at, reported.by) if reported is not None else (None, None)
        rows.append(Waiting(incident.kind, at, by))
    elif view.view.phase == Phase.HALTED:
        rows.append(Waiting(None, view.held.at if view.held else None, None, incident=False, halted=True))
    rows += [Waiting(each.kind, each.at, each.by, queued=True) for each in view.queue]
    if view.view.call:
        rows.append(Waiting(None, view.called_at, view.dealer, incident=False))
    return tuple(rows)


class OpenList(Surface):
    """The left half of the pit boss's screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._now: datetime | None = None

    def show_view(self, view: DealerView, words: Words, now: datetime) -> None:
        """Show the waiting matters and those that are over."""
        self._view, self._words, self._now = view, words, now
        named = words.text("access.list").join(self._name(each, words) for each in waiting(view))
        spoken = labelled(words, words.text("pit.open"), named) if named else words.text("pit.nothing_open")
        self.setAccessibleName(spoken)
        self.update()

    def _name(self, row: Waiting, words: Words) -> str:
        if row.incident:
            known = words.text("fact.kind") if row.kind is None else kind_name(words, row.kind)
            return known.replace("\u00ad", "")
        return words.text("phase.halted" if row.halted else "pit.call")

    def paint(self, painter: QPainter) -> None:
        """Two headings with their rows; if nothing waits, the place of the first heading says so."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        fill(painter, QRectF(self.wide - 1, 0, 1, self.high), LINE)
        view, words = self._view, self._words
        if view is None or words is None:
            return
        rows = waiting(view)
        if rows:
            self._heading(painter, words.text("pit.open"), 28)
        y = 46.0 if rows else 12.0
        for at, row in enumerate(rows):
            self._paint_waiting(
                painter, row, QRectF(12, y, self.wide - 24, _ROW - 4), view, words, first=at == 0
            )
            y += _ROW + 2
        if not rows:
            states.tick(painter, QRectF(MARGIN, y + 4, 24, 24), GREEN)
            write(painter, words.text("pit.nothing_open"), 58, y + 16, font(20), T1)
            y += 48
        self._heading(painter, words.text("pit.last"), y + 22)
        board = on_screen(view.game).board if view.results else None
        least = y + 60 + _PAST_ROW * min(len(view.past), 1)
        if board is None or least > self.high - _BOARD:
            self._paint_past(painter, view.past, y + 60, self.high, words)
            return
        self._paint_past(painter, view.past, y + 60, self.high - _BOARD, words)
        fill(painter, QRectF(MARGIN, self.high - _BOARD, self.wide - 2 * MARGIN, 1), LINE)
        box = QRectF(MARGIN, self.high - _BOARD + 10, self.wide - 2 * MARGIN, _BOARD - 22)
        board(painter, box, view.results, words, self.u)

    def _heading(self, painter: QPainter, text: str, y: float) -> None:
        write(painter, text.upper(), MARGIN, y, font(16, bold=True, track=106), T2)

    def _paint_waiting(
        self, painter: QPainter, row: Waiting, box: QRectF, view: DealerView, words: Words, *, first: bool
    ) -> None:
        ink = AMBER if first else T1
        if first:
            fill(painter, box, AMBER_FILL, 6)
            fill(painter, QRectF(box.left(), box.top(), 6, box.height()), AMBER)
        middle = box.center().y()
        sign = incidents.kind_sign(row.kind) if row.incident else states.halt if row.halted else places.bell
        sign(painter, QRectF(box.left() + 22, middle - 19, 38, 38), ink)
        since = self._since(row)
        write(painter, since, box.right() - 12, middle, font(26, bold=True), ink, align=1)
        left, room = box.left() + 78, box.width() - 100 - advance(since, font(26, bold=True)) - 12
        name = self._name(row, words)
        write(painter, name, left, middle - 12, shrunk(name, room, (22, 20, 19, 18, 17), bold=first), T0)
        below = words.text("status.round", round=view.round_number)
        if row.by is not None:
            below = f"{below}{words.text('access.list')}{row.by.name}"
        if row.queued:
            below = f"{below}{words.text('access.list')}{words.text('pit.waits')}"
        write(painter, below, left, middle + 15, shrunk(below, room, (16, 15, 14)), T1)

    def _since(self, row: Waiting) -> str:
        """The minutes and seconds that a matter has waited."""
        if row.at is None or self._now is None:
            return ""
        seconds = max(0, int((self._now - row.at).total_seconds()))
        return lasting(seconds)

    def _paint_past(
        self, painter: QPainter, past: tuple[PastIncident, ...], y: float, end: float, words: Words
    ) -> None:
        if not past:
            write(painter, words.text("pit.none_past"), MARGIN, y, font(18), T2)
        for each in past:
            if y > end - 16:
                return
            back = each.taken_back_by is not None
            sign, ink = (states.withdraw, T2) if back else (states.tick, GREEN)
            sign(painter, QRectF(MARGIN, y - 11, 22, 22), ink)
            x = write(painter, clock_time(each.at, words, seconds=False), 58, y, font(18), T2) + 20
            clause = each.clause or ""
            write(painter, clause, self.wide - MARGIN, y, font(17), T2, align=1)
            room = self.wide - MARGIN - advance(clause, font(17)) - 16 - x
            kind, note = kind_name(words, each.kind).replace("\u00ad", ""), past_note(words, each)
            if back and note:
                write(painter, kind, x, y - 11, shrunk(kind, room, (18, 17, 16)), T1)
                face = shrunk(note, room, (15, 14, 13, 12))
                write(painter, cut(note, room, face), x, y + 12, face, T2)
            else:
                both = _DOT.join(filter(None, (kind, note)))
                text = cut(both if advance(both, font(16)) <= room else kind, room, font(16))
                write(painter, text, x, y, shrunk(text, room, (18, 17, 16)), T1)
            y += _PAST_ROW
