"""Each bit of a journal's first 100 bytes is changed, one at a time: it is found, or it changes nothing.

Where `verify` names the change, the start sets the file aside and goes on with every entry. Where it does
not, the start records in the file as before. There is no third case.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from console.table.core import SetClock
from console.table.custody import OpenedSession, open_session
from console.table.custody.verdict import replayer
from console.table.game import load_rulebook
from console.table.journal import Identity, JournalError, LosesEntries, backup, verify
from tests.instruments.harm.attacks import AttackedNight
from tests.instruments.harm.report import Harm

BITS: Final = range(800)
UPHOLDS: Final = "a changed bit of a journal's header is found, or the journal records as before"


def changed(folder: Path, of: AttackedNight, bits: Iterable[int] = BITS) -> Harm:
    """Change each of these bits in a copy of its own."""
    harm = Harm(
        "one bit of the file's header", upholds="a journal's header is as it was, or is said to be not"
    )
    entries = of.verified(of.path).entries
    for bit in bits:
        place = folder / str(bit)
        place.mkdir(parents=True)
        for ending in ("", ".lock"):
            shutil.copyfile(f"{of.path}{ending}", place / f"t.db{ending}")
        path = place / "t.db"
        held = bytearray(path.read_bytes())
        held[bit // 8] ^= 1 << bit % 8
        path.write_bytes(held)
        end, flaws = end_of(of, path, entries)
        harm.ended(end, [f"byte {bit // 8}, bit {bit % 8}: {each}" for each in flaws])
        shutil.rmtree(place)
    return harm


def end_of(of: AttackedNight, path: Path, entries: int, lost: int = 0) -> tuple[str, list[str]]:
    """How a changed copy ends, and what was not as it must be; the change took ``lost`` of its entries."""
    flaws = list[str]()
    found = _flaw(of, path)
    copied = _backup_refusal(path)
    if copied and not found:
        flaws.append(f"only backup refuses: {copied}")
    said = found or copied
    try:
        with ExitStack() as stack:
            asked = 0
            try:
                opened = _opened(of, path, stack, may_lose=False)
            except LosesEntries as error:
                asked, opened = int(error.slots["entries"]), _opened(of, path, stack, may_lose=True)
            done = opened.salvage
            if not opened.session.take(b'{"do":"call","by":"D1","on":true}').accepted:
                flaws.append(f"nothing is recorded (verify: {said})")
    except JournalError as error:
        return "refused", [*flaws, f"refused (verify: {said}): {error}"]
    if (done is not None) is not bool(said):
        flaws.append(f"verify: {said}, start: {done and done.note}")
    if done is not None and (done.entries + done.beside, done.lost) != (entries - lost, lost):
        flaws.append(f"of {entries} entries, {lost} of them lost: {done.note}")
    if bool(asked) is not bool(lost):
        flaws.append(f"{lost} entries are lost, and a supervisor is asked about {asked}")
    if (after := _flaw(None, path)) is not None:
        flaws.append(f"afterwards: {after}")
    if asked:
        return "found, a supervisor asked, recovered but for what is lost", flaws
    return ("found, set aside, recovered" if done else "harmless, recorded as before"), flaws


def _opened(of: AttackedNight, path: Path, stack: ExitStack, *, may_lose: bool) -> OpenedSession:
    whose = Identity("T1", *of.made_for)
    rulebook = load_rulebook(whose.rules)
    return open_session(path, whose, rulebook, SetClock(), stack, is_ready=True, may_lose=may_lose)


def _flaw(of: AttackedNight | None, path: Path) -> str | None:
    try:
        verdict = verify(path, replayers=replayer) if of is None else of.verified(path)
    except JournalError as error:
        return f"{type(error).__name__}"
    return None if verdict.flaw is None else str(verdict.flaw)


def _backup_refusal(path: Path) -> str | None:
    try:
        backup(path, path.with_name("copy.db"))
    except JournalError as error:
        return str(error)
    return None
