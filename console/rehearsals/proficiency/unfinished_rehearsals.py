"""Rehearsals under way, a file for each beside the records: a killed one is recorded as left.

Each file is held as long as its rehearsal lasts, and the system releases it however that ends. A file that
nobody holds belongs to a rehearsal without an end. The console signs what it writes there with its key: a
person who can write to the folder has no key, so other files do not count as rehearsals. It knows files,
never how a rehearsal is played.
"""

from __future__ import annotations

import logging
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from console.base.system import MIB, json_reader, lock
from console.rehearsals.result import RehearsalResult

if TYPE_CHECKING:
    from console.table.journal import PublicKey, SealKey

ENDING: Final = ".begun"
_SIGNED: Final = b"dealer-console unfinished rehearsal\n"
"""The text before what is signed, so that no other signature can be taken for one of these."""

log = logging.getLogger(__name__)


class _SignedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result as JSON, and its signature in hex; empty if there was no key."""

    result: msgspec.Raw
    signed: str = ""

    def is_by(self, key: PublicKey) -> bool:
        try:
            return key.verifies(bytes.fromhex(self.signed), _SIGNED + bytes(self.result))
        except ValueError:
            return False


_decoded = json_reader(_SignedResult)
_result = json_reader(RehearsalResult)


class UnfinishedRehearsals:
    """The file of a rehearsal that has begun, with its result if nobody ends it."""

    def __init__(self, records: Path, abandoned: RehearsalResult, key: SealKey | None) -> None:
        """``key`` is the console's own, or None. Raises OSError."""
        self._key = key
        folder = records.with_suffix(ENDING)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = folder / f"{secrets.token_hex(8)}.json"
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        lock.take(self._file, wait=False)
        self.finish(abandoned)

    def finish(self, result: RehearsalResult) -> None:
        """Keep this as the rehearsal's result, whichever process records it later. Raises OSError."""
        written = msgspec.json.encode(result)
        signed = "" if self._key is None else self._key.sign(_SIGNED + written).hex()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, msgspec.json.encode(_SignedResult(msgspec.Raw(written), signed)), 0)
        os.fsync(self._file)

    def end(self) -> None:
        """Remove the file: the rehearsal is on record."""
        self._path.unlink(missing_ok=True)
        os.close(self._file)
        with suppress(OSError):
            self._path.parent.rmdir()  # The folder goes with its last file.


def abandoned_results(records: Path, key: PublicKey | None) -> Iterator[RehearsalResult]:
    """The results in files that no process holds any more; each file is removed once its result was taken.
    ``key`` is the console's own: a result that it did not sign stays there, uncounted. A console without a
    key signs no record either, and takes them all. Raises OSError.
    """
    for path in sorted(records.with_suffix(ENDING).glob("*.json")):
        try:
            # A link is not followed, and a pipe is not waited for.
            file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:  # It is a folder or a link, or another program has taken it.
            log.warning("an unfinished rehearsal is not read: %s", error)
            continue
        try:
            if not lock.take(file, wait=False):
                continue
            with suppress(msgspec.DecodeError):  # It was killed while it was being made.
                found = _decoded(_content(file))
                if key is not None and not found.is_by(key):
                    log.warning("an unfinished rehearsal was not signed by this console: %s", path)
                    continue
                yield _result(found.result)
            path.unlink(missing_ok=True)
        finally:
            os.close(file)


def _content(file: int) -> bytes:
    """The bytes of a result; none for a special file, or one larger than any result."""
    found = os.fstat(file)
    return os.pread(file, found.st_size, 0) if stat.S_ISREG(found.st_mode) and found.st_size <= MIB else b""
