"""Draws pages in a process of its own, while the window that asked for them goes on.

Qt's text documents are objects with connections, and Qt guards connections with a few locks that all objects
share. A thread that drops a document holds such a lock while it waits for Python's; the window's thread that
connects two objects at that moment holds Python's while it waits for Qt's, and neither ever goes on. A
process of its own shares no lock, and if it ends by itself the table goes on.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar, cast

from console.records.documents.paper import Paper

P = ParamSpec("P")
T = TypeVar("T")

LIMIT: Final = 600
"""Seconds after which the process is ended: a month of a whole floor is drawn in fewer."""


class NotDrawn(RuntimeError):
    """The process ended without pages; its last words are the text."""


def document_pdf(paper: Paper) -> bytes:
    """A document's pages as a PDF, drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.document import pdf_of

    return draw_in_process(pdf_of, paper)


def first_pages(paper: Paper, limit: int) -> tuple[bytes, ...]:
    """A document's first pages as PNG pictures, drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.page_images import page_pictures

    return draw_in_process(page_pictures, paper, limit)


def draw_in_process(draw: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """The result of ``draw``, a function of a module, called in a new process. Raises NotDrawn.

    It waits for the process: a window calls it in a thread.
    """
    try:
        ended = subprocess.run(
            (sys.executable, "-m", __name__),
            input=pickle.dumps((draw, arguments, named)),
            capture_output=True,
            check=False,
            cwd=Path(__file__).parents[3],
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired as error:
        raise NotDrawn(f"not ended after {LIMIT} s") from error
    if ended.returncode:
        raise NotDrawn(ended.stderr.decode("utf-8", "replace").strip() or f"ended with {ended.returncode}")
    return cast(T, pickle.loads(ended.stdout))


def main() -> None:
    """Call what standard input names, and write its result on standard output."""
    draw, arguments, named = pickle.load(sys.stdin.buffer)
    pickle.dump(draw(*arguments, **named), sys.stdout.buffer)


if __name__ == "__main__":
    main()
