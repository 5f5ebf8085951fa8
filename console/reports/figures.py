"""What a shift report counts, as values: of a table, and of each dealer at it; and how they are counted up.

Lengths of time are in seconds. Nothing here is in the words of any language. However much is counted, it
takes no more room: many lengths are kept in a few figures, and a list keeps so many and no more, so that a
report over years is as small as one of a night.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Final, Generic, Literal, TypeVar

import msgspec

from console.game.rule_values import ReplacedShoe
from console.software.identity import Software

_TENTHS: Final = 10
_LONGEST: Final = 4 * 3600 * _TENTHS
"""Tenths of a second from which on lengths are not told apart any more: four hours."""


class Spread(msgspec.Struct, frozen=True):
    """How many lengths there were, their median to a tenth of a second, their mean, the longest; in seconds.

    All but ``count`` are None where there was none.
    """

    count: int = 0
    median: float | None = None
    mean: float | None = None
    longest: float | None = None


class Lengths:
    """Takes lengths in seconds one by one, and remembers how many of each tenth of a second there were."""

    def __init__(self) -> None:
        self._tenths: Counter[int] = Counter()
        self._sum = self._longest = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self._tenths[min(round(seconds * _TENTHS), _LONGEST)] += 1
        self._sum += seconds
        self._longest = max(self._longest, seconds)

    @property
    def spread(self) -> Spread:
        """What they come to."""
        count = self._tenths.total()
        if not count:
            return Spread()
        middle = (self._at((count - 1) // 2) + self._at(count // 2)) / 2 / _TENTHS
        return Spread(count, middle, self._sum / count, self._longest)

    def _at(self, place: int) -> int:
        """The length at a place of them all in their order, from 0."""
        for tenths in sorted(self._tenths):
            place -= self._tenths[tenths]
            if place < 0:
                return tenths
        raise IndexError("no length at this place")


HOUR = 3600.0


class IncidentCount(msgspec.Struct, frozen=True, order=True):
    """Incidents of one kind, clause and outcome; ``kind`` is "" where none was told.

    ``outcome`` is ``open`` for those that were not over when the interval ended.
    """

    kind: str
    clause: str
    outcome: str
    count: int = 0


class IncidentTold(msgspec.Struct, frozen=True):
    """One incident that was reported in the interval, as it stood when it was over or the interval ended.

    ``at`` is when play stopped, else when it was reported: nothing saw it earlier. ``kind`` and ``clause``
    are "" where none is known. ``entry`` is the report's.
    """

    id: str
    at: datetime
    reported: datetime
    entry: int
    by: str
    kind: str = ""
    clause: str = ""
    outcome: str = "open"
    """``open`` while it is not over, ``record_only`` where the report was taken back."""
    round: str | None = None
    state: str = "facts"
    authorised: datetime | None = None
    authorised_by: str | None = None
    """None where nobody had to, or nobody has yet."""
    taken_back_by: str | None = None
    reason: str | None = None
    """Why it was taken back, where a reason was given."""
    waited: float | None = None
    """Seconds from the report until its outcome was authorised."""
    closed: datetime | None = None
    seat: int | None = None
    """The seat that it is about, where it is about one."""
    brought_in: ReplacedShoe | None = None
    """By what the shoe was made ready that its outcome brought into the round; None where the shoe stayed."""


class Count(msgspec.Struct, frozen=True, order=True):
    """How often something of a name came."""

    name: str
    count: int


class Figures(msgspec.Struct, frozen=True):
    """Of a table, or of a dealer while at it."""

    rounds: int = 0
    """Finished: the result was announced."""
    voids: int = 0
    unplayed: int = 0
    """Rounds on which nobody had bet: nothing was dealt."""
    refunds: int = 0
    """Seats whose bets went back while the round went on."""
    open_seconds: float = 0.0
    """How long the table was open, of a dealer how long as its dealer."""
    to_result: Spread = Spread()
    """From no more bets to the known result, of the finished rounds."""
    incidents: tuple[IncidentCount, ...] = ()
    """Incidents reported in the interval, without those that were taken back."""
    taken_back: int = 0
    """Reports that were taken back, or could no longer be when their turn came."""
    halts: tuple[Count, ...] = ()
    """What stopped play, by reason, whether an incident was made of it or not."""
    stood_seconds: float = 0.0
    """How long the table was halted."""
    corrections: int = 0
    """Misread cards that were mended in play."""
    amended: int = 0
    """Entries that were corrected after the fact, of the whole table alone."""
    manual: int = 0
    """How often manual mode began."""
    manual_cards: int = 0
    manual_seconds: float = 0.0
    waits: Spread = Spread()
    """From a call for the pit boss until it was answered."""
    to_take: Spread = Spread()
    """From what a pit boss was wanted for until one took it on the floor."""
    to_arrive: Spread = Spread()
    """From then until a pit boss signed in at the table."""

    @property
    def rounds_an_hour(self) -> float | None:
        """Finished rounds an hour of an open table; None where it was open for less than a minute."""
        return self.rounds * HOUR / self.open_seconds if self.open_seconds >= 60 else None

    @property
    def incident_count(self) -> int:
        """All incidents."""
        return sum(each.count for each in self.incidents)

    @property
    def incidents_per_thousand(self) -> float | None:
        """Incidents in a thousand finished rounds; None without a round."""
        return self.incident_count * 1000 / self.rounds if self.rounds else None


class DealerFigures(msgspec.Struct, frozen=True):
    """What happened while somebody was a table's dealer; ``who`` is None while nobody was."""

    who: str | None
    figures: Figures


class DeviceFigures(msgspec.Struct, frozen=True):
    """A device's figures: results that it gave, draws that it could not read, faults by their code.

    ``device`` is "" for lines that no device sent. ``lost`` is how often it went away, ``silent`` how often
    nothing came though something was due.
    """

    device: str
    read: int = 0
    unread: int = 0
    faults: tuple[Count, ...] = ()
    lost: int = 0
    silent: int = 0

    @property
    def error_rate(self) -> float | None:
        """Errors (unread draws and faults) in all that it said of the game; None where it said nothing.

        None for lines, too: of the cards that were read only a device's are counted as its own.
        """
        if not self.device:
            return None
        errors = self.unread + sum(each.count for each in self.faults)
        said = self.read + errors
        return errors / said if said else None


class Staffing(msgspec.Struct, frozen=True):
    """Somebody came or went; ``there`` is who was at the table when the interval began."""

    at: datetime
    who: str
    role: str
    change: Literal["there", "came", "left", "relieved"]


class Dealt(msgspec.Struct, frozen=True):
    """Who dealt, from when to when; ``until`` is None of who still dealt when the interval ended."""

    who: str
    since: datetime
    until: datetime | None = None


class ShoeUsed(msgspec.Struct, frozen=True):
    """A shoe: how its cards came into it, the card count before the first was drawn, what was left at last.

    ``ready`` is None while it is prepared, and for one that was changed in a round; ``left`` is at the end
    of the shoe, else of the interval.
    """

    number: int
    how: Literal["there", "opening", "new_decks", "same_cards", "other_shoe", "changed"]
    began: datetime
    cards: int
    ready: datetime | None = None
    ended: datetime | None = None
    left: int = 0
    rounds: int = 0


class CheckCount(msgspec.Struct, frozen=True):
    """A step of bringing cards or the wheel into play: how often done, and how often broken off undone."""

    action: str
    done: int = 0
    missed: int = 0


class Skipped(msgspec.Struct, frozen=True):
    """A step that was due and not done: skipped by the pit boss with a reason, or broken off (no reason)."""

    at: datetime
    action: str
    by: str | None
    reason: str | None


class Consumable(msgspec.Struct, frozen=True):
    """What was noted of decks, shoes, balls and wheels: with which step, and the note where there is one."""

    at: datetime
    action: str
    by: str
    note: str


class ClockChange(msgspec.Struct, frozen=True):
    """The clock was set: when it said so afterwards, and by how many seconds, forward positive."""

    at: datetime
    seconds: float


class SoftwareUsed(msgspec.Struct, frozen=True):
    """Which software was at work; ``since`` is when it began, None where that was before the interval."""

    since: datetime | None
    software: Software


class FailedSignIn(msgspec.Struct, frozen=True):
    """A sign-in that was refused; ``who`` is what was entered as the person's id."""

    at: datetime
    who: str


class Hour(msgspec.Struct, frozen=True):
    """An hour of the night, by the clock: from ``start`` (UTC) on."""

    start: datetime
    rounds: int = 0
    halts: int = 0
    open_seconds: float = 0.0
    stood_seconds: float = 0.0
    prepared_seconds: float = 0.0
    """How long cards were shuffled, or the wheel was checked."""


class Tally:
    """What has been counted so far."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """Whole numbers, by the name that they have in Figures."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.incidents: Counter[tuple[str, str, str]] = Counter()
        self.halts: Counter[str] = Counter()
        self.to_result, self.waits = Lengths(), Lengths()
        self.to_take, self.to_arrive = Lengths(), Lengths()

    @property
    def figures(self) -> Figures:
        """What it comes to."""
        counted = Figures(
            to_result=self.to_result.spread,
            waits=self.waits.spread,
            to_take=self.to_take.spread,
            to_arrive=self.to_arrive.spread,
            incidents=tuple(sorted(IncidentCount(*what, count) for what, count in self.incidents.items())),
            halts=counts(self.halts),
        )
        return msgspec.structs.replace(counted, **self.counts, **self.seconds)


class Tallies:
    """The table's own tally, and one for each dealer."""

    def __init__(self) -> None:
        self.whole = Tally()
        self._dealers: dict[str | None, Tally] = {}

    def of(self, dealer: str | None) -> tuple[Tally, Tally]:
        """Those that something counts in which happened at this dealer's table."""
        return self.whole, self._dealers.setdefault(dealer, Tally())

    @property
    def dealers(self) -> tuple[DealerFigures, ...]:
        """The dealers by their ids, then what happened without any; none of whom nothing is known."""
        known = [DealerFigures(who, tally.figures) for who, tally in self._dealers.items()]
        told = (each for each in known if each.figures != Figures())
        return tuple(sorted(told, key=lambda each: (each.who is None, each.who or "")))


def counts(counter: Counter[str]) -> tuple[Count, ...]:
    """What was counted, by name."""
    return tuple(Count(name, counter[name]) for name in sorted(counter) if counter[name])


Row = TypeVar("Row")

MOST: Final = 1000
"""Rows that are kept of a list; the others are counted."""


class Listed(Generic[Row]):
    """Rows in the order in which they came."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self.more = 0
        """How many came that are not kept."""

    def add(self, row: Row) -> None:
        """One more."""
        if len(self._rows) < MOST:
            self._rows.append(row)
        else:
            self.more += 1

    def mend(self, mended: Callable[[Row], Row]) -> None:
        """Say the last one otherwise, if it is kept."""
        if self._rows and not self.more:
            self._rows[-1] = mended(self._rows[-1])

    @property
    def rows(self) -> tuple[Row, ...]:
        """Those that are kept."""
        return tuple(self._rows)
