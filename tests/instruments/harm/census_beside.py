"""The files that a journal has around it, walked as the journal itself: each field, line and byte of each.

The people's list, the table's own record of its files, rehearsals, a release's manifest with signature and
key, the closed file before a journal, its lock and the mark of a start. Each is planted, changed, taken away
and doubled, with marks and digests recomputed where that takes no key. A case ends as one of the journal
does: found and named; or with the same output to the byte; or named as put there, with nobody to vouch for
it. The contents of each file stand in :data:`FIELDS`: a field that nobody put there makes the census fail.
"""

from __future__ import annotations

import json
import operator
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from copy import deepcopy
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from console.base.software import KEY, SIGNATURE, NoManifest
from console.base.software.manifest import MANIFEST
from console.commissioning.software.integrity import verify as verify_software
from console.rehearsals.proficiency import record_file
from console.rehearsals.proficiency.record_file import RecordsError, RehearsalRecords
from console.rehearsals.result import RehearsalResult
from console.table.core import SetClock
from console.table.custody import Belonging, StartMark, open_session
from console.table.custody.belongings import Files
from console.table.custody.table_opening import next_file
from console.table.custody.verdict import replayer
from console.table.game import load_rulebook
from console.table.journal import Heading, Identity, JournalError, archives, seal_key, sibling, succession
from console.table.journal.file.connection import reading
from console.table.journal.file.high_water_mark import HighWaterMark, read_mark
from console.table.journal.proof.seals import seal
from console.table.people import AccountChange, DealingRights, PeopleError, PeopleFile, PersonRecord, PinIssue
from console.table.people.person import Records
from tests.commissioning.software.releases import installed, key_at
from tests.instruments.harm.attacks import GAMES
from tests.instruments.harm.census import AGAIN, Told, cases
from tests.instruments.harm.report import Harm
from tests.instruments.harm.reviewed import reviewed
from tests.instruments.harm.shifts import shift_of, timeless
from tests.rehearsals.proficiency.rehearsal_lines import rehearsed
from tests.table.core.tables import book
from tests.table.people.kept import people_in, studio

UPHOLDS: Final = "a LIVE table's file that is gone is never taken for new"
FIELDS: Final = {
    Records: ("version", "salt", "people", "changes", "journals", "mark", "marks", "tried", "key", "seal"),
    PersonRecord: (
        "id",
        "name",
        "role",
        "language",
        "pin",
        "disabled",
        "badge",
        "wrong",
        "pepper",
        "badge_pepper",
        "bound",
        "badge_bound",
        "entered",
        "new_pin",
        "rights",
    ),
    DealingRights: ("licence", "until", "games", "rehearsals", "trainee"),
    PinIssue: ("at", "by", "user"),
    AccountChange: ("number", "at", "what", "id", "role", "user", "mark", "rights", "reason"),
    Files: ("journal", "people", "mark", "key", "closed", "allowed"),
    record_file.RecordHeading: ("rehearsals", "id", "before"),
    record_file.RecordLine: ("chain", "result", "forgot"),
    record_file.Forgetting: ("at", "count", "before"),
    record_file.RecordSeal: ("first", "count", "chain", "key", "signed"),
}
"""The fields of each of these files for which the census knows what to do."""
NAMED: Final[tuple[type[Exception], ...]] = (JournalError, PeopleError, RecordsError, NoManifest)


def unaccounted() -> list[str]:
    """Fields that the census does not know."""
    return [
        f"{kind.__name__}.{field}"
        for kind, known in FIELDS.items()
        for field in kind.__struct_fields__
        if field not in known
    ]


class File(NamedTuple):
    """A kind of file: what is made in a folder, and what the console says of it then."""

    name: str
    made: Callable[[Path], Path]
    """Makes it, with all that belongs to it, and returns it."""
    told: Callable[[Path], str | bytes]
    """The console's account of the folder: bytes where it accepts the file, or the name of the fault.
    """
    changes: Callable[[Path], Iterator[tuple[str, Callable[[Path], None]]]]


# --- changes ------------------------------------------------------------------------------------------------

_VALUES: Final[tuple[Any, ...]] = (None, 0, -1, 2**53, "", "S-1", True, [], {})


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield (*path, key)
        yield from _places(each, (*path, key))


def trees(value: Any) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The value as JSON with each place of it another, taken away, and there twice: thousands, of which most
    are never asked for.
    """
    for path in _places(value):
        said = ".".join(map(str, path))
        for other in _VALUES:
            yield f"{said} is {other!r}", partial(_tree, value, path, partial(_set, value=other))
        yield f"{said} taken away", partial(_tree, value, path, operator.delitem)
        yield f"{said} twice", partial(_tree, value, path, _double)


def _tree(value: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> bytes:
    inside = tree = deepcopy(value)
    for key in path[:-1]:
        inside = inside[key]
    change(inside, path[-1])
    return json.dumps(tree).encode()


def _set(inside: Any, key: Any, value: Any) -> None:
    inside[key] = value


def _double(inside: Any, key: Any) -> None:
    if isinstance(inside, list):
        inside.insert(key, inside[key])
    else:
        inside[f"{key}2"] = inside[key]


def _written(what: bytes) -> Callable[[Path], None]:
    return _made(lambda: what)


def _made(what: Callable[[], bytes]) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.write_bytes(what())

    return change


def _gone(path: Path) -> None:
    path.unlink()


def _link(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


def _folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def _pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def as_a_whole(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    """The file as bytes: gone, empty, cut, noise, a link, a folder; some of its bytes others."""
    held, chance = path.read_bytes() if path.exists() else b"", random.Random(path.name)
    yield from {"gone": _gone, "a link": _link, "a folder": _folder}.items() if held else ()
    yield "empty", _written(b"")
    yield "noise", _written(chance.randbytes(900))
    yield "twice after itself", _written(held * 2)
    for at in sorted(chance.sample(range(len(held)), min(24, len(held)))):
        yield f"cut at {at}", _written(held[:at])
        yield f"byte {at}", _written(bytes([*held[:at], held[at] ^ 0x11, *held[at + 1 :]]))


def json_changes(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    yield from as_a_whole(path)
    for said, tree in trees(json.loads(path.read_bytes())):
        yield said, _made(tree)


def line_changes(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    yield from as_a_whole(path)
    held = path.read_bytes().splitlines(keepends=True)
    for at, line in enumerate(held):
        yield f"line {at + 1} taken away", _written(b"".join((*held[:at], *held[at + 1 :])))
        yield f"line {at + 1} twice", _written(b"".join((*held[: at + 1], *held[at:])))
        yield f"line {at + 1} before all", _written(b"".join((line, *held)))


def _json_lines(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    yield from line_changes(path)
    held = path.read_bytes().splitlines(keepends=True)
    for at, line in enumerate(held):
        for said, tree in trees(json.loads(line)):
            changed = partial(_with_line, held, at, tree)
            yield f"line {at + 1}: {said}", _made(changed)
            yield f"line {at + 1}: {said}, {AGAIN}", _made(partial(_rechained, changed))


def _with_line(held: list[bytes], at: int, tree: Callable[[], bytes]) -> bytes:
    return b"".join((*held[:at], tree() + b"\n", *held[at + 1 :]))


def _rechained(made: Callable[[], bytes]) -> bytes:
    """The rehearsals with their chain recomputed, as far as it can be; nobody has the key to the seals."""
    first, *lines, last = (written := made()).splitlines(keepends=True)
    try:
        heading = msgspec.json.decode(first, type=record_file.RecordHeading)
        told = [msgspec.json.decode(line, type=record_file.RecordLine) for line in lines]
        chain = record_file._chain(heading, [each.result or each.forgot for each in told])  # type: ignore[misc]
    except (msgspec.MsgspecError, TypeError, ValueError):
        return written
    return b"".join((first, *(msgspec.json.encode(each) + b"\n" for each in chain), last))


# --- the files ----------------------------------------------------------------------------------------------


def _list_made(folder: Path) -> Path:
    people = studio(folder)
    with ExitStack() as stack:
        named = (folder / "T1.db", Identity("T1", "baccarat", "sv"), book("sv"), SetClock(), stack)
        open_session(*named, is_ready=True)
    belonging = Belonging(folder / "T1.db", people, "T1")
    belonging.keep()
    return people.path


def _who_may(people: PeopleFile) -> bytes:
    """Who may sign in, and how; what was done at terminals, which a journal takes over."""
    said = [msgspec.structs.replace(each, wrong=0) for each in people.people]
    return msgspec.json.encode((said, [each.is_locked for each in people.people], people.changes_after(0)))


def _list_told(folder: Path) -> str | bytes:
    people = people_in(folder / "kept" / "people.json")
    belonging = Belonging(folder / "T1.db", people, "T1")
    for each in belonging.missing():
        return f"found: {each.gone}"
    had = belonging.recorded_files()
    if had is not None and people.mark is not None and people.mark.text != had.mark:
        return "said to be a change"  # the journal names the new mark, with its number, at the next start
    return _who_may(people)


def _own_record(folder: Path) -> Path:
    _list_made(folder)
    return Belonging(folder / "T1.db", people_in(folder / "kept" / "people.json"), "T1").record


def _rehearsed(folder: Path) -> Path:
    records = RehearsalRecords(folder / "people.rehearsals", folder / "keys")
    for number, kind in enumerate(("card_fell", "misdeal", "card_fell")):
        records.keep(rehearsed("D1" if number else "D2", kind, days=number))
    records.forget("D2", datetime.fromisoformat("2026-11-20T12:00:00+00:00"))
    return records.path


def _rehearsals_told(folder: Path) -> str | bytes:
    records = RehearsalRecords(folder / "people.rehearsals", folder / "keys")
    signed, every = records.signed_results, records.results
    if not every:
        return "found: nothing is kept"
    own: tuple[RehearsalResult, ...] = signed
    return msgspec.json.encode(own) if own == every else f"said to be signed by nobody: {len(own)}"


def _release(name: str) -> Callable[[Path], Path]:
    def release_in(folder: Path) -> Path:
        return installed(folder / "site", key_at(folder / "usb")) / name

    return release_in


def release_told(folder: Path) -> str | bytes:
    found = verify_software(folder / "site", key_at(folder / "usb").public)
    return found.manifest.text.encode() if found.good else "found: not what was released"


def lock_made(folder: Path) -> Path:
    with ExitStack() as stack:
        named = (folder / "T1.db", Identity("T1", "baccarat", "sv"), book("sv"), SetClock(), stack)
        session = open_session(*named, is_ready=True).session
        for line in shift_of("baccarat", "sv", 12, 7).lines:
            session.take(line)
    return sibling(folder / "T1.db", ".lock")


def _start_made(folder: Path) -> Path:
    mark = StartMark(lock_made(folder).with_name("T1.db"))
    mark.begin()
    mark.write_text("Deal to the player")
    return sibling(folder / "T1.db", ".start")


def opened_told(folder: Path) -> str | bytes:
    mark = StartMark(folder / "T1.db").pending_text()
    assert mark is None or isinstance(mark, str)
    with ExitStack() as stack:
        identity = Identity("T1", "baccarat", "sv")
        named = (folder / "T1.db", identity, load_rulebook("sv"), SetClock(), stack)
        opened = open_session(*named, is_ready=True)
        if opened.salvage is not None:
            return "found: said to have lost its end"
        return timeless(opened.session.table)


def _special(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    yield from as_a_whole(path)
    yield "a pipe", _pipe
    held = path.read_bytes()
    for at in range(1, min(len(held), 73)):
        yield f"its mark, byte {at}", _written(bytes([*held[:at], held[at] ^ 0x41, *held[at + 1 :]]))


def _lock_changes(path: Path) -> Iterator[tuple[str, Callable[[Path], None]]]:
    """The mark with its checksums made again, too: another end, another table's, other stretches."""
    yield from _special(path)
    mark = read_mark(path)
    assert mark is not None and mark.heading is not None and mark.stretches is not None
    with closing(reading(path.with_name("T1.db"))) as connection:
        chains = dict(connection.execute("SELECT number, chain FROM entry"))
    heading, noise = mark.heading, b"\7" * 32
    ends = {each: chains[each] for each in (1, mark.entries // 2, mark.entries - 1)}
    ends |= {mark.entries + 1: noise, mark.entries + 900: noise, 2**40: noise, mark.entries: noise}
    for number, head in ends.items():
        marked = partial(_marked, heading, number, head, mark.stretches)
        yield f"its end is {number}, {AGAIN}", marked
    for name in ("table", "game", "rules", "created", "version"):
        other = replace(heading, **{name: "T2"})
        yield f"its {name} is T2, {AGAIN}", partial(_marked, other, mark.entries, mark.head, mark.stretches)
    for stretches in ((0, noise), (mark.entries, noise), (mark.stretches[0], noise)):
        yield (
            f"stretches to {stretches[0]}, {AGAIN}",
            partial(_marked, heading, mark.entries, mark.head, stretches),
        )


def _marked(heading: Heading, number: int, head: bytes, stretches: tuple[int, bytes], path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        HighWaterMark(descriptor).begin(heading, number, head, stretches)
    finally:
        os.close(descriptor)


_OWN: Final = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")
KINDS: Final = (
    File("the people's list", _list_made, _list_told, json_changes),
    File("the table's record of its files", _own_record, _list_told, json_changes),
    File("rehearsal records", _rehearsed, _rehearsals_told, _json_lines),
    File("the manifest", _release(MANIFEST), release_told, line_changes),
    File("the manifest's signature", _release(SIGNATURE), release_told, as_a_whole),
    File("the release's key", _release(KEY), release_told, line_changes),
    File("the lock", lock_made, opened_told, _lock_changes),
    File("the mark of a start", _start_made, opened_told, _special),
)


def ended(kind: File, sound: str | bytes, folder: Path, named: tuple[type[Exception], ...] = NAMED) -> Told:
    """How a changed file ends; an error of a ``named`` kind says what is wrong with it."""
    try:
        told = kind.told(folder)
    except named as error:
        return Told(f"found: {type(error).__name__}")
    except Exception as error:
        return Told("third", f"{type(error).__name__}: {error}")
    if isinstance(told, str):
        return Told(told.partition(":")[0])
    return Told("the same") if told == sound else Told("third", "the account differs, and nothing is said")


def own_folders(case: Path) -> AbstractContextManager[object]:
    """The user's own folders in the folder of a case."""
    return patch.dict(os.environ, {name: str(case / "own" / name) for name in _OWN})


def of_kind(kind: File, folder: Path, every: int) -> Harm:
    """All cases of a kind of file, or each so-manieth."""
    harm, case = Harm(kind.name, upholds=UPHOLDS), folder / "case"
    harm.lost += [f"nobody accounts for {each}" for each in unaccounted()]
    with own_folders(case):
        case.mkdir(parents=True)
        path = kind.made(case)
        whole = folder / "whole"
        shutil.copytree(case, whole, symlinks=True)
        sound = kind.told(case)
        assert isinstance(sound, bytes), f"{kind.name} counts as {sound} before it is changed"
        for said, change in [*kind.changes(path)][::every]:
            shutil.rmtree(case)
            shutil.copytree(whole, case, symlinks=True)
            change(path)
            told = ended(kind, sound, case)
            harm.ended(told.end, [f"{kind.name}: {said}: {told.third}"] if told.third else [])
    return harm


# --- the closed file before a journal -----------------------------------------------------------------------


def of_closed_file(folder: Path, every: int) -> Harm:
    """Every case of a journal, applied to a closed file that a later file continues."""
    harm = Harm("the closed file before it", upholds=UPHOLDS)
    for game, rules in GAMES:
        place, clock = folder / game / "whole", SetClock()
        place.mkdir(parents=True)
        path, keys = place / "T1.db", folder / game / "keys"
        lines = shift_of(game, rules, 40, 7).lines
        with ExitStack() as stack:
            opened = open_session(path, Identity("T1", game, rules), book(rules), clock, stack, is_ready=True)
            for line in lines[:25]:
                opened.session.take(line)
            begin, now = (
                next_file(opened.journal, opened.session.table, opened.session.journal_id),
                clock.utc(),
            )
            closed = archives.seal_and_go_on(opened.journal, begin, clock, now, keys).file
        with ExitStack() as stack:
            opened = open_session(path, Identity("T1", game, rules), book(rules), clock, stack)
            for line in lines[25:]:
                opened.session.take(line)
            head = seal(opened.journal, key := seal_key(keys), clock)
        sound = reviewed(closed) + reviewed(path)
        for number, case in enumerate(cases(closed)):
            if number % every:
                continue
            copy = folder / game / "case"
            shutil.copytree(place, copy)
            told = _changed(copy / closed.name, copy / path.name, case.change, key.public, head, sound)
            harm.ended(told.end, [f"{game}: {case.of}: {case.name}: {told.third}"] if told.third else [])
            shutil.rmtree(copy)
    return harm


def _changed(
    closed: Path, path: Path, change: Callable[[Path], None], key: Any, head: Any, sound: bytes
) -> Told:
    import sqlite3

    try:
        change(closed)
    except (sqlite3.Error, OverflowError, UnicodeError):
        return Told("SQLite refused it")
    try:
        found = succession.verify_all([closed, path], [key], head, replayers=replayer)
        if not all(each.good for each in found) or len(found) != 1:
            return Told("found: verify")
        if reviewed(closed) + reviewed(path) != sound:
            return Told("third", "verify calls both good, and a review shows otherwise")
        return Told("the same")
    except JournalError as error:
        return Told(f"found: {type(error).__name__}")
    except Exception as error:
        return Told("third", f"{type(error).__name__}: {error}")
