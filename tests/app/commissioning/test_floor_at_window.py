"""The window waits for the witness's countersignature, and says so where no witness is at work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.floor.door import Answer, BatchStatus, OnTheWay
from console.floor.table_side import floor_proofs
from console.floor.table_side.floor_proofs import FloorAtWork
from console.floor.table_side.line import FloorLine
from console.floor.witness.cosigner import Cosigner
from console.floor.witness.heads import Head, PostgresHeads
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import FloorConfig
from console.table.journal import Shipment, digest_of
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press
from tests.floor.studio_server import packed
from tests.table.ui.harness.at_work import AtWork, at_work


class Line(FloorLine):
    """A line whose floor has all that the journal holds, and at whose wall somebody takes each call."""

    twins = False
    trouble = None

    def __init__(self, work: AtWork) -> None:
        self._work = work

    @property
    def receipt(self) -> Answer | None:
        """The receipt of the last entry."""
        number = self._work.view.entry
        chain = Shipment(self._work.console.config.journal).chain_at(number)
        return None if chain is None else Answer(BatchStatus.TAKEN, number, chain)

    def coming_to(self, entry: int) -> OnTheWay:
        return OnTheWay(1, entry, "P1", "Jonas", datetime.now(UTC))

    def try_call(self, entry: int | None) -> None:
        """Nothing is called."""


class HeldHeads(PostgresHeads):
    """A floor that holds a journal's entries."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal

    def heads(self) -> list[Head]:
        here, number = Shipment(self._journal), len(packed(self._journal))
        chain = here.chain_at(number)
        assert chain is not None
        return [Head("T7", 1, here.begins, number, chain)]

    def digests(self, table: str, part: int, first: int, last: int) -> list[bytes]:
        return [digest_of(each) for each in packed(self._journal)[first - 1 : last]]


class AtFloor:
    """A LIVE table with a floor, whose commissioning has come to it."""

    def __init__(self, work: AtWork, folder: Path) -> None:
        self.work, self.folder = work, folder
        self.witness = Cosigner(folder / "w.pem")
        commissioning = on_call(work)
        named = FloorConfig(str(folder), table="T7", notes=self.witness.notes, witness=self.witness.public)
        self.config = replace(work.console.config, floor=named)
        self.trial = FloorAtWork(self.config, Line(work))
        commissioning.floor = lambda: self.trial
        self.screen = open_desk(work).screen

    def begin(self) -> None:
        """Begin, and wait until the countersignature is asked for."""
        press(self.work, self.screen.primary)
        asked = self.work.window.words.text(
            "commissioning.window.witness", folder=str(self.witness.notes), seconds=300
        )
        self.work.until(lambda: self.screen.task.text == asked)

    def countersigned(self) -> Proof:
        """The proof of the countersignature, once it is over."""
        made: list[Proof] = []

        def came() -> bool:
            made[:] = [each for each in self.screen.course.run.proofs if each.name == "floor countersigned"]
            return bool(made)

        self.work.until(came)
        return made[0]


@pytest.fixture
def floor(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtFloor]:
    """At the table's window."""
    monkeypatch.setattr(floor_proofs, "_BETWEEN", 0.02)
    with at_work(qtbot, tmp_path, device=False) as work:
        at_floor = AtFloor(work, tmp_path)
        yield at_floor
        at_floor.screen.stop()


@pytest.mark.sweep
def test_the_window_waits_until_the_witness_has_signed_the_entry_that_was_tried(floor: AtFloor) -> None:
    floor.begin()
    assert floor.screen.task.leave.isVisible() and floor.screen.task.seconds_left is not None
    written, turned = floor.witness.sign(HeldHeads(floor.work.console.config.journal))
    assert len(written) == 1 and turned == []
    made = floor.countersigned()
    assert made.verdict is Verdict.PROVED
    assert isinstance(made.found, Phrase) and made.found.key == "commissioning.countersigned.found"
    assert int(made.found.slots["entry"]) >= int(made.found.slots["of"]) > 0
    floor.work.until(lambda: any(each.name == "floor called" for each in floor.screen.course.run.proofs))


@pytest.mark.sweep
def test_without_a_witness_the_course_says_so_and_can_go_on(floor: AtFloor) -> None:
    floor.begin()
    press(floor.work, floor.screen.task.leave)
    made = floor.countersigned()
    assert made.verdict is Verdict.NOT_PROVED
    assert made.why == Phrase("commissioning.countersigned.no_witness", {"folder": str(floor.witness.notes)})


def test_an_older_witness_note_does_not_suffice_and_another_keys_fails(floor: AtFloor) -> None:
    floor.witness.sign(HeldHeads(floor.work.console.config.journal))
    floor.begin()
    press(floor.work, floor.screen.task.leave)
    made = floor.countersigned()
    assert isinstance(made.why, Phrase) and made.why.key == "commissioning.countersigned.before"
    other = Cosigner(floor.folder / "x.pem").public
    assert floor.config.floor is not None
    named = replace(floor.config.floor, witness=other)
    strange = FloorAtWork(replace(floor.config, floor=named), None)
    found = strange.witness_proof(1, lambda _: False).found
    assert isinstance(found, Phrase) and found.key == "commissioning.countersigned.no_note"


@pytest.mark.sweep
def test_a_table_without_a_witness_in_its_file_waits_for_no_note(floor: AtFloor) -> None:
    assert floor.config.floor is not None
    bare = replace(floor.config.floor, notes=None, witness=None)
    made = FloorAtWork(replace(floor.config, floor=bare), None).witness_proof(1, lambda _: True)
    assert made.verdict is Verdict.LEFT_OUT and made.why == Phrase("commissioning.countersigned.window")


@pytest.mark.sweep
def test_a_person_can_stop_waiting_for_an_untaken_call(
    floor: AtFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "coming_to", lambda line, entry: None)
    floor.begin()
    press(floor.work, floor.screen.task.leave)
    calling = floor.work.window.words.text("commissioning.window.calling", seconds=180)
    floor.work.until(lambda: floor.screen.task.text == calling)
    press(floor.work, floor.screen.task.leave)
    floor.work.until(lambda: any(each.name == "floor called" for each in floor.screen.course.run.proofs))
