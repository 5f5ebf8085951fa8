"""Pages that a window asks for are drawn in a process of their own, and in no thread of the window's."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from console.records.documents.paper import Link, Overleaf, Paper, Part
from console.ui.paper import decision_pages, document, page_images, record_sheet
from console.ui.paper.drawing_process import NotDrawn, document_pdf, draw_in_process, first_pages

PAPER = Paper(
    "ja",
    "報告書",
    ("T7",),
    (
        Part("", "手", ("勝者", "回数"), (("バンカー", 12), (Link("映像", "https://video"), 3))),
        Overleaf("", "印", (), (("署名", ""),)),
    ),
    ("終",),
)

pytestmark = pytest.mark.usefixtures("qapp")


def parts(pdf: bytes) -> list[bytes]:
    """The pages, letters and links in a PDF, sorted: Qt writes their order and numbers anew each time."""
    return sorted(re.findall(rb"/Type /Page\b|(?<=\+)Noto\w+-\w+|/URI \(.*?\)", pdf))


def test_the_pages_are_those_that_a_command_draws_itself() -> None:
    made = parts(document_pdf(PAPER))
    assert made == parts(document.pdf_of(PAPER))
    assert any(b"https://video" in part for part in made), made


def test_the_pictures_are_of_the_first_pages() -> None:
    assert first_pages(PAPER, 1) == page_images.page_pictures(PAPER, 2)[:1]
    assert len(first_pages(PAPER, 5)) == 2


@pytest.mark.parametrize(
    "draw",
    [document.pdf_of, record_sheet.pdf_of, decision_pages.pdf_of, page_images.page_images],
    ids=lambda draw: f"{draw.__module__}.{draw.__name__}",
)
def test_no_thread_but_the_windows_draws_pages(draw: object) -> None:
    given = (PAPER, 1) if draw in (record_sheet.pdf_of, page_images.page_images) else (PAPER,)
    with ThreadPoolExecutor(1) as threads, pytest.raises(RuntimeError, match="in a process of their own"):
        threads.submit(draw, *given).result()  # type: ignore[arg-type]


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(NotDrawn, match="ZeroDivisionError"):
        draw_in_process(divmod, 1, 0)


def test_a_process_that_ends_without_a_word_is_told_by_its_status() -> None:
    with pytest.raises(NotDrawn, match="ended with 7"):
        draw_in_process(os._exit, 7)
