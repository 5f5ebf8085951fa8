"""The core's entries, and the interface that records them; an :class:`Entry` has no number yet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import msgspec


class EventRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The parts of a recorded event, accepted or refused, whether it is written or read."""

    kind: str
    """The event's name, as in the tag of ``event``."""
    event: bytes
    """The event as tagged JSON; the state is computed again from it alone."""
    refused: str | None
    """The reason why it changed nothing, or None."""
    at: datetime
    """The time, in UTC."""
    monotonic: int
    """The same moment on a clock that nobody sets, in nanoseconds."""
    person: str | None
    """The id of the person who did it, or whom it is about; None for a device or the server."""
    shift: str | None
    """The shift's name: the local day and time at which it began."""
    shoe: int
    """The shoe's number at this table, from 1; 0 before the first."""
    round: str | None
    """The id of the round that was open, or of the last one; None before the first."""
    line: str | None
    """The protocol's line to the letter, if there was one."""
    raw: bytes | None
    """A device's bytes, if there were some."""


class Entry(EventRecord, frozen=True, kw_only=True, gc=False):
    """An entry to be written, with the prompt that was due after it; the journal numbers it."""

    prompt: bytes
    """The prompt then due, as JSON: it stands in its event's own transaction."""
    clauses: tuple[str, ...]
    """The clauses that the prompt rests on."""


class JournalEntry(EventRecord, frozen=True, kw_only=True, gc=False):
    """An entry as a journal returns it, with its number."""

    number: int
    """The entry's number in the journal, from 1."""


class KeptEvent(Protocol):
    """The part of a journal's entry from which the state is computed again."""

    @property
    def event(self) -> bytes:
        ...

    @property
    def refused(self) -> str | None:
        ...

    @property
    def at(self) -> datetime:
        ...


class KeptEntry(KeptEvent, Protocol):
    """A journal's entry with its number, by which a screen of the past names it."""

    @property
    def number(self) -> int:
        """The entry's number, from 1."""


class Unwritable(StrEnum):
    """The reason why a journal could not be written."""

    FULL = "full"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    GONE = "gone"
    """The journal's file was moved, deleted or replaced."""
    DAMAGED = "damaged"
    FAILED = "failed"


class NotRecorded(Exception):
    """The journal recorded nothing of what it was given: the table is unchanged, the same may come again."""

    def __init__(self, reason: Unwritable, message: str = "") -> None:
        """``message`` is the store's own, for the log."""
        super().__init__(f"{reason}: {message}" if message else str(reason))
        self.reason = reason


class Journal(Protocol):
    """The store that keeps entries for good."""

    @property
    def last(self) -> int:
        """The last entry's number, 0 before any."""

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep all of ``entries`` in one durable transaction; returns the last one's number.

        ``checkpoint`` is the state after them as JSON, from which a restart may begin. Raises
        :class:`NotRecorded` when that fails: then none of them is kept.
        """
