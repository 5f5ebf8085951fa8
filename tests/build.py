"""``python3 -m tests.build``: the short way to ``python3 -m tests build``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("build", sys.argv[1:]))
