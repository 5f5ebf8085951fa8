"""The watch over the computer's clock, which a time server or a person may set during a commissioning.
Durations are measured by clocks that nobody sets. But only this clock shows when the certificate was made,
and when a token or a certificate of the game server ends.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from console.supervisor.records import Proof, Section, Slots, Subject, tried
from console.table.core import SET, Clock, SystemClock, Timekeeping

_EVERY: Final = 0.5
"""Seconds between two looks: a clock that is set and set back is noticed too."""
_TOGETHER: Final = 100_000_000
"""Nanoseconds within which both clocks must be read, to show the same moment."""
_MOST_LISTED: Final = 4
"""The most changes of the clock that a proof lists."""


class ClockWatch:
    """Looks at the clock from beginning to end, in its own thread."""

    def __init__(self, clock: Clock | None = None) -> None:
        """``clock`` is the clock to watch, by default the computer's. Nothing is looked at yet."""
        self._clock, self._kept = clock or SystemClock(), Timekeeping()
        self._first = Timekeeping()
        """The first moment, or the last at which it was found set: many small steps are a large one."""
        self._has_looked = False
        self._sets: list[tuple[datetime, float]] = []
        self._over, self._looking = threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._watch, name="clock watch", daemon=True)

    def begin(self) -> None:
        self.look()
        self._thread.start()

    def __enter__(self) -> ClockWatch:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End; the changes seen so far stay known."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            self.look()

    def look(self) -> None:
        """Compare the system's clock with one that nobody can set, since the last look and the first."""
        with self._looking:
            at, monotonic = self._moment()
            by = self._kept.set_by(at, monotonic) or self._first.set_by(at, monotonic)
            if by:
                self._sets.append((at, by))
            if by or not self._has_looked:
                self._first.goes_on(at, monotonic)
            self._kept.goes_on(at, monotonic)
            self._has_looked = True

    def _moment(self) -> tuple[datetime, int]:
        """Both clocks, read together, again if the thread had to wait between them."""
        while True:
            before = self._clock.monotonic()
            at = self._clock.utc()
            if self._clock.monotonic() - before < _TOGETHER:
                return at, before

    def proof(self) -> Proof:
        self.look()
        sets_list = "\n".join(_change_text(at, by) for at, by in self._sets[:_MOST_LISTED])
        figures = {"offset_s": max(abs(by) for _, by in self._sets)} if self._sets else {}
        slots: Slots = {"sets_list": sets_list} if sets_list else {}
        finding = tried(f"clock_set.{'found' if sets_list else 'none'}", not sets_list, figures, **slots)
        subject = Subject(Section.MACHINE, "machine clock set", "clock_set", seconds=int(SET))
        return subject.with_finding(finding)


def _change_text(at: datetime, by: float) -> str:
    """A change of the clock, from one time to another, in UTC."""
    return f"{at - timedelta(seconds=by):%Y-%m-%d %H:%M:%S} → {at:%Y-%m-%d %H:%M:%S} UTC"


def with_clock(proofs: Sequence[Proof], watch: ClockWatch) -> tuple[Proof, ...]:
    """These proofs, and that of the clock at the end of its section."""
    sections = tuple(Section)
    return tuple(sorted((*proofs, watch.proof()), key=lambda proof: sections.index(proof.section)))
