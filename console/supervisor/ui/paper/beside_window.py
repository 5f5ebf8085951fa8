"""Papers for a window, made in their own process. Their makers are loaded with the first one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from console import __version__

if TYPE_CHECKING:
    from console.supervisor.records.documents.edition_check import EditionCheck, PrintedEdition
    from console.supervisor.records.documents.paper import Paper
    from console.supervisor.review.documents import GuideChoice

_PROGRAM = f"dealer-console {__version__}"


def pdf_beside_window(paper: Paper) -> bytes:
    """A document's pages. Raises NotDrawn."""
    from console.supervisor.ui.paper.drawing_process import document_pdf

    return document_pdf(paper)


def guide_pdf(chosen: GuideChoice, made: datetime) -> bytes:
    """The guide of an installed rulebook as a PDF. Raises NotDrawn, ExportError."""
    from console.supervisor.ui.paper.drawing_process import draw_in_process

    return draw_in_process(_guide, chosen, made)


def edition_check(rules: str, typed: str) -> EditionCheck:
    """The edition that eight characters name, for a table under these rules. Raises NotDrawn."""
    from console.supervisor.ui.paper.drawing_process import draw_in_process

    return draw_in_process(_check, rules, typed)


def guides_in_force(rules: str, game: str) -> tuple[PrintedEdition, ...]:
    """The editions in force at a table with this game under these rules, without a process of its own: a
    terminal waits anyway. Raises RulebookError, OSError.
    """
    from console.supervisor.guide.edition import House

    return House.installed(rules).in_force(game)


def guides_beside_window(rules: str, game: str) -> tuple[PrintedEdition, ...]:
    """:func:`guides_in_force` for a window. Raises NotDrawn."""
    from console.supervisor.ui.paper.drawing_process import draw_in_process

    return draw_in_process(guides_in_force, rules, game)


def _guide(chosen: GuideChoice, made: datetime) -> bytes:
    from msgspec.structs import replace

    from console.supervisor.guide.edition import House, printed
    from console.supervisor.ui.paper.document import pdf_of
    from console.supervisor.ui.paper.screen_picture import shown_screen

    house = House.installed(chosen.rules, shown_screen)
    paper = printed(house.edition(chosen.role, chosen.language), house, _PROGRAM, made)
    return pdf_of(replace(paper, form=chosen.form))


def _check(rules: str, typed: str) -> EditionCheck:
    from console.supervisor.guide.edition import House, check_edition

    return check_edition(House.installed(rules), typed)
