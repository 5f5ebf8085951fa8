"""A process of its own: the wall's window over a floor under load, for ``SECONDS`` seconds.

``DSN SECONDS``: what it cost, how often it heard, and how long it stood still at the most, in one line.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from console.base.words import Words
from console.floor.desk import PostgresDesk
from console.floor.ui.floor_window import FloorWindow, WallOptions
from console.floor.wall import Reading
from console.table.core import SystemClock
from console.table.people.table_people import TrainingPeople

BEAT = 0.02
"""Seconds between two looks at whether the window goes on."""


def main(argv: Sequence[str]) -> int:
    """Show it, and end by itself."""
    dsn, seconds = argv[0], float(argv[1])
    application = QApplication([])
    heard, stood, tiles = 0, 0.0, 0
    last = time.monotonic()

    def count(_: Reading) -> None:
        nonlocal heard, tiles
        heard, tiles = heard + 1, len(window.alarms.moment.tiles)

    def beat() -> None:
        nonlocal last, stood
        now = time.monotonic()
        stood, last = max(stood, now - last - BEAT), now

    desk = PostgresDesk(dsn)
    silent = WallOptions(beep=lambda: None)
    window = FloorWindow(desk, TrainingPeople(()), Words("de"), "Riga", clock=SystemClock(), options=silent)
    window.line.reading_came.connect(count)
    window.resize(1920, 1080)
    window.show()
    window.start()
    beats = QTimer(interval=round(1e3 * BEAT))
    beats.timeout.connect(beat)
    QTimer.singleShot(0, beats.start)
    QTimer.singleShot(round(1e3 * seconds), application.quit)
    begun, worked = time.monotonic(), time.process_time()
    application.exec()
    took, worked = time.monotonic() - begun, time.process_time() - worked
    window.close()
    print(
        f"wall {worked / took:.3f} core, {heard / took:.1f} readings a second of {tiles} tables, "
        f"stood still {1e3 * stood:.0f} ms at most"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
