"""The places where a line may break: between words, and between wide letters as JIS X 4051 (kinsoku) allows
it.

The same for a screen and for a terminal, in every language: a name or a remark in another script than the
screen's breaks as its own does. It never knows how wide a letter is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import east_asian_width

NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！」』）】〕〉》］｝〟／ー～〜…‥々ゝゞヽヾ゛゜％‰℃"
    "ァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ"
    ",.:;?!)]}%·”’»"
)
"""Letters that begin no line: stops, closing brackets, the long vowel's mark, small kana, marks
that repeat.
"""
NEVER_LAST: Final = frozenset("「『（【〔〈《［｛〝([{„“‘«№¥￥＃")
"""Letters that end no line: opening brackets, and marks before a figure."""


def may_part(before: str, after: str) -> bool:
    """Whether a line may end between two letters, as far as the kinds of these letters decide it."""
    return after not in NEVER_FIRST and before not in NEVER_LAST


def is_wide(letter: str) -> bool:
    """Whether a letter fills a square, as kanji and kana do; false for none."""
    return bool(letter) and east_asian_width(letter) in "WF"


def places(text: str) -> int:
    """The width of a text on a terminal: two places for each wide letter."""
    return sum(2 if is_wide(letter) else 1 for letter in text)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` places; a longer piece is cut where it may be."""
    lines, line = [], ""
    for piece in pieces(text):
        while places(line + piece.rstrip()) > width:
            if line.strip():
                lines.append(line.rstrip())
                line, piece = "", piece.lstrip()
                continue
            cut = _cut(piece, width)
            lines.append(piece[:cut])
            piece = piece[cut:]
        line += piece
    return [*lines, line.rstrip()]


def _cut(piece: str, width: int) -> int:
    """The number of letters of a piece that fit into a line that has no room for all: at least one."""
    fits = [at for at in range(1, len(piece)) if places(piece[:at]) <= width] or [1]
    return next((at for at in reversed(fits) if may_part(piece[at - 1], piece[at])), fits[-1])


def pieces(text: str) -> Iterator[str]:
    """The pieces that may not be parted: a word with the space behind it, a wide letter with the marks beside
    it, a figure with its counter.
    """
    piece = ""
    for letter in text:
        behind = piece[-1:]
        parted = behind == " " or (
            (is_wide(letter) or (is_wide(behind) and letter != " ")) and not behind.isdecimal()
        )
        if piece and parted and may_part(behind, letter):
            yield piece
            piece = ""
        piece += letter
    yield piece
