"""The form of a scene, and how it is played under either edition and with its row set to the other.

Each row's scenes stand in a module of their own beside this one, which :func:`all_scenes` finds::

    @scene(editions.SETTLED, before="technical_fault", since="record_only")
    def a_report_that_waited_behind_a_no_spin() -> object:
        table = Driven("lt", game="roulette")
        ...
        return table.view()["incident"]["outcome"]

A scene plays a table from its beginning and returns what differs. What began under an older console is played
so: ``with under(OLDEST): ...``, then ``table.restart()``, and what follows is this console's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from console.table.core.state import editions
from console.table.core.state.editions import Row


class Scene(NamedTuple):
    """The view of a table at the end of ``play`` before an edition, and since it."""

    row: Row
    play: Callable[[], object]
    before: object
    since: object

    def __str__(self) -> str:
        return f"{self.row.name}: {self.play.__name__}"


_SCENES: list[Scene] = []


def scene(row: Row, *, before: object, since: object) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Enter a scene of a row: what it returns under the edition before the row's, and since it."""

    def entered(play: Callable[[], Any]) -> Callable[[], Any]:
        _SCENES.append(Scene(row, play, before, since))
        return play

    return entered


def all_scenes() -> tuple[Scene, ...]:
    for file in sorted(Path(__file__).parent.glob("of_*.py")):
        import_module(f"{__package__}.{file.stem}")
    return tuple(_SCENES)


@contextmanager
def under(edition: int) -> Iterator[None]:
    """Have all that begins meanwhile begin at a console of this edition."""
    here = editions.EDITION
    editions.EDITION = edition
    try:
        yield
    finally:
        editions.EDITION = here


@contextmanager
def set_to(row: Row, since: int) -> Iterator[None]:
    """The row holds from another edition on, meanwhile."""
    own = row.since
    row.since = since
    try:
        yield
    finally:
        row.since = own


def ends(found: Scene, since: int) -> tuple[object, object]:
    """How a scene ends under the edition before ``since``, and under ``since``."""
    with under(since - 1):
        before = found.play()
    with under(since):
        return before, found.play()
