"""The sheet that hangs in the pit, on paper: every row on a page, whole, with its heads and its number."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QPageLayout, QPdfWriter

from console.game.rulebook import load_rulebook
from console.records.documents.decision_sheet import DecisionSheet, decision_sheet
from console.ui.paper.decision_pages import _FOOT, POINTS, pages_of, pdf_of
from console.ui.paper.ink import DPI
from console.words import Words
from tests.handbook.runs import run

pytestmark = pytest.mark.usefixtures("qapp")


def sheet(language: str) -> DecisionSheet:
    kinds = load_rulebook("lt").games["baccarat"].incidents.kinds
    return decision_sheet(Words(language), "lt", "baccarat", kinds, "0123456789ab", datetime(2026, 11, 20))


def test_each_row_stands_on_one_page_under_the_heads_and_none_is_cut() -> None:
    for language in ("ja", "de"):
        told = sheet(language)
        buffer = QBuffer()
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(DPI)
        writer.setPageOrientation(QPageLayout.Orientation.Landscape)
        page = QRectF(0, 0, 3200, 2100)
        texts = []
        for of, document in pages_of(told, writer, page):
            assert of is told
            assert document.size().height() <= page.height() * (1 - _FOOT)
            texts.append(document.toPlainText())
        plain = "\n".join(texts).replace("\u2011", "-").replace("\u00a0", " ")
        clauses = Counter(row.clause for row in told.rows)
        assert all(
            plain.count(f"\n{clause}\n") + plain.endswith(clause) >= 1 for clause in clauses if clause != "–"
        )
        assert plain.count(told.title) == len(texts) == plain.count(told.heads[-1]) > 1
        outcomes = Counter(row.outcome for row in told.rows)
        lines = Counter(plain.splitlines())
        assert all(lines[outcome] == count for outcome, count in outcomes.items())


def test_it_is_a_pdf_of_a4_across_in_letters_for_arms_length(tmp_path: Path) -> None:
    made = pdf_of([sheet("en")])
    assert made.startswith(b"%PDF")
    assert b"/MediaBox [0 0 842" in made or b"/MediaBox [0 0 841" in made
    assert POINTS >= 10
    file = tmp_path / "sheet.pdf"
    status, told = run(["rulebook", "show", "lt", "--game", "baccarat", "--lang", "en", "--pdf", str(file)])
    assert (status, told.strip()) == (0, f"{file} is written.")
    assert file.read_bytes().count(b"/Type /Page\n") > 3
