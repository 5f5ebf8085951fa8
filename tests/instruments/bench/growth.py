"""What takes longer with ten times as many entries: pages, searches, a report, a restart, a verification.

Two journals of one table, one of ten times as many entries as the other. A shoe is played, with a remark
in each round and one press that is not due; the same play follows itself, each time in a shift of its own,
with rounds, shoes and times of its own, and a state is kept where it begins again. So a hundred thousand
entries take seconds to fill, and what is stored is in every row what a table stores.

What answers for one page, one round or one shift should take as long in either; what goes over everything,
as long for each entry.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from console.journal.file.store import EVERY
from console.journal.log.rows import Filter, Word
from console.journal.log.search import Log
from console.journal.proof.verification import verify
from console.journal.reader import review
from console.records.accounts.timeline import Interval
from console.reports.journal_reports import shift_report
from console.review.log.entry_terms import teller
from console.table.judging.checkpoints import kept, retold
from console.table.state.entries import Entry
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import Turn, compared, timed
from tests.instruments.bench.play import FIRST, GAME, Play, line_of, opened

MOST: Final = 1.2
"""How many times as long may be taken for a unit of ten times the work."""
ENTRIES: Final = 500_000
SHOES: Final = 1
REMARK: Final = "A card stuck in the shoe, カードが詰まった"
A_TURN: Final = 20
"""Questions to a turn, where one takes a few milliseconds."""
ROOM: Final = 25 << 30
"""Bytes that stay free on the disk."""
EACH: Final = 1_300
"""Bytes of an entry, with its index, as they were found."""


Of = TypeVar("Of", Log, Path)


class Shoes(NamedTuple):
    """Some shoes of play from a fresh shoe to the next one's begin, and how far apart two such plays are."""

    entries: tuple[Entry, ...]
    lasts: timedelta
    shoes: int


def shoes() -> Shoes:
    """Play them."""
    play = Play()
    remarked: str | None = None
    while play.session.table.shoe_number <= SHOES or play.session.table.preparation is not None:
        play.take()
        round = play.session.table.round
        if round is not None and round.id != remarked and play.session.table.open_round:
            remarked = round.id
            play.session.take(line_of("say", text=REMARK, by="P1"))
            play.session.take(line_of("done", by="X9"))
    entries = tuple(play.journal.entries)
    lasts = entries[-1].at - entries[0].at + timedelta(hours=1)
    return Shoes(entries, lasts, SHOES)


def filled(path: Path, entries: int) -> Path:
    """A journal of so many entries, or up to one play's more."""
    play, turn, state = shoes(), 0, kept(FIRST)
    with opened(path, begin=FIRST) as journal:
        while journal.last < entries:
            coming = list(_again(play, turn))
            state = kept(retold(GAME, state, coming))
            journal.append(coming, state)
            turn += 1
    return path


def shift_of(turn: int, play: Shoes) -> str:
    """The shift of a play that follows so many others."""
    return f"{play.entries[0].at + turn * play.lasts:%Y-%m-%dT%H}"


def _again(play: Shoes, turn: int) -> Iterator[Entry]:
    later, shift = turn * play.lasts, shift_of(turn, play)
    for entry in play.entries:
        round, event = entry.round, entry.event
        if round is not None:
            own = f"{turn + 1}.{round}"
            event = event.replace(b'"round":"%s"' % round.encode(), b'"round":"%s"' % own.encode())
            round = own
        yield replace(
            entry,
            event=event,
            round=round,
            at=entry.at + later,
            monotonic=entry.monotonic + int(later.total_seconds() * 1e9),
            shift=shift,
            shoe=entry.shoe + turn * play.shoes,
        )


def measure(folder: Path, pairs: int, entries: int = ENTRIES) -> Iterator[Measured]:
    """A tenth of so many entries, and all of them."""
    free = shutil.disk_usage(folder).free - ROOM
    if entries * EACH > free:
        raise ValueError(f"{entries:,} entries need {entries * EACH >> 30} GiB, {free >> 30} GiB can be had")
    sizes = entries // 10, entries
    paths = []
    for size in sizes:
        begun = perf_counter()
        paths.append(filled(folder / f"{size}.journal", size))
        print(f"bench: {size:,} entries filled in {perf_counter() - begun:,.0f} s", flush=True)
    how = f"{sizes[0]:,} and {sizes[1]:,} entries; theirs: the fewer"
    with Log([paths[0]], folder) as less, Log([paths[1]], folder) as more:
        yield _once("log, indexed", sizes, [_indexed(less), _indexed(more)])
        yield from _asked(less, more, pairs, f"{A_TURN} pages, {how}")
    yield from _read(paths[0], paths[1], pairs, how)
    yield _once("verification", sizes, [_verified(path) for path in paths])


def _grown(name: str, turn: Callable[[Of], Turn], less: Of, more: Of, pairs: int, how: str) -> Measured:
    return Measured.span(f"growth: {name}", compared(turn(more), turn(less), pairs), "ms", MOST, how)


def _once(name: str, sizes: tuple[int, int], spent: list[float]) -> Measured:
    each = [seconds / size for seconds, size in zip(spent, sizes, strict=True)]
    rates = [f"{1 / one:,.0f} entries/s" for one in each]
    ratio = each[1] / each[0]
    how = f"an entry's time, once over {sizes[1]:,} and over {sizes[0]:,}"
    return Measured(f"growth: {name}", rates[1], rates[0], ratio, f"<= {MOST}x", ratio <= MOST, how)


def _indexed(log: Log) -> float:
    return timed(lambda: list(log.fill(teller)))


def _verified(path: Path) -> float:
    begun = perf_counter()
    found = verify(path)
    assert found.flaw is None, found
    return perf_counter() - begun


FILTERS: Final = {
    "first page": Filter(),
    "page of a kind": Filter(kinds=frozenset({"step_done"}), refused=False),
    "page of a word": Filter(words=(Word("カードが"),)),
    "refused lines": Filter(refused=True),
    "nothing found": Filter(round="nowhere"),
}


def _asked(less: Log, more: Log, pairs: int, how: str) -> Iterator[Measured]:
    """Pages and searches, of both logs."""
    for name, filter in FILTERS.items():
        yield _grown(name, lambda log, asked=filter: _pages(log, asked), less, more, pairs, how)  # type: ignore[misc]
    yield _grown("a round found", lambda log: _pages(log, Filter(round=_round(log))), less, more, pairs, how)
    yield _grown("90 % back", _deep, less, more, pairs, how)


def _pages(log: Log, filter: Filter) -> Turn:
    return lambda: timed(lambda: [log.newest(filter) for _ in range(A_TURN)])


def _round(log: Log) -> str:
    return next(row.round for row in log.oldest().rows if row.round is not None)


def _deep(log: Log) -> Turn:
    place = log.place_of(log.files[0].last // 10)
    assert place is not None, "an entry of every number is there"
    return lambda: timed(lambda: [log.before(place) for _ in range(A_TURN)])


def _read(less: Path, more: Path, pairs: int, how: str) -> Iterator[Measured]:
    """A report of one shift, which shifts there are, and what a restart folds."""
    play = shoes()
    now = datetime(2040, 1, 1, tzinfo=UTC)

    def reported(path: Path) -> None:
        told = shift_report([path], Interval(shift=shift_of(1, play)), now)
        assert told.tables[0].first is not None

    def known(path: Path) -> None:
        with review(path) as journal:
            assert journal.shifts()

    def begun(path: Path) -> None:
        with opened(path) as journal:
            found = journal.before(EVERY)
            assert found is not None
            retold(GAME, found.checkpoint, found.entries)

    for name, work in (("report of a shift", reported), ("shifts known", known), ("restart", begun)):
        yield _grown(name, lambda path, work=work: lambda: timed(lambda: work(path)), less, more, pairs, how)  # type: ignore[misc]
