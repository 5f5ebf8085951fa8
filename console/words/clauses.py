"""What a clause says, in our own words, for those who don't have the document at hand.

It knows the clauses that incidents rest on; the document's own wording is in no file of ours.
"""

from __future__ import annotations

from console.words import UnknownPhrase, Words


def clause_text(words: Words, clause: str) -> str | None:
    """The sense of an incident's clause; None for one that has no words yet."""
    try:
        return words.text(f"clause.{clause}")
    except UnknownPhrase:
        return None
