"""A printed guide's edition, and the result of a check: whether it is in force, and for whom it is."""

from __future__ import annotations

from typing import Final

import msgspec

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core import Role
from console.table.words import role_name, rules_name

READERS: Final = (Role.DEALER, Role.PIT_BOSS, Role.SUPERVISOR)
"""The roles for which a guide is made."""


class PrintedEdition(msgspec.Struct, frozen=True):
    """The edition of one guide, as the foot of its pages has it."""

    role: Role
    language: str
    game: str
    """The game that the guide is about; empty for all games of the rulebook."""
    edition: str


class EditionCheck(msgspec.Struct, frozen=True):
    """The edition that eight characters name, by the present rulebooks."""

    typed: str
    is_in_force: bool = False
    """Whether it is an edition of the table's own rulebook."""
    rules: str = ""
    """The id of the rulebook that has this edition; empty if none has."""
    role: Role | None = None
    language: str = ""

    def verdict(self, words: Words) -> str:
        if self.is_in_force:
            return words.text("guide.check.in_force")
        return words.text("guide.check.other_rules" if self.rules else "guide.check.not_in_force")

    def text(self, words: Words) -> str:
        """The result in a sentence, with the guide's reader and language or with what to do."""
        if self.is_in_force and self.role is not None:
            of = {"role": role_name(words, self.role), "language": Words(self.language).locale.name}
            return words.text("guide.in_force", edition=self.typed, **of)
        if self.rules:
            return words.text("guide.other_rules", edition=self.typed, rules=rules_name(words, self.rules))
        return words.text("guide.not_in_force", edition=visible(self.typed))
