"""The steps of an authorised outcome as a list, beside the table as it lies."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, StepState
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import StepEnd
from console.table.core.state.roles import Actor
from console.table.game.incident_cases import Result
from console.table.incidents.known_kinds import Kind
from console.table.ui.felt.felt import Felt
from console.table.ui.incident.incident_words import kind_name, then_text
from console.table.ui.incident.stage import open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.surface import Surface, Tint, fill
from console.table.ui.kit.times import clock_time
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import step_text
from console.table.words.names import role_name

_TOP: Final = 18.0
"""The free height above the list."""
_FELT: Final = 0.68
"""The scale of the table beside a list."""


class ListedStep(msgspec.Struct, frozen=True):
    """A row of the list: its text, its state, its person, and the text at its right."""

    text: str
    state: StepState
    aside: str = ""
    actor: Actor = Actor.SYSTEM
    end: StepEnd = StepEnd.DONE
    is_damaged: bool = False
    """Whether the step found the ball damaged."""


_ENDS: Final = {
    StepEnd.DONE: (Sign("states.tick"), theme.GREEN),
    StepEnd.SKIPPED: (Sign("outcomes.skip"), theme.T1),
    StepEnd.READ: (Sign("places.reader"), theme.GREEN),
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
        aside, end = "", StepEnd.DONE
        if step.done:
            ended = view.incident.ended_steps
            end = ended[number].end if number < len(ended) else end
            aside = clock_time(ended[number].at, words) if number < len(ended) else ""
            if end is not StepEnd.DONE:  # in place of the time, which would leave the order no room
                aside = words.text(f"step.{end}")
        name = step_text(words, incident, step.action, view.view.cards_apart)
        found = step.done and step.action == Action.CHECK_BALL
        damaged = found and incident.facts.get("ball_damaged") is True
        if damaged:
            name = words.text("step.check_ball.damaged")
        rows.append(ListedStep(name, state, aside, step.actor, end, damaged))
    for report in view.incident.queue:
        kind = words.text("fact.kind") if report.kind is None else kind_name(words, report.kind)
        rows.append(ListedStep(kind, StepState.TO_COME, words.text("pit.waits")))
    if view.halt.cards_left == 1 and any(each.kind == Kind.EARLY_DEAL for each in view.incident.queue):
        return tuple(rows)  # the card that would halt play again is the one of that report
    return (*rows, ListedStep(then_text(words, incident, view), StepState.TO_COME))


def drawn_row(step: ListedStep) -> Row:
    """A step as the list shows it: done with its time or end, due in the colour of who acts, to come."""
    match step.state:
        case StepState.DONE:
            sign, ink = (Sign("wheel.damaged_ball"), theme.AMBER) if step.is_damaged else _ENDS[step.end]
            return Row(step.text, ink=theme.T1, sign=sign, sign_ink=ink, who=step.aside)
        case StepState.NOW:
            due = (
                Tint(theme.AMBER, theme.AMBER_FILL)
                if step.actor is Actor.PIT_BOSS
                else Tint(theme.NOW, theme.NOW_FILL)
            )
            arrow = Sign("states.arrow_right")
            return Row(step.text, bold=True, sign=arrow, sign_ink=due.edge, who=step.aside, boxed=due)
        case _:
            return Row(step.text, ink=theme.T2, sign=Sign("outcomes.to_come"), who=step.aside)


class StepRow(Surface):
    """The place of a step, for a screen reader: the list paints it."""

    _row: ListedStep | None = None

    def show_row(self, row: ListedStep, words: Words) -> None:
        if row == self._row:
            return
        self._row = row
        plain = row.end is StepEnd.DONE
        spoken = words.text(f"access.step.{row.state}", step=row.text) if plain else row.text
        whose = row.aside or ("" if row.actor is Actor.SYSTEM else role_name(words, row.actor))
        self.setAccessibleName(words.text("access.list").join(filter(None, (spoken, whose))))


class StepsPanel(Surface):
    """The zone of table and rail while the steps of an outcome are done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.rows: list[StepRow] = []
        self._listed: tuple[ListedStep, ...] = ()
        self.felt = Felt(self, scale=_FELT)

    def show_view(self, view: DealerView, words: Words) -> None:
        rows = self._listed = rows_of(view, words)
        while len(self.rows) < len(rows):
            self.rows.append(StepRow(self))
            self.rows[-1].u = self.u
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(rows))
            if at < len(rows):
                row.show_row(rows[at], words)
        incident = open_incident(view)
        # The dealer reads the cards that are put back, of a void round, too.
        void = incident is not None and incident.outcome == Result.VOID and not view.cards.put_back
        self.felt.show_view(view, words, band=False, dimmed=void, caption=caption(view, words))
        self.arrange()
        self.update()

    def arrange(self) -> None:
        for row, placed in zip(self.rows, self._column.rows, strict=False):
            self.put(row, placed.box.translated(theme.MARGIN, _TOP))
        self.put(self.felt, QRectF(theme.LIST_WIDTH, 0, self.wide - theme.LIST_WIDTH, self.high))

    @property
    def _column(self) -> Column:
        return Column(
            [drawn_row(step) for step in self._listed],
            theme.LIST_WIDTH - 2 * theme.MARGIN,
            self.high - 2 * _TOP,
        )

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, theme.LIST_WIDTH, self.high), theme.BG1)
        fill(painter, QRectF(theme.LIST_WIDTH - 1, 0, 1, self.high), theme.LINE)
        self._column.paint(painter, theme.MARGIN, _TOP)


def caption(view: DealerView, words: Words) -> str:
    incident, prompt = open_incident(view), view.view.prompt
    if prompt.places:
        return words.text("felt.places")
    if incident is not None and prompt.action == Action.PUT_BACK and incident.facts.get("seen") is False:
        return words.text("felt.stays_down")
    return (
        sentence(words.text("felt.moved")) if prompt.action in (Action.MOVE_CARD, Action.MOVE_CARDS) else ""
    )
