"""What the handbook tells a person to do by hand leads on, whatever a console left beside the journal."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from console import cli
from console.journal import open_journal
from console.journal.file.errors import OtherTable
from console.journal.file.place import Identity, sibling
from console.journal.proof.keys import public_key, seal_key
from console.journal.proof.verification import verify
from tests.journal.entries import SV, drawn, opened
from tests.sources import ROOT

HANDBOOK = ROOT / "resources/handbook"
ENDED = pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGKILL])
_PLAYS = """
import os, sys
from pathlib import Path
from tests.journal.entries import drawn, opened
journal = opened(Path(sys.argv[1]))
for place in range(3):
    journal.append([drawn(place)])
os.kill(os.getpid(), int(sys.argv[2]))
"""


def told(page: str, sentence: str) -> str:
    """The handbook's sentence, with the lines of its page joined: it has to be there, word for word."""
    text = " ".join((HANDBOOK / page).read_text("utf-8").split())
    assert sentence in text, f"{page} no longer says '{sentence}'"
    return sentence


def ended_at_play(path: Path, by: int) -> None:
    """A console appends three entries and is ended: its log, its index and its lock lie there."""
    done = subprocess.run([sys.executable, "-c", _PLAYS, path, str(by)], cwd=ROOT, check=False)
    assert done.returncode == -by and sibling(path, "-wal").stat().st_size
    assert sibling(path, "-shm").exists() and sibling(path, ".lock").stat().st_size


def run_command(*words: object) -> int:
    return cli.main([str(each) for each in words])


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


def _page(name: str) -> str:
    return (HANDBOOK / name).read_text("utf-8")
