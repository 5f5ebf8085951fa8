"""``python3 -m tests.parts``: the short way to ``python3 -m tests parts``."""

from __future__ import annotations

import sys

from tests.instruments.entrance import use

if __name__ == "__main__":
    sys.exit(use("parts", sys.argv[1:]))
