"""Lines of cards in any form: their ends, lines that the device never sends, and noise."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, Self

from msgspec.structs import replace

from console.table.devices.line_pattern import LONGEST
from console.table.devices.model import Decoder
from console.table.devices.readings import CardUnread, Nothing, Reading
from console.table.devices.transport import GREETING, cleaned, greets, of_transport, says_unread

SCANS_AT_MOST: Final = 52
"""Failed scans in a row that are scans: more, without another line among them, are noise on the line."""
NOISE: Final = Nothing("noise")
_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


class CardLineDecoder(Decoder, frozen=True, kw_only=True):
    """The position in the lines of a shoe or reader.

    ``begun`` is the line that has not ended; after a CR (``after_cr``) an LF belongs to the line before.
    ``unread`` is how many lines were no line of the device since the last that was one, up to where they are
    noise.
    """

    begun: bytes = b""
    after_cr: bool = False
    unread: int = 0
    words: bool = False
    """Whether a line with any words can be a failed scan, while a card is due; up to 1.2 some were none."""

    def by_guide(self, *, blanks: bool, states: bool, beats: bool, words: bool) -> Self:
        return self if self.words == words else replace(self, words=words)

    @property
    def remainder(self) -> bytes:
        return self.begun

    @property
    def own_words(self) -> Collection[str]:
        """The words, in capitals, that lines of the device have."""
        return ()

    def after_line(self, line: bytes) -> tuple[Self, tuple[Reading, ...] | None]:
        """The decoder and the readings after a line; None if it is no line of the device."""
        raise NotImplementedError

    def feed(self, data: bytes) -> tuple[Self, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and the readings of every line that ended.

        A line that is none of the device's and nobody else's words is a failed scan, and noise once they do
        not end. No bytes raise an error.
        """
        return self._fed(data, fresh=False)

    def feed_fresh(self, data: bytes) -> tuple[Self, tuple[Reading, ...]]:
        return self._fed(data, fresh=True)

    def cut_off(self) -> Self:
        return replace(self, begun=b"", after_cr=False)

    def _fed(self, data: bytes, *, fresh: bool) -> tuple[Self, tuple[Reading, ...]]:
        if not data:
            return self, ()
        received = self.begun + (data[1:] if self.after_cr and data[0] == 0x0A else data)
        *lines, begun = _LINE_END.split(received)
        decoder, readings = self, list[Reading]()
        for line in lines:
            after, found = decoder.after_line(line) if len(line) <= LONGEST else (decoder, None)
            if found is None:
                decoder, found = decoder._after_unknown(line, fresh=fresh)
            # For some makes an empty line is a failed scan, but serial servers greet with one.
            elif fresh and not line:
                found = ()
            else:
                decoder = replace(after, unread=0) if after.unread else after
            readings += found
        after_cr = data.endswith(b"\r")
        return replace(decoder, begun=begun[: LONGEST + 1], after_cr=after_cr), tuple(readings)

    def _after_unknown(self, line: bytes, *, fresh: bool) -> tuple[Self, tuple[Reading, ...]]:
        """The decoder and the readings after a line that the device never sends."""
        seen = cleaned(line)
        if not seen:
            return self, ()
        is_scan = says_unread(seen, listed=self.words)
        if (of_transport(seen) or (fresh and not is_scan)) if self.words else greets(seen, self.own_words):
            return self, (GREETING,)
        after = replace(self, unread=min(self.unread + 1, SCANS_AT_MOST + 2))
        if after.unread > SCANS_AT_MOST:
            return after, (NOISE,) if after.unread == SCANS_AT_MOST + 1 else ()
        return after, (GREETING if fresh and not is_scan else CardUnread(says_so=is_scan or not self.words),)
