"""The menu keeps all of its rows on the screen, however many there are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from console.ui.hands.guard import PressGuard
from console.ui.kit.menu import Menu, Row
from console.ui.kit.surface import Surface
from console.ui.signs import places


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1280, 1024)])
def test_every_row_lies_on_the_screen_and_on_no_other(qtbot: QtBot, size: tuple[int, int]) -> None:
    parent = Surface()
    qtbot.addWidget(parent)
    parent.resize(*size)
    menu = Menu(PressGuard(lambda: 1.0), parent)
    menu.setGeometry(parent.rect())
    menu.set_unit(min(size[0] / 1280, size[1] / 800))
    for count in range(1, 19):
        menu.open("Jonas P.", tuple(Row(str(at), places.globe, lambda: None) for at in range(count)))
        boxes = [button.geometry() for button in menu._buttons]
        assert len(boxes) == count
        assert all(parent.rect().contains(box) for box in boxes), count
        bodies = [box.adjusted(7, 7, -7, -7) for box in boxes]
        assert not any(one.intersects(other) for one in bodies for other in bodies if one is not other)
        assert all(QRect(body).height() >= 46 for body in bodies), "a finger's height"
