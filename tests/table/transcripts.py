"""The shipped scenes as the suite plays them: at a table that can be asked more than a scene says."""

from __future__ import annotations

from console.scenes import scene_player
from console.scenes.scene_file import Scene, SceneDiffers, scenes, shipped_scenes
from console.scenes.scene_player import SceneProgress, tells_why
from tests.table.tables import Driven, book

__all__ = ["Scene", "SceneDiffers", "SceneProgress", "all_scenes", "play", "scenes", "tells_why"]


def all_scenes() -> list[tuple[str, Scene]]:
    return [(scene.file, scene) for scene in shipped_scenes()]


def play(scene: Scene) -> Driven:
    """Play a scene to its end; SceneDiffers naming the line where the table does otherwise."""
    played = scene_player.play(scene, book(scene.code), Driven.of)
    assert isinstance(played, Driven)
    assert played.changes() == played.changes_found_again(), "the journal tells other changes"
    return played
