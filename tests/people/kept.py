"""A people's file for the tests, with a clock that is set."""

from __future__ import annotations

import re
from pathlib import Path

from console.people.file import PeopleFile
from console.people.pins import LEAST
from console.table.showing.screen_values import Person
from console.table.state.roles import Role

RASA = Person("D-114", "Rasa K.", Role.DEALER, "lt")
JONAS = Person("P-20", "Jonas P.", Role.PIT_BOSS, "lt")
ANNA = Person("S-1", "Anna Ö.", Role.SUPERVISOR, "sv")
AT_TABLE = Person("S1", "Lukas B.", Role.SUPERVISOR, "en")
"""The supervisor who signs in at a training table."""
PIN = "2846"
OTHER = "9173"


def stands_in(text: str | bytes, digits: str) -> bool:
    """Whether a text gives a PIN or a badge away; the same digits inside a salt, a hash or a key are
    chance.
    """
    searched = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return (
        re.search(rb"(?<![0-9A-Za-z+/])%b(?![0-9A-Za-z+/])" % re.escape(digits.encode()), searched)
        is not None
    )


class SetSeconds:
    """Seconds that stand until they are moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def people_in(
    path: Path, watch: SetSeconds | None = None, *, pepper: Path | None = None, least: int = LEAST
) -> PeopleFile:
    return PeopleFile(path, watch or SetSeconds(), pepper=pepper, least=least)


def studio(folder: Path, watch: SetSeconds | None = None) -> PeopleFile:
    """A dealer, a pit boss and a supervisor, all with one PIN."""
    people = people_in(folder / "kept" / "people.json", watch)
    for person in (RASA, JONAS, ANNA):
        people.add(person, PIN)
    return people
