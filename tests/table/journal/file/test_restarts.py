"""A restart begins at the last checkpoint and comes to the same state as one from the first entry."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.journal import DamagedJournal, chain
from console.table.journal.file.store import RestartPoint
from tests.examples import examples
from tests.table.journal.entries import by_another_program, drawn, opened, without_triggers, written


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def fold(recovered: RestartPoint) -> list[int]:
    """A state: the places of the cards that were drawn."""
    state: list[int] = json.loads(recovered.checkpoint or b"[]")
    return state + [json.loads(row.event)["place"] for row in recovered.entries]


@settings(max_examples=examples(10, at_night=200), deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=8))
def test_from_a_checkpoint_the_state_is_the_same_as_from_the_beginning(
    appends: list[tuple[int, bool]],
) -> None:
    state: list[int] = []
    with TemporaryDirectory() as place:
        path = Path(place) / "journal"
        for count, keep in appends:
            batch = list(range(len(state) + 1, len(state) + count + 1))
            state += batch
            with opened(path) as journal:
                journal.append(
                    [drawn(place) for place in batch], json.dumps(state).encode() if keep else None
                )
        with opened(path) as journal:
            assert fold(journal.recover()) == state


def test_only_the_entries_after_the_last_checkpoint_are_read(path: Path) -> None:
    with opened(written(path, 9, checkpoints=(2, 6))) as journal:
        recovered = journal.recover()
        assert recovered.checkpoint == b'{"after":6}'
        assert recovered.checkpoint_entry == 6
        assert [row.number for row in recovered.entries] == [7, 8, 9]


def test_a_new_journal_begins_with_nothing(path: Path) -> None:
    with opened(path) as journal:
        recovered = journal.recover()
        assert (recovered.checkpoint, recovered.checkpoint_entry, list(recovered.entries)) == (None, 0, [])


def test_a_checkpoint_that_was_changed_is_passed_over(path: Path) -> None:
    by_another_program(
        written(path, 9, checkpoints=(2, 6)), "UPDATE checkpoint SET state = x'7b7d' WHERE number = 6"
    )
    with opened(path) as journal:
        recovered = journal.recover()
        assert recovered.checkpoint_entry == 2
        assert [row.number for row in recovered.entries] == [3, 4, 5, 6, 7, 8, 9]


def test_all_entries_are_replayed_when_every_checkpoint_was_changed(path: Path) -> None:
    by_another_program(written(path, 4, checkpoints=(2,)), "UPDATE checkpoint SET state = x'7b7d'")
    with opened(path) as journal:
        found = journal.recover()
        assert (found.checkpoint, found.checkpoint_entry, found.passed_over) == (None, 0, (2,))
        assert len(list(found.entries)) == 4


def test_a_journal_whose_first_state_was_changed_is_not_replayed(path: Path) -> None:
    with opened(path, b'{"ready":true}') as journal:
        journal.append([drawn(1)])
    by_another_program(path, "UPDATE checkpoint SET state = x'7b7d'")
    with opened(path) as journal, pytest.raises(DamagedJournal) as damaged:
        journal.recover()
    assert damaged.value.slots["entry"] == "0"


@pytest.mark.parametrize("entry", [0, 3, 4])
def test_a_planted_state_is_passed_over_even_with_a_right_digest(path: Path, entry: int) -> None:
    written(path, 4, checkpoints=(2,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        at = "SELECT chain FROM entry WHERE number = ? UNION ALL SELECT digest FROM meta LIMIT 1"
        (head,) = connection.execute(at, (entry,)).fetchone()
        forged = (entry, b'{"after":"forged"}', chain.seal(entry, head, b'{"after":"forged"}'))
        connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?)", forged)
    with opened(path) as journal:
        found = journal.recover()
        assert (found.checkpoint, found.checkpoint_entry) == (b'{"after":2}', 2)
        assert found.passed_over == (() if entry == 0 else (entry,))


def test_a_recovery_stops_at_an_entry_that_was_changed(path: Path) -> None:
    by_another_program(written(path, 6, checkpoints=(2,)), "UPDATE entry SET person = 'P9' WHERE number = 5")
    with opened(path) as journal, pytest.raises(DamagedJournal) as damaged:
        list(journal.recover().entries)
    assert damaged.value.slots["entry"] == "5"


@pytest.mark.parametrize("is_checked", [True, False])
def test_the_first_entry_whose_text_can_not_be_read_is_named(path: Path, is_checked: bool) -> None:
    with opened(written(path, 5)) as journal:
        with without_triggers(path) as connection:
            connection.execute("UPDATE entry SET refused = CAST(x'ff' AS TEXT) WHERE number = 3")
        found = journal.recover() if is_checked else journal.restart_point(5)
        assert found is not None
        with pytest.raises(DamagedJournal) as damaged:
            list(found.entries)
    assert damaged.value.slots["entry"] == "3"
