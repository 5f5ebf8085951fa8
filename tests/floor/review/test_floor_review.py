"""The review over a floor says of two tables what their own journals say, and sees what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from console.base.plain_text import WriteTarget
from console.base.words import Words
from console.floor.holdings import TableId
from console.floor.review.floor_journals import FloorWork, NoJournalCopy, Selection, floor_reads
from console.floor.shipper import Shipper
from console.supervisor.history.sequence import UNKNOWN_TO_FLOOR
from console.supervisor.reports import ShiftReport
from console.supervisor.review import FilterChoices, JournalDifference, JournalReader, JournalReads, Paperwork
from console.supervisor.ui.paper.document import pdf_of
from console.supervisor.ui.review.log.filters import FilterCondition, filter_from_row
from console.table.core import SetClock, game_of
from console.table.journal import Doubt, Filter, Identity, LogRow, Word
from tests.floor.studio_server import FloorServer
from tests.floor.test_floor_log import came_as_they_happened, index
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.supervisor.records.accounts.test_across_files import PUT_RIGHT, SPUN, divided
from tests.table.core.tables import Seen, book
from tests.table.journal.file.test_public_views import DEALT, STAND
from tests.table.played import CLOSED, DONE_D, FELL, OPEN, ROUND, START, TICK, card, say, session_at

SHUFFLED: tuple[Seen, ...] = (
    {"do": "reshuffle", "by": "P1", "on": True},
    {"do": "incident", "by": "P1"},
)
"""A shoe is prepared after the round, and an incident reported in it."""
LINES: dict[str, tuple[Seen, ...]] = {
    "T1": (*FELL, say("カメラの前でカードが落ちた", "P1"), *ROUND, *SHUFFLED),
    "T2": (*ROUND, OPEN, CLOSED, card("9H"), say("荷官换了牌靴", "P1")),
}
EVERY = Filter()
NAMES = {"D1": "Rasa K.", "P1": "Jonas P."}


@pytest.fixture
def tables(floor: FloorServer, tmp_path: Path) -> list[Path]:
    """Two tables' journals, the second a second after the first, shipped; each table in a room of its own."""
    found = list[Path]()
    for at, table in enumerate(LINES):
        path = tmp_path / f"{table}.db"
        ship_play(floor, path, table, table, at)
        floor.admin.execute("UPDATE floor.tables SET room = %s WHERE table_id = %s", (f"room {table}", table))
        found.append(path)
    return found


def ship_play(
    floor: FloorServer,
    path: Path,
    own_name: str,
    table: str,
    after: int = 0,
    lines: Sequence[Seen] = (),
    game: str = "baccarat",
) -> None:
    """A table's journal, shipped; in it the table has its own name."""
    clock = SetClock(START + timedelta(seconds=after))
    with session_at(path, clock, game=game, table=own_name) as session:
        shipper = Shipper(path, floor.door(table), game_of(book("lt"), game))
        for line in lines or LINES[table]:
            clock.advance(TICK)
            session.take(msgspec.json.encode(line))
            while shipper.step():
                pass


class Reviewed:
    """A review over the floor by the supervisor's account, asked until all is read."""

    def __init__(
        self, floor: FloorServer, folder: Path, *, is_indexed: bool = False, **wanted: tuple[str, ...]
    ) -> None:
        if is_indexed:
            index(floor)
        dsn = f"{floor.dsn} user={floor.windows['supervisor']}"
        self.selection = Selection(lambda: psycopg.connect(dsn, autocommit=True), folder, **wanted)
        self.reads = floor_reads(self.selection)
        rows(self.reads)
        while self.reads.prepare() < 1:
            pass

    def work(self) -> FloorWork:
        return FloorWork(self.selection, work)


def work(paths: Sequence[Path], known: Mapping[Path, str] = UNKNOWN_TO_FLOOR) -> Paperwork:
    return Paperwork(paths, NAMES, lambda: START + timedelta(days=1), "Casino", draw=pdf_of, known=known)


WAYS = pytest.mark.parametrize("is_indexed", [False, True], ids=["from copies", "by the index"])


@pytest.fixture(params=[False, True], ids=["from copies", "by the index"])
def reviewed(
    request: pytest.FixtureRequest, floor: FloorServer, tables: list[Path], tmp_path: Path
) -> Iterator[Reviewed]:
    came_as_they_happened(floor)
    found = Reviewed(floor, tmp_path / "copies", is_indexed=request.param)
    assert (tmp_path / "copies").exists() is not request.param, "nothing is copied to be looked through"
    yield found
    found.reads.close()


@pytest.fixture
def local(tables: list[Path]) -> Iterator[JournalReads]:
    """The same journals read where the tables wrote them."""
    found = JournalReads(tables)
    while found.prepare() < 1:
        pass
    yield found
    found.close()


def rows_again(reads: JournalReader) -> tuple[LogRow, ...]:
    """The rows, without a new look."""
    return reads.rows(0, 100_000)


def local_number(local: JournalReads, row: LogRow) -> int:
    rows(local)
    return local.number_at(row.at)


def rows(reads: JournalReader, wanted: Filter = EVERY) -> tuple[LogRow, ...]:
    reads.look_for(wanted)
    while not (found := reads.count()).done:
        pass
    return reads.rows(0, found.count)


SEARCHES = (
    Filter(),
    Filter(words=(Word("落"),)),
    Filter(words=(Word("カード"),)),
    Filter(words=(Word("换了"),)),
    Filter(words=(Word("sjösala"),)),
    Filter(tables=frozenset({"T2"}), people=frozenset({"P1"})),
    Filter(kinds=frozenset({"incident_reported", "outcome_authorised"})),
    Filter(incident_kinds=frozenset({"card_fell"}), refused=False),
    Filter(round="T1-1"),
    Filter(round="T1-2"),
    Filter(since=START + timedelta(seconds=9), until=START + timedelta(seconds=21)),
)


@pytest.mark.sweep
def test_pages_searches_and_stories_are_those_of_the_tables_own_journals(
    reviewed: Reviewed, local: JournalReads
) -> None:
    for wanted in SEARCHES:
        assert rows(reviewed.reads, wanted) == rows(local, wanted), wanted
    found = {len(rows(local, wanted)) for wanted in SEARCHES[1:4]}
    assert found == {1}, "each remark is found in its own script"
    every = rows(reviewed.reads)
    assert {row.table for row in every} == {"T1", "T2"}
    ours, theirs = reviewed.reads.about(), local.about()
    assert without_files(ours) == without_files(theirs)
    for row in every[:: max(1, len(every) // 12)]:
        glance, other = reviewed.reads.glance(row.place), local.glance(row.place)
        assert glance is not None and other is not None
        expected = msgspec.structs.replace(other.whole, chain=glance.whole.chain, file=glance.whole.file)
        assert (glance.view, glance.whole, glance.whole.sound) == (other.view, expected, True)
        story, own = reviewed.reads.story(row.place), local.story(row.place)
        assert story is not None and own is not None
        assert (story.moments, story.begin) == (own.moments, own.begin)
    for row in every[::5]:
        assert reviewed.reads.number_at(row.at) == local_number(local, row)


@pytest.mark.sweep(1)
def test_a_report_and_a_rounds_file_are_those_of_the_tables_own_journals(
    reviewed: Reviewed, tables: list[Path], tmp_path: Path
) -> None:
    ours, theirs = reviewed.work(), work(tables)
    words = Words("ja")
    for name, made in (("ours", ours), ("theirs", theirs)):
        night = made.report_of_shift(None, lambda _: True)
        made.write_report(night, WriteTarget(tmp_path / f"{name}.json"), words, lambda _: True)
        for at, table in enumerate(LINES):
            row = next(
                row for row in rows(reviewed.reads) if row.table == table and row.round and row.number > 3
            )
            made.write_round(row, WriteTarget(tmp_path / f"{name}-{at}.json"), words, lambda _: True)
    for kind in ("", "-0", "-1"):
        assert content_of(tmp_path / f"ours{kind}.json") == content_of(tmp_path / f"theirs{kind}.json")


def without_files(choices: FilterChoices) -> FilterChoices:
    """Choices without what only files on this disk give: their names, and their incidents counted."""
    return msgspec.structs.replace(choices, files=(), incident_kinds=(), incident_counts={})


def content_of(path: Path) -> object:
    """The content of a file, without the names that its journals have on this disk."""
    whole = msgspec.json.decode(path.read_bytes())
    content = {key: value for key, value in whole.items() if "file" not in key}
    if "text" in content:
        content["text"]["head"] = [line for line in content["text"]["head"] if ".db" not in line]
    return content


@WAYS
def test_a_room_is_reviewed_alone_and_later_entries_come_with_the_next_look(
    floor: FloorServer, tables: list[Path], tmp_path: Path, is_indexed: bool
) -> None:
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed, rooms=("room T2",))
    before = rows(reviewed.reads)
    assert {row.table for row in before} == {"T2"}
    held, found = floor.head("T2")[0], reviewed.reads.count()
    assert found.as_of is not None and found.since == 0
    with session_at(tables[1], SetClock(START + timedelta(hours=1)), table="T2", is_ready=False) as session:
        session.take(msgspec.json.encode(say("later", "P1")))
        shipper = Shipper(tables[1], floor.door("T2"), None)
        while shipper.step():
            pass
    later = reviewed.reads.count()
    came = floor.head("T2")[0] - held
    assert came > 0 and (later.as_of, later.since) == (found.as_of, came), "the list says how old it is"
    if is_indexed:
        before = rows(reviewed.reads)
        index(floor)
        assert rows_again(reviewed.reads) == before, "no row moves under who reads it"
    after = rows(reviewed.reads)
    assert len(after) > len(before) and after[-len(before) :] == before
    newest = reviewed.reads.count()
    assert newest.since == 0 and newest.as_of is not None and newest.as_of > found.as_of
    assert [row.table for row in rows(reviewed.reads, Filter(words=(Word("later"),)))] in ([], ["T2"])
    reviewed.reads.close()


def test_entries_that_nobody_indexes_are_not_called_new(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    """To look again would not find them: a search that finds nothing says nothing of them."""
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=True)
    assert rows(reviewed.reads) and reviewed.reads.count().prepared == 1
    with session_at(tables[1], SetClock(START + timedelta(hours=1)), table="T2", is_ready=False) as session:
        session.take(msgspec.json.encode(say("later", "P1")))
        shipper = Shipper(tables[1], floor.door("T2"), None)
        while shipper.step():
            pass
    rows(reviewed.reads)
    found = reviewed.reads.count()
    assert (found.prepared < 1, found.since) == (True, 0)
    index(floor)
    rows(reviewed.reads)
    found = reviewed.reads.count()
    assert (found.prepared, found.since) == (1, 0)
    reviewed.reads.close()


def test_a_table_with_entries_changed_before_the_index_is_named_and_not_shown(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    floor.admin.execute(
        "UPDATE floor.entry SET packed = packed || packed WHERE table_id = 'T1' AND number = 9"
    )
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    (flaw,) = reads.count().flaws
    assert flaw == JournalDifference("review.flaw.changed", "T1", 1, floor.head("T1")[0])
    assert {row.table for row in rows(reads)} == {"T2"}
    reads.close()


def test_a_row_deleted_since_it_was_indexed_is_reported(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    floor.admin.execute("DELETE FROM floor.entry WHERE table_id = 'T1' AND number = 9")
    rows(reads)
    assert reads.count().flaws == (JournalDifference("review.flaw.missing", "T1", 9, 9),)
    assert {row.table for row in rows(reads)} == {"T2"}
    reads.close()


@pytest.mark.parametrize("seen_before", [False, True])
def test_a_row_that_the_administrator_changed_is_reported_beside_a_sound_table(
    floor: FloorServer, tables: list[Path], tmp_path: Path, seen_before: bool
) -> None:
    if seen_before:
        Reviewed(floor, tmp_path / "copies").reads.close()
    floor.admin.execute(
        "UPDATE floor.entry SET packed = decode(replace(encode(packed, 'hex'), encode('card_fell', 'hex'), "
        "encode('card_sank', 'hex')), 'hex') WHERE table_id = 'T1' AND kind = 'incident_reported'"
    )
    if seen_before:  # a copy that was made before says what was there: another one has only this
        floor.admin.execute("UPDATE floor.journal SET chain = sha256(chain) WHERE table_id = 'T1'")
    reads = Reviewed(floor, tmp_path / "copies").reads
    (flaw,) = reads.count().flaws
    assert flaw == JournalDifference("review.flaw.changed", "T1", 1, floor.head("T1")[0])
    assert {row.table for row in rows(reads)} == {"T2"}
    reads.close()


@WAYS
def test_papers_name_a_table_of_which_no_copy_could_be_made(
    floor: FloorServer, tables: list[Path], tmp_path: Path, is_indexed: bool
) -> None:
    """A shift's report was silently one table short, and the check found everything good."""
    index(floor)
    floor.admin.execute("DELETE FROM floor.entry WHERE table_id = 'T1' AND number = 9")
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed)
    ours, words, path = reviewed.work(), Words("en"), tmp_path / "report.csv"
    night = ours.report_of_shift(None, lambda _: True)
    assert [table.origin.table for table in night.report.tables] == ["T2"]
    assert night.left_out == (JournalDifference("review.flaw.missing", "T1", 9, 9),)
    ours.write_report(night, WriteTarget(path), words, lambda _: True)
    first, second, *_ = path.read_text("utf-8-sig").splitlines()
    assert (first, "Table T1: entry 9 is missing" in second) == ('"Shift report"', True)
    found = ours.check(words, lambda _: True)
    assert (found.good, found.proves[0]) == (False, night.left_out[0].text(words))
    reviewed.reads.close()


def test_a_table_is_reviewed_by_its_id_without_another_that_has_that_name(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    """Two studios call a table T1, or one got a former name: the wall's review of one showed both."""
    floor.admin.execute("UPDATE floor.tables SET name = 'M1' WHERE table_id = 'T1'")
    floor.admin.execute("UPDATE floor.tables SET name = 'T1' WHERE table_id = 'T2'")
    try:
        for table in ("T1", "T2"):
            reviewed = Reviewed(floor, tmp_path / table, is_indexed=True, tables=(TableId(table),))
            assert {part.table for part in reviewed.selection.parts or ()} == {table}
            reviewed.reads.close()
    finally:
        for table in ("T2", "T1"):
            floor.admin.execute("UPDATE floor.tables SET name = %s WHERE table_id = %s", (table, table))


@pytest.mark.parametrize(
    ("is_indexed", "rules", "event", "why"),
    [
        (False, "zz", None, JournalDifference("journal.rules_missing", "T2", 0, 0, "zz")),
        (True, "lt", b"{}", JournalDifference("review.flaw.left_out", "T2", 20, 20)),
    ],
)
def test_a_table_that_can_not_be_read_here_keeps_no_other_out_of_the_papers(
    floor: FloorServer,
    tables: list[Path],
    tmp_path: Path,
    is_indexed: bool,
    rules: str,
    event: bytes | None,
    why: JournalDifference,
) -> None:
    """With a rulebook that is missing, or an event that no console wrote, nothing was made of any table."""
    path = tmp_path / "strange" / "T2.db"
    path.parent.mkdir()
    with opened(path, Identity("T2", "baccarat", rules), FIRST) as made:
        entries = lines_and_entries(20)[1][:20]
        made.append([each if event is None else replace(each, event=event) for each in entries])
    shipper = Shipper(path, floor.door("T2"), None)
    while shipper.step():
        pass
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed)
    assert "T1" in {row.table for row in rows(reviewed.reads)}
    assert is_indexed or reviewed.reads.count().flaws == (why,)
    ours, words = reviewed.work(), Words("en")
    night = ours.report_of_shift(None, lambda _: True)
    assert ([table.origin.table for table in night.report.tables], night.left_out) == (["T1"], (why,))
    assert [each.table for each in ours.card_sets(lambda _: True)] == ["T1"]
    (left_out,) = ours.left_out
    assert (left_out.table, left_out.key) == (why.table, why.key)
    assert left_out.text(words).startswith(("T2: ", "Table T2: ", "\u2068T2\u2069: "))
    reviewed.reads.close()


def test_a_table_with_entries_that_do_not_follow_is_left_out_by_name(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    """Without its first entries, or after a forged state, a round's end ended the papers of all tables."""
    path = tmp_path / "strange" / "T2.db"
    path.parent.mkdir()
    with opened(path, Identity("T2", "baccarat", "lt"), FIRST) as made:
        made.append(lines_and_entries(20)[1][3:20])
    shipper = Shipper(path, floor.door("T2"), None)
    while shipper.step():
        pass
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=True)
    ours = reviewed.work()
    assert [each.table for each in ours.card_sets(lambda _: True)] == ["T1"]
    assert ours.left_out == (JournalDifference("review.flaw.left_out", "T2", 10, 10),)
    reviewed.reads.close()


@pytest.mark.sweep
def test_a_table_with_a_clock_ahead_ends_no_shift_of_the_others(tables: list[Path], tmp_path: Path) -> None:
    """By a stolen token a shift of the year 9999 was the one to hand over, and all others had no activity."""
    found = list[ShiftReport]()
    for at, shift in enumerate(("9999-01-01 06:00", "2026-11-20 06:00")):
        path, late = tmp_path / f"{at}.db", START.replace(year=2100)
        with opened(path, Identity("T3", "baccarat", "lt"), FIRST) as made:
            made.append([replace(each, shift=shift, at=late) for each in lines_and_entries(5)[1][:5]])
        found.append(work([*tables, path]).report_of_shift(None, lambda _: True).report)
    assert [report.interval.shift for report in found] == ["2026-11-20 06:00"] * 2
    assert [report.latest.year for report in found if report.latest is not None] == [2026] * 2


@WAYS
def test_a_table_that_names_another_one_stands_in_no_paper_of_that_one(
    floor: FloorServer, tables: list[Path], tmp_path: Path, is_indexed: bool
) -> None:
    """By a stolen token of T2 rounds and incidents could be put into the papers and the log of T1."""
    path, clock = tmp_path / "forged" / "T1.db", SetClock(START + timedelta(seconds=2))
    path.parent.mkdir()
    with session_at(path, clock, table="t1 ") as session:
        for line in (*ROUND, say("forged", "P1")):
            clock.advance(TICK)
            session.take(msgspec.json.encode(line))
        shipper = Shipper(path, floor.door("T2"), game_of(book("lt"), "baccarat"))
        while shipper.step():
            pass
    reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed)
    assert {row.table for row in rows(reviewed.reads)} == {"T1", "T2"}
    assert not rows(reviewed.reads, Filter(words=(Word("forged"),)))
    assert [(flaw.key, flaw.table) for flaw in reviewed.reads.count().flaws] == [
        ("review.flaw.heading", "T2")
    ]
    night = reviewed.work().report_of_shift(None, lambda _: True)
    assert sorted(table.origin.table for table in night.report.tables) == ["T1", "T2"]
    assert [flaw.table for flaw in night.left_out] == ["T2"]
    reviewed.reads.close()


@WAYS
def test_two_studios_tables_of_one_name_are_told_apart_in_a_review(
    floor: FloorServer, tmp_path: Path, is_indexed: bool
) -> None:
    """A round's rows were those of both tables' rounds of that id, and nothing said which table's one was."""
    both = ("Riga/Table 7", "Vilnius/Table 7")
    for at, (table, studio) in enumerate((("T1", "Riga"), ("T2", "Vilnius"))):
        ship_play(floor, tmp_path / f"{table}.db", "Table 7", table, at)
        named = "UPDATE floor.tables SET studio = %s, name = 'Table 7' WHERE table_id = %s"
        floor.admin.execute(named, (studio, table))
    for window in ("supervisor", "indexer"):
        floor.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Vilnius')", (floor.windows[window],))
    try:
        came_as_they_happened(floor)
        reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed)
        every = rows(reviewed.reads)
        assert {row.table for row in every} == {*both} == {*reviewed.reads.about().tables}
        row = next(row for row in every if row.kind == "incident_reported" and row.table == both[0])
        own = rows(reviewed.reads, filter_from_row(row, FilterCondition.ROUND, bytes=False))
        assert own and {each.table for each in own} == {both[0]}
        assert {each.table for each in rows(reviewed.reads, Filter(words=(Word("1"),)))} == {*both}
        story = reviewed.reads.story(row.place)
        assert story is not None and story.situation.name == both[0]
        report = reviewed.work().report_of_shift(None, lambda _: True).report
        assert sorted(table.origin.label for table in report.tables) == [*both]
        reviewed.reads.close()
    finally:
        floor.admin.execute("UPDATE floor.tables SET studio = 'Riga', name = table_id")
        floor.admin.execute("DELETE FROM floor.watch WHERE studio = 'Vilnius' AND account NOT LIKE 'boss%'")


def test_a_supervisor_sees_no_tables_of_another_studio(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    floor.admin.execute("DELETE FROM floor.watch WHERE account = %s", (floor.windows["supervisor"],))
    try:
        reviewed = Reviewed(floor, tmp_path / "copies")
        assert rows(reviewed.reads) == ()
        with pytest.raises(NoJournalCopy):
            reviewed.work().report_of_shift(None, lambda _: True)
        reviewed.reads.close()
    finally:
        floor.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Riga')", (floor.windows["supervisor"],))


CHANGE = """
    UPDATE floor.entry SET packed = decode(replace(encode(packed, 'hex'), encode('card_fell', 'hex'),
        encode('card_sank', 'hex')), 'hex') WHERE table_id = 'T1' AND kind = 'incident_reported'
"""


def doubts(reads: JournalReader) -> dict[tuple[str, int], Doubt | None]:
    """The doubt that each entry's detail states."""
    found = {}
    for row in rows_again(reads):
        glance = reads.glance(row.place)
        assert glance is not None
        assert glance.whole.sound is (glance.whole.doubt is None)
        found[row.table, row.number] = glance.whole.doubt
    return found


def test_a_row_that_is_changed_while_it_is_reviewed_is_known_for_itself(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    rows(reads)
    before = doubts(reads)
    assert {*before.values()} == {None}
    floor.admin.execute(CHANGE.encode())
    *_, fell = [
        row.number for row in rows_again(reads) if row.kind == "incident_reported" and row.table == "T1"
    ]
    assert doubts(reads) == {**before, ("T1", fell): Doubt.CHANGED}
    reads.close()


def test_a_row_that_was_changed_after_it_was_indexed_is_as_recorded_nowhere(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    index(floor)
    floor.admin.execute(CHANGE.encode())
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    rows(reads)
    assert reads.count().flaws == (), "the index says what was there before"
    found = doubts(reads)
    assert {doubt for (table, _), doubt in found.items() if table == "T1"} == {Doubt.NEAR}
    assert {doubt for (table, _), doubt in found.items() if table == "T2"} == {None}
    reads.close()


def test_a_row_that_was_changed_back_before_it_was_opened_is_not_as_the_list_said(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    index(floor)
    floor.admin.execute(CHANGE.encode())
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    *_, fell = [row for row in rows(reads) if row.kind == "incident_reported" and row.table == "T1"]
    floor.admin.execute(
        CHANGE.replace("card_fell", "card_was")
        .replace("card_sank", "card_fell")
        .replace("card_was", "card_sank")
        .encode()
    )
    glance = reads.glance(fell.place)
    assert glance is not None
    assert glance.whole.doubt is Doubt.CHANGED
    reads.close()


FORGED = """
    UPDATE floor.entry SET packed = decode(regexp_replace(encode(packed, 'escape'),
        'seconds":[0-9]{2}', 'seconds":99'), 'escape')
    WHERE table_id = 'T1' AND kind = 'bets_opened' AND number > 1
"""
"""Bet time that nobody gave, where the rulebook of the table has another."""


def test_a_replay_marks_the_entries_that_were_changed_on_the_floor(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    every = rows(reads)
    doubts(reads)
    at_table = {row.number: row for row in every if row.table == "T1" and row.round}
    stories = {number: reads.story(row.place) for number, row in at_table.items()}
    assert all(story is not None and not story.doubts for story in stories.values())
    floor.admin.execute(FORGED.encode())
    opened = next(row for row in at_table.values() if row.kind == "bets_opened")
    story = reads.story(opened.place)
    assert story is not None
    assert story.doubts == ((opened.number, Doubt.CHANGED),)
    found = [story.doubt(at) for at in range(len(story.moments))]
    changed = [moment.number >= opened.number for moment in story.moments]
    assert True in changed and found == [(opened.number, Doubt.CHANGED) if each else None for each in changed]
    other = next(row for row in every if row.table == "T2" and row.round)
    untouched = reads.story(other.place)
    assert untouched is not None and not untouched.doubts
    reads.close()


def test_a_replay_of_entries_that_lead_nowhere_says_so_of_each(
    floor: FloorServer, tables: list[Path], tmp_path: Path
) -> None:
    index(floor)
    floor.admin.execute(FORGED.encode())
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    first = [row for row in rows(reads) if row.table == "T1" and row.round][-1]
    story = reads.story(first.place)
    assert story is not None
    assert {story.doubt(at) for at in range(len(story.moments))} == {
        (moment.number, Doubt.NEAR) for moment in story.moments
    }
    reads.close()


def last_doubt(reads: JournalReader, row: LogRow) -> tuple[int, Doubt] | None:
    """The doubt about the table at the end of a row's replay."""
    story = reads.story(row.place)
    assert story is not None
    return story.doubt(len(story.moments) - 1)


def stories(reads: JournalReader) -> dict[datetime, tuple[object, ...]]:
    """By the time of each row: its replay's moments, their numbers counted from the row's own, and how the
    round stood at the end.
    """
    found = dict[datetime, tuple[object, ...]]()
    for row in rows(reads):
        if (story := reads.story(row.place)) is not None:
            numbers = [each.number - row.number for each in story.moments]
            events = [each.event for each in story.moments]
            found[row.at] = (numbers, events, story.begin, story.moments[-1].after.round, story.doubts)
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("cut", [2, 3, len(SPUN)])
def test_a_round_that_goes_on_in_the_next_file_is_one_replay_over_the_floor_too(
    floor: FloorServer, tmp_path: Path, cut: int
) -> None:
    """Entries of the file before are below the row's own first one, as in the files themselves."""
    files = divided(tmp_path / "cut" / "J.db", cut, (*SPUN, *PUT_RIGHT, *SPUN), "roulette")
    for file in files:
        shipper = Shipper(file, floor.door("T1"), game_of(book("lt"), "roulette"))
        while shipper.step():
            pass
    came_as_they_happened(floor)
    local = JournalReads(files)
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    mine, its = stories(reads), stories(local)
    assert mine == its and len(its) > cut
    asked = "SELECT packed FROM floor.entry WHERE (part, number) = (1, 2)"
    ((packed,),) = floor.admin.execute(asked).fetchall()
    changed = msgspec.msgpack.decode(packed)
    changed[5] += 1
    given = msgspec.msgpack.encode(changed)
    floor.admin.execute("UPDATE floor.entry SET packed = %s WHERE (part, number) = (1, 2)", (given,))
    reads.close()
    reads = Reviewed(floor, tmp_path / "copies").reads
    doubts = {row.place.journal: last_doubt(reads, row) for row in rows(reads)}
    assert doubts == {0: (cut, Doubt.NEAR), 1: (1, Doubt.NEAR)}, "of the file before it is the beginning's"
    for each in (local, reads):
        each.close()


@WAYS
def test_a_time_of_day_is_one_of_now_though_a_table_s_clock_is_years_ahead(
    floor: FloorServer, tmp_path: Path, is_indexed: bool
) -> None:
    """A time that was typed was sought in the year 2099, where no other table has an entry."""
    entries, ahead = lines_and_entries(20)[1][:20], timedelta(days=70 * 365)
    for table, shifted in (("T1", timedelta(0)), ("T2", ahead)):
        with opened(tmp_path / f"{table}.db", Identity(table, "baccarat", "sv"), FIRST) as made:
            made.append([replace(each, at=each.at + shifted) for each in entries])
        shipper = Shipper(tmp_path / f"{table}.db", floor.door(table), None)
        while shipper.step():
            pass
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=is_indexed).reads
    last = reads.about().last
    reads.close()
    assert last is not None and last <= datetime.now(UTC) < entries[-1].at + ahead


def test_a_covered_card_stands_in_no_paper_of_a_floor_until_its_table_shows_it(
    floor: FloorServer, tmp_path: Path
) -> None:
    """Until then the floor has not even its entry; then its papers are those of the table's own journal."""
    words = Words("en")
    for table, lines in (("T1", DEALT), ("T2", (*DEALT, STAND, DONE_D))):
        path = tmp_path / f"{table}.db"
        ship_play(floor, path, table, table, lines=lines, game="blackjack")
        reviewed = Reviewed(floor, tmp_path / "copies", is_indexed=True, tables=(TableId(table),))
        local = JournalReads([path])
        while local.prepare() < 1:
            pass
        shipped, own = rows(reviewed.reads), rows(local)
        found = list[object]()
        for made, of in ((reviewed.work(), shipped), (work([path]), own)):
            row = next(row for row in of if row.round)
            to, report = (tmp_path / f"{table} {len(found)} {name}.json" for name in ("round", "report"))
            made.write_round(row, WriteTarget(to), words, lambda _: True)
            night = made.report_of_shift(None, lambda _: True)
            made.write_report(night, WriteTarget(report), words, lambda _: True)
            found.append((content_of(to), content_of(report)))
            both = to.read_text("utf-8") + report.read_text("utf-8")
            assert ("5C" in both) is (table == "T2")
        assert own[-len(shipped) :] == shipped and (found[0] == found[1]) is (table == "T2")
        reviewed.reads.close()
        local.close()
