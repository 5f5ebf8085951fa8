"""The supervisor's pages over a table's window, each loaded when first used: review, check of a guide."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from console.supervisor.review.documents import DocumentMaker
    from console.supervisor.review.sources import Reviewing
    from console.supervisor.ui.review.edition_screen import EditionDesk
    from console.supervisor.ui.review.review_desk import ReviewAtTable
    from console.table.ui.page import AtTable
    from console.table.ui.window import PartAtTable, TableAtWork, Workplace


def at_table(table: TableAtWork) -> PartAtTable:
    """At a LIVE table with a wheel: look at its figures now and then."""
    from console.table.core import Mode
    from console.table.ui.window import PartAtTable

    if table.config.mode is not Mode.LIVE or table.session.game.wheel is None:
        return PartAtTable()
    from console.supervisor.reports import WheelWatch

    watch = WheelWatch(table.config.journal, table.note)
    table.stack.callback(watch.end)
    return PartAtTable(watches=(watch.observe,))


def reviewing(table: TableAtWork) -> Reviewing:
    from console.supervisor.review.live_table import reviewing
    from console.supervisor.ui.paper.beside_window import guide_pdf, pdf_beside_window

    return reviewing(table.config, table.persons, table.clock, pdf_beside_window, guide_pdf)


def review_page(table: TableAtWork, workplace: Workplace, at: AtTable) -> ReviewAtTable:
    from console.supervisor.ui.review.review_desk import ReviewAtTable

    return ReviewAtTable(at, reviewing(table), workplace.setup.clock, workplace.acts(table.seal))


def row_printer(table: TableAtWork) -> DocumentMaker:
    return reviewing(table).makes()


def guide_check(workplace: Workplace, at: AtTable) -> EditionDesk:
    from console.supervisor.ui.paper.beside_window import edition_check
    from console.supervisor.ui.review.edition_screen import EditionDesk

    setup = workplace.setup
    return EditionDesk(at, partial(edition_check, setup.config.rules), setup.clock)
