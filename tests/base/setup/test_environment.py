"""The set-up does what is missing, once, and survives being broken off; no test here installs anything."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from console import __version__
from console.base.setup import debian, environment, stamp
from console.base.setup.environment import SetUpFailed, base_python, is_ready, set_up
from tests.sources import PROGRAM, copied
from tests.warmed import is_running

LOCK = """\
# for: console
first==1 \\
    --hash=sha256:11

# for: console
second==2 \\
    --hash=sha256:22

# for: dev
checker==3 \\
    --hash=sha256:33
"""


class FreshMachine:
    """A machine that seems to do every command: it makes environments, and remembers what was asked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[str] = []
        self.refuses: Callable[[str], bool] = lambda command: False
        self.breaks: Callable[[str], bool] = lambda command: False

    def run(self, command: Sequence[str]) -> bool:
        line = " ".join(command)
        self.commands.append(line)
        if self.breaks(line):
            raise KeyboardInterrupt
        if self.refuses(line):
            return False
        if "-m venv" in line:
            self.make_environment()
        if "hatch_build.py" in line:
            (self.root / "translations" / "sv.mo").write_text("built")
        return True

    def pip_ends_with(self, command: str, said: str) -> bool:
        """Whether it is pip, which then has this in its log."""
        if "-m pip" not in command:
            return False
        Path(command.partition("--log ")[2].split()[0]).write_text(said)
        return True

    def make_environment(self) -> None:
        python = stamp.python_of(self.root)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.symlink_to(sys.executable)

    def required_parts(self) -> list[str]:
        """The parts that pip was given last, each with its required digest."""
        command = self.did("-m pip")[-1].split()
        assert "--require-hashes" in command and "--no-deps" in command
        lines = Path(command[command.index("--requirement") + 1]).read_text().split("\n")
        assert all("--hash=" in line for line in lines[1::2] if line)
        return [line.removesuffix(" \\") for line in lines[::2] if line]

    def did(self, what: str) -> list[str]:
        return [line for line in self.commands if what in line]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FreshMachine:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "requirements.lock").write_text(LOCK)
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "sv.po").write_text("words")
    monkeypatch.setattr(debian, "window_packages", list)
    monkeypatch.setattr(debian, "can_make_environments", lambda: True)
    return FreshMachine(tmp_path)


def test_the_first_run_makes_the_environment_installs_and_compiles_the_words(machine: FreshMachine) -> None:
    set_up(machine.root, False, (), machine.run)
    made, installed, compiled = machine.commands
    assert made.endswith(f"-m venv {machine.root / '.venv'}")
    assert "-m pip" in installed and machine.required_parts() == ["first==1", "second==2"]
    assert compiled.endswith("hatch_build.py")


def test_the_second_run_has_nothing_to_do(machine: FreshMachine) -> None:
    set_up(machine.root, True, ("dev",), machine.run)
    machine.commands.clear()
    set_up(machine.root, True, ("dev",), machine.run)
    assert is_ready(machine.root, True, ("dev",))
    assert machine.commands == []


def test_a_table_that_is_driven_asks_nothing_of_the_system(
    machine: FreshMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        debian, "window_packages", lambda: pytest.fail("the window's packages were asked for")
    )
    set_up(machine.root, False, (), machine.run)
    assert is_ready(machine.root, False, ())
    assert not is_ready(machine.root, True, ())


def test_the_tests_own_packages_are_added_and_stay(machine: FreshMachine) -> None:
    set_up(machine.root, False, (), machine.run)
    set_up(machine.root, False, ("dev",), machine.run)
    assert machine.required_parts()[-1] == "checker==3"
    assert is_ready(machine.root, False, ())
    (machine.root / "requirements.lock").write_text(LOCK + "\n")
    set_up(machine.root, False, (), machine.run)
    assert len(machine.did("-m pip")) == 3 and machine.required_parts()[-1] == "checker==3"
    assert is_ready(machine.root, False, ("dev",))


def test_a_changed_lock_installs_into_the_same_environment(machine: FreshMachine) -> None:
    set_up(machine.root, False, (), machine.run)
    (machine.root / "requirements.lock").write_text(LOCK.replace("second==2", "third==3"))
    set_up(machine.root, False, (), machine.run)
    assert len(machine.did("-m venv")) == 1
    assert machine.required_parts() == ["first==1", "third==3"]


def test_without_a_network_all_comes_from_the_folder_and_nothing_is_asked_elsewhere(
    machine: FreshMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debian, "window_packages", lambda: ["fonts-of-no-machine"])
    monkeypatch.setattr(debian, "can_do_without", lambda packages: True)
    set_up(machine.root, True, (), machine.run, tmp_path / "wheels")
    (installed,) = machine.did("-m pip")
    assert f"--no-index --find-links {tmp_path / 'wheels'}" in installed
    assert not machine.did("apt")


@pytest.mark.parametrize("moment", ["-m venv", "-m pip"])
def test_an_environment_whose_set_up_broke_off_is_replaced(machine: FreshMachine, moment: str) -> None:
    machine.breaks = lambda command: moment in command
    with pytest.raises(KeyboardInterrupt):
        set_up(machine.root, False, (), machine.run)
    half = machine.root / ".venv" / "lib" / "half-written.py"
    half.parent.mkdir()
    half.touch()
    machine.breaks = lambda command: False
    machine.commands.clear()
    set_up(machine.root, False, (), machine.run)
    assert not half.exists()
    assert len(machine.did("-m venv")) == 1
    assert is_ready(machine.root, False, ())


@pytest.mark.parametrize("written", ["", "{", "[]"])
def test_an_unreadable_stamp_counts_as_broken_off(machine: FreshMachine, written: str) -> None:
    set_up(machine.root, False, (), machine.run)
    (machine.root / ".venv" / "set-up.json").write_text(written)
    set_up(machine.root, False, (), machine.run)
    assert len(machine.did("-m venv")) == 2


def test_a_failed_pip_leaves_the_environment_that_worked(machine: FreshMachine) -> None:
    set_up(machine.root, False, (), machine.run)
    machine.refuses = lambda command: "-m pip" in command
    with pytest.raises(SetUpFailed, match="Python packages"):
        set_up(machine.root, False, ("dev",), machine.run)
    assert is_ready(machine.root, False, ())


def test_a_checkout_with_a_colon_in_its_path_is_named_before_python_is_asked(machine: FreshMachine) -> None:
    root = machine.root / "a:b"
    root.mkdir()
    with pytest.raises(SetUpFailed, match="Move the checkout to a folder whose path has none"):
        environment.make_environment(root, machine.run)
    assert machine.commands == []


_PIPS_WORDS: Final = {
    """WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError('...')'
    ERROR: No matching distribution found for first==1""": "start with `--offline FOLDER`",
    """ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated them
        first==1 from https://example.com/first-1-py3-none-any.whl (from -r asked.txt (line 1)):
            Expected sha256 11""": "first-1-py3-none-any.whl is not the file that was released",
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "Make room",
    "ERROR: something that nobody knows": "what pip says about it is above",
}


@pytest.mark.parametrize("said", _PIPS_WORDS)
def test_pips_words_on_a_failure_end_in_a_sentence_with_the_way_out(machine: FreshMachine, said: str) -> None:
    machine.refuses = lambda command: machine.pip_ends_with(command, said)
    with pytest.raises(SetUpFailed, match=re.escape(_PIPS_WORDS[said])):
        set_up(machine.root, False, (), machine.run)


def test_a_part_that_the_carried_folder_lacks_or_has_cut_is_named(machine: FreshMachine) -> None:
    wheels = machine.root / "wheels"
    for said, sentence in (
        (
            "ERROR: No matching distribution found for first==1",
            f"first==1 is not in {wheels}. Make",
        ),
        (
            f"DO NOT MATCH THE HASHES FROM\n first==1 from file://{wheels}/first.whl (from -r asked.txt",
            f"{wheels}/first.whl is not the file that was released: it was cut off or changed. To",
        ),
    ):
        machine.refuses = lambda command, said=said: machine.pip_ends_with(command, said)  # type: ignore[misc]
        with pytest.raises(SetUpFailed, match=re.escape(sentence)):
            set_up(machine.root, False, (), machine.run, wheels)


def test_an_environment_that_a_person_made_is_taken(machine: FreshMachine) -> None:
    machine.make_environment()
    set_up(machine.root, False, (), machine.run)
    assert not machine.did("-m venv")
    assert is_ready(machine.root, False, ())


def test_an_environment_whose_python_is_gone_is_replaced(machine: FreshMachine, tmp_path: Path) -> None:
    set_up(machine.root, False, (), machine.run)
    python = stamp.python_of(machine.root)
    python.unlink()
    python.symlink_to(tmp_path / "python-of-another-release")
    assert not is_ready(machine.root, False, ())
    set_up(machine.root, False, (), machine.run)
    assert len(machine.did("-m venv")) == 2


def test_newer_words_are_compiled_again(machine: FreshMachine) -> None:
    set_up(machine.root, False, (), machine.run)
    source = machine.root / "translations" / "sv.po"
    later = source.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert not is_ready(machine.root, False, ())


def test_a_change_of_the_systems_packages_has_them_looked_at_again(
    machine: FreshMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(machine.root, True, (), machine.run)
    monkeypatch.setattr(environment, "fingerprint", lambda: [1])
    assert not is_ready(machine.root, True, ())
    set_up(machine.root, True, (), machine.run)
    assert is_ready(machine.root, True, ())


def test_two_runs_at_once_set_up_once(machine: FreshMachine) -> None:
    runs = [threading.Thread(target=set_up, args=(machine.root, False, (), machine.run)) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert len(machine.commands) == 3


def test_checkouts_that_share_an_environment_by_a_link_set_it_up_in_turn(tmp_path: Path) -> None:
    waited: list[str] = []
    other = tmp_path / "other"
    other.mkdir()
    (other / ".venv").symlink_to(tmp_path / ".venv")
    with ExitStack() as first:
        first.enter_context(stamp.only_run(tmp_path, lambda: pytest.fail("nobody sets it up")))

        def let_go() -> None:
            waited.append("waited")
            first.close()

        with stamp.only_run(other, let_go):
            assert waited == ["waited"]


def test_a_command_that_outlives_its_run_keeps_the_next_one_waiting(tmp_path: Path) -> None:
    waited: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", OUTLIVED, str(environment.ROOT), str(tmp_path)], stderr=subprocess.PIPE
    ) as run:
        assert run.stderr
        assert run.stderr.readline() == b"pip is at work\n"
        run.kill()
        run.wait()
        pip = (tmp_path / "pip").open("w")  # opens once the command, still alive, reads it

        def let_pip_end() -> None:
            waited.append("waited")
            pip.close()

        with stamp.only_run(tmp_path, let_pip_end):
            pip.close()
    assert waited == ["waited"]


OUTLIVED = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from console.base.setup import environment, stamp
root = Path(sys.argv[2])
os.mkfifo(root / "pip")
with stamp.only_run(root, sys.exit):
    environment.run_aloud(["sh", "-c", 'echo pip is at work >&2; exec cat "$0"', str(root / "pip")])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it reads what Linux says of a process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_set_up_that_is_ended_ends_its_commands_and_theirs(tmp_path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDED, str(environment.ROOT), str(tmp_path)], stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr
        pids = [int(run.stderr.readline()) for _ in range(2)]
        run.send_signal(number)
        assert run.wait() == 128 + number
        left = [pid for pid in pids if runs_on(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        said = run.stderr.read()
    assert said == "dealer-console: the set-up was broken off; the next run takes it up again\n"
    assert left == []


def runs_on(pid: int) -> bool:
    """Whether a process is still at work when a busy machine has had time to end it."""
    for _ in range(500):
        if not is_running(pid):
            return False
        time.sleep(0.01)
    return True


ENDED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
signal.signal(signal.SIGINT, signal.default_int_handler)
from console.base.setup import environment, stamp
pip = "trap '' INT; sh -c 'echo $$ >&2; exec sleep 600' & echo $$ >&2; wait"
environment.set_up = lambda *_: environment.run_aloud(["sh", "-c", pip])
environment._set_up_or_end(False, (), None)
"""


def test_without_root_the_one_command_to_run_is_printed(
    machine: FreshMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debian, "window_packages", lambda: ["libegl1", "fonts-noto-cjk"])
    monkeypatch.setattr(debian, "way_to_root", lambda: None)
    with pytest.raises(SetUpFailed) as refused:
        set_up(machine.root, True, (), machine.run)
    assert refused.value.status == 3
    assert str(refused.value).startswith("run this line as root, then start again: sh -c 'apt-get")
    assert str(refused.value).endswith("-y -q --no-install-recommends libegl1 fonts-noto-cjk")
    assert "\n" not in str(refused.value)
    assert machine.commands == []


def test_apt_is_asked_once_and_after_sudo(machine: FreshMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "window_packages", lambda: ["libegl1"])
    monkeypatch.setattr(debian, "can_make_environments", lambda: False)
    monkeypatch.setattr(debian, "way_to_root", lambda: ["sudo", "-n"])
    monkeypatch.setattr("shutil.which", lambda name: name)
    set_up(machine.root, True, (), machine.run)
    assert machine.commands.index(" ".join(("sudo", "-n", *debian.FINISH))) == 0, "what was stopped halfway"
    (installed,) = machine.did("apt-get install")
    assert installed.startswith("sudo -n apt-get install")
    assert installed.endswith(f"{debian.venv_package()} libegl1")


@pytest.fixture
def apt_machine(machine: FreshMachine, monkeypatch: pytest.MonkeyPatch) -> FreshMachine:
    """A Debian on which root sets up, and that lacks one library of the window."""
    monkeypatch.setattr(debian, "window_packages", lambda: ["libegl1"])
    monkeypatch.setattr(debian, "way_to_root", list)
    monkeypatch.setattr("shutil.which", lambda name: name)
    return machine


def test_root_is_told_that_apt_failed_and_not_to_become_root(
    apt_machine: FreshMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt_machine.refuses = lambda command: command.startswith("apt-get install")
    with pytest.raises(SetUpFailed, match=r"^apt could not install libegl1; its reason is above") as refused:
        set_up(apt_machine.root, True, (), apt_machine.run)
    assert refused.value.status == 3
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(SetUpFailed, match=r"^this system has no apt\. Install what Debian calls libegl1"):
        set_up(apt_machine.root, True, (), apt_machine.run)


def test_each_apt_waits_ten_minutes_for_one_that_goes_on_after_ctrl_c(apt_machine: FreshMachine) -> None:
    set_up(apt_machine.root, True, (), apt_machine.run)
    waiting = [line for line in apt_machine.did("apt-get") if "-o DPkg::Lock::Timeout=600" in line]
    assert "check; exec dpkg --configure -a" in waiting[0] and "install" in waiting[1]


def test_a_full_disk_is_named_with_its_folder_though_the_stamp_can_not_be_written(
    machine: FreshMachine,
    left: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(environment, "write_stamp", refuse)
    with pytest.raises(SystemExit) as ended:
        environment.enter(window=False)
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code == 1 and "Errno" not in said
    assert said.startswith(f"dealer-console: the disk of {machine.root} or of the temporary files (")
    assert said.endswith("is full. Make room there, then start again")


def test_missing_fonts_do_not_stop_a_machine_that_has_japanese_ones(
    machine: FreshMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debian, "window_packages", lambda: ["fonts-noto-core"])
    monkeypatch.setattr(debian, "way_to_root", lambda: None)
    monkeypatch.setattr(debian, "can_do_without", lambda packages: packages == ["fonts-noto-core"])
    set_up(machine.root, True, (), machine.run)
    assert is_ready(machine.root, True, ())


class Left(Exception):
    """The process would have become another one."""


@pytest.fixture
def left(machine: FreshMachine, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The Pythons that the process went on with, each the last thing it did."""
    gone: list[str] = []

    def go_on_with(python: str) -> None:
        gone.append(python)
        raise Left

    monkeypatch.setattr(environment, "ROOT", machine.root)
    monkeypatch.setattr(environment, "run_aloud", machine.run)
    monkeypatch.setattr(environment, "go_on_with", go_on_with)
    return gone


def test_after_the_set_up_the_command_goes_on_in_the_environment(
    machine: FreshMachine, left: list[str]
) -> None:
    with pytest.raises(Left):
        environment.enter(window=False)
    assert left == [str(stamp.python_of(machine.root))]


def test_a_broken_environment_is_left_before_another_is_made(
    machine: FreshMachine, left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(machine.root, False, (), machine.run)
    stamp.write_stamp(machine.root, {"whole": False})
    monkeypatch.setattr(environment, "inside", lambda root: True)
    machine.commands.clear()
    with pytest.raises(Left):
        environment.enter(window=False)
    assert left == [environment.base_python()]
    assert machine.commands == []


def test_an_installed_package_sets_nothing_up(machine: FreshMachine, left: list[str]) -> None:
    (machine.root / "pyproject.toml").unlink()
    environment.enter(window=True)
    assert machine.commands == left == []


def test_a_set_up_that_fails_ends_with_its_reason_on_standard_error(
    machine: FreshMachine, left: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    machine.refuses = lambda command: "-m pip" in command
    with pytest.raises(SystemExit) as ended:
        environment.enter(window=False)
    printed = capsys.readouterr()
    assert ended.value.code == 1
    assert printed.out == ""
    assert printed.err.endswith("can't be installed; what pip says about it is above\n")


def test_libraries_are_never_done_without() -> None:
    assert not debian.can_do_without(["libegl1", "fonts-noto-core"])


@pytest.mark.skipif(sys.platform != "linux", reason="the system's libraries are looked for on Linux alone")
def test_a_library_that_no_system_has_is_missing() -> None:
    assert debian.missing_libraries(["libc.so.6", "libno-table.so.1"]) == ["libno-table.so.1"]


def test_fonts_are_found_by_their_files(tmp_path: Path) -> None:
    assert debian.missing_fonts([str(tmp_path)]) == ["NotoSans-Regular", "NotoSansCJK"]
    (tmp_path / "noto").mkdir()
    (tmp_path / "noto" / "NotoSansCJK-Regular.ttc").touch()
    assert debian.missing_fonts([str(tmp_path)]) == ["NotoSans-Regular"]


def test_the_version_needs_nothing_at_all() -> None:
    asked = [sys.executable, "-I", "-S", "-c", ISOLATED, str(environment.ROOT)]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert answer.stdout == f"dealer-console {__version__}\n"
    assert answer.stderr == ""


ISOLATED = """
import sys
import time
sys.path.insert(0, sys.argv[1])
from console.__main__ import main
main(["--version"])
"""


def test_another_users_checkout_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object) -> bool:
        raise PermissionError(13, "Permission denied", "/home/anna/console/.venv/set-up.json")

    monkeypatch.setattr(environment, "is_ready", refused)
    with pytest.raises(SystemExit) as ended:
        environment.enter(window=False)
    said = capsys.readouterr().err
    assert ended.value.code == 1 and "/home/anna/console/.venv/set-up.json" in said
    assert said.count("\n") == 1 and "a checkout of your own" in said


@pytest.mark.parametrize("asked", ["--help", "-h", "drive --help", "journal verify -h"])
def test_a_checkout_without_its_words_says_how_it_is_set_up(tmp_path: Path, asked: str) -> None:
    fresh = copied(tmp_path, *PROGRAM)
    (fresh / "pyproject.toml").touch()
    for built in (fresh / "translations").glob("*.mo"):
        built.unlink()
    line = [base_python(), "-m", "console", *asked.split()]
    done = subprocess.run(line, cwd=fresh, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "`python3 -m console` makes a virtual environment" in done.stdout
    assert not (fresh / ".venv").exists(), "a question installs nothing"
