"""The columns of the facts database: other people's queries stand on their names, order and types."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from console.supervisor.reports.facts_database import TABLES, VIEWS, fill


def test_each_table_and_view_has_the_columns_that_are_written_down() -> None:
    """In facts_columns.tsv, in their order: a key's with its place in it, one that points with its table."""
    lines = Path(__file__).with_name("facts_columns.tsv").read_text("utf-8").splitlines()
    written = [tuple(line.split("\t")) for line in lines]
    found = list[tuple[str, ...]]()
    with closing(sqlite3.connect(":memory:")) as connection:
        fill(connection, {name: () for name in TABLES})
        for name in (*TABLES, *VIEWS):
            points = {row[3]: row[2] for row in connection.execute(f"PRAGMA foreign_key_list('{name}')")}
            for _, column, kind, _, _, key in connection.execute(f"PRAGMA table_info('{name}')"):
                found.append((name, column, kind, str(key or ""), points.get(column, "")))
    assert found == written
