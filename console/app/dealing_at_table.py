"""The list of people at a LIVE table: it admits dealers at their sign-in and sends them away once their right
ends, ends the duty of a disabled supervisor, and knows who may prepare a card set.

After the round a dealer goes whose licence has ended, or that of the dealer beside a trainee, and so does a
trainee without a dealer beside. The people's file has a person's rights, the rehearsals' file beside it the
passed ones. The day is by the studio's time zone, which is the computer's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import date, datetime
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core import (
    Clock,
    Duty,
    LicenceEnd,
    NoteJob,
    NoteKind,
    Person,
    PersonAtTable,
    Phase,
    Role,
    ShownTable,
    Station,
    Sync,
    Table,
    Trade,
    lines,
    sync_of,
)
from console.table.people import (
    NO_RIGHTS,
    BarKind,
    Barred,
    DealingBar,
    DealingRights,
    PeopleError,
    PeopleFile,
    UnknownPerson,
    bar_to_dealing,
)

_ENCODER: Final = msgspec.json.Encoder()
_WITH_RECEIPT: Final = re.compile(r"\S\s+\S*\d")
"""A machine's name and the number of its receipt; no id of a person has a space."""

log = logging.getLogger(__name__)


class DealingAtTable:
    """The rights of the people at one table; :meth:`look` runs in the table's thread, the rest in any."""

    def __init__(
        self,
        people: PeopleFile,
        game: str,
        clock: Clock,
        station: Station,
        *,
        passed: Callable[[Path, str], frozenset[str]],
    ) -> None:
        """``passed`` gives, for a people's file and an id, the rehearsals that this person passed as a
        dealer; none if nobody rehearses.
        """
        self._passed = passed
        self._people, self._game, self._clock, self._station = people, game, clock, station
        self._known: dict[str, DealingRights | None] = {}
        """The rights of those at the table, by id, as last read; None if never."""
        self._stamp: tuple[int, int] | None = (0, 0)
        """The list when those rights were read: another table or a terminal may change it."""
        self._duty: Duty | None = None
        """The duty at the last look."""
        self._gone: PersonAtTable | None = None
        """The dealer who must go, until nobody deals."""
        self._is_leaving = False
        """Whether that dealer is being signed out."""
        self._dealing: tuple[str, ...] = ()
        """The dealer, and the one beside a trainee, by id."""
        self._ended: LicenceEnd | None = None
        """The licence for which the dealer was signed out, until another one comes."""
        self._set_back_from: datetime | None = None
        """The time from which the clock was set back, by the table."""
        self._set_here: tuple[str | None, str | None] | None = None
        """The number and the preparer of the card set at the last look; None before the first one: the set
        that a start finds was looked at as it came.
        """
        self._is_preparer_due = False
        """Whether the list has still to be asked for the preparer of that set."""

    @property
    def _today(self) -> date:
        """The day: not before an earlier day of the clock, unless the clock now follows another one."""
        own, before = self._clock.utc().astimezone().date(), self._set_back_from
        if before is None or sync_of(self._clock) is Sync.YES:
            return own
        return max(own, before.astimezone().date())

    def bar(self, person: Person) -> Barred | None:
        """Why a dealer may not deal here today; called in any thread. Raises PeopleError, RecordsError."""
        rights, today = self._people.rights(person.id), self._today
        passed = self._passed(self._people.path, person.id) if rights.rehearsals else ()
        bar = bar_to_dealing(rights, self._game, today, passed)
        own = self._clock.utc().astimezone().date()
        before = today if today != own else None
        return None if bar is None else Barred(person, bar, self._game, own, before)

    def licence_end(self) -> LicenceEnd | None:
        """The licence of the dealer, or of the one beside a trainee, on its last day or after it, with the
        person's id; also just after a sign-out for it. Called in any thread.
        """
        if self._ended is not None:
            return self._ended
        rights = ((who, self._known.get(who)) for who in self._dealing)
        ends = [(who, each.until) for who, each in rights if each is not None and each.until is not None]
        who, until = min(ends, key=itemgetter(1), default=("", date.max))
        return LicenceEnd(who, until, is_over=until < self._today) if until <= self._today else None

    def look(self, shown_table: ShownTable) -> None:
        """Note whose licence ends soon; sign out a dealer who must go, after the round; end a disabled
        supervisor's duty; note a card set's unknown preparer.
        """
        table, job = shown_table.table, shown_table.job
        self._set_back_from = table.console.set_back_from
        dealer = _dealer(table)
        here = {who for each in table.people for who in (each.who, each.accompanied_by) if who is not None}
        if dealer is not None and dealer != self._gone:
            self._ended = None
        self._dealing = () if dealer is None else (*filter(None, (dealer.who, dealer.accompanied_by)),)
        noted = isinstance(job, NoteJob) and job.what == NoteKind.PEOPLE_LICENSED
        is_newer = noted or self._is_list_newer
        if is_newer:
            self._stamp = self._people.stamp
        for who in here if is_newer else here - self._known.keys():
            self._come(who, dealer)
        self._known = {who: rights for who, rights in self._known.items() if who in here}
        self._look_at_duty(table, is_newer=is_newer)
        self._look_at_preparer(table, is_newer=is_newer)
        if table.open_round or dealer != self._gone or shown_table.unwritable is not None:
            # Bets may have opened before the dealer was signed out, or the journal did not take it.
            self._is_leaving = False
        if dealer is None:
            self._gone = None  # Once the date is corrected, the same dealer may come and have to leave again.
        if dealer is None or not self.is_due(shown_table):
            return
        for who in filter(None, (dealer.who, dealer.accompanied_by)):
            self._read(who)  # A date may have been corrected.
        if not self._must_go(dealer):
            return
        if self._gone != dealer:
            self._note_why(dealer)
        self._gone, self._is_leaving = dealer, True
        if (ends := self.licence_end()) is not None and ends.is_over:
            self._ended = replace(ends, is_gone=True)
        self._station.submit(_ENCODER.encode(lines.SignOut(dealer.who)), by_clock=True)

    def _look_at_duty(self, table: Table, *, is_newer: bool) -> None:
        """End a disabled supervisor's duty, once the list or the duty has changed."""
        before, self._duty = self._duty, table.console.on_duty
        duty = self._duty
        if duty is not None and (is_newer or duty != before) and self._people.is_disabled(duty.who):
            self._station.note(NoteKind.SUPERVISOR_DISABLED, who=duty.who)

    def _look_at_preparer(self, table: Table, *, is_newer: bool) -> None:
        """Note that the preparer of a new card set is neither a shuffler in the list nor a machine with its
        receipt; nothing if the house keeps no list. A list that can't be read is asked again once it changes.
        """
        before, self._set_here = self._set_here, (table.sets.in_play, table.sets.prepared)
        if before not in (None, self._set_here):
            self._is_preparer_due = True
        elif not is_newer:
            return
        number, by = self._set_here
        if not self._is_preparer_due or by is None or _WITH_RECEIPT.search(by):
            return
        kind = None
        try:
            if self._people.people and self._people.person(by).role is not Trade.SHUFFLER:
                kind = NoteKind.PREPARER_NO_SHUFFLER
            elif self._people.is_disabled(by):
                kind = NoteKind.PREPARER_DISABLED
        except UnknownPerson:
            kind = NoteKind.PREPARER_UNLISTED
        except PeopleError as error:
            log.warning("nobody's role can be looked for: %s", error)
            return
        self._is_preparer_due = False
        if kind is not None:
            self._station.note(kind, who=by, text=number)

    def is_due(self, shown_table: ShownTable) -> bool:
        """Whether a dealer who must go, as far as known, is to be signed out now, or the list has changed. It
        reads no file.
        """
        table, dealer = shown_table.table, _dealer(shown_table.table)
        if shown_table.unwritable is not None or self._is_list_newer:
            return shown_table.unwritable is None
        at_rest = table.between_rounds and table.phase is not Phase.COLLECTING
        return dealer is not None and not self._is_leaving and at_rest and self._must_go(dealer)

    @property
    def _is_list_newer(self) -> bool:
        return self._people.stamp != self._stamp

    def _must_go(self, dealer: PersonAtTable) -> bool:
        """Whether a dealer must leave after the round, as far as known."""
        return self._bar_of(dealer) is not None

    def _bar_of(self, dealer: PersonAtTable) -> tuple[str, DealingBar] | None:
        """Why a dealer must leave after the round, as far as known, and the person whose right ended: the
        dealer, or the one beside a trainee.
        """
        beside = dealer.accompanied_by
        own = self._bar_now(dealer.who)
        if dealer.left and self._known.get(dealer.who) is None:
            own = DealingBar(BarKind.TRAINEE)  # The trainee is on record, although the list can't be read.
        if own is not None and (beside is None or own.kind is not BarKind.TRAINEE):
            return dealer.who, own
        other = None if beside is None else self._bar_now(beside)
        return None if beside is None or other is None else (beside, other)

    def _bar_now(self, who: str) -> DealingBar | None:
        """Why a present person may not go on; rehearsals are asked for only at a sign-in."""
        rights = self._known.get(who) or NO_RIGHTS
        return bar_to_dealing(rights, self._game, self._today, rights.rehearsals)

    def _note_why(self, dealer: PersonAtTable) -> None:
        """Record why a dealer must go; the leaving of the dealer beside is on record."""
        match self._bar_of(dealer):
            case who, DealingBar(BarKind.EXPIRED, (last,)) if who == dealer.who:
                self._station.note(NoteKind.DEALING_ENDED, who=who, text=last)
            case who, bar if not (dealer.left and bar.kind is BarKind.TRAINEE):
                self._station.note(NoteKind.DEALING_REFUSED, who=who, text=bar.text)

    def _come(self, who: str, dealer: PersonAtTable | None) -> None:
        """Take a present person's rights. Note that the licence ends soon, unless noted that day; and that a
        former trainee may deal alone.
        """
        before, rights = self._known.get(who), self._read(who)
        if rights is None:
            return
        if rights.ends_soon(self._today) and (before is None or rights.until != before.until):
            self._station.note(NoteKind.LICENCE_ENDS, who=who, text=str(rights.until))
        deals = dealer is not None and who in (dealer.who, dealer.accompanied_by)
        if before is None and deals and not (rights.has_licence or rights.trainee) and self._keeps_licences:
            self._station.note(NoteKind.NO_LICENCE, who=who)
        is_trainee = dealer is not None and dealer.who == who and dealer.beside is not None
        if is_trainee and not rights.trainee:
            self._station.note(NoteKind.TRAINING_ENDED, who=who)

    @property
    def _keeps_licences(self) -> bool:
        """Whether the list has any licence: a house may keep them all elsewhere."""
        return any(each.rights.has_licence for each in self._people.listed)

    def _read(self, who: str) -> DealingRights | None:
        """A person's rights now, or as last known if the list is unreadable, since play goes on."""
        try:
            self._known[who] = self._people.rights(who)
        except PeopleError as error:
            log.warning("nobody's licence can be looked for: %s", error)
        return self._known.setdefault(who, None)


def _dealer(table: Table) -> PersonAtTable | None:
    return next((each for each in table.people if each.role is Role.DEALER), None)
