"""``python3 -m tests.rehearsals``: the short way to ``python3 -m tests rehearsals``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("rehearsals", sys.argv[1:]))
