"""``python3 -m tests.bench``: the short way to ``python3 -m tests bench``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("bench", sys.argv[1:]))
