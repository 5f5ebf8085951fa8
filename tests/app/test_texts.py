"""Every text of every screen can be read where it stands, and says one thing.

None lies over another, is cut off, elided or too small; no two keys read alike that do two things, no
heading stands over its own negation, and F1 shows the keys of each screen, in words.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import NamedTuple
from zlib import crc32

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, LOCALES, date_text
from console.table.ui.kit import FOCUS, Surface
from tests.app.f1 import without_keys
from tests.app.heard.tab import unheard
from tests.base.words.catalogues import words
from tests.instruments.pictures.pressed_alike import alike, capitals, contradicted, denied
from tests.instruments.pictures.screens import HOSTILE, every_screen, least_of, small_texts, unmeant
from tests.instruments.pictures.text_measure import flaws, measured, small
from tests.table.ui.harness.drawn import SIZE, let_go

HAVE_CAPITALS = ("de", "ja")
"""In German every noun has one, and Japanese has none."""
FIRST_NAMES = frozenset(("Jonas", "Mina"))
"""First names of people who are shown by them alone, or with a whole surname."""
OWN_NAMES = frozenset(locale.name for locale in LOCALES.values())
"""The languages' names, each as its own key shows it."""
SMALL = small_texts()
ISO_DAY = re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-]|\.\w)")
"""A date as programs write it (2026-11-29), outside a file's name."""
_DAY = date(2026, 11, 20)
QUOTES = "".join(quote for locale in LOCALES.values() for quote in locale.quotes)


class Looked(NamedTuple):
    """The findings at the screens of one language, by the screens' names."""

    unread: dict[str, list[str]]
    """Texts that can't be read where they stand."""
    misread: dict[str, list[str]]
    """Keys that read alike, headings over their own negation, capitals behind a comma."""
    keyless: dict[str, list[str]]
    """Faults of what F1 shows there."""
    small: dict[str, list[str]]
    """Texts that can't be read from 70 cm at a table, or at a desk."""
    days: dict[str, list[str]]
    """Texts with a day as programs write it, where the language writes it otherwise."""
    unheard: dict[str, list[str]]
    """Faults of its way by Tab: what somebody hears there, in which order, and where the focus goes if a key
    is switched off.
    """


@cache
def looked_at(language: str) -> Looked:
    """The screens that are looked at in this language, each made and painted once; another screen changes no
    screen's language. ``python3 -m tests pictures --measure`` measures all in all.
    """
    found = Looked({}, {}, {}, {}, {}, {})
    of_programs = date_text(_DAY, LOCALES[language]) == str(_DAY)
    sign = frozenset([words(language).text("felt.no_more_bets").upper()])
    for name, made in sorted(every_screen().items()):
        if LANGUAGES[crc32(name.encode()) % len(LANGUAGES)] == language:
            screen = made(language, *SIZE)
            texts, flawed = measured(screen, sign)
            found.unread[name] = unmeant(name, flawed + cut_presses(screen))
            found.misread[name] = alike(screen) + contradicted(texts, denied(language))
            if language not in HAVE_CAPITALS and not name.startswith(HOSTILE):
                found.misread[name] += capitals(
                    texts, QUOTES, FIRST_NAMES | OWN_NAMES | LOCALES[language].kept
                )
            found.small[name] = small(texts, least_of(name))
            if not of_programs:
                painted = [text.text for text in texts]
                labels, fields = screen.findChildren(QLabel), screen.findChildren(QLineEdit)
                of_qt = [*(each.text() for each in labels), *(each.text() for each in fields)]
                found.days[name] = [text for text in painted + of_qt if ISO_DAY.search(text)]
            found.unheard[name] = unheard(screen)
            found.keyless[name] = without_keys(name, screen, words(language))
            let_go(screen)
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_read_where_it_stands(qtbot: QtBot, language: str) -> None:
    found = looked_at(language).unread
    assert len(found) > 50
    assert {name: flawed for name, flawed in found.items() if flawed} == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_screen_says_can_be_read_from_the_place_before_it(qtbot: QtBot, language: str) -> None:
    """ISO 9241: 16 minutes of arc from 70 cm at a table; 13 units at a desk. A screen with smaller texts has
    their count, and why they may be, in ``small_texts.tsv``, which only shrinks.
    """
    found = {name: len(texts) for name, texts in looked_at(language).small.items()}
    listed = {name: SMALL.get(name, 0) for name in found}
    assert {name: count for name, count in found.items() if count != listed[name]} == {}, (
        "see small_texts.tsv"
    )


def test_the_list_of_small_texts_names_screens_that_there_are() -> None:
    assert SMALL.keys() <= every_screen().keys()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_keys_of_a_screen_read_alike_and_no_heading_is_denied(qtbot: QtBot, language: str) -> None:
    """A word behind a comma has no capital either."""
    assert {name: texts for name, texts in looked_at(language).misread.items() if texts} == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_written_as_the_reader_writes_it(qtbot: QtBot, language: str) -> None:
    found = looked_at(language).days
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tab_goes_as_a_screen_is_read_and_each_stop_says_what_it_is(qtbot: QtBot, language: str) -> None:
    found = looked_at(language).unheard
    assert found and {name: flaws for name, flaws in found.items() if flaws} == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_that_takes_keys_shows_them_on_f1(qtbot: QtBot, language: str) -> None:
    """At the wall F1 is the wall, on which its keys stand; the review shows those of its screens."""
    found = looked_at(language).keyless
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_text_that_overlaps_is_cut_off_or_too_small_is_found(qtbot: QtBot) -> None:
    from PySide6.QtGui import QPainter

    from console.table.ui.kit import theme, write

    class Bad(Surface):
        def paint(self, painter: QPainter) -> None:
            write(painter, "one", 20, 20, theme.font(20), theme.T0)
            write(painter, "two", 30, 22, theme.font(20), theme.T0)
            write(painter, "beyond the edge", 150, 60, theme.font(20), theme.T0)
            write(painter, "small", 20, 80, theme.font(8), theme.T0)
            write(painter, "cut…", 20, 120, theme.font(20), theme.T0)

    bad = Bad()
    qtbot.addWidget(bad)
    bad.resize(200, 150)
    bad.show()
    assert flaws(bad) == [
        "under 12 px: 'small' (8.0)",
        "cut off: 'beyond the edge'",
        "elided: 'cut…'",
        "over one another: 'one', 'two'",
    ]


def test_a_scrolled_list_may_cut_a_row_but_no_text_beside_it_and_none_by_a_press(
    qtbot: QtBot,
) -> None:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QListView, QPushButton

    from console.table.ui.kit import theme, write

    class Rows(Surface):
        def paint(self, painter: QPainter) -> None:
            painter.setClipRect(QRectF(0, 30, 200, 120))
            write(painter, "scrolled past", 20, 10, theme.font(20), theme.T0)
            write(painter, "above", 20, 30, theme.font(20), theme.T0)
            write(painter, "pressed over", 20, 100, theme.font(20), theme.T0)
            write(painter, "too long to be read", 60, 60, theme.font(20), theme.T0)
            write(painter, "below", 20, 150, theme.font(20), theme.T0)
            painter.setClipping(False)
            write(painter, "head", 20, 15, theme.font(20), theme.T0)

    scrolling = QListView()
    qtbot.addWidget(scrolling)
    rows = Rows(scrolling)
    press = QPushButton(rows)
    press.setGeometry(110, 80, 60, 40)
    rows.resize(200, 150)
    scrolling.show()
    assert flaws(rows) == ["cut off: 'too long to be read'", "half covered: 'pressed over'"]
    rows.setParent(None)
    qtbot.addWidget(rows)
    rows.show()
    assert "cut off: 'above'" in flaws(rows) and "cut off: 'below'" in flaws(rows)


def cut_presses(screen: QWidget) -> list[str]:
    """The presses that do not lie whole in their part: a band over the table takes height from it."""
    found = []
    for button in screen.findChildren(QAbstractButton):
        around, body = (
            button.parentWidget() or screen,
            button.geometry().adjusted(FOCUS, FOCUS, -FOCUS, -FOCUS),
        )
        if button.isVisibleTo(screen) and not around.rect().contains(body):
            found.append(f"a press is cut off: {button.text()}")
    return found
