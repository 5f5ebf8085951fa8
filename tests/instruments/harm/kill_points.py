"""A console is killed before each call to the system: as it begins, closes, archives, upgrades or restores.

The work runs in a fork of this process, and strace kills it at its n-th call of one kind; n goes up until the
work comes to its end. After each kill the next start must open the same table with every entry, and every
file that lies there then must verify.
"""

from __future__ import annotations

import ctypes
import gzip
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from console import cli
from console.table.core import SetClock
from console.table.custody import OpenedSession, open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, archives, backup, default_folder, restore, review
from tests.instruments.harm.attacks import night
from tests.instruments.harm.power import NotTraced
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import timeless
from tests.journals_of.__main__ import HERE

CALLS: Final = (
    "openat", "write", "fsync", "pwrite64", "fdatasync", "ftruncate", "unlink", "link", "rename",
)  # fmt: skip
WHOSE: Final = Identity("T1", "baccarat", "sv")
_PATIENCE: Final = 60
_MAY_BE_TRACED: Final = (0x59616D61, ctypes.c_ulong(-1))
"""Lets a process that is no ancestor trace this one (prctl PR_SET_PTRACER)."""


class Work(NamedTuple):
    """The work that is killed, on a journal in a folder of its own."""

    name: str
    prepare: Callable[[Path], Path]
    """Lays the files there, and gives the journal's path; called with an empty folder."""
    run: Callable[[Path], None]
    closes: bool = False
    """Whether it closes the journal's file."""


BETWEEN_ROUNDS = 37
"""Lines of a night at whose end no round is open: only then is its file closed."""


def works(folder: Path) -> Iterator[Work]:
    """Every kind of work, on a sealed shift of today and, where it upgrades, on one of an older console."""
    made = night(folder / "night", "baccarat", "sv", BETWEEN_ROUNDS)
    keys, copy = made.path.parent / "keys", folder / "copy.db"
    backup(made.path, copy)
    sealed = shutil.copytree(keys / "newest", folder / "sealed")

    def played(place: Path) -> Path:
        shutil.rmtree(keys / "newest")
        shutil.copytree(sealed, keys / "newest")
        for file in made.path.parent.glob(f"{made.path.name}*"):
            shutil.copyfile(file, place / file.name.replace(made.path.name, "t.db"))
        return place / "t.db"

    def older(place: Path) -> Path:
        (place / "t.db").write_bytes(gzip.decompress(_older().read_bytes()))
        return place / "t.db"

    closing = archives.Closing(mib=0, keys=keys)
    yield Work("a start that closes the file", played, lambda path: _start(path, closing), closes=True)
    yield Work("journal archive", played, lambda path: _type("archive", str(path)), closes=True)
    yield Work("a start on an older journal", older, _start)
    yield Work("a first start", lambda place: place / "t.db", _first_start)
    yield Work("journal restore", lambda place: place / "t.db", lambda path: _restore_and_start(copy, path))
    yield Work("a start on a journal without entries", _begun_and_killed, _first_start)


def _older() -> Path:
    return min(HERE.glob("*/baccarat*.journal.gz"))


def _start(path: Path, closing: archives.Closing | None = None) -> None:
    with ExitStack() as stack:
        _opened(path, stack, closing)


def _first_start(path: Path) -> None:
    with ExitStack() as stack:
        open_session(path, WHOSE, load_rulebook(WHOSE.rules), SetClock(), stack, is_ready=True)


def _begun_and_killed(place: Path) -> Path:
    """A journal that a console began as a closed table's; it was killed before the first entry."""
    path, stack = place / "t.db", ExitStack()
    process = os.fork()
    if process == 0:
        with suppress(BaseException):
            open_session(path, WHOSE, load_rulebook(WHOSE.rules), SetClock(), stack)
        os._exit(0)
    os.waitpid(process, 0)
    assert path.with_name("t.db-wal").exists(), "it was not killed with its log"
    return path


def _restore_and_start(copy: Path, path: Path) -> None:
    restore(copy, path)
    _start(path)


def _opened(path: Path, stack: ExitStack, closing: archives.Closing | None = None) -> OpenedSession:
    with review(path) as found:
        whose = found.identity
    rulebook = load_rulebook(whose.rules)
    return open_session(path, whose, rulebook, SetClock(), stack, is_ready=True, closing=closing)


def _type(*words: str) -> None:
    with redirect_stdout(StringIO()) as said, redirect_stderr(said):
        if status := cli.main(["journal", *words, "--lang", "en"]):
            raise AssertionError(f"{words[0]}: {status}, {said.getvalue()}")


def killed_at_each_call(folder: Path, every: int = 1, turns: int = 1) -> Iterator[Harm]:
    """Kill each work before each of its calls, or every few; kinds of calls by turns, in as many works."""
    for number, work in enumerate(works(folder)):
        harm = Harm(f"killed at each call of: {work.name}" + (f" ({every}th)" if every > 1 else ""))
        place = folder / f"work-{number}"
        try:
            stood, entries = _end_of(work, folder / f"whole-{number}")
            for call in CALLS[number % turns :: turns]:
                at = 1
                while not _ran_to_its_end(work, _emptied(place), call, at):
                    harm.done(1, [f"{call} no. {at}: {each}" for each in _found(place, work, stood, entries)])
                    at += every
        except NotTraced as why:
            yield harm.skipped(str(why))
            continue
        yield harm


def _emptied(place: Path) -> Path:
    """An empty folder; nobody has sealed what will lie there."""
    shutil.rmtree(default_folder() / "newest", ignore_errors=True)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    return place


def _end_of(work: Work, place: Path) -> tuple[bytes, list[bytes]]:
    """The table after the work, and the chain at each entry that lay in the journal before."""
    path = work.prepare(_emptied(place))
    before = _chains(path) if path.exists() else []
    work.run(path)
    assert len(archives.volumes(path)) == 1 + work.closes, (
        "the night ends within a round: change its number of lines"
    )
    with ExitStack() as stack:
        stood = timeless(_opened(path, stack).session.table)
    return stood, before or _chains(path)


def _chains(path: Path) -> list[bytes]:
    """The digests of a journal's entries, over all its files."""
    found = list[bytes]()
    for file in archives.volumes(path):
        with review(file) as read:
            found += [entry.event for entry in read.entries(0)]
    return found


def _ran_to_its_end(work: Work, place: Path, call: str, at: int) -> bool:
    """Whether the work was not killed, as it has fewer such calls."""
    path = work.prepare(place)
    process = os.fork()
    if process == 0:
        with suppress(BaseException):
            ctypes.CDLL(None).prctl(*_MAY_BE_TRACED, 0, 0, 0)
            os.kill(os.getpid(), signal.SIGSTOP)
            work.run(path)
            os._exit(0)
        os._exit(1)
    os.waitpid(process, os.WUNTRACED)
    traced = ("strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}")
    inject = ("-e", f"inject={call}:signal=KILL:when={at}", "-p", str(process))
    with subprocess.Popen([*traced, *inject], stderr=subprocess.PIPE) as strace:
        try:
            _wait_for_tracer(process, strace)
            os.kill(process, signal.SIGCONT)
        except BaseException:
            os.kill(process, signal.SIGKILL)
            raise
        finally:
            _, status = os.waitpid(process, 0)
            strace.wait(_PATIENCE)
    if os.WIFSIGNALED(status):
        return False
    if os.WEXITSTATUS(status):
        raise AssertionError(f"{work.name} failed without being killed")
    return True


def _wait_for_tracer(process: int, strace: subprocess.Popen[bytes]) -> None:
    status = Path(f"/proc/{process}/status")
    while "TracerPid:\t0\n" in status.read_text("ascii"):
        if strace.poll() is not None:
            assert strace.stderr is not None
            raise NotTraced(strace.stderr.read().decode().strip())
        time.sleep(0.001)


def _found(place: Path, work: Work, stood: bytes, entries: list[bytes]) -> list[str]:
    """The faults that a start finds after a kill, and those that remain after it."""
    path = place / "t.db"
    flaws = list[str]()
    try:
        if not path.exists():
            work.run(work.prepare(place))  # what was killed before it made a file is done again
        with ExitStack() as stack:
            opened = _opened(path, stack)
            flaws += ["set aside as damaged"] if opened.salvage else []
            flaws += [] if timeless(opened.session.table) == stood else ["another table"]
            opened.session.take(b'{"do":"call","by":"D1","on":true}')
            is_between = not opened.session.table.open_round  # only then can its file be closed
        there = _chains(path)
        if there[: len(entries)] != entries:
            flaws.append(f"{len(there)} entries for {len(entries)}")
        _type("verify", *map(str, sorted(place.glob("*.db"))))
        if is_between:
            _type("archive", str(path))
            _type("verify", *map(str, sorted(place.glob("*.db"))))
    except Exception as error:
        flaws.append(f"{type(error).__name__}: {error}")
    return flaws
