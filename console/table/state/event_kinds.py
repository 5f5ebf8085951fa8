"""The kinds of events, a row each: what the whole house has to know of a kind, by plain names.

The journal, permissions, refusals, explanations, the cover of card faces, the log with its filters, signs and
words, and the lists of a shift report read the row. An event's effect on the table stands in
:mod:`console.table.judging.transition` alone. A row that lacks a field is an error of types; a name in it
that nothing above this layer has fails in ``tests/table/state/test_event_kinds.py``, which names it.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final

import msgspec

from console.table.state import events


class Effect(Enum):
    """The possible effects of an event on play."""

    READING = 1
    """A device's event that changes the table. Readings of the same bytes count as one line."""
    PLAY = 2
    """The event goes on with play: the last announcement ends with it."""
    ASIDE = 3
    """The event leaves the last announcement standing."""
    RECORD = 4
    """The event leaves the last announcement standing, and is never refused, since it asks for nothing."""


class LogFilter(StrEnum):
    """The filters by which a supervisor sorts the log, in this order (``review.kind.NAME``)."""

    INCIDENTS = "incidents"
    VOIDS = "voids"
    CORRECTIONS = "corrections"
    CALLS = "calls"
    PEOPLE = "people"
    ROUNDS = "rounds"
    CARDS = "cards"
    PRESSES = "presses"
    ORDERS = "orders"
    MANUAL = "manual"
    DEVICES = "devices"
    CONSOLE = "console"
    REMARKS = "remarks"


class Wording(Enum):
    """The wording of an entry."""

    PHRASE = 1
    """By the phrase ``log.KIND``; the event's fields are its slots."""
    ORDER = 2
    """By ``log.KIND``, or by ``log.KIND.off`` where the event's ``on`` is false: the order is taken back."""
    OWN = 3
    """By a function of its own in :mod:`console.review.log.entry_words`."""


class EventRow(msgspec.Struct, frozen=True):
    """The properties of a kind of event."""

    struct: type[events.AnyEvent]
    """The event itself; its tag is the kind's name in the journal."""
    effect: Effect
    line: str | None
    """The line of the protocol that becomes it, by its ``do``; None where none does."""
    may: str | None
    """The parties that may cause the event, by the name in :mod:`console.table.protocol.permissions`. None:
    no person causes it, or the parties depend on the table.
    """
    answers: bool
    """Whether the event answers a prompt: the log names the prompt's clause beside it."""
    faces: tuple[str, ...]
    """The fields that would reveal a card that may lie face down: none of them is shown then."""
    filter: LogFilter | None
    """The filter of the log that finds it; None: only the one of all bytes does."""
    sign: str | None
    """The sign in the log, by module and name in :mod:`console.ui.signs`; None: the event's
    content decides.
    """
    amber: bool
    """Whether the event stands out in the log: a person who asks what went wrong looks for it."""
    words: Wording
    report: str | None
    """The list of the shift report in which each one stands, with its heading ``report.NAME``; None: none."""


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
        events.SignedIn, Effect.ASIDE, line="sign_in", may=None, answers=True, faces=(),
        filter=LogFilter.PEOPLE, sign="places.sign_in", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    SIGNED_OUT = EventRow(
        events.SignedOut, Effect.ASIDE, line="sign_out", may=None, answers=False, faces=(),
        filter=LogFilter.PEOPLE, sign="places.leave", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    BETS_OPENED = EventRow(
        events.BetsOpened, Effect.PLAY, line="bets", may=None, answers=True, faces=(),
        filter=LogFilter.ROUNDS, sign="play.bets", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    BETS_CLOSED = EventRow(
        events.BetsClosed, Effect.PLAY, line="bets", may=None, answers=True, faces=(),
        filter=LogFilter.ROUNDS, sign="play.bets", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    SEATS_TOLD = EventRow(
        events.SeatsTold, Effect.ASIDE, line="seats", may=None, answers=False, faces=(),
        filter=LogFilter.ROUNDS, sign="places.person", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    PLAYER_ANSWERED = EventRow(
        events.PlayerAnswered, Effect.PLAY, line="decision", may=None, answers=True, faces=(),
        filter=LogFilter.ROUNDS, sign="places.person", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    CARD_DRAWN = EventRow(
        events.CardDrawn, Effect.READING, line="card", may=None, answers=True, faces=("card",),
        filter=LogFilter.CARDS, sign="play.next_card", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    CARD_UNREAD = EventRow(
        events.CardUnread, Effect.READING, line="unread", may=None, answers=True, faces=(),
        filter=LogFilter.CARDS, sign="incidents.reader_failed", amber=False,
        words=Wording.PHRASE, report=None,
    )  # fmt: skip
    CUT_CARD_DRAWN = EventRow(
        events.CutCardDrawn, Effect.READING, line="cut_card", may=None, answers=True, faces=(),
        filter=LogFilter.CARDS, sign="shoe.cut_card", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    SHOE_RESULTED = EventRow(
        events.ShoeResulted, Effect.READING, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.ROUNDS, sign="shoe.shoe", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    BALL_RAN = EventRow(
        events.BallRan, Effect.PLAY, line="spin", may="spin", answers=True, faces=(),
        filter=LogFilter.CARDS, sign="places.wheel", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    NUMBER_READ = EventRow(
        events.NumberRead, Effect.READING, line="number", may=None, answers=True, faces=(),
        filter=LogFilter.CARDS, sign="places.wheel", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    NUMBER_SAID = EventRow(
        events.NumberSaid, Effect.PLAY, line="number", may="number.dealer", answers=True, faces=(),
        filter=LogFilter.CARDS, sign="play.speak", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    BALL_SENT = EventRow(
        events.BallSent, Effect.READING, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.ORDERS, sign="places.wheel", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    WHEEL_FAULTED = EventRow(
        events.WheelFaulted, Effect.READING, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.DEVICES, sign="incidents.technical_fault", amber=True,
        words=Wording.PHRASE, report=None,
    )  # fmt: skip
    DEVICE_FAULTED = EventRow(
        events.DeviceFaulted, Effect.READING, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.DEVICES, sign="incidents.technical_fault", amber=True,
        words=Wording.OWN, report=None,
    )  # fmt: skip
    DEVICE_NOTED = EventRow(
        events.DeviceNoted, Effect.RECORD, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.DEVICES, sign="places.reader", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    BYTES_RECEIVED = EventRow(
        events.BytesReceived, Effect.RECORD, line=None, may=None, answers=False, faces=("received",),
        filter=None, sign="places.reader", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    STEP_DONE = EventRow(
        events.StepDone, Effect.PLAY, line="done", may=None, answers=True, faces=(),
        filter=LogFilter.PRESSES, sign="states.tick", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    TABLE_OPENED = EventRow(
        events.TableOpened, Effect.PLAY, line="open", may="open", answers=True, faces=(),
        filter=LogFilter.ORDERS, sign="places.table", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    RESHUFFLE_ORDERED = EventRow(
        events.ReshuffleOrdered, Effect.PLAY, line="reshuffle", may="reshuffle", answers=False, faces=(),
        filter=LogFilter.ORDERS, sign="shoe.shuffle", amber=False, words=Wording.ORDER, report=None,
    )  # fmt: skip
    CLOSE_ORDERED = EventRow(
        events.CloseOrdered, Effect.PLAY, line="close", may="close", answers=False, faces=(),
        filter=LogFilter.ORDERS, sign="places.table", amber=False, words=Wording.ORDER, report=None,
    )  # fmt: skip
    HALT_WITHDRAWN = EventRow(
        events.HaltWithdrawn, Effect.PLAY, line="withdraw", may="withdraw", answers=True, faces=(),
        filter=LogFilter.INCIDENTS, sign="states.withdraw", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    ROUND_VOIDED = EventRow(
        events.RoundVoided, Effect.PLAY, line="void", may="void", answers=True, faces=(),
        filter=LogFilter.VOIDS, sign="states.void", amber=True, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    PIT_BOSS_CALLED = EventRow(
        events.PitBossCalled, Effect.ASIDE, line="call", may="call", answers=False, faces=(),
        filter=LogFilter.CALLS, sign="places.bell", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    INCIDENT_REPORTED = EventRow(
        events.IncidentReported, Effect.PLAY, line="incident", may="incident", answers=False, faces=(),
        filter=LogFilter.INCIDENTS, sign=None, amber=True, words=Wording.OWN, report=None,
    )  # fmt: skip
    INCIDENT_ANSWERED = EventRow(
        events.IncidentAnswered, Effect.PLAY, line="answer", may="answer", answers=True, faces=(),
        filter=LogFilter.INCIDENTS, sign="outcomes.question", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    OUTCOME_AUTHORISED = EventRow(
        events.OutcomeAuthorised, Effect.PLAY, line="authorise", may="authorise", answers=True, faces=(),
        filter=LogFilter.INCIDENTS, sign=None, amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    REPORT_WITHDRAWN = EventRow(
        events.ReportWithdrawn, Effect.PLAY, line="withdraw", may=None, answers=False, faces=(),
        filter=LogFilter.INCIDENTS, sign="states.withdraw", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    CARD_CORRECTED = EventRow(
        events.CardCorrected, Effect.PLAY, line="correct", may="correct", answers=False, faces=("to",),
        filter=LogFilter.CORRECTIONS, sign="outcomes.correct", amber=True, words=Wording.OWN, report=None,
    )  # fmt: skip
    MANUAL_SET = EventRow(
        events.ManualSet, Effect.ASIDE, line="manual", may="manual", answers=False, faces=(),
        filter=LogFilter.MANUAL, sign="outcomes.enter", amber=True, words=Wording.ORDER, report=None,
    )  # fmt: skip
    WORKSHEET_MADE = EventRow(
        events.WorksheetMade, Effect.ASIDE, line="settle", may="settle", answers=False, faces=(),
        filter=LogFilter.MANUAL, sign="outcomes.book", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    PROCEDURES_SET = EventRow(
        events.ProceduresSet, Effect.ASIDE, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CONSOLE, sign="outcomes.book", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    LIMITS_SET = EventRow(
        events.LimitsSet, Effect.ASIDE, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CONSOLE, sign="outcomes.book", amber=False, words=Wording.PHRASE, report=None,
    )  # fmt: skip
    REMARKED = EventRow(
        events.Remarked, Effect.ASIDE, line="say", may="say", answers=False, faces=(),
        filter=LogFilter.REMARKS, sign="play.speech", amber=False, words=Wording.OWN, report="remarks",
    )  # fmt: skip
    HANDOVER_SIGNED = EventRow(
        events.HandoverSigned, Effect.ASIDE, line=None, may="handover", answers=False, faces=(),
        filter=LogFilter.PEOPLE, sign="review.handover", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    ENTRY_CORRECTED = EventRow(
        events.EntryCorrected, Effect.RECORD, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CORRECTIONS, sign="outcomes.correct", amber=True, words=Wording.OWN,
        report="amended",
    )  # fmt: skip
    COMMISSIONED = EventRow(
        events.Commissioned, Effect.RECORD, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CONSOLE, sign="states.tick", amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip
    LINE_REJECTED = EventRow(
        events.LineRejected, Effect.RECORD, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CONSOLE, sign="incidents.technical_fault", amber=False,
        words=Wording.PHRASE, report=None,
    )  # fmt: skip
    NOTED = EventRow(
        events.Noted, Effect.RECORD, line=None, may=None, answers=False, faces=(),
        filter=LogFilter.CONSOLE, sign=None, amber=False, words=Wording.OWN, report=None,
    )  # fmt: skip


ROWS: Final[dict[type[events.AnyEvent], EventRow]] = {kind.row.struct: kind.row for kind in EventKind}
"""The rows by the events' types."""


def of_effect(*effects: Effect) -> frozenset[type[events.AnyEvent]]:
    """The events that have one of these effects."""
    return frozenset(row.struct for row in ROWS.values() if row.effect in effects)


LISTS: Final = tuple(dict.fromkeys(row.report for row in ROWS.values() if row.report is not None))
"""The lists of a shift report in which events stand."""

READINGS: Final = of_effect(Effect.READING)
"""The device events that change the table."""
