"""The wall's window: what a second of two hundred tables costs it, its frames, all of them at once.

Ours paints what has changed; theirs hears the same and paints everything again. CPU of this process, because
what is painted waits for nobody; in one process, in turn, on Qt's own offscreen screen.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle
from time import process_time

from PySide6.QtWidgets import QApplication, QWidget

from console.floor.wall import Reading
from console.table.core import SetClock
from console.table.ui.kit import GarbageCollection
from tests.floor.nights import busy_night, calm, with_these
from tests.floor.readings import reading, waiting
from tests.floor.ui.samples import window_of
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared

TABLES = 200
CHANGES = 2
"""Tables that change from one reading to the next, of ten a second."""
A_SECOND = 10
SECOND = "10 readings of 200 tables, 2 changed in each, CPU; theirs: the window painted whole at each"
FRAMES = "the CPU of one reading and its paint, the 99th of 100; theirs: the middle one"
AT_ONCE = "all 200 call, or are calm again, CPU; theirs: nothing changed, and painted whole"


def measure(pairs: int) -> Iterator[Measured]:
    """At the size of a wall's screen."""
    application = QApplication.instance() or QApplication([])
    window = window_of(busy_night(), "de")
    window.resize(1920, 1080)
    window.show()
    clock = window.clock
    assert isinstance(clock, SetClock)
    garbage = GarbageCollection(
        window
    )  # like a working overview: the collector is off and runs between two events

    def hear(told: Reading, *, whole: bool = False) -> float:
        clock.advance(1 / A_SECOND)
        begun = process_time()
        window.readings.take_reading(told)
        if whole:
            for part in window.findChildren(QWidget):
                part.update()
        application.processEvents()
        return process_time() - begun

    told = cycle(_second())
    taken = compared(
        lambda: sum(hear(next(told)) for _ in range(A_SECOND)),
        lambda: sum(hear(next(told), whole=True) for _ in range(A_SECOND)),
        pairs,
    )
    yield Measured.span("a second of the wall", taken, "ms", 0.15, SECOND)

    def frames() -> list[float]:
        return sorted(hear(next(told)) for _ in range(100))

    taken = compared(lambda: frames()[98], lambda: frames()[50], max(1, pairs // 3))
    span = Measured.span("a frame of the wall", taken, "ms", 20, FRAMES)
    yield span._replace(goal="<= 8 ms", met=taken.ours <= 0.008)

    called = [with_these([each], {0: waiting("x", age=9.0)})[0] for each in calm(TABLES)]
    both = cycle((reading(*called), reading(*calm(TABLES))))
    still = reading(*calm(TABLES))
    taken = compared(lambda: hear(next(both)), lambda: hear(still, whole=True), 2 * pairs)
    span = Measured.span(f"{TABLES} tables at once", taken, "ms", 20, AT_ONCE)
    yield span._replace(goal="<= 100 ms", met=taken.ours <= 0.1)
    garbage.end()
    window.close()


def _second() -> Sequence[Reading]:
    """Readings that follow one another, a few tables changed from one to the next."""
    chance, tables, played = random.Random(1), list(busy_night().tables), calm(TABLES)
    found = list[Reading]()
    for _ in range(300):
        for at in chance.sample(range(TABLES), CHANGES):
            calls = chance.random() < 0.15
            tables[at] = with_these([tables[at]], {0: waiting("x", age=1.0)})[0] if calls else played[at]
        found.append(reading(*tables))
    return found
