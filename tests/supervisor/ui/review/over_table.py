"""The review and the check of a guide that lie over a table's window."""

from __future__ import annotations

from console.supervisor.ui.review.edition_screen import EditionDesk
from console.supervisor.ui.review.review_desk import ReviewAtTable
from console.table.ui.window import TableWindow


def review_over(window: TableWindow) -> ReviewAtTable:
    """The review over a table's window, made when it is first asked for."""
    page = window.overlays.review
    assert isinstance(page, ReviewAtTable)
    return page


def guide_check_over(window: TableWindow) -> EditionDesk:
    """The check of a guide over a table's window, made when it is first asked for."""
    page = window.overlays.guide_check
    assert isinstance(page, EditionDesk)
    return page
