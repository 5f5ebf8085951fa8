"""The floor's last receipt, kept beside the journal: how far the floor had come when it last answered. It
shows a table after a restart that the floor lost what it had acknowledged, or that its own file is not the
shipped one. It can be some seconds older than the last acknowledgement, never newer.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec

from console.base.system import content_of, put_whole, read_json
from console.table.journal import utc_now

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""The least seconds between two receipts that are written."""


Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Receipt(msgspec.Struct, frozen=True):
    """The floor's acknowledgement; digests are in hex."""

    part: int
    begins: Digest
    """The beginning that identifies the journal's file."""
    number: Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
    chain: Digest
    at: str
    """The time, by the table's own clock: ISO 8601, UTC."""
    floor: str
    """The database: its system and timeline."""


def place_of(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.receipt")


class Receipts:
    """The last receipt of a journal, read once, and written again while more come."""

    def __init__(
        self,
        journal: Path,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """An unreadable receipt counts as none."""
        self.place = place_of(journal)
        self._clock, self._now = clock, now
        self._due: Receipt | None = None
        self._written = float("-inf")
        self._failed = False
        self.last: Receipt | None = None
        try:
            self.last = read_json(content_of(self.place), type=Receipt)
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError) as error:
            log.warning("the floor's last receipt can't be read: %s", error)

    def keep(self, part: int, begins: bytes, number: int, chain: bytes, floor: str) -> None:
        """Take an acknowledgement of the floor, written some seconds after the last."""
        at = self._now().isoformat(timespec="seconds")
        before, found = self.last, Receipt(part, begins.hex(), number, chain.hex(), at, floor)
        if before is None or (before.part, before.chain, before.floor) != (part, found.chain, floor):
            self.last = self._due = found
        if self._clock() - self._written >= EVERY:
            self.settle()

    def settle(self) -> None:
        """Write an unwritten receipt; if that fails, the table plays on without."""
        if self._due is None:
            return
        self._written = self._clock()
        try:
            put_whole(self.place, msgspec.json.format(msgspec.json.encode(self._due)) + b"\n")
        except OSError as error:
            if not self._failed:
                log.warning("the floor's receipt is not kept: %s", error)
            self._failed = True
        else:
            self._due, self._failed = None, False
