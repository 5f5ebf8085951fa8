"""A trial's findings as values: a moment, its result by the rulebook in force, and by the other. Their words
are the rulebooks' and the protocol's; :mod:`console.supervisor.trial.trial_paper` has a person's.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec


class Aspect(StrEnum):
    OUTCOME = "outcome"
    AUTHORITY = "authority"
    STEPS = "steps"
    NOTIFICATION = "notification"
    """Whom the house must inform of an incident, and within how many hours."""
    PLAY = "play"
    """Whether a spin, a dealer's number or a surrender was accepted at all."""
    PREPARATION = "preparation"
    PAY_OUT = "pay_out"
    LIMIT = "limit"


class FindingPlace(msgspec.Struct, frozen=True, gc=False):
    """Where it was found: the journal's file, its table, entry and time in UTC; round and incident."""

    file: str
    table: str
    entry: int
    at: datetime
    round: str | None
    incident: str | None = None


class TrialFinding(msgspec.Struct, frozen=True, gc=False):
    """A moment that would have differed, or that can't be decided again. ``about`` is the incident's kind,
    the bet, or the part of play. ``asks`` is the fact that the other rulebook needs but nobody was asked for:
    then ``after`` is empty, for nothing is guessed.
    """

    place: FindingPlace
    aspect: Aspect
    about: str
    before: tuple[str, ...]
    after: tuple[str, ...] = ()
    asks: str | None = None


class TriedJournal(msgspec.Struct, frozen=True):
    """The result for one journal; ``through`` is False if somebody stopped it."""

    file: str
    table: str
    game: str
    rules: str
    entries: int
    rounds: int
    incidents: int
    through: bool = True


NOT_TAKEN = "not_taken"
"""An outcome if the rulebook has no row for it, so that nobody could have reported it so."""

NOT_OFFERED = "not_offered"
"""The odds or return of a bet that the rulebook does not take."""
