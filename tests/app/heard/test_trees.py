"""A screen reader finds cards, prompts, tables, fields and keys on each screen, each with its name."""

from __future__ import annotations

import pytest

from tests.app.heard.tree import KEPT, SCREENS, tree
from tests.instruments.pictures.screens import every_screen
from tests.table.ui.harness.drawn import Drawn


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_heard_as_it_was(drawn: Drawn, name: str) -> None:
    assert tree(drawn(every_screen()[name], SCREENS[name])) == (KEPT / f"{name}.txt").read_text("utf-8")
