"""The marks that changes leave in a list of people: they show whether a list is an older copy or a fork.

Each change of who may sign in, and how, adds one to a count, and a digest over the digest before it and over
what the list then says. A table's record or its journal that has seen a mark can tell whether a list
continues from it.

No key is needed to make a mark: it shows that a copy was put back, not that somebody who knows the method
wrote the list.
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
"""The number of past changes that a list keeps, to show that it continues from what a table knew."""


class ListMark(msgspec.Struct, frozen=True):
    """The number of changes of a list, and the digest of the last one."""

    number: int
    digest: str

    @property
    def text(self) -> str:
        return f"{self.number} {self.digest}"


def mark_in(text: str) -> ListMark | None:
    """The mark in this text; None where it has none."""
    number, _, digest = text.partition(" ")
    is_number = number.isascii() and number.isdigit() and len(number) <= _DIGITS
    return ListMark(int(number), digest) if is_number and digest else None


_DIGITS: Final = 18
"""The most digits of a change's number: a journal's text may hold any."""


def last_mark(records: Records) -> ListMark | None:
    """The last mark of a list; None in an older list."""
    return ListMark(records.mark, records.marks[-1]) if records.marks else None


def goes_on(records: Records, known: ListMark | None) -> bool:
    """Whether a list is as its last mark says, and once had this mark."""
    if not is_whole(records):
        return False
    if known is None:
        return True
    since = records.mark - known.number
    return 0 <= since < len(records.marks) and records.marks[-1 - since] == known.digest


def is_whole(records: Records) -> bool:
    """Whether a list is as it was at its last mark; an older list has no mark."""
    if not records.marks:
        return records.mark == 0
    if len(records.marks) > records.mark:
        return False
    before = records.marks[-2] if len(records.marks) > 1 else ""
    return records.marks[-1] == _digest(before, records.mark, records)


def marking(change: Callable[[Records], Records]) -> Callable[[Records], Records]:
    """The change together with its mark. A list that was changed by hand gets no mark, so that this stays
    visible.
    """

    def marked(before: Records) -> Records:
        after = change(before)
        if not is_whole(before) or (before.marks and _digested(before) == _digested(after)):
            return after
        return with_mark(after)

    return marked


def with_mark(records: Records) -> Records:
    """The list with one more mark, whatever the list says."""
    number, before = records.mark + 1, records.marks[-1] if records.marks else ""
    return replace(records, mark=number, marks=(*records.marks[1 - KEPT :], _digest(before, number, records)))


def _digested(records: Records) -> bytes:
    """The part of the list that a mark covers: people, roles, PINs, blocks. Wrong tries count only once they
    lock.
    """
    people = [(replace(each, wrong=0), each.is_locked) for each in records.people]
    return msgspec.json.encode((records.salt, people))


def _digest(before: str, number: int, records: Records) -> str:
    return sha256(f"{before} {number} ".encode() + _digested(records)).hexdigest()[:32]
