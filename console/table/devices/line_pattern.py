"""The regular expressions that a table's file may give for a device's lines, and the cost of each.

They are data from outside, and they run where the table's devices are read: one that backtracks without end
would stop a table. So only a part of the language is taken, every repetition of it is counted, and a pattern
that could match a line in too many ways is refused before it has met one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import msgspec

LONGEST: Final = 100
"""The most characters of a line."""
WAYS: Final = 20_000
"""The most ways in which a pattern may be tried on one line: they take about ten milliseconds."""
PATTERN_LENGTH: Final = 500
NESTED: Final = 12
"""Groups may be nested at most so deep."""

_ENOUGH: Final = 20
"""Something with two ways that is repeated so often has more than :data:`WAYS`."""
_OTHER: Final = -1
"""All characters beyond ASCII."""
_END: Final = -2
"""The end of the line, which follows a whole pattern."""
_ALL: Final = frozenset((*range(128), _OTHER))
_CLASSES: Final = {
    "d": frozenset(map(ord, "0123456789")),
    "s": frozenset(map(ord, " \t\n\r\f\v")),
    "w": frozenset(code for code in range(128) if chr(code).isalnum() or code == ord("_")),
}
_CONTROLS: Final = {"t": 9, "n": 10, "r": 13, "f": 12, "v": 11, "a": 7, "0": 0}
_COUNTS: Final = re.compile(r"\{([0-9]{1,4})(,?)([0-9]{0,4})\}")
_NAME: Final = re.compile(r"\(\?P<([A-Za-z_][A-Za-z_0-9]*)>")


class PatternError(ValueError):
    """The pattern can't be used; ``column`` counts from 1."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(f"column {column}: {reason}")
        self.column = column


class Character(msgspec.Struct, frozen=True):
    of: frozenset[int]
    written: str
    """The character as it is written in the pattern."""


class Alternative(msgspec.Struct, frozen=True):
    """One of several sequences; ``name`` is the name of the group, None if it has none."""

    ways: tuple[tuple[Repetition, ...], ...]
    name: str | None = None


class Repetition(msgspec.Struct, frozen=True):
    """A character or a choice, repeated; ``most`` is None if there is no upper limit."""

    what: Character | Alternative
    least: int
    most: int | None
    column: int


Sequence: TypeAlias = tuple[Repetition, ...]


class Pattern(msgspec.Struct, frozen=True):
    written: str
    matches: re.Pattern[str]
    parts: Alternative
    ways: int

    @property
    def groups(self) -> dict[str, int]:
        return {name: column for name, column, _ in _named(self.parts, repeated=False)}

    def groups_of(self, line: str) -> dict[str, str] | None:
        """The named groups of a line that took part in the match, with their texts; None without a match."""
        found = self.matches.fullmatch(line)
        return (
            None
            if found is None
            else {key: value for key, value in found.groupdict().items() if value is not None}
        )

    def line_with(self, groups: Mapping[str, str | None]) -> str | None:
        """A line with exactly these named groups; None if there is no such line. A group whose text is None
        gets any text that the pattern allows.
        """
        spelt = _spelt(self.parts, groups)
        if spelt is None or (found := self.groups_of(spelt[0])) is None or found.keys() != groups.keys():
            return None
        right = all(text is None or found[name] == text for name, text in groups.items())
        return spelt[0] if right else None


def pattern(written: str) -> Pattern:
    """Check a pattern. Raises PatternError, which says what is not allowed, and at which column."""
    if len(written) > PATTERN_LENGTH:
        raise PatternError(f"longer than {PATTERN_LENGTH} characters", PATTERN_LENGTH + 1)
    try:
        matches = re.compile(written, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        at = getattr(error, "pos", None) or 0
        raise PatternError(f"no regular expression: {getattr(error, 'msg', error)}", at + 1) from None
    parts = _Parser(written).whole()
    for name, column, repeated in _named(parts, repeated=False):
        if repeated:
            raise PatternError(f"the group {name} stands in another or is repeated", column)
    return Pattern(written, matches, parts, _ways(parts, frozenset((_END,)), 1))


# --- what is written -----------------------------------------------------------------------------


class _Parser:
    """Reads a pattern that the library accepts; anything beyond the supported part is refused."""

    def __init__(self, written: str) -> None:
        self._text, self._at, self._depth = written, 0, 0

    def whole(self) -> Alternative:
        if self._text.startswith("^"):
            self._at = 1
        return self._choice(None)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _refuse(self, what: str) -> PatternError:
        return PatternError(f"{what} can't be used here", self._at + 1)

    def _choice(self, name: str | None) -> Alternative:
        ways = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            ways.append(self._sequence())
        return Alternative(tuple(ways), name)

    def _sequence(self) -> Sequence:
        parts = list[Repetition]()
        while (following := self._next()) and following not in "|)":
            if following == "$" and self._at == len(self._text) - 1:
                self._at += 1
                break
            parts.append(self._repeated())
        return tuple(parts)

    def _repeated(self) -> Repetition:
        column = self._at + 1
        what = self._group() if self._next() == "(" else self._character()
        least, most = self._counts()
        if most is not None and most > LONGEST:
            raise PatternError(f"repeated more often than the {LONGEST} characters of a line", column)
        return Repetition(what, least, most, column)

    def _counts(self) -> tuple[int, int | None]:
        counts = self._written_counts()
        if counts is None:
            return 1, 1
        if self._next() == "?":  # '?' asks for as few as possible; whole lines match alike either way
            self._at += 1
        elif self._next() and self._next() in "*+":
            raise self._refuse("a possessive repetition")
        return counts

    def _written_counts(self) -> tuple[int, int | None] | None:
        sign = self._next()
        if sign and sign in "*+?":
            self._at += 1
            return (1 if sign == "+" else 0), (1 if sign == "?" else None)
        found = _COUNTS.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        least = int(found[1])
        if not found[2]:
            return least, least
        return least, int(found[3]) if found[3] else None

    def _group(self) -> Alternative:
        named = _NAME.match(self._text, self._at)
        if named is not None:
            self._at = named.end()
        elif self._text.startswith("(?:", self._at):
            self._at += 3
        elif self._text.startswith("(?", self._at):
            raise self._refuse(repr(self._text[self._at : self._at + 3]))
        else:
            self._at += 1
        self._depth += 1
        if self._depth > NESTED:
            raise self._refuse(f"a group in {NESTED} others")
        inside = self._choice(named[1] if named else None)
        self._at += 1
        self._depth -= 1
        return inside

    def _character(self) -> Character:
        began = self._at
        sign = self._next()
        if sign == "[":
            of = self._set()
        elif sign == "\\":
            of = self._escaped()
        elif sign == ".":
            self._at += 1
            of = _ALL - {10}
        elif sign in "^$":
            raise self._refuse(f"{sign}, but for the pattern's own {'beginning' if sign == '^' else 'end'},")
        else:
            self._at += 1
            of = _codes(sign)
        return Character(of, self._text[began : self._at])

    def _escaped(self) -> frozenset[int]:
        letter = self._text[self._at + 1]
        if letter.lower() in _CLASSES:
            self._at += 2
            of = _CLASSES[letter.lower()]
            return of if letter.islower() else _ALL - of
        return _codes(chr(self._code()))

    def _code(self) -> int:
        """The one character that stands here, in a set or after a backslash."""
        letter = self._text[self._at]
        if letter != "\\":
            self._at += 1
            return ord(letter)
        letter = self._text[self._at + 1]
        if letter == "x":
            self._at += 4
            return int(self._text[self._at - 2 : self._at], 16)
        if letter in _CONTROLS and not self._text[self._at + 2 : self._at + 3].isdecimal():
            self._at += 2
            return _CONTROLS[letter]
        if letter.isalnum():
            raise self._refuse("\\" + letter)
        self._at += 2
        return ord(letter)

    def _set(self) -> frozenset[int]:
        self._at += 1
        negated = self._next() == "^"
        self._at += negated
        of, first = frozenset[int](), True
        while first or self._next() != "]":
            first = False
            if self._next() == "\\" and self._text[self._at + 1].lower() in _CLASSES:
                of |= self._escaped()
                continue
            low = high = self._code()
            if self._next() == "-" and self._text[self._at + 1 : self._at + 2] != "]":
                self._at += 1
                high = self._code()
            of |= frozenset(range(low, min(high, 127) + 1)) | _codes(chr(low)) | _codes(chr(high))
        self._at += 1
        # _OTHER is every character beyond ASCII: a set that has some of them may have it or not.
        return (_ALL - of) | {_OTHER} if negated else of


def _codes(character: str) -> frozenset[int]:
    return frozenset((ord(character) if ord(character) < 128 else _OTHER,))


def _named(parts: Alternative, *, repeated: bool) -> Iterator[tuple[str, int, bool]]:
    """Every named group with its column, and whether it is repeated or stands in another."""
    for way in parts.ways:
        for part in way:
            if isinstance(part.what, Alternative):
                within = repeated or part.most != 1
                if part.what.name is not None:
                    yield part.what.name, part.column, within
                yield from _named(part.what, repeated=within or part.what.name is not None)


# --- what it can cost ----------------------------------------------------------------------------


def _first(part: Character | Alternative) -> tuple[frozenset[int], bool]:
    """The characters with which it can begin, and whether it can be empty."""
    if isinstance(part, Character):
        return part.of, False
    firsts = [_begins(way, frozenset()) for way in part.ways]
    return frozenset().union(*(codes for codes, _ in firsts)), any(empty for _, empty in firsts)


def _begins(parts: Sequence, then: frozenset[int]) -> tuple[frozenset[int], bool]:
    """The characters with which these parts and those ``then`` can begin, and if they can be empty."""
    codes = frozenset[int]()
    for part in parts:
        first, empty = _first(part.what)
        codes |= first
        if part.least and not empty:
            return codes, False
    return codes | then, True


def _ways(choice: Alternative, then: frozenset[int], column: int) -> int:
    """The number of ways to match the beginning of a line, where ``then`` may follow. Raises PatternError.

    A way that the next character excludes does not count: ``[0-9]+;`` is one way, ``.*;`` as many as a line
    has characters.
    """
    each = [_ways_of(way, then) for way in choice.ways]
    firsts = [_begins(way, then)[0] for way in choice.ways]
    apart = sum(map(len, firsts)) == len(frozenset().union(*firsts))
    return _check_ways(max(each) if apart else sum(each), column)


def _ways_of(parts: Sequence, then: frozenset[int]) -> int:
    ways = 1
    for at, part in enumerate(parts):
        following = _begins(parts[at + 1 :], then)[0]
        ways = _check_ways(ways * _ways_repeated(part, following), part.column)
    return ways


def _ways_repeated(part: Repetition, following: frozenset[int]) -> int:
    first, empty = _first(part.what)
    most = LONGEST if part.most is None else part.most
    again = most > 1
    if empty and (again or not part.least):
        raise PatternError("what can be nothing is repeated", part.column)
    once = 1
    if isinstance(part.what, Alternative):
        once = _ways(part.what, following | first if again else following, part.column)
    if part.least == most:
        return _check_ways(once ** min(most, _ENOUGH), part.column)
    if once == 1:
        return 1 if not first & following else most - part.least + 1
    counts = (once ** min(count, _ENOUGH) for count in range(part.least, most + 1))
    return _check_ways(sum(counts), part.column)


def _check_ways(ways: int, column: int) -> int:
    if ways > WAYS:
        raise PatternError("a line could match in too many ways; say what may not be in it: [^;]*", column)
    return ways


# --- what it can say -----------------------------------------------------------------------------


def _spelt(choice: Alternative, groups: Mapping[str, str | None]) -> tuple[str, frozenset[str]] | None:
    """A text for it with as many groups as possible, and these groups; None if it needs another group."""
    ways = [spelt for way in choice.ways if (spelt := _spelt_way(way, groups)) is not None]
    return max(ways, key=lambda spelt: len(spelt[1]), default=None)


def _spelt_way(parts: Sequence, groups: Mapping[str, str | None]) -> tuple[str, frozenset[str]] | None:
    text, used = "", frozenset[str]()
    for part in parts:
        spelt = _spelt_part(part.what, groups)
        if spelt is None and part.least:
            return None
        if spelt is not None:
            times = max(part.least, 1 if spelt[1] else 0)
            text, used = text + spelt[0] * times, used | (spelt[1] if times else frozenset())
    return text, used


def _spelt_part(
    part: Character | Alternative, groups: Mapping[str, str | None]
) -> tuple[str, frozenset[str]] | None:
    if isinstance(part, Character):
        if len(part.written) == 1 and part.written != ".":
            return part.written, frozenset()
        liked = (code for code in (*map(ord, "0A a"), *sorted(part.of)) if code in part.of and code >= 0)
        return chr(next(liked, 0xFF)), frozenset()
    if part.name is None:
        return _spelt(part, groups)
    if part.name not in groups:
        return None
    given = groups[part.name]
    inside = _spelt(part, {}) if given is None else (given, frozenset[str]())
    return None if inside is None else (inside[0], frozenset((part.name,)))
