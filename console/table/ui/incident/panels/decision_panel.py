"""A reason that the pit boss gives if no rule is written, or if a step is skipped, and a choice.

The panel keeps what is typed and chosen until it is confirmed or another question comes; it confirms and
decides nothing. The keys of a choice lie in the action bar, where each decision is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.plain_text import stripped
from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.incidents.known_kinds import OTHER
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.answer_bar import OfferedChoices
from console.table.ui.incident.panels.outcome import (
    TOP,
    OpenOutcome,
    course_rows,
    open_outcome,
    reported_rows,
    rule_rows,
    why_rows,
)
from console.table.ui.incident.stage import Stage, is_unwritten, needs_reason, open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Tone, lay
from console.table.ui.kit.column import Column, Row, heading
from console.table.ui.kit.lettering import DOT
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.text_field import ReasonField
from console.table.ui.kit.tiles import ReasonTile
from console.table.ui.signs.incident_signs import outcome_sign

_DECIDING: Final = ("video", "no_effect", "unclear", "players_saw")
_AGAINST: Final = ("video", "misread", "unclear")
"""Reasons for an outcome that something which the table knows contradicts."""
_WITHDRAWING: Final = ("nothing_happened", "reported_wrong", "reported_twice")
_SKIPPING: Final = ("done_already", "not_needed", "not_possible")
_REASONED: Final = {Stage.SKIP: _SKIPPING, Stage.WITHDRAW: _WITHDRAWING}
"""Stages that ask only for a reason, with the reasons that are often given."""
_LEFT: Final = 0.38
"""The share of the width that the incident has beside what is chosen."""
_TILE: Final = 76.0
"""The most height of a reason's tile, and of the field for a typed one."""
_LEAST: Final = 48.0
"""The least height of a tile: what stands beneath becomes smaller first."""
_GAP: Final = 14.0
"""The distance between two tiles."""
_MOST_LETTERS: Final = 200


class DecisionPanel(Surface):
    """The zone of table and rail while a choice or a reason is wanted."""

    changed = Signal()
    """The choice or the reason has changed."""
    decided = Signal()
    """A choice was made, with all that it needs: it is confirmed by the same press."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.choice: str | None = None
        self._picked: str | None = None
        self._reasons: tuple[str, ...] = ()
        self._offered: tuple[str, ...] = ()
        self.about: object = None
        self._drafts: dict[Stage, tuple[str | None, str | None, str]] = {}
        """The choice, the reason and the text of each stage of the same matter."""
        self._stage = Stage.OUTCOME
        self._wanted = False
        """Whether a reason is wanted; some have tiles of their own."""
        self._view, self._words = NO_TABLE, words
        self.reasons = [self._tile(guard, 21) for _ in range(4)]
        for at, tile in enumerate(self.reasons):
            tile.meant.connect(lambda at=at: self.pick(at))
        self.field = ReasonField(self)
        self.field.setMaxLength(_MOST_LETTERS)
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field.textChanged.connect(self._typed)

    def _tile(self, guard: PressGuard, size: int) -> ReasonTile:
        tile = ReasonTile(guard, self, Tone.AMBER_EDGE)
        tile.letters = size
        return tile

    # --- what would be confirmed ------------------------------------------------------------------

    @property
    def reason(self) -> str | None:
        """The reason as it goes into the record; None while none is given."""
        typed = stripped(self.field.text())
        if typed:
            return typed
        return None if self._picked is None else self._words.text(self._picked)

    @property
    def awaits_text(self) -> bool:
        """Whether a reason is wanted that only the field can give."""
        return self._wanted and not self._reasons

    def is_whole(self, stage: Stage) -> bool:
        if stage in _REASONED:
            return self.reason is not None
        incident = open_incident(self._view)
        if incident is None:
            return False
        chosen = self.choice is not None or len(incident.choices) <= 1
        return chosen and (self.reason is not None or not needs_reason(self._view))

    @property
    def choices(self) -> OfferedChoices:
        """The choices between which the pit boss decides."""
        return OfferedChoices(self._offered, self.is_ready, len(self._reasons))

    @property
    def is_ready(self) -> bool:
        """Whether a choice may be made: its reason comes first."""
        return not self._reasons or self.reason is not None

    def choose(self, at: int) -> None:
        if at < len(self._offered) and self.is_ready:
            self.choice = self._offered[at]
            self._again()
            self.decided.emit()

    def pick(self, at: int) -> None:
        """A reason was pressed; it replaces what was typed."""
        if at < len(self._reasons):
            self._picked = self._reasons[at]
            self.field.clear()
            self._again()

    def press_key(self, at: int) -> None:
        """A key: one of the reasons."""
        if at < len(self._reasons):
            self.reasons[at].click()

    def _typed(self, text: str) -> None:
        if stripped(text):
            self._picked = None
        self._again()

    def _again(self) -> None:
        self._show_tiles(self._words)
        self.changed.emit()

    # --- what is shown ----------------------------------------------------------------------------

    def show_view(self, view: DealerView, stage: Stage, words: Words) -> None:
        """Show what can be chosen; another incident or step clears the choice, and so does another person:
        what one typed is not the next one's reason. Another stage has its own, and none is lost by a look at
        it.
        """
        incident, here = open_incident(view), view.pit_boss or view.dealer
        about = (incident.id if incident else None, view.view.prompt.step, here.id if here else None)
        self._drafts[self._stage] = self.choice, self._picked, self.field.text()
        self._view, self._words = view, words
        if about != self.about:
            self.about, self._drafts = about, {}
        self._stage = stage
        self.choice, picked, typed = self._drafts.get(stage, (None, None, ""))
        if typed != self.field.text():
            self.field.setText(typed)
        self._picked = picked
        skipping = stage in _REASONED
        self._offered = () if skipping or incident is None or len(incident.choices) < 2 else incident.choices
        if incident is not None and len(incident.choices) == 1:
            self.choice = incident.choices[0]
        self._wanted = skipping or needs_reason(view)
        often = skipping or (incident is not None and is_unwritten(incident))
        reasons = _REASONED.get(stage, _DECIDING) if often else _AGAINST if needs_reason(view) else ()
        if not often and incident is not None and incident.facts.get("reason") == OTHER:
            reasons = ()  # its own words alone say which
        self._reasons = tuple(f"reason.{each}" for each in reasons)
        self.field.setVisible(self._wanted)
        self.field.setPlaceholderText(words.text("reason.type" if self._reasons else "incident.give_reason"))
        self.field.setAccessibleName(words.text("fact.reason.pit_boss_decides"))
        self._show_tiles(words)
        self.arrange()
        self.update()

    def _show_tiles(self, words: Words) -> None:
        for at, tile in enumerate(self.reasons):
            tile.setVisible(at < len(self._reasons))
            if at < len(self._reasons):
                value = self._reasons[at]
                tile.show_answer(words.text(value), key=str(at + 1), chosen=value == self._picked)

    # --- layout -----------------------------------------------------------------------------------

    @property
    def _left(self) -> float:
        return self.wide * _LEFT

    @property
    def _room(self) -> float:
        return self.wide - self._left - 2 * theme.MARGIN

    @property
    def _asked(self) -> Column:
        text = self._words.text("fact.reason.pit_boss_decides")
        rows = (heading(text),) if self._wanted else ()
        return Column(rows, self._room, self.high, most=self._why.factor)

    @property
    def _why(self) -> Column:
        outcome = open_outcome(self._view, self._words)
        rows: tuple[Row, ...] = ()
        if outcome is not None:
            ruled = outcome.incident.outcome is not None and self._stage is not Stage.WITHDRAW
            rows = why_rows(outcome) + (rule_rows(outcome) if ruled else ()) + reported_rows(outcome)
        return Column(rows, self._left - 2 * theme.MARGIN, self.high - 2 * TOP)

    @property
    def _beneath(self) -> Column:
        """The rows beneath the tiles: the keys' question, or the effects of the decision."""
        outcome = open_outcome(self._view, self._words)
        rows: tuple[Row, ...] = ()
        if outcome is not None:
            if self._offered:
                rows = (self._asked_row(outcome),)
            elif not self._reasons or self._stage is Stage.OUTCOME:
                rows = course_rows(outcome)
        least = self._rows * (_LEAST + _GAP) if self._wanted and self._reasons else 0.0
        return Column(rows, self._room, self.high - 2 * TOP - self._asked.high - 8 - least)

    @property
    def _rows(self) -> int:
        """The rows of the reasons' tiles, the field among them: beside the last of an odd number."""
        return len(self._reasons) // 2 + 1

    def _courses(self, high: float) -> tuple[Column, ...]:
        """The consequences of each choice, side by side in the order of the keys, at one size."""
        outcome = open_outcome(self._view, self._words)
        if outcome is None or not set(self._offered) <= outcome.view.incident.courses.keys():
            return ()
        courses, wide = outcome.view.incident.courses, (self._room - theme.MARGIN) / 2
        rows = [(self._named(each), *course_rows(outcome, courses[each])) for each in self._offered]
        alone = [Column(each, wide, high) for each in rows]
        most = min((each.factor for each in alone), default=1)
        return tuple(
            column if column.factor == most else Column(each, wide, high, most=most)
            for each, column in zip(rows, alone, strict=True)
        )

    def _named(self, choice: str) -> Row:
        named, sign = self._words.text(f"answer.choice.{choice}"), outcome_sign(choice)
        return Row(named, 22, bold=True, sign=sign)

    def arrange(self) -> None:
        """The reasons two beside one another, the field in the next place, as high as the rows leave room."""
        if not self._wanted:
            return
        left, y = self._left + theme.MARGIN, TOP + self._asked.high + 8
        beneath = self._beneath.high + max((each.high for each in self._courses(0)), default=0)
        step = min(_TILE + _GAP, (self.high - TOP - beneath - y) / self._rows)
        half = (self._room - _GAP) / 2
        for at in range(len(self._reasons)):
            row, column = divmod(at, 2)
            box = QRectF(left + column * (half + _GAP), y + row * step, half, step - _GAP)
            lay(self, self.reasons[at], box)
        is_beside = len(self._reasons) % 2
        x, wide = (left + half + _GAP, half) if is_beside else (left, self._room)
        self.put(self.field, QRectF(x, y + (self._rows - 1) * step, wide, step - _GAP))

    def paint(self, painter: QPainter) -> None:
        """The incident at the left; what stands over and beneath the tiles at the right."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        outcome = open_outcome(self._view, self._words)
        if outcome is None:
            return
        self._why.paint(painter, theme.MARGIN, TOP)
        fill(painter, QRectF(self._left - 1, TOP, 2, self.high - 2 * TOP), theme.LINE)
        left, y = self._left + theme.MARGIN, TOP
        if self._wanted:
            self._asked.paint(painter, left, y)
            y = (self.field.y() + self.field.height()) / self.u + _GAP
        self._beneath.paint(painter, left, y)
        y += self._beneath.high + _GAP
        for at, course in enumerate(self._courses(self.high - TOP - y)):
            course.paint(painter, left + at * (self._room + theme.MARGIN) / 2, y)

    def _asked_row(self, outcome: OpenOutcome) -> Row:
        """The keys' question, and in whose name it is answered; before that, that a reason must be given."""
        text, pit_boss = outcome.words.text, outcome.view.pit_boss
        if not self.is_ready:
            return Row(text("incident.choose_reason"), ink=theme.T1)
        asked = text(
            f"fact.choice.{'pit_boss_decides' if is_unwritten(outcome.incident) else 'card_face_down'}"
        )
        if pit_boss is not None:
            asked = f"{asked}{DOT}{text('button.authorise', name=pit_boss.name)}"
        return Row(asked, ink=theme.AMBER, bold=True)
