"""The floor's own index answers what a journal's log answers, in PostgreSQL itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from console.base.words import Words, in_turn
from console.floor.blocks import close_day
from console.floor.review.floor_search import SearchedReads
from console.floor.search.floor_log import FloorLog, Question
from console.floor.search.indexer import Indexer
from console.floor.search.vocabulary import number_of
from console.floor.shipper import Shipper
from console.supervisor.review import JournalReads, fact_source, search_terms
from console.table.core import Session, SetClock, game_of
from console.table.custody import open_session
from console.table.journal import Facet, Filter, Identity, Log, LogRow, Word, query
from tests.floor.studio_server import FloorServer
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.table.core.tables import Seen, book
from tests.table.played import CLOSED, FELL, OPEN, START, round_of, say, session_at

EVERY = Filter()
REMARKS = (
    "カメラの前でカードが落ちた",
    "荷官换了牌靴",
    "Straße gesperrt, ﬁlm läuft",
    "Guðrún kom ÞRISVAR",
    "Žaidėjas ginčijasi",
    "ＡＢＣ 123 ＋",
    "50 % \\ _ ' \" {x}",
)
WORDS = (
    *(
        "落",
        "カード",
        "ｶｰﾄﾞ",
        "牌靴",
        "靴",
        "strasse",
        "STRASSE",
        "film",
        "fi",
        "guðrún",
        "þris",
        "ginč",
        "abc",
    ),
    *(
        "1",
        "12",
        "%",
        "_",
        "\\",
        "'",
        '"',
        "{x}",
        "9H",
        "5b7",
        "card",
        "T1-1",
        "1",
        "BAC",
        "done",
        "nothing",
        "0531",
        "44b9",
        "bytes",
    ),
)


def lines(number: int, first: int) -> tuple[Seen, ...]:
    """A night at a table, from the round ``first`` on; each table has other remarks."""
    remarks = [say(each, "P1") for at, each in enumerate(REMARKS) if at % 2 == number]
    return (
        *FELL,
        *remarks,
        *round_of(first),
        *round_of(first + 1),
        OPEN,
        *round_of(first + 2),
        *remarks,
    )


@pytest.fixture
def tables(floor: FloorServer, tmp_path: Path) -> list[Path]:
    """Two tables' journals over three days by their clocks, at the same instants, shipped."""
    found = list[Path]()
    for at, table in enumerate(("T1", "T2")):
        path, clock = tmp_path / f"{table}.db", SetClock(START)
        with session_at(path, clock, table=table) as session:
            for line in (*lines(at, 0), *lines(at, 3)):
                clock.advance(3600)
                session.take(msgspec.json.encode(line))
        ship_all(floor, path, table)
        found.append(path)
    came_as_they_happened(floor)
    return found


def ship_all(floor: FloorServer, path: Path, table: str) -> None:
    shipper = Shipper(path, floor.door(table), game_of(book("lt"), "baccarat"))
    while shipper.step():
        pass


def came_as_they_happened(floor: FloorServer) -> None:
    """Have the entries arrive on the days on which they happened: tests run at any time."""
    days = floor.admin.execute("SELECT DISTINCT (at AT TIME ZONE 'UTC')::date FROM floor.entry").fetchall()
    for (day,) in days:
        floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
    floor.admin.execute("UPDATE floor.entry SET day = (at AT TIME ZONE 'UTC')::date")


def index(floor: FloorServer, role: str = "indexer", *, rebuild: bool = False) -> None:
    with psycopg.connect(f"{floor.dsn} user={floor.windows[role]}", autocommit=True) as connection:
        indexer = Indexer(connection, fact_source)
        if rebuild:
            indexer.clear()
        for _ in indexer.brought_up():
            pass


@pytest.fixture
def supervisor(floor: FloorServer, tables: list[Path]) -> Iterator[psycopg.Connection[Any]]:
    """A supervisor's connection to a floor whose log is indexed."""
    index(floor)
    with psycopg.connect(f"{floor.dsn} user={floor.windows['supervisor']}", autocommit=True) as connection:
        yield connection


@pytest.fixture
def there(supervisor: psycopg.Connection[Any]) -> FloorLog:
    """The floor's log by a supervisor's account."""
    return FloorLog(supervisor)


@pytest.fixture
def here(tables: list[Path]) -> Iterator[Log]:
    """The same journals, searched where the tables wrote them."""
    with Log(tables) as log:
        for _ in log.fill(fact_source):
            pass
        yield log


def rows_found(there: FloorLog, wanted: Filter) -> list[LogRow]:
    """All that fit, the newest first, in pages."""
    asked = there.question(wanted)
    return [] if asked is None else list(rows_of_pages(there, asked, 7))


def rows_of_pages(there: FloorLog, asked: Question, limit: int) -> Iterator[LogRow]:
    hits, spot, until = there.older(asked, None, limit, look=2), None, None
    while hits.rows or hits.go_on:
        yield from hits.rows
        spot, until = (hits.spots[-1] if hits.spots else spot), hits.go_on
        hits = there.older(asked, spot, limit, until=until, look=2)


def count_of(there: FloorLog, wanted: Filter) -> int:
    asked = there.question(wanted)
    if asked is None:
        return 0
    return sum(many for day, _ in there.days(asked) for _, many in there.hourly_counts(asked, day))


def local(here: Log, wanted: Filter) -> list[LogRow]:
    return list(here.newest(wanted, limit=100_000))


def questions(here: Log, seed: int, many: int) -> Iterator[Filter]:
    """Filters for values that occur and for values that do not, several at once."""
    chance, rows = random.Random(seed), local(here, EVERY)
    of: dict[str, list[str]] = {
        "shifts": [*{row.shift for row in rows if row.shift}, "never"],
        "people": ["P1", "D1", "X"],
        "dealers": ["D1", "X"],
        "pit_bosses": ["P1"],
        "kinds": ["incident_reported", "card_drawn", "remarked", "step_done", "no_kind"],
        "clauses": sorted({clause for row in rows for clause in row.clauses}),
        "outcomes": sorted({row.outcome for row in rows if row.outcome}),
        "incident_kinds": ["card_fell", "misdeal"],
        "results": ["player", "banker", "void"],
        "tables": ["T1", "T2", "T9"],
        "games": ["baccarat", "roulette"],
    }
    for _ in range(many):
        fields: dict[str, object] = {}
        for name in chance.sample(sorted(of), chance.choice((0, 1, 1, 2))):
            fields[name] = frozenset(chance.sample(of[name], min(len(of[name]), chance.choice((1, 2)))))
        if chance.random() < 0.5:
            typed = " ".join(chance.sample(WORDS, chance.choice((1, 1, 2))))
            means = chance.random() < 0.5
            fields["words"] = search_terms(typed, Words("ja")) if means else tuple(map(Word, typed.split()))
        if chance.random() < 0.3:
            fields["refused"] = chance.random() < 0.5
        if chance.random() < 0.2:
            fields["round"] = chance.choice([row.round for row in rows if row.round])
        if chance.random() < 0.2:
            fields["bytes"] = True
        if chance.random() < 0.2:
            fields["shoe"] = chance.choice((1, 2))
        if chance.random() < 0.3:
            fields["since"] = chance.choice(rows).at
        if chance.random() < 0.3:
            fields["until"] = chance.choice(rows).at
        yield Filter(**fields)  # type: ignore[arg-type]


def test_the_same_question_has_the_same_answer_there_and_here(there: FloorLog, here: Log) -> None:
    met = 0
    for wanted in (
        EVERY,
        Filter(bytes=True),
        *(Filter(words=(Word(word),)) for word in WORDS),
        *questions(here, 1, 80),
    ):
        rows = local(here, wanted)
        assert rows_found(there, wanted) == rows, wanted
        assert count_of(there, wanted) == len(rows), wanted
        met += bool(rows)
    assert met > 40, "most of them ask for what is there"
    shifts = {row.shift for row in local(here, EVERY)}
    assert set(there.facet_values(Facet.SHIFT)) == shifts
    assert there.facet_values(Facet.DEALER) == ("D1",)


def test_a_page_goes_on_both_ways_and_around_a_moment(there: FloorLog, here: Log) -> None:
    asked = there.question(EVERY)
    assert asked is not None
    rows, first = local(here, EVERY), there.older(asked, None, 10)
    assert [*first.rows] == rows[:10]
    older = there.older(asked, first.spots[-1], 25)
    assert [*older.rows] == rows[10:35]
    newer = there.newer(asked, older.spots[-1], 50)
    assert [*newer.rows] == rows[33::-1]
    moment = rows[40].at
    before = there.older(asked, None, 5, until=moment)
    assert [*before.rows] == [row for row in rows if row.at < moment][:5]
    after = there.newer(asked, None, 5, since=moment)
    assert [*after.rows] == [row for row in rows if row.at >= moment][::-1][:5]


@pytest.mark.sweep
def test_a_page_brings_the_entries_before_its_rows_even_one_that_a_later_day_holds(
    there: FloorLog,
    supervisor: psycopg.Connection[Any],
    floor: FloorServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A floor's clock that is set back has an entry arrive on an earlier day than the one before it."""
    every, asked = Question(there.tables), list[bytes]()
    there.older(every, None, 40)  # the branches among the parts are asked for once
    execute = supervisor.execute

    def noted(statement: bytes, given: tuple[object, ...] | None = None, *, binary: bool = False) -> object:
        asked.append(statement)
        return execute(statement, given, binary=binary)

    monkeypatch.setattr(supervisor, "execute", noted)
    rows = there.older(every, None, 40).rows
    assert len(asked) == 1 and any(row.due_action for row in rows)
    (last,) = floor.admin.execute("SELECT max(day) FROM floor.entry").fetchone() or (None,)
    floor.admin.execute("SELECT floor.make_days(%s, 1)", (last + timedelta(days=1),))
    later = "UPDATE floor.entry SET day = %s WHERE number = %s AND table_id = 'T1'"
    number = min(row.place.number for row in rows if row.table == "T1")
    assert floor.admin.execute(later, (last + timedelta(days=1), number - 1)).rowcount == 1
    assert there.older(every, None, 40).rows == rows
    assert len(asked) == 3, "the page, and what it lacks"


@pytest.mark.sweep
def test_a_question_that_finds_nothing_can_be_left_after_each_day(there: FloorLog) -> None:
    asked = there.question(Filter(round="T1-1"))
    assert asked is not None
    days = [day for day, _ in there.days(asked)]
    hits, looked = there.older(asked, None, 100, look=1), 1
    while hits.go_on is not None and not hits.rows:
        assert hits.go_on.date() == days[looked - 1], "from there on more is looked for"
        hits, looked = there.older(asked, None, 100, until=hits.go_on, look=1), looked + 1
    assert 1 < looked == len(days)
    assert {row.round for row in hits.rows} == {"T1-1"}


def test_a_clock_that_is_set_back_takes_nothing_out_of_its_place(floor: FloorServer, tmp_path: Path) -> None:
    """1970 for a while, then right, then 2099, then right: the table's order stays its journal's."""
    times = [0, 10, -20_000 * 86_400, -20_000 * 86_400 + 5, 20, 30, 25, 26_000 * 86_400, 40, 50]
    path = tmp_path / "T1.db"
    clock = SetClock(START)
    with session_at(path, clock, table="T1") as session:
        for before, seconds in pairwise((0, *times)):
            clock.set(seconds - before)
            session.take(msgspec.json.encode(say(f"at {seconds}", "P1")))
    ship_all(floor, path, "T1")
    days = floor.admin.execute("SELECT DISTINCT day FROM floor.entry").fetchall()
    floor.admin.execute("SELECT floor.make_days(%s, 1)", (START.date(),))
    floor.admin.execute("UPDATE floor.entry SET day = %s", (START.date(),))
    assert len(days) == 1
    index(floor)
    with Log([path]) as here, floor.account(floor.windows["supervisor"]) as connection:
        for _ in here.fill(fact_source):
            pass
        there = FloorLog(connection)
        assert rows_found(there, EVERY) == local(here, EVERY)
        assert [row.turn for row in rows_found(there, EVERY) if row.turn] != []
        for seconds in (-5, 0, 12, 22, 24, 27, 35, 45):
            moment = START + timedelta(seconds=seconds)
            until = Filter(until=moment)
            assert rows_found(there, until) == local(here, until), seconds
        since = Filter(since=START + timedelta(seconds=5), until=START + timedelta(seconds=24))
        assert rows_found(there, since) == local(here, since)
        goes_to_each_turn(SearchedReads(there), JournalReads([path]))
        moments = floor.admin.execute("SELECT min(moment), max(moment) FROM floor.posting").fetchone()
    assert moments is not None
    assert moments[0] >= START and moments[1].date() <= START.date() + timedelta(days=1)


def goes_to_each_turn(ours: SearchedReads, own: JournalReads) -> None:
    """A time that came again leads to the same row as at the table, in the named turn or in the last."""
    while own.prepare() < 1 or not (ours.count().done and own.count().done):
        pass
    assert ours.about().set_back == own.about().set_back != ()
    rows = own.rows(0, own.count().count)
    for row in rows:
        for moment in (row.at, in_turn(row.at, row.turn)):
            assert ours.number_at(moment) == own.number_at(moment), moment
    again = next(row for row in rows if row.turn == 1)
    assert ours.rows(ours.number_at(in_turn(again.at, 1)), 1) == (again,)
    own.close()


INDEX = (
    "SELECT * FROM floor.posting ORDER BY table_id, part, number",
    "SELECT * FROM floor.hour ORDER BY table_id, hour",
    "SELECT * FROM floor.standing ORDER BY table_id, part, number",
    "SELECT * FROM floor.incident ORDER BY table_id, part, incident",
    "SELECT * FROM floor.term ORDER BY table_id, term",
    "SELECT * FROM floor.indexed ORDER BY table_id, part",
)


def whole_index(floor: FloorServer) -> list[list[tuple[object, ...]]]:
    return [floor.admin.execute(asked.encode()).fetchall() for asked in INDEX]


@pytest.mark.sweep
def test_an_index_that_grew_equals_a_rebuilt_one_with_closed_days_too(
    floor: FloorServer, tables: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = floor.admin.execute("SELECT table_id, number FROM floor.journal").fetchall()
    monkeypatch.setattr("console.floor.search.indexer.AT_ONCE", 7)
    for part in (3, 2, 1):
        for table, number in heads:
            floor.admin.execute(
                "UPDATE floor.journal SET number = %s WHERE table_id = %s", (number // part, table)
            )
        index(floor)
    grown = whole_index(floor)
    assert [len(rows) for rows in grown[:1]] == [sum(number for _, number in heads)]
    index(floor, rebuild=True)
    assert whole_index(floor) == grown
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date + 30").fetchone() or (None,)
    close_all(floor)
    assert floor.admin.execute("SELECT count(*) FROM floor.entry").fetchone() == (0,)
    index(floor, "indexer", rebuild=True)
    assert whole_index(floor) == grown
    assert today is not None


def close_all(floor: FloorServer) -> None:
    """Close the days of the entries, as if they were over."""
    for (day,) in floor.admin.execute("SELECT DISTINCT day FROM floor.entry ORDER BY 1").fetchall():
        before = day - timedelta(days=1_000)
        floor.admin.execute("SELECT floor.make_days(%s, 1)", (before,))
        floor.admin.execute("UPDATE floor.entry SET day = %s WHERE day = %s", (before, day))
        close_day(floor.admin, before)
        floor.admin.execute("UPDATE floor.arrived SET day = %s WHERE day = %s", (day, before))


@pytest.mark.sweep
def test_pages_out_of_blocks_say_what_the_rows_said(there: FloorLog, here: Log, floor: FloorServer) -> None:
    close_all(floor)
    for wanted in (EVERY, *questions(here, 2, 12)):
        assert rows_found(there, wanted) == local(here, wanted), wanted


@pytest.mark.sweep
def test_a_page_of_one_table_says_who_was_there_as_a_page_of_all_does(
    there: FloorLog, here: Log, floor: FloorServer
) -> None:
    """Of one table it is read once for the page, of several once for each row."""
    asked, rows = there.question(EVERY), local(here, EVERY)
    assert asked is not None
    assert len({(row.dealer, row.incident, row.outcome) for row in rows}) > 4
    for closed in (False, True):
        if closed:
            close_all(floor)
        for table, limit in (("T1", 7), ("T2", 40), ("T1", 1_000)):
            own = [row for row in rows if row.table == table]
            assert list(rows_of_pages(there, replace(asked, tables=[table]), limit)) == own
            newer = there.newer(replace(asked, tables=[table]), None, limit)
            assert list(newer.rows) == own[::-1][:limit]


def test_two_indexers_at_once_post_nothing_twice(floor: FloorServer, tables: list[Path]) -> None:
    with (
        psycopg.connect(f"{floor.dsn} user={floor.windows['indexer']}", autocommit=True) as one,
        psycopg.connect(f"{floor.dsn} user={floor.windows['indexer']}", autocommit=True) as other,
    ):
        first, second = Indexer(one, fact_source), Indexer(other, fact_source)
        steps = [first.brought_up(), second.brought_up()]
        while any([next(step, None) for step in steps]):
            pass
        for each in (first, second):
            for _ in each.brought_up():
                pass
    hours = "(SELECT sum(many) FROM floor.hour)"
    asked = f"SELECT count(*), count(DISTINCT (table_id, number)), {hours} FROM floor.posting"
    counts = floor.admin.execute(asked.encode()).fetchone()
    (held,) = floor.admin.execute("SELECT sum(number) FROM floor.journal").fetchone() or (None,)
    assert counts == (held, held, held)


def test_a_card_that_the_table_has_not_shown_is_in_no_posting(floor: FloorServer, tmp_path: Path) -> None:
    """A hole card is in no term, no text and no count until it is turned."""
    path, clock, rules = tmp_path / "T1.db", SetClock(START), book("lt")
    game = game_of(rules, "blackjack")
    with ExitStack() as stack:
        identity = Identity("T1", "blackjack", "lt")
        session = open_session(path, identity, rules, clock, stack, is_ready=True).session
        shipper = Shipper(path, floor.door("T1"), game)
        hole = play_to_the_hole(session)
        while shipper.step():
            pass
        index(floor)
        (held,) = floor.admin.execute("SELECT number FROM floor.journal").fetchone() or (None,)
        with Log([path]) as here:
            assert here.files[0].last > held, "it lies face down, and is at the table alone"
        asked = "SELECT count(*) FROM floor.posting WHERE terms @> %s::bigint[]"
        for facet in (Facet.CARD, Facet.KIND):
            number = number_of((facet, hole if facet is Facet.CARD else "step_done"))
            assert floor.admin.execute(asked, ([number],)).fetchone() == (0,)
        rows = floor.admin.execute("SELECT folded, value FROM floor.term").fetchall()
        assert not [row for row in rows if hole in row or hole.casefold() in row]


def play_to_the_hole(session: Session) -> str:
    """Deal until the hole card lies; its face."""
    for line in (OPEN, {"do": "seats", "seats": [1]}, CLOSED):
        session.take(msgspec.json.encode(line))
    for face in ("9H", "5S", "8C", "KD", "2C", "3C"):
        is_hole = msgspec.to_builtins(session.view())["prompt"].get("face") == "down"
        session.take(msgspec.json.encode({"do": "card", "card": face}))
        if is_hole:
            return face
    raise AssertionError("no card lies face down")


PLACE = ", ".join(["NULL"] * 8)
READS = (
    f"SELECT * FROM floor.page(NULL, '[]', {PLACE}, true, 0, 10, 9)",
    f"SELECT * FROM floor.page('{{T1}}', '[]', {PLACE}, false, 0, 10, 9)",
    "SELECT * FROM floor.days('{T1,T2}')",
    "SELECT * FROM floor.counted(NULL, '[]', NULL, NULL, '2026-11-20', NULL)",
    "SELECT * FROM floor.counted('{T1}', '[]', '2026-11-20', NULL, '2026-11-20', NULL)",
    "SELECT * FROM floor.texts(NULL, '落', '{said}', '{}', false, 10)",
    "SELECT * FROM floor.met(NULL, 'dealer', 10)",
)
EMPTY = ", ".join(["'{}'"] * 14)
WRITES = (
    f"SELECT floor.post('T1', 1, 9, 1, sha256(''), '{{now}}', '{{NULL}}', '{{NULL}}', '{{{{}}}}', {EMPTY})",
    "SELECT floor.unpost('T1')",
    "SELECT floor.post_day('2026-11-20')",
    "SELECT floor.condition('{T1}', '[]', NULL, NULL)",
    "DELETE FROM floor.posting",
)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("role", ["table", "witness", "indexer", "boss", "supervisor", "elsewhere"])
def test_the_index_is_read_and_written_only_by_its_role_within_its_studios(
    floor: FloorServer, tables: list[Path], role: str
) -> None:
    index(floor)
    account = floor.accounts["T1"] if role == "table" else floor.windows[role]
    with floor.account(account) as connection:
        answers = [rows_answered(connection, asked) for asked in READS]
        if role in ("boss", "supervisor"):
            assert all(answers), "nothing is withheld where it is the account's own"
        else:
            assert answers == [[] if role == "elsewhere" else None] * len(READS)
        if role == "indexer":  # it may rebuild its own studio's index, no other's
            floor.admin.execute("DELETE FROM floor.watch WHERE account = %s", (account,))
        try:
            for harm in WRITES:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(harm.encode())
        finally:
            if role == "indexer":
                floor.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Riga')", (account,))


def rows_answered(
    connection: psycopg.Connection[tuple[object, ...]], asked: str
) -> list[tuple[object, ...]] | None:
    """The rows that an account is answered; None if it may not ask."""
    try:
        return connection.execute(asked.encode()).fetchall()
    except psycopg.errors.InsufficientPrivilege:
        return None


@pytest.mark.sweep(2)
@pytest.mark.parametrize("groups", ['[["1]\'); DROP TABLE floor.entry; --"]]', '[["x"]]', "{}", "[1]"])
def test_a_malformed_search_term_runs_no_statement(
    floor: FloorServer, tables: list[Path], groups: str
) -> None:
    index(floor)
    with floor.account(floor.windows["supervisor"]) as connection:
        slots = ("SELECT * FROM floor.counted(NULL, %s::jsonb, NULL, NULL, '2026-11-20', NULL)", (groups,))
        with pytest.raises(psycopg.errors.DataError):
            connection.execute(*slots)
        mine = ("SELECT * FROM floor.days(%s::text[])", (["'); DROP TABLE floor.entry; --"],))
        assert connection.execute(*mine).fetchall() == []
    assert floor.entries()


def test_a_table_of_countless_shifts_leaves_the_others_to_choose(floor: FloorServer, tmp_path: Path) -> None:
    """A token that named two hundred shifts of a later year had all of a review's choices."""
    entries = lines_and_entries(300)[1][:300]
    forged = [
        replace(each, shift=f"2099-01-01 00:00 {at}", at=each.at + timedelta(days=20_000))
        for at, each in enumerate(entries)
    ]
    own = replace(entries[0], shift="2026-03-01 06:00")
    for table, made_of in (("T1", [own, *entries[1:20]]), ("T2", forged)):
        with opened(tmp_path / f"{table}.db", Identity(table, "baccarat", "sv"), FIRST) as made:
            made.append(made_of)
        ship_all(floor, tmp_path / f"{table}.db", table)
    index(floor)
    with floor.account(floor.windows["supervisor"]) as connection:
        shifts = FloorLog(connection).facet_values(Facet.SHIFT)
    assert own.shift in shifts and len(shifts) > len(entries) // 2, "and the others are cut"


@pytest.mark.parametrize(("most", "narrowed"), [(1, True), (1_000, False)])
def test_a_search_is_narrowed_if_more_texts_fit_than_are_looked_for(
    there: FloorLog, monkeypatch: pytest.MonkeyPatch, most: int, narrowed: bool
) -> None:
    monkeypatch.setattr(query, "MOST", most)
    asked = there.question(Filter(words=(Word("1"),)))
    assert asked is not None and asked.narrowed is narrowed
