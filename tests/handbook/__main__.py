"""``python3 -m tests.handbook --write``: make the handbook's tables anew from the code."""

from __future__ import annotations

import sys

from tests.handbook.pages import FOLDER, pages, with_tables, write
from tests.handbook.tables import TABLES


def main(argv: list[str]) -> int:
    """Write the tables with ``--write``; without it, say how."""
    if argv != ["--write"]:
        print(__doc__, file=sys.stderr)
        return 2
    made = {name: make() for name, make in TABLES.items()}
    for name, text in pages().items():
        write(FOLDER, name, with_tables(text, made))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
