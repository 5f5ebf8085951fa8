"""The newest seal of each journal, kept beside the key that made it.

An older copy of a journal, put in the journal's place, is whole, and its seals are valid. Only what was not
put back with it shows that there was more. If a supervisor lets the table go on from such a copy, that is an
entry of the journal, and what was kept is removed. It proves nothing against somebody who acts as the user.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.base.system import content_of, put_whole, read_json
from console.table.journal.file import sql
from console.table.journal.file.heading import Heading, heading_in
from console.table.journal.file.links import is_private
from console.table.journal.proof.statement import Seal, Statement

log = logging.getLogger(__name__)

_FOLDER: Final = "newest"
_MODE: Final = 0o700


class KeptSeal(msgspec.Struct, frozen=True):
    seal: Seal
    file: str

    def is_in(self, connection: sqlite3.Connection) -> bool:
        """Whether the file has this seal. Errors of SQLite go through."""
        seal = (self.seal.statement, self.seal.signature, self.seal.public_key)
        return connection.execute(sql.HAS_SEAL, seal).fetchone() is not None


class LostSeal(NamedTuple):
    """A seal that a file lacks: its number, time and digest, where the file lay, where its chain begins."""

    number: int
    at: str
    digest: str
    file: str
    journal: str

    @property
    def text(self) -> str:
        """The seal as a person reads it: its number, and when it was made."""
        return f"{self.number}, {self.at[:19].replace('T', ' ')} UTC"


class NewestSeals:
    """The newest seals that were made with the key of a folder; of a folder without a key there are none."""

    def __init__(self, keys: Path) -> None:
        self._folder = keys / _FOLDER

    def lost_in(self, connection: sqlite3.Connection) -> LostSeal | None:
        """The newest seal of an open journal, if it is not in it. Errors of SQLite go through. The connection
        is in no transaction: a table at play may just be sealing.
        """
        heading = heading_in(connection)
        kept = None if heading is None else self._of(heading.digest.hex())
        if kept is None or kept.is_in(connection):
            return None
        statement = kept.seal.content
        if statement is None:
            log.warning("what was kept of the newest seal of %s is damaged", kept.file)
            return None
        return LostSeal(statement.number, statement.at, kept.seal.digest, kept.file, statement.journal)

    def entries_of(self, heading: Heading) -> int:
        """The number of entries under the newest seal of the journal with this heading; 0 without a seal."""
        kept = self._of(heading.digest.hex())
        statement = None if kept is None else kept.seal.content
        return 0 if statement is None else statement.entries

    def keep(self, file: Path, seal: Seal) -> None:
        """Keep a seal as its file's newest one. A failure is logged: the seal itself stands in the file."""
        journal = read_json(seal.statement, type=Statement).journal
        written = msgspec.json.format(msgspec.json.encode(KeptSeal(seal, str(file)))) + b"\n"
        try:
            self._folder.mkdir(mode=_MODE, exist_ok=True)
            put_whole(self._path(journal), written)
        except OSError as error:
            log.warning("the newest seal is not kept beside the key: %s", error)

    def forget(self, lost: LostSeal) -> None:
        """Remove what was kept of a file, as the journal has an entry about it."""
        with suppress(OSError):
            self._path(lost.journal).unlink(missing_ok=True)

    def _of(self, journal: str) -> KeptSeal | None:
        """The seal kept of a file; None if none was, or others could have written it."""
        path = self._path(journal)
        try:
            if is_private(self._folder) and is_private(path):
                return read_json(content_of(path), type=KeptSeal)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            log.warning("what was kept of a newest seal can't be read: %s", error)
        return None

    def _path(self, journal: str) -> Path:
        return self._folder / f"{journal[:32]}.json"
