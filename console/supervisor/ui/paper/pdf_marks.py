"""A PDF as Qt writes it, written again with its language, its outline and its inner links, for which Qt has
no call, and with text that its readers find.

Qt names a glyph by the lowest of its characters: a tab for a blank, a character of its own for two letters
that are drawn as one, and a radical of the same shape (U+2F00 to U+2FDF), which nobody types, for many
Chinese characters. It draws a sign that only forbids a break as a blank of no width, so that a reader finds
neither BAC-2.1.6 nor a word in katakana. And it names its fonts' subsets in one of three places.

It reads only what Qt writes: a table of places, one catalog, one list of pages, links with an address, each
glyph with its own place.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import count, pairwise, zip_longest
from typing import Final, NamedTuple

from console.supervisor.records.documents.paper import PLACE

_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_ROOT: Final = re.compile(rb"/Root (\d+) 0 R")
_KIDS: Final = re.compile(rb"/Kids\s*\[([^\]]*)\]")
_PLACE: Final = re.compile(
    rb"<<\n(?P<link>/Type /Annot\n/Subtype /Link\n/Rect [^\n]*\n/Border [^\n]*\n)"
    rb"/A <<\n/Type /Action\n/S /URI\n/URI \(%s(?P<place>[^)\n]*)\)\n>>\n>>\n" % PLACE.encode()
)
_STREAM: Final = re.compile(
    rb"<<\n/Length (\d+) 0 R\n/Filter /FlateDecode\n>>\nstream\n(.*)\nendstream\n", re.DOTALL
)
_CONTENT: Final = re.compile(rb"/Contents (\d+) 0 R")
_CHARACTERS: Final = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]{4})> (?:\[([^\]]*)\]|<([0-9A-F]{4})>)")
_RANGES: Final = re.compile(rb"\d+ beginbfrange.*endbfrange\n", re.DOTALL)
_UNICODE: Final = re.compile(rb"/ToUnicode (\d+) 0 R")
_TEXT: Final = re.compile(rb"BT\n(/F(\d+) [^\n]*\n)(.*?)ET\n", re.DOTALL)
_AGAIN: Final = b"Q\nq\n"
"""Qt's end of a state before it sets the same one again."""
_GLYPH: Final = re.compile(rb"(\S+ \S+) Td (<[0-9A-F]{4}>) Tj\n")
_NAME: Final = re.compile(rb"/FontName /(\S+)")
_DESCRIBED: Final = re.compile(rb"/FontDescriptor (\d+) 0 R")
_DESCENDS: Final = re.compile(rb"/DescendantFonts \[(\d+) 0 R\]")
_BASE: Final = re.compile(rb"/BaseFont /\S+")


class OutlineEntry(NamedTuple):
    """A heading of the outline: its page from 0, points from the page's lower edge; ``inner`` headings stand
    under the one before.
    """

    title: str
    page: int
    height: float
    inner: bool = False


class PlaceOnPage(NamedTuple):
    """A place in the document: its page, from 0, and points from the page's lower edge."""

    page: int
    height: float


class PdfMarks(NamedTuple):
    """All marks of a PDF; ``places`` are the targets of its own links, by name."""

    language: str
    entries: Sequence[OutlineEntry] = ()
    places: Mapping[str, PlaceOnPage] = {}


def with_marks(pdf: bytes, marks: PdfMarks) -> bytes:
    """The PDF with its language, its title in the window's bar, an outline if it has entries, links to its
    places, and searchable text.
    """
    objects, trailer = _objects(pdf)
    root = int(_only(_ROOT, trailer))
    _name_fonts(objects)
    _write_text_again(objects)
    catalog = objects[root].removeprefix(b"<<\n").removesuffix(b">>\n")
    (kids,) = (_only(_KIDS, each) for each in objects.values() if each.startswith(b"<<\n/Type /Pages"))
    pages = re.findall(rb"(\d+) 0 R", kids)
    catalog += b"/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true >>\n" % marks.language.encode()
    objects |= _links(objects, marks.places, pages)
    if marks.entries:
        first = max(objects) + 1
        catalog += b"/Outlines %d 0 R\n" % first
        objects |= _outline(first, marks.entries, pages)
    objects[root] = b"<<\n%s>>\n" % catalog
    written, size = pdf[: pdf.index(b"\n1 0 obj\n") + 1], max(objects) + 1
    table = [b"0000000000 65535 f \n"] * size
    for number, content in sorted(objects.items()):
        table[number] = b"%010d 00000 n \n" % len(written)
        written += b"%d 0 obj\n%sendobj\n" % (number, content)
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % size, trailer)
    return written + b"xref\n0 %d\n%strailer%sstartxref\n%d\n%%%%EOF\n" % (
        *(size, b"".join(table), trailer, len(written)),
    )


def _objects(pdf: bytes) -> tuple[dict[int, bytes], bytes]:
    """The objects by their numbers in the table of places, and the trailer."""
    start = int(_only(_START, pdf))
    table, _, trailer = pdf[start:].partition(b"trailer")
    lines = table.splitlines()[2:]
    places = {number: int(line[:10]) for number, line in enumerate(lines) if line[17:18] == b"n"}
    ends = dict(pairwise([*sorted(places.values()), start]))
    found = {}
    for number, place in places.items():
        content = pdf[place : ends[place]].partition(b" 0 obj\n")[2]
        found[number] = content[: content.rindex(b"endobj")]
    return found, trailer.partition(b"startxref")[0]


def _name_fonts(objects: dict[int, bytes]) -> None:
    """Name each font as its description does, with a subset's six letters."""
    for number, content in objects.items():
        if (own := _DESCRIBED.search(content)) is not None:
            name = _only(_NAME, objects[int(own[1])])
            objects[number] = _BASE.sub(b"/BaseFont /" + name, content)
    for number, content in objects.items():
        if (own := _DESCENDS.search(content)) is not None:
            objects[number] = _BASE.sub(_only(_BASE, objects[int(own[1])]), content)


def _write_text_again(objects: dict[int, bytes]) -> None:
    """Write the fonts' characters as typed, and the pages without blanks of no width."""
    blanks = dict[bytes, bytes]()
    for number, content in [*objects.items()]:
        if (table := _UNICODE.search(content)) is not None:
            characters = _characters(objects[int(table[1])])
            objects[int(table[1])] = _with_characters(objects[int(table[1])], characters)
            blank = next((code for code, character in characters.items() if character == " "), None)
            if blank is not None:
                blanks[b"%d" % number] = b"<%04X>" % blank
    for page in [*objects.values()]:
        if page.startswith(b"<<\n/Type /Page\n"):
            number = int(_only(_CONTENT, page))
            stream = _STREAM.fullmatch(objects[number])
            assert stream is not None, "Qt packs every page"
            packed = zlib.compress(_without_joints(zlib.decompress(stream[2]), blanks))
            objects[number] = (
                b"<<\n/Length %d\n/Filter /FlateDecode\n>>\nstream\n%s\nendstream\n" % (len(packed), packed)
            )
            objects[int(stream[1])] = b"%d\n" % len(packed)


def _characters(table: bytes) -> dict[int, str]:
    """The characters of a font as typed: a blank, two letters, the Chinese character of a radical."""
    found = dict[int, str]()
    for begin, end, every, first in _CHARACTERS.findall(table):
        codes = [int(each.strip(b"<>"), 16) for each in every.split()]
        glyphs = range(int(begin, 16), int(end, 16) + 1)
        codes = codes or [int(first, 16) + at for at in range(len(glyphs))]
        found |= {glyph: _as_typed(chr(code)) for glyph, code in zip(glyphs, codes, strict=True)}
    return found


def _with_characters(table: bytes, characters: Mapping[int, str]) -> bytes:
    """A font's table with these characters, one a line: Ghostscript keeps half of Qt's lists of many."""
    lines = [
        b"<%04X> <%s>\n" % (glyph, character.encode("utf-16-be").hex().upper().encode())
        for glyph, character in characters.items()
    ]
    # A part may have at most a hundred lines.
    parts = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    sections = (b"%d beginbfchar\n%sendbfchar\n" % (len(part), b"".join(part)) for part in parts)
    names = _RANGES.sub(lambda _: b"".join(sections), table.partition(b"stream\n")[2])
    return b"<< /Length %d >>\nstream\n%s" % (len(names.removesuffix(b"\nendstream\n")), names)


def _as_typed(character: str) -> str:
    if character == "\t":
        return " "
    is_drawn = "\u2e80" <= character < "\u2fe0" or "\ufb00" <= character <= "\ufb06"
    return unicodedata.normalize("NFKC", character) if is_drawn else character


class _Text(NamedTuple):
    """A text of a page, as Qt writes each run of a font."""

    state: bytes
    """The state in which it is drawn."""
    font: bytes
    glyphs: list[tuple[bytes, bytes]]
    """Each with its place: the first one's on the page, the others' after the one before."""

    @property
    def end(self) -> tuple[Decimal, Decimal]:
        """The place of the last glyph."""
        across, down = zip(*(map(Decimal, place.decode().split()) for place, _ in self.glyphs), strict=True)
        return sum(across, Decimal()), sum(down, Decimal())

    @property
    def drawn(self) -> bytes:
        """Its drawing; a removed glyph leaves its place."""
        lines = (b"%s Td %s Tj\n" % each if each[1] else b"%s Td\n" % each[0] for each in self.glyphs)
        return b"BT\n%s%sET\n" % (self.font, b"".join(lines))


def _without_joints(page: bytes, blanks: Mapping[bytes, bytes]) -> bytes:
    """A page's drawing without blanks of no width, if the next glyph is at the same place; the texts that
    such a blank parts become one.
    """
    matches = [*_TEXT.finditer(page)]
    drawn, end, last = list[bytes](), 0, None
    for match, after in zip_longest(matches, matches[1:]):
        before, glyphs = page[end : match.start()], _GLYPH.findall(match[3])
        end, blank = match.end(), blanks.get(match[2])
        is_blank = len(glyphs) == 1 and glyphs[0][1] == blank and before.startswith(_AGAIN)
        if is_blank and after is not None and after[3].startswith(glyphs[0][0] + b" Td"):
            continue
        follow = [place == b"0 0" for place, _ in glyphs[1:]]
        glyphs = [
            (place, b"" if glyph == blank and is_joint else glyph)
            for (place, glyph), is_joint in zip(glyphs, [*follow, False], strict=True)
        ]
        if last is not None and last.font == match[1] and before == _AGAIN + last.state:
            (across, down), (x, y) = last.end, map(Decimal, glyphs[0][0].decode().split())
            last.glyphs.append((f"{x - across:f} {y - down:f}".encode(), glyphs[0][1]))
            last.glyphs.extend(glyphs[1:])
            continue
        drawn += [last.drawn if last is not None else b"", before]
        last = _Text(before.rpartition(b"\nq\n")[2], match[1], glyphs)
    return b"".join((*drawn, last.drawn if last is not None else b"", page[end:]))


def _only(sought: re.Pattern[bytes], pdf: bytes) -> bytes:
    (found,) = sought.findall(pdf)
    return bytes(found)


def _links(
    objects: Mapping[int, bytes], places: Mapping[str, PlaceOnPage], pages: Sequence[bytes]
) -> dict[int, bytes]:
    """The links to places, which Qt has written as links to the web, by number."""
    found: dict[int, bytes] = {}
    for number, content in objects.items():
        link = _PLACE.fullmatch(content)
        if link is not None and (place := places.get(link["place"].decode())) is not None:
            lead = b"/Dest [%s 0 R /XYZ null %.1f null]" % (pages[place.page], place.height)
            found[number] = b"<<\n%s%s\n>>\n" % (link["link"], lead)
    return found


class _Item(NamedTuple):
    """An object of the outline: its number and its entry, with the items under it."""

    number: int
    entry: OutlineEntry
    inner: list[_Item]


def _outline(first: int, entries: Sequence[OutlineEntry], pages: Sequence[bytes]) -> dict[int, bytes]:
    """The outline's objects by their numbers, itself first."""
    numbers, items = count(first + 1), list[_Item]()
    for entry in entries:
        among = items[-1].inner if entry.inner and items else items
        among.append(_Item(next(numbers), entry, []))
    objects = {first: b"<< /Type /Outlines %s>>\n" % _ends(items)}

    def write(parent: int, among: Sequence[_Item]) -> None:
        for at, item in enumerate(among):
            beside = b"/Prev %d 0 R " % among[at - 1].number if at else b""
            beside += b"/Next %d 0 R " % among[at + 1].number if at + 1 < len(among) else b""
            title = b"FEFF" + item.entry.title.encode("utf-16-be").hex().upper().encode()
            place = b"[%s 0 R /XYZ null %.1f null]" % (pages[item.entry.page], item.entry.height)
            objects[item.number] = b"<< /Title <%s> /Parent %d 0 R %s%s/Dest %s >>\n" % (
                *(title, parent, beside),
                *(_ends(item.inner, closed=True), place),
            )
            write(item.number, item.inner)

    write(first, items)
    return objects


def _ends(among: Sequence[_Item], *, closed: bool = False) -> bytes:
    """The first and the last of some items, and how many are seen; a negative number hides them at first."""
    if not among:
        return b""
    seen = -len(among) if closed else len(among)
    return b"/First %d 0 R /Last %d 0 R /Count %d " % (among[0].number, among[-1].number, seen)
