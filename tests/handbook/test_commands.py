"""The fields that a command prints as JSON are those of the page on commands, all of them."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from console.floor.commands.condition_report import _object
from console.floor.host.server_condition import CheckResult
from console.floor.operation.known_accounts import AccountLine
from console.floor.operation.known_tables import TableLine
from console.floor.operation.known_windows import WindowLine
from tests.command_lines import run
from tests.commissioning.software.releases import installed, key_at
from tests.handbook import pages
from tests.table.played import FELL, time_of_line, written

_ROW = re.compile(r"^\| (?P<of>[^|]+) \| (?P<fields>[^|]+) \|$", re.MULTILINE)
"""A row of a table with two columns."""


def fields(*rows: str) -> set[str]:
    """The fields that these rows of the page name; what is in brackets belongs to a field's own value."""
    found = {row["of"].strip(): row["fields"] for row in _ROW.finditer(pages.pages()["commands.md"])}
    return {name for row in rows for name in re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", found[row]))}


def test_status_prints_the_fields_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, lost = written(tmp_path / "halted.db", *FELL[:5]), tmp_path / "lost.db"
    late = time_of_line(5) + timedelta(hours=1)
    assert run("status", [str(table), str(lost), "--json"], now=late) == 3
    printed = json.loads(capsys.readouterr().out)
    assert printed.keys() == fields("`status`")
    known, unreadable = printed["tables"]
    named = fields("a table of `status`", "… its play", "… its computer") | {"findings"}
    assert known.keys() == named
    assert known["findings"][0].keys() == fields("… its `findings`")
    assert isinstance(known["findings"][0]["level"], int)
    assert unreadable.keys() == fields("… a journal that can't be read")


def test_software_prints_the_fields_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("software", ["--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == fields("`software`")


def test_a_verdict_on_software_has_the_fields_of_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release = installed(tmp_path / "release", key_at(tmp_path / "keys"))
    (release / "console" / "more.py").touch()
    assert run("software", ["verify", str(release), "--json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict.keys() == fields("`software verify`")
    assert verdict["findings"][0].keys() == {"kind", "file"}


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (("`floor tables`", "… what the floor heard of it", "… its certificate"), TableLine),
        (("`floor windows`",), WindowLine),
        (("`floor accounts`",), AccountLine),
    ],
)
def test_a_list_of_the_floor_has_the_fields_of_the_page(
    rows: tuple[str, ...], line: type[NamedTuple]
) -> None:
    assert {*line._fields} == fields(*rows)


def test_a_check_of_the_floor_has_the_fields_of_the_page() -> None:
    assert _object(CheckResult("versions", (), is_seen=True)).keys() == fields("`floor doctor`")
