"""Texts and seats' rings stand on the felt; none lies across the table's edge."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.felt.felt import EDGE_WIDTH, Felt, table_edge
from console.table.ui.felt.seats.seat import SeatPlace
from console.table.ui.felt.seats.seat_layout import RING
from tests.instruments.pictures.text_measure import Text, listened
from tests.table.ui.harness.drawn import let_go
from tests.table.ui.samples.screens import SCREENS, screen_of

SIZES = ((1280, 800), (1920, 1080), (1280, 1024))
CLEAR = 1.0
"""The least distance from a text to the table's edge, in pixels."""


def across_the_edge(screen: QWidget) -> Iterator[str]:
    """The texts on a screen's felts that a table's edge runs through or touches."""
    screen.grab(QRect(0, 0, 1, 1))  # it is laid out now, at this size
    for felt in screen.findChildren(Felt):
        if felt.on is None or felt.on.crown is None or not felt.isVisibleTo(screen):
            continue
        with listened() as heard:
            felt.grab()
        edge = table_edge(felt.wide, felt.high, felt.on.crown, EDGE_WIDTH)
        table = QTransform.fromScale(felt.u, felt.u).map(edge)
        for part, told in heard:
            is_on_it = (part is felt or felt.isAncestorOf(part)) and not is_panel(part)
            if is_on_it and told.text.strip() and not table.contains(box_on(felt, part, told)):
                yield told.text


def is_panel(part: QWidget) -> bool:
    """Whether a part is the deciding seat, whose panel covers the edge."""
    return isinstance(part, SeatPlace) and part.seat.acts


def box_on(felt: Felt, part: QWidget, told: Text) -> QRectF:
    """The box of a text on its felt, of a seat's number with its ring; below the felt's end it is cut off."""
    box = told.box
    if isinstance(part, SeatPlace) and told.text == str(part.seat.number):
        side, middle = 2 * RING * part.u, box.center()
        box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
    there = box.translated(QPointF(part.mapTo(felt, part.rect().topLeft())))
    return there.adjusted(-CLEAR, -CLEAR, CLEAR, CLEAR).intersected(QRectF(felt.rect()))


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_lies_across_the_edge_of_the_table(
    qtbot: QtBot, size: tuple[int, int], language: str
) -> None:
    found = dict[str, list[str]]()
    for name in sorted(SCREENS):
        if (crc32(name.encode()) + SIZES.index(size)) % len(LANGUAGES) == LANGUAGES.index(language):
            screen = screen_of(name, language, *size)
            found[name] = list(across_the_edge(screen))
            let_go(screen)
    assert len(found) > 20
    assert {name: texts for name, texts in found.items() if texts} == {}
