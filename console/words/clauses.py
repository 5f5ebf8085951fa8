"""What a clause says, in our own words, for those who don't have the document at hand.

It knows the clauses that incidents rest on; the document's own wording is in no file of ours.
"""

from __future__ import annotations

from typing import Final

from console.words import Words

SAYS_THE_SAME: Final = {
    "BJ-2.1.5": "BAC-2.1.8",
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
"""Clauses of blackjack that say what a clause of baccarat says: one phrase serves both."""


def clause_text(words: Words, clause: str) -> str | None:
    """What an incident's clause says; None for a clause that has no phrase."""
    return words.find(f"clause.{SAYS_THE_SAME.get(clause, clause)}")
