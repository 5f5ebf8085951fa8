"""The marks that changes leave in a people's list, by which an older copy of it, or a fork, is known.

Each change of who may sign in, and how, counts one on and adds a digest over the one before it and over what
the list then says. Who has seen a mark, a table's own record or its journal, sees whether a list goes on from
it. It takes no key to make one: it shows a copy put back, not what somebody wrote who knows how.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from console.people.person import Records

KEPT: Final = 1000
"""How many changes back a list still shows that it goes on from what a table knew."""


class Mark(msgspec.Struct, frozen=True):
    """How many changes a list has seen, and the digest of the last."""

    number: int
    digest: str

    @property
    def text(self) -> str:
        """As it is written down."""
        return f"{self.number} {self.digest}"


def mark_said(text: str) -> Mark | None:
    """The mark that was written down so; None where none was."""
    number, _, digest = text.partition(" ")
    return Mark(int(number), digest) if number.isascii() and number.isdigit() and digest else None


def last_mark(records: Records) -> Mark | None:
    """The mark that a list stands at; None in an older list."""
    return Mark(records.mark, records.marks[-1]) if records.marks else None


def goes_on(records: Records, known: Mark | None) -> bool:
    """Whether a list stands at its own last mark, and has once stood at this one."""
    if not is_whole(records):
        return False
    if known is None:
        return True
    since = records.mark - known.number
    return 0 <= since < len(records.marks) and records.marks[-1 - since] == known.digest


def is_whole(records: Records) -> bool:
    """Whether a list says what it said at its last mark; an older list has none."""
    if not records.marks:
        return records.mark == 0
    if len(records.marks) > records.mark:
        return False
    before = records.marks[-2] if len(records.marks) > 1 else ""
    return records.marks[-1] == _digest(before, records.mark, records)


def marking(change: Callable[[Records], Records]) -> Callable[[Records], Records]:
    """The change with the mark that it leaves; a list that was changed by hand gets none: it stays so."""

    def marked(before: Records) -> Records:
        after = change(before)
        if not is_whole(before) or (before.marks and _said(before) == _said(after)):
            return after
        return with_mark(after)

    return marked


def with_mark(records: Records) -> Records:
    """A list with one mark more, whatever it is."""
    number, before = records.mark + 1, records.marks[-1] if records.marks else ""
    return replace(records, mark=number, marks=(*records.marks[1 - KEPT :], _digest(before, number, records)))


def _said(records: Records) -> bytes:
    """Who may sign in, and how. A wrong try is none of it, before the one that locks."""
    people = [(replace(each, wrong=0), each.locked) for each in records.people]
    return msgspec.json.encode((records.salt, people))


def _digest(before: str, number: int, records: Records) -> str:
    return sha256(f"{before} {number} ".encode() + _said(records)).hexdigest()[:32]
