"""The real window at work, killed at any moment: what was on the screen is in the journal, to the state.

The one that is killed says after each view which entry it shows, and a digest of the whole state.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.table.core import Table, game_of
from console.table.core.judging.checkpoints import table_after
from console.table.custody.verdict import replayer
from console.table.game import load_rulebook
from console.table.journal import archives, review, verify
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


def killed_at_months_end(folder: Path, times: int, seed: int = 1) -> Harm:
    """Kill ``times`` windows, before and after the end of each month, while one plays or closes the file."""
    harm, chance = Harm("the window killed at a month's end"), random.Random(f"month {seed}")
    for number in range(times):
        place = folder / "months"
        place.mkdir(exist_ok=True)
        year, month = divmod(number // 2 + 1, 12)
        end = datetime(2026 + year, month + 1, 1, tzinfo=UTC)
        begun = end + timedelta(seconds=90 if number % 2 else -20)
        by = chance.choice((signal.SIGKILL, signal.SIGTERM))
        shown = _killed(GAMES[0], place, number, by, chance, begun)
        checked, flaws = _wrong(GAMES[0], place, shown)
        harm.done(checked, [f"{begun:%Y-%m-%d}, no. {number}: {flaw}" for flaw in flaws])
    closed = len(archives.volumes(place / f"{GAMES[0]}.db")) - 1
    harm.note = f"{closed} files were closed"
    return harm


def _killed(
    game: str, folder: Path, number: int, by: int, chance: random.Random, begun: datetime | None = None
) -> list[tuple[int, str]]:
    """The entries that it showed, each with its state's digest."""
    command = [sys.executable, "-m", "tests.instruments.harm.windows", game, str(folder), str(number)]
    command += [] if begun is None else [begun.isoformat()]
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
    journals = archives.volumes(folder / f"{game}.db")
    for verdict in (verify(each, replayers=replayer) for each in journals):
        if verdict.flaw is not None:
            return len(shown), [f"{verdict.flaw} at entry {verdict.entry} of {verdict.entries}"]
    flaws = []
    for entry, said in shown[-3:]:
        if not any(digest(each) == said for each in _tables_at(game, journals, entry)):
            flaws.append(f"entry {entry} showed another state than any file of its journal")
    return len(shown), flaws


def _tables_at(game: str, journals: Sequence[Path], entry: int) -> Iterator[Table]:
    """The table at an entry of each file that has it."""
    played = game_of(load_rulebook(RULES), game)
    for journal in journals:
        with review(journal) as kept:
            _, begun = kept.begin(0)
            rows = [each for each in kept.entries(0) if each.number <= entry]
        if len(rows) == entry:
            yield table_after(played, begun, rows)


def digest(table: Table) -> str:
    """The digest of a table's whole state."""
    return sha256(timeless(table)).hexdigest()


def main(game: str, folder: Path, seed: int, begun: datetime | None = None) -> None:
    """Work until killed; from ``begun`` on by the clock."""
    from PySide6.QtWidgets import QApplication

    from tests.instruments.harm.nights import night

    application = QApplication.instance() or QApplication([])
    with night(game, RULES, folder, seed, begun) as table:
        bridge = table.console.bridge
        bridge.table_shown.connect(lambda shown: print(shown.view.entry, digest(shown.table), flush=True))
        table.play(1e9)
    assert application is not None


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), *map(datetime.fromisoformat, sys.argv[4:]))
