"""The log's screen: filters, rows, one entry's facts; replay is one press away.

The screen asks a :class:`~console.review.questions.JournalReader` and shows its answers; it knows no file.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from console.journal.log.rows import Filter, LogPlace, LogRow, Word
from console.review.questions import FilterChoices, JournalReader, SearchProgress
from console.review.sources import Heading
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.kit.keys import Keys, SmallKey, key_names, lay_row, with_control
from console.ui.kit.surface import Surface, fill
from console.ui.kit.text_field import SearchField
from console.ui.kit.theme import BG0, BG1, LINE, MARGIN, STATUS_HEIGHT, unit
from console.ui.review.inquiries import JournalInquiries
from console.ui.review.log.entry_detail import READ_ALONE, Detail, EntryOffers
from console.ui.review.log.filter_bar import ChipRow, ChoicePanel
from console.ui.review.log.filters import (
    BYTES,
    RANGE,
    SEARCH,
    chips,
    clear,
    is_open,
    only,
    options,
    toggle,
)
from console.ui.review.log.headline import ListHeading
from console.ui.review.log.log_list import PAGE, LogLines, LogList
from console.ui.review.log.time_field import TimeField
from console.ui.review.log.unfolded_bytes import UnfoldedBytes
from console.ui.review.page import ReviewBar
from console.ui.signs import outcomes, review
from console.words import Words
from console.words.failures import why

_KEYS: Final = {
    "newest": review.newest,
    "go_to": outcomes.clock,
    "report": review.chart,
    "seal": review.seal,
}
_DETAIL: Final = 432.0
_FOOT: Final = 72.0
_AGE: Final = 5_000
"""Milliseconds between two looks for new entries, for a list that grows elsewhere."""
_STILL: Final = 120
"""Milliseconds that a row must be chosen before its entry is read, so that scrolling stays fast."""
_NOTHING: Final = FilterChoices((), (), {}, (), (), (), (), (), (), None)


class LogScreen(Surface):
    """Everything that happened, the newest first."""

    replay_asked = Signal(object)
    """The :class:`LogRow` whose round is to be replayed."""
    file_asked = Signal(object)
    correction_asked = Signal(object)
    video_asked = Signal(str, object)
    """The video of a table is wanted, from a moment on."""
    report_asked = Signal()
    seal_asked = Signal()
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
        self._inquiries, self._words = inquiries, words
        self._person: Person | None = None
        self._headed: Heading = lambda _: ()
        self.about = _NOTHING
        self.head = ListHeading(words)
        self.rows = LogLines()
        self._searched = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build(clock, offers)
        self._connect()
        self.set_words(words)

    def _build(self, clock: Clock, offers: EntryOffers) -> None:
        self.bar = ReviewBar(clock.utc, self)
        self.chips = ChipRow(self)
        self.list = LogList(self.rows, self)
        self.detail = Detail(self, offers)
        self.search, self.time = SearchField(review.search, self), TimeField(lambda: self._moments, self)
        self.bytes = UnfoldedBytes(
            self.rows,
            self.list,
            self._inquiries,
            current_filter=lambda: self.head.wanted,
            none=lambda: self.tell("review.bytes.none"),
        )
        self.keys = {name: SmallKey(sign, self) for name, sign in _KEYS.items()}
        self.choices = ChoicePanel(self)
        self._glance_due = QTimer(self, singleShot=True, interval=_STILL)
        self._glance_due.timeout.connect(self.look)
        self._age_due = QTimer(self, singleShot=True, interval=_AGE)
        self._age_due.timeout.connect(self._inquiries.prepare)

    def _connect(self) -> None:
        self._inquiries.counted.connect(self._count)
        self._inquiries.failed.connect(self._fail)
        self.bar.menu_requested.connect(self.menu_requested)
        self.list.wanted.connect(self._fetch)
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(lambda _: self._replay())
        self.list.turned.connect(self.bytes.turn)
        self.chips.asked.connect(self._ask)
        self.chips.taken_off.connect(self.take_off)
        self.choices.turned.connect(self._turn)
        self.choices.cleared.connect(lambda facet: self.look_for(clear(self.head.wanted, facet)))
        self.choices.closed.connect(self._give_focus)
        self.search.typed.connect(self.seek)
        self.search.entered.connect(self.seek)
        self.search.left.connect(self._give_focus)
        self.time.moment_typed.connect(self._go_to)
        self.time.span_typed.connect(
            lambda since, until: self.look_for(replace(self.head.wanted, since=since, until=until))
        )
        self.time.not_read.connect(lambda: self.tell("review.go_to.bad"))
        self.time.opened.connect(self.arrange)
        self.time.ended.connect(self._end_go_to)
        for name, pressed in (
            ("newest", lambda: self.look_for(self.head.wanted)),
            ("go_to", self.time.open),
            ("report", self.report_asked.emit),
            ("seal", self.seal_asked.emit),
        ):
            self.keys[name].meant.connect(pressed)
        self.detail.replay_pressed.connect(self._replay)
        self.detail.file_pressed.connect(lambda: self._with_row(self.file_asked.emit))
        self.detail.correction_pressed.connect(lambda: self._with_row(self.correction_asked.emit))
        self.detail.video_pressed.connect(lambda: self._with_row(self._ask_video))
        self.detail.only.connect(self.look_at_only)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def heading(self) -> tuple[str, ...]:
        """The heading of the journals that are read, in the present language."""
        return self._headed(self._words)

    def begin(self, person: Person | None, heading: Heading) -> None:
        """Show the newest entries to ``person``; ``heading`` names their journals."""
        self._person, self._headed = person, heading
        self._empty_search()
        self._ask_about()
        self.look_for(Filter())
        self._show()

    def set_words(self, words: Words) -> None:
        """Say all of it in another language; the rows stay."""
        self._words = self.head.words = words
        self.search.ask(words.text("review.search"))
        self.time.ask(words.text("review.go_to.hint"))
        for name, key in self.keys.items():
            key.show_label(words.text(f"review.{name}"))
        self.list.note = words.text("review.nothing") if self.head.found.done else ""
        self.list.set_words(words, self.person_name)
        self.detail.show_row(self.row, words, self.person_name)
        if self.choices.isVisible():
            self._open_choices(self.choices.facet)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """A person who comes back to the list is told how old it is."""
        super().showEvent(event)
        if self.head.found.as_of is not None:
            self._age_due.start(0)

    def _show(self) -> None:
        heading = (*self.heading, self._words.text("review.read_only"))
        self.bar.show_reading(Mode.REVIEW, heading, self._person, self._words)
        self.chips.show_chips(chips(self.head.wanted, self.about, self._words), self._words)
        texts = (self._words.text("review.log"), self.head.text, self.head.flaws)
        self.setAccessibleName(". ".join(filter(None, texts)))
        self.arrange()
        self.update()

    def _ask_about(self) -> None:
        self._inquiries.ask("about", lambda reads: reads.about(), self._learn)

    def _learn(self, choices: FilterChoices) -> None:
        self.about = choices
        self.list.set_words(self._words, self.person_name)
        self._show()

    def person_name(self, who: str) -> str:
        """A person's name by the id; the id where the name is not known."""
        person = self.about.persons.get(who)
        return person.name if person is not None else who

    @property
    def row(self) -> LogRow | None:
        """The row that is chosen."""
        return self.rows.row(self.list.at)

    # --- asking -----------------------------------------------------------------------------------

    def look_for(self, log_filter: Filter) -> None:
        """Show the rows that fit."""
        self.head.wanted, self.head.found = log_filter, replace(self.head.found, count=0, done=False)
        self.rows.begin()
        self.list.begin()
        self.list.folds = not log_filter.bytes
        self.list.set_searched(log_filter.words)
        self.list.note = ""
        self._inquiries.look_for(log_filter)
        self._inquiries.prepare()
        self._show_row()
        self.list.update()
        if self.choices.isVisible():
            self._open_choices(self.choices.facet)
        self._show()

    def seek(self, typed: str) -> None:
        """Search the shown rows for words."""
        if typed == self._searched:
            return
        self._searched = typed
        self._inquiries.ask("words", lambda reads: reads.words_of(typed), self._seek)

    def _seek(self, search_words: tuple[Word, ...]) -> None:
        self.look_for(replace(self.head.wanted, words=search_words))

    def look_at_only(self, what: str) -> None:
        """Show only the round, the shoe or the incident of the chosen row."""
        if self.row is not None:
            self.look_for(only(self.row, what, bytes=self.head.wanted.bytes))
            self._empty_search()

    def take_off(self, facet: str) -> None:
        """Remove a filter; with the search filter its text is cleared."""
        if facet == SEARCH:
            self._empty_search()
        self.look_for(clear(self.head.wanted, facet))

    def _empty_search(self) -> None:
        self.search.clear()
        self._searched = ""

    def _count(self, progress: SearchProgress) -> None:
        ready = self.head.found.prepared < 1 <= progress.prepared
        flawed = progress.flaws != self.head.found.flaws
        self.head.found, self.rows.found = progress, progress.count
        if progress.as_of is not None and progress.done and self.isVisible():
            self._age_due.start()
        self.head.problem = ""
        if flawed and self.head.flaws:
            announce(self, self.head.flaws, at_once=True)
        self.list.note = self._words.text("review.nothing") if progress.done else ""
        self.list.rows_changed()
        if ready:
            self._ask_about()
            if not is_open(self.head.wanted):
                self.look_for(self.head.wanted)
            else:
                self._read_again()
        self._show()

    def _read_again(self) -> None:
        """Read the rows in view again, because more is known of them now."""
        self.rows.forget()
        self.list.rows_changed()

    def _fetch(self, first: int, last: int) -> None:
        """Have the missing pages in view read; pages out of view are left."""
        self._inquiries.forget("rows")
        wanted = self.head.wanted
        for page in self.rows.lacking(first, last):

            def taken(rows: tuple[LogRow, ...], page: int = page) -> None:
                if wanted is self.head.wanted:
                    self._take(page, rows)

            self._inquiries.ask(f"rows {page}", partial(_rows, page), taken)

    def _take(self, page: int, rows: tuple[LogRow, ...]) -> None:
        had = self.row
        self.rows.take(page, rows)
        self.list.update()
        if self.row is not had:
            self._choose(self.list.at)

    def _choose(self, at: int) -> None:
        self._show_row()
        row = self.row
        if row is None:
            self._fetch(at, at)
            return
        self._glance_due.start()

    def look(self) -> None:
        """Have the whole chosen entry read, with the table as the entry left it."""
        self._with_row(lambda row: self._look_at(row.place))

    def _look_at(self, place: LogPlace) -> None:
        self._inquiries.ask("glance", lambda reads: reads.glance(place), self.detail.show_glance)

    def _show_row(self) -> None:
        self.detail.show_row(self.row, self._words, self.person_name)

    def _fail(self, error: Exception) -> None:
        self.head.problem = self._words.text("review.failed", why=why(error, self._words))
        announce(self, self.head.problem, at_once=True)
        self._show()

    # --- presses ----------------------------------------------------------------------------------

    def tell(self, key: str, **slots: object) -> None:
        """Show a result in the place of the count, until the next search."""
        self.head.problem = self._words.text(key, **slots)
        self._show()

    def _with_row(self, what: Callable[[LogRow], object]) -> None:
        if self.row is not None:
            what(self.row)

    def _ask_video(self, row: LogRow) -> None:
        self.video_asked.emit(row.table, row.at - self.detail.offers.lead_in)

    def _replay(self) -> None:
        self._with_row(self.replay_asked.emit)

    def list_bytes(self) -> None:
        """List the devices' bytes among the other rows, or list them no more."""
        self.look_for(replace(self.head.wanted, bytes=not self.head.wanted.bytes))

    def _ask(self, facet: str) -> None:
        if facet == BYTES:
            self.list_bytes()
        else:
            self._open_choices(facet)

    def _open_choices(self, facet: str) -> None:
        given = options(facet, self.head.wanted, self.about, self._words)
        self.choices.open(facet, self._words.text(f"review.filter.{facet}"), given, self._words)

    def _turn(self, facet: str, value: str) -> None:
        if (facet, value) == ("time", RANGE):
            self.choices.close_panel()
            self.time.open()
            return
        self.look_for(toggle(self.head.wanted, facet, value, self.about))
        if facet == "time":
            self.choices.close_panel()

    @property
    def _moments(self) -> tuple[datetime | None, datetime | None]:
        """The time of the chosen row, and the time of the last entry."""
        last = self.about.last
        return (self.row.at if self.row is not None else last), last

    def _go_to(self, moment: datetime) -> None:
        """Go to the newest entry that is not after a moment."""
        self._inquiries.ask(
            "number_at",
            lambda reads: reads.number_at(moment),
            lambda number: self.list.choose(self.rows.line(number)),
        )

    def _end_go_to(self) -> None:
        self.head.problem = ""
        self._give_focus()
        self._show()

    def _give_focus(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Heading, filters, list, one entry."""
        wide, high = self.wide, self.high
        self.put(self.bar, QRectF(0, 0, wide, STATUS_HEIGHT))
        for field in (self.search, self.time):
            self.put(field, QRectF(wide - MARGIN - 384, STATUS_HEIGHT + 16, 384, 52))
        top = STATUS_HEIGHT + self.head.high
        filters = self.chips.high_in(wide - 2 * MARGIN)
        self.put(self.chips, QRectF(0, top, wide, filters + 2))
        top += filters + 16
        left = wide - _DETAIL
        self.put(self.list, QRectF(0, top, left, high - _FOOT - top))
        self.put(self.detail, QRectF(left, top, _DETAIL, high - top))
        self.put(self.choices, QRectF(0, top - 8, wide, high - top + 8))
        lay_row(self, tuple(self.keys.values()), QRectF(MARGIN, high - _FOOT + 10, left - 2 * MARGIN, 52))

    def paint(self, painter: QPainter) -> None:
        """The ground, the headline with the count, the sign in the field."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        left = self.wide - _DETAIL
        fill(painter, QRectF(0, self.high - _FOOT, left, _FOOT), BG1)
        fill(painter, QRectF(0, self.high - _FOOT, left, 1), LINE)
        self.head.paint(painter, self.wide, left)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Page Up, Page Down, Home, End; Right and Left unfold a row and fold it; Enter replays;
        Ctrl+F, Ctrl+G, Ctrl+B; Esc back.
        """
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case key if not control and key in self._moves:
                self._moves[Qt.Key(key)]()
            case Qt.Key.Key_F if control:
                self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            case Qt.Key.Key_G if control:
                self.time.open()
            case Qt.Key.Key_B if control:
                self.list_bytes()
            case _:
                super().keyPressEvent(event)

    def key_rows(self, words: Words) -> Keys:
        """The keys of the log."""
        text = words.text
        return (
            ("↑  ↓", text("keys.rows")),
            (key_names(words, "pages"), text("keys.pages")),
            (key_names(words, "ends"), text("keys.ends")),
            ("→  ←", text("keys.bytes")),
            ("Enter", text("button.replay")),
            (with_control(words, "F"), text("keys.search")),
            (with_control(words, "G"), text("review.go_to")),
            (with_control(words, "B"), text("keys.all_bytes")),
            ("Esc", text("button.back")),
            ("F9", text("keys.language")),
        )

    @property
    def _moves(self) -> dict[Qt.Key, Callable[[], object]]:
        return {
            **self.list.moves,
            Qt.Key.Key_Return: self._replay,
            Qt.Key.Key_Enter: self._replay,
            Qt.Key.Key_Escape: self.left.emit,
            Qt.Key.Key_F9: self.language_requested.emit,
        }


def _rows(page: int, reads: JournalReader) -> tuple[LogRow, ...]:
    return reads.rows(page * PAGE, PAGE)
