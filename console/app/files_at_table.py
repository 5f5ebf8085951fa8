"""The files that belong to a table at work: the journal's notes of them, and the list of people."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Thread

from console.table.core import KnownList, NoteKind, Session, Station
from console.table.custody import Allowance, Belonging, kept_files, note_older_files
from console.table.people import ListMark, PeopleFile, mark_in


class FilesAtTable:
    """The files of one table at work; ``people`` is None if nobody is kept in a file."""

    def __init__(
        self, session: Session, station: Station, people: PeopleFile | None, stack: ExitStack
    ) -> None:
        self._session, self._station = session, station
        self._people = people
        self._stack = stack
        self._belonging: Belonging | None = None
        self._noted_mark: tuple[int, str] | None = None

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
        self._list_here(belonging.people, accepts=any(each.is_of(belonging.people.path) for each in gone))
        if self._people is not None:
            self._people.follow(self._list_changed)

    def _list_here(self, people: PeopleFile, *, accepts: bool) -> None:
        """Have the journal note the list as it is at this start: taken over from 1.0.0, changed by nobody
        who is known, or gone on.
        """
        noted = KnownList.of(self.list_mark)
        known = mark_in(noted.mark)
        if accepts:
            people.accept_changed(known)
        people.take_over()
        mark = people.mark
        if mark is None:
            return
        told = self._session.table.console.people_change
        if known is not None and noted.identity == people.identity and not accepts:
            if mark.is_keyed and not known.is_keyed:
                self._session.note(NoteKind.LIST_TAKEN_OVER)
            if rose := people.unaccounted_since(known, told):
                self._session.note(NoteKind.LIST_ROSE, text=str(rose))
        listed = KnownList(people.identity or "", mark.text).text
        self._noted_mark = (mark.number, mark.digest)
        if listed != self.list_mark:
            self._session.note(NoteKind.LIST_KNOWN, text=listed)

    def _list_changed(self, mark: ListMark) -> None:
        """Take the list's new mark, in the thread that read it. Tries alone go into the table's record: the
        journal has each failed one.
        """
        assert self._people is not None, "a list that is followed is kept in a file"
        if self._noted_mark != (mark.number, mark.digest):
            self._noted_mark = (mark.number, mark.digest)
            listed = KnownList(self._people.identity or "", mark.text)
            self._station.note(NoteKind.LIST_KNOWN, text=listed.text)
        self.keep()

    def keep(self) -> None:
        """Keep the list of the table's files, once the table is at work; nobody waits for it."""
        if self._belonging is not None:
            keeping = Thread(target=kept_files, args=(self._belonging,), name="table files", daemon=True)
            keeping.start()
            self._stack.callback(keeping.join)
