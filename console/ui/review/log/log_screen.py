"""The log's screen: filters, rows, one entry's facts; replay is one press away.

It asks a :class:`~console.review.questions.Reads` and shows what it answers; it never knows a file. A
time that is gone to may be typed as a moment or as a span, in the machine's zone where none is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from console.journal.log.rows import Filter, LogRow, Place, Word
from console.review.questions import About, Found, Reads
from console.review.sources import Heading
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.kit.keys import Keys, SmallKey, key_names, lay_row, with_control
from console.ui.kit.lettering import at_most, broken, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill
from console.ui.kit.text_field import SearchField
from console.ui.kit.theme import BG0, BG1, LINE, MARGIN, RED, STATUS_HEIGHT, T0, T1, font, unit
from console.ui.kit.times import clock_time
from console.ui.review.inquiries import Reading
from console.ui.review.log.entry_detail import READ_ALONE, Detail, EntryOffers
from console.ui.review.log.filter_bar import ChipRow, ChoicePanel
from console.ui.review.log.filters import (
    BYTES,
    RANGE,
    SEARCH,
    chips,
    cleared,
    is_open,
    options,
    turned,
)
from console.ui.review.log.log_list import PAGE, LogList, Windowed
from console.ui.review.page import ReviewBar
from console.ui.signs import outcomes, review, states
from console.words import Words
from console.words.amounts import whole
from console.words.failures import why


def counted(found: Found, wanted: Filter, words: Words) -> str:
    """What stands beside the headline: all of them, those that fit, or how far it is."""
    if found.prepared < 1:
        return words.text("review.indexing", share=int(found.prepared * 100))
    if found.done and is_open(wanted):
        every, folded = words.count("review.count", found.count), found.all - found.count
        if wanted.bytes or folded <= 0:
            return every
        return words.text("access.list").join(
            (every, words.text("review.folded", count=whole(folded, words)))
        )
    if found.narrowed:
        return words.text("review.narrowed")
    key = "review.found" if found.done else "review.counting"
    return words.text(key, found=whole(found.count, words), all=whole(found.all, words))


_TYPED: Final = re.compile(
    r"\s*(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})[T\s]*)?(?:(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?)?\s*"
)
_BETWEEN: Final = re.compile(r"\s*[–—~〜]\s*|\s+-\s+")
_DAY: Final = timedelta(days=1)


def moment_typed(
    text: str, near: datetime, zone: tzinfo | None = None, latest: datetime | None = None
) -> datetime | None:
    """Of a time alone that on the day of ``near``, of a day alone its beginning; None if it is no time.

    A time alone that would be after ``latest`` is the one of the day before: a night has two days.
    """
    found = _TYPED.fullmatch(_folded(text))
    if found is None or not any(found.groups()):
        return None
    year, month, day, hour, minute, second = (int(each) if each else None for each in found.groups())
    local = near.astimezone(zone).replace(tzinfo=None, fold=0)
    try:
        if year is not None and month is not None and day is not None:
            local = local.replace(year=year, month=month, day=day)
        local = local.replace(hour=hour or 0, minute=minute or 0, second=second or 0, microsecond=0)
    except ValueError:
        return None
    moment = _at(local, zone)
    if year is None and latest is not None and moment > latest:
        return _at(local - _DAY, zone)
    return moment


def span_typed(
    text: str, latest: datetime, zone: tzinfo | None = None
) -> tuple[datetime | None, datetime | None] | None:
    """From and to, with a dash between; one of them may be left out. None if it is no such span.

    Times alone are of the last such span that began before ``latest``; its end may be on the next day.
    """
    ends = _BETWEEN.split(_folded(text).strip())
    if len(ends) != 2 or not any(ends):
        return None
    since = moment_typed(ends[0], latest, zone, latest) if ends[0] else None
    until = moment_typed(ends[1], since or latest, zone) if ends[1] else None
    if (ends[0] and since is None) or (ends[1] and until is None):
        return None
    if since is not None and until is not None and until <= since:
        until = moment_typed(ends[1], since + _DAY, zone)
    ordered = since is None or until is None or since < until
    return (since, until) if ordered else None


def _at(local: datetime, zone: tzinfo | None) -> datetime:
    return local.astimezone() if zone is None else local.replace(tzinfo=zone)


def _folded(text: str) -> str:
    """As a Japanese keyboard has it in the narrow width, too."""
    return normalize("NFKC", text)


_HEAD: Final = 80.0
_BAND: Final = 64.0
"""Where it stands that journals were changed."""
_DETAIL: Final = 432.0
_FOOT: Final = 72.0
_AGE: Final = 5_000
"""Milliseconds between two looks at what came since, while a list that grows elsewhere is read."""
_STILL: Final = 120
"""Milliseconds that a row is chosen before its entry is read: nobody who scrolls waits for a table."""
_NOTHING: Final = About((), (), {}, (), (), (), (), (), (), None)


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
        reading: Reading,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        offers: EntryOffers = READ_ALONE,
    ) -> None:
        super().__init__(parent)
        self._reading, self._words = reading, words
        self._person: Person | None = None
        self._headed: Heading = lambda _: ()
        self.about = _NOTHING
        self.wanted = Filter()
        self.found = Found(0, False, 0)
        self.rows = Windowed()
        self._searched = ""
        self._problem = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build(clock, offers)
        self._connect()
        self.set_words(words)

    def _build(self, clock: Clock, offers: EntryOffers) -> None:
        self.bar = ReviewBar(clock.utc, self)
        self.chips = ChipRow(self)
        self.list = LogList(self.rows, self)
        self.detail = Detail(self, offers)
        self.search, self.time = SearchField(review.search, self), SearchField(outcomes.clock, self)
        self.time.hide()
        signs = {
            "newest": review.newest,
            "go_to": outcomes.clock,
            "report": review.chart,
            "seal": review.seal,
        }
        self.keys = {name: SmallKey(sign, self) for name, sign in signs.items()}
        self.choices = ChoicePanel(self)
        self._glance_due = QTimer(self, singleShot=True, interval=_STILL)
        self._glance_due.timeout.connect(self.look)
        self._age_due = QTimer(self, singleShot=True, interval=_AGE)
        self._age_due.timeout.connect(self._reading.prepare)

    def _connect(self) -> None:
        self._reading.counted.connect(self._count)
        self._reading.failed.connect(self._fail)
        self.bar.menu_requested.connect(self.menu_requested)
        self.list.wanted.connect(self._fetch)
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(lambda _: self._replay())
        self.list.turned.connect(self._turn_bytes)
        self.chips.asked.connect(self._ask)
        self.chips.taken_off.connect(self.take_off)
        self.choices.turned.connect(self._turn)
        self.choices.cleared.connect(lambda facet: self.look_for(cleared(self.wanted, facet)))
        self.choices.closed.connect(self._give_focus)
        self.search.typed.connect(self.seek)
        self.search.entered.connect(self.seek)
        self.search.left.connect(self._give_focus)
        self.time.entered.connect(self.go_to_typed)
        self.time.left.connect(self._end_go_to)
        for name, pressed in (
            ("newest", lambda: self.look_for(self.wanted)),
            ("go_to", self.ask_time),
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
        """Whose entries they are, in the language that is shown."""
        return self._headed(self._words)

    def begin(self, person: Person | None, heading: Heading) -> None:
        """Show the newest entries; ``person`` reads them, ``heading`` says whose they are."""
        self._person, self._headed = person, heading
        self._empty_search()
        self._ask_about()
        self.look_for(Filter())
        self._show()

    def set_words(self, words: Words) -> None:
        """Say all of it in another language; the rows stay."""
        self._words = words
        self.search.ask(words.text("review.search"))
        self.time.ask(words.text("review.go_to.hint"))
        for name, key in self.keys.items():
            key.show_label(words.text(f"review.{name}"))
        self.list.note = words.text("review.nothing") if self.found.done else ""
        self.list.set_words(words, self.named)
        self.detail.show_row(self.row, words, self.named)
        if self.choices.isVisible():
            self._open_choices(self.choices.facet)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Who comes back to the list is told how old it is."""
        super().showEvent(event)
        if self.found.as_of is not None:
            self._age_due.start(0)

    def _show(self) -> None:
        heading = (*self.heading, self._words.text("review.read_only"))
        self.bar.show_reading(Mode.REVIEW, heading, self._person, self._words)
        self.chips.show_chips(chips(self.wanted, self.about, self._words), self._words)
        said = (self._words.text("review.log"), self.count_text, self.flaws)
        self.setAccessibleName(". ".join(filter(None, said)))
        self.arrange()
        self.update()

    def _ask_about(self) -> None:
        self._reading.ask("about", lambda reads: reads.about(), self._learn)

    def _learn(self, about: About) -> None:
        self.about = about
        self.list.set_words(self._words, self.named)
        self._show()

    def named(self, who: str) -> str:
        """A person's name by the id; the id where the name is not known."""
        person = self.about.persons.get(who)
        return person.name if person is not None else who

    @property
    def flaws(self) -> str:
        """What of the journals was changed where they are kept; empty where nothing was."""
        said = (
            self._words.text(flaw.key, table=flaw.table, first=flaw.first, last=flaw.last)
            for flaw in self.found.flaws
        )
        return " ".join(said)

    @property
    def count_text(self) -> str:
        """How many there are, as far as it is known."""
        told = counted(self.found, self.wanted, self._words)
        return self._problem or " · ".join(filter(None, (told, self._age_text)))

    @property
    def _age_text(self) -> str:
        """Of what grows elsewhere: when it was read, and what came since."""
        found, words = self.found, self._words
        if found.as_of is None or not found.done:
            return ""
        time = clock_time(found.as_of, words)
        if not found.since:
            return words.text("review.as_of", time=time)
        return words.count("review.came", found.since, time=time, key=words.text("review.newest"))

    @property
    def row(self) -> LogRow | None:
        """The row that is chosen."""
        return self.rows.row(self.list.at)

    # --- asking -----------------------------------------------------------------------------------

    def look_for(self, wanted: Filter) -> None:
        """Show the rows that fit."""
        self.wanted, self.found = wanted, replace(self.found, count=0, done=False)
        self.rows.begin()
        self.list.begin()
        self.list.folds = not wanted.bytes
        self.list.set_searched(wanted.words)
        self.list.note = ""
        self._reading.look_for(wanted)
        self._reading.prepare()
        self._show_row()
        self.list.update()
        if self.choices.isVisible():
            self._open_choices(self.choices.facet)
        self._show()

    def seek(self, typed: str) -> None:
        """Look for words in what is shown."""
        if typed == self._searched:
            return
        self._searched = typed
        self._reading.ask("words", lambda reads: reads.words_of(typed), self._seek)

    def _seek(self, wanted: tuple[Word, ...]) -> None:
        self.look_for(replace(self.wanted, words=wanted))

    def look_at_only(self, what: str) -> None:
        """Sort out the round, the shoe or the incident of the chosen row."""
        row = self.row
        if row is None:
            return
        tables = frozenset((row.table,))
        match what:
            case "round":
                self.look_for(Filter(round=row.round, tables=tables, bytes=self.wanted.bytes))
            case "shoe":
                self.look_for(Filter(shoe=row.shoe, tables=tables, bytes=self.wanted.bytes))
            case _:
                self.look_for(Filter(incident=row.incident, tables=tables, bytes=self.wanted.bytes))
        self._empty_search()

    def take_off(self, facet: str) -> None:
        """Have a filter no more; of the search its letters go with it."""
        if facet == SEARCH:
            self._empty_search()
        self.look_for(cleared(self.wanted, facet))

    def _empty_search(self) -> None:
        self.search.clear()
        self._searched = ""

    def _count(self, found: Found) -> None:
        ready = self.found.prepared < 1 <= found.prepared
        flawed = found.flaws != self.found.flaws
        self.found, self.rows.found = found, found.count
        if found.as_of is not None and found.done and self.isVisible():
            self._age_due.start()
        self._problem = ""
        if flawed and self.flaws:
            announce(self, self.flaws, at_once=True)
        self.list.note = self._words.text("review.nothing") if found.done else ""
        self.list.rows_changed()
        if ready:
            self._ask_about()
            if not is_open(self.wanted):
                self.look_for(self.wanted)
            else:
                self._read_again()
        self._show()

    def _read_again(self) -> None:
        """Have the rows in view read again: more is known of them by now."""
        self.rows.forget()
        self.list.rows_changed()

    def _fetch(self, first: int, last: int) -> None:
        """Have the pages read that are in view and are not there; what is out of view is left."""
        self._reading.forget("rows")
        wanted = self.wanted
        for page in self.rows.lacking(first, last):

            def taken(rows: tuple[LogRow, ...], page: int = page) -> None:
                if wanted is self.wanted:
                    self._take(page, rows)

            self._reading.ask(f"rows {page}", partial(_rows, page), taken)

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
        """Have all of the chosen entry read, with the table as it left it."""
        self._with_row(lambda row: self._look_at(row.place))

    def _look_at(self, place: Place) -> None:
        self._reading.ask("glance", lambda reads: reads.glance(place), self.detail.show_glance)

    def _show_row(self) -> None:
        self.detail.show_row(self.row, self._words, self.named)

    def _fail(self, error: Exception) -> None:
        self._problem = self._words.text("review.failed", why=why(error, self._words))
        announce(self, self._problem, at_once=True)
        self._show()

    # --- presses ----------------------------------------------------------------------------------

    def tell(self, key: str, **slots: object) -> None:
        """Say what came of something in the count's place, until something else is looked for."""
        self._problem = self._words.text(key, **slots)
        self._show()

    def _with_row(self, what: Callable[[LogRow], object]) -> None:
        if self.row is not None:
            what(self.row)

    def _ask_video(self, row: LogRow) -> None:
        self.video_asked.emit(row.table, row.at - self.detail.offers.lead_in)

    def _replay(self) -> None:
        self._with_row(self.replay_asked.emit)

    def _turn_bytes(self, number: int) -> None:
        """Have the bytes stand beneath the row that they said, or no more."""
        rows, wanted = self.rows, self.wanted
        if rows.is_unfolded(number):
            rows.fold(number)
            self.list.rows_changed()
            return
        row = rows.row(rows.line(number))
        if row is None:
            return

        def unfolded(found: tuple[LogRow, ...]) -> None:
            if wanted is self.wanted:
                self._unfold(number, found)

        place = row.place
        self._reading.ask("bytes", lambda reads: reads.bytes_of(place), unfolded)

    def _unfold(self, number: int, found: tuple[LogRow, ...]) -> None:
        if not found:
            self.tell("review.bytes.none")
            return
        chosen, beneath = self.rows.place(self.list.at)
        self.rows.unfold(number, found)
        self.list.at = self.rows.line(chosen) + beneath
        self.list.rows_changed()
        self.list.have_in_view(self.rows.line(number), len(found))

    def list_bytes(self) -> None:
        """List a device's bytes along with all else, or no more."""
        self.look_for(replace(self.wanted, bytes=not self.wanted.bytes))

    def _ask(self, facet: str) -> None:
        if facet == BYTES:
            self.list_bytes()
        else:
            self._open_choices(facet)

    def _open_choices(self, facet: str) -> None:
        given = options(facet, self.wanted, self.about, self._words)
        self.choices.open(facet, self._words.text(f"review.filter.{facet}"), given, self._words)

    def _turn(self, facet: str, value: str) -> None:
        if (facet, value) == ("time", RANGE):
            self.choices.close_panel()
            self.ask_time()
            return
        self.look_for(turned(self.wanted, facet, value, self.about))
        if facet == "time":
            self.choices.close_panel()

    def ask_time(self) -> None:
        """Ask for the time to go to."""
        self.time.clear()
        self.time.show()
        self.time.setFocus(Qt.FocusReason.OtherFocusReason)
        self.arrange()

    def go_to_typed(self, typed: str) -> None:
        """Go to the newest entry that is not after the time that was typed; of a span show what is in it."""
        last = self.about.last
        span = span_typed(typed, last) if last is not None else None
        if span is not None:
            self.look_for(replace(self.wanted, since=span[0], until=span[1]))
            self._end_go_to()
            return
        near = self.row.at if self.row is not None else last
        moment = moment_typed(typed, near, latest=last) if near is not None else None
        if moment is None:
            self._problem = self._words.text("review.go_to.bad")
            self._show()
            return
        self._reading.ask("number_at", lambda reads: reads.number_at(moment), self._go_to)
        self._end_go_to()

    def _go_to(self, number: int) -> None:
        self.list.choose(self.rows.line(number))

    def _end_go_to(self) -> None:
        self._problem = ""
        self.time.hide()
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
        top = STATUS_HEIGHT + _HEAD + (_BAND if self.found.flaws else 0)
        filters = self.chips.high_in(wide - 2 * MARGIN)
        self.put(self.chips, QRectF(0, top, wide, filters + 2))
        top += filters + 16
        left = wide - _DETAIL
        self.put(self.list, QRectF(0, top, left, high - _FOOT - top))
        self.put(self.detail, QRectF(left, top, _DETAIL, high - top))
        self.put(self.choices, QRectF(0, top - 8, wide, high - top + 8))
        lay_row(self, tuple(self.keys.values()), QRectF(MARGIN, high - _FOOT + 10, left - 2 * MARGIN, 52))
        self._top = top

    def paint(self, painter: QPainter) -> None:
        """The ground, the headline with the count, the sign in the field."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        left = self.wide - _DETAIL
        fill(painter, QRectF(0, self.high - _FOOT, left, _FOOT), BG1)
        fill(painter, QRectF(0, self.high - _FOOT, left, 1), LINE)
        title = self._words.text("review.log")
        middle = STATUS_HEIGHT + 42
        end = write(painter, title, MARGIN, middle, font(40, bold=True), T0)
        room = left - 24 - end - 28
        face = shrunk(self.count_text, room, (20, 18, 17, 16, 15, 14))
        lines = at_most(3, broken(self.count_text, room, face))
        box = QRectF(end + 28, middle - 34, room, 74)
        write_lines(painter, lines, box, face, RED if self._problem else T1)
        if self.found.flaws:
            self._paint_flaws(painter, QRectF(0, STATUS_HEIGHT + _HEAD - 8, self.wide, _BAND - 4))

    def _paint_flaws(self, painter: QPainter, band: QRectF) -> None:
        """What was changed, right across: nobody is to read the log without it."""
        fill(painter, band, BG1)
        fill(painter, QRectF(band.left(), band.top(), 6, band.height()), RED)
        states.caution(painter, QRectF(MARGIN, band.center().y() - 16, 32, 32), RED)
        box = band.adjusted(MARGIN + 48, 4, -MARGIN, -4)
        face = font(17)
        write_lines(painter, at_most(2, broken(self.flaws, box.width(), face)), box, face, T0, leading=1.3)

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
                self.ask_time()
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
        rows = self.list
        return {
            Qt.Key.Key_Up: lambda: rows.choose(rows.at - 1),
            Qt.Key.Key_Down: lambda: rows.choose(rows.at + 1),
            Qt.Key.Key_PageUp: lambda: rows.page(-1),
            Qt.Key.Key_PageDown: lambda: rows.page(1),
            Qt.Key.Key_Home: lambda: rows.choose(0),
            Qt.Key.Key_End: lambda: rows.choose(self.rows.count - 1),
            Qt.Key.Key_Right: rows.unfold,
            Qt.Key.Key_Left: rows.fold,
            Qt.Key.Key_Return: self._replay,
            Qt.Key.Key_Enter: self._replay,
            Qt.Key.Key_Escape: self.left.emit,
            Qt.Key.Key_F9: self.language_requested.emit,
        }


def _rows(page: int, reads: Reads) -> tuple[LogRow, ...]:
    return reads.rows(page * PAGE, PAGE)
