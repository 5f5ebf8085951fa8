"""Files of the console are its user's alone, whatever the umask; and it listens to nobody."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from console.base.errors import keep_log
from console.cli import main
from console.table.journal import Log, NotAJournal, review, salvage, seal_key, sibling, verify
from console.table.journal.file.errors import IsLink
from console.table.journal.rescue.recovery import recover
from console.table.people import PeopleFile
from console.table.people.errors import IsLink as PeopleLink
from tests.base.words.catalogues import words
from tests.sweep import sampled
from tests.table.journal.entries import SV, drawn, opened
from tests.table.people.kept import studio

ROOT = Path(__file__).resolve().parent.parent
ROUND = """
{"do":"bets","state":"open"}
{"do":"bets","state":"closed"}
{"do":"card","card":"9H"}
{"do":"incident","kind":"wrong_position","facts":{"cards_to_move":1},"by":"D1"}
{"do":"done","by":"D1"}
{"do":"card","card":"2S"}
{"do":"card","card":"KD"}
{"do":"card","card":"4C"}
{"do":"done","by":"D1"}
{"do":"done","by":"D1"}
"""
COMMANDS = f"""
    import io, os, sys
    os.umask(0)
    from console.cli import main
    from console.table.people.file import PeopleFile
    def run(*argv, said=""):
        sys.stdin = io.TextIOWrapper(io.BytesIO(said.encode()))
        assert main(argv) == 0, argv
    run("drive", "--game", "baccarat", "--rules", "lt", "--ready", "--journal", "j.db", said={ROUND!r})
    run("people", "add", "S-1", "--name", "Anna", "--role", "supervisor", "--language", "sv", "--pin-stdin",
        said="271828")
    run("key", "--export", "public.pem")
    run("journal", "backup", "j.db", "copy.db")
    run("journal", "seal", "j.db", "--by", "S-1", "--pin-stdin", "--head", "seal.json", said="271828")
    run("incident", "j.db", "T1-i1", "--json", "one.json", "--pdf", "one.pdf")
    run("report", "j.db", "--json", "r.json", "--csv", "r.csv", "--xlsx", "r.xlsx", "--pdf", "r.pdf")
    run("journal", "archive", "j.db")
"""
WINDOW = """
    import os, sys
    os.umask(0)
    from PySide6.QtCore import QTimer
    from console.app import start
    from console.cli import main
    begun = start.Console.open
    def open(self, **said):
        painted = begun(self, **said)
        QTimer.singleShot(400, self.window, lambda: print("open", flush=True))
        return painted
    start.Console.open = open
    main(sys.argv[1:])
"""

REFUSED = """
    import sys
    from console.app import start, troubles
    from PySide6.QtCore import QTimer
    start.PeopleFile.needs_first_supervisor = False
    shown = troubles.trouble_screen
    def quit_at_once(*given):
        screen = shown(*given)
        QTimer.singleShot(0, screen, screen.left.emit)
        return screen
    troubles.trouble_screen = quit_at_once
    from console.cli import main
    sys.exit(main(["--table", sys.argv[1]]))
"""

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def environment(folder: Path) -> dict[str, str]:
    own = {
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
        "HOME": str(folder),
    }
    return {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "LANG": "C"}


def open_to_others(folder: Path) -> list[str]:
    """The parts of a folder that anybody but this user may read, write, or look into."""
    return [
        f"{found.relative_to(folder)} {stat.S_IMODE(found.lstat().st_mode):o}"
        for found in sorted(folder.rglob("*"))
        if not found.is_symlink() and found.stat().st_mode & 0o077
    ]


@pytest.mark.sweep
def test_every_file_that_a_command_writes_is_the_users_alone_under_any_umask(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(COMMANDS)],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert made.returncode == 0, made.stderr
    named = {found.name for found in tmp_path.rglob("*") if found.is_file()}
    assert named >= {
        "j.db",
        "copy.db",
        "people.json",
        "pepper",
        "seal.json",
        "public.pem",
        "one.pdf",
        "r.csv",
        "r.xlsx",
    }
    assert open_to_others(tmp_path) == []


@pytest.mark.sweep(1)
@linux
@pytest.mark.parametrize("game", sampled(["baccarat", "blackjack", "roulette"], ["blackjack", "roulette"]))
def test_a_window_at_work_listens_on_no_network_and_its_files_are_private(tmp_path: Path, game: str) -> None:
    with _window(tmp_path, "--game", game) as console:
        journal = next((tmp_path / "data").rglob("*.db"))
        assert journal.with_name(journal.name + "-wal").exists(), "its log is looked at while it is written"
        assert open_to_others(tmp_path) == []
        assert listening(console.pid) == (["127.0.0.1"] if game == "blackjack" else [])


@contextmanager
def _window(folder: Path, *argv: str) -> Iterator[subprocess.Popen[str]]:
    """The console's window, once it is at work."""
    console = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WINDOW), *argv],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert console.stdout is not None and console.stdout.readline() == "open\n"
        yield console
    finally:
        console.send_signal(signal.SIGKILL)
        console.wait(120)
        if console.stdout is not None:
            console.stdout.close()


def _opened(handle: Path) -> str:
    """The file of a handle; empty if the process has closed it meanwhile."""
    with suppress(FileNotFoundError):
        return os.readlink(handle)
    return ""


def listening(process: int) -> list[str]:
    """The addresses at which a process waits for others to connect: over TCP, UDP, and by a socket's file."""
    own = {_opened(each) for each in Path(f"/proc/{process}/fd").iterdir()}
    found = []
    for name in ("tcp", "tcp6", "udp", "udp6"):
        for row in Path(f"/proc/{process}/net/{name}").read_text().splitlines()[1:]:
            fields = row.split()
            waits = fields[3] == "0A" if name.startswith("tcp") else fields[2].endswith(":0000")
            if waits and f"socket:[{fields[9]}]" in own:
                found.append(_address(fields[1]))
    for row in Path(f"/proc/{process}/net/unix").read_text().splitlines()[1:]:
        fields = row.split()
        if int(fields[3], 16) & 0x10000 and f"socket:[{fields[6]}]" in own:
            found.append(fields[7] if len(fields) > 7 else "unix")
    return found


def _address(written: str) -> str:
    host = bytes.fromhex(written.partition(":")[0])
    return ".".join(str(part) for part in reversed(host)) if len(host) == 4 else host.hex()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("journal", ["/proc/nothing/j.db", "file/j.db", "x" * 150 + "/" + "y" * 190])
def test_a_journal_that_can_have_no_folder_is_refused_in_one_line(tmp_path: Path, journal: str) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    table = tmp_path / "table7.toml"
    table.write_text(
        f'name = "T"\ngame = "roulette"\nrules = "sv"\nlanguage = "en"\njournal = "{journal}"\n', "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(REFUSED), str(table)],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("dealer-console: ")


def test_no_file_of_the_console_s_own_is_written_by_way_of_a_link(tmp_path: Path) -> None:
    """Who can write a journal's folder can lay a link there to any other file of the user's."""
    path, precious = tmp_path / "table.journal", tmp_path / "precious"
    precious.write_bytes(b"minutes")
    sibling(path, ".lock").symlink_to(precious)
    with pytest.raises(IsLink):
        opened(path)
    sibling(path, ".lock").unlink()
    with opened(path) as journal:
        journal.append([drawn(1), drawn(2)])
    path.write_bytes(path.read_bytes().replace(b'"place":2', b'"place":3'))
    for ending in (".wreck", ".wreck-wal", ".new", ".new-journal", ".rescued"):
        sibling(path, ending).symlink_to(precious)
    at = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    recovered = "table-recovered-20261120T090000Z.journal"
    for ending in (".rest.jsonl", ".part"):
        sibling(path.with_name(recovered), ending).symlink_to(precious)
    assert recover(path, lambda *_: b"{}", at).entries == 1
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "errors.log").symlink_to(precious)
    assert keep_log(logs) is None
    assert precious.read_bytes() == b"minutes"


@pytest.mark.parametrize("leads", ["to a file", "to nothing"])
def test_no_file_of_the_consoles_own_is_read_by_way_of_a_link(tmp_path: Path, leads: str) -> None:
    """Where others can write the folder, a link leads to whatever people, key or journal they like."""
    elsewhere = tmp_path / "elsewhere"
    people = studio(elsewhere)
    with opened(elsewhere / "journal.db") as journal:
        journal.append([drawn(1)])
    seal_key(elsewhere)
    if leads == "to nothing":
        shutil.rmtree(elsewhere)
    for name, file in (("people.json", people.path), ("journal.db", None), ("seal.pem", None)):
        (tmp_path / name).symlink_to(file or elsewhere / name)
    tries: tuple[tuple[Callable[[], object], type[IsLink | PeopleLink]], ...] = (
        (lambda: PeopleFile(tmp_path / "people.json").people, PeopleLink),
        (lambda: opened(tmp_path / "journal.db"), IsLink),
        (lambda: salvage(tmp_path / "journal.db", SV, lambda *_: b"{}", datetime.now(UTC)), IsLink),
        (lambda: seal_key(tmp_path), IsLink),
    )
    for asks, error in tries:
        with pytest.raises(error) as found:
            asks()
        assert isinstance(found.value, IsLink | PeopleLink)
        assert words("en").text(found.value.key, **found.value.slots)
    assert elsewhere.exists() is (leads == "to a file"), "nothing is made there"
    by_folder = tmp_path / "folder"
    by_folder.symlink_to(elsewhere, target_is_directory=True)
    if leads == "to a file":
        assert PeopleFile(by_folder / "kept" / "people.json").people, "a folder may be one"
        opened(by_folder / "journal.db").close()


def test_a_journal_is_verified_reviewed_and_copied_by_way_of_no_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that a name leads to can be another one at each look."""
    with opened(tmp_path / "journal.db") as journal:
        journal.append([drawn(1)])
    link, folder = tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(tmp_path / "journal.db")
    folder.mkdir()
    (folder / "one.db").symlink_to(tmp_path / "journal.db")
    (folder / "notes.txt").symlink_to(tmp_path / "nothing")
    for command in (
        ("journal", "verify", link),
        ("journal", "verify", folder),
        ("journal", "backup", link, tmp_path / "copy.db"),
        ("journal", "head", link, tmp_path / "head.json"),
        ("report", link),
        ("incident", link),
    ):
        assert main([str(each) for each in (*command, "--lang", "en")]) == 2, command
        named = folder / "one.db" if folder in command else link
        assert words("en").text("file.is_link", file=named) in capsys.readouterr().err, command
    with pytest.raises(IsLink), review(link), Log([link], tmp_path / "indexes"):
        pass
    with pytest.raises(IsLink):
        Log([link], tmp_path / "indexes")
    assert main(["journal", "verify", str(tmp_path / "journal.db"), "--lang", "en"]) == 0


def test_no_link_laid_between_the_look_and_sqlites_own_opening_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is taken away again at once, so that the place looks as before."""
    path, other = tmp_path / "journal.db", tmp_path / "other.db"
    for each in (path, other):
        with opened(each) as journal:
            journal.append([drawn(1)])
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    swapped = iter((True, False))

    def meanwhile(*given: Any, **more: Any) -> sqlite3.Connection:
        if not next(swapped, False):
            return connect(*given, **more)
        path.rename(tmp_path / "aside")
        path.symlink_to(other)
        try:
            return connect(*given, **more)
        finally:
            path.unlink()
            (tmp_path / "aside").rename(path)

    monkeypatch.setattr(sqlite3, "connect", meanwhile)
    with pytest.raises(IsLink):
        verify(path)
    assert verify(path).flaw is None, "nothing is the matter with the file itself"


def test_a_folder_in_place_of_a_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.journal").mkdir()
    with pytest.raises(NotAJournal):
        salvage(tmp_path / "table.journal", SV, lambda *_: b"{}", datetime.now(UTC))
