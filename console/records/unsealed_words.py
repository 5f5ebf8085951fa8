"""Why a seal could not be made, in words: the journal keeps it in plain English."""

from __future__ import annotations

from console.journal.keys import NOT_PRIVATE
from console.words import Words
from console.words.names import said_of


def unsealed_text(words: Words, noted: str) -> str:
    """What was noted of a shift or file that is not sealed; a reason without words is told as it was."""
    head, found, rest = noted.partition(f": {NOT_PRIVATE}")
    if not found or rest:
        return noted
    of, _, file = head.rpartition(": ")
    told = words.text("seal.key.not_private", file=file)
    return said_of(words, of, told) if of else told
