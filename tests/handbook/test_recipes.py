"""The recipes of the page 'Extending', followed in a copy by the page alone.

What they add works there, and the suite's own tests of it pass.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from console.base.words import LANGUAGES
from hatch_build import build_language
from tests.handbook.pages import blocks, pages
from tests.handbook.recipes import (
    FOLLOWED,
    add_phrases,
    checkout,
    follow,
    follow_game,
    run_module,
    said,
    section,
    texts,
)
from tests.sources import PROGRAM, ROOT, copied
from tests.sweep import IS_WHOLE
from tests.table.core.transcripts import SceneDiffers, play, scenes

LT = "resources/rulebooks/lt.toml"
DRIVE = ("drive", "--game", "baccarat", "--rules", "lt", "--lang", "en", "--ready")
IN = "import sys; from console.cli import main; sys.exit(main())"

MOST = {
    "An incident kind": 14,
    "A second incident kind": 15,
    "A device model": 3,
    "A fact": 15,
    "A command": 10,
    "A page of the review": 10,
}
"""Files that are edited by hand at most, six catalogues among them."""

IN_LANGUAGES = """
import sys
from console.cli import main
command, journal, *languages = sys.argv[1:]
for language in languages:
    main([command, journal, "--lang", language])
    print(end="\\f")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy that a test changes."""
    return copied(tmp_path, *PROGRAM)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which the recipes have been followed, which nothing changes again."""
    copy = checkout(tmp_path_factory.mktemp("followed"))
    for name, recipe in FOLLOWED.items():
        edited = follow(copy, recipe)
        assert len(edited) <= MOST.get(name, len(edited)), sorted(edited)
    add_phrases(copy)
    follow_game(copy)
    written = run_module(copy, "tests.handbook", "--write")
    assert written.returncode == 0, written.stderr
    return copy


def run_python(copy: Path, code: str, *argv: str, given: str = "") -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "XDG_DATA_HOME": str(copy / ".data"), "QT_QPA_PLATFORM": "offscreen"}
    command = (sys.executable, "-c", code, *argv)
    return subprocess.run(
        command, cwd=copy, env=around, input=given, capture_output=True, text=True, timeout=180, check=False
    )  # fmt: skip


def views_of(copy: Path, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    done = run_python(copy, IN, *DRIVE, given="".join(f"{json.dumps(line)}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.sweep
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
    table = (ROOT / "tests" / "table" / "words" / "phrases.toml").read_text("utf-8")
    assert f"\n{row}" in table


def test_a_phrase_is_a_key_in_each_catalogue(copy: Path) -> None:
    (entry,) = texts("A phrase", "text")
    for catalogue in (copy / "translations").glob("*.po"):
        catalogue.write_text(f"{catalogue.read_text('utf-8')}\n{entry}", "utf-8")
        build_language(catalogue)
    (asked,) = re.findall(r"`(words\.text\(.*?\))`", section("A phrase"))
    told = run_python(copy, f"from console.base.words import Words; words = Words('de'); print({asked})")
    assert told.stdout == "Cards left: 213 of 416\n", told.stderr


@pytest.mark.sweep
def test_a_side_bet_is_what_the_page_says(followed: Path) -> None:
    bets = [{"do": "bets", "state": state} for state in ("open", "closed")]
    cards = [{"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")]
    settle = {"do": "settle", "by": "P1", "bets": [{"on": "natural", "stake": 100}]}
    last = views_of(followed, *bets, *cards, settle)[-1]
    assert last["worksheet"]["back"] == 500, last["why"]
    (word,) = said(FOLLOWED["A side bet"]).values()
    sheet = run_python(followed, IN, "rulebook", "show", "lt", "--game", "baccarat", "--lang", "ja")
    assert re.search(rf"^\s*{word['ja']} +4 : 1 ", sheet.stdout, re.MULTILINE), sheet.stdout


IN_LOG = """\
import sys
from pathlib import Path
from console.table.journal.log.search import Log
from console.table.journal.log.rows import Filter
from console.supervisor.review.log.entry_terms import fact_source
from console.supervisor.ui.review.log.entry_signs import row_text
from console.supervisor.ui.review.log.filters import KINDS
from console.base.words import LANGUAGES, Words
with Log([Path(sys.argv[1])], Path(sys.argv[1]).parent) as log:
    list(log.fill(fact_source))
    for language in LANGUAGES:
        for row in reversed(log.newest(Filter(kinds=KINDS[sys.argv[2]]))):
            if sys.argv[3] in (row.kind, row.figures.get("what")):
                shown = row_text(row, Words(language), str)
                print(language, shown.sign.name, shown.what, sep="|")
"""


@pytest.mark.sweep
def test_a_line_of_the_protocol_is_what_the_page_says(followed: Path, tmp_path: Path) -> None:
    recipe = FOLLOWED["A line of the protocol"]
    phrases = said(recipe)
    began, ended = (json.loads(line) for line in re.findall(r"`(\{\"do\".*?\})`", recipe))
    journal = tmp_path / "T7.db"
    lines = (began, ended, {**began, "by": "P1"}, {**began, "on": 7})
    given = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = run_python(followed, IN, *DRIVE, "--journal", str(journal), given=given)
    taken, over, by_another, line_fault = (json.loads(line) for line in done.stdout.splitlines())
    assert taken["accepted"] and over["accepted"] and over["entry"] == taken["entry"] + 1
    assert (by_another["refused"], line_fault["refused"]) == ("not_authorised", "bad_input")
    assert "`on`" in line_fault["why"] and '`do` is "break"' not in line_fault["why"]

    log = run_python(followed, IN_LOG, str(journal), "people", "break_taken")
    found = [row.split("|") for row in log.stdout.splitlines()]
    reports = run_python(followed, IN_LANGUAGES, "report", str(journal), *LANGUAGES)
    assert "no phrase" not in reports.stderr, reports.stderr
    for language, told in zip(LANGUAGES, reports.stdout.split("\f"), strict=False):
        rows = [what for code, sign, what in found if (code, sign) == (language, "places.leave")]
        words = [phrases[f"log.break_taken{end}"][language] for end in ("", ".off")]
        assert rows[:2] == words, log.stderr
        for phrase in (phrases["report.breaks"][language], *words):
            assert phrase in told, (language, phrase)


@pytest.mark.sweep
def test_a_note_is_what_the_page_says(followed: Path, tmp_path: Path) -> None:
    (words,) = said(FOLLOWED["A note"]).values()
    journal = tmp_path / "T7.db"
    done = run_python(followed, IN, *DRIVE, "--journal", str(journal), given="\n")
    assert json.loads(done.stdout)["refused"] == "bad_input", done.stderr

    log = run_python(followed, IN_LOG, str(journal), "console", "empty_line")
    assert log.stdout.splitlines() == [f"{language}|states.eye|{words[language]}" for language in LANGUAGES]
    reports = run_python(followed, IN_LANGUAGES, "report", str(journal), *LANGUAGES)
    for language, told in zip(LANGUAGES, reports.stdout.split("\f"), strict=False):
        assert words[language] in told, language


@pytest.mark.sweep
def test_a_fact_of_a_card_set_is_what_the_page_says(followed: Path, tmp_path: Path) -> None:
    (words,) = said(FOLLOWED["A fact"]).values()
    journal = tmp_path / "T7.db"
    roles = {"D1": "dealer", "P1": "pit_boss"}
    come = [{"do": "sign_in", "who": who, "role": role} for who, role in roles.items()]
    steps = [{"do": "done", "by": who, "counted": 416} for who in roles] * 12
    given = "".join(f"{json.dumps(line)}\n" for line in (*come, {"do": "open", "by": "P1"}, *steps))
    done = run_python(followed, IN, *DRIVE[:-1], "--journal", str(journal), given=given)
    assert json.loads(done.stdout.splitlines()[-1])["prompt"]["action"] == "burn_card", done.stderr
    listed = run_python(followed, IN_LANGUAGES, "card-sets", str(journal), *LANGUAGES)
    for language, told in zip(LANGUAGES, listed.stdout.split("\f"), strict=False):
        (line,) = (line for line in told.splitlines() if words[language] in line)
        assert line.endswith("D1"), (language, line)


ROUND = (
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
HIGH_CARD = """\
from console.table.core.state.views import ShowdownView
from console.table.ui.felt.games import on_screen
from console.floor.ui.appearance import game_sign
from console.table.ui.signs.sign import Sign
from console.base.words import LANGUAGES, Words
assert on_screen("high_card").lay.__name__ == "ShowdownOnFelt"
assert game_sign("high_card") != Sign("places.table")
for language in LANGUAGES:
    words = Words(language)
    assert words.find("game.high_card") and words.find("prompt.deal.south.1") and words.find("clause.HC-7b")
"""


@pytest.mark.sweep
def test_a_fifth_game_is_the_examples_files_and_its_rows(followed: Path, tmp_path: Path) -> None:
    game = ("drive", "--game", "high_card", "--rules", "lt", "--ready")
    told = run_python(followed, IN, *game, given="\n".join(ROUND))
    assert "no phrase" not in told.stderr, told.stderr
    seen = [json.loads(line) for line in told.stdout.splitlines()]
    assert [view["accepted"] for view in seen] == [True] * len(ROUND), told.stdout
    assert [view["prompt"].get("hand") for view in seen[1:3]] == ["north", "south"]
    assert (seen[3]["say"], seen[4]["say"]) == ("south_wins", "same_rank")
    assert seen[8]["round"]["status"] == "void" and seen[8]["incident"]["clause"] == "HC-7e"
    shown = run_python(followed, HIGH_CARD)
    assert (shown.returncode, shown.stderr) == (0, "")

    table = tmp_path / "table7.toml"
    table.write_text(LIVE, "utf-8")
    table.chmod(0o600)
    load = (
        "from pathlib import Path; from console.table.config import load_config; "
        f"load_config(Path({str(table)!r}))"
    )
    refused = run_python(followed, load).stderr
    assert "high_card is the house's own example, for TRAINING alone" in refused


TABLE = """\
name = "Table 9"
game = "{game}"
rules = "sv"
language = "en"
[[device]]
role = "{role}"
url = "COM3"
"""
TRIED = """\
import msgspec
from console.table.devices.catalogue import Decoder, DeviceModel
from console.table.devices.line_format import NONE
from console.table.devices.readings import CardRead
from console.table.game.cards import DECK

made = DeviceModel.ONE_BYTE.made
voice, decoder = made.voice(NONE), made.decoder(NONE)
said = b"".join(voice.card(card, None) for card in DECK)
assert decoder.feed(said)[1] == tuple(map(CardRead, DECK))
assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder
"""


@pytest.mark.sweep
def test_a_model_is_one_module_and_one_row(followed: Path, tmp_path: Path) -> None:
    tried = run_python(followed, TRIED)
    assert tried.returncode == 0, tried.stderr
    table, recorded = tmp_path / "table9.toml", tmp_path / "recorded.txt"
    table.write_text(TABLE.format(game="blackjack", role="reader") + 'model = "one_byte"\n', "utf-8")
    recorded.write_text('2026-11-20T20:01:02+00:00  00 ff  "?"\n', "utf-8")
    replay = ("listen", "--replay", str(recorded), "--table", str(table), "--lang", "en")
    told = run_python(followed, IN, *replay)
    assert "ace of" in told.stdout, told.stderr
    assert "Lines with a reading: 1. Lines without a reading: 0." in told.stdout
    table.write_text(TABLE.format(game="baccarat", role="shoe") + 'model = "one_byte"\n', "utf-8")
    refused = run_python(followed, IN, *replay)
    assert refused.returncode == 2
    assert "device[0].model: no shoe is of the model one_byte" in refused.stderr


@pytest.mark.sweep
def test_a_command_is_what_the_page_says(followed: Path, tmp_path: Path) -> None:
    phrases = said(FOLLOWED["A command"])
    journal = tmp_path / "T7.db"
    assert run_python(followed, IN, *DRIVE, "--journal", str(journal), given=ROUND[0]).returncode == 0
    shifts = run_python(followed, IN, "journal", "shifts", str(journal), "--newest")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d\n", shifts.stdout), shifts.stderr
    helped = run_python(followed, IN, "journal", "shifts", "--help", "--lang", "ja").stdout
    assert all(words["ja"] in helped for words in phrases.values()), helped
    missing = run_python(followed, IN, "journal", "shifts", str(tmp_path / "none.db"))
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (2, "", 1)


PRESSED = """\
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
from console.supervisor.ui.review.screens import ReviewScreens
from console.base.words import Words
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, night
from tests.table.ui.samples.tables import clock
inquiries = inquiries_of(night())
screens = ReviewScreens(inquiries, work(), Words("ja"), clock())
screens.resize(1280, 800)
screens.begin(SUPERVISOR, lambda _: ("7",), close="menu.quit")
screens.show()
screens.log.list.choose(0)
QTest.mouseClick(screens.log.keys["stored"], Qt.MouseButton.LeftButton)
page = screens._screen
print(page.accessibleName())
assert page.row is screens.log.row
assert page.row.event in [label.text() for label in page.findChildren(QLabel)]
QTest.keyClick(page, Qt.Key.Key_Escape)
assert screens._screen is screens.log
inquiries.stop()
"""


@pytest.mark.sweep
def test_a_page_of_the_review_is_what_the_page_says(followed: Path) -> None:
    phrases = said(FOLLOWED["A page of the review"])
    pressed = run_python(followed, PRESSED)
    assert pressed.returncode == 0, pressed.stderr
    assert pressed.stdout.startswith(phrases["review.stored.title"]["ja"]), pressed.stdout


EACH = (
    "tests/app/test_hostile_files.py::test_every_command_is_fed",
    "tests/app/test_named_paths.py::test_each_path_of_each_command_has_a_line_here",
    "tests/table/game/test_clauses.py",
    "tests/handbook/test_devices.py",
    "tests/table/incidents/test_decision_table.py",
    "tests/table/incidents/test_incident_files.py",
    "tests/rehearsals/test_reckoned.py",
    "tests/rehearsals/test_shipped.py",
    "tests/supervisor/review/log/test_entry_rows.py",
    "tests/table/core/incident/test_incident_clauses.py",
    "tests/table/core/protocol/test_permissions.py",
    "tests/table/core/state/test_event_kinds.py",
    "tests/table/core/state/test_note_kinds.py",
    "tests/table/core/test_transcripts.py",
    "tests/table/ui/signs/test_signs.py",
    "tests/app/words/test_clause_readings.py",
    "tests/table/words/test_concepts.py",
    "tests/table/words/test_incident_phrases.py",
    "tests/app/words/test_second_reading.py",
)
"""Tests that go over all kinds, events, notes, models or phrases."""
OTHERS = (
    "what_is_right_is_the_decision or shipped_rehearsal_plays or table_does_as_its_transcript"
    " or right_answers_of_a_rehearsal or table_in_play_refuses"
)
"""Tests with a case for each rehearsal, scene or table: those of the new kinds are played."""
FOLLOWS = ("tests/handbook/test_recipes.py", "tests/app/test_seventh_language.py")
"""Tests that follow recipes themselves."""


@pytest.mark.sweep
def test_the_suite_passes_with_what_the_recipes_add(followed: Path) -> None:
    """A sample of it; ``python3 -m tests sweeps tests/handbook/test_recipes.py`` runs the whole suite."""
    sample = (*EACH, "-k", f"not ({OTHERS}) or cards-wet or light-failed or LT-BAC-9 or lt-baccarat")
    whole = ("tests", *(f"--ignore={file}" for file in FOLLOWS))
    judged = run_module(followed, "pytest", "-q", *(whole if IS_WHOLE else sample), limit=7_200)
    assert judged.returncode == 0, judged.stdout


def scene() -> str:
    """The scene that the page shows."""
    page = pages()["extending.md"].partition("## A transcript")[2].partition("\n## ")[0]
    (block,) = blocks("extending.md", page, "text")
    return block.text


def test_the_scene_of_the_recipe_is_played_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "ties.txt"
    file.write_text(scene(), "utf-8")
    (only,) = scenes(file)
    assert play(only).view()["round"]["outcome"]["winner"] == "tie"


def test_a_scene_that_differs_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "ties.txt"
    file.write_text(scene().replace("points 8 8", "points 8 7"), "utf-8")
    (only,) = scenes(file)
    with pytest.raises(SceneDiffers, match="line 8"):
        play(only)
