"""The shipped scenes as the suite plays them: at a table that can be asked more than a scene says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from console.table.core import Game, Table
from console.table.core.judging import judgement, transition
from console.table.core.state import events
from console.table.scenes import Scene, SceneDiffers, scene_player, shipped_scenes
from console.table.scenes.scene_file import scenes
from console.table.scenes.scene_player import SceneProgress, is_reason
from tests.sweep import sampled
from tests.table.core.tables import Driven, book

__all__ = [
    "Scene",
    "SceneDiffers",
    "SceneProgress",
    "all_scenes",
    "follow_scenes",
    "is_reason",
    "play",
    "scenes",
    "some_scenes",
    "steps_seen_by",
]  # fmt: skip

See = Callable[[Game, Table, events.AnyEvent, str | None, Table], None]
"""Takes the game, the table before an event, the event, the word of its refusal, and the table after it."""


def all_scenes() -> list[tuple[str, Scene]]:
    return [(scene.file, scene) for scene in shipped_scenes()]


def some_scenes() -> list[tuple[str, Scene]]:
    """Every third scene; in a sweep all."""
    return sampled(all_scenes(), all_scenes()[::3])


def play(scene: Scene) -> Driven:
    """Play a scene to its end; SceneDiffers naming the line where the table does otherwise."""
    played = scene_player.play(scene, book(scene.code), Driven.of)
    assert isinstance(played, Driven)
    assert played.changes() == played.changes_found_again(), "the journal has other changes"
    return played


@contextmanager
def steps_seen_by(see: See) -> Iterator[None]:
    """Show each step of every table that is driven meanwhile."""

    def advance(game: Any, table: Any, event: Any, refused: str | None, at: Any) -> Any:
        after = transition.advance(game, table, event, refused, at)
        see(game, table, event, refused, after)
        return after

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judgement, "advance", advance)
        yield


def follow_scenes(see: See) -> None:
    """Show each step of the tables of all scenes."""
    for step in _steps_of_scenes():
        see(*step)


@cache
def _steps_of_scenes() -> tuple[tuple[Game, Table, events.AnyEvent, str | None, Table], ...]:
    """All scenes, played once in a process."""
    steps: list[tuple[Game, Table, events.AnyEvent, str | None, Table]] = []
    with steps_seen_by(lambda *step: steps.append(step)):
        for _, scene in all_scenes():
            play(scene)
    return tuple(steps)
