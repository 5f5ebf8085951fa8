"""Journals made again from what the floor holds, in a folder of the user's own, for all that reads a journal.

Each goes on from where it was; the chain that is followed here must lead to the floor's head. Where it does
not, somebody changed what the floor holds, or took of it: that is said of the part, and its copy is kept as
far as it goes, so that one can look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.floor.holdings import HeldPart, Holdings, Missing
from console.journal.file.errors import JournalError
from console.journal.replica import Replica, heading_of, is_heading


class Flaw(StrEnum):
    """What is not as it was shipped."""

    CHANGED = "changed"
    """The entries do not lead to the head."""
    MISSING = "missing"
    """One of them is not there."""
    HEADING = "heading"
    """What the file says of itself is not what its chain begins at."""


class Copied(NamedTuple):
    """A part's copy; ``flaw`` is what is not as it was shipped, in the entries ``first`` to ``last``."""

    part: HeldPart
    path: Path | None
    """None where none could be made."""
    flaw: Flaw | None = None
    first: int = 0
    last: int = 0


GoingOn = Callable[[int, int], bool]
"""Told how many entries of how many are done; False stops."""


class Stopped(Exception):
    """Somebody stopped it; what was copied stays."""


_NAME: Final = "{}-{}.db"
_PLAIN: Final = re.compile(r"[\w-][\w.-]{0,150}")
"""A name that a table gave a file, and that no system takes for another place."""


def own_folder() -> Path:
    """Where copies are kept if nobody says otherwise; nothing is made."""
    from platformdirs import user_cache_path

    return user_cache_path("dealer-console", appauthor=False) / "floor"


def copied(
    holdings: Holdings, parts: Sequence[HeldPart], folder: Path, going_on: GoingOn = lambda done, of: True
) -> list[Copied]:
    """Bring the copies of these parts up to the floor's heads. Raises Stopped, OSError, psycopg.Error."""
    of, done, found = sum(part.number for part in parts), 0, list[Copied]()
    names = _names(parts)
    for part, name in zip(parts, names, strict=True):

        def heard(number: int, before: int = done) -> None:
            if not going_on(before + number, of):
                raise Stopped

        found.append(_copied(holdings, part, folder / _own(part.table) / name, heard))
        done += part.number
    return found


def _copied(holdings: Holdings, part: HeldPart, path: Path, heard: Callable[[int], None]) -> Copied:
    begun = dict(holdings.states(part.table, part.part, 0, 0)).get(0)
    if not is_heading(part.heading, part.begins, begun):
        return Copied(part, None, Flaw.HEADING)
    said = heading_of(part.heading, part.begins, begun)
    try:
        found = _brought_up(holdings, part, path, Replica(path, said, begun), heard)
        if found.flaw is None:
            return found
    except JournalError:
        pass
    # What was copied before may itself be what does not fit: once more, from the first entry.
    for old in path.parent.glob(path.name + "*"):
        old.unlink()
    with suppress(JournalError):
        return _brought_up(holdings, part, path, Replica(path, said, begun), heard)
    return Copied(part, path, Flaw.CHANGED, 1, part.number)


def _brought_up(
    holdings: Holdings, part: HeldPart, path: Path, replica: Replica, heard: Callable[[int], None]
) -> Copied:
    with replica:
        first = replica.last + 1
        try:
            for slice_ in _whole(holdings, part, replica.last):
                replica.take(slice_)
                heard(replica.last)
        except Missing as missing:
            return Copied(part, path, Flaw.MISSING, missing.number, missing.number)
        finally:
            replica.keep(holdings.states(part.table, part.part, replica.last_state + 1, replica.last))
        if (replica.last, replica.head) != (part.number, part.chain):
            return Copied(part, path, Flaw.CHANGED, min(first, part.number), part.number)
    return Copied(part, path)


def _whole(holdings: Holdings, part: HeldPart, after: int) -> Iterator[list[bytes]]:
    return holdings.entries(part.table, part.part, after, part.number)


def _own(table: str) -> str:
    """A folder's name for a table, whatever its id holds."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in table)[:32]
    return f"{plain}-{sha256(table.encode()).hexdigest()[:8]}"


def _names(parts: Sequence[HeldPart]) -> list[str]:
    """The files' names: as the file after it calls it, so that those of a table are found by one another."""
    called: dict[tuple[str, bytes], str] = {}
    for part in parts:
        with suppress(msgspec.DecodeError):
            before = heading_of(part.heading, part.begins, None).predecessor
            if before is not None and _PLAIN.fullmatch(Path(before.file).name):
                called[part.table, bytes.fromhex(before.head)] = Path(before.file).name
    return [
        called.get((part.table, part.chain)) or _NAME.format(_own(part.table), part.part) for part in parts
    ]
