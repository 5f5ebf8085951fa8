"""The sense of a clause, in our own words, for those who don't have the document at hand.

The phrase ``clause.ID`` has the effect of an incident's clause, which the pit boss reads; ``dossier.says.ID``
has the statement of any other clause. The document's own wording is in no file of ours.
"""

from __future__ import annotations

from typing import Final

from console.base.words import Words

SAYS_THE_SAME: Final = {
    "BJ-2.1.5": "BAC-2.1.8",
    "BJ-3.1.1": "BAC-3.1.1",
    "BJ-3.2.3": "BAC-3.2.3",
    "BJ-4.1": "BAC-4.1",
    "BJ-4.2": "BAC-4.2",
    "BJ-4.3": "BAC-4.3",
    "LT-BJ-2.3.1a": "LT-BAC-18a",
    "LT-BJ-2.3.1b": "LT-BAC-18b",
    "LT-BJ-2.3.1c": "LT-BAC-18c",
    "LT-BJ-2.3.2a": "LT-BAC-19a",
    "LT-BJ-2.3.2b": "LT-BAC-19b",
    "LT-BJ-2.3.2c": "LT-BAC-19c",
    "LT-BJ-2.3.6": "LT-BAC-21",
    "LT-BJ-2.3.10a": "LT-BAC-25a",
    "LT-BJ-2.3.10b": "LT-BAC-25b",
    "LT-BJ-2.3.13a": "LT-BAC-22a",
    "LT-BJ-2.3.13b": "LT-BAC-22b",
    "LT-BJ-2.3.14": "LT-BAC-29",
    "LT-BJ-2.3.20": "LT-BAC-32",
}
"""Clauses of blackjack with the sense of a clause of baccarat: one phrase serves both."""

STATES_THE_SAME: Final = {
    "BJ-1.2.2": "BAC-1.2.2",
    "BJ-2.1.3": "BAC-2.1.6",
    "BJ-2.1.4": "BAC-2.1.7",
    "BJ-2.1.4-i": "BAC-2.1.7-i",
    "BJ-2.1.4-ii": "BAC-2.1.7-ii",
    "BJ-2.1.4-iii": "BAC-2.1.7-iii",
    "BJ-3.1.4": "BAC-3.1.4",
    "BJ-3.2.2": "BAC-3.2.2",
    "ROU-2.1.2": "BAC-2.1.7-ii",
    "ROU-2.1.4": "BAC-2.1.7-i",
    "ROU-2.1.5": "BAC-2.1.7-iii",
    "LT-BJ-14": "LT-BAC-10",
    "LT-BJ-16": "LT-BAC-12",
    "LT-BJ-2.3.21": "LT-BAC-33",
    "LT-BJ-2.3.22": "LT-BAC-34",
    "LT-ROU-03": "LT-BJ-03",
    "LT-ROU-05": "ROU-2.2",
    "LT-ROU-24": "LT-BAC-12",
    "LT-ROU-34": "LT-BAC-33",
    "LT-ROU-35": "LT-BAC-34",
}
"""The same for clauses on which no incident rests, of any two games."""


def clause_text(words: Words, clause: str) -> str | None:
    """The sense of an incident's clause; None for a clause that has no phrase."""
    return words.find(f"clause.{SAYS_THE_SAME.get(clause, clause)}")


def clause_sense(words: Words, clause: str) -> str | None:
    """The sense of any clause of the documents; None for one that they do not have."""
    sense = clause_text(words, clause)
    return sense or words.find(f"dossier.says.{STATES_THE_SAME.get(clause, clause)}")
