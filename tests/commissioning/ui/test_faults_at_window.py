"""Each fault that is found is named in the window's list and in the certificate, and nobody signs.

The proofs are the programme's own, made at a computer, a server, files and a rulebook that have the fault;
what takes long of them is left away. ``python3 -m tests harm commissioning`` leaves nothing away: there the
whole command and the whole window meet each fault.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.software import ConsoleFolder
from console.commissioning.certificate import flaws
from console.commissioning.programme_at_table import ProofRun
from console.commissioning.proof_words import proof_text
from console.commissioning.proofs import computer_clock, machine_proofs
from console.commissioning.proofs.computer_clock import clock_discipline
from console.commissioning.proofs.link_proofs import certificate_proof
from console.commissioning.proofs.machine_proofs import clock_proof, commit_proof, software_proof
from console.commissioning.proofs.rules_proof import clause_proof, row_proof
from console.commissioning.table_proofs import Step
from console.commissioning.ui.proof_list import why
from console.supervisor.records import Proof, Section, Verdict
from console.table.config import LinkConfig, TableConfig, training_config
from console.table.game import load_rulebook, rulebook_folder
from console.table.scenes import clauses_of, rows_of
from tests.commissioning.certificates import PROVED, read_certificate
from tests.commissioning.software.releases import FILES, installed
from tests.commissioning.tls_server import shows_certificate
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press, proved
from tests.instruments.harm.commissioning import TRACKING
from tests.instruments.harm.commissioning import changed_row as row_changed
from tests.instruments.harm.disks import NoTrouble, failing
from tests.table.link.certificates import Certificates
from tests.table.ui.harness.at_work import AtWork


def slow_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Proof, ...]:
    """The system's own call that brings a journal to its disk takes longer than a screen waits, from the
    fortieth on: the first ones make the file.
    """
    late = "delay_exit=320000:when=40+"
    try:
        with failing(os.getpid(), "fdatasync", late):
            return (commit_proof(folder, commits=60),)
    except NoTrouble as why:
        pytest.skip(str(why))


def clock_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Proof, ...]:
    """The computer's program that is asked about the clock says that it is 90 s behind its time server."""
    program = folder / "chronyc"
    program.write_text(f"#!/bin/sh\ncat <<'.'\n{TRACKING}.\n")
    program.chmod(0o755)
    monkeypatch.setattr(computer_clock, "SYSTEM", f"{folder}:{computer_clock.SYSTEM}")
    return (clock_proof(clock_discipline()),)


def wrong_server(folder: Path) -> AbstractContextManager[LinkConfig]:
    """A game server that shows a certificate of another authority than the table's file names."""
    made = Certificates(folder)
    return shows_certificate(folder, made.server("IP:127.0.0.1", ca=made.stranger), made.ca)


def wrong_certificate(folder: Path, _: pytest.MonkeyPatch) -> tuple[Proof, ...]:
    """The game server shows a certificate of another authority than the table's file names."""
    with wrong_server(folder) as link:
        return (certificate_proof(link, "Table 7", datetime.now(UTC)),)


def tampered_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Proof, ...]:
    """One byte of an installed file is another one: it pays other odds than it was released with."""
    name = "console/table/game/payout.py"
    place = installed(folder / "site")
    (place / name).write_text(FILES[name].replace("35", "36"))
    monkeypatch.setattr(machine_proofs, "running_console", lambda: ConsoleFolder(place))
    return (software_proof(training_config("baccarat", "lt", "lt")),)


def changed_row(folder: Path, _: pytest.MonkeyPatch) -> tuple[Proof, ...]:
    """LT-ROU-29: the rulebook's file lets a round count whose ball has left the wheel."""
    shutil.copytree(rulebook_folder(), folder / "rulebooks")
    with row_changed(folder / "rulebooks"):
        wrong = load_rulebook("lt", folder / "rulebooks")
    row = "LT-ROU-29"
    rows = [each for each in rows_of(wrong, "roulette") if each.clause == row]
    clause = next(each for each in clauses_of(wrong, "roulette") if each.id == row)
    found = [row_proof(each, when, wrong) for each in rows for when in each.when]
    return (*(each for each in found if each.verdict is Verdict.FAILED), clause_proof(clause, found))


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("fault", "name", "says"),
    [
        (slow_disk, "commits", "p99"),
        (clock_off, "clock", "90"),
        (wrong_certificate, "certificate", "not accepted"),
        (tampered_file, "software", "console/table/game/payout.py"),
        (changed_row, "row roulette ball_out", "The round counts as finished"),
    ],
)
def test_a_fault_is_named_in_the_list_and_in_an_unsigned_certificate(
    work: AtWork,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[Path, pytest.MonkeyPatch], tuple[Proof, ...]],
    name: str,
    says: str,
) -> None:
    (tmp_path / "fault").mkdir()
    faulty, words = fault(tmp_path / "fault", monkeypatch), work.window.words
    on_call(work).proofs = (PROVED, *faulty)
    desk = open_desk(work)
    screen = desk.screen
    proved(work, desk)
    first = screen.proofs_to_read[0]
    assert first.verdict is Verdict.FAILED and name in first.name, "what failed stands first"
    assert says in why(first, words) and proof_text(words, first.what)
    assert screen.primary_label == words.text("commissioning.window.again"), "and nobody is asked to sign"
    assert screen.sign_in is None
    (file,) = tmp_path.glob("commissioning-*.json")
    certificate = read_certificate(file)
    assert flaws(file.read_bytes()) == () and not certificate.holds and not certificate.signatures
    failed = certificate.of(Verdict.FAILED)
    assert failed == tuple(each for each in faulty if each.verdict is Verdict.FAILED)
    assert work.shown.table.commissioned is None


class LinkAlone(ProofRun):
    """The process with the link's proofs; the other sections begin, and have none."""

    def __init__(self, config: TableConfig) -> None:
        super().__init__(config, frozenset((Section.LINK,)))
        self._others: tuple[Step, ...] = (Section.MACHINE, Section.RULES, Section.HOLDING)

    def more(self) -> tuple[Step, ...]:
        """The other sections first."""
        others, self._others = self._others, ()
        return others or super().more()


@pytest.mark.sweep
def test_the_proofs_process_finds_a_wrong_certificate_that_then_stays_unsigned(
    work: AtWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that the window starts at a table, with the section of the link."""
    commissioning = on_call(work)
    (tmp_path / "fault").mkdir()
    with wrong_server(tmp_path / "fault") as link:
        config = replace(work.console.config, link=link)
        own = LinkAlone(config)
        monkeypatch.setattr(commissioning, "run", lambda _: own)
        screen = open_desk(work).screen
        press(work, screen.primary)
        work.until(lambda: screen.course.certificate is not None and not screen.work.busy)
    first = screen.proofs_to_read[0]
    assert (first.name, first.verdict) == ("link certificate", Verdict.FAILED)
    assert "not accepted" in why(first, work.window.words)
    assert screen.primary_label == work.window.words.text("commissioning.window.again")
