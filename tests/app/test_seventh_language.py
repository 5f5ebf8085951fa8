"""A language is a row, a catalogue and words in two tables of the suite: a seventh is added to a copy."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from console.base.words import Catalogue, Words
from tests.instruments.pictures.screens import every_screen
from tests.instruments.pictures.text_measure import flaws
from tests.table.ui.harness.drawn import Drawn
from tests.table.words.pseudo import CODE, accented, add_to

EACH, FIRST = 12, 1
"""A twelfth of the screens is measured; ``python3 -m tests.table.words.pseudo FOLDER``, and in the folder
``python3 -m tests pictures.spoken xx``, does all.
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return add_to(tmp_path_factory.mktemp("seventh") / "checkout")


def run_command(copy: Path, *line: str, given: str = "", **around: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy, in an environment that is its own."""
    own = {"XDG_DATA_HOME": str(copy / "data"), "XDG_CONFIG_HOME": str(copy / "config")}
    command = (sys.executable, "-c", "from console.cli import main; main()", *line)
    return subprocess.run(
        command, cwd=copy, env={**os.environ, **own, **around}, input=given, text=True, capture_output=True,
        check=False,
    )  # fmt: skip


def test_a_phrase_is_accented_longer_and_in_brackets_and_its_slots_stay() -> None:
    assert accented("Deal to {hand}") == "‹Đéááļ ţöö {hand}›"
    assert accented("{hand}: {position}") == "{hand}: {position}"
    assert accented("REVIEW").isupper()


@pytest.mark.parametrize(
    "name",
    (
        *("bj-all-split", "bj-insurance-lt", "bj-result-lt", "bj-halted", "bj-halted-impossible"),
        *("p0-shoe-lost", "start-demonstration-sample", "start-people"),
    ),
)
def test_texts_half_as_long_again_lie_beside_one_another(
    name: str, drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices in a corner of the felt, a page's title and the line beneath it lay over one another."""
    english, forms = Words("en")._catalogue, Catalogue.forms

    def longer(catalogue: Catalogue, key: str) -> tuple[str, ...]:
        found = forms(catalogue, key)
        return tuple(map(accented, found)) if catalogue is english else found

    monkeypatch.setattr(Catalogue, "forms", longer)
    assert flaws(drawn(every_screen()[name], "en")) == []


ASKED = """\
import sys
from tests.table.words.test_concepts import test_every_concept_has_its_words_in_each_language as of_concepts
from tests.table.words.test_terms import test_every_term_has_its_word_in_each_language as of_terms
for asked in (of_concepts, of_terms):
    assert sys.argv[1] in asked.pytestmark[0].args[1], "a language that is not asked for"
    try:
        asked(sys.argv[1])
    except AssertionError:
        print("lacks")
    else:
        print("has")
"""


@pytest.mark.sweep
def test_the_suite_asks_for_its_words_in_the_tables_of_terms_and_concepts(copy: Path) -> None:
    """Both tables hold as the recipe gives them, and fail without: no language is left out in silence."""

    def told() -> list[str]:
        line = (sys.executable, "-c", ASKED, CODE)
        return subprocess.run(line, cwd=copy, text=True, capture_output=True, check=True).stdout.split()

    assert told() == ["has", "has"]
    tables = [copy / "tests" / "table" / "words" / name for name in ("terms.toml", "concepts.toml")]
    whole = [table.read_text("utf-8") for table in tables]
    try:
        for table, text in zip(tables, whole, strict=True):
            table.write_text(re.sub(rf',? ?\n?{CODE} = "‹"', "", text), "utf-8")
        assert told() == ["lacks", "lacks"]
    finally:
        for table, text in zip(tables, whole, strict=True):
            table.write_text(text, "utf-8")


@pytest.mark.sweep
def test_the_command_line_speaks_it(copy: Path) -> None:
    printed = run_command(
        copy, "drive", "--game", "baccarat", "--rules", "sv", "--lang", CODE, "--ready", given="{}\n"
    )
    first = json.loads(printed.stdout.splitlines()[0])
    assert "‹" in json.dumps(first, ensure_ascii=False), printed.stderr


@pytest.mark.sweep
def test_the_systems_language_is_taken_where_it_is_this(copy: Path) -> None:
    printed = run_command(copy, "report", "nowhere.db", LC_ALL=f"{CODE}_XX.UTF-8")
    assert "‹" in printed.stderr + printed.stdout


@pytest.mark.sweep
def test_a_person_and_a_table_can_use_a_seventh_language(copy: Path) -> None:
    added = run_command(
        copy, "people", "add", "D-1", "--name", "Rasa", "--role", "dealer", "--language", CODE, "--pin-stdin",
        "--lang", CODE, given="735912\n",
    )  # fmt: skip
    assert added.returncode == 0 and added.stdout.startswith("‹"), added.stderr
    assert CODE in run_command(copy, "people", "list").stdout
    wrong = copy / "wrong.toml"  # "zz" is a code that no language has
    wrong.write_text('name = "T"\ngame = "baccarat"\nrules = "sv"\nlanguage = "zz"\n', "utf-8")
    code = (
        "import sys; from pathlib import Path; from console.table.config import load_config, ConfigError\n"
        "try: print(load_config(Path(sys.argv[1])).language)\n"
        "except ConfigError as error: print(error)"
    )

    def loaded(file: Path) -> str:
        return subprocess.run(
            (sys.executable, "-c", code, str(file)), cwd=copy, text=True, capture_output=True, check=True
        ).stdout.strip()

    assert loaded(wrong).endswith(f"en, sv, ja, lt, is, de or {CODE}")
    right = copy / "right.toml"
    shoe = '[[device]]\nname = "shoe"\nurl = "socket://127.0.0.1:4001"\n'
    right.write_text(wrong.read_text("utf-8").replace('"zz"', f'"{CODE}"') + shoe, "utf-8")
    assert loaded(right) == CODE


@pytest.mark.sweep
def test_every_screen_has_room_for_it_and_says_nothing_in_english(copy: Path) -> None:
    line = (sys.executable, "-m", "tests.instruments.pictures.spoken", CODE, str(EACH), str(FIRST))
    temporary = copy.with_name("temporary")
    temporary.mkdir()
    around = os.environ | {"TMPDIR": str(temporary)}
    done = subprocess.run(line, cwd=copy, env=around, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not list(temporary.iterdir()), "nothing is left in the folder of temporary files"
    texts, _, _, screens = done.stdout.split()[-5:-1]
    assert int(texts) > 1_000 and int(screens) > 25
