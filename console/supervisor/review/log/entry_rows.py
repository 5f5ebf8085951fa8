"""The kinds of entries in the log, a row each: the filter that finds one, its sign, whether it stands out.

It knows no picture: a sign is a name. :mod:`console.supervisor.review.log.entry_words` has an entry's words.
A kind of event without a row, or an unknown name, fails in
``tests/supervisor/review/log/test_entry_rows.py``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.table.core import About, EventKind, NoteKind, NoteText, row_of


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


class EntryRow(msgspec.Struct, frozen=True):
    filter: LogFilter | None
    """The filter that finds it; None: only that of all bytes."""
    sign: str | None
    """Its sign, by folder and name in ``resources/signs``; None: the entry's content decides."""
    amber: bool = False
    """Whether it stands out for a person who asks what went wrong."""


ENTRY_ROWS: Final[dict[EventKind, EntryRow]] = {
    EventKind.SIGNED_IN: EntryRow(LogFilter.PEOPLE, "places.sign_in"),
    EventKind.SIGNED_OUT: EntryRow(LogFilter.PEOPLE, "places.leave"),
    EventKind.BETS_OPENED: EntryRow(LogFilter.ROUNDS, "play.bets"),
    EventKind.BETS_CLOSED: EntryRow(LogFilter.ROUNDS, "play.bets"),
    EventKind.SEATS_TOLD: EntryRow(LogFilter.ROUNDS, "places.person"),
    EventKind.PLAYER_ANSWERED: EntryRow(LogFilter.ROUNDS, "places.person"),
    EventKind.CARD_DRAWN: EntryRow(LogFilter.CARDS, "play.next_card"),
    EventKind.CARD_UNREAD: EntryRow(LogFilter.CARDS, "incidents.reader_failed"),
    EventKind.CUT_CARD_DRAWN: EntryRow(LogFilter.CARDS, "shoe.cut_card"),
    EventKind.SHOE_RESULTED: EntryRow(LogFilter.ROUNDS, "shoe.shoe"),
    EventKind.BALL_RAN: EntryRow(LogFilter.CARDS, "places.wheel"),
    EventKind.NUMBER_READ: EntryRow(LogFilter.CARDS, "places.wheel"),
    EventKind.NUMBER_SAID: EntryRow(LogFilter.CARDS, "play.speak"),
    EventKind.BALL_SENT: EntryRow(LogFilter.ORDERS, "places.wheel"),
    EventKind.WHEEL_FAULTED: EntryRow(LogFilter.DEVICES, "incidents.technical_fault", amber=True),
    EventKind.CARD_SET_FOUND: EntryRow(LogFilter.INCIDENTS, "incidents.wrong_card_set", amber=True),
    EventKind.DEVICE_FAULTED: EntryRow(LogFilter.DEVICES, "incidents.technical_fault", amber=True),
    EventKind.DEVICE_NOTED: EntryRow(LogFilter.DEVICES, "places.reader"),
    EventKind.BYTES_RECEIVED: EntryRow(None, "places.reader"),
    EventKind.STEP_DONE: EntryRow(LogFilter.PRESSES, "states.tick"),
    EventKind.TABLE_OPENED: EntryRow(LogFilter.ORDERS, "places.table"),
    EventKind.RESHUFFLE_ORDERED: EntryRow(LogFilter.ORDERS, "shoe.shuffle"),
    EventKind.CLOSE_ORDERED: EntryRow(LogFilter.ORDERS, "places.table"),
    EventKind.HALT_WITHDRAWN: EntryRow(LogFilter.INCIDENTS, "states.withdraw"),
    EventKind.ROUND_VOIDED: EntryRow(LogFilter.VOIDS, "states.void", amber=True),
    EventKind.PIT_BOSS_CALLED: EntryRow(LogFilter.CALLS, "places.bell"),
    EventKind.INCIDENT_REPORTED: EntryRow(LogFilter.INCIDENTS, None, amber=True),
    EventKind.INCIDENT_ANSWERED: EntryRow(LogFilter.INCIDENTS, "outcomes.question"),
    EventKind.OUTCOME_AUTHORISED: EntryRow(LogFilter.INCIDENTS, None),
    EventKind.REPORT_WITHDRAWN: EntryRow(LogFilter.INCIDENTS, "states.withdraw"),
    EventKind.CARD_CORRECTED: EntryRow(LogFilter.CORRECTIONS, "outcomes.correct", amber=True),
    EventKind.MANUAL_SET: EntryRow(LogFilter.MANUAL, "outcomes.enter", amber=True),
    EventKind.WORKSHEET_MADE: EntryRow(LogFilter.MANUAL, "outcomes.book"),
    EventKind.PROCEDURES_SET: EntryRow(LogFilter.CONSOLE, "outcomes.book"),
    EventKind.LIMITS_SET: EntryRow(LogFilter.CONSOLE, "outcomes.book"),
    EventKind.DECISION_TIME_SET: EntryRow(LogFilter.CONSOLE, "outcomes.book"),
    EventKind.REMARKED: EntryRow(LogFilter.REMARKS, "play.speech"),
    EventKind.HANDOVER_SIGNED: EntryRow(LogFilter.PEOPLE, "review.handover"),
    EventKind.CARD_SET_SIGNED: EntryRow(LogFilter.PEOPLE, "shoe.decks"),
    EventKind.CARD_SETS_BARRED: EntryRow(LogFilter.CONSOLE, "shoe.decks"),
    EventKind.CONTRADICTION_FOUND: EntryRow(LogFilter.INCIDENTS, "outcomes.question", amber=True),
    EventKind.CONTRADICTION_ANSWERED: EntryRow(LogFilter.INCIDENTS, "states.tick"),
    EventKind.ENTRY_CORRECTED: EntryRow(LogFilter.CORRECTIONS, "outcomes.correct", amber=True),
    EventKind.COMMISSIONED: EntryRow(LogFilter.CONSOLE, "states.tick"),
    EventKind.LINE_REJECTED: EntryRow(LogFilter.CONSOLE, "incidents.technical_fault"),
    EventKind.NOTED: EntryRow(LogFilter.CONSOLE, None),
}

_OF_CALLS: Final = frozenset((NoteKind.COMING, NoteKind.NOT_COMING, NoteKind.ARRIVED))
"""Notes on a call's course, though each is about a person."""


def note_filter(kind: NoteKind) -> LogFilter | None:
    """The filter that finds notes of this kind besides that of all notes, if any."""
    if kind in _OF_CALLS:
        return LogFilter.CALLS
    if kind.row.text is NoteText.NOTIFICATION:
        return LogFilter.INCIDENTS
    if kind is NoteKind.BALL_UNSEEN:
        return LogFilter.DEVICES
    return {About.PERSON: LogFilter.PEOPLE, About.DEVICE: LogFilter.DEVICES}.get(kind.row.about)


_USUAL_NOTE: Final = "states.eye"
_SUBJECT_SIGNS: Final = {About.DEVICE: "places.reader", About.LINK: "places.link"}
_NOTE_SIGNS: Final[dict[str, str]] = {
    NoteKind.LOCKED: "states.lock",
    NoteKind.UNLOCKED: "states.lock",
    NoteKind.SIGN_IN_FAILED: "states.lock",
    NoteKind.BALL_UNSEEN: "places.wheel",
}
"""The signs of notes that have their own."""


def note_sign(what: str) -> str:
    """The sign of a note, by its name in the journal; a note of another version has the usual one."""
    row = row_of(what)
    if row is None:
        return _USUAL_NOTE
    usual = "places.person" if row.is_about_people else _SUBJECT_SIGNS.get(row.about, _USUAL_NOTE)
    return _NOTE_SIGNS.get(what, usual)
