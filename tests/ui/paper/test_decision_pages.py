"""The sheet that hangs in the pit, on paper: every row on a page, whole, with its heads and its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QPageLayout, QPdfWriter, QTextDocument

from console.game.games import DOCUMENTED
from console.game.rulebook import load_rulebook
from console.records.documents.decision_sheet import DecisionSheet, decision_sheet
from console.records.documents.rulebook_figures import figure_sheet
from console.ui.paper.decision_pages import _FOOT, POINTS, figure_pages, pages_of, pdf_of
from console.ui.paper.ink import DPI, MARGIN
from console.words import LANGUAGES, Words
from tests.handbook.runs import run
from tests.sweep import by_turns

pytestmark = pytest.mark.usefixtures("qapp")


def sheet(language: str) -> DecisionSheet:
    kinds = load_rulebook("lt").games["baccarat"].incidents.kinds
    return decision_sheet(Words(language), "lt", "baccarat", kinds, "0123456789ab", datetime(2026, 11, 20))


def test_each_row_stands_on_one_page_under_the_heads_and_none_is_cut() -> None:
    for language in ("ja", "de"):
        decisions = sheet(language)
        buffer = QBuffer()
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(DPI)
        writer.setPageOrientation(QPageLayout.Orientation.Landscape)
        page = QRectF(0, 0, 3200, 2100)
        texts = []
        for of, document in pages_of(decisions, writer, page):
            assert of is decisions
            assert document.size().height() <= page.height() * (1 - _FOOT)
            assert document.size().width() <= page.width() + 1
            texts.append(document.toPlainText())
        plain = "\n".join(texts).replace("\u2011", "-").replace("\u00a0", " ")
        clauses = Counter(row.clause for row in decisions.rows)
        assert all(
            plain.count(f"\n{clause}\n") + plain.endswith(clause) >= 1 for clause in clauses if clause != "–"
        )
        assert plain.count(decisions.title) == len(texts) == plain.count(decisions.heads[-1]) > 1
        outcomes = Counter(row.outcome for row in decisions.rows)
        lines = Counter(plain.splitlines())
        assert all(lines[outcome] == count for outcome, count in outcomes.items())


@pytest.mark.parametrize(("game", "language"), by_turns(DOCUMENTED, LANGUAGES))
def test_no_line_ends_within_a_word(game: str, language: str) -> None:
    """Every column is as wide as its longest word; Japanese breaks between letters."""
    book, words = load_rulebook("lt"), Words(language)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    page = QRectF(0, 0, (297 - 2 * MARGIN) / 25.4 * DPI, (210 - 2 * MARGIN) / 25.4 * DPI)
    broken: list[str] = []
    kinds = book.games[game].incidents.kinds
    figures = figure_sheet(words, book, game)
    decisions = decision_sheet(words, "lt", game, kinds, "0123456789ab", datetime(2026, 11, 20), figures)
    for pages in (pages_of, figure_pages):
        for _, document in pages(decisions, writer, page):
            broken += broken_words(document)
            assert document.size().width() <= page.width() + 1
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


def test_the_sheet_on_paper_is_a_pdf_of_a4_across_in_letters_for_arms_length(tmp_path: Path) -> None:
    made = pdf_of([sheet("en")])
    assert made.startswith(b"%PDF")
    assert b"/MediaBox [0 0 842" in made or b"/MediaBox [0 0 841" in made
    assert POINTS >= 10
    file = tmp_path / "sheet.pdf"
    status, printed = run(
        ["rulebook", "show", "lt", "--game", "baccarat", "--lang", "en", "--pdf", str(file)]
    )
    assert (status, printed.strip()) == (0, f"{file} is written.")
    assert file.read_bytes().count(b"/Type /Page\n") > 3
