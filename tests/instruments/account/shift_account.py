"""The expected report of a shift, as values: its incidents, rounds, shoes, halts, dealers and hours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from tests.instruments.account.instant import Repeat, plain
from tests.instruments.account.rare_acts import Noted
from tests.instruments.differ.reference.table_facts import TableFacts

USED_UP = frozenset(
    (
        *("receive_decks", "replace_shoe", "change_shoe", "replace_decks"),
        *("return_decks", "replace_card", "replace_reader", "replace_ball"),
    )
)
"""The steps by which something comes or goes."""
OF_A_READING = ("misread", "double_scan")
"""The kinds that are about the round's last reading."""


@dataclass
class IncidentAccount:
    """A report, as it stands."""

    id: str
    by: str
    reported: datetime
    shift: str
    """The shift in which it was made."""
    stopped: datetime
    """When play stopped, else, and of a report that waits, when it was made."""
    onset: datetime
    """The earliest of the halt, the card's first failed scan and the report."""
    read: datetime | None
    """The round's last reading before it."""
    round: str | None
    number_known: datetime | None = None
    """When the number was known that it is about, or was first said to be about."""
    beside: str | None = None
    """The dealer who stood beside the trainee who reported it."""
    is_opened: bool = False
    """Whether it was the first of the reports at some moment, and not one that waits."""
    kind: str | None = None
    clause: str | None = None
    outcome: str = "open"
    decided: str | None = None
    """The outcome, from the decision on."""
    closed: datetime | None = None
    authorised: datetime | None = None
    authorised_by: str | None = None
    """Who confirmed the outcome; None if the dealer could go on alone."""
    closed_in: str | None = None
    """The shift in which it ended."""
    taken_back_by: str | None = None
    taken_back_beside: str | None = None
    """The dealer who stood beside the trainee who took it back."""
    reason: str | None = None
    seat: int | None = None
    hand: int | None = None
    cards: int | None = None
    """The number of its cards, if that was answered."""
    pit_boss: str | None = None
    """The pit boss who reported or answered it last; None if that was a dealer."""
    pressed_ms: int | None = None
    """How long the prompt had stood there for the last press that answered or authorised it."""
    seen_ms: int | None = None
    """As :attr:`pressed_ms`, of the press by which it was decided."""
    before: dict[str, Any] | None = None
    """The view before the report; None before the first line."""
    after: dict[str, Any] | None = None
    """The view as it ended; None if the same line decided another report, too."""
    steps: list[tuple[str, str, str | None]] = field(default_factory=list)
    """Each step of its outcome: the action, whether it is done or skipped, and who did it."""
    told_beside: list[tuple[datetime, str, str]] = field(default_factory=list)
    """The acts of a trainee: when, who, and the dealer who stood beside."""
    told: list[tuple[datetime, str, dict[str, Any], int | None]] = field(default_factory=list)
    """The facts of the report and of each answer: when, by whom, and for how long its question stood."""
    brings_shoe: bool = False
    """Whether another shoe is brought by its outcome, which its authorisation answers for."""

    @property
    def at(self) -> datetime:
        """When it happened."""
        of_number = self.number_known if self.kind == "wrong_number_recorded" else None
        return of_number or self.stopped

    @property
    def filmed(self) -> datetime:
        """The earliest moment that it is about."""
        read = self.read if self.kind in OF_A_READING else None
        return min(each for each in (self.at, self.onset, read) if each is not None)


@dataclass
class ShoeAccount:
    """A shoe in a shift: where its cards came from, how many there were and are left."""

    number: int
    how: str
    cards: int
    began: datetime | None = None
    ready: datetime | None = None
    left: int = 0
    rounds: int = 0


@dataclass
class DealerAccount:
    """A dealer's turn."""

    who: str
    since: datetime
    until: datetime | None = None
    is_trainee: bool = False
    beside: str | None = None
    """The dealer beside whom a trainee dealt."""


@dataclass
class HourAccount:
    """An hour by the clock: finished rounds, halts, seconds in a standstill and in a preparation."""

    rounds: int = 0
    halts: int = 0
    stood: float = 0.0
    prepared: float = 0.0


@dataclass
class ShiftAccount:
    """A shift, from its beginning to that of the next one."""

    name: str
    begun: datetime
    until: datetime
    left: datetime | None = None
    """When it was left last: the clock may have been set back then."""
    ended: Counter[str] = field(default_factory=Counter)
    """Its rounds, by how they ended."""
    shoes: list[ShoeAccount] = field(default_factory=list)
    """The shoes that were used, as each was taken away or as the shift ended."""
    incidents: dict[str, IncidentAccount] = field(default_factory=dict)
    """The reports that were open in it, each as it stood at its end."""
    decided: dict[str, datetime | None] = field(default_factory=dict)
    """When each report was decided that was open as the shift began, or as the clock was set back into it."""
    halts: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    """Cards that were corrected, times of manual mode, cards entered by hand."""
    corrected: list[tuple[Any, ...]] = field(default_factory=list)
    """Each card that was corrected: when, by whom, in which round, its hand and position, and both faces."""
    handed_over: dict[str, Any] = field(default_factory=dict)
    """The open points at its end: reports, the open round, a halt, a call, manual mode and orders."""
    passed: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds for which the table was open, halted, in manual mode."""
    to_result: list[float] = field(default_factory=list)
    """Seconds from the end of bets to the result, of each finished round."""
    dealers: list[DealerAccount] = field(default_factory=list)
    is_open: bool = True
    """Whether the table is open: who stays signed in at a closed one may deal elsewhere."""
    repeats: list[Repeat] = field(default_factory=list)
    """The times that came more than once, of all shifts."""
    here: dict[str, str] | None = None
    """The people at the table, with their roles; None before its beginning."""
    staffing: list[tuple[datetime, str, str, str]] = field(default_factory=list)
    """Each person who was there, came, left or was relieved: when, who, as what, and which of these."""
    skipped: list[tuple[datetime, str, str, str]] = field(default_factory=list)
    """Each step that a pit boss skipped: when, the step, who, and why."""
    broken_off: list[tuple[datetime, str, str | None]] = field(default_factory=list)
    """Each step of a preparation that the table's close broke off: when, the step, and who ordered that."""
    used: list[tuple[datetime, str, str, str]] = field(default_factory=list)
    """Each step by which decks, a shoe, a reader or a ball came or went, or that has a note: when, the step,
    who, and the note.
    """
    quick: list[tuple[datetime, str, float, int, str | None]] = field(default_factory=list)
    """Each step that was too quick: when it ended, which, how long it took, its limit, and who ended it."""
    clock: list[tuple[datetime, int]] = field(default_factory=list)
    """Each time that the clock was set: what it showed then, and by how many seconds."""
    failed: list[tuple[datetime, str, str]] = field(default_factory=list)
    """Each sign-in that failed: when, of whom, and why if the PIN was right."""
    changed: list[dict[str, Any]] = field(default_factory=list)
    """The changes of people's accounts."""
    licences: dict[str, str] = field(default_factory=dict)
    """The last days of the licences that end soon, by whose they are."""
    noted_days: dict[str, str] = field(default_factory=dict)
    """The last days that were noted: the table may learn later of a change that came before."""
    hours: defaultdict[datetime, HourAccount] = field(default_factory=lambda: defaultdict(HourAccount))

    def pass_time(
        self, table: TableFacts, since: datetime, until: datetime, *, was_off: bool = False
    ) -> None:
        """Count the time for which the table stood as it is; in that in which the console ``was_off`` nothing
        was prepared.
        """
        stands, is_open = table.halted, table.stage != "closed"
        for name, counts in (("open", is_open), ("stood", stands), ("manual", table.manual)):
            self.passed[name] += (until - since).total_seconds() if counts else 0
        if not is_open:
            return
        prepares = not stands and not was_off and table.stage in ("shoe", "wheel")
        for hour, seconds in by_hour(since, until):
            counted = self.hours[hour]
            counted.stood += seconds if stands else 0
            counted.prepared += seconds if prepares else 0

    def note(self, noted: Noted, at: datetime, *, is_dealing: bool) -> None:
        """Note a sign-in that failed, a change of an account, a licence that ends soon; ``is_dealing``:
        the person deals, or stands beside, so that a refusal ends that.
        """
        change = noted.change
        if noted.kind == "dealing_refused" and is_dealing:
            self._change(noted, at, noted.who or "", reason=noted.text or "")
        elif noted.kind in ("sign_in_failed", "dealing_refused"):
            self.failed.append((at, noted.who or "", noted.text or ""))
        elif noted.kind in ("dealing_ended", "training_ended"):
            self._change(noted, at, noted.who or "")
        elif noted.kind == "licence_ends":
            self.licences[noted.who or ""] = self.noted_days[noted.who or ""] = noted.text or ""
        elif change is not None:
            self._change(noted, at, change.id, by=noted.who, made=change.at, reason=change.reason)
            if change.rights and noted.until and self.noted_days.get(change.id) == noted.until:
                self.licences[change.id] = noted.until
            elif change.rights:
                self.licences.pop(change.id, None)  # it ends on another day now, or never

    def _change(
        self, noted: Noted, at: datetime, who: str, by: str | None = None, made: str = "", reason: str = ""
    ) -> None:
        told = {"at": at, "what": str(noted.kind), "who": who, "by": by, "terminal": noted.terminal}
        rights = noted.change.rights if noted.change is not None else ""
        self.changed.append({**told, "made": made, "until": noted.until, "reason": reason, "rights": rights})

    def follow_people(
        self, people: dict[str, str], at: datetime, leaving: str, beside: dict[str, str | None]
    ) -> None:
        """Note who comes and goes, and who deals from now on, a trainee ``beside`` whom; ``leaving`` is how
        somebody goes.
        """
        was = self.here or {}
        gone = {who: role for who, role in was.items() if people.get(who) != role}
        come = {who: role for who, role in people.items() if was.get(who) != role}
        self.staffing += [(at, *each, leaving) for each in gone.items()]
        self.staffing += [(at, *each, "there" if self.here is None else "came") for each in come.items()]
        self.here = dict(people)
        self.follow_dealer(people, at, beside)

    def go_on(
        self, people: dict[str, str], at: datetime, left: datetime, beside: dict[str, str | None]
    ) -> None:
        """The clock was set back into the shift, which was left at a moment, or forward again: who came
        meanwhile is there, and who went is not.
        """
        was = self.here or {}
        self.staffing += [(at, *each, "there") for each in people.items() if was.get(each[0]) != each[1]]
        self.here = dict(people)
        self.follow_dealer(people, at, beside, left=left)

    def follow_dealer(
        self,
        people: dict[str, str],
        at: datetime,
        beside: dict[str, str | None],
        *,
        left: datetime | None = None,
    ) -> None:
        """Note who deals from now on, and beside whom."""
        dealer = next((who for who, role in people.items() if role == "dealer"), None)
        dealer = dealer if self.is_open else None
        last = self.dealers[-1] if self.dealers and self.dealers[-1].until is None else None
        now = (
            None if dealer is None else DealerAccount(dealer, at, None, dealer in beside, beside.get(dealer))
        )
        if now == (None if last is None else replace(last, since=at)):
            return
        if last is not None:
            last.until = left or at
        if now is not None:
            self.dealers.append(now)


def hour_of(at: datetime) -> datetime:
    """The hour by the clock that a moment is in."""
    return at.replace(minute=0, second=0, microsecond=0)


def by_hour(since: datetime, until: datetime) -> Iterator[tuple[datetime, float]]:
    """A length of time, parted at the full hours by the clock as it is at its end; of one by whose end the
    clock was set back into an earlier shift, as if it came after.
    """
    length = until - since
    until = until + length if plain(since) == plain(until) else until
    since = until - length
    while since < until:
        end = min(until, hour_of(since) + timedelta(hours=1))
        yield hour_of(since), (end - since).total_seconds()
        since = end
