"""One entry beside the log: the hands as they lay, its facts, and the presses that act on it.

Facts scroll where there is no room for all, and none is left out: a value takes up to four lines. What a
person wrote is shown whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QKeyEvent, QLinearGradient, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.journal.log.rows import LogRow
from console.records.documents.record_words import LEAD_IN, after_text
from console.review.log.entry_words import Named, by_whom, entry_of, event_line, hand_of, names_in, number_of
from console.review.questions import Glance
from console.table.showing.screen_values import DealerView
from console.table.state.event_kinds import READINGS, EventKind
from console.table.state.events import CardUnread
from console.ui.felt.games import on_screen
from console.ui.kit.buttons import Button, Tone, lay
from console.ui.kit.keys import NOT_GUARDED, SmallKey
from console.ui.kit.lettering import (
    advance,
    at_most,
    balance,
    break_lines,
    elide,
    sentence,
    shorten,
    shrunk,
    write,
    write_lines,
)
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import AMBER, BG1, BG3, RED, T0, T1, T2, font
from console.ui.kit.times import logged_time, moment_text
from console.ui.review.log.entry_signs import sign_of, stands_out
from console.ui.review.log.filters import FilterCondition
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.incident_phrases import outcome_key
from console.words.names import game_name, inside, label_text, text_or

FACT: Final = 24.0
_LINE: Final = 20.0
_FACT_SIDE: Final = 24.0
_FADE: Final = 18.0
"""The height in which facts fade at an edge, if more facts are beyond it."""
_LABEL: Final = 112.0
_LONG_LABEL: Final = 150.0
"""The width of the labels' column, and its greatest width."""
_WIDEST: Final = 300
"""More characters than any line has room for."""
_MOST: Final = 4
"""The most lines of a value; the round's file has all bytes, however many a device sent."""


class Fact(NamedTuple):
    """A label, its value, and whether it is to be heeded."""

    label: str
    value: str
    heed: bool
    is_whole: bool = False
    """Whether all its lines are shown, as of what a person wrote."""


class Facts(Surface):
    """Facts one beneath the other."""

    scrolled = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self.top = 0.0
        """The height of the facts that is scrolled past, in units."""
        self._dragged: tuple[float, float] | None = None
        self.covers()

    def show_facts(self, facts: Iterable[tuple[str, str, bool] | Fact], *, is_another: bool) -> None:
        """Show these facts; for another entry's the list scrolls to the first one."""
        self._facts = tuple(Fact(*fact) for fact in facts)
        self.top = 0.0 if is_another else self.top
        self.arrange()

    @property
    def reach(self) -> float:
        """The height of all facts, in units."""
        return sum(_high(self._lines(fact)) for fact in self._facts)

    @property
    def scrolls(self) -> bool:
        """Whether there are more facts than fit."""
        return self.reach > self.high

    def _lines(self, fact: Fact) -> tuple[str, ...]:
        room, value = self._room, shorten(fact.value)
        if advance(value, font(15)) <= room:
            return (value,)
        found = tuple(piece for line in break_lines(value, room, font(15)) for piece in _pieces(line, room))
        if fact.is_whole or len(found) <= _MOST:
            return found
        kept = (*found[: _MOST - 1], " ".join(found[_MOST - 1 :]))
        return tuple(elide(line, room, font(15)) for line in kept)

    @property
    def _room(self) -> float:
        return self.wide - 2 * _FACT_SIDE - self._labels

    @property
    def _labels(self) -> float:
        """The width of the labels, in units, so that the longest one is shown whole."""
        longest = max((advance(fact.label, font(15)) for fact in self._facts), default=0.0)
        return max(_LABEL, min(longest + 12, _LONG_LABEL))

    def _scroll(self, top: float) -> None:
        self.top = max(0.0, min(top, self.reach - self.high))
        self.update()

    def arrange(self) -> None:
        """Lay out as many facts as fit."""
        self._scroll(self.top)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.scrolls else Qt.FocusPolicy.NoFocus)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """The facts in view, and the view's place among all of them."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        y = -self.top
        for fact in self._facts:
            lines = self._lines(fact)
            if -_high(lines) < y < self.high:
                self._paint_fact(painter, fact, lines, y + FACT / 2)
            y += _high(lines)
        if self.scrolls:
            self._fade(painter)
            lane = QRectF(self.wide - 12, 0, 8, self.high)
            fill(painter, lane, BG3, 4)
            share = self.high / self.reach
            ink = T0 if self.hasFocus() else T2
            fill(painter, QRectF(lane.left(), self.top * share, 8, self.high * share), ink, 4)

    def _fade(self, painter: QPainter) -> None:
        """Let the facts fade at an edge if more are beyond it, so that no line is cut through its letters."""
        for edge, inward, is_more in (
            (0.0, _FADE, self.top > 0),
            (self.high, -_FADE, self.top < self.reach - self.high - 0.5),
        ):
            if is_more:
                clear = QColor(BG1)
                clear.setAlpha(0)
                ground = QLinearGradient(0, edge + inward / 4, 0, edge + inward)
                ground.setColorAt(0, BG1)
                ground.setColorAt(1, clear)
                box = QRectF(0, edge, self.wide, inward).normalized()
                painter.fillRect(box, ground)

    def _paint_fact(self, painter: QPainter, fact: Fact, lines: tuple[str, ...], y: float) -> None:
        face = shrunk(fact.label, self._labels - 10, (16, 15, 14))
        write(painter, fact.label, _FACT_SIDE, y, face, T2)
        value = shrunk(lines[0], self._room, (16, 15)) if len(lines) == 1 else font(15)
        for at, line in enumerate(lines):
            write(painter, line, _FACT_SIDE + self._labels, y + at * _LINE, value, RED if fact.heed else T1)

    # --- touching ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the facts."""
        self._dragged = (event.position().y() / self.u, self.top)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging anywhere scrolls."""
        if self._dragged is not None:
            y, top = self._dragged
            self._scroll(top + y - event.position().y() / self.u)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the facts."""
        self._dragged = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down scroll by a row; all other keys are the log's."""
        step = {Qt.Key.Key_Up: -FACT, Qt.Key.Key_Down: FACT}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._scroll(self.top + step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Two rows with each notch."""
        self._scroll(self.top - event.angleDelta().y() / 120 * 2 * FACT)


def _pieces(line: str, room: float) -> Iterator[str]:
    """A line without a space to break at, such as a device's bytes, in pieces that fit."""
    while len(line) > 1 and advance(line, font(15)) > room:
        at = max(1, _fitting(line[:_WIDEST], room))
        yield line[:at]
        line = line[at:]
    yield line


def _fitting(line: str, room: float) -> int:
    """The number of a line's characters that fit."""
    return bisect_right(range(1, len(line)), room, key=lambda to: advance(line[:to], font(15)))


def _high(lines: tuple[str, ...]) -> float:
    return FACT + _LINE * (len(lines) - 1)


_MOST_LETTERS: Final = 300
"""The most characters of an entry's title, more than its two lines hold."""
_SIDE: Final = 24.0
_REPLAY: Final = 72.0
_TITLE: Final = 76.0
_HANDS: Final = 104.0
_LEAST: Final = 72.0
"""The least height of the facts, which are always in view."""


_READ: Final = frozenset(str(event.__struct_config__.tag) for event in (*READINGS, CardUnread))
"""The kinds of entries that come from a device's reading."""


def refusal_text(words: Words, row: LogRow) -> str:
    """The reason why an entry was not taken, in few words: how a reading came, or what else was wrong."""
    reading = words.find(f"halt.note.{row.refused}") if row.kind in _READ else None
    return reading or text_or(words, f"log.refused.{row.refused}", row.refused or "")


class EntryOffers(NamedTuple):
    """The presses that act on an entry."""

    may_correct: bool = False
    """Whether an entry can be corrected here: not on a copy of a journal."""
    lead_in: timedelta = timedelta(seconds=LEAD_IN)
    """The seconds of video before the entry."""
    has_video: Callable[[str], bool] = lambda table: False
    """Whether the address of a table's video is known."""


READ_ALONE: Final = EntryOffers()
_ONLYS: Final = {
    FilterCondition.ROUND: ("review.only.round", Sign("review.only")),
    FilterCondition.SHOE: ("review.only.shoe", Sign("shoe.shoe")),
    FilterCondition.ONE_INCIDENT: ("review.only.incident", Sign("review.only")),
}
"""The phrase and the sign of each key that shows only the round, shoe or incident of an entry."""


class Detail(Surface):
    """The right side of the log."""

    replay_pressed = Signal(object)
    """The :class:`~console.journal.log.rows.LogRow` whose round is to be replayed."""
    file_pressed = Signal(object)
    """The row whose round is to be written."""
    correction_pressed = Signal(object)
    """The row that is to be corrected."""
    video_pressed = Signal(str, object)
    """The video of a table is wanted, from a moment on."""
    only = Signal(object)
    """The :class:`FilterCondition` by which only the entry's round, shoe or incident is to be listed."""

    def __init__(self, parent: QWidget | None = None, offers: EntryOffers = READ_ALONE) -> None:
        super().__init__(parent)
        self.offers = offers
        self.row: LogRow | None = None
        self._glance: Glance | None = None
        self._words: Words | None = None
        self._named: Named = str
        self.covers()
        self.facts = Facts(self)
        self.replay = Button(Sign("review.playing"), Tone.NOW, NOT_GUARDED, self)
        self.file = SmallKey(Sign("review.document"), parent=self)
        self.correction = SmallKey(Sign("outcomes.correct"), parent=self)
        self.video = SmallKey(Sign("outcomes.video"), parent=self)
        self.onlys = {each: SmallKey(sign, parent=self) for each, (_, sign) in _ONLYS.items()}
        for key, pressed in (
            (self.replay, self.replay_pressed),
            (self.file, self.file_pressed),
            (self.correction, self.correction_pressed),
        ):
            key.meant.connect(partial(self._press, pressed))
        self.video.meant.connect(self._ask_video)
        for each, key in self.onlys.items():
            key.meant.connect(partial(self.only.emit, each))

    def _press(self, pressed: SignalInstance) -> None:
        if self.row is not None:
            pressed.emit(self.row)

    def _ask_video(self) -> None:
        if self.row is not None:
            self.video_pressed.emit(self.row.table, self._video_begin(self.row))

    def _video_begin(self, row: LogRow) -> datetime:
        """The moment from which the entry's video is to be watched: before what a report is about, too."""
        known = self._glance.filmed_from if self._glance is not None else None
        return (known or row.at) - self.offers.lead_in

    def show_row(self, row: LogRow | None, words: Words, name_of: Named) -> None:
        """Show a row at once, and the other facts of its entry once they are read."""
        is_another = row is None or self.row is None or row.place != self.row.place
        if is_another:
            self._glance = None
        name_of = name_of if row is None else names_in(row, name_of)
        self.row, self._words, self._named = row, words, name_of
        self._show_keys(row, words)
        if row is not None:
            title = self._title(row, words)
            facts = ". ".join(label_text(words, label, value) for label, value, _ in self._facts(row))
            self.setAccessibleName(f"{title}. {facts}")
        self._show_facts(is_another=is_another)
        self.arrange()
        self.update()

    def show_glance(self, glance: Glance | None) -> None:
        """Show all facts that the journal has of the row's entry."""
        if glance is not None and self.row is not None and glance.whole.row.place == self.row.place:
            self._glance = glance
            self._show_facts(is_another=False)
            self.arrange()
            self.update()

    def _show_facts(self, *, is_another: bool) -> None:
        facts = list[tuple[str, str, bool] | Fact]()
        if self.row is not None:
            facts += (*self._whole_title(self.row), *self._facts(self.row))
        self.facts.show_facts(facts, is_another=is_another)

    def _whole_title(self, row: LogRow) -> Iterator[Fact]:
        """The title, such as a remark, if its two lines have no room for it."""
        assert self._words is not None
        title = self._title(row, self._words)
        lines, _ = self._title_lines(title)
        if "".join("".join(lines).split()) != "".join(title.split()):
            yield Fact(self._words.text("review.head.what"), title, False, is_whole=True)

    def _show_keys(self, row: LogRow | None, words: Words) -> None:
        in_round = row is not None and row.round is not None
        self.replay.show_label(words.text("button.replay" if in_round else "review.replay_here"))
        self.file.show_label(words.text("replay.file"))
        self.correction.show_label(words.text("review.correction"))
        shown = {
            FilterCondition.ROUND: in_round,
            FilterCondition.SHOE: row is not None and row.shoe > 0,
            FilterCondition.ONE_INCIDENT: row is not None and row.incident is not None,
        }
        for each, key in self.onlys.items():
            key.show_label(words.text(_ONLYS[each][0]))
            key.setVisible(shown[each])
        self.replay.setVisible(row is not None)
        self.file.setVisible(in_round or shown[FilterCondition.ONE_INCIDENT])
        self.correction.setVisible(row is not None and self.offers.may_correct)
        self.video.show_label(words.text("record.video"))
        self.video.setVisible(row is not None and self.offers.has_video(row.table))

    # --- what it says -----------------------------------------------------------------------------

    def _facts(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        """A label, its value, and whether it is to be heeded."""
        words = self._words
        assert words is not None
        text, comma = words.text, words.text("access.list")
        yield text("record.happened"), moment_text(row.at, words), False
        video = text("review.detail.from", time=logged_time(self._video_begin(row), words))
        yield text("record.video"), video, False
        played = (inside(words, each) for each in (game_name(words, row.game), *self._shoe(row)))
        yield text("record.table"), comma.join((row.table, *played)), False
        if row.round:
            yield text("record.round"), number_of(row.round), False
        if row.incident_kind or row.outcome:
            yield text("review.filter.incident"), comma.join(self._incident(row)), False
        if row.clauses:
            yield text("review.head.clause"), comma.join(row.clauses[:3]), False
        yield text("review.head.by"), by_whom(row, words, self._named), False
        if row.seen_ms is not None:
            yield text("review.detail.pressed"), after_text(words, row.seen_ms), False
        if people := [self._named(who) for who in (row.dealer, row.pit_boss) if who]:
            yield text("review.detail.at_table"), comma.join(people), False
        if row.kind == EventKind.ENTRY_CORRECTED:
            yield from self._corrected(row)
        if row.refused:
            yield text("review.detail.why"), refusal_text(words, row), True
        yield from self._stored_rows(row)

    def _corrected(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        """The facts of a later correction, without the person who made it: the name is above."""
        assert self._words is not None
        text, figures = self._words.text, row.figures
        yield text("amend.before"), figures["before"], False
        yield text("amend.after"), figures["after"], False
        yield text("record.authorised"), self._named(figures["authorised_by"]), False
        yield text("record.reason"), figures["why"], False

    def _stored_rows(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        words, whole = self._words, self._glance.whole if self._glance else None
        assert words is not None
        if whole is None:
            return
        key = "review.detail.sound" if whole.sound else "review.detail.unsound"
        if whole.doubt is not None:
            key = f"review.detail.at_floor.{whole.doubt}"
        yield words.text("review.detail.entry"), words.text(key, number=row.number), not whole.sound
        if whole.raw:
            yield words.text("review.detail.bytes"), whole.raw.hex(" ").upper(), False
        elif whole.line:
            yield words.text("review.detail.line"), whole.line, False
        if self._glance is not None and self._glance.why is not None:
            yield words.text("review.detail.answer"), self._glance.why, False

    def _shoe(self, row: LogRow) -> tuple[str, ...]:
        """The shoe's number; empty at a wheel, and before the first shoe."""
        assert self._words is not None
        return (self._words.text("status.shoe", shoe=row.shoe),) if row.shoe else ()

    def _incident(self, row: LogRow) -> Iterator[str]:
        assert self._words is not None
        if row.incident_kind:
            yield text_or(self._words, f"incident.{row.incident_kind}", row.incident_kind)
        if row.outcome:
            seat, hand = row.figures.get("seat"), row.figures.get("hand")
            key = outcome_key(row.outcome, seat)
            came_of_it = self._words.find(key, seat=seat, hand=hand) or row.outcome
            yield inside(self._words, came_of_it) if row.incident_kind else came_of_it
        if row.decided_by:
            yield row.decided_by

    # --- layout -----------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Keys from the bottom up."""
        room, y = self.wide - 2 * _SIDE, self.high - 60
        keys = [key for key in (self.file, self.video, self.correction) if not key.isHidden()]
        self._row_of(list(keys), y, 48)
        y -= 12 + _REPLAY
        lay(self, self.replay, QRectF(_SIDE, y, room, _REPLAY))
        self._row_of([key for key in self.onlys.values() if not key.isHidden()], y - 60, 48)
        top = _TITLE + (0 if self._lying is None else _HANDS)
        self.put(self.facts, QRectF(0, top, self.wide, max(_LEAST, y - 66 - top)))

    @property
    def _lying(self) -> DealerView | None:
        """The table after the entry, if the hands of its round are shown."""
        view = self._glance.view if self._glance else None
        return view if view is not None and view.view.round is not None else None

    def _row_of(self, keys: list[SmallKey], y: float, height: float) -> None:
        wide = (self.wide - 2 * _SIDE - 12 * (len(keys) - 1)) / max(1, len(keys))
        for at, key in enumerate(keys):
            lay(self, key, QRectF(_SIDE + at * (wide + 12), y, wide, height))

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Title and hands; the facts paint themselves."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        words, row = self._words, self.row
        if words is None:
            return
        if row is None:
            write(painter, words.text("review.detail.none"), _SIDE, 44, font(20), T2)
            return
        self._paint_title(painter, row, words)
        if self._lying is not None:
            painter.save()
            painter.translate(_SIDE, _TITLE)
            on_screen(self._lying.game).frozen.draw(painter, self._lying, words, hand_of(row))
            painter.restore()

    def _paint_title(self, painter: QPainter, row: LogRow, words: Words) -> None:
        entry = entry_of(row)
        sign_of(entry)(painter, QRectF(_SIDE, 16, 40, 40), AMBER if stands_out(entry) else T0)
        lines, face = self._title_lines(self._title(row, words))
        box = QRectF(_SIDE + 56, 6, self._title_room, 60)
        write_lines(painter, lines, box, face, T0, leading=1.25)

    def _title(self, row: LogRow, words: Words) -> str:
        return sentence(event_line(words, entry_of(row), self._named))

    @property
    def _title_room(self) -> float:
        return self.wide - _SIDE - 56 - _SIDE

    def _title_lines(self, text: str) -> tuple[tuple[str, ...], QFont]:
        room, text = self._title_room, text[:_MOST_LETTERS]
        face = shrunk(text, room, (26, 24, 22, 20), bold=True)
        lines = balance(text, room, face)
        if len(lines) > 1:
            face = font(19, bold=True)
            lines = at_most(2, balance(text, room, face))
        return tuple(elide(line, room, face) for line in lines), face
