"""What a trial found, as values: a moment, what it came to under the rulebook of then, and under the other.

Told in the words of the rulebooks and the protocol; a person's are in :mod:`console.trial.trial_paper`.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec


class Aspect(StrEnum):
    """What would have been otherwise."""

    OUTCOME = "outcome"
    AUTHORITY = "authority"
    STEPS = "steps"
    PLAY = "play"
    """Whether something was taken at all: a spin, a dealer's number, a surrender."""
    PREPARATION = "preparation"
    PAY_OUT = "pay_out"
    LIMIT = "limit"


class FindingPlace(msgspec.Struct, frozen=True, gc=False):
    """Where to look: the journal's file, its table, the entry and its time in UTC; round and incident."""

    file: str
    table: str
    entry: int
    at: datetime
    round: str | None
    incident: str | None = None


class TrialFinding(msgspec.Struct, frozen=True, gc=False):
    """A moment that would have been otherwise, or that can't be decided again.

    ``about`` is the incident's kind, the bet, or what play was about. ``asks`` is the fact that the other
    rulebook asks for and nobody was asked then: ``after`` is empty, for nothing is guessed.
    """

    place: FindingPlace
    aspect: Aspect
    about: str
    before: tuple[str, ...]
    after: tuple[str, ...] = ()
    asks: str | None = None


class TriedJournal(msgspec.Struct, frozen=True):
    """What was gone through of a journal; ``through`` is False where somebody stopped it before its end."""

    file: str
    table: str
    game: str
    rules: str
    entries: int
    rounds: int
    incidents: int
    through: bool = True


NOT_TAKEN = "not_taken"
"""In the place of an outcome: the rulebook has no row for it, and nobody could have reported it so."""

NOT_OFFERED = "not_offered"
"""In the place of odds, of what a bet brings back: the rulebook does not take it."""
