"""The entries that the core has recorded, and the interface that records them.

An :class:`Entry` is one line of the journal before it has a number. This module knows what is kept of
everything that happens; it never knows where or how it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import msgspec


class Recorded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a journal has of something that happened, accepted or refused, whether it is written or read."""

    kind: str
    """The event's name, as in the tag of ``event``."""
    event: bytes
    """The event as tagged JSON; from it alone the state is told again."""
    refused: str | None
    """Why it changed nothing, or None."""
    at: datetime
    """When, in UTC."""
    monotonic: int
    """The same moment on a clock that nobody sets, in nanoseconds."""
    person: str | None
    """Whose doing it was: a person's id, or None for a device or the server."""
    shift: str | None
    """The shift's name: the local day and time at which it began."""
    shoe: int
    """The shoe's number at this table, from 1; 0 before the first."""
    round: str | None
    """The id of the round that was open, or of the last one; None before the first."""
    line: str | None
    """The protocol's line to the letter, where there was one."""
    raw: bytes | None
    """A device's bytes, where there were some."""


class Entry(Recorded, frozen=True, kw_only=True, gc=False):
    """An entry that is to be written, with what was due once it had happened; the journal numbers it."""

    prompt: bytes
    """The prompt then due, as JSON: it stands in its event's own transaction."""
    clauses: tuple[str, ...]
    """The clauses that the prompt rests on."""


class JournalEntry(Recorded, frozen=True, kw_only=True, gc=False):
    """An entry as a journal gives it back, with its number."""

    number: int
    """Its number in the journal, from 1."""


class KeptEvent(Protocol):
    """What a journal gives back of an entry, as far as the state is told again from it."""

    @property
    def event(self) -> bytes:
        """The event as tagged JSON."""
        ...

    @property
    def refused(self) -> str | None:
        """Why it was refused, or None."""
        ...

    @property
    def at(self) -> datetime:
        """When it happened, in UTC."""
        ...


class KeptEntry(KeptEvent, Protocol):
    """A journal's entry with its number, by which a screen of the past names it."""

    @property
    def number(self) -> int:
        """Its number, from 1."""
        ...


class Unwritable(StrEnum):
    """Why a journal could not be written."""

    FULL = "full"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    GONE = "gone"
    """Its file was moved, deleted or replaced."""
    DAMAGED = "damaged"
    FAILED = "failed"


class NotRecorded(Exception):
    """The journal recorded nothing of what it was given: nothing has happened, and it may be sent again."""

    def __init__(self, reason: Unwritable, said: str = "") -> None:
        """Keep the reason, and the store's own message for the log."""
        super().__init__(f"{reason}: {said}" if said else str(reason))
        self.reason = reason


class Journal(Protocol):
    """Where entries are kept for good."""

    @property
    def last(self) -> int:
        """The last entry's number, 0 before any."""
        ...

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep all of ``entries`` in one durable transaction; the last one's number.

        ``checkpoint`` is the state after them as JSON, from which a restart may begin. Raises
        :class:`NotRecorded` when that fails: then none of them is kept.
        """
        ...
