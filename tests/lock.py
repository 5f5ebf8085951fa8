"""``python3 -m tests.lock``: the short way to ``python3 -m tests lock``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("lock", sys.argv[1:]))
