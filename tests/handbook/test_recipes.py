"""The recipes of a side bet, a figure, a phrase, a line and a note, followed in a copy, by the page alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from console.words import LANGUAGES
from hatch_build import build_language
from tests.handbook.pages import blocks, pages
from tests.sources import PROGRAM, ROOT, copied

LT = "resources/rulebooks/lt.toml"
DRIVE = ("drive", "--game", "baccarat", "--rules", "lt", "--lang", "en", "--ready")
IN = "import sys; from console.cli import main; sys.exit(main())"

IN_LANGUAGES = """
import sys
from console.cli import main
command, journal, *languages = sys.argv[1:]
for language in languages:
    main([command, journal, "--lang", language])
    print(end="\\f")
"""


def section(title: str) -> str:
    return pages()["extending.md"].partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def texts(title: str, language: str) -> list[str]:
    return [block.text for block in blocks("extending.md", section(title), language)]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copied(tmp_path, *PROGRAM)


def run_python(copy: Path, code: str, *argv: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", code, *argv)
    return subprocess.run(command, cwd=copy, input=given, capture_output=True, text=True, timeout=180)


def views_of(copy: Path, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    done = run_python(copy, IN, *DRIVE, given="".join(f"{json.dumps(line)}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_figure_of_a_rulebook_is_changed_in_one_line(copy: Path) -> None:
    (line,) = texts("A clause or a figure of a rulebook", "toml")
    book = copy / LT
    changed = re.sub(r"bet_time = .*\n", lambda _: line, book.read_text("utf-8"), count=1)
    assert changed != book.read_text("utf-8")
    book.write_text(changed, "utf-8")
    assert views_of(copy, {"do": "bets", "state": "open"})[0]["prompt"]["seconds"] == 20
    book.write_text(changed.replace("bet_time", "bet_tiem", 1), "utf-8")
    refused = run_python(copy, IN, *DRIVE)
    assert refused.returncode == 2
    assert "lt.toml" in refused.stderr and "bet_tiem" in refused.stderr, refused.stderr


def test_the_row_of_a_phrase_that_sends_a_person_is_one_of_the_table() -> None:
    (row,) = texts("A phrase", "toml")
    table = (ROOT / "tests" / "words" / "phrases.toml").read_text("utf-8")
    assert f"\n{row}" in table


def test_a_phrase_is_a_key_in_each_catalogue(copy: Path) -> None:
    (entry,) = texts("A phrase", "text")
    for catalogue in (copy / "translations").glob("*.po"):
        catalogue.write_text(f"{catalogue.read_text('utf-8')}\n{entry}", "utf-8")
        build_language(catalogue)
    (asked,) = re.findall(r"`(words\.text\(.*?\))`", section("A phrase"))
    told = run_python(copy, f"from console.words import Words; words = Words('de'); print({asked})")
    assert told.stdout == "Cards left: 213 of 416\n", told.stderr


def follow(copy: Path, recipe: str) -> set[str]:
    """Put each text of the recipe before the line that is named for it; the files that were changed."""
    changed = set[str]()
    for step in recipe.split("\n- ")[1:]:
        head, *_ = step.partition("```")
        (name,) = re.findall(r"`((?:console|resources)/[\w/]+\.(?:py|toml))`", head)
        file = copy / name
        anchors = re.findall(r"before `([^`]+)`", head)
        put = [block.text for block in blocks("extending.md", step, "text")]
        assert len(anchors) == len(put) and anchors
        for anchor, text in zip(anchors, put, strict=True):
            code = file.read_text("utf-8")
            assert code.count(f"\n{anchor}") == 1, f"{file.name}: {anchor}"
            file.write_text(code.replace(f"\n{anchor}", f"\n{text}{anchor}"), "utf-8")
        changed.add(name)
    return changed


def say(copy: Path, recipe: str) -> dict[str, dict[str, str]]:
    """Put the recipe's phrases into each catalogue; those of each language by their keys."""
    head, _, *rows = (
        [cell.strip().strip("`") for cell in row.strip("|").split("|")]
        for row in recipe.splitlines()
        if row.startswith("|")
    )
    said = {language: dict(zip(head[1:], phrases, strict=True)) for language, *phrases in rows}
    assert {*said} == {*LANGUAGES}
    for language, phrases in said.items():
        catalogue = copy / "translations" / f"{language}.po"
        entries = "".join(f'\nmsgid "{key}"\nmsgstr "{phrase}"\n' for key, phrase in phrases.items())
        catalogue.write_text(f"{catalogue.read_text('utf-8')}{entries}", "utf-8")
        build_language(catalogue)
    return said


def test_a_side_bet_is_what_the_page_says(copy: Path) -> None:
    recipe = section("A side bet")
    assert len(follow(copy, recipe)) == 3
    said = say(copy, recipe)
    bets = [{"do": "bets", "state": state} for state in ("open", "closed")]
    cards = [{"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")]
    settle = {"do": "settle", "by": "P1", "bets": [{"on": "natural", "stake": 100}]}
    last = views_of(copy, *bets, *cards, settle)[-1]
    assert last["worksheet"]["back"] == 500, last["why"]
    sheet = run_python(copy, IN, "rulebook", "show", "lt", "--game", "baccarat", "--lang", "ja")
    assert re.search(rf"^\s*{said['ja']['bet.natural']} +4 : 1 ", sheet.stdout, re.MULTILINE), sheet.stdout


IN_LOG = """\
import sys
from pathlib import Path
from console.journal.log.search import Log
from console.journal.log.rows import Filter
from console.review.log.entry_terms import teller
from console.ui.review.log.entry_signs import row_text
from console.ui.review.log.filters import KINDS
from console.words import LANGUAGES, Words
with Log([Path("T7.db")], Path()) as log:
    list(log.fill(teller))
    for language in LANGUAGES:
        for row in reversed(log.newest(Filter(kinds=KINDS[sys.argv[1]])).rows):
            if sys.argv[2] in (row.kind, row.figures.get("what")):
                shown = row_text(row, Words(language), str)
                print(language, shown.sign.name, shown.what, sep="|")
"""


def test_a_line_of_the_protocol_is_what_the_page_says(copy: Path) -> None:
    recipe = section("A line of the protocol")
    changed = follow(copy, recipe)
    assert len(changed) <= 7
    said = say(copy, recipe)
    began, ended = (json.loads(line) for line in re.findall(r"`(\{\"do\".*?\})`", recipe))
    journal = copy / "T7.db"
    lines = (began, ended, {**began, "by": "P1"}, {**began, "on": 7})
    given = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = run_python(copy, IN, *DRIVE, "--journal", str(journal), given=given)
    taken, over, by_another, line_fault = (json.loads(line) for line in done.stdout.splitlines())
    assert taken["accepted"] and over["accepted"] and over["entry"] == taken["entry"] + 1
    assert (by_another["refused"], line_fault["refused"]) == ("not_authorised", "bad_input")
    assert "`on`" in line_fault["why"] and '`do` is "break"' not in line_fault["why"]

    log = run_python(copy, IN_LOG, "people", "break_taken")
    found = [row.split("|") for row in log.stdout.splitlines()]
    reports = run_python(copy, IN_LANGUAGES, "report", str(journal), *said)
    assert "no phrase" not in reports.stderr, reports.stderr
    for (language, phrases), told in zip(said.items(), reports.stdout.split("\f"), strict=False):
        rows = [what for code, sign, what in found if (code, sign) == (language, "places.leave")]
        assert rows[:2] == [phrases["log.break_taken"], phrases["log.break_taken.off"]], log.stderr
        for phrase in ("report.breaks", "log.break_taken", "log.break_taken.off"):
            assert phrases[phrase] in told, (language, phrase)


def test_a_note_is_what_the_page_says(copy: Path) -> None:
    recipe = section("A note")
    assert follow(copy, recipe) == {"console/table/state/note_kinds.py", "console/drive.py"}
    said = {language: phrases["log.noted.input_began"] for language, phrases in say(copy, recipe).items()}
    journal = copy / "T7.db"
    done = run_python(copy, IN, *DRIVE, "--journal", str(journal), given='{"do":"bets","state":"open"}\n')
    assert json.loads(done.stdout)["accepted"], done.stderr

    log = run_python(copy, IN_LOG, "console", "input_began")
    assert log.stdout.splitlines() == [f"{language}|states.eye|{said[language]}" for language in LANGUAGES], (
        log.stderr
    )
    for language, phrase in said.items():
        told = run_python(copy, IN, "report", str(journal), "--lang", language)
        assert phrase in told.stdout, (language, told.stderr)
