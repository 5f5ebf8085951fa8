"""The measures and inks of every page on paper."""

from __future__ import annotations

from typing import Final

MARGIN: Final = 14.0
"""Of the page on each side, in millimetres."""
DPI: Final = 300
INK: Final = "#14181A"
QUIET: Final = "#5E6A70"
RULE: Final = "#C9CFD2"
LINKED: Final = "#1F4E79"
"""What leads somewhere, where the page is read on a screen."""
