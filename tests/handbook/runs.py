"""The handbook's blocks of code, carried out: commands run, lines taken, programs started."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from console import cli
from tests.handbook.pages import Block

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds after which a program that says nothing is a failure."""


class Command(NamedTuple):
    """A command of a block, and the lines beneath it."""

    argv: list[str]
    beneath: list[str]


def commands(block: Block) -> Iterator[Command]:
    """The commands of a block, without the program's own name."""
    found: Command | None = None
    for line in block.text.splitlines():
        if line.startswith("$ "):
            if found is not None:
                yield found
            program, *argv = shlex.split(line[2:])
            assert program == "dealer-console", f"{block.where}: {line} is none of ours"
            found = Command(argv, [])
        else:
            assert found is not None, f"{block.where}: {line} stands beneath no command"
            found.beneath.append(line)
    if found is not None:
        yield found


def run(argv: list[str], sent: str = "") -> tuple[int, str]:
    """A command run here: its exit status, and all that it printed."""
    told = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    given = io.TextIOWrapper(io.BytesIO(sent.encode()), "utf-8")
    with (
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(told),
        patch.object(sys, "stdin", given),
        patch.dict(os.environ, {"COLUMNS": "150"}),  # the same width wherever the suite runs
    ):
        try:
            status = cli.main(argv)
        except SystemExit as ended:
            status = int(ended.code or 0)
    told.flush()
    assert isinstance(told.buffer, io.BytesIO)
    return status, told.buffer.getvalue().decode()


def check(block: Block, folder: Path) -> None:
    """Run a block's commands in a folder; AssertionError if they do otherwise than it says."""
    for command in commands(block):
        with contextlib.chdir(folder):
            fed = command.argv[:1] == ["drive"] and any(line.startswith("< ") for line in command.beneath)
            _fed(block, command) if fed else _shown(block, command)


def _fed(block: Block, command: Command) -> None:
    sent = [line[2:] for line in command.beneath if line.startswith("< ")]
    status, told = run(command.argv, "".join(f"{line}\n" for line in sent))
    views: list[dict[str, Any]] = [json.loads(line) for line in told.splitlines()]
    assert status == 0, f"{block.where}: {told}"
    assert len(views) == len(sent), f"{block.where}: {told}"
    at, shown = -1, True
    for line in [*command.beneath, "< end"]:
        if line.startswith("< "):
            assert shown or views[at]["accepted"], f"{block.where}: {sent[at]} is refused: {views[at]['why']}"
            at, shown = at + 1, False
        else:
            assert line.startswith("> "), f"{block.where}: {line} is neither in nor out"
            wanted = json.loads(line[2:])
            lacks = missing(wanted, views[at])
            assert not lacks, f"{block.where}: after {sent[at]} {lacks}"
            shown = "accepted" in wanted or "refused" in wanted or shown


def missing(wanted: object, there: object, at: str = "the view") -> str:
    """The first difference from a partly written value; empty if all of it is there."""
    if isinstance(wanted, dict) and isinstance(there, dict):
        for key, value in wanted.items():
            if key not in there:
                return f"{at} has no {key}"
            if lacks := missing(value, there[key], f"{at}.{key}"):
                return lacks
        return ""
    if isinstance(wanted, list) and isinstance(there, list) and len(wanted) == len(there):
        return next(
            filter(None, (missing(one, other, at) for one, other in zip(wanted, there, strict=True))), ""
        )
    return "" if wanted == there else f"{at} is {json.dumps(there)}, not {json.dumps(wanted)}"


def _shown(block: Block, command: Command) -> None:
    wanted = [line for line in command.beneath if not line.startswith(("# exit status ", "< "))]
    said = [line for line in command.beneath if line.startswith("# exit status ")]
    sent = [f"{line[2:]}\n" for line in command.beneath if line.startswith("< ")]
    status, told = run(command.argv, "".join(sent))
    assert status == (int(said[0].split()[-1]) if said else 0), f"{block.where}: {status}: {told}"
    if wanted:
        assert like(told, "\n".join(wanted)), f"{block.where}: it says\n{told}\nnot\n" + "\n".join(wanted)


def like(told: str, written: str) -> bool:
    """Whether what was said is what is written, ``...`` standing for anything, over lines too."""
    pattern = r".*".join(re.escape(part) for part in written.strip().split("..."))
    return re.fullmatch(pattern, told.strip(), re.DOTALL) is not None


def started(block: Block, folder: Path) -> str:
    """The output of a block's program, run as a process of its own in a folder."""
    file = folder / f"{Path(block.page).stem}_{block.line}.py"
    file.write_text(block.text, "utf-8")
    done = subprocess.run(
        [sys.executable, file.name],
        capture_output=True,
        text=True,
        cwd=folder,
        env=as_installed(folder),
        timeout=PATIENCE,
    )
    assert done.returncode == 0, f"{block.where}: {done.stderr}"
    return done.stdout


def as_installed(folder: Path) -> dict[str, str]:
    """An environment in which ``dealer-console`` is a command, as where the wheel is installed."""
    program = folder / "bin" / "dealer-console"
    program.parent.mkdir(exist_ok=True)
    told = f"import sys\nfrom {cli.__name__} import main\nsys.exit(main())\n"
    program.write_text(f"#!{sys.executable}\n{told}", "utf-8")
    program.chmod(0o700)
    path = os.pathsep.join((str(program.parent), os.environ.get("PATH", "")))
    return {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
