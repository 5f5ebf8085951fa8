"""The list of the open matters and of the last incidents: the left half of the pit boss's page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing import screen_values
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Actor
from console.table.core.state.views import SpinView, View
from console.table.game.incident_cases import Result
from console.table.incidents.known_kinds import Kind
from console.table.ui.dealer.prompt import sign_of
from console.table.ui.dealer.prompt_words import view_after_sign_in
from console.table.ui.felt.games import on_screen
from console.table.ui.incident.incident_words import kind_name, past_note
from console.table.ui.incident.stage import open_incident, reported_round
from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import (
    DOT,
    advance,
    at_most,
    break_lines,
    elide,
    fill_lines,
    shrunk,
    write,
)
from console.table.ui.kit.prompt_parts import PromptColour
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.times import clock_time, lasting, moment_text
from console.table.ui.signs.incident_signs import kind_sign, outcome_sign
from console.table.ui.signs.sign import Sign
from console.table.words.names import lamp_text, whom_text
from console.table.words.speech import prompt_text

_PASSING: Final = frozenset((screen_values.LampFault.SAVING, screen_values.LampFault.UNSYNCHRONISED))
"""Faults of a device that do not delay play."""
_ROW: Final = 74.0
"""The height of an open matter's row, with the distance to the next one."""
_LEAST: Final = 46.0
"""The height of a row if many matters are open: the name and the line beneath it still have room."""
_TWO_LINES: Final = 50.0
"""The least height of a row in which both lines have their full size."""
_APART: Final = 6.0
_FIRST: Final = 46.0
"""The top of the first open matter, beneath the heading."""
_NOTHING: Final = 60.0
"""The height of the line that stands there if nothing is open."""
_NO_LINE: Final = 6.0
"""The same if the prompt says so above the list."""
_TO_HEADING: Final = 22.0
_TO_PAST: Final = 60.0
"""From the end of the open matters: the middles of the second heading and of the first past incident."""
_PAST_ROW: Final = 50.0
_PAST_LINE: Final = 21.0
_PAST_FOOT: Final = 22.0
"""The least distance from the middle of a past incident's row to the end of its place."""
_BOARD: Final = 196.0
"""The height of the board of results at the foot of the list, whose marks a pit boss can tell apart."""
_TEXT: Final = 58.0
"""The left edge of the texts beside a small sign."""


class Waiting(msgspec.Struct, frozen=True):
    """A matter that waits: an incident, a halt, a prompt, a silent server, a call, or an office to inform."""

    kind: str | None
    at: datetime | None
    by: screen_values.Person | None
    incident: bool = True
    halted: bool = False
    queued: bool = False
    asks: View | None = None
    """The table's view, if its prompt asks the pit boss for something beside incidents and halts."""
    silent: bool = False
    """Whether the game server is silent, and the pit boss chooses how the round goes on."""
    office: screen_values.OfficeDue | None = None

    @property
    def sign(self) -> Sign:
        if self.incident:
            return kind_sign(self.kind)
        if self.asks is not None:
            return sign_of(self.asks, PromptColour.PIT_BOSS)
        if self.silent:
            return Sign("states.caution")
        if self.office is not None:
            return Sign("outcomes.book")
        return Sign("states.halt") if self.halted else Sign("places.bell")

    def name(self, words: Words) -> str:
        """The kind, the prompt's order, or that play is halted, the server silent, a pit boss called."""
        if self.asks is not None:
            return prompt_text(words, self.asks)
        if self.silent:
            return words.text("prompt.silent")
        if self.office is not None:
            return words.label(words.text("handover.notification"), whom_text(words, self.office.whom))
        if not self.incident:
            return words.text("phase.halted" if self.halted else "pit.call")
        known = words.text("fact.kind") if self.kind is None else kind_name(words, self.kind)
        return known.replace("\u00ad", "")

    def lasts(self, now: datetime | None) -> str:
        """The minutes and seconds that it has waited; empty if its beginning is not known."""
        if self.at is None or now is None:
            return ""
        return lasting(max(0, int((now - self.at).total_seconds())))


def waiting(view: screen_values.DealerView) -> tuple[Waiting, ...]:
    """The matters that wait for the pit boss, the oldest first."""
    rows: list[Waiting] = []
    incident, reported = open_incident(view), view.incident.reported
    if incident is not None:
        at, by = (reported.at, reported.by) if reported is not None else (None, None)
        rows.append(Waiting(incident.kind, at, by))
    elif view.view.phase == Phase.HALTED:
        held = view.halt.held
        rows.append(Waiting(None, held.at if held else None, None, incident=False, halted=True))
    elif (asks := _asks_pit_boss(view)) is not None:
        rows.append(Waiting(None, None, None, incident=False, asks=asks))
    elif view.server.silence is not None:
        rows.append(Waiting(None, None, None, incident=False, silent=True))
    rows += [Waiting(each.kind, each.at, each.by, queued=True) for each in view.incident.queue]
    if view.view.call:
        rows.append(Waiting(None, view.call.called_at, view.dealer, incident=False))
    return tuple(rows)


def to_inform(view: screen_values.DealerView) -> tuple[Waiting, ...]:
    """The offices to inform: they hold back nothing at the table, and stay for hours."""
    return tuple(Waiting(None, None, None, incident=False, office=each) for each in view.offices)


def device_faults(view: screen_values.DealerView) -> list[screen_values.Lamp]:
    """The faults that the pit boss sees while nothing is open."""
    return [lamp for lamp in view.console.lamps if lamp.fault is not None and lamp.fault not in _PASSING]


def not_well(faults: Iterable[screen_values.Lamp], words: Words) -> str:
    """The line about faults while nothing is open: a dealer who is due is no device that is down."""
    due = next((lamp for lamp in faults if lamp.device == "dealer"), None)
    return words.text("pit.not_well") if due is None else lamp_text(words, due)


def row_boxes(count: int, wide: float, high: float) -> tuple[QRectF, ...]:
    """The places of so many open matters in a list of this size: closer if they are many; none is cut off."""
    step = max(_LEAST, min(_ROW, (high - _FIRST) / count))
    fitting = max(1, min(count, int((high - _FIRST + _APART) / step)))
    return tuple(QRectF(12, _FIRST + at * step, wide - 24, step - _APART) for at in range(fitting))


def _asks_pit_boss(view: screen_values.DealerView) -> View | None:
    """The view whose prompt asks the pit boss, as it will be after a sign-in; None if it asks others."""
    return view_after_sign_in(view) if view.view.prompt.actor is Actor.PIT_BOSS else None


def _present_round(view: screen_values.DealerView, row: Waiting) -> str:
    """The number of the present round; empty for a report that is about the number of the one before it
    (LT-ROU-33), and while cards are shuffled, or the wheel is checked: the last round is over.
    """
    if view.preparation.steps:
        return ""
    lying = view.view.round
    earlier = row.kind == Kind.WRONG_NUMBER_RECORDED and isinstance(lying, SpinView) and lying.number is None
    return "" if earlier else str(view.round_number or "")


def beneath(view: screen_values.DealerView, row: Waiting, words: Words) -> list[str]:
    """The texts beneath a matter's name: its round, who reported it, if it waits; an office's: what, when."""
    if row.office is not None:
        key = "notification.overdue" if row.office.is_overdue else "notification.until"
        return [row.office.incident, words.text(key, time=moment_text(row.office.until, words))]
    number = reported_round(view) if row.incident and not row.queued else _present_round(view, row)
    texts = [words.text("status.round", round=number)] if number else []
    texts += [row.by.name] if row.by is not None else []
    return texts + ([words.text("pit.waits")] if row.queued else [])


def _since(row: Waiting, words: Words) -> str:
    """The time since which it waits: a screen reader would say a counting one each second."""
    return "" if row.at is None else clock_time(row.at, words)


def past_texts(words: Words, each: screen_values.PastIncident) -> tuple[str, ...]:
    """The round that an incident was about, and what became of it."""
    number = "" if each.round is None else words.text("status.round", round=each.round)
    return tuple(filter(None, (number, *past_note(words, each))))


class OpenList(Surface):
    """The left half of the pit boss's screen."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self.covers()
        self._words = words
        self._view = screen_values.NO_TABLE
        self._now: datetime | None = None
        self._headline = ""

    def show_view(self, view: screen_values.DealerView, words: Words, now: datetime, headline: str) -> None:
        """Show the waiting matters and those that are over; nothing that the ``headline`` says already."""
        self._view, self._words, self._now, self._headline = view, words, now, headline
        self.setAccessibleName(". ".join(self._spoken(view, words)))
        self.update()

    def _spoken(self, view: screen_values.DealerView, words: Words) -> Iterator[str]:
        """The matters that wait, each since when, then the last incidents: all that the rows show."""
        comma = words.text("access.list").join
        rows = [
            comma(filter(None, (each.name(words), *beneath(view, each, words), _since(each, words))))
            for each in (*waiting(view), *to_inform(view))
        ]
        if rows or self._nothing:
            yield words.label(words.text("pit.open"), ". ".join(rows)) if rows else self._nothing
        past = [
            comma(
                filter(
                    None,
                    (
                        clock_time(each.at, words, seconds=False),
                        kind_name(words, each.kind).replace("\u00ad", ""),
                        *past_texts(words, each),
                        each.clause,
                    ),
                )
            )
            for each in view.incident.past
        ]
        yield words.label(words.text("pit.last"), ". ".join(past) or words.text("pit.none_past"))

    @property
    def _nothing(self) -> str:
        """That nothing waits; empty if the headline is the same, or asks about a call."""
        faults = device_faults(self._view)
        text = not_well(faults, self._words) if faults else self._words.text("pit.nothing_open")
        return "" if text == self._headline or self._view.screen.answered else text

    def paint(self, painter: QPainter) -> None:
        """Two headings with their rows; if nothing waits, a line in the place of the first one."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(self.wide - 1, 0, 1, self.high), theme.LINE)
        view, words = self._view, self._words
        y = self._paint_open(painter, view, words)
        self._heading(painter, words.text("pit.last"), y + _TO_HEADING)
        first = y + _TO_PAST
        board = on_screen(view.game).board if view.results else None
        if board is None or first + _PAST_ROW * min(len(view.incident.past), 1) > self.high - _BOARD:
            self._paint_past(painter, view.incident.past, first, self.high, words)
            return
        foot = self.high - _BOARD
        self._paint_past(painter, view.incident.past, first, foot, words)
        fill(painter, QRectF(theme.MARGIN, foot, self.wide - 2 * theme.MARGIN, 1), theme.LINE)
        box = QRectF(theme.MARGIN, foot + 10, self.wide - 2 * theme.MARGIN, _BOARD - 22)
        board(painter, box, view.results, words, self.u)

    def _heading(self, painter: QPainter, text: str, y: float) -> None:
        write(painter, text.upper(), theme.MARGIN, y, theme.font(theme.LEAST, bold=True), theme.T2)

    def _paint_open(self, painter: QPainter, view: screen_values.DealerView, words: Words) -> float:
        """The matters that wait, or that nothing does; returns where they end."""
        rows = (*waiting(view), *to_inform(view))
        if not rows and not self._nothing:
            return _NO_LINE
        if not rows:
            faulty = bool(device_faults(view))
            sign, ink = (
                (Sign("states.caution"), theme.FAULT) if faulty else (Sign("states.tick"), theme.GREEN)
            )
            sign(painter, QRectF(theme.MARGIN, 16, 24, 24), ink)
            place = QRectF(_TEXT, 2, self.wide - _TEXT - theme.MARGIN, 52)
            Column([Row(self._nothing, 20, theme.T1)], place.width(), 52).paint_in(painter, place)
            return _NOTHING
        self._heading(painter, words.text("pit.open"), 28)
        boxes = row_boxes(len(rows), self.wide, self.high)
        for row, box in zip(rows, boxes, strict=False):
            below = words.list_of(beneath(view, row, words))
            self._paint_row(painter, row, box, below, first=box is boxes[0])
        return boxes[-1].bottom() + _APART

    def _paint_row(self, painter: QPainter, row: Waiting, box: QRectF, below: str, *, first: bool) -> None:
        """A matter, with what stands ``below`` its name; the first one is marked as due."""
        words = self._words
        ink = theme.AMBER if first else theme.T1
        if first:
            fill(painter, box, theme.AMBER_FILL, 6)
            fill(painter, QRectF(box.left(), box.top(), 6, box.height()), theme.AMBER)
        middle = box.center().y()
        side = min(38.0, box.height() - 6)
        row.sign(painter, QRectF(box.left() + 41 - side / 2, middle - side / 2, side, side), ink)
        lasts, large = row.lasts(self._now), theme.font(26, bold=True)
        write(painter, lasts, box.right() - 12, middle, large, ink, align=1)
        left, room = box.left() + 78, box.width() - 112 - advance(lasts, large)
        name, tight = row.name(words), box.height() < _TWO_LINES
        up, down = (9, 11) if tight else (12, 15)
        sizes = (19, theme.LEAST, 17) if tight else (22, 20, 19, theme.LEAST, 17)
        face = shrunk(name, room, sizes, bold=first)
        write(painter, name, left, middle - (up if below else 0), face, theme.T0)
        write(painter, below, left, middle + down, shrunk(below, room, (theme.LEAST, 17, 16)), theme.T1)

    def _paint_past(
        self,
        painter: QPainter,
        past_incidents: tuple[screen_values.PastIncident, ...],
        first: float,
        end: float,
        words: Words,
    ) -> None:
        """The last incidents from the middle of the ``first`` row on, as many as have room above ``end``."""
        if not past_incidents:
            write(painter, words.text("pit.none_past"), theme.MARGIN, first, theme.font(18), theme.T2)
        y = first
        for each in past_incidents:
            if y > end - _PAST_FOOT:
                return
            y += _PAST_ROW + self._paint_past_row(painter, each, y, end - _PAST_FOOT - y, words)

    def _paint_past_row(
        self, painter: QPainter, each: screen_values.PastIncident, y: float, below: float, words: Words
    ) -> float:
        """The outcome's sign, the time, the kind, the clause; beneath, the round and what became of it: in
        two lines if one is too short, and ``below`` has room for the second. Returns the second's height.
        """
        if each.taken_back_by is not None:
            sign, ink = Sign("states.withdraw"), theme.T2
        else:
            sign, ink = (
                outcome_sign(each.outcome),
                theme.AMBER if each.outcome == Result.VOID else theme.GREEN,
            )
        sign(painter, QRectF(theme.MARGIN - 2, y - 13, 26, 26), ink)
        x = write(painter, clock_time(each.at, words, seconds=False), _TEXT, y, theme.font(18), theme.T2) + 20
        clause, kind = each.clause or "", kind_name(words, each.kind).replace("\u00ad", "")
        write(painter, clause, self.wide - theme.MARGIN, y - 10, theme.font(theme.LEAST), theme.T2, align=1)
        room, face = self.wide - theme.MARGIN - x, theme.font(theme.LEAST)
        of_kind = room - advance(clause, face) - 16
        write(painter, kind, x, y - 10, shrunk(kind, of_kind, (18, 17, 16)), theme.T1)
        most = 2 if below >= _PAST_LINE else 1
        parts = past_texts(words, each)
        if most == 1 and each.round is not None and len(fill_lines(parts, room, face)) > 1:
            parts = (each.round, *past_note(words, each))  # the number alone names the round, too
        lines = fill_lines(parts, room, face)
        if len(lines) > most or any(advance(line, face) > room for line in lines):
            lines = at_most(most, break_lines(DOT.join(parts), room, face))
        for at, line in enumerate(lines):
            write(painter, elide(line, room, face), x, y + 11 + at * _PAST_LINE, face, theme.T2)
        return (len(lines) - 1) * _PAST_LINE
