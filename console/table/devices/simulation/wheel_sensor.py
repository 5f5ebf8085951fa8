"""A simulated wheel's sensor: it sends the lines of a real one, twice a second, over a wire.

It looks at the table's views as a dealer does and sends the ball when a prompt asks for it. Its lines come
from :class:`Rotor`; here is when the ball goes, and the mishaps of lines on their way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import ceil
from typing import ClassVar, Final, Literal

from console.table.devices.model import DeviceRole, WheelVoice
from console.table.devices.models.cammegh import WheelLines
from console.table.devices.simulation.cues import CueView, Question, question, takes_ball_out
from console.table.devices.simulation.rotor import Fault, Rotor
from console.table.devices.simulation.simulated import PACE, Simulated
from console.table.devices.simulation.wire import PtyWire

RUNNING: Final = 10
"""The ball runs for this multiple of :data:`PACE`: 16 s, about as long as at a real wheel."""
EVERY: Final = 0.5
"""Seconds between two lines."""
SILENCE: Final = 12
"""Lines that are held back by a silence, and then come at once."""
_NUMBER: Final = "await_number"


class SimulatedWheel(Simulated):
    """Spins a simulated wheel to one of ``numbers``; ``voice`` is its model's (None: the usual one's)."""

    name: ClassVar[Literal[DeviceRole.WHEEL]] = DeviceRole.WHEEL
    """The table protocol's."""

    def __init__(
        self,
        chance: random.Random,
        *,
        wire: PtyWire | None = None,
        pace: float | None = PACE,
        now: Callable[[], float] = time.monotonic,
        numbers: Sequence[int] = range(37),
        game: int = 1,
        voice: WheelVoice | None = None,
    ) -> None:
        super().__init__(chance, wire=wire, pace=pace, now=now)
        self._voice: WheelVoice = voice or WheelLines()
        self.wheel = Rotor(chance, numbers, game)
        self._lines_to_ball: int | None = None
        self._cut_short = 0
        self._held: list[bytes] = []
        self._silent_for = 0
        self._next_at = 0.0

    # What the table has of it.

    def start(self) -> None:
        """Send lines from now on, in a thread of its own."""
        self._next_at = self._now()
        super().start()

    def show(self, cue: CueView) -> None:
        """Look at the table's new view; each one must be shown, in its order."""
        with self._change:
            if takes_ball_out(cue.prompt) and self.wheel.runs:
                self.wheel.close(broken=False)
            before, self._shown = self._open_question(), cue
            asked = self._open_question()
            if asked == before:
                return
            if before is not None and asked is not None and asked[0] == _NUMBER:  # the same spin, confirmed
                self._answered = asked if self._answered == before else None
            else:
                self._answered, self._lines_to_ball = None, None

    @property
    def mishaps(self) -> frozenset[str]:
        """The mishaps asked for that have not happened yet, or last: a spin's fault, silence."""
        with self._change:
            waits = {
                "bet_time": self._in_bet_time,
                "silence": self._silent_for > 0,
                "cut_short": self._cut_short > 0,
            }
            fault = self.wheel.next_fault
            armed = {name for name, waiting in waits.items() if waiting}
            return frozenset(armed | {fault} if fault else armed)

    # These are a person's acts.

    def draw(self) -> None:
        with self._change:
            self._send_ball()

    def set_pace(self, pace: float | None) -> None:
        """Seconds between a prompt and its ball from now on; None: by hand."""
        with self._change:
            self.pace, self._lines_to_ball = pace, None

    def let_next_fail(self, fault: Fault) -> None:
        """Let the next spin go wrong: the ball with the rotor, a failed launch, a number that changes."""
        with self._change:
            self.wheel.let_next_fail(fault)

    def fail_sensor(self) -> None:
        """Let the sensor fail now; after a while it is set right."""
        with self._change:
            self.wheel.close(broken=True)

    def close_in_game(self) -> None:
        with self._change:
            self.wheel.close(broken=False)

    def ball_in_bet_time(self) -> None:
        """Send the ball in bet time: now, else as soon as the next one begins."""
        with self._change:
            self._in_bet_time = True

    def fall_silent(self, lines: int = SILENCE) -> None:
        """Hold this number of lines back, then send them all at once."""
        with self._change:
            self._silent_for = lines

    def cut_short(self, lines: int = 3) -> None:
        """Send this number of lines without their last field."""
        with self._change:
            self._cut_short = lines

    def plug_in(self) -> None:
        """Plug the cable in again; lines sent meanwhile are lost."""
        with self._change:
            self._wire.plug_in()

    # Its time.

    def step(self) -> bool:
        """Move on by half a second without waiting for it, and send its line; False when nobody reads."""
        with self._change:
            self._look()
            seen, begins = self.wheel.pass_on()
            self._send(self._voice.says(seen, begins=begins))
            return self._wire.ready

    def tick(self) -> None:
        """Send the line that is due by the clock; none is made up for that a clock has leapt over."""
        with self._change:
            now = self._now()
            if now >= self._next_at:
                self._next_at = max(self._next_at, now - EVERY / 2) + EVERY
                self.step()

    def _patience(self) -> float:
        return max(0.0, self._next_at - self._now())

    # Its ball.

    def _open_question(self) -> Question | None:
        """The spin for which the dealer is asked, or a confirmed spin's number; None if there is none."""
        prompt = self._shown.prompt if self._shown else None
        if prompt is None:
            return None
        spins = (prompt.action, prompt.actor) == ("spin", "dealer") or prompt.action == _NUMBER
        return question(prompt) if spins else None

    def _look(self) -> None:
        """Send the ball if it is time."""
        shown = self._shown
        if self._in_bet_time and shown and (shown.phase, shown.bets) == ("betting", "open"):
            self._in_bet_time = not self.wheel.is_ready
            self._send_ball()
        elif self._open_question() != self._answered and self.pace is not None and self.wheel.is_ready:
            left = ceil(self.pace / EVERY) if self._lines_to_ball is None else self._lines_to_ball - 1
            self._lines_to_ball = left
            if left <= 0:
                self._send_ball()

    def _send_ball(self) -> None:
        if self.wheel.is_ready:
            self.wheel.send_ball(ceil((PACE if self.pace is None else self.pace) * RUNNING / EVERY))
            self._answered, self._lines_to_ball = self._open_question(), None

    # Its bytes.

    def _send(self, lines: bytes) -> None:
        if self._cut_short and self._silent_for == 0:
            self._cut_short -= 1
            lines = self._voice.truncated_line(lines)
        self._held.append(lines)
        self._silent_for = max(0, self._silent_for - 1)
        if self._silent_for == 0:
            self._write(b"".join(self._held))
            self._held.clear()

    def _write(self, lines: bytes) -> None:
        """A byte to a port that nobody has open is lost, as a wheel's are."""
        if self._wire.ready:
            self._wire.write(lines)
