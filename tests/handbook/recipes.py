"""The recipes of the page 'Extending', followed in a copy of the checkout, by the page alone.

A step begins with ``- `` and names a file; each of its blocks of text goes before the line that is named for
it. A new file is copied from ``tests/handbook/examples``. Phrases come from the file that the recipe gives to
``python3 -m tests phrases``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hatch_build import build_language
from tests.handbook.pages import blocks, pages
from tests.sources import PROGRAM, ROOT, copied
from tests.sweep import ASKED

SECOND_INCIDENT: Final = Path(__file__).with_name("second_incident_kind.md")
_NAMED: Final = re.compile(r"`((?:console|resources|tests)/[\w/.]+)`|before\s+(`+)(.+?)\2(?=[,.:;\s])")
_BECOMES: Final = re.compile(r"`([^`]+)`\s+becomes\s+`([^`]+)`")
_COPIED: Final = re.compile(r"[Cc]opy\s+`(tests/handbook/examples/([\w.-]+))`\s+to\s+`([\w/]+)`")
_WORDS: Final = re.compile(r"`python3 -m tests phrases (tests/handbook/words/\w+\.toml)`")


def section(title: str) -> str:
    """A recipe of the page."""
    return pages()["extending.md"].partition(f"\n## {title}\n")[2].partition("\n\n## ")[0]


def texts(title: str, language: str) -> list[str]:
    """A recipe's blocks of code in a language."""
    return [block.text for block in blocks("extending.md", section(title), language)]


FOLLOWED: Final = {
    title: section(title)
    for title in (
        "An incident kind",
        "A side bet",
        "A line of the protocol",
        "A note",
        "A fact",
        "A device model",
        "A command",
        "A page of the review",
    )
} | {"A second incident kind": SECOND_INCIDENT.read_text("utf-8")}
"""The recipes by their titles, and a kind that no example names, with a question: in the recipe's form."""


def checkout(folder: Path) -> Path:
    """A copy of the program, its tests, and the files beside them."""
    copied(folder, *PROGRAM, "tests")
    for file in (*ROOT.glob("[!.]*.*"), ROOT / "LICENSE", ROOT / ".git-blame-ignore-revs"):
        if file.is_file():
            (folder / file.name).write_bytes(file.read_bytes())
    return folder


def follow(copy: Path, recipe: str) -> set[str]:
    """Do what a recipe says, but for its phrases; the names of the files that are edited by hand, catalogues
    among them.
    """
    edited = set[str]()
    for step in recipe.split("\n- ")[1:]:
        head, *_ = step.partition("```text")
        put = [block.text for block in blocks("extending.md", step, "text")]
        file, filled = copy, 0
        for name, _, anchor in _NAMED.findall(head):
            if name:
                file = copy / name
                continue
            edited.add(str(file.relative_to(copy)))
            text = file.read_text("utf-8")
            assert text.count(f"\n{anchor}") == 1, f"{file.name}: {anchor}"
            file.write_text(text.replace(f"\n{anchor}", f"\n{put[filled]}{anchor}"), "utf-8")
            filled += 1
        assert filled == len(put), head
        for old, new in _BECOMES.findall(head):
            text = file.read_text("utf-8")
            assert text.count(old) == 1, f"{file.name}: {old}"
            file.write_text(text.replace(old, new), "utf-8")
    for example, name, room in _COPIED.findall(recipe):
        new = copy / room / name
        assert not new.exists(), new
        new.write_text((ROOT / example).read_text("utf-8"), "utf-8")
        edited.add(f"{room}/{name}")
    return edited | {f"translations/{language}.po" for words in said(recipe).values() for language in words}


def add_phrases(copy: Path) -> None:
    """Put the phrases of all recipes into the catalogues, as each recipe says of its own."""
    files = [file for recipe in FOLLOWED.values() for file in _WORDS.findall(recipe)]
    done = run_module(copy, "tests.app.words.additions", *files)
    assert done.returncode == 0, done.stderr


def said(recipe: str) -> dict[str, dict[str, str]]:
    """The phrases of a recipe by key and language."""
    files = [(ROOT / name).read_text("utf-8") for name in _WORDS.findall(recipe)]
    return {key: words for text in files for key, words in tomllib.loads(text).items()}


def run_module(copy: Path, module: str, *given: str, limit: float = 300) -> subprocess.CompletedProcess[str]:
    """A module's command in the copy, its environment as at the suite's processes."""
    own = {"XDG_DATA_HOME": str(copy / ".data"), "QT_QPA_PLATFORM": "offscreen", ASKED: "sample"}
    command = (sys.executable, "-m", module, *given)
    around = {**os.environ, **own}
    return subprocess.run(
        command, cwd=copy, env=around, capture_output=True, text=True, timeout=limit, check=False
    )


def follow_game(copy: Path) -> None:
    """The recipe of a game: the example's files and pieces once more in new words, and its row."""
    page = section("A game")
    renamed = _renaming(re.findall(r"^\| `([\w-]+)` \| `([\w-]+)` \|$", page, re.MULTILINE))
    files = re.findall(r"^\| `((?:console|resources)/[\w/.]+)` \|", page, re.MULTILINE)
    assert len(files) == 4
    for file in files:
        made = copy / renamed(file)
        assert not made.exists()
        made.write_text(renamed((copy / file).read_text("utf-8")), "utf-8")
    _insert(copy, page)
    _repeat(copy, page, renamed)
    for old, new in _BECOMES.findall(page):
        _replace(copy, old, new)
    for catalogue in sorted((copy / "translations").glob("*.po")):
        _add_words(catalogue, renamed)
    _add_senses(copy, renamed)


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
    files = [folder / "console/table/core" / name for name in ("state/table.py", "state/views.py")]
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
        if re.search(r'^msgid "[^"]*((?<!-)\b(?:dragon|tiger)|DT-)', block, re.MULTILINE):
            found.append(renamed(block.strip("\n")))
    catalogue.write_text("\n\n".join(found), "utf-8")
    build_language(catalogue)


def _add_senses(copy: Path, renamed: Callable[[str], str]) -> None:
    """The phrases and the announcements once more in the new words; the digests of the phrases."""
    for name, piece in (
        ("tests/table/words/phrases.toml", r'(?m)^"[^"\n]*(?:(?<!-)\b(?:dragon|tiger)|DT-).*\n'),
        ("tests/table/words/concepts.toml", r"(?m)^\[(?:dragon|tiger)\w*\]\n(?:.+\n)+\n?"),
        ("resources/protocol/descriptions.toml", r"(?m)^(?:dragon|tiger)_wins = .*\n"),
    ):
        file = copy / name
        text = re.sub(piece, lambda found: found[0] + renamed(found[0]), file.read_text("utf-8"))
        file.write_text(text, "utf-8")
    done = run_module(copy, "tests.app.words.english")
    assert done.returncode == 0, done.stderr
