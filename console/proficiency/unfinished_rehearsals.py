"""Rehearsals that are under way, a file each beside the records: one that was killed is recorded as left.

Each file is held as long as its rehearsal lasts, and the system releases it however that ends. A file that
nobody holds belongs to a rehearsal that came to no end. The module knows files, never how a rehearsal is
played.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from console import lock
from console.rehearsal.result import RehearsalResult

ENDING: Final = ".begun"
_decoded = msgspec.json.Decoder(RehearsalResult).decode


class UnfinishedRehearsals:
    """The file of a rehearsal that has begun, with its result if nobody ends it."""

    def __init__(self, records: Path, abandoned: RehearsalResult) -> None:
        """Raises OSError."""
        folder = records.with_suffix(ENDING)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = folder / f"{secrets.token_hex(8)}.json"
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        lock.take(self._file, wait=False)
        self.finish(abandoned)

    def finish(self, result: RehearsalResult) -> None:
        """Keep this as the rehearsal's result, whichever process records it later. Raises OSError."""
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, msgspec.json.encode(result), 0)
        os.fsync(self._file)

    def end(self) -> None:
        """Remove the file: the rehearsal is on record."""
        self._path.unlink(missing_ok=True)
        os.close(self._file)
        with suppress(OSError):
            self._path.parent.rmdir()  # the last one


def abandoned_results(records: Path) -> Iterator[RehearsalResult]:
    """The results in files that no process holds any more; each file is removed once its result was taken.
    Raises OSError.
    """
    for path in sorted(records.with_suffix(ENDING).glob("*.json")):
        with suppress(FileNotFoundError, msgspec.MsgspecError, RecursionError):
            file = os.open(path, os.O_RDWR)
            try:
                if lock.take(file, wait=False):
                    with suppress(msgspec.MsgspecError, RecursionError):  # killed while it was being made
                        yield _decoded(os.pread(file, os.fstat(file).st_size, 0))
                    path.unlink(missing_ok=True)
            finally:
                os.close(file)
