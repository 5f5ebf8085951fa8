"""A table's report for the floor: one value, made from what the table shows and from the report before. Its
cards come from the protocol's view, which shows no face that lies down. A call's beginning is carried from
report to report, so that the call keeps its number while its cause changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.floor.self_report import (
    Call,
    CallKind,
    Certificate,
    Coming,
    Fault,
    OpenIncident,
    OpenNotification,
    SelfReport,
    TableStanding,
)
from console.table.core import (
    HANDOVER_TIME,
    Actor,
    Equipment,
    HandoverSigners,
    IncidentView,
    Outlet,
    Phase,
    Role,
    ShownTable,
    Table,
    shown_with_set,
)

SIDES: Final = frozenset(("outgoing", "incoming"))
"""The signers that a handover needs."""


class OutsideFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of the report that are not in the table's own state."""

    mode: str = ""
    place: str = ""
    """The place of its tile: see :attr:`console.floor.self_report.SelfReport.place`."""
    version: str = ""
    console: str = ""
    """The id of the console's start, in hex."""
    name: Callable[[str], str] = str
    """A person's name, by the id."""
    faults: tuple[Fault, ...] = ()
    unsigned: bool = False
    unsealed: bool = False
    installed: Equipment | None = None
    """The programs and rules that work at a LIVE table, once known."""


def self_report_of(
    shown_table: ShownTable,
    at: datetime,
    outside_facts: OutsideFacts,
    was: tuple[Table, SelfReport] | None = None,
) -> SelfReport:
    """The table's report at ``at`` (its own clock); ``was`` is the table before, with its report then."""
    table, view = shown_table.table, shown_table.view
    standing = _standing(shown_table)
    before = was[1] if was is not None else None
    round_now = table.round
    return SelfReport(
        standing=standing,
        since=before.since if before is not None and before.standing == standing else at,
        entry=view.entry,
        mode=outside_facts.mode,
        place=outside_facts.place,
        phase=view.phase,
        action=view.prompt.action,
        actor=view.prompt.actor.value,
        round="" if round_now is None else round_now.id,
        round_open=table.open_round,
        rounds=table.round_number,
        reason="" if table.halt is None else table.halt.told_reason,
        call=call_of(
            table, view.prompt.actor, view.entry, at, None if was is None else (was[0], was[1].call)
        ),
        incident=_incident(view.incident),
        coming=_coming(table, outside_facts),
        dealer=_named(table, Role.DEALER, outside_facts),
        beside=next((outside_facts.name(who) for who in _beside(table)), ""),
        pit_boss=_named(table, Role.PIT_BOSS, outside_facts),
        people=_people(table, outside_facts),
        faults=outside_facts.faults,
        manual=view.manual,
        closing=table.close_ordered,
        unsigned=outside_facts.unsigned,
        unsealed=outside_facts.unsealed,
        version=outside_facts.version,
        console=outside_facts.console,
        set=(table.sets.in_play or "") if table.is_open else "",
        **_typed_of_set(table, outside_facts),
        wheels=table.wheel.unchecked,
        dealer_id=""
        if table.phase is Phase.CLOSED
        else next((each.who for each in table.people if each.role is Role.DEALER), ""),
        sets_aside=table.sets.put_aside,
        notifications=tuple(
            OpenNotification(each.incident, each.whom, each.until) for each in table.notifications
        ),
        video_missing=table.console.video_missing,
        certificate=certificate_of(table, outside_facts),
    )


def certificate_of(table: Table, outside_facts: OutsideFacts) -> Certificate | None:
    """The table's certificate, and what is newer than it; None if nothing there needs one."""
    if outside_facts.installed is None:
        return None
    found = table.commissioned
    if found is None:
        return Certificate()
    return Certificate(
        at=found.at,
        by=outside_facts.name(found.by),
        authorised_by=outside_facts.name(found.authorised_by),
        newer=tuple(map(str, found.older_than(outside_facts.installed.with_wheel(table.wheel.serial)))),
        drifts=tuple(drift.text for drift in found.drifts),
    )


def _standing(shown_table: ShownTable) -> TableStanding:
    table, prompt = shown_table.table, shown_table.view.prompt
    if shown_table.unwritable is not None:
        return TableStanding.CANT_RECORD
    if table.halt is not None and table.incident is None:
        return TableStanding.HALTED
    if table.incident is not None:
        return TableStanding.WAITS if prompt.actor is Actor.PIT_BOSS else TableStanding.HALTED
    match table.phase:
        case Phase.CLOSED:
            return TableStanding.CLOSED
        case Phase.SHOE | Phase.WHEEL:
            return TableStanding.PREPARING
    return TableStanding.WAITS if prompt.actor is Actor.PIT_BOSS else TableStanding.PLAYING


def cause(actor: Actor, table: Table) -> tuple[CallKind, datetime] | None:
    """The most urgent reason why a pit boss is wanted, and since when by the table's clock; None without one.
    ``actor`` is the prompt's.
    """
    waits, since = actor is Actor.PIT_BOSS, table.wanted_since
    if waits and since is not None and table.incident is None and table.halt is not None:
        return CallKind.HALT, since
    if waits and since is not None and table.incident is not None:
        return CallKind.OUTCOME, since
    if table.called is not None:
        return CallKind.CALL, table.called
    return (CallKind.QUEUE, table.incidents.waiting[0].at) if table.incidents.waiting else None


def call_of(
    table: Table, actor: Actor, entry: int, at: datetime, was: tuple[Table, Call | None] | None
) -> Call | None:
    """The table's call at its last entry, with the pit boss who is there for it, as in a shift's figures of
    waits. ``actor`` is the prompt's, ``was`` the table before, with its call then.

    A pit boss signed in at its beginning is there, unless the dealer calls. If the last one left and somebody
    is still wanted, or the dealer calls beside one, the table calls again.
    """
    wanted = cause(actor, table)
    if wanted is None:
        return None
    kind, since = wanted
    there = _pit_bosses(table)
    attends = there[0] if there and table.called is None else ""
    if was is None:
        return Call(number=entry, kind=kind, since=since, arrived=attends)
    before, earlier = was[1], _pit_bosses(was[0])
    if before is None:
        return Call(number=entry, kind=kind, since=at if attends else since, arrived=attends)
    calls = table.called is not None and was[0].called is None
    if before.arrived and (calls or not there):
        return Call(number=entry, kind=kind, since=at)
    came = there if before.arrived else [who for who in there if who not in earlier]
    arrived = before.arrived if before.arrived in there else next(iter(came), "")
    return replace(before, kind=kind, arrived=arrived)


def _pit_bosses(table: Table) -> list[str]:
    return [person.who for person in table.people if person.role is Role.PIT_BOSS]


def _incident(view: IncidentView | None) -> OpenIncident | None:
    if view is None or not view.open:
        return None
    return OpenIncident(
        id=view.id, kind=view.kind or "", clause=view.clause or "", state=view.state.value, queued=view.queued
    )


def _coming(table: Table, outside_facts: OutsideFacts) -> Coming | None:
    coming = table.coming
    if coming is None:
        return None
    return Coming(who=coming.who, name=outside_facts.name(coming.who), call=coming.call, since=coming.since)


def _typed_of_set(table: Table, outside_facts: OutsideFacts) -> dict[str, Any]:
    """The facts typed about the set in play; none at a closed table."""
    rows = shown_with_set(Outlet.FLOOR) if table.is_open else ()
    found = ((row, text) for row in rows if (text := getattr(table.sets, row.name)))
    return {row.name: outside_facts.name(text) if row.is_person else text for row, text in found}


def _people(table: Table, outside_facts: OutsideFacts) -> dict[str, str]:
    there = [person.who for person in table.people] + ([table.coming.who] if table.coming else [])
    there += _beside(table)
    names = {who: outside_facts.name(who) for who in there}
    return {who: name for who, name in names.items() if name != who}


def _beside(table: Table) -> list[str]:
    """The dealer who stands beside a trainee."""
    return [person.accompanied_by for person in table.people if person.accompanied_by is not None]


def _named(table: Table, role: Role, outside_facts: OutsideFacts) -> str:
    return next((outside_facts.name(person.who) for person in table.people if person.role is role), "")


class ShiftDuties:
    """The shift that ended while somebody was at the table, and whether its handover is signed."""

    def __init__(
        self,
        shift: Callable[[datetime], str],
        since: datetime,
        signed: Mapping[tuple[str, str], datetime] | None = None,
    ) -> None:
        """``shift`` names the shift of a moment; ``since`` is when something last happened, ``signed`` when a
        side last signed for an earlier shift.
        """
        self._shift = shift
        self._now = shift(since)
        self._last: datetime = since
        """When something last happened."""
        self._moment: object = None
        self._ended: tuple[str, datetime] | None = None
        """The shift that ended last, and when something last happened in it."""
        self._handed: HandoverSigners | None = None
        self._signed = dict(signed or {})
        """When a side last signed for a shift."""

    def is_unsigned(
        self, handed: HandoverSigners | None, now: datetime, moment: object, *, only_noted: bool = False
    ) -> bool:
        """Whether the last ended shift's handover lacks a signature: one made much before its end does not
        count. ``moment`` differs after each entry; ``only_noted``: the last one is a note at a closed table,
        at which nothing happened.
        """
        moment = self._moment if only_noted and self._moment is not None else moment
        happened = self._last if self._moment is None else now
        if (shift := self._shift(now)) != self._now:
            self._ended, self._now = (self._now, self._last), shift
            self._signed = {key: at for key, at in self._signed.items() if key[0] == self._ended[0]}
        if handed is not None and handed is not self._handed:
            fresh = dict.fromkeys(_fresh(self._handed, handed), happened)
            self._signed = fresh | self._signed if self._moment is None else self._signed | fresh
        if moment != self._moment:
            self._last = happened
        self._handed, self._moment = handed, moment
        if self._ended is None:
            return False
        ended, last = self._ended
        times = [self._signed.get((ended, side)) for side in SIDES]
        return any(at is None or last - at > HANDOVER_TIME for at in times)


def _fresh(before: HandoverSigners | None, handed: HandoverSigners) -> Iterator[tuple[str, str]]:
    """The shift and side of each signature since; all are new once both sides had signed, and an equal value
    is its only side's again.
    """
    known: dict[str, str] = {}
    if before is not None and before.shift == handed.shift and before != handed and not before.complete:
        known = before.signed
    return ((handed.shift, side) for side, by in handed.signed.items() if known.get(side) != by)
