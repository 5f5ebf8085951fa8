"""What came since a journal's last seal: a handover that both shifts have signed, a seal that failed.

It reads, and changes nothing. Who signs for what is checked where it is signed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.journal.connection import BROKEN, reading
from console.journal.errors import Damaged
from console.journal.seals import newest
from console.journal.statement import NOT_SEALED
from console.table import events

_LOOKED_AT: Final = 100_000
"""Entries among which the other signature is looked for: some shifts."""
_SIGNED: Final = """
    SELECT number, CAST(event AS BLOB) FROM entry
    WHERE number > ? AND kind = ? AND refused IS NULL ORDER BY number DESC LIMIT 2
"""
_FAILED: Final = """
    SELECT CAST(event AS BLOB) FROM entry
    WHERE number > ? AND kind = ? AND instr(event, ?) > 0 ORDER BY number DESC LIMIT 1
"""
_HANDOVER: Final = events.kind_of(events.HandoverSigned("", "", "outgoing"))
_NOTED: Final = events.kind_of(events.Noted(NOT_SEALED))


class Signed(NamedTuple):
    """A shift whose handover has both signatures, and whose was the second."""

    shift: str
    by: str


def both_signed(path: Path) -> Signed | None:
    """The shift that the last signature completes, where nothing was sealed since; Damaged."""
    try:
        with closing(reading(path)) as connection:
            sealed = _sealed(connection)
            last = connection.execute("SELECT max(number) FROM entry").fetchone()[0] or 0
            rows = connection.execute(_SIGNED, (last - _LOOKED_AT, _HANDOVER)).fetchall()
    except BROKEN as error:
        raise Damaged(path, 1) from error
    if len(rows) < 2 or rows[0][0] <= sealed:
        return None
    second, first = (msgspec.json.decode(event, type=events.HandoverSigned) for _, event in rows)
    if (second.shift, {second.side, first.side}) != (first.shift, {"outgoing", "incoming"}):
        return None
    return Signed(second.shift, second.by)


def last_failure(path: Path) -> str | None:
    """Of which shift or file the seal failed last, and why; None where one was made since. Damaged."""
    try:
        with closing(reading(path)) as connection:
            found = connection.execute(_FAILED, (_sealed(connection), _NOTED, NOT_SEALED)).fetchone()
    except BROKEN as error:
        raise Damaged(path, 1) from error
    if found is None:
        return None
    noted = msgspec.json.decode(found[0], type=events.Noted)
    return noted.text if noted.what == NOT_SEALED else None


def _sealed(connection: sqlite3.Connection) -> int:
    """How many entries are under the last seal."""
    seal = newest(connection)
    said = None if seal is None else seal.said
    return 0 if said is None else said.entries
