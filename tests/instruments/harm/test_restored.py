"""A restore that was tried: the table played while its backup was made, and plays on from the copy."""

from __future__ import annotations

from pathlib import Path

from tests.instruments.harm.restored import restored
from tests.sweep import times


def test_a_table_goes_on_from_a_copy_made_while_it_played_after_one_that_was_killed(tmp_path: Path) -> None:
    tables = times(3, 1)
    harm = restored(tmp_path, tables)
    assert harm.lost == []
    assert harm.checked >= 300 * tables
