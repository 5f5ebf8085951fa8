"""The documented views over a shift that was played, against what was counted beside it.

That Datasette and the sqlite3 command open them too is looked at by ``python3 -m tests bench views``: neither
is asked of a machine that the quick suite runs on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from console.table.journal.file.schema import VIEWS
from tests.supervisor.records.shift_counted import PLAYED, Counted, expected, shift_with_counts

CountedShift = tuple[Path, Counted]


@pytest.fixture(scope="module", params=PLAYED, ids=lambda each: str(each[0]))
def counted_shift(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CountedShift]:
    game, code, seed = request.param
    path = tmp_path_factory.mktemp("views") / "J.db"
    with ExitStack() as stack:
        yield path, shift_with_counts(path, game, code, seed, stack)


@pytest.mark.sweep
def test_every_view_has_as_many_rows_as_were_counted(counted_shift: CountedShift) -> None:
    path, shift = counted_shift
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        found = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in VIEWS}
        until = "SELECT number FROM shown"
        asked = f"SELECT count(line), count(line) FILTER (WHERE number <= ({until})) FROM entry"
        lines, shown = connection.execute(asked).fetchone()
        counted = connection.execute("SELECT count(line) FROM entries").fetchone()[0]
    assert lines == shift.sent
    assert counted == shown, "of what came after the last round that is over, the view holds no line"
    assert {name: found[name] for name in expected(shift)} == expected(shift)
    assert found.keys() - expected(shift).keys() == {"entries", "shown"}
