"""A wheel's figures at the command line: as text in every language, as JSON; refused without a wheel."""

from __future__ import annotations

import json
import subprocess
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from console import cli
from console.base.words import LANGUAGES
from console.supervisor.reports.wheel_figures import Errors, WheelCounts, wheel_report_of
from console.supervisor.reports.wheel_words import VERSION, lines_of, probability
from tests.base.words.catalogues import words
from tests.supervisor.reports.test_wheel_figures import figures, spun, wheel_journal
from tests.table.played import OPEN, written


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return wheel_journal(
        tmp_path / "t.db", *chain(*(spun(game, number) for game, number in ((1, 17), (2, 0))))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_printed_in_every_language(
    journal: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["wheel", str(journal), "--serial", "W-1042", "--lang", language]) == 0
    printed = capsys.readouterr().out
    assert "W-1042" in printed and "17: 1" in printed and "185" in printed
    assert "{" not in printed and "wheel_figures" not in printed


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tests_result_always_comes_with_its_conclusion(language: str) -> None:
    for counts in ({}, {17: 40}):
        counted = figures(counts)
        texts = list(
            lines_of(
                wheel_report_of([WheelCounts(counted.serial, counted.counts, counted.first, counted.last)]),
                words(language),
            )
        )
        conclusion = words(language).text(
            f"wheel_figures.conclusion.{counted.by_number.conclusion}", needed=185
        )
        at = next(number for number, line in enumerate(texts) if "χ²" in line and "36" in line)
        assert texts[at + 1].strip() == conclusion
    assert "0" in texts[-1] and len(texts[-1]) > 40  # the caveat of looking again and again


def test_a_tiny_probability_is_printed_by_its_order() -> None:
    """A run that comes once in ten million shoes was printed as one that comes once in a thousand."""
    assert probability(0.0004, words("en")) == "< 0.001"
    assert probability(3e-8, words("en")) == "< 0.000\u00a0000\u00a01"
    assert probability(0.0, words("de")) == "< 0,000\u00a0000\u00a0001"
    assert probability(0.0468, words("sv")) == "= 0,047"


def test_a_serial_number_of_people_hides_nothing_on_the_terminal() -> None:
    wheel = WheelCounts("W\u202e7", (1,) * 37, errors=Errors(broken_lines=1))
    assert "W<U+202E>7" in next(lines_of(wheel_report_of([wheel]), words("en")))


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_printed_on_pages_in_every_language(
    journal: Path, tmp_path: Path, language: str
) -> None:
    out = tmp_path / "wheel.pdf"
    line = ["wheel", str(journal), "--serial", "W-1042", "--pdf", str(out), "--lang", language]
    assert cli.main(line) == 0
    read = subprocess.run(["pdftotext", "-layout", out, "-"], check=True, capture_output=True, text=True)
    said = words(language)
    assert "W-1042" in read.stdout and "t.db" in read.stdout and "17: 1" in read.stdout
    assert "χ²" in read.stdout and "p = <" not in read.stdout
    assert said.text("wheel_figures.head.limits").split()[0] in read.stdout


def test_the_export_has_figures_and_text(journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "wheel.json"
    assert cli.main(["wheel", str(journal), "--json", str(out), "--lang", "lt"]) == 0
    decoded = json.loads(out.read_bytes())
    (wheel,) = decoded["wheels"]
    assert decoded["wheel_figures_version"] == VERSION
    assert (wheel["serial"], wheel["spins"], wheel["counts"][17]) == (None, 2, 1)
    assert wheel["by_number"]["reading"] == "too_few"
    assert (decoded["text"]["language"], decoded["text"]["lines"][0].split(" · ")[0]) == (
        "lt",
        "Ratas be serijos numerio",
    )
    assert msgspec.json.decode(out.read_bytes())["tests"] == 6


def test_no_export_takes_the_place_of_a_file(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "wheel.json"
    out.write_text("kept", "utf-8")
    assert cli.main(["wheel", str(journal), "--json", str(out)]) == 2
    assert out.read_text("utf-8") == "kept"
    assert str(out) in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_journal_without_a_wheel_is_refused_in_one_line(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "baccarat.db", OPEN)
    assert cli.main(["wheel", str(path), "--lang", language]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n"), str(path) in printed.err) == ("", 1, True)


def test_a_table_at_which_nothing_was_spun_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["wheel", str(wheel_journal(tmp_path / "t.db", OPEN)), "--lang", "en"]) == 0
    assert capsys.readouterr().out == words("en").text("wheel_figures.none") + "\n"
