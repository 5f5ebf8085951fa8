"""A search without a device's bytes finds the same as one with them, but for the bytes that nobody
asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core import Entry
from console.table.journal import intake, query
from console.table.journal.log.intake import EntryFacts
from console.table.journal.log.rows import Facet, Filter, Word
from console.table.journal.log.search import Log, Tally
from tests.examples import examples
from tests.table.journal.entries import START, drawn, opened

MANY = 400
LINES = (b"\x05\x31\xab", b"\x05\x31\xcd", b"\x02D9H\xff\x03", b"\x00\xfa\xce")
NAMED = Word("zz", {Facet.PHRASE: frozenset({"log.bytes_received"})})
WORDS = (*map(Word, ("0531", "0531ab", "face", "5D", "9h", "D1", "P1", "halted", "nowhere")), NAMED)


class _Facts:
    """Tells what kind an entry is, as its row's words do, and who deals."""

    def facts_of_next(self, event: bytes, refused: str | None, at: str) -> EntryFacts:
        kind = event.decode().split('"')[3]
        words = ((Facet.PHRASE, f"log.{kind}"), *(((Facet.SAID, refused),) if refused else ()))
        return EntryFacts(dealer="D1" if at[20:21] < "5" else "D2", terms=words)


def _made() -> Iterator[Entry]:
    """Two entries in three are bytes."""
    chance = random.Random(3)
    for number in range(1, MANY + 1):
        kind = chance.choice(("card_drawn", "bytes_received", "bytes_received"))
        about = {
            "kind": kind,
            "event": b'{"event":"%s","device":"shoe"}' % kind.encode(),
            "refused": chance.choice((None, None, None, "halted")),
            "person": chance.choice((None, "D1", "P1")),
            "shoe": chance.randrange(3),
            "round": chance.choice((None, "Baccarat 1-7")),
            "raw": chance.choice((None, *LINES)),
        }
        yield drawn(number, **about)


ENTRIES = tuple(_made())


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    """Its journal, indexed in slices."""
    folder = tmp_path_factory.mktemp("folded")
    with opened(folder / "J.db") as journal:
        journal.append(ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intake, "AT_ONCE", 70)
        patch.setattr(intake, "MUCH", 200)
        with Log([folder / "J.db"], folder / "indexes") as made:
            progress = [(each.done, each.of) for each in made.fill(lambda *_: _Facts())]
            assert progress[:4] == [(0, 400), (70, 400), (140, 400), (210, 401)], "much is merged at the end"
            assert progress[5:] == [(350, 401), (400, 401), *[(400, 401)] * (len(progress) - 8), (400, 400)]
            yield made


def _some(*values: object) -> st.SearchStrategy[frozenset[object]]:
    return st.frozensets(st.sampled_from(values), max_size=2)


filters = st.builds(
    Filter,
    people=_some("D1", "P1", "X9"),
    dealers=_some("D1", "D2"),
    refused=st.sampled_from((None, None, True, False)),
    round=st.sampled_from((None, None, "Baccarat 1-7")),
    shoe=st.sampled_from((None, None, 0, 1)),
    words=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
)


def _is_listed(entry: Entry, words: tuple[Word, ...]) -> bool:
    """Whether the reader lists it: all but bytes that nobody refused and no word looks for."""
    if entry.kind != "bytes_received" or entry.refused is not None or NAMED in words:
        return True
    typed = {word.text.lower() for word in words} & {"0531", "0531ab", "face"}
    return any(each in (entry.raw or b"").hex() for each in typed)


@settings(max_examples=examples(40, at_night=800))
@given(filter=filters, limit=st.integers(1, 90), first=st.integers(0, 200))
def test_a_folded_search_leaves_out_the_folded_rows_and_nothing_else(
    log: Log, filter: Filter, limit: int, first: int
) -> None:
    every = log.newest(replace(filter, bytes=True), MANY)
    listed = [row.number for row in every if _is_listed(ENTRIES[row.number - 1], filter.words)]
    assert [row.number for row in log.newest(filter, MANY)] == listed
    assert [row.number for row in log.newest(filter, limit)] == listed[:limit]
    tally = Tally(log, filter)
    while tally.step():
        pass
    assert tally.found == len(listed)
    assert [row.number for row in tally.rows(first, limit)] == listed[first : first + limit]


@pytest.mark.parametrize("bytes_too", [False, True])
def test_each_page_and_count_of_the_unsearched_log_is_that_of_its_list(log: Log, bytes_too: bool) -> None:
    """However many rows are skipped, and from whichever entry to whichever they are counted."""
    (file,) = log.files
    asked = Filter(bytes=bytes_too)
    listed = [n for n in range(MANY, 0, -1) if bytes_too or _is_listed(ENTRIES[n - 1], ())]
    tally = Tally(log, asked)
    while tally.step():
        pass
    for first in range(len(listed) + 1):
        assert [row.number for row in tally.rows(first, 3)] == listed[first : first + 3], first
    query = file.query(asked)
    ends = (1, 2, 127, 128, 129, 130, 255, 256, 257, 399, 400, 401)
    for low, high in combinations(ends, 2):
        assert file.count(query, low, high) == sum(low <= each < high for each in listed), (low, high)


def test_each_row_has_the_dealer_of_its_own_moment(log: Log) -> None:
    rows = log.newest(Filter(bytes=True), MANY)
    assert [row.dealer for row in rows[::-1]] == [
        "D1" if entry.at.microsecond < 500_000 else "D2" for entry in ENTRIES
    ]


def test_each_stretch_of_time_holds_the_entries_from_its_first_moment_on(log: Log) -> None:
    moments = [ENTRIES[number - 1].at for number in (1, 2, 200, 399, 400)]
    moments += [each + timedelta(milliseconds=1) for each in moments]
    for since, until in combinations([None, *sorted(moments), None], 2):
        found = [row.number for row in log.newest(Filter(since=since, until=until, bytes=True), MANY)]
        after, before = since or START, until or datetime.max.replace(tzinfo=UTC)
        assert found == [n for n in range(MANY, 0, -1) if after <= ENTRIES[n - 1].at < before]


def test_a_search_that_asks_for_no_bytes_does_not_read_them(log: Log) -> None:
    """The price of folding is none: what is left out is posted apart, and is not read."""
    (file,) = log.files
    assert file.query(Filter(dealers=frozenset({"D1"}))).beneath is None
    assert file.query(Filter(words=(Word("0531ab"),))).beneath is not None
    unfolded = file.query(Filter(dealers=frozenset({"D1"}), bytes=True))
    assert unfolded.beneath == unfolded.match != query.NOTHING.match


TWO_LETTERS = {"said", "figure", "person", "named", "card", "device"}
"""In lines, and in the ids of incidents and clauses, two letters stand everywhere."""


@pytest.mark.parametrize(
    ("text", "facets"), [("zq", TWO_LETTERS), ("~zq", TWO_LETTERS | {"incident", "clause", "line"})]
)
def test_two_letters_are_searched_in_fewer_facets_than_three(
    text: str, facets: set[str], tmp_path: Path
) -> None:
    class Named:
        def facts_of_next(self, event: bytes, refused: str | None, at: str) -> EntryFacts:
            facet = Facet(event.decode().split('"')[3])
            return EntryFacts(terms=((facet, f"{facet}~zq"),))

    with opened(tmp_path / "J.db") as journal:
        journal.append([drawn(event=b'{"event":"%s"}' % each.encode()) for each in Facet])
    with Log([tmp_path / "J.db"], tmp_path / "indexes") as made:
        list(made.fill(lambda *_: Named()))
        found = made.newest(Filter(words=(Word(text),)), 100)
    assert {[*Facet][row.number - 1] for row in found} == facets
