"""The computer at the table: a slow disk, a clock that is off and a library of another version are named."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from console.base.software import NoManifest
from console.commissioning.proof_words import proof_text
from console.commissioning.proofs import machine_proofs
from console.commissioning.proofs.computer_clock import ClockDiscipline, Run, clock_discipline
from console.commissioning.proofs.machine_proofs import (
    clock_proof,
    commit_proof,
    parts_proof,
    room_proof,
    software_proof,
)
from console.supervisor.records import Phrase, Verdict
from console.table.config import training_config
from console.table.core import Entry, NotRecorded, Unwritable, events
from console.table.journal import Identity, SqliteJournal, Unreachable, open_journal
from tests.base.words.catalogues import words

CHRONY = """\
Reference ID    : C0A80001 (192.168.0.1)
System time     : {offset} seconds slow of NTP time
Last offset     : +0.000010 seconds
Leap status     : {leap}
"""
TIMESYNC = "       Server: 192.168.0.1 (time.example)\n       Offset: {offset}\n        Delay: 412us\n"


def says(**programs: str) -> Run:
    """A computer on which these programs answer, and no other."""

    def run(command: Sequence[str]) -> str | None:
        name = "show" if "show" in command else command[0]
        return programs.get(name)

    return run


@pytest.mark.parametrize(
    ("programs", "found", "verdict"),
    [
        (
            {"chronyc": CHRONY.format(offset="0.000012", leap="Normal")},
            ("chrony", True, 0.000012),
            Verdict.PROVED,
        ),
        ({"chronyc": CHRONY.format(offset="1.0", leap="Normal")}, ("chrony", True, 1.0), Verdict.PROVED),
        ({"chronyc": CHRONY.format(offset="1.01", leap="Normal")}, ("chrony", True, 1.01), Verdict.FAILED),
        # So chrony says it for the whole day before a leap second, and follows its servers all the while.
        *(
            ({"chronyc": CHRONY.format(offset="0.5", leap=leap)}, ("chrony", True, 0.5), Verdict.PROVED)
            for leap in ("Insert second", "Delete second")
        ),
        (
            {"chronyc": CHRONY.format(offset="0.000012", leap="Not synchronised")},
            ("chrony", False, 0.000012),
            Verdict.FAILED,
        ),
        (
            {"timedatectl": TIMESYNC.format(offset="-412us"), "show": "yes\n"},
            ("systemd-timesyncd", True, 0.000412),
            Verdict.PROVED,
        ),
        (
            {"timedatectl": TIMESYNC.format(offset="+1min 30.5s"), "show": "yes\n"},
            ("systemd-timesyncd", True, 90.5),
            Verdict.FAILED,
        ),
        (
            {"timedatectl": TIMESYNC.format(offset="+2h 1min"), "show": "yes\n"},
            ("systemd-timesyncd", True, 7260),
            Verdict.FAILED,
        ),
        (
            {"timedatectl": TIMESYNC.format(offset="-35μs"), "show": "yes\n"},
            ("systemd-timesyncd", True, 0.000035),
            Verdict.PROVED,
        ),
        (
            {"timedatectl": TIMESYNC.format(offset="+2ms"), "show": "no\n"},
            ("systemd-timesyncd", False, 0.002),
            Verdict.FAILED,
        ),
    ],
)  # fmt: skip
def test_a_clock_that_is_off_or_follows_nothing_fails(
    programs: dict[str, str], found: tuple[str, bool, float], verdict: Verdict
) -> None:
    clock = clock_discipline(says(**programs))
    assert clock is not None
    assert (clock.by, clock.synchronised, round(clock.offset or 0, 9)) == found
    proof = clock_proof(clock)
    assert proof.verdict is verdict
    assert proof.figures["offset_s"] == clock.offset


def test_an_undisciplined_clock_is_left_out_with_the_reason() -> None:
    assert clock_discipline(says()) is None
    proof = clock_proof(None)
    assert (proof.verdict, proof.why) == (Verdict.LEFT_OUT, Phrase("commissioning.clock.none"))
    assert clock_proof(ClockDiscipline("chrony", True)).verdict is Verdict.PROVED, (
        "an offset that is not told"
    )


def test_commits_are_measured_on_the_journals_disk_and_leave_nothing(tmp_path: Path) -> None:
    begun = time.perf_counter()
    figures = commit_proof(tmp_path, commits=20).figures
    in_all = (time.perf_counter() - begun) * 1e3
    assert 0 < figures["p50_ms"] <= figures["p99_ms"] <= figures["worst_ms"] <= in_all
    assert not list(tmp_path.iterdir())


def test_a_disk_that_fills_up_meanwhile_is_reported_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise NotRecorded(Unwritable.FULL, "database or disk is full")

    monkeypatch.setattr(SqliteJournal, "append", full)
    with pytest.raises(Unreachable, match="disk is full"):
        commit_proof(tmp_path, commits=20)
    assert not list(tmp_path.iterdir())


def test_a_slow_disk_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than one of a hundred take longer than a screen waits before it says that it is being saved."""
    took = [2.0] * 1979 + [300.1] * 21
    monkeypatch.setattr(machine_proofs, "_commits", lambda folder, commits: (each for each in took[:commits]))
    assert commit_proof(tmp_path).verdict is Verdict.FAILED
    took[-21:] = [300.0] + [300.1] * 20 + [2.0]
    proof = commit_proof(tmp_path)
    assert (proof.verdict, proof.what) == (
        Verdict.PROVED,
        Phrase("commissioning.commits", {"count": 2_000}),
    )


def test_a_disk_that_is_slow_at_every_entry_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty of 2,000 may be late; after the twenty-first no other entry could make it good."""
    made = iter([2.0] * 30 + [300.1] * 30)
    monkeypatch.setattr(machine_proofs, "_commits", lambda folder, commits: (each for each in made))
    proof = commit_proof(tmp_path)
    assert proof.verdict is Verdict.FAILED and len(list(made)) == 9
    assert proof.what == Phrase("commissioning.commits", {"count": 51}), "so many were written"


def test_a_library_of_another_version_is_named(tmp_path: Path) -> None:
    lock = "# for: console\nmsgspec==0.0.1 \\\n    --hash=sha256:00\n\n# for: lock\npytest==0.0.1\n"
    (tmp_path / "requirements.lock").write_text(lock, "utf-8")
    proof = parts_proof(tmp_path)
    assert proof.verdict is Verdict.FAILED
    assert isinstance(proof.found, Phrase) and str(proof.found.slots["names_list"]).startswith("msgspec ")
    assert proof.found.slots["differ"] == 1, "what the console itself does not need is no part of it"


def test_a_missing_lock_file_is_the_reason_of_the_parts_proof(tmp_path: Path) -> None:
    assert parts_proof(tmp_path).why == Phrase("commissioning.parts.none")


def entry(at: datetime) -> Entry:
    return Entry(
        kind="noted", event=events.ENCODER.encode(events.Noted("x" * 500)), refused=None, at=at, monotonic=0,
        person=None, shift="", shoe=0, round=None, prompt=b"{}", clauses=(), line=None, raw=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "lacking", "verdict"),
    [
        (3_599, 0, Verdict.LEFT_OUT),
        (3_600, 0, Verdict.PROVED),
        (3_600, 1, Verdict.FAILED),
        (86_400, 0, Verdict.PROVED),
    ],
)
def test_the_free_room_is_proved_in_days_at_the_journals_own_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int, lacking: int, verdict: Verdict
) -> None:
    begun, journal = datetime(2026, 1, 1, tzinfo=UTC), tmp_path / "t7.db"
    with open_journal(journal, Identity("Table 7", "baccarat", "lt")) as opened:
        opened.append([entry(begun), entry(begun + timedelta(seconds=seconds))])
    free = journal.stat().st_size * 30 * 24 * 3_600 // seconds - lacking
    monkeypatch.setattr(
        "console.commissioning.proofs.machine_proofs.shutil.disk_usage", lambda _: SimpleNamespace(free=free)
    )
    proof = room_proof(journal)
    assert proof.verdict is verdict and proof.figures["free_MiB"] == free / 2**20


def test_a_full_disk_has_no_room_for_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_proofs, "_a_day", lambda journal: 10.0**15)
    assert room_proof(tmp_path / "t7.db").verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (PermissionError(13, "Permission denied", "/opt/site/RECORD"), "can’t be read: /opt/site/RECORD"),
        (NoManifest(Path("/opt/site"), "software.not_a_manifest"), "/opt/site: this manifest does not have"),
    ],
)
def test_files_that_cannot_be_checked_fail_in_words(
    monkeypatch: pytest.MonkeyPatch, error: Exception, text: str
) -> None:
    def refused(*_: object) -> None:
        raise error

    monkeypatch.setattr(machine_proofs, "verify_all", refused)
    proof = software_proof(training_config("baccarat", "lt", "lt"))
    assert proof.verdict is Verdict.FAILED
    found = proof_text(words("en"), proof.found)
    assert text in found and "Errno" not in found
