"""The words on the wall's keys."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.ui.frame import LEADING, label_lines
from tests.base.words.catalogues import words

LABELS = (
    *(f"floor.key.{view}" for view in ("shelved", "review")),
    "floor.quiet",
    "floor.shelve",
    "floor.take",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", [104.0, 70.0])
def test_two_lines_of_a_keys_word_do_not_touch(language: str, room: float, qtbot: QtBot) -> None:
    for key in LABELS:
        lines, face = label_lines(words(language).text(key), room)
        if len(lines) == 2:
            boxes = [QFontMetricsF(face).tightBoundingRect(line) for line in lines]
            gap = face.pixelSize() * LEADING - boxes[0].bottom() + boxes[1].top()
            assert gap >= 1.5, (key, lines)


def test_a_word_that_fits_in_one_line_is_not_broken(qtbot: QtBot) -> None:
    assert label_lines("Leggja til hliðar", 104.0)[0] == ("Leggja til hliðar",)
