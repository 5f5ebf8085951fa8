"""An upgrade is checked, tried and switched by one rename; whatever ends it, one of two versions starts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from console.base.setup import CURRENT, InstalledVersion, Versions, by_link
from console.base.setup.versions import RECORD, VERSIONS
from console.base.words import LANGUAGES, Words
from console.commissioning.commands import upgrade as command
from console.commissioning.commands.upgrade import opened_by_reading, opening_report
from console.table.commands.journal_copies import close_file
from console.table.core import NoteKind, SetClock
from console.table.custody import open_session
from console.table.journal import SCHEMA, Identity, SealKey, verify
from tests.command_lines import run
from tests.commissioning.software import releases
from tests.table.commands.test_ways_by_hand import ENDED, ended_at_note, told
from tests.table.core.tables import book
from tests.table.played import OPEN, ROUND, written

main = partial(run, "upgrade")

T7 = Identity("T7", "baccarat", "lt")
PACKAGES = Path(f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")


class UpgradedMachine:
    """A machine with a table, a prefix, and programs that do at once what takes minutes."""

    def __init__(self, folder: Path, key: SealKey) -> None:
        self.folder, self.key, self.prefix = folder, key, folder / "opt"
        self.versions = Versions(self.prefix)
        self.journal = written(folder / "t.db", *ROUND)
        self.table = folder / "table.toml"
        self.table.write_text(
            'name = "T7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "en"\njournal = "t.db"\n'
            '[[device]]\nrole = "shoe"\nurl = "/dev/ttyUSB0"\n'
        )
        self.table.chmod(0o644)
        self.schema = SCHEMA
        self.ran: list[str] = []
        self.says: Callable[[list[str]], str | None] = lambda argv: None

    def bundle(self, name: str, key: SealKey | None = None) -> Path:
        """A bundle whose console differs from any other's by a byte."""
        made = self.folder / f"made-{name}"
        releases.installed(made)
        (made / "console/requirements.lock").write_text("# for: console\n")
        (made / "console/name.py").write_text(f"NAME = {name!r}\n")
        releases.sign(made, key or self.key)
        folder = self.folder / name
        folder.mkdir()
        releases.wheel_of(made, folder)
        return folder

    def run(self, line: Sequence[str]) -> tuple[int, str]:
        argv = [*line]
        self.ran.append(" ".join(argv))
        if (answer := self.says(argv)) is not None:
            return 1, answer
        match argv:
            case [_, "-m", "venv", "--without-pip", place]:
                releases.environment_at(Path(place))
            case [_, "-m", "pip", "--python", python, *_, wheel] if wheel.endswith(".whl"):
                into = Path(python).parent.parent
                with ZipFile(wheel) as archive:
                    archive.extractall(into / PACKAGES)
                releases.script_at(into)
            case [_, "--version"]:
                return 0, "dealer-console 7.1"
            case [_, "upgrade", "--try", *copies]:
                trials = [opening_report(Path(copy)) for copy in copies]
                return 0, json.dumps({"schema": self.schema, "tables": trials})
        return 0, ""

    def does(self, *argv: str) -> int:
        given = ("--table", str(self.table), "--prefix", str(self.prefix), "--lang", "en")
        return main([*argv, *given], run=self.run, root=self.folder)

    def runs(self) -> str:
        """The build that a start runs now; nothing where none starts."""
        program = self.prefix / CURRENT / "bin/dealer-console"
        with suppress(OSError):
            done = subprocess.run([program], capture_output=True, text=True, check=True).stdout
            if done == "dealer-console 7.1\n" and self.versions.current is not None:
                return (self.prefix / CURRENT / PACKAGES / "console/name.py").read_text().split("'")[1]
        return ""


@pytest.fixture
def machine(tmp_path: Path) -> UpgradedMachine:
    return UpgradedMachine(tmp_path, releases.key_at(tmp_path))


@pytest.fixture
def pem(machine: UpgradedMachine) -> str:
    return str(releases.pem(machine.folder, machine.key.public))


@pytest.fixture
def at_work(machine: UpgradedMachine, pem: str, capsys: pytest.CaptureFixture[str]) -> UpgradedMachine:
    """With a first version."""
    assert machine.does(str(machine.bundle("one")), "--key", pem) == 0
    capsys.readouterr()
    machine.ran.clear()
    return machine


def test_the_next_version_is_put_beside_the_one_at_work_and_takes_its_place(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_work.runs() == "one"
    assert at_work.does(str(at_work.bundle("two"))) == 0, "the version at work has the maker's key"
    printed = capsys.readouterr().out
    assert at_work.runs() == "two" and "7.1" in printed and "--back" in printed
    assert list(at_work.versions.scratch().iterdir()) == []


@pytest.mark.sweep
def test_the_version_before_comes_back_and_goes_again(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_work.does(str(at_work.bundle("two"))) == 0
    assert at_work.does("--back") == 0 and at_work.runs() == "one"
    assert at_work.does("--back") == 0 and at_work.runs() == "two"
    assert at_work.does(str(at_work.folder / "two")) == 0
    assert capsys.readouterr().out.endswith("Version 7.1 is already in use.\n")
    assert list(at_work.versions.scratch().iterdir()) == []


@pytest.mark.sweep
@ENDED
def test_the_version_before_comes_back_whatever_ended_the_console(
    at_work: UpgradedMachine, ended: int
) -> None:
    told("software.md", "`dealer-console upgrade --back` switches to the version before")
    assert at_work.does(str(at_work.bundle("two"))) == 0
    ended_at_note(at_work.journal, ended, T7, NoteKind.RESTARTED, "")
    entries = verify(at_work.journal).entries
    assert at_work.does("--back") == 0 and at_work.runs() == "one"
    with ExitStack() as stack:
        open_session(at_work.journal, T7, book("lt"), SetClock(), stack)
    assert verify(at_work.journal).entries >= entries
    ended_at_note(at_work.journal, ended, T7, NoteKind.RESTARTED, "")
    assert at_work.does(str(at_work.folder / "two")) == 0 and at_work.runs() == "two"


@pytest.mark.sweep
def test_the_oldest_goes_when_a_third_one_comes(at_work: UpgradedMachine) -> None:
    for name in ("two", "three"):
        assert at_work.does(str(at_work.bundle(name))) == 0
    assert len(list((at_work.prefix / VERSIONS).iterdir())) == 2
    assert at_work.does("--back") == 0 and at_work.runs() == "two"


def test_a_bundle_of_another_key_or_with_a_changed_wheel_is_refused(
    at_work: UpgradedMachine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").mkdir()
    assert at_work.does(str(at_work.bundle("two", releases.key_at(tmp_path / "other")))) == 2
    assert "a key other than the one you named" in capsys.readouterr().err
    wheel = next(at_work.bundle("three").glob("*.whl"))
    with ZipFile(wheel, "a") as archive:
        archive.writestr("console/more.py", "evil = 1")
    assert at_work.does(str(wheel.parent)) == 2
    assert "console/more.py" in capsys.readouterr().err
    assert at_work.does(str(tmp_path / "other")) == 2
    assert Words("en").text("software.no_release", place=tmp_path / "other") in capsys.readouterr().err
    assert at_work.runs() == "one" and at_work.ran == []


def test_a_folder_with_a_colon_in_its_path_is_refused_before_anything_is_made(
    machine: UpgradedMachine, pem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    prefix, bundle = machine.folder / "a:b", machine.bundle("one")
    assert main([str(bundle), "--table", str(machine.table), "--prefix", str(prefix), "--key", pem]) == 2
    assert Words("en").text("upgrade.colon", folder=prefix) in capsys.readouterr().err
    assert not prefix.exists()


def test_a_change_on_the_way_into_the_folder_is_found_there(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    def tampered(argv: list[str]) -> None:
        if argv[-1].endswith(".whl"):
            with ZipFile(argv[-1], "a") as archive:
                archive.writestr("console/more.py", "evil = 1")

    at_work.says = tampered
    assert at_work.does(str(at_work.bundle("two"))) == 2
    assert "console/more.py" in capsys.readouterr().err and at_work.runs() == "one"


def test_an_installed_version_is_verified_each_time_it_is_put_in_place(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    one = at_work.versions.current
    assert one is not None and at_work.does(str(at_work.bundle("two"))) == 0
    payout = one.folder / PACKAGES / "console/table/game/payout.py"
    was = payout.read_text()
    payout.write_text(was + " ")
    for argv in (["--back"], [str(at_work.folder / "one")]):
        assert at_work.does(*argv) == 2 and at_work.runs() == "two"
        assert "console/table/game/payout.py" in capsys.readouterr().err
    payout.write_text(was)
    for more in ("sitecustomize.py", "run.pth"):
        (one.folder / PACKAGES / more).write_text("import os")
        assert at_work.does("--back") == 2 and at_work.runs() == "two"
        assert more in capsys.readouterr().err
        (one.folder / PACKAGES / more).unlink()
    assert at_work.does("--back") == 0 and at_work.runs() == "one"


def test_an_older_bundle_is_refused_as_older_unless_a_downgrade_is_asked_for(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = str(at_work.bundle("two"))
    now = at_work.versions.current
    assert now is not None
    now._replace(version="7.10").record()
    assert at_work.does(bundle) == 2
    printed = capsys.readouterr().err
    assert "7.1," in printed and "7.10" in printed and "--downgrade" in printed
    assert list(at_work.prefix.glob("versions/*")) == [now.folder], "nothing was begun"
    assert at_work.does(bundle, "--downgrade") == 0
    assert at_work.runs() == "two"


def test_without_a_key_nothing_is_believed(
    machine: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.does(str(machine.bundle("one"))) == 2
    assert "--key" in capsys.readouterr().err and machine.runs() == ""


def test_a_round_that_is_open_is_waited_for(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    at_work.journal.unlink()
    written(at_work.journal, *ROUND, OPEN)
    assert at_work.does(str(at_work.bundle("two"))) == 2
    assert "A round is open at T7" in capsys.readouterr().err
    assert at_work.does("--back") == 2
    assert at_work.runs() == "one"


def test_a_round_that_opens_while_it_is_set_up_is_waited_for_too(at_work: UpgradedMachine) -> None:
    def opens(argv: list[str]) -> None:
        if argv[1:3] == ["upgrade", "--try"] and len(argv) > 3:
            at_work.journal.unlink()
            written(at_work.journal, *ROUND, OPEN)

    at_work.says = opens
    assert at_work.does(str(at_work.bundle("two"))) == 2 and at_work.runs() == "one"


@pytest.mark.sweep(2)
@pytest.mark.parametrize("step", ["venv", "pip", "--version", "--try"])
def test_a_failed_step_changes_nothing_and_the_next_try_starts_over(
    at_work: UpgradedMachine, step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = at_work.bundle("two")
    at_work.says = lambda argv: "no room" if step in argv else None
    assert at_work.does(str(bundle)) == 1
    assert "no room" in capsys.readouterr().err and at_work.runs() == "one"
    at_work.says = lambda argv: None
    assert at_work.does(str(bundle)) == 0 and at_work.runs() == "two"


@pytest.mark.sweep
def test_a_bundle_without_a_part_for_this_system_says_where_to_make_another(
    at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wheel is missing, or is one of another system or another Python."""
    bundle = at_work.bundle("two")
    of_pip = "ERROR: No matching distribution found for cffi==2.1.1"
    at_work.says = lambda argv: of_pip if "pip" in argv else None
    assert at_work.does(str(bundle)) == 2 and at_work.runs() == "one"
    slots = {"bundle": bundle, "name": "cffi==2.1.1"}
    assert Words("en").text("upgrade.part_missing", **slots) in capsys.readouterr().err
    at_work.says = lambda argv: None
    assert at_work.does(str(bundle)) == 0 and at_work.runs() == "two"


@pytest.mark.sweep
def test_a_table_whose_file_was_just_closed_gets_the_next_version(at_work: UpgradedMachine) -> None:
    close_file(at_work.journal, SetClock())
    assert at_work.does(str(at_work.bundle("two"))) == 0
    assert opened_by_reading(at_work.journal)._asdict() == {"entry": 0, "rounds": 1, "phase": "betting"}
    assert "'betting'" in repr(opened_by_reading(at_work.journal)) and at_work.runs() == "two"


def test_a_version_that_reads_a_journal_differently_is_not_put_in_place(
    at_work: UpgradedMachine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = {"entry": 1, "rounds": 99, "phase": "betting"}
    monkeypatch.setattr(sys.modules[__name__], "opening_report", lambda copy: fields)
    assert at_work.does(str(at_work.bundle("two"))) == 1
    assert "99" in capsys.readouterr().err and at_work.runs() == "one"


@pytest.mark.parametrize("name", ["minutes.txt", "missing.db", "."])
def test_a_trial_of_a_file_that_is_no_journal_is_refused_in_one_line(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "minutes.txt").write_text("minutes of a meeting")
    assert main(["--try", str(tmp_path / name), "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert told.err.startswith("dealer-console upgrade: ") and str(tmp_path) in told.err
    assert (tmp_path / "minutes.txt").read_text() == "minutes of a meeting"


def test_a_journal_that_the_older_one_could_not_read_says_so_before(
    at_work: UpgradedMachine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_work.schema = SCHEMA + 1
    bundle = at_work.bundle("two")
    assert at_work.does(str(bundle)) == 2
    assert "--one-way" in capsys.readouterr().err and at_work.runs() == "one"
    assert at_work.does(str(bundle), "--one-way") == 0 and at_work.runs() == "two"
    assert at_work.does("--back") == 0, "no start has brought it up to date yet"
    assert at_work.does("--back") == 0 and at_work.runs() == "two"
    monkeypatch.setattr(command, "schema_of", lambda journal: SCHEMA + 1)
    capsys.readouterr()
    assert at_work.does("--back") == 2
    printed = capsys.readouterr().err
    assert str(at_work.journal) in printed and "rename" not in printed and at_work.runs() == "two"
    copies = [at_work.journal.with_name(f"t.db.schema-{each}") for each in (SCHEMA - 1, SCHEMA, SCHEMA + 1)]
    for copy in copies:
        copy.touch()
    assert at_work.does("--back") == 2 and at_work.runs() == "two"
    assert f"rename {copies[1]} to {at_work.journal}" in capsys.readouterr().err


def test_the_kiosks_user_reads_what_another_installed(machine: UpgradedMachine, pem: str) -> None:
    umask = os.umask(0o077)
    try:
        assert machine.does(str(machine.bundle("one")), "--key", pem) == 0
        assert os.umask(0o077) == 0o077, "the console's own files are for its user alone, as before"
    finally:
        os.umask(umask)
    now = machine.versions.current
    assert now is not None
    for each in (machine.prefix, now.folder.parent, now.folder, now.folder / RECORD, now.folder / PACKAGES):
        assert each.stat().st_mode & 0o044 == 0o044, each


@pytest.mark.sweep(1)
@pytest.mark.parametrize("back", [False, True])
def test_what_a_killed_upgrade_left_of_its_own_is_removed(at_work: UpgradedMachine, back: bool) -> None:
    """Copies of journals and a pip; nothing else in the folder is touched."""
    assert at_work.does(str(at_work.bundle("two"))) == 0
    left, kept = at_work.versions.scratch() / "tried-x9y8z7", at_work.prefix / ".tried-by-hand"
    with at_work.versions.lock():
        for each in (left, kept):
            each.mkdir(parents=True)
            (each / "0.db").write_text("")
        assert at_work.does("--back") == 2 and left.exists(), "it is at work"
    assert at_work.does("--back" if back else str(at_work.folder / "two")) == 0
    assert not left.exists() and (kept / "0.db").exists()


def test_two_upgrades_do_not_meet(at_work: UpgradedMachine, capsys: pytest.CaptureFixture[str]) -> None:
    with at_work.versions.lock() as alone:
        assert alone and at_work.does("--back") == 2
    assert "Another upgrade" in capsys.readouterr().err


def test_going_back_without_a_table_is_refused(
    machine: UpgradedMachine, pem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        assert main(["--back", "--lang", language], run=machine.run, root=machine.folder) == 2
        assert Words(language).text("upgrade.no_table") in capsys.readouterr().err


def test_a_kiosk_is_started_by_the_link_and_runs_on_in_its_own_folder(at_work: UpgradedMachine) -> None:
    now = at_work.versions.current
    assert now is not None
    link = at_work.prefix / CURRENT / "bin/dealer-console"
    assert by_link(now.folder / "bin/python") == by_link(link.with_name("python")) == link
    assert by_link(Path("/usr/bin/python3")) is None


def left_by_a_kill(machine: UpgradedMachine, argv: tuple[str, ...], folder: Path) -> Iterator[Path]:
    """Do it in a process of its own; what lay in the prefix before each of its changes of the disk.

    That is what a kill at that moment leaves: what a program has not yet given to the system goes with it.
    """
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            left = SimpleNamespace(steps=0, copies=False)

            def at_step(event: str, given: tuple[object, ...]) -> None:
                changes = event in _CHANGES or (event == "open" and _writes(given))
                if changes and not left.copies and str(machine.folder) in str(given[:2]):
                    left.copies, left.steps = True, left.steps + 1
                    shutil.copytree(machine.prefix, folder / f"{left.steps:04}", symlinks=True)
                    left.copies = False

            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            sys.addaudithook(at_step)
            machine.does(*argv)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    for at_disk in sorted(folder.iterdir()):
        shutil.rmtree(machine.prefix)
        at_disk.rename(machine.prefix)
        yield machine.prefix


_CHANGES = frozenset(
    ("os.rename", "os.symlink", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "shutil.rmtree")
)


def _writes(given: tuple[object, ...]) -> bool:
    flags = given[2]
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


@pytest.mark.sweep
@pytest.mark.parametrize("way", ["forward", "back"])
def test_an_upgrade_killed_at_any_change_of_the_disk_leaves_a_version_that_starts(
    at_work: UpgradedMachine, way: str
) -> None:
    bundle = at_work.bundle("two")
    argv: tuple[str, ...] = (str(bundle),)
    if way == "back":
        assert at_work.does(*argv) == 0
        argv = ("--back",)
    began, goal = at_work.runs(), "two" if way == "forward" else "one"
    before = at_work.folder / "before"
    before.mkdir()
    seen, number, known = set[str](), 0, dict[object, str]()
    for number, prefix in enumerate(left_by_a_kill(at_work, argv, before), 1):
        reached = reached_by_a_start(prefix)
        seen.add(runs := known.get(reached) or known.setdefault(reached, at_work.runs()))
        assert runs in (began, goal), f"killed at {number}"
        if runs == began and number % 5 == 0:
            assert at_work.does(*argv) == 0 and at_work.runs() == goal, f"killed at {number}"
    assert number > (20 if way == "forward" else 4) and began in seen


def reached_by_a_start(prefix: Path) -> tuple[object, ...]:
    """All that a start comes to: the version in use, and what lies in it."""
    version = (prefix / CURRENT).resolve()
    every = sorted(path for path in version.rglob("*") if path.is_symlink() or path.is_file())
    return tuple((str(at), os.readlink(at) if at.is_symlink() else at.read_bytes()) for at in every)


def test_a_record_that_is_broken_makes_no_version(at_work: UpgradedMachine) -> None:
    now = at_work.versions.current
    assert now is not None
    for text in ("", "{", "[]", '{"version": "7.1"}'):
        (now.folder / RECORD).write_text(text)
        assert InstalledVersion.at(now.folder) is None
