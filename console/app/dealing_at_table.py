"""Who may deal at a LIVE table: asked at a sign-in, and while a dealer's licence runs out at the table.

The people's file says what a person may deal, the rehearsals' file beside it what was passed. The day is that
of the studio's time zone, which is the computer's.
"""

from __future__ import annotations

import logging
from datetime import date
from typing import Final

import msgspec

from console.people.dealing_rights import NO_RIGHTS, Barred, DealingRights, bar_to_dealing
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.proficiency.record_file import RehearsalRecords, place_beside
from console.table.protocol import lines
from console.table.running.clock import Clock
from console.table.running.station import ShownTable, Station
from console.table.showing.screen_values import Person
from console.table.state.note_kinds import NoteKind
from console.table.state.phases import Phase
from console.table.state.roles import Role
from console.table.state.table import Table

_ENCODER: Final = msgspec.json.Encoder()

log = logging.getLogger(__name__)


class DealingAtTable:
    """The rights of the people at one table; :meth:`look` runs in the table's thread, the rest in any."""

    def __init__(self, people: PeopleFile, game: str, clock: Clock, station: Station) -> None:
        self._people, self._game, self._clock, self._station = people, game, clock, station
        self._known: dict[str, DealingRights] = {}
        """The rights of those who are signed in, by id, as they were at the sign-in."""
        self._ended: str | None = None
        """The last dealer whose licence ended at the table."""
        self._is_leaving = False
        """Whether that dealer is being signed out."""

    @property
    def _today(self) -> date:
        return self._clock.utc().astimezone().date()

    def bar(self, person: Person) -> Barred | None:
        """The reason why a dealer may not deal here today; called in any thread. Raises PeopleError,
        RecordsError.
        """
        rights, today = self._people.rights(person.id), self._today
        bar = bar_to_dealing(rights, self._game, today, self._passed(person.id) if rights.rehearsals else ())
        return None if bar is None else Barred(person, bar, self._game, today)

    def _passed(self, id: str) -> frozenset[str]:
        """The rehearsals that a person passed as a dealer, at any console of the house."""
        results = RehearsalRecords(place_beside(self._people.path)).results
        return frozenset(
            each.rehearsal
            for each in results
            if each.passed and each.people.get(Role.DEALER, "").casefold() == id.casefold()
        )

    def look(self, shown_table: ShownTable) -> None:
        """Note whose licence ends soon, of those who have come; sign a dealer out whose licence is over, once
        the round is.
        """
        table = shown_table.table
        here = {each.who for each in table.people}
        for who in here - set(self._known):
            self._come(who)
        self._known = {who: rights for who, rights in self._known.items() if who in here}
        dealer = _dealer(table)
        if table.open_round or dealer != self._ended:
            self._is_leaving = False  # bets may have opened before the dealer was signed out
        if dealer is None or not self.is_due(shown_table) or not self._has_ended(dealer):
            return
        if self._ended != dealer:
            self._station.note(NoteKind.DEALING_ENDED, who=dealer, text=str(self._known[dealer].until))
        self._ended, self._is_leaving = dealer, True
        self._station.submit(_ENCODER.encode(lines.SignOut(dealer)), by_clock=True)

    def is_due(self, shown_table: ShownTable) -> bool:
        """Whether a dealer whose licence is over, as far as is known, is to be signed out now; no file is
        read.
        """
        table, dealer = shown_table.table, _dealer(shown_table.table)
        at_rest = table.between_rounds and table.phase is not Phase.COLLECTING
        if dealer is None or self._is_leaving or not at_rest:
            return False
        return self._known.get(dealer, NO_RIGHTS).has_ended(self._today)

    def _has_ended(self, who: str) -> bool:
        """Whether the licence of somebody here is over, by the list as it is now: its date may have been
        mended.
        """
        if self._known[who].has_ended(self._today):
            self._known[who] = self._rights(who)
        return self._known[who].has_ended(self._today)

    def _come(self, who: str) -> None:
        rights = self._known[who] = self._rights(who)
        if rights.ends_soon(self._today):
            self._station.note(NoteKind.LICENCE_ENDS, who=who, text=str(rights.until))

    def _rights(self, who: str) -> DealingRights:
        """The rights of a person; none where the list can't be read, since play goes on then."""
        try:
            return self._people.rights(who)
        except PeopleError as error:
            log.warning("nobody's licence can be looked for: %s", error)
            return NO_RIGHTS


def _dealer(table: Table) -> str | None:
    """The id of the dealer who is signed in."""
    return next((each.who for each in table.people if each.role is Role.DEALER), None)
