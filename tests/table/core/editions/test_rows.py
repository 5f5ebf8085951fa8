"""Each difference between editions has a scene, which fails if its row is set to the other edition."""

from __future__ import annotations

import pytest

from console.table.core.state import editions
from console.table.core.state.editions import Row
from tests.table.core.editions.scenes import Scene, all_scenes, ends, set_to

SCENES = all_scenes()


@pytest.mark.parametrize("row", editions.ROWS, ids=lambda row: row.name)
def test_each_row_has_a_scene(row: Row) -> None:
    assert any(each.row is row for each in SCENES), f"{row.name}: write a scene (scenes.py) in an of_*.py"


def test_each_row_has_a_name_of_an_edition_and_a_sentence() -> None:
    assert len({row.name for row in editions.ROWS}) == len(editions.ROWS) > 0
    for row in editions.ROWS:
        assert row.name.startswith("E") and row.sentence.endswith(".")
        assert editions.OLDEST < row.since <= editions.EDITION


@pytest.mark.parametrize("found", SCENES, ids=str)
def test_a_scene_ends_as_it_says_under_either_edition(found: Scene) -> None:
    assert ends(found, found.row.since) == (found.before, found.since)


@pytest.mark.parametrize("found", SCENES, ids=str)
def test_a_scene_tells_its_row_from_one_set_to_the_other_edition(found: Scene) -> None:
    own = found.row.since
    for other in (own - 1, own + 1):
        with set_to(found.row, other):
            assert ends(found, own) != (found.before, found.since)
