"""Texts in the cells of a spreadsheet: none is a formula, and none begins a cell or a line of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from console.base.plain_text.visible_text import IN_A_LINE, visible

BEGINS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The first characters of a text that a spreadsheet takes for a formula, with their full-width forms."""
_SIGNS: Final = "".join(each for each in BEGINS_FORMULA if not each.isspace())
_CELL_BEGINS: Final = r"(?:^|[;\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029])[\s\"\u200b\ufeff]*"
"""The place where a cell begins for some program, with the quotes and blanks that it may skip before."""
_FORMULA: Final = re.compile(rf"({_CELL_BEGINS})(?='*[{re.escape(_SIGNS)}])")
_BLANK_BEGINS: Final = re.compile(r"'*[\t\r\n]")
_OWN_MARKS: Final = dict.fromkeys(map(ord, IN_A_LINE))
"""Marks for breaks and directions, which a cell does not need."""


def without_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula, whatever separates its cells. Its own apostrophes in such
    a place get one more: no two texts become the same.
    """
    led_in = _FORMULA.sub(r"\1'", text)
    return f"'{led_in}" if _BLANK_BEGINS.match(led_in) else led_in


def tab_separated(cells: Iterable[str]) -> str:
    """A line for the clipboard, without invisible characters, and without a formula for a spreadsheet."""
    return "\t".join(without_formula(visible(cell.translate(_OWN_MARKS))) for cell in cells)
