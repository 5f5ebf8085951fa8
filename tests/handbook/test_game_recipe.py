"""The recipe of a game, followed as an outsider would: in a copy, with page and example alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from hatch_build import build_language
from tests.handbook.pages import blocks, pages
from tests.sources import PROGRAM, copied

LINES = (
    '{"do":"bets","state":"open"}',
    '{"do":"bets","state":"closed"}',
    '{"do":"card","card":"9H"}',
    '{"do":"card","card":"KS"}',
    '{"do":"correct","by":"P1","hand":"north","card":1,"to":"KD"}',
    '{"do":"done","by":"D1"}',
    '{"do":"done","by":"D1"}',
    '{"do":"bets","state":"open"}',
    '{"do":"incident","kind":"technical_fault","by":"P1"}',
)
LIVE = 'name = "7"\ngame = "high_card"\nrules = "sv"\nlanguage = "en"\n'
SHOWN = """\
from console.table.state.views import ShowdownView
from console.ui.felt.games import on_screen
from console.ui.floor.appearance import game_sign
from console.ui.signs.sign import Sign
from console.words import LANGUAGES, Words
assert on_screen("high_card").lay.__name__ == "ShowdownOnFelt"
assert game_sign("high_card") != Sign("places.table")
for language in LANGUAGES:
    words = Words(language)
    assert words.find("game.high_card") and words.find("prompt.deal.south.1") and words.find("clause.HC-7b")
"""


def test_a_fifth_game_is_the_examples_files_and_its_rows(tmp_path: Path) -> None:
    page = pages()["extending.md"].partition("## A game\n")[2].partition("\n## ")[0]
    copied(tmp_path, *PROGRAM)
    renamed = _renaming(re.findall(r"^\| `([\w-]+)` \| `([\w-]+)` \|$", page, re.MULTILINE))
    taken = re.findall(r"^\| `((?:console|resources)/[\w/.]+)` \|", page, re.MULTILINE)
    assert len(taken) == 4
    for file in taken:
        made = tmp_path / renamed(file)
        assert not made.exists()
        made.write_text(renamed((tmp_path / file).read_text("utf-8")), "utf-8")
    _insert(tmp_path, page)
    _repeat(tmp_path, page, renamed)
    for old, new in re.findall(r"`([^`]+)`\s+becomes\s+`([^`]+)`", page):
        _replace(tmp_path, old, new)
    for catalogue in sorted((tmp_path / "translations").glob("*.po")):
        _add_words(catalogue, renamed)

    told = _ran(tmp_path, "drive", "--game", "high_card", "--rules", "lt", "--ready", given="\n".join(LINES))
    assert "no phrase" not in told.stderr, told.stderr
    seen = [json.loads(line) for line in told.stdout.splitlines()]
    assert [view["accepted"] for view in seen] == [True] * len(LINES), told.stdout
    assert [view["prompt"].get("hand") for view in seen[1:3]] == ["north", "south"]
    assert (seen[3]["say"], seen[4]["say"]) == ("south_wins", "same_rank")
    assert seen[8]["round"]["status"] == "void" and seen[8]["incident"]["clause"] == "HC-7e"
    assert not _python(tmp_path, SHOWN).stderr

    (tmp_path / "table7.toml").write_text(LIVE, "utf-8")
    (tmp_path / "table7.toml").chmod(0o600)
    load = "from pathlib import Path; from console.config import *; load_config(Path('table7.toml'))"
    refused = _python(tmp_path, load, status=1).stderr
    assert "high_card is the house's own example, for TRAINING alone" in refused


def _renaming(words: list[tuple[str, str]]) -> Callable[[str], str]:
    """Each word for its own, in the order of the page."""
    assert len(words) == 11

    def renamed(text: str) -> str:
        for old, new in words:
            text = text.replace(old, new)
        return text

    return renamed


def _insert(folder: Path, page: str) -> None:
    """The row of the game before the line that is named for it."""
    step = page.partition("\n2. ")[2].partition("\n3. ")[0]
    ((file, line),) = re.findall(r"`(console/[\w/.]+)`, before `([^`]+)`", step)
    (row,) = blocks("extending.md", step, "text")
    written = (folder / file).read_text("utf-8")
    assert written.count(f"\n{line}") == 1, (file, line)
    (folder / file).write_text(written.replace(f"\n{line}", f"\n{row.text}{line}"), "utf-8")


def _repeat(folder: Path, page: str, renamed: Callable[[str], str]) -> None:
    """Each piece of the example once more beneath itself, in the new words: a definition, or a row."""
    step = page.partition("\n3. ")[2].partition("\n4. ")[0]
    pieces = re.findall(r"^\| `(console/[\w/.]+)`.*? \| (.*) \|$", step, re.MULTILINE)
    assert len(pieces) == 3
    for name, starts in pieces:
        file = folder / name
        for start in re.findall(r"`([^`]+)`", starts):
            rest = "" if start.startswith(" ") else r"(?:(?: .*)?\n)*"
            written = file.read_text("utf-8")
            (piece,) = re.findall(rf"^{re.escape(start)}.*\n{rest}", written, re.MULTILINE)
            file.write_text(written.replace(piece, piece + renamed(piece)), "utf-8")


def _replace(folder: Path, old: str, new: str) -> None:
    """In whichever of the two files has it."""
    files = [folder / "console/table" / name for name in ("state/table.py", "state/views.py")]
    having = [
        file for file in files if re.search(rf"{re.escape(old)}$", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert having, old
    for file in having:
        text = file.read_text("utf-8")
        text, times = re.subn(rf"{re.escape(old)}$", new, text, count=1, flags=re.MULTILINE)
        assert times == 1
        file.write_text(text, "utf-8")


def _add_words(catalogue: Path, renamed: Callable[[str], str]) -> None:
    """The example's phrases once more under the new keys, and the catalogue compiled."""
    found: list[str] = []
    for block in catalogue.read_text("utf-8").split("\n\n"):
        found.append(block)
        if re.search(r'^msgid "[^"]*(dragon|tiger|DT-)', block, re.MULTILINE):
            found.append(renamed(block.strip("\n")))
    catalogue.write_text("\n\n".join(found), "utf-8")
    build_language(catalogue)


def _ran(folder: Path, *line: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return _python(folder, "from console.cli import main; raise SystemExit(main())", *line, given=given)


def _python(
    folder: Path, program: str, *line: str, given: str = "", status: int = 0
) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", program, *line], cwd=folder, env=around, input=given, text=True,
        capture_output=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done
