"""The people who may sign in at a table: of a file (LIVE), or built in (simulated).

The given people have PINs that the sign-in shows, and are in no file. At the first run of a LIVE table, its
first supervisor has to be entered before anybody else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

import msgspec

from console.base.plain_text import name_key
from console.base.words import FIRST
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role
from console.table.people.answers import Answer, Known, PracticePerson, Unknown, Wrong
from console.table.people.file import PeopleFile

_GIVEN: Final = (
    ("D1", "Elín S.", Role.DEALER, "1111"),
    ("D2", "Haruto M.", Role.DEALER, "2222"),
    ("P1", "Astrid L.", Role.PIT_BOSS, "3333"),
    ("S1", "Lukas B.", Role.SUPERVISOR, "4444"),
)


class TrainingPeople(msgspec.Struct, frozen=True):
    """People for practice. A wrong PIN has no wait, since the right PIN is shown beside it."""

    practice_people: tuple[PracticePerson, ...]

    def verify(self, id: str, pin: str) -> Answer:
        for given in self.practice_people:
            if name_key(given.person.id) == name_key(id):
                return Known(given.person) if given.pin == pin else Wrong(given.person.id)
        return Unknown()

    def verify_badge(self, number: str) -> Answer:
        """Nobody here has a badge."""
        return Unknown()

    def is_disabled(self, id: str) -> bool:
        """Nobody here is."""
        return False


def people(language: str = FIRST) -> TrainingPeople:
    """Two dealers, a pit boss and a supervisor, all reading ``language``."""
    return TrainingPeople(
        tuple(PracticePerson(Person(id, name, role, language), pin) for id, name, role, pin in _GIVEN)
    )


class PeopleSettings(Protocol):
    @property
    def people(self) -> Path | None:
        """The people's file; None if they are given."""

    @property
    def language(self) -> str:
        """The language of the screen, and of the given people."""

    @property
    def pepper(self) -> Path | None:
        """The secret of the people's PINs; None for the user's own."""

    @property
    def pin_digits(self) -> int:
        """The digits of a new PIN at least."""


def people_file(config: PeopleSettings | None, path: Path) -> PeopleFile:
    """A list of people, kept as a table's configuration says. Without its secret every PIN is a wrong one."""
    if config is None:
        return PeopleFile(path)
    return PeopleFile(path, pepper=config.pepper, least=config.pin_digits)
