"""The sheet that hangs in the pit, on paper: every row on a page, whole, with its heads and its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QFontMetricsF, QTextDocument

from console.base.words import LANGUAGES, Words
from console.supervisor.records import Paper
from console.supervisor.records.documents.decision_sheet import decision_sheet
from console.supervisor.ui.paper.document import DPI, fitting_face, pdf_of, writer_to
from console.table.game import DOCUMENTED, load_rulebook
from tests.handbook.runs import run
from tests.supervisor.ui.paper.printed import documents_on, lines_on, pages
from tests.sweep import by_turns

pytestmark = pytest.mark.usefixtures("qapp")


def sheet(game: str, language: str) -> Paper:
    book, made = load_rulebook("lt"), datetime(2026, 11, 20)
    return decision_sheet(Words(language), book, [game], "0123456789ab", made)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", ["ja", "de"])
def test_each_page_has_title_and_heads_and_names_the_kind_of_its_first_row(language: str) -> None:
    poster = sheet("baccarat", language)
    decisions, figures = poster.parts
    made = pages(poster)
    titles = [lines_on(page)[0] for page in made]
    assert [*dict.fromkeys(titles)] == [decisions.about, figures.about]
    for title, page in zip(titles, made, strict=True):
        part = decisions if title == decisions.about else figures
        assert plain(lines_on([page[1]])) == plain(part.columns), (
            "no heading of its own, so its heads are next"
        )
        first = plain(lines_on([page[2]]))
        assert any(first.startswith(plain([str(row[0])])) for row in part.rows), first


@pytest.mark.sweep
def test_each_row_stands_whole_on_one_page() -> None:
    poster = sheet("baccarat", "de")
    rows = [lines_on([each]) for page in pages(poster) for each in page]
    outcomes = Counter(str(row[3]) for row in poster.parts[0].rows)
    clauses = Counter(str(row[-1]) for row in poster.parts[0].rows)
    printed = [plain(row) for row in rows]
    for of in (outcomes, clauses):
        for text, count in of.items():
            assert sum(plain([text]) in row for row in printed) >= count, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_at_the_foot_leaves_room_for_the_pages_number(language: str) -> None:
    """In Lithuanian the line in the page's own letters ran into the number."""
    poster = sheet("baccarat", language)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = writer_to(buffer, poster.form)
    text, wide = "    ".join((*poster.head, *poster.footer)), writer.pageLayout().paintRectPixels(DPI).width()
    number = QFontMetricsF(fitting_face("20 / 36", wide, 10.5, writer), writer).horizontalAdvance(
        "    20 / 36"
    )
    face = fitting_face(text, wide - number, 10.5, writer)
    assert QFontMetricsF(face, writer).horizontalAdvance(text) + number <= wide * 1.01
    assert 8.5 <= face.pointSizeF() <= 10.5


def plain(lines: Sequence[str]) -> str:
    """The text of lines, without the signs that break it and keep it together."""
    return "".join(lines).translate({ord(sign): None for sign in "\u00ad\u2060\u00a0 \n\u2028"})


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "language"), by_turns(DOCUMENTED, LANGUAGES))
def test_no_line_ends_within_a_word(game: str, language: str) -> None:
    """Every column is as wide as its longest word; Japanese breaks between letters."""
    broken: list[str] = []
    for page in pages(sheet(game, language)):
        for document in documents_on(page):
            broken += broken_words(document)
            assert document.size().width() <= document.textWidth() + 1
    assert broken == []


def broken_words(document: QTextDocument) -> Iterator[str]:
    """The letters on both sides of each line's end that parts a word."""
    document.documentLayout().documentSize()
    block = document.begin()
    while block.isValid():
        text, layout = block.text(), block.layout()
        for number in range(layout.lineCount() - 1):
            end = layout.lineAt(number).textStart() + layout.lineAt(number).textLength()
            before, after = text[end - 1 : end], text[end : end + 1]
            if before.isalpha() and after.isalpha() and max(before, after) < "\u2e80":
                yield text[max(0, end - 12) : end] + "|" + text[end : end + 6]
        block = block.next()


@pytest.mark.sweep
def test_the_sheet_on_paper_is_a_pdf_of_a4_across(tmp_path: Path) -> None:
    made = pdf_of(sheet("baccarat", "en"))
    assert made.startswith(b"%PDF")
    assert b"/MediaBox [0 0 842" in made or b"/MediaBox [0 0 841" in made
    file = tmp_path / "sheet.pdf"
    status, printed = run(
        ["rulebook", "show", "lt", "--game", "baccarat", "--lang", "en", "--pdf", str(file)]
    )
    assert (status, printed.strip()) == (0, f"{file} is written.")
    assert file.read_bytes().count(b"/Type /Page\n") > 3
