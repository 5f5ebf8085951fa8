"""The log: filtered in pages, the newest first, from one file or several; its index can be rebuilt."""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_terms import fact_source
from console.table.core import PersonAtTable, Role, Table, encode_table
from console.table.journal import (
    ABOUT_PROMPT,
    DamagedJournal,
    Facet,
    Filter,
    Log,
    LogPlace,
    LogRow,
    NotAJournal,
    Tally,
    Word,
    chain,
    intake,
    verify,
)
from console.table.journal.log import search
from console.table.journal.log.index import place_of
from tests.table.core.wheel_at_random import number_read, spin_line
from tests.table.journal.entries import START, drawn, many, nothing, opened
from tests.table.journal.sealing import rechained
from tests.table.played import CLOSED, DONE_D, DONE_P, FELL, OPEN, card, round_of, say, written

Open = Callable[..., Log]


@pytest.fixture
def log() -> Iterator[Open]:
    """Opens logs, filled, and closes them."""
    made: list[Log] = []

    def open_(*paths: Path, sources: intake.FactSources | None = fact_source) -> Log:
        made.append(Log(paths))
        if sources:
            for _ in made[-1].fill(sources):
                pass
        return made[-1]

    yield open_
    for each in made:
        each.close()


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A card falls, the pit boss voids; a remark in Japanese."""
    remark = say("カメラの前でカードが落ちた", "P1")
    return written(tmp_path / "T7.db", *FELL, remark)


def numbers(rows: tuple[LogRow, ...]) -> list[int]:
    return [row.number for row in rows]


# --- pages ----------------------------------------------------------------------------------------


def test_the_newest_come_first_and_no_index_is_needed_for_that(tmp_path: Path, log: Open) -> None:
    rows = log(many(tmp_path / "J.db"), sources=None).newest(limit=3)
    assert numbers(rows) == [1000, 999, 998]
    assert not place_of(tmp_path / "J.db").exists()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("filter", [Filter(), Filter(refused=True), Filter(kinds=frozenset({"remarked"}))])
def test_pages_show_every_row_once(tmp_path: Path, log: Open, filter: Filter) -> None:
    there = log(many(tmp_path / "J.db"), sources=nothing)
    tally = counted(there, filter)
    pages = [numbers(tally.rows(first, 7)) for first in range(0, tally.found, 7)]
    expected = [n for n in range(1000, 0, -1) if _fits(n, filter)]
    assert [number for page in pages for number in page] == expected
    assert numbers(there.newest(filter, 1_000)) == expected


def counted(there: Log, filter: Filter) -> Tally:
    tally = Tally(there, filter)
    while tally.step():
        pass
    return tally


def _fits(number: int, filter: Filter) -> bool:
    return (not filter.refused or number % 10 == 0) and (not filter.kinds or number % 100 == 0)


def bytes_between(path: Path, entries: int) -> Path:
    """Cards with their bytes, some of which were refused, as other programs' journals may have them."""
    chance = random.Random(7)
    with opened(path) as journal:
        for number in range(1, entries + 1):
            kind = chance.choice(("card_drawn", "bytes_received", "bytes_received"))
            refused = chance.choice((None, None, "halted"))
            journal.append([drawn(number, kind=kind, refused=refused, raw=b"\x05\x31\xab")])
    return path


@pytest.mark.parametrize("sources", [None, nothing], ids=["without an index", "with one"])
def test_accepted_bytes_are_folded_wherever_the_log_is_read(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch, sources: intake.FactSources | None
) -> None:
    monkeypatch.setattr(search, "STRETCH", 90)
    there = log(bytes_between(tmp_path / "J.db", 700), sources=sources)
    every = there.newest(Filter(bytes=True), 1_000)
    assert numbers(every) == list(range(700, 0, -1))
    listed = [row.number for row in every if row.kind != "bytes_received" or row.refused]
    assert 300 < len(listed) < 600
    assert numbers(there.newest(Filter(), 1_000)) == listed
    tally = counted(there, Filter())
    assert tally.found == len(listed)
    for first in (0, 1, 90, 127, 128, 129, 250, len(listed) - 1, len(listed)):
        assert numbers(tally.rows(first, 9)) == listed[first : first + 9], first


def test_bytes_are_counted_the_same_while_entries_come_that_no_index_has(tmp_path: Path, log: Open) -> None:
    path = bytes_between(tmp_path / "J.db", 300)
    there = log(path, sources=nothing)
    with opened(path) as journal:
        for number in range(301, 480):
            kind = "bytes_received" if number % 3 else "card_drawn"
            journal.append([drawn(number, kind=kind)])
            if number in (310, 400):
                there.refresh()
                list(there.fill(nothing))
    there.refresh()
    tally = counted(there, Filter())
    listed = numbers(there.newest(Filter(), 1_000))
    assert tally.found == len(listed)
    assert numbers(tally.rows(5, 200)) == listed[5:205]


def test_the_filter_decides_whether_bytes_are_among_the_rows(tmp_path: Path, log: Open) -> None:
    there = log(bytes_between(tmp_path / "J.db", 60), sources=nothing)
    every = there.newest(Filter(bytes=True), 100)

    def kinds(**asked: object) -> set[tuple[str, bool]]:
        found = there.newest(Filter(**asked), 100)  # type: ignore[arg-type]
        return {(row.kind, row.refused is not None) for row in found}

    taken, bad = ("bytes_received", False), ("bytes_received", True)
    cards = {("card_drawn", False), ("card_drawn", True)}
    assert kinds(shoe=every[0].shoe) == {*cards, bad}
    assert kinds(shoe=every[0].shoe, bytes=True) == {*cards, bad, taken}
    assert kinds(refused=True) == {("card_drawn", True), bad}
    assert kinds(kinds=frozenset({"card_drawn"})) == cards
    assert kinds(kinds=frozenset({"card_drawn"}), bytes=True) == {*cards, bad, taken}
    assert kinds(kinds=frozenset({"bytes_received"})) == {bad, taken}
    assert kinds(words=(Word("0531AB"),)) == {*cards, bad, taken}, "they are what was searched for"
    named = Word("zz", {Facet.KIND: frozenset({"bytes_received", "card_drawn"})})
    assert kinds(words=(named,)) == {*cards, bad}, "what only names a device finds what it said"


def test_the_last_entry_before_a_moment_is_found_or_else_the_first(tmp_path: Path, log: Open) -> None:
    there = log(many(tmp_path / "J.db"), sources=None)
    for number, found in ((500, 499), (2, 1), (1, 1), (0, 1), (5_000, 1_000)):
        row = there.last_before(START + timedelta(milliseconds=731 * number))
        assert row is not None and row.number == found, number
    assert log(written(tmp_path / "empty.db"), sources=None).last_before(START) is None


def test_a_stretch_of_time_holds_its_first_moment_and_not_its_last(tmp_path: Path, log: Open) -> None:
    there = log(many(tmp_path / "J.db"), sources=None)
    at = [START + timedelta(milliseconds=731 * n) for n in (10, 13)]
    assert numbers(there.newest(Filter(since=at[0], until=at[1]))) == [12, 11, 10]


def test_a_stretch_of_time_is_whole_where_the_clock_was_set_back(tmp_path: Path, log: Open) -> None:
    minutes = [0, 10, 20, 30, 5, 15, 25, 35]
    with opened(tmp_path / "J.db") as journal:
        journal.append([drawn(n, at=START + timedelta(seconds=at)) for n, at in enumerate(minutes, 1)])
    there = log(tmp_path / "J.db", sources=nothing)

    def between(since: int, until: int) -> list[int]:
        first, last = (START + timedelta(seconds=each) for each in (since, until))
        return numbers(there.newest(Filter(since=first, until=last)))[::-1]

    assert between(8, 12) == [2, 3, 4, 5], "from the first that is in it to the last that was before its end"
    assert between(12, 22) == [3, 4, 5, 6]
    assert between(32, 99) == [8]
    assert between(-9, 1) == [1]
    assert between(50, 60) == []


def test_an_appended_entry_is_found_after_a_refresh(tmp_path: Path, log: Open) -> None:
    path = many(tmp_path / "J.db", 10)
    with opened(path) as journal:
        there = log(path, sources=nothing)
        journal.append([drawn(11)])
        there.refresh()
        assert numbers(there.newest(limit=1)) == [11]
        assert there.unindexed == 1
        list(there.fill(nothing))
        assert there.unindexed == 0


def test_a_journal_opened_after_its_log_is_followed(tmp_path: Path, log: Open) -> None:
    path = many(tmp_path / "J.db", 10)
    there = log(path, sources=None)
    with opened(path) as journal:
        journal.append([drawn(11)])
        there.refresh()
        assert numbers(there.newest(limit=1)) == [11]


# --- what is found --------------------------------------------------------------------------------


def texts_found(there: Log, **asked: object) -> list[str]:
    return [row.kind for row in there.newest(Filter(**asked))]  # type: ignore[arg-type]


def test_an_incident_is_sorted_out_with_one_press(night: Path, log: Open) -> None:
    rows = log(night).newest(Filter(incident="T7-i1"))
    assert {row.incident for row in rows} == {"T7-i1"}
    assert {row.incident_kind for row in rows} == {"card_fell"}
    assert rows[-1].kind == "incident_reported"
    assert len({row.outcome for row in rows}) == 1
    assert rows[0].outcome is not None


def test_by_what_it_came_to_an_incident_is_one_line(night: Path, log: Open) -> None:
    there = log(night)
    (row,) = there.newest(Filter(incident="T7-i1", kinds=frozenset({"incident_reported"})))
    assert row.outcome is not None
    assert len(there.newest(Filter(outcomes=frozenset({row.outcome})))) == 1
    assert len(there.newest(Filter(incident_kinds=frozenset({"card_fell"})))) == 1


def test_people_are_found_by_what_they_did_and_by_having_been_there(night: Path, log: Open) -> None:
    there = log(night)
    every = there.newest()
    assert {(row.dealer, row.pit_boss) for row in every} == {("D1", "P1")}
    assert there.newest(Filter(dealers=frozenset({"D1"}))) == every
    assert there.newest(Filter(people=frozenset({"P1"}))) == every
    assert texts_found(there, dealers=frozenset({"D9"})) == []


def test_a_japanese_remark_is_found_by_two_of_its_characters(night: Path, log: Open) -> None:
    there = log(night)
    for typed in ("落ち", "カード", "カメラの前", "ｶｰﾄﾞ"):
        assert texts_found(there, words=(Word(typed),)) == ["remarked"], typed
    assert texts_found(there, words=(Word("落ちる"),)) == []


def test_a_card_and_a_clause_are_found_as_they_are_written(night: Path, log: Open) -> None:
    there = log(night)
    assert "card_drawn" in texts_found(there, words=(Word("9h"),))
    clause = next(row.clauses[0] for row in there.newest() if row.clauses)
    assert all(clause in row.clauses for row in there.newest(Filter(clauses=frozenset({clause}))))
    assert texts_found(there, words=(Word(clause.lower()),))


def test_a_row_has_the_prompt_before_it_where_its_kind_is_about_one(night: Path, log: Open) -> None:
    there = log(night)
    with closing(sqlite3.connect(night)) as bare:
        prompts = dict(bare.execute("SELECT number + 1, prompt FROM entry"))
    every = there.newest(Filter(bytes=True))
    remarks = there.newest(Filter(kinds=frozenset({"remarked"})))
    about = {row.kind: row.stood for row in (*every, *remarks)}
    assert about["remarked"] == ""
    assert {"step_done", "card_drawn", "incident_reported", "outcome_authorised"} <= about.keys()
    for row in (*every, *remarks):
        expected = prompts.get(row.number, "") if row.kind in ABOUT_PROMPT else ""
        assert row.stood == expected[:400], row.kind


def test_every_word_must_be_found_and_a_key_is_as_good_as_a_text(night: Path, log: Open) -> None:
    there = log(night)
    means = Word("gefallen", {Facet.INCIDENT_KIND: frozenset({"card_fell"})})
    assert texts_found(there, words=(means,)) == ["incident_reported"]
    assert texts_found(there, words=(means, Word("カメラ"))) == []


def test_a_round_is_found_by_its_number_and_not_by_a_part_of_it(tmp_path: Path, log: Open) -> None:
    path = many(tmp_path / "J.db", 12)
    with opened(path) as journal:
        journal.append([drawn(13, round="Baccarat 1-47"), drawn(14, round="Baccarat 1-4711")])
    there = log(path, sources=None)
    list(there.fill(nothing))
    assert numbers(there.newest(Filter(words=(Word("4711"),)))) == [14]
    assert numbers(there.newest(Filter(round="Baccarat 1-47"))) == [13]


def test_a_round_that_ended_is_one_line_by_its_result(tmp_path: Path, log: Open) -> None:
    lines = (OPEN, CLOSED, *map(card, ("9H", "4C", "KS", "3D")), DONE_D, DONE_D, DONE_P)
    there = log(written(tmp_path / "T7.db", *lines, refused=("out_of_turn", "not_authorised")))
    (row,) = there.newest(Filter(results=frozenset({"player"})))
    assert row.round == "T7-1"


def test_a_search_of_more_than_a_thousand_texts_is_marked_as_narrowed(tmp_path: Path, log: Open) -> None:
    with opened(tmp_path / "J.db") as journal:
        journal.append([drawn(n, line=f"line number {n}", raw=None) for n in range(1, 1_102)])
    there = log(tmp_path / "J.db", sources=None)
    list(there.fill(nothing))
    searched = Filter(words=(Word("number"),))
    tally = counted(there, searched)
    assert (len(there.newest(searched, 2_000)), tally.found, tally.narrowed) == (1_000, 1_000, True)
    assert not counted(there, Filter(words=(Word("number 110"),))).narrowed


@pytest.mark.sweep
def test_a_number_is_found_behind_a_thousand_newer_texts_that_hold_it(tmp_path: Path, log: Open) -> None:
    """Roulette's 7, whose text is older than all of theirs."""
    remarks = (say(f"Note {n} of seven, 7") for n in range(1_001))
    spin = (OPEN, CLOSED, spin_line(5), number_read(7), DONE_D)
    there = log(written(tmp_path / "T7.db", *spin, *remarks, game="roulette"))
    (row,) = there.newest(Filter(words=(Word("7"),), kinds=frozenset({"number_read"})))
    assert row.kind == "number_read"


# --- how many -------------------------------------------------------------------------------------


@pytest.mark.sweep(1)
@pytest.mark.parametrize("filter", [Filter(), Filter(refused=True), Filter(words=(Word("number 700"),))])
def test_the_count_is_known_bit_by_bit_and_leads_to_any_row(
    tmp_path: Path, log: Open, filter: Filter
) -> None:
    there = log(many(tmp_path / "J.db"), sources=None)
    list(there.fill(nothing))
    tally = counted(there, filter)
    every = there.newest(filter, 2_000)
    assert tally.found == len(every)
    for first in (0, tally.found // 2, tally.found - 1):
        assert tally.rows(first, 3) == every[first : first + 3]


def test_a_count_can_be_left_where_it_is(tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.table.journal.log.search.STRETCH", 100)
    there = log(many(tmp_path / "J.db"), sources=None)
    list(there.fill(nothing))
    tally = Tally(there, Filter(refused=True))
    assert tally.step()
    assert (tally.found, tally.done) == (10, False)
    assert numbers(tally.rows(8, 5)) == [920, 910]


# --- the index ------------------------------------------------------------------------------------


def test_the_index_is_filled_in_slices_and_goes_on_where_it_was_left(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.journal.log.intake.AT_ONCE", 100)
    there = log(many(tmp_path / "J.db"), sources=None)
    assert [(p.done, p.of) for p in itertools.islice(there.fill(nothing), 3)] == [
        (0, 1000),
        (100, 1000),
        (200, 1000),
    ]
    again = log(tmp_path / "J.db", sources=None)
    assert again.unindexed == 800
    assert len(again.newest(Filter(refused=True))) == 20, "what is indexed is found meanwhile"
    assert next(iter(again.fill(nothing))).done == 200


def evening(path: Path, rounds: int) -> Path:
    """A journal with many states: rounds, incidents and remarks."""
    played = ((*round_of(number), say(f"round no. {number}", "P1")) for number in range(rounds))
    return written(path, *itertools.chain.from_iterable(played), *FELL)


QUESTIONS = (
    Filter(),
    Filter(bytes=True),
    Filter(refused=True),
    Filter(refused=False),
    Filter(kinds=frozenset(("remarked",))),
    Filter(dealers=frozenset(("D1",))),
    Filter(outcomes=frozenset(("void",))),
    Filter(incident_kinds=frozenset(("card_fell",))),
    Filter(words=(Word("round no. 3"),)),
    Filter(words=(Word("9H"),)),
)


@pytest.mark.parametrize("stopped", [False, True])
def test_an_index_from_the_newest_entry_back_finds_what_one_from_the_first_does(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    """Stopped after each slice, by another reader each time: the rest is filled in all the same."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 8)
    monkeypatch.setattr("console.table.journal.log.index.MARKED", 8)
    path = evening(tmp_path / "J.db", 6)
    whole = log(path)
    wanted = [(whole.newest(each, 2_000), counted(whole, each).found) for each in QUESTIONS]
    place_of(path).unlink()
    monkeypatch.setattr("console.table.journal.log.intake.AT_ONCE", 12)
    there, steps, last = log(path, sources=None), 0, whole.files[0].last
    while there.unindexed:
        begun = there.unindexed
        for progress in there.fill(fact_source):
            there.refresh()
            assert (progress.done, progress.of) == (last - there.unindexed, last)
            if stopped and there.unindexed < begun:
                break
        there = log(path, sources=None)
        (file,) = there.files
        steps += 1
        assert file.filled == last, "the newest entry is found first"
        assert there.newest(QUESTIONS[0], 1) == wanted[0][0][:1]
    assert (steps > 3) is stopped
    for each, (rows, count) in zip(QUESTIONS, wanted, strict=True):
        assert there.newest(each, 2_000) == rows, each
        assert counted(there, each).found == count
        tally = counted(there, each)
        assert tally.rows(5, 3) == rows[5:8]


def test_last_nights_remark_is_found_before_the_whole_journal_is_indexed(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 8)
    monkeypatch.setattr("console.table.journal.log.index.MARKED", 8)
    monkeypatch.setattr("console.table.journal.log.intake.AT_ONCE", 12)
    there = log(evening(tmp_path / "J.db", 6), sources=None)
    filling = there.fill(fact_source)
    while next(filling).done == 0:
        pass
    there.refresh()
    assert there.unindexed > 40
    newest, oldest = (Filter(words=(Word(f"round no. {number}"),)) for number in (5, 0))
    assert len(there.newest(newest)) == 1 and not there.newest(oldest)
    list(filling)
    there.refresh()
    assert len(there.newest(oldest)) == 1


def test_a_look_at_a_journal_at_rest_does_not_stop_its_index(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.journal.log.intake.AT_ONCE", 100)
    path = many(tmp_path / "J.db")
    assert not path.with_name("J.db-wal").exists(), "nobody has it open: a look opens it again"
    there = log(path, sources=None)
    for _ in there.fill(nothing):
        there.refresh()
    assert there.unindexed == 0


def test_an_index_of_another_journal_or_a_broken_one_is_rebuilt(tmp_path: Path, log: Open) -> None:
    path, other = many(tmp_path / "J.db", 20), many(tmp_path / "K.db", 30)
    for each in (path, other):
        there = log(each, sources=None)
        list(there.fill(nothing))
    place_of(path).write_bytes(place_of(other).read_bytes())
    assert log(path, sources=None).unindexed == 20, "it is not believed"
    place_of(path).write_bytes(b"nothing that SQLite knows")
    there = log(path, sources=None)
    list(there.fill(nothing))
    assert len(there.newest(Filter(refused=True))) == 2


def test_a_journal_that_was_put_back_to_an_older_copy_is_indexed_again(tmp_path: Path, log: Open) -> None:
    path = many(tmp_path / "J.db", 20)
    copy = path.read_bytes()
    with opened(path) as journal:
        journal.append([drawn(21, refused="halted")])
    list(log(path, sources=None).fill(nothing))
    path.write_bytes(copy)
    there = log(path, sources=None)
    list(there.fill(nothing))
    assert there.unindexed == 0
    assert numbers(there.newest(Filter(refused=True))) == [20, 10]


def test_a_rebuilt_index_is_taken_up_by_a_reader_of_the_old_one(tmp_path: Path, log: Open) -> None:
    path = many(tmp_path / "J.db", 20)
    reader = log(path, sources=nothing)
    place_of(path).unlink()
    reader.refresh()
    assert reader.unindexed == 20
    log(path, sources=nothing)
    reader.refresh()
    assert reader.unindexed == 0
    assert numbers(reader.newest(Filter(refused=True))) == [20, 10]


def test_indexes_in_a_folder_of_their_own_do_not_meet(tmp_path: Path) -> None:
    folder, paths = tmp_path / "indexes", [tmp_path / name / "J.db" for name in ("a", "b")]
    folder.mkdir()
    for entries, path in enumerate(paths, 10):
        path.parent.mkdir()
        many(path, entries)
    for _ in range(2):
        for path in paths:
            with Log([path], folder) as there:
                list(there.fill(nothing))
                assert len(there.newest(Filter(refused=True))) == 1
    assert len([*folder.glob("*.index")]) == 2
    assert not [*tmp_path.glob("?/*.index")]


# --- what somebody else put there is not believed ---------------------------------------------------


def renamed(index: Path) -> bytes:
    """An index that hides the refusals: their facet has another name."""
    with closing(sqlite3.connect(index, isolation_level=None)) as connection:
        connection.execute("UPDATE term SET facet = 'gone' WHERE facet = 'refused'")
    return index.read_bytes()


def refusals(there: Log) -> list[int]:
    return numbers(there.newest(Filter(refused=True)))


def test_a_planted_index_beside_the_journal_hides_nothing(tmp_path: Path, log: Open) -> None:
    """A person who can write the journal's folder can't write the user's own, where the key is."""
    path = many(tmp_path / "J.db", 20)
    list(log(path, sources=None).fill(nothing))
    beside = path.with_name("J.db.index")
    beside.write_bytes(renamed(place_of(path)))
    place_of(path).unlink()
    there = log(path, sources=None)
    assert there.unindexed == 20, "it is not looked into"
    list(there.fill(nothing))
    assert refusals(there) == [20, 10]


@pytest.mark.parametrize("harm", ["a link", "a file of all", "a folder of all", "a view"])
def test_an_index_that_others_can_have_written_is_rebuilt_or_not_used(
    tmp_path: Path, log: Open, harm: str
) -> None:
    path, folder = many(tmp_path / "J.db", 20), tmp_path / "indexes"
    indexed = place_of(path, folder)
    with Log([path], folder) as there:
        list(there.fill(nothing))
        assert refusals(there) == [20, 10]
    forged = renamed(indexed)
    match harm:
        case "a link":
            elsewhere = tmp_path / "elsewhere"
            elsewhere.write_bytes(forged)
            indexed.unlink()
            indexed.symlink_to(elsewhere)
        case "a file of all":
            indexed.chmod(0o666)
        case "a folder of all":
            folder.chmod(0o777)
        case _:
            with closing(sqlite3.connect(indexed, isolation_level=None)) as connection:
                connection.execute("UPDATE term SET facet = 'refused' WHERE facet = 'gone'")
                connection.execute("CREATE VIEW more AS SELECT * FROM term")
    with Log([path], folder) as there:
        assert there.unindexed == 20, "it is not looked into"
        if harm == "a folder of all":
            with pytest.raises(PermissionError):
                list(there.fill(nothing))
        else:
            list(there.fill(nothing))
            assert refusals(there) == [20, 10]
    if harm == "a link":
        assert elsewhere.read_bytes() == forged, "what it led to is left alone"


def test_the_index_takes_no_facts_from_a_planted_state(night: Path, log: Open) -> None:
    with closing(sqlite3.connect(night, isolation_level=None)) as connection:
        number, head = connection.execute("SELECT number, chain FROM entry WHERE number = 6").fetchone()
        state = encode_table(Table(people=(PersonAtTable("D9", Role.DEALER),)))
        row = (number, state, chain.seal(number, head, state))
        connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?)", row)
    there = log(night, sources=None)
    filling = there.fill(fact_source)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("console.table.journal.log.intake.AT_ONCE", 6)
        next(filling), next(filling)
    del filling
    list(log(night, sources=None).fill(fact_source))
    there.refresh()
    assert {row.dealer for row in there.newest()} == {"D1"}


def test_a_log_whose_index_cannot_be_kept_says_that_not_all_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "T7.db", *FELL)
    reads = JournalReads([path])
    monkeypatch.setattr("console.table.journal.log.index.is_private", lambda _: False)
    assert reads.prepare() == 1, "there is no more to do"
    reads.look_for(Filter(refused=True))
    assert reads.count().prepared < 1
    reads.close()


@pytest.mark.parametrize("change", [{"at": "2026-11-20T09:00:00"}, {"at": "soon"}, {"event": "{}"}])
def test_a_log_with_an_entry_that_no_console_wrote_says_that_not_all_is_found(
    tmp_path: Path, change: dict[str, str]
) -> None:
    path = written(tmp_path / "T7.db", *FELL)
    rechained(path, 2, **change)
    with closing(JournalReads([path])) as reads:
        assert reads.prepare() < 1, "the step before the first slice"
        assert reads.prepare() == 1, "there is no more to do"
        reads.look_for(Filter(refused=True))
        assert reads.count().prepared < 1


def test_reading_the_log_changes_nothing_of_the_journal(night: Path, log: Open) -> None:
    before = night.read_bytes()
    there = log(night)
    there.newest(Filter(words=(Word("9h"),)))
    assert night.read_bytes() == before
    assert verify(night).flaw is None


def test_the_index_is_for_its_owner_alone(night: Path, log: Open) -> None:
    log(night)
    assert place_of(night).stat().st_mode & 0o077 == 0


# --- several files --------------------------------------------------------------------------------


def test_several_tables_are_put_together_by_time(tmp_path: Path, log: Open) -> None:
    late = datetime(2026, 11, 20, 9, 0, 1, tzinfo=UTC)
    first = written(tmp_path / "A.db", OPEN, CLOSED)
    second = written(tmp_path / "B.db", OPEN, CLOSED, start=late)
    there = log(first, second)
    places = [(row.place.journal, row.number) for row in there.newest()]
    assert places == [(1, 2), (0, 2), (1, 1), (0, 1)]
    first_entry = there.last_before(datetime(2026, 11, 1, tzinfo=UTC))
    assert first_entry is not None and first_entry.place.journal == 0
    assert log(first, second).newest(Filter(games=frozenset({"blackjack"}))) == ()


def test_the_whole_entry_is_read_when_it_is_opened(night: Path, log: Open) -> None:
    there = log(night)
    row = next(row for row in there.newest(Filter(bytes=True)) if row.kind == "bytes_received")
    whole = there.whole(row.place)
    assert whole is not None
    assert (whole.row, whole.sound, whole.file) == (row, True, "T7.db")
    assert whole.raw
    with closing(sqlite3.connect(night)) as connection:
        assert connection.execute(
            "SELECT hex(chain) FROM entry WHERE number = ?", (row.number,)
        ).fetchone() == (whole.chain.upper(),)


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(NotAJournal):
        Log([tmp_path / "notes.txt"])


# --- several tables in one window -----------------------------------------------------------------


REFUSED = ("bets_open", "out_of_turn", "halted", "not_signed_in")


@pytest.mark.parametrize("words", [(), (Word("card"),)], ids=["all", "filtered"])
def test_entries_of_several_tables_are_counted_and_read_in_the_order_of_time(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch, words: tuple[Word, ...]
) -> None:
    monkeypatch.setattr("console.table.journal.log.search.TOGETHER", 7)
    starts = (START, START + timedelta(seconds=31), START + timedelta(hours=3))
    paths = [
        written(tmp_path / f"{at}.db", *FELL, *FELL[:3], start=start, refused=REFUSED)
        for at, start in enumerate(starts)
    ]
    tables = log(*paths)
    wanted = Filter(words=words)
    tally = counted(tables, wanted)
    rows = tally.rows(0, 500)
    assert len(rows) == tally.found == sum(len(log(path).newest(wanted, 500)) for path in paths)
    assert [row.at for row in rows] == sorted((row.at for row in rows), reverse=True)
    assert rows == tables.newest(wanted, 500)
    for first in range(0, len(rows), 5):
        assert tally.rows(first, 4) == rows[first : first + 4]


def test_a_table_whose_clock_was_set_back_is_counted_beside_another_without_an_index(
    tmp_path: Path, log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.journal.log.search.TOGETHER", 3)
    other = written(tmp_path / "other.db", *FELL, start=START, refused=REFUSED)
    path = tmp_path / "back.db"
    with opened(path) as journal:
        for number in range(1, 31):
            hours = 5 if number < 15 else 1
            journal.append([drawn(number, at=START + timedelta(hours=hours, seconds=number))])
    tally = Tally(log(path, other, sources=None), Filter())
    steps = 0
    while tally.step():
        steps += 1
        assert steps < 500
    assert {(row.place.journal, row.number) for row in tally.rows(0, 500)} >= {(0, n) for n in range(1, 31)}
    assert len(tally.rows(0, 500)) == tally.found


ASKED: dict[str, Callable[[Log], object]] = {
    "newest": lambda log: log.newest(),
    "before a time": lambda log: log.last_before(START + timedelta(minutes=20)),
    "since a time": lambda log: log.newest(Filter(since=START + timedelta(minutes=20))),
    "whole": lambda log: [log.whole(LogPlace(0, number, "")) for number in range(1, 3_001)],
    "count": lambda log: [each for tally in [Tally(log, Filter())] for each in iter(tally.step, False)],
    "refreshed": lambda log: log.refresh(),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("asked", ASKED)
def test_a_log_with_broken_pages_reports_damage_to_every_question(tmp_path: Path, asked: str) -> None:
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(1, 3_001)])
    held = path.read_bytes()
    with Log([path]) as log:
        for page in range(len(held) // 4096 // 4, len(held) // 4096):
            with path.open("rb+") as file:
                file.seek(page * 4096)
                file.write(b"\xff" * 4096)
        with pytest.raises(DamagedJournal):
            ASKED[asked](log)
