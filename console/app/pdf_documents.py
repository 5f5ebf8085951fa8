"""Documents as PDF, and the commands that can print them: Qt is loaded with the first document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from console.records.documents.paper import Paper


def document_pdf(paper: Paper) -> bytes:
    """A document's pages."""
    from console.ui.paper.document import pdf_of

    return pdf_of(paper)


def pdf_beside_window(paper: Paper) -> bytes:
    """A document's pages, for a window: drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.drawing_process import document_pdf

    return document_pdf(paper)


def incident(argv: Sequence[str]) -> int:
    """The command for an incident's record, from a journal."""
    from console.commands.documents.report_arguments import incident_main

    return incident_main(argv, document_pdf)


def round_file(argv: Sequence[str]) -> int:
    """The command for everything on one round or incident."""
    from console.commands.documents.report_arguments import round_main

    return round_main(argv, document_pdf)


def report(argv: Sequence[str]) -> int:
    """The command for the figures of a shift, a day, or another interval."""
    from console.commands.documents.report_arguments import main as tell

    return tell(argv, document_pdf)


def commissioning(argv: Sequence[str]) -> int:
    """The command with which a table proves its work before its first player."""
    from console.commands.machine.table_certificate import main as prove

    return prove(argv, document_pdf)


def rulebook(argv: Sequence[str]) -> int:
    """The command for a rulebook: whether it can be used, its sheet, and its dossier."""
    from console.commands.rulebook_look import main as look

    return look(argv, document_pdf)


def guide(argv: Sequence[str]) -> int:
    """The command for the house's procedures on paper."""
    from console.commands.documents.guide import main as tell

    return tell(argv, document_pdf)
