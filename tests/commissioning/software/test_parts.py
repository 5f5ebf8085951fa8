"""The bill of materials is that of the lock file, and each licence is what its maker says."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from console import __version__, cli
from console.base.words import LANGUAGES, Words
from console.commissioning.commands import licences
from console.commissioning.commands.licences import licence_of
from console.commissioning.software.parts import bill, bill_file
from tests.instruments.parts import locked

ROOT = Path(__file__).parents[3]


def test_the_bill_of_materials_has_each_part_that_is_locked_with_its_files_digests() -> None:
    parts = list(locked((ROOT / "requirements.lock").read_text("utf-8")))
    found = {each.name: each for each in bill().components}
    assert found.keys() == {each.name for each in parts}
    for each in parts:
        part = found[each.name]
        assert (part.version, part.needed_by, part.digests) == (
            each.version, each.needed_by, frozenset(each.digests),
        )  # fmt: skip
    assert {"pyside6-essentials", "psycopg", "prometheus-client"} <= found.keys()
    assert not {"pytest", "mypy", "uv"} & found.keys()


def test_a_part_that_another_system_alone_needs_is_not_in_the_bill_of_materials() -> None:
    lock = (
        "# for: floor\none[binary]==1.0 ; sys_platform == 'win32' \\\n\n# for: floor\nother[binary]==2.0 \\\n"
    )
    assert [(each.name, each.version) for each in locked(lock)] == [("other", "2.0")]


def test_the_bill_of_materials_is_this_consoles_and_the_same_whenever_it_is_made() -> None:
    assert (bill().own.name, bill().own.version, bill().own.licence) == ("dealer-console", __version__, "MIT")
    written = json.loads(bill_file().read_text("utf-8"))
    assert written["bomFormat"] == "CycloneDX" and written["specVersion"] == "1.6"
    assert "serialNumber" not in written and "timestamp" not in written["metadata"]


def test_every_part_says_its_licence() -> None:
    assert [each.name for each in bill().components if each.licence is None] == []


def part(folder: Path, *headers: str) -> Distribution:
    metadata = folder / "part-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("\n".join(("Metadata-Version: 2.4", "Name: part", *headers)) + "\n")
    return PathDistribution(metadata)


@pytest.mark.parametrize(
    ("headers", "text"),
    [
        (("License-Expression: MIT OR Apache-2.0", "License: other"), "MIT OR Apache-2.0"),
        (("License: BSD",), "BSD"),
        (
            ("License: " + "all of it " * 30, "Classifier: License :: OSI Approved :: MIT License"),
            "MIT License",
        ),
        (("Classifier: License :: Public Domain", "Classifier: Topic :: Games"), "Public Domain"),
        (("License: UNKNOWN",), None),
        ((), None),
    ],
)
def test_a_licence_is_what_its_maker_wrote_and_nothing_else(
    headers: tuple[str, ...], text: str | None, tmp_path: Path
) -> None:
    assert licence_of(part(tmp_path, *headers)) == text


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_lists_them_under_what_needs_them(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["licences", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    headings = [
        lines.index(Words(lang).text(f"licences.{group}")) for group in ("console", "floor", "monitoring")
    ]
    assert headings == sorted(headings)
    (msgspec,) = (at for at, line in enumerate(lines) if line.startswith("msgspec "))
    (psycopg,) = (at for at, line in enumerate(lines) if line.startswith("psycopg "))
    assert headings[0] < msgspec < headings[1] < psycopg < headings[2]
    assert "LGPL-3.0-only" in lines[psycopg]


def test_the_texts_come_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["licences", "dealer-console", "msgspec", "--text", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert (ROOT / "LICENSE").read_text("utf-8").rstrip() in printed
    assert "Redistribution and use in source and binary forms" in printed
    assert cli.main(["licences", "--bill"]) == 0
    assert capsys.readouterr().out == bill_file().read_text("utf-8")


def test_a_part_without_a_licence_is_reported_as_unknown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "licence_of", lambda _: None)
    assert cli.main(["licences", "msgspec", "--lang", "en"]) == 1
    assert Words("en").text("licences.unknown") in capsys.readouterr().out


def test_an_unknown_part_is_refused_with_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["licences", "msgspecc", "--lang", "en"])
    assert "did you mean msgspec" in capsys.readouterr().err
