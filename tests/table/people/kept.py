"""A people's file for the tests, with a clock that is set."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from console.table.core import Person, Role
from console.table.people.answers import PIN_LEAST
from console.table.people.file import PeopleFile
from console.table.people.marks import sealed
from console.table.people.person import Records
from console.table.people.pins import needed_pepper

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
    path: Path, watch: SetSeconds | None = None, *, pepper: Path | None = None, least: int = PIN_LEAST
) -> PeopleFile:
    return PeopleFile(path, watch or SetSeconds(), pepper=pepper, least=least)


def studio(folder: Path, watch: SetSeconds | None = None) -> PeopleFile:
    """A dealer, a pit boss and a supervisor, all with one PIN."""
    people = people_in(folder / "kept" / "people.json", watch)
    for person in (RASA, JONAS, ANNA):
        people.add(person, PIN)
    return people


def rewritten(people: PeopleFile, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the list as only somebody with the PINs' secret can: with its seal made again."""
    held = msgspec.json.decode(people.path.read_bytes())
    change(held)
    records = msgspec.convert(held, Records)
    people.path.write_bytes(msgspec.json.encode(sealed(records, needed_pepper(people.secret))))


OLD_LIST: Final = Path(__file__).with_name("list_of_1_0_0.json")
"""A list that 1.0.0 wrote: Rasa with a badge, Jonas and Anna; its secret is the bytes from 0 to 31."""
LIST_OF_1_1_0: Final = OLD_LIST.with_name("list_of_1_1_0.json")
"""The same of 1.1.0: Rasa has a licence, too, and Jonas was disabled and enabled again."""
OLD_PINS: Final = {RASA.id: "284619", JONAS.id: "917364", ANNA.id: "481592"}
OLD_BADGE: Final = "10041234"


class ForgersKey:
    """The key of somebody who can write a list, and does not have its secret."""

    id = "0" * 16

    def seal(self, what: str, content: bytes) -> str:
        return sha256(content).hexdigest()


def old_list(folder: Path, written: Path = OLD_LIST) -> PeopleFile:
    """A released version's list in a folder of its own, with its secret."""
    people = people_in(folder / "people.json", pepper=folder / "pepper")
    folder.mkdir(mode=0o700, exist_ok=True)
    shutil.copyfile(written, people.path)
    people.secret.write_bytes(bytes(range(32)))
    for each in (people.path, people.secret):
        each.chmod(0o600)
    return people
