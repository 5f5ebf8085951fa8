"""``python3 -m tests account``: sessions at random, and what is written of them, beside a second account.

The account reads the lines that were sent and the table protocol, never the console's views or code: each
answer and why it did or did not count, each round's result, the cards left, the incidents of each shift,
what was asked at each second. A session is some half an hour of one game, with two bounds of shifts and the
end of a month, at which the journal goes on in another file. Compared are each round's file (JSON, text
and, with pdftotext on the machine, its pages; as values its cards after each line, its presses, runs of the
ball, worksheets, readings by hand and the bytes of the others, the hands before and after each of its
incidents, and what was said of it), each shift's report (the same: its incidents, figures, halts, hours,
dealers and shoes; as values its corrected cards, who came and went, sign-ins that failed, changes of
accounts, set clocks, skipped steps, what was used up, and the open points of its handover), the list of
incidents, the log, what a search finds, the screen of the table at work after each line and at the end of
each time, and each round's replay: every field of its screen beside the one at work, the cards and words on
its felt, and what it showed at each second. The exit status is 0 only if all agree.

``--sessions 50`` is how many, ``--seed N`` the first one. ``--harmed`` damages the journal's file twice in
each, which the next start salvages: the journal has up to four files then. ``--rare`` does things that a
shift seldom sees (``rare_acts``). ``--disputed`` has devices, people and counts contradict each other more
often. ``--plant early`` puts a fault into the console first, and ends at the first session that differs.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

TEN = 10
"""After so many sessions a line says how far it is."""


def main(argv: Sequence[str]) -> int:
    """Play and compare; 1 if anything differs."""
    from tests.instruments.account.plants import PLANTS, plant

    parser = argparse.ArgumentParser("python3 -m tests account", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50, help="how many (50)")
    parser.add_argument("--seed", type=int, default=0, help="the first session (0)")
    parser.add_argument("--plant", choices=PLANTS, help="a fault to be found")
    parser.add_argument("--harmed", action="store_true", help="files are damaged, and salvaged")
    parser.add_argument("--rare", action="store_true", help="things are done that a shift seldom sees")
    parser.add_argument("--disputed", action="store_true", help="devices and people contradict each other")
    given = parser.parse_args(argv)
    rare, disputed = given.rare, given.disputed
    if given.plant:
        plant(PLANTS[given.plant])
        rare, disputed = rare or PLANTS[given.plant].rare, disputed or PLANTS[given.plant].disputed
    os.environ["TZ"] = "UTC"
    time.tzset()
    pdf = shutil.which("pdftotext") is not None
    if not pdf:
        print("no pages are read: there is no pdftotext (the package poppler-utils)")
    with own_folder():
        from tests.instruments.account.comparing import differences

        told = Told(partial(print, flush=True))
        for seed in range(given.seed, given.seed + given.sessions):
            found = differences(seed, pdf=pdf, harmed=given.harmed, rare=rare, disputed=disputed)
            told.tell(seed, found)
            if given.plant and told.facts:
                break
            if (done := seed + 1 - given.seed) % TEN == 0:
                print(f"{done} sessions up to {seed}, {told.sessions} of them differ", flush=True)
    played = seed - given.seed + 1
    print(f"{played} sessions, {told.sessions} of them differ, in {told.facts} facts")
    return 1 if told.facts else 0


class Told:
    """The differences so far."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say, self.sessions, self.facts = say, 0, 0

    def tell(self, seed: int, found: Sequence[str]) -> None:
        """Name the differences of one session."""
        for each in found:
            self.say(f"session {seed}: {each}")
        self.sessions += bool(found)
        self.facts += len(found)


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder for journals and for what a console keeps for a person, in memory where there is room."""
    # A session is hundreds of thousands of frozen values without cycles: to look for them is a fourth of it.
    gc.set_threshold(200_000)
    memory = Path("/dev/shm")
    with TemporaryDirectory(prefix="account-", dir=memory if memory.is_dir() else None) as folder:
        os.environ["TMPDIR"] = folder
        for name in ("DATA", "CONFIG", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = folder
        yield Path(folder)
