"""A screen reader finds tables, fields and keys on each desk's screen, each with its name; Tab does too."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.ui.harness.drawn import Drawn
from tests.ui.heard.tree import KEPT, SCREENS, stops, tree


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_heard_as_it_was(drawn: Drawn, name: str) -> None:
    assert tree(drawn(name, "en")) == (KEPT / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", [*SCREENS, "review-log", "review-log-filtered"])
def test_each_stop_of_tab_has_a_role_and_a_name_that_its_neighbours_have_not(drawn: Drawn, name: str) -> None:
    found = stops(drawn(name, "ja"))
    assert found
    assert [stop for stop in found if not stop[1] or stop[0] in ("Client", "NoRole")] == []
    assert [stop for stop, after in pairwise(found) if stop == after] == []
