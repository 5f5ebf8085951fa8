"""The sides of each comparison must give the same result, and the ratios must mean what they say."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from console import cli
from console.supervisor.review import fact_source
from console.table.custody.verdict import replayer
from console.table.journal import Log, review, verify
from console.table.journal.file import sql
from console.table.journal.file.chain import FIELDS
from tests.instruments.bench import (
    blackjack_engine,
    command_growth,
    engine,
    growth,
    pairs,
    replaying,
    reviewing,
    syncing,
    verifying,
)
from tests.instruments.bench.appending import bare_connection
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.long_nights import written
from tests.instruments.bench.pairs import Compared, compared, of_pairs
from tests.instruments.bench.play import filled, lines_and_entries, opened


@pytest.fixture(autouse=True)
def nothing_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each turn the garbage among the objects of all earlier tests would be looked for; nobody reads
    the time of a turn here.
    """
    for each in (growth, pairs):
        monkeypatch.setattr(each, "gc", SimpleNamespace(collect=int))


def test_a_ratio_is_the_median_of_the_pairs_and_not_of_the_sides() -> None:
    assert of_pairs([(1, 1), (10, 2), (3, 1)]) == Compared(3, 1, 3)


def test_the_two_sides_alternate_in_going_first() -> None:
    turns: list[str] = []

    def turn(side: str) -> float:
        turns.append(side)
        return 1.0

    compared(lambda: turn("ours"), lambda: turn("theirs"), 2)
    assert turns == ["ours", "theirs", "theirs", "ours", "ours", "theirs"], "after one that is not counted"


def test_twice_the_time_is_half_the_rate() -> None:
    line = Measured.rate("append", Compared(2.0, 1.0, 2.0), 100, "entries", 0.8, "")
    assert (line.ratio, line.met, line.ours) == (0.5, False, "50 entries/s")
    assert "MISSED" in line.line()


def test_engine_and_reference_deal_the_same_coups() -> None:
    cards = engine.dealt(engine.COUPS)
    ours, theirs = engine.by_engine(cards), engine.by_reference(cards)
    assert [(end.player, end.banker) for end in ours] == [(end.player, end.banker) for end in theirs]


@pytest.mark.sweep
def test_both_journals_of_a_session_hold_the_same_rows(tmp_path: Path) -> None:
    lines = lines_and_entries(5_000)[0]
    with (
        opened(tmp_path / "journal.db") as journal,
        closing(bare_connection(tmp_path / "bare.db")) as connection,
    ):
        bare = engine.BareJournal(connection)
        engine.RepeatedSession(bare, lines).turn()
        engine.RepeatedSession(journal, lines).turn()
        ours, theirs = (
            [row[: len(FIELDS) - 1] for row in rows]
            for rows in (journal._connected().execute(sql.WHOLE, (0,)), bare.rows())
        )
    assert len(ours) > engine.LINES
    assert ours == theirs


@pytest.mark.sweep
def test_the_plain_fold_comes_to_the_same_table(tmp_path: Path) -> None:
    both = replaying.measure(tmp_path, 1, entries=2_000)
    assert [line.name for line in both] == ["replay", "replay, digests checked"]


@pytest.mark.sweep
def test_several_processes_and_one_come_to_the_same_verdict(tmp_path: Path) -> None:
    (line,) = verifying.measure(tmp_path, 1, entries=3_000, least=1_200)
    assert line.name == "verified by several processes" and line.ratio is not None


@pytest.mark.sweep
def test_a_line_for_the_sync_count_is_one_event_each() -> None:
    assert not any(b'"device"' in line for line in syncing.spoken())


@pytest.mark.sweep
def test_the_blackjack_engine_and_its_reference_deal_the_same_rounds() -> None:
    cards = list(islice(blackjack_engine.drawn(2), blackjack_engine.ROUNDS * blackjack_engine.MOST_CARDS))
    answers = blackjack_engine.answered(cards)
    assert {"hit", "stand", "double", "split"} == set(answers)
    blackjack_engine.assert_equal(cards, answers)


def test_hit_or_stand_knows_every_hand_that_gymnasium_shows() -> None:
    hits = blackjack_engine.HITS
    assert len(hits) == 18 * 2 * 10
    assert hits[16, False, 10] and hits[17, True, 2]
    assert not hits[12, False, 4] and not hits[18, True, 2] and not hits[21, True, 1]


@pytest.mark.sweep
def test_weeks_at_a_table_are_played_and_not_copied(tmp_path: Path) -> None:
    path = written(tmp_path / "weeks.journal", 3_000)
    verdict = verify(path)
    assert verdict.flaw is None
    assert verdict.entries >= 3_000
    with Log([path]) as log:
        list(log.fill(fact_source))
        rows = log.newest(limit=4_000)
        assert len({row.round for row in rows}) > 150
        assert {"incident_reported", "remarked"} <= {row.kind for row in rows}
        assert any(row.refused for row in rows)


@pytest.mark.sweep
def test_the_peers_answer_with_the_rows_that_the_log_does(tmp_path: Path) -> None:
    path = written(tmp_path / "weeks.journal", 3_000)
    with Log([path]) as log:
        list(log.fill(fact_source))
        raw = reviewing.peer(path)
        for filter, statement, slots in (
            (reviewing.KIND, reviewing.RAW.format(f"WHERE {reviewing.BY_KIND}"), ()),
            (reviewing.TEXT, reviewing.FOUND, ('"カードが"',)),
        ):
            ours = [row.number for row in log.newest(filter)]
            assert ours == [row[0] for row in raw.execute(statement, slots)]
            assert ours
        raw.close()


@pytest.mark.sweep
@pytest.mark.parametrize("name", growth.FILTERS)
def test_no_page_that_is_measured_is_answered_from_memory(tmp_path: Path, name: str) -> None:
    path = filled(tmp_path / "grown.journal", 200)
    with Log([path], tmp_path) as log:
        list(log.fill(fact_source))
        asked: list[str] = []
        log.files[0]._connection.set_trace_callback(asked.append)
        growth.pages(log, growth.FILTERS[name])()
        assert len(asked) >= growth.A_TURN


@pytest.mark.sweep
def test_an_endless_play_leaves_a_journal_that_replays(tmp_path: Path) -> None:
    path = filled(tmp_path / "grown.journal", 3_000)
    verdict = verify(path, replayers=replayer)
    assert verdict.flaw is None
    with review(path) as journal:
        assert len(journal.shifts()) >= 2


@pytest.mark.sweep
def test_without_room_for_indexes_growth_measures_only_the_lines_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "FEWEST", 2_000)
    free = growth.ROOM + 15_400 * growth.INDEXED - 1
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    lines = {line.name.removeprefix("growth: "): line for line in growth.measure(tmp_path, 1, 14_000)}
    assert lines["searches by index"].how.startswith("not measured")
    assert {"first page", "90 % back", "verification", "restart", "report of a shift"} <= lines.keys()
    assert not {"page of a word", "a round found", "log, indexed"} & lines.keys()


@pytest.mark.sweep
@pytest.mark.parametrize("game", command_growth.GAMES)
def test_each_command_whose_growth_is_measured_takes_its_arguments(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = command_growth.written(tmp_path / "grown" / "T.db", game, 4_000, closed=1)
    assert len([*path.parent.glob("*.db")]) == 2
    for way in (way for ways in command_growth.READS.values() for way in ways if game in way.games):
        cli.main(command_growth.words_of(way, path))
        told = capsys.readouterr()
        assert told.out and not told.err, way
