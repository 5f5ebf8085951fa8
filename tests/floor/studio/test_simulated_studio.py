"""Simulated tables deal by themselves, through every incident, and end with the process that began them."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from console.floor.door import NoDoor, PostgresDoor
from console.floor.studio.plan import StudioPlan, StudioTable
from console.floor.studio.simulated_studio import SimulatedTable, Studio
from console.floor.wall import Reading
from console.table.core import Role, SetClock, lines
from console.table.game import CARDS, DOCUMENTED
from console.table.journal import Shipment

CHECKOUT = Path(__file__).parents[3]


def door_to_nowhere() -> PostgresDoor:
    """The door of a floor that is not there."""
    return PostgresDoor("host=/nowhere", "T1")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_simulated_table_plays_on_through_calls_halts_and_incidents(game: str, tmp_path: Path) -> None:
    clock = SetClock()
    planned = StudioTable("T1", game, "lt", tmp_path / "t1.db", "D9", ("P4",))
    with ExitStack() as stack:
        table = SimulatedTable(
            *(planned, clock, random.Random(2), stack, door_to_nowhere, {"P4": "Aistė"}), pace=1.0, calm=30.0
        )
        came, seen = set[str](), set[str]()
        while table.entry < 250:
            clock.advance(table.turn())
            state = table.session.table
            came |= {each.who for each in state.people if each.role is Role.PIT_BOSS}
            seen |= {"called"} if state.called else set()
            seen |= {"halted"} if state.halted else set()
        assert seen == {"called", "halted"}
        assert came == {"P4"}, "where nobody has taken a call somebody comes by some time"
        assert state.round_number > 5
        assert state.people[0].who == "D9"


def test_a_simulated_pit_boss_gives_the_reason_that_the_houses_own_decision_asks_for(tmp_path: Path) -> None:
    """Without one each press was refused, and the table stood until the studio ended."""
    clock = SetClock()
    planned = StudioTable("T1", "blackjack", "ja", tmp_path / "t1.db", "D9", ("P4",))
    with ExitStack() as stack:
        table = SimulatedTable(
            *(planned, clock, random.Random(2), stack, door_to_nowhere, {}), pace=1.0, calm=100_000.0
        )
        while not table.session.table.open_round:
            clock.advance(table.turn())
        table.send_line(lines.Incident("D9", "cannot_continue"))
        table.send_line(lines.Answer("D9", {"reason": "other"}))
        assert table.session.table.incident is not None
        until = table.entry + 60
        while table.session.table.incident is not None and table.entry < until:
            clock.advance(table.turn())
        assert table.session.table.incident is None


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_new_shoe_has_every_card_even_after_a_restart(game: str, tmp_path: Path) -> None:
    """With the last one's cards it would run empty, and halt for a ninth copy of a card again and again."""
    clock = SetClock()
    planned = StudioTable("T1", game, "lt", tmp_path / "t1.db", "D9", ("P4",))
    for _ in range(2):
        with ExitStack() as stack:
            table = SimulatedTable(
                *(planned, clock, random.Random(2), stack, door_to_nowhere, {"P4": "Aistė"}),
                pace=1.0,
                calm=1e9,
            )
            for _ in range(120):
                clock.advance(table.turn())
            number = table.session.table.shoe_in_play.number
            table.send_line(lines.SignIn("P4", Role.PIT_BOSS))
            table.send_line(lines.Reshuffle("P4"))
            while table.session.table.shoe_in_play.number == number or table.session.table.shoe.left == CARDS:
                clock.advance(table.turn())
            shoe = table.crew.shoe
            assert shoe is not None
            assert shoe.remaining > CARDS - 20 and not shoe.cut_card_out


def test_the_first_table_calls_at_its_first_turn(tmp_path: Path) -> None:
    """A person who tries the overview must not wait for the first call."""
    clock = SetClock()
    with ExitStack() as stack:
        plan = StudioPlan(folder=tmp_path)
        studio = Studio(plan, clock, lambda name: door_to_nowhere(), stack, None)
        began = clock.monotonic()
        while (table := studio.tables[0]) is None or table.session.table.called is None:
            clock.advance(studio._turn(0))
            assert clock.monotonic() - began < 5e9
        for number in range(1, 12):
            studio._turn(number)
        later = [each for each in studio.tables[1:] if each is not None and each.session.table.called]
        assert not later and len(studio.tables) == 12


def test_a_studio_has_four_tables_of_each_game_and_names_for_all(tmp_path: Path) -> None:
    plan = StudioPlan(folder=tmp_path)
    games = [planned.game for planned in plan.studio_tables]
    assert [games.count(game) for game in DOCUMENTED] == [4, 4, 4]
    assert len({each.name for each in plan.studio_tables}) == 12
    assert len({each.journal for each in plan.studio_tables}) == 12
    assert {planned.dealer for planned in plan.studio_tables} | {"P2", "P3"} == plan.names.keys()


class _Away:
    """A desk of a floor that is not there."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)

    def read(self) -> Reading:
        self.asked.release()
        raise NoDoor("no server")

    def close(self) -> None:
        pass


def test_pit_bosses_who_do_not_reach_the_floor_say_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("console.floor.studio.simulated_studio._LOOK", 0.01)
    monkeypatch.setattr(SimulatedTable, "turn", lambda table: 60.0)
    desk = _Away()
    with ExitStack() as stack:
        plan = StudioPlan(folder=tmp_path, tables=1)
        studio = Studio(plan, SetClock(), lambda name: door_to_nowhere(), stack, desk)  # type: ignore[arg-type]
        with studio.at_play():
            for _ in range(5):
                assert desk.asked.acquire(timeout=60)
    found = [each for each in caplog.messages if "pit bosses" in each]
    assert found == ["the pit bosses do not reach the floor: no server"]


def test_a_bug_at_one_table_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned, many = set[str](), threading.Semaphore(0)

    def turn(table: SimulatedTable) -> float:
        turned.add(table.planned.name)
        many.release()
        if table.planned.name == "B1":
            raise RuntimeError("a bug")
        return 0.0

    monkeypatch.setattr(SimulatedTable, "turn", turn)
    with ExitStack() as stack:
        studio = Studio(
            StudioPlan(folder=tmp_path, tables=3), SetClock(), lambda name: door_to_nowhere(), stack, None
        )
        with studio.at_play():
            for _ in range(20):
                assert many.acquire(timeout=60)
    assert turned == {"B1", "J1", "R1"}


@pytest.mark.sweep
def test_the_floor_of_this_machine_starts_a_studio_and_ends_all_that_it_started() -> None:
    with tempfile.TemporaryDirectory(prefix="floor-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # a server that root starts runs as nobody
        command = [sys.executable, "-c", "import sys; from console.cli import main; sys.exit(main())"]
        command += ["floor", "--no-window", "--folder", str(folder / "f"), "--tables", "1", "--pace", "0"]
        with _interruptible(command) as started:
            try:
                assert started.stdout is not None
                dsn = started.stdout.readline().strip()
                assert _shipped(dsn) > 20
                with _interruptible(command) as second:
                    assert second.stdout is not None
                    assert second.stdout.readline().strip() == dsn, "it finds the server that runs"
                    second.send_signal(signal.SIGINT)
                assert (second.returncode, started.poll()) == (0, None), "and ends nothing of the first"
                started.send_signal(signal.SIGINT)
                assert started.wait(60) == 0
            finally:
                started.kill()
        assert not (folder / "f" / "data" / "postmaster.pid").exists(), "the server has ended"
        assert Shipment(folder / "f" / "tables" / "b1.db").last()[0] > 20


def _interruptible(command: list[str]) -> subprocess.Popen[str]:
    """A process as one in the foreground: a shell's background has Ctrl-C ignored by all that it starts."""
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, preexec_fn=heard)


def _shipped(dsn: str) -> int:
    """The number of entries once there are some."""
    import psycopg

    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("LISTEN floor")
        while True:
            row = connection.execute("SELECT coalesce(max(number), 0) FROM floor.journal").fetchone()
            assert row is not None
            if row[0] > 20:
                return int(row[0])
            for _ in connection.notifies(timeout=0.2):
                break
