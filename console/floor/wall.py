"""The pit boss's view of all tables: a reading of the floor as values, and the requests to it. All ages are
seconds on the floor's own clock at the reading, because clocks of tables and windows may be wrong; a window
adds the seconds since then by its monotonic clock.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from console.floor.reported_names import ReportedName
from console.floor.self_report import SelfReport
from console.table.core import DealerView


class CallTaker(msgspec.Struct, frozen=True, kw_only=True):
    """A call that somebody took: 'I am coming'."""

    who: str
    name: str
    age: float
    """Seconds since it was taken."""
    arrived: bool = False


class SeenCall(msgspec.Struct, frozen=True, kw_only=True):
    part: int
    number: int
    kind: str
    age: float
    """Seconds since it began, by the table's clock; if unknown, since the floor heard of it."""
    taken: CallTaker | None = None
    widened: int = 0
    """Who is called: 0 the bosses of its area, 1 also the room's others (60 s), 2 everybody (120 s)."""


class DiaryDecision(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's decision on a table, by the floor's diary: a dispute settled, or a console chosen."""

    name: str
    age: float
    """Seconds since."""
    console: str = ""
    """The id of the console that counts, in hex; empty for a dispute."""
    reason: str = ""
    """A word of the window's, or the person's own words."""
    counts: bool = True
    """Whether it is the requested decision; False: somebody else's was earlier."""


class Shelf(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm of a table laid aside for a while, with its reason; it still counts, and returns by itself."""

    what: str
    """The alarm's kind; for a call with its number."""
    who: str
    name: str
    reason: str
    left: float
    """Seconds until it ends."""


CLOCKS_DIFFER: Final = 2.0
"""Seconds from which two clocks differ: one of them is wrong."""
SHOWN_ID: Final = 8
"""Letters of a console's id that people read."""


class SeenConsole(msgspec.Struct, frozen=True, kw_only=True):
    """One of two consoles, or more, that play as one table."""

    id: str
    """The id of its start, in hex."""
    address: str = ""
    """The origin of its batches; empty on the floor server's own machine."""
    age: float
    """Seconds since it was first heard."""
    heard: float
    """Seconds since it was last heard."""

    @property
    def label(self) -> str:
        """Its address and the beginning of its id, as on its table's lamp: two may share an address."""
        return f"{self.address} ({self.id[:SHOWN_ID]})" if self.address else self.id[:SHOWN_ID]


class Twins(msgspec.Struct, frozen=True, kw_only=True):
    """Two consoles play as one table: nothing of it is recorded on the floor server until one counts."""

    age: float
    """Seconds since it was seen."""
    consoles: tuple[SeenConsole, ...]
    """In the order of their arrival, perhaps with one that had ended shortly before."""

    @property
    def at_work(self) -> tuple[SeenConsole, ...]:
        """The consoles heard since there are two; all of them until that is known."""
        heard = tuple(each for each in self.consoles if each.heard <= self.age)
        return heard if len(heard) > 1 else self.consoles


class RefusedConsole(msgspec.Struct, frozen=True, kw_only=True):
    why: str
    """``token``, ``name`` (of another table), ``address``, ``many`` (connections), ``unknown`` account."""
    asked: str = ""
    """The table that it asks for."""
    address: str = ""
    """Its address; empty on the server's own machine, and if unknown."""
    age: float
    """Seconds since it was refused last."""


class EndedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account that exceeded its limits, or undid them: the server ended its sessions, or slows it."""

    table: str
    """The table's id; empty for a window."""
    called: str
    """The table's or the window's name."""
    is_locked: bool
    """Whether it can't connect any more until it has a new token."""
    is_slowed: bool = False
    """Whether its table only sends more than its quota: no session was ended for it."""
    is_failing: bool = False
    """Whether many statements of its table's account fail, which no console sends."""
    why: str = ""
    """``settings`` or ``password``: what it changed of its own, if it is locked."""
    address: str = ""
    """The origin of its last session; empty on the server's own machine."""
    age: float
    """Seconds since."""


class SeenTable(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    studio: str
    room: str = ""
    switch: str = ""
    """The table's network switch: tables on one switch that fall silent together are one item."""
    game: str
    rules: str
    report: SelfReport | None = None
    """The table's last report, as far as readable; None: never heard, or unreadable."""
    unread: bool = False
    """Whether a field of the report, or all of it, can't be read."""
    silence: float | None = None
    """Seconds since its own thread last answered, by its last sign of life."""
    changed: float | None = None
    """Seconds since the report changed."""
    part: int = 0
    number: int = 0
    """The last entry that the floor holds of the part shipped now."""
    disputed: str = ""
    """How the journal differed: cut, rewritten or replaced; empty once somebody has looked at it."""
    more_disputes: int = 0
    """Disputes that were only counted, since a hundred of a kind are open."""
    disputed_for: float = 0.0
    """Seconds since the first unsettled dispute."""
    call: SeenCall | None = None
    shelved: tuple[Shelf, ...] = ()
    stood: float | None = None
    """Seconds in the present state, by the table's clock; None if it gave no time."""
    refused: RefusedConsole | None = None
    """The server refuses the table's console, by its log; None: it does not, or nobody knows."""
    clock_ahead: float = 0.0
    """Seconds by which the table's clock is ahead of the server's, if that is too much."""
    twins: Twins | None = None
    """Two consoles that play as this table; what they did to its history is not in :attr:`disputed`."""

    @property
    def backlog(self) -> int:
        """Entries that the floor lacks and that are not held back."""
        if self.report is None:
            return 0
        return max(0, self.report.entry - self.report.held_back - self.number)


class Spelling(NamedTuple):
    """A person to whom two tables give different names."""

    who: str
    table: str
    name: str
    other_table: str
    other_name: str


class SeenDuty(msgspec.Struct, frozen=True, kw_only=True):
    studio: str
    who: str
    name: str
    since: datetime


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """All tables at one moment."""

    tables: tuple[SeenTable, ...]
    strangers: tuple[RefusedConsole, ...] = ()
    """Consoles that are refused because nobody made their account."""
    ended: tuple[EndedAccount, ...] = ()
    """Accounts whose sessions were ended."""
    names: tuple[ReportedName, ...] = ()
    """People's names as their tables gave them, when the window reached the floor; also of people who have
    left a table's list since.
    """
    spellings: tuple[Spelling, ...] = ()
    """People to whom two tables give different names."""
    duties: tuple[SeenDuty, ...] | None = None
    """The supervisors on duty; None if the studios never had one."""
    server: str = ""
    """The server that answered: its name, and whether it is primary or standby."""
    full_for: float | None = None
    """Seconds for which the server's disk has taken nothing; None: it can store."""
    took: float = 0.0
    """Seconds that it took to read."""
    at: datetime | None = None
    """The moment at which all ages in it hold, by the floor's own clock."""


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """Tables that may differ from a reading, by hints since. They take their places in it: their ages too are
    those at its moment, and so negative if something began later.
    """

    since: datetime
    """The moment of the reading."""
    tables: tuple[SeenTable, ...]


class CallEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a call or its taking, for the line beside the felt."""

    at: datetime
    what: str
    """``halted``, ``called``, ``coming``, ``arrived``, ``resumed``, ``settled``, ``counted``."""
    name: str = ""
    reason: str = ""
    """The reason of a settled dispute: a key of the window's, or a person's own words. For two consoles the
    id in hex of the one that counts.
    """


class Cosignature(msgspec.Struct, frozen=True):
    """A third machine's signature of the table: up to which entry, and the seconds before the opening."""

    number: int
    age: float
    fits: bool
    """Whether the floor's entries lead to the head that was signed."""


class FloorTable(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    at: datetime
    """The time of the last entry that was sent."""
    number: int
    good: bool
    """Whether the chain leads to the floor's head."""
    market: str
    """The market in whose words the table speaks."""
    view: DealerView | None
    """None: no entry has come yet."""
    events: tuple[CallEvent, ...] = ()
    """The newest first."""
    cosigned: Cosignature | None = None
    """None without a note."""


Opener = Callable[[str], FloorTable]
"""Opens a table by its id; it blocks. Raises TableUnread, and unforeseen errors."""


class Boss(msgspec.Struct, frozen=True):
    """The person who asks: known to the people's file, and signed in at the window."""

    id: str
    name: str
    role: str


class CallOver(LookupError):
    """The call is over: nobody is wanted there any more."""


class TableUnread(Exception):
    """A table's entries can't be read now: no answer, or this account no longer sees them."""


class AlarmOver(LookupError):
    """The alarm is over: there is nothing left to decide."""
