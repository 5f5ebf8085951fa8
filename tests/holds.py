"""``python3 -m tests.holds``: the short way to ``python3 -m tests holds``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("holds", sys.argv[1:]))
