"""What needs somebody, a line each: in which order the lines stand, and which alarms are one line.

Pure values; how long something lasts is told to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import IntEnum, StrEnum
from typing import Final

import msgspec

from console.floor.wall import SeenTable, Shelf, Taking

ONE_CAUSE: Final = 5
"""So many tables that fall silent within :data:`TOGETHER` seconds have one cause."""
TOGETHER: Final = 10.0
FLOOD_WITHIN: Final = 10 * 60.0
"""Seconds in which new alarms count for a flood."""


class Priority(IntEnum):
    """How much it presses; the higher the sooner."""

    INFO = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3


class What(StrEnum):
    """What is alarming. Those of one rank and one wait stand in this order."""

    HALTED = "halted"
    CANT_RECORD = "cant_record"
    DISPUTED = "disputed"
    TURNED_BACK = "turned_back"
    """The floor itself shows another history of the table than this window saw."""
    NOTHING_HEARD = "nothing_heard"
    """The window hears nothing of the floor: of no table then."""
    OUTCOME = "outcome"
    CALL = "call"
    QUEUE = "queue"
    SILENT = "silent"
    DEVICE = "device"
    FLOOD = "flood"
    """More than one person can answer, in one item."""
    CLOCK = "clock"
    BEHIND = "behind"
    UNSEALED = "unsealed"
    PREPARING = "preparing"
    CLOSING = "closing"
    UNSIGNED = "unsigned"


ORDER: Final = tuple(What)
INFORMATION: Final = frozenset((What.PREPARING, What.CLOSING, What.UNSIGNED))
"""What nobody has to do anything about: it never rises, and never sounds."""
CALLED: Final = frozenset((What.HALTED, What.OUTCOME, What.CALL, What.QUEUE))
"""What a pit boss takes: somebody at the table waits for him."""
SETTLED: Final = frozenset((What.DISPUTED, What.TURNED_BACK))
"""What a supervisor alone ends."""
ALONE: Final = frozenset((What.HALTED, What.CANT_RECORD)) | SETTLED
"""What is never folded into a flood."""


class Rank(IntEnum):
    """Who is helped first; the lower the sooner."""

    WINDOW = 0
    """The window hears nothing itself: all else is old."""
    HALTED = 1
    """Play is halted with a round open, or the table can't record: players wait at the felt."""
    CALLED = 2
    DEVICE = 3
    """Devices, clocks, what is late."""
    UNHEARD = 4
    """Of tables that are not heard: what they told was so, and nobody knows of now."""
    SUPERVISOR = 5
    INFORMATION = 6


class Cause(msgspec.Struct, frozen=True):
    """What the tables of one item have in common."""

    of: str
    """``switch``, ``room``, ``studio``, ``supervisor`` or ``flood``."""
    name: str = ""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what needs somebody."""

    key: str
    """The same for as long as its cause lasts."""
    what: What
    priority: Priority
    tables: tuple[str, ...]
    wait: float
    """Seconds; of what a table told that is not heard any more, up to when it was heard."""
    detail: str = ""
    """A halt's reason, the device, or what did not fit."""
    game: str = ""
    """The table's, where it is of one table."""
    call: int = 0
    """The call's number, where a pit boss can take it."""
    taken: Taking | None = None
    shelf: Shelf | None = None
    round_open: bool = False
    unheard: bool = False
    """Whether the table is not heard: it stands as it was told last."""
    mine: bool = True
    """Whether it is of this window's rooms, or everybody is told by now."""
    quiet: bool = False
    """Whether somebody silenced it as it stands."""
    cause: Cause | None = None
    parts: tuple[Item, ...] = ()
    """Those that are one item here."""

    @property
    def can_shelve(self) -> bool:
        """Whether it may be laid aside: nothing that is high, and no information."""
        return self.priority in (Priority.LOW, Priority.MEDIUM) and self.what not in (
            What.NOTHING_HEARD,
            What.FLOOD,
        )

    @property
    def can_take(self) -> bool:
        """Whether somebody is waited for, and nobody comes yet."""
        return self.call > 0 and self.taken is None

    @property
    def rank(self) -> Rank:
        """Among which it stands."""
        if self.what is What.NOTHING_HEARD:
            return Rank.WINDOW
        if self.what in SETTLED:
            return Rank.SUPERVISOR
        if self.priority is Priority.INFO:
            return Rank.INFORMATION
        if self.unheard or self.what is What.SILENT:
            return Rank.UNHEARD
        if self.what is What.CANT_RECORD or (self.what is What.HALTED and self.round_open):
            return Rank.HALTED
        return Rank.CALLED if self.what in CALLED or self.what is What.FLOOD else Rank.DEVICE


def urgency(item: Item) -> tuple[int, int, float, int, tuple[str, ...]]:
    """What comes first sorts first: by rank; calls and halts then by their wait, all else by priority too."""
    by_wait = item.rank in (Rank.HALTED, Rank.CALLED)
    return (item.rank, 0 if by_wait else -item.priority, -item.wait, ORDER.index(item.what), item.tables)


# --- which are one line -------------------------------------------------------------------------------


def folded(items: Iterable[Item], tables: Iterable[SeenTable], floods: bool) -> Iterator[Item]:
    """The items with those that are one line as one, in no order.

    ``floods`` says whether more are new than one person can answer.
    """
    unheard, settled, rest = list[Item](), list[Item](), list[Item]()
    for item in items:
        match item.rank:
            case Rank.UNHEARD:
                unheard.append(item)
            case Rank.SUPERVISOR:
                settled.append(item)
            case _:
                rest.append(item)
    yield from _flooded(rest, floods)
    yield from _not_heard(unheard, {seen.table: seen for seen in tables})
    yield from _for_a_supervisor(settled)


def counts_for_flood(what: What) -> bool:
    """Whether it counts for a flood; tables that fall silent together are one item by themselves."""
    return what not in ALONE and what not in INFORMATION and what is not What.SILENT


def _flooded(items: list[Item], floods: bool) -> Iterator[Item]:
    folds = [item for item in items if _is_of_flood(item)] if floods else []
    if len(folds) < ONE_CAUSE:
        yield from items
        return
    yield from (item for item in items if not _is_of_flood(item))
    yield _one(Cause("flood"), What.FLOOD, folds)


def _is_of_flood(item: Item) -> bool:
    """Whether an item is one of a flood's: what somebody comes for already is not."""
    known = counts_for_flood(item.what) and item.what is not What.NOTHING_HEARD
    return known and item.taken is None and item.mine and item.wait <= FLOOD_WITHIN


def _not_heard(items: list[Item], tables: dict[str, SeenTable]) -> Iterator[Item]:
    """All of tables that are not heard: by their cause, by switch or room where two share it, else alone."""
    lines: dict[Cause, list[Item]] = {}
    left = items

    def put(cause: Cause, those: Iterable[Item]) -> list[Item]:
        lost = {table for item in those for table in item.tables}
        lines.setdefault(cause, []).extend(item for item in left if lost.issuperset(item.tables))
        return [item for item in left if not lost.issuperset(item.tables)]

    for near in _fell_together([item for item in items if item.what is What.SILENT]):
        causes, rest = _shared(near, tables, "switch", ONE_CAUSE)
        causes |= _shared(rest, tables, "room", ONE_CAUSE)[0]
        if len(causes) > 1:
            causes = {Cause("studio"): near}
        for cause, those in causes.items():
            left = put(cause, those)
    for of in ("switch", "room"):
        for cause, those in _shared(left, tables, of, 2, lines.keys())[0].items():
            left = put(cause, those)
    for cause, those in lines.items():
        yield _one(cause, What.SILENT, those)
    yield from left


def _fell_together(silent: list[Item]) -> Iterator[list[Item]]:
    by_begin = sorted(silent, key=lambda item: (-item.wait, item.tables))
    while by_begin:
        near = [item for item in by_begin if by_begin[0].wait - item.wait <= TOGETHER]
        by_begin = by_begin[len(near) :]
        yield near


def _shared(
    items: list[Item], tables: dict[str, SeenTable], of: str, least: int, known: Set[Cause] = frozenset()
) -> tuple[dict[Cause, list[Item]], list[Item]]:
    """The items by switch or room where so many tables share it, or one that is known does; and the rest."""
    by_name: dict[str, list[Item]] = {}
    for item in items:
        seen = tables[item.tables[0]]
        by_name.setdefault(seen.switch if of == "switch" else seen.room, []).append(item)
    rest = by_name.pop("", [])
    causes: dict[Cause, list[Item]] = {}
    for name, those in sorted(by_name.items()):
        many = len({item.tables[0] for item in those}) >= least
        if many or Cause(of, name) in known:
            causes[Cause(of, name)] = those
        else:
            rest += those
    return causes, rest


def _for_a_supervisor(items: list[Item]) -> Iterator[Item]:
    """One line with a number; that the floor itself is another one is a line of its own."""
    turned = [item for item in items if item.what is What.TURNED_BACK]
    if len(turned) >= ONE_CAUSE:
        # Not this many tables were tampered with: it is the floor that is another one.
        yield _one(Cause("studio"), What.TURNED_BACK, turned)
        items = [item for item in items if item.what is not What.TURNED_BACK]
    if len(items) > 1:
        yield _one(Cause("supervisor"), What.DISPUTED, items)
    else:
        yield from items


def _one(cause: Cause, what: What, items: list[Item]) -> Item:
    """Several as one: as pressing as the most pressing of them, and as long as the longest."""
    those = tuple(sorted(items, key=urgency))
    return Item(
        key=f"{what} {cause.of} {cause.name}",
        what=what,
        priority=max(item.priority for item in those),
        tables=tuple(dict.fromkeys(table for item in those for table in item.tables)),
        wait=max(item.wait for item in those),
        round_open=any(item.round_open for item in those),
        mine=any(item.mine for item in those),
        quiet=all(item.quiet for item in those),
        cause=cause,
        parts=those,
    )
