"""Two reports of one bet time at a LIVE table, whose console is killed while the second one waits."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.base.setup import ROOT
from console.table.custody.verdict import replayer
from console.table.journal import verify
from console.table.ui.incident.stage import Stage
from tests.app.two_reports import FIRST, SECOND, Left, decide_first, left, live, row_of
from tests.sweep import by_turns
from tests.table.ui.incident.test_presses import come_to


def killed(game: str, language: str, folder: Path, when: str) -> Left:
    """The prompt and the reports of a console as it was killed."""
    command = [sys.executable, "-m", "tests.app.two_reports", game, language, str(folder), when]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr[-3000:]
    return Left(*json.loads(done.stdout))


@pytest.mark.parametrize(("game", "language"), by_turns([*FIRST], ["de", "ja", "lt"]))
def test_the_second_report_is_decided_by_the_bet_time_in_which_it_was_made(
    game: str, language: str, qtbot: QtBot, tmp_path: Path
) -> None:
    """TB-2, LT-BAC-22b, LT-BJ-2.3.13b, LT-ROU-31b: bets closed in between, and the console came back."""
    shown = killed(game, language, tmp_path, "reported")
    first, second = (row_of(game, language, *each[game]) for each in (FIRST, SECOND))
    with live(qtbot, tmp_path, game, language, down=90) as table:
        work, asked = table.work, list[bool]()
        table.window.sign_in.asks.connect(lambda: asked.append(True))
        assert left(table) == shown and (shown.open, shown.queued, shown.bets) == (first.kind, 1, "closed")
        decide_first(table, game, language)
        assert work.view.incident is not None and work.view.incident.kind == second.kind
        table.decide(second)
        assert len(asked) == 2, "each decision has a sign-in of its own at the screen of the dealer"
        past = work.shown.table.incidents.past
        incident = work.view.incident
        assert incident is not None
        decided = (incident.kind, incident.clause, incident.outcome)
        assert decided == (second.kind, second.clause, second.outcome)
        assert (past[-1].kind, past[-1].outcome) == (first.kind, come_to(first))
    assert verify(tmp_path / "journal.db", replayers=replayer).flaw is None


@pytest.mark.parametrize(("game", "language"), by_turns([*SECOND], ["ja", "lt", "de"]))
def test_after_a_kill_the_second_report_asks_for_a_whole_sign_in(
    game: str, language: str, qtbot: QtBot, tmp_path: Path
) -> None:
    """TB-30: within her authority's time one press is enough, but a console that was stopped ends it."""
    shown, second = killed(game, language, tmp_path, "decided"), row_of(game, language, *SECOND[game])
    with live(qtbot, tmp_path, game, language, down=60) as table:
        assert left(table) == shown and (shown.open, shown.queued) == (second.kind, 0)
        while table.stage is Stage.FACT:
            table._tell_fact(second)
        table.press(table.screen.incident.bar.primary)
        assert table.window.sign_in.is_asking and table.window.people_here.pit_boss_here() is None
        table.sign_in("P1")
        table.decide(second)
        incident = table.work.view.incident
        assert incident is not None
        decided = (incident.kind, incident.clause, incident.outcome)
        assert decided == (second.kind, second.clause, second.outcome)
    assert verify(tmp_path / "journal.db", replayers=replayer).flaw is None
