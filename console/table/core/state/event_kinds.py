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
    papers: str = ""
    """The papers that have its moment, or its id: outlets of :mod:`console.table.core.state.typed_facts`."""
    why_not: str = ""
    """The reason why no paper has it, in a sentence."""
    unjudged: str = ""
    """The changes of such an entry that ``verify`` does not find after the last seal: another person ``by``
    or ``who``, one of its own ``side``, another ``id``, a view that was not ``seen`` yet, taken ``out``,
    ``moved`` before the last one. Some make another history, which could have been.
    """


class EventKind(StrEnum):
    """An event's name in the journal, and its row."""

    row: EventRow

    def __new__(cls, row: EventRow) -> EventKind:
        """The name is the struct's tag, so that it is written once."""
        kind = str.__new__(cls, events.name_of(row.struct))
        kind._value_ = str(kind)
        kind.row = row
        return kind

    SIGNED_IN = EventRow(
        events.SignedIn, Effect.ASIDE, answers=True,
        papers="facts round", unjudged="moved out who",
    )  # fmt: skip
    SIGNED_OUT = EventRow(events.SignedOut, Effect.ASIDE, papers="facts record round", unjudged="out")
    BETS_OPENED = EventRow(
        events.BetsOpened, Effect.PLAY, answers=True,
        papers="facts round", unjudged="moved",
    )  # fmt: skip
    BETS_CLOSED = EventRow(
        events.BetsClosed, Effect.PLAY, answers=True,
        papers="facts round", unjudged="moved",
    )  # fmt: skip
    SEATS_TOLD = EventRow(
        events.SeatsTold, Effect.ASIDE,
        why_not="A round's file has the seats, and no moment for them.",
    )  # fmt: skip
    PLAYER_ANSWERED = EventRow(events.PlayerAnswered, Effect.PLAY, answers=True, papers="facts round")
    CARD_DRAWN = EventRow(
        events.CardDrawn, Effect.READING, answers=True, faces=("card",),
        papers="facts record report round", unjudged="moved",
    )  # fmt: skip
    CARD_UNREAD = EventRow(events.CardUnread, Effect.READING, answers=True, papers="round", unjudged="out")
    CUT_CARD_DRAWN = EventRow(
        events.CutCardDrawn, Effect.READING, answers=True,
        papers="facts report round", unjudged="moved out",
    )  # fmt: skip
    SHOE_RESULTED = EventRow(events.ShoeResulted, Effect.READING, papers="facts round", unjudged="moved")
    BALL_RAN = EventRow(
        events.BallRan, Effect.PLAY, may="spin", answers=True,
        papers="round", unjudged="moved out",
    )  # fmt: skip
    NUMBER_READ = EventRow(
        events.NumberRead, Effect.READING, answers=True,
        papers="facts round", unjudged="moved",
    )  # fmt: skip
    NUMBER_SAID = EventRow(
        events.NumberSaid, Effect.PLAY, may="number.dealer", answers=True,
        papers="facts report round", unjudged="moved out",
    )  # fmt: skip
    BALL_SENT = EventRow(
        events.BallSent, Effect.READING,
        why_not="The round's file has the number to which it leads.", unjudged="moved out",
    )  # fmt: skip
    WHEEL_FAULTED = EventRow(
        events.WheelFaulted, Effect.READING,
        why_not="The halt that it makes has its reason.", unjudged="moved",
    )  # fmt: skip
    CARD_SET_FOUND = EventRow(
        events.CardSetFound, Effect.PLAY, faces=("finding",),
        why_not="The report that it leads to has its own moment.",
    )  # fmt: skip
    DEVICE_FAULTED = EventRow(
        events.DeviceFaulted, Effect.READING,
        papers="facts record round", unjudged="moved",
    )  # fmt: skip
    DEVICE_NOTED = EventRow(events.DeviceNoted, Effect.RECORD, papers="round", unjudged="moved out")
    BYTES_RECEIVED = EventRow(
        events.BytesReceived, Effect.RECORD, faces=("received",),
        why_not="Its readings have entries of their own.", unjudged="moved out",
    )  # fmt: skip
    STEP_DONE = EventRow(
        events.StepDone, Effect.PLAY, answers=True,
        papers="facts handover record report round", unjudged="moved out",
    )  # fmt: skip
    TABLE_OPENED = EventRow(events.TableOpened, Effect.PLAY, may="open", answers=True, papers="facts report")
    RESHUFFLE_ORDERED = EventRow(events.ReshuffleOrdered, Effect.PLAY, may="reshuffle", papers="round")
    CLOSE_ORDERED = EventRow(
        events.CloseOrdered, Effect.PLAY, may="close",
        papers="record report round", unjudged="moved",
    )  # fmt: skip
    HALT_WITHDRAWN = EventRow(
        events.HaltWithdrawn, Effect.PLAY, may="withdraw", answers=True,
        papers="facts record report round",
    )  # fmt: skip
    ROUND_VOIDED = EventRow(
        events.RoundVoided, Effect.PLAY, may="void", answers=True,
        papers="facts record round", unjudged="out",
    )  # fmt: skip
    PIT_BOSS_CALLED = EventRow(
        events.PitBossCalled, Effect.ASIDE, may="call",
        why_not="The report has the length of the wait.", unjudged="moved out",
    )  # fmt: skip
    INCIDENT_REPORTED = EventRow(
        events.IncidentReported, Effect.PLAY, may="incident",
        papers="facts handover record report round", unjudged="id",
    )  # fmt: skip
    INCIDENT_ANSWERED = EventRow(
        events.IncidentAnswered, Effect.PLAY, may="answer", answers=True,
        papers="facts record round",
    )  # fmt: skip
    OUTCOME_AUTHORISED = EventRow(
        events.OutcomeAuthorised, Effect.PLAY, may="authorise", answers=True,
        papers="facts record report round",
    )  # fmt: skip
    REPORT_WITHDRAWN = EventRow(events.ReportWithdrawn, Effect.PLAY, papers="facts record", unjudged="moved")
    CARD_CORRECTED = EventRow(
        events.CardCorrected, Effect.PLAY, may="correct", faces=("to",),
        papers="facts record report round", unjudged="moved out",
    )  # fmt: skip
    MANUAL_SET = EventRow(
        events.ManualSet, Effect.ASIDE, may="manual", report="manual",
        papers="facts report", unjudged="moved out",
    )  # fmt: skip
    WORKSHEET_MADE = EventRow(
        events.WorksheetMade, Effect.ASIDE, may="settle",
        papers="round", unjudged="moved out",
    )  # fmt: skip
    PROCEDURES_SET = EventRow(
        events.ProceduresSet, Effect.ASIDE,
        why_not="It belongs to a start, not to play.", unjudged="out",
    )  # fmt: skip
    LIMITS_SET = EventRow(
        events.LimitsSet, Effect.ASIDE,
        why_not="It belongs to a start, not to play.", unjudged="moved out",
    )  # fmt: skip
    DECISION_TIME_SET = EventRow(
        events.DecisionTimeSet, Effect.ASIDE,
        why_not="It belongs to a start, not to play.", unjudged="out",
    )  # fmt: skip
    REMARKED = EventRow(
        events.Remarked, Effect.ASIDE, may="say", report="remarks",
        papers="facts report round", unjudged="moved out",
    )  # fmt: skip
    HANDOVER_SIGNED = EventRow(
        events.HandoverSigned, Effect.ASIDE, may="handover",
        papers="facts report round", unjudged="moved out",
    )  # fmt: skip
    CARD_SET_SIGNED = EventRow(
        events.CardSetSigned, Effect.RECORD,
        papers="report round", unjudged="by moved out",
    )  # fmt: skip
    CARD_SETS_BARRED = EventRow(
        events.CardSetsBarred, Effect.ASIDE,
        papers="record round", unjudged="moved out",
    )  # fmt: skip
    CONTRADICTION_FOUND = EventRow(
        events.ContradictionFound, Effect.RECORD, faces=("contradiction",),
        papers="facts handover record report round", unjudged="moved",
    )  # fmt: skip
    CONTRADICTION_ANSWERED = EventRow(
        events.ContradictionAnswered, Effect.RECORD,
        papers="facts report round", unjudged="by moved out",
    )  # fmt: skip
    ENTRY_CORRECTED = EventRow(
        events.EntryCorrected, Effect.RECORD, report="amended",
        papers="facts report round", unjudged="by id moved out",
    )  # fmt: skip
    COMMISSIONED = EventRow(
        events.Commissioned, Effect.RECORD,
        why_not="The certificate is a paper of its own.", unjudged="by moved out",
    )  # fmt: skip
    LINE_REJECTED = EventRow(
        events.LineRejected, Effect.RECORD,
        why_not="The table took nothing of it.", unjudged="moved out",
    )  # fmt: skip
    NOTED = EventRow(events.Noted, Effect.RECORD, papers="facts record report round")


ROWS: Final[dict[type[events.AnyEvent], EventRow]] = {kind.row.struct: kind.row for kind in EventKind}


def of_effect(effect: Effect) -> frozenset[type[events.AnyEvent]]:
    return frozenset(row.struct for row in ROWS.values() if row.effect is effect)


LISTS: Final = tuple(dict.fromkeys(row.report for row in ROWS.values() if row.report is not None))
"""The lists of a shift report in which events stand."""

READINGS: Final = of_effect(Effect.READING)
"""The device events that change the table."""
