"""The file of the list itself: read whole, replaced whole, under a lock, and private to the user. It never
knows what a person may do, only that nobody else can write to the file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from console.base.system import held, others_write, put_whole, read_json, whole_file
from console.table.people import errors
from console.table.people.marks import ListKey, ListMark, goes_on, last_mark, marked
from console.table.people.person import Records, checked_id, checked_name

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_LOCK_WAIT: Final = 5.0
"""Seconds for which a change waits for the change of another program."""


class Store:
    """People in one JSON file. Nothing is made before the first change."""

    def __init__(self, path: Path, pepper: Callable[[Records], ListKey]) -> None:
        """``pepper`` gives the secret for a list, made if none needs it yet; it raises NoPepper."""
        self.path = path
        self._pepper = pepper
        self._known: ListMark | None = None
        self._on_mark: Callable[[ListMark], None] | None = None

    def follow(self, on_mark: Callable[[ListMark], None]) -> None:
        """Accept only a list that continues this one from now on; ``on_mark`` gets each new mark."""
        self._known, self._on_mark = last_mark(self.read()), on_mark

    def read(self) -> Records:
        """The whole list, empty if there is no file. Raises Unreadable, NotPrivate, IsLink, OlderList."""
        records = self._read_file()
        if self._on_mark is not None:
            if not self.goes_on(records, self._known):
                raise errors.OlderList(str(self.path))
            now = last_mark(records)
            if now is not None and now != self._known:
                self._known = now
                self._on_mark(now)
        return records

    def goes_on(self, records: Records, known: ListMark | None = None) -> bool:
        """Whether the list is as last changed, and once had this mark. Raises NoPepper if nobody can tell."""
        return goes_on(records, known, self._pepper(records) if records.key is not None else None)

    def read_whole(self) -> Records:
        """The list, as its last change left it. Raises OlderList, and what :meth:`read` raises."""
        records = self.read()
        if not self.goes_on(records):
            raise errors.OlderList(str(self.path))
        return records

    def _read_file(self) -> Records:
        try:
            check_no_link(self.path)
            for place in (self.path, self.path.parent):
                found = place.stat()
                if others_write(found) and not found.st_mode & stat.S_ISVTX:
                    raise errors.NotPrivate(str(place))
            records = self._decoded(own_bytes(self.path))
            close_to_others(self.path)
        except FileNotFoundError:
            from secrets import token_hex  # most starts find the file

            return Records(2, token_hex(32), ())
        except whole_file.NotPlain as error:
            raise errors.NotAFile(str(self.path), error.strerror or str(error)) from error
        except whole_file.TooLarge as error:
            raise errors.TooLarge(str(self.path), error.most // whole_file.MIB) from error
        except OSError as error:
            raise errors.Unreadable(str(self.path), error.strerror or str(error)) from error
        return records

    def change(self, change: Callable[[Records], Records], *, accepted: bool = False) -> Records:
        """Replace the contents, or not. Raises Unwritable, NoPepper, or what ``change`` raises. A list that
        another program changed gets no mark, unless it is ``accepted``.
        """
        before = self.read()  # read first, so that no lock is laid beside somebody else's file
        if not os.path.lexists(self.path):
            change(before)  # a change that is refused makes neither folder nor lock
        try:
            if not self.path.parent.is_dir():
                self.path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            with held(self.path.with_name(f"{self.path.name}.lock"), _LOCK_WAIT):
                before = self.read()
                records = change(before)
                whole = not accepted and self.goes_on(before)
                if whole or accepted:
                    records = marked(before, records, self._pepper(records), whole=whole)
                put_whole(self.path, msgspec.json.format(msgspec.json.encode(records), indent=1) + b"\n")
        except BlockingIOError:
            raise errors.Unwritable(str(self.path), "another program is changing it") from None
        except OSError as error:
            raise errors.Unwritable(str(self.path), error.strerror or str(error)) from error
        return records

    def _decoded(self, written: bytes) -> Records:
        try:
            records = read_json(written, type=Records)
            for record in records.people:
                checked_id(record.id)
                if checked_name(record.name) != record.name:
                    raise msgspec.ValidationError(f"{record.id}: the name has spaces around it")
        except (msgspec.DecodeError, errors.PeopleError) as error:
            raise errors.Unreadable(str(self.path), str(error)) from error
        if records.version == 1:
            raise errors.OldForm(str(self.path))
        if len({record.key for record in records.people}) < len(records.people):
            raise errors.Unreadable(str(self.path), "two people have one id")
        return records


def check_no_link(path: Path) -> None:
    """Raises IsLink if the file is a link; the folders above it may be links."""
    if path.is_symlink():
        raise errors.IsLink(str(path))


def own_bytes(path: Path, limit: int = whole_file.MOST) -> bytes:
    """The contents of a console's file, by no link. Raises OSError, also for over ``limit`` bytes."""
    return whole_file.content_of(path, limit, links=False)


def close_to_others(path: Path) -> None:
    """Let only this user read the file, as when a copy was put back. Raises OSError. Only for a file of the
    console's own contents: one named by mistake, as ``/etc/passwd``, stays as it is.
    """
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        path.chmod(FILE_MODE)
