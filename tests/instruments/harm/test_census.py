"""A little of the census, and a table at play under which its file is changed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import patch

import pytest

from console.table.core import SetClock
from console.table.custody import open_session
from console.table.custody.belongings import Files
from console.table.journal import Identity, Unreachable
from console.table.journal.file import schema
from console.table.journal.file.high_water_mark import last_entry, marked_heading, read_mark
from tests.instruments.harm.census import (
    ACCOUNTED,
    cases,
    census,
    ended,
    group_of,
    names,
    subjects,
    unaccounted,
)
from tests.instruments.harm.census_beside import FIELDS, KINDS, File, of_closed_file, of_kind
from tests.instruments.harm.census_beside import unaccounted as unaccounted_beside
from tests.instruments.harm.census_counts import CLOSED, every_name, grouped, kept
from tests.table.core.tables import book
from tests.table.journal.sealing import owner


@pytest.mark.sweep
def test_each_case_is_found_or_changes_nothing(tmp_path: Path) -> None:
    harms = list(census(tmp_path, 61, "1.2.0 blackjack"))
    assert sum(harm.times for harm in harms) > 30
    assert [each for harm in harms for each in harm.lost] == []
    one, *others = grouped([("1.2.0 blackjack-sv", harms), ("the lock", harms[:1])], 61, "abc")
    assert (one.group, one.beside, one.cases) == ("1.2.0", False, sum(harm.times for harm in harms))
    assert [(each.group, each.beside, each.every) for each in others] == [("the lock", True, 61)]


def test_the_handbook_describes_a_whole_census_without_a_third_ending() -> None:
    """One case in seven of the closed file is done: two files are verified and reviewed for each."""
    wanted = {group_of(name) or name for name in every_name()}
    assert {each.group for each in kept()} == wanted and {each.lost for each in kept()} == {0}
    assert {each.every for each in kept() if each.group != CLOSED} == {1}
    journals = [each for each in kept() if not each.beside]
    assert sum(each.subjects for each in journals) == len(names())


@pytest.mark.sweep
def test_no_table_is_left_out(tmp_path: Path) -> None:
    (of,) = subjects(tmp_path, only="1.2.0 roulette")
    assert unaccounted(of.path) == []
    counted = {case.of for case in cases(of.path)}
    assert counted >= {f"rows of {table}" for table in ("entry", "checkpoint", "seal", "meta")}
    with owner(of.path) as connection:
        connection.execute("CREATE TABLE more (a)")
        connection.execute("ALTER TABLE seal ADD COLUMN b TEXT")
    assert unaccounted(of.path) == ["seal.b", "more.a"]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.migrate(connection)
        made = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert made == {*ACCOUNTED}, "the census has to say what is done to a new table"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_each_case_of_a_file_beside_it_is_found_or_changes_nothing(kind: File, tmp_path: Path) -> None:
    harm = of_kind(kind, tmp_path, 53)
    assert harm.times > 0 and harm.lost == []


@pytest.mark.sweep
def test_each_case_of_the_closed_file_before_it_is_found_or_changes_nothing(tmp_path: Path) -> None:
    harm = of_closed_file(tmp_path, 601)
    assert harm.times >= 9 and harm.lost == []


def test_no_field_of_a_file_beside_it_is_left_out() -> None:
    assert unaccounted_beside() == []
    with patch.dict(FIELDS, {Files: ("journal",)}):
        assert "Files.people" in unaccounted_beside()


def test_a_pipe_in_place_of_the_lock_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "T1.db"
    named = (path, Identity("T1", "baccarat", "sv"), book("sv"), SetClock())
    with ExitStack() as stack:
        open_session(*named, stack, is_ready=True)
    lock = path.with_name("T1.db.lock")
    lock.unlink()
    os.mkfifo(lock)
    with ExitStack() as stack, pytest.raises(Unreachable, match="no file"):
        open_session(*named, stack, is_ready=True)
    assert read_mark(lock) is None and marked_heading(lock) is None and last_entry(lock, b"") == 0


@pytest.mark.sweep
def test_a_subject_with_another_review_or_state_would_be_a_third_ending(tmp_path: Path) -> None:
    (of,) = subjects(tmp_path, only="1.2.0 roulette")
    assert ended(of, of.path).end == "the same"
    assert ended(of._replace(asked=of.asked._replace(told=b"")), of.path).end == "third"
    assert ended(of._replace(stands=b""), of.path).end == "third"
