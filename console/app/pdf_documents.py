"""Documents as PDF: Qt is loaded with the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from console.base.words import Words
    from console.records.documents.paper import Paper, ShownScreen
    from console.table.showing.screen_values import DealerView


def document_pdf(paper: Paper) -> bytes:
    """A document's pages."""
    from console.ui.paper.document import pdf_of

    return pdf_of(paper)


def pdf_beside_window(paper: Paper) -> bytes:
    """A document's pages, for a window: drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.drawing_process import document_pdf

    return document_pdf(paper)


def drawn_screen(view: DealerView, person: Words, market: Words) -> ShownScreen:
    """A dealer's screen as a picture."""
    from console.ui.window.screen_picture import shown_screen

    return shown_screen(view, person, market)
