"""What is said in six languages: a phrase for every key, with its plural forms and its slots.

Knows languages and phrases; it never knows a table, a screen or a person. The words themselves are in
``translations/*.po``; what is read here are the ``.mo`` files that the set-up compiles from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import GNUTranslations

LANGUAGES: Final = ("en", "sv", "ja", "lt", "is", "de")
"""The languages of the interface; all but English are markets too."""

_MARKS: Final = {
    "en": ("“", "”"),
    "sv": ("”", "”"),
    "ja": ("「", "」"),
    "lt": ("„", "“"),
    "is": ("„", "“"),
    "de": ("„", "“"),
}
APART: Final = {"en": ",", "sv": "\u00a0", "ja": ",", "lt": "\u00a0", "is": ".", "de": "."}
"""What keeps a number's thousands apart."""


class UnknownPhrase(LookupError):
    """A key that no ``.po`` file has, or one asked for as a plural that has none."""

    def __init__(self, key: str, language: str) -> None:
        """Name the key and the file in which it is missing."""
        super().__init__(f"no phrase {key!r} in translations/{language}.po: add it there, in all six")
        self.key = key


class MissingSlot(LookupError):
    """A phrase was asked for without a value that its text holds a place for."""

    def __init__(self, key: str, slot: str) -> None:
        """Name the phrase and the slot."""
        super().__init__(f"phrase {key!r} needs a value for {{{slot}}}")
        self.key, self.slot = key, slot


class WordsNotBuilt(RuntimeError):
    """The compiled words are not there; the text says what builds them."""

    def __init__(self, language: str) -> None:
        """Name the missing file and the way out."""
        super().__init__(f"the words in {language}.mo are not built yet: `python3 -m console` builds them")
        self.language = language


class Words:
    """The phrases of one language. A value: two of the same language say the same."""

    def __init__(self, language: str, folder: Path | None = None) -> None:
        """Load one of :data:`LANGUAGES`; ValueError for another, :class:`WordsNotBuilt` without its file."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._catalogue = _catalogue(language, folder or _folder())

    def text(self, key: str, /, **slots: object) -> str:
        """The phrase of ``key`` with its slots filled; raises UnknownPhrase or MissingSlot."""
        return self._filled(key, self._catalogue.gettext(key), slots)

    def count(self, key: str, n: int, /, **slots: object) -> str:
        """The phrase of ``key`` in the plural form for ``n``, which is its slot ``count`` too: ``3,808``."""
        shown = f"{n:,}".replace(",", APART[self.language])
        return self._filled(key, self._catalogue.ngettext(key, key, n), {"count": shown, **slots})

    def phrases(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Every key that begins so, what follows of it, and each of its forms; slots are not filled."""
        for key, text in self._catalogue._catalog.items():  # type: ignore[attr-defined]
            name = key[0] if isinstance(key, tuple) else key
            if name.startswith(prefix):
                yield name.removeprefix(prefix), text

    def quote(self, text: str) -> str:
        """The text in this language's quotation marks."""
        opening, closing = _MARKS[self.language]
        return f"{opening}{text}{closing}"

    def _filled(self, key: str, text: str, slots: dict[str, object]) -> str:
        if text == key:
            raise UnknownPhrase(key, self.language)
        try:
            return text.format_map(slots)
        except KeyError as missing:
            raise MissingSlot(key, str(missing.args[0])) from None


def _folder() -> Path:
    """Where the compiled words are: in the package once installed, else beside it in the checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "translations"
    return inside if inside.is_dir() else package.parent / "translations"


@cache
def _catalogue(language: str, folder: Path) -> GNUTranslations:
    """The language's phrases, read once: screen, market and command line speak from the same ones."""
    from gettext import GNUTranslations  # only who speaks pays for it

    try:
        with (folder / f"{language}.mo").open("rb") as compiled:
            return GNUTranslations(compiled)
    except FileNotFoundError:
        raise WordsNotBuilt(language) from None
