"""The files that belong to a table at work: the journal's notes of them, and the list of people."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Thread

from console.custody.belongings import Allowance, Belonging, kept_files
from console.custody.table_opening import note_older_files
from console.people.file import PeopleFile
from console.people.marks import ListMark
from console.table.running.session import Session
from console.table.running.station import Station
from console.table.state.note_kinds import KnownList, NoteKind


class FilesAtTable:
    """The files of one table at work; ``people`` is None where nobody is kept in a file."""

    def __init__(
        self, session: Session, station: Station, people: PeopleFile | None, stack: ExitStack
    ) -> None:
        self._session, self._station = session, station
        self._people = people
        self._stack = stack
        self._belonging: Belonging | None = None

    @property
    def list_mark(self) -> str:
        """The journal's mark of the list of people."""
        return self._session.table.console.people_list

    def belongs(self, belonging: Belonging, gone: tuple[Allowance, ...]) -> None:
        """Have the journal note the missing files and the present ones, before the table is at work.

        From then on the people's list must go on from its present state, or nobody signs in.
        """
        self._belonging = belonging
        for each in gone:
            self._session.note(
                NoteKind.JOURNAL_SET_ASIDE if each.aside else NoteKind.FILES_MISSING, each.who, each.text
            )
        note_older_files(self._session, belonging.journal, accepted=True)
        if belonging.is_new():
            self._session.note(NoteKind.FILES_KNOWN, text=belonging.note())
        if any(each.is_of(belonging.people.path) for each in gone):
            belonging.people.accept_changed()
        listed = belonging.list_note()
        if listed and listed != self.list_mark:
            self._session.note(NoteKind.LIST_KNOWN, text=listed)
        if self._people is not None:
            self._people.follow(self._list_changed)

    def _list_changed(self, mark: ListMark) -> None:
        """Take the list's new mark, in the thread that read it."""
        assert self._people is not None, "a list that is followed is kept in a file"
        self._station.note(NoteKind.LIST_KNOWN, text=KnownList(self._people.identity or "", mark.text).text)
        self.keep()

    def keep(self) -> None:
        """Keep the list of the table's files, once the table is at work; nobody waits for it."""
        if self._belonging is not None:
            keeping = Thread(target=kept_files, args=(self._belonging,), name="table files", daemon=True)
            keeping.start()
            self._stack.callback(keeping.join)
