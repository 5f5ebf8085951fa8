"""A program that is a table: it commits entries without end, and ships them to the floor.

It writes the number of its newest entry after each commit; once its time is over it stops shipping.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path

from console.floor.door import PostgresDoor
from console.floor.shipper import Shipper, ShippingThread
from tests.floor.studio_server import journal
from tests.instruments.bench.play import lines_and_entries

_ENDS: float = 3.0
"""Seconds in which what was committed may still reach the floor."""


def ship(path: Path, dsn: str, pause: float, seconds: float | None = None) -> None:
    """Commit three entries at a time, with ``pause`` seconds between, for ``seconds`` seconds; None: for
    ever.
    """
    every = lines_and_entries(1_000)[1]
    with journal(path) as kept:
        thread = ShippingThread(Shipper(path, PostgresDoor(dsn, "T1"), None))
        thread.start()
        print(kept.last, flush=True)
        begun = time.monotonic()
        while seconds is None or time.monotonic() - begun < seconds:
            kept.append(every[kept.last % 900 :][:3])
            print(kept.last, flush=True)
            thread.wake()
            time.sleep(pause)
        time.sleep(_ENDS)
        thread.stop(5)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("journal", type=Path)
    parser.add_argument("dsn")
    parser.add_argument("pause", type=float)
    asked = parser.parse_args()
    ship(asked.journal, asked.dsn, asked.pause)
