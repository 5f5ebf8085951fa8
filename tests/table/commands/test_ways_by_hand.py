"""The handbook's steps by hand lead on, whatever a console left beside the journal."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

import pytest

from console import cli
from console.table.core import Person, Role, SetClock
from console.table.custody import Belonging, open_session
from console.table.journal import (
    SCHEMA,
    Identity,
    OtherTable,
    open_journal,
    public_key,
    review,
    schema_of,
    seal_key,
    sibling,
    verify,
)
from console.table.people import Known, PeopleFile
from console.table.people.errors import LostPin, NoPepper
from tests.sources import ROOT
from tests.table.core.tables import book
from tests.table.journal.entries import SV, drawn, of_1_2_0, opened
from tests.table.people.kept import people_in, studio

HANDBOOK = ROOT / "resources/handbook"
PIN, OTHER, NEW_PIN = "284613", "917352", "508264"
ENDED = pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGKILL])
_PLAYS = """
import os, sys
from pathlib import Path
from console.table.journal import Identity, open_journal
from tests.table.journal.entries import drawn
journal = open_journal(Path(sys.argv[1]), Identity(*sys.argv[3:]))
for place in range(3):
    journal.append([drawn(place)])
os.kill(os.getpid(), int(sys.argv[2]))
"""

_NOTES = """
import os, sys
from pathlib import Path
from console.table.custody.table_opening import at_a_terminal
from console.table.game.rulebook import load_rulebook
from console.table.journal import Identity
from console.table.core.running.clock import SystemClock
path, by, what, text, *of = sys.argv[1:]
with at_a_terminal(Path(path), Identity(*of), load_rulebook(of[2]), SystemClock(), "anna") as session:
    session.note(what, text=text)
    os.kill(os.getpid(), int(by))
"""


def told(page: str, sentence: str) -> str:
    """The handbook's sentence, with the lines of its page joined: it has to be there, word for word."""
    text = " ".join((HANDBOOK / page).read_text("utf-8").split())
    assert sentence in text, f"{page} no longer says '{sentence}'"
    return sentence


def ended_at_play(path: Path, by: int, of: Identity = SV) -> None:
    """A console appends three entries and is ended: its log, its index and its lock lie there."""
    plays = [sys.executable, "-c", _PLAYS, str(path), str(by), of.table, of.game, of.rules]
    done = subprocess.run(plays, cwd=ROOT, check=False)
    assert done.returncode == -by and sibling(path, "-wal").stat().st_size
    assert sibling(path, "-shm").exists() and sibling(path, ".lock").stat().st_size


def ended_at_note(path: Path, by: int, of: Identity, what: str, text: str) -> None:
    """A console that plays no round notes something and is ended: its log lies there."""
    notes = [sys.executable, "-c", _NOTES, str(path), str(by), what, text, of.table, of.game, of.rules]
    done = subprocess.run(notes, cwd=ROOT, check=False)
    assert done.returncode == -by and sibling(path, "-wal").stat().st_size


def run_command(*words: object) -> int:
    return cli.main([str(each) for each in words])


@pytest.mark.sweep(2)
@ENDED
@pytest.mark.parametrize("lost", [("",), ("", "-wal"), ("", "-wal", "-shm", ".lock")])
def test_a_lost_journal_is_put_back_from_the_newest_copy(
    tmp_path: Path, ended: int, lost: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    told("operating.md", "Put a lost one back from the newest copy")
    told("operating.md", "If its `-wal` still lies there, move that to another folder first and keep it:")
    (command,) = re.findall(r"^\$ dealer-console (journal restore) ", _page("operating.md"), re.M)
    path, copy = tmp_path / "night.db", tmp_path / "night.copy.db"
    ended_at_play(path, ended)
    assert run_command("journal", "backup", path, copy) == 0
    ended_at_play(path, ended)
    for name in lost:
        sibling(path, name).unlink()
    if "-wal" not in lost:
        assert run_command(*command.split(), copy, path) == 2
        assert f"{path.name}-wal lies there without it" in capsys.readouterr().err and not path.exists()
        (tmp_path / "kept").mkdir()
        sibling(path, "-wal").rename(tmp_path / "kept" / f"{path.name}-wal")
    assert run_command(*command.split(), copy, path) == 0, capsys.readouterr().err
    verdict = verify(path)
    assert (verdict.flaw, verdict.entries) == (None, 3), "nothing of a log is taken for the copy's"
    with opened(path) as journal:
        assert journal.append([drawn(9)]) == 4
    assert verify(path).good


@pytest.mark.sweep
@ENDED
def test_a_file_that_is_moved_away_leaves_its_place_to_a_new_journal(tmp_path: Path, ended: int) -> None:
    told("journal.md", "move it away with its `-wal`, `-shm` and `.lock`, and the table begins its own.")
    path, elsewhere = tmp_path / "night.db", tmp_path / "elsewhere"
    elsewhere.mkdir()
    ended_at_play(path, ended)
    for name in ("", "-wal", "-shm", ".lock"):
        sibling(path, name).rename(elsewhere / f"{path.name}{name}")
    with opened(path) as journal:
        assert journal.append([drawn(1)]) == 1
    moved = verify(elsewhere / path.name)
    assert (moved.flaw, moved.entries, verify(path).entries) == (None, 3, 1)


@pytest.mark.sweep
@ENDED
def test_a_renamed_table_begins_a_journal_of_its_own(tmp_path: Path, ended: int) -> None:
    told(
        "configuration.md",
        "The table refuses a journal of another `name`, `game` or `rules`. "
        "Give a renamed table a journal of its own.",
    )
    path, own = tmp_path / "night.db", tmp_path / "own.db"
    ended_at_play(path, ended)
    renamed = Identity("T17", SV.game, SV.rules)
    with pytest.raises(OtherTable):
        open_journal(path, renamed, is_named=True)
    assert verify(path).entries == 3
    with open_journal(own, renamed, is_named=True) as journal:
        assert journal.append([drawn(1)]) == 1
    assert (verify(path).flaw, verify(own).flaw) == (None, None)


@pytest.mark.sweep(1)
@ENDED
def test_a_second_host_goes_on_from_the_copy_with_a_key_of_its_own(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told(
        "operating.md",
        "The sealing key is not copied: another computer makes its own; "
        "keep its public half as the first one's.",
    )
    first, second = tmp_path / "first", tmp_path / "second"
    for each in (first, second):
        each.mkdir()
    path = first / "night.db"
    ended_at_play(path, ended)
    pems = []
    for host in (first, second):
        if host is second:
            assert run_command("journal", "restore", first / "copy.db", host / "night.db") == 0
        assert run_command("journal", "seal", host / "night.db", "--keys", host / "keys") == 0
        pems.append(host / "public.pem")
        assert run_command("key", "--export", pems[-1], "--keys", host / "keys") == 0
        assert public_key(pems[-1]) == seal_key(host / "keys").public
        if host is first:
            assert run_command("journal", "backup", path, first / "copy.db") == 0
    capsys.readouterr()
    one, other = pems
    assert run_command("journal", "verify", second / "night.db", "--key", one, "--key", other) == 0
    for alone in pems:
        assert run_command("journal", "verify", second / "night.db", "--key", alone) == 1
    assert verify(second / "night.db").entries >= verify(path).entries


@pytest.mark.sweep
@ENDED
def test_the_copy_of_before_an_upgrade_leads_back_to_the_version_before(tmp_path: Path, ended: int) -> None:
    told("software.md", "Copy the journal and the people's file")
    told("software.md", "or the copy of step 1, and give the command again.")
    path, copy = of_1_2_0(tmp_path / "night.db"), tmp_path / "night.copy.db"
    entries = verify(path).entries
    assert run_command("journal", "backup", path, copy) == 0
    ended_at_play(path, ended)
    assert schema_of(path) == SCHEMA
    moved = _moved_away(path)
    assert run_command("journal", "restore", copy, path) == 0
    assert (schema_of(path), verify(path).entries) == (10, entries), "the version before can read it"
    assert verify(moved).entries == entries + 3


@pytest.mark.sweep(1)
@ENDED
def test_a_table_stands_up_elsewhere_with_the_four_things_and_not_without_the_secret(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told(
        "operating.md",
        "To stand up elsewhere a table needs four more things; without the third nobody can sign in:",
    )
    first, second = _table_in(tmp_path / "first"), tmp_path / "second"
    ended_at_play(first / "night.db", ended)
    assert run_command("journal", "backup", first / "night.db", first / "copy.db") == 0
    second.mkdir()
    for name in ("people.json", "table.toml"):
        shutil.copyfile(first / name, second / name)
    assert run_command("journal", "restore", first / "copy.db", second / "night.db") == 0
    with pytest.raises(NoPepper):
        _people_in(second).verify("S1", PIN)
    shutil.copyfile(first / "secret", second / "secret")
    (second / "secret").chmod(0o600)
    assert isinstance(_people_in(second).verify("S1", PIN), Known)
    assert isinstance(_people_in(second).verify("P1", PIN), Known)
    with opened(second / "night.db") as journal:
        assert journal.append([drawn(9)]) == 4


@pytest.mark.sweep
@ENDED
def test_a_lost_secret_of_the_pins_is_put_back_or_made_again(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(
        "operating.md",
        "If the PINs' secret is lost, put its copy back. Without one, `people reset ID --new-secret --table "
        "FILE` gives a supervisor a new PIN and makes a new secret; the journal stays, and everybody else "
        "needs a new PIN and badge.",
    )
    folder = _table_in(tmp_path / "table")
    ended_at_play(folder / "night.db", ended)
    (folder / "secret").rename(kept := tmp_path / "secret")
    with pytest.raises(NoPepper):
        _people_in(folder).verify("S1", PIN)
    shutil.copy(kept, folder / "secret")
    assert isinstance(_people_in(folder).verify("S1", PIN), Known)
    (folder / "secret").unlink()
    monkeypatch.setattr(sys, "stdin", StringIO(f"{NEW_PIN}\n"))
    reset = ("people", "reset", "S1", "--new-secret", "--table", folder / "table.toml", "--pin-stdin")
    assert run_command(*reset) == 0, capsys.readouterr().err
    assert isinstance(_people_in(folder).verify("S1", NEW_PIN), Known)
    with pytest.raises(LostPin):
        _people_in(folder).verify("P1", PIN)
    assert (verify(folder / "night.db").flaw, verify(folder / "night.db").entries) == (None, 3)


@pytest.mark.sweep
@ENDED
def test_each_days_seal_and_verdict_follow_on_whatever_ended_the_console(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told("operating.md", "writes the public half of the sealing key to a file, to be kept apart")
    told("operating.md", "`dealer-console journal head FILE OUT`.")
    told("operating.md", "`dealer-console journal verify FILE --key public.pem --head seal.json`")
    path, keys = tmp_path / "night.db", tmp_path / "keys"
    pem, head = tmp_path / "public.pem", tmp_path / "seal.json"
    ended_at_play(path, ended)
    assert run_command("journal", "seal", path, "--keys", keys) == 0
    assert run_command("key", "--keys", keys, "--export", pem) == 0
    assert run_command("journal", "head", path, head) == 0
    ended_at_play(path, ended)
    assert run_command("journal", "verify", path, "--key", pem, "--head", head) == 0, capsys.readouterr().out
    assert run_command("journal", "backup", path, tmp_path / "copy.db") == 0
    assert run_command("journal", "verify", tmp_path / "copy.db", "--key", pem, "--head", head) == 0


@pytest.mark.sweep
@ENDED
def test_an_archived_file_that_was_moved_is_followed_in_its_folder_and_else_a_gap(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told(
        "operating.md",
        "may be moved: the review opens it, and `verify` follows from file to file; name its folder, or it "
        "is a gap.",
    )
    folder, archives = tmp_path / "table", tmp_path / "archives"
    for each in (folder, archives):
        each.mkdir()
    path = folder / "night.db"
    ended_at_play(path, ended)
    assert run_command("journal", "archive", path) == 0, capsys.readouterr().err
    ended_at_play(path, ended)
    (closed,) = (each for each in folder.glob("night-*.db"))
    closed.rename(archives / closed.name)
    assert run_command("journal", "verify", folder) == 1, "a file before it is missing"
    assert run_command("journal", "verify", path, archives) == 0, capsys.readouterr().out
    with review(archives / closed.name) as found:
        assert len([*found.entries(0)]) >= 3


@pytest.mark.sweep
@ENDED
def test_a_journal_whose_folder_cannot_be_written_is_read_from_a_copy_of_both_files(
    tmp_path: Path, ended: int
) -> None:
    told("warnings.md", "A killed console's files on a read-only disk. Copy both to another folder.")
    path, copies = tmp_path / "night.db", tmp_path / "copies"
    ended_at_play(path, ended)
    copies.mkdir()
    for name in ("", "-wal"):
        shutil.copyfile(sibling(path, name), sibling(copies / path.name, name))
    verdict = verify(copies / path.name)
    assert (verdict.flaw, verdict.entries) == (None, 3)


@pytest.mark.sweep
@ENDED
def test_a_table_with_another_name_than_before_gets_its_old_name_back(tmp_path: Path, ended: int) -> None:
    told(
        "warnings.md",
        "The table's file has another `name` than before. Put the old one back, or name a new journal.",
    )
    path = tmp_path / "night.db"
    ended_at_play(path, ended)
    with pytest.raises(OtherTable):
        open_journal(path, Identity("T17", SV.game, SV.rules), is_named=True)
    with open_journal(path, SV, is_named=True) as journal:
        assert journal.append([drawn(9)]) == 4


@pytest.mark.sweep(1)
@ENDED
def test_a_missing_or_older_list_of_people_is_put_back_from_its_copy(tmp_path: Path, ended: int) -> None:
    told("warnings.md", "Put the copy of `people` back.")
    told("warnings.md", "Put the newest copy back.")
    path, clock = tmp_path / "live.db", SetClock()
    people = studio(tmp_path)
    own = Identity("T1", "baccarat", "sv")
    older = people.path.read_bytes()
    people.reset("D-114", OTHER)
    newest = people.path.read_bytes()
    with ExitStack() as stack:
        open_session(path, own, book("sv"), clock, stack, is_ready=True)
    belonging = Belonging(path, people_in(people.path), "T1")
    belonging.keep()
    ended_at_play(path, ended, of=own)
    for changed in (None, older):
        people.path.unlink() if changed is None else people.path.write_bytes(changed)
        assert [*Belonging(path, people_in(people.path), "T1").missing()], "the start says so"
        people.path.write_bytes(newest)
        assert [*Belonging(path, people_in(people.path), "T1").missing()] == []
        assert isinstance(people_in(people.path).verify("D-114", OTHER), Known)


def _moved_away(path: Path) -> Path:
    """Move a journal away with all that lies beside it, as the handbook says."""
    elsewhere = path.parent / "elsewhere"
    elsewhere.mkdir()
    for name in ("", "-wal", "-shm", ".lock"):
        if sibling(path, name).exists():
            sibling(path, name).rename(sibling(elsewhere / path.name, name))
    return elsewhere / path.name


def _table_in(folder: Path) -> Path:
    """A table's folder: its file, a list with a supervisor and a pit boss, and the PINs' secret."""
    folder.mkdir()
    (folder / "table.toml").write_text(
        f'name = "{SV.table}"\ngame = "{SV.game}"\nrules = "{SV.rules}"\nlanguage = "en"\n'
        'journal = "night.db"\npeople = "people.json"\npepper = "secret"\n'
        '[[device]]\nrole = "shoe"\nurl = "/dev/ttyUSB0"\n'
    )
    people = _people_in(folder)
    for id, role in (("S1", Role.SUPERVISOR), ("P1", Role.PIT_BOSS)):
        people.add(Person(id, f"Name {id}", role, "en"), PIN)
    return folder


def _people_in(folder: Path) -> PeopleFile:
    return people_in(folder / "people.json", pepper=folder / "secret")


def _page(name: str) -> str:
    return (HANDBOOK / name).read_text("utf-8")
