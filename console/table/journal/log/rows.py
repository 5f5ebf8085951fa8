"""The log as values: the filter that is asked, and the rows of the answer.

This module meets no store, so that a screen may know these values. The words of a row are made by the screen
that shows it. A row can be had without the card that its table has not shown yet, and without the bytes that
the card came in: a caller that knows the game says which rows those are, and once the table shows the card
the log has it, too.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from unicodedata import normalize

import msgspec
from msgspec.structs import replace

from console.base.system import json_reader, read_json
from console.base.words import in_turn
from console.table.core.state.event_kinds import EventKind

_figures: Final = json_reader(dict[str, Any])
_clauses: Final = json_reader(tuple[str, ...])
_ACTION: Final = '{"action":"'
FOLDED: Final = EventKind.BYTES_RECEIVED
"""The kind of the entries that stand under their readings: a device's bytes mean nothing to a reader."""
UNSEEN: Final = "??"
"""In the place of a face that the table has not shown, as in its own views."""


class Facet(StrEnum):
    """A property by which an entry is found, beside its number and its time."""

    KIND = "kind"
    PERSON = "person"
    """The person who did it, or whom it is about."""
    DEALER = "dealer"
    """The dealer who was signed in then, and the one beside a trainee."""
    PIT_BOSS = "pit_boss"
    """A pit boss who was signed in then."""
    SHIFT = "shift"
    SHOE = "shoe"
    ROUND = "round"
    """The round that is open then or lies there, of no entry of a preparation."""
    STAGE = "stage"
    """``preparation`` while cards are brought into play or a wheel is checked."""
    INCIDENT = "incident"
    """The id of the incident that was open then, or was reported or ended by it."""
    INCIDENT_KIND = "incident_kind"
    """The number of the entry that reported the incident."""
    OUTCOME = "outcome"
    """The outcome of an incident: of the entry that decided it."""
    RESULT = "result"
    """The end of a round, in the game's own words or ``void``: of the entry that ended it."""
    FACT = "fact"
    """A fact of an incident, as ``cause`` and ``cause.few_turns``; the ball's direction, too."""
    CLAUSE = "clause"
    """A clause of the answered prompt; a clause of an outcome, of the entry that decided it."""
    REFUSED = "refused"
    ACTION = "action"
    """The action of the answered prompt."""
    PHRASE = "phrase"
    """The key of a phrase in the entry's row."""
    FIGURE = "figure"
    """A value in those phrases that is no phrase: a figure, a device's code."""
    NAMED = "named"
    """A person whom the row names, by the id."""
    CARD = "card"
    """A face, or at the wheel a number."""
    DEVICE = "device"
    SAID = "said"
    """A text that somebody wrote: a remark, a note, a reason, the text of an error."""
    LINE = "line"
    """A device's bytes in hex, else the protocol's line."""


class Word(msgspec.Struct, frozen=True):
    """A searched word: ``text`` in stored texts, or ``means``, keys whose words in the person's language hold
    it.
    """

    text: str
    means: Mapping[Facet, frozenset[str]] = msgspec.field(default_factory=dict)


class Filter(msgspec.Struct, frozen=True):
    """The conditions of a search. An empty condition is met by any entry; it must meet all others."""

    since: datetime | None = None
    """From this moment on."""
    until: datetime | None = None
    """Up to this moment, without it."""
    tables: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    shifts: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    """Any of these ids: it was their doing or about them, or they were dealer or pit boss then."""
    dealers: frozenset[str] = frozenset()
    pit_bosses: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    """Kinds of entries; of notes alone of a kind as :func:`note_of_kind` has them."""
    clauses: frozenset[str] = frozenset()
    outcomes: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    """The ends of rounds."""
    incident_kinds: frozenset[str] = frozenset()
    refused: bool | None = None
    """Only what was refused, or only what was taken."""
    round: str | None = None
    shoe: int | None = None
    incident: str | None = None
    words: tuple[Word, ...] = ()
    """All of them must be found."""
    bytes: bool = False
    """Whether a device's bytes are listed along with what is looked for, each entry of them.

    Without it only those are that were refused, that ``kinds`` name, or in which a word was found.
    """

    @property
    def folds(self) -> bool:
        """Whether bytes not refused and named by no word are left out; ``kinds`` name them themselves."""
        return not self.bytes and not self.kinds


_NOTE_OF_KIND: Final = f"{EventKind.NOTED}."


def note_of_kind(what: str) -> str:
    """The notes of a kind, by its name in the journal, as a kind of entries for :attr:`Filter.kinds`."""
    return f"{_NOTE_OF_KIND}{what}"


def kind_term(kind: str) -> tuple[Facet, str]:
    """The term by which entries of a kind are found: notes of a kind by the phrase that their row has."""
    return (Facet.PHRASE, f"log.{kind}") if kind.startswith(_NOTE_OF_KIND) else (Facet.KIND, kind)


def fold(text: str) -> str:
    """The text as it is compared: without case, and with one width for a Japanese keyboard's two."""
    return normalize("NFKC", text).casefold()


class LogPlace(msgspec.Struct, frozen=True, gc=False):
    """A row's position, from which reading goes on: its journal (by its place in the log) and its number."""

    journal: int
    number: int
    time: str
    """In UTC, as ISO 8601 to the microsecond: texts of one length, in the order of time."""


class RowNames(dict[str, str]):
    """People's names by id. Nothing changes it once a row has it, so that rows can be told apart by it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


class LogRow(msgspec.Struct, frozen=True, gc=False):
    """An entry as the log lists it; incident, outcome and people are None until the entry is indexed. The
    event is decoded only for a row that is shown.
    """

    place: LogPlace
    table: str
    game: str
    kind: str
    event: str
    """The event as tagged JSON."""
    refused: str | None
    person: str | None
    shift: str | None
    shoe: int
    recorded_round: str | None
    """The round in the entry: the last one, until the next opens."""
    prompted: str
    """How the prompt's JSON begins; as long as :attr:`stood`."""
    stood: str
    """How the JSON of the prompt before it begins; empty unless its kind is in :data:`ABOUT_PROMPT`."""
    rests_on: str
    """The clauses of that one, as JSON."""
    dealer: str | None = None
    pit_boss: str | None = None
    incident: str | None = None
    incident_kind: str | None = None
    outcome: str | None = None
    """Of a report on which nobody decided ``taken_back`` or ``came_to_nothing``."""
    decided_by: str | None = None
    """The clause that the incident's outcome rests on; None if no rule gives it."""
    in_preparation: bool = False
    """Whether it came while cards were brought into play or the wheel was checked; False if not indexed."""
    scanned_to: tuple[str, int] | None = None
    """The hand and the position to which a card came that was scanned as a step: that prompt names no place.
    """
    names: RowNames = RowNames()
    """The names that the row's own table gave people as of this entry, by id."""
    turn: int = 0
    """The turn of an entry's time that a clock showed again after it was set back; 0 if it came once."""

    @property
    def round(self) -> str | None:
        """The round that the entry is of; None in a preparation, when the last one is over and done with."""
        return None if self.in_preparation else self.recorded_round

    @property
    def number(self) -> int:
        return self.place.number

    @property
    def at(self) -> datetime:
        at = datetime.fromisoformat(self.place.time)
        return in_turn(at, self.turn) if self.turn else at

    @property
    def figures(self) -> Mapping[str, Any]:
        return _figures(self.event)

    @property
    def device(self) -> str | None:
        """The device whose bytes the event was read from; None for others, and for bytes themselves."""
        device = None if self.kind == FOLDED else self.figures.get("device")
        return device if isinstance(device, str) else None

    @property
    def device_bytes(self) -> bytes:
        """The bytes of a device; empty for an entry of another kind and if the card is covered."""
        if self.kind != FOLDED:
            return b""
        try:
            return b64decode(str(self.figures.get("received") or ""))
        except ValueError:
            return b""  # no device sent such text

    @property
    def seen_ms(self) -> int | None:
        """The milliseconds for which the answered screen had been painted; None if unknown."""
        seen = self.figures.get("seen") if self.kind in ANSWERING else None
        return int(seen["ms"]) if isinstance(seen, dict) else None

    @property
    def clauses(self) -> tuple[str, ...]:
        return _clauses(self.rests_on) if self.kind in ANSWERING else ()

    @property
    def due_action(self) -> str | None:
        """The action of the prompt that was due when the entry came; None if it answered no prompt."""
        return action_of(self.stood) or None if self.kind in ANSWERING else None

    @property
    def action(self) -> str:
        return action_of(self.prompted)

    @property
    def decides(self) -> bool:
        """Whether the entry decided an incident. An answer decides if nothing is asked then, and a report
        that did not come behind another one.
        """
        if self.refused is not None or self.kind not in DECIDING:
            return False
        if self.kind == EventKind.INCIDENT_REPORTED and (
            action_of(self.stood) in ("answer", "authorise") or _OF_STEP in self.stood
        ):
            return False
        return self.kind == EventKind.OUTCOME_AUTHORISED or self.action not in _STILL_ASKED


class Doubt(StrEnum):
    """The reason why an entry that a floor shows is not proved to be the recorded one."""

    CHANGED = "changed"
    """The entry differs from the recorded one."""
    NEAR = "near"
    """The entry, or one beside it, differs: they do not lead to the head."""
    UNPROVED = "unproved"
    """The entry is too far from what could be followed."""


class WholeEntry(msgspec.Struct, frozen=True):
    """An entry with everything that was kept of it, read when it is opened."""

    row: LogRow
    event: bytes
    prompt: bytes
    line: str | None
    raw: bytes | None
    monotonic: int
    digest: str
    """In hex, as is the chain there."""
    chain: str
    file: str
    """The name of the file that it is in."""
    sound: bool
    """Whether the entry is as it was written, by its digest."""
    doubt: Doubt | None = None
    """The reason why that is not proved, of what a floor shows."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a long piece of work, in entries."""

    done: int
    of: int


def action_of(prompt: str) -> str:
    """The action that a prompt's JSON begins with; empty if it begins otherwise."""
    if not prompt.startswith(_ACTION):
        return ""
    return prompt[len(_ACTION) :].partition('"')[0]


ANSWERING: Final = frozenset(kind for kind in EventKind if kind.row.answers)
"""Kinds of entries by which a prompt is answered; beside all others no clause of one stands."""
DECIDING: Final = frozenset(
    (EventKind.INCIDENT_REPORTED, EventKind.INCIDENT_ANSWERED, EventKind.OUTCOME_AUTHORISED)
)
"""The kinds of entries that are about an incident itself."""
ABOUT_PROMPT: Final = ANSWERING | DECIDING
"""The kinds of entries whose rows have the prompt of the entry before."""
_OF_STEP: Final = '"step":'
"""In the JSON of a prompt that is one of an incident's steps."""
STOOD: Final = 400
"""Characters of the JSON of a prompt that a row has, of its own and of the one before."""
_STILL_ASKED: Final = frozenset(("answer", "authorise", "sign_in"))


COVERED: Final[Mapping[str, Mapping[str, object]]] = {
    kind: {field: "" if field == "received" else UNSEEN for field in kind.row.faces}
    for kind in EventKind
    if kind.row.faces
}
"""The fields of an event that would reveal its card, with the values that stand there instead."""
_BESIDE: Final = frozenset(("event", "device", "by", "target", "outside", "hand", "card"))
"""The other fields of such an event that are shown."""
TELLS_NO_CARD: Final = frozenset(kind for kind in EventKind if not kind.row.faces)
"""Events that name no card which could lie face down. One that stands nowhere here is covered whole."""


def covered_row(row: LogRow) -> LogRow:
    return replace(row, event=covered_event(row.event.encode()).decode())


def cover_card(entry: WholeEntry) -> WholeEntry:
    """The entry with its card face down; its digest is left out, too, as there are but 52 faces to try."""
    event = covered_event(entry.event)
    return replace(
        entry, row=covered_row(entry.row), event=event, line=None, raw=None, digest=UNSEEN, chain=UNSEEN
    )


def covered_event(event: bytes) -> bytes:
    """An event as JSON with its card face down and without its bytes; an unknown event is covered whole."""
    try:
        fields = read_json(event, type=dict[str, Any])
    except msgspec.DecodeError:
        fields = {}
    name = str(fields.get("event"))
    if name in TELLS_NO_CARD:
        return event
    covers = COVERED.get(name)
    if covers is None:
        return msgspec.json.encode({"event": name})
    return msgspec.json.encode(
        {key: covers.get(key, value) for key, value in fields.items() if key in _BESIDE or key in covers}
    )
