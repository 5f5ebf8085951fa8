"""A TOML file that somebody else wrote: its tables, or why it is none, in one line that can be shown.

It knows what breaks a parser (nesting without end, figures without end, a file without end); never what the
tables mean.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 1 << 20
"""Bytes of a file at most; the rulebooks have a fiftieth of it."""
_LONGEST: Final = 300
"""Characters of a reason at most: it may quote what is in the file."""


class NotToml(ValueError):
    """The text is no TOML; what is said is one line."""


def text_of(file: Path) -> str:
    """What a file holds, as UTF-8; OSError, NotToml."""
    with file.open("rb") as opened:
        written = opened.read(LARGEST + 1)
    if len(written) > LARGEST:
        raise NotToml(f"it has more than {LARGEST} bytes")
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotToml(f"it is not UTF-8 at byte {error.start}") from error


def tables_of(text: str) -> dict[str, Any]:
    """The tables in it; NotToml."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotToml("it is nested too deeply") from None
    except ValueError as error:  # of a figure or a date too, which are no TOMLDecodeError
        raise NotToml(plain(str(error))) from error


def plain(said: str) -> str:
    """A reason as one line of a screen, whatever it quotes."""
    visible = "".join(letter if letter.isprintable() else "?" for letter in said)
    return visible if len(visible) <= _LONGEST else visible[: _LONGEST - 1] + "…"
