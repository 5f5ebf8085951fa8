"""The playback of a part of a journal: its present moment and second, its speed, and whether it runs.

It knows the timeline and no widget; the caller says what time it is, in seconds of a monotonic clock.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from console.ui.review.replay.replay_line import Timeline

SPEEDS: Final = (1, 4, 16)
"""How many times as fast as at the table it may run."""
NOTHING: Final = Timeline(datetime.min.replace(tzinfo=UTC), (0.0,), (0.0,))
"""The timeline before the first part of a journal is shown."""


class Playback:
    """One timeline, at one moment of it; paused at first."""

    def __init__(self, line: Timeline = NOTHING, speed: int = 1) -> None:
        self.line, self.speed = line, speed
        self._seconds, self._moment = 0.0, 0
        self._last: float | None = None
        """The time at which it went on last, in seconds; None while it is paused."""

    @property
    def moment(self) -> int:
        """The number of the present moment, from 0."""
        return self._moment

    @property
    def seconds(self) -> float:
        """The present second, counted from the first moment."""
        return self._seconds

    @property
    def is_playing(self) -> bool:
        """Whether it runs by itself."""
        return self._last is not None

    @property
    def is_at_end(self) -> bool:
        """Whether nothing comes after the present second."""
        return self._seconds >= self.line.length

    def go_to(self, moment: int) -> None:
        """Go to a moment; before the first one to the first, after the last one to the last."""
        self._moment = max(0, min(moment, len(self.line.seconds) - 1))
        self._seconds = self.line.seconds[self._moment]

    def go_to_second(self, seconds: float) -> None:
        """Go to a second, which may lie between two moments."""
        self._seconds, self._moment = seconds, self.line.moment(seconds)

    def play(self, now: float) -> None:
        """Run from the present second on."""
        self._last = now

    def pause(self) -> None:
        """Stand still at the present second."""
        self._last = None

    def go_on(self, now: float) -> None:
        """Go on by the time that has passed, as fast as its speed says; it pauses at its end."""
        if self._last is None:
            return
        passed, self._last = now - self._last, now
        self.go_to_second(min(self.line.length, self._seconds + passed * self.speed))
        if self.is_at_end:
            self.pause()
