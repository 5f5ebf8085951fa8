"""Drawn states shared out among the languages: each in one of the six, in all of them in a sweep.

That a state can be drawn hangs on its language only by the length of words, and those are measured on every
screen (``tests/app/test_texts.py``, and all in all languages by ``python3 -m tests pictures --measure``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES
from tests.sweep import sampled


def in_turn(names: Iterable[str], language: str) -> list[str]:
    """The states that are drawn in this language: about a sixth of them, and never none."""
    every, at = list(names), LANGUAGES.index(language)
    turn = sampled(every, every[at :: len(LANGUAGES)])
    assert turn, language
    return turn


@contextmanager
def taken_away(screen: QWidget) -> Iterator[None]:
    """The screen is gone afterwards, so that one test can draw forty of them."""
    try:
        yield
    finally:
        screen.close()
        screen.deleteLater()
        QCoreApplication.sendPostedEvents(screen, QEvent.Type.DeferredDelete.value)
