"""A search without a device's bytes finds the same as one with them, but for the bytes that nobody
asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core.state.entries import Entry
from console.table.journal.log import intake, query
from console.table.journal.log.intake import EntryFacts
from console.table.journal.log.rows import Facet, Filter, Word
from console.table.journal.log.search import Log, Tally
from tests.examples import examples
from tests.table.journal.entries import drawn, opened

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
        patch.setattr(intake, "AT_ONCE", 90)
        patch.setattr(intake, "MUCH", 200)
        with Log([folder / "J.db"], folder / "indexes") as made:
            for _ in made.fill(lambda *_: _Facts()):
                pass
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


def test_a_search_that_asks_for_no_bytes_does_not_read_them(log: Log) -> None:
    """The price of folding is none: what is left out is posted apart, and is not read."""
    (file,) = log.files
    assert file.query(Filter(dealers=frozenset({"D1"}))).beneath is None
    assert file.query(Filter(words=(Word("0531ab"),))).beneath is not None
    unfolded = file.query(Filter(dealers=frozenset({"D1"}), bytes=True))
    assert unfolded.beneath == unfolded.match != query.NOTHING.match
