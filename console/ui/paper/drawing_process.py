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
from time import monotonic
from typing import Final, ParamSpec, TypeVar, cast

from console.errors.worded_error import WordedError
from console.records.documents.paper import Paper
from console.ui.kit.work import is_left

P = ParamSpec("P")
T = TypeVar("T")

LIMIT: Final = 600.0
"""Seconds after which the process is ended: a month of a whole floor is drawn in fewer."""
_NO_RESULT: Final = (
    *(EOFError, pickle.UnpicklingError),
    *(ValueError, LookupError, ImportError, AttributeError, TypeError),
)
"""What loading something else than a pickle raises: another module may have printed before the result."""
_LOOK: Final = 0.1
"""Seconds between two looks at whether somebody still waits for the pages."""


class NotDrawn(WordedError[object]):
    """The process was ended before it had drawn the pages: by the computer, by its limit, or because nobody
    waits for them any more.
    """


def document_pdf(paper: Paper) -> bytes:
    """A document's pages as a PDF, drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.document import pdf_of

    return draw_in_process(pdf_of, paper)


def first_pages(paper: Paper, limit: int) -> tuple[bytes, ...]:
    """A document's first pages as PNG pictures, drawn in a process of its own. Raises NotDrawn."""
    from console.ui.paper.page_images import page_pictures

    return draw_in_process(page_pictures, paper, limit)


def draw_in_process(draw: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """The result of ``draw``, a function of a module, called in a new process. Raises NotDrawn, and
    RuntimeError with the process's last words where ``draw`` itself failed, which is a bug.

    It waits for the process: a window calls it in a thread. The process is ended as soon as nobody waits for
    that thread's call any more, so that none outlives its window.
    """
    command = (sys.executable, "-m", __name__)
    call = pickle.dumps((draw, arguments, named))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=Path(__file__).parents[3]
    ) as child:
        try:
            result, last_words = _result_of(child, call)
        except BaseException:
            child.kill()
            raise
    if child.returncode > 0 and last_words:
        raise RuntimeError(last_words.decode("utf-8", "replace").strip())
    if child.returncode:
        raise NotDrawn("paper.not_drawn", f"the process that draws ended with {child.returncode}")
    try:
        return cast(T, pickle.loads(result))
    except _NO_RESULT as error:
        raise NotDrawn("paper.not_drawn", "the process that draws wrote no whole result") from error


def _result_of(child: subprocess.Popen[bytes], call: bytes) -> tuple[bytes, bytes]:
    """What a process writes and its last words, once it has ended. Raises NotDrawn if it takes too long."""
    given: bytes | None = call
    begun = monotonic()
    while True:
        try:
            return child.communicate(given, _LOOK)
        except subprocess.TimeoutExpired:
            given = None
        if is_left():
            raise NotDrawn("paper.not_drawn", "nobody waits for the pages any more")
        if monotonic() - begun > LIMIT:
            raise NotDrawn("paper.not_drawn", f"not drawn after {LIMIT:.0f} s")


def main() -> None:
    """Call what standard input names, and write its result on standard output."""
    draw, arguments, named = pickle.load(sys.stdin.buffer)
    pickle.dump(draw(*arguments, **named), sys.stdout.buffer)


if __name__ == "__main__":
    main()
