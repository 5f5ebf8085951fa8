"""The real window at work, killed at any moment: what was on the screen is in the journal, to the state.

The one that is killed says after each view which entry it shows, and a digest of the whole state.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.game.rulebook import load_rulebook
from console.journal import Row
from console.journal.proof.verification import verify
from console.journal.reader import review
from console.table.games.registry import game_of
from console.table.judging.checkpoints import table_after
from console.table.state.table import Table
from tests.instruments.harm.driving import ROOT, pause
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import timeless

GAMES: Final = ("baccarat", "blackjack", "roulette")
RULES: Final = "sv"
PATIENCE: Final = 60.0


def killed_in_the_window(folder: Path, times: int, by: int = signal.SIGKILL, seed: int = 1) -> Harm:
    """Kill ``times`` windows, over all games in turn; each continues the journal of the window before."""
    harm, chance = Harm(f"the window killed: {signal.Signals(by).name}"), random.Random(f"{by} {seed}")
    for number in range(times):
        game = GAMES[number % len(GAMES)]
        place = folder / f"{game}-{by}"
        place.mkdir(exist_ok=True)
        shown = _killed(game, place, number, by, chance)
        checked, flaws = _wrong(game, place, shown)
        harm.done(checked, [f"{game}, no. {number}: {flaw}" for flaw in flaws])
    return harm


def _killed(game: str, folder: Path, number: int, by: int, chance: random.Random) -> list[tuple[int, str]]:
    """The entries that it showed, each with its state's digest."""
    command = [sys.executable, "-m", "tests.instruments.harm.windows", game, str(folder), str(number)]
    quiet = {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*=false", "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as console:
        assert console.stdout
        said = [console.stdout.readline() for _ in range(chance.randint(1, 60))]
        pause(chance.uniform(0, 0.02))
        console.send_signal(by)
        said += console.stdout.readlines()
    whole = [line.split() for line in said if line.endswith("\n")]
    return [(int(entry), digest) for entry, digest in whole]


def _wrong(game: str, folder: Path, shown: list[tuple[int, str]]) -> tuple[int, list[str]]:
    if not shown:
        return 0, ["it showed nothing"]
    (journal,) = folder.glob("*.db")
    verdict, last = verify(journal), max(entry for entry, _ in shown)
    if verdict.flaw is not None or verdict.entries < last:
        return len(shown), [f"{verdict.flaw} at {verdict.entries} entries, {last} were shown"]
    with review(journal) as kept:
        rows = [
            Row(each.number, each.event, each.refused, each.at, each.monotonic) for each in kept.entries(0)
        ]
    played = game_of(load_rulebook(RULES), game)
    flaws = []
    for entry, said in shown[-3:]:
        told = table_after(played, None, [row for row in rows if row.number <= entry])
        if digest(told) != said:
            flaws.append(f"entry {entry} showed another state than its journal tells")
    return len(shown), flaws


def digest(table: Table) -> str:
    """The digest of a table's whole state."""
    return sha256(timeless(table)).hexdigest()


def main(game: str, folder: Path, seed: int) -> None:
    """Work until killed."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.nights import night

    application = QApplication.instance() or QApplication([])
    with night(game, RULES, folder, seed) as table:
        bridge = table.console.bridge
        bridge.table_shown.connect(lambda shown: print(shown.view.entry, digest(shown.table), flush=True))
        table.play(1e9)
    assert application is not None


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
