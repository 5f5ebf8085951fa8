"""The command that draws every screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.base.words.catalogues import CHECKOUT
from tests.instruments.pictures.readme import FOLDER, PICTURES
from tests.instruments.pictures.screens import draw


@pytest.mark.sweep
def test_a_picture_has_the_size_that_was_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    picture = draw(tmp_path, "dealing", "ja", (1920, 1080))
    assert picture.name == "dealing-ja-1920x1080.png"
    drawn = QImage(str(picture))
    assert (drawn.width(), drawn.height()) == (1920, 1080)


def test_the_readmes_pictures_are_those_that_the_instrument_draws(qtbot: QtBot) -> None:
    """By their names, and the card in its size; other fonts give other dots."""
    shown = re.findall(r"!\[[^\]]*\]\(resources/screens/(\w+)\.png\)", (CHECKOUT / "README.md").read_text())
    assert sorted(shown) == sorted(PICTURES) == sorted(each.stem for each in FOLDER.glob("*.png"))
    kept = QImage(str(FOLDER / "card.png"))
    assert PICTURES["card"]().size() == kept.size()
