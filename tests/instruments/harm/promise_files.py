"""The files on which the promises depend: how each is made and changed, and what is said of it then."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from console.commissioning.certificate import Certificate, certificate_bytes, certificate_of, flaws
from console.commissioning.certificate import seal as summed
from console.commissioning.journal_entry import proven_entry_of
from console.floor.door import NoDoor
from console.floor.embedded import SUPERUSER
from console.floor.shipper import Shipper
from console.floor.witness.comparison import Finding, compare
from console.supervisor.records.documents.proof_verdict import proof_verdict
from console.table.config import ConfigError, load_config
from console.table.core import SetClock
from console.table.custody import open_session
from console.table.custody.table_opening import next_file
from console.table.custody.verdict import replayer
from console.table.game import RulebookError, load_rulebook, rulebook_digest, rulebook_folder
from console.table.journal import (
    Identity,
    JournalError,
    Log,
    NewestSeals,
    Statement,
    archives,
    backup,
    restore,
    seal_key,
    sibling,
    succession,
    verify,
)
from console.table.journal.proof.inclusion import check, inclusion, proof_file
from console.table.journal.proof.newest_seal import KeptSeal
from console.table.journal.proof.seals import seal
from console.table.journal.proof.statement import Seal, seal_file
from console.table.people import Known, default_pepper
from tests.commissioning.certificates import certificate
from tests.commissioning.software.releases import installed, key_at
from tests.floor.studio_server import journal, new_floor
from tests.floor.test_shipping import ship_all
from tests.instruments.harm import attacks, census, census_beside
from tests.instruments.harm.census import AGAIN, Told
from tests.instruments.harm.census_beside import File, as_a_whole, opened_told
from tests.instruments.harm.floors import served
from tests.instruments.harm.report import Harm
from tests.instruments.harm.reviewed import reviewed
from tests.instruments.harm.shifts import shift_of
from tests.supervisor.records.documents import test_proof_verdict
from tests.supervisor.review.log import test_search
from tests.table.config.table_files import WHOLE, toml_of
from tests.table.core.tables import book
from tests.table.journal.entries import drawn, opened
from tests.table.journal.sealing import key_in, sealed
from tests.table.people.kept import PIN, people_in, studio

_T1: Final = Identity("T1", "baccarat", "sv")
REFUSED: Final = "SQLite refused it"
Changes = Iterator[tuple[str, Callable[[Path], None]]]


def _journal_made(folder: Path) -> Path:
    made = attacks.night(folder, "baccarat", "sv", 24)
    (folder / "head.json").write_bytes(msgspec.json.encode(made.head))
    return made.path


def _sealed_told(folder: Path) -> str | bytes:
    path = folder / "baccarat.db"
    key, head = seal_key(folder / "keys").public, seal_file(folder / "head.json")
    verdict = verify(path, [key], head, replayers=replayer)
    if not verdict.good:
        return f"found: {verdict.flaw}"
    if verdict.entries > verdict.sealing.entries:
        return "said to be under no seal"
    return reviewed(path) + census.stands(path)


def _journal_changes(path: Path) -> Changes:
    yield from as_a_whole(path)
    for case in census.cases(path):
        yield f"{case.of}: {case.name}", case.change


def _head_made(folder: Path) -> Path:
    return _journal_made(folder).with_name("head.json")


def _key_made(folder: Path) -> Path:
    key = seal_key(folder / "keys")
    (folder / "public.pem").write_bytes(key.public.pem())
    return next((folder / "keys").glob("*.pem"))


def _key_told(folder: Path) -> str | bytes:
    pem = seal_key(folder / "keys").public.pem()
    return pem if pem == (folder / "public.pem").read_bytes() else "found: verify --key refuses its seals"


def _newest_made(folder: Path) -> Path:
    key, path = key_in(folder / "keys"), folder / "t.db"
    sealed(path, key, 3)
    with opened(path) as kept:
        kept.append([drawn(7)])
        seal(kept, key, SetClock())
    return next((folder / "keys/newest").iterdir())


def _newest_told(folder: Path) -> str | bytes:
    verdict = verify(folder / "t.db", newest_seals=NewestSeals(folder / "keys"))
    return b"%d" % verdict.entries if verdict.good else f"found: {verdict.flaw}"


def _log_made(folder: Path) -> Path:
    live = folder / "live"
    live.mkdir()
    with ExitStack() as stack:
        session = open_session(live / "T1.db", _T1, book("sv"), SetClock(), stack, is_ready=True).session
        for line in shift_of("baccarat", "sv", 12, 7).lines:
            session.take(line)
        for file in live.glob("T1.db*"):
            if not file.name.endswith("-shm"):
                shutil.copyfile(file, folder / file.name)
    shutil.rmtree(live)
    return sibling(folder / "T1.db", "-wal")


def _log_told(folder: Path) -> str | bytes:
    verdict = verify(folder / "T1.db", replayers=replayer)
    told = opened_told(folder)
    if not verdict.good:
        return f"found: {verdict.flaw}"
    assert isinstance(told, bytes), f"verify calls it good, and the start says: {told}"
    return told


def _log_changes(path: Path) -> Changes:
    yield from as_a_whole(path)
    held = path.read_bytes()
    for at in range(120):
        yield f"byte {at}", partial(_write, what=bytes([*held[:at], held[at] ^ 1, *held[at + 1 :]]))


def _write(path: Path, what: bytes) -> None:
    path.write_bytes(what)


def _backup_made(folder: Path) -> Path:
    backup(_journal_made(folder), folder / "copy.db")
    return folder / "copy.db"


def _backup_told(folder: Path) -> str | bytes:
    restored = folder / "new" / "T1.db"
    restored.parent.mkdir()
    restore(folder / "copy.db", restored)
    verdict = verify(
        restored, [seal_key(folder / "keys").public], seal_file(folder / "head.json"), replayers=replayer
    )
    if not verdict.good:
        return f"found: {verdict.flaw}"
    if verdict.entries > verdict.sealing.entries:
        return "said to be under no seal"
    return reviewed(restored)


def _closed_made(folder: Path) -> Path:
    path, clock, keys = folder / "T1.db", SetClock(), folder / "keys"
    lines = shift_of("baccarat", "sv", 30, 7).lines
    with ExitStack() as stack:
        table = open_session(path, _T1, book("sv"), clock, stack, is_ready=True)
        for line in lines[:20]:
            table.session.take(line)
        begin, now = next_file(table.journal, table.session.table, table.session.journal_id), clock.utc()
        closed = archives.seal_and_go_on(table.journal, begin, clock, now, keys).file
    with ExitStack() as stack:
        table = open_session(path, _T1, book("sv"), clock, stack)
        for line in lines[20:]:
            table.session.take(line)
        (folder / "head.json").write_bytes(msgspec.json.encode(seal(table.journal, seal_key(keys), clock)))
    return closed


def _closed_told(folder: Path) -> str | bytes:
    files = sorted(folder.glob("T1*.db"), key=lambda each: each.name == "T1.db")
    key, head = seal_key(folder / "keys").public, seal_file(folder / "head.json")
    found = succession.verify_all(files, [key], head, replayers=replayer)
    if len(files) < 2 or len(found) != 1 or not all(each.good for each in found):
        return "found: verify"
    return b"".join(map(reviewed, files))


def _pepper_made(folder: Path) -> Path:
    studio(folder)
    return default_pepper()


def _pepper_told(folder: Path) -> str | bytes:
    answer = people_in(folder / "kept" / "people.json").verify("S-1", PIN)
    return answer.person.id.encode() if isinstance(answer, Known) else "found: nobody signs in"


def _certificate_made(folder: Path) -> Path:
    path, made = folder / "certificate.json", certificate(signed=True)
    path.write_bytes(certificate_bytes(made))
    whose = Identity(made.table, made.game, made.rules)
    with ExitStack() as stack:
        opened = open_session(folder / "t.db", whose, load_rulebook(made.rules), SetClock(), stack)
        opened.session.commission(made.digest, "S-1", "P-20")
    return path


def _certificate_told(folder: Path) -> str | bytes:
    try:
        content = (folder / "certificate.json").read_bytes()
    except OSError as error:
        return f"found: {error}"
    if found := flaws(content):
        return f"found: {found[0].flaw}"
    entry = proven_entry_of(folder / "t.db", certificate_of(content))
    return "found: the journal has no such certificate" if entry is None else content


def _certificate_changes(path: Path) -> Changes:
    yield from census_beside.json_changes(path)
    for said, tree in census_beside.trees(msgspec.json.decode(path.read_bytes())):
        yield f"{said}, {AGAIN}", partial(_summed_again, tree)


def _summed_again(tree: Callable[[], bytes], path: Path) -> None:
    """The changed certificate with its sums and its digest, as far as it is one."""
    try:
        path.write_bytes(certificate_bytes(summed(msgspec.json.decode(tree(), type=Certificate))))
    except (msgspec.MsgspecError, TypeError, ValueError, ArithmeticError):
        path.write_bytes(tree())


def _seal_changes(path: Path) -> Changes:
    """The file with a seal in it, and another statement that somebody else's key signed."""
    yield from census_beside.json_changes(path)
    for said, tree in census_beside.trees(msgspec.json.decode(_kept_seal(path)[0].statement)):
        yield f"statement: {said}, {AGAIN}", partial(_signed_again, tree)


def _kept_seal(path: Path) -> tuple[Seal, str | None]:
    """The seal in a file, and which journal's file it is of, if it says so."""
    held = msgspec.json.decode(path.read_bytes())
    return msgspec.convert(held.get("seal", held), Seal), held.get("file")


def _signed_again(tree: Callable[[], bytes], path: Path) -> None:
    key, (_, file) = seal_key(path.parents[1] / "adversary"), _kept_seal(path)
    written = tree()
    with suppress(msgspec.MsgspecError, TypeError, ValueError):
        read = msgspec.json.decode(written, type=Statement)
        written = msgspec.json.encode(replace(read, key=key.public.id))
    made = Seal(written.decode(), key.sign(written), key.public.raw)
    path.write_bytes(msgspec.json.encode(made if file is None else KeptSeal(made, file)))


def _rulebook_made(folder: Path) -> Path:
    shutil.copytree(rulebook_folder(), folder / "rulebooks")
    return folder / "rulebooks" / "lt.toml"


def _rulebook_told(folder: Path) -> str | bytes:
    digest = rulebook_digest(load_rulebook("lt", folder / "rulebooks"))
    certified = rulebook_digest(load_rulebook("lt"))
    return digest.encode() if digest == certified else "found: the start compares it with the certificate"


def _table_made(folder: Path) -> Path:
    path = folder / "table.toml"
    path.write_text(toml_of(WHOLE))
    (folder / "certified").write_text(load_config(path).digest)
    return path


def _table_told(folder: Path) -> str | bytes:
    digest, certified = load_config(folder / "table.toml").digest, (folder / "certified").read_text()
    return digest.encode() if digest == certified else "found: commissioning verify --table"


def _round_made(folder: Path) -> Path:
    game, lines, subject = next(iter(test_proof_verdict.STORIES.values()))
    kept = test_proof_verdict.sealed(folder / "t.db", game, lines)
    return test_proof_verdict.file_of(kept, subject, folder / "round.json")


def _round_told(folder: Path) -> str | bytes:
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = proof_verdict(folder / "round.json", "en")
    return said.getvalue().encode() if status == 0 else "found: journal verify"


def _proof_made(folder: Path) -> Path:
    path, proof = folder / "t.db", folder / "proof.json"
    sealed(path, key_in(folder / "keys"), 40)
    proof.write_bytes(msgspec.json.encode(inclusion(path, [3, 4, 5])))
    return proof


def _proof_told(folder: Path) -> str | bytes:
    proof = proof_file(folder / "proof.json")
    doubt = check(proof, [seal_key(folder / "keys").public]).doubt
    return msgspec.json.encode(proof.entries) if doubt is None else f"found: {doubt}"


def _program(name: str) -> File:
    def made(folder: Path) -> Path:
        return installed(folder / "site", key_at(folder / "usb")) / name

    return File(name, made, census_beside.release_told, as_a_whole)


_BESIDE: Final = {kind.name: kind for kind in census_beside.KINDS}
FILES: Final = {
    "journal": File("journal", _journal_made, _sealed_told, _journal_changes),
    "journal's log": File("journal's log", _log_made, _log_told, _log_changes),
    "journal's mark": _BESIDE["the lock"],
    "mark of a start": _BESIDE["the mark of a start"],
    "closed file": File("closed file", _closed_made, _closed_told, _journal_changes),
    "backup": File("backup", _backup_made, _backup_told, _journal_changes),
    "key": File("key", _key_made, _key_told, as_a_whole),
    "newest seal": File("newest seal", _newest_made, _newest_told, _seal_changes),
    "seal's file": File("seal's file", _head_made, _sealed_told, _seal_changes),
    "round's file": File("round's file", _round_made, _round_told, census_beside.json_changes),
    "proof": File("proof", _proof_made, _proof_told, census_beside.json_changes),
    "people's list": _BESIDE["the people's list"],
    "PINs' secret": File("PINs' secret", _pepper_made, _pepper_told, as_a_whole),
    "record of the table's files": _BESIDE["the table's record of its files"],
    "certificate": File("certificate", _certificate_made, _certificate_told, _certificate_changes),
    "table's file": File("table's file", _table_made, _table_told, census_beside.line_changes),
    "rulebook": File("rulebook", _rulebook_made, _rulebook_told, census_beside.line_changes),
    "program": _program("console/table/game/payout.py"),
    "phrases": _program("console/translations/lt.mo"),
    "manifest": _BESIDE["the manifest"],
    "manifest's signature": _BESIDE["the manifest's signature"],
}
"""Each file that is changed and then read, by its name in the handbook."""
NAMED: Final = (*census_beside.NAMED, ConfigError, RulebookError)


def of_file(kind: File, folder: Path) -> Iterator[tuple[str, Callable[[], Told]]]:
    """Every change of a file, to be tried in its folder."""
    case, whole = folder / "case", folder / "whole"
    case.mkdir(parents=True)
    path = kind.made(case)
    shutil.copytree(case, whole, symlinks=True)
    sound = kind.told(case)
    assert isinstance(sound, bytes), f"{kind.name} counts as {sound} before it is changed"

    def tried(change: Callable[[Path], None]) -> Told:
        shutil.rmtree(case)
        shutil.copytree(whole, case, symlinks=True)
        try:
            change(path)
        except (sqlite3.Error, OverflowError, UnicodeError):
            return Told(REFUSED)
        return census_beside.ended(kind, sound, case, NAMED)

    for said, change in kind.changes(whole / path.relative_to(case)):
        yield said, partial(tried, change)


ENDS: Final = {"third": "silent", "the same": "harmless"}
"""The count under which each end of a case stands; every other end counts as found."""


ATTACKED: Final = {**FILES, "rehearsal records": _BESIDE["rehearsal records"]}


def attacked(
    folder: Path, times: int, only: Collection[str] = ATTACKED.keys(), seed: int = 1
) -> Iterator[Harm]:
    """Change each file ``times`` times, and as often with its own digests, marks, checksums or seal made
    again, where it has any.
    """
    for number, name in enumerate(only):
        kind, place = ATTACKED[name], folder / str(number)
        with census_beside.own_folders(place / "case"):
            every = [*of_file(kind, place)]
            for is_again in (False, True):
                chosen = [each for each in every if (AGAIN in each[0]) is is_again]
                random.Random(f"{name} {is_again} {seed}").shuffle(chosen)
                harm = Harm(f"{name}, its own marks made again" if is_again else name)
                for said, tried in chosen:
                    if harm.times == times:
                        break
                    if (told := tried()).end != REFUSED:
                        lost = [f"{name}: {said}: {told.third}"] if told.third else []
                        harm.ended(ENDS.get(told.end, "found"), lost)
                if harm.times:
                    yield harm
        shutil.rmtree(place)


def of_index(folder: Path) -> Iterator[tuple[str, Callable[[], Told]]]:
    """The log's index as others can have written it."""
    for number, how in enumerate(("a link", "a file of all", "a folder of all", "a view")):
        (place := folder / str(number)).mkdir(parents=True)
        yield how, partial(_index_tried, place, how)


def _index_tried(folder: Path, how: str) -> Told:
    check = test_search.test_an_index_that_others_can_have_written_is_rebuilt_or_not_used
    try:
        check(folder, Log, how)
    except (AssertionError, pytest.fail.Exception) as error:
        return Told("third", str(error))
    finally:
        shutil.rmtree(folder)
        folder.mkdir()
    return Told("found: made again, or not read")


_STATEMENTS: Final = {
    "a byte of an entry": "UPDATE floor.entry "
    "SET packed = set_byte(packed, {at}, get_byte(packed, {at}) # 1) "
    "WHERE table_id = 'T1' AND number = {number}",
    "an entry taken away": "DELETE FROM floor.entry WHERE table_id = 'T1' AND number = {number}",
    "entries exchanged": "UPDATE floor.entry SET packed = (SELECT packed FROM floor.entry "
    "WHERE table_id = 'T1' AND number = {other}) WHERE table_id = 'T1' AND number = {number}",
    "the last number": "UPDATE floor.journal SET number = 2 * {number} WHERE table_id = 'T1'",
    "the beginning": "UPDATE floor.journal SET begins = set_byte(begins, 3, get_byte(begins, 3) # 1) "
    "WHERE table_id = 'T1'",
    "the journal taken away": "DELETE FROM floor.journal WHERE table_id = 'T1'",
}


@contextmanager
def floor_changes(folder: Path) -> Iterator[list[tuple[str, Callable[[], Told]]]]:
    """Rows of the floor's database, changed by its administrator and held against the table's journal."""
    folder.mkdir(parents=True)
    path = folder / "J.db"
    with served() as server, new_floor(server, "promises") as floor:
        with journal(path, 60) as _:
            ship_all(Shipper(path, floor.door(), None))

        def rows_of(admin: psycopg.Connection[tuple[Any, ...]], name: str) -> list[tuple[Any, ...]]:
            return admin.execute(f"SELECT * FROM floor.{name} WHERE table_id = 'T1'".encode()).fetchall()

        def tried(statement: str) -> Told:
            with psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True) as admin:
                kept = {name: rows_of(admin, name) for name in ("entry", "journal")}
                admin.execute("SET session_replication_role = replica")
                admin.execute(statement.encode())
                try:
                    door = floor.door()
                    found = compare([path], door.hello(), door.digest_over)
                except (NoDoor, psycopg.Error, JournalError) as error:
                    return Told(f"found: {type(error).__name__}")
                finally:
                    for name, rows in kept.items():
                        admin.execute(f"DELETE FROM floor.{name} WHERE table_id = 'T1'".encode())
                        for row in rows:
                            slots = ", ".join(["%s"] * len(row))
                            admin.execute(f"INSERT INTO floor.{name} VALUES ({slots})".encode(), row)
            if found.finding is Finding.AGREES and not found.behind:
                return Told("third", "it agrees")
            return Told(f"found: {found.finding}")

        yield [
            (f"{what} {number}", partial(tried, statement.format(number=number, other=61 - number, at=at)))
            for what, statement in _STATEMENTS.items()
            for number, at in ((1, 5), (17, 30), (44, 12), (60, 40))
        ]
