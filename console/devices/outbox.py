"""What a simulated device has to send, kept until somebody reads its port."""

from __future__ import annotations

from console.devices.wire import Wire


class Outbox:
    """Messages in their order on their way to a wire; a byte to a port that nobody has open would be gone."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._waiting: list[bytes] = []
        self._last = b""

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._waiting)

    def put(self, message: bytes) -> None:
        """Send a message now, or as soon as somebody reads."""
        self._waiting.append(message)
        self.flush()

    def put_last_again(self) -> None:
        """Send the last message that went out once more, before all that waits."""
        if self._last:
            self._waiting.insert(0, self._last)

    def flush(self) -> bool:
        """Send what waits; False when nothing does, or nobody reads."""
        if not self._waiting or not self.wire.listening:
            return False
        for message in self._waiting:
            self.wire.write(message)
        self._last = self._waiting[-1]
        self._waiting.clear()
        return True
