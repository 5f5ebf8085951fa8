"""A studio's wall in an application of its own, from its start until it is closed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from console.floor.wall import FloorDesk, Opener
from console.people.answers import People
from console.table.running.clock import SystemClock
from console.ui.floor.floor_window import FloorWindow, application
from console.ui.floor.heard.floor_history import Memory
from console.ui.floor.preferences import Preferences
from console.ui.floor.review_over_wall import Reviews
from console.ui.hands.held_keys import HeldKeys
from console.ui.kit.work import end, run
from console.words import Words


def shown(window: FloorWindow) -> int:
    """Show the window until it is closed or the process gets a signal to end; returns how the application
    ended.
    """
    running = application()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: running.quit())
    window.show_where_it_was()
    window.start()
    done = run(running)
    window.close()
    end()
    return done


def watched(
    desk: FloorDesk,
    people: People,
    words: Words,
    studio: str,
    opener: Opener | None = None,
    reviews: Reviews | None = None,
    memory: Memory | None = None,
    preferences: Preferences | None = None,
    keep: Callable[[Preferences], object] = lambda kept: None,
    learn: Callable[[str, str], object] = lambda who, name: None,
    lacks: Callable[[], str] = str,
) -> int:
    """Run a studio's wall in an application of its own; returns how the application ended."""
    if QApplication.instance() is None:
        HeldKeys(QApplication(sys.argv[:1]))
    made = FloorWindow(
        *(desk, people, words, SystemClock(), studio),
        opener=opener,
        reviews=reviews,
        memory=memory,
        preferences=preferences,
        keep=keep,
        learn=learn,
        lacks=lacks,
    )
    return shown(made)
