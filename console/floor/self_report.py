"""A table's report to the floor: its present state as plain values, replaced with each batch. It is made from
the table's state, never from the floor's, and contains nothing that the table has not shown: no face, no
bytes, no PIN. Persons are named, because a wall without names sends nobody anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, NamedTuple, TypeAlias

import msgspec

from console.base.system import read_json
from console.table.core import UnusualWheel

LIVE: Final = "live"
"""The mode of a table at which players play; one in training or rehearsal needs no certificate."""


LONGEST: Final = 1_000_000
"""The most seconds of a table's silence that it reports."""
ZonedTime: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone: without it a time can't be compared with the floor's, and is not read."""


class TableStanding(StrEnum):
    PLAYING = "playing"
    PREPARING = "preparing"
    """Shoe or wheel are made ready, or the table is opened: no round can begin yet."""
    WAITS = "waits"
    """Play waits for a pit boss: :attr:`SelfReport.call` gives the reason."""
    HALTED = "halted"
    CANT_RECORD = "cant_record"
    """The journal can't be written: nothing is accepted."""
    CLOSED = "closed"


class CallKind(StrEnum):
    """Why a pit boss is wanted, in the order of urgency if there are two reasons."""

    HALT = "halt"
    """Play is halted, and only a pit boss's prompt ends it."""
    OUTCOME = "outcome"
    """An incident's outcome waits to be authorised, or a pit boss to answer or take a step."""
    CALL = "call"
    """The dealer called."""
    QUEUE = "queue"
    """Reports wait behind the open incident."""


class Call(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call for a pit boss: from the entry that caused it until nobody is wanted any more."""

    number: int
    """The entry with which the call began: with the table's id and part it identifies this call for ever."""
    kind: CallKind
    since: ZonedTime
    """A time of the table's own clock, in UTC."""
    arrived: str = ""
    """The id of the pit boss who has signed in since, if any."""


class OpenIncident(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    kind: str = ""
    clause: str = ""
    state: str = ""
    queued: int = 0


class Coming(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The person on the way, as the table itself has heard and shown it."""

    who: str
    name: str
    call: int
    since: ZonedTime


class Certificate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The certificate of the table's last commissioning, compared with what now works there."""

    at: ZonedTime | None = None
    """When it was entered, by the table's own clock in UTC; None without one."""
    by: str = ""
    """The technician's name."""
    authorised_by: str = ""
    """The supervisor's name."""
    newer: tuple[str, ...] = ()
    """The parts that changed since, by :class:`console.table.core.state.commissioning_state.Newer`."""
    drifts: tuple[str, ...] = ()
    """How a device's reads have changed since, as the table's journal notes it."""

    @property
    def is_valid(self) -> bool:
        """Whether there is a certificate for what works there."""
        return self.at is not None and not self.newer


class OpenNotification(msgspec.Struct, frozen=True):
    """An office that the house must inform of an incident, without two people's ticks yet."""

    incident: str
    whom: str
    """The office, by its key in the rulebook."""
    until: ZonedTime
    """A time of the table's own clock, in UTC."""


class Fault(msgspec.Struct, frozen=True):
    """A faulty device or connection, by the names of the dealer's lamps."""

    device: str
    fault: str


class SelfReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The present state of a table. It changes with an event at the table, and because time passes only while
    the table does not answer.
    """

    standing: TableStanding
    since: ZonedTime
    """When the table's present standing began, by its own clock, UTC."""
    entry: int = 0
    """The journal's last entry: entries that the floor's head lacks are behind or held back."""
    held_back: int = 0
    """Entries that wait because they name a card that nobody has been shown."""
    unanswered: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0
    """Seconds since the table's own thread, or its window, last answered: as old is its sign of life. 0 while
    it answers.
    """
    mode: str = ""
    place: str = ""
    """Column and row of its tile on the wall, within its room: ``2,5``; as the table's file has it."""
    phase: str = ""
    action: str = ""
    actor: str = ""
    round: str = ""
    round_open: bool = False
    rounds: int = 0
    """Rounds of this shoe or day, so that a tile shows progress."""
    reason: str = ""
    """A halt's reason: the protocol's word, or the kind of a wrong spin that a wheel reported."""
    call: Call | None = None
    incident: OpenIncident | None = None
    coming: Coming | None = None
    dealer: str = ""
    beside: str = ""
    """The name of the dealer beside a dealing trainee."""
    pit_boss: str = ""
    people: dict[str, str] = {}
    """The names, by id, of the people signed in there or on their way: entries have only ids."""
    faults: tuple[Fault, ...] = ()
    manual: bool = False
    closing: bool = False
    """A closing was ordered, after which silence is expected."""
    unsigned: bool = False
    """The shift's handover lacks a signature."""
    unsealed: bool = False
    """The last shift's end is not sealed."""
    version: str = ""
    """The version of the table's console."""
    console: str = ""
    """The id of the console's start, in hex: another one with each start."""
    set: str = ""
    """The number of the card set in play; empty at a closed table, and if nobody gave one."""
    prepared: str = ""
    """The name of the person, or the machine with its receipt, that prepared that set; empty if not noted."""
    wheels: tuple[UnusualWheel, ...] = ()
    """The unusual tests of a wheel's numbers, until the wheel is checked."""
    dealer_id: str = ""
    """The id of the dealer at a LIVE table; empty at a closed one, which ends the dealer's stay."""
    sets_aside: tuple[str, ...] = ()
    """The card sets put aside there that no supervisor has released."""
    notifications: tuple[OpenNotification, ...] = ()
    """The offices to inform of its incidents."""
    video_missing: str = ""
    """Why the recorder had no picture of the table's camera when last asked."""
    certificate: Certificate | None = None
    """None for a simulated table, which needs none, and from a console that does not report it."""

    @property
    def lacks_certificate(self) -> bool:
        """Whether the table is LIVE without a certificate for what works there."""
        if self.mode != LIVE:
            return False
        return self.certificate is None or not self.certificate.is_valid


def encode_report(report: SelfReport) -> bytes:
    """A report as JSON, as the door takes it."""
    return msgspec.json.encode(report)


class ReadReport(NamedTuple):
    report: SelfReport | None
    """None if not even its standing, or the time of that, can be read."""
    is_whole: bool
    """False if a field has a form unknown to this console, and is left out."""


def read_report(text: bytes | str) -> ReadReport:
    """A table's report from its JSON, with all readable fields; a later console's are ignored."""
    with suppress(msgspec.DecodeError):
        return ReadReport(read_json(text, type=SelfReport), True)
    report = None
    with suppress(msgspec.MsgspecError, RecursionError):
        told = read_json(text, type=dict[str, object])
        report = msgspec.convert(dict(_readable(told)), SelfReport)
    return ReadReport(report, False)


def _readable(told: dict[str, object]) -> Iterator[tuple[str, object]]:
    for field in msgspec.structs.fields(SelfReport):
        if field.name in told:
            with suppress(msgspec.MsgspecError, RecursionError):
                yield field.name, msgspec.convert(told[field.name], field.type)
