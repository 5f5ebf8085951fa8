"""A program that backs a journal up a few pages at a time, and waits for a line on its input at each step.

Its arguments are the journal and the copy. It writes the pages done and all pages, and ``done`` at the end.
"""

from __future__ import annotations

import sys
from pathlib import Path

from console.table.journal import backup_copy as backup

_PAGES = 4
"""Pages of a step: so few that a small journal has many steps."""


def _told(done: int, pages: int) -> bool:
    print(done, pages, flush=True)
    return bool(sys.stdin.readline())


if __name__ == "__main__":
    backup.PAGES = _PAGES  # type: ignore[misc]
    backup.backup(Path(sys.argv[1]), Path(sys.argv[2]), _told)
    print("done", flush=True)
