"""Draws pages in a process of its own, while the window that asked for them goes on.

Qt's text documents have connections, which Qt guards with a few locks that all objects share. A thread that
drops a document holds such a lock while it waits for Python's; the window's thread, connecting two objects at
that moment, holds Python's while it waits for Qt's: a deadlock. Another process shares no lock, and the table
survives its end.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from console.base.errors import WordedError
from console.base.system import WorkerEnded, WorkerProcess, WorkFailed
from console.supervisor.records.documents.export import ExportError
from console.supervisor.records.documents.paper import Paper
from console.table.ui.kit import is_left

T = TypeVar("T")

LIMIT: Final = 600.0
"""Seconds after which the process is ended: a month of a whole floor is drawn in fewer."""


class NotDrawn(WordedError[object]):
    """The process ended before it had drawn the pages: by the computer, its limit, or since nobody waits."""


def document_pdf(paper: Paper) -> bytes:
    """A document's pages as a PDF, drawn in their own process. Raises NotDrawn, ExportError."""
    from console.supervisor.ui.paper.document import pdf_of

    return draw_in_process(pdf_of, paper)


def first_pages(paper: Paper, limit: int) -> tuple[bytes, ...]:
    """A document's first pages as PNG pictures, drawn in their own process. Raises NotDrawn."""
    from console.supervisor.ui.paper.document import page_pictures

    return draw_in_process(page_pictures, paper, limit)


def draw_in_process(draw: Callable[..., T], *arguments: object) -> T:
    """The result of ``draw``, a function of a module, called in a new process. Raises NotDrawn,
    ExportError if ``draw`` does, and RuntimeError with the process's last words if it failed otherwise, which
    is a bug. A window calls it in a thread. The process ends as soon as nobody waits for that call: none
    outlives its window.
    """
    end = monotonic() + LIMIT

    def go_on() -> None:
        if is_left():
            raise NotDrawn("paper.not_drawn", "nobody waits for the pages any more")
        if monotonic() > end:
            raise NotDrawn("paper.not_drawn", f"not drawn after {LIMIT:.0f} s")

    try:
        with WorkerProcess(_drawn, draw, *arguments) as process:
            found: T | ExportError = process.result(go_on)
    except WorkFailed as failed:
        raise RuntimeError(str(failed)) from failed
    except WorkerEnded as ended:
        raise NotDrawn("paper.not_drawn", str(ended)) from ended
    if isinstance(found, ExportError):
        raise found
    return found


def _drawn(draw: Callable[..., T], *arguments: object) -> T | ExportError:
    """The result, or why nothing can be drawn: any other error is a bug."""
    try:
        return draw(*arguments)
    except ExportError as refused:
        return refused
