"""``python3 -m tests.harm``: the short way to ``python3 -m tests harm``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("harm", sys.argv[1:]))
