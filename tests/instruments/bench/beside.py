"""The time to a window that can be used, beside desktop programs that people like and pip installs.

Each program has an environment of its own below the user's cache, made once, and a home of its own. What
usable means is the same for all: see tests.instruments.bench.usable. Each is started once before it is
measured, so that all have their bytecode and their settings, as at any start but the first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from console.base.setup import ROOT
from console.table.core.running.table_journal import CHECKPOINT_EVERY
from tests.instruments.bench import usable
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared
from tests.instruments.bench.starting import live_table

LONGEST: Final = 120
"""Seconds after which a program that shows no window is given up."""


class Program(NamedTuple):
    """A program, what pip is to install for it, and what its own script calls."""

    name: str
    parts: tuple[str, ...]
    called: str


PROGRAMS: Final = (
    Program("novelWriter", ("novelWriter==26.2.2",), "novelwriter:main"),
    Program("ReText", ("ReText==8.1.0",), "ReText.__main__:main"),
    Program("labelme", ("labelme==6.3.1",), "labelme.__main__:main"),
    Program("Pyzo", ("pyzo==4.22.0", "PySide6-Essentials"), "pyzo:start"),
)


def measure(folder: Path, pairs: int) -> list[Measured]:
    """The console beside each of them."""
    device, port = os.openpty()
    file = live_table(folder, os.ttyname(port), CHECKPOINT_EVERY)
    here = {**_environment(folder / "home"), "PYTHONPATH": str(ROOT)}

    def ours() -> float:
        return opened(sys.executable, here, "console.cli:main", "--table", str(file), "--window")

    lines = [_measured(program, folder, ours, pairs) for program in PROGRAMS]
    for end in (device, port):
        os.close(end)
    return lines


def _measured(program: Program, folder: Path, ours: Callable[[], float], pairs: int) -> Measured:
    name = f"usable window, {program.name}"
    try:
        python = installed(program)
        env = _environment(folder / program.name)
        opened(str(python), env, program.called)  # it has its settings from here on
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return Measured(name, "-", "-", None, "<= 1.0x", None, f"could not be had here: {error}")
    both = compared(ours, lambda: opened(str(python), env, program.called), pairs)
    how = f"processes, offscreen; theirs: {program.parts[0]}; ours: a LIVE table, {CHECKPOINT_EVERY} entries"
    return Measured.span(name, both, "ms", 1.0, how)


def opened(python: str, env: dict[str, str], *called: str) -> float:
    """Seconds from the process's start to its usable window. Raises ValueError if it shows none."""
    begun = time.monotonic()
    command = [python, usable.__file__, *called]
    ended = subprocess.run(
        command, capture_output=True, text=True, env=env, timeout=LONGEST, cwd=ROOT, check=False
    )
    said = [line.removeprefix(usable.SAID) for line in ended.stdout.splitlines() if usable.SAID in line]
    if not said:
        last = (ended.stderr or ended.stdout or "nothing was said").strip().splitlines()[-1]
        raise ValueError(f"no window: {last}")
    return float(said[-1].split()[0]) - begun


def installed(program: Program) -> Path:
    """The Python of a program's own environment, made if it does not exist."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    place = cache / "dealer-console-bench" / program.parts[0].replace("==", "-")
    python, whole = place / "bin" / "python", place / "whole"
    if not whole.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True, capture_output=True)
        pip = [str(python), "-m", "pip", "install", "-q", "--only-binary", ":all:", *program.parts]
        subprocess.run(pip, check=True, capture_output=True)
        whole.touch()
    return python


def _environment(home: Path) -> dict[str, str]:
    """Where a program finds nothing but its own, and keeps its bytecode beside its modules."""
    home.mkdir(mode=0o700)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    compiled = str(home / "compiled")
    own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PYTHONPYCACHEPREFIX": compiled}
    return {**kept, **own, "PYTHONPATH": "", "QT_QPA_PLATFORM": "offscreen"}
