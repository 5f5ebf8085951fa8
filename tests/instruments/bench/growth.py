"""The times that grow with ten times as many entries: pages, searches, a report, a restart, a verification.

Journals of one table, each of ten times as many entries as the one before. A shoe is played, with a remark
in each round and one press that is not due; the same play follows itself, each time in a shift of its own,
with rounds, shoes and times of its own, and a state is kept where it begins again. So a hundred thousand
entries take seconds to fill, and what is stored is in every row what a table stores.

What answers for one page, one round or one shift should take as long in either; what goes over everything,
as long for each entry. The figures are the processor's time: beside other work the clock's says nothing.
"""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final, TypeVar

from console.supervisor.history.interval import Interval
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.review import fact_source
from console.table.core.judging.checkpoints import table_after
from console.table.journal import Filter, Log, LogPlace, Word, review, verify
from console.table.journal.file.store import EVERY
from console.table.journal.log.query import needs_index
from tests.instruments.bench import command_growth
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import Compared, Turn, compared
from tests.instruments.bench.play import GAME, filled, opened, shift_of, shoes

MOST: Final = 1.2
"""A unit of ten times the work may take at most this many times as long."""
ENTRIES: Final = 500_000
FEWEST: Final = 100_000
"""The most entries in the smallest of its journals."""
A_TURN: Final = 20
"""Questions to a turn, where one takes a few milliseconds."""
ROOM: Final = 25 << 30
"""Bytes that stay free on the disk."""
EACH: Final = 420
"""Bytes of an entry in its journal, as they were found."""
INDEXED: Final = 1_300
"""Bytes of an entry with its index, as they were found."""


Of = TypeVar("Of", Log, Path)


def measure(folder: Path, pairs: int, entries: int = ENTRIES) -> Iterator[Measured]:
    """Measure ``entries`` entries beside a tenth of them, that beside its own tenth, and so on down to
    ``FEWEST``; and before that each command, unless a number is given. Raises ValueError if the disk has no
    room for the journals.

    Where it has room for them and not for their indexes, the searches that ask an index are left out, and a
    line says so.
    """
    if entries == ENTRIES:
        yield from command_growth.measure(folder)
    sizes = [entries]
    while sizes[0] > FEWEST:
        sizes.insert(0, sizes[0] // 10)
    free = shutil.disk_usage(folder).free - ROOM
    if sum(sizes) * EACH > free:
        raise ValueError(
            f"{entries:,} entries need {sum(sizes) * EACH >> 30} GiB, {free >> 30} GiB can be had"
        )
    is_indexed = sum(sizes) * INDEXED <= free
    if not is_indexed:
        how = f"not measured: indexes need {sum(sizes) * INDEXED >> 30} GiB, {free >> 30} GiB can be had"
        yield Measured("growth: searches by index", "-", "-", None, "-", None, how)
    before: Grown | None = None
    for size in sizes:
        this = Grown(size, filled(folder / f"{size}.journal", size))
        if before is not None:
            yield from _beside(before, this, folder, pairs, is_indexed=is_indexed)
        before = this


def _beside(less: Grown, more: Grown, folder: Path, pairs: int, *, is_indexed: bool) -> Iterator[Measured]:
    """Everything that is measured of one journal beside the journal of a tenth."""
    how = f"{less.size:,} and {more.size:,} entries; theirs: the fewer"
    yield from _read(less, more, pairs, how)
    yield _each("verification", less, more, _verified)
    if is_indexed:
        yield _each("log, indexed", less, more, lambda grown: _indexed(grown, folder))
    with Log([less.path], folder) as few, Log([more.path], folder) as many:
        yield from _asked(few, many, pairs, f"{A_TURN} pages, {how}", is_indexed=is_indexed)


class Grown:
    """One of the journals, and what was measured over all of it once."""

    def __init__(self, size: int, path: Path) -> None:
        self.size = size
        self.path = path
        self.spent: dict[str, float] = {}


def _cpu(work: Callable[[], object]) -> float:
    """Seconds of the processor's time: if more runs than this, the clock's seconds show how much more."""
    gc.collect()
    begun = process_time()
    work()
    return process_time() - begun


def _grown(
    name: str, turn: Callable[[Of], Turn], less: Of, more: Of, pairs: int, how: str, units: float = 1
) -> Measured:
    """The time of the same work in both; the larger one gives ``units`` times as many answers."""
    found = compared(turn(more), turn(less), pairs)
    each = Compared(found.ours / units, found.theirs, found.ratio / units)
    return Measured.span(f"growth: {name}", each, "ms", MOST, how)


def _each(name: str, less: Grown, more: Grown, work: Callable[[Grown], object]) -> Measured:
    """The time for each entry, from one run over all of them."""
    for grown in (less, more):
        if name not in grown.spent:
            grown.spent[name] = _cpu(lambda grown=grown: work(grown)) / grown.size  # type: ignore[misc]
    each = [grown.spent[name] for grown in (more, less)]
    rates = [f"{1 / one:,.0f} entries/s" for one in each]
    ratio = each[0] / each[1]
    how = f"an entry's processor time, once over {more.size:,} and over {less.size:,}"
    return Measured(f"growth: {name}", rates[0], rates[1], ratio, f"<= {MOST}x", ratio <= MOST, how)


def _indexed(grown: Grown, folder: Path) -> None:
    with Log([grown.path], folder) as log:
        for _ in log.fill(fact_source):
            pass


def _verified(grown: Grown) -> None:
    found = verify(grown.path, least=sys.maxsize)  # in this process, whose time is counted
    assert found.flaw is None, found


_numbers: Final = count()


def _of_no_round() -> Filter:
    """Another one each time: of the same one the log remembers that nothing fits, and asks no index."""
    return Filter(round=f"nowhere-{next(_numbers)}")


Wanted = Callable[[], Filter]
FILTERS: Final[dict[str, Wanted]] = {
    "first page": Filter,
    "page of a kind": lambda: Filter(kinds=frozenset({"step_done"}), refused=False),
    "page of a word": lambda: Filter(words=(Word("カードが"),)),
    "refused lines": lambda: Filter(refused=True),
    "nothing found": _of_no_round,
}


def _asked(less: Log, more: Log, pairs: int, how: str, *, is_indexed: bool) -> Iterator[Measured]:
    """Pages and searches, of both logs; without indexes only those that ask none."""
    for name, wanted in FILTERS.items():
        if is_indexed or not needs_index(wanted()):
            yield _grown(name, lambda log, asked=wanted: pages(log, asked), less, more, pairs, how)  # type: ignore[misc]
    if is_indexed:
        yield _grown("a round found", lambda log: pages(log, _of_a_round(log)), less, more, pairs, how)
    yield _grown("90 % back", _deep, less, more, pairs, how)


def pages(log: Log, wanted: Wanted) -> Turn:
    """A turn of newest pages."""
    return lambda: _cpu(lambda: [log.newest(wanted()) for _ in range(A_TURN)])


def _of_a_round(log: Log) -> Wanted:
    found = Filter(round=next(row.round for row in log.newest() if row.round is not None))
    return lambda: found


def _deep(log: Log) -> Turn:
    entry = log.whole(LogPlace(0, log.files[0].last // 10, ""))
    assert entry is not None, "an entry of every number is there"
    before = Filter(until=entry.row.at)
    return lambda: _cpu(lambda: [log.newest(before) for _ in range(A_TURN)])


def _read(less: Grown, more: Grown, pairs: int, how: str) -> Iterator[Measured]:
    """A report of one shift and of an hour, which shifts there are, and what a restart folds."""
    play = shoes()
    now = datetime(2040, 1, 1, tzinfo=UTC)
    hour = play.entries[0].at + play.lasts
    begun_at = hour, hour + timedelta(hours=1)

    def reported(path: Path) -> None:
        told = shift_report([path], Interval(shift=shift_of(1, play)), now)
        assert told.tables[0].first is not None

    def of_an_hour(path: Path) -> None:
        told = shift_report([path], Interval(*begun_at), now)
        assert told.tables[0].first is not None

    def known(path: Path) -> int:
        with review(path) as journal:
            return len(journal.shifts())

    def begun(path: Path) -> None:
        with opened(path) as journal:
            found = journal.restart_point(EVERY)
            assert found is not None
            table_after(GAME, found.checkpoint, found.entries)

    def turn(work: Callable[[Path], object]) -> Callable[[Path], Turn]:
        return lambda path: lambda: _cpu(lambda: work(path))

    paths = less.path, more.path
    for name, work in (
        ("report of a shift", reported),
        ("report of an hour", of_an_hour),
        ("restart", begun),
    ):
        yield _grown(name, turn(work), *paths, pairs, how)
    shifts = [known(path) for path in paths]
    told = f"{how}; for each of {shifts[0]:,} and {shifts[1]:,} shifts"
    yield _grown("shifts known", turn(known), *paths, pairs, told, shifts[1] / shifts[0])
