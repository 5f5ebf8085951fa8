"""The number of syncs to the disk, by the system's own count: once an event, and never less.

`drive` runs under strace with lines that are one event each; what it does before the first line and after
the last is counted by a run without lines, and taken off.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from console.table.core import lines
from console.table.devices import CardRead, CutCardRead
from console.table.devices.models.angel_eye import AngelEye
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.play import line_of, lines_and_entries

NAME = "fdatasync an event"
EVENTS = 2_000
SYNC = re.compile(rb"\bf(?:data)?sync\(")


def measure(folder: Path, pairs: int) -> list[Measured]:
    """Counted once: it is no matter of speed."""
    strace = shutil.which("strace")
    if strace is None:
        return [Measured(NAME, "-", "1", None, "1.0 to 1.1", None, "not counted: strace is not installed")]
    said = spoken()[:EVENTS]
    none, (syncs, events) = driven(strace, folder / "none", []), driven(strace, folder / "some", said)
    each = (syncs - none[0]) / events
    how = (
        f"strace -f -e trace=fdatasync,fsync over drive with {events:,} events, one a line: {syncs} calls, "
        f"{none[0]} of them to make and close the journal"
    )
    return [Measured(NAME, f"{each:.3f}", "1", each, "1.0 to 1.1", 1.0 <= each <= 1.1, how)]


def spoken() -> list[bytes]:
    """An afternoon in which the cards are said by lines: one event each."""
    said, decoder = [], AngelEye()
    for line in lines_and_entries(5_000)[0]:
        parsed = lines.parse(line)
        if not isinstance(parsed, lines.Device):
            said.append(line)
            continue
        decoder, readings = decoder.feed(bytes.fromhex(parsed.hex))
        for reading in readings:
            if isinstance(reading, CardRead):
                said.append(line_of("card", card=reading.card))
            elif isinstance(reading, CutCardRead):
                said.append(line_of("cut_card"))
    return said


def driven(strace: str, folder: Path, said: list[bytes]) -> tuple[int, int]:
    """The syncs of a whole run, and the entries that it left."""
    folder.mkdir()
    trace = ["-f", "-qq", "-e", "trace=fdatasync,fsync", "-o", str(folder / "calls")]
    drive = ["-m", "console", "drive", "--game", "baccarat", "--rules", "sv", "--ready"]
    command = [strace, *trace, sys.executable, *drive, "--journal", str(folder / "journal.db")]
    ended = subprocess.run(command, input=b"\n".join(said), stdout=subprocess.PIPE, check=True)
    views = ended.stdout.splitlines()
    assert all(b'"accepted":true' in view for view in views), "every line is taken"
    entries = msgspec.json.decode(views[-1])["entry"] if views else 0
    return len(SYNC.findall((folder / "calls").read_bytes())), entries
