"""The query of the log: what is looked for, the number of rows found, and the rows read. It asks a
:class:`~console.supervisor.review.questions.JournalReader` through the inquiries, and emits a signal with
each answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from console.base.words import FIRST, Words
from console.supervisor.review.questions import FilterChoices, JournalReader, SearchProgress
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.log.filters import is_unfiltered
from console.supervisor.ui.review.log.log_model import PAGE, LogModel
from console.supervisor.ui.review.log.time_field import searched_twice, with_typed_times
from console.table.journal import Filter, LogPlace, LogRow, RepeatedTimes, Word, fold

_UNKNOWN: Final = FilterChoices((), (), {}, (), (), (), (), (), (), None)

T = TypeVar("T")


class LogQuery(QObject):
    """One query at a time; late rows for an earlier one are dropped."""

    words_dropped = Signal()
    """No words are looked for any more, not even typed ones that are not read yet."""
    begun = Signal()
    """There is another query, with no row known yet."""
    counted = Signal()
    """The number of rows found has changed, or more is known of them."""
    flaws_changed = Signal()
    """The places at which a journal was changed are others now, or none."""
    rows_read = Signal()
    choices_read = Signal()
    """The choices of the filters, and the people's names, are known."""
    entry_read = Signal(object)
    """The :class:`~console.supervisor.review.questions.Glance` asked for; None if the entry is gone."""
    number_found = Signal(int)
    """The row number of the moment that was asked for."""

    def __init__(self, inquiries: JournalInquiries, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inquiries = inquiries
        self.wanted = Filter()
        self.found = SearchProgress(0, False, 0)
        self.rows = LogModel(words, self)
        self.filter_choices = _UNKNOWN
        self._typed = ""
        """The last typed words; their answer may be missing yet."""
        self._language = FIRST
        self._present = object()
        """The present query: a new object for each, even for the same filter."""
        inquiries.counted.connect(self._count)

    def begin(self) -> None:
        """Look for everything, and ask for the filters' possible values."""
        self._learn_choices()
        self.look_for(Filter())

    def look_for(self, wanted: Filter) -> None:
        """Look for the matching rows, instead of all before, typed words included."""
        if not wanted.words:
            self._typed = ""
            self.words_dropped.emit()
        self.refine(wanted)

    def refine(self, wanted: Filter) -> None:
        """Look for the matching rows; typed words that are not read yet stay."""
        self.wanted, self.found = wanted, replace(self.found, count=0, done=False)
        self._present = object()
        choices = self.filter_choices
        read = with_typed_table(with_typed_times(wanted, choices.last), choices.tables)
        self.rows.begin(read)
        self.begun.emit()
        self._inquiries.look_for(read)
        self.look_further()

    @property
    def searched_twice(self) -> tuple[str, str] | None:
        """The two texts for a searched time of day that comes twice, or None."""
        return searched_twice(self.wanted, self.filter_choices.last, self.repeated)

    @property
    def repeated(self) -> RepeatedTimes:
        """The times that came again after a clock was set back."""
        return RepeatedTimes(self.filter_choices.set_back)

    def renew(self) -> None:
        """Look for the same again, from the newest row on."""
        self.refine(self.wanted)

    def look_further(self) -> None:
        self._inquiries.prepare()

    def seek(self, typed: str) -> None:
        """Look for words too; the same words as before do nothing."""
        if typed != self._typed:
            self._typed = typed
            self._ask_words()

    def set_words(self, words: Words) -> None:
        """Show all rows in another language, and look up the typed words in it."""
        self.rows.set_words(words, self.person_name)
        if words.language != self._language:
            self._language = words.language
            if self._typed:
                self._ask_words()

    def _ask_words(self) -> None:
        typed, language = self._typed, self._language
        answer = partial(self._add_words, (typed, language))
        self._inquiries.ask("words", lambda reads: reads.words_of(typed, language), answer)

    def _add_words(self, asked: tuple[str, str], words: tuple[Word, ...]) -> None:
        if asked == (self._typed, self._language):  # The words may have been changed or removed since.
            self.refine(replace(self.wanted, words=words))

    def turn_bytes(self) -> None:
        """List or hide the devices' bytes among the other rows."""
        self.refine(replace(self.wanted, bytes=not self.wanted.bytes))

    def fetch(self, first: int, last: int) -> None:
        """Have the missing rows of these lines read, instead of those asked for before."""
        self._inquiries.forget("rows")
        for page in self.rows.lacking(first, last):
            self._ask_of_rows(f"rows {page}", partial(_rows, page), partial(self._take, page))

    def _take(self, page: int, rows: tuple[LogRow, ...]) -> None:
        self.rows.add_page(page, rows)
        self.rows_read.emit()

    def ask_rows(self, numbers: range, answer: Callable[[tuple[LogRow, ...]], None]) -> None:
        """Ask for rows that are not to be listed."""
        self._ask_of_rows("chosen", lambda reads: reads.rows(numbers.start, len(numbers)), answer)

    def ask_bytes(self, place: LogPlace, answer: Callable[[tuple[LogRow, ...]], None]) -> None:
        """Ask for the rows with a device's bytes of the row at this place."""
        self._ask_of_rows("bytes", lambda reads: reads.bytes_of(place), answer)

    def _ask_of_rows(
        self, name: str, question: Callable[[JournalReader], T], answer: Callable[[T], None]
    ) -> None:
        asked_by = self._present

        def answered(value: T) -> None:
            if asked_by is self._present:
                answer(value)

        self._inquiries.ask(name, question, answered)

    def look_at(self, place: LogPlace) -> None:
        self._inquiries.ask("glance", lambda reads: reads.glance(place), self.entry_read.emit)

    def go_to(self, moment: datetime) -> None:
        """Ask for the number of the newest entry not after a moment."""
        self._inquiries.ask("number_at", lambda reads: reads.number_at(moment), self.number_found.emit)

    def _learn_choices(self) -> None:
        self._inquiries.ask("about", lambda reads: reads.about(), self._learn)

    def _learn(self, choices: FilterChoices) -> None:
        self.filter_choices = choices
        self.choices_read.emit()

    def _count(self, progress: SearchProgress) -> None:
        is_ready = self.found.prepared < 1 <= progress.prepared
        flaws_changed = progress.flaws != self.found.flaws
        self.found = progress
        self.rows.set_found(progress.count)
        if is_ready:  # More is known of each row now.
            self.rows.forget()
            self._learn_choices()
        self.counted.emit()
        if flaws_changed:
            self.flaws_changed.emit()
        if is_ready and not is_unfiltered(self.wanted):
            self.renew()

    def person_name(self, who: str) -> str:
        """A person's name by the id, or the id."""
        person = self.filter_choices.persons.get(who)
        return person.name if person is not None else who


def with_typed_table(wanted: Filter, tables: Iterable[str]) -> Filter:
    """The filter that takes a table's searched name as that table; not a name that is only a number, since
    rounds and pockets have numbers too.
    """
    typed = [fold(word.text) for word in wanted.words]
    known = defaultdict[str, set[str]](set)
    for table in wanted.tables or tables:
        for name in (table, table.partition("/")[2]):  # A name that two studios use means both tables.
            known[fold(name)].add(table)
    for folded, those in sorted(known.items(), key=lambda each: len(each[0]), reverse=True):
        parts = folded.split()
        many = 0 if "".join(parts).isdecimal() else len(parts)
        for at in range(len(typed) if many else 0):
            if typed[at : at + many] == parts:
                words = wanted.words[:at] + wanted.words[at + many :]
                return replace(wanted, tables=frozenset(those), words=words)
    return wanted


def _rows(page: int, reads: JournalReader) -> tuple[LogRow, ...]:
    return reads.rows(page * PAGE, PAGE)
