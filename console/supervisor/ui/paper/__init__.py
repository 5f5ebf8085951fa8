"""Pages of A4, drawn as a PDF: a document with its charts and screens, as a report, a poster or one sheet."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.ui.paper.beside_window import guide_pdf, guides_beside_window, pdf_beside_window
    from console.supervisor.ui.paper.drawing_process import first_pages

__getattr__ = door(__name__)
