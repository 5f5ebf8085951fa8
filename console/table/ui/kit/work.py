"""The work that a window waits for: coroutines on Qt's own loop, and their calls in threads.

Progress and cancel are here alone. The loop is made with the first coroutine, and not before the first prompt
is painted: no start pays for asyncio. Play at the table never comes this way.

A coroutine opens no loop of Qt's within itself (no ``exec``): the wake-up of another would be lost for ever.
"""

from __future__ import annotations

import atexit
import logging
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar, copy_context
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from console.base.errors import WordedError
from console.base.words import foreseen

if TYPE_CHECKING:
    import asyncio

log = logging.getLogger(__name__)

T = TypeVar("T")
Waiting: TypeAlias = Coroutine[Any, Any, object]
Progress: TypeAlias = Callable[[float], bool]
"""Called with the share that is done; its answer False stops the work."""

AT_ONCE: Final = 4
"""The number of threads that work at the same time; no thread makes or drops an object of Qt."""
PATIENCE: Final = 5_000
"""Milliseconds that the end waits for work under way."""
_STEP: Final = 0.005
"""The least share that is reported: one entry of a million is not."""

_LEFT: ContextVar[Callable[[], bool] | None] = ContextVar("left", default=None)
"""Whether nobody waits any more for the call of this context."""
_UNDER_WAY: set[asyncio.Task[object]] = set()
"""The running tasks: asyncio itself lets go of a task that nobody holds."""


@cache
def loop() -> asyncio.AbstractEventLoop:
    """Asyncio's loop on the application's own loop, which runs already."""
    from concurrent.futures import ThreadPoolExecutor

    from qasync import QEventLoop as Loop

    application = QApplication.instance()
    assert application is not None, "what waits has a window"
    made: asyncio.AbstractEventLoop = Loop(application, already_running=True)
    made.set_default_executor(ThreadPoolExecutor(AT_ONCE, "work"))
    made.set_exception_handler(_unforeseen)
    atexit.register(_close, made)
    return made


def begin(waiting: Waiting) -> asyncio.Task[object]:
    """Run a coroutine; an uncaught error is reported in the same way as a thread's."""
    task: asyncio.Task[object] = loop().create_task(waiting)
    _UNDER_WAY.add(task)
    task.add_done_callback(_ended)
    return task


async def in_thread(
    call: Callable[[Progress], T], progressed: Callable[[float], object] = lambda share: None
) -> T:
    """The result of a call in a thread. Once nobody waits, the call's next share gets False."""
    import asyncio

    here, task, ended, shown = asyncio.get_running_loop(), asyncio.current_task(), threading.Event(), -1.0

    def left() -> bool:
        # A task that was stopped ends only in the loop's next turn; the thread may ask before.
        return ended.is_set() or (task is not None and task.cancelling() > 0)

    def pass_on(share: float) -> None:
        if not left():
            progressed(share)

    def going_on(share: float) -> bool:
        nonlocal shown
        if abs(share - shown) >= _STEP and not left():
            shown = share
            with suppress(RuntimeError):  # the loop may be closed by now
                here.call_soon_threadsafe(pass_on, share)
        return not left()

    context = copy_context()
    context.run(_LEFT.set, left)
    try:
        return await here.run_in_executor(None, context.run, call, going_on)
    finally:
        ended.set()


def is_left() -> bool:
    """Whether nobody waits any more for the call that this thread runs; False if nobody began one."""
    left = _LEFT.get()
    return left is not None and left()


class Work:
    """The work of one screen, one at a time: newer work takes its place, and the screen's end ends it."""

    def __init__(
        self,
        screen: QObject,
        failed: Callable[[Exception], object],
        progressed: Callable[[float], object] = lambda share: None,
    ) -> None:
        """``failed`` shows an error; an error that no words and no disk explain is also reported as a bug."""
        self._failed, self._progressed = failed, progressed
        self._task: asyncio.Task[object] | None = None
        screen.destroyed.connect(lambda: self.stop())

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self, waiting: Waiting) -> None:
        self.stop()
        self._task = begin(self._watched(waiting))
        self._task.add_done_callback(lambda _: waiting.close())  # it may have been stopped before it began

    def stop(self) -> bool:
        """Stop the work, without a result; returns whether any was under way."""
        task, self._task = self._task, None
        return task is not None and task.cancel()

    async def of(self, call: Callable[[Progress], T]) -> T:
        """The result of a call in a thread, with progress; only inside work that was begun."""
        return await in_thread(call, self._progressed)

    async def _watched(self, waiting: Waiting) -> None:
        try:
            await waiting
        except Exception as error:
            # A refusal is all said on the screen, unless it has a cause, such as the system's.
            if not isinstance(error, WordedError) or error.__cause__ is not None:
                log.warning("what a screen waited for", exc_info=error)
            self._failed(error)
            if not foreseen(error):
                raise


def run(application: QApplication) -> int:
    """Run a window's application; returns how it ended. Garbage is collected only between two events."""
    from console.table.ui.kit.garbage import GarbageCollection

    garbage = GarbageCollection(application)
    try:
        return application.exec()
    finally:
        garbage.end()


def end() -> None:
    """Cancel all work, and wait until it has let go; called where no coroutine runs."""
    if not _UNDER_WAY:
        return
    import asyncio

    waits = QEventLoop()
    for task in tuple(_UNDER_WAY):
        task.cancel()
    gathered = asyncio.gather(*_UNDER_WAY, return_exceptions=True)
    gathered.add_done_callback(lambda _: waits.quit())
    QTimer.singleShot(PATIENCE, waits.quit)
    waits.exec()


def _ended(task: asyncio.Task[object]) -> None:
    _UNDER_WAY.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        sys.excepthook(type(error), error, error.__traceback__)


def _unforeseen(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, BaseException):
        sys.excepthook(type(error), error, error.__traceback__)
    else:
        log.error("asyncio: %s", context.get("message"))


def _close(loop: asyncio.AbstractEventLoop) -> None:
    """Close the loop once its threads have ended their calls: a written file is whole or not there."""
    with suppress(RuntimeError):  # the application may be gone before
        loop.stop()
    loop.close()
