"""The people of a table: those in the file that its configuration names, or those of a simulated table."""

from __future__ import annotations

import logging

from console.table.config import TableConfig
from console.table.core import Person
from console.table.people import AccountChange, People, PeopleError, PeopleFile, people_file

log = logging.getLogger(__name__)


class TerminalChanges:
    """The changes made to a list of people at a terminal; the list is read again once it was written."""

    def __init__(self, people: PeopleFile) -> None:
        self._people = people
        self._read: object = None
        """The list as it was when it was read last, and after which change."""

    def __call__(self, after: int) -> tuple[AccountChange, ...]:
        """Those after the change of this number; none if they can't be read, which the next sign-in
        reports.
        """
        asked = self._people.stamp, after
        if asked == self._read:
            return ()
        self._read = asked
        try:
            return self._people.changes_after(after)
        except PeopleError as error:
            log.warning("what was done to the people at a terminal can't be read: %s", error)
            return ()


def people_of(config: TableConfig) -> tuple[People, dict[str, Person]]:
    """The people who may sign in at this table, and all persons whose ids the console knows."""
    if config.people is None:
        from console.table.people import people

        given = people(config.language)
        return given, {each.person.id: each.person for each in given.practice_people}
    file = people_file(config, config.people)
    return file, {record.id: record.person for record in file.people}
