"""The steps of an authorised outcome as a list, beside the table as it lies."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.game.incident_cases import Result
from console.table.showing.screen_values import DealerView, StepState
from console.table.state.actions import Action
from console.table.state.open_incident import StepEnd
from console.table.state.roles import Actor
from console.ui.felt.felt import Felt
from console.ui.incident.incident_words import kind_name, step_name, then_text
from console.ui.incident.stage import open_incident
from console.ui.kit.lettering import advance, sentence, set_in, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import (
    AMBER,
    AMBER_FILL,
    BG1,
    GREEN,
    LINE,
    LIST_WIDTH,
    MARGIN,
    NOW,
    NOW_FILL,
    T0,
    T1,
    T2,
    font,
)
from console.ui.kit.times import clock_time
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.names import role_name

_TALLEST: Final = 62.0
_FELT: Final = 0.68
"""The scale of the table beside a list."""


class ListedStep(msgspec.Struct, frozen=True):
    """A row of the list: its text, its state, its person, and the text at its right."""

    text: str
    state: StepState
    aside: str = ""
    pit_boss: bool = False
    end: StepEnd = StepEnd.DONE


_ENDS: Final = {
    StepEnd.DONE: (Sign("states.tick"), GREEN),
    StepEnd.SKIPPED: (Sign("outcomes.skip"), T1),
    StepEnd.READ: (Sign("places.reader"), GREEN),
}


def rows_of(view: DealerView, words: Words) -> tuple[ListedStep, ...]:
    """The rows: what happened at the authorisation, the steps, the waiting reports, and how play goes on."""
    incident = open_incident(view)
    if incident is None:
        return ()
    at = "" if view.incident.decided is None else clock_time(view.incident.decided.at, words)
    rows = (
        [ListedStep(words.text("step.authorised"), StepState.DONE, at)]
        if view.incident.decided and view.incident.decided.by
        else []
    )
    if incident.outcome == Result.VOID:
        rows.append(ListedStep(words.text("bets.refunded"), StepState.DONE, at))
    due = next((number for number, step in enumerate(incident.steps) if not step.done), None)
    for number, step in enumerate(incident.steps):
        state = StepState.DONE if step.done else StepState.NOW if number == due else StepState.TO_COME
        aside = role_name(words, step.actor)
        end = StepEnd.DONE
        if step.done:
            ended = view.incident.ended_steps
            end = ended[number].end if number < len(ended) else end
            aside = clock_time(ended[number].at, words) if number < len(ended) else ""
            if end is not StepEnd.DONE:  # in place of the time, which would leave the order no room
                aside = words.text(f"step.{end}")
        name = step_name(words, incident, step.action)
        rows.append(ListedStep(name, state, aside, step.actor is Actor.PIT_BOSS, end))
    for report in view.incident.queue:
        kind = words.text("fact.kind") if report.kind is None else kind_name(words, report.kind)
        rows.append(ListedStep(kind, StepState.TO_COME, words.text("pit.waits")))
    return (*rows, ListedStep(then_text(words, incident, view), StepState.TO_COME))


class StepRow(Surface):
    """A step of an incident: done, due, or to come."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: ListedStep | None = None

    def show_row(self, row: ListedStep, words: Words) -> None:
        """Show a step, which a screen reader says with its state."""
        if row == self._row:
            return
        self._row = row
        plain = row.end is StepEnd.DONE
        spoken = words.text(f"access.step.{row.state}", step=row.text) if plain else row.text
        self.setAccessibleName(words.text("access.list").join(filter(None, (spoken, row.aside))))
        self.update()

    def paint(self, painter: QPainter) -> None:
        row = self._row
        if row is None:
            return
        middle = self.high / 2
        due, ground = (AMBER, AMBER_FILL) if row.pit_boss else (NOW, NOW_FILL)
        if row.state is StepState.NOW:
            fill(painter, QRectF(MARGIN, 1, self.wide - MARGIN - 16, self.high - 2), ground, 4)
            fill(painter, QRectF(MARGIN, 1, 5, self.high - 2), due)
        mark = QRectF(38, middle - 10, 20, 20)
        match row.state:
            case StepState.DONE:
                sign, colour = _ENDS[row.end]
                sign(painter, mark, colour)
            case StepState.NOW:
                Sign("states.arrow_right")(painter, mark, due)
            case _:
                outline(painter, mark.adjusted(3, 3, -3, -3), pen(T2, 2), 7)
        ink = {StepState.DONE: T1, StepState.NOW: T0, StepState.TO_COME: T2}[row.state]
        write(painter, row.aside, self.wide - 26, middle, font(16), T2, align=1)
        room = self.wide - 26 - advance(row.aside, font(16)) - 74 - 14
        _write_in(painter, row.text, QRectF(74, 0, room, self.high), bold=row.state is StepState.NOW, ink=ink)


def _write_in(painter: QPainter, text: str, box: QRectF, *, bold: bool, ink: QColor) -> None:
    """A text in one line, or in two where it is long."""
    face = shrunk(text, box.width(), (20, 19, 18), bold=bold)
    if advance(text, face) <= box.width():
        write(painter, text, box.left(), box.center().y(), face, ink)
        return
    lines, face = set_in(text, box.width(), (17, 16, 15, 14), bold=bold)
    write_lines(painter, lines, box, face, ink, leading=1.2)


class StepsPanel(Surface):
    """The zone of table and rail while the steps of an outcome are done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.rows: list[StepRow] = []
        self._count = 0
        self.felt = Felt(self, scale=_FELT)

    def show_view(self, view: DealerView, words: Words) -> None:
        rows = rows_of(view, words)
        self._count = len(rows)
        while len(self.rows) < len(rows):
            self.rows.append(StepRow(self))
            self.rows[-1].u = self.u
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(rows))
            if at < len(rows):
                row.show_row(rows[at], words)
        incident = open_incident(view)
        void = incident is not None and incident.outcome == Result.VOID
        self.felt.show_view(view, words, band=False, dimmed=void, caption=caption(view, words))
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """The list at the left, the table beside it."""
        high = min(_TALLEST, (self.high - 24) / max(1, self._count))
        for at, row in enumerate(self.rows[: self._count]):
            self.put(row, QRectF(0, 14 + at * high, LIST_WIDTH, high))
        self.put(self.felt, QRectF(LIST_WIDTH, 0, self.wide - LIST_WIDTH, self.high))

    def paint(self, painter: QPainter) -> None:
        """The list's panel."""
        fill(painter, QRectF(0, 0, LIST_WIDTH, self.high), BG1)
        fill(painter, QRectF(LIST_WIDTH - 1, 0, 1, self.high), LINE)


def caption(view: DealerView, words: Words) -> str:
    """The caption beneath the cards while a step is due."""
    incident, prompt = open_incident(view), view.view.prompt
    if prompt.places:
        return words.text("felt.places")
    if incident is not None and prompt.action == Action.PUT_BACK and incident.facts.get("seen") is False:
        return words.text("felt.stays_down")
    return (
        sentence(words.text("felt.moved")) if prompt.action in (Action.MOVE_CARD, Action.MOVE_CARDS) else ""
    )
