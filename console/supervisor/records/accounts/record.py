"""An incident's record as a value: all that a supervisor asks about it, without words of any language.

A halt that did not become an incident, and a correction outside an incident, have a record of the same form,
since both are interventions. The record of a wheel has the number, people's reports on the spin, and
worksheets, with amounts in minor units. It knows neither the journal's file nor where a record is printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec

from console.base.software import Software
from console.supervisor.history.interventions import (
    Authorisation,
    GivenFact,
    InterventionKind,
    RetractedDecision,
    StepRecord,
)
from console.supervisor.history.quick_steps import QuickStep
from console.table.core import (
    OF_PERSONS,
    TICKS,
    Contradiction,
    JournalOrigin,
    NoPicture,
    Outlet,
    PlayerAnswer,
    RoundStatus,
    SetRounds,
    SetsAtTable,
    Who,
    shown_with_set,
)
from console.table.devices import wheel_status
from console.table.game import ReplacedShoe, Result, Worksheet
from console.table.incidents import Fact

BesideAtActs: TypeAlias = dict[str, dict[str, tuple[datetime, ...]]]
"""Trainees, each with the dealers who stood beside, and the times of the acts at which each did."""


def beside_at_acts(acts: Iterable[tuple[str | None, str | None, datetime]]) -> BesideAtActs:
    """The trainees among acts of: a person, the dealer beside if that is a trainee, and its time."""
    found: BesideAtActs = {}
    for by, beside, at in acts:
        if by is not None and beside is not None:
            dealers = found.setdefault(by, {})
            dealers[beside] = tuple(dict.fromkeys((*dealers.get(beside, ()), at)))
    return found


class SpinState(msgspec.Struct, frozen=True):
    """The state of a spin: its number, the numbers that were reported, and the ball's valid run."""

    number: int | None
    """The winning number, once it is known."""
    recorded: int | None
    """The number that the wheel's reader recorded."""
    said: int | None
    """The dealer's number, until it is confirmed."""
    mistaken: int | None
    """The first wrong number that counted before another one was found to be right (LT-ROU-33)."""
    second: int | None
    """The second number, if two different numbers halted the table."""
    turns: int | None
    direction: Literal["against", "with"] | None
    wrong: tuple[int, ...] = ()
    """Every number that was recorded or announced and differs from the one that counts, ascending."""


class SpinReport(msgspec.Struct, frozen=True):
    """A person's report on the spin: the ball's run, or the number; ``cause`` is why a run is invalid."""

    entry: int
    at: datetime
    by: Who
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    number: int | None = None
    cause: str | None = None
    refused: str | None = None
    counts: Literal[False] | msgspec.UnsetType = msgspec.UNSET
    """False if it was accepted and changed nothing; else not in the file."""


class WorksheetRecord(msgspec.Struct, frozen=True):
    """A worksheet as a person asked for it: its round, and the number by which it is computed. ``recorded``
    is the number recorded by mistake, if any; ``paid``: bets were paid before. ``draft``: the next worksheet
    only adds or removes a bet, or one from after a restart has all its bets.
    """

    entry: int
    at: datetime
    by: Who
    round: str | None
    void: bool
    number: int | None
    recorded: int | None
    paid: bool
    worksheet: Worksheet
    draft: bool = False
    currency: str | None = None
    """The currency of the table's own limits then; None: the rulebook's currency, if any."""
    paid_by: tuple[int, ...] = ()
    """The numbers by which bets were paid before, in order."""


class ReaderLine(msgspec.Struct, frozen=True):
    """A line of the wheel's reader: its text and its meaning, which is None for an incomplete status line."""

    line: str
    status: wheel_status.WheelStatus | None


UNREAD: Final = "??"
"""A card that was not read, or whose face is not shown."""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table to which the journal belongs: its name, its game, the id of its rulebook."""

    table: str
    game: str
    rules: str
    software: tuple[Software, ...] = ()
    """The software that ran the table, in order, if a restart changed it; empty for an old journal."""
    label: str = ""
    """The name that distinguishes the table from its namesakes in a document; empty if it has none."""
    origin: JournalOrigin = JournalOrigin.LIVE


class RecordPlace(msgspec.Struct, frozen=True):
    """The event's shift, shoe (its number here, 0 before the first) and round; a wheel has its serial."""

    shift: str | None
    shoe: int
    round: str | None
    wheel: str | None = None
    prepared: str | msgspec.UnsetType = msgspec.UNSET
    """The person or the machine, with a receipt, that prepared the card set in play, if noted."""

    @property
    def people(self) -> list[str]:
        """The persons among what was typed of the set."""
        return [who for each in OF_PERSONS if (who := getattr(self, each)) is not msgspec.UNSET]


def typed_of_set(sets: SetsAtTable) -> dict[str, str | msgspec.UnsetType]:
    """The fields of a :class:`RecordPlace` that were typed of the set in play, if noted."""
    return {each.name: getattr(sets, each.name) or msgspec.UNSET for each in shown_with_set(Outlet.RECORD)}


class Hands(msgspec.Struct, frozen=True):
    """The cards and bets at one moment; ``held`` is a card in no hand, ``??`` if no device read it."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    points: dict[str, int]
    """The points of each hand by its name: ``player``, ``dealer``, seat and hand as ``3.1``."""
    hands: dict[str, tuple[str, ...]]
    """The cards of each hand as everybody could see them, ``??`` for one that lay face down."""
    held: str | None
    phase: str
    status: RoundStatus | None
    bets: str
    shoe_left: int | None
    """How many of the 416 cards are not yet read; None at a wheel and at a closing or closed table."""
    back: tuple[str, ...] = ()
    """The names of the hands whose bets went back although their round was not void (LT-BJ-2.3.8)."""
    spin: SpinState | None = None
    """The state of the spin; None at a table of cards."""
    doubled: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The names of the hands that were doubled; in the file only if there are any."""
    besides: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The other cards in no hand, as :attr:`held`; in the file only if there are any."""


class Meaning(msgspec.Struct, frozen=True):
    """The meaning of bytes or of a line: the event's name, its card, number or fault, a refusal's reason."""

    event: str
    card: str | None = None
    refused: str | None = None
    counts: bool | msgspec.UnsetType = msgspec.UNSET
    """False for a card or number that was accepted and changed nothing; True for one that was refused and was
    recorded or lies in a hand since; else not in the file.
    """


class ReadBytes(msgspec.Struct, frozen=True):
    """Bytes as they came, in hex, with their meaning; ``device`` and ``hex`` are None for a line."""

    entry: int
    at: datetime
    device: str | None
    hex: str | None
    said: tuple[Meaning, ...] = ()
    lines: tuple[ReaderLine, ...] = ()
    """The wheel's status lines that are in these bytes, or that end in them."""


class EnteredCard(ReadBytes, frozen=True):
    """A card that a person entered, or a cut card that one saw. Its fields are a line's reading's."""


class RecordedRemark(msgspec.Struct, frozen=True):
    entry: int
    at: datetime
    by: Who
    text: str
    file: str | msgspec.UnsetType = msgspec.UNSET
    """The journal's file that has the entry, if it is not the file of the record's first entry, or in a
    round's file that of the round's beginning.
    """


class RecordedPress(msgspec.Struct, frozen=True):
    """A person's action: the event with its figures, the prompt's action, and the reason of a refusal."""

    entry: int
    at: datetime
    by: Who
    kind: str
    figures: dict[str, Any]
    asked: str = ""
    refused: str | None = None
    seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`."""


class RecordedAnswer(PlayerAnswer, frozen=True, kw_only=True, omit_defaults=False):
    """A player's answer as entry ``entry`` holds it."""

    entry: int


class Correction(msgspec.Struct, frozen=True):
    """A misread card that was corrected: its place, value before and after, when, by whom, and the reason."""

    entry: int
    at: datetime
    by: Who
    hand: str
    position: int
    before: str | None
    after: str
    reason: str | None = None
    seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`."""


class ListedCorrection(Correction, frozen=True, kw_only=True, omit_defaults=False):
    """A correction in a list over several rounds; ``id`` is its record's."""

    id: str
    round: str | None


class MisplacedCard(msgspec.Struct, frozen=True):
    """A card that was read right and laid at a wrong place: its hand, its position from 1, and its face. No
    journal knows where it lay by mistake.
    """

    hand: str
    card: int
    face: str


BetState: TypeAlias = Literal["open", "won", "lost", "back"]
"""The state of a bet: not decided yet, won, lost, or its stake went back."""


class SideBet(msgspec.Struct, frozen=True):
    """A seat's side bet and its result if placed, which the console never learns (LT-BJ-11, LT-BJ-12)."""

    seat: int
    bet: str
    """``perfect_pairs`` or ``21+3``; ``insurance``, if it was placed and went back."""
    state: BetState
    made: str | None
    """The combination that won; None if none did."""
    clauses: tuple[str, ...]
    """The clauses behind the state; empty if bets went back by no clause of this record."""


class RecordedTick(msgspec.Struct, frozen=True):
    """A person's confirmation that an office was informed."""

    entry: int
    at: datetime
    by: str
    file: str | msgspec.UnsetType = msgspec.UNSET
    """As :attr:`RecordedRemark.file`."""


class RecordedWithdrawal(msgspec.Struct, frozen=True):
    """The entry that ended the need to inform, since the outcome was taken back."""

    entry: int
    at: datetime
    file: str | msgspec.UnsetType = msgspec.UNSET
    """As :attr:`RecordedRemark.file`."""


class RecordedNotification(msgspec.Struct, frozen=True):
    """An office that the house had to inform of the incident, by when, and the people who confirmed it."""

    entry: int
    whom: str
    until: datetime
    ticks: tuple[RecordedTick, ...] = ()
    withdrawn: RecordedWithdrawal | msgspec.UnsetType = msgspec.UNSET
    """In the file only if it was withdrawn."""

    @property
    def is_open(self) -> bool:
        """Whether it is neither confirmed by two people nor withdrawn."""
        return self.withdrawn is msgspec.UNSET and len(self.ticks) < TICKS


class RecordedPicture(msgspec.Struct, frozen=True):
    """The recorder's last answer on the incident: the ``moment`` it was asked for, and ``why`` it is no
    picture; None if it is one.
    """

    entry: int
    at: datetime
    moment: datetime
    why: NoPicture | None
    file: str | msgspec.UnsetType = msgspec.UNSET
    """As :attr:`RecordedRemark.file`."""


class Amendment(msgspec.Struct, frozen=True):
    """A correction after the fact: what was changed, before and after, by whom, who authorised it, and why.
    ``entry`` is the correction's own; ``about`` is the corrected entry, which is not changed. ``file`` is the
    closed file of ``about``; left out if both are in one file, except in a report of several files.
    """

    id: str
    entry: int
    at: datetime
    about: int
    what: str
    before: str
    after: str
    by: str
    authorised_by: str
    why: str
    file: str | msgspec.UnsetType = msgspec.UNSET


class PromptThen(msgspec.Struct, frozen=True):
    """A prompt as it was given: the entry after which it was due, its action, and its clauses."""

    entry: int
    action: str
    clauses: tuple[str, ...]


class RecordedClockChange(msgspec.Struct, frozen=True):
    """The computer's clock was set during it: the seconds, forward positive, and the new time."""

    entry: int
    at: datetime
    seconds: float


class RecordProof(msgspec.Struct, frozen=True):
    """The record's place in the journal: first and last entry, and the digest of the chain there, in hex;
    ``??`` while a card of it may not be shown.
    """

    first: int
    last: int
    chain: str
    first_file: str | msgspec.UnsetType = msgspec.UNSET
    """The name of the first entry's file, if the journal continues in a later one: each counts its own."""
    last_file: str | msgspec.UnsetType = msgspec.UNSET


class RefusedWithdrawal(msgspec.Struct, frozen=True):
    """A person's withdrawal that was refused, with the reason that was given."""

    entry: int
    at: datetime
    by: str
    reason: str | None = None


class Record(msgspec.Struct, frozen=True):
    """All that the journal has of one intervention; times are UTC."""

    id: str
    sort: InterventionKind
    origin: Origin
    where: RecordPlace
    kind: str | None
    """The incident's kind or the halt's reason; None for a correction and for an incident without a kind."""
    happened: datetime
    """When the table was halted for it; else, or if another report was open, when it was reported."""
    filmed_from: datetime
    """The earliest moment that its video must show, without the lead-in: of the halt, the failed scans or the
    reading that it is about, or of the report.
    """
    reported: datetime
    closed: datetime | None
    """None while it is open."""
    reported_by: Who | None
    closed_by: Who | None
    """The person who ended it; None for a device, while it is open, or if it came to nothing."""
    facts: dict[str, Fact | None]
    told: tuple[GivenFact, ...]
    clause: str | None
    basis: Literal["rule", "house"] | None
    outcome: str | None
    """The incident's outcome; for a halt ``withdrawn``, ``void``, ``read`` or ``incident``."""
    authority: str | None
    authorised: Authorisation | None
    steps: tuple[StepRecord, ...]
    before: Hands
    after: Hands
    corrections: tuple[Correction, ...]
    remarks: tuple[RecordedRemark, ...]
    readings: tuple[ReadBytes, ...]
    sealed: bool
    """Whether bytes and faces are left out because such a card may still come from the shoe."""
    proof: RecordProof
    spins: tuple[SpinReport, ...] = ()
    """People's reports on the spin: the ball's runs, the dealer's numbers."""
    worksheets: tuple[WorksheetRecord, ...] = ()
    closed_seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`, for the press that ended it."""
    closed_reason: str | None = None
    """The reason for withdrawing it, if the person gave one."""
    brought_in: ReplacedShoe | None = None
    """The rulebook's requirements for the shoe that was brought into the round, if any."""
    contradictions: tuple[Contradiction, ...] | msgspec.UnsetType = msgspec.UNSET
    """The statements in it that can't both be true; in the file only if there are any."""
    counted: int | tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The count of an inspection that made the report: of the whole set, or of each deck."""
    retracted: tuple[RetractedDecision, ...] | msgspec.UnsetType = msgspec.UNSET
    """The decisions that were taken back, in order; in the file only if there are any."""
    card_set: str | msgspec.UnsetType = msgspec.UNSET
    """The number of the card set found to be wrong; in the file only if it has one."""
    withdrawals: tuple[RefusedWithdrawal, ...] | msgspec.UnsetType = msgspec.UNSET
    """The withdrawals that were refused while it was open; in the file only if there were any."""
    set_rounds: SetRounds | msgspec.UnsetType = msgspec.UNSET
    """The rounds since the card set that was found wrong came into play."""
    notifications: tuple[RecordedNotification, ...] | msgspec.UnsetType = msgspec.UNSET
    """The offices to inform of it; in the file only if there are any."""
    picture: RecordedPicture | msgspec.UnsetType = msgspec.UNSET
    """The recorder's answer on it; in the file only if it was asked."""
    answers: tuple[RecordedAnswer, ...] = ()
    """The answers of the round's players up to its end, in time or not."""
    misplaced: tuple[MisplacedCard, ...] = ()
    """The cards that were laid at a wrong place, if it is known which ones they are."""
    side_bets: tuple[SideBet, ...] = ()
    """The side bets of the seats that it touches, as they stand at its end."""
    overtaken_by: str | None = None
    """The incident behind which the report waited until it was no longer possible."""
    amended: tuple[Amendment, ...] | msgspec.UnsetType = msgspec.UNSET
    """The corrections after the fact of its entries; in the file only if there are any."""
    asked: tuple[PromptThen, ...] | msgspec.UnsetType = msgspec.UNSET
    """The decision and the steps that the console asked for then, and what followed; in the file only if
    another rulebook asked for something else.
    """
    clock: tuple[RecordedClockChange, ...] | msgspec.UnsetType = msgspec.UNSET
    """Each time that the clock was set within it; in the file only if it was."""
    beside: BesideAtActs | msgspec.UnsetType = msgspec.UNSET
    """Trainees who acted in it, each with the dealers beside; in the file only if there are any."""
    quick: tuple[QuickStep, ...] | msgspec.UnsetType = msgspec.UNSET
    """The steps that were pressed sooner than their work takes; in the file only if there are any."""

    @property
    def open(self) -> bool:
        return self.closed is None

    @property
    def taken_back(self) -> bool:
        """Whether a report was withdrawn before anybody decided on it."""
        return (
            self.sort is InterventionKind.INCIDENT
            and self.outcome == Result.RECORD_ONLY
            and self.authorised is None
            and self.overtaken_by is None
        )

    @property
    def is_undecided(self) -> bool:
        """Whether a report ended before anybody decided on it."""
        return self.taken_back or self.overtaken_by is not None

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all persons in the record, in the order in which they appear."""
        decided = self.authorised.by if self.authorised else None
        who: list[str | None] = [self.reported_by, decided, self.closed_by]
        who += [given.by for given in self.told] + [step.by for step in self.steps]
        who += [mended.by for mended in self.corrections] + [remark.by for remark in self.remarks]
        who += [report.by for report in self.spins] + [made.by for made in self.worksheets]
        who += [each.by for each in self.answers]
        who += [name for each in self.contradictions or () for name in each.people]
        who += [each.by for each in self.withdrawals or ()] + [each.by for each in self.quick or ()]
        who += [name for each in self.retracted or () for name in (each.by, each.back_by)]
        who += [tick.by for each in self.notifications or () for tick in each.ticks]
        who += [each for dealers in (self.beside or {}).values() for each in dealers]
        who += [name for each in self.amended or () for name in (each.by, each.authorised_by)]
        who += self.where.people
        return tuple(dict.fromkeys(each for each in who if each is not None))
