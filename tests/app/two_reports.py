"""A LIVE table at which a second report waits behind the first while bets close, and whose console is killed.

The window is the real one, with its devices at ports of their own; all is pressed. It runs in a process of
its own until it kills itself; the window after it goes on with its journal.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from console.table.config import LinkConfig
from console.table.core import Action, SetClock
from tests.app.live_kinds import LiveTable
from tests.instruments.harm.around import Turning
from tests.table.incidents.rows import Expected, committed
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.harness.game_server import game_server
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.painting import advance
from tests.table.ui.incident.test_presses import choose_kind
from tests.table.ui.window.test_simulated_roulette import to_spin, until_state
from tests.table.ui.window.test_table_window import lamp

FIRST: Final = {
    "baccarat": ("prohibited_action", "advice_given"),
    "blackjack": ("prohibited_action", "advice_given"),
    "roulette": ("wrong_number_recorded", "0-36"),
}
"""The kind of the first report of a game, and the fact by which it is decided."""
SECOND: Final = {
    "baccarat": ("played_past_cut_card", "betting"),
    "blackjack": ("played_past_cut_card", "betting"),
    "roulette": ("spun_in_bet_time", "pocket"),
}
"""Of the second one what it is as it is made, in bet time."""


class Left(NamedTuple):
    """The prompt, its words on the screen, and both reports."""

    prompt: dict[str, Any]
    headline: str
    open: str
    queued: int
    bets: str


def row_of(game: str, rules: str, kind: str, value: str) -> Expected:
    """The row of the decision table by a kind and a value of its facts."""
    rows = (row for row in committed() if row.game == game and row.kind == kind)
    return next(
        row for row in rows if value in dict(row.facts).values() and (not row.rules or rules in row.rules)
    )


def left(table: LiveTable) -> Left:
    """The window as it is now."""
    view = table.work.view
    assert view.incident is not None and view.incident.kind is not None
    prompt = {"action": view.prompt.action, "actor": view.prompt.actor, "fact": view.prompt.fact}
    headline: str = table.screen.prompt.text.headline
    return Left(prompt, headline, view.incident.kind, view.incident.queued, str(view.bets))


@contextmanager
def live(bot: Any, folder: Path, game: str, language: str, down: float = 0.0) -> Iterator[LiveTable]:
    """The LIVE table of a market and its language, from its first start or after a stop."""
    with (
        game_server() as server,
        at_work(
            *(bot, folder, language, language), link=LinkConfig(server.url), game=game, ready=True, live=True,
            down=down, from_end=208,
        ) as work,
    ):  # fmt: skip
        work.until(lambda: lamp(work, "link") is None)
        yield LiveTable(work, server, language, language)


def report_twice(table: LiveTable, game: str) -> None:
    """Report both kinds in bet time; the game server ends it."""
    work = table.work
    if game == "roulette":  # the number of a round before may be wrong
        table.tell({"do": "bets", "state": "open"})
        table.tell({"do": "bets", "state": "closed"})
        to_spin(work)
        work.enter()
        until_state(work, 5)
        work.until(lambda: work.due == "announce")
        work.enter()
    table.tell({"do": "bets", "state": "open"})
    for kind, _ in (FIRST[game], SECOND[game]):
        QTest.keyClick(table.screen, Qt.Key.Key_F2)
        work.until(work.is_settled)
        choose_kind(table, kind)  # type: ignore[arg-type]
    table.tell({"do": "bets", "state": "closed"})


class Bot(Turning):
    """Turns the window's loop where there is no pytest."""

    def addWidget(self, widget: QWidget) -> None:
        """Keep nothing: nobody takes the window down."""


def decide_first(table: LiveTable, game: str, language: str) -> None:
    """Decide the first report, to its end: the one that waited opens."""
    table.decide(row_of(game, language, *FIRST[game]))
    if table.work.due == Action.SETTLE:  # there was no bet on either number
        table.press(table.screen.bar.primary)
        table.press(menu_rows(table.screen.presses.confirmation)[1])


def main(game: str, language: str, folder: Path, decided: bool) -> None:
    """Report twice, perhaps decide the first one, say what is shown, and be killed."""
    application = QApplication.instance() or QApplication([])
    with pytest.MonkeyPatch.context() as patch, live(Bot(), folder, game, language) as table:
        # A person who presses has seen the screen, as in every test of a window.
        patch.setattr(SetClock, "advance", advance)
        report_twice(table, game)
        if decided:
            decide_first(table, game, language)
        print(json.dumps(left(table)), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    assert application is not None


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4] == "decided")
