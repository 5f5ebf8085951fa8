"""The items that need somebody, a line each, and the order of the lines. Pure: the caller gives durations."""

from __future__ import annotations

from enum import IntEnum, StrEnum, auto
from typing import Final, NamedTuple

import msgspec

from console.floor.wall import CallTaker, Shelf
from console.floor.witness.diary import DIARY


class Priority(IntEnum):
    """The urgency of an item; a higher value is more urgent."""

    INFO = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3


class AlarmKind(StrEnum):
    """The kinds of alarm, in the order of those with equal rank and wait."""

    HALTED = "halted"
    CANT_RECORD = "cant_record"
    DISPUTED = "disputed"
    TWINS = "twins"
    """Two consoles play as the table: the floor keeps nothing of it until one of them counts."""
    TURNED_BACK = "turned_back"
    """The floor itself shows another history of the table than this window saw."""
    NOTHING_HEARD = "nothing_heard"
    """The window hears nothing of the floor, and so of no table."""
    CANT_STORE = "cant_store"
    """The floor's server answers, but its disk takes nothing: what tables send does not arrive."""
    OUTCOME = "outcome"
    CALL = "call"
    QUEUE = "queue"
    SILENT = "silent"
    UNREAD = "unread"
    """A field of the table's report can't be read: what the wall shows of it may be wrong."""
    REFUSED = "refused"
    """The floor's server refuses the table's console, for a known reason."""
    LOCKED = "locked"
    """An account changed its own settings or password, and can't connect until it has a new token."""
    STRANGER = "stranger"
    """The server refuses a console, and no table is known for it."""
    ENDED = "ended"
    """Sessions of an account were ended, since they lasted longer than allowed."""
    SLOWED = "slowed"
    """A table sends more than its quota, so the floor takes it more slowly."""
    FAILING = "failing"
    """A table's account keeps asking what no console asks, usually in failing statements."""
    DEVICE = "device"
    FLOOD = "flood"
    """More alarms than one person can answer, in one item."""
    CLOCK = "clock"
    BEHIND = "behind"
    """The floor lacks entries that the table has reported."""
    NOBODY = "nobody"
    """Nobody can sign in at the window: no call can be taken there."""
    OUTSIDE = "outside"
    """Entries belong to a day for which the floor has no place."""
    OWN_CLOCK = "own_clock"
    """The window's clock and the floor server's differ."""
    SET_ELSEWHERE = "set_elsewhere"
    """One card set is in play at two tables, by the number on its label."""
    SET_PUT_ASIDE = "set_put_aside"
    """A card set put aside at another table, and released by no supervisor, is in play."""
    DEALER_ELSEWHERE = "dealer_elsewhere"
    """One person deals at two tables at once, by the id."""
    WHEEL_UNUSUAL = "wheel_unusual"
    """A wheel's numbers deviate from chance."""
    NAMES_DIFFER = "names_differ"
    """Two tables call one person differently."""
    NO_PICTURE = "no_picture"
    """The studio's recorder has no picture of the table's camera."""
    NOTIFY_OVERDUE = "notify_overdue"
    """The time to inform an office of an incident is over, without two people's ticks."""
    UNSEALED = "unsealed"
    PREPARING = "preparing"
    CLOSING = "closing"
    UNSIGNED = "unsigned"
    NOTIFY = "notify"
    """An office is to be informed of an incident, still in time."""


class TimeToAct(NamedTuple):
    """A kind's priority, which is the time to act: high a minute, medium some minutes, low part of a shift,
    and information if nobody has to act.
    """

    pressing: Priority
    """While it presses, as each kind in :data:`PRIORITIES` defines it."""
    otherwise: Priority

    def born(self, *, presses: bool) -> Priority:
        return self.pressing if presses else self.otherwise


def _always(priority: Priority) -> TimeToAct:
    return TimeToAct(priority, priority)


PRIORITIES: Final[dict[AlarmKind, TimeToAct]] = {
    # Bets lie on the felt and nothing goes on. It presses while a round is open; between rounds players wait.
    AlarmKind.HALTED: TimeToAct(Priority.HIGH, Priority.MEDIUM),
    # Nothing that is dealt or pressed counts, so each further card makes the record wrong.
    AlarmKind.CANT_RECORD: _always(Priority.HIGH),
    # Somebody may be working at the journal, the table or the server now, and evidence may disappear.
    AlarmKind.DISPUTED: _always(Priority.HIGH),
    AlarmKind.TWINS: _always(Priority.HIGH),
    AlarmKind.TURNED_BACK: _always(Priority.HIGH),
    # The wall shows no table as it is: somebody has to go and look, as long as that lasts.
    AlarmKind.NOTHING_HEARD: _always(Priority.HIGH),
    AlarmKind.CANT_STORE: _always(Priority.HIGH),
    # The table stands without a decision; the dealer has the round in hand, and players wait.
    AlarmKind.OUTCOME: _always(Priority.MEDIUM),
    # A call presses while the table stands. A dealer who deals on has a question; nobody waits at the felt.
    AlarmKind.CALL: TimeToAct(Priority.MEDIUM, Priority.LOW),
    # A report waits behind another one: its turn comes once that one is done.
    AlarmKind.QUEUE: TimeToAct(Priority.MEDIUM, Priority.LOW),
    # It presses if the table was last heard playing: nobody would hear its next call.
    AlarmKind.SILENT: TimeToAct(Priority.MEDIUM, Priority.LOW),
    AlarmKind.REFUSED: TimeToAct(Priority.MEDIUM, Priority.LOW),
    AlarmKind.UNREAD: _always(Priority.MEDIUM),
    # Somebody has a token without permission: the table sends nothing until it has a new one.
    AlarmKind.LOCKED: _always(Priority.MEDIUM),
    # These are accounts and their computers: the floor bounds what they do, and the tables play on.
    AlarmKind.STRANGER: _always(Priority.LOW),
    AlarmKind.ENDED: _always(Priority.LOW),
    AlarmKind.SLOWED: _always(Priority.LOW),
    AlarmKind.FAILING: _always(Priority.LOW),
    # A device presses while a round is open: the next card waits for it. Between rounds there is time.
    AlarmKind.DEVICE: TimeToAct(Priority.MEDIUM, Priority.LOW),
    # It has the highest priority of its parts.
    AlarmKind.FLOOD: _always(Priority.LOW),
    # The times in the record, the server's days, the wall's own people: the tables play on.
    AlarmKind.CLOCK: _always(Priority.LOW),
    AlarmKind.NOBODY: _always(Priority.LOW),
    AlarmKind.OUTSIDE: _always(Priority.LOW),
    AlarmKind.OWN_CLOCK: _always(Priority.LOW),
    AlarmKind.UNSEALED: _always(Priority.LOW),
    # Nobody at the felt can repair a camera, and no picture of the next minutes comes back.
    AlarmKind.NO_PICTURE: _always(Priority.LOW),
    # Cards that belong elsewhere are being dealt: each round with them may have to be looked at again.
    AlarmKind.SET_ELSEWHERE: _always(Priority.MEDIUM),
    AlarmKind.SET_PUT_ASIDE: _always(Priority.MEDIUM),
    # Somebody deals under another person's name, or has not signed out.
    AlarmKind.DEALER_ELSEWHERE: _always(Priority.MEDIUM),
    # Its numbers were unusual over a thousand spins and more: the house decides when it is inspected.
    AlarmKind.WHEEL_UNUSUAL: _always(Priority.LOW),
    # Nobody at a wall has anything to do: these are records, without a sound, whose priority never rises. A
    # table sends its entries by itself, as soon as it can, and each entry has the name given then.
    AlarmKind.BEHIND: _always(Priority.INFO),
    AlarmKind.NAMES_DIFFER: _always(Priority.INFO),
    AlarmKind.PREPARING: _always(Priority.INFO),
    AlarmKind.CLOSING: _always(Priority.INFO),
    AlarmKind.UNSIGNED: _always(Priority.INFO),
    # An office is to be informed of an incident: while there is time the house's own hours decide.
    AlarmKind.NOTIFY: _always(Priority.INFO),
    AlarmKind.NOTIFY_OVERDUE: _always(Priority.LOW),
}
"""The one place that defines how much an alarm presses. resources/handbook/warnings.md gives each its act."""
INFORMATION: Final = frozenset(kind for kind, row in PRIORITIES.items() if row.pressing is Priority.INFO)
"""Kinds that give nobody at a wall anything to do."""
ORDER: Final = tuple(AlarmKind)
_BEGUN_UNSEEN: Final = frozenset(
    (
        AlarmKind.NOBODY,
        AlarmKind.OUTSIDE,
        AlarmKind.OWN_CLOCK,
        AlarmKind.SET_ELSEWHERE,
        AlarmKind.SET_PUT_ASIDE,
        AlarmKind.DEALER_ELSEWHERE,
        AlarmKind.WHEEL_UNUSUAL,
        AlarmKind.NAMES_DIFFER,
    )
)
"""Kinds that are found at some time, however long they have lasted."""
CALLED: Final = frozenset((AlarmKind.HALTED, AlarmKind.OUTCOME, AlarmKind.CALL, AlarmKind.QUEUE))
"""Kinds that a pit boss takes: a person at the table waits."""
NOTIFIES: Final = frozenset((AlarmKind.NOTIFY, AlarmKind.NOTIFY_OVERDUE))
"""Kinds of the offices to inform: an alarm for each incident, for the supervisors."""
SETTLED: Final = frozenset((AlarmKind.DISPUTED, AlarmKind.TURNED_BACK))
"""Kinds that only a supervisor ends."""
ALONE: Final = frozenset((AlarmKind.HALTED, AlarmKind.CANT_RECORD, AlarmKind.TWINS)) | SETTLED
"""Kinds that are never folded into a flood."""


class AlarmOrder(IntEnum):
    """The order of the lines: lower ones come first."""

    WINDOW = auto()
    """The window hears nothing itself, or the server can store nothing: all else is old."""
    HALTED = auto()
    """Play is halted with a round open, or the table can't record: players wait at the felt."""
    CALLED = auto()
    CALLED_UNHEARD = auto()
    """A call that nobody has taken, from a table that is no longer heard."""
    DEVICE = auto()
    """Devices, clocks, and late entries."""
    UNHEARD = auto()
    """Tables that are not heard: this was their last report, and nobody knows their present state."""
    SUPERVISOR = auto()
    INFORMATION = auto()


class CommonCause(msgspec.Struct, frozen=True):
    """The common cause of the tables of one item."""

    of: str
    """``switch``, ``room``, ``studio``, ``supervisor``, ``recorder`` or ``flood``."""
    name: str = ""


class Reason(msgspec.Struct, frozen=True):
    """An alarm's reason: a word, and the names it is about, see :class:`AlarmLine`."""

    detail: str = ""
    about: tuple[str, ...] = ()


class AlarmLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that needs somebody: an alarm, or several as one."""

    key: str
    """The alarm's identity, which stays while the cause lasts."""
    what: AlarmKind
    priority: Priority
    tables: tuple[str, ...]
    names: tuple[str, ...] = ()
    """The tables' names, in the same order; by default their ids."""
    wait: float
    """Seconds; for a table no longer heard, until it was last heard."""
    detail: str = ""
    """A halt's reason or its incident, the device, or what did not fit."""
    about: tuple[str, ...] = ()
    """The names that the detail is about: the table that a refused console asks for, a file, addresses."""
    game: str = ""
    """The table's game, if the item is about one table."""
    call: int = 0
    """The call's number, if a pit boss can take it."""
    taken: CallTaker | None = None
    shelf: Shelf | None = None
    round_open: bool = False
    unheard: bool = False
    """Whether nothing is heard from the table: its last report is shown."""
    mine: bool = True
    """Whether the item belongs to this window's rooms, or everybody is called by now."""
    quiet: bool = False
    """Whether somebody silenced the item, which has not changed since."""
    cause: CommonCause | None = None
    parts: tuple[AlarmLine, ...] = ()
    """The single items joined in this one."""

    @property
    def shelved_as(self) -> str:
        """The name by which it is set aside, see :func:`shelf_name`."""
        return shelf_name(self.what, self.call, self.detail)

    @property
    def can_shelve(self) -> bool:
        """Whether a person may set the item aside: not high priority, information, or a taken call, which
        nobody would see once it is released.
        """
        is_urgent_enough = self.priority in (Priority.LOW, Priority.MEDIUM) and self.taken is None
        return is_urgent_enough and self.what not in (
            AlarmKind.NOTHING_HEARD,
            AlarmKind.FLOOD,
            AlarmKind.STRANGER,
            AlarmKind.LOCKED,
            AlarmKind.ENDED,
            AlarmKind.SLOWED,
            AlarmKind.FAILING,
            AlarmKind.OUTSIDE,
            AlarmKind.NOBODY,
            AlarmKind.OWN_CLOCK,
            AlarmKind.SET_ELSEWHERE,
            AlarmKind.SET_PUT_ASIDE,
            AlarmKind.DEALER_ELSEWHERE,
            AlarmKind.NAMES_DIFFER,
            AlarmKind.NOTIFY_OVERDUE,
        )

    @property
    def is_of_diary(self) -> bool:
        """Whether the floor's own diary was turned back, and no table's journal."""
        return self.what is AlarmKind.TURNED_BACK and self.detail == DIARY

    @property
    def has_known_begin(self) -> bool:
        """Whether anybody knows since when it lasts; otherwise it shows no wait."""
        return self.what not in _BEGUN_UNSEEN and not self.is_of_diary

    @property
    def table_names(self) -> tuple[str, ...]:
        return self.names or self.tables

    @property
    def is_pressing_call(self) -> bool:
        """Whether somebody is called with high priority to an unheard table: it has its own line, even if the
        table's silence is one of many in another line.
        """
        return self.unheard and self.what in CALLED and self.priority is Priority.HIGH

    @property
    def can_take(self) -> bool:
        """Whether it waits for a person, and nobody is on the way."""
        return self.call > 0 and self.taken is None

    @property
    def to_take(self) -> AlarmLine | None:
        """The item that is taken with this one: itself, or the most urgent call among its parts."""
        return next((each for each in (self, *self.parts) if each.can_take), None)

    @property
    def is_settled(self) -> bool:
        """Whether only a supervisor's decision ends the item; each of several disputes has its own."""
        several = self.cause is not None and self.cause.of == "supervisor"
        return self.what in SETTLED and not several

    @property
    def sounds(self) -> bool:
        """Whether the item sounds: its kind does, and nobody has silenced it."""
        return self.priority > Priority.INFO and not self.quiet

    @property
    def rank(self) -> AlarmOrder:
        if self.what in (AlarmKind.NOTHING_HEARD, AlarmKind.CANT_STORE):
            return AlarmOrder.WINDOW
        if self.what in SETTLED or self.what in NOTIFIES:
            return AlarmOrder.SUPERVISOR
        if self.priority is Priority.INFO:
            return AlarmOrder.INFORMATION
        if self.what in (AlarmKind.REFUSED, AlarmKind.TWINS):
            return AlarmOrder.DEVICE  # The table's silence follows from it.
        if self.unheard or self.what is AlarmKind.SILENT:
            return AlarmOrder.UNHEARD if self.to_take is None else AlarmOrder.CALLED_UNHEARD
        if self.what is AlarmKind.CANT_RECORD or (self.what is AlarmKind.HALTED and self.round_open):
            return AlarmOrder.HALTED
        return AlarmOrder.CALLED if self.what in CALLED or self.what is AlarmKind.FLOOD else AlarmOrder.DEVICE


def shelf_name(kind: AlarmKind, call: int, detail: str = "") -> str:
    """The name by which a table's alarm is set aside: its kind, with a call's number, since the next call is
    another alarm, or a device's name.
    """
    if kind is AlarmKind.DEVICE:
        return f"{kind} {detail[:_DEVICE]}".rstrip()
    return f"{kind} {call}" if call else kind.value


_DEVICE: Final = 40
"""Letters of a device's name that count: the floor takes a name of 64."""


def urgency(item: AlarmLine) -> tuple[int, bool, int, float, int, tuple[str, ...]]:
    """The key that sorts items, the most urgent first: by rank, priority and wait; halts with a round open
    only by wait. Among unheard tables a pressing call comes first: its count has stopped, and a counting
    silence would pass it.
    """
    rank = item.rank
    priority = 0 if rank is AlarmOrder.HALTED else -item.priority
    later = rank in (AlarmOrder.CALLED_UNHEARD, AlarmOrder.UNHEARD) and not item.is_pressing_call
    return (rank, later, priority, -item.wait, ORDER.index(item.what), item.tables)
