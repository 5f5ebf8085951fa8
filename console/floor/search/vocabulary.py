"""Terms as numbers and texts as pairs of signs: a journal's own vocabulary, as the floor's index writes it.

A term's number depends only on the term, so that it is the same in every table and index. A text is looked
for by its pairs of signs, and by single signs of scripts in which one sign may be a word. Two pairs may share
a number, so PostgreSQL then checks the text itself.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Final

from console.table.journal import SEARCHED, SHORT, Facet, Term

LAYOUT: Final = 10
"""The index's version: raised whenever an older index would answer differently, and must be rebuilt."""
KEPT: Final = SEARCHED | {Facet.SHIFT, Facet.DEALER, Facet.PIT_BOSS}
"""The facets whose texts are kept, since they are searched or listed; for the others the numbers suffice."""
_OWN_WORDS: Final = 0x2E80
"""From this sign on, one may be a word by itself."""
_PAIR: Final = 1 << 30
_BYTES: Final = re.compile(r"[0-9a-f]+")
_SHORT: Final = 3


@lru_cache(maxsize=100_000)
def number_of(term: Term) -> int:
    """A term's number: 64 bits of its digest, so that no two of a floor's ever meet."""
    text = "\0".join(term).encode("utf-8", "surrogatepass")
    return int.from_bytes(sha256(text).digest()[:8], "big", signed=True)


def storable(text: str) -> str:
    """The text without what PostgreSQL can't hold: a zero, or half a pair of surrogates."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def grams(casefolded: str) -> list[int]:
    """The pairs of signs in a text, and the single ones that may be words; in order, each once."""
    pairs = {
        _PAIR | ((ord(one) * 2_654_435_761 ^ ord(other)) & (_PAIR - 1))
        for one, other in pairwise(casefolded)
        if not (one.isspace() or other.isspace())
    }
    return sorted(pairs | {ord(sign) for sign in casefolded if ord(sign) >= _OWN_WORDS})


def kept_grams(facet: str, casefolded: str) -> list[int] | None:
    """The pairs that are kept of a text; None for a device's bytes, in which every pair is everywhere."""
    if facet not in SEARCHED or (facet == Facet.LINE and is_bytes(casefolded)):
        return None
    return grams(casefolded)


def is_bytes(casefolded: str) -> bool:
    """Whether a text may occur in a device's bytes, which are in hex."""
    return _BYTES.fullmatch(casefolded) is not None


def looked_in(casefolded: str) -> frozenset[Facet]:
    return SHORT if len(casefolded) < _SHORT else SEARCHED
