"""Bytes of the link to lines, however they were split, in bounded memory. No I/O."""

from __future__ import annotations


class LineReader:
    """Puts lines together. Of one that is too long only so much is kept that this can be seen."""

    def __init__(self, longest: int) -> None:
        """``longest`` is in bytes, without a line's end."""
        self._longest = longest
        self._part = bytearray()

    def feed(self, received: bytes) -> list[bytes]:
        """The lines whose end has come, without it (LF or CRLF).

        One that was longer than ``longest`` comes as its beginning, which still is.
        """
        *ends, rest = received.split(b"\n")
        lines = [self._ended(end) for end in ends]
        self._grow(rest)
        return lines

    def _ended(self, end: bytes) -> bytes:
        self._grow(end)
        line = bytes(self._part).removesuffix(b"\r")
        self._part.clear()
        return line

    def _grow(self, piece: bytes) -> None:
        # Two more than the longest: one may be the CR of its end, the other then says that it is longer.
        self._part += piece[: self._longest + 2 - len(self._part)]
