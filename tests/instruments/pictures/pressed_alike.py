"""Two things on one screen that can be pressed and read alike, a heading over its own negation, a capital in
the middle of a sentence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from PySide6.QtWidgets import QAbstractButton, QWidget

from console.floor.ui.rows.urgency_list import UrgencyRow
from console.floor.ui.wall_tiles import TableTile
from console.table.ui.dealer.open_strip import OpenStrip
from console.table.ui.kit.keyboard import TypeKey
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import Text

EMPTY_STATES: Final = (
    ("floor.needed", "floor.nobody_needed"),
    ("floor.search", "floor.none_found"),
    ("give.open", "handover.clear"),
    ("pit.open", "pit.nothing_open"),
    ("rehearsal.record.due.today", "rehearsal.screen.nothing_due"),
)
"""Each heading of a list, and what is said in its place while the list is empty."""
_AFTER_COMMA: Final = re.compile(r", (\w+)\b(?!\s\w\.)")
"""A word behind a comma; not a person's first name, which has an initial after it."""


def words_of_key(key: QAbstractButton) -> str:
    """A key's words to who hears it: its text, or with it what else stands on it or names its row."""
    return (key.accessibleName() or key.text()).replace("\u00ad", "").strip().casefold()


def meant(key: QAbstractButton) -> object:
    """The purpose of a press: where two keys do one thing, that thing; else the key itself."""
    match key:
        case TypeKey():
            return "type", key.placed.types
        case TableTile():
            return "table", key.tile.table
        case QAbstractButton() if isinstance(strip := key.parent(), OpenStrip) and key in strip.keys:
            return id(strip.stands_for[strip.keys.index(key)])
        case UrgencyRow() if key.line is not None and key.line.key.startswith("table "):
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
        things[words_of_key(key)].add(meant(key))
    return sorted(text for text, meanings in things.items() if text and len(meanings) > 1)


def denied(language: str) -> tuple[tuple[str, str], ...]:
    """The headings in a language, each with its negation."""
    own = words(language)
    return tuple((own.text(heading), own.text(nothing)) for heading, nothing in EMPTY_STATES)


def contradicted(texts: Iterable[Text], pairs: tuple[tuple[str, str], ...]) -> list[str]:
    """The headings over their own negation; ``pairs`` are a heading and what says that there is none."""
    there = {text.text.replace("\u00ad", "").casefold() for text in texts}
    return [heading for heading, none in pairs if {heading.casefold(), none.casefold()} <= there]


def capitals(texts: Iterable[Text], quotes: str, names: frozenset[str]) -> list[str]:
    """The texts in which a word behind a comma has a capital; ``names`` may have one.

    The dealer says the text in ``quotes`` aloud in the market's language.
    """
    told = {text.text for text in texts}
    return sorted(text for text in told if text[:1] not in quotes and _has_capital(text, names))


def _has_capital(text: str, names: frozenset[str]) -> bool:
    behind = (match[1] for match in _AFTER_COMMA.finditer(text))
    return any(word[0].isupper() and word[1:].islower() for word in behind if word not in names)
