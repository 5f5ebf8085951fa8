"""The documented views in others' tools, while their table plays: Datasette and SQLite's own command.

No goal of speed: what is compared are the rows, with those counted beside the table.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from console.table.journal.file.schema import VIEWS
from tests.instruments.bench.goals import Measured
from tests.supervisor.records.shift_counted import PLAYED, expected, shift_with_counts


def measure(folder: Path, pairs: int) -> Iterator[Measured]:
    """A line for each tool and game."""
    for game, code, seed in PLAYED:
        path = folder / f"{game}.db"
        with ExitStack() as stack:
            rows = expected(shift_with_counts(path, game, code, seed, stack))
            yield _compared(f"views in datasette, {game}", asyncio.run(in_datasette(path)), rows)
            yield _compared(f"views in sqlite3, {game}", in_command(path), rows)


def _compared(name: str, found: dict[str, int] | None, rows: dict[str, int]) -> Measured:
    if found is None:
        return Measured(name, "-", "-", None, "-", None, "no such command on this machine")
    same = sum(found[view] == count for view, count in rows.items())
    how = "views with as many rows as were counted beside the table"
    return Measured(name, str(same), str(len(rows)), None, "all", same == len(rows), how)


async def in_datasette(path: Path) -> dict[str, int]:
    """The number of rows that Datasette finds in each view."""
    datasette: Any = import_module("datasette.app").Datasette([str(path)])
    await datasette.invoke_startup()
    found = {}
    for name in VIEWS:
        answer = await datasette.client.get(f"/{path.stem}/{name}.json?_size=1")
        answer.raise_for_status()
        found[name] = answer.json()["filtered_table_rows_count"]
    return found


def in_command(path: Path) -> dict[str, int] | None:
    """The number of rows that the sqlite3 command finds in each view; None without that command."""
    if (command := shutil.which("sqlite3")) is None:
        return None
    asked = ";".join(f"SELECT '{name}', count(*) FROM {name}" for name in VIEWS)
    done = subprocess.run([command, "-readonly", path, asked], capture_output=True, text=True, check=True)
    return {name: int(rows) for name, rows in (line.split("|") for line in done.stdout.splitlines())}
