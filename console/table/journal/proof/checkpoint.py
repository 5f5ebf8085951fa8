"""A journal's head as a note that a witness cosigned, in the form of C2SP (tlog-checkpoint, cosignature/v1).

Three lines name the journal, how many entries were seen and the root over their digests; a fourth the chain.
The signature states that this history was seen, at that time; whether the history is true a witness can't
know.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

import msgspec

from console.base.system import open_plain
from console.table.journal.file.errors import JournalError
from console.table.journal.file.links import small_file
from console.table.journal.proof.keys import PublicKey, SealKey

ORIGIN: Final = "dealer-console"
NAME: Final = f"{ORIGIN}/witness"
"""The name of a witness in its notes; its key identifies it."""
_ED25519: Final = b"\x04"
_DASH: Final = "\N{EM DASH} "


class NotANote(JournalError):
    """The file holds no note that one of the named witnesses signed."""

    key = "journal.note.none"
    message = "is no note of a witness whose key was named, or not as it was signed"


class JournalHead(msgspec.Struct, frozen=True):
    """The content of a note; digests are in hex."""

    table: str
    journal: str
    """The place where the journal's chain begins."""
    entries: int
    chain: str
    tree: str
    """The root over the digests of the first ``entries`` entries."""
    game: str | None = None
    rules: str | None = None

    @property
    def text(self) -> str:
        origin = f"{ORIGIN}/{quote(self.table, safe='')}/{self.journal}"
        root, chain = (b64encode(bytes.fromhex(each)).decode() for each in (self.tree, self.chain))
        return f"{origin}\n{self.entries}\n{root}\nchain {chain}\n"


class Note(msgspec.Struct, frozen=True):
    """A head that a witness saw; ``at`` is in seconds since 1970, UTC."""

    content: JournalHead
    at: int
    key: PublicKey


def cosign(head: JournalHead, key: SealKey, at: int) -> str:
    """The note with the witness's signature."""
    signature = at.to_bytes(8, "big") + key.sign(_signed(head.text, at))
    line = b64encode(_key_id(key.public) + signature).decode()
    return f"{head.text}\n{_DASH}{NAME} {line}\n"


def is_note(path: Path) -> bool:
    """Whether a file begins as a note does; False if it can't be read."""
    try:
        with open_plain(path) as file:
            return file.read(64).startswith(f"{ORIGIN}/".encode())
    except OSError:
        return False


def note_file(path: Path, witnesses: Collection[PublicKey]) -> Note:
    """The note in a file, by the first of these witnesses whose signature is valid. Raises NotANote."""
    try:
        text, _, signatures = small_file(path).decode("utf-8").partition("\n\n")
        head = _head_seen(f"{text}\n")
        lines = [line.removeprefix(_DASH).split(" ") for line in signatures.split("\n")]
        for name, line in (each for each in lines if len(each) == 2):
            blob = b64decode(line, validate=True)
            if b64encode(blob).decode() != line:
                raise ValueError("not as it is written")
            at = int.from_bytes(blob[4:12], "big")
            for key in witnesses:
                ours = name == NAME and len(blob) == 76 and blob[:4] == _key_id(key)
                if ours and key.verifies(blob[12:], _signed(head.text, at)):
                    return Note(head, at, key)
    except (OSError, ValueError) as error:
        raise NotANote(path) from error
    raise NotANote(path)


def _head_seen(text: str) -> JournalHead:
    """Raises ValueError if the text is not a head's lines, to the byte."""
    origin, size, root, chain = text.removesuffix("\n").split("\n")
    of, table, journal = origin.split("/")
    tree, head = (b64decode(each, validate=True).hex() for each in (root, chain.removeprefix("chain ")))
    seen = JournalHead(unquote(table), journal, int(size), head, tree)
    if of != ORIGIN or seen.text != text:
        raise ValueError("not as it is written")
    return seen


def _signed(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def _key_id(key: PublicKey) -> bytes:
    return sha256(NAME.encode() + b"\n" + _ED25519 + key.raw).digest()[:4]
