"""Each page of a journal's file goes bad, one at a time: every entry on the other pages is recovered.

Nothing is silent: what `verify` or `backup` finds the start says, too, and before the table goes on without
an entry that was acknowledged, a supervisor is asked.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.instruments.harm.attacks import AttackedNight
from tests.instruments.harm.header_bits import end_of
from tests.instruments.harm.report import Harm

PAGE: Final = 4096
KINDS: Final = ("zeros", "noise")


def pages_of(of: AttackedNight) -> range:
    """The numbers of the file's pages, from 1."""
    return range(1, of.path.stat().st_size // PAGE + 1)


def spoiled(folder: Path, of: AttackedNight, pages: Iterable[int], kinds: Iterable[str] = KINDS) -> Harm:
    """Write zeros, and noise, over each of these pages in a copy of its own."""
    harm = Harm("one page of the file", upholds="of a page that goes bad, only what stood on it is lost")
    whole, chance = of.path.read_bytes(), random.Random(1)
    with closing(sqlite3.connect(of.path)) as connection:
        digests = [digest for (digest,) in connection.execute("SELECT digest FROM entry")]
    for page in pages:
        begin, end = (page - 1) * PAGE, page * PAGE
        lost = sum(digest in whole[begin:end] for digest in digests)
        for kind in kinds:
            place = folder / f"{page}-{kind}"
            place.mkdir(parents=True)
            path = place / "t.db"
            bad = bytes(PAGE) if kind == "zeros" else chance.randbytes(PAGE)
            path.write_bytes(whole[:begin] + bad + whole[end:])
            shutil.copyfile(f"{of.path}.lock", place / "t.db.lock")
            ended, flaws = end_of(of, path, len(digests), lost)
            harm.ended(ended, [f"page {page}, {kind}: {each}" for each in flaws])
            shutil.rmtree(place)
    return harm
