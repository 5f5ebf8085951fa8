"""Every command says of an older file with an open round what it says of the same entries in today's."""

from __future__ import annotations

import io
import re
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from console.base.words import LOCALES, date_text
from console.cli import main
from console.supervisor.review import JournalReads
from console.table.journal import (
    SCHEMA,
    Filter,
    JournalError,
    Shipment,
    default_folder,
    review,
    seal_key,
    verify,
)
from console.table.journal.file.schema_check import OLDEST
from tests.journals_of.open_rounds import within_a_round
from tests.sweep import by_turns, sampled
from tests.table.journal.entries import by_another_program
from tests.table.journal.sealing import rechained

OPEN_ROUND: Final = {"baccarat-lt": "T1-8", "blackjack-sv": "T1-6", "roulette-de": "T1-16"}
VIEW: Final = b'{"do":"view"}\n'

COMMANDS: Final = (
    "journal verify FILE",
    "journal backup FILE OUT",
    "journal backup FILE OUT --whole",
    "journal restore FILE OUT",
    "journal head FILE OUT",
    "journal archive FILE",
    "journal seal FILE --keys KEYS",
    "report FILE --json OUT",
    "report FILE --shifts",
    "report FILE --handover",
    "incident FILE",
    "incident FILE T1-i1 --json OUT",
    "rehearsal from FILE T1-i1 --out OUT",
    "round FILE ROUND --json OUT",
    "wheel FILE",
    "rulebook try RULES FILE",
    "status FILE",
    "support --journal FILE --out OUT",
    "drive --game GAME --rules RULES --ready --journal FILE",
)


@cache
def round_begun_in(home: Path, game: str, schema: int) -> Path:
    """One of each kind; the tests change copies of it."""
    return within_a_round(home / f"{game}-{schema}.journal", f"{game}.journal", schema)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("open-rounds")


@pytest.fixture(params=OPEN_ROUND)
def pair(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> tuple[Path, Path, str]:
    """An older file, those entries in a file of today, and the game."""
    game, files = request.param, []
    for of in (OLDEST, SCHEMA):
        files.append(tmp_path / f"schema-{of}" / "T1.journal")
        files[-1].parent.mkdir()
        shutil.copyfile(round_begun_in(home, game, of), files[-1])
    return files[0], files[1], game


def without_places_and_now(text: str, path: Path) -> str:
    """A command's output, but for its file's folder and the time."""
    said, now = text.replace(str(path.parent), "FOLDER"), datetime.now(UTC)
    for day in (now, now - timedelta(days=1)):  # midnight may have come since
        days = "|".join({re.escape(date_text(day, locale)) for locale in LOCALES.values()})
        said = re.sub(rf"(?:{days})[T ][\d:.]+(Z|\+00:00)?|{day:%Y%m%d}T\d+Z", "NOW", said)
    return re.sub(r"\d[\d,]*,\d{3} min\b", "AGE", said)  # since the samples were made, in minutes


def content(out: Path, path: Path) -> object:
    """The content of a written file: the entries of a journal, and what an archive has of them."""
    if not out.is_file():
        return None
    begins = out.read_bytes()[:4]
    if begins == b"SQLi":
        assert verify(out).flaw is None
        with closing(sqlite3.connect(out)) as journal:
            return journal.execute("SELECT number, digest, chain FROM entry").fetchall()
    if begins == b"PK\3\4":
        with zipfile.ZipFile(out) as archive:
            names = ("entries.jsonl", "device-bytes.txt", "verdict.txt")
            return [without_places_and_now(archive.read(each).decode(), path) for each in names]
    return without_places_and_now(out.read_text("utf-8"), path)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("pair", "asked"), by_turns([*OPEN_ROUND], COMMANDS), indirect=["pair"])
def test_every_command_says_the_same(
    pair: tuple[Path, Path, str],
    asked: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *files, game = pair
    named = {"ROUND": OPEN_ROUND[game], "GAME": game[:-3], "RULES": game[-2:], "KEYS": str(tmp_path)}
    seal_key(tmp_path)  # the first to seal would else say that it has made one
    said = []
    for path in files:  # a journal of its own each: the newest seal of the first is none of the second
        for keys in (tmp_path, default_folder()):
            shutil.rmtree(keys / "newest", ignore_errors=True)
        own = {"FILE": str(path), "OUT": str(path.with_name("out"))} | named
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VIEW)))
        status = main([*(own.get(each, each) for each in asked.split()), "--lang", "en"])
        shown = [without_places_and_now(each, path) for each in capsys.readouterr()]
        said.append((status, shown, content(path.with_name("out"), path)))
        assert any(shown), "it says something"
        # Otherwise the second file would be an older copy of the first.
        for keys in (tmp_path, default_folder()):
            shutil.rmtree(keys / "newest", ignore_errors=True)
    assert said[0] == said[1]


def rows(path: Path) -> object:
    """The log as the review's screen has it."""
    with closing(JournalReads([path])) as reads:
        reads.look_for(Filter())
        while not (found := reads.count()).done:
            pass
        listed = reads.rows(0, found.count)
        return [(each.kind, each.event, each.refused, each.shift, each.round) for each in listed]


def shipped(path: Path) -> object:
    """The entries as a table sends them to the floor."""
    sent = Shipment(path)
    whole = sent.batch(1, sent.last()[0])
    return whole.packed, whole.before, sent.states(-1, sent.last()[0])


def shifts(path: Path) -> object:
    """Where each shift lies."""
    with review(path) as found:
        return found.shifts(), [found.bounds(None, None, each) for each in found.shifts()]


@pytest.mark.parametrize("read", [rows, shipped, shifts])
def test_every_reader_finds_the_same(pair: tuple[Path, Path, str], read: Callable[[Path], object]) -> None:
    then, now, _ = pair
    found = read(then)
    assert found == read(now)
    assert found


def test_a_damaged_open_round_is_recovered_up_to_the_same_entry(
    pair: tuple[Path, Path, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    *files, game = pair
    said = []
    for path in files:
        at = opened_last(path) - 2
        by_another_program(path, f"UPDATE entry SET person = 'X' WHERE number = {at}")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VIEW)))
        asked = ["drive", "--game", game[:-3], "--rules", game[-2:], "--ready", "--journal", str(path)]
        status = main([*asked, "--lang", "en"])
        said.append((status, *(without_places_and_now(each, path) for each in capsys.readouterr())))
    assert said[0] == said[1]
    assert f"{at - 1} of its entries are in" in str(said[0][2])


SINCE: Final = "SELECT digest FROM entry WHERE number >= ?"
BEGUN: Final = "SELECT min(number) FROM entry WHERE round = ?"


def test_a_copy_for_others_of_an_older_file_has_no_byte_of_the_open_round(
    pair: tuple[Path, Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _, game = pair
    copy = path.with_name("copy.journal")
    with closing(sqlite3.connect(path)) as journal:
        (begun,) = journal.execute(BEGUN, (OPEN_ROUND[game],)).fetchone()
        later = [digest for (digest,) in journal.execute(SINCE, (begun,))]
    assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
    said, held = capsys.readouterr().out, copy.read_bytes()
    assert verify(copy).flaw is None
    assert "--whole" in said
    assert verify(copy).entries == begun - 1
    assert all(digest in path.read_bytes() for digest in later)
    assert not any(digest in held for digest in later), "no deleted page has one either"


OPENED: Final = "SELECT max(number) FROM entry WHERE kind = 'bets_opened'"


def without_an_entry(path: Path) -> None:
    by_another_program(path, f"DELETE FROM entry WHERE number = ({OPENED})")


def with_a_time_of_its_own(path: Path) -> None:
    rechained(path, last_of(path) - 1, at="at six")


def with_what_is_no_event(path: Path) -> None:
    rechained(path, last_of(path), event="9")


def with_a_refusal_of_what_was_taken(path: Path) -> None:
    rechained(path, opened_last(path), refused="stale")


def with_a_time_before_all_calendars(path: Path) -> None:
    rechained(path, last_of(path), at="0001-01-01T00:00:00.000000+00:00")


def of_another_game(path: Path) -> None:
    by_another_program(path, "UPDATE meta SET game = 'snap'")


def last_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as journal:
        return int(journal.execute("SELECT max(number) FROM entry").fetchone()[0])


def opened_last(path: Path) -> int:
    with closing(sqlite3.connect(path)) as journal:
        return int(journal.execute(OPENED).fetchone()[0])


HARMED: Final = (
    without_an_entry,
    with_a_time_of_its_own,
    with_a_time_before_all_calendars,
    with_what_is_no_event,
    with_a_refusal_of_what_was_taken,
    of_another_game,
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("turn", "harmed"), [*enumerate(HARMED)])
def test_no_command_ends_with_a_traceback_where_it_is_harmed(
    home: Path,
    tmp_path: Path,
    turn: int,
    harmed: Callable[[Path], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {"ROUND": "T1-7", "GAME": "baccarat", "RULES": "lt", "KEYS": str(tmp_path)}
    for number, asked in enumerate(sampled(COMMANDS, COMMANDS[turn % 2 :: 2])):
        path = tmp_path / f"{number}.journal"
        shutil.copyfile(round_begun_in(home, "baccarat-lt", OLDEST), path)
        harmed(path)
        own = {"FILE": str(path), "OUT": str(path.with_suffix(".out"))} | named
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VIEW)))
        main([*(own.get(each, each) for each in asked.split()), "--lang", "en"])
        said = "".join(capsys.readouterr())
        assert said and "Traceback" not in said, asked
    for read in (rows, shipped, shifts):
        with suppress(JournalError):
            read(path)


def test_a_start_names_the_entry_that_cannot_have_happened_and_leaves_all_entries(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "T1.journal"
    shutil.copyfile(round_begun_in(home, "baccarat-lt", SCHEMA), path)
    with_a_refusal_of_what_was_taken(path)
    before = shipped(path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VIEW)))
    said = []
    for asked in ("report", "drive --game baccarat --rules lt --ready --journal"):
        assert main([*asked.split(), str(path), "--lang", "en"]) == 2
        said.append(re.search(r"is not as it was written, from entry (\d+) on", capsys.readouterr().err))
    assert said[0] is not None and said[1] is not None and said[0][1] == said[1][1] != "0"
    assert shipped(path) == before
