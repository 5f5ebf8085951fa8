"""``python3 -m tests agree``: what documents of random sessions say, beside one another.

A session is some half an hour at one table, with two bounds of shifts and the end of a month; in it the
console starts again, the clock is set, reports wait, people come and go. Compared are the reports by shift,
by time and of all, each record by ``incident`` and inside its round's file, the log's row and detail, the
replay, the wheel's figures, the trial and the wall. Each difference that is permitted stands in
``permitted.py`` with its reason. The exit status is 0 only if there is no other one. What the console notes
beside play is compared with an account of its own: offices to inform, pictures of the recorder, duties,
signatures; and the export is asked for each figure of a shift's report. Each list of the review, as its keys
filter the log, is compared with that of the paper, its CSV and its view in the export, times that came again
with their turns; each contradiction with its answer in log, reports, handover, records and rounds' files;
and of each report, waiting or not, row and facts with the table at the moment at which it was made.
After each act the last view that went out to the game server is compared with the table's own.

``--sessions 50`` is how many, ``--seed N`` the first one; ``--all`` prints the permitted ones, too;
``--disputed`` has devices, people and counts contradict each other more often.
``--plant offices`` puts a fault into the console first, and ends at the first session that differs. A
difference is printed when it is found, and after every ten sessions how many were compared.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.instruments.account.running import TEN, own_folder

SHOWN = 3
"""The differences of one fact that are printed of one session."""


def main(argv: Sequence[str]) -> int:
    """Play and compare; 1 if anything differs that may not."""
    from tests.instruments.account.plants import plant
    from tests.instruments.agree.plants import PLANTS

    parser = argparse.ArgumentParser("python3 -m tests agree", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50, help="how many (50)")
    parser.add_argument("--seed", type=int, default=0, help="the first session (0)")
    parser.add_argument("--lines", type=int, default=160, help="the lines of each (160)")
    parser.add_argument("--all", action="store_true", help="the permitted differences, too")
    parser.add_argument("--plant", choices=PLANTS, help="a fault to be found")
    parser.add_argument("--disputed", action="store_true", help="devices and people contradict each other")
    given = parser.parse_args(argv)
    if given.plant:
        plant(PLANTS[given.plant])
    os.environ["TZ"] = "UTC"
    time.tzset()
    logging.disable(logging.CRITICAL)
    counted: Counter[str] = Counter()
    permitted: Counter[str] = Counter()
    with own_folder() as folder:
        from tests.instruments.agree.comparing import differences
        from tests.instruments.agree.documents import Difference
        from tests.instruments.agree.permitted import reason_for
        from tests.instruments.agree.rare_sessions import RareSitting

        for seed in range(given.seed, given.seed + given.sessions):
            shown: Counter[str] = Counter()
            with TemporaryDirectory(dir=folder) as own:
                sitting = RareSitting(seed, Path(own), disputed=given.disputed)
                files = sitting.files(given.lines)
                missed = (Difference("view out", "link", each, None) for each in sitting.missed)
                for each in (*differences(files), *missed):
                    reason = reason_for(each)
                    tally = counted if reason is None else permitted
                    tally[each.fact] += 1
                    shown[each.fact] += 1
                    if shown[each.fact] <= SHOWN and (reason is None or given.all):
                        may = "" if reason is None else f" [permitted: {reason}]"
                        print(
                            f"session {seed}, {sitting.game} {sitting.rules}: {str(each)[:600]}{may}",
                            flush=True,
                        )
            if given.plant and counted:
                break
            if (done := seed + 1 - given.seed) % TEN == 0:
                print(f"{done} sessions up to {seed}, {counted.total()} differences", flush=True)
    for fact, count in counted.most_common():
        print(f"{count:6} {fact}")
    print(f"{seed + 1 - given.seed} sessions, {counted.total()} differences, {permitted.total()} permitted")
    return 1 if counted else 0
