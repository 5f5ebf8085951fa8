"""The people of a simulated table: given, with PINs that the sign-in shows, and in no file."""

from __future__ import annotations

from typing import Final

import msgspec

from console.people.answers import Answer, Given, Known, Unknown, Wrong
from console.table.roles import Role
from console.table.views import Person

_GIVEN: Final = (
    ("D1", "Elín S.", Role.DEALER, "1111"),
    ("D2", "Haruto M.", Role.DEALER, "2222"),
    ("P1", "Astrid L.", Role.PIT_BOSS, "3333"),
    ("S1", "Lukas B.", Role.SUPERVISOR, "4444"),
)


class TrainingPeople(msgspec.Struct, frozen=True):
    """People to practise as. A wrong PIN costs no wait: the right one stands beside it."""

    given: tuple[Given, ...]

    def verify(self, id: str, pin: str) -> Answer:
        """Whether this is the PIN that is shown for the id."""
        for given in self.given:
            if given.person.id.casefold() == id.casefold():
                return Known(given.person) if given.pin == pin else Wrong(given.person.id)
        return Unknown()

    def verify_badge(self, number: str) -> Answer:
        """Nobody here has a badge."""
        return Unknown()


def people(language: str = "en") -> TrainingPeople:
    """Two dealers, a pit boss and a supervisor, all reading ``language``."""
    return TrainingPeople(
        tuple(Given(Person(id, name, role, language), pin) for id, name, role, pin in _GIVEN)
    )
