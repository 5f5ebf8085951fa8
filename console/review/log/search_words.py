"""What somebody types into the log's search, as words that are looked for: by what is stored, and by the keys
whose phrases hold them in that person's language.

The index knows no language; a Japanese substring is found in the phrases here, and in what was written there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from console.game.cards import Card
from console.journal.log.index import fold
from console.journal.log.rows import Facet, Word
from console.words import LANGUAGES, Words
from console.words.names import card_name

_SUITS: Final = str.maketrans("♠♥♦♣", "SHDC")
_PREFIXES: Final = (
    ("incident.", Facet.INCIDENT_KIND),
    ("outcome.", Facet.OUTCOME),
    ("result.", Facet.RESULT),
    ("refusal.", Facet.REFUSED),
    ("log.refused.", Facet.REFUSED),
    ("halt.note.", Facet.REFUSED),
    ("prompt.", Facet.ACTION),
    ("clause.", Facet.CLAUSE),
)
"""Where the phrases of a facet's keys are; what follows another full stop is a variant of the same key."""

IN_ROWS: Final = (
    "access.", "answer.", "button.", "card.", "choice.", "count.cards", "fact.", "hand.", "incident.", "log.",
    "outcome.", "result.", "review.by.", "role.", "say.colour.", "wheel.number",
)  # fmt: skip
"""How the keys begin of the phrases with which a row of the log is said."""
_SLOT: Final = re.compile(r"\{[^}]*\}")

Means = Mapping[Facet, frozenset[str]]


def searched(text: str, words: Words, names: Mapping[str, str] | None = None) -> tuple[Word, ...]:
    """The words of a search, each with what it means in this language; ``names`` are people's, by id."""
    return tuple(Word(said, _means(fold(said), words, names or {})) for said in text.split())


def in_any_language(text: str, names: Mapping[str, str]) -> tuple[Word, ...]:
    """The words of a search, each with what it means in one language or another."""
    told = [searched(text, Words(language), names) for language in LANGUAGES]
    return tuple(map(_together, zip(*told, strict=True)))


def _together(words: tuple[Word, ...]) -> Word:
    said = words[0].said
    means: defaultdict[Facet, set[str]] = defaultdict(set)
    for word in words:
        for facet, keys in word.means.items():
            means[facet] |= keys
    means[Facet.CARD] |= {card for name, card in _card_names() if fold(said) in name}
    return Word(said, {facet: frozenset(keys) for facet, keys in means.items() if keys})


@cache
def _card_names() -> tuple[tuple[str, str], ...]:
    """Every card by its name in each language."""
    every = ((Words(language), card) for language in LANGUAGES for card in Card)
    return tuple((fold(card_name(words, card)), str(card)) for words, card in every)


def _means(said: str, words: Words, names: Mapping[str, str]) -> Means:
    found: defaultdict[Facet, set[str]] = defaultdict(set)
    for facet, key, phrase in _read(words):
        if said in phrase:
            found[facet].add(key)
    for who, name in names.items():
        if said in fold(name):
            found[Facet.PERSON].add(who)
            found[Facet.NAMED].add(who)
    if card := _card(said):
        found[Facet.CARD].add(card)
    return {facet: frozenset(keys) for facet, keys in found.items()}


@lru_cache(maxsize=len(LANGUAGES))
def _read(words: Words) -> tuple[tuple[Facet, str, str], ...]:
    """The same as they are read, ready to be compared: what is typed is looked for with every sign."""
    return tuple(
        (facet, key, fold(_SLOT.sub("\n", phrase).replace("\u00ad", "")))
        for facet, key, phrase in _phrases(words)
    )


def _phrases(words: Words) -> Iterator[tuple[Facet, str, str]]:
    """Every phrase by which an entry is known, and what it stands for."""
    for prefix in IN_ROWS:
        for rest, phrase in words.phrases(prefix):
            yield Facet.PHRASE, f"{prefix}{rest}", phrase
    for prefix, facet in _PREFIXES:
        for key, phrase in words.phrases(prefix):
            name = key if facet is Facet.CLAUSE else key.partition(".")[0]
            if not key.endswith(".hint"):
                yield facet, name, phrase
    yield from _facts(words)


def _facts(words: Words) -> Iterator[tuple[Facet, str, str]]:
    """A fact by its name or its question, and each of its answers; the ball's direction with them."""
    for key, phrase in words.phrases("fact."):
        yield Facet.FACT, key.removeprefix("name.").partition(".")[0], phrase
    for key, phrase in words.phrases("answer."):
        yield Facet.FACT, key, phrase
    for key, phrase in words.phrases("log.direction."):
        yield Facet.FACT, f"direction.{key}", phrase


def _card(said: str) -> str | None:
    """The face that is meant: ``9♥`` and ``10h`` as well as ``9H`` and ``TH``."""
    face = said.translate(_SUITS).upper().replace("10", "T")
    return face if face in _FACES else None


_FACES: Final = frozenset(str(card) for card in Card)
