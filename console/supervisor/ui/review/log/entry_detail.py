"""One entry beside the log: the hands as they lay, its facts (which scroll), and the presses for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QKeyEvent, QLinearGradient, QPainter, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from console.base.words import Words
from console.supervisor.records.documents.record_words import LEAD_IN, after_text
from console.supervisor.review.log import entry_words
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.review.questions import Glance
from console.supervisor.ui.review.log.entry_signs import sign_of, stands_out
from console.supervisor.ui.review.log.filters import KINDS, FilterCondition
from console.table.core import READINGS, DealerView, EventKind, RoundStatus, SpinView, events
from console.table.journal import LogRow
from console.table.ui.felt import cards_out, on_screen
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    FOCUS,
    NOT_GUARDED,
    Button,
    Grid,
    Label,
    Panel,
    ScrolledPanel,
    SmallKey,
    Surface,
    Tone,
    advance,
    at_most,
    balance,
    elide,
    fill,
    logged_time,
    moment_text,
    sentence,
    shorten,
    shrunk,
    theme,
    write,
    write_lines,
)
from console.table.ui.signs import Sign
from console.table.words import game_name, inside, outcome_key, person_text, text_or

_FACT: Final = 24.0
"""The height of a one-line fact."""
_FADE: Final = 18.0
"""The height in which facts fade at an edge if more are beyond it."""
_LABEL: Final = 100.0
_LONG_LABEL: Final = 160.0
"""The width of the labels' column, and its greatest width."""
_GAP: Final = 12.0
_UNBROKEN: Final = re.compile(r"[^\s\u0e00-\u0e7f\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]+")
"""Letters that Qt keeps in one line, as in a protocol's line: all but Thai and Japanese ones."""


class FadedEdge(Surface):
    """Lets facts fade at an edge if more are beyond it, so that no line is cut through its letters."""

    def __init__(self, over: QScrollArea) -> None:
        super().__init__(over)
        self._bar = over.verticalScrollBar()
        self._bar.valueChanged.connect(self.update)
        self._bar.rangeChanged.connect(self.update)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paint(self, painter: QPainter) -> None:
        """The ground over the letters, from an edge inwards."""
        for edge, inward, is_more in (
            (0.0, _FADE, self._bar.value() > 0),
            (self.high, -_FADE, self._bar.value() < self._bar.maximum()),
        ):
            if is_more:
                clear = QColor(theme.BG1)
                clear.setAlpha(0)
                ground = QLinearGradient(0, edge + inward / 4, 0, edge + inward)
                ground.setColorAt(0, theme.BG1)
                ground.setColorAt(1, clear)
                painter.fillRect(QRectF(0, edge, self.wide, inward).normalized(), ground)


class FactRows(ScrolledPanel):
    """Facts in a column: each a label, its value, and whether it needs attention."""

    ground = theme.BG1

    def __init__(self) -> None:
        self._grid, self._rows = Grid(gap=_GAP, between=2), list[tuple[Label, Label]]()
        super().__init__(Panel(DOWN, self._grid, None, sides=_SIDE))
        self._fade = FadedEdge(self)

    def show_facts(self, facts: Iterable[tuple[str, str, bool]], *, is_another: bool) -> None:
        """Show these facts; another entry's scroll to the first one."""
        shown = tuple(facts)
        while len(self._rows) < len(shown):
            row = Label(16, theme.T2), Label(16)
            self._grid.add(*row)
            self._rows.append(row)
            self.set_unit(self.u)
        for row in self._rows[len(shown) :]:
            for part in row:
                part.hide()
        for (label, value), (name, text, heed) in zip(self._rows, shown, strict=False):
            label.setText(name)
            value.setAccessibleName(shorten(text))
            value.set_ink(theme.RED if heed else theme.T1)
            label.show()
            value.show()
        self._fit()
        if is_another:
            self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        """Make the labels' column as wide as the longest one; a too wide word is broken."""
        shown = [row for row in self._rows if not row[0].isHidden()]
        longest = max((advance(label.text(), theme.font(16)) for label, _ in shown), default=0.0)
        wide = max(_LABEL, min(longest + 2, _LONG_LABEL))
        room = self.viewport().width() / self.u - 2 * _SIDE - wide - _GAP
        for label, value in shown:
            label.setFixedWidth(round(wide * self.u))
            value.setText(_UNBROKEN.sub(partial(_broken, room=room), value.accessibleName()))

    def arrange(self) -> None:
        super().arrange()
        self._fit()
        self.verticalScrollBar().setSingleStep(round(_FACT * self.u))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fade.setGeometry(self.viewport().geometry())
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down scroll; all other keys are the log's."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            event.ignore()


def _broken(word: re.Match[str], room: float) -> str:
    return "\N{ZERO WIDTH SPACE}".join(word[0]) if advance(word[0], theme.font(16)) > room else word[0]


_MOST_LETTERS: Final = 300
"""The most characters of an entry's title, more than its two lines hold."""
_SIDE: Final = 24.0
_REPLAY: Final = 72.0 + 2 * FOCUS
_TITLE: Final = 76.0
_BESIDE: Final = 2 * _SIDE + 56
"""The width that a title leaves to its sign and to the sides."""
_HANDS: Final = 104.0


_READ: Final = frozenset(str(event.__struct_config__.tag) for event in (*READINGS, events.CardUnread))
"""The kinds of entries that come from a device's reading."""


_OF_ROUND: Final = frozenset[str]().union(
    *(KINDS[each] for each in (LogFilter.INCIDENTS, LogFilter.VOIDS, LogFilter.CORRECTIONS))
)
"""The kinds of entries that may be about the last round, even in a preparation."""
_OF_HANDS: Final = _OF_ROUND.union(
    *(KINDS[each] for each in (LogFilter.ROUNDS, LogFilter.CARDS, LogFilter.PRESSES, LogFilter.MANUAL))
)
"""The kinds of entries about the cards on the table, even after the round's end."""


def _is_of_hand(row: LogRow, view: DealerView) -> bool:
    """Whether a view's hand belongs to an entry: a sign-in on the next day has none."""
    lying = view.view.round
    about = row.kind in (_OF_ROUND if row.in_preparation else _OF_HANDS)
    out = bool(cards_out(view)) or isinstance(lying, SpinView)
    return lying is not None and out and (about or lying.status == RoundStatus.OPEN)


def refusal_text(words: Words, row: LogRow) -> str:
    """Why an entry was not taken, in few words: how a reading came, or what else was wrong."""
    reading = words.find(f"halt.note.{row.refused}") if row.kind in _READ else None
    return reading or text_or(words, f"log.refused.{row.refused}", row.refused or "")


def title_lines(text: str, room: float) -> tuple[tuple[str, ...], QFont]:
    text = text[:_MOST_LETTERS]
    face = shrunk(text, room, (26, 24, 22, 20), bold=True)
    lines = balance(text, room, face)
    if len(lines) > 1:
        face = theme.font(19, bold=True)
        lines = at_most(2, balance(text, room, face))
    return tuple(elide(line, room, face) for line in lines), face


class Title(Surface):
    """The chosen entry's event beside its sign; or that no entry is chosen."""

    row: LogRow | None = None
    text = ""

    def show_title(self, row: LogRow | None, text: str) -> None:
        self.row, self.text = row, text
        self.update()

    def paint(self, painter: QPainter) -> None:
        if self.row is None:
            write(painter, self.text, _SIDE, 44, theme.font(20), theme.T2)
            return
        entry, room = entry_words.entry_of(self.row), self.wide - _BESIDE
        sign_of(entry)(painter, QRectF(_SIDE, 16, 40, 40), theme.AMBER if stands_out(entry) else theme.T0)
        lines, face = title_lines(self.text, room)
        write_lines(painter, lines, QRectF(_SIDE + 56, 6, room, 60), face, theme.T0, leading=1.25)


class HandsPicture(Surface):
    shown: tuple[DealerView, Words, str | None] | None = None

    def paint(self, painter: QPainter) -> None:
        if self.shown is not None:
            painter.translate(_SIDE, 0)
            on_screen(self.shown[0].game).frozen.draw(painter, *self.shown)


class EntryOffers(NamedTuple):
    may_correct: bool = False
    """Whether an entry can be corrected here, as not on a copy of a journal."""
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
"""The phrase and the sign of each key that shows only an entry's round, shoe or incident."""


class Detail(Surface):
    replay_pressed = Signal(object)
    """The :class:`~console.table.journal.log.rows.LogRow` whose round is to be replayed."""
    file_pressed = Signal(object)
    """The row whose round is to be written."""
    correction_pressed = Signal(object)
    """The row that is to be corrected."""
    video_pressed = Signal(str, object)
    """The video of a table is wanted, from a moment on."""
    only = Signal(object)
    """The :class:`FilterCondition` that lists only the entry's round, shoe or incident."""

    def __init__(self, words: Words, parent: QWidget, offers: EntryOffers) -> None:
        super().__init__(parent)
        self._words, self.offers = words, offers
        self.row: LogRow | None = None
        self._glance: Glance | None = None
        self._named: entry_words.Named = str
        self.covers()
        self.title, self.hands, self.facts = Title(), HandsPicture(), FactRows()
        self.replay = Button(Sign("review.playing"), Tone.NOW, NOT_GUARDED)
        self.file = SmallKey(Sign("review.document"))
        self.correction = SmallKey(Sign("outcomes.correct"))
        self.video = SmallKey(Sign("outcomes.video"))
        self.onlys = {each: SmallKey(sign) for each, (_, sign) in _ONLYS.items()}
        title, self._lying = Panel(DOWN, self.title, high=_TITLE), Panel(DOWN, self.hands, high=_HANDS)
        onlys = Panel(ACROSS, *self.onlys.values(), gap=0, shares=(1, 1, 1))
        files = Panel(ACROSS, self.file, self.video, self.correction, gap=0, shares=(1, 1, 1))
        replay = Panel(DOWN, self.replay, high=_REPLAY)
        keys = Panel(DOWN, onlys, replay, files, sides=_SIDE - FOCUS, ends=5, gap=0)
        self._body = Panel(DOWN, title, self._lying, self.facts, keys, gap=0, shares=(0, 0, 1))
        self._body.setParent(self)
        for key, pressed in (
            (self.replay, self.replay_pressed),
            (self.file, self.file_pressed),
            (self.correction, self.correction_pressed),
        ):
            key.meant.connect(partial(self._press, pressed))
        self.video.meant.connect(self._ask_video)
        for each, key in self.onlys.items():
            key.meant.connect(partial(self.only.emit, each))

    @property
    def keys(self) -> tuple[Button, ...]:
        """All keys that act on the entry, from top to bottom."""
        return (self.replay, *self.onlys.values(), self.file, self.video, self.correction)

    def _press(self, pressed: SignalInstance) -> None:
        if self.row is not None:
            pressed.emit(self.row)

    def _ask_video(self) -> None:
        if self.row is not None:
            self.video_pressed.emit(self.row.table, self._video_begin(self.row))

    def _video_begin(self, row: LogRow) -> datetime:
        """The beginning of the entry's video, which includes a report's subject."""
        known = self._glance.filmed_from if self._glance is not None else None
        return (known or row.at) - self.offers.lead_in

    def show_row(self, row: LogRow | None, words: Words, name_of: entry_words.Named) -> None:
        """Show a row at once, and its entry's other facts once read."""
        is_another = row is None or self.row is None or row.place != self.row.place
        if is_another:
            self._glance = None
        name_of = name_of if row is None else entry_words.names_in(row, name_of)
        self.row, self._words, self._named = row, words, name_of
        self._show_keys(row, words)
        title = words.text("review.detail.none")
        if row is not None:
            title = sentence(entry_words.event_line(words, entry_words.entry_of(row), name_of))
        self.title.show_title(row, title)
        self.facts.setAccessibleName(title)
        self._show_facts(is_another=is_another)

    def show_glance(self, glance: Glance | None) -> None:
        if glance is not None and self.row is not None and glance.whole.row.place == self.row.place:
            self._glance = glance
            self._show_facts(is_another=False)

    def _show_facts(self, *, is_another: bool) -> None:
        view = self._glance.view if self._glance is not None else None
        lies = view is not None and self.row is not None and _is_of_hand(self.row, view)
        self._lying.setVisible(lies)
        if lies and view is not None and self.row is not None:
            self.hands.shown = view, self._words, entry_words.hand_of(self.row)
            self.hands.update()
        facts = [] if self.row is None else [*self._facts(self.row)]
        if self.row is not None:
            heard = (self._words.label(label, value) for label, value, _ in facts)
            self.setAccessibleName(". ".join((self.title.text, *heard)))
            facts = [*self._whole_title(), *facts]
        self.facts.show_facts(facts, is_another=is_another)

    def _whole_title(self) -> Iterator[tuple[str, str, bool]]:
        """The title, such as a remark, if its two lines have no room for it."""
        lines, _ = title_lines(self.title.text, self.wide - _BESIDE)
        if "".join("".join(lines).split()) != "".join(self.title.text.split()):
            yield self._words.text("review.head.what"), self.title.text, False

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
        """A label, its value, and whether it needs attention."""
        words = self._words
        text, comma = words.text, words.text("access.list")
        yield text("record.happened"), moment_text(row.at, words), False
        video = text("review.detail.from", time=logged_time(self._video_begin(row), words))
        yield text("record.video"), video, False
        played = (inside(words, each) for each in (game_name(words, row.game), *self._shoe(row)))
        yield text("record.table"), comma.join((row.table, *played)), False
        if row.round:
            yield text("record.round"), entry_words.number_of(row.round), False
        if row.incident_kind or row.outcome:
            yield text("review.filter.incident"), comma.join(self._incident(row)), False
        if row.clauses:
            yield text("review.head.clause"), comma.join(row.clauses[:3]), False
        yield text("review.head.by"), entry_words.by_whom(row, words, self._named), False
        if row.seen_ms is not None:
            yield text("review.detail.pressed"), after_text(words, row.seen_ms), False
        known = self._glance.people if self._glance is not None else None
        people = (row.dealer, row.pit_boss) if known is None else known
        if there := [person_text(words, who, self._named) for who in people if who]:
            yield text("review.detail.at_table"), comma.join(there), False
        if row.kind == EventKind.ENTRY_CORRECTED:
            yield from self._corrected(row)
        if row.refused:
            yield text("review.detail.why"), refusal_text(words, row), True
        yield from self._stored_rows(row)

    def _corrected(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        """A later correction's facts, without its author, who is named above."""
        text, figures = self._words.text, row.figures
        yield text("amend.before"), figures["before"], False
        yield text("amend.after"), figures["after"], False
        yield text("record.authorised"), self._named(figures["authorised_by"]), False
        yield text("record.reason"), figures["why"], False

    def _stored_rows(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        words, whole = self._words, self._glance.whole if self._glance else None
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
        return (self._words.text("status.shoe", shoe=row.shoe),) if row.shoe else ()

    def _incident(self, row: LogRow) -> Iterator[str]:
        if row.incident_kind:
            yield text_or(self._words, f"incident.{row.incident_kind}", row.incident_kind)
        if row.outcome:
            seat, hand = row.figures.get("seat"), row.figures.get("hand")
            key = outcome_key(row.outcome, seat)
            came_of_it = self._words.find(key, seat=seat, hand=hand) or row.outcome
            yield inside(self._words, came_of_it) if row.incident_kind else came_of_it
        if row.decided_by:
            yield row.decided_by

    def arrange(self) -> None:
        self.put(self._body, QRectF(0, 0, self.wide, self.high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
