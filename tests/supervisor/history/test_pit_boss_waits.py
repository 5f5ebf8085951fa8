"""How long a table waited for a pit boss, by the clock that nobody can set."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.history.pit_boss_waits import WaitFold, WaitKind
from console.supervisor.reports.journal_reports import table_report
from console.table.core import NoteKind, SetClock
from tests.supervisor.history.driven import moments_in
from tests.supervisor.reports.test_shift_bounds import BOUND
from tests.table.core.tables import Driven, Seen
from tests.table.played import session_at

CALL: Seen = {"do": "call", "by": "D1", "on": True}
LEAVES: Seen = {"do": "sign_out", "who": "P1"}
COMES: Seen = {"do": "sign_in", "who": "P1", "role": "pit_boss"}


@pytest.mark.parametrize("set_by", [3600, -3600], ids=["forward", "back"])
def test_a_set_clock_makes_no_wait_longer_or_shorter(tmp_path: Path, set_by: int) -> None:
    """Called, set, taken, set back, arrived: the wait itself was by the clock that nobody can set already."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    with session_at(path, clock) as session:

        def take(line: Seen) -> None:
            clock.advance(20)
            assert session.take(msgspec.json.encode(line)).accepted

        take(LEAVES)
        take(CALL)
        clock.set(set_by)
        clock.advance(30)
        session.note(NoteKind.COMING, who="P1")
        clock.set(-set_by)
        clock.advance(20)
        take(COMES)
        take({"do": "call", "by": "P1", "on": False})
    whole = table_report(path, Interval()).whole
    found = [round(each.longest or -1) for each in (whole.to_take, whole.to_arrive, whole.waits)]
    assert found == [30, 40, 90]


@pytest.mark.parametrize("set_by", [0, 3600, -3600])
def test_a_wait_is_taken_since_the_call_though_play_stopped_later(tmp_path: Path, set_by: int) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    with session_at(path, clock) as session:
        lines = (LEAVES, CALL, {"do": "incident", "by": "D1", "kind": "prohibited_action"})
        for line in lines:
            clock.advance(20)
            clock.set(set_by if line is lines[-1] else 0)
            assert session.take(msgspec.json.encode(line)).accepted
        clock.advance(30)
        session.note(NoteKind.COMING, who="P1")
    assert round(table_report(path, Interval()).whole.to_take.longest or -1) == 50


def test_a_pit_boss_who_comes_beside_another_one_has_come_to_the_call() -> None:
    """Wall and status said so; a call that the dealer ended after that was no wait in the report."""
    table = Driven("lt")
    for line in (CALL, {**COMES, "who": "P2"}, {**CALL, "on": False}):
        assert table.take(line)["accepted"]
    fold = WaitFold(table.game)
    found = [each for moment in moments_in(table) for each in fold.follow(moment)]
    assert [(each.what, each.dealer) for each in found] == [(WaitKind.ANSWERED, "D1")]
