"""``python3 -m tests.mutants``: the short way to ``python3 -m tests mutants``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("mutants", sys.argv[1:]))
