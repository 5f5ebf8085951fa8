"""The entries before a journal's next file, by which a halt's id is its journal's only one."""

from __future__ import annotations

from console.table.core.running.table_journal import in_next_file
from console.table.core.state.table import Table


def test_a_next_file_counts_the_entries_of_all_files_before_it() -> None:
    second = in_next_file(Table(), "0a1b2c3d", 250, is_first=True)
    third = in_next_file(second, "0a1b2c3d", 40, is_first=False)
    assert (second.journal, second.earlier, third.earlier) == ("0a1b2c3d", 250, 290)


def test_a_file_after_one_of_an_older_console_counts_none_before_it() -> None:
    assert in_next_file(Table(), "0a1b2c3d", 250, is_first=False).earlier == 0
