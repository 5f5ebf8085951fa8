"""The README is true: its coup runs, its one-liner answers, what it names is there."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec

from console.table.config import load_config
from tests.house.floors import BELOW

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROMISES = (ROOT / "resources" / "handbook" / "promises.md").read_text("utf-8")


def block(language: str) -> str:
    """The README's first block of code in a language."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None, f"the README has no {language}"
    return found[1]


def test_the_coup_prints_what_is_written_below_it() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block("python"), "README.md", "exec"), {})
    for line in printed.getvalue().splitlines():
        assert f"    {line}\n" in README


def test_the_coup_is_ten_lines_at_most() -> None:
    assert len(block("python").strip().splitlines()) <= 10


def test_the_table_of_your_own_can_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "table7.toml"
    file.write_text(block("toml"), "utf-8")
    assert tomllib.loads(block("toml"))["name"] == load_config(file).name


def test_the_table_without_a_window_answers() -> None:
    found = re.search(r"printf '%s\\n' '(\{.*?\})' \| python3 -m console (drive .*)", README)
    assert found is not None
    done = subprocess.run(
        [sys.executable, "-m", "console", *found[2].split()],
        input=found[1] + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=180,
    )
    assert msgspec.json.decode(done.stdout)["bets"] == "open", done.stderr
    assert json.loads(found[1])["state"] == "open"


def test_every_path_that_is_named_is_there() -> None:
    named = set(re.findall(r"`((?:console|tests|resources|translations)/[^`:*]*)`", README))
    named |= set(re.findall(r"\]\(((?:resources)/[^)#]+)[^)]*\)", README))
    assert named
    assert not {path for path in named if not (ROOT / path).exists()}


def promises(text: str) -> list[str]:
    """The rows of a table of promises, each with its tests."""
    return re.findall(r"^\| .+ \| `tests/.*` \|$", text, re.MULTILINE)


def test_every_test_that_is_named_is_there() -> None:
    """Beside every promise stands the test that shows it."""
    table = PROMISES[PROMISES.index("| --- |") :].partition("\n## ")[0]
    assert len(promises(PROMISES)) == table.count("\n| ") > 30
    named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", PROMISES)
    assert len(named) >= len(promises(PROMISES))
    assert not [
        f"{path}::{name}"
        for path, name in named
        if not re.search(rf"^ *def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    ]


def test_each_promise_of_the_readme_is_among_the_handbooks() -> None:
    assert promises(README)
    assert set(promises(README)) < set(promises(PROMISES))


def test_the_picture_of_the_parts_has_each_in_the_order_of_its_imports() -> None:
    drawn = README.partition("its door:\n\n")[2].partition("\n\n")[0]
    lines = [line.strip().split("  ")[0].split(", ") for line in drawn.splitlines()]
    line = {part: number for number, parts in enumerate(lines) for part in parts}
    assert line.keys() == {each.parent.name for each in (ROOT / "console").glob("*/__init__.py")}
    assert not {part for part, below in BELOW.items() for each in below if line[each] <= line[part]}


def test_the_readme_is_one_page() -> None:
    assert README.count("\n") <= 130


def test_every_recipe_that_is_named_is_in_the_handbook_and_followed_by_a_test() -> None:
    recipes = (ROOT / "resources" / "handbook" / "extending.md").read_text("utf-8")
    named = README.partition("[recipe]")[2].partition("in a copy: ")[2].partition(".")[0]
    for recipe in re.split(r", (?:or )?|\n", " ".join(named.split())):
        assert f"\n## {recipe[0].upper()}{recipe[1:]}\n" in recipes, recipe
