"""Documents as PDF: Qt is met with the first that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from console.records.documents.decision_sheet import DecisionSheet
    from console.records.documents.paper import Paper, Sheet
    from console.words import Words


def drawn(sheet: Sheet, words: Words) -> bytes:
    """A record's page."""
    from console.ui.paper.record_sheet import pdf_of

    return pdf_of(sheet, words)


def paged(paper: Paper) -> bytes:
    """A document's pages."""
    from console.ui.paper.document import pdf_of

    return pdf_of(paper)


def hung(sheets: Sequence[DecisionSheet]) -> bytes:
    """The pages that hang in the pit."""
    from console.ui.paper.decision_pages import pdf_of

    return pdf_of(sheets)
