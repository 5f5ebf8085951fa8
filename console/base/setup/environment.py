"""The set-up of a checkout: a virtual environment, its packages, the system's packages, the words. It runs
before anything is installed, so it uses only the standard library, and prints in English on standard error.
An installed package has no ``pyproject.toml`` beside it, and needs no set-up.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, NoReturn
from urllib.parse import unquote

from console.base.setup.locked_versions import lock_file, parts_for
from console.base.setup.stamp import (
    Stamp,
    beneath,
    digest,
    fingerprint,
    inside,
    is_complete,
    is_installed,
    only_run,
    python_of,
    read_stamp,
    stale_words,
    write_stamp,
)

Run = Callable[[Sequence[str]], bool]
"""Runs a command, its output on standard error; returns whether it succeeded."""

ROOT = Path(__file__).resolve().parents[3]
SYSTEM_NEEDED = 3
_SIGNALLED = 128
"""A shell's exit status of a program that a signal ended is this plus the signal's number."""
BROKEN_OFF = _SIGNALLED + 2
"""The exit status of a program that Ctrl-C ended (SIGINT)."""
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
"""The signals that would end the process at once, and leave its children running."""
_ENDS_WITHIN = 5.0
"""Seconds that a command has to end by itself."""
IS_SOUND = "import pip, sys; sys.exit(sys.version_info < (3, 11))"


class SetUpFailed(Exception):
    """The set-up can't continue: the obstacle, what to do about it, and the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def enter(*, window: bool, extras: Sequence[str] = (), wheels: Path | None = None) -> None:
    """Continue inside the checkout's environment with everything requested installed, or end the process.
    ``window`` asks for the system's libraries and fonts too, ``extras`` for these extras' packages;
    ``wheels`` is a folder with all of them, for a computer without a network.
    """
    if not (ROOT / "pyproject.toml").exists():
        return
    try:
        ready = is_ready(ROOT, window, extras)
    except OSError as error:  # It is somebody else's checkout, whose environment this user may not read.
        say(f"{ROOT} can't be used: {error}. Use a checkout of your own, or `dealer-console` of a version")
        sys.exit(1)
    if not ready:
        if inside(ROOT) and is_broken(ROOT):
            go_on_with(base_python())  # An interpreter must not delete the environment it runs in.
        _set_up_or_end(window, extras, wheels)
    if not inside(ROOT):
        go_on_with(str(python_of(ROOT)))


def is_ready(root: Path, window: bool, extras: Sequence[str]) -> bool:
    """Whether an earlier run has left nothing to do; it is quick, since every start asks for it."""
    stamp = read_stamp(root)
    return (
        is_complete(root, stamp)
        and is_installed(root, stamp, extras)
        and (not window or stamp["system"] == fingerprint())
        and not stale_words(root)
    )


def is_broken(root: Path) -> bool:
    """Whether the environment must be made again: the set-up made it, and it is no longer complete."""
    stamp = read_stamp(root)
    return bool(stamp) and not is_complete(root, stamp)


def set_up(root: Path, window: bool, extras: Sequence[str], run: Run, wheels: Path | None = None) -> None:
    """Do what is still to be done, one process at a time; ``wheels``: no network. Raises SetUpFailed."""
    with only_run(root, lambda: say("another set-up of this checkout is running; waiting for it")):
        if is_ready(root, window, extras):
            return
        stamp = read_stamp(root)
        if not stamp:
            say("setting up, once: about a minute, 330 MB in .venv, and up to 120 MB of system packages")
        if packages := system_packages(root, stamp, window):
            install_system(packages, run, offline=wheels is not None)
        if not is_complete(root, stamp):
            stamp = make_environment(root, run)
        if not is_installed(root, stamp, extras):
            stamp = install_packages(root, stamp, extras, run, wheels)
        if window:
            note_system(root, stamp)
        if stale_words(root):
            compile_words(root, run)


def system_packages(root: Path, stamp: Stamp, window: bool) -> list[str]:
    from console.base.setup import debian

    makes_one = not is_complete(root, stamp) and not (python_of(root).exists() and not stamp)
    packages = [] if not makes_one or debian.can_make_environments() else [debian.venv_package()]
    return packages + (debian.window_packages() if window else [])


def install_system(packages: Sequence[str], run: Run, *, offline: bool = False) -> None:
    """Install the system's packages, or print the command for it; ``offline``: the house brings them in
    another way. Raises SetUpFailed.
    """
    from console.base.setup import debian

    if (not offline and debian.install(packages, run, say)) or debian.can_do_without(packages):
        return
    named, is_root = " ".join(packages), debian.way_to_root() == []
    if not debian.has_apt():
        way = f"this system has no apt. Install what Debian calls {named}, then start again"
    elif is_root and not offline:
        way = f"apt could not install {named}; its reason is above. Put that right, then start again"
    else:
        who = "" if is_root else " as root"
        way = f"run this line{who}, then start again: {debian.line_to_run(packages)}"
    raise SetUpFailed(way, SYSTEM_NEEDED)


def make_environment(root: Path, run: Run) -> Stamp:
    """Make the environment, or use a person's; returns its stamp, as yet without packages. It deletes the
    remains of an interrupted set-up. Raises SetUpFailed.
    """
    folder = root / ".venv"
    if os.pathsep in str(folder):
        raise SetUpFailed(
            f"{root} can't have an environment: its path has a '{os.pathsep}', at which the system splits "
            "paths. Move the checkout to a folder whose path has none, then start again"
        )
    if read_stamp(root) or not (python_of(root).exists() and run([str(python_of(root)), "-c", IS_SOUND])):
        say(f"making the virtual environment {folder}")
        write_stamp(root, {"whole": False})
        clear(folder)
        if not run([base_python(), "-m", "venv", str(folder)]):
            raise SetUpFailed(f"{folder} can't be made; what Python says about it is above")
    return {"whole": True, "base": beneath(root), "packages": {}, "system": None}


def install_packages(
    root: Path, stamp: Stamp, extras: Sequence[str], run: Run, wheels: Path | None = None
) -> Stamp:
    """Install what the lock file lists for the console and the extras; returns the new stamp. pip refuses a
    file with another digest, and has then changed nothing: the old stamp stays valid. After an interruption
    the stamp records an incomplete environment. Raises SetUpFailed.
    """
    wanted = sorted({"", *extras} | stamp["packages"].keys())
    first = not stamp["packages"]
    say("installing the Python packages (some 330 MB, once)" if first else "going over the Python packages")
    write_stamp(root, {**stamp, "whole": False})
    asked = root / ".venv" / "asked.txt"
    asked.write_text(parts_for(lock_file(root).read_text("utf-8"), wanted), "utf-8")
    pip = [str(python_of(root)), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    exact = ["--require-hashes", "--no-deps", "--requirement", str(asked)]
    whence = [] if wheels is None else ["--no-index", "--find-links", str(wheels.absolute())]
    log = root / ".venv" / "pip.log"
    log.unlink(missing_ok=True)
    done = run([*pip, *([] if first else ["--quiet"]), "--log", str(log), *whence, *exact])
    stamp = {**stamp, "packages": dict.fromkeys(wanted, digest(root))} if done else stamp
    write_stamp(root, stamp)
    if not done:
        raise SetUpFailed(_why_not_installed(log, root, wheels))
    return stamp


def _why_not_installed(log: Path, root: Path, wheels: Path | None) -> str:
    """Why the packages could not be installed, and the way out."""
    try:
        found = failure(log.read_text("utf-8", "replace"))
    except OSError:
        found = None
    bundle = "`python3 -m console bundle FOLDER` makes on a computer with one"
    match found:
        case PipFailure(PipFailureCause.DAMAGED, name):
            again = "start again" if wheels is None else f"carry {wheels} here again"
            return f"{name} is not the file that was released: it was cut off or changed. To go on, {again}"
        case PipFailure(PipFailureCause.FULL):
            return _full(root)
        case PipFailure(PipFailureCause.NETWORK) if wheels is None:
            return (
                "the Python packages can't be had without a network. Connect this computer to one, or carry "
                f"the folder here that {bundle}, and start with `--offline FOLDER`"
            )
        case PipFailure(PipFailureCause.MISSING, name) if wheels is not None:
            alike = "on a computer with this system and this Python"
            return f"{name} is not in {wheels}. Make the folder again with `bundle`, {alike}"
        case _:
            return "the Python packages can't be installed; what pip says about it is above"


def _full(root: Path) -> str:
    places = f"{root} or of the temporary files ({tempfile.gettempdir()})"
    return f"the disk of {places} is full. Make room there, then start again"


def note_system(root: Path, stamp: Stamp) -> None:
    """Note in the stamp that the window lacks nothing, until the system's packages change."""
    with suppress(PermissionError):  # It is somebody else's checkout, which is checked at each start.
        write_stamp(root, {**stamp, "system": fingerprint()})


def compile_words(root: Path, run: Run) -> None:
    """Compile the translations. Raises SetUpFailed."""
    if not run([str(python_of(root)), str(root / "hatch_build.py")]):
        raise SetUpFailed(f"the words in {root / 'translations'} can't be compiled; the reason is above")


def clear(folder: Path) -> None:
    """Delete the environment's folder except the stamp that says it is incomplete."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry.suffix != ".json":
            entry.unlink()


def base_python() -> str:
    """The Python from which this process's environment was made."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def go_on_with(python: str) -> NoReturn:
    """Replace this process by the same command under another Python."""
    command = [python, *sys.orig_argv[1:]]
    os.execv(python, command)


def run_aloud(command: Sequence[str]) -> bool:
    """Run a command without input (which may be a table's), with all its output on standard error. It
    inherits the set-up's lock. If the set-up is interrupted, the command is ended first, with all its
    processes, so that none writes to the environment later.
    """
    unasked = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    is_sudo = command[0] == "sudo"  # It asks at this session's terminal, and relays a signal to its command.
    running = None
    try:
        with _signals_held():  # A signal during the start would leave the child without a name.
            running = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr,
                env=unasked,
                close_fds=False,
                start_new_session=not is_sudo,
            )
        return running.wait() == 0
    except BaseException:
        if running is not None:
            _end(running, whole_session=not is_sudo and os.name == "posix")
        raise


def _end(running: subprocess.Popen[bytes], *, whole_session: bool) -> None:
    """End a command and wait until it has ended, after some seconds by force."""

    def send(signal_number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # root's own process can only be waited for
            if whole_session:
                os.killpg(running.pid, signal_number)
            else:
                running.send_signal(signal_number)

    send(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        running.wait(_ENDS_WITHIN)
    if os.name == "posix":
        send(signal.SIGKILL)  # It also goes to the command's own children, if they outlived it.
    running.wait()


def say(message: str) -> None:
    """Print a line for the person at the terminal."""
    print(f"dealer-console: {message}", file=sys.stderr, flush=True)


class _BrokenOff(BaseException):
    """A signal ended the set-up; ``status`` is a shell's exit status for it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Raise _BrokenOff if a signal would end the process at once and leave its children running."""

    def break_off(signal_number: int, _: object) -> None:
        raise _BrokenOff(_SIGNALLED + signal_number)

    before = {number: signal.signal(number, break_off) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold the signals that end the set-up, and raise the first of them at the end."""
    held: list[int] = []
    before = {
        number: signal.signal(number, lambda came, _: held.append(came))
        for number in (signal.SIGINT, *_ENDING)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in held[:1]:
        signal.raise_signal(number)


def _set_up_or_end(window: bool, extras: Sequence[str], wheels: Path | None) -> None:
    try:
        with _ended_by_signals():
            set_up(ROOT, window, extras, run_aloud, wheels)
    except SetUpFailed as failed:
        say(str(failed))
        sys.exit(failed.status)
    except OSError as error:  # The stamp's file may fail too: a full disk takes no note of a failure.
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        say(_full(ROOT) if is_full else f"the set-up of {ROOT} can't go on: {error}")
        sys.exit(1)
    except (KeyboardInterrupt, _BrokenOff) as ended:
        say("the set-up was broken off; the next run takes it up again")
        sys.exit(ended.status if isinstance(ended, _BrokenOff) else BROKEN_OFF)


class PipFailureCause(StrEnum):
    """The cause of a failure of pip."""

    DAMAGED = "damaged"
    """A file has another digest than the lock file: it was cut off, or changed."""
    FULL = "full"
    NETWORK = "network"
    MISSING = "missing"
    """A part is in none of the places where pip looked."""


class PipFailure(NamedTuple):
    """The cause, and the file or part that it is about, if any."""

    cause: PipFailureCause
    name: str = ""


_SIGNS: Final = (
    (PipFailureCause.DAMAGED, re.compile(r"DO NOT MATCH THE HASHES.*?\bfrom (\S+)", re.DOTALL)),
    (PipFailureCause.DAMAGED, re.compile(r"(?:Wheel|wheel) '?(\S+?)'? (?:located at \S+ )?is invalid")),
    (PipFailureCause.FULL, re.compile(r"No space left on device()|Disk quota exceeded()")),
    (
        PipFailureCause.NETWORK,
        re.compile(r"(?:NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError)()"),
    ),
    (PipFailureCause.MISSING, re.compile(r"No matching distribution found for (\S+)")),
)
"""The first match counts: a computer without a network also ends with a missing part."""


def failure(said: str) -> PipFailure | None:
    """The failure in pip's output, if it is a known one."""
    for cause, sign in _SIGNS:
        if found := sign.search(said):
            return PipFailure(cause, unquote((found[1] or "").removeprefix("file://")))
    return None
