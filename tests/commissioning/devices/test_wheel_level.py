"""No device measures the wheel's level (ROU-3.2.2): a person says it, and the certificate has it as a row."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.software import short
from console.base.words import LANGUAGES, Words, date_text
from console.commissioning.certificate import (
    Certificate,
    carry_over,
    certificate_bytes,
    certificate_of,
    changes,
    seal,
)
from console.commissioning.certificate_paper import certificate_paper
from console.commissioning.commands.certificate_lines import report
from console.commissioning.commands.table_certificate import AtTheTable
from console.commissioning.devices.device_proofs import untried_proofs
from console.commissioning.devices.device_under_test import DeviceUnderTest, PersonTask, under_test
from console.commissioning.devices.wheel_level import level_clauses, level_from_entry, level_proof
from console.supervisor.records import WHEEL_LEVEL, Paper, Phrase, Proof, Section, Verdict
from console.table.config import DeviceConfig, training_config
from console.table.core import LevelFinding
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from tests.command_lines import run
from tests.commissioning.certificates import PROVED, certificate
from tests.commissioning.test_again_with_an_older_one import OLDER

main = partial(run, "commissioning")

CLAUSES = ("ROU-3.2.2",)
EN = Words("en")


def certified(*proofs: Proof, **more: object) -> Certificate:
    return seal(replace(certificate(PROVED, *proofs, signed=True), **more))


@pytest.mark.parametrize("rules", ["sv", "ja", "lt", "is", "de"])
def test_the_level_is_asked_for_where_the_document_has_it_checked_before_the_opening(rules: str) -> None:
    """ROU-3.2.2."""
    assert level_clauses(load_rulebook(rules), "roulette") == CLAUSES
    assert level_clauses(load_rulebook(rules), "baccarat") == ()


@pytest.mark.parametrize(
    ("is_level", "verdict", "phrase"),
    [
        (True, Verdict.PROVED, None),
        (False, Verdict.FAILED, None),
        (None, Verdict.NOT_PROVED, Phrase("commissioning.level.not_measured")),
    ],
)
def test_a_wheel_that_is_not_level_fails_and_an_unmeasured_one_is_not_proved(
    is_level: bool | None, verdict: Verdict, phrase: Phrase | None
) -> None:
    """ROU-3.2.2."""
    proof = level_proof(is_level, CLAUSES)
    assert (proof.name, proof.section, proof.verdict) == (WHEEL_LEVEL, Section.DEVICES, verdict)
    assert proof.clauses == CLAUSES and (proof.why or None) == phrase


def test_a_wheels_level_is_asked_for_first_and_its_lines_until_then_are_no_spins() -> None:
    (tested,) = under_test((DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"),), CLAUSES)
    assert str(tested.asked) == "level"
    tested.receive(
        b"*X;2;001;17;0;140;0\r\n*X;3;001;17;0;140;0\r\n*X;4;001;17;0;140;0\r\n*X;5;001;17;0;140;0\r\n"
    )
    assert str(tested.asked) == "level" and not tested.numbers
    tested.go_on()
    assert tested.asked is PersonTask.SPIN
    assert next(iter(tested.proofs())) == level_proof(True, CLAUSES)


def test_a_wheel_without_a_sensor_is_asked_for_nothing_else() -> None:
    (tested,) = under_test((), CLAUSES)
    tested.say_level(False)
    assert tested.asked is PersonTask.OVER
    assert tuple(tested.proofs()) == (level_proof(False, CLAUSES),)
    assert under_test((), ()) == ()


def test_a_wheel_that_is_left_out_is_not_proved_to_be_level() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"), CLAUSES)
    tested.leave_out()
    level, left_out = tested.proofs()
    assert level == level_proof(None, CLAUSES) and left_out.verdict is Verdict.LEFT_OUT


def test_the_command_lists_the_level_when_no_person_is_at_the_wheel() -> None:
    assert next(iter(untried_proofs(training_config("roulette", "ja", "ja")))) == level_proof(None, CLAUSES)
    assert all(each.name != WHEEL_LEVEL for each in untried_proofs(training_config("baccarat", "ja", "ja")))


def test_at_a_terminal_a_digit_answers_and_other_text_is_asked_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = iter(("1", "2", "yes", ""))
    person = AtTheTable(EN, lambda: next(typed))
    assert [person.level() for _ in range(3)] == [True, False, None]
    assert capsys.readouterr().err.count(EN.text("commissioning.ask.level")) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_level", [True, False, None])
def test_the_certificate_has_it_with_its_clause(language: str, is_level: bool | None) -> None:
    """ROU-3.2.2."""
    words = Words(language)
    paper = certificate_paper(certified(level_proof(is_level, CLAUSES)), words)
    rows = [row for part in paper.parts for row in part.rows if words.text("commissioning.level") in row]
    (row,) = rows
    found = {True: "level.found", False: "level.slopes", None: "level.not_measured"}[is_level]
    assert words.text(f"commissioning.{found}") in row
    assert is_level is None or any("ROU-3.2.2" in str(cell) for cell in row)


def test_the_check_says_it_and_names_the_row_where_it_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = certified(level_proof(True, CLAUSES))
    file = tmp_path / "c.json"

    def verify() -> str:
        main(["verify", str(file), "--lang", "en"], draw=_draw)
        return capsys.readouterr().out

    file.write_bytes(certificate_bytes(made))
    assert f"{EN.text('commissioning.level')}: {EN.text('commissioning.level.found')}" in verify()
    changed = tuple(level_proof(False, CLAUSES) if each.name == WHEEL_LEVEL else each for each in made.proofs)
    file.write_bytes(certificate_bytes(replace(made, proofs=changed)))
    assert WHEEL_LEVEL in verify()


@pytest.mark.parametrize("is_level", [True, False, None])
def test_the_signer_at_a_terminal_reads_the_level_once_among_the_proofs(is_level: bool | None) -> None:
    """ROU-3.2.2: proved as well, since a count of proofs does not say it."""
    lines = tuple(report(certified(level_proof(is_level, CLAUSES)), EN))
    texts = [line for line in lines if line.strip().startswith(EN.text("commissioning.level"))]
    found = {True: "level.found", False: "level.slopes", None: "level.not_measured"}[is_level]
    assert len(texts) == 1 and EN.text(f"commissioning.{found}") in texts[0]
    above = {True: "holds", False: "heading.failed", None: "heading.not_proved"}[is_level]
    assert lines[lines.index(texts[0]) - 1] == EN.text(f"commissioning.{above}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_check_says_what_was_taken_over_from_the_certificate_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """ROU-3.2.2: a level that was found for an earlier certificate is not said to be found for this one."""
    words, file = Words(language), tmp_path / "c.json"
    first = certified(level_proof(True, CLAUSES))
    now = replace(first, proofs=(PROVED,), sums={}, digest="", made="2026-02-02T12:00:00+00:00")
    kept = seal(carry_over(now, first, frozenset(Section) - {Section.DEVICES}))
    assert level_from_entry(kept) is LevelFinding.KEPT
    day = date_text(date(2026, 1, 1), words.locale)
    texts = (
        words.text("commissioning.head.before", digest=short(first.digest)),
        words.text(
            "commissioning.head.carried",
            sections=f"{words.text('commissioning.section.devices')} ({day})",
        ),
    )

    def verify(made: Certificate) -> list[str]:
        file.write_bytes(certificate_bytes(made))
        assert main(["verify", str(file), "--lang", language], draw=_draw) == 2, "without a journal"
        return capsys.readouterr().out.splitlines()

    level = (
        f"{words.text('commissioning.level')}{words.locale.colon}{words.text('commissioning.level.found')}"
    )
    lines = verify(kept)
    at = lines.index(level)
    assert tuple(lines[at + 1 : at + 3]) == texts
    assert not set(texts) & set(verify(first))


def _draw(paper: Paper) -> bytes:
    raise AssertionError("a check writes no page")


def test_an_older_certificate_is_read_and_has_no_level() -> None:
    older = certificate_of(OLDER.read_bytes())
    assert older.level is None and level_from_entry(older) is None


def test_a_level_that_an_older_certificate_lacks_counts_as_new() -> None:
    older = certificate_of(OLDER.read_bytes())
    level = level_proof(True, CLAUSES)
    (change,) = changes(replace(older, proofs=(*older.proofs, level)), older)
    assert (change.proof, change.before) == (level, None)


def test_the_certificates_entry_says_whether_the_level_was_found_or_kept() -> None:
    found = certified(level_proof(True, CLAUSES))
    assert level_from_entry(found) is LevelFinding.FOUND
    assert level_from_entry(replace(found, carried=(Section.DEVICES,))) is LevelFinding.KEPT
    assert level_from_entry(certified(level_proof(None, CLAUSES))) is None
    assert level_from_entry(certified(level_proof(False, CLAUSES))) is None
