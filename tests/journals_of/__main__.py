"""``python3 -m tests.journals_of``: journals of this version, written at its release and kept for ever.

Each game is played by ``drive`` in a process of its own, with incidents among its lines, sealed, and packed.
Beside them lie what ``drive`` showed last, the public key and each seal.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from console import __version__
from tests.instruments.harm.shifts import shift_of

HERE: Final = Path(__file__).parent
TABLES: Final = (("baccarat", "lt", 7), ("blackjack", "sv", 7), ("roulette", "de", 6))
"""Games, rulebooks, and seeds by which something goes wrong."""
LINES: Final = 100
RUN: Final = "import sys; from console.cli import main; sys.exit(main(sys.argv[1:]))"


def main() -> int:
    """Write the journals; a journal that is there already is left alone."""
    folder = HERE / __version__
    folder.mkdir()
    views = {}
    with TemporaryDirectory() as home:
        for game, rules, seed in TABLES:
            name, journal = f"{game}-{rules}", Path(home, f"{game}-{rules}.journal")
            lines = (*shift_of(game, rules, LINES, seed).lines, b'{"do":"view"}')
            options = ("--game", game, "--rules", rules, "--ready", "--journal", str(journal))
            said = _ran(home, "drive", *options, said=b"".join(line + b"\n" for line in lines))
            views[journal.name] = json.loads(said.splitlines()[-1])
            _ran(home, "journal", "seal", str(journal), "--head", str(folder / f"{name}.seal.json"))
            (folder / f"{journal.name}.gz").write_bytes(gzip.compress(journal.read_bytes(), 9, mtime=0))
        _ran(home, "key", "--export", str(folder / "public.pem"))
    (folder / "views.json").write_text(json.dumps(views, indent=1, sort_keys=True), "utf-8")
    return 0


def _ran(home: str, *argv: str, said: bytes = b"") -> bytes:
    own = {"HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
    command = [sys.executable, "-c", RUN, *argv]
    return subprocess.run(
        command, input=said, stdout=subprocess.PIPE, env=os.environ | own, check=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
