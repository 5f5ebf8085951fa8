"""The marks that changes leave in a list of people: they show whether a list is an older copy or a fork.

Each change of who may sign in, and how, adds one to a count, and a digest over the digest before it and over
what the list then says. A table's record or its journal that has seen a mark shows whether a list
continues from it. Wrong tries are counted for the whole list, since a copy of before them would let the
guessing begin again.

Marks and the seal over the whole file are made with a key from the PINs' secret, which lies apart from the
list: somebody who can write the list alone makes neither.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from console.table.people.person import Records


class ListKey(Protocol):
    @property
    def id(self) -> str:
        """The name by which a list refers to it."""

    def seal(self, what: Literal["mark", "list"], content: bytes) -> str:
        """The digest over a part of the list."""


KEPT: Final = 1000
"""The number of past changes that a list keeps, to show that it continues from what a table knew."""
_KEYED: Final = "k"


class ListMark(msgspec.Struct, frozen=True):
    """The number of changes of a list, the digest of the last one, and the number of tries at a PIN."""

    number: int
    digest: str
    tried: int = 0

    @property
    def text(self) -> str:
        return f"{self.number} {self.digest}" + (f" {self.tried}" if self.tried else "")


def mark_in(text: str) -> ListMark | None:
    """The mark in this text; None if it has none."""
    number, digest, tried, *_ = (*text.split(" "), "", "")
    if not (_is_number(number) and digest):
        return None
    return ListMark(int(number), digest, int(tried) if _is_number(tried) else 0)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


_DIGITS: Final = 18
"""The most digits of a number: a journal's text may hold any."""


def last_mark(records: Records) -> ListMark | None:
    return ListMark(records.mark, records.marks[-1], records.tried) if records.marks else None


def goes_on(records: Records, known: ListMark | None, key: ListKey | None) -> bool:
    """Whether a list is as its last change left it, and once had this mark."""
    if not is_whole(records, key):
        return False
    if known is None:
        return True
    since = records.mark - known.number
    had = 0 <= since < len(records.marks) and records.marks[-1 - since] == known.digest
    return had and records.tried >= known.tried


def is_whole(records: Records, key: ListKey | None) -> bool:
    """Whether a list is as its last change left it."""
    if records.seal is None or records.key is None:
        return not (records.people or records.marks)
    return key is not None and hmac.compare_digest(records.seal, _sealed(records, key))


def marked(before: Records, after: Records, key: ListKey, *, whole: bool) -> Records:
    """The list after a change, sealed; with a new mark if who may sign in or how has changed, and if it was
    not ``whole``.
    """
    if whole and before.marks and _digested(before) == _digested(after):
        return sealed(after, key)
    return sealed(with_mark(after, key), key)


def with_mark(records: Records, key: ListKey) -> Records:
    """The list with one more mark, whatever the list says."""
    number, before = records.mark + 1, records.marks[-1] if records.marks else ""
    digest = _digest(before, number, records, key)
    return replace(records, mark=number, marks=(*records.marks[1 - KEPT :], digest))


def sealed(records: Records, key: ListKey) -> Records:
    """The list with its seal made again, whatever the list says."""
    records = replace(records, key=key.id, seal=None)
    return replace(records, seal=_sealed(records, key))


def unaccounted(records: Records, known: ListMark, told: int) -> int:
    """The changes since this mark without an entry in the list; ``told``: the last number in the journal."""
    numbers = {each.mark for each in records.changes if known.number < each.mark <= records.mark}
    older = sum(not each.mark and each.number > told for each in records.changes)
    return max(0, records.mark - known.number - len(numbers) - older)


def _digested(records: Records) -> bytes:
    """The part of the list under a mark: people, roles, PINs, blocks; wrong tries once they lock."""
    people = [(replace(each, wrong=0), each.is_locked) for each in records.people]
    return msgspec.json.encode((records.salt, people))


def _digest(before: str, number: int, records: Records, key: ListKey) -> str:
    content = f"{before} {number} ".encode() + _digested(records)
    return _KEYED + key.seal("mark", content)[:32]


def _sealed(records: Records, key: ListKey) -> str:
    return key.seal("list", msgspec.json.encode(replace(records, seal=None)))
