"""What a word that is searched for may mean: the keys whose words, in any of the languages, hold it.

The journal keeps events, not sentences: who looks for 'Karo', for 'ruter' or for 'ダイヤ' means the same
cards. Pure; made once and kept, some thousand short texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final

from console.game.cards import DECK
from console.journal.log_rows import Facet, Word
from console.ui.review.filtering import KINDS
from console.words import LANGUAGES, UnknownPhrase, Words
from console.words.names import card_name

_MOST: Final = 8
"""Words of a search; what comes after them is looked for as one."""
_DEVICES: Final = ("shoe", "reader", "wheel")


def words_of(typed: str, about: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[Word, ...]:
    """What was typed as words, all of which are looked for; ``about`` are the incident kinds and outcomes."""
    parts = typed.split(maxsplit=_MOST - 1)
    return tuple(Word(part, means(part, about)) for part in parts)


def means(part: str, about: tuple[tuple[str, ...], tuple[str, ...]]) -> dict[Facet, frozenset[str]]:
    """The keys that a part of a word may stand for."""
    wanted, found = part.casefold(), defaultdict[Facet, set[str]](set)
    for facet, key, text in _texts(*about):
        if wanted in text:
            found[facet].add(key)
    return {facet: frozenset(keys) for facet, keys in found.items()}


@cache
def _texts(kinds: tuple[str, ...], outcomes: tuple[str, ...]) -> tuple[tuple[Facet, str, str], ...]:
    """Every key that has words, in all languages."""
    return tuple(
        (facet, key, text.casefold().replace("\u00ad", ""))
        for language in LANGUAGES
        for facet, key, text in _said(Words(language), kinds, outcomes)
    )


def _said(
    words: Words, kinds: tuple[str, ...], outcomes: tuple[str, ...]
) -> Iterator[tuple[Facet, str, str]]:
    for card in DECK:
        yield Facet.CARD, str(card), card_name(words, card)
    for name, group in KINDS.items():
        for kind in group:
            yield Facet.KIND, kind, words.text(f"review.kind.{name}")
            if said := _phrase(words, f"log.{kind}"):
                yield Facet.KIND, kind, said
    for facet, family, keys in (
        (Facet.INCIDENT_KIND, "incident", kinds),
        (Facet.OUTCOME, "outcome", outcomes),
        (Facet.DEVICE, "log.device", _DEVICES),
        (Facet.RESULT, "result", ("player", "banker", "tie")),
    ):
        for key in keys:
            if said := _phrase(words, f"{family}.{key}"):
                yield facet, key, said


def _phrase(words: Words, key: str) -> str | None:
    """The phrase with its slots empty: what is in them is looked for elsewhere."""
    try:
        return words.text(key, **_EMPTY)
    except UnknownPhrase:
        return None


_EMPTY: Final = {
    slot: ""
    for slot in (
        "name", "role", "seconds", "seats", "hand", "choice", "card", "place", "winner", "device", "code",
        "what", "kind", "facts", "outcome", "said", "why", "seat", "number", "turns", "direction", "side",
        "shift", "by", "before", "after", "entry", "reason", "from_", "to",
    )
}  # fmt: skip
