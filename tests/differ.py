"""``python3 -m tests.differ``: the short way to ``python3 -m tests differ``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("differ", sys.argv[1:]))
