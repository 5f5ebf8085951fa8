"""The recipes of a figure, a phrase and a line, followed in a copy, by the page alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hatch_build import build_language
from tests.handbook.pages import blocks, pages

ROOT = Path(__file__).parents[2]
LT = "resources/rulebooks/lt.toml"
DRIVE = ("drive", "--game", "baccarat", "--rules", "lt", "--lang", "en", "--ready")
IN = "import sys; from console.cli import main; sys.exit(main())"


def section(title: str) -> str:
    return pages()["extending.md"].partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def texts(title: str, language: str) -> list[str]:
    return [block.text for block in blocks("extending.md", section(title), language)]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("console", "resources", "translations"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def ran(copy: Path, code: str, *argv: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", code, *argv)
    return subprocess.run(command, cwd=copy, input=given, capture_output=True, text=True, timeout=60)


def driven(copy: Path, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    done = ran(copy, IN, *DRIVE, given="".join(f"{json.dumps(line)}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_figure_of_a_rulebook_is_changed_in_one_line(copy: Path) -> None:
    (line,) = texts("A clause or a figure of a rulebook", "toml")
    book = copy / LT
    changed = re.sub(r"bet_time = .*\n", lambda _: line, book.read_text("utf-8"), count=1)
    assert changed != book.read_text("utf-8")
    book.write_text(changed, "utf-8")
    assert driven(copy, {"do": "bets", "state": "open"})[0]["prompt"]["seconds"] == 20
    book.write_text(changed.replace("bet_time", "bet_tiem", 1), "utf-8")
    refused = ran(copy, IN, *DRIVE)
    assert refused.returncode == 2
    assert "lt.toml" in refused.stderr and "bet_tiem" in refused.stderr, refused.stderr


def test_a_phrase_is_a_key_in_each_catalogue(copy: Path) -> None:
    (entry,) = texts("A phrase", "text")
    for catalogue in (copy / "translations").glob("*.po"):
        catalogue.write_text(f"{catalogue.read_text('utf-8')}\n{entry}", "utf-8")
        build_language(catalogue)
    (asked,) = re.findall(r"`(words\.text\(.*?\))`", section("A phrase"))
    told = ran(copy, f"from console.words import Words; words = Words('de'); print({asked})")
    assert told.stdout == "Cards left: 213 of 416\n", told.stderr


def test_a_line_of_the_protocol_is_what_the_page_says(copy: Path) -> None:
    recipe = section("A line of the protocol")
    for step in recipe.split("\n- ")[1:]:
        head, *_ = step.partition("```")
        file = copy / re.findall(r"`(console/[\w/]+\.py)`", head)[0]
        anchors = re.findall(r"before `([^`]+)`", head)
        put = [block.text for block in blocks("extending.md", step, "text")]
        assert len(anchors) == len(put) and anchors
        for anchor, text in zip(anchors, put, strict=True):
            code = file.read_text("utf-8")
            assert code.count(f"\n{anchor}") == 1, f"{file.name}: {anchor}"
            file.write_text(code.replace(f"\n{anchor}", f"\n{text}{anchor}"), "utf-8")
    (line,) = re.findall(r"`(\{\"do\".*?\})`", recipe)
    counted = json.loads(line)
    taken, by_another, misfit = driven(copy, counted, {**counted, "by": "P1"}, {**counted, "cards": 0})
    assert taken["accepted"] and taken["entry"] == 1
    assert (by_another["refused"], misfit["refused"]) == ("not_authorised", "bad_input")
    assert "`cards`" in misfit["why"]
