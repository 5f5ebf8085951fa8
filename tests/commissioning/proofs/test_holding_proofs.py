"""Proofs of robustness: a console that comes back changed, a journal that lost something, lost rights."""

from __future__ import annotations

from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from console.commissioning.proofs import holding_proofs
from console.commissioning.proofs.holding_proofs import (
    backup_proof,
    coup,
    four_eyes_proof,
    full_disk_proof,
    kill_proof,
    licences_proof,
    pins_proof,
    roles_proof,
    seal_proof,
)
from console.supervisor.records import Phrase, Verdict
from console.table.config import TableConfig
from console.table.core import Mode, NotRecorded, Person, Refusal, Role, Session, Unwritable
from console.table.game import DOCUMENTED
from console.table.journal import Identity, SqliteJournal, backup, review
from console.table.journal.proof.verification import Verdict as Sound
from console.table.people import DealingRights, Known, PeopleFile, Wrong
from console.table.scenes import TableInMemory, UnreachableMoment
from tests.table.core.tables import Driven

HERE = Identity("T1", "baccarat", "lt")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose console was killed in the middle of a coup; nothing else is shared."""
    journal = tmp_path_factory.mktemp("held") / "killed.db"
    assert kill_proof(journal, "baccarat", "lt").verdict is Verdict.PROVED
    return journal


@pytest.mark.sweep
def test_a_tables_file_that_is_named_from_its_own_folder_is_tried_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--table table7.toml``: the journal is then beside the file by a relative path."""
    monkeypatch.chdir(tmp_path)
    assert kill_proof(Path("killed.db"), "baccarat", "lt").verdict is Verdict.PROVED
    assert (tmp_path / "killed.db").exists()


@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_lines_lead_into_the_middle_of_a_round(game: str) -> None:
    table = Driven("sv", game=game)
    for line in coup(game):
        seen = table.take(line)
        assert seen["accepted"], seen
    assert seen["round"]["status"] == "open" and seen["bets"] == "closed"


@pytest.mark.sweep
def test_a_console_that_is_killed_in_a_coup_comes_back_to_it(killed: Path) -> None:
    with review(killed) as found:
        kinds = [entry.kind for entry in found.entries(0)]
    assert kinds.count("card_drawn") == 4 and kinds.count("bets_opened") == 1


@pytest.mark.parametrize("lost", ["phase", "prompt", "round", "bets", "shoe", "phase prompt round bets shoe"])
def test_a_part_that_differs_after_a_kill_is_named(
    lost: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Forgetful:
        """A console that loses a part of its view when it is killed."""

        begun = 0

        def __init__(self, *_: Any) -> None:
            Forgetful.begun += 1

        def __enter__(self) -> Forgetful:
            return self

        def __exit__(self, *_: object) -> None:
            return

        def take(self, line: bytes) -> dict[str, Any]:
            parts = ("phase", "prompt", "round", "bets", "shoe", "say")
            return {name: Forgetful.begun if name in lost.split() else name for name in parts}

    monkeypatch.setattr(holding_proofs, "DrivenTable", Forgetful)
    proof = kill_proof(tmp_path / "t.db", "baccarat", "lt")
    assert proof.verdict is Verdict.FAILED
    keys = " ".join(f"commissioning.kill.{name}" for name in lost.split())
    assert proof.found == Phrase("commissioning.kill.other", {"names_keys": keys})


class OnAFullDisk:
    """A table whose disk takes nothing more after a number of lines; when started again it has what was
    recorded.
    """

    kept: TableInMemory | None = None
    loses = False

    def __init__(self, *_: object, most: int | None = None) -> None:
        self.lines = 0
        self.table = OnAFullDisk.kept or Driven("lt")
        self.table.kept.broken = False
        if most is None:
            self.table.restart()
        OnAFullDisk.kept = self.table

    def __enter__(self) -> OnAFullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        if OnAFullDisk.loses:
            del self.table.kept.entries[-1]

    def take(self, line: bytes) -> dict[str, Any]:
        self.lines += 1
        self.table.kept.broken = self.lines > 30
        return self.table.take(line)


@pytest.mark.parametrize(("loses", "verdict"), [(False, Verdict.PROVED), (True, Verdict.FAILED)])
def test_an_entry_lost_on_a_full_disk_fails_the_proof(
    loses: bool, verdict: Verdict, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(OnAFullDisk, "kept", None)
    monkeypatch.setattr(OnAFullDisk, "loses", loses)
    monkeypatch.setattr(holding_proofs, "DrivenTable", OnAFullDisk)
    monkeypatch.setattr(holding_proofs, "verify", lambda journal: Sound(30, b""))
    assert full_disk_proof(tmp_path / "full.db", "baccarat", "lt").verdict is verdict


def test_a_seal_and_a_backup_hold(killed: Path, tmp_path: Path) -> None:
    assert seal_proof(killed, tmp_path / "keys", HERE).verdict is Verdict.PROVED
    assert backup_proof(killed, tmp_path).verdict is Verdict.PROVED


@pytest.mark.sweep
def test_a_seal_for_which_the_disk_has_no_room_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = tmp_path / "killed.db"
    assert kill_proof(killed, "baccarat", "lt").verdict is Verdict.PROVED

    def full(*_: object, **__: object) -> int:
        raise NotRecorded(Unwritable.FULL, "database or disk is full")

    monkeypatch.setattr(SqliteJournal, "append", full)
    assert seal_proof(killed, tmp_path / "keys", HERE).verdict is Verdict.FAILED


def test_no_backup_of_a_changed_journal_holds(killed: Path, tmp_path: Path) -> None:
    """The copy is one file: of a killed console, entries may still stand in the log beside its journal."""
    changed = tmp_path / "changed.db"
    backup(killed, changed)
    content = changed.read_bytes()
    assert b'"card":"2H"' in content
    changed.write_bytes(content.replace(b'"card":"2H"', b'"card":"3H"'))
    (tmp_path / "elsewhere").mkdir()
    assert backup_proof(changed, tmp_path / "elsewhere").verdict is Verdict.FAILED


def test_wrong_pins_are_counted(tmp_path: Path) -> None:
    proof = pins_proof(tmp_path / "people.json")
    assert proof.verdict is Verdict.PROVED, proof
    assert isinstance(proof.found, Phrase) and 0 < int(proof.found.slots["tries"]) < 10


def test_a_list_that_never_lets_wait_after_wrong_pins_fails_at_the_twentieth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, wrong = PeopleFile.verify, list[str]()

    def lenient(self: PeopleFile, id: str, pin: str) -> Any:
        if pin != "111213":
            return verify(self, id, pin)
        wrong.append(pin)
        return Wrong(id)

    monkeypatch.setattr(PeopleFile, "verify", lenient)
    proof = pins_proof(tmp_path / "people.json")
    assert (proof.verdict, len(wrong)) == (Verdict.FAILED, 20)


def test_the_wait_after_wrong_pins_is_tried_at_a_computer_that_compares_slowly_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock is a minute after the one before."""
    passed = count(step=60)
    monkeypatch.setattr(PeopleFile.__init__, "__defaults__", (lambda: float(next(passed)), None))
    assert pins_proof(tmp_path / "people.json").verdict is Verdict.PROVED


def test_the_proof_of_pins_fails_if_the_right_one_opens_within_the_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, known = PeopleFile.verify, dict[tuple[str, str], Known]()

    def lenient(self: PeopleFile, id: str, pin: str) -> Any:
        """Wrong PINs are counted and have to wait; one that was right once is never kept out."""
        answer = verify(self, id, pin)
        if isinstance(answer, Known):
            known[id, pin] = answer
        return known.get((id, pin), answer)

    monkeypatch.setattr(PeopleFile, "verify", lenient)
    assert pins_proof(tmp_path / "people.json").verdict is Verdict.FAILED


def config(folder: Path, game: str = "baccarat") -> TableConfig:
    return TableConfig(
        Mode.LIVE, "Table 7", game, "lt", "lt", folder / "t7.db", folder / "people.json", pepper=folder / "p"
    )


@pytest.mark.parametrize("game", DOCUMENTED)
def test_four_eyes_hold(game: str, tmp_path: Path) -> None:
    assert four_eyes_proof(config(tmp_path, game)).verdict is Verdict.PROVED


def test_the_proof_of_four_eyes_fails_if_a_reporter_may_confirm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Session.take

    def lenient(self: Session, line: bytes, **how: bool) -> Any:
        view = take(self, line, **how)
        return replace(view, refused=None) if view.refused is Refusal.NOT_AUTHORISED else view

    monkeypatch.setattr(Session, "take", lenient)
    assert four_eyes_proof(config(tmp_path)).verdict is Verdict.FAILED


def test_a_refused_line_on_the_way_to_the_incident_fails_the_proof_of_four_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> TableInMemory:
        raise UnreachableMoment("commissioning.row.refused", why_key="log.refused.not_authorised")

    monkeypatch.setattr(holding_proofs, "at_moment", refused)
    proof = four_eyes_proof(config(tmp_path))
    assert (proof.verdict, proof.found) == (
        Verdict.FAILED,
        Phrase("commissioning.row.refused", {"why_key": "log.refused.not_authorised"}),
    )


def test_a_table_needs_a_person_of_each_role(tmp_path: Path) -> None:
    people = PeopleFile(tmp_path / "people.json", pepper=tmp_path / "p")
    for id, role, pin in (("D1", Role.DEALER, "481516"), ("S1", Role.SUPERVISOR, "233442")):
        people.add(Person(id, id, role, "lt"), pin)
    assert roles_proof(config(tmp_path)).verdict is Verdict.FAILED
    people.add(Person("P1", "P1", Role.PIT_BOSS, "lt"), "902617")
    assert roles_proof(config(tmp_path)).verdict is Verdict.PROVED


def test_dealers_without_a_licence_here_have_it_kept_elsewhere_by_the_certificate(
    tmp_path: Path,
) -> None:
    people = PeopleFile(tmp_path / "people.json", pepper=tmp_path / "p")
    for id, pin in (("D1", "481516"), ("D2", "233442")):
        people.add(Person(id, id, Role.DEALER, "lt"), pin)
    elsewhere = licences_proof(config(tmp_path))
    assert (elsewhere.verdict, elsewhere.why) == (
        Verdict.LEFT_OUT,
        Phrase("commissioning.licences.elsewhere"),
    )
    licence = DealingRights("4711", date(2027, 1, 31))
    people.set_rights("D1", licence, "new")
    assert licences_proof(config(tmp_path)).verdict is Verdict.FAILED, "D2 would deal without one"
    people.set_rights("D2", licence, "new")
    proved = licences_proof(config(tmp_path))
    assert isinstance(proved.found, Phrase)
    assert (proved.verdict, proved.found.slots) == (Verdict.PROVED, {"kept": 2, "dealers": 2})
