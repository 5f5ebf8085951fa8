"""A record as JSON, and the one way in which an export is put on the disk.

The object of an export, version 1. Its keys stay as they are; later versions only add some:

- ``record_version`` 1, ``id``, ``sort`` (``incident``, ``halt``, ``correction``)
- ``table``, ``game``, ``rules`` (the rulebook's id)
- ``shift``, ``shoe`` (its number), ``round`` (its id), ``wheel`` (its serial number, where it was noted)
- ``happened``, ``reported``, ``closed`` (null while it is open): UTC. ``reported_by``, ``closed_by``: ids
- ``video``: ``from`` and ``until`` in local time with its distance from UTC, to the second;
  ``lead_in`` in seconds; ``address`` where it is known where to look at it
- ``kind``, ``facts``, ``told`` (``at``, ``by``, ``facts``), ``clause``, ``basis``, ``outcome``, ``authority``
- ``authorised``: null, or ``by``, ``at``, ``choice``, ``reason``
- ``steps``: ``action``, ``actor``, ``state`` (``done``, ``skipped``, ``due``), ``by``, ``at``,
  ``reason``, ``note``
- ``before``, ``after``: ``player``, ``banker`` (baccarat's), ``points`` and ``hands`` by a hand's name,
  ``held`` (a card in no hand, ``??`` unread or not told), ``phase``, ``status`` (of the round), ``bets``,
  ``shoe_left`` (null at a wheel), ``spin``: null for cards, or ``number``, ``recorded`` (the reader's),
  ``said`` (the dealer's, said once), ``mistaken`` (the wrong one), ``second`` (of two that differ),
  ``turns``, ``direction`` of the valid run
- ``corrections``: ``entry``, ``at``, ``by``, ``hand``, ``position`` from 1, ``before``, ``after``,
  ``reason``
- ``remarks``: ``entry``, ``at``, ``by``, ``text``
- ``readings``: ``entry``, ``at``, ``device``, ``hex`` (null for a line), ``said`` (``event``,
  ``card``, ``refused``), ``lines`` (the wheel's: ``line``, ``status``, which is null where it is not whole)
- ``spins``: ``entry``, ``at``, ``by``, ``turns``, ``direction``, ``number``, ``cause`` (why it is no spin),
  ``refused``
- ``worksheets``: ``entry``, ``at``, ``by``, ``round``, ``void``, ``number``, ``recorded`` (the wrong one),
  ``paid`` (whether bets were paid by that), ``draft`` (the next one is it with a bet more or less),
  ``worksheet`` as the table protocol has it, in minor units
- ``sealed``: whether bytes and faces are left out because such a card may still come from the shoe
- ``proof``: the journal's ``first`` and ``last`` entry of it, and the ``chain`` at the last
- ``people``: names by id, of those whose names are known
- ``text``: the same in the words of ``text.language``, as the page has it; for people, not for programs
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import msgspec

from console.journal.errors import JournalError, NewerSchema
from console.journal.header import is_journal
from console.records.paper import SOFT_HYPHEN
from console.records.record import Record
from console.records.safely import escaped
from console.records.sheet import Sheet
from console.records.wording import Teller

VERSION: Final = 1
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock", ".new")
"""What lies beside a journal, by the end of its name."""


class ExportError(Exception):
    """An export that was not written, with the key of its words; nothing that was there has changed."""

    def __init__(self, key: str, **slots: str) -> None:
        """``slots`` are for the words of ``key``."""
        super().__init__(f"{key}: {slots}")
        self.key, self.slots = key, slots


def json_of(record: Record, sheet: Sheet, teller: Teller, names: Mapping[str, str]) -> bytes:
    """The export's object as UTF-8, one line a value, ending in a line end."""
    exported = _object(record, sheet, teller, names)
    written = msgspec.json.format(msgspec.json.encode(exported), indent=2).decode()
    return (escaped(written) + "\n").encode()


def _object(record: Record, sheet: Sheet, teller: Teller, names: Mapping[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(record)
    begin, end = teller.video(record)
    video = {"from": begin.isoformat(), "until": end.isoformat(), "lead_in": teller.lead_in}
    if address := teller.address_of(record.origin.table, begin):
        video["address"] = address
    head = {"record_version": VERSION, "id": fields.pop("id"), "sort": fields.pop("sort")}
    return {
        **head,
        **fields.pop("origin"),
        **fields.pop("where"),
        **fields,
        "video": video,
        "people": {who: names[who] for who in record.people if who in names},
        "text": _without_hyphens(sheet),
    }


def _without_hyphens(sheet: Sheet) -> Any:
    """The sheet's lines without the places at which a page may break a word."""
    return msgspec.json.decode(msgspec.json.encode(sheet).decode().replace(SOFT_HYPHEN, ""))


def check_target(target: Path, *, replaces: bool = False) -> None:
    """Raise ExportError where an export would meet something that is there already, and does not replace it.

    A journal, and what lies beside one, is never replaced.
    """
    if belongs_to_journal(target):
        raise ExportError("record.is_journal", file=str(target))
    if os.path.lexists(target) and not (replaces and _is_file(target)):
        raise ExportError("record.exists", file=str(target))


def write_export(target: Path, content: bytes, *, replaces: bool = False) -> None:
    """Put an export on the disk, for this user's eyes only; ExportError, and then nothing has changed.

    It is written under a name of its own and then renamed: whoever sees the file sees all of it. Without
    ``replaces`` it comes where nothing is, and never over what somebody put there meanwhile.
    """
    check_target(target, replaces=replaces)
    half = target.with_name(f".{token_hex(6)}.part")
    try:
        descriptor = os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise _unwritable(target, error) from error
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replaces:
            os.replace(half, target)
        else:
            _put(half, target)
    except FileExistsError as error:
        raise ExportError("record.exists", file=str(target)) from error
    except OSError as error:
        raise _unwritable(target, error) from error
    finally:
        with suppress(OSError):
            half.unlink(missing_ok=True)


def _put(half: Path, target: Path) -> None:
    """Give a file its name; FileExistsError where something has it."""
    try:
        os.link(half, target)
    except FileExistsError:
        raise
    except OSError:  # a stick's file system has no second names: there the look before it has to do
        if os.path.lexists(target):
            raise FileExistsError(str(target)) from None
        os.rename(half, target)


def _is_file(target: Path) -> bool:
    """Whether a plain file is there: no folder, and no link to a file elsewhere."""
    return target.is_file() and not target.is_symlink()


def belongs_to_journal(target: Path) -> bool:
    """Whether a journal is there, or the file would be taken for what lies beside one."""
    names = [target.name.removesuffix(end) for end in _BESIDE if target.name.endswith(end)]
    return any(_is_journal(target.with_name(name)) for name in (target.name, *names) if name)


def _is_journal(path: Path) -> bool:
    try:
        return is_journal(path)
    except NewerSchema:
        return True
    except JournalError:
        return False


def _unwritable(target: Path, error: OSError) -> ExportError:
    return ExportError("record.unwritable", file=str(target), reason=error.strerror or str(error))
