"""A commissioning tries the floor: an entry arrives there, its witness signed, somebody at the wall comes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, MISSED, Words
from console.floor.desk import PostgresDesk
from console.floor.door import AccountRefused, Answer, BatchStatus, NoDoor
from console.floor.table_side.floor_proofs import FloorAtWork, _newest_note, floor_proofs
from console.floor.table_side.line import FloorLine
from console.floor.witness.cosigner import Cosigner, note_name
from console.floor.witness.heads import PostgresHeads
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import FloorConfig, TableConfig, load_config, training_config
from console.table.core import Equipment, Role
from console.table.journal import Identity, Shipment, open_journal
from tests.floor.studio_server import JONAS, FloorServer, packed
from tests.floor.test_table_side import OpenDoor, at_table, sign_in, until

INSTALLED = Equipment(version="0.4.0", manifest="ab" * 32, rulebook="cd" * 32)
NAMES = ("floor shipped", "floor countersigned", "floor called")


class Person:
    """The person who sees that the table calls."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.waits: list[int] = []
        self._then = then

    def calls(self, seconds: int) -> None:
        self.waits.append(seconds)
        self._then()


@pytest.fixture
def config(tmp_path: Path, floor: FloorServer) -> TableConfig:
    """A LIVE table T1 of the floor."""
    file = tmp_path / "t1.toml"
    file.write_text(
        'name = "T1"\ngame = "roulette"\nrules = "ja"\nlanguage = "ja"\njournal = "journal.db"\n'
        'people = "people.json"\n',
        "utf-8",
    )
    address = FloorConfig(str(floor.server.sockets), floor.accounts["T1"], database="lasting")
    return replace(load_config(file), floor=address)


def proofs_of(config: TableConfig, person: Person | None = None, **how: object) -> dict[str, Proof]:
    calls = person.calls if person is not None else None
    found = tuple(floor_proofs(config, lambda: INSTALLED, calls, **how))  # type: ignore[arg-type]
    assert all(each.name in NAMES for each in found)
    for each in found:
        for language in LANGUAGES:
            before = set(MISSED)
            for text in (each.what, each.expected, each.found, each.why):
                if isinstance(text, Phrase):
                    assert "{" not in Words(language).text(text.key, **text.slots)
            assert set(MISSED) == before
    return {each.name.removeprefix("floor "): each for each in found}


def phrase_key(phrase: object) -> str:
    assert isinstance(phrase, Phrase)
    return phrase.key.removeprefix("commissioning.")


@contextmanager
def at_the_wall(desk: PostgresDesk) -> Iterator[Callable[[], None]]:
    """Somebody who takes T1's call as soon as a wall shows it, once the table calls."""
    calls, failed = threading.Event(), list[BaseException]()

    def watch() -> None:
        calls.wait(60)
        try:
            while not (called := [each for each in desk.read().tables if each.call is not None]):
                threading.Event().wait(0.02)
            assert called[0].call is not None and called[0].table == "T1"
            desk.take_call("T1", called[0].call, JONAS)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=watch)
    thread.start()
    yield calls.set
    calls.set()
    thread.join(60)
    assert not failed and not thread.is_alive()


def notes_counted(config: TableConfig, what: str) -> int:
    return sum(f'"what":"{what}"'.encode() in each for each in packed(config.journal))


def test_commissioning_proves_that_an_entry_arrives_and_that_a_call_is_answered(
    config: TableConfig, floor: FloorServer
) -> None:
    desk = floor.desk()
    with at_the_wall(desk) as calls:
        person = Person(calls)
        found = proofs_of(config, person)
    assert found["shipped"].verdict is found["called"].verdict is Verdict.PROVED
    assert found["shipped"].found == Phrase("commissioning.shipped.found", {"entry": 2})
    assert found["called"].found == Phrase("commissioning.called.found", {"name": "Jonas", "id": "P1"})
    assert person.waits == [180]
    assert [
        notes_counted(config, each) for each in ("live_table", "floor_tried", "coming", "not_coming")
    ] == [1] * 4
    assert floor.entries() == packed(config.journal)
    (seen,) = [each for each in desk.read().tables if each.table == "T1"]
    assert seen.call is None, "the call is taken back"
    assert seen.report is not None and seen.report.certificate is not None and seen.report.lacks_certificate


def test_an_unanswered_call_is_not_proved_and_is_taken_back(config: TableConfig, floor: FloorServer) -> None:
    called = proofs_of(config, Person(), comes_within=0.1)["called"]
    assert (called.verdict, phrase_key(called.why)) == (Verdict.NOT_PROVED, "called.nobody")
    (seen,) = [each for each in floor.desk().read().tables if each.table == "T1"]
    assert seen.call is None
    assert notes_counted(config, "coming") == 0


def test_without_a_person_at_the_table_no_call_is_made(config: TableConfig, floor: FloorServer) -> None:
    called = proofs_of(config)["called"]
    assert (called.verdict, phrase_key(called.why)) == (Verdict.LEFT_OUT, "device.not_tried")
    assert floor.admin.execute("SELECT count(*) FROM floor.call").fetchone() == (0,)


def test_a_floor_that_refuses_the_table_fails_at_once_without_a_call(config: TableConfig) -> None:
    assert config.floor is not None
    person = Person()
    found = proofs_of(replace(config, floor=replace(config.floor, table="T2")), person)
    assert (found["shipped"].verdict, phrase_key(found["shipped"].found)) == (
        Verdict.FAILED,
        "shipped.refused",
    )
    assert (found["called"].verdict, phrase_key(found["called"].why)) == (
        Verdict.NOT_PROVED,
        "called.not_shipped",
    )
    assert person.waits == []


def test_a_floor_that_is_not_there_fails_in_the_stated_time(config: TableConfig, tmp_path: Path) -> None:
    assert config.floor is not None
    away = replace(config, floor=replace(config.floor, address=str(tmp_path)))
    shipped = proofs_of(away, shipped_within=0.1)["shipped"]
    assert (shipped.verdict, phrase_key(shipped.found)) == (Verdict.FAILED, "shipped.late")


def test_a_journal_that_a_console_has_is_left_to_it(config: TableConfig) -> None:
    with open_journal(config.journal, Identity("T1", "roulette", "ja")):
        (shipped,) = proofs_of(config).values()
    assert (shipped.verdict, phrase_key(shipped.why)) == (Verdict.NOT_PROVED, "journal.in_use")


def test_a_token_that_others_can_read_fails(config: TableConfig, tmp_path: Path) -> None:
    assert config.floor is not None
    token = tmp_path / "token"
    token.write_text("secret\n")
    token.chmod(0o644)
    (shipped,) = proofs_of(replace(config, floor=replace(config.floor, password_file=token))).values()
    assert (shipped.verdict, phrase_key(shipped.found)) == (Verdict.FAILED, "floor_not_joined")


def test_a_table_without_a_floor_has_it_left_out(config: TableConfig) -> None:
    (only,) = floor_proofs(replace(config, floor=None), lambda: INSTALLED)
    assert (only.verdict, phrase_key(only.why)) == (Verdict.LEFT_OUT, "floor.none")


def test_the_witness_note_covers_the_journal_up_to_this_commissioning(
    config: TableConfig, floor: FloorServer, tmp_path: Path
) -> None:
    """The first trial enters 1 (LIVE) and 2 (tried): 2 is signed, then 3 is entered, then 4."""
    proofs_of(config)
    witness = Cosigner(tmp_path / "w.pem")
    dsn = f"{floor.dsn} user={floor.windows['witness']}"
    with closing(PostgresHeads(dsn, None, 10.0)) as heads:
        notes, _ = witness.sign(heads)
    (note,) = [each for each in notes if each.name == "T1-1.note"]
    given = (note, witness.public)
    signed = proofs_of(config, witnessed=given)["countersigned"]
    assert signed.verdict is Verdict.PROVED
    assert signed.found == Phrase("commissioning.countersigned.found", {"entry": 2, "of": 2})
    later = proofs_of(config, witnessed=given)["countersigned"]
    assert later.verdict is Verdict.NOT_PROVED
    assert later.why == Phrase("commissioning.countersigned.before", {"entry": 2, "of": 3})
    by_another = Cosigner(tmp_path / "x.pem").public
    strange = proofs_of(config, witnessed=(note, by_another))["countersigned"]
    assert (strange.verdict, phrase_key(strange.found)) == (Verdict.FAILED, "countersigned.no_note")
    config.journal.rename(tmp_path / "set aside.db")  # a new journal begins
    other = proofs_of(config, witnessed=given)["countersigned"]
    assert (other.verdict, phrase_key(other.found)) == (Verdict.FAILED, "countersigned.other")


def always(_: float) -> bool:
    return True


def test_a_trial_call_at_work_does_not_count_as_a_call_of_the_table(tmp_path: Path) -> None:
    desk, path = OpenDoor(), tmp_path / "journal.db"
    config = replace(training_config("baccarat", "sv", "en"), journal=path)
    with at_table(path, desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        tried = FloorAtWork(config, here.line).call_proof(5, always)
        assert (tried.verdict, phrase_key(tried.found)) == (Verdict.PROVED, "called.found")
        assert isinstance(tried.found, Phrase) and tried.found.slots["name"] == "Jonas"
        until(here, desk, lambda: here.session.table.coming is None)
        until(here, desk, lambda: desk.report is not None and desk.report.call is None)
        assert all(shown.table.called is None for shown in here.seen)
        desk.takes = False
        nobody = FloorAtWork(config, here.line)
        nobody.comes_within = 0.1
        assert phrase_key(nobody.call_proof(6, always).why) == "called.nobody"
        assert phrase_key(nobody.call_proof(7, lambda _: False).why) == "called.nobody", "stopped"


def test_an_entry_of_a_table_at_work_is_shipped_once_its_receipt_has_its_chain(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    config = replace(training_config("baccarat", "sv", "en"), journal=path)
    with at_table(path, OpenDoor()) as here:
        here.say(**sign_in("D1", Role.DEALER))
        trial = FloorAtWork(config, line := Line())
        trial.shipped_within = 0.0
        chain = Shipment(path).chain_at(1)
        assert chain is not None
        for number, head, expected in ((0, chain, "late"), (1, b"other", "late"), (1, chain, "found")):
            line.receipt = Answer(BatchStatus.TAKEN, number, head)
            assert phrase_key(trial.receipt_proof(1, always).found) == f"shipped.{expected}"
        line.receipt, line.twins = None, True
        assert phrase_key(trial.receipt_proof(1, always).found) == "shipped.twins"
        line.trouble = AccountRefused("the floor knows T2", "T2")
        refused = trial.receipt_proof(1, always).found
        assert isinstance(refused, Phrase) and phrase_key(refused) == "shipped.refused"
        assert refused.slots["reason"] == str(line.trouble)


class Line(FloorLine):
    """A line whose receipt is given."""

    receipt: Answer | None = None
    twins = False
    trouble: NoDoor | None = None

    def __init__(self) -> None:
        """Nothing is shipped by it."""

    def coming_to(self, entry: int) -> None:
        return None

    def try_call(self, entry: int | None) -> None:
        raise AssertionError("only shipping is tried")


def test_a_table_that_has_not_joined_its_floor_says_why(tmp_path: Path) -> None:
    config = training_config("baccarat", "sv", "en")
    none = FloorAtWork(config, None).obstacle
    assert none is not None and (none.verdict, phrase_key(none.why)) == (Verdict.LEFT_OUT, "floor.none")
    named = replace(config, floor=FloorConfig("127.0.0.1", str(tmp_path / "no token")))
    away = FloorAtWork(named, None).obstacle
    assert away is not None and (away.verdict, phrase_key(away.found)) == (Verdict.FAILED, "floor_not_joined")


@pytest.mark.parametrize("table", ["T7", "卓" * 30])
def test_the_newest_note_is_the_tables_own_whatever_its_neighbours_are_called(
    tmp_path: Path, table: str
) -> None:
    """A folder has the notes of all tables; T7-2 is another table than T7."""
    for at, (of, part) in enumerate(((table, 1), (table, 2), (f"{table}-2", 1), (f"{table}-x", 2))):
        note = tmp_path / note_name(of, part)
        note.touch()
        os.utime(note, (time.time() - 60 + at,) * 2)
    assert _newest_note(tmp_path, table) == tmp_path / note_name(table, 2)
    assert _newest_note(tmp_path, f"{table}-2") == tmp_path / note_name(f"{table}-2", 1)
