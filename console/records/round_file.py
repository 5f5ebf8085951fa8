"""A round's file as a value: all that the journal has of one round, or of what happened outside of any.

Its records are those of every incident, halt and correction in it; a proof that its entries are the journal's
goes with it. Without a word of any language.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from console.journal.proofs import Inclusion
from console.records.record import Amendment, Origin, Reading, Record, Remark, Where
from console.records.spins import Reckoned, SpinTold


class Times(msgspec.Struct, frozen=True):
    """When the round came to what, UTC; None where it did not."""

    opened: datetime
    """Bets were opened; of what is no round, its first entry."""
    closed: datetime | None
    """No more bets."""
    known: datetime | None
    """The result was there, before anybody announced it."""
    announced: datetime | None
    """It was finished, or void."""
    ended: datetime
    """Its last entry: the next one's bets, or something else, came after it."""


class Dealt(msgspec.Struct, frozen=True):
    """A card as it was dealt: where, and what was read; ``??`` where it may not be told yet.

    ``device`` is None for a line; ``by`` entered it by hand.
    """

    entry: int
    at: datetime
    hand: str
    position: int
    face: str
    device: str | None
    by: str | None


class Press(msgspec.Struct, frozen=True):
    """What somebody did: the event with its figures, what the prompt had asked for, why it was not taken."""

    entry: int
    at: datetime
    by: str
    kind: str
    figures: dict[str, Any]
    asked: str
    refused: str | None


class Prompted(msgspec.Struct, frozen=True):
    """A prompt as it came: what was asked of whom, where, and the clauses behind it."""

    entry: int
    at: datetime
    action: str
    actor: str
    hand: str | None
    card: int | None
    clauses: tuple[str, ...]


class Present(msgspec.Struct, frozen=True):
    """Somebody at the table: from when to when, as far as the file reaches."""

    who: str
    role: str
    since: datetime
    until: datetime


class RoundFile(msgspec.Struct, frozen=True):
    """All of it; ``subject`` is what was asked for: the round's id, or an incident's."""

    subject: str
    origin: Origin
    where: Where
    times: Times
    status: Literal["open", "finished", "void"] | None
    """None for what happened outside of any round."""
    result: dict[str, Any] | None
    """The round as everybody could see it at last."""
    people: tuple[Present, ...]
    dealt: tuple[Dealt, ...]
    prompts: tuple[Prompted, ...]
    presses: tuple[Press, ...]
    readings: tuple[Reading, ...]
    remarks: tuple[Remark, ...]
    records: tuple[Record, ...]
    sealed: bool
    """Whether faces and bytes are left out because such a card may still come from the shoe."""
    first: int
    last: int
    """Its entries, from and to."""
    amended: tuple[Amendment, ...] = ()
    """What of its entries was put right after the fact."""
    unproven: Literal["not_sealed", "card_may_come"] | None = None
    """Why no proof is in it yet."""
    proof: Inclusion | None = None
    spins: tuple[SpinTold, ...] = ()
    """What people said of the spin; of a round of cards nothing."""
    worksheets: tuple[Reckoned, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of all who are named, in their order."""
        who = [each.who for each in self.people] + [each.by for each in self.presses]
        who += [each.by for each in self.remarks] + [
            name for record in self.records for name in record.people
        ]
        return tuple(dict.fromkeys(who))
