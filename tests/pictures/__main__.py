"""``python3 -m tests.pictures [FOLDER]``."""

from __future__ import annotations

from tests.pictures.screens import main

main()
