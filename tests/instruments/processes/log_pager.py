"""A program that pages through a journal's log while a file lies there, without a pause, until it is killed.

Its arguments are the journal and the file. It writes ``ready`` once it has read the newest page.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NoReturn

from console.journal.log.rows import Filter
from console.journal.log.search import Log


def page_without_end(path: Path, while_there: Path) -> NoReturn:
    """Read page after page, from the newest again after the oldest."""
    filter = Filter(kinds=frozenset({"step_done"}))
    with Log([path]) as log:
        page = log.newest(filter)
        print("ready", flush=True)
        while True:
            if not while_there.exists():
                time.sleep(0.001)
                continue
            page = log.previous_page(page.rows[-1].place, filter) if page.older else log.newest(filter)


if __name__ == "__main__":
    page_without_end(*map(Path, sys.argv[1:]))
