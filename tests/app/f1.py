"""F1 on a screen: its keys, in words, or the wall, on which the keys stand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.ui.dealer import DealerScreen
from console.table.ui.kit import KeyCard, KeyedScreen, Keys
from console.table.ui.page import Page
from tests.floor.ui.samples import SCREENS as WALL
from tests.instruments.pictures.text_measure import flaws


def without_keys(name: str, screen: QWidget, words: Words) -> list[str]:
    """The faults of what F1 shows on a drawn screen."""
    if name in WALL:
        return []
    screen.show()
    try:
        return unsaid(screen, words) if name.startswith("review-") else wrong_on_card(screen)
    finally:
        screen.hide()  # not closed: a rehearsal's would be left


def wrong_on_card(screen: QWidget) -> list[str]:
    """The faults of the card that F1 shows."""
    card = opened(screen)
    if card is None or not card.rows:
        return ["F1 shows nothing"]
    names = [key for key, _ in card.rows]
    twice = sorted({name for name in names if names.count(name) > 1})
    empty = [f"{key!r}: {does!r}" for key, does in card.rows if not does]  # the clauses have no key
    return [
        *flaws(card),
        *empty,
        *(f"twice: {name}" for name in twice),
        *misnamed(card.parentWidget(), card.rows),
    ]


def unsaid(screen: QWidget, words: Words) -> list[str]:
    """A screen of the review says its keys; the review around it shows them where it has an F1 itself."""
    shown: QWidget | None = screen if isinstance(screen, KeyedScreen) else pressed_at(screen)
    while shown is not None and not isinstance(shown, KeyedScreen):
        shown = shown.parentWidget()  # a key that the list in it does not take goes to the screen
    if shown is None or not (rows := shown.key_rows(words)):
        return ["it says no keys"]
    return misnamed(shown, rows)


def misnamed(shown: QWidget | None, rows: Keys) -> list[str]:
    """A page's Esc does what its key back says."""
    if not isinstance(shown, Page) or shown.back.isHidden():
        return []
    back, said = shown.back.text(), dict(rows).get("Esc")
    return [] if said in (None, back) else [f"Esc is {said!r}, the key {back!r}"]


def pressed_at(screen: QWidget) -> QWidget:
    """Where keys go: to what has the focus, else to the screen; on a bare ground to what lies on it."""
    focused = screen.focusWidget()
    if focused is not None or takes_keys(screen):
        return focused or screen
    return next(part for part in screen.findChildren(QWidget) if part.isVisible() and is_screen(part))


def takes_keys(part: QWidget) -> bool:
    """Whether it does something with a key of its own."""
    return type(part).keyPressEvent is not QWidget.keyPressEvent


def is_screen(part: QWidget) -> bool:
    """Whether it is a screen that takes keys and says which."""
    return isinstance(part, KeyedScreen | DealerScreen) and takes_keys(part)


def opened(screen: QWidget) -> KeyCard | None:
    """The card that F1 shows."""
    QTest.keyClick(pressed_at(screen), Qt.Key.Key_F1)
    return next((card for card in screen.findChildren(KeyCard) if card.isVisible()), None)
