"""The documented views over a shift that was played, in others' tools, against what was counted beside it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from console.journal.public_views import VIEWS
from tests.records.shift_played import Shift
from tests.table.tables import Seen

PLAYED = [("baccarat", "lt", 2), ("blackjack", "is", 6), ("roulette", "lt", 8)]


class Counted(Shift):
    """A shift of which each line is counted by what was answered; nobody looks into the journal."""

    taken: Counter[str]
    tried: Counter[str]
    rounds: set[str]
    sent = 0

    def take(self, line: Seen) -> Seen:
        seen = super().take(line)
        self.sent += 1
        self.tried[line["do"]] += seen["refused"] != "not_this_game"
        self.taken[line["do"]] += seen["accepted"]
        if seen["round"]:
            self.rounds.add(seen["round"]["id"])
        return seen


Told = tuple[Path, Counted]


@pytest.fixture(scope="module", params=PLAYED, ids=lambda each: str(each[0]))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    game, code, seed = request.param
    path = tmp_path_factory.mktemp("views") / "J.db"
    with ExitStack() as stack:
        shift = Counted(path, code, game, seed, stack)
        shift.taken, shift.tried, shift.rounds = Counter(), Counter(), set()
        shift.play(500, 30)
        yield path, shift


def expected(shift: Counted) -> dict[str, int]:
    """How many rows the views have that what was sent and answered tells."""
    taken, tried = shift.taken, shift.tried
    return {
        "rounds": len(shift.rounds),
        "cards": tried["card"],
        "numbers": tried["number"],
        "incidents": taken["incident"],
        "decisions": taken["authorise"] + taken["void"],
        "corrections": taken["correct"],
        "people_at_table": taken["sign_in"] + taken["sign_out"],
        "device_faults": tried["unread"],
        "refusals": shift.sent - taken.total(),
        "remarks": taken["say"],
        "manual_mode": taken["manual"],
        "pit_boss_calls": taken["call"],
    }


def test_every_view_has_as_many_rows_as_were_counted(told: Told) -> None:
    path, shift = told
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        found = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in VIEWS}
        lines = connection.execute("SELECT count(line) FROM entries").fetchone()[0]
    assert lines == shift.sent
    assert {name: found[name] for name in expected(shift)} == expected(shift)
    assert found.keys() - expected(shift).keys() == {"entries"}


def test_the_command_of_sqlite_opens_them(told: Told) -> None:
    command = shutil.which("sqlite3")
    if command is None:
        pytest.skip("no sqlite3 on this machine")
    path, shift = told
    asked = ";".join(f"SELECT '{name}', count(*) FROM {name}" for name in VIEWS)
    done = subprocess.run(
        [command, "-readonly", str(path), asked], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    found = dict(line.split("|") for line in done.stdout.splitlines())
    assert {name: int(found[name]) for name in expected(shift)} == expected(shift)


def test_datasette_opens_them_while_the_table_plays(told: Told) -> None:
    app = pytest.importorskip("datasette.app")
    path, shift = told

    async def counted() -> dict[str, int]:
        datasette = app.Datasette([str(path)])
        await datasette.invoke_startup()
        found = {}
        for name in VIEWS:
            answer = await datasette.client.get(f"/J/{name}.json?_size=1")
            assert answer.status_code == 200, (name, answer.text)
            found[name] = answer.json()["filtered_table_rows_count"]
        return found

    found = asyncio.run(counted())
    assert {name: found[name] for name in expected(shift)} == expected(shift)
