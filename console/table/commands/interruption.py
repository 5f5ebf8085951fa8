"""The end of a long command by Ctrl-C: at its next step, or at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def ended_by_signals() -> Iterator[Event]:
    """An event, set by the first signal to end the program (Ctrl-C); a second one ends it at once."""
    ended = Event()

    def end(*_: object) -> None:
        if ended.is_set():
            raise KeyboardInterrupt
        ended.set()

    try:
        before = {one: signal.signal(one, end) for one in (signal.SIGINT, signal.SIGTERM)}
    except ValueError:  # only the main thread can set signals
        yield ended
        return
    try:
        yield ended
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
