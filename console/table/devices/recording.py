"""A recording of an unknown device in a file: a row for each line, with its time, its bytes and its text.

``2026-11-20T20:01:02.123456+00:00 43 55 54 0d 0a "CUT\\r\\n"``; a line that begins with ``#`` is a remark. A
row ends with a line of the device, or where no more bytes came.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

ROW: Final = 128
"""The most bytes in a row."""
_ROW: Final = re.compile(r'(\S+)  ((?:[0-9a-f]{2} ?)+)  ".*"')
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)")


class RecordedBytes(NamedTuple):
    """Bytes that came together, and when the first of them came."""

    at: datetime
    received: bytes

    @property
    def text(self) -> str:
        """The bytes as text on one line; those not printable, or bad for a terminal, are escaped."""
        text = self.received.decode("utf-8", "backslashreplace")
        return '"' + "".join(letter if letter.isprintable() else _escaped(letter) for letter in text) + '"'

    def __str__(self) -> str:
        return f"{self.at.isoformat()}  {self.received.hex(' ')}  {self.text}"


class NoRecording(ValueError):
    """A line of the file is not a row; ``number`` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number}: no row of a recording")
        self.number = number


def rows_in(received: bytes) -> tuple[list[bytes], bytes]:
    """The rows that end in these bytes, and the beginning of the next one."""
    rows, at = list[bytes](), 0
    for found in _LINE.finditer(received):
        if found[0].endswith(b"\r") and found.end() == len(received):
            break  # its LF may still come
        rows += _pieces(found[0])
        at = found.end()
    rest = received[at:]
    while len(rest) >= ROW:
        rows.append(rest[:ROW])
        rest = rest[ROW:]
    return rows, rest


def read_recording(lines: Iterable[str]) -> Iterator[RecordedBytes]:
    """The rows of a recording. Raises NoRecording at the first line that is no row of a recording."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _ROW.fullmatch(line.rstrip("\n"))
        try:
            if found is None:
                raise ValueError(line)
            yield RecordedBytes(datetime.fromisoformat(found[1]), bytes.fromhex(found[2]))
        except ValueError:
            raise NoRecording(number) from None


def _pieces(line: bytes) -> Iterator[bytes]:
    return (line[at : at + ROW] for at in range(0, len(line), ROW))


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if ord(letter) < 128 else letter.encode("unicode_escape").decode()
