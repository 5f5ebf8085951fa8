"""The log's screen: filters, rows, one entry's facts; replay is one press away. It shows a
:class:`~console.supervisor.ui.review.log.log_query.LogQuery` and asks it what a person looks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from console.base.plain_text import ListedRows, tab_separated
from console.base.words import Words, date_text, why
from console.supervisor.review.questions import SearchProgress
from console.supervisor.review.sources import Heading
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.log.entry_detail import READ_ALONE, Detail, EntryOffers
from console.supervisor.ui.review.log.filter_bar import FilterBar
from console.supervisor.ui.review.log.filters import FilterCondition, chips, filter_from_row, is_unfiltered
from console.supervisor.ui.review.log.log_list import LogList
from console.supervisor.ui.review.log.log_model import COLUMNS
from console.supervisor.ui.review.log.log_query import LogQuery
from console.supervisor.ui.review.log.time_field import TimeField
from console.table.core import Clock, Mode, Person
from console.table.journal import Filter, LogRow, RepeatedTimes
from console.table.ui.dealer import announce
from console.table.ui.hands import ENTERS
from console.table.ui.kit import (
    FOCUS,
    Keys,
    RowAct,
    SearchField,
    SmallKey,
    Surface,
    at_most,
    break_lines,
    clock_time,
    day_name,
    fill,
    key_names,
    lay_row,
    set_in_box,
    shrunk,
    theme,
    with_control,
    write,
    write_lines,
)
from console.table.ui.page import PageBar, ProgressLine
from console.table.ui.signs import Sign
from console.table.words import whole

_HEAD: Final = 80.0
_LEADING: Final = 1.3
"""The distance between two lines beside the headline, as a multiple of their letters."""
_BAND: Final = 64.0
"""The height of the band for changed journals."""


def row_count_text(progress: SearchProgress, log_filter: Filter, words: Words) -> str:
    """The text beside the headline: how many rows there are, how many match, or the progress."""
    if progress.prepared < 1:
        return words.text("review.indexing", share=int(progress.prepared * 100))
    if progress.done and is_unfiltered(log_filter):
        every, folded = words.count("review.count", progress.count), progress.all - progress.count
        if log_filter.bytes or folded <= 0:
            return every
        hidden = words.text("review.folded", count=whole(folded, words))
        return words.text("access.list").join((every, hidden))
    if progress.narrowed:
        return words.text("review.narrowed")
    key = "review.found" if progress.done else "review.counting"
    return words.text(key, found=whole(progress.count, words), all=whole(progress.all, words))


class ListHeading:
    def __init__(self, query: LogQuery, words: Words) -> None:
        self._query, self.words = query, words
        self.result = ""
        """The result of a press, in the count's place, until the next search."""
        self.failed = False

    @property
    def high(self) -> float:
        return _HEAD + (_BAND if self._query.found.flaws else 0)

    @property
    def flaws(self) -> str:
        """The changed places of the journals, or an empty text."""
        return " ".join(flaw.text(self.words) for flaw in self._query.found.flaws)

    @property
    def text(self) -> str:
        count = row_count_text(self._query.found, self._query.wanted, self.words)
        return self.result or self.words.side_by_side((count, self._age_text))

    @property
    def _age_text(self) -> str:
        """The list's age and the number of later entries, if another computer writes the journal."""
        found, words = self._query.found, self.words
        if found.as_of is None or not found.done:
            return ""
        time = clock_time(found.as_of, words)
        if not found.since:
            return words.text("review.as_of", time=time)
        return words.count("review.came", found.since, time=time, key=words.text("review.newest"))

    def paint(self, painter: QPainter, width: float, left: float) -> None:
        """The name with the count, ``left`` of the fields; changed places across the whole width."""
        title = self.words.text("review.log")
        middle = theme.STATUS_HEIGHT + 42
        end = write(painter, title, theme.MARGIN, middle, theme.font(40, bold=True), theme.T0)
        room = left - 24 - end - 28
        box = QRectF(end + 28, middle - 34, room, 68)
        one = shrunk(self.text, room, (20, 18, 17, 16, 15, 14)).pixelSize()
        lines, face = set_in_box(self.text, box, (one, 14, theme.DESK_LEAST), leading=_LEADING)
        ink = theme.T1 if not self.result else theme.RED if self.failed else theme.T0
        write_lines(painter, lines, box, face, ink, leading=_LEADING)
        if self._query.found.flaws:
            self._paint_flaws(painter, QRectF(0, theme.STATUS_HEIGHT + _HEAD - 8, width, _BAND - 4))

    def _paint_flaws(self, painter: QPainter, band: QRectF) -> None:
        """Paint over the whole width where journals were changed: nobody reads the log without it."""
        fill(painter, band, theme.BG1)
        fill(painter, QRectF(band.left(), band.top(), 6, band.height()), theme.RED)
        Sign("states.caution")(painter, QRectF(theme.MARGIN, band.center().y() - 16, 32, 32), theme.RED)
        box = band.adjusted(theme.MARGIN + 48, 4, -theme.MARGIN, -4)
        face = theme.font(17)
        lines = at_most(2, break_lines(self.flaws, box.width(), face))
        write_lines(painter, lines, box, face, theme.T0, leading=1.3)


class UnfoldedBytes:
    def __init__(self, query: LogQuery, on: LogList, *, none: Callable[[], None]) -> None:
        """``none`` reports that a row has no bytes."""
        self._query, self._list, self._none = query, on, none

    def turn(self, number: int) -> None:
        """Show the bytes beneath the row of an entry, or hide them."""
        rows = self._query.rows
        if rows.is_unfolded(number):
            rows.fold(number)
            return
        row = rows.row(rows.line_of(number))
        if row is not None:
            self._query.ask_bytes(row.place, partial(self._unfold, number))

    def _unfold(self, number: int, found: tuple[LogRow, ...]) -> None:
        if not found:
            self._none()
            return
        self._query.rows.unfold(number, found)
        self._list.show_beneath(number, len(found))


class LogKey(StrEnum):
    """A key beneath the list, ``review.NAME``."""

    NEWEST = "newest"
    GO_TO = "go_to"
    REPORT = "report"
    SEAL = "seal"


_KEYS: Final = {
    LogKey.NEWEST: Sign("review.newest"),
    LogKey.GO_TO: Sign("outcomes.clock"),
    LogKey.REPORT: Sign("review.chart"),
    LogKey.SEAL: Sign("review.seal"),
}
_ENLARGES: Final = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
"""How a key with Control enlarges the rows; 0 undoes all."""
_DETAIL, _DETAIL_MOST = 432.0, 640.0
_FOOT: Final = 72.0
_DAY: Final = 34.0
_AGE: Final = 5_000
"""Milliseconds between two looks for new entries in another computer's journals."""
SOON: Final = 500
"""Milliseconds after which unfinished work shows its progress."""
_READ_BY: Final = 6_000
"""Milliseconds after which a press's result yields to the count of rows."""
_STILL: Final = 120
"""Milliseconds for which a row must be chosen before its entry is read: scrolling stays fast."""


class LogScreen(Surface):
    """Everything that happened, the newest first."""

    enter_presses = True

    replay_asked = Signal(object)
    """The :class:`LogRow` whose round is to be replayed."""
    pdf_asked = Signal(object)
    """The :class:`~console.base.plain_text.listed_rows.ListedRows` to write."""
    work_stopped = Signal()
    """The person stopped the work whose progress is shown."""
    menu_requested = Signal()
    language_requested = Signal()
    left = Signal()

    def __init__(
        self,
        inquiries: JournalInquiries,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        offers: EntryOffers = READ_ALONE,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._person: Person | None = None
        self._headed: Heading = lambda _: ()
        self._files: tuple[str, ...] = ()
        """The files that a person opened; empty over a table or a floor."""
        self.query = LogQuery(inquiries, words, self)
        self.head = ListHeading(self.query, words)
        inquiries.failed.connect(self._fail)
        self._build(clock, offers)
        self._connect_query()
        self._connect_list()
        self._connect_fields()
        self._connect_keys()
        self.set_words(words)

    def _build(self, clock: Clock, offers: EntryOffers) -> None:
        self.bar = PageBar(clock.utc, self._words, self)
        self.filters = FilterBar(self.query, self._words, self)
        self.list = LogList(self.query.rows, self)
        self.setFocusProxy(self.list)
        self.day = QLabel(self)
        self.day.setStyleSheet(f"color: {theme.T1.name()}")
        """The day of the chosen row, or of the first one in view."""
        self.detail = Detail(self._words, self, offers)
        self.search, self.time = SearchField(Sign("review.search"), self), TimeField(self._moments, self)
        self.bytes = UnfoldedBytes(self.query, self.list, none=partial(self.warn, "review.bytes.none"))
        self.keys = {name: SmallKey(sign, self) for name, sign in _KEYS.items()}
        self.read = ChosenRows(self.query)
        self.progress = ProgressLine(self._words, self)
        self._glance_due = QTimer(self, singleShot=True, interval=_STILL)
        self._glance_due.timeout.connect(self.look)
        self._said = QTimer(self, singleShot=True, interval=_READ_BY)
        self._said.timeout.connect(self._forget_result)
        self._age_due = QTimer(self, singleShot=True, interval=_AGE)
        self._age_due.timeout.connect(self.query.look_further)

    def _connect_query(self) -> None:
        self.query.words_dropped.connect(self.search.clear)
        self.query.begun.connect(self._begin_list)
        self.query.counted.connect(self._count)
        self.query.flaws_changed.connect(self._announce_flaws)
        self.query.rows_read.connect(self._show_rows)
        self.query.choices_read.connect(self._learn_names)
        self.query.entry_read.connect(self.detail.show_glance)
        self.query.number_found.connect(self.list.reach)
        self.filters.range_asked.connect(self.time.open)
        self.filters.closed.connect(self._leave_choices)

    def _connect_list(self) -> None:
        self.list.wanted.connect(self.query.fetch)
        self.list.wanted.connect(self._show_day)
        self.list.typed.connect(self.search.type_on)
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self._replay)
        self.list.turned.connect(self.bytes.turn)
        self.list.copy.triggered.connect(self._copy_rows)
        self.list.row_acts = self._row_acts
        self.read.progressed.connect(self.progress.show_share)
        self.progress.stop.meant.connect(self.stop_work)
        self.detail.replay_pressed.connect(self.replay_asked)
        self.detail.only.connect(self.look_at_only)

    def _connect_fields(self) -> None:
        self.search.typed.connect(self.query.seek)
        self.search.entered.connect(self.query.seek)
        self.search.left.connect(self._give_focus)
        self.time.moment_typed.connect(self.query.go_to)
        self.time.span_typed.connect(self._look_between)
        self.time.not_read.connect(partial(self.warn, "review.go_to.bad"))
        self.time.comes_twice.connect(self._warn_two_times)
        self.time.opened.connect(self.arrange)
        self.time.ended.connect(self._end_go_to)

    def _connect_keys(self) -> None:
        self.bar.menu_requested.connect(self.menu_requested)
        self.keys[LogKey.NEWEST].meant.connect(self.query.renew)
        self.keys[LogKey.GO_TO].meant.connect(self.time.open)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def heading(self) -> tuple[str, ...]:
        return self._headed(self._words)

    @property
    def row(self) -> LogRow | None:
        return self.query.rows.row(self.list.at)

    def show_files(self, names: tuple[str, ...]) -> None:
        self._files = names
        self._show()

    def begin(self, person: Person | None, heading: Heading) -> None:
        """Show the newest entries to ``person``; ``heading`` names their journals."""
        self._person, self._headed = person, heading
        self.query.begin()
        self._show()

    def set_words(self, words: Words) -> None:
        """Show all of it in another language; the rows stay."""
        self._words = self.head.words = words
        self.search.ask(words.text("review.search"))
        self.time.ask(words.text("review.go_to.hint"))
        for name, key in self.keys.items():
            key.show_label(words.text(f"review.{name}"))
        self.list.note = self._nothing_text
        self.query.set_words(words)
        self.list.set_words(words)
        self.list.copy.setText(words.text("keys.copy"))
        self.progress.set_words(words)
        self._show_day()
        self.detail.show_row(self.row, words, self.query.person_name)
        self.filters.reopen(words)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Show a returning person how old the list is."""
        super().showEvent(event)
        if self.query.found.as_of is not None:
            self._age_due.start(0)

    def _show(self) -> None:
        named = self._words.list_of(self._files) or self._words.text("review.read_only")
        self.bar.show_reading(Mode.REVIEW, (*self.heading, named), self._person, self._words)
        self.filters.show(self._words)
        texts = (self._words.text("review.log"), self.head.text, self.head.flaws)
        self.setAccessibleName(". ".join(filter(None, texts)))
        self.arrange()
        self.update()

    @property
    def _nothing_text(self) -> str:
        """The text in place of the rows; empty while there may be some."""
        found = self.query.found
        return self._words.text("review.nothing") if found.done and found.prepared >= 1 else ""

    def show_result(self, key: str, **slots: object) -> None:
        """Show a press's result in place of the count, for a moment or until the next search."""
        self.head.result, self.head.failed = self._words.text(key, **slots), False
        self._said.start()
        self._show()

    def _forget_result(self) -> None:
        """Show the count of rows again; a failure stays until the next search."""
        if self.head.result and not self.head.failed:
            self.head.result = ""
            self._show()

    def replace_message(self, old: str, new: str) -> None:
        if self.head.result == old:
            self.head.result = new
            self._said.start()
            self._show()

    def warn(self, key: str, **slots: object) -> None:
        self.head.result, self.head.failed = self._words.text(key, **slots), True
        self._show()

    def _warn_two_times(self, first: str, second: str) -> None:
        self.warn("review.go_to.twice", first=first, second=second)

    def _fail(self, error: Exception) -> None:
        self.warn("review.failed", why=why(error, self._words))
        announce(self, self.head.result, at_once=True)

    # --- what the query answers -------------------------------------------------------------------

    def _begin_list(self) -> None:
        self.list.note = ""
        self.progress.end()
        self.filters.reopen(self._words)
        self._show()

    def _count(self) -> None:
        found = self.query.found
        if found.as_of is not None and found.done and self.isVisible():
            self._age_due.start()
        self.head.result = ""
        self.list.note = self._nothing_text
        self.list.rows_changed()
        if found.count == 0:
            self.day.clear()
            self._show_row()
        self._show()
        if (both := self.query.searched_twice) is not None:
            self._warn_two_times(*both)

    def _announce_flaws(self) -> None:
        if self.head.flaws:
            announce(self, self.head.flaws, at_once=True)

    def _learn_names(self) -> None:
        self.query.set_words(self._words)
        self.filters.reopen(self._words)
        self._show()

    def _show_rows(self) -> None:
        self._show_day()
        if self.row is not None and self.row is not self.detail.row:
            self._choose(self.list.at)

    def _choose(self, at: int) -> None:
        self._show_row()
        self._show_day()
        if self.row is None:
            self.query.fetch(at, at)
        else:
            self._glance_due.start()

    def _show_day(self) -> None:
        """Show above the rows the chosen row's day, or the first one's if that is out of view."""
        first, last = self.list.lines_in_view
        row = self.query.rows.row(self.list.at if first <= self.list.at <= last else first)
        day = "" if row is None else day_name(self.query.rows.text_of(row).day, self._words.language)
        self.day.setText(day)

    def _show_row(self) -> None:
        self.detail.show_row(self.row, self._words, self.query.person_name)

    # --- presses ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Have the chosen entry read in full, with the table after it."""
        if self.row is not None:
            self.query.look_at(self.row.place)

    def _row_acts(self) -> list[RowAct]:
        text, row = self._words.text, self.row
        acts = [
            RowAct(key.text(), key.click, "Enter" if key is self.detail.replay else "")
            for key in self.detail.keys
            if row is not None and not key.isHidden()
        ]
        if row is not None and self.query.rows.bytes_of(self.list.at):
            acts.append(RowAct(text("keys.bytes"), partial(self.bytes.turn, self._number), "→"))
        acts.append(RowAct(text("keys.copy"), self.list.copy.trigger, with_control(self._words, "C")))
        save = partial(self._ask_pdf, in_view=False)
        return [*acts, RowAct(text("keys.save_pdf"), save, with_control(self._words, "S"))]

    @property
    def _number(self) -> int:
        return self.query.rows.place_of(self.list.at)[0]

    def _copy_rows(self) -> None:
        """Copy the chosen rows; a long copy shows its progress and can be stopped."""
        self._read_rows(self.list.chosen_lines, "review.copying", self._take_copy)

    def _ask_pdf(self, *, in_view: bool) -> None:
        """Have the chosen rows written; for a single one, those ``in_view`` or all found."""
        chosen = self.list.chosen_lines
        several = sum(map(len, chosen)) > 1
        first, last = self.list.lines_in_view
        spans = chosen if several else [range(first, last + 1) if in_view else range(self.query.rows.count)]
        self._read_rows(spans, "review.reading", self._give_rows)

    def _read_rows(
        self, spans: list[range], key: str, then: Callable[[list[tuple[str, ...]]], object]
    ) -> None:
        self.read.begin(spans, then)
        QTimer.singleShot(SOON, self, partial(self._show_progress, key))

    def _show_progress(self, key: str) -> None:
        if self.read.busy and self.progress.isHidden():
            self.show_progress(key)

    def show_progress(self, key: str, **slots: object) -> None:
        self.progress.begin(key, self._words, **slots)
        self.progress.raise_()

    def _take_copy(self, rows: list[tuple[str, ...]]) -> None:
        QGuiApplication.clipboard().setText("\n".join(map(tab_separated, rows)))
        self.progress.end()
        self.show_result("review.copied", count=whole(len(rows), self._words))

    def _give_rows(self, rows: list[tuple[str, ...]]) -> None:
        self.progress.end()
        columns = tuple(self._words.text(key) for key in COLUMNS.values())
        local = self._words.locale
        cells = tuple(
            (f"{date_text(date.fromisoformat(day), local)} {time}", *rest) for day, time, *rest in rows
        )
        set_filters = chips(self.query.wanted, self.query.filter_choices, self._words)
        named = self._words.list_of(chip.text for chip in set_filters if chip.is_set)
        if rows:
            language, title = self._words.language, self._words.text("review.log")
            self.pdf_asked.emit(ListedRows(language, title, self.heading, named, columns, cells))

    def stop_work(self) -> None:
        self.read.stop()
        self.work_stopped.emit()
        self.progress.end()
        self.show_result("shift.stopped")

    def look_at_only(self, condition: FilterCondition) -> None:
        """Show only the chosen row's round, shoe or incident."""
        if self.row is not None:
            self.query.look_for(filter_from_row(self.row, condition, bytes=self.query.wanted.bytes))

    def _look_between(self, since: datetime | None, until: datetime | None) -> None:
        self.query.refine(replace(self.query.wanted, since=since, until=until))

    def _replay(self) -> None:
        if self.row is not None:
            self.replay_asked.emit(self.row)

    def _moments(self) -> tuple[datetime | None, datetime | None, RepeatedTimes]:
        """The times of the chosen row and of the last entry, and the times that came again."""
        last = self.query.filter_choices.last
        return (self.row.at if self.row is not None else last), last, self.query.repeated

    def _end_go_to(self) -> None:
        self.head.result = ""
        self._give_focus()
        self._show()

    def _leave_choices(self) -> None:
        """Go back to the filter that a key opened, or else to the rows."""
        if not self.filters.chips.take_focus_again():
            self._give_focus()

    def _give_focus(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(self.own_unit)

    @property
    def _detail_wide(self) -> float:
        """The width of the entry's pane, with a share of what a window has beyond the design."""
        return min(_DETAIL_MOST, _DETAIL + max(0.0, self.wide - theme.WIDTH) * 0.3)

    def arrange(self) -> None:
        wide, high = self.wide, self.high
        self.put(self.bar, QRectF(0, 0, wide, theme.STATUS_HEIGHT))
        for field in (self.search, self.time):
            self.put(field, QRectF(wide - theme.MARGIN - 384, theme.STATUS_HEIGHT + 16, 384, 52))
        top = theme.STATUS_HEIGHT + self.head.high
        filters = self.filters.chips.high_in(wide - 2 * theme.MARGIN)
        self.put(self.filters.chips, QRectF(0, top, wide, filters + 2))
        top += filters + 16
        left = wide - self._detail_wide
        self.day.setFont(theme.font(round(17 * self.u), bold=True))
        self.put(self.day, QRectF(theme.MARGIN, top, left - theme.MARGIN, _DAY))
        self.put(self.list, QRectF(0, top + _DAY, left, high - _FOOT - top - _DAY))
        self.put(self.detail, QRectF(left, top, wide - left, high - top))
        self.put(self.filters.panel, QRectF(0, top - 8, wide, high - top + 8))
        self.put(self.progress, QRectF(theme.MARGIN, high - _FOOT + 6, left - 2 * theme.MARGIN + FOCUS, 60))
        row = QRectF(theme.MARGIN, high - _FOOT + 10, left - 2 * theme.MARGIN, 52)
        lay_row(self, tuple(self.keys.values()), row)

    def paint(self, painter: QPainter) -> None:
        """The ground, the headline with the count, the sign in the field."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        left = self.wide - self._detail_wide
        fill(painter, QRectF(0, self.high - _FOOT, left, _FOOT), theme.BG1)
        fill(painter, QRectF(0, self.high - _FOOT, left, 1), theme.LINE)
        self.head.paint(painter, self.wide, left)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter replays; Esc goes back, or stops; Down goes to the rows; others are the list's."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case key if key in ENTERS:
                self._replay()
            case Qt.Key.Key_Escape if self.read.busy or self.progress.isVisible():
                self.stop_work()
            case Qt.Key.Key_Escape if self.query.wanted.words:
                self.filters.take_off(FilterCondition.WORDS)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_Down:
                self._give_focus()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_F10:
                self.bar.open_menu()
            case Qt.Key.Key_F if control:
                self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            case Qt.Key.Key_G if control:
                self.time.open()
            case Qt.Key.Key_P | Qt.Key.Key_S if control:
                self._ask_pdf(in_view=event.key() == Qt.Key.Key_P)
            case Qt.Key.Key_B if control:
                self.query.turn_bytes()
            case key if control and key in _ENLARGES:
                self.list.enlarge(_ENLARGES[Qt.Key(key)])
            case _ if not control and event.text().isalnum():
                self.search.type_on(event.text())
            case _:
                super().keyPressEvent(event)

    def key_rows(self, words: Words) -> Keys:
        text = words.text
        return (
            ("↑  ↓", text("keys.rows")),
            (key_names(words, "pages"), text("keys.pages")),
            (key_names(words, "ends"), text("keys.ends")),
            ("→  ←", text("keys.bytes")),
            (f"{text('keys.name.shift')}+↑  ↓", text("keys.several")),
            (with_control(words, "C"), text("keys.copy")),
            ("Enter", text("button.replay")),
            (with_control(words, "F"), text("keys.search")),
            (with_control(words, "G"), text("review.go_to")),
            (with_control(words, "B"), text("keys.all_bytes")),
            (with_control(words, "P"), text("keys.print")),
            (with_control(words, "S"), text("keys.save_pdf")),
            (with_control(words, "+  −  0"), text("keys.larger")),
            ("Esc", text("button.back")),
            ("F9", text("keys.language")),
            ("F10", text("menu.open")),
        )


_CHUNK: Final = 600
"""The most rows that are read and worded at once, in a tenth of a second."""


class ChosenRows(QObject):
    """Reads chosen lines of one query; another query ends it."""

    progressed = Signal(float)
    """The share of the lines that are read."""

    def __init__(self, query: LogQuery) -> None:
        super().__init__(query)
        self._query = query
        self._left: list[range] = []
        self._read: list[tuple[str, ...]] = []
        self._then: Callable[[list[tuple[str, ...]]], object] | None = None
        query.begun.connect(self.stop)

    @property
    def busy(self) -> bool:
        return self._then is not None

    def begin(self, spans: Iterable[range], then: Callable[[list[tuple[str, ...]]], object]) -> None:
        """Read these lines, and call ``then`` with their cells, the day first."""
        ordered = sorted(spans, key=min)
        self._read, self._then = [], then
        self._left = [span[at : at + _CHUNK] for span in ordered for at in range(0, len(span), _CHUNK)]
        self._all = len(self._left)
        self._go_on()

    def stop(self) -> None:
        self._left, self._then = [], None

    def _go_on(self) -> None:
        then = self._then
        if not self._left and then is not None:
            self._then = None
            then(self._read)
        elif self._left:
            lines, rows = self._left.pop(0), self._query.rows
            first, last = (rows.place_of(line)[0] for line in (lines[0], lines[-1]))
            self._query.ask_rows(range(first, last + 1), partial(self._take, then, lines, first))

    def _take(self, asked_by: object, lines: range, first: int, read: Sequence[LogRow]) -> None:
        if asked_by is not self._then:
            return
        rows = self._query.rows
        for line in lines:
            number, beneath = rows.place_of(line)
            row = rows.row(line) if beneath else read[number - first] if number - first < len(read) else None
            if row is not None:
                day = row.at.astimezone().date().isoformat()
                self._read.append((day, *rows.cells_of(row, beneath=beneath > 0)))
        self.progressed.emit(1 - len(self._left) / self._all)
        self._go_on()
