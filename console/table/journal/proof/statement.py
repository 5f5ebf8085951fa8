"""The statement of a seal and its signature: values, and the file in which a seal is kept elsewhere. It knows
no journal: a statement proves only that somebody with the key made it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from console.base.system import read_json
from console.table.core.state import events
from console.table.journal.file.errors import JournalError, NoSuchFile
from console.table.journal.file.links import small_file
from console.table.journal.proof.keys import PublicKey

_TERMINAL: Final = b'"terminal":'


def is_of_a_terminal(event: bytes) -> bool:
    """Whether an entry was made at a terminal while the table was closed: the table did not stand then. A
    table itself makes the entries about its people's file, even if the change was made at a terminal.
    """
    # All others are not decoded.
    return _TERMINAL in event and was_made_at_terminal(events.DECODER.decode(event))


def was_made_at_terminal(event: events.AnyEvent) -> bool:
    """As :func:`is_of_a_terminal`, of an event that is decoded."""
    if isinstance(event, events.Noted):
        return event.terminal is not None and not event.is_about_people
    return isinstance(event, events.Commissioned) and event.terminal is not None


class NotASeal(JournalError):
    """The file holds no seal, or a changed one."""

    key = "seal.not_a_seal"
    message = "is no seal, or not as it was made"


class Statement(
    msgspec.Struct, frozen=True, tag_field="what", tag="journal seal 1", forbid_unknown_fields=True
):
    """The content of a seal, in the order in which it is written and signed; digests are in hex."""

    journal: str
    """The place where the journal's chain begins: the digest of what it says of itself."""
    table: str
    game: str
    rules: str
    number: int
    """The seal's own, from 1."""
    shift: str | None
    entries: int
    """The number of entries under the statement."""
    chain: str
    """The chain at the last of them."""
    tree: str
    """The root over all their digests."""
    at: str
    """The time when it was sealed, in UTC."""
    by: str | None
    """The id of the person who sealed it; None for the console itself."""
    key: str
    """SHA-256 of the public key."""
    previous: str | None
    """The digest of the seal before it."""


class Seal(msgspec.Struct, frozen=True):
    """A signed statement, to the byte, with its signature and public key. As JSON it is a seal's file."""

    statement: str
    signature: bytes
    public_key: bytes

    @property
    def digest(self) -> str:
        """SHA-256 over the whole seal, in hex: the next seal names this one by it."""
        return sha256(msgspec.msgpack.encode((self.statement, self.signature, self.public_key))).hexdigest()

    @property
    def key(self) -> PublicKey:
        return PublicKey(self.public_key)

    @property
    def content(self) -> Statement | None:
        """The seal's statement; None if the signature is wrong, or it is not written as a seal is."""
        try:
            statement = read_json(self.statement, type=Statement)
        except msgspec.DecodeError:
            return None
        signed = self.statement.encode("utf-8", "replace")
        as_written = msgspec.json.encode(statement) == signed and statement.key == self.key.id
        return statement if as_written and self.key.verifies(self.signature, signed) else None


def seal_file(path: Path) -> Seal:
    """The seal in this file. Raises NoSuchFile; NotASeal if it holds none, or a changed one."""
    try:
        found = read_json(small_file(path), type=Seal)
    except FileNotFoundError as error:
        raise NoSuchFile(path) from error
    except (OSError, msgspec.DecodeError) as error:
        raise NotASeal(path) from error
    if found.content is None:
        raise NotASeal(path)
    return found
