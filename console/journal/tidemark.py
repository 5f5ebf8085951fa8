"""How far a journal had come, kept beside it: should its end be lost, that is known at the next start.

Nothing else shows that a log was cut short or went bad at its end: what is left is a sound journal of less.
The mark is written after every commit and never waited for; what it says was on the disk before it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from struct import Struct, error
from typing import Final

_MARK: Final = Struct(">32sQ32s")
"""Where the journal's chain begins, its last number, the chain there."""
_AT: Final = 1
"""Its place in the file that is held; Windows lets nobody read the byte that is locked."""


class Tidemark:
    """The mark of an open journal, in the file that it is held by."""

    def __init__(self, held: int) -> None:
        """``held`` is the file's descriptor."""
        self._held = held
        self._beginning = b""

    def begin(self, beginning: bytes) -> None:
        """From now on it is of the journal whose chain begins so."""
        self._beginning = beginning

    def rise(self, number: int, head: bytes) -> None:
        """The journal has come to this entry; a disk that does not take the mark is the journal's to find."""
        with suppress(OSError):
            mark = _MARK.pack(self._beginning, number, head)
            if sys.platform == "win32":
                os.lseek(self._held, _AT, os.SEEK_SET)
                os.write(self._held, mark)
            else:
                os.pwrite(self._held, mark, _AT)


def reached(held: Path, beginning: bytes) -> int:
    """How far the journal whose chain begins so had come, by its mark; 0 if that says nothing of it."""
    try:
        mark = held.read_bytes()[_AT:]
        whose, number, _ = _MARK.unpack_from(mark)
    except (OSError, error):
        return 0
    return int(number) if whose == beginning else 0


def forget(held: Path) -> None:
    """What lies there now is another journal, or an earlier one that was put back."""
    with suppress(OSError):
        os.truncate(held, 0)
