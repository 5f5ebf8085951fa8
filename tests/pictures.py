"""``python3 -m tests.pictures``: the short way to ``python3 -m tests pictures``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("pictures", sys.argv[1:]))
