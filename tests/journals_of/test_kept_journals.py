"""A journal of each version from 1.0.0 on can be opened, replayed, reviewed, sealed and verified."""

from __future__ import annotations

import gzip
import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console import __version__
from console.base.words import LANGUAGES, Words
from console.cli import main
from console.table.core import NoteKind, SystemClock
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import SCHEMA, review, schema_of, verify
from console.table.journal.file import chain
from console.table.journal.file.errors import REFUSED
from console.table.journal.file.heading import beginning
from console.table.journal.proof.flaws import Flaw
from console.table.words import encode
from tests.journals_of.__main__ import HERE
from tests.table.journal.entries import by_another_program, without_triggers
from tests.table.journal.sealing import rechain
from tests.table.played import session_at

VERSIONS = sorted(each.name for each in HERE.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", each.name))
KEPT = [
    (version, each.stem) for version in VERSIONS for each in sorted((HERE / version).glob("*.journal.gz"))
]


def test_each_released_version_has_its_journals() -> None:
    changes = (HERE.parents[1] / "CHANGELOG.md").read_text("utf-8")
    present, *released = re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
    assert present == __version__, "entries of another version's journal are not compared with this one's"
    missing = sorted({each for each in released if not each.startswith(REFUSED)} - {*VERSIONS})
    assert missing == [], "python3 -m tests.journals_of writes those of this version, at its release"
    assert all(sum(version == each for version, _ in KEPT) >= 3 for each in VERSIONS)


@pytest.fixture(params=KEPT, ids=" ".join)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A journal as it was kept, and the folder of its version."""
    version, name = request.param
    journal = tmp_path / name
    journal.write_bytes(gzip.decompress((HERE / version / f"{name}.gz").read_bytes()))
    return journal, HERE / version


def table_part(view: dict[str, Any]) -> dict[str, Any]:
    """The table's part of a view, whatever later versions say besides."""
    hand = view["round"] or {}
    lies = {key: hand[key] for key in ("id", "hands", "seats", "number") if key in hand}
    return {
        "phase": view["phase"],
        "asks": (view["prompt"]["action"], view["prompt"]["actor"]),
        "shoe": view["shoe"] and view["shoe"]["left"],
        "bets": view["bets"],
        "round": json.loads(json.dumps(lies)),
    }


def verified(journal: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    head = folder / journal.with_suffix(".seal.json").name
    status = main(["journal", "verify", str(journal), "--head", str(head), "--lang", "en"])
    said = capsys.readouterr().out
    assert status == 0, said
    return said


def test_a_kept_journal_is_as_it_was_written_and_sealed(
    kept: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    journal, folder = kept
    before = journal.read_bytes()
    assert main(["journal", "verify", str(journal), "--key", str(folder / "public.pem"), "--lang", "en"]) == 0
    verified(journal, folder, capsys)
    assert journal.read_bytes() == before


def test_a_kept_journal_is_reviewed_as_it_lies_there(
    kept: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    journal, _ = kept
    assert main(["report", str(journal), "--json", str(journal.with_suffix(".json")), "--lang", "ja"]) == 0
    report = json.loads(journal.with_suffix(".json").read_text("utf-8"))
    assert report
    capsys.readouterr()
    assert main(["incident", str(journal), "--lang", "de"]) == 0
    listed = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("T1-i")]
    assert listed, "its lines report some"
    assert main(["incident", str(journal), listed[0][0], "--lang", "is"]) == 0
    with review(journal) as found:
        (last,) = list(found.of_a_kind("bets_opened", ""))[-1:]
    number = json.loads(last.event)["round"]
    assert main(["round", str(journal), number, "--json", str(journal.with_suffix(".round"))]) == 0


@pytest.mark.parametrize("file", sorted(HERE.glob("*/rounds/*.json.gz")), ids=lambda file: file.name)
def test_a_kept_rounds_file_is_verified_by_the_rules_of_the_console_that_made_it(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Later consoles read an incident's record in another way: that is no reason to call this one changed."""
    written = tmp_path / file.stem
    written.write_bytes(gzip.decompress(file.read_bytes()))
    status = main(["journal", "verify", str(written), "--lang", "en"])
    said = capsys.readouterr().out
    # Its words for people are compared with those of this version, which may word something differently.
    assert status == 0 or Words("en").text("journal.proof.words", file=written) in said, said


def test_a_table_goes_on_in_it_and_it_is_sealed_and_verified_again(
    kept: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, folder = kept
    wanted = json.loads((folder / "views.json").read_text("utf-8"))[journal.name]
    with review(journal) as found:
        identity = found.identity
    with ExitStack() as stack:
        named = (journal, identity, load_rulebook(identity.rules), SystemClock(), stack)
        done = open_session(*named, is_ready=True)
        assert done.salvage is None
        words = Words("en")
        view = msgspec.json.decode(encode(done.session.view(), words, words))
        assert table_part(view) == table_part(wanted)
        assert done.session.note(NoteKind.LOCKED).accepted
    assert main(["journal", "seal", str(journal), "--keys", str(tmp_path / "keys"), "--lang", "en"]) == 0
    verified(journal, folder, capsys)


def test_the_console_that_wrote_it_refuses_it_after_a_start_and_has_its_copy(
    kept: tuple[Path, Path],
) -> None:
    """By its own rules it would decide today's rounds otherwise, and call the states in it changed."""
    journal, _ = kept
    before, entries = schema_of(journal), verify(journal).entries
    seen_at_start(journal)
    assert before < SCHEMA == schema_of(journal)
    copy = journal.with_name(f"{journal.name}.schema-{before}")
    assert (schema_of(copy), verify(copy).entries) == (before, entries)


def seen_at_start(journal: Path) -> dict[str, Any]:
    """The view with which a table goes on in a journal."""
    with review(journal) as found:
        identity = found.identity
    with ExitStack() as stack:
        session = open_session(journal, identity, load_rulebook(identity.rules), SystemClock(), stack).session
        view: dict[str, Any] = msgspec.json.decode(encode(session.view(), Words("en"), Words("en")))
        return view


def test_a_kept_journal_has_one_id_in_each_copy_and_file(
    kept: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was begun without one; the game server pays by it, once per journal and round."""
    journal, _ = kept
    other, copy, restored = (tmp_path / name for name in ("elsewhere.db", "copy.db", "restored.db"))
    other.write_bytes(journal.read_bytes())
    view = seen_at_start(journal)
    assert re.fullmatch("[0-9a-f]{8}", view["journal"])
    assert int(view["previous"]["id"].rpartition("-")[2]) == int(view["round"]["id"].rpartition("-")[2]) - 1
    assert main(["journal", "backup", str(journal), str(copy), "--whole"]) == 0
    assert main(["journal", "restore", str(copy), str(restored)]) == 0
    if view["round"]["status"] == "finished":  # a file is closed between rounds
        assert main(["journal", "archive", str(journal)]) == 0
        assert seen_at_start(journal)["entry"] < view["entry"]
    capsys.readouterr()
    assert {seen_at_start(each)["journal"] for each in (journal, other, restored)} == {view["journal"]}


def begun_by(version: str, schema: int, path: Path) -> Path:
    """A journal as ``version`` would have begun it, in this schema."""
    path.write_bytes(gzip.decompress((HERE / "1.2.0" / "baccarat-lt.journal.gz").read_bytes()))
    with review(path) as found:
        heading = msgspec.structs.replace(found.heading, version=version)
    with without_triggers(path) as connection:
        connection.execute("UPDATE meta SET version = ?, digest = ?", (version, beginning(heading)))
        rechain(connection, 1)
        connection.execute(f"PRAGMA user_version = {schema}")
    return path


@pytest.mark.sweep(6)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("version", "schema", "reader"),
    [
        ("0.1.0", 5, "0.3.0"),
        ("0.2.0", 7, "0.3.0"),
        ("0.3.0", 7, "1.1.0"),
        ("0.3.0", 8, "1.1.0"),
        ("0.3.0", 9, "1.1.0"),
        ("1.0.0", 8, "1.2.0"),
        ("1.1.0", 9, "1.2.0"),
        ("1.1.0", 10, "1.2.0"),
    ],
)
def test_a_journal_begun_before_1_2_is_refused_and_the_release_that_reads_it_named(
    version: str, schema: int, reader: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = begun_by(version, schema, tmp_path / "T1.db")
    before = path.read_bytes()
    for command in (
        "journal verify",
        "journal archive",
        "report",
        "drive --game baccarat --rules lt --ready --journal",
    ):
        assert main([*command.split(), str(path), "--lang", lang]) == 2
        said = capsys.readouterr().err
        slots = {"file": str(path), "version": version, "reader": reader}
        assert Words(lang).text("journal.older", **slots) in said, command
        assert reader in said
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*-wal")), "nothing was written beside it either"


def test_a_heading_changed_to_an_older_version_is_damage(tmp_path: Path) -> None:
    path = begun_by("1.2.0", 10, tmp_path / "T1.db")
    by_another_program(path, "UPDATE meta SET version = '1.1.0'")
    assert verify(path).flaw is Flaw.IDENTITY
    by_another_program(path, "UPDATE meta SET version = '1.2.0'", "PRAGMA user_version = 5")
    assert verify(path).flaw is Flaw.SCHEMA


@pytest.fixture
def closed_by_1_2(tmp_path: Path) -> tuple[Path, Path]:
    """A closed file that 1.1 began, and the one that goes on from it."""
    journal = tmp_path / "T1.db"
    with session_at(journal, SystemClock(), table="T1", is_ready=True) as session:
        assert all(session.note(NoteKind.LOCKED).accepted for _ in range(9))
    assert main(["journal", "archive", str(journal)]) == 0
    (closed,) = (each for each in tmp_path.glob("T1-*.db"))
    with review(closed) as found:
        heading = msgspec.structs.replace(found.heading, version="1.1.0")
    with without_triggers(closed) as connection:
        connection.execute("UPDATE meta SET version = ?, digest = ?", (heading.version, beginning(heading)))
        rechain(connection, 1)
        entries, head = connection.execute("SELECT number, chain FROM entry ORDER BY number DESC").fetchone()
    with review(journal) as found:
        assert found.heading.predecessor is not None
        before = msgspec.structs.replace(found.heading.predecessor, entries=entries, head=bytes(head).hex())
        heading = msgspec.structs.replace(found.heading, predecessor=before)
    with without_triggers(journal) as connection:
        connection.execute("UPDATE predecessor SET entries = ?, head = ?", (entries, head))
        connection.execute("UPDATE meta SET digest = ?", (beginning(heading),))
        ((state,),) = connection.execute("SELECT state FROM checkpoint").fetchall()
        connection.execute("UPDATE checkpoint SET digest = ?", (chain.seal(0, beginning(heading), state),))
    return closed, journal


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_closed_file_of_1_1_is_checked_by_its_chain_and_told_as_read_by_1_2(
    closed_by_1_2: tuple[Path, Path], lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    closed, journal = closed_by_1_2
    words, named = Words(lang), {"file": str(closed), "reader": "1.2.0"}
    assert main(["journal", "verify", str(closed), str(journal), "--lang", lang]) == 0
    assert words.text("journal.verify.reader", **named) in capsys.readouterr().out
    assert main(["card-sets", str(journal), "--lang", lang]) == 0
    slots = {"file": journal.name, "before": closed.name, "reader": "1.2.0"}
    assert words.text("journal.follow.older", **slots) in capsys.readouterr().out
    assert main(["journal", "verify", str(closed), "--lang", lang]) == 2
    assert "1.2.0" in capsys.readouterr().err


@pytest.mark.parametrize(
    "harm", ["UPDATE entry SET person = 'X' WHERE number = 7", "DELETE FROM entry WHERE number > 7"]
)
def test_a_closed_file_of_1_1_that_was_changed_or_cut_is_not_the_one_before(
    closed_by_1_2: tuple[Path, Path], harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    closed, journal = closed_by_1_2
    by_another_program(closed, harm)
    assert main(["journal", "verify", str(closed), str(journal), "--lang", "en"]) == 1
    assert main(["card-sets", str(journal), "--lang", "en"]) == 0
    slots = {"file": journal.name, "before": closed.name}
    assert Words("en").text("journal.follow.gap", **slots) in capsys.readouterr().out


def test_a_start_without_a_vouched_state_is_a_bug_and_no_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_again(*, made_ready: bool) -> None:
        with session_at(tmp_path / "T1.db", SystemClock(), table="T1", is_ready=made_ready) as session:
            session.note(NoteKind.LOCKED)

    def broken(*_: object) -> None:
        raise AssertionError("a bug of the fold")

    open_again(made_ready=True)
    monkeypatch.setattr("console.table.core.judging.checkpoints.advance", broken)
    with pytest.raises(RuntimeError, match="a bug of the fold"):
        open_again(made_ready=False)
