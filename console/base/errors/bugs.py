"""Errors that nobody foresaw: each is reported, wherever it comes up."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

log = logging.getLogger(__name__)


def log_bug(error: Exception) -> None:
    """Write the error of a command or a start, with its trace, to the log that a window keeps."""
    from console.base.errors.error_log import default_folder, keep_log

    kept = keep_log(default_folder())
    log.critical("unforeseen", exc_info=error)
    if kept is not None:
        logging.getLogger().removeHandler(kept)
        kept.close()


@contextmanager
def report_uncaught(report: Callable[[Exception], None]) -> Iterator[None]:
    """Have every uncaught error reported: of this thread, of any other, and of code that can't raise it.
    ``report`` is called in the error's thread. It must not raise; if it does, as after the window has gone,
    the error is only logged.
    """
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook

    def report_error(error: BaseException | None, where: str) -> None:
        if not isinstance(error, Exception):
            log.critical("unforeseen %s", where, exc_info=error)
            return
        try:
            report(error)
        except RuntimeError:
            log.critical("unforeseen %s, and nothing listens for it", where, exc_info=error)

    def here(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        report_error(error, "here")

    def elsewhere(hook: threading.ExceptHookArgs) -> None:
        report_error(hook.exc_value, f"in the thread {hook.thread.name if hook.thread else '?'}")

    def unraised(hook: sys.UnraisableHookArgs) -> None:
        report_error(hook.exc_value, hook.err_msg or "where none can be raised")

    sys.excepthook, threading.excepthook, sys.unraisablehook = here, elsewhere, unraised
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
