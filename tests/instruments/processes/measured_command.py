"""A command of the console that prints last what it took: its processor time in seconds, and its peak memory
in KiB. The system's own figure counts a parent's memory as its child's, too.
"""

from __future__ import annotations

import os
import sys

from console import cli
from tests.instruments.processes.resident_memory import most_resident

if __name__ == "__main__":
    try:
        cli.main(sys.argv[1:])
    finally:
        print(sum(os.times()[:4]), most_resident(), file=sys.stderr)
