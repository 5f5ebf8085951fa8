"""A program that pages through a journal's log while a file lies there, without a pause, until it is killed.

Its arguments are the journal and the file. It writes ``ready`` once it has read the newest page.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NoReturn

from msgspec.structs import replace

from console.table.journal import Filter, Log


def page_without_end(path: Path, while_there: Path) -> NoReturn:
    """Read page after page, from the newest again after the oldest."""
    filter = Filter(kinds=frozenset({"step_done"}))
    with Log([path]) as log:
        rows = log.newest(filter)
        print("ready", flush=True)
        while True:
            if not while_there.exists():
                time.sleep(0.001)
                continue
            rows = log.newest(replace(filter, until=rows[-1].at if rows else None))


if __name__ == "__main__":
    page_without_end(*map(Path, sys.argv[1:]))
