"""The texts in every language: a phrase for every key, with its plural forms and its slots.

The words themselves are in ``translations/*.po``; this module reads the ``.mo`` files that the set-up
compiles from them.
"""

# mypy: implicit-reexport

from __future__ import annotations

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.words.collation import sort_by_name, sort_by_rank, sort_key
    from console.base.words.failures import foreseen, system_text, why
    from console.base.words.line_breaks import cut_at, may_part, pieces, places, wrap
    from console.base.words.locales import (
        BREAKS_AFTER, FIRST, LANGUAGES, LOCALES, TYPED_DAY, Language, date_text, figure, length_text,
        noted_day, noted_moment, short_date_text, typed_day,
    )
    from console.base.words.repeated_hour import (
        SET_BACK, Which, comes_before, distance, in_turn, moments_of, turn_of, which_of, which_of_cell,
    )
    from console.base.words.text_direction import FIRST_STRONG, POP, isolate

__getattr__ = door(__name__)


from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import cache, cached_property
from pathlib import Path, PurePath
from struct import Struct
from struct import error as StructError
from typing import Final

from console.base.plain_text.visible_text import IN_A_SENTENCE, visible
from console.base.words.locales import FIRST, LANGUAGES, LOCALES, date_text, figure
from console.base.words.text_direction import isolate

__all__ = ["LANGUAGES", "MISSED", "Catalogue", "MissingSlot", "Words", "WordsNotBuilt"]

MISSED: Final[set[tuple[str, str]]] = set()
"""Each requested key that no catalogue has, with its language, logged once."""


class MissingSlot(LookupError):
    """A phrase was asked for without a value for one of its slots."""

    def __init__(self, key: str, slot: str) -> None:
        super().__init__(f"phrase {key!r} needs a value for {{{slot}}}")


_OF_THE_SYSTEM: Final = frozenset(("reason", "said", "why"))
"""The slots that may contain a message of the system."""


class WordsNotBuilt(RuntimeError):
    """The compiled words do not exist; the text names the command that builds them."""

    def __init__(self, language: str) -> None:
        super().__init__(f"the words in {language}.mo are not built yet: `python3 -m console` builds them")


class Words:
    """The phrases of one language. A value: two of the same language are equal. A key that the catalogue
    lacks is never an error. A new rulebook, a journal of another version or a line of the game server may
    bring one while a dealer stands at the table: its id is shown, and logged once. The tests ensure that
    every catalogue has every key of the program and of our rulebooks.
    """

    def __init__(self, language: str, folder: Path | None = None) -> None:
        """Load one of :data:`LANGUAGES`. Raises ValueError, :class:`WordsNotBuilt` without its file."""
        if language not in LOCALES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.locale = LOCALES[language]
        self._catalogue = _catalogue(language, folder or _folder())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other._catalogue is self._catalogue

    def __hash__(self) -> int:
        return hash(self._catalogue)

    @property
    def next_language(self) -> str:
        """The code of the language after this one, for a key that changes the language."""
        return LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    def text(self, key: str, /, **slots: object) -> str:
        """The phrase of ``key`` with its slots filled, or the key itself. Raises MissingSlot. A tuple in a
        slot becomes a list, a day or a moment in this language's form.
        """
        text = self._catalogue.text(key)
        return self._filled(key, text, slots) if text is not None else self._lacks(key)

    def count(self, key: str, n: int, /, **slots: object) -> str:
        """The phrase of ``key`` in the plural form for ``n``; ``n`` fills the slot ``count``: ``3,808``."""
        text = self._catalogue.count(key, n)
        if text is None:
            return self._lacks(key)
        return self._filled(key, text, {"count": figure(n, 0, self.locale), **slots})

    def find(self, key: str, /, **slots: object) -> str | None:
        """The phrase of ``key``; None if it is missing or needs other slots than are given."""
        text = self._catalogue.text(key)
        try:
            return self._filled(key, text, slots) if text is not None else None
        except MissingSlot:
            return None

    def has(self, key: str) -> bool:
        """Whether ``key`` has a phrase, with any slots or plural forms."""
        return bool(self._catalogue.forms(key))

    def phrases(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Every key that begins with ``prefix``: its rest and each form of its phrase, slots unfilled."""
        for key, forms in self._catalogue.phrases(prefix):
            yield from ((key.removeprefix(prefix), text) for text in forms)

    def list_of(self, members: Iterable[str]) -> str:
        """The members as this language writes a list: ``3, 5, 7``."""
        return self.text("access.list").join(map(isolate, members))

    def side_by_side(self, parts: Iterable[str | None]) -> str:
        """The parts that have text, side by side on one line: ``Table 3 · baccarat``."""
        return self.locale.dot.join(filter(None, parts))

    def label(self, name: str, text: str) -> str:
        """A name and its text: ``Seat 3: hit``; a question keeps its question mark instead of a colon."""
        if name.endswith(("?", "？")):
            return f"{name}{self.locale.gap}{text}"
        return self.text("access.told", name=name, said=text)

    def quote(self, text: str) -> str:
        opening, closing = self.locale.quotes
        return f"{opening}{isolate(text)}{closing}"

    def figure(self, value: float, decimals: int = 0) -> str:
        return figure(value, decimals, self.locale)

    def _lacks(self, key: str) -> str:
        """The text instead of a missing phrase: its id, which technical service can look up."""
        if (key, self.language) not in MISSED:
            import logging  # Only a missing phrase needs it.

            MISSED.add((key, self.language))
            logging.getLogger(__name__).error("no phrase %r in translations/%s.po", key, self.language)
        return visible(key.partition(".")[2] or key)  # A file from outside can name any key.

    def _filled(self, key: str, text: str, slots: dict[str, object]) -> str:
        if "{" not in text and "}" not in text:  # Most texts have no slot.
            return text
        values = {slot: self._slot_value(each) for slot, each in slots.items()}
        for slot in _OF_THE_SYSTEM & slots.keys():
            values[slot] = self.of_the_system(str(slots[slot])) or values[slot]
        try:
            return text.format_map(values)
        except KeyError as missing:
            raise MissingSlot(key, str(missing.args[0])) from None

    def of_the_system(self, reason: str) -> str | None:
        """An English message of the operating system or of SQLite, in this language."""
        key = _system_messages().get(reason)
        return None if key is None else self._catalogue.text(f"system.{key}")

    def _slot_value(self, value: object) -> object:
        """A slot's value; text from outside turns no direction and commands no terminal."""
        if type(value) is str:
            return visible(isolate(value), IN_A_SENTENCE)
        if isinstance(value, tuple):
            return self.list_of(value)
        if isinstance(value, datetime):
            return f"{date_text(value, self.locale)} {value:{self.locale.short_time}}"
        if isinstance(value, date):
            return date_text(value, self.locale)
        return visible(str(value)) if isinstance(value, PurePath) else value


@cache
def _folder() -> Path:
    """The folder of the compiled words: in the package once installed, else beside it in the checkout."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "translations"
    return inside if inside.is_dir() else package.parent / "translations"


@cache
def _system_messages() -> dict[str, str]:
    """The English messages that have phrases, each with its phrase."""
    return {text: key for key, text in Words(FIRST).phrases("system.")}


@cache
def _catalogue(language: str, folder: Path) -> Catalogue:
    """The language's phrases: screen, market and command line share them."""
    try:
        return Catalogue((folder / f"{language}.mo").read_bytes())
    except FileNotFoundError:
        raise WordsNotBuilt(language) from None


_ORDERS: Final = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}
"""The first bytes of a ``.mo`` file, and the order of the bytes in its numbers."""


class Catalogue:
    """The phrases of a ``.mo`` file, each decoded when first asked for.

    Python's own reader decodes all phrases of a language at once, more than 4,000, for which every start
    would wait 12 ms; a table needs some hundred. The form is gettext's (gnu.org/software/gettext, "MO
    Files"), its keys in the order of their bytes.
    """

    def __init__(self, written: bytes) -> None:
        """``written`` is the whole file. Raises OSError for another form, or a cut-off file."""
        order = _ORDERS.get(written[:4], "<")
        self._written, self._found = written, dict[str, tuple[str, ...]]()
        self._pair = Struct(f"{order}2I")
        try:
            self._size, self._keys, self._texts = Struct(f"{order}3I").unpack_from(written, 8)
            end = sum(self._pair.unpack_from(written, self._texts + self._pair.size * (self._size - 1)))
        except StructError:
            end = len(written)
        if written[:4] not in _ORDERS or end >= len(written):
            raise OSError("these are no whole compiled words")

    def text(self, key: str) -> str | None:
        """The phrase of a key, with plural forms the one for 1, or None."""
        forms = self.forms(key)
        return forms[self._form(1)] if len(forms) > 1 else forms[0] if forms else None

    def count(self, key: str, n: int) -> str | None:
        """The phrase's plural form for ``n``, or its only form, or None."""
        forms = self.forms(key)
        return forms[min(self._form(n), len(forms) - 1)] if forms else None

    def forms(self, key: str) -> tuple[str, ...]:
        """All forms of a key's phrase; none if there is no phrase."""
        if key not in self._found:
            sought = key.encode("utf-8", "replace")
            at = bisect_left(range(self._size), sought, key=self._key)
            if at == self._size or self._key(at) != sought:
                return ()
            self._found[key] = self._decoded(at)
        return self._found[key]

    def phrases(self, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every key that begins with ``prefix``, with all forms of its phrase, in the order of the keys."""
        sought = prefix.encode()
        for number in range(bisect_left(range(self._size), sought, key=self._key), self._size):
            if not (key := self._key(number)).startswith(sought):
                return
            yield key.decode(), self._decoded(number)

    @cached_property
    def _form(self) -> Callable[[int], int]:
        """Gives the plural form of a number, by the rule in the file's heading."""
        from gettext import c2py  # It is needed only for plural forms.

        forms = "".join(self.forms("")).partition("nplurals=")[2].partition("\n")[0]
        return c2py(forms.partition("plural=")[2].partition(";")[0] or "n != 1")

    def _key(self, number: int) -> bytes:
        return self._string(self._keys, number).partition(b"\0")[0]  # A plural's key is there twice.

    def _decoded(self, number: int) -> tuple[str, ...]:
        return tuple(self._string(self._texts, number).decode("utf-8", "replace").split("\0"))

    def _string(self, table: int, number: int) -> bytes:
        length, at = self._pair.unpack_from(self._written, table + self._pair.size * number)
        return self._written[at : at + length]
