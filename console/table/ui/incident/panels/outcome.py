"""An outcome to confirm: why, by which rule, what happens at once, and the steps with who does each."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.roles import Actor
from console.table.core.state.views import IncidentView
from console.table.ui.incident.incident_words import basis_text, bets_at_stake, effects, sense_text, then_text
from console.table.ui.incident.outcome_words import (
    counted_text,
    doubtful_rows,
    facts_in_words,
    known_answers,
    reported_parts,
    spoken_text,
)
from console.table.ui.incident.stage import open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row, heading
from console.table.ui.kit.lettering import DOT, sentence
from console.table.ui.kit.surface import Surface, Tint, fill
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import brought_in_text, step_text
from console.table.words.names import role_name
from console.table.words.speech import last_card_text

_RULE: Final = Tint(theme.AMBER, theme.BG1)
TOP: Final = 16.0
"""The free height above the rows, and beneath them."""
_LEFT: Final = 0.535
"""The share of the width that why and the rule have."""
_AT_ONCE: Final[dict[str, tuple[Sign, Actor]]] = {
    "bets_back": (Sign("outcomes.bets_back"), Actor.SYSTEM),
    "bets_stand": (Sign("outcomes.bets_stand"), Actor.SYSTEM),
    "tell": (Sign("play.speak"), Actor.PIT_BOSS),
    "decide": (Sign("states.decide"), Actor.SYSTEM),
}
"""The sign and the actor of what happens at once."""


class OpenOutcome(NamedTuple):
    """An incident whose outcome waits, with the view that it is part of and the words for both."""

    incident: IncidentView
    view: DealerView
    words: Words


def open_outcome(view: DealerView, words: Words) -> OpenOutcome | None:
    incident = open_incident(view)
    return None if incident is None else OpenOutcome(incident, view, words)


def why_rows(outcome: OpenOutcome) -> tuple[Row, ...]:
    """The facts as answered; two that contradict each other stand out."""
    incident, view, words = outcome
    doubtful, rows = doubtful_rows(incident, words, view), [heading(words.text("outcome.head.why"))]
    came = words.text("fact.name.came")
    for name, value in facts_in_words(incident, words, view):
        sign = Sign("states.caution") if name in doubtful else None
        doubt = (theme.AMBER if sign or name == came else theme.T0, sign)
        rows.append(Row(value, 22, doubt[0], bold=True, sign=doubt[1], name=name))
    counted, number = counted_text(view, words), view.incident.wrong_set
    if counted is not None:
        rows.append(Row(counted, 22, bold=True, name=words.text("answer.cause.count")))
    if counted is not None and number is not None:
        rows.append(Row(visible(number), 22, bold=True, name=words.text("report.set")))
    if counted is None and view.cards.last_card is not None and bets_at_stake(view):
        rows.append(Row(sentence(last_card_text(words, view.cards.last_card)), spare=2))
    return tuple(rows)


def rule_rows(outcome: OpenOutcome) -> tuple[Row, ...]:
    """The rule with its sense, and the shoe that is brought in, in a box."""
    incident, words = outcome.incident, outcome.words
    book = Sign("outcomes.book")
    rows = [
        Row(basis_text(words, incident), 22, bold=True, sign=book, sign_ink=theme.AMBER, gap=12, boxed=_RULE),
        Row(sense_text(words, incident), 21, gap=4, boxed=_RULE),
    ]
    if (shoe := outcome.view.incident.brought_in) is not None:
        text = words.label(words.text("brought_in.head"), brought_in_text(words, shoe))
        rows.append(Row(text, theme.LEAST, boxed=_RULE))
    return tuple(rows)


def reported_rows(outcome: OpenOutcome) -> tuple[Row, ...]:
    text = DOT.join(reported_parts(outcome.view, outcome.words))
    return (Row(text, theme.LEAST, theme.T2, sign=Sign("outcomes.clock"), gap=14, spare=2),) if text else ()


def course_rows(outcome: OpenOutcome, course: IncidentView | None = None) -> tuple[Row, ...]:
    """The effects of the authorisation, each with the person who carries it out unless it happens by itself;
    the numbered steps, how play goes on, and the answers of the incident's seat. ``course``: the incident as
    one of the choices would have it, in a narrow column that names nobody.
    """
    incident, view, words = outcome
    shown = course or incident
    rows = [heading(words.text("outcome.head.at_once"))._replace(spare=3)]
    for key, text in effects(words, shown, view):
        sign, actor = _AT_ONCE[key]
        who = "" if actor is Actor.SYSTEM or course else role_name(words, actor)
        rows.append(Row(text, 22, sign=sign, who=who))
    rows.append(heading(words.text("outcome.head.then"), 20)._replace(spare=3))
    for number, step in enumerate(shown.steps, 1):
        named = step_text(words, shown, step.action, view.view.cards_apart)
        who = "" if course else role_name(words, step.actor)
        row = Row(named, 22, who=who, gap=12)
        # A step that is done was done at once, before anybody was asked (LT-ROU-27a).
        tick = row._replace(sign=Sign("states.tick"), sign_ink=theme.GREEN)
        rows.append(tick if step.done else row._replace(number=number))
    arrow = Sign("states.arrow_right")
    rows.append(
        Row(then_text(words, shown, view), 22, theme.T1, sign=arrow, gap=12, spare=0 if course else 1)
    )
    if course is None and (known := known_answers(incident, words, view)):
        rows.append(heading(words.text("record.head.answers"), 20))
        rows += [Row(line, gap=4) for line in known]
    return tuple(rows)


class OutcomePanel(Surface):
    """The zone of table and rail while an outcome waits for its authority."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._outcome: OpenOutcome | None = None

    def show_view(self, view: DealerView, words: Words) -> None:
        self._outcome = open_outcome(view, words)
        if self._outcome is not None:
            self.setAccessibleName(spoken_text(self._outcome.incident, words, view))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the reason at the left, the consequences and the reporter at the right."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        if self._outcome is None:
            return
        half, high = self.wide * _LEFT, self.high - 2 * TOP
        left = Column(why_rows(self._outcome) + rule_rows(self._outcome), half - 2 * theme.MARGIN, high)
        left.paint(painter, theme.MARGIN, TOP)
        fill(painter, QRectF(half - 1, TOP, 2, high), theme.LINE)
        right = Column(
            course_rows(self._outcome) + reported_rows(self._outcome),
            self.wide - half - 2 * theme.MARGIN,
            high,
        )
        right.paint(painter, half + theme.MARGIN, TOP)
