"""The places where a line may break: between words, and between wide letters by JIS X 4051 (kinsoku). They
are the same for a screen and a terminal, in every language: a name or remark in another script than the
screen's breaks as its own does. The drawn width of letters does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import east_asian_width

NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！」』）】〕〉》］｝〟／ー～〜…‥々ゝゞヽヾ゛゜％‰℃"
    "ァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ"
    ",.:;?!)]}%·”’»"
)
"""Letters that begin no line: stops, closing brackets, the long vowel's mark, small kana, repeat marks."""
NEVER_LAST: Final = frozenset("「『（【〔〈《［｛〝([{„“‘«№¥￥＃")
"""Letters that end no line: opening brackets, and marks before a figure."""

_KATAKANA: Final = re.compile("[\u30a1-\u30fa\u30fc]{2}")


def may_part(before: str, after: str) -> bool:
    """Whether a line may end between two letters, by their kinds."""
    return after not in NEVER_FIRST and before not in NEVER_LAST


@lru_cache(maxsize=4096)
def is_wide(letter: str) -> bool:
    """Whether a letter fills a square, like kanji and kana; false for none."""
    return bool(letter) and east_asian_width(letter) in "WF"


def places(text: str) -> int:
    """The width of a text on a terminal: two places for each wide letter."""
    if text.isascii():  # Most of a paper's cells are such texts.
        return len(text)
    return sum(2 if is_wide(letter) else 1 for letter in text)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` places; a longer piece is cut at an allowed place."""
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
    """How many letters of a too long piece fit into a line: at least one."""
    return cut_at(piece, sum(places(piece[:at]) <= width for at in range(1, len(piece))))


def cut_at(piece: str, most: int) -> int:
    """The place to cut a piece of which at most ``most`` letters fit into a line: at least one, the last
    place between two letters that may part, in a katakana word only if the line would be less than half full.
    """
    may = [at for at in range(1, most + 1) if may_part(piece[at - 1], piece[at])]
    full = [at for at in may if 2 * at >= most and not _KATAKANA.fullmatch(piece[at - 1 : at + 1])]
    return (full or may or [max(1, most)])[-1]


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
