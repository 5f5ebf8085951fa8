"""``python3 -m tests handbook --write``: write the handbook's tables, the protocol's documents, and the
clause list's rows for the house's own clauses, again.
"""

from __future__ import annotations

import argparse
import sys

from console.supervisor.commands.protocol import DOCUMENTS, protocol_folder, schema_text
from tests.handbook.pages import FOLDER, pages, with_tables, write
from tests.handbook.tables import TABLES
from tests.table.game.clauses import COMMITTED, unlisted


def main(argv: list[str]) -> int:
    """Write the tables with ``--write``; 2 without it, which is what the parser says then."""
    parser = argparse.ArgumentParser(prog="python3 -m tests handbook", description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args(argv)
    if rows := [row.line() for row in unlisted()]:
        COMMITTED.write_text("\n".join((*COMMITTED.read_text("utf-8").splitlines(), *rows, "")), "utf-8")
        print(f"{COMMITTED.name} has {len(rows)} more")
    made = {name: make() for name, make in TABLES.items()}
    for name, text in pages().items():
        write(FOLDER, name, with_tables(text, made))
    for document, of_link in DOCUMENTS.items():
        write(protocol_folder(), document, schema_text(of_link=of_link))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
