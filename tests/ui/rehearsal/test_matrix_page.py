"""The table of who rehearsed what: its two keys that turn pages have different words."""

from __future__ import annotations

import pytest

from console.ui.rehearsal.matrix_page import MatrixPage
from console.words import LANGUAGES
from tests.ui.harness.drawn import Drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_for_people_and_for_incidents_differ_in_more_than_a_figure(
    drawn: Drawn, language: str
) -> None:
    screen = drawn("rehearsal-matrix", language)
    page = screen if isinstance(screen, MatrixPage) else screen.findChild(MatrixPage)
    assert page is not None
    screen.grab()
    words = ["".join(each for each in key.text() if not each.isdigit()) for key in (page.people, page.more)]
    assert words[0] != words[1]
    assert page.people.x() > max(key.geometry().right() for key in page._games.values())
