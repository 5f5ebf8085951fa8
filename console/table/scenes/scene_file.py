"""Scenes as files have them: a title, a table, and what goes in and is seen, a line each.

A scene begins with ``# its title`` and ``table sv ready`` (or ``table sv closed``, ``table sv blackjack
ready``; ``table sv is de ready`` if it goes alike by several rulebooks), then come lines in and what must
be seen after them::

    < bets open
    > betting wait/system seconds 18, open, say place_your_bets, new round
    < card 9H
    > halted resolve/pit_boss reason bets_open, refused bets_open, say place_your_bets

A clause that a scene proves stands in its title. How the lines are read stands in
:mod:`console.table.scenes.scene_player`. A line that begins with ``--`` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from console.base.system import content_of
from console.table.game.games import GAMES, USUAL_GAME
from console.table.game.rulebook import Rulebook, rulebook_folder

_CLAUSE: Final = re.compile(r"(?<![\w-])(?:(?:LT-)?(?:BAC|BJ|ROU|DT)-[\w.-]*\w|(?:LIM|GEN)-\w+)")


class SceneError(ValueError):
    """A file of scenes that can't be read; the message names the file, the line and what is wrong."""


class SceneDiffers(Exception):
    """A table shows something else than a scene says."""

    def __init__(self, difference: str, line: int = 0, expected: str = "") -> None:
        """``line`` is the file's; ``expected`` is the scene's text."""
        super().__init__(f"line {line}: {expected}: {difference}" if line else difference)
        self.found, self.line, self.expected = difference, line, expected

    def at(self, line: int, expected: str) -> SceneDiffers:
        """The difference with the line of the scene's file at which it was found."""
        return SceneDiffers(self.found, line, expected)


def require(is_so: bool, else_found: str) -> None:
    """Raises SceneDiffers with what was found, unless it is so."""
    if not is_so:
        raise SceneDiffers(else_found)


class Scene(msgspec.Struct, frozen=True):
    """A scene: its place, its title, its rulebook, how the table starts, its numbered lines."""

    file: str
    title: str
    code: str
    """The rulebook that it was written for."""
    game: str
    is_ready: bool
    lines: tuple[tuple[int, str], ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_CLAUSE.findall(self.title)))

    @property
    def name(self) -> str:
        return f"{self.title} [{self.code}]"


def scene_folder() -> Path:
    """The folder of the scenes: in the checkout, or beside the installed package."""
    return rulebook_folder().with_name("scenes")


def scenes(file: Path) -> Iterator[Scene]:
    """A file's scenes, in order, one for each rulebook that its table names. Raises SceneError, OSError."""
    title, heads, lines = "", list[Scene](), list[tuple[int, str]]()
    for number, line in enumerate(content_of(file).decode("utf-8").splitlines(), start=1):
        match line.split():
            case ["#", *named]:
                title = " ".join(named)
            case ["table", *options, "ready" | "closed" as start]:
                yield from _whole(heads, lines)
                codes = [word for word in options if word not in GAMES]
                games = [word for word in options if word in GAMES] or [USUAL_GAME]
                if not codes or len(games) != 1:
                    raise SceneError(f"{file.name}:{number}: a table has its rulebooks and one game")
                heads = [Scene(file.stem, title, code, games[0], start == "ready", ()) for code in codes]
                lines = []
            case [] | ["--", *_]:
                pass
            case _ if not heads:
                raise SceneError(f"{file.name}:{number}: no table yet")
            case _:
                lines.append((number, line))
    if not heads:
        raise SceneError(f"{file.name}: no scene is in it")
    yield from _whole(heads, lines)


def _whole(heads: list[Scene], lines: list[tuple[int, str]]) -> Iterator[Scene]:
    for head in heads:
        yield msgspec.structs.replace(head, lines=tuple(lines))


@cache
def shipped_scenes() -> tuple[Scene, ...]:
    """All scenes that ship with the console, file by file."""
    return tuple(scene for file in sorted(scene_folder().glob("*.txt")) for scene in scenes(file))


def own_scenes(rulebook: Rulebook, folder: Path | None = None) -> tuple[Scene, ...]:
    """A house's scenes beside its rulebook, ``ID.scenes.txt``, or none. Raises SceneError, OSError.
    ``folder`` is the rulebook's; left out: the program's own.
    """
    file = (folder or rulebook_folder()) / f"{rulebook.id}.scenes.txt"
    return tuple(scenes(file)) if file.is_file() else ()


def scenes_of(rulebook: Rulebook, game: str, folder: Path | None = None) -> tuple[Scene, ...]:
    """The scenes that a rulebook's table must play: its own, and those of the document that it follows.
    ``folder`` is the rulebook's; left out: the program's own. Raises SceneError, OSError.
    """
    codes = (rulebook.id, rulebook.document)
    every = (*shipped_scenes(), *own_scenes(rulebook, folder))
    return tuple(scene for scene in every if scene.game == game and scene.code in codes)
