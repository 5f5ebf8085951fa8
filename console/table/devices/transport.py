"""The bytes of the transport, not the device: a port, serial server, modem or terminal sends them.

A line is the transport's until it is a reading. What a device can say is a closed set (its model knows it);
this module knows what is taken off a line before it is compared with that set, and which other lines are
words of the transport. Such a line is never a card, a failed scan or a number: its bytes are in the journal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final, TypeVar

from console.table.devices.readings import Nothing

GREETING: Final = Nothing("greeting")
GREETS_FOR: Final = 0.5
"""Seconds from the opening of a port in which a line that is no reading is the transport's greeting."""

_COMMANDS: Final = re.compile(
    rb"\xff(?:\xfa.*?\xff\xf0|[\xfb-\xfe].|[\xf0-\xf9])"  # telnet commands
    # A terminal's control sequences.
    rb"|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-Z]|[=>78c])"
    # A shoe's messages at this port.
    rb"|\A(?=\x05)(?:\x05[^\x03\x05]*\x03[0-9A-F]{0,2})*(?:\x05[^\x03\x05]*\Z)?",
    re.DOTALL,
)
_UNTYPED: Final = re.compile(rb"[\x00-\x1f\x7f\xff]+")
"""The bytes that an opening port and a scanner send beside text: NUL, FF, STX and ETX, XON, a break."""
_AIM: Final = re.compile(rb"^\][A-Za-z][0-9A-Za-z](?=.)")
"""The prefix by which a scanner names the kind of code: ``]C0`` before a Code 128."""
_DIGIT: Final = re.compile(rb"[\x10-\x19]")
_WORD: Final = re.compile(rb"[A-Za-z]{3}|[A-Za-z]{2}[^A-Za-z]|\AOK\Z", re.IGNORECASE)
_LETTERS: Final = re.compile(rb"[A-Za-z]+")
_OF_SCANS: Final = frozenset(b"READ NOREAD READING SCAN NOSCAN CODE BARCODE DECODE NR NG BR".split())
_OF_ERRORS: Final = frozenset(b"NO NOT BAD ERR ERROR FAIL FAILED FAILURE".split())
"""The words of a failed scan: a line of these alone, and of figures, is one."""
_LISTED: Final = frozenset((b"BADREAD", b"NOCODE", b"MISS"))
_MARKS: Final = re.compile(rb"[?*#!-]+")
_CARD: Final = rb"(?:(?:10|[2-9ATJQK])[SHDC]|[SHDC](?:10|[2-9ATJQK]))"
_CARDS: Final = re.compile(rb"(?:%b.?)+" % _CARD, re.IGNORECASE)
"""The lines of cards whose ends were garbled on the way, which may look like words."""
_ALIKE: Final = 0.7
"""How much of a word has to be another's: a letter in four may be garbled."""
Found = TypeVar("Found")


def cleaned(line: bytes) -> bytes:
    """A line without what the transport and a scanner's frame add to it."""
    return _AIM.sub(b"", _UNTYPED.sub(b"", _COMMANDS.sub(b"", line)).strip())


def understood(line: bytes, meaning: Callable[[bytes], Found | None]) -> Found | None:
    """The meaning of a line as it came, or else of the cleaned one; None if it has none. A digit that lost a
    bit is a control character: a line that has a meaning with it has none without it.
    """
    found = meaning(line)
    if found is None and (seen := cleaned(line)) != line:
        found = meaning(seen)
        if _DIGIT.search(line) and meaning(cleaned(_DIGIT.sub(_whole_digit, line))) is not None:
            return None
    return found


_TRANSPORTS: Final = re.compile(rb"device open failure|port already in use|port's device already", re.I)


def of_transport(seen: bytes) -> bool:
    """Whether a cleaned line begins with a serial server's own words."""
    return _TRANSPORTS.match(seen) is not None


def says_unread(seen: bytes, *, listed: bool = True) -> bool:
    """Whether a cleaned line says in so many words, or signs, that a scan failed. ``listed``: some makes'
    words, too, which were a greeting up to 1.2.
    """
    words = _words(seen)
    if listed and words == {seen.upper()} and words <= _LISTED:
        return True
    return bool(_MARKS.fullmatch(seen) or (words <= _OF_SCANS | _OF_ERRORS and words & _OF_SCANS))


def greets(seen: bytes, own: Collection[str] = ()) -> bool:
    """Whether a cleaned line that is no reading is words of somebody else's: a greeting, a menu, a refusal, a
    modem's. ``own`` are the words of the device's lines, which may have been garbled.
    """
    words = _words(seen)
    if not _WORD.search(seen) or words <= _OF_SCANS | _OF_ERRORS or _CARDS.fullmatch(seen):
        return False
    from difflib import get_close_matches  # Only after a line that is no reading.

    parts = {*words, *seen.upper().split()}
    return not any(get_close_matches(part.decode("latin-1"), own, 1, _ALIKE) for part in parts)


def _words(seen: bytes) -> set[bytes]:
    return set(_LETTERS.findall(seen.upper()))


def _whole_digit(found: re.Match[bytes]) -> bytes:
    return bytes((found[0][0] ^ 0x20,))
