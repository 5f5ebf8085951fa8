"""An edition of a guide: what its pages say, by a digest of eight characters that each page carries.

The digest is of the words alone, not of the day or the program's version: two editions with one digest say
the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from itertools import product
from typing import Final

import msgspec
from msgspec.structs import replace

from console.game.rulebook import Rulebook
from console.guide.card_paper import card_guide
from console.guide.incident_cards import IncidentCard, incident_cards
from console.records.documents.paper import Paper, plain
from console.table.state.roles import Role
from console.words import LANGUAGES, Words

READERS: Final = (Role.PIT_BOSS,)
"""The roles for which a guide is made."""
LENGTH: Final = 8
"""The characters of a digest: a person can type them."""


class Edition(msgspec.Struct, frozen=True):
    """A guide for one role and language, with its digest."""

    role: Role
    paper: Paper
    digest: str


class House:
    """A rulebook with the cards of its games, which are played once for all languages."""

    def __init__(self, rulebook: Rulebook, digest: str) -> None:
        """``digest`` is the digest of the rulebook's files."""
        self.rulebook, self.digest = rulebook, digest
        self._cards: dict[str, tuple[IncidentCard, ...]] = {}

    def edition(self, role: Role, language: str, game: str | None = None) -> Edition:
        """The edition that these rules give now, for one game or for all that the rulebook has."""
        words = Words(language)
        games = self.rulebook.games if game is None else (game,)
        cards = [card for each in games for card in self._of(each)]
        paper = card_guide(words, self.rulebook, cards)
        return Edition(role, paper, digest_of(paper))

    def editions(self) -> Iterator[Edition]:
        """The editions for every role in every language, of all games and of each."""
        for game in (None, *self.rulebook.games):
            for role, language in product(READERS, LANGUAGES):
                yield self.edition(role, language, game)

    def _of(self, game: str) -> tuple[IncidentCard, ...]:
        if game not in self._cards:
            self._cards[game] = incident_cards(self.rulebook, game)
        return self._cards[game]


def digest_of(paper: Paper) -> str:
    """The digest of what a guide's pages say, without its foot."""
    said = msgspec.json.encode(replace(plain(paper), footer=()))
    return hashlib.sha256(said).hexdigest()[:LENGTH].upper()


def printed(edition: Edition, house: House, program: str, made: datetime) -> Paper:
    """The guide as it is printed: at the foot of each page are the edition, the rulebook with the digest of
    its files, the program with its version, the language and the day.
    """
    words = Words(edition.paper.language)
    of = {
        "digest": edition.digest,
        "rules": words.find(f"rules.{house.rulebook.id}") or house.rulebook.id,
        "id": house.rulebook.id,
        "of_rules": house.digest,
        "program": program,
        "language": words.locale.name,
        "date": f"{made:%Y-%m-%d}",
    }
    return replace(edition.paper, footer=(words.text("guide.edition", **of),))
