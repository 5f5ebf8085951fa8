"""``python3 -m tests``: the set-up, then ruff, mypy and pytest, offscreen; the last line is pytest's.

A test of all six languages runs in one of them by turns; one that is named runs in all.

``python3 -m tests WHAT [arguments]`` runs an instrument: what is measured, harmed or drawn by hand.
``python3 -m tests [arguments]`` runs pytest with any others, alone. The exit status is 0 only if all was
good. What is run has PATH, HOME, LANG and what a terminal and a display need; other variables are left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from console.cli import run_while_read
from tests.instruments.entrance import INSTRUMENTS, SUITE, listed, use
from tests.workers import loading

CHECKS = (("ruff", "check"), ("mypy",))
HANDED_ON: Final = re.compile(
    "PATH|HOME|LANG|TERM|TMPDIR|CI|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_RUNTIME_DIR"
)
"""The variables that the checks have: a test must not depend on any other of somebody's shell."""
OF_THE_SET_UP: Final = re.compile(r"PIP_\w+|SSL_CERT_(FILE|DIR)|(?i:\w+_proxy)")
"""Those with which a network's packages are reached; the set-up has them, too."""
PROCESSES = 4
"""Of the whole suite on two cores: much of the time they wait for other processes, or for seconds to pass."""
SIDE_BY_SIDE = ("--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart", "2")
"""The whole suite, each file in one process. The files in the order of tests/conftest.py, where the longest
are first. A third process that ends in the middle of a test, as at the limit of tests/time_limit.py, ends
the run.
"""
COMPILED = Path(sys.prefix, "compiled")
"""Where the suite's processes keep what they compile."""
MEMORY, ROOM = Path("/dev/shm"), 1 << 30
"""The folder to which tests write, and the bytes that must be free there: on a disk they would mostly wait
for its syncs.
"""


def main(argv: Sequence[str]) -> int:
    """Set up, check and test, or run an instrument; pytest's own status where the checks are good."""
    if argv[:1] in (["-h"], ["--help"]):
        print(f"{__doc__}\nThe instruments; each has --help of its own:\n{listed()}")
        return 0
    if argv and argv[0] in INSTRUMENTS:
        return use(argv[0], argv[1:])
    from console.base.setup import ROOT, enter

    leave_out(HANDED_ON, OF_THE_SET_UP)
    os.environ["PIP_COMPILE"] = "0"  # the suite's processes look for compiled modules in COMPILED alone
    enter(window=True, extras=list(SUITE))
    have_programs()
    os.chdir(ROOT)
    del os.environ["PIP_COMPILE"]
    leave_out(HANDED_ON)
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(COMPILED)}
    with in_memory():
        if argv:
            return run(("pytest", *argv))
        with loading(PROCESSES) as loaded, ThreadPoolExecutor() as beside:
            failed = beside.submit(has_failed)
            return run(("pytest", *SIDE_BY_SIDE, "--by-turns", *loaded())) or failed.result()


def has_failed() -> bool:
    """Run the checks beside the tests, as they take one processor; whether one of them failed."""
    failed = [check for check in CHECKS if run(check, whole=True)]
    for check in failed:
        print(f"tests: {' '.join(check)} failed; what it says is above", flush=True)
    return bool(failed)


def leave_out(*handed_on: re.Pattern[str]) -> None:
    """Remove all other variables from the environment, and print which they are."""
    left = [name for name in sorted(os.environ) if not any(each.fullmatch(name) for each in handed_on)]
    for name in left:
        del os.environ[name]
    if left:
        print(f"tests: left out of the environment: {', '.join(left)}", flush=True)


@contextmanager
def in_memory() -> Iterator[None]:
    """Have temporary folders in memory where there is room, and take them away at the end."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM):
        yield
        return
    with TemporaryDirectory(prefix="t-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o711)  # a database server of another user may pass through
        os.environ["TMPDIR"] = folder
        try:
            yield
        finally:  # what was compiled there is found by nobody again
            shutil.rmtree(COMPILED.joinpath(*Path(folder).parts[1:]), ignore_errors=True)


PROGRAMS: Final = {
    "strace": "strace",
    "pdftotext": "poppler-utils",
    "Xvfb": "xvfb",
    "setxkbmap": "x11-xkb-utils",
    "xdotool": "xdotool",
    "ip": "iproute2",
}
"""The programs that play a power cut back, read a PDF's pages, press keys under a real layout and part two
networks, each with its package.
"""


def have_programs() -> None:
    """Install the programs that are missing. If that needs a password, their tests say so."""
    from console.base.setup.debian import install, way_to_root

    missing = [package for name, package in PROGRAMS.items() if not shutil.which(name)]
    if sys.platform == "linux" and missing and way_to_root() in ([], ["sudo", "-n"]):
        install(
            missing,
            lambda line: subprocess.run(line, stdout=sys.stderr, check=False).returncode == 0,
            print,
        )


def run(tool: Sequence[str], whole: bool = False) -> int:
    """Run a tool of the environment; its exit status, its output as it comes or as a whole at its end."""
    if not whole:
        print(f"tests: {' '.join(tool)}", flush=True)
    ended = subprocess.run(
        [sys.executable, "-m", *tool],
        stdout=subprocess.PIPE if whole else None,
        stderr=subprocess.STDOUT if whole else None,
        text=True,
        check=False,
    )
    if whole:
        print(f"\ntests: {' '.join(tool)}\n{ended.stdout}", end="", flush=True)
    return ended.returncode


if __name__ == "__main__":
    sys.exit(run_while_read(lambda: main(sys.argv[1:])))
