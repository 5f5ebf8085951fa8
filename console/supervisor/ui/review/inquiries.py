"""The coroutine that has the review's questions answered in the background: a disk may take seconds.

A question that nobody has begun to answer is replaced by a newer one of its name. While no question waits,
the count of the searched rows continues. After a failure only the next search opens the journals again, since
a broken connection never answers; a row is known by its place among the open journals.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from console.supervisor.review.questions import JournalReader, SearchProgress
from console.table.journal import Filter
from console.table.ui.kit import begin

log = logging.getLogger(__name__)

T = TypeVar("T")

_SEARCH = "look_for"


class JournalInquiries(QObject):
    """Asks one question after the other: one thread of its own reads the journals."""

    counted = Signal(object)
    """A :class:`SearchProgress`, with each stretch."""
    failed = Signal(object)
    """The exception that came instead of an answer."""

    def __init__(self, opened: Callable[[], JournalReader], parent: QObject | None = None) -> None:
        """``opened`` opens the journals; it is called in the reading thread."""
        super().__init__(parent)
        self._opened = opened
        self._asked: OrderedDict[str, tuple[Callable[[JournalReader], Any], Callable[[Any], None]]] = (
            OrderedDict()
        )
        self._wake = asyncio.Event()
        self._reads: JournalReader | None = None
        """The open journals, for the reading thread; None before the first question."""
        self._failure: Exception | None = None
        """The last failure; None once a search was answered after it."""
        self._looked_for = 0
        self._counting = self._preparing = self._closed = False
        self._task: asyncio.Task[object] | None = None

    def start(self) -> None:
        """Begin to answer; the first question opens the journals."""
        self._task = begin(self._run())

    def stop(self) -> None:
        """Answer no more; a begun reading is finished."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    def ask(self, name: str, question: Callable[[JournalReader], T], answer: Callable[[T], None]) -> None:
        """Ask a question; the newest is answered first."""
        self._asked.pop(name, None)
        self._asked[name] = (question, answer)
        self._wake.set()

    def forget(self, beginning: str) -> None:
        """Drop the questions of this name that nobody has begun to answer."""
        for name in [name for name in self._asked if name.startswith(beginning)]:
            del self._asked[name]

    def look_for(self, log_filter: Filter) -> None:
        """Search for other rows, and count them; this drops only questions about the old rows."""
        self.forget("rows")
        self.forget("number_at")
        self._looked_for += 1
        self._counting, looked_for = False, self._looked_for

        def begun(reads: JournalReader) -> SearchProgress:
            reads.look_for(log_filter)
            return reads.count()

        self.ask(_SEARCH, begun, lambda found: self._began(looked_for, found))

    def prepare(self) -> None:
        """Prepare new entries for the search, while no question waits."""
        self._preparing = True
        self._wake.set()

    def _began(self, looked_for: int, progress: SearchProgress) -> None:
        """Count the first part of the rows at once, and the others while no question waits."""
        if not progress.done and looked_for == self._looked_for:
            self._counting = True
            self._wake.set()
        self._emit_count(looked_for, progress)

    def _give(self, answer: Callable[[Any], None], value: object) -> None:
        """Hand an answer to the asker; after a stop to nobody, since the screens may be gone."""
        if not self._closed:
            answer(value)

    def _emit_count(self, looked_for: int, progress: SearchProgress) -> None:
        if looked_for == self._looked_for and not self._closed:
            self.counted.emit(progress)

    # --- the coroutine ----------------------------------------------------------------------------

    async def _run(self) -> None:
        thread = ThreadPoolExecutor(1, "review")  # A connection belongs to its thread.
        here = partial(asyncio.get_running_loop().run_in_executor, thread)
        try:
            while True:
                await self._answer(here)
        finally:
            thread.submit(self._close)
            thread.shutdown(wait=False)

    def _close(self) -> None:
        reads, self._reads = self._reads, None
        if reads is not None:
            with suppress(Exception):  # Closing a broken connection may fail.
                reads.close()

    def _read(self, question: Callable[[JournalReader], T]) -> T:
        """The answer of the open journals, in the reading thread."""
        if self._reads is None:
            if self._failure is not None:
                raise self._failure.with_traceback(None)
            self._reads = self._opened()
        return question(self._reads)

    def _search(self, question: Callable[[JournalReader], T]) -> T:
        """The answer to a new search, in the reading thread. The journals are opened again if the reading
        fails, or failed before.
        """
        if self._failure is None:
            try:
                return self._read(question)
            except Exception:  # The server may have restarted between two questions.
                log.exception("searching a journal for review")
        self._close()
        self._reads = self._opened()
        answer = question(self._reads)
        self._failure = None
        return answer

    async def _answer(self, here: Callable[..., Awaitable[Any]]) -> None:
        """Answer the newest question; without one count on, then prepare, then wait."""
        try:
            if self._asked:
                name, (question, answer) = self._asked.popitem()
                value = await here(self._search if name == _SEARCH else self._read, question)
                # It is a separate step: an error of the screen is not an error of the journal.
                asyncio.get_running_loop().call_soon(self._give, answer, value)
            elif self._counting:
                looked_for, found = self._looked_for, await here(self._read, lambda reads: reads.count())
                self._counting = self._counting and not (found.done and looked_for == self._looked_for)
                self._emit_count(looked_for, found)
            elif self._preparing:
                self._preparing, looked_for = False, self._looked_for  # Another question may come meanwhile.
                more = await here(self._read, lambda reads: reads.prepare()) < 1
                self._preparing = self._preparing or more
                self._emit_count(looked_for, await here(self._read, lambda reads: reads.count()))
            else:
                self._wake.clear()
                await self._wake.wait()
        except Exception as error:
            log.exception("reading a journal for review")
            self._failure, self._counting = error, False
            if _SEARCH in self._asked:  # The search opens the journals again and reports its own failure.
                return
            self._preparing = False
            self.failed.emit(error)
