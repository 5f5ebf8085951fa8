"""The outcome before it is confirmed: why, by which rule, what happens at once, and the steps with who does
each.

Where no rule is written, the pit boss chooses, and gives a reason; the same field serves to skip a step. The
panel keeps what is chosen and typed until it is confirmed or another question comes; it confirms and decides
nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.rule_values import ReplacedShoe
from console.incidents.known_kinds import Kind
from console.table.showing.screen_values import DealerView
from console.table.state.roles import Actor
from console.table.state.views import IncidentView, SpinView
from console.ui.hands.guard import PressGuard
from console.ui.incident.incident_words import (
    answers_here,
    at_once,
    basis_text,
    fact_value_here,
    kind_name,
    sense_text,
    step_name,
    then_text,
)
from console.ui.incident.stage import Stage, needs_reason, open_incident, recorded_wrong
from console.ui.kit.buttons import FOCUS, Tone, lay
from console.ui.kit.lettering import advance, at_most, broken, cut, sentence, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.text_field import ReasonField
from console.ui.kit.theme import AMBER, BG0, BG1, GREEN, LINE, MARGIN, T0, T1, T2, font
from console.ui.kit.tiles import ReasonTile
from console.ui.kit.times import clock_time
from console.ui.signs import outcomes, play, states
from console.ui.signs.nib import Sign
from console.words import Words
from console.words.incident_phrases import brought_in_text, fact_name, fact_value, to_tell
from console.words.names import inside, labelled, role_inside, role_name

_HALF: Final = 688.0
"""The left edge of the right half."""
_ROW: Final = 37.0
_MOST_FACTS: Final = 5
_BROUGHT_IN: Final = 16
"""The letters' size of the text about a shoe that is brought in."""
_AT_ONCE: Final[dict[str, tuple[Sign, Actor]]] = {
    "bets_back": (outcomes.bets_back, Actor.SYSTEM),
    "bets_stand": (outcomes.bets_stand, Actor.SYSTEM),
    "tell": (play.speak, Actor.PIT_BOSS),
    "decide": (states.decide, Actor.SYSTEM),
}


_WITHOUT_NUMBER: Final = frozenset((Kind.BALL_OUT, Kind.FOREIGN_OBJECT, "not_read"))
"""Kinds of which each says that the wheel has told no number."""


_BETWEEN: Final = 56.0
"""The distance from the last row of 'At once' to the first step, with the heading between them."""


_SHORT: Final = 340.0
"""The height, in units, below which a page lies under a sign-in."""
_CLOSEST: Final = 24.0
"""The least distance between two rows of the course, where something covers the panel's corner."""
_ANSWER: Final = 24.0
"""The distance between two of a seat's answers."""


class OutcomePanel(Surface):
    """The zone of table and rail while an outcome waits for its authority."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._corner = 0.0

    def leave_corner(self, high: float) -> None:
        """Leave this height free in the lower right corner, for a part that covers it, where the rows allow
        it.
        """
        if high != self._corner:
            self._corner = high
            self.update()

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the open incident's outcome."""
        self._view, self._words = view, words
        incident = open_incident(view)
        if incident is not None:
            self.setAccessibleName(spoken_text(incident, words, view))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Why at the left, what then at the right, who reported below."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        half = _HALF + (self.wide - 1280) * 0.5
        foot = self.high - 27 if not self._is_short else self.high + 15
        bottom = self._paint_why(painter, incident, view, words, half)
        box = QRectF(24, bottom, half - 48, foot - 27 - bottom)
        if view.brought_in is not None:
            brought = _brought_in_lines(words, view.brought_in, box.width() - 44)
            high = len(brought) * _BROUGHT_IN * 1.3
            below = QRectF(box.left() + 24, box.bottom() - high - 6, box.width() - 44, high)
            self._paint_basis(painter, incident, words, box, left_free=high)
            write_lines(painter, brought, below, font(_BROUGHT_IN), T0, leading=1.3)
        else:
            self._paint_basis(painter, incident, words, box)
        fill(painter, QRectF(half - 1, 20, 2, foot - 49), LINE)
        self._paint_steps(painter, incident, view, words, half + 24)
        if not self._is_short:
            _paint_reported(painter, view, words, foot, self.wide)

    @property
    def _is_short(self) -> bool:
        """Whether a sign-in covers part of the page; then who reported it is not shown."""
        return self.high < _SHORT

    def _paint_why(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, half: float
    ) -> float:
        """The facts as answered; where they end."""
        _heading(painter, words.text("outcome.head.why"), MARGIN, 33)
        rows = facts_in_words(incident, words, view)
        tight = len(rows) > 3 or self._is_short
        step, size = (30.0, 18) if tight else (_ROW, 20)
        names = min(max(advance(name, font(size)) for name, _ in rows), half * 0.48)
        y = 74.0 if not tight else 68.0
        if self._is_short:
            step, y = 24.0, 60.0
        doubtful = doubtful_rows(incident, words, view)
        for name, value in rows:
            write(painter, name, MARGIN, y, shrunk(name, names, (size, 18, 17, 16)), T1)
            left, ink = MARGIN + names + 28, T0
            if name in doubtful:
                states.caution(painter, QRectF(left, y - 11, 22, 22), AMBER)
                left, ink = left + 30, AMBER
            sizes = (22 if not tight else 20, 20, 18, 17, 16)
            face = shrunk(value, half - 24 - left, sizes, bold=True)
            write(painter, value, left, y, face, ink)
            y += step
        return y - step + 26

    def _paint_basis(
        self, painter: QPainter, incident: IncidentView, words: Words, box: QRectF, left_free: float = 0.0
    ) -> None:
        """The rule and its sense; ``left_free`` is what stays free at the foot of the box."""
        fill(painter, box, BG1, 6)
        fill(painter, QRectF(box.left(), box.top(), 5, box.height()), AMBER)
        up = 12 if self._is_short else 0
        outcomes.book(painter, QRectF(box.left() + 24, box.top() + 20 - up, 34, 34), AMBER)
        x, y = box.left() + 72, box.top() + 36 - up
        basis, clause = basis_text(words, incident), incident.clause or ""
        before, found, after = basis.partition(clause) if clause else (basis, "", "")
        room = box.right() - 16 - x
        small = shrunk(before + after, room - advance(found, font(26, bold=True)), (20, 18, 17, 16))
        x = write(painter, before.replace(words.locale.colon, " "), x, y, small, T1)
        if found:
            x = write(painter, found, x + (2 if before else 0), y, font(26, bold=True), T0) + 4
            write(painter, after, x, y, small, T1)
        inner = QRectF(
            box.left() + 24,
            box.top() + 62 - 1.5 * up,
            box.width() - 44,
            box.height() - 70 + 1.5 * up - left_free,
        )
        sense = sense_text(words, incident)
        lines, size = within(sense, inner.width(), inner.height(), (21, 20, 19, 18, 17, 16, 15, 14))
        high = len(lines) * size * 1.38
        top = QRectF(inner.left(), inner.top(), inner.width(), high)
        write_lines(painter, lines, top, font(size), T0, leading=1.38)

    def _paint_steps(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, left: float
    ) -> None:
        _heading(painter, words.text("outcome.head.at_once"), left, 33)
        first, count = at_once(words, incident, view), len(incident.steps)
        # Where all rows do not have their full height each has the same; the last row says how play goes on.
        rows = len(first) + count + 0.5
        known = known_answers(incident, words, view)
        below = _ANSWER * len(known)
        closest = (self.high - self._corner - below - 40 - 74 - _BETWEEN) / rows
        end = self.high - below - (self._corner if closest >= _CLOSEST else 0)
        fair = (end - 40 - 74 - _BETWEEN) / rows
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
        step = min(58.0, max(fair, (end - 52 - y) / max(1, count)))
        side = min(38.0, step - 6)
        for number, row in enumerate(incident.steps, 1):
            painter.setPen(pen(T2, 2))
            painter.drawLine(QPointF(left + 19, y + side / 2), QPointF(left + 19, y + step - side / 2))
            place = QRectF(left + 19 - side / 2, y - side / 2, side, side)
            if row.done:  # at once, before anybody was asked (LT-ROU-27a)
                states.tick(painter, place.adjusted(5, 5, -5, -5), GREEN)
            else:
                outline(painter, place, pen(T1, 2), side / 2)
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
        if known:
            _heading(painter, words.text("record.head.answers"), left, y + 40)
            for at, line in enumerate(known):
                face = shrunk(line, right - left, (18, 17, 16, 15, 14))
                write(painter, line, left, y + 68 + at * _ANSWER, face, T0)


def _brought_in_lines(words: Words, shoe: ReplacedShoe, wide: float) -> tuple[str, ...]:
    """What the authorisation says about the shoe that is brought in."""
    shoe_text = labelled(words, words.text("brought_in.head"), brought_in_text(words, shoe))
    return broken(shoe_text, wide, font(_BROUGHT_IN))


def facts_in_words(incident: IncidentView, words: Words, view: DealerView) -> tuple[tuple[str, str], ...]:
    """The incident's facts by their short names; first the kind, with the moment that it is about."""
    if incident.kind is None:  # reported, and what it is still to be told
        return ()
    kind = kind_name(words, incident.kind).replace("\u00ad", "")
    facts = {fact: value for fact, value in to_tell(incident.facts).items() if fact != "choice"}
    where = facts.pop("where", None)
    if where is not None:
        named = fact_value(words, "where", where)
        kind = f"{kind}{words.text('access.list')}{inside(words, named)}"
    rows = [(words.text("fact.name.kind"), kind)]
    if came := came_text(view, words):
        rows.append((words.text("fact.name.came"), came))
    for fact, value in list(facts.items())[: _MOST_FACTS - 1]:
        rows.append((fact_name(words, fact), fact_value_here(words, view, fact, value)))
    if (wrong := recorded_wrong(view)) is not None:
        rows.append((words.text("fact.name.wrong"), fact_value(words, "actual", wrong)))
    return tuple(rows)


def doubtful_rows(incident: IncidentView, words: Words, view: DealerView) -> tuple[str, ...]:
    """The names of two rows that contradict each other: it was reported that no number is recorded, and a
    number was read since. With the number the outcome may be another one (LT-ROU-27b, LT-ROU-31c): the next
    answer finds it.
    """
    spin = view.view.round
    if not isinstance(spin, SpinView) or spin.recorded is None or not view.came_in:
        return ()
    came = words.text("fact.name.came")
    if incident.facts.get("recorded") is False:
        return (came, fact_name(words, "recorded"))
    return (came, words.text("fact.name.kind")) if incident.kind in _WITHOUT_NUMBER else ()


def known_answers(incident: IncidentView, words: Words, view: DealerView) -> tuple[str, ...]:
    """The answers of the incident's seat that the console knows; empty if the incident is about no seat."""
    seat = incident.facts.get("seat")
    return answers_here(words, view, seat) if type(seat) is int else ()


def spoken_text(incident: IncidentView, words: Words, view: DealerView) -> str:
    """The panel as one text for a screen reader."""
    facts = [labelled(words, *fact) for fact in facts_in_words(incident, words, view)]
    first = [text for _, text in at_once(words, incident, view)]
    between = words.text("access.list")
    steps = [
        between.join((step_name(words, incident, step.action), role_name(words, step.actor)))
        for step in incident.steps
    ]
    parts = [
        *facts,
        *known_answers(incident, words, view),
        basis_text(words, incident),
        sense_text(words, incident),
        *first,
        *steps,
    ]
    if view.brought_in is not None:
        parts += [words.text("brought_in.head"), brought_in_text(words, view.brought_in)]
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
    last = cut(lines[fitting - 1], wide, font(size), goes_on=True)
    return (*lines[: fitting - 1], last), size


def came_text(view: DealerView, words: Words) -> str:
    """What the devices have read since play stopped; a card's face is never named."""
    readings = []
    for each in view.came_in[-_MOST_CAME:]:
        at = clock_time(each.at, words)
        if each.number is None:
            readings.append(words.text("incident.came.card", time=at))
        else:
            readings.append(words.text("incident.came.number", number=each.number, time=at))
    return words.text("access.list").join(readings)


def reported_parts(view: DealerView, words: Words) -> tuple[str, ...]:
    """Who reported it and when, where to look in the video, which round."""
    reported = view.reported
    parts: list[str] = []
    if came := came_text(view, words):
        parts.append(sentence(came))
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
    write_lines(painter, at_most(2, lines), QRectF(left, y - 24, room, 48), font(18), T0, leading=1.2)


_MOST_CAME: Final = 2
"""The most readings that are named: they stand in one row."""
_DECIDING: Final = ("video", "no_effect", "unclear", "players_saw")
_WITHDRAWING: Final = ("nothing_happened", "reported_wrong", "reported_twice")
_SKIPPING: Final = ("done_already", "not_needed", "not_possible")
_REASONED: Final = {Stage.SKIP: _SKIPPING, Stage.WITHDRAW: _WITHDRAWING}
"""Stages that ask only for a reason, with the reasons that are often given."""
_REASON_ROW: Final = 78.0
_HEADS: Final = 26.0
"""The middle of the headings over the incident and over the reasons."""
_HEAD: Final = 44.0
_CHOICE: Final = 88.0
"""Heights of a row of reasons, of the heading over the choices, of the choices."""
_MOST_LETTERS: Final = 200


class Deciding(Surface):
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
        self._view: DealerView | None = None
        self._words: Words | None = None
        self.choices = [self._tile(guard, 26) for _ in range(4)]
        self.reasons = [self._tile(guard, 21) for _ in range(4)]
        for at, tile in enumerate(self.choices):
            tile.meant.connect(lambda at=at: self.choose(at))
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
        typed = self.field.text().strip()
        if typed:
            return typed
        return None if self._picked is None or self._words is None else self._words.text(self._picked)

    def is_whole(self, stage: Stage) -> bool:
        """Whether all that must be given is given."""
        if stage in _REASONED:
            return self.reason is not None
        incident = open_incident(self._view) if self._view is not None else None
        if incident is None:
            return False
        chosen = self.choice is not None or len(incident.choices) <= 1
        return chosen and (self.reason is not None or not needs_reason(incident))

    def choose(self, at: int) -> None:
        """A choice was pressed."""
        if at < len(self._offered) and self.choices[at].isEnabled():
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
        """A key: the reasons first, then the choices."""
        tiles = (*self.reasons[: len(self._reasons)], *self.choices[: len(self._offered)])
        if at < len(tiles):
            tiles[at].click()

    def forget(self) -> None:
        """Drop the choice and the typed text, which were for another incident or step."""
        self._for, self.choice, self._picked = None, None, None
        self.field.clear()

    def _typed(self, text: str) -> None:
        if text.strip():
            self._picked = None
        self._again()

    def _again(self) -> None:
        if self._view is not None and self._words is not None:
            self._show_tiles(self._words)
        self.changed.emit()

    # --- what is shown ----------------------------------------------------------------------------

    def show_view(self, view: DealerView, stage: Stage, words: Words) -> None:
        """Show what can be chosen; another incident or step begins anew."""
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
        wanted = skipping or (incident is not None and needs_reason(incident))
        self._reasons = tuple(f"reason.{each}" for each in _REASONED.get(stage, _DECIDING)) if wanted else ()
        self.field.setVisible(wanted)
        self.field.setPlaceholderText(words.text("reason.type"))
        self.field.setAccessibleName(words.text("fact.reason.pit_boss_decides"))
        self._show_tiles(words)
        self.arrange()
        self.update()

    def _show_tiles(self, words: Words) -> None:
        ready = not self._reasons or self.reason is not None
        for at, tile in enumerate(self.choices):
            tile.setVisible(at < len(self._offered))
            if at < len(self._offered):
                value = self._offered[at]
                tile.show_answer(words.text(f"answer.choice.{value}"), chosen=ready)
                tile.setEnabled(ready)
        for at, tile in enumerate(self.reasons):
            tile.setVisible(at < len(self._reasons))
            if at < len(self._reasons):
                value = self._reasons[at]
                tile.show_answer(words.text(value), chosen=value == self._picked)

    @property
    def _left(self) -> float:
        return 24 if self._view is None else 24 + (self.wide - 48) * 0.36

    def arrange(self) -> None:
        """The incident at the left; choices, reasons and the field at the right."""
        left, right, y, k = self._left + 24, self.wide - MARGIN, 46.0, self._tight
        if self._reasons:
            half = (right - left - 14) / 2
            for at in range(len(self._reasons)):
                row, column = divmod(at, 2)
                box = QRectF(left + column * (half + 14), y + row * _REASON_ROW * k, half, 64 * k)
                lay(self, self.reasons[at], box)
            y += self._reasons_high * k
            self.put(self.field, QRectF(left, y, right - left, 60 * k))
            y += (60 + _HEAD) * k
        if self._offered:
            self._row(self.choices[: len(self._offered)], QRectF(left, y, right - left, _CHOICE * k))

    @property
    def _reasons_high(self) -> float:
        return _REASON_ROW * -(-len(self._reasons) // 2)

    @property
    def _tight(self) -> float:
        """The factor for all heights if a band takes some of the zone; 1 without a band."""
        needed = (self._reasons_high + 60 + _HEAD if self._reasons else 0) + _CHOICE
        return min(1.0, (self.high - 46 - FOCUS - 5) / needed)

    def _row(self, tiles: list[ReasonTile], box: QRectF) -> None:
        each = (box.width() - 14 * (len(tiles) - 1)) / len(tiles)
        for at, tile in enumerate(tiles):
            lay(self, tile, QRectF(box.left() + at * (each + 14), box.top(), each, box.height()))

    def paint(self, painter: QPainter) -> None:
        """The headings and the incident's facts."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        view, words = self._view, self._words
        incident = open_incident(view) if view is not None else None
        if view is None or words is None or incident is None:
            return
        left = self._left
        fill(painter, QRectF(left, 20, 2, self.high - 76), LINE)
        face = font(16, bold=True, track=106)
        write(painter, words.text("outcome.head.why").upper(), MARGIN, _HEADS, face, T2)
        y = _HEADS + 42
        for name, value in facts_in_words(incident, words, view):
            write(painter, name, MARGIN, y, shrunk(name, left - 48, (18, 17, 16)), T1)
            write(
                painter, value, MARGIN, y + 26, shrunk(value, left - 48, (21, 20, 18, 17, 16), bold=True), T0
            )
            y += 62
        if incident.outcome is not None and self._stage is not Stage.WITHDRAW:
            if incident.clause is not None:
                basis = basis_text(words, incident)
                write(painter, basis, MARGIN, y, shrunk(basis, left - 48, (18, 17, 16), bold=True), T0)
                y += 30
            foot = self.high - 24 * len(reported_parts(view, words)) - 16
            self._paint_sense(painter, sense_text(words, incident), y, left, foot)
        parts = reported_parts(view, words)
        for at, text in enumerate(reversed(parts)):
            small = shrunk(text, left - 48, (16, 15, 14))
            write(painter, text, MARGIN, self.high - 24 - at * 24, small, T2)
        heads = left + 24
        if self._reasons:
            write(painter, words.text("fact.reason.pit_boss_decides").upper(), heads, _HEADS, face, T2)
        if self._offered:
            y = _HEADS
            if self._reasons:
                y += 20 + (self._reasons_high + 60 + _HEAD / 2 + 2) * self._tight
            asked = "pit_boss_decides" if self._reasons else "card_face_down"
            head = words.text(f"fact.choice.{asked}")
            if view.pit_boss is not None:
                head = f"{head}  ·  {words.text('button.authorise', name=view.pit_boss.name)}"
            face = shrunk(head.upper(), self.wide - MARGIN - heads, (16, 15, 14, 13), bold=True)
            write(painter, head.upper(), heads, y, face, T2)
            if not self._reasons:
                self._paint_at_once(painter, incident, view, words, heads)

    def _paint_at_once(
        self, painter: QPainter, incident: IncidentView, view: DealerView, words: Words, left: float
    ) -> None:
        """What a rule makes happen with every choice, beneath the choices."""
        y = self.choices[0].geometry().bottom() / self.u + 44
        _heading(painter, words.text("outcome.head.at_once"), left, y)
        for key, text in at_once(words, incident, view):
            y += 44
            sign, actor = _AT_ONCE[key]
            sign(painter, QRectF(left + 6, y - 16, 32, 32), T0)
            _line(painter, text, role_name(words, actor), left + 56, self.wide - 26, y)
        if view.brought_in is not None:
            lines = _brought_in_lines(words, view.brought_in, self.wide - 26 - left)
            box = QRectF(left, y + 32, self.wide - 26 - left, len(lines) * _BROUGHT_IN * 1.3)
            write_lines(painter, lines, box, font(_BROUGHT_IN), T0, leading=1.3)

    def _paint_sense(self, painter: QPainter, sense: str, y: float, left: float, foot: float) -> None:
        """What the clause says, in lines whose middles begin at ``y``, above what stands at the foot."""
        lines, size = within(sense, left - 48, foot - y + 10, (17, 16, 15, 14), leading=1.41)
        for line in lines:
            write(painter, line, MARGIN, y, font(size), T1)
            y += size * 1.41
