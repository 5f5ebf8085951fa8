"""The purposes for which somebody is asked to sign in. The module imports nothing: no start waits for it."""

from __future__ import annotations

from enum import StrEnum


class Purpose(StrEnum):
    """The purpose of a sign-in: a role that is taken, a page that is opened, an act that is signed."""

    DEALER = "dealer"
    RELIEF = "relief"
    """Another dealer takes over."""
    BESIDE = "beside"
    """A dealer stands beside a trainee who deals."""
    PIT_BOSS = "pit_boss"
    UNLOCK = "unlock"
    REVIEW = "review"
    SIGNATURE = "signature"
    """Under what a shift leaves open for the next one."""
    AUTHORISE = "authorise"
    """A correction after the fact."""
    RELEASE = "release"
    """A card set that was put aside may come into play again."""
    SEAL = "seal"
    GO_ON = "go_on"
    """The console starts though files are missing."""
    BEGIN_AGAIN = "begin_again"
    """It starts a new journal after a damaged one."""
    PEOPLE = "people"
    COMMISSION = "commission"
    TECHNICIAN = "technician"
    """The one who tested the table signs its certificate."""
    CERTIFY = "certify"
    """The supervisor signs it."""
    SETTLE = "settle"
    """A dispute of the floor."""
    COUNT = "count"
    """One of two consoles that play as one table counts."""
    REHEARSAL = "rehearsal"
    PARTNER = "partner"
    """The second person of a rehearsal."""
    BADGE = "badge"
    """A badge was read while nobody was asked."""
