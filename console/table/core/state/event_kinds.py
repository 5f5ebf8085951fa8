"""The kinds of events, a row each: what the whole house has to know of a kind, by plain names.

The journal, permissions, refusals, explanations, the cover of card faces and the lists of a shift report read
the row; what it leaves out is as most events have it. An event's effect on the table stands in
:mod:`console.table.core.judging.transition` alone, its place in the log in
:mod:`console.supervisor.review.log.entry_rows`. A name in a row that nothing above this layer has, or a card
that an event could reveal, fails in ``tests/table/core/state/test_event_kinds.py``, which names it.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final

import msgspec

from console.table.core.state import events


class Effect(Enum):
    READING = 1
    """A device's event that changes the table. Readings of the same bytes count as one line."""
    PLAY = 2
    """The event goes on with play: the last announcement ends with it."""
    ASIDE = 3
    """The event leaves the last announcement standing."""
    RECORD = 4
    """The event leaves the last announcement standing, and is never refused, since it asks for nothing."""


class EventRow(msgspec.Struct, frozen=True):
    """The properties of a kind of event; what a row leaves out is as most events have it."""

    struct: type[events.AnyEvent]
    """The event itself; its tag is the kind's name in the journal."""
    effect: Effect
    may: str | None = None
    """The parties that may cause the event, by the name in :mod:`console.table.core.protocol.permissions`.
    None: no person causes it, or the parties depend on the table.
    """
    answers: bool = False
    """Whether the event answers a prompt: the log names the prompt's clause beside it."""
    faces: tuple[str, ...] = ()
    """The fields that would reveal a card that may lie face down: none of them is shown then."""
    report: str | None = None
    """The name of the list of the shift report in which each one stands; None: none."""


class EventKind(StrEnum):
    """An event's name in the journal, and its row."""

    row: EventRow

    def __new__(cls, row: EventRow) -> EventKind:
        """The name is the struct's tag, so that it is written once."""
        kind = str.__new__(cls, events.name_of(row.struct))
        kind._value_ = str(kind)
        kind.row = row
        return kind

    SIGNED_IN = EventRow(events.SignedIn, Effect.ASIDE, answers=True)
    SIGNED_OUT = EventRow(events.SignedOut, Effect.ASIDE)
    BETS_OPENED = EventRow(events.BetsOpened, Effect.PLAY, answers=True)
    BETS_CLOSED = EventRow(events.BetsClosed, Effect.PLAY, answers=True)
    SEATS_TOLD = EventRow(events.SeatsTold, Effect.ASIDE)
    PLAYER_ANSWERED = EventRow(events.PlayerAnswered, Effect.PLAY, answers=True)
    CARD_DRAWN = EventRow(events.CardDrawn, Effect.READING, answers=True, faces=("card",))
    CARD_UNREAD = EventRow(events.CardUnread, Effect.READING, answers=True)
    CUT_CARD_DRAWN = EventRow(events.CutCardDrawn, Effect.READING, answers=True)
    SHOE_RESULTED = EventRow(events.ShoeResulted, Effect.READING)
    BALL_RAN = EventRow(events.BallRan, Effect.PLAY, may="spin", answers=True)
    NUMBER_READ = EventRow(events.NumberRead, Effect.READING, answers=True)
    NUMBER_SAID = EventRow(events.NumberSaid, Effect.PLAY, may="number.dealer", answers=True)
    BALL_SENT = EventRow(events.BallSent, Effect.READING)
    WHEEL_FAULTED = EventRow(events.WheelFaulted, Effect.READING)
    CARD_SET_FOUND = EventRow(events.CardSetFound, Effect.PLAY, faces=("finding",))
    DEVICE_FAULTED = EventRow(events.DeviceFaulted, Effect.READING)
    DEVICE_NOTED = EventRow(events.DeviceNoted, Effect.RECORD)
    BYTES_RECEIVED = EventRow(events.BytesReceived, Effect.RECORD, faces=("received",))
    STEP_DONE = EventRow(events.StepDone, Effect.PLAY, answers=True)
    TABLE_OPENED = EventRow(events.TableOpened, Effect.PLAY, may="open", answers=True)
    RESHUFFLE_ORDERED = EventRow(events.ReshuffleOrdered, Effect.PLAY, may="reshuffle")
    CLOSE_ORDERED = EventRow(events.CloseOrdered, Effect.PLAY, may="close")
    HALT_WITHDRAWN = EventRow(events.HaltWithdrawn, Effect.PLAY, may="withdraw", answers=True)
    ROUND_VOIDED = EventRow(events.RoundVoided, Effect.PLAY, may="void", answers=True)
    PIT_BOSS_CALLED = EventRow(events.PitBossCalled, Effect.ASIDE, may="call")
    INCIDENT_REPORTED = EventRow(events.IncidentReported, Effect.PLAY, may="incident")
    INCIDENT_ANSWERED = EventRow(events.IncidentAnswered, Effect.PLAY, may="answer", answers=True)
    OUTCOME_AUTHORISED = EventRow(events.OutcomeAuthorised, Effect.PLAY, may="authorise", answers=True)
    REPORT_WITHDRAWN = EventRow(events.ReportWithdrawn, Effect.PLAY)
    CARD_CORRECTED = EventRow(events.CardCorrected, Effect.PLAY, may="correct", faces=("to",))
    MANUAL_SET = EventRow(events.ManualSet, Effect.ASIDE, may="manual", report="manual")
    WORKSHEET_MADE = EventRow(events.WorksheetMade, Effect.ASIDE, may="settle")
    PROCEDURES_SET = EventRow(events.ProceduresSet, Effect.ASIDE)
    LIMITS_SET = EventRow(events.LimitsSet, Effect.ASIDE)
    DECISION_TIME_SET = EventRow(events.DecisionTimeSet, Effect.ASIDE)
    REMARKED = EventRow(events.Remarked, Effect.ASIDE, may="say", report="remarks")
    HANDOVER_SIGNED = EventRow(events.HandoverSigned, Effect.ASIDE, may="handover")
    CARD_SET_SIGNED = EventRow(events.CardSetSigned, Effect.RECORD)
    CARD_SETS_BARRED = EventRow(events.CardSetsBarred, Effect.ASIDE)
    CONTRADICTION_FOUND = EventRow(events.ContradictionFound, Effect.RECORD, faces=("contradiction",))
    CONTRADICTION_ANSWERED = EventRow(events.ContradictionAnswered, Effect.RECORD)
    ENTRY_CORRECTED = EventRow(events.EntryCorrected, Effect.RECORD, report="amended")
    COMMISSIONED = EventRow(events.Commissioned, Effect.RECORD)
    LINE_REJECTED = EventRow(events.LineRejected, Effect.RECORD)
    NOTED = EventRow(events.Noted, Effect.RECORD)


ROWS: Final[dict[type[events.AnyEvent], EventRow]] = {kind.row.struct: kind.row for kind in EventKind}


def of_effect(effect: Effect) -> frozenset[type[events.AnyEvent]]:
    return frozenset(row.struct for row in ROWS.values() if row.effect is effect)


LISTS: Final = tuple(dict.fromkeys(row.report for row in ROWS.values() if row.report is not None))
"""The lists of a shift report in which events stand."""

READINGS: Final = of_effect(Effect.READING)
"""The device events that change the table."""
