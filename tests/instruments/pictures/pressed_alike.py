"""Two things on one screen that can be pressed and read alike, and a heading over its own negation."""

from __future__ import annotations

from collections import Counter

from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.instruments.pictures.text_measure import texts_of


def read(key: QAbstractButton) -> str:
    """What a key says to who reads it: its text, else what is said of its sign."""
    return (key.text() or key.accessibleName()).replace("\u00ad", "").strip().casefold()


def pressable(screen: QWidget) -> list[QAbstractButton]:
    """The keys that can be pressed: those in view that nothing lies over."""
    found = []
    for key in screen.findChildren(QAbstractButton):
        if not key.isVisibleTo(screen) or not key.isEnabled() or key.rect().isEmpty():
            continue
        above = screen.childAt(key.mapTo(screen, key.rect().center()))
        if above is key or (above is not None and key.isAncestorOf(above)):
            found.append(key)
    return found


def alike(screen: QWidget) -> list[str]:
    """The texts that more than one key has."""
    times = Counter(read(key) for key in pressable(screen))
    return sorted(text for text, count in times.items() if count > 1 and text)


def contradicted(screen: QWidget, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    """The headings over their own negation; ``pairs`` are a heading and what says that there is none."""
    there = {text.text.replace("\u00ad", "").casefold() for text in texts_of(screen)}
    return [heading for heading, none in pairs if {heading.casefold(), none.casefold()} <= there]
