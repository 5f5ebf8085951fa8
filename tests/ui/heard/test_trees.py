"""A screen reader finds tables, fields and keys on each desk's screen, each with its name."""

from __future__ import annotations

import pytest

from tests.ui.harness.drawn import Drawn
from tests.ui.heard.tree import KEPT, SCREENS, tree


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_heard_as_it_was(drawn: Drawn, name: str) -> None:
    assert tree(drawn(name, "en")) == (KEPT / f"{name}.txt").read_text("utf-8")
