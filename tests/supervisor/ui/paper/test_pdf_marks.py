"""A PDF's language, title and outline: read by an own small reader of the table of places at its end."""

from __future__ import annotations

import re
import zlib

import pytest

from console.base.words import LANGUAGES
from console.supervisor.records import Paper, Part
from console.supervisor.records.documents.paper import Grouped, Overleaf, PaperForm
from console.supervisor.ui.paper.document import pdf_of

pytestmark = pytest.mark.usefixtures("qapp")


def objects(pdf: bytes) -> dict[int, bytes]:
    """The objects by number, each where the last table says that it stands."""
    found: dict[int, bytes] = {}
    start = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    while start:
        table, _, rest = pdf[start:].partition(b"trailer")
        lines, number = iter(table.splitlines()[1:]), 0
        for line in lines:
            if len(line.split()) == 2:
                number = int(line.split()[0])
                continue
            place, _, kind = line.split()
            if kind == b"n" and number not in found:
                begin = b"%d 0 obj" % number
                assert pdf[int(place) :].startswith(begin), (number, pdf[int(place) :][:20])
                found[number] = pdf[int(place) + len(begin) :].partition(b"endobj")[0]
            number += 1
        before = re.search(rb"/Prev (\d+)", rest.partition(b"startxref")[0])
        start = int(before[1]) if before is not None else 0
    trailer = pdf[pdf.rindex(b"trailer") :]
    size = re.search(rb"/Size (\d+)", trailer)
    assert size is not None and max(found) < int(size[1])
    return found


def outline(pdf: bytes) -> list[tuple[int, str, int]]:
    """The headings as a reader lists them: how deep, the text, the page from 1."""
    every = objects(pdf)
    (catalog,) = (each for each in every.values() if b"/Type /Catalog" in each)
    (kids,) = (each for each in every.values() if b"/Type /Pages" in each)
    pages = [int(each) for each in re.findall(rb"(\d+) 0 R", kids.partition(b"[")[2].partition(b"]")[0])]
    root = re.search(rb"/Outlines (\d+) 0 R", catalog)
    found: list[tuple[int, str, int]] = []

    def follow(parent: int, depth: int) -> None:
        first = re.search(rb"/First (\d+) 0 R", every[parent])
        number, before = int(first[1]) if first is not None else 0, 0
        while number:
            item = every[number]
            assert b"/Parent %d 0 R" % parent in item
            assert (b"/Prev %d 0 R" % before in item) == bool(before)
            title = re.search(rb"/Title <FEFF([0-9A-F]*)>", item)
            page = re.search(rb"/Dest \[(\d+) 0 R /XYZ null ([\d.]+) null\]", item)
            assert title is not None and page is not None and 0 < float(page[2]) < 842
            found.append(
                (depth, bytes.fromhex(title[1].decode()).decode("utf-16-be"), pages.index(int(page[1])) + 1)
            )
            follow(number, depth + 1)
            after = re.search(rb"/Next (\d+) 0 R", item)
            before, number = number, int(after[1]) if after is not None else 0
        assert (b"/Last %d 0 R" % before in every[parent]) == bool(before)

    if root is not None:
        follow(int(root[1]), 0)
    return found


def test_a_document_of_several_pages_has_an_outline_of_its_headings() -> None:
    rows = tuple((f"row {at}", at) for at in range(80))
    parts = (
        Part("", "Žvilgsnis (1\\2)", ("a", "b"), rows),
        Overleaf("卓7", "見出し", ("a", "b"), rows[:3]),
        Part("卓7", "次の見出し", ("a", "b"), rows[:3]),
        Part("卓8", "Ende", ("a", "b"), rows[:3]),
    )
    assert outline(pdf_of(Paper("lt", "Title", (), parts, ()))) == [
        *((0, "Žvilgsnis (1\\2)", 1), (0, "卓7", 3)),
        *((1, "見出し", 3), (1, "次の見出し", 3), (0, "卓8", 3), (1, "Ende", 3)),
    ]


@pytest.mark.sweep
def test_a_poster_lists_its_groups_once_whether_or_not_they_begin_a_page() -> None:
    groups = [f"group {at}" for at in range(12)]
    rows = tuple((name, "text " * 60, str(at)) for name in groups for at in range(4))
    part = Grouped("Poster", "", ("a", "b", "c"), rows, answer=1, shares=(1, 2, 1))
    found = outline(pdf_of(Paper("en", "Poster", (), (part,), (), PaperForm.POSTER)))
    assert [(depth, text) for depth, text, _ in found] == [(0, "Poster"), *((1, name) for name in groups)]
    assert found[-1][2] > 2 and [page for *_, page in found] == sorted(page for *_, page in found)


@pytest.mark.parametrize("form", list(PaperForm))
def test_a_document_names_its_language_and_shows_its_title(form: PaperForm) -> None:
    pdf = pdf_of(Paper("ja", "表題", (), (Part("", "", ("a",), (("x",),)),), (), form))
    (catalog,) = (each for each in objects(pdf).values() if b"/Type /Catalog" in each)
    assert b"/Lang (ja)" in catalog and b"/DisplayDocTitle true" in catalog
    assert outline(pdf) == []
    assert b"/Title (\xfe\xff" + "表題".encode("utf-16-be") in pdf


def runs(pdf: bytes) -> list[str]:
    """The text of each run of a font, glyph by glyph, by the characters that the font gives them."""
    every, found = objects(pdf), list[str]()
    for page in (each for each in every.values() if b"/Type /Page\n" in each):
        (number,) = re.findall(rb"/Contents (\d+) 0 R", page)
        drawn = zlib.decompress(every[int(number)].partition(b"stream\n")[2].rpartition(b"\nendstream")[0])
        for font, run in re.findall(rb"BT\n/F(\d+) (.*?)ET\n", drawn, re.DOTALL):
            (table,) = re.findall(rb"/ToUnicode (\d+) 0 R", every[int(font)])
            names = {
                int(glyph, 16): bytes.fromhex(characters.decode()).decode("utf-16-be")
                for glyph, characters in re.findall(rb"<(\w{4})> <(\w+)>\n", every[int(table)])
            }
            found.append("".join(names[int(each, 16)] for each in re.findall(rb"<(\w{4})> Tj", run)))
    return found


TEXTS = {
    "en": "BAC-2.1.6 confirm the first offer",
    "sv": "LT-BAC-18b första ordföljd",
    "de": "BJ-3.2 ◇ Öffnung, offen, Auflage",
    "lt": "LT-ROU-4.1 žaidėjas",
    "is": "ROU-7.3-b fyrst",
    "ja": "BAC-2.1.6カードスキャナーのディーラー",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", [PaperForm.REPORT, PaperForm.CARDS])
def test_a_search_finds_each_clause_and_word(language: str, form: PaperForm) -> None:
    """Without a sign that is drawn and not typed, whatever forbids a break within them."""
    text = TEXTS[language]
    part = Part("", text, ("a", "b"), ((text, text),), text)
    shown = runs(pdf_of(Paper(language, text, (text,), (part,), (text,), form)))
    for sought in re.findall("[A-Z]+-[A-Z\\d.b-]+|[\u30a1-\u30fc]{3,}|[a-zžáö]{4,}", text):
        assert sum(sought in run for run in shown) >= 4, (sought, shown)
    assert not re.search("[\t\u2060\ufb00-\ufb06\u2e80-\u2fdf]", "".join(shown))


def test_a_fonts_subset_is_named_in_each_place() -> None:
    pdf = pdf_of(Paper("ja", "表題 Title", (), (Part("", "", ("a",), (("x",),)),), ()))
    named = re.findall(rb"/(?:BaseFont|FontName) /(\S+)", b"".join(objects(pdf).values()))
    assert named and all(re.fullmatch(rb"[A-Z]{6}\+NotoSans\S*", each) for each in named)


def test_a_search_finds_the_characters_that_are_typed() -> None:
    """Qt names these glyphs by the radicals of the same shape."""
    typed = "日入力金手一"
    pdf = pdf_of(Paper("ja", "表題", (), (Part("", "", ("a",), ((typed,),)),), ()))
    tables = [each for each in objects(pdf).values() if b"begincmap" in each]
    named = {chr(int(code, 16)) for table in tables for code in re.findall(rb"<([0-9A-Fa-f]{4})>", table)}
    assert {*typed} <= named
    assert not [character for character in named if 0x2F00 <= ord(character) < 0x2FE0]
