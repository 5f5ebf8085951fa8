"""The token by which the game server knows a table: from a file that is the user's alone, and in no text."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from console.link.errors import LinkError

LONGEST: Final = 4096
"""Characters of a token at most."""
_OTHERS: Final = 0o077


class Token:
    """A token that prints itself nowhere."""

    __slots__ = ("_said",)

    def __init__(self, said: str) -> None:
        self._said = said

    def __repr__(self) -> str:
        return "Token(...)"

    @property
    def said(self) -> str:
        """What it says, for the server alone."""
        return self._said


def read_token(file: Path) -> Token:
    """The one line of the file; LinkError if others may read it, if it can't be read, or is no token."""
    try:
        with file.open("rb") as opened:
            _check_private(file, os.fstat(opened.fileno()).st_mode)
            said = opened.read(LONGEST + 2).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LinkError("link.token.unreadable", file=str(file)) from error
    if not said or len(said) > LONGEST or not said.isprintable():
        raise LinkError("link.token.unreadable", file=str(file))
    return Token(said)


def _check_private(file: Path, mode: int) -> None:
    if os.name == "posix" and stat.S_IMODE(mode) & _OTHERS:
        raise LinkError("link.token.open", file=str(file))
