"""The people of a floor's tables: a people file's persons, and the names that the tables themselves gave."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from console.floor.reported_names import TableNames
from console.table.core import Person, Role


def named_persons(persons: Mapping[str, Person], names: Mapping[str, str]) -> dict[str, Person]:
    """The persons as one table names them; a known person keeps the role."""
    nobody = Person("", "", Role.DEALER, "")
    return {**persons} | {
        who: replace(persons.get(who, nobody), id=who, name=name) for who, name in names.items()
    }


def every_person(persons: Mapping[str, Person], names: TableNames) -> dict[str, Person]:
    """The persons, and those whom only tables name, each with every name that tables use."""
    told = {who: " / ".join(each) for who, each in names.every().items() if who not in persons}
    return named_persons(persons, told)
