"""The measures and colours of every page on paper."""

from __future__ import annotations

from typing import Final

MARGIN: Final = 14.0
"""The margin of a page on each side, in millimetres."""
DPI: Final = 300
"""Dots per inch, as an office printer prints."""
INK: Final = "#14181A"
QUIET: Final = "#5E6A70"
RULE: Final = "#C9CFD2"
LINKED: Final = "#1F4E79"
"""The colour of a link, for a page that is read on a screen."""
