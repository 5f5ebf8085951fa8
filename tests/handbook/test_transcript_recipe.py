"""The recipe of a transcript: its scene is one, is played as the others are, and can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.handbook.pages import blocks, pages
from tests.table.core.transcripts import SceneDiffers, play, scenes


def scene() -> str:
    """The scene that the page shows."""
    page = pages()["extending.md"].partition("## A transcript")[2].partition("\n## ")[0]
    (block,) = blocks("extending.md", page, "text")
    return block.text


def test_the_scene_of_the_recipe_is_played_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "ties.txt"
    file.write_text(scene(), "utf-8")
    (only,) = scenes(file)
    assert play(only).view()["round"]["outcome"]["winner"] == "tie"


def test_a_scene_that_differs_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "ties.txt"
    file.write_text(scene().replace("points 8 8", "points 8 7"), "utf-8")
    (only,) = scenes(file)
    with pytest.raises(SceneDiffers, match="line 8"):
        play(only)
