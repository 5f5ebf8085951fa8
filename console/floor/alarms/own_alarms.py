"""The alarms that belong to no table: the window's contact and its own troubles, the server's disk, accounts,
the floor's diary. Pure; none of these alarms is laid aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Final

from console.base.errors import Trouble
from console.base.plain_text import name_key
from console.floor.alarms.conditions import SILENT_AFTER
from console.floor.alarms.items import PRIORITIES, AlarmKind, AlarmLine, Reason
from console.floor.self_report import LIVE
from console.floor.wall import EndedAccount, Reading, SeenTable
from console.floor.witness.diary import DIARY

_NOTHING: Final = Reading(tables=())


def own_alarms(
    reading: Reading | None,
    silence: float,
    troubles: Mapping[AlarmKind, Reason],
    turned: Set[str],
    names: Mapping[str, str],
) -> Iterator[AlarmLine]:
    """The alarms of a window and of its floor; ``silence`` is the seconds since the reading. ``turned`` are
    the tables, and the diary, for which the floor shows another history than before; ``names`` are tables' by
    id.
    """
    told = reading or _NOTHING
    if told.full_for is not None:
        why, age = Reason(Trouble.FULL), told.full_for + silence
        yield _line(AlarmKind.CANT_STORE, "", why, wait=age)
    latest = {each.address: each for each in sorted(told.strangers, key=lambda each: each.age, reverse=True)}
    for each in latest.values():  # One place may try any number of accounts.
        age, about = each.age + silence, (each.address,)
        yield _line(AlarmKind.STRANGER, f" {each.address}", Reason(about=about), wait=age)
    for ended in told.ended:
        if not (ended.is_locked and ended.table):  # Its console is refused, which the table's own row shows.
            yield _of_account(ended, silence)
    yield from _sets_in_doubt(told, names)
    yield from _dealers_at_two_tables(told, names)
    yield from _names_that_differ(told, names)
    for kind, why in troubles.items():
        yield _line(kind, "", why)
    if DIARY in turned:
        yield _line(AlarmKind.TURNED_BACK, f" {DIARY}", Reason(DIARY))


def _sets_in_doubt(reading: Reading, names: Mapping[str, str]) -> Iterator[AlarmLine]:
    """A line for each card set in play at two tables of a studio, and for each one in play but put aside at
    another. Labels that a person may type alike are one number; each studio numbers its own.
    """
    reports = [(seen, seen.report) for seen in reading.tables if seen.report is not None]
    aside = {(seen.studio, name_key(each)): seen for seen, report in reports for each in report.sets_aside}
    in_play = dict[tuple[str, str], SeenTable]()
    for seen, report in reports:
        if not (number := name_key(report.set)):
            continue
        key = seen.studio, number
        if (other := aside.get(key)) is not None and other is not seen:
            yield _at_another(AlarmKind.SET_PUT_ASIDE, seen, number, report.set, other, names)
        if (other := in_play.setdefault(key, seen)) is not seen:
            yield _at_another(AlarmKind.SET_ELSEWHERE, seen, number, report.set, other, names)


def _dealers_at_two_tables(reading: Reading, names: Mapping[str, str]) -> Iterator[AlarmLine]:
    """A line for each person who deals at two LIVE tables of a studio, which has its own people. A silent
    table's dealer is unknown: they may have moved to another one.
    """
    dealing = dict[tuple[str, str], SeenTable]()
    for seen in reading.tables:
        report = seen.report
        if report is None or not report.dealer_id or report.mode != LIVE:
            continue
        if seen.silence is None or seen.silence > SILENT_AFTER:
            continue
        other = dealing.setdefault((seen.studio, report.dealer_id.casefold()), seen)
        if other is not seen:
            kind, shown = AlarmKind.DEALER_ELSEWHERE, report.dealer or report.dealer_id
            yield _at_another(kind, seen, report.dealer_id, shown, other, names)


def _at_another(
    kind: AlarmKind, seen: SeenTable, key: str, shown: str, other: SeenTable, names: Mapping[str, str]
) -> AlarmLine:
    """An alarm about a set or a dealer that two tables report. It is at neither table: somebody with the
    token of one could accuse the people of the other.
    """
    here, there = (names.get(each.table, each.name) for each in (seen, other))
    return _line(kind, f" {seen.table} {key}", Reason("", (shown, here, there)))


def _names_that_differ(reading: Reading, called: Mapping[str, str]) -> Iterator[AlarmLine]:
    """A line for each person to whom two tables give different names."""
    for each in {spelling.who: spelling for spelling in reversed(reading.spellings)}.values():
        about = (each.who, each.name, called.get(each.other_table, each.other_table), each.other_name)
        table = each.table, called.get(each.table, each.table)
        yield _line(AlarmKind.NAMES_DIFFER, f" {each.who}", Reason("", about), table)


def out_of_contact(silence: float) -> AlarmLine:
    """The alarm that the window has heard nothing for ``silence`` seconds."""
    return _line(AlarmKind.NOTHING_HEARD, "", Reason(), wait=silence)


def _of_account(ended: EndedAccount, silence: float) -> AlarmLine:
    kind = AlarmKind.ENDED
    if ended.is_locked:
        kind = AlarmKind.LOCKED
    elif ended.is_slowed or ended.is_failing:
        kind = AlarmKind.SLOWED if ended.is_slowed else AlarmKind.FAILING
    why, table = Reason(ended.why, (ended.address,)), (ended.table, ended.called)
    return _line(kind, f" {ended.table} {ended.called}", why, table, wait=ended.age + silence)


def _line(
    kind: AlarmKind, of: str, why: Reason, table: tuple[str, str] = ("", ""), *, wait: float = 0.0
) -> AlarmLine:
    """An alarm; ``of`` distinguishes it within its kind, ``table`` is the table's id and name."""
    id, name = table
    return AlarmLine(
        key=f"{kind}{of}",
        what=kind,
        priority=PRIORITIES[kind].pressing,
        tables=(id,) if id else (),
        names=(name,) if name else (),
        wait=wait,
        detail=why.detail,
        about=why.about,
    )
