"""The floor's log over ten million entries of 200 tables, beside a local one of a million and of 200 files.

One table's weeks are played, shipped by its door, indexed and closed as on any floor; the other tables get
its rows under their own names, a little later each. So bytes, terms and blocks are those of play, and what
would take an hour of telling takes minutes. Older days stand in blocks, the last two as rows, as in a house.
Everything is read by a supervisor's account.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import psycopg

from console.floor.blocks import close_days
from console.floor.door import PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_studio, add_table, add_window
from console.floor.schema import migrate
from console.floor.search.floor_log import FloorLog, Question
from console.floor.search.indexer import Indexer
from console.floor.search.vocabulary import number_of
from console.floor.shipper import Shipper
from console.supervisor.review import fact_source
from console.table.journal import Facet, Filter, Log, Word
from console.table.journal.log.index import place_of
from console.table.journal.log.search import PAGE
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.long_nights import written
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import GAME
from tests.instruments.bench.reviewing import KIND, MANY, TEXT, cached

TABLES, DAYS, ROWS = 200, 31, 2
"""Tables, days over which the entries are spread, days that stand as rows."""
A_FILE: Final = 5_000
PLANTED: Final = "T1-i999999999"
RARE: Final = Filter(incident=PLANTED)
SELDOM: Final = Filter(incident=PLANTED, shoe=999_999)
NOTHING: Final = Filter(round="nowhere")
EACH: Final = 3_571
"""One entry in this number has the rare term."""
SETTINGS: Final = {"maintenance_work_mem": "512MB", "max_wal_size": "8GB", "autovacuum": "off"}

Connection = psycopg.Connection[tuple[Any, ...]]


def measure(folder: Path, pairs: int, entries: int) -> Iterator[Measured]:
    """Fill a floor, which takes some minutes, and ask it."""
    own = Path(tempfile.mkdtemp(prefix="floor-", dir=folder.parent))
    own.chmod(0o711)  # a server that root starts runs as nobody
    try:
        with ExitStack() as stack:
            server = Server(own / "f", SETTINGS)
            server.start()
            stack.callback(server.stop)
            admin = stack.enter_context(psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True))
            begun = perf_counter()
            yield from _filled(admin, server.dsn, folder, entries)
            print(f"bench: {entries:,} entries in {perf_counter() - begun:,.0f} s", flush=True)
            window = add_window(admin, "bench", studio="Riga", role="supervisor")
            reader = stack.enter_context(psycopg.connect(f"{server.dsn} user={window}", autocommit=True))
            there = FloorLog(reader)
            one = stack.enter_context(_local([cached(MANY)]))
            many = stack.enter_context(_local(_files(folder)))
            yield from _asked(there, one, many, pairs)
            yield from _rooms(admin, entries)
    finally:
        shutil.rmtree(own)


# --- the floor ------------------------------------------------------------------------------------


def _filled(admin: Connection, dsn: str, folder: Path, entries: int) -> Iterator[Measured]:
    migrate(admin)
    add_studio(admin, "Riga")
    account = add_table(admin, "T1", studio="Riga", game="baccarat", rules="sv", room="A").account
    for number in range(2, TABLES + 1):
        add_table(admin, f"T{number}", studio="Riga", game="baccarat", rules="sv", room="AB"[number % 2])
    each = entries // TABLES
    path = written(folder / "T1.db", each)
    shipper = Shipper(path, PostgresDoor(f"{dsn} user={account}", "T1"), GAME)
    while shipper.step():
        pass
    shipper.close()
    with psycopg.connect(f"{dsn} user={add_window(admin, 'i', studio='Riga', role='indexer')}") as connection:
        connection.autocommit = True
        indexer = Indexer(connection, fact_source)
        spent = timed(lambda: list(indexer.brought_up()))
    (each,) = _row(admin, "SELECT number FROM floor.journal")
    rate = f"{each / spent:,.0f} entries/s"
    yield Measured("floor index, filled", rate, "-", None, "-", None, "one table told again, and posted")
    first = datetime.now(UTC).date() - timedelta(days=DAYS - 1)
    _spread(admin, each, first)
    _others(admin)
    admin.execute("VACUUM ANALYZE")
    admin.execute("CHECKPOINT")


def _spread(admin: Connection, each: int, first: date) -> None:
    """Have the entries of the one table stand over all the days, and have all but the last closed."""
    step = f"interval '{DAYS * 86_400 / each:.6f} s'"
    at = f"('{first}'::timestamp AT TIME ZONE 'UTC' + {step} * (number - 0.5))"
    admin.execute(f"SELECT floor.make_days('{first}', {DAYS})".encode())
    admin.execute(f"UPDATE floor.entry SET day = ({at} AT TIME ZONE 'UTC')::date".encode())
    # What lies a little beyond the last day belongs to it.
    for day in range(DAYS):
        admin.execute(f"SELECT floor.post_day('{first + timedelta(days=day)}')".encode())
    admin.execute(
        f"""
        CREATE TABLE public.one AS SELECT {at} AS moment, number, part, terms
            || CASE WHEN number % {EACH} = 7 THEN ARRAY[{_number(Facet.INCIDENT, PLANTED)}]::bigint[] END
            || CASE WHEN number % 997 = 3 OR number % 10713 = 7
                THEN ARRAY[{_number(Facet.SHOE, "999999")}]::bigint[] END AS terms
        FROM floor.posting
    """.encode()
    )
    admin.execute("TRUNCATE floor.posting, floor.hour")
    close_days(admin, first + timedelta(days=DAYS - ROWS))


def _number(facet: str, value: str) -> int:
    return number_of((facet, value))


def _others(admin: Connection) -> None:
    """Give the other tables the one's rows; keys are made at the end, all at once."""
    indexes = {
        name: text
        for name, text in admin.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'floor' AND tablename = 'posting'"
        )
    }
    for name in ("posting_moment", "posting_terms", "posting_said"):
        admin.execute(f"DROP INDEX floor.{name}".encode())
    admin.execute("ALTER TABLE floor.posting DROP CONSTRAINT posting_pkey")
    moment = "(o.moment + interval '50 ms' * t)"
    day = f"({moment} AT TIME ZONE 'UTC')::date"
    admin.execute(
        f"""
        INSERT INTO floor.posting (moment, number, day, arrived, part, table_id, terms)
        SELECT {moment}, o.number, {day}, (o.moment AT TIME ZONE 'UTC')::date, o.part, 'T' || t, o.terms
        FROM public.one AS o CROSS JOIN generate_series(1, {TABLES}) AS t
    """.encode()
    )
    admin.execute("ALTER TABLE floor.posting ADD PRIMARY KEY (table_id, part, number, day)")
    for name in ("posting_moment", "posting_terms", "posting_said"):
        admin.execute(indexes[name].replace(" ONLY ", " ").encode())
    admin.execute("""
        INSERT INTO floor.hour SELECT table_id, date_trunc('hour', moment, 'UTC'), count(*)
        FROM floor.posting GROUP BY 1, 2
    """)
    for relation in ("journal", "block", "entry", "standing", "incident", "term", "indexed", "checkpoint"):
        columns = [name for (name,) in admin.execute(_COLUMNS, (relation,))]
        same = ", ".join(name for name in columns if name != "table_id")
        admin.execute(
            f"""
            INSERT INTO floor.{relation} (table_id, {same}) SELECT 'T' || t, {same}
            FROM floor.{relation} CROSS JOIN generate_series(2, {TABLES}) AS t WHERE table_id = 'T1'
        """.encode()
        )


_COLUMNS: Final = """
    SELECT attname FROM pg_attribute WHERE attrelid = ('floor.' || %s)::regclass AND attnum > 0
    AND NOT attisdropped
"""


def _row(admin: Connection, asked: str) -> tuple[Any, ...]:
    row = admin.execute(asked.encode()).fetchone()
    assert row is not None
    return row


# --- what it is beside ----------------------------------------------------------------------------


def _local(paths: list[Path]) -> Log:
    log = Log(paths)
    for _ in log.fill(fact_source):
        pass
    return log


def _files(folder: Path) -> list[Path]:
    """Files of 5,000 entries; the index is made of one, for they are the same."""
    (folder / "files").mkdir()
    first = written(folder / "files" / "0.db", A_FILE)
    _local([first]).close()
    found = [first]
    for number in range(1, TABLES):
        found.append(first.with_name(f"{number}.db"))
        shutil.copyfile(first, found[-1])
        shutil.copyfile(place_of(first), place_of(found[-1]))
        place_of(found[-1]).chmod(0o600)
    return found


# --- the lines ------------------------------------------------------------------------------------


def _asked(there: FloorLog, one: Log, many: Log, pairs: int) -> Iterator[Measured]:
    every, table = Question(there.tables), Question(["T7"])
    last = there.older(every, None, 1).spots[0].moment
    middle, around = last - timedelta(days=0.7), one.newest(limit=1)[0].at - timedelta(days=0.7)
    yield _line("page of all", lambda: there.older(every, None, PAGE), one.newest, pairs, 10, ONE)
    yield _line(
        "page of all, 200 files", lambda: there.older(every, None, PAGE), many.newest, pairs, 0.1, FILES
    )
    yield _line("page of a table", lambda: there.older(table, None, PAGE), one.newest, pairs, 10, ONE)

    def page_around() -> None:
        there.older(every, None, PAGE // 2, until=middle)
        there.newer(every, None, PAGE // 2, since=middle)

    yield _line("page around a moment", page_around, lambda: one.newest(Filter(until=around)), pairs, 10, ONE)
    for name, wanted, theirs, goal in (
        ("common term", KIND, KIND, 10),
        ("rare term", RARE, TEXT, 25),
        ("two terms, seldom together", SELDOM, TEXT, 25),
    ):
        asked = there.question(wanted)
        assert asked is not None
        assert there.older(asked, None, 1).rows, name
        yield _line(name, _paged(there, asked), _newest(one, theirs), pairs, goal, ONE)
        yield _line(f"{name}, 200 files", _paged(there, asked), _newest(many, theirs), pairs, None, FILES)
    nowhere = there.question(NOTHING)
    assert nowhere is not None
    yield _line("nothing fits, 31 days", _paged(there, nowhere), _newest(one, NOTHING), pairs, None, ONE)
    text = Filter(words=(Word("カード"),))
    yield _line("a text", lambda: _text(there, text), _newest(one, text), pairs, None, ONE)
    common = there.question(KIND)
    assert common is not None
    yield _span("count of a common term", lambda: _count(there, common), 1, None, "31 days, a day a question")
    yield _span("count of all", lambda: _count(there, every), pairs, None, "by the hours that are kept")
    yield from _blocks(there, last - timedelta(days=20), pairs)


ONE = f"theirs: a local log of {MANY:,} entries"
FILES = f"theirs: a local log of {TABLES} files of {A_FILE:,}"


def _line(
    name: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    pairs: int,
    goal: float | None,
    how: str,
) -> Measured:
    taken = compared(lambda: _least(ours), lambda: _least(theirs), pairs)
    said = Measured.span(f"floor, {name}", taken, "ms", goal or 0, how)
    return said if goal is not None else said._replace(goal="-", met=None)


def _least(work: Callable[[], object]) -> float:
    """The quickest of three: what else the machine does is in the others."""
    return min(timed(work) for _ in range(3))


def _paged(there: FloorLog, asked: Question) -> Callable[[], object]:
    return lambda: there.older(asked, None, PAGE)


def _newest(log: Log, wanted: Filter) -> Callable[[], object]:
    return lambda: log.newest(wanted)


def _text(there: FloorLog, wanted: Filter) -> None:
    asked = there.question(wanted)
    assert asked is not None and there.older(asked, None, PAGE).rows


def _count(there: FloorLog, asked: Question) -> int:
    return sum(many for day, _ in there.days(asked) for _, many in there.hourly_counts(asked, day))


def _span(name: str, work: Callable[[], object], pairs: int, at_most: float | None, how: str) -> Measured:
    spent = sorted(timed(work) for _ in range(max(1, pairs)))
    middle = spent[len(spent) // 2]
    goal, met = ("-", None) if at_most is None else (f"<= {at_most} ms", middle * 1e3 <= at_most)
    return Measured(f"floor, {name}", f"{middle * 1e3:,.2f} ms", "-", None, goal, met, how)


def _blocks(there: FloorLog, moment: datetime, pairs: int) -> Iterator[Measured]:
    """Pages of a day that is closed."""
    every, table = Question(there.tables), Question(["T7"])

    def cold(asked: Question) -> Callable[[], None]:
        def page() -> None:
            there.holdings._kept.clear()
            assert there.older(asked, None, PAGE, until=moment).rows[0].event

        return page

    yield _span("page of a table from a block", cold(table), pairs, 3, "unpacked each time")
    yield _span("page of all from blocks", cold(every), pairs, None, "those of 100 tables unpacked each time")
    cold(every)()

    def warm() -> None:
        there.older(every, None, PAGE, until=moment)

    yield _span("the next page from there", warm, pairs, None, "blocks at hand: 200,000 entries of them")


# --- the disk -------------------------------------------------------------------------------------

_LEAVES = """
    SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0), coalesce(sum(pg_relation_size(inhrelid)), 0)
    FROM pg_inherits WHERE inhparent = 'floor.{}'::regclass
"""


def _rooms(admin: Connection, entries: int) -> Iterator[Measured]:
    """Bytes an entry: as rows, in blocks, and of the index."""
    (rows,) = _row(admin, "SELECT count(*) FROM floor.entry")
    row = _row(admin, _LEAVES.format("entry"))[0] / rows
    (blocked,) = _row(admin, "SELECT sum(length(digests)) / 32 FROM floor.block")
    (packed,) = _row(admin, "SELECT sum(length(entries)) FROM floor.block")
    (block,) = _row(admin, "SELECT pg_total_relation_size('floor.block')")
    for name, each in (("blocks on disk", packed / blocked), ("blocks with digests", block / blocked)):
        ratio = float(each) / float(row)
        ours, theirs = (f"{float(of):,.0f} bytes" for of in (each, row))
        how = "an entry; theirs: as a row with its keys"
        said = Measured(f"floor, {name}", ours, theirs, ratio, "-", None, how)
        yield said._replace(goal="<= 0.15x", met=ratio <= 0.15) if name == "blocks on disk" else said
    whole, heap = _row(admin, _LEAVES.format("posting"))
    how = f"an entry; {heap / entries:,.0f} of them its terms and its moment, the rest keys"
    yield Measured("floor, index on disk", f"{whole / entries:,.0f} bytes", "-", None, "-", None, how)
