"""``dealer-console journal seal``, ``journal head`` and ``key``: sealing by hand, files for another machine.
Knows arguments and words. A console seals the table that it has open; these commands seal a closed one.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from getpass import getpass
from pathlib import Path
from typing import Annotated, Final

import msgspec

from console.base.command_line import BAD_ARGUMENTS, Arg, Lang, print_refusal
from console.base.errors import WordedError
from console.base.system import put_new
from console.base.words import Words
from console.table.core import Clock, NotRecorded, SystemClock
from console.table.core.protocol.permissions import PERMISSIONS
from console.table.custody.verdict import Meter
from console.table.journal import JournalError, open_journal, review, sibling
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.proof.keys import FILE, default_folder, seal_key
from console.table.journal.proof.seals import last_seal, seal
from console.table.journal.proof.statement import Seal
from console.table.journal.proof.verification import refuse_changed
from console.table.people import PeopleError, PeopleFile, default_path, system_user
from console.table.people.signatures import verified_signer

_PROGRAM: Final = "dealer-console"
SEAL_COMMAND: Final = f"{_PROGRAM} journal seal"


class UnwritableTarget(WordedError[str]):
    """A file that can't be written, with the key and the slots of its words."""


def seal_by_hand(
    file: Annotated[Path, Arg("option.journal_closed", "FILE")],
    *,
    by: Annotated[str | None, Arg("option.seal_by", "ID")] = None,
    people: Annotated[Path | None, Arg("option.people", "FILE")] = None,
    pepper: Annotated[Path | None, Arg("option.pepper", "FILE")] = None,
    pin_stdin: Annotated[bool, Arg("option.pin_stdin")] = False,
    head: Annotated[Path | None, Arg("option.head_out", "OUT")] = None,
    keys: Annotated[Path | None, Arg("option.keys", "FOLDER")] = None,
    lang: Lang,
    clock: Clock | None = None,
    ask_pin: Callable[[str], str] = getpass,
) -> int:
    """Seal a journal that no console has open. Returns the exit status: 2 with a line of error if it can't.
    The person in whose name it is sealed enters the PIN; without one the seal names the terminal's user.
    """
    words = Words(lang)

    def sealed() -> Iterator[str]:
        if head is not None:
            _check_free(head)
        with review(file) as found:
            identity = found.identity
        with Meter(words, sys.stderr) as meter:
            refuse_changed(file, meter)
        is_copy = read_mark(sibling(file, ".lock")) is None  # a console writes one beside its journal
        signer = None
        if by is not None:
            asked = f"{words.text('people.ask.pin')} ({by}): "
            pin = sys.stdin.readline().rstrip("\r\n") if pin_stdin else ask_pin(asked)
            listed = PeopleFile(people or default_path(), pepper=pepper)
            signer = verified_signer(listed, by, pin, PERMISSIONS["seal"].roles).id
        folder = keys or default_folder()
        is_new = _is_without_key(folder)
        try:
            # If it fails, no key has been made.
            with open_journal(file, identity, at_terminal=True) as journal:
                key = seal_key(folder)
                if is_new:
                    yield words.text("seal.key.made", folder=folder)
                time, user = clock or SystemClock(), system_user()
                made = seal(journal, key, time, signer, terminal=user, is_copy=is_copy)
        except NotRecorded as error:
            raise UnwritableTarget("seal.not_recorded", file=str(file)) from error
        if (statement := made.content) is not None:
            slots = {"entry": statement.entries, "number": statement.number, "key": made.key.fingerprint}
            yield words.text("seal.made", file=file, **slots)
        if head is None:
            yield words.text("seal.keep")
        else:
            _write_seal(head, made)
            yield words.text("seal.written", file=head)

    return _print_lines(words, sealed)


def copy_head(
    file: Annotated[Path, Arg("option.journal", "FILE")],
    out: Annotated[Path, Arg("option.out", "OUT")],
    *,
    lang: Lang,
) -> int:
    """Write a journal's newest seal to a file, to be kept elsewhere; the table may play meanwhile."""
    words = Words(lang)
    return _print_lines(words, lambda: _copy_lines(file, out, words))


def show_key(
    *,
    export: Annotated[Path | None, Arg("option.export", "FILE")] = None,
    keys: Annotated[Path | None, Arg("option.keys", "FOLDER")] = None,
    lang: Lang,
) -> int:
    """Show the public key, make one if none exists, and write it to the file that is asked for."""
    words = Words(lang)
    return _print_lines(words, lambda: _key_lines(keys or default_folder(), export, words))


def _print_lines(words: Words, lines: Callable[[], Iterator[str]]) -> int:
    try:
        for line in lines():
            print(line)
    except (JournalError, UnwritableTarget, PeopleError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except (EOFError, KeyboardInterrupt):
        print(f"\n{_PROGRAM}: {words.text('people.stopped')}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


def _copy_lines(file: Path, out: Path, words: Words) -> Iterator[str]:
    _check_free(out)
    with review(file):
        newest = last_seal(file)
    if newest is None:
        raise UnwritableTarget("seal.none", file=str(file), command=SEAL_COMMAND)
    _write_seal(out, newest)
    yield words.text("seal.written", file=out)


def _key_lines(folder: Path, export: Path | None, words: Words) -> Iterator[str]:
    if export is not None:
        _check_free(export)
    is_new, public = _is_without_key(folder), seal_key(folder).public
    if is_new:
        yield words.text("seal.key.made", folder=folder)
    yield words.text("seal.key.is", key=public.fingerprint)
    yield words.text("seal.key.private", file=folder / FILE)
    if export is not None:
        _write(export, public.pem())
        yield words.text("seal.key.exported", file=export)


def _is_without_key(folder: Path) -> bool:
    """Whether a key will be made there: a mistyped folder has another key than the journals' seals."""
    return not os.path.lexists(folder / FILE)


def _check_free(target: Path) -> None:
    """Refuse a file that is there, or a folder that is not, before anything is sealed or made."""
    if os.path.lexists(target):
        raise UnwritableTarget("seal.exists", file=str(target))
    if not target.parent.is_dir():
        number = errno.ENOTDIR if target.parent.exists() else errno.ENOENT
        raise UnwritableTarget("seal.unwritable", file=str(target), reason=os.strerror(number))
    if not os.access(target.parent, os.W_OK):
        raise UnwritableTarget("seal.unwritable", file=str(target), reason=os.strerror(errno.EACCES))


def _write_seal(target: Path, new_seal: Seal) -> None:
    _write(target, msgspec.json.format(msgspec.json.encode(new_seal), indent=1) + b"\n")


def _write(target: Path, content: bytes) -> None:
    """Write a new file, whole or not at all. Raises UnwritableTarget, also if the file exists."""
    try:
        put_new(target, content)
    except FileExistsError as error:
        raise UnwritableTarget("seal.exists", file=str(target)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnwritableTarget("seal.unwritable", file=str(target), reason=reason) from error
