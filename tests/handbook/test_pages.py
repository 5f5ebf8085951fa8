"""The handbook says nothing that is not so: its commands run, its links lead on, its tables are true."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import tomllib
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from PySide6.QtTest import QTest

from console.base.setup import base_python
from console.base.words import LANGUAGES as SCREENS
from console.base.words import Words
from console.floor.configuration import load_floor
from console.floor.door import PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.shipper import Shipper
from console.floor.table_side.account import account_of
from console.floor.ui import floor_window
from console.floor.ui.floor_window import FloorWindow
from console.supervisor.commands.protocol import DESCRIPTIONS, protocol_folder
from console.table.commands import topics
from console.table.config import ConfigError, load_config
from console.table.core import SetClock, lines, permissions
from console.table.game import CARDS
from console.table.link.client import PAUSES
from console.table.words import OutputLine
from tests.command_lines import COMMANDS
from tests.floor.conftest import server  # noqa: F401 (a fixture)
from tests.handbook import pages, runs
from tests.handbook.tables import ROWS, TABLES
from tests.instruments.entrance import INSTRUMENTS
from tests.table.played import ROUND, TICK, session_at

ROOT = Path(__file__).parents[2]
NAMES = sorted(pages.pages())
GOES_ON = {"floor-operations.md": "floor.md"}
"""A page that goes on with what another one's blocks have made: both are run in the case of the later one."""
NAMING = {"README.md", "design.md", "extending.md"}
"""Pages that name modules and rooms of the house."""
SERVED = {"first_server.py", "game_server.py"}
"""Programs that need somebody to speak with, and have tests of their own."""


@pytest.mark.parametrize("page", [page for page in NAMES if page not in GOES_ON.values()])
def test_each_block_of_a_page_does_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Its blocks in their order, in one folder: files are written, commands run, lines taken."""
    home = TemporaryDirectory()  # a database's socket has a short path
    request.addfinalizer(home.cleanup)
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", home.name)
    text = pages.pages()[page]
    if "dealer-console floor " in text:
        _stand_in_for_its_server(request.getfixturevalue("server"), tmp_path, monkeypatch)
        request.getfixturevalue("qapp")
        monkeypatch.setattr(floor_window, "shown", _looked_at)
    found = list(pages.blocks(page, text))
    assert text.count("```") == 2 * len(found), "a block is not closed"
    if before := GOES_ON.get(page):
        found = [*pages.blocks(before, pages.pages()[before]), *found]
    for block, after in pairwise((*found, pages.Block(page, "", 0, ""))):
        assert block.language in pages.LANGUAGES, f"{block.where}: a block of no language that is checked"
        match block.language:
            case "console":
                if "report --floor" in block.text:
                    _let_a_table_play(request.getfixturevalue("server"), tmp_path)
                runs.check(block, tmp_path)
            case "toml":
                check_toml(block, tmp_path, after.text)
            case "json":
                check_json(block)
            case "text" if kept := re.match(r"# (\w+\.txt)\n", block.text):
                (tmp_path / kept[1]).write_text(block.text, "utf-8")
            case "python" if named := re.match(r"# (\w+\.py)\n", block.text):
                assert named[1] in SERVED, f"{block.where}: a program that nobody runs"
            case "python":
                told = runs.started(block, tmp_path)
                between = pages.pages()[block.page].splitlines()[block.line : after.line]
                if after.language == "text" and not any(line.startswith("## ") for line in between):
                    assert runs.like(told, after.text), f"{after.where}: it prints\n{told}"


def _stand_in_for_its_server(there: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever address a page's files name, it is this server, as ``createdb`` has left it."""

    def here(address: str, account: str, ca: Path | None = None, database: str = "floor") -> str:
        return f"{there.dsn} user={SUPERUSER if account == 'postgres' else account}"

    monkeypatch.setattr("console.floor.configuration.dsn_of", here)
    (folder / "house-ca.pem").write_text("as the house has it", "utf-8")


def _looked_at(wall: FloorWindow) -> int:
    """Somebody before a wall that a page opens: who closes it once it shows the tables of its studio."""
    wall.show()
    wall.start()
    until = time.monotonic() + runs.PATIENCE
    while not wall.alarms.moment.tiles:
        QTest.qWait(10)
        assert time.monotonic() < until, "the wall shows no table"
    assert {tile.name for tile in wall.alarms.moment.tiles} == {"Table 7"}
    wall.close()
    return 0


def _let_a_table_play(there: Server, folder: Path) -> None:
    """The table that a page has added plays a round half an hour ago, and its console sends it."""
    path, clock = folder / "table 7.db", SetClock(datetime.now(UTC) - timedelta(minutes=30))
    with session_at(path, clock, table="Table 7") as session:
        for line in ROUND:
            clock.advance(TICK)
            session.take(msgspec.json.encode(line))
    with closing(PostgresDoor(f"{there.dsn} user={account_of('Table 7')}", "Table 7")) as door:
        shipper = Shipper(path, door, session.game)
        while shipper.step():
            pass
        shipper.close()


def check_toml(block: pages.Block, folder: Path, after: str) -> None:
    tables = tomllib.loads(block.text)
    named = re.match(r"# ([\w-]+\.toml)(: refused)?\n", block.text)
    if named is None:
        if kept := re.match(r"# (\w+\.toml): a (?:rulebook|rehearsal)\n", block.text):
            (folder / kept[1]).write_text(block.text, "utf-8")
        return
    file = folder / named[1]
    file.write_text(block.text, "utf-8")
    file.chmod(0o600)
    if named[2]:
        with pytest.raises(ConfigError) as refused:
            load_config(file)
        assert str(refused.value) == after.strip(), block.where
    elif "studio" in tables and "name" not in tables:
        assert load_floor(file).studio == tables["studio"], block.where
    else:
        assert load_config(file).name == tables["name"], block.where


def check_json(block: pages.Block) -> None:
    try:
        objects = [json.loads(block.text)]
    except json.JSONDecodeError:
        objects = [json.loads(line) for line in block.text.splitlines() if line]
    for told in objects:
        if "do" in told:
            lines.parse(json.dumps(told).encode())
        if "v" in told and "hello" not in told:
            assert not told.keys() - view_fields(), block.where


def view_fields() -> set[str]:
    """The fields of the line out."""
    return {field.name for field in msgspec.structs.fields(OutputLine) if field.default is not msgspec.UNSET}


def test_every_link_leads_somewhere() -> None:
    text = pages.pages()
    for page, told in text.items():
        for target in re.findall(r"\]\(([^)]+)\)", pages.prose(told)):
            if target.startswith("https://"):
                continue
            name, _, anchor = target.partition("#")
            assert name in ("", *text), f"{page}: {target}: the handbook ships without what is beside it"
            assert not anchor or anchor in pages.anchors(text[name or page]), f"{page}: {target}"


def test_the_tables_are_those_that_the_code_makes() -> None:
    """Where this fails: python3 -m tests handbook --write."""
    made = {name: make() for name, make in TABLES.items()}
    for page, text in pages.pages().items():
        assert text.count(pages.MARK) == len(pages.marked(text)), f"{page}: a mark that is none"
        assert text == pages.with_tables(text, made), f"{page}: python3 -m tests handbook --write"
    assert made.keys() == {name for text in pages.pages().values() for name in pages.marked(text)}


def test_every_table_that_has_to_be_complete_has_each_row_once() -> None:
    for page, text in pages.pages().items():
        for name, told in pages.rows(text).items():
            assert len(told) == len(set(told)), f"{page}: {name}"
            wanted = ROWS[name]()
            assert not wanted - set(told), f"{page}: {name} lacks {wanted - set(told)}"
            assert not set(told) - wanted, f"{page}: {name} has {set(told) - wanted}, which is nowhere"
    assert ROWS.keys() == {name for text in pages.pages().values() for name in pages.rows(text)}


def test_the_index_leads_to_every_page_and_the_readme_to_the_index() -> None:
    index = pages.pages()["README.md"]
    assert topics()
    assert not [page.name for page in topics().values() if f"]({page.name})" not in index]
    assert "](resources/handbook/README.md)" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", NAMES)
def test_each_page_begins_with_its_readers_and_what_they_can_do_after_it(page: str) -> None:
    _, _, readers, *_ = pages.pages()[page].split("\n\n", 3)
    assert readers.startswith("For "), page
    assert page == "README.md" or "After reading it you " in readers.replace("\n", " "), page


@pytest.mark.parametrize("reader", ["an administrator", "a supervisor"])
def test_the_index_answers_twelve_questions_of_a_reader_each_under_a_heading(reader: str) -> None:
    assert len(set(questions_of(reader))) == 12


@pytest.mark.parametrize("reader", ["a dealer", "a pit boss", "a technician"])
def test_the_index_leads_a_person_at_the_table_to_their_pages(reader: str) -> None:
    assert len(set(questions_of(reader))) >= 3


def questions_of(reader: str) -> list[str]:
    """A reader's questions in the index, each with a heading that answers it."""
    text = pages.pages()
    section = text["README.md"].partition(f"## Questions of {reader}\n")[2].partition("\n## ")[0]
    questions = re.findall(r"^- \[(How do I [^\]]+\?)\]\(([\w-]+\.md)#([\w-]+)\)$", section, re.MULTILINE)
    assert len(questions) == len(section.strip().splitlines())
    for question, page, heading in questions:
        assert heading in pages.anchors(text[page]), f"{question}: {page} has no heading #{heading}"
    return [question for question, _, _ in questions]


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    firsts = {name.partition(" ")[0] for name in COMMANDS.listed}
    helps: dict[str, str] = {}
    for page, text in pages.pages().items():
        for named in re.findall(r"`dealer-console ([^`]+)`", " ".join(pages.prose(text).split())):
            words = named.split()
            options = [word for word in words if word.startswith("--")]
            told = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS.listed else words[0]
            command = "" if told.startswith("--") else told
            assert not command or command.partition(" ")[0] in firsts, f"{page}: dealer-console {named}"
            helped = helps.setdefault(command, runs.run([*command.split(), "--help"])[1])
            assert not [option for option in options if option not in helped], f"{page}: {named}"
    assert len(helps) > 8


@pytest.mark.sweep
def test_each_command_of_the_suite_runs_with_a_python_that_has_nothing_installed() -> None:
    """As a reader types it in a checkout, outside the environment: ``python3 -m tests handbook --write``."""
    said = "\n".join(map(pages.prose, pages.pages().values()))
    named = {tuple(words.split()) for words in re.findall(r"python3 -m (tests[^`\n]*)", said)}
    assert not [words for words in named if words[0] != "tests"], "`python3 -m tests WHAT` sets itself up"
    paths = {word.partition("::")[0] for words in named for word in words if word.startswith("tests/")}
    assert not [path for path in paths if not (ROOT / path).exists()]
    instruments = {word for words in named for word in words[1:2] if word in INSTRUMENTS}
    # There are two ways in; that each instrument helps is shown in tests/test_checks.py.
    entered = {INSTRUMENTS[name].window: name for name in sorted(instruments)}
    assert len(entered) == 2
    for instrument in entered.values():
        line = (base_python(), "-m", "tests", instrument, "--help")
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"python3 -m tests {instrument} --help: {done.stderr}"


def test_no_page_names_a_module_of_the_house_which_may_move() -> None:
    """The recipes, the index and the design say where a thing is: the modules that they name are there."""
    for page, text in pages.pages().items():
        if page in NAMING:
            rooms = re.findall(r"`((?:console|tests|resources)/[\w/]+)`", text)
            assert [each for each in rooms if not (ROOT / each).is_dir()] == []
            named = re.findall(r"\b(?:console|tests|resources)/[\w/]+\.py\b", text)
            assert [each for each in named if not (ROOT / each).is_file()] == []
            continue
        assert not re.findall(
            r"\bconsole[./](?!example)\w+[./]?\w*\.py\b|\bconsole\.[a-z_]+\.[a-z_]+", text
        ), page


@pytest.mark.sweep
def test_the_pages_are_in_the_wheel_and_the_command_finds_them_there(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # under load, longer than any patience
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    listed = f"from {topics.__module__} import topics; print(*topics())"
    told = subprocess.run(
        [sys.executable, "-c", listed], cwd=tmp_path / "installed", check=True, capture_output=True, text=True
    )
    assert told.stdout.split() == list(topics())


def test_the_figures_of_the_protocol_are_those_that_hold() -> None:
    text = " ".join(pages.pages()["protocol.md"].split())
    assert lines.LONGEST == 1 << 20 and "A line may have a megabyte" in text
    assert f"over the link {permissions.LONGEST_OVER_LINK:,} bytes" in text
    assert (PAUSES[0], PAUSES[-1]) == (0.1, 5.0) and "a tenth of a second" in text
    assert f"of the {CARDS} cards" in (protocol_folder() / DESCRIPTIONS).read_text("utf-8")


@pytest.mark.parametrize("language", SCREENS)
def test_the_command_lists_the_topics_and_prints_one(language: str) -> None:
    status, told = runs.run(["handbook", "--lang", language])
    words = Words(language)
    assert status == 0
    assert told.startswith(words.text("handbook.english", command="dealer-console handbook TOPIC"))
    for topic, page in topics().items():
        assert f"\n  {topic} " in told
        status, printed = runs.run(["handbook", topic.upper(), "--lang", language])
        assert (status, printed.strip()) == (0, page.read_text("utf-8").strip())


@pytest.mark.parametrize("language", SCREENS)
def test_an_unknown_topic_names_the_near_one_in_one_line(language: str) -> None:
    topic = next(iter(topics()))
    words = Words(language)
    for given, said in {
        topic[:-2] + topic[-1]: words.text(
            "handbook.no_topic.near", topic=topic[:-2] + topic[-1], near=topic
        ),
        "zzz\x1b": words.text("handbook.no_topic", topic="zzz?", topics=words.list_of(list(topics()))),
    }.items():
        status, told = runs.run(["handbook", given, "--lang", language])
        assert (status, told) == (2, f"dealer-console handbook: {said}\n")


def test_a_partly_written_view_is_compared_and_not_waved_through() -> None:
    """The suite's own measure can fail."""
    there = {"phase": "betting", "prompt": {"seats": [1, 3]}}
    assert not runs.missing({"prompt": {"seats": [1, 3]}}, there)
    assert runs.missing({"prompt": {"seats": [1]}}, there)
    assert runs.missing({"say": None}, there)
    assert runs.like("a 12\nb\nc", "a ...\nc")
    assert not runs.like("a 12\nb\nc", "a ...\nb")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do":"no"}', type=lines.AnyLine)


def test_the_pages_call_the_overview_as_the_screens_do() -> None:
    """'Wall' is its name in code, commands and file names only."""
    marks = r"```.*?```|`[^`]*`|\[wall\]\(wall\.md\)|\]\([^)]*\)|<!--.*?-->"
    prose = {page: re.sub(marks, "", text, flags=re.DOTALL) for page, text in pages.pages().items()}
    assert [page for page, text in prose.items() if re.search(r"\bwalls?\b", text, re.IGNORECASE)] == []
