"""Where the keys of a page stand: at its margin, evenly apart, in one line with their neighbours."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from console.ui.kit.theme import ACTION_HEIGHT, MARGIN
from console.ui.review.page import Page
from tests.instruments.pictures.screens import every_screen, let_go
from tests.instruments.pictures.text_measure import body_of


def bodies(page: Page) -> list[QRectF]:
    """The keys of a page that are seen, each in its place on the page in units, from left to right."""
    found = [body_of(key, page) for key in page.findChildren(QAbstractButton) if key.isVisibleTo(page)]
    boxes = [QRectF(each.topLeft() / page.u, each.size() / page.u) for each in found]
    return sorted(boxes, key=lambda box: (box.left(), box.top()))


def page_of(name: str, language: str) -> tuple[QWidget, Page]:
    """A picture's screen, and the page whose action bar is seen on it."""
    screen = every_screen()[name](language)
    screen.grab()  # which lays it out
    part = screen.childAt(QPoint(4, screen.height() - 4))
    while part is not None and not isinstance(part, Page):
        part = part.parentWidget()
    assert part is not None
    return screen, part


@pytest.mark.parametrize("language", ["de", "ja", "lt"])
@pytest.mark.parametrize(
    "name",
    [
        "start-commissioning-under-way",
        "start-commissioning-pull",
        "start-commissioning-panel-keyboard",
        "start-commissioning-panel-sound",
        "start-commissioning-to-sign",
    ],
)
def test_the_action_bars_last_key_ends_at_the_margin(qtbot: QtBot, name: str, language: str) -> None:
    screen, page = page_of(name, language)
    below = [box for box in bodies(page) if box.top() > page.high - ACTION_HEIGHT]
    assert max(box.right() for box in below) == pytest.approx(page.wide - MARGIN, abs=1.5)
    let_go(screen)


def test_answers_beside_one_another_are_evenly_apart(qtbot: QtBot) -> None:
    screen, page = page_of("start-commissioning-panel-sound", "de")
    below = [box for box in bodies(page) if box.top() > page.high - ACTION_HEIGHT][1:]
    gaps = [after.left() - box.right() for box, after in pairwise(below)]
    assert len(gaps) == 2 and gaps[0] == pytest.approx(gaps[1], abs=1.5)
    let_go(screen)


@pytest.mark.parametrize("name", ["start-commissioning-floor", "start-commissioning-drifts"])
def test_the_keys_beneath_list_and_task_stand_in_one_line(qtbot: QtBot, name: str) -> None:
    screen, page = page_of(name, "de")
    beneath = [
        box for box in bodies(page) if page.high - ACTION_HEIGHT > box.bottom() and box.top() > page.high / 2
    ]
    assert len(beneath) == 2
    assert beneath[0].top() == pytest.approx(beneath[1].top(), abs=1.5)
    assert beneath[0].height() == pytest.approx(beneath[1].height(), abs=1.5)
    let_go(screen)
