"""What a simulated device has to send, kept until somebody reads its port."""

from __future__ import annotations

import time

from console.devices.wire import Wire


class Outbox:
    """Messages in their order on their way to a wire; a byte to a port that nobody has open would be gone."""

    def __init__(self, wire: Wire) -> None:
        """Send through ``wire``, which is plugged in."""
        self.wire = wire
        self._waiting: list[bytes] = []
        self._last = b""
        self._open_since: float | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._waiting)

    def put(self, message: bytes) -> None:
        """Send a message now, or as soon as somebody reads."""
        self._waiting.append(message)
        self.flush()

    def plug_in(self, *, last_again: bool) -> None:
        """Plug the wire in; ``last_again`` sends the last message once more, before all that waits."""
        if last_again and self._last:
            self._waiting.insert(0, self._last)
        self._open_since = None
        self.wire.plug_in()

    def flush(self) -> bool:
        """Send what waits; False when nothing does, or nobody reads yet."""
        if not self._waiting or not self._is_heard():
            return False
        for message in self._waiting:
            self.wire.write(message)
        self._last = self._waiting[-1]
        self._waiting.clear()
        return True

    def _is_heard(self) -> bool:
        if not self.wire.listening:
            self._open_since = None
            return False
        now = time.monotonic()
        if self._open_since is None:
            self._open_since = now
        return now - self._open_since >= self.wire.settling
