"""The terms that were decided once for all languages: what a phrase says where its English has one.

``terms.toml`` is the table of them; the handbook's glossary is made from it. ``concepts.toml`` holds what a
person acts on, word by word; this holds the names of things, in any phrase at all.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from console.base.words import LANGUAGES
from tests.table.words.concepts import bare

FILE = Path(__file__).with_suffix(".toml")


class Term(NamedTuple):
    """A thing, its word in each language, and how a phrase says it there; ``{}`` where no phrase is held."""

    meaning: str
    word: dict[str, str]
    say: dict[str, re.Pattern[str]]
    never: dict[str, re.Pattern[str]]

    def faults(self, language: str, english: Sequence[str], forms: Sequence[str]) -> Iterator[str]:
        """The faults of a phrase's forms, by its English: the term is not there, or another word is."""
        name = self.word["en"]
        asked = self.say and any(self.say["en"].search(bare(text)) for text in english)
        for text in map(bare, forms):
            if asked and not self.say[language].search(text):
                yield f"no {name}"
            if language in self.never and self.never[language].search(text):
                yield f"another word for {name}"


@functools.cache
def _table() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@functools.cache
def terms() -> tuple[Term, ...]:
    """The table, in its order."""
    read = _table()["term"]
    return tuple(
        Term(each["is"], each["word"], _patterns(each.get("say", {})), _patterns(each.get("never", {})))
        for each in read
    )


def _patterns(written: dict[str, str]) -> dict[str, re.Pattern[str]]:
    return {language: re.compile(pattern, re.I) for language, pattern in written.items()}


def let_off(language: str) -> dict[str, str]:
    """The phrases that a language words without the term, by key, and why."""
    read = _table().get("let_off", {})
    found: dict[str, str] = read.get(language, {})
    assert set(read) <= set(LANGUAGES)
    return found
