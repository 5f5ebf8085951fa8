"""A table's line to the floor: its shipper's thread, its reports of itself, and what it hears back. The
table's thread hands over what it shows; all else happens in the line's own thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Protocol

from msgspec.structs import replace

from console.floor.door import AccountRefused, Answer, NoDoor, OnDuty, OnTheWay, OtherConsole, PostgresDoor
from console.floor.self_report import LONGEST, Call, CallKind, Fault, SelfReport, encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.table_side.own_report import OutsideFacts, call_of, cause, certificate_of, self_report_of
from console.floor.wall import CLOCKS_DIFFER
from console.table.core import (
    ANSWER_DUE,
    Equipment,
    Game,
    JournalEntry,
    Lamp,
    NoteKind,
    ShownTable,
    Table,
    TakenCall,
    advance_read,
    events,
    prompt_due,
    table_of,
)
from console.table.journal import JournalError, Shipment, archives

log = logging.getLogger(__name__)

_SEEKS: Final = 3
"""How often the beginning of a call is looked for in an unreadable journal."""

BAR_AGAIN: Final = timedelta(minutes=1)
"""The least time between two lists with new card sets: each is an entry of this table's journal, and a thief
of another table's token may report some each second.
"""


class NoteLine(Protocol):
    """Has the table's journal note something, from any thread, at once."""

    def __call__(self, kind: NoteKind, who: str | None = None, text: str | None = None) -> None:
        """See :meth:`console.table.core.running.station.Station.note`."""


class FloorLine:
    """Starts with :meth:`start`; :meth:`show` hands it what the table shows."""

    def __init__(
        self,
        journal: Path,
        door: PostgresDoor,
        game: Game | None,
        outside_facts: OutsideFacts,
        *,
        note: NoteLine,
        now: Callable[[], datetime],
        introduce: Callable[[str, str], None] = lambda who, name: None,
        on_twins: Callable[[bool], None] = lambda twins: None,
        refuses: Callable[[str | None], None] = lambda known: None,
        misses: Callable[[bool], None] = lambda misses: None,
        passed_over: Callable[[str], None] = lambda name: None,
        clocks_differ: Callable[[float], None] = lambda ahead: None,
        bar_sets: Callable[[Mapping[str, str]], None] = lambda sets: None,
        is_disabled: Callable[[str], bool] = lambda who: False,
        unanswered: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """``game`` None: an earlier call is not looked for. ``now`` is the table's clock, UTC.

        The others are called in the line's own thread. ``introduce`` gets the id and the name of a coming
        person, whom the table may not know. ``on_twins`` gets whether another console works as this table.
        ``refuses``, once the floor has refused this table for a minute, gets the id of the table whose
        account it has, or an empty text, and None once the floor takes it. ``misses`` gets whether the table
        has not reached the floor for a minute by a cause of its own. ``passed_over`` gets the name of the
        person who chose another console than this one, and an empty one once this one counts.
        ``clocks_differ`` gets the seconds by which the table's clock is ahead of the floor's, 0 for a
        negligible difference. ``bar_sets`` gets the card sets that other tables have put aside.
        ``is_disabled``: whether a person was disabled in the table's list of people. ``unanswered`` gives the
        seconds since the table last answered: the line's own thread is no sign of its life.
        """
        self._journal, self._game, self._note, self._now = journal, game, note, now
        self._beside = outside_facts
        self._lock = threading.Lock()
        self._last: tuple[Table, SelfReport] | None = None
        self._moment = 0, 0
        """The moment of the last: see :attr:`ShownTable.moment`."""
        self._stood: Call | None = None
        """The call of the first report, until the table's earlier call has been found."""
        self._sought = 0
        """How often that failed."""
        self._has_news = False
        self._coming: OnTheWay | None = None
        """The person who comes, by the floor's last answer."""
        self._asked: tuple[tuple[str, int] | None] | None = None
        """The coming person whom the table was to note; kept until the table shows it."""
        self._duty: OnDuty | None = None
        """The supervisor on duty, by the floor's last answer."""
        self._noted_duty: OnDuty | None = None
        """The supervisor whom the table was to note; kept until the table shows it."""
        self._bar_sets, self._is_disabled = bar_sets, is_disabled
        self._unanswered = unanswered
        self._sets: Mapping[str, str] | None = None
        """Each card set put aside at other tables, with its table, by the floor's last answer."""
        self._asked_sets: Mapping[str, str] | None = None
        """Those that the table was given, until it shows them."""
        self._barred_at: datetime | None = None
        """When the table was last given sets that it did not know as barred."""
        self._introduce = introduce
        shipper = Shipper(
            journal,
            door,
            game if game is not None and game.cards else None,
            state=self._state,
            note=lambda what, text: note(what, text=text),
            news=self._hear,
            on_twins=on_twins,
            passed_over=self._is_passed_over,
            on_sets=self._hear_sets,
            on_duty=self._hear_duty,
            on_clock=lambda ahead: clocks_differ(ahead if abs(ahead) >= CLOCKS_DIFFER else 0.0),
        )
        self._refuses, self._misses, self._passes_over = refuses, misses, passed_over
        self._shipper = shipper
        self._tried: Call | None = None
        """A commissioning's call, while nobody at the table calls."""
        self._thread = ShippingThread(shipper, refused=self._is_refused)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End; unsent entries are sent after the next start."""
        self._thread.stop()

    def show(self, shown_table: ShownTable) -> None:
        """Take the table's newest view. A view of an earlier moment is ignored."""
        with self._lock:
            last = self._last
            if last is not None and shown_table.moment < self._moment:
                return
            self._moment = shown_table.moment
            report = self_report_of(shown_table, self._now(), self._beside, last)
            if last is None and self._game is not None:
                self._stood = report.call
            self._last = shown_table.table, self._with_tried(report)
            if is_unwritable := shown_table.unwritable is not None:
                self._asked_sets = self._barred_at = None  # An unwritable journal kept none of the answers.
        self._agree()
        self._agree_on_duty()
        if not is_unwritable:
            self._agree_on_sets()
        self._thread.wake()

    def _with_tried(self, report: SelfReport) -> SelfReport:
        return report if self._tried is None or report.call is not None else replace(report, call=self._tried)

    @property
    def receipt(self) -> Answer | None:
        """The floor's answer to the last entry that it has, with its chain there; from any thread."""
        return self._shipper.receipt

    @property
    def twins(self) -> bool:
        """Whether another console works as this table."""
        return self._shipper.twins

    @property
    def trouble(self) -> NoDoor | None:
        """The error of the last failed try; None once the floor has answered; from any thread."""
        return self._thread.trouble

    def coming_to(self, entry: int) -> OnTheWay | None:
        """The person who has taken the call that began with an entry; from any thread."""
        with self._lock:
            coming = self._coming
        return coming if coming is not None and coming.call == entry else None

    def try_call(self, entry: int | None) -> None:
        """Make a commissioning's call at the floor, from an entry on; None takes it back. From any thread. It
        is not the table's own call; who comes is noted in the journal as for any other.
        """
        with self._lock:
            before, self._tried = self._tried, None
            if entry is not None:
                self._tried = Call(number=entry, kind=CallKind.CALL, since=self._now())
            if self._last is not None:
                table, report = self._last
                if report.call is before:
                    report = replace(report, call=None)
                self._last = table, self._with_tried(report)
        self._agree()
        self._thread.wake()

    def set_lamps(self, lamps: tuple[Lamp, ...]) -> None:
        """Take what the dealer's lamps now show of devices and connections."""
        faults = tuple(Fault(lamp.device, lamp.fault) for lamp in lamps if lamp.fault is not None)
        self._set_facts(faults=faults)

    def set_shift_duties(self, *, unsigned: bool, unsealed: bool) -> None:
        """Take what the past shift still needs: its handover's signatures, its seal."""
        self._set_facts(unsigned=unsigned, unsealed=unsealed)

    def _set_facts(self, **facts: Any) -> None:
        """Report these facts from now on, if any of them is new."""
        with self._lock:
            if (beside := replace(self._beside, **facts)) == self._beside:
                return
            self._beside = beside
            if self._last is not None:
                self._last = self._last[0], replace(self._last[1], **facts)
        self._thread.wake()

    def set_equipment(self, installed: Equipment) -> None:
        """Take what works at a LIVE table, by which its certificate is judged."""
        with self._lock:
            self._beside = replace(self._beside, installed=installed)
            if self._last is not None:
                table, report = self._last
                self._last = table, replace(report, certificate=certificate_of(table, self._beside))
        self._thread.wake()

    @property
    def report(self) -> SelfReport | None:
        with self._lock:
            return None if self._last is None else self._last[1]

    def _state(self, held_back: int) -> bytes | None:
        """The table's report as JSON, in the line's thread; None until its call's beginning is known."""
        with self._lock:
            stood = self._stood
        if stood is not None:
            self._find_beginning(stood)
        with self._lock:
            if self._last is None or self._stood is not None:
                return None
            report = self._last[1]
        age = self._unanswered()
        unanswered = min(int(age), LONGEST) if age >= ANSWER_DUE else 0
        return encode_report(replace(report, held_back=held_back, unanswered=unanswered))

    def _find_beginning(self, stood: Call) -> None:
        """Give a call from before the start its number, by which the floor knows who has taken it."""
        assert self._game is not None
        found: Call | None = None
        try:
            found = standing_call(self._journal, self._game, stood.since)
        except JournalError:
            self._sought += 1
            if self._sought < _SEEKS:
                return
            log.exception("the call of before the start can't be read")
        except Exception:  # The table reports its call as a new one, whatever its journal contains.
            log.exception("the call of before the start can't be found")
        with self._lock:
            self._stood = None
            table, report = self._last or (None, None)
            if table is None or report is None or report.call is None or found is None:
                return
            if report.call.number == stood.number:  # No other call began meanwhile.
                is_same = report.call.arrived == stood.arrived  # Otherwise somebody came or left meanwhile.
                arrived = found.arrived if is_same else report.call.arrived
                call = replace(report.call, number=found.number, since=found.since, arrived=arrived)
                self._last = table, replace(report, call=call)

    def _hear(self, coming: OnTheWay | None) -> None:
        """Take the floor's news on the call: the person on the way, or None. Runs in the line's thread."""
        if coming is not None:
            self._introduce(coming.who, coming.name)
        with self._lock:
            self._has_news, self._coming = True, coming
        self._agree()

    def _hear_duty(self, duty: OnDuty) -> None:
        """Take who is on duty by the floor. Runs in the line's thread."""
        if duty.who:
            self._introduce(duty.who, duty.name)
        with self._lock:
            self._duty = duty
        self._agree_on_duty()

    def _agree_on_duty(self) -> None:
        """Have the table's journal note who is on duty, if it names another person or nobody. A person
        disabled in the table's list is not on duty: the wall ends that once it finds out.
        """
        with self._lock:
            duty = self._duty
            if self._last is None or duty is None:
                return
            present = self._last[0].console.on_duty
            who = "" if present is None else present.who
            if duty.who == who or self._noted_duty == duty:
                self._noted_duty = None if duty.who == who else duty
                return
            self._noted_duty = duty
        since = None if duty.since is None else duty.since.isoformat()
        if duty.who and not self._is_disabled(duty.who):
            self._note(NoteKind.SUPERVISOR_ON_DUTY, who=duty.who, text=since)
        elif who:
            is_disabled = self._is_disabled(who)
            kind = NoteKind.SUPERVISOR_DISABLED if is_disabled else NoteKind.SUPERVISOR_OFF_DUTY
            self._note(kind, who=who, text=since)

    def _hear_sets(self, sets: Mapping[str, str]) -> None:
        """Take the card sets that other tables have put aside. Runs in the line's thread."""
        with self._lock:
            self._sets = sets
        self._agree_on_sets()

    def _agree_on_sets(self) -> None:
        """Give the table these sets, if it knows others."""
        with self._lock:
            sets = self._sets
            if self._last is None or sets is None or self._asked_sets == sets:
                return
            barred, now = {*self._last[0].sets.barred}, self._now()
            is_known = barred == {*sets}
            if not {*sets} <= barred:
                if self._barred_at is not None and abs(now - self._barred_at) < BAR_AGAIN:
                    return  # The floor repeats them with the next sign of life.
                self._barred_at = now
            self._asked_sets = None if is_known else sets
        if not is_known:
            self._bar_sets(sets)

    def _is_refused(self, error: NoDoor | None) -> None:
        """Note that the floor refuses the account, if it does; in the line's own thread."""
        refused = isinstance(error, AccountRefused)
        if isinstance(error, AccountRefused):
            self._note(NoteKind.FLOOR_REFUSED, text=error.known)
            self._refuses(error.known)
        elif error is None:
            self._refuses(None)
        self._misses(error is not None and not refused)

    def _is_passed_over(self, other: OtherConsole | None) -> None:
        """Note which other console counts as the table, if one does; in the line's own thread."""
        if other is not None:
            self._introduce(other.who, other.name)
            self._note(NoteKind.FLOOR_PASSED_OVER, who=other.who, text=other.console)
        self._passes_over("" if other is None else other.name)

    def _agree(self) -> None:
        """Have the table's journal note who is coming, if it names another person or nobody."""
        with self._lock:
            if self._last is None:
                return
            (table, report), coming = self._last, self._coming
            call, stands = report.call, table.coming
            comes = (
                coming is not None and call is not None and call.number == coming.call and not call.arrived
            )
            due = (coming.who, coming.call) if comes and coming is not None else None
            has = None if stands is None else (stands.who, stands.call)
            if due == has or (due is None and call is not None and not self._has_news):
                self._asked = None
                return
            if self._asked == (due,):
                return
            self._asked = (due,)
        if due is not None:
            self._note(NoteKind.COMING, who=due[0], text=TakenCall(due[1]).text)
        elif has is not None:
            self._note(NoteKind.NOT_COMING, who=has[0])


_Place = tuple[int, int, Table]
"""A file by its place, an entry of it with a kept state, and the table there."""


def standing_call(journal: Path, game: Game, since: datetime) -> Call | None:
    """The call as it stood at a journal's last entry; ``since`` is when its present cause began. None without
    such an entry. Raises JournalError, and an impossible entry's errors.
    """
    files = [Shipment(file) for file in archives.volumes(journal)]
    found = next(
        ((at, number) for at in reversed(range(len(files))) if (number := files[at].last_at(since))), None
    )
    if found is None:
        return None
    at, number, table = _before(files, *found, game)
    call: Call | None = None
    stands = cause(prompt_due(game, table).actor, table) is not None
    was: tuple[Table, Call | None] | None = None if stands else (table, None)
    for file in range(at, len(files)):
        with files[file].open_review() as review:
            for entry, moment, after in _tables(game, table, review.entries(number)):
                call = call_of(after, prompt_due(game, after).actor, entry, moment, was)
                table, was = after, (after, call)
        number = 0
    return call


def _before(files: list[Shipment], at: int, number: int, game: Game) -> _Place:
    """The newest kept state before an entry at which nobody was wanted, else the oldest one."""
    while True:
        with files[at].open_review() as review:
            number, state = review.begin(number - 1)
        table = table_of(state)
        if cause(prompt_due(game, table).actor, table) is None or (number == 0 and at == 0):
            return at, number, table
        if number == 0:
            at, number = at - 1, files[at - 1].last()[0] + 1


def _tables(
    game: Game, table: Table, entries: Iterator[JournalEntry]
) -> Iterator[tuple[int, datetime, Table]]:
    """The table after each job with its last entry's number and time: a job's entries have one time."""
    for moment, rows in groupby(entries, key=attrgetter("at")):
        for row in rows:
            table = advance_read(game, table, events.DECODER.decode(row.event), row.refused, row.at)
            number = row.number
        yield number, moment, table
