"""The supervisor's log over a million entries that were played, beside raw SQLite and Datasette.

All three answer from the same entries in one run. The peers have a copy of the journal with the index that
SQL by hand would want, and a full-text table as Datasette needs it; the log has its own index, whose making
is timed once. Both files are kept in the user's cache for the next run. Datasette is asked in its process,
without a socket between.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlencode

from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.review import fact_source, search_terms
from console.table.journal import Filter, Log, LogPlace, Tally, Word
from console.table.journal.log.index import clear, place_of
from console.table.journal.log.search import PAGE
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.long_nights import written
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.review_memory import memory
from tests.instruments.bench.review_writing import writing

MANY, FEW = 1_000_000, 10_000
VERSION: Final = 1
"""The version of the cached journals; it is raised when what is played changes."""
TIMES: Final = 20
"""Pages to a turn."""
KIND: Final = Filter(kinds=frozenset({"step_done"}), refused=False)
TEXT: Final = Filter(words=(Word("カードが"),))
COLUMNS: Final = (
    "number, kind, event, refused, at, person, shift, shoe, round, substr(prompt, 1, 64) AS prompted, clauses"
)
BY_KIND: Final = "kind = 'step_done' AND refused IS NULL"
LISTED: Final = "(kind <> 'bytes_received' OR refused IS NOT NULL)"
RAW: Final = f"SELECT {COLUMNS} FROM entry {{}} ORDER BY number DESC LIMIT {PAGE}"
FOUND: Final = f"""SELECT {COLUMNS} FROM entry WHERE number IN (SELECT rowid FROM entry_text
    WHERE entry_text MATCH ? ORDER BY rowid DESC LIMIT {PAGE}) ORDER BY number DESC"""


def measure(folder: Path, pairs: int) -> list[Measured]:
    """Pages, counts, memory, and the table that appends meanwhile."""
    many, few = cached(MANY), cached(FEW)
    with Log([many]) as log, Log([few]) as short:
        filled = [_filled(log, many), _filled(short, few)]
        with closing(peer(many)) as raw:
            lines = [*_beside_raw(log, raw, pairs), *_beside_datasette(log, many, pairs)]
        lines += [*_deep(log, pairs), *_flat(log, short, pairs), *_opened(many, few, pairs)]
        lines += folded(log, pairs)
        lines.append(_filling(filled[0]))
    return [*lines, memory(many, folder, pairs), *writing(many, folder, pairs)]


def _filling(rate: float) -> Measured:
    how = f"the index over {MANY:,} entries made once; the table is replayed for it"
    return Measured("log, filled", f"{rate:,.0f} entries/s", "-", None, "-", None, how)


# --- the files ------------------------------------------------------------------------------------


def cached(entries: int) -> Path:
    """A journal of ``entries`` entries of play, kept for the next run."""
    folder = Path(import_module("platformdirs").user_cache_dir("dealer-console")) / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return written(folder / f"{entries}-{VERSION}.journal", entries)


def _filled(log: Log, path: Path) -> float:
    """Entries a second, the index made from nothing."""
    clear(place_of(path))
    log.refresh()
    entries = log.unindexed
    begun = perf_counter()
    for _ in log.fill(fact_source):
        pass
    return entries / (perf_counter() - begun)


def _copy(path: Path) -> Path:
    """The journal with the index that SQL by hand would want, and with a full-text table."""
    copy = path.with_suffix(".db")
    if not copy.exists():
        new = path.with_suffix(".making")
        shutil.copyfile(path, new)
        with closing(sqlite3.connect(new)) as connection:
            connection.execute("CREATE INDEX entry_kind ON entry (kind, refused, number)")
            connection.execute(
                'CREATE VIRTUAL TABLE entry_text USING fts5(event, content="entry", content_rowid="number", '
                'tokenize="trigram")'
            )
            connection.execute("INSERT INTO entry_text (entry_text) VALUES ('rebuild')")
            connection.commit()
        new.rename(copy)
    return copy


def peer(path: Path) -> sqlite3.Connection:
    """A connection for SQL by hand."""
    return sqlite3.connect(f"{_copy(path).as_uri()}?mode=ro", uri=True)


# --- beside raw SQLite ----------------------------------------------------------------------------


def _beside_raw(log: Log, raw: sqlite3.Connection, pairs: int) -> list[Measured]:
    deep = MANY // 10
    before = _before(log, deep, KIND)
    asked: list[tuple[str, Callable[[], object], str, tuple[object, ...]]] = [
        ("log, first page", lambda: log.newest(), RAW.format(f"WHERE {LISTED}"), ()),
        ("log, filtered page", lambda: log.newest(KIND), RAW.format(f"WHERE {BY_KIND}"), ()),
        (
            "log, filtered, 90 % deep",
            lambda: log.newest(before),
            RAW.format(f"WHERE {BY_KIND} AND number < ?"),
            (deep,),
        ),
        ("log, text found", lambda: log.newest(TEXT), FOUND, ('"カードが"',)),
    ]
    how = f"{TIMES} pages of {PAGE} a turn, four times the pairs; theirs: the same columns by indexed SQL"
    lines = []
    for name, ours, statement, slots in asked:
        theirs = _fetching(raw, statement, slots)
        lines.append(Measured.span(name, compared(_turn(ours), _turn(theirs), 4 * pairs), "ms", 2, how))
    return [*lines, _counted(log, raw, pairs)]


def _before(log: Log, number: int, filter: Filter) -> Filter:
    """The filter, for what came before the entry of this number."""
    entry = log.whole(LogPlace(0, number, ""))
    assert entry is not None, "an entry of every number is there"
    return replace(filter, until=entry.row.at)


def _fetching(raw: sqlite3.Connection, statement: str, slots: tuple[object, ...]) -> Callable[[], object]:
    return lambda: raw.execute(statement, slots).fetchall()


def _turn(work: Callable[[], object], times: int = TIMES) -> Callable[[], float]:
    def turn() -> float:
        return timed(lambda: [work() for _ in range(times)]) / times

    return turn


def _count(log: Log, filter: Filter) -> int:
    tally = Tally(log, filter)
    while tally.step():
        pass
    return tally.found


def _counted(log: Log, raw: sqlite3.Connection, pairs: int) -> Measured:
    statement = f"SELECT count(*) FROM entry WHERE {BY_KIND}"
    found = _count(log, KIND)
    assert raw.execute(statement).fetchone() == (found,)
    beside = compared(_turn(lambda: _count(log, KIND), 1), _turn(_fetching(raw, statement, ()), 1), pairs)
    how = f"{found:,} rows, in steps that can be stopped; theirs: count(*) over the index"
    return Measured.span("log, count of a filter", beside, "ms", 5, how)


# --- beside Datasette -----------------------------------------------------------------------------


def _beside_datasette(log: Log, path: Path, pairs: int) -> list[Measured]:
    peer = Datasette(_copy(path))
    page = {"_size": PAGE, "_sort_desc": "number", "_nocount": 1, "_nofacet": 1, "_shape": "arrays"}
    columns = [("_col", name) for name in ("kind", "event", "refused", "at", "person", "shift", "round")]
    asked: list[tuple[str, Callable[[], object], dict[str, object]]] = [
        ("log, first page, Datasette", lambda: log.newest(), {}),
        ("log, filtered, Datasette", lambda: log.newest(KIND), {"kind": "step_done", "refused__isnull": 1}),
        ("log, text, Datasette", lambda: log.newest(TEXT), {"_search": "カードが"}),
    ]
    how = f"{TIMES} pages of {PAGE} a turn; theirs: its JSON, no count, no facets, no socket"
    try:
        return [
            Measured.span(
                name,
                compared(_turn(ours), _turn(peer.asking([*(page | more).items(), *columns])), pairs),
                "ms",
                0.2,
                how,
            )
            for name, ours, more in asked
        ]
    finally:
        peer.close()


class Datasette:
    """Datasette on the peers' copy, asked through its own client."""

    def __init__(self, path: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._app: Any = import_module("datasette.app").Datasette(
            [str(path)], settings={"num_sql_threads": 1}
        )
        self._table = f"/{path.stem}/entry.json"
        self._loop.run_until_complete(self._app.invoke_startup())

    def asking(self, query: list[tuple[str, object]]) -> Callable[[], object]:
        """A function that asks for a page; the page must come with its rows."""
        url = f"{self._table}?{urlencode(query)}"
        rows = self._loop.run_until_complete(self._app.client.get(url)).json()["rows"]
        assert rows, url
        return lambda: self._loop.run_until_complete(self._app.client.get(url))

    def close(self) -> None:
        """Let go of its loop."""
        self._loop.close()


# --- deep, long, opened ---------------------------------------------------------------------------


def _deep(log: Log, pairs: int) -> list[Measured]:
    deep, deep_of_kind = (_before(log, MANY // 10, each) for each in (Filter(), KIND))
    pages = (
        ("log, 90 % deep", 1.2, lambda: log.newest(deep), lambda: log.newest()),
        ("log, filtered 90 % deep", 1.2, lambda: log.newest(deep_of_kind), lambda: log.newest(KIND)),
    )
    how = f"{TIMES} pages of {PAGE} a turn, four times the pairs; theirs: our own first page"
    return [
        Measured.span(name, compared(_turn(ours), _turn(theirs), 4 * pairs), "ms", goal, how)
        for name, goal, ours, theirs in pages
    ]


def _flat(log: Log, short: Log, pairs: int) -> list[Measured]:
    def newest(of: Log, filter: Filter) -> Callable[[], float]:
        return _turn(lambda: of.newest(filter))

    how = f"{MANY:,} entries beside {FEW:,}; {TIMES} pages of {PAGE} a turn"
    return [
        Measured.span(name, compared(newest(log, asked), newest(short, asked), 4 * pairs), "ms", 1.3, how)
        for name, asked in (("log, long by short", Filter()), ("log, filtered, long by short", KIND))
    ]


def folded(log: Log, pairs: int) -> Iterator[Measured]:
    """Searches that leave a device's bytes out, beside the same that list them."""
    deep, english = log.files[0].last // 10, Words("en")
    searches = {
        "rare word": Filter(words=(Word("落ちた"),)),
        "common word": Filter(words=search_terms("card", english)),
        "two words": Filter(words=search_terms("card player", english)),
        "dealer": Filter(dealers=frozenset({"D2"})),
    }
    ways: dict[str, Callable[[Filter], object]] = {
        "": log.newest,
        ", deep": lambda asked: log.newest(_before(log, deep, asked)),
        ", count": lambda asked: _count(log, asked),
    }
    for (name, asked), (which, way) in product(searches.items(), ways.items()):
        times, how = (1, "counted") if which == ", count" else (TIMES, f"{TIMES} pages of {PAGE} a turn")
        listing = replace(asked, bytes=True)
        ours, theirs = (_turn(partial(way, each), times) for each in (asked, listing))
        beside = compared(ours, theirs, 4 * pairs)
        how = f"{how}; theirs: the same search with the bytes of devices among it"
        yield Measured.span(f"log, {name} folded{which}", beside, "ms", 1.15, how)


def _opened(many: Path, few: Path, pairs: int) -> list[Measured]:
    def opening(path: Path) -> Callable[[], object]:
        def opened() -> None:
            with Log([path]) as log:
                log.newest()

        return opened

    beside = compared(_turn(opening(many), 5), _turn(opening(few), 5), pairs)
    how = f"the file opened and its first page read: {MANY:,} entries beside {FEW:,}"
    return [Measured.span("log, opened", beside, "ms", 1.3, how)]
