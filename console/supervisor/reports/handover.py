"""The handover: the open points at the end of an interval, as a value made from the state of the table. The
signatures are separate entries in the journal, made after people have read the handover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from console.supervisor.history.quick_steps import QuickStep
from console.supervisor.records.accounts.record import RecordedRemark
from console.supervisor.reports.figures import Consumable, SkippedStep, WinnerFigures
from console.table.core import (
    Contradiction,
    Drift,
    Duty,
    IncidentState,
    JournalEntry,
    Notification,
    OrderedShuffle,
    SetRounds,
    Table,
    UnusualWheel,
    Who,
    events,
    shown_facts,
)
from console.table.words import cards_of_step

SIGNED: Final = "handover_signed"
"""The entries of the signatures."""

STORED: Final = frozenset(("return_decks",))
"""Steps after which decks have to be taken to the storage (BAC-3.1.3)."""


class PendingIncident(msgspec.Struct, frozen=True):
    """An incident that is not over, or a report that waits behind it; ``due`` is the next step."""

    id: str
    kind: str | None
    clause: str | None
    state: str
    """The state of an open incident, or ``waiting``."""
    due: str | None
    reported: datetime
    by: str
    cards: int | None = None
    """How many cards the due step has, if any."""


class WrongSet(msgspec.Struct, frozen=True):
    """A card set that was found wrong: its incident, and the rounds that the house must decide on."""

    id: str
    at: datetime
    rounds: SetRounds
    prepared: str | None = None
    """The person or machine that prepared it, if noted."""


class UncountedSet(msgspec.Struct, frozen=True):
    """A set into which fallen cards were put back, by whom and when."""

    number: str | None
    by: Who
    at: datetime
    prepared: str | None = None


class AstraySet(msgspec.Struct, frozen=True):
    """A card set whose place nobody knows: out of play and not signed for, or without a number."""

    number: str | None
    round: str | None
    """The last round that was dealt from it, if any."""
    prepared: str | None = None


class UnknownPreparer(msgspec.Struct, frozen=True):
    """A card set prepared neither by a shuffler in the list of people nor by a machine with a receipt."""

    number: str | None
    prepared: str
    note: str
    """Whether the list has the person in another role or not at all, as the table noted."""


class EndingLicence(msgspec.Struct, frozen=True):
    who: str
    until: str
    """The licence's last day: ``2026-12-10``."""


class FaultyDevice(msgspec.Struct, frozen=True, order=True):
    """A device with a fault: ``lost``, ``silent``, or ``fault`` if its last message was one."""

    device: str
    what: str


class ManualMode(msgspec.Struct, frozen=True):
    """Manual mode is on: who ordered it, since when, and how many cards were entered so far."""

    by: str
    since: datetime
    cards: int


class TraineeDealing(msgspec.Struct, frozen=True):
    """A trainee deals; ``beside`` is the dealer beside them, None if that dealer has left."""

    who: str
    beside: str | None


class MissingPicture(msgspec.Struct, frozen=True):
    """The recorder had no picture of the table's camera: ``why``, and for which minute it was asked."""

    why: str
    moment: datetime | None
    """None for an outage that began before the interval."""
    incident: str = ""
    """The incident of that minute; empty for an outage that lasts."""


class HandoverSignature(msgspec.Struct, frozen=True):
    """The signature of one side of a shift's handover, and the number of its entry."""

    side: Literal["outgoing", "incoming"]
    by: str
    at: datetime
    entry: int
    remarks: str
    shift: str
    early: bool = False
    """Whether its shift lasted over :data:`console.table.core.state.table.HANDOVER_TIME` longer."""
    uncovered: Handover | None = None
    """The open points that came after it."""

    @property
    def stands(self) -> bool:
        """Whether it is of the shift's end, and covers all that is open then."""
        return self.uncovered is None and not self.early


class Handover(msgspec.Struct, frozen=True):
    """The open points that one shift hands over to the next."""

    at: datetime
    shift: str | None = None
    """The shift that hands over: the one at the interval's end."""
    incidents: tuple[PendingIncident, ...] = ()
    halt: str | None = None
    """Why play is halted, if no incident is open."""
    halted_at: datetime | None = None
    round: str | None = None
    called: datetime | None = None
    """Since when the pit boss has been called without coming."""
    manual: ManualMode | None = None
    reshuffle: OrderedShuffle | None = None
    close: bool = False
    change_shoe: bool = False
    """Orders to change the shoe that were not carried out yet."""
    ailing: tuple[FaultyDevice, ...] = ()
    drifts: tuple[Drift, ...] = ()
    """Devices that read differently than after their commissioning, until the next one."""
    unusual: tuple[UnusualWheel, ...] = ()
    """Unusual tests of a wheel, until it is checked at an opening, or the table commissioned with another."""
    short_balls: tuple[QuickStep, ...] = ()
    """The interval's balls that ran for less than the rulebook's least time, by the wheel's reader."""
    long_runs: tuple[WinnerFigures, ...] = ()
    """The interval's runs of one winner that chance begins in fewer than one round of a hundred million."""
    felt_differs: datetime | None = None
    """When the felt was last found to show another rule, which keeps the table closed."""
    procedures_off: tuple[str, ...] = ()
    no_pictures: tuple[MissingPicture, ...] = ()
    """Missing pictures of incidents in the interval, and of an outage that lasts."""
    notifications: tuple[Notification, ...] = ()
    """Offices to inform of an incident, until two people tick it, and those no longer to inform since an
    outcome was taken back in the interval.
    """
    contradictions: tuple[Contradiction, ...] = ()
    storage: tuple[Consumable, ...] = ()
    """The things taken out of play in the interval that must go to the storage."""
    wrong_sets: tuple[WrongSet, ...] = ()
    """The sets found wrong in the interval whose rounds wait for the house's decision."""
    trainees: tuple[TraineeDealing, ...] = ()
    uncounted: tuple[UncountedSet, ...] = ()
    """The set in play, if fallen cards were put back and not counted since."""
    astray: tuple[AstraySet, ...] = ()
    """The interval's sets that are out of play unsigned, or lack a number where sets have one."""
    unlicensed: tuple[str, ...] = ()
    """Dealers of the interval without a licence in the list."""
    preparers: tuple[UnknownPreparer, ...] = ()
    """Unknown preparers of the card sets that came in the interval."""
    not_commissioned: bool = False
    """Whether the table is LIVE and was never commissioned."""
    licences: tuple[EndingLicence, ...] = ()
    """Licences that end soon, of people who signed in in the interval."""
    follow_ups: tuple[SkippedStep, ...] = ()
    """Steps that were skipped in the interval, or abandoned and not done since; earlier ones too, if the
    table has not played since.
    """
    lost_entries: int = 0
    """The entries that recoveries of damaged journals in the interval lost; the video shows them."""
    unsealed: str | None = None
    """For which shift the journal is still unsealed, and why."""
    duties: tuple[Duty, ...] | None = None
    """The supervisors on duty in the interval, which is no open point; None if the table never had one."""
    remarks: tuple[RecordedRemark, ...] = ()
    signatures: tuple[HandoverSignature, ...] = ()
    """All signatures of this shift's handover, and those of other shifts' made in the interval."""

    @property
    def open_points(self) -> int:
        """The number of open points: each row of a list, and every other difference from rest."""
        points = 0
        for name, default in _AT_REST.items():
            value = getattr(self, name)
            points += len(value) if name in _EACH else value != default
        return points

    @property
    def clear(self) -> bool:
        return self.open_points == 0

    def missing(self) -> tuple[Literal["outgoing", "incoming"], ...]:
        """The sides that have not signed, or signed too early."""
        newest = {each.side: each for each in self.signatures if each.shift == self.shift}
        return tuple(side for side in SIDES if side not in newest or not newest[side].stands)

    def since(self, signed: Handover) -> Handover | None:
        """The points opened since the handover was ``signed``, if any; a round in play is no news."""
        news = {
            name: _news(getattr(self, name), getattr(signed, name), default)
            for name, default in _AT_REST.items()
        }
        if self.halted_at != signed.halted_at:  # A later halt counts even with the same reason.
            news["halt"] = self.halt
        later = replace(self, **{**news, "round": None}, duties=None, remarks=(), signatures=())
        return None if later.clear else later


def _news(now: object, then: object, default: object) -> object:
    """The part of a field that was not open then; its default without any."""
    if isinstance(now, tuple) and isinstance(then, tuple):
        known = set(map(_point, then))
        return tuple(each for each in now if _point(each) not in known)
    return default if _point(now) == _point(then) else now


def _point(value: object) -> object:
    """A point without the values that change while it stays open."""
    match value:
        case PendingIncident():
            return value.id
        case ManualMode():
            return value.since
        case Contradiction():
            return value.id
        case Notification():
            return value.tick_text, value.withdrawn
        case Drift():
            return value.device, value.measure
        case _:
            return value


_NO_POINT: Final = frozenset(("at", "shift", "halted_at", "duties", "remarks", "signatures"))
_AT_REST: Final = {
    field.name: field.default for field in msgspec.structs.fields(Handover) if field.name not in _NO_POINT
}
"""The fields that can be open, with their value when they are not."""
_EACH: Final = frozenset(
    (
        *("incidents", "ailing", "drifts", "unusual", "no_pictures", "notifications"),
        *("short_balls", "long_runs"),
        *("storage", "wrong_sets"),
        *("contradictions", "trainees", "unlicensed", "preparers", "uncounted", "astray"),
        *("licences", "follow_ups"),
    )
)
"""The lists whose rows are each a point."""


SIDES: Final[tuple[Literal["outgoing", "incoming"], ...]] = ("outgoing", "incoming")


def open_at(table: Table, at: datetime, ailing: Mapping[str, str]) -> Handover:
    """The handover of a table in its state at a moment; ``ailing`` are devices with their faults."""
    manual, halt = table.manual, table.halt
    return Handover(
        at,
        incidents=tuple(_open(table)),
        halt=halt.told_reason if halt is not None and table.incident is None else None,
        halted_at=halt.at if halt is not None and table.incident is None else None,
        round=table.round.id if table.round is not None and table.open_round else None,
        called=table.called,
        manual=ManualMode(manual.by, manual.since, manual.cards) if manual is not None else None,
        reshuffle=table.shoe_in_play.reshuffle,
        close=table.close_ordered,
        change_shoe=table.shoe_in_play.changed_after_hand,
        ailing=tuple(sorted(FaultyDevice(device, what) for device, what in ailing.items())),
        drifts=table.commissioned.drifts if table.commissioned is not None else (),
        unusual=table.wheel.unchecked,
        felt_differs=table.console.felt_differs,
        not_commissioned=table.console.live and table.commissioned is None,
        procedures_off=table.procedures_off,
        notifications=table.notifications,
        contradictions=table.contradictions.open,
        trainees=tuple(
            TraineeDealing(each.who, each.accompanied_by) for each in table.people if each.beside is not None
        ),
    )


def cards_in_step(table: Table, action: str) -> int | None:
    """The number of cards in a step of the open incident, if any."""
    incident = table.incident
    return None if incident is None else cards_of_step(incident.report.kind, shown_facts(incident), action)


def _open(table: Table) -> Iterable[PendingIncident]:
    incident = table.incident
    if incident is not None:
        report, case = incident.report, incident.case
        # This is not the step that is asked for now: a card is asked for once bets are closed.
        step = incident.step if incident.state == IncidentState.STEPS else None
        clause, due = case.clause if case else None, step.action if step else None
        cards = cards_in_step(table, due) if due else None
        yield PendingIncident(
            report.id, report.kind, clause, incident.state, due, report.at, report.by, cards
        )
    for report in table.incidents.waiting:
        yield PendingIncident(report.id, report.kind, None, "waiting", None, report.at, report.by)


def signatures(shift: str, rows: Iterable[JournalEntry]) -> tuple[HandoverSignature, ...]:
    """The accepted signatures of a shift's handover among these entries."""
    signed = []
    for row in rows:
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.HandoverSigned) and row.refused is None and event.shift == shift:
            signed.append(signature_of(row, event))
    return tuple(signed)


def signature_of(row: JournalEntry, event: events.HandoverSigned) -> HandoverSignature:
    return HandoverSignature(event.side, event.by, row.at, row.number, event.remarks, event.shift)
