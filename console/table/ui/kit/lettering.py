"""Writing: one line in a place, a headline fitted to a width, a note broken by hand."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from console.base.words import BREAKS_AFTER, may_part
from console.table.ui.kit import theme
from console.table.words.names import sentence as sentence
from console.table.words.names import shorten as shorten

LINE_HEIGHT: Final = 1.42
"""The height of a line in font sizes: Noto Sans CJK, taller than Noto Sans, needs it."""

_WIDEST: Final = 400
"""More characters than any line has room for."""
_AT_END: Final = 4
"""The letters that stay together at the end of a text on a page, as many as the narrowest column holds."""
_HEADLINES: Final = (60, 56, 52, 48, 44, 40)
_TWO_LINES: Final = (34, 32, 30, 28)
"""The largest size in which two lines with accents and tails fit between actor and announcement."""
_ASCENT: Final = 0.36
"""Half a capital's height, in font sizes: it centres letters, not line boxes."""


class FittedHeadline(msgspec.Struct, frozen=True):
    """A fitted headline: its size in units and its one or two lines."""

    size: int
    lines: tuple[str, ...]


@lru_cache(maxsize=512)
def advance(text: str, face: QFont) -> float:
    """The width of a text, in units."""
    return QFontMetricsF(face).horizontalAdvance(text)


@lru_cache(maxsize=512)
def overhang(letter: str, face: QFont) -> float:
    """The width by which a letter reaches to the left of its place, as J does, in units."""
    if len(letter.encode("utf-16-le")) != 2:  # Qt measures one unit of a text
        return 0.0
    return max(0.0, -QFontMetricsF(face).leftBearing(letter))


def write(
    painter: QPainter,
    text: str,
    x: float,
    middle: float,
    face: QFont,
    colour: QColor,
    *,
    align: float = 0,
) -> float:
    """Write a line whose capitals are centred on ``middle``; returns the line's right end. ``align`` 0 begins
    at x, 0.5 centres there, 1 ends there.
    """
    reach = advance(text, face)
    left = x - reach * align
    painter.setFont(face)
    painter.setPen(colour)
    painter.drawText(QPointF(left, middle + face.pixelSize() * _ASCENT), text)
    return left + reach


def legible(face: QFont, scale: float) -> bool:
    """Whether letters on a table drawn at a scale are ``theme.LEAST`` high; else a sign or card says it."""
    return face.pixelSize() * scale >= theme.LEAST - 0.5


def shrunk(text: str, width: float, sizes: tuple[int, ...], *, bold: bool = False) -> QFont:
    """The first of the sizes in which a text fits, else the last."""
    for size in sizes:
        if advance(text, theme.font(size, bold=bold)) <= width:
            return theme.font(size, bold=bold)
    return theme.font(sizes[-1], bold=bold)


@lru_cache(maxsize=256)
def fit_headline(text: str, width: float) -> FittedHeadline:
    """A headline as large as fits: in one line, else in two."""
    for size in _HEADLINES:
        if advance(text, theme.font(size, bold=True)) <= width:
            return FittedHeadline(size, (text,))
    lines, face = set_in(text, width, _TWO_LINES, bold=True)
    return FittedHeadline(face.pixelSize(), lines)


def break_lines(text: str, width: float, face: QFont) -> tuple[str, ...]:
    """A text in lines no wider than a width, broken at spaces, Japanese after a comma or a particle."""
    lines: list[str] = []
    line = ""
    for part in _parts(text):
        if line and advance((line + part).rstrip(), face) > width:
            lines.append(line.rstrip())
            line = part
        else:
            line += part
    return (*lines, line.rstrip())


_KATAKANA: Final = re.compile("[\u30a1-\u30fa\u30fc]{1,9}")
"""A word in katakana, or the beginning of one too long to stay whole in a narrow column."""


@lru_cache(maxsize=512)
def _parts(text: str) -> tuple[str, ...]:
    """The pieces between which a line may break."""
    parts, start = list[str](), 0
    for at, letter in enumerate(text):
        if _may_break_after(text, at, letter):
            parts.append(text[start : at + 1])
            start = at + 1
    return (*parts, text[start:]) if text[start:] else tuple(parts)


def with_whole_end(text: str) -> str:
    """A text for a page, with the last letters of Japanese in one piece, and each word in katakana.

    Japanese breaks after any letter; so no one or two letters are alone on a last line, an answer stays whole
    behind its colon, and no line ends within a name such as that of the pit boss.
    """
    end = text[-_AT_END:].rpartition(" ")[2].rpartition("：")[2]
    after = _KATAKANA.sub("", end, count=1)
    if len(after) == _AT_END - 1 and end.endswith(after):
        end = after  # the last letter of a word in katakana stays with its word
    if any(letter >= "\u3000" for letter in end):
        text = text[: len(text) - len(end)] + "\N{WORD JOINER}".join(end)
    return _KATAKANA.sub(lambda word: "\N{WORD JOINER}".join(word[0]), text)


def _may_break_after(text: str, at: int, letter: str) -> bool:
    following = text[at + 1 : at + 2]
    if not may_part(letter, following or " "):
        return False
    before = text[:at].rpartition(" ")[2]
    if letter == " " and following.isalpha() and _is_number(before):
        return False  # a number stays with its noun or its unit
    if letter == " " and following.isdigit() and _is_day(before):
        return False  # a day stays with its time
    if letter in " 、。：":
        return True
    return letter in BREAKS_AFTER and following > "\u3040" and not ("\u3041" <= following <= "\u309f")


def _is_number(word: str) -> bool:
    """Whether a word is a number or a time, and no name that has figures."""
    return word[-1:].isdigit() and not any(letter.isalpha() for letter in word)


def _is_day(word: str) -> bool:
    """Whether a word is a day as the console writes it: ``2026-11-19``."""
    return len(word) == 10 and word[4] == word[7] == "-" and _is_number(word)


SOFT: Final = "\u00ad"
"""A soft hyphen: a place where a word may be broken."""
_BEFORE_KANJI: Final = re.compile("[\u30a1-\u30fc](?=[\u4e00-\u9fff])|[\u3041-\u9fff](?=[0-9])")
"""The last katakana before a kanji, or any letter before a figure."""
_BEFORE_KANA: Final = re.compile("[\u30a1-\u30fa\u30fc](?=[\u3041-\u309f])")
"""The last katakana before hiragana: ``インシュランス|なし``."""
_AFTER_KANA: Final = re.compile("[\u3041-\u309f](?=[\u4e00-\u9fff])")
"""The last hiragana before a kanji, where a word mostly begins: ``待ってから|入力``."""


def hyphenate(text: str, room: float, face: QFont) -> tuple[str, ...]:
    """A text in lines no wider than the room, broken at spaces, and at soft hyphens if it must be."""
    lines: list[str] = []
    for line in break_lines(text, room, face):
        while advance(line.replace(SOFT, ""), face) > room and (cut := _last_break(line, room, face)):
            lines.append(line[:cut].replace(SOFT, "") + "-")
            line = line[cut + 1 :]
        while advance(line, face) > room and (cut := _after_particle(line, room, face)):
            lines.append(line[:cut])
            line = line[cut:]
        lines.append(line.replace(SOFT, ""))
    return tuple(lines)


def _after_particle(line: str, room: float, face: QFont) -> int:
    """The place where a Japanese label breaks in a narrow tile: behind its last の that fits, else where
    kanji follow katakana, else where hiragana do, else where kanji follow them; 0 without any.
    """
    breaks = [at + 1 for at, letter in enumerate(line) if letter == "の"]
    for places in (_BEFORE_KANJI, _BEFORE_KANA, _AFTER_KANA):
        if any(advance(line[:at], face) <= room for at in breaks):
            break
        breaks = [part.end() for part in places.finditer(line)]
    return max((at for at in breaks if advance(line[:at], face) <= room), default=0)


def _last_break(line: str, room: float, face: QFont) -> int:
    """The place of the last soft hyphen up to which the line fits; 0 without one."""
    breaks = [at for at, letter in enumerate(line) if letter == SOFT]
    fitting = [at for at in breaks if advance(line[:at].replace(SOFT, "") + "-", face) <= room]
    return max(fitting, default=0)


def balance(text: str, width: float, face: QFont) -> tuple[str, ...]:
    """A text in as few lines as fit, of about the same length."""
    lines = break_lines(text, width, face)
    if len(lines) < 2:
        return lines
    narrow = max(advance(text, face) / len(lines), 1)
    while narrow < width:
        tried = break_lines(text, narrow, face)
        if len(tried) <= len(lines) and all(advance(line, face) <= width for line in tried):
            return tried
        narrow += 8
    return lines


def by_sentence(text: str, width: float, face: QFont) -> tuple[str, ...]:
    """A text in one line, else broken at dots, else a line a sentence, else in lines of about one length."""
    if advance(text, face) <= width:
        return (text,)
    even, whole = balance(text, width, face), fill_lines(tuple(text.split(DOT)), width, face)
    if len(whole) == len(even) and all(advance(line, face) <= width for line in whole):
        return whole
    for mark in (". ", "。"):
        first, found, rest = text.partition(mark)
        parts = (first + mark.rstrip(), rest)
        if found and rest and all(advance(part, face) <= width for part in parts):
            return parts
    return even


def at_most(count: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """At most ``count`` lines; an ellipsis shows that words were left out."""
    return lines if len(lines) <= count else (*lines[: count - 1], f"{lines[count - 1]}…")


def elide(text: str, room: float, face: QFont, *, goes_on: bool = False) -> str:
    """A line that fits, with an ellipsis if it was cut or its text ``goes_on`` below."""
    if not goes_on and advance(text, face) <= room:
        return text
    text = text[:_WIDEST]
    fits = bisect_right(range(1, len(text) + 1), room, key=lambda to: advance(f"{text[:to]}…", face))
    return f"{text[:fits].rstrip()}…"


def set_in(
    text: str, width: float, sizes: tuple[int, ...], *, limit: int = 2, bold: bool = False
) -> tuple[tuple[str, ...], QFont]:
    """A text in at most ``limit`` lines, in the first size that fits, else the last, too wide words cut."""
    for size in sizes:
        face = theme.font(size, bold=bold)
        lines = break_lines(text, width, face)
        if len(lines) <= limit and all(advance(line, face) <= width for line in lines):
            break
    return tuple(elide(line, width, face) for line in at_most(limit, lines)), face


def set_in_box(
    text: str, box: QRectF, sizes: tuple[int, ...], *, leading: float = LINE_HEIGHT, bold: bool = False
) -> tuple[tuple[str, ...], QFont]:
    """A text in lines that fit a box, in the first of the sizes in which all of it fits, else the last. So a
    smaller text in one line is preferred to a larger one in two lines that the box would cut.
    """
    for size in sizes:
        most = max(1, int(box.height() / (size * leading)))
        lines, face = set_in(text, box.width(), (size,), limit=most, bold=bold)
        if "".join("".join(lines).split()) == "".join(text.split()):
            break
    return lines, face


def write_in(painter: QPainter, text: str, box: QRectF, face: QFont, colour: QColor) -> None:
    """Write a line in the middle of a box."""
    write(painter, text, box.center().x(), box.center().y(), face, colour, align=0.5)


def write_lines(
    painter: QPainter,
    lines: tuple[str, ...],
    rect: QRectF,
    face: QFont,
    colour: QColor,
    *,
    align: float = 0,
    leading: float = LINE_HEIGHT,
) -> None:
    """Write lines into a box, centred in its height."""
    step = face.pixelSize() * leading
    middle = rect.center().y() - step * (len(lines) - 1) / 2
    x = rect.left() + rect.width() * align
    for line in lines:
        write(painter, line, x, middle, face, colour, align=align)
        middle += step


DOT: Final = "  ·  "
"""The separator of parts that stand side by side in a line."""


def fill_lines(parts: tuple[str, ...], width: float, face: QFont) -> tuple[str, ...]:
    """Lines of parts side by side with dots between them, as many to a line as fit; no part is broken."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{DOT}{part}" if lines else part
        if lines and advance(longer, face) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return tuple(lines)
