"""The log's query without a window: what is asked of the journals, and which answers still count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TypeVar

import pytest
from msgspec.structs import replace

from console.supervisor.review import JournalDifference, JournalReader, JournalReads, SearchProgress
from console.supervisor.ui.review.log.filters import KINDS
from console.supervisor.ui.review.log.log_query import LogQuery
from console.table.journal import Filter, LogRow
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.stories import PERSONS, AtOnce, night

T = TypeVar("T")


class Later(AtOnce):
    """Inquiries that answer when they are let; a question takes the place of the earlier of its name."""

    def __init__(self) -> None:
        super().__init__(lambda: JournalReads((night(),), PERSONS))
        self.waiting: dict[str, Callable[[], object]] = {}

    def ask(self, name: str, question: Callable[[JournalReader], T], answer: Callable[[T], None]) -> None:
        self.waiting[name] = lambda: answer(question(self.reads))

    def let(self, name: str) -> None:
        """Answer this question."""
        self.waiting.pop(name)()


@pytest.fixture
def inquiries() -> Iterator[Later]:
    made = Later()
    yield made
    made.reads.close()


@pytest.fixture
def query(inquiries: Later) -> LogQuery:
    """The query for everything, before any of its rows was read."""
    made = LogQuery(inquiries, words("en"))
    made.begin()
    return made


def first(query: LogQuery) -> LogRow | None:
    return query.rows.row(0)


def searched(query: LogQuery) -> list[str]:
    return [word.text for word in query.wanted.words]


@pytest.mark.parametrize(
    "another",
    [
        lambda query: query.renew(),
        lambda query: query.look_for(query.wanted),
        lambda query: query.look_for(Filter(kinds=KINDS["incidents"])),
    ],
)
def test_rows_that_an_earlier_query_asked_for_are_dropped(
    query: LogQuery, inquiries: Later, another: Callable[[LogQuery], None]
) -> None:
    """The same filter may be looked for again: the rows are others by then."""
    query.fetch(0, 9)
    late = inquiries.waiting.pop("rows 0")
    another(query)
    late()
    assert first(query) is None
    query.fetch(0, 9)
    inquiries.let("rows 0")
    assert first(query) is not None


def test_bytes_that_an_earlier_query_asked_for_are_dropped(query: LogQuery, inquiries: Later) -> None:
    query.fetch(0, 9)
    inquiries.let("rows 0")
    row, came = first(query), list[tuple[LogRow, ...]]()
    assert row is not None
    query.ask_bytes(row.place, came.append)
    late = inquiries.waiting.pop("bytes")
    query.renew()
    late()
    assert came == []
    query.ask_bytes(row.place, came.append)
    inquiries.let("bytes")
    assert came == [()]


def test_the_same_words_are_looked_for_once_and_again_once_they_were_taken_off(
    query: LogQuery, inquiries: Later
) -> None:
    query.seek("hidden")
    inquiries.let("words")
    assert searched(query) == ["hidden"]
    query.seek("hidden")
    assert "words" not in inquiries.waiting
    query.look_for(replace(query.wanted, words=()))
    query.seek("hidden")
    assert "words" in inquiries.waiting


@pytest.mark.parametrize("change", [LogQuery.turn_bytes, LogQuery.renew])
def test_words_that_are_not_read_yet_are_looked_for_beside_another_change(
    query: LogQuery, inquiries: Later, change: Callable[[LogQuery], None]
) -> None:
    """The field still shows them; once it is empty, they are looked for no more."""
    query.seek("hidden")
    change(query)
    inquiries.let("words")
    assert searched(query) == ["hidden"]
    query.seek("")
    inquiries.let("words")
    assert searched(query) == []


def test_words_that_are_not_read_yet_are_dropped_with_the_filter_they_were_typed_for(
    query: LogQuery, inquiries: Later
) -> None:
    query.seek("hidden")
    query.look_for(Filter(kinds=KINDS["incidents"]))
    inquiries.let("words")
    assert query.wanted == Filter(kinds=KINDS["incidents"])


def test_only_the_last_typed_words_are_looked_for(query: LogQuery, inquiries: Later) -> None:
    """The answer about the earlier ones may already be under way."""
    query.seek("hid")
    late = inquiries.waiting.pop("words")
    query.seek("hidden")
    late()
    assert searched(query) == []
    inquiries.let("words")
    assert searched(query) == ["hidden"]


def test_when_all_is_prepared_the_choices_are_loaded_and_the_rows_read_again(
    query: LogQuery, inquiries: Later
) -> None:
    begun: list[Filter] = []
    query.begun.connect(lambda: begun.append(query.wanted))
    half, whole = (replace(query.found, prepared=share) for share in (0.5, 1.0))
    inquiries.counted.emit(half)
    query.fetch(0, 9)
    inquiries.let("rows 0")
    inquiries.waiting.clear()
    inquiries.counted.emit(whole)
    assert first(query) is None and "about" in inquiries.waiting
    assert not begun, "everything is looked for: the same rows, of which more is known"
    inquiries.let("about")
    assert query.filter_choices.dealers and query.person_name("P1") == PERSONS["P1"].name
    assert query.person_name("X9") == "X9"


def test_a_filter_is_looked_for_again_once_all_is_prepared(query: LogQuery, inquiries: Later) -> None:
    query.look_for(Filter(kinds=KINDS["incidents"]))
    begun: list[Filter] = []
    query.begun.connect(lambda: begun.append(query.wanted))
    inquiries.counted.emit(replace(query.found, prepared=0.5))
    inquiries.counted.emit(replace(query.found, prepared=1.0))
    assert begun == [Filter(kinds=KINDS["incidents"])]


def test_changed_places_are_signalled_once(query: LogQuery, inquiries: Later) -> None:
    told: list[SearchProgress] = []
    query.flaws_changed.connect(lambda: told.append(query.found))
    flawed = replace(query.found, flaws=(JournalDifference("review.flaw.missing", "T9", 12, 40),))
    inquiries.counted.emit(flawed)
    inquiries.counted.emit(replace(flawed, count=3))
    assert told == [flawed]


def test_a_moment_leads_to_a_line_beneath_unfolded_rows_too(query: LogQuery, inquiries: Later) -> None:
    lines: list[int] = []
    query.number_found.connect(lambda number: lines.append(query.rows.line_of(number)))
    query.fetch(0, 59)
    inquiries.let("rows 0")
    row = query.rows.row(20)
    assert row is not None
    query.go_to(row.at)
    inquiries.let("number_at")
    query.rows.unfold(0, (row, row))
    query.go_to(row.at)
    inquiries.let("number_at")
    assert lines[1] == lines[0] + 2
    query.go_to(datetime(1999, 1, 1, tzinfo=UTC))
    inquiries.let("number_at")
    assert lines[2] > lines[1]
