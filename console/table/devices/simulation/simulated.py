"""A simulated device without its game: the end of a cable, a pace, and a thread of its own."""

from __future__ import annotations

import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from console.table.devices.simulation.cues import CueView, Question
from console.table.devices.simulation.wire import PtyWire

PACE: Final = 1.6
"""Seconds from a prompt to its card, or to its ball in the track."""
NOISE: Final = 40
"""Bytes of a burst of noise."""


class Simulated(ABC):
    """Answers each prompt after ``pace`` seconds (None: by ``draw``); any thread may call any method."""

    def __init__(
        self,
        chance: random.Random,
        *,
        wire: PtyWire | None = None,
        pace: float | None = PACE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._chance, self._wire, self.pace, self._now = chance, wire or PtyWire(), pace, now
        self._change = threading.Condition(threading.RLock())
        self._shown: CueView | None = None
        self._answered: Question | None = None
        self._in_bet_time = False
        self._thread = threading.Thread(target=self._work, name="simulated device", daemon=True)
        self._stopping = False

    @property
    def url(self) -> str:
        """The URL for a link; it stays the same when the device is unplugged."""
        return self._wire.url

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread and take the port away for good."""
        with self._change:
            self._stopping = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join()
        self._wire.close()

    def unplug(self) -> None:
        with self._change:
            self._wire.unplug()

    def noise(self) -> None:
        """Send bytes that mean nothing."""
        with self._change:
            if self._wire.ready:
                self._wire.write(self._chance.randbytes(NOISE))

    @abstractmethod
    def tick(self) -> None:
        """Do the things that are due by the clock."""

    @abstractmethod
    def _patience(self) -> float | None:
        """Seconds until something is due; None while nothing is."""

    def _work(self) -> None:
        with self._change:
            while not self._stopping:
                self.tick()
                self._change.wait(self._patience())
