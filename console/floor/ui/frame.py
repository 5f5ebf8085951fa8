"""The parts around the wall's content: the bar above it, the keys beneath it, and the note over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.base.plain_text import visible
from console.base.words import Words
from console.floor.alarms.items import AlarmKind, AlarmLine
from console.floor.alarms.watch import TileState
from console.floor.ui.appearance import no_readings_text, span, take_text
from console.floor.ui.wall_keys import ACT_KEYS, VIEW_KEYS, WallAct, WallView
from console.floor.ui.wall_readings import HeardAlarms
from console.floor.wall import SeenDuty
from console.table.core import Mode, Person
from console.table.ui.dealer import MIDDLE, TopBar, announce, paint_mode
from console.table.ui.kit import (
    PaintedKey,
    Surface,
    advance,
    at_most,
    balance,
    elide,
    fill,
    logged_time,
    outline,
    pen,
    set_in,
    shrunk,
    theme,
    write,
    write_lines,
)
from console.table.ui.signs import Sign

_COUNTED: Final = (
    TileState.PLAYING,
    TileState.WAITS,
    TileState.HALTED,
    TileState.CANT_RECORD,
    TileState.DISPUTED,
    TileState.SILENT,
    TileState.REFUSED,
    TileState.UNREAD,
    TileState.NEVER,
    TileState.BEHIND,
    TileState.PREPARING,
    TileState.CLOSED,
)
"""The order of the counts; a count of 0 is not shown."""
_CALM: Final = (TileState.PLAYING, TileState.PREPARING, TileState.CLOSED)
_LESS: Final = (TileState.CLOSED, TileState.PREPARING, None, TileState.PLAYING, TileState.BEHIND)
"""The order in which counts are left out when room is short; None is the count of all tables."""


_APART: Final = 12.0
"""The distance from the bar's middle to the counts above it and to the supervisor on duty beneath it."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    studio: str
    training: bool
    tables: int
    counts: tuple[tuple[TileState, int], ...]
    shelved: int
    age: float | None
    """Seconds since the last reading of the floor; None before the first one: no table is known then."""
    duties: tuple[SeenDuty, ...] | None
    """The supervisors on duty; None if there never was one."""
    read: datetime
    """The minute of the last reading, by the window's clock: a duty of another day shows its day."""
    deaf_since: datetime | None
    """The time since which no readings come, or None; at first since the window opened."""


def summary_of(studio: str, alarms: HeardAlarms) -> Summary:
    """The values of a bar; a table that was never heard does not count as closed."""
    watch, looks = alarms.watch, alarms.moment.counts
    reports = [seen.report for seen in alarms.tables.values() if seen.report is not None]
    return Summary(
        studio=studio,
        training=bool(reports) and all(each.mode == "training" for each in reports),
        tables=looks.total(),
        counts=() if alarms.deaf_since else tuple((look, looks[look]) for look in _COUNTED if looks[look]),
        shelved=len(alarms.moment.shelved),
        duties=None if watch.reading is None else watch.reading.duties,
        read=alarms.heard_at.replace(second=0, microsecond=0),
        age=None if watch.reading is None else float(int(watch.silence_seconds(alarms.now))),
        deaf_since=alarms.deaf_since,
    )


def duty_text(words: Words, duties: tuple[SeenDuty, ...] | None, now: datetime) -> str:
    """The supervisor on duty and since when, with the day unless it is today, or that nobody is; empty if
    nobody ever was. A window of several studios names each person once.
    """
    if duties is None:
        return ""
    first = {each.who: each for each in reversed(duties)}
    if not first:
        return words.text("duty.nobody")
    named = (
        words.text("floor.duty", name=visible(each.name), time=logged_time(each.since, words, begun=now))
        for each in sorted(first.values(), key=lambda each: each.since)
    )
    return words.text("access.list").join(named)


class FloorBar(TopBar):
    """One line; the name and the language can be pressed."""

    def __init__(self, clock: Callable[[], datetime], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(clock, words, parent)
        self._summary: Summary | None = None
        self._person: Person | None = None
        self.start()

    def show_summary(self, summary: Summary, person: Person | None, words: Words) -> None:
        shown = (summary, person, words.language)
        if shown == (self._summary, self._person, self._words.language):
            return
        before = self._spoken()
        self._summary, self._person = summary, person
        self.show_person(person, words)
        if self._spoken() != before:
            self.setAccessibleName(self._spoken())
        self.tick()
        self.arrange()
        self.update()

    def _spoken(self) -> str:
        """The bar for assistive tools, without an age that grows each second."""
        summary, words = self._summary, self._words
        if summary is None or words is None:
            return ""
        parts = [summary.studio]
        if summary.age is not None:
            parts.append(words.count("floor.tables", summary.tables))
        parts += [words.count(f"floor.count.{look}", count) for look, count in summary.counts]
        if summary.shelved:
            parts.append(words.count("floor.shelved", summary.shelved))
        if duty := duty_text(words, summary.duties, summary.read):
            parts.append(duty)
        if summary.deaf_since is not None:
            parts.append(no_readings_text(words, summary.deaf_since))
        return words.text("access.list").join(parts)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        summary, words = self._summary, self._words
        if summary is None or words is None:
            return
        x = 16.0
        if summary.training:
            x = paint_mode(painter, Mode.TRAINING, self.high, words) + 16
        x = write(painter, summary.studio, x, MIDDLE + 1, theme.font(22, bold=True), theme.T0) + 18
        self.paint_code(painter)
        self.paint_clock(painter)
        right = self.room_ends
        if deaf := no_readings_text(words, summary.deaf_since):
            self._paint_deaf(painter, QRectF(x, 6, right - x, self.high - 12), deaf)
            return
        if summary.age is None:
            return
        age = words.text("floor.heard", age=span(words, summary.age))
        face = theme.font(16)
        write(painter, age, right, MIDDLE + 1, face, theme.T2, align=1)
        right -= advance(age, face) + 20
        middle = MIDDLE + 1
        if duty := duty_text(words, summary.duties, summary.read):
            middle -= _APART
            write(painter, elide(duty, right - x, face), x, MIDDLE + 1 + _APART, face, theme.T1)
        self._paint_counts(painter, x, right, middle, summary, words)

    def _paint_deaf(self, painter: QPainter, box: QRectF, text: str) -> None:
        """Amber over the whole line: the wall's values are old."""
        fill(painter, box, theme.AMBER, 6)
        Sign("urgency.unheard")(painter, QRectF(box.left() + 12, box.center().y() - 13, 26, 26), theme.BG0)
        face = shrunk(text, box.width() - 60, (26, 24, 22, 20, 18, 16, 15), bold=True)
        write(painter, text, box.left() + 50, box.center().y(), face, theme.BG0)

    def _paint_counts(
        self, painter: QPainter, x: float, right: float, middle: float, summary: Summary, words: Words
    ) -> None:
        """Paint as many counts as fit, in order; the count of shelved alarms is never left out."""
        last = words.count("floor.shelved", summary.shelved) if summary.shelved else ""
        for size, less in (
            (18, 0),
            (17, 0),
            (16, 0),
            (15, 0),
            *((14, less) for less in range(len(_LESS) + 1)),
        ):
            texts = self._texts(summary, words, _LESS[:less])
            if last:
                texts.append((last, theme.T0))
            reach = sum(advance(text, theme.font(size, bold=ink is theme.T0)) + 14 for text, ink in texts)
            if x + reach <= right:
                break
        for text, ink in texts:
            x = write(painter, text, x, middle, theme.font(size, bold=ink is theme.T0), ink) + 14

    def _texts(
        self, summary: Summary, words: Words, less: tuple[TileState | None, ...]
    ) -> list[tuple[str, QColor]]:
        """The counts in order, without those in ``less``; None is the count of all tables."""
        texts = [] if None in less else [(words.count("floor.tables", summary.tables), theme.T2)]
        for look, count in summary.counts:
            if look not in less:
                text = words.count(f"floor.count.{look}", count)
                texts.append((text, theme.T1 if look in _CALM else theme.T0))
        return texts


HEIGHT: Final = 68.0


class WallKey(PaintedKey):
    """A word with its key; the chosen one has an outline, an urgent one is amber."""

    def __init__(self, parent: QWidget, key: str, pressed: Callable[[], None]) -> None:
        super().__init__(parent, lambda: None)
        self._key, self._pressed = key, pressed
        self.amber = False
        self.clicked.connect(lambda _=False: pressed())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_label(self, label: str, *, chosen: bool, able: bool, amber: bool = False) -> None:
        shown = (label, chosen, able, amber)
        if shown == (self.text(), self.isChecked(), self.isEnabled(), self.amber):
            return
        self.amber = amber
        self.setCheckable(chosen)
        self.setChecked(chosen)
        self.setEnabled(able)
        self.name(label)

    def event(self, event: QEvent) -> bool:
        """Treat a press on a disabled key as its letter's, so that the window shows why nothing is done: Qt
        drops the press.
        """
        if event.type() is QEvent.Type.MouseButtonPress and not self.isEnabled():
            self._pressed()
        return super().event(event)

    def nextCheckState(self) -> None:
        """Do nothing: only the window reports the choice."""

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """The word, and above it its key in small letters."""
        ink = theme.T0 if self.isEnabled() else theme.T2
        if self.isChecked():
            fill(painter, box, theme.BG0, 8)
            outline(painter, box, pen(theme.T0, 2.5), 8)
        elif self.amber and self.isEnabled():
            fill(painter, box, theme.AMBER_FILL, 8)
            outline(painter, box, pen(theme.AMBER, 2.5), 8)
            ink = theme.AMBER
        else:
            fill(painter, box, theme.BG2 if self.isEnabled() else theme.BG1, 8)
            outline(painter, box, pen(theme.EDGE if self.isEnabled() else theme.LINE, 1.5), 8)
        quiet = theme.T1 if self.isEnabled() else theme.T2
        middle, face = box.center().x(), theme.font(theme.DESK_LEAST)
        write(painter, self._key, middle, box.top() + 12, face, quiet, align=0.5)
        place = QRectF(box.left(), box.top() + 18, box.width(), box.height() - 20)
        lines, face = label_lines(self.text(), box.width() - 12)
        write_lines(painter, lines, place, face, ink, align=0.5, leading=LEADING)
        self.ring(painter, box)


LEADING: Final = 1.25
"""From line to line of a key's word: a tail and the letter beneath it do not touch."""


def label_lines(text: str, room: float) -> tuple[tuple[str, ...], QFont]:
    """A key's word: large in one line, else in two, else in one as large as fits."""
    for most, sizes in ((1, (17, 16, 15)), (2, (theme.DESK_LEAST,)), (1, (14, theme.DESK_LEAST))):
        for size in sizes:
            face = theme.font(size, bold=True)
            lines = balance(text, room, face)
            if len(lines) <= most and all(advance(line, face) <= room for line in lines):
                return lines, face
    return at_most(2, lines), face


class KeyRow(Surface):
    """The views at the left, the acts at the right."""

    view_pressed = Signal(object)
    """The :class:`WallView` to show."""
    act_pressed = Signal(object)
    """The :class:`WallAct` to do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        show, act = self.view_pressed.emit, self.act_pressed.emit
        self.views = {view: WallKey(self, key, partial(show, view)) for view, key in VIEW_KEYS.items()}
        self.acts = {each: WallKey(self, key, partial(act, each)) for each, key in ACT_KEYS.items()}
        self.covers()

    def show_views(
        self, words: Words, chosen: WallView | None, counts: Mapping[WallView, int], *, able: bool
    ) -> None:
        """Show the views, the chosen one, and their counts; ``able``: the review can be opened."""
        for view, key in self.views.items():
            label = words.text(f"floor.key.{view}")
            if counts.get(view):
                label = words.text("floor.key.counted", name=label, count=counts[view])
            key.show_label(label, chosen=view is chosen, able=able or view is not WallView.REVIEW)

    def show_acts(
        self,
        words: Words,
        item: AlarmLine | None,
        call: AlarmLine | None,
        *,
        own: bool,
        opens: bool,
        opened: bool,
        heard: bool = True,
    ) -> None:
        """Show the acts on the chosen alarm or table. ``call`` is the item whose call is taken; ``own``: the
        person here took it. ``opens``: something can be opened; ``opened``: a table is open. ``heard``:
        readings come; without them the server's acts are impossible.
        """
        takes = heard and (own or (call is not None and call.to_take is not None))
        label = words.text("floor.release" if own else "floor.take")
        if call is not None and not own:
            label = take_text(words, call)
        self.acts[WallAct.TAKE].show_label(label, chosen=False, able=takes, amber=not own)
        label = words.text("floor.back" if opened else "floor.open")
        self.acts[WallAct.OPEN].show_label(label, chosen=False, able=opens or opened)
        sounds = item is not None and item.sounds
        self.acts[WallAct.QUIET].show_label(words.text("floor.quiet"), chosen=False, able=sounds)
        key = _last_act(item)
        able = heard and item is not None and (key != "floor.shelve" or item.can_shelve)
        self.acts[WallAct.SHELVE].show_label(words.text(key), chosen=False, able=able)

    def arrange(self) -> None:
        """All keys have one width, with a gap between the two kinds."""
        gap, between = 8.0, 28.0
        count = len(self.views) + len(self.acts)
        wide = min(190.0, (self.wide - 24 - between - gap * (count - 2)) / count)
        x = 12.0
        for key in self.views.values():
            self.put(key, QRectF(x, 8, wide, self.high - 16))
            x += wide + gap
        x = self.wide - 12 - len(self.acts) * (wide + gap) + gap
        for key in self.acts.values():
            self.put(key, QRectF(x, 8, wide, self.high - 16))
            x += wide + gap

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, 0, self.wide, 1), theme.LINE)


def _last_act(item: AlarmLine | None) -> str:
    """The phrase key of H's act with an alarm: end a dispute, shelve the alarm, or take it up again."""
    if item is None:
        return "floor.shelve"
    if item.what is AlarmKind.TWINS:
        return "floor.twins"
    if item.is_settled:
        return "floor.settle"
    return "floor.unshelve" if item.shelf is not None else "floor.shelve"


_SHOWN_FOR: Final = 8_000
"""Milliseconds for which the result of a press is shown."""


_HIGH: Final = 52.0
"""The height of a note of one line or two, in units."""
_LINE: Final = 18.0
"""The height of a third line."""


class ResultNote(Surface):
    """The result of the last press, over the foot of the content."""

    changed = Signal()
    """Another text is shown: the note's height, and the keys beneath it, may change."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self._said: tuple[Callable[[Words], str], Words, str] | None = None
        """The function that gives the text, the words of its first showing, and the text in them."""
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_FOR)
        self._timer.timeout.connect(self.hide)
        # The part beneath takes the presses.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def wish(self) -> float:
        """The height in units that the text needs."""
        return _HIGH if len(self._lines()[0]) < 3 else _HIGH + _LINE

    def _lines(self) -> tuple[tuple[str, ...], QFont]:
        room = self.wide - 32
        for sizes, most in (((22, 20, 18), 1), ((17, 16, 15, 14), 2), ((15, 14, theme.DESK_LEAST), 3)):
            lines, face = set_in(self.text, room, sizes, limit=most, bold=True)
            if "…" not in lines[-1] and all(advance(line, face) <= room for line in lines):
                break
        return lines, face

    def show_text(self, said: Callable[[Words], str], words: Words, *, stays: bool = False) -> None:
        """Show and speak a result; a refusal stays until the next press, or until its cause is over."""
        self._said = said, words, said(words)
        self._set_text(said(words))
        announce(self, self.text, at_once=False)
        self.show()
        self.raise_()
        self._timer.stop() if stays else self._timer.start()

    def follow(self, words: Words) -> None:
        """Show the text in the wall's present words; if it would differ, its cause is over."""
        if self._said is None or self.isHidden():
            return
        said, first, text = self._said
        if said(first) != text:
            self.hide()
        elif said(words) != self.text:
            self._set_text(said(words))

    def _set_text(self, text: str) -> None:
        self.text = text
        self.changed.emit()
        self.setAccessibleName(text)
        self.update()

    def paint(self, painter: QPainter) -> None:
        box = QRectF(0, 0, self.wide, self.high)
        fill(painter, box, theme.BG2, 8)
        outline(painter, box, pen(theme.STRONG_EDGE, 2), 8)
        lines, face = self._lines()
        write_lines(painter, lines, box.adjusted(16, 2, -16, -2), face, theme.T0, leading=1.12)


class Ground(Surface):
    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
