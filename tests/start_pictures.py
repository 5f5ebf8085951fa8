"""The screens before and around a table's play as pictures: what :mod:`tests.pictures` draws of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from console.ui.keyboard import Keyboard
from console.ui.review.files import SaveScreen
from tests.words.catalogues import words

FOLDER: Final = Path("/home/pit/Documents")


def _save(*, there: bool = False, keys: bool = False) -> Callable[[str, int, int], QWidget]:
    def made(language: str, wide: int, high: int) -> QWidget:
        screen = SaveScreen(FOLDER, words(language))
        screen.resize(wide, high)
        screen.ask("shift-2026-11-20-2200.pdf", ("pdf",), lambda _: None)
        if there:
            screen._say("save.there", "shift-2026-11-20-2200.pdf")
        if keys:
            Keyboard(screen).open(screen.name)
        return screen

    return made


def _page(page: str) -> Callable[[str, int, int], QWidget]:
    """The keyboard with another of its pages."""

    def made(language: str, wide: int, high: int) -> QWidget:
        screen = SaveScreen(FOLDER, words(language))
        screen.resize(wide, high)
        screen.ask("T7-2.pdf", ("pdf", "json"), lambda _: None)
        keyboard = Keyboard(screen)
        keyboard.open(screen.name)
        keyboard.touch(page)
        return screen

    return made


START: Final[dict[str, Callable[[str, int, int], QWidget]]] = {
    "start-save": _save(),
    "start-save-there": _save(there=True, keys=True),
    "start-keys-foreign": _page("letters"),
    "start-keys-signs": _page("signs"),
}
"""A screen of each state in a language and a size, by the name of its picture."""
