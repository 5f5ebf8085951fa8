"""Two things on one screen that can be pressed and read alike, and a heading over its own negation."""

from __future__ import annotations

from collections import defaultdict

from PySide6.QtWidgets import QAbstractButton, QWidget

from console.ui.floor.rows.urgency_list import Row
from console.ui.floor.tiles.table_tile import TableTile
from console.ui.kit.keyboard import TypeKey
from tests.instruments.pictures.text_measure import texts_of


def read(key: QAbstractButton) -> str:
    """What a key says to who hears it: its text, or with it what else stands on it or names its row."""
    return (key.accessibleName() or key.text()).replace("\u00ad", "").strip().casefold()


def meant(key: QAbstractButton) -> object:
    """What a press is for: where two keys do one thing, what that is; else the key itself."""
    match key:
        case TypeKey():
            return "type", key.placed.types
        case TableTile() if key.tile is not None:
            return "table", key.tile.table
        case Row() if key.line is not None and key.line.key.startswith("table "):
            return "table", key.line.key.removeprefix("table ")
    return id(key)


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
    """The texts that stand for more than one thing to do."""
    things = defaultdict(set)
    for key in pressable(screen):
        things[read(key)].add(meant(key))
    return sorted(text for text, meanings in things.items() if text and len(meanings) > 1)


def contradicted(screen: QWidget, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    """The headings over their own negation; ``pairs`` are a heading and what says that there is none."""
    there = {text.text.replace("\u00ad", "").casefold() for text in texts_of(screen)}
    return [heading for heading, none in pairs if {heading.casefold(), none.casefold()} <= there]
