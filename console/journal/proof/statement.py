"""What a seal says, and whether it was signed: values, and the file in which one is kept elsewhere.

It knows no journal: what is proven by a statement is only that somebody with the key made it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from console.journal.file.errors import JournalError
from console.journal.file.links import small_file
from console.journal.proof.keys import PublicKey
from console.table.state import events

_TERMINAL: Final = b'"terminal":'


def is_of_a_terminal(event: bytes) -> bool:
    """Whether an entry was made at a terminal while the table was closed: no sign that the table stood then.

    What a table tells of its people's file it tells itself, even if the change was made at a terminal.
    """
    if _TERMINAL not in event:
        return False  # all others, without being decoded
    told = events.DECODER.decode(event)
    if isinstance(told, events.Noted):
        return told.terminal is not None and not told.tells_of_people
    return isinstance(told, events.Commissioned) and told.terminal is not None


class NotASeal(JournalError):
    """The file holds no seal, or one that was changed."""

    key = "seal.not_a_seal"

    def __init__(self, path: Path) -> None:
        super().__init__(path, "is no seal, or not as it was made")


class Statement(
    msgspec.Struct, frozen=True, tag_field="what", tag="journal seal 1", forbid_unknown_fields=True
):
    """What a seal says, in the order in which it is written and signed; digests are in hex."""

    journal: str
    """Where the journal's chain begins: the digest of what it says of itself."""
    table: str
    game: str
    rules: str
    number: int
    """The seal's own, from 1."""
    shift: str | None
    entries: int
    """How many entries are under it."""
    chain: str
    """The chain at the last of them."""
    tree: str
    """The root over all their digests."""
    at: str
    """When it was sealed, in UTC."""
    by: str | None
    """The id of whoever sealed it; None for the console itself."""
    key: str
    """SHA-256 of the public key."""
    previous: str | None
    """The digest of the seal before it."""


class Seal(msgspec.Struct, frozen=True):
    """A statement as it was signed, to the byte, and what verifies it. As JSON it is a seal's file."""

    statement: str
    signature: bytes
    public_key: bytes

    @property
    def digest(self) -> str:
        """SHA-256 over all of it, in hex: what the next seal names it by."""
        return sha256(msgspec.msgpack.encode((self.statement, self.signature, self.public_key))).hexdigest()

    @property
    def key(self) -> PublicKey:
        """The public key that it says it is signed with."""
        return PublicKey(self.public_key)

    @property
    def said(self) -> Statement | None:
        """What it says; None where nobody signed that, or it is not written as a seal is."""
        try:
            said = msgspec.json.decode(self.statement, type=Statement)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return None
        signed = self.statement.encode("utf-8", "replace")
        as_written = msgspec.json.encode(said) == signed and said.key == self.key.id
        return said if as_written and self.key.verifies(self.signature, signed) else None


def seal_file(path: Path) -> Seal:
    """The seal that was written to this file. Raises NotASeal where it is none, or was changed."""
    try:
        found = msgspec.json.decode(small_file(path), type=Seal)
    except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise NotASeal(path) from error
    if found.said is None:
        raise NotASeal(path)
    return found


def moment(at: str) -> str:
    """A seal's time as people read it: day, clock and zone."""
    return f"{at[:19].replace('T', ' ')} UTC"
