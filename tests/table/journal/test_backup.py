"""A copy made while the table plays, and a journal put back from it: whole, verified, over nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from console.cli import main
from console.table.core import SetClock
from console.table.custody.verdict import replayer
from console.table.journal import DamagedJournal, NotAJournal, Unreachable, verify
from console.table.journal.backup_copy import _COUNTED, CopyNotCut, TargetExists, backup, restore
from console.table.journal.file.schema_check import MIGRATIONS
from console.table.journal.proof.walk import WorkStopped
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.journal.entries import by_another_program, drawn, opened, written
from tests.table.played import CLOSED, DONE_D, OPEN, WITHDRAW, card, incident, session_at
from tests.table.played import written as table_played


@pytest.mark.sweep
def test_a_copy_is_the_journal_of_one_moment_while_its_table_plays(tmp_path: Path) -> None:
    path, copy = tmp_path / "J.db", tmp_path / "copy.db"
    with opened(path) as journal:
        journal.append([drawn(n) for n in range(1, 20_001)])
        before, asked = journal.head, 0

        def plays_on(done: int, of: int) -> bool:
            nonlocal asked
            asked += 1
            if asked < 50:
                journal.append([drawn(20_000 + asked)])
            return True

        verdict = backup(path, copy, plays_on)
        assert asked > 2, "it is made in steps"
        assert (verdict.entries, verdict.head) == (20_000, before)
        assert journal.last > 20_000
    assert verify(copy).head == before
    assert verify(path).entries > 20_000


def test_a_backup_says_how_many_pages_are_copied_and_then_how_many_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.journal.backup_copy.PAGES", 30)
    path = written(tmp_path / "J.db", 30)
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(31, 1_031)])
    pages, told = path.stat().st_size // 4_096, list[tuple[int, int]]()

    def report(done: int, of: int) -> bool:
        told.append((done, of))
        return True

    backup(path, tmp_path / "copy.db", report)
    verified = pages + pages * 1_024 // 1_030  # after each block of the tree
    assert told == [(done, 2 * pages) for done in (*range(30, pages, 30), pages, verified)]


def test_a_restored_backup_is_the_same_journal_and_the_table_goes_on(tmp_path: Path) -> None:
    path, copy = written(tmp_path / "J.db", 10, checkpoints=(4,)), tmp_path / "copy.db"
    backup(path, copy)
    head = verify(path).head
    for file in tmp_path.glob("J.db*"):
        file.unlink()
    assert restore(copy, path).head == head
    with opened(path) as journal:
        assert journal.append([drawn(11)]) == 11
        assert journal.recover().checkpoint == b'{"after":4}'
    assert verify(path).entries == 11
    assert verify(copy).entries == 10, "the copy stays"


def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    path, other = written(tmp_path / "J.db", 3), written(tmp_path / "K.db", 5)
    before = other.read_bytes()
    for work in (backup, restore):
        with pytest.raises(TargetExists):
            work(path, other)
        with pytest.raises(TargetExists):
            work(path, path)
    assert other.read_bytes() == before
    assert verify(path).entries == 3


def test_a_link_that_leads_nowhere_is_no_free_name(tmp_path: Path) -> None:
    path, link = written(tmp_path / "J.db", 3), tmp_path / "link.db"
    link.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(TargetExists):
        backup(path, link)


@pytest.mark.parametrize("after", [0, 1])
def test_stopped_it_leaves_nothing(tmp_path: Path, after: int) -> None:
    path, folder, calls = written(tmp_path / "J.db", 1_500), tmp_path / "copies", iter(range(10))
    folder.mkdir()
    with pytest.raises(WorkStopped):
        backup(path, folder / "copy.db", lambda done, of: next(calls) < after)
    assert not list(folder.iterdir())


def test_a_journal_that_was_changed_is_not_put_back(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    by_another_program(path, "UPDATE entry SET person = 'X' WHERE number = 3")
    with pytest.raises(DamagedJournal) as found:
        restore(path, tmp_path / "again.db")
    assert found.value.slots["entry"] == "3"
    assert not (tmp_path / "again.db").exists()


def test_the_copy_needs_nothing_beside_it_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path, folder = written(tmp_path / "J.db", 5), tmp_path / "copies"
    folder.mkdir()
    backup(path, folder / "copy.db")
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    assert (folder / "copy.db").stat().st_mode & 0o077 == 0
    assert verify(folder / "copy.db").entries == 5
    assert [file.name for file in folder.iterdir()] == ["copy.db"]


def test_a_backup_of_no_journal_or_without_a_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(NotAJournal):
        backup(tmp_path / "notes.txt", tmp_path / "copy.db")
    with pytest.raises(NotAJournal):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    with pytest.raises(Unreachable):
        backup(written(tmp_path / "J.db", 1), tmp_path / "no such folder" / "copy.db")


def test_a_copy_for_others_ends_with_the_last_round_that_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It holds no face that nobody has been shown, is good, follows no other chain, and is gone on with."""
    coup = (OPEN, CLOSED, card("9H"), card("2S"), card("KD"), card("4C"), DONE_D, DONE_D)
    path = table_played(tmp_path / "t.db", *coup, OPEN, CLOSED, card("5D"), card("QC"))
    copy, whole, between = (tmp_path / f"{name}.db" for name in ("copy", "whole", "between"))
    assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
    phrases = words("en")
    assert capsys.readouterr().out.splitlines()[1:] == [
        phrases.text("journal.backed_up.open", option="--whole")
    ]
    assert verify(copy, replayers=replayer).flaw is None
    assert verify(copy).entries == len(coup)
    # Written as in an entry, since two letters occur in many digests.
    for face in (b'"card":"5D"', b'"card":"QC"'):
        assert face in path.read_bytes() or face in path.with_name("t.db-wal").read_bytes()
        assert face not in copy.read_bytes(), "no deleted page has it either"
    assert main(["journal", "backup", str(path), str(whole), "--whole", "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 and b'"QC"' in whole.read_bytes()
    assert main(["journal", "backup", str(copy), str(between), "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1, "between rounds nothing is left out"
    with session_at(copy, SetClock(), is_ready=False) as session:
        assert session.take(msgspec.json.encode(OPEN)).accepted
    assert verify(copy, replayers=replayer).flaw is None


@pytest.mark.parametrize("since", [(), (incident("technical_fault"),), (CLOSED,)])
def test_a_round_that_is_open_without_a_card_is_left_out_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], since: tuple[Seen, ...]
) -> None:
    path = table_played(tmp_path / "t.db", OPEN, CLOSED, *COUP, DONE_D, OPEN, *since)
    assert main(["journal", "backup", str(path), str(tmp_path / "copy.db"), "--lang", "en"]) == 0
    said = words("en").text("journal.backed_up.open", option="--whole")
    assert capsys.readouterr().out.splitlines()[1:] == [said]
    assert verify(tmp_path / "copy.db").entries == len((OPEN, CLOSED, *COUP, DONE_D))


CUT_CARD = {"do": "cut_card"}
COUP = (card("9H"), card("2S"), card("KD"), card("4C"), DONE_D)


@pytest.mark.parametrize("after", [(), (DONE_D,)], ids=["collecting", "shoe"])
def test_a_round_that_is_over_is_in_the_copy_before_the_shuffle(
    tmp_path: Path, after: tuple[Seen, ...]
) -> None:
    lines = (OPEN, CUT_CARD, CLOSED, *COUP, *after)
    path, copy = table_played(tmp_path / "t.db", *lines), tmp_path / "copy.db"
    assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
    assert verify(copy).entries == len(lines)


@pytest.mark.parametrize("is_collected", [False, True])
def test_a_card_that_came_after_the_round_is_in_no_copy(tmp_path: Path, *, is_collected: bool) -> None:
    """It may come once more, also once the next bets may open: withdrawn, or carried over."""
    coup = (OPEN, CLOSED, *COUP, *((DONE_D,) if is_collected else ()))
    carried = incident("extra_card_drawn", "P1", shown=False)
    for name, late in {"late": (), "withdrawn": (WITHDRAW,), "carried": (carried, DONE_D)}.items():
        path, copy = tmp_path / f"{name}.db", tmp_path / f"{name}-copy.db"
        table_played(path, *coup, card("8D"), *late, refused=("out_of_turn",))
        assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
        assert verify(copy).entries == len(coup)
        assert b'"card":"8D"' not in copy.read_bytes()


@pytest.mark.parametrize("waits", (True, False), ids=("a card aside", "an open round"))
def test_a_file_that_may_not_end_yet_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], waits: bool
) -> None:
    """Nothing was open at the table, and the refusal said that a round, an incident or a halt was."""
    carried = (card("8D"), incident("extra_card_drawn", "P1", shown=False), DONE_D)
    late = carried if waits else (OPEN,)
    path = tmp_path / "t.db"
    table_played(path, OPEN, CLOSED, *COUP, DONE_D, *late, refused=("out_of_turn",))
    assert main(["journal", "archive", str(path), "--lang", "en"]) == 2
    key = "journal.card_aside" if waits else "journal.in_play"
    assert words("en").text(key, file=str(path)) in capsys.readouterr().err


def test_a_void_round_with_the_hole_card_face_down_is_not_in_the_copy_yet(tmp_path: Path) -> None:
    dealt = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *map(card, ("8H", "9S", "KH", "TD")))
    fault = incident("technical_fault", by="P1")
    path = table_played(tmp_path / "t.db", *dealt, fault, game="blackjack")
    copy = tmp_path / "copy.db"
    assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
    assert b'"card":"TD"' not in copy.read_bytes()


def test_a_backup_that_cannot_leave_out_the_open_round_names_the_option_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another program can compute a chain, too: what it wrote as a prompt is no JSON."""
    path, copy = tmp_path / "J.db", tmp_path / "copy.db"
    with opened(path) as journal:
        journal.append([drawn(1), drawn(2, prompt=b"{")])
    assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 2
    (error,) = capsys.readouterr().err.splitlines()
    assert str(path) in error and "malformed JSON" in error and "--whole" in error
    assert [*tmp_path.glob("*copy*")] == []
    with pytest.raises(CopyNotCut):
        backup(path, copy, whole=False)
    assert main(["journal", "backup", str(path), str(copy), "--whole", "--lang", "en"]) == 0


def test_an_entry_that_was_changed_is_named_though_the_copy_can_not_be_cut_there(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    by_another_program(path, "UPDATE entry SET prompt = '{' WHERE number = 3")
    with pytest.raises(DamagedJournal) as found:
        backup(path, tmp_path / "copy.db", whole=False)
    assert found.value.slots["entry"] == "3"


def test_a_disk_that_fills_up_before_the_copy_is_cut_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    def refused(*_: object) -> bool:
        raise full

    monkeypatch.setattr("console.table.journal.backup_copy._cut", refused)
    with pytest.raises(Unreachable) as found:
        backup(written(tmp_path / "J.db", 5), tmp_path / "copy.db", whole=False)
    assert found.value.path == tmp_path / "copy.db"
    assert [*tmp_path.glob("*copy*")] == []


def test_every_table_that_grows_with_the_entries_is_cut(tmp_path: Path) -> None:
    """One that is forgotten would keep what the open round brought, in each copy that is given away."""
    path = written(tmp_path / "J.db", 1)
    with closing(sqlite3.connect(path)) as journal:
        tables = {name for (name,) in journal.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables - {"meta", "predecessor", MIGRATIONS} == {*_COUNTED}
