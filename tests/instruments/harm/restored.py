"""A backup that is killed while the table plays, one that is not, and a table that goes on from its copy.

The table is `drive` in a process of its own; the backup is another, held at each of its steps while lines
are played, and killed at one of them.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.instruments.harm.driving import PATIENCE, ROOT, RUN, VIEW, Driving, driven, wrong
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import TABLES, Shift, shift_of, without_journal

LINES: Final = 300


def restored(folder: Path, tables: int, seed: int = 1) -> Harm:
    """Take ``tables`` tables; back each up twice, kill it, restore it from the copy, play to the
    shift's end.
    """
    harm = Harm("backup killed, another restored")
    for number in range(tables):
        table = TABLES[number % len(TABLES)]
        shift = shift_of(*table, LINES, seed)
        flaws = restored_once(folder / "-".join(table), shift, killed_at=1 + number % 5)
        harm.done(len(shift.lines), [f"{'-'.join(table)}: {each}" for each in flaws])
    return harm


def restored_once(folder: Path, shift: Shift, killed_at: int) -> list[str]:
    """The faults after all of it; the first backup is killed at its step of this number."""
    folder.mkdir()
    journal, copy = folder / "J.db", folder / "copy.db"
    with driven(shift, journal) as table:
        flaws = _play(table, shift, 0, LINES // 3)
        place = LINES // 3
        place, more = _backed_up(table, shift, place, journal, copy, killed_at)
        if copy.exists():
            more.append("a backup that was killed left a copy")
        begun = place
        place, again = _backed_up(table, shift, place, journal, copy, None)
        flaws += more + again + _play(table, shift, place, place + 10)
        table.harm(signal.SIGKILL)
        table.rest()
    has, lost = wrong(shift, copy, begun, place)
    flaws += [f"the copy: {each}" for each in lost]
    for file in folder.glob("J.db*"):
        file.unlink()
    for words in (("restore", copy, journal), ("verify", journal)):
        flaws += _typed(*words)
    return flaws + _played_on(shift, journal, has)


def _play(table: Driving, shift: Shift, first: int, end: int) -> list[str]:
    """Play these lines, each answered before the next; the table must stand then as the shift has it."""
    for line in shift.lines[first:end]:
        table.take(line)
    shown = without_journal(table.take(VIEW.rstrip())) == without_journal(shift.views[end])
    return [] if shown else [f"another view after {end} lines"]


def _backed_up(
    table: Driving, shift: Shift, place: int, journal: Path, copy: Path, killed_at: int | None
) -> tuple[int, list[str]]:
    """Back up, a line played at each step while it waits there; how many lines were played then."""
    flaws, step = list[str](), 0
    with subprocess.Popen(
        [sys.executable, "-m", "tests.instruments.processes.stepwise_backup", str(journal), str(copy)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout
        while (said := process.stdout.readline().strip()) and said != "done":
            step += 1
            if place < LINES - 40:
                flaws += _play(table, shift, place, place + 1)
                place += 1
            if step == killed_at:
                process.kill()
                break
            process.stdin.write("\n")
            process.stdin.flush()
        process.wait(PATIENCE)
    if killed_at is None and said != "done":
        flaws.append("the backup did not end")
    if step < (killed_at or 5):
        flaws.append(f"the backup had {step} steps")
    return place, flaws


def _typed(*words: object) -> list[str]:
    asked = [sys.executable, "-c", RUN, "journal", *map(str, words), "--lang", "en"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    return [] if done.returncode == 0 else [f"{words[0]}: {done.stdout}{done.stderr}"]


def _played_on(shift: Shift, journal: Path, has: int) -> list[str]:
    """Play the rest of the shift on what was put back; it must come to where the shift ends."""
    with driven(shift, journal) as table:
        flaws = _play(table, shift, has, has)
        flaws += _play(table, shift, has, len(shift.lines))
        table.end()
    return flaws + wrong(shift, journal, len(shift.lines), len(shift.lines))[1]
