"""The command that draws every screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.instruments.pictures.screens import draw


def test_a_picture_has_the_size_that_was_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    picture = draw(tmp_path, "dealing", "ja", (1920, 1080))
    assert picture.name == "dealing-ja-1920x1080.png"
    drawn = QImage(str(picture))
    assert (drawn.width(), drawn.height()) == (1920, 1080)
