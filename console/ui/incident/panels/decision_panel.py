"""A reason that the pit boss gives where no rule is written, or where a step is skipped, and a choice.

The panel keeps what is typed and chosen until it is confirmed or another question comes; it confirms and
decides nothing. The keys of a choice lie in the action bar, where each decision is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.plain_text.visible import stripped
from console.table.showing.screen_values import DealerView
from console.table.state.views import IncidentView
from console.ui.hands.guard import PressGuard
from console.ui.incident.answer_bar import OfferedChoices
from console.ui.incident.incident_words import basis_text, effects, sense_text
from console.ui.incident.outcome_words import facts_in_words, reported_parts
from console.ui.incident.panels.outcome import (
    AT_ONCE,
    BROUGHT_IN,
    BROUGHT_IN_LEADING,
    RIGHT,
    ROW_TEXT,
    OpenOutcome,
    brought_in_lines,
    fit_text,
    write_heading,
    write_row,
)
from console.ui.incident.stage import Stage, is_unwritten, needs_reason, open_incident
from console.ui.kit.buttons import FOCUS, Tone, lay
from console.ui.kit.lettering import DOT, advance, break_lines, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill
from console.ui.kit.text_field import ReasonField
from console.ui.kit.theme import AMBER, BG0, LINE, MARGIN, T0, T1, T2, font
from console.ui.kit.tiles import ReasonTile
from console.words import Words
from console.words.names import role_name

_DECIDING: Final = ("video", "no_effect", "unclear", "players_saw")
_WITHDRAWING: Final = ("nothing_happened", "reported_wrong", "reported_twice")
_SKIPPING: Final = ("done_already", "not_needed", "not_possible")
_REASONED: Final = {Stage.SKIP: _SKIPPING, Stage.WITHDRAW: _WITHDRAWING}
"""Stages that ask only for a reason, with the reasons that are often given."""
_HEADS: Final = 26.0
"""The middle of the headings over the incident and over the reasons."""
_FIRST: Final = 46.0
"""The upper edge of the first row of tiles."""
_REASON_ROW: Final = 78.0
_REASON: Final = 64.0
_FIELD: Final = 60.0
"""Heights where the panel has room: a row of reasons and a tile in it, the field for a typed reason."""
_ROOM: Final = 1.18
"""The factor for these heights where nothing but the question of the keys stands beneath them."""
_ASKED: Final = 46.0
"""The height kept at the foot for what the keys beneath ask."""
_GAP: Final = 14.0
"""The distance between two tiles beside one another."""


class IncidentRows(NamedTuple):
    """The rows of the incident's facts, and of who reported it."""

    fact: float
    """The distance between two facts."""
    value: float
    """The distance of a value from its name above it; 0 where it stands beside the name."""
    names: int
    values: int
    """The most size of a name's and of a value's letters."""
    reported: float
    """The distance between two rows that say who reported the incident."""


_ROOMY: Final = IncidentRows(62, 26, 18, 21, 24)
_INCIDENT_ROWS: Final = (_ROOMY, IncidentRows(46, 20, 16, 17, 19), IncidentRows(23, 0, 15, 15, 19))
"""The rows at full size, and closer ones for a rule's sense that needs the room."""
_SENSE: Final = (17, 16, 15, 14)
"""The sizes of the letters of the rule's sense."""
_SENSE_LEADING: Final = 1.41
"""The distance between two lines of the rule's sense, as a multiple of their letters' size."""
_CLAUSE: Final = 30.0
"""The height of the row that names the rule."""
_ACT_ROW: Final = 44.0
"""The distance between two rows of what happens at once."""
_MOST_LETTERS: Final = 200


class DecisionPanel(Surface):
    """The zone of table and rail while a choice or a reason is wanted."""

    changed = Signal()
    """The choice or the reason has changed."""
    decided = Signal()
    """A choice was made, with all that it needs: it is confirmed by the same press."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.choice: str | None = None
        self._picked: str | None = None
        self._reasons: tuple[str, ...] = ()
        self._offered: tuple[str, ...] = ()
        self._for: object = None
        self._stage = Stage.OUTCOME
        self._wanted = False
        """Whether a reason is wanted; some have tiles of their own."""
        self._view: DealerView | None = None
        self._words: Words | None = None
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
        return None if self._picked is None or self._words is None else self._words.text(self._picked)

    @property
    def awaits_text(self) -> bool:
        """Whether a reason is wanted that only the field can give."""
        return self._wanted and not self._reasons

    def is_whole(self, stage: Stage) -> bool:
        """Whether all that must be given is given."""
        if stage in _REASONED:
            return self.reason is not None
        incident = open_incident(self._view) if self._view is not None else None
        if incident is None:
            return False
        chosen = self.choice is not None or len(incident.choices) <= 1
        return chosen and (self.reason is not None or not needs_reason(incident))

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

    def forget(self) -> None:
        """Drop the choice and the typed text, which were for another incident or step."""
        self._for, self.choice, self._picked = None, None, None
        self.field.clear()

    def _typed(self, text: str) -> None:
        if stripped(text):
            self._picked = None
        self._again()

    def _again(self) -> None:
        if self._view is not None and self._words is not None:
            self._show_tiles(self._words)
        self.changed.emit()

    # --- what is shown ----------------------------------------------------------------------------

    def show_view(self, view: DealerView, stage: Stage, words: Words) -> None:
        """Show what can be chosen; another incident or step clears the choice."""
        incident = open_incident(view)
        about = (incident.id if incident else None, stage, view.view.prompt.step)
        self._view, self._words, self._stage = view, words, stage
        if about != self._for:
            self.forget()
            self._for = about
        skipping = stage in _REASONED
        self._offered = () if skipping or incident is None or len(incident.choices) < 2 else incident.choices
        if incident is not None and len(incident.choices) == 1:
            self.choice = incident.choices[0]
        self._wanted = skipping or (incident is not None and needs_reason(incident))
        often = skipping or (incident is not None and is_unwritten(incident))
        self._reasons = tuple(f"reason.{each}" for each in _REASONED.get(stage, _DECIDING)) if often else ()
        self.field.setVisible(self._wanted)
        self.field.setPlaceholderText(words.text("reason.type" if often else "incident.give_reason"))
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

    @property
    def _left(self) -> float:
        """The line between the incident and what is chosen."""
        return 24 if self._view is None else 24 + (self.wide - 48) * 0.36

    @property
    def _room(self) -> float:
        """The width of the incident's texts."""
        return self._left - 48

    def arrange(self) -> None:
        """The incident at the left; the reasons and the field at the right."""
        left, right, y, k = self._left + 24, self.wide - MARGIN, _FIRST, self._tight
        if self._wanted:
            half = (right - left - _GAP) / 2
            for at in range(len(self._reasons)):
                row, column = divmod(at, 2)
                box = QRectF(left + column * (half + _GAP), y + row * _REASON_ROW * k, half, _REASON * k)
                lay(self, self.reasons[at], box)
            y += self._reasons_high * k
            self.put(self.field, QRectF(left, y, right - left, _FIELD * k))

    @property
    def _reasons_high(self) -> float:
        return _REASON_ROW * -(-len(self._reasons) // 2)

    @property
    def _tight(self) -> float:
        """The factor for all heights: the room that there is, and less if a band takes some of it."""
        needed = self._reasons_high + _FIELD
        most, foot = (_ROOM, _ASKED) if self._offered else (1.0, 5.0)
        return min(most, (self.high - _FIRST - FOCUS - foot) / needed)

    def paint(self, painter: QPainter) -> None:
        """The incident at the left, the headings at the right."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        shown = OpenOutcome(incident, view, words)
        fill(painter, QRectF(self._left, 20, 2, self.high - 76), LINE)
        self._paint_incident(painter, shown)
        left = self._left + 24
        if self._wanted:
            write_heading(painter, words.text("fact.reason.pit_boss_decides"), left, _HEADS)
        if self._offered:
            self._paint_asked(painter, shown, left)
        if not self._reasons or (self._stage is Stage.OUTCOME and not self._offered):
            self._paint_at_once(painter, shown, left)

    def _paint_incident(self, painter: QPainter, outcome: OpenOutcome) -> None:
        """The facts and the rule; at the foot who reported it."""
        incident, view, words = outcome
        room, facts = self._room, facts_in_words(incident, words, view)
        write_heading(painter, words.text("outcome.head.why"), MARGIN, _HEADS)
        rows, parts = self._rows_of(outcome, len(facts))
        y = self._first_fact(rows)
        for name, value in facts:
            small = shrunk(name, room * (1 if rows.value else 0.5), (rows.names, 16, 15, 14))
            write(painter, name, MARGIN, y, small, T1)
            x = MARGIN if rows.value else MARGIN + advance(name, small) + 16
            sizes = tuple(size for size in (21, 20, 18, 17, 16, 15, 14, 13, 12) if size <= rows.values)
            face = shrunk(value, MARGIN + room - x, sizes, bold=True)
            write(painter, value, x, y + rows.value, face, T0)
            y += rows.fact
        if self._shows_rule(incident):
            self._paint_rule(painter, outcome, y, self._rule_ends(rows, parts))
        for at, text in enumerate(reversed(parts)):
            small = shrunk(text, room, (16, 15, 14, 13, 12))
            write(painter, text, MARGIN, self.high - 24 - at * rows.reported, small, T2)

    def _shows_rule(self, incident: IncidentView) -> bool:
        return incident.outcome is not None and self._stage is not Stage.WITHDRAW

    @staticmethod
    def _first_fact(rows: IncidentRows) -> float:
        """The middle of the first fact."""
        return _HEADS + (42 if rows is _ROOMY else 28)

    def _rule_ends(self, rows: IncidentRows, parts: Sequence[str]) -> float:
        """The place above what stands at the foot."""
        return self.high - rows.reported * len(parts) - 16

    def _rows_of(self, outcome: OpenOutcome, facts: int) -> tuple[IncidentRows, tuple[str, ...]]:
        """The largest rows in which the rule's sense is whole, and the rows at the foot."""
        incident, view, words = outcome
        parts = reported_parts(view, words)
        if not self._shows_rule(incident):
            return _ROOMY, parts
        sense, size = sense_text(words, incident), _SENSE[-1]
        high = len(break_lines(sense, self._room, font(size))) * size * _SENSE_LEADING
        high += 0 if incident.clause is None else _CLAUSE
        for rows in _INCIDENT_ROWS:
            if rows is not _ROOMY:
                parts = _together(parts, self._room)
            top = self._first_fact(rows) + facts * rows.fact
            if top + high <= self._rule_ends(rows, parts) + 10:
                break
        return rows, parts

    def _paint_rule(self, painter: QPainter, outcome: OpenOutcome, y: float, foot: float) -> None:
        """The rule and its sense, in lines whose middles begin at ``y``, above what stands at the foot."""
        incident, words, room = outcome.incident, outcome.words, self._room
        if incident.clause is not None:
            basis = basis_text(words, incident)
            write(painter, basis, MARGIN, y, shrunk(basis, room, (18, 17, 16), bold=True), T0)
            y += _CLAUSE
        sense = sense_text(words, incident)
        lines, size = fit_text(sense, room, foot - y + 10, _SENSE, _SENSE_LEADING)
        for line in lines:
            write(painter, line, MARGIN, y, font(size), T1)
            y += size * _SENSE_LEADING

    def _paint_asked(self, painter: QPainter, outcome: OpenOutcome, left: float) -> None:
        """Paint what the keys beneath ask and in whose name; before that, that the reason is missing."""
        text, pit_boss = outcome.words.text, outcome.view.pit_boss
        asked = text("incident.choose_reason")
        if self.is_ready:
            asked = text(f"fact.choice.{'pit_boss_decides' if self._reasons else 'card_face_down'}")
            if pit_boss is not None:
                asked = f"{asked}{DOT}{text('button.authorise', name=pit_boss.name)}"
        face = shrunk(asked, self.wide - MARGIN - left, (20, 19, 18), bold=self.is_ready)
        ink = AMBER if self.is_ready else T1
        write(painter, asked, self.wide - MARGIN, self.high - _ASKED / 2, face, ink, align=1)

    def _paint_at_once(self, painter: QPainter, outcome: OpenOutcome, left: float) -> None:
        """Paint the effects that a rule has with every choice or reason, beneath these."""
        incident, view, words = outcome
        y = self.field.geometry().bottom() / self.u + _ACT_ROW if self._wanted else _HEADS
        write_heading(painter, words.text("outcome.head.at_once"), left, y)
        for key, text in effects(words, incident, view):
            y += _ACT_ROW
            sign, actor = AT_ONCE[key]
            sign(painter, QRectF(left + 6, y - 16, 32, 32), T0)
            write_row(painter, text, role_name(words, actor), left + ROW_TEXT, self.wide - RIGHT, y)
        if view.incident.brought_in is not None:
            wide = self.wide - RIGHT - left
            lines = brought_in_lines(words, view.incident.brought_in, wide)
            box = QRectF(left, y + 32, wide, len(lines) * BROUGHT_IN * BROUGHT_IN_LEADING)
            write_lines(painter, lines, box, font(BROUGHT_IN), T0, leading=BROUGHT_IN_LEADING)


def _together(parts: Sequence[str], room: float) -> tuple[str, ...]:
    """The parts in as few rows as have room for them in small letters."""
    rows: list[str] = []
    for part in parts:
        joined = DOT.join((*rows[-1:], part))
        if rows and advance(joined, font(14)) <= room:
            rows[-1] = joined
        else:
            rows.append(part)
    return tuple(rows)
