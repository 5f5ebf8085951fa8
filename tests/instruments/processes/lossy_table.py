"""A program that is a table behind a network that loses packets; it runs in a network of its own.

Its arguments are the journal, the floor server's folder of sockets, the table's account, the commands that
set the network up, a semicolon between them, and for how many seconds it plays.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.instruments.harm.lines import line_to
from tests.instruments.processes.shipping_table import ship


def ship_over(path: Path, sockets: Path, account: str, seconds: float) -> None:
    """Ship to the server through a line of this network, whose packets the network may drop."""
    with line_to(sockets) as line:
        dsn = f"host=127.0.0.1 port={line.port} dbname=harm user={account} sslmode=disable"
        ship(path, dsn, 0.02, seconds)


if __name__ == "__main__":
    for command in sys.argv[4].split(";"):
        subprocess.run(command.split(), check=True)
    ship_over(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], float(sys.argv[5]))
