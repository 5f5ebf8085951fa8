"""The texts in every language: a phrase for every key, with its plural forms and its slots.

Knows languages and phrases; it never knows a table, a screen or a person. The words themselves are in
``translations/*.po``; this module reads the ``.mo`` files that the set-up compiles from them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from operator import itemgetter
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from console.words.locales import LANGUAGES, LOCALES, figure
from console.words.outside import isolated, on_one_line, without_commands

if TYPE_CHECKING:
    from gettext import GNUTranslations

__all__ = ["LANGUAGES", "MISSED", "MissingSlot", "Words", "WordsNotBuilt"]

MISSED: Final[set[tuple[str, str]]] = set()
"""Each key that was asked for and that no catalogue has, with its language; it is logged once."""


class MissingSlot(LookupError):
    """A phrase was asked for without a value for one of its slots."""

    def __init__(self, key: str, slot: str) -> None:
        """Name the phrase and the slot."""
        super().__init__(f"phrase {key!r} needs a value for {{{slot}}}")
        self.key, self.slot = key, slot


class WordsNotBuilt(RuntimeError):
    """The compiled words do not exist; the text says which command builds them."""

    def __init__(self, language: str) -> None:
        """Name the missing file and the way out."""
        super().__init__(f"the words in {language}.mo are not built yet: `python3 -m console` builds them")
        self.language = language


class Words:
    """The phrases of one language. A value: two of the same language are equal.

    A key that the catalogue lacks is never an error here. A new rulebook, a journal of another version or a
    line of the game server may bring such a key while a dealer stands at the table: its id is shown, and it
    is logged once. The tests see to it that every key of the program and of our rulebooks is in every
    catalogue.
    """

    def __init__(self, language: str, folder: Path | None = None) -> None:
        """Load one of :data:`LANGUAGES`. Raises ValueError for another, :class:`WordsNotBuilt` without its
        file.
        """
        if language not in LOCALES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.locale = LOCALES[language]
        self._catalogue = _catalogue(language, folder or _folder())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other._catalogue is self._catalogue

    def __hash__(self) -> int:
        return hash(self._catalogue)

    def text(self, key: str, /, **slots: object) -> str:
        """The phrase of ``key`` with its slots filled; the key itself where there is no phrase. Raises
        MissingSlot.

        A tuple as the value of a slot is written as this language writes a list.
        """
        text = self._catalogue.gettext(key)
        return self._filled(key, text, slots) if text != key else self._lacks(key)

    def count(self, key: str, n: int, /, **slots: object) -> str:
        """The phrase of ``key`` in the plural form for ``n``; ``n`` also fills the
        slot ``count``: ``3,808``.
        """
        text = self._catalogue.ngettext(key, key, n)
        if text == key:
            return self._lacks(key)
        return self._filled(key, text, {"count": figure(n, 0, self.locale), **slots})

    def find(self, key: str, /, **slots: object) -> str | None:
        """The phrase of ``key``; None where there is none, or where it needs other slots than are given."""
        text = self._catalogue.gettext(key)
        try:
            return self._filled(key, text, slots) if text != key else None
        except MissingSlot:
            return None

    def has(self, key: str) -> bool:
        """Whether there is a phrase of ``key``, whatever slots or plural forms it has."""
        return self._catalogue.gettext(key) != key or self._catalogue.ngettext(key, key, 1) != key

    def phrases(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Every key that begins with ``prefix``: the rest of the key and each form of its phrase, slots
        unfilled.
        """
        keys, texts = _in_order(self._catalogue)
        for at in range(bisect_left(keys, prefix), len(keys)):
            if not keys[at].startswith(prefix):
                return
            yield keys[at].removeprefix(prefix), texts[at]

    def listed(self, members: Iterable[str]) -> str:
        """The members as this language writes a list: ``3, 5, 7``."""
        return self.text("access.list").join(map(isolated, members))

    def beside(self, parts: Iterable[str | None]) -> str:
        """The parts that have text, side by side on one line: ``Table 3 · baccarat``."""
        return self.locale.dot.join(filter(None, parts))

    def quote(self, text: str) -> str:
        """The text in this language's quotation marks."""
        opening, closing = self.locale.quotes
        return f"{opening}{isolated(text)}{closing}"

    def figure(self, value: float, places: int = 0) -> str:
        """A number as this language writes it, with so many decimals."""
        return figure(value, places, self.locale)

    def _lacks(self, key: str) -> str:
        """The text in place of a missing phrase: its id, for which technical service can look."""
        if (key, self.language) not in MISSED:
            import logging  # nobody waits for it who has all words

            MISSED.add((key, self.language))
            logging.getLogger(__name__).error("no phrase %r in translations/%s.po", key, self.language)
        return key.partition(".")[2] or key

    def _filled(self, key: str, text: str, slots: dict[str, object]) -> str:
        values = {slot: self._slot_value(each) for slot, each in slots.items()}
        try:
            return text.format_map(values)
        except KeyError as missing:
            raise MissingSlot(key, str(missing.args[0])) from None

    def _slot_value(self, value: object) -> object:
        """A slot's value; a text from outside is made harmless: it turns no direction and commands no
        terminal.
        """
        if type(value) is str:
            return isolated(without_commands(value))
        if isinstance(value, tuple):
            return self.listed(value)
        return on_one_line(str(value)) if isinstance(value, PurePath) else value


@cache
def _folder() -> Path:
    """The folder of the compiled words: in the package once installed, else beside it in the checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "translations"
    return inside if inside.is_dir() else package.parent / "translations"


@cache
def _in_order(catalogue: GNUTranslations) -> tuple[list[str], list[str]]:
    """Every key in alphabetical order, and beside each its phrase, so that keys with one beginning stand
    together.
    """
    every = catalogue._catalog.items()  # type: ignore[attr-defined]
    named = [(key[0] if isinstance(key, tuple) else key, text) for key, text in every]
    named.sort(key=itemgetter(0))  # forms of one key stay in their order
    return [key for key, _ in named], [text for _, text in named]


@cache
def _catalogue(language: str, folder: Path) -> GNUTranslations:
    """The language's phrases, read once: screen, market and command line share them."""
    from gettext import GNUTranslations  # only who speaks pays for it

    try:
        with (folder / f"{language}.mo").open("rb") as compiled:
            return GNUTranslations(compiled)
    except FileNotFoundError:
        raise WordsNotBuilt(language) from None
