"""The figures of a shift report as values: for a table and for each of its dealers; and their sums.

Lengths of time are in seconds; nothing is in words. Their size does not grow with the count: many lengths are
kept as a few figures, and a list has a fixed number of rows, so that a report over years is as small as a
shift's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Final, Generic, Literal, TypeVar

import msgspec

from console.base.software import Software
from console.supervisor.history.interventions import IncidentFact
from console.table.core import Who

_EXACT: Final = 1000
"""How many different lengths are kept exactly; beyond that, each is kept to a hundredth."""


class Spread(msgspec.Struct, frozen=True):
    """The number of lengths, their median, mean and longest, in seconds; all but ``count`` may be None."""

    count: int = 0
    median: float | None = None
    mean: float | None = None
    longest: float | None = None


class Lengths:
    def __init__(self) -> None:
        self._counted: Counter[float] = Counter()
        self._is_exact = True
        self._sum = self._longest = 0.0

    def add(self, seconds: float) -> None:
        self._counted[seconds if self._is_exact else round(seconds, 2)] += 1
        if self._is_exact and len(self._counted) > _EXACT:
            counted, self._counted, self._is_exact = self._counted, Counter(), False
            for each, count in counted.items():
                self._counted[round(each, 2)] += count
        self._sum += seconds
        self._longest = max(self._longest, seconds)

    @property
    def spread(self) -> Spread:
        count = self._counted.total()
        if not count:
            return Spread()
        middle = (self._at((count - 1) // 2) + self._at(count // 2)) / 2
        return Spread(count, middle, self._sum / count, self._longest)

    def _at(self, place: int) -> float:
        """The length at this place, from 0, in ascending order."""
        for length in sorted(self._counted):
            place -= self._counted[length]
            if place < 0:
                return length
        raise IndexError("no length at this place")


HOUR = 3600.0


class IncidentCount(msgspec.Struct, frozen=True, order=True):
    """The number of incidents of one kind, clause and outcome; ``kind`` is "" if none was reported."""

    kind: str
    clause: str
    outcome: str
    count: int = 0


OPEN: Final = "open"
"""Stands for the outcome of an incident that is not over."""


class ListedIncident(msgspec.Struct, frozen=True):
    """An incident that was open in the interval, as known when it ended or when the interval ended."""

    fact: IncidentFact
    carried_over: Literal["reported", "authorised"] | None
    """The last act before the interval, ``authorised`` only while it holds; None: reported within it."""
    counted: bool = False
    """Whether it ended in the interval: only then is it in the figures."""

    @property
    def outcome(self) -> str:
        """:data:`OPEN` while it is not over, ``record_only`` if taken back or come to nothing."""
        return OPEN if self.fact.ended is None else self.fact.outcome or ""

    @property
    def decided(self) -> str | None:
        """The authorised outcome of an incident that is not over; else None."""
        return self.fact.outcome if self.fact.ended is None and self.fact.authorised is not None else None

    @property
    def reason(self) -> str | None:
        """Why the report was taken back or its outcome authorised, if a reason was given."""
        reasons = (each.reason for each in (self.fact.ended, self.fact.authorised) if each is not None)
        return next(filter(None, reasons), None)


class NamedCount(msgspec.Struct, frozen=True, order=True):
    """How often an event with a name happened."""

    name: str
    count: int


class Figures(msgspec.Struct, frozen=True):
    """The figures of a table, or of one dealer while at the table."""

    rounds: int = 0
    """Finished rounds: those whose result was announced."""
    voids: int = 0
    unplayed: int = 0
    """Rounds without bets, in which nothing was dealt."""
    refunds: int = 0
    """Times a seat got its bet back while the round continued."""
    open_seconds: float = 0.0
    """The time for which the table was open; for a dealer, the time as its dealer."""
    to_result: Spread = Spread()
    """From "no more bets" to the known result, for finished rounds."""
    incidents: tuple[IncidentCount, ...] = ()
    """Incidents that ended in the interval (so that each counts once), without withdrawn reports."""
    carried_over: int = 0
    """How many of these were reported before the interval."""
    taken_back: int = 0
    """Reports that a person took back."""
    came_to_nothing: int = 0
    """Reports that were no longer possible when their turn came."""
    halts: tuple[NamedCount, ...] = ()
    """Stops of play, by reason, whether they became an incident or not."""
    stood_seconds: float = 0.0
    """The time for which the table was halted."""
    outside: int = 0
    """Games that the wheel played while no spin was due."""
    after_signal: Spread = Spread()
    """How long bets stayed open after the wheel's own 'no more bets', where it was longer than the rulebook's
    limit.
    """
    corrections: int = 0
    """Misread cards that were corrected during play."""
    amended: int = 0
    """Entries that were corrected after the fact; counted for the whole table only."""
    manual: int = 0
    """How often manual mode began."""
    manual_cards: int = 0
    manual_seconds: float = 0.0
    waits: Spread = Spread()
    """From each call for the pit boss until it was answered."""
    to_take: Spread = Spread()
    """From the moment at which a pit boss was needed until one took the case on the wall."""
    to_arrive: Spread = Spread()
    """From then until a pit boss signed in at the table."""

    @property
    def rounds_an_hour(self) -> float | None:
        """Finished rounds per hour that the table was open; None if open for less than a minute."""
        return self.rounds * HOUR / self.open_seconds if self.open_seconds >= 60 else None

    @property
    def incident_count(self) -> int:
        return sum(each.count for each in self.incidents)

    @property
    def incidents_per_thousand(self) -> float | None:
        """Incidents in a thousand finished rounds; None without a round."""
        return self.incident_count * 1000 / self.rounds if self.rounds else None


class DealerFigures(msgspec.Struct, frozen=True):
    """The figures of a dealer's time at the table; ``who`` is None for time without one."""

    who: str | None
    figures: Figures


class DeviceFigures(msgspec.Struct, frozen=True):
    """A device's figures: results that it gave, cards that it could not read, faults by their code.
    ``device`` is "" for lines that no device sent. ``lost`` counts lost connections, ``silent`` silences
    although something was due.
    """

    device: str
    read: int = 0
    unread: int = 0
    faults: tuple[NamedCount, ...] = ()
    lost: int = 0
    silent: int = 0

    @property
    def error_rate(self) -> float | None:
        """Errors (unread cards and faults) as a part of the device's reports on the game; None without
        reports. Also None for lines: the read cards that count are only a device's.
        """
        if not self.device:
            return None
        errors = self.unread + sum(each.count for each in self.faults)
        reported = self.read + errors
        return errors / reported if reported else None


class Staffing(msgspec.Struct, frozen=True):
    """A person came or went; ``there``: was already at the table when the interval began."""

    at: datetime
    who: str
    role: str
    change: Literal["there", "came", "left", "relieved"]


class WinnerFigures(msgspec.Struct, frozen=True):
    """How often a hand won, or none, and its longest run."""

    winner: str
    rounds: int
    longest: int
    chance: float | None
    """The chance, at most, of such a run in so many rounds; None for a game without a known chance."""
    once_in: float | None = None
    """In how many rounds chance begins such a run once."""


class PitBossFigures(msgspec.Struct, frozen=True):
    """The acts of a pit boss by which money goes elsewhere than by the first result."""

    who: str
    rounds: int = 0
    """Rounds of the table in the pit boss's charge: while on duty at the overview, if ever in the interval;
    else all of each shift in which the pit boss came to the table, or acted there.
    """
    refunds: int = 0
    """Times a seat got its bet back by an outcome that the pit boss authorised."""
    voids: int = 0
    """Rounds that the pit boss voided after a card, or the number, was known."""
    changed: int = 0
    """Results that the pit boss changed: cards corrected, numbers settled by hand."""
    lifted: int = 0
    """Halts that the pit boss took back."""
    seats: tuple[int, ...] = ()
    """The seat of each refund."""

    @property
    def acts(self) -> int:
        return self.refunds + self.voids + self.changed + self.lifted


class CheckCount(msgspec.Struct, frozen=True):
    """A step of preparing cards or the wheel: how often it was done, and how often it was abandoned."""

    action: str
    done: int = 0
    missed: int = 0


class SkippedStep(msgspec.Struct, frozen=True):
    """A due step that was not done: skipped with a reason, or abandoned (without one)."""

    at: datetime
    action: str
    by: Who | None
    reason: str | None
    cards: int | None = None
    """How many cards it has, for an incident's step with cards."""


class Consumable(msgspec.Struct, frozen=True):
    """A note on decks, shoes, balls and wheels: the step, and the note's text, if any."""

    at: datetime
    action: str
    by: Who
    note: str
    cards: int | None = None
    """As :attr:`SkippedStep.cards`."""


class ClockChange(msgspec.Struct, frozen=True):
    """The clock was set: the time after it, and the seconds by which it changed, forward positive."""

    at: datetime
    seconds: float


class SoftwareUsed(msgspec.Struct, frozen=True):
    """The running software; ``since`` is its beginning, None if before the interval."""

    since: datetime | None
    software: Software


class FailedSignIn(msgspec.Struct, frozen=True):
    """A sign-in that was refused; ``who`` is the id that was entered."""

    at: datetime
    who: str
    why: str = ""
    """Why the person may not deal: :class:`console.table.people.dealing_rights.DealingBar`; "": wrong PIN."""


class ChangedAccount(msgspec.Struct, frozen=True):
    """A change to somebody's account, or its end at the table: ``what`` is the note's name, ``who`` the
    account's person. ``by`` is the person who changed it at the table, ``terminal`` the system's user who did
    so at a terminal.
    """

    at: datetime
    what: str
    who: str
    by: str | None = None
    terminal: str | None = None
    made: str = ""
    """The time in UTC at which a terminal made it: the table learns of it later."""
    until: str = ""
    """The new last day of the licence, if changed; the old one if it has ended."""
    reason: str = ""
    rights: str = ""
    """The new conditions under which the person may deal, in one line, if changed."""


class Hour(msgspec.Struct, frozen=True):
    """One hour by the clock, beginning at ``start`` (UTC)."""

    start: datetime
    rounds: int = 0
    halts: int = 0
    open_seconds: float = 0.0
    stood_seconds: float = 0.0
    prepared_seconds: float = 0.0
    """How long cards were shuffled, or the wheel was checked."""
    off_seconds: float = 0.0
    """How long the console was off at a table that was open and not halted."""


class Tally:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """Whole numbers, by their names in Figures."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.incidents: Counter[tuple[str, str, str]] = Counter()
        self.halts: Counter[str] = Counter()
        self.to_result, self.waits = Lengths(), Lengths()
        self.to_take, self.to_arrive, self.after_signal = Lengths(), Lengths(), Lengths()

    @property
    def figures(self) -> Figures:
        counted = Figures(
            to_result=self.to_result.spread,
            waits=self.waits.spread,
            to_take=self.to_take.spread,
            to_arrive=self.to_arrive.spread,
            after_signal=self.after_signal.spread,
            incidents=tuple(sorted(IncidentCount(*what, count) for what, count in self.incidents.items())),
            halts=counts(self.halts),
        )
        return msgspec.structs.replace(counted, **self.counts, **self.seconds)


class Tallies:
    def __init__(self) -> None:
        self.whole = Tally()
        self._dealers = defaultdict[str | None, Tally](Tally)  # setdefault would make a Tally at each entry.

    def of(self, dealer: str | None) -> tuple[Tally, Tally]:
        """The tallies for an event during this dealer's time at the table."""
        return self.whole, self._dealers[dealer]

    @property
    def dealers(self) -> tuple[DealerFigures, ...]:
        """The dealers by their ids, then the time without one; without empty tallies."""
        known = [DealerFigures(who, tally.figures) for who, tally in self._dealers.items()]
        counted = (each for each in known if each.figures != Figures())
        return tuple(sorted(counted, key=lambda each: (each.who is None, each.who or "")))


def counts(counter: Counter[str]) -> tuple[NamedCount, ...]:
    return tuple(NamedCount(name, counter[name]) for name in sorted(counter) if counter[name])


Row = TypeVar("Row")

MOST: Final = 1000
"""How many rows of a list are kept; further rows are only counted."""


class FirstRows(Generic[Row]):
    """A list that keeps its first rows in order and counts the others."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self.more = 0
        """How many rows are not kept."""

    def add(self, row: Row) -> None:
        if len(self._rows) < MOST:
            self._rows.append(row)
        else:
            self.more += 1

    def mend(self, mended: Callable[[Row], Row]) -> None:
        if self._rows and not self.more:
            self._rows[-1] = mended(self._rows[-1])

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)
