"""The language, the outline and the inner links of a PDF, appended to it: Qt's writer has no call for them.

Its text is put right where it stands: Qt names a glyph by the lowest of its characters, which of many Chinese
characters is a radical of the same shape (U+2F00 to U+2FDF) that nobody types or searches for.

An update at a PDF's end (ISO 32000-1, 7.5.6) has new objects, the catalog once more, and where they stand.
It reads only what Qt writes: one catalog, one list of pages, links with an address, and a table of places.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from console.supervisor.records.documents.paper import PLACE

_SIZE: Final = re.compile(rb"/Size (\d+)")
_ROOT: Final = re.compile(rb"/Root (\d+) 0 R")
_KIDS: Final = re.compile(rb"/Type /Pages\s*/Kids\s*\[([^\]]*)\]")
_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_PLACE: Final = re.compile(
    rb"\n(?P<number>\d+) 0 obj\n<<\n(?P<link>/Type /Annot\n/Subtype /Link\n/Rect [^\n]*\n/Border [^\n]*\n)"
    rb"/A <<\n/Type /Action\n/S /URI\n/URI \(%s(?P<place>[^)\n]*)\)\n>>\n>>\nendobj" % PLACE.encode()
)


_CHARACTERS: Final = re.compile(rb"(?<=begincmap).*?(?=endcmap)", re.DOTALL)
_GLYPHS: Final = re.compile(rb"\[[^\]]*\]")
_RADICAL: Final = re.compile(rb"<(2[EFef][0-9A-Fa-f]{2})>")


class OutlineEntry(NamedTuple):
    """A heading of the outline: on a page, from 0, at points from the page's lower edge; ``inner`` stands
    under the entry before it.
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
    """All marks of a PDF; ``places`` are those to which its own links lead, by their names."""

    language: str
    entries: Sequence[OutlineEntry] = ()
    places: Mapping[str, PlaceOnPage] = {}


def with_marks(pdf: bytes, marks: PdfMarks) -> bytes:
    """The PDF with its language, its title in the window's bar, an outline if it has entries, and links that
    lead to its places.
    """
    entries, pdf = marks.entries, with_typed_characters(pdf)
    trailer = pdf[pdf.rindex(b"trailer") :]
    size, root, start = (int(_only(each, trailer)) for each in (_SIZE, _ROOT, _START))
    pages = re.findall(rb"(\d+) 0 R", _only(_KIDS, pdf))
    catalog = _only(re.compile(rb"\n%d 0 obj\n<<\n(.*?)>>\nendobj" % root, re.DOTALL), pdf)
    catalog += b"/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true >>\n" % marks.language.encode()
    objects = _outline(size, entries, pages) if entries else {}
    if objects:
        catalog += b"/Outlines %d 0 R\n" % size
    objects[root] = b"<<\n%s>>" % catalog
    objects |= _links(pdf, marks.places, pages)
    written, table = pdf, b""
    for number, content in sorted(objects.items()):
        table += b"%d 1\n%010d 00000 n \n" % (number, len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    after = max(size, *(number + 1 for number in objects))
    trailer = _SIZE.sub(b"/Size %d" % after, trailer.partition(b"startxref")[0])
    trailer = trailer.rstrip().removesuffix(b">>") + b"/Prev %d\n>>\n" % start
    return written + b"xref\n" + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(written)


def with_typed_characters(pdf: bytes) -> bytes:
    """The PDF of the same length, in whose text each radical is the character that it stands for."""

    def typed(radical: re.Match[bytes]) -> bytes:
        character = unicodedata.normalize("NFKC", chr(int(radical[1], 16)))
        return b"<%04X>" % ord(character)

    def of_glyphs(glyphs: re.Match[bytes]) -> bytes:
        return _RADICAL.sub(typed, glyphs[0])

    return _CHARACTERS.sub(lambda table: _GLYPHS.sub(of_glyphs, table[0]), pdf)


def _only(sought: re.Pattern[bytes], pdf: bytes) -> bytes:
    (found,) = sought.findall(pdf)
    return bytes(found)


def _links(pdf: bytes, places: Mapping[str, PlaceOnPage], pages: Sequence[bytes]) -> dict[int, bytes]:
    """The links to places, which Qt has written as links to the web, by their numbers."""
    found: dict[int, bytes] = {}
    for link in _PLACE.finditer(pdf):
        if (place := places.get(link["place"].decode())) is not None:
            lead = b"/Dest [%s 0 R /XYZ null %.1f null]" % (pages[place.page], place.height)
            found[int(link["number"])] = b"<<\n%s%s\n>>" % (link["link"], lead)
    return found


class _Item(NamedTuple):
    """An object of the outline: its number and its entry, with the items under it."""

    number: int
    entry: OutlineEntry
    inner: list[_Item]


def _outline(first: int, entries: Sequence[OutlineEntry], pages: Sequence[bytes]) -> dict[int, bytes]:
    """The outline's objects by their numbers; the first is the outline itself."""
    numbers, items = count(first + 1), list[_Item]()
    for entry in entries:
        among = items[-1].inner if entry.inner and items else items
        among.append(_Item(next(numbers), entry, []))
    objects = {first: b"<< /Type /Outlines %s>>" % _ends(items)}

    def write(parent: int, among: Sequence[_Item]) -> None:
        for at, item in enumerate(among):
            beside = b"/Prev %d 0 R " % among[at - 1].number if at else b""
            beside += b"/Next %d 0 R " % among[at + 1].number if at + 1 < len(among) else b""
            title = b"FEFF" + item.entry.title.encode("utf-16-be").hex().upper().encode()
            place = b"[%s 0 R /XYZ null %.1f null]" % (pages[item.entry.page], item.entry.height)
            objects[item.number] = b"<< /Title <%s> /Parent %d 0 R %s%s/Dest %s >>" % (
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
