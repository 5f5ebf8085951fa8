"""Groups of alarms shown as one line: a flood, tables lost together, a recorder that answers no table, and
disputes that only a supervisor ends. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Final

from msgspec.structs import replace

from console.floor.alarms.items import (
    ALONE,
    CALLED,
    INFORMATION,
    NOTIFIES,
    AlarmKind,
    AlarmLine,
    AlarmOrder,
    CommonCause,
    Priority,
    urgency,
)
from console.floor.wall import SeenTable
from console.table.core import NoPicture

ONE_CAUSE: Final = 5
"""How many tables that fall silent within :data:`TOGETHER` seconds have one cause."""
TOGETHER: Final = 10.0
ALL: Final = "all"
"""The detail of an item about each of a studio's tables."""
STANDS: Final = 8
"""The least number of lines of a flood, the most urgent, that stay single: every window has room for them."""
OF_RECORDER: Final = frozenset(
    (
        *(NoPicture.UNREACHED, NoPicture.SLOW, NoPicture.CERTIFICATE, NoPicture.SECRET, NoPicture.SIGN_IN),
        *(NoPicture.REDIRECTED, NoPicture.STATUS),
    )
)
"""The reasons for no picture that concern more than one camera: tables have them together."""
FLOOD_WITHIN: Final = 10 * 60.0
"""Seconds within which new alarms count for a flood."""


def fold(
    items: Iterable[AlarmLine],
    tables: Iterable[SeenTable],
    floods: bool,
    *,
    one_cause: bool = False,
    room: int = STANDS,
) -> Iterator[AlarmLine]:
    """The items, unordered, with those that belong together joined. ``floods``: more items are new than one
    person can answer. ``one_cause``: no table can be heard, on any switch. ``room``: how many lines of a
    flood stay.
    """
    unheard, settled, rest = list[AlarmLine](), list[AlarmLine](), list[AlarmLine]()
    unseen = list[AlarmLine]()
    for item in items:
        match item.rank:
            case AlarmOrder.UNHEARD | AlarmOrder.CALLED_UNHEARD if item.is_pressing_call:
                yield item
            case AlarmOrder.UNHEARD | AlarmOrder.CALLED_UNHEARD:
                unheard.append(item)
            case AlarmOrder.SUPERVISOR if item.what in NOTIFIES:
                yield item  # Each of these has its own hours.
            case AlarmOrder.SUPERVISOR:
                settled.append(item)
            case _ if item.what is AlarmKind.NO_PICTURE and item.detail in OF_RECORDER:
                unseen.append(item)
            case _:
                rest.append(item)
    yield from _flooded([*rest, *_of_recorder(unseen)], floods, room)
    known = {seen.table: seen for seen in tables}
    if one_cause and len(unheard) > 1:
        found: Iterable[AlarmLine] = [_silence_of(CommonCause("studio"), unheard)]
    else:
        found = _not_heard(unheard, known)
    for item in (*found, *_for_a_supervisor(settled)):
        is_of_studio = item.cause is not None and item.cause.of == "studio"
        yield replace(item, detail=ALL) if is_of_studio and known.keys() <= set(item.tables) else item


def counts_for_flood(kind: AlarmKind) -> bool:
    """Whether this kind counts for a flood; tables silent, or without pictures, together are one item."""
    alone = ALONE | INFORMATION | NOTIFIES
    return kind not in alone and kind not in (AlarmKind.SILENT, AlarmKind.NO_PICTURE)


def _flooded(items: list[AlarmLine], floods: bool, room: int) -> Iterator[AlarmLine]:
    folds = [item for item in sorted(items, key=urgency)[room:] if _is_of_flood(item)] if floods else []
    if len(folds) < ONE_CAUSE:
        yield from items
        return
    folded = {item.key for item in folds}
    yield from (item for item in items if item.key not in folded)
    yield _one(CommonCause("flood"), AlarmKind.FLOOD, folds)


def _is_of_flood(item: AlarmLine) -> bool:
    """Whether an item may be part of a flood: nobody is on the way, and its call has not risen."""
    known = counts_for_flood(item.what) and item.what is not AlarmKind.NOTHING_HEARD
    has_risen = item.what in CALLED and item.priority is Priority.HIGH
    return known and not has_risen and item.taken is None and item.mine and item.wait <= FLOOD_WITHIN


def _not_heard(items: list[AlarmLine], tables: dict[str, SeenTable]) -> Iterator[AlarmLine]:
    """The items of unheard tables, joined by cause, or by a shared switch or room; others stay alone."""
    lines: dict[CommonCause, list[AlarmLine]] = {}
    left = items

    def put(cause: CommonCause, those: Iterable[AlarmLine]) -> list[AlarmLine]:
        lost = {table for item in those for table in item.tables}
        lines.setdefault(cause, []).extend(item for item in left if lost.issuperset(item.tables))
        return [item for item in left if not lost.issuperset(item.tables)]

    for near in _fell_together([item for item in items if item.what is AlarmKind.SILENT]):
        causes, rest = _shared(near, tables, "switch", ONE_CAUSE)
        causes |= _shared(rest, tables, "room", ONE_CAUSE)[0]
        if len(causes) > 1:
            causes = {CommonCause("studio"): near}
        for cause, those in causes.items():
            left = put(cause, those)
    for of in ("switch", "room"):
        for cause, those in _shared(left, tables, of, 2, lines.keys())[0].items():
            left = put(cause, those)
    yield from (_silence_of(cause, those) for cause, those in lines.items())
    yield from left


def _silence_of(cause: CommonCause, items: list[AlarmLine]) -> AlarmLine:
    """The items of unheard tables as one. A call's count stops while its table is unheard, so the line counts
    the silence.
    """
    silence = [item.wait for item in items if item.what is AlarmKind.SILENT]
    line = _one(cause, AlarmKind.SILENT, items)
    return replace(line, wait=max(silence)) if silence else line


def _fell_together(silent: list[AlarmLine]) -> Iterator[list[AlarmLine]]:
    by_begin = sorted(silent, key=lambda item: (-item.wait, item.tables))
    while by_begin:
        near = [item for item in by_begin if by_begin[0].wait - item.wait <= TOGETHER]
        by_begin = by_begin[len(near) :]
        yield near


def _shared(
    items: list[AlarmLine],
    tables: dict[str, SeenTable],
    of: str,
    least: int,
    known: Set[CommonCause] = frozenset(),
) -> tuple[dict[CommonCause, list[AlarmLine]], list[AlarmLine]]:
    """The items joined by switch or room, if enough tables share it or it is known to fail, and the rest."""
    by_name: dict[str, list[AlarmLine]] = {}
    for item in items:
        seen = tables[item.tables[0]]
        by_name.setdefault(seen.switch if of == "switch" else seen.room, []).append(item)
    rest = by_name.pop("", [])
    causes: dict[CommonCause, list[AlarmLine]] = {}
    for name, those in sorted(by_name.items()):
        many = len({item.tables[0] for item in those}) >= least
        if many or CommonCause(of, name) in known:
            causes[CommonCause(of, name)] = those
        else:
            rest += those
    return causes, rest


def _of_recorder(items: list[AlarmLine]) -> Iterator[AlarmLine]:
    """The tables without an answer from a recorder as one line, with the reason if all share it."""
    if len(items) < 2:
        yield from items
        return
    reasons = {item.detail for item in items}
    line = _one(CommonCause("recorder"), AlarmKind.NO_PICTURE, items)
    yield replace(line, detail=reasons.pop() if len(reasons) == 1 else "")


def _for_a_supervisor(items: list[AlarmLine]) -> Iterator[AlarmLine]:
    """All that only a supervisor ends, as one line with a number. A floor that shows another history has its
    own line.
    """
    turned = [item for item in items if item.what is AlarmKind.TURNED_BACK]
    if len(turned) >= ONE_CAUSE:
        # Not so many tables were tampered with: the floor itself is another one.
        yield _one(CommonCause("studio"), AlarmKind.TURNED_BACK, turned)
        items = [item for item in items if item.what is not AlarmKind.TURNED_BACK]
    if len(items) > 1:
        yield _one(CommonCause("supervisor"), AlarmKind.DISPUTED, items)
    else:
        yield from items


def _one(cause: CommonCause, kind: AlarmKind, items: list[AlarmLine]) -> AlarmLine:
    """Several items as one, with their highest priority and their longest wait."""
    those = tuple(sorted(items, key=urgency))
    named = {table: name for item in those for table, name in zip(item.tables, item.table_names, strict=True)}
    return AlarmLine(
        key=f"{kind} {cause.of} {cause.name}",
        what=kind,
        priority=max(item.priority for item in those),
        tables=tuple(dict.fromkeys(table for item in those for table in item.tables)),
        names=tuple(named.values()),
        wait=max(item.wait for item in those),
        round_open=any(item.round_open for item in those),
        mine=any(item.mine for item in those),
        quiet=all(item.quiet for item in those),
        cause=cause,
        parts=those,
    )
