"""Two reports of one bet time at a LIVE table, whose console is killed while the second one waits."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.base.setup.environment import ROOT
from console.table.core.state.actions import Action
from console.table.custody.verdict import replayer
from console.table.journal.proof.verification import verify
from tests.app.two_reports import FIRST, SECOND, Left, left, live, row_of
from tests.sweep import by_turns
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.incident.test_presses import come_to


@pytest.mark.parametrize(("game", "language"), by_turns([*FIRST], ["de", "ja", "lt"]))
def test_the_second_report_is_decided_by_the_bet_time_in_which_it_was_made(
    game: str, language: str, qtbot: QtBot, tmp_path: Path
) -> None:
    """TB-2, LT-BAC-22b, LT-BJ-2.3.13b, LT-ROU-31b: bets closed in between, and the console came back."""
    command = [sys.executable, "-m", "tests.app.two_reports", game, language, str(tmp_path)]
    killed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr[-3000:]
    shown = Left(*json.loads(killed.stdout))
    first, second = (row_of(game, language, *each[game]) for each in (FIRST, SECOND))
    with live(qtbot, tmp_path, game, language, down=90) as table:
        work = table.work
        assert left(table) == shown and (shown.open, shown.queued, shown.bets) == (first.kind, 1, "closed")
        table.decide(first)
        if work.due == Action.SETTLE:  # there was no bet on either number
            table.press(table.screen.bar.primary)
            table.press(menu_rows(table.screen.presses.confirmation)[1])
        assert work.view.incident is not None and work.view.incident.kind == second.kind
        table.decide(second)
        past = work.shown.table.incidents.past
        incident = work.view.incident
        assert incident is not None
        decided = (incident.kind, incident.clause, incident.outcome)
        assert decided == (second.kind, second.clause, second.outcome)
        assert (past[-1].kind, past[-1].outcome) == (first.kind, come_to(first))
    assert verify(tmp_path / "journal.db", replayers=replayer).flaw is None
