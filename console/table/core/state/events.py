"""Events at the table, in the past tense: nothing else changes its state.

An event holds what happened and who did it, not whether it was right: that is recorded beside it. A device's
reading becomes an event here, and is not judged either: a card that is not due is refused later.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

import msgspec

from console.table.core.state.commissioning_state import Equipment, LevelFinding
from console.table.core.state.contradictions import Contradiction
from console.table.core.state.note_kinds import PeopleChange, row_of
from console.table.core.state.roles import Role, Who, person_of
from console.table.core.state.typed_facts import PROSE
from console.table.devices import readings
from console.table.devices.health import LossReason
from console.table.devices.model import DeviceRole
from console.table.devices.readings import WheelFaultMeaning
from console.table.game.blackjack.hands import Choice
from console.table.game.card_set import SetFinding
from console.table.game.cards import Card
from console.table.game.rule_values import TableLimits
from console.table.game.worksheet import Wager, Worksheet
from console.table.incidents.facts import Fact


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False, kw_only=True):
    """An event; the tag is its name in the journal. Every event has ``by``, ``who`` and ``device``; a kind
    that knows one of them has it as a field.
    """

    edition: int = 0
    """The edition of the protocol at the console that wrote it, where a shoe, a round, a halt or a report
    begins, and in the first entry of a console of another edition. Left out in any other.
    """
    at_entry: int = 0
    """The number of its entry, where a view may name it later: of a report and of an authorisation."""

    @property
    def by(self) -> str | None:
        """The person who did it; None if nobody did."""
        return None

    @property
    def who(self) -> str | None:
        """The person whom it is about; None if it is about nobody."""
        return None

    @property
    def device(self) -> str | None:
        """The device that reported it; None if none did."""
        return None


class SeenView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The view that stood before a person when the press began."""

    entry: Annotated[int, msgspec.Meta(ge=0)]
    """The last entry of the view that was painted."""
    ms: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    """For how many whole milliseconds it had been painted."""
    file: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The file of that entry, as the view named it: 0 before any file of the journal was set aside."""


class Act(Event, frozen=True, kw_only=True):
    """A person's action."""

    seen: SeenView | None = None
    """The view that the person saw, if the line names it."""
    beside: str | None = None
    """The dealer who stood beside the person, a trainee; None beside anybody else."""

    @property
    def person(self) -> Who:
        """The person who did it, a trainee with the dealer beside; empty for a device's card."""
        return person_of(self.by or "", self.beside)


class SignedIn(Event, frozen=True, tag="signed_in"):
    """A person took a role; or another dealer stands ``beside`` a trainee who deals already."""

    who: str
    role: Role
    beside: str | None = None
    """The dealer beside whom a trainee deals; None for anybody else."""
    way: str | None = None
    """By what: ``pin``, ``badge``, ``lasting`` (the authority of an earlier one); None: nobody said it."""


class SignedOut(Event, frozen=True, tag="signed_out"):
    """A person left."""

    who: str
    by_clock: bool = False
    """Whether the console itself signed the person out, without a press: its time was over, the screen was
    locked, another task or person came, a review ended, or the console was started.
    """


class BetsOpened(Event, frozen=True, tag="bets_opened"):
    """Bets were opened, and with them a round began."""

    round: str
    seconds: int
    hears: bool = False
    """Whether numbers count again from here on."""
    by_clock: bool = False
    """Whether the console's own clock opened them, at a table without a game server."""
    despite: tuple[str, ...] = ()
    """Something held bets back, and the dealer opened them by a press all the same."""


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    by_clock: bool = False
    """Whether they were closed by the console's own clock."""


class SeatsTold(Event, frozen=True, tag="seats_told"):
    """The game server named the seats with bets, by their numbers, ascending; there may be none."""

    seats: tuple[int, ...]


class PlayerAnswered(Act, frozen=True, tag="player_answered"):
    """A player answered for a hand, or did not in time.

    ``by`` and ``reason`` are a pit boss's who moved on if the game server stayed silent. ``seconds`` is
    how long the player had, by this table's own setting.
    """

    seat: int
    hand: int
    choice: Choice
    by: str | None = None
    reason: str | None = None
    seconds: int | None = None


class CardDrawn(Act, frozen=True, tag="card_drawn"):
    """A card left the shoe and was read.

    ``device`` read it; None for a line of the protocol. ``target`` is where the shoe itself counts it (hand
    and position from 1); a shoe that reports ``outside`` deals no game. ``by`` entered it by hand.
    """

    card: Card
    device: str | None = None
    target: tuple[str, int] | None = None
    outside: bool = False
    by: str | None = None
    untimed: bool = False
    """Whether nobody knows when it was read: something kept it on the way."""
    in_bet_time: bool = False
    """Of such a card: whether bets were open at any moment at which it can have been read."""


class CardUnread(Event, frozen=True, tag="card_unread"):
    """A card left the shoe and could not be read; ``outside``: while the shoe was in no game of its own."""

    device: str | None = None
    outside: bool = False
    untimed: bool = False
    in_bet_time: bool = False
    other_line: bool = False
    """Whether its line says nothing of a scan: it is a failed one since a card was due."""


class CutCardDrawn(Act, frozen=True, tag="cut_card_drawn"):
    """The cut card came: a ``device`` reported it, or ``by`` saw it."""

    device: str | None = None
    by: str | None = None


class ShoeResulted(Event, frozen=True, tag="shoe_resulted"):
    """The shoe reported the winner by its own count; ``winner`` is None for a forced quit."""

    winner: str | None
    player_pair: bool = False
    banker_pair: bool = False
    device: str = "shoe"


class BallRan(Act, frozen=True, tag="ball_ran"):
    """The dealer confirmed the ball's run: its full turns, and whether it went against the wheel."""

    turns: int
    direction: Literal["against", "with"]
    by: str


_PocketNumber = Annotated[int, msgspec.Meta(ge=0, le=36)]
"""A wheel's number. No console writes another: an entry with one was forged, and is not read."""


class NumberRead(Event, frozen=True, tag="number_read"):
    """The wheel's reader read the number; ``changed``: it had read another in the same game."""

    number: _PocketNumber
    device: str | None = None
    changed: bool = False
    kept: bool = False
    """Whether play that goes on asks for it, if it came in a halt."""
    game: int | None = None
    """The wheel's game, as it counts its games; None from a reader without states."""
    rotor: str = ""
    """Why it is no spin by what the rotor did; empty if it turned on."""
    held: bool = False
    """Whether its line was held back on the way, so that its time is not known."""
    of_round: str | None = None
    """The earlier round whose ball it is of, empty for a ball of no round; None: of the present one."""
    last: bool = False
    """Whether the wheel named it in its next game, as its last number."""
    counter: int | None = None
    """The wheel's own counter of its games then."""


class NumberSaid(Act, frozen=True, tag="number_said"):
    """The dealer entered the number."""

    number: _PocketNumber
    by: str
    kept: bool = False
    """Whether a number of bet time that no outcome uses counts as withdrawn."""


class BallSent(Event, frozen=True, tag="ball_sent"):
    """The wheel's reader saw the ball in its track; ``game`` counts its games (None: not counted)."""

    device: str = "wheel"
    game: int | None = None
    runs: bool = False
    """Whether it was sent before, and still runs in this bet time."""
    held: bool = False
    """Whether its line was held back on the way."""
    counter: int | None = None
    """The wheel's own counter of its games then."""


class WheelFaulted(Event, frozen=True, tag="wheel_faulted"):
    """The wheel's reader warned of a spin, or of itself; ``game`` counts its games (None: not counted)."""

    meaning: WheelFaultMeaning
    device: str = "wheel"
    game: int | None = None
    in_play: bool | None = None
    """Whether nothing halted the table when its line came."""


class CardSetFound(Event, frozen=True, tag="card_set_found"):
    """The console's figures say that the cards can't be of a whole, shuffled set by chance."""

    finding: SetFinding


class DeviceFaulted(Event, frozen=True, tag="device_faulted"):
    """A device reported a fault of its own."""

    device: str
    code: int


class DeviceNoted(Event, frozen=True, tag="device_noted"):
    """A device reported something that changes nothing."""

    device: str
    kind: str


NO_MORE_BETS: Final = "no_more_bets"
"""The kind of a wheel's note that its own time for bets is over."""


HELD_BACK: Final = "held_back"
"""The kind of a note that the lines that follow were held back on the way."""

LAUNCH_REPEATED: Final = "launch_repeated"
"""The kind of a wheel's note that it repeats a launch that failed."""


class BytesReceived(Event, frozen=True, tag="bytes_received"):
    """Bytes of a device, as they came; the readings in them follow as events of their own."""

    device: DeviceRole
    received: bytes
    after: int | None = None
    """Milliseconds since the device's bytes before them; None: as many as the device always leaves."""
    opened: bool = False
    """Whether they came within half a second of an opened port."""

    @property
    def is_timed(self) -> bool:
        return self.opened or self.after is not None


class StepDone(Act, frozen=True, tag="step_done"):
    """A person did the prompt's action."""

    by: str
    reason: str | None = None
    note: str | None = None
    damaged: bool | None = None
    """Whether the ball that was checked is damaged (LT-ROU-29); None if nothing was said of it."""
    counted: int | tuple[int, ...] | None = None
    """The cards that were counted at an inspection: of the whole set, or of each deck."""
    before: tuple[int, ...] = ()
    """The counts that the person typed before it, and counted again."""
    set: str | None = None
    """The number of the card set that came or went with the step."""
    prepared: str | None = None
    """Who prepared the set that came: a person's id, or a machine's name with its receipt."""
    game: int | None = None
    """The wheel's game, as it counts its games, in which the ball is said to be out of it."""


class TableOpened(Act, frozen=True, tag="table_opened"):
    """The pit boss opened the table."""

    by: str


class ReshuffleOrdered(Act, frozen=True, tag="reshuffle_ordered"):
    """The pit boss ordered a shuffle, or took the order back."""

    by: str
    on: bool = True
    new: bool = False


class CloseOrdered(Act, frozen=True, tag="close_ordered"):
    """The pit boss ordered the table closed, or took the order back."""

    by: str
    on: bool = True


class HaltWithdrawn(Act, frozen=True, tag="halt_withdrawn"):
    """The pit boss took the halt back, with a reason if due; ``number`` is the one that it makes void."""

    by: str
    reason: str | None = None
    number: _PocketNumber | None = None


class RoundVoided(Act, frozen=True, tag="round_voided"):
    """The pit boss voided a halted table's round; ``report`` is an incident's id if one is reported too."""

    by: str
    report: str | None = None


class PitBossCalled(Act, frozen=True, tag="pit_boss_called"):
    """The pit boss was called, or had come."""

    by: str
    on: bool


class IncidentReported(Act, frozen=True, tag="incident_reported"):
    """A person reported an incident; ``kind`` is None if it is still to be given."""

    id: str
    by: str
    kind: str | None = None
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)
    ball_out: bool = False
    """Whether the press that the ball is out, which had to be made at once, made the report."""
    counted: int | tuple[int, ...] | None = None
    """The count of an inspection, in the entry before it, that made the report; None for any other."""
    meant: str | None = None
    """The kind that the screen chose while another report was open; shown while this waits, without effect.
    """


class IncidentAnswered(Act, frozen=True, tag="incident_answered"):
    """A person answered in the open incident (None: ask again); ``changed``: an earlier answer changes."""

    by: str
    facts: dict[str, Fact | None]
    changed: bool = False


class OutcomeAuthorised(Act, frozen=True, tag="outcome_authorised"):
    """The pit boss confirmed the outcome, with a choice and a reason if they were asked for; ``seat``
    and ``hand`` are those that the incident is about.
    """

    by: str
    choice: str | None = None
    reason: str | None = None
    seat: int | None = None
    hand: int | None = None


class ReportWithdrawn(Act, frozen=True, tag="report_withdrawn"):
    """The open report, or the last that waits, was taken back; with a reason, if the person gave one."""

    by: str
    reason: str | None = None


class CardCorrected(Act, frozen=True, tag="card_corrected"):
    """The pit boss corrected a misread card: its hand, its position from 1, its face."""

    by: str
    hand: str
    card: int
    to: Card


class ManualSet(Act, frozen=True, tag="manual_set"):
    """The pit boss began or ended manual mode."""

    by: str
    on: bool


class WorksheetMade(Act, frozen=True, tag="worksheet_made"):
    """The pit boss asked for the returns of bets; ``worksheet`` is the result, None if it was refused."""

    by: str
    bets: tuple[Wager, ...] = ()
    worksheet: Worksheet | None = None


class ProceduresSet(Event, frozen=True, tag="procedures_set"):
    """The studio's configuration turned off the house procedures of these clauses."""

    off: tuple[str, ...] = ()


class LimitsSet(Event, frozen=True, tag="limits_set"):
    """The table's configuration sets these limits of bets; None: it sets none, and the rulebook's apply."""

    limits: TableLimits | None = None


class DecisionTimeSet(Event, frozen=True, tag="decision_time_set"):
    """The table's file sets the seconds for a player's answer; None: the rulebook's apply."""

    seconds: int | None = None


class Remarked(Act, frozen=True, tag="remarked"):
    """A person entered a remark for the journal."""

    by: str
    text: str


class HandoverSigned(Event, frozen=True, tag="handover_signed"):
    """A side of the handover of ``shift`` signed it, with its remarks."""

    by: str
    shift: str
    side: Literal["outgoing", "incoming"]
    remarks: str = ""


class SetEnd(StrEnum):
    """The entries about a card set that people sign."""

    RELEASED = "released"
    """A set that was put aside may come into play again."""
    RESTING = "resting"
    """A set is out of play and kept to come into play again."""
    RETURNED = "returned"
    DESTROYED = "destroyed"


class CardSetSigned(Event, frozen=True, tag="card_set_signed"):
    """A supervisor released a card set, or two people signed its rest, return or destruction. ``set`` is its
    number, ``by`` did it; ``authorised_by`` is the releasing supervisor, or the second person.
    """

    set: str
    what: SetEnd
    by: str
    authorised_by: str


class CardSetsBarred(Event, frozen=True, tag="card_sets_barred"):
    """The floor said which card sets are put aside at its other tables and not released."""

    sets: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    """The table of each set, empty if the floor does not name it."""


class ContradictionFound(Event, frozen=True, tag="contradiction_found"):
    """Two statements about one thing can't both be true."""

    contradiction: Contradiction


class ContradictionAnswered(Event, frozen=True, tag="contradiction_answered"):
    """A person who made neither statement answered a contradiction, by its id, with a reason; or somebody
    corrected the typed card to what was read, and the reason is empty.
    """

    id: str
    by: str
    reason: str


class EntryCorrected(Event, frozen=True, tag="entry_corrected"):
    """A wrong entry was corrected after the fact; the entry stays, and the table as it is.

    ``entry`` is its number in the journal's closed ``file`` (None: the present one); ``what`` names the part,
    with its value ``before`` and ``after``. ``by`` did it, ``authorised_by`` is another person.
    """

    id: str
    entry: int
    what: str
    before: str
    after: str
    by: str
    authorised_by: str
    why: str
    file: str | None = None


class Commissioned(Event, frozen=True, tag="commissioned"):
    """The table passed its commissioning before its first player, and two people signed the certificate.

    ``digest`` is its SHA-256, ``by`` the technician, ``authorised_by`` the supervisor. ``installed`` is the
    equipment (not in early entries), ``level`` the finding on the wheel (ROU-3.2.2), left out if it was not
    found level; ``made`` is when the certificate was made, maybe long before it was signed and entered.
    """

    digest: str
    by: str
    authorised_by: str
    terminal: str | None = None
    """The system's user, if it was entered at a terminal while the table was closed."""
    installed: Equipment | None = None
    level: LevelFinding | None = None
    made: datetime | None = None


class LineRejected(Event, frozen=True, tag="line_rejected"):
    """A line came that the table could not take at all; the entry holds the line itself."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """The console's own note: a restart, a failed sign-in, a device lost or found, a lock, a bug."""

    what: str
    who: str | None = None
    text: str | None = None
    terminal: str | None = None
    """The system's user, if it was done at a terminal and not at the table."""
    reason: LossReason | None = None
    """The reason why a device's port can't be opened, if the system gives one."""

    @property
    def is_about_people(self) -> bool:
        """Whether the table itself reports here a change that was made to the people's file at a terminal."""
        row = row_of(self.what)
        return self.terminal is not None and row is not None and row.is_about_people


AnyEvent = (
    SignedIn
    | SignedOut
    | BetsOpened
    | BetsClosed
    | SeatsTold
    | PlayerAnswered
    | CardDrawn
    | CardUnread
    | CutCardDrawn
    | ShoeResulted
    | BallRan
    | NumberRead
    | NumberSaid
    | BallSent
    | WheelFaulted
    | CardSetFound
    | DeviceFaulted
    | DeviceNoted
    | BytesReceived
    | StepDone
    | TableOpened
    | ReshuffleOrdered
    | CloseOrdered
    | HaltWithdrawn
    | RoundVoided
    | PitBossCalled
    | IncidentReported
    | IncidentAnswered
    | OutcomeAuthorised
    | ReportWithdrawn
    | CardCorrected
    | ManualSet
    | WorksheetMade
    | ProceduresSet
    | LimitsSet
    | DecisionTimeSet
    | Remarked
    | HandoverSigned
    | CardSetSigned
    | CardSetsBarred
    | ContradictionFound
    | ContradictionAnswered
    | EntryCorrected
    | Commissioned
    | LineRejected
    | Noted
)


def written_in(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """The texts that people wrote, each with its author or a terminal's user; never the console's own."""
    if isinstance(event, LineRejected):
        return
    if isinstance(event, Noted):
        row = row_of(event.what)
        if row is not None and row.is_about_people and (reason := PeopleChange.of(event.text or "").reason):
            yield event.who or event.terminal or "", reason
        return
    texts = (getattr(event, name, None) for name in PROSE)
    yield from ((getattr(event, "by", None) or "", text) for text in texts if text)


OF_TABLE_FILE: Final = (ProceduresSet, LimitsSet, DecisionTimeSet)
"""The events by which a start records what the table's file changes of the rules."""

PlayersEvent = SeatsTold | PlayerAnswered
"""The acts of players at a card table; each game decides what follows."""

EventOfSomeGames = PlayersEvent | BallRan | NumberRead | NumberSaid
"""Events that only some games have; each game decides whether they can be."""

OF_SOME_GAMES: Final = (SeatsTold, PlayerAnswered, BallRan, NumberRead, NumberSaid)
"""The classes of :data:`EventOfSomeGames`."""


class _Decoder:
    """Reads an event. Raises msgspec.DecodeError for any other text."""

    __slots__ = ("plain",)

    def __init__(self) -> None:
        self.plain = msgspec.json.Decoder(AnyEvent).decode
        """A decoder for a caller that reads thousands: JSON nested too deep raises RecursionError."""

    def decode(self, event: bytes | str) -> Any:
        try:
            return self.plain(event)
        except RecursionError as error:  # deeply nested brackets: no console wrote that
            raise msgspec.DecodeError("it is nested too deep") from error


DECODER: Final = _Decoder()
ENCODER: Final = msgspec.json.Encoder()


def name_of(struct: type[Event]) -> str:
    return str(struct.__struct_config__.tag)


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def event_of(device: str, reading: readings.Reading) -> AnyEvent:
    match reading:
        case readings.CardRead():
            return CardDrawn(reading.card, device, _target(reading), not reading.in_game)
        case readings.CardUnread():
            return CardUnread(device, not reading.in_game, other_line=not reading.says_so)
        case readings.CutCardRead():
            return CutCardDrawn(device)
        case readings.ShoeResult():
            winner = None if reading.forced_quit else reading.winner
            return ShoeResulted(winner, reading.player_pair, reading.banker_pair, device)
        case readings.ShoeFault():
            return DeviceFaulted(device, reading.code)
        case readings.WheelNumber():
            return NumberRead(reading.number, device, kept=True, rotor=reading.rotor)
        case readings.NumberChanged():
            return NumberRead(reading.number, device, changed=True, kept=True)
        case readings.BallInTrack():
            return BallSent(device)
        case readings.WheelFault():
            return WheelFaulted(reading.meaning, device, reading.game)
        case readings.LaunchRepeated():
            return DeviceNoted(device, LAUNCH_REPEATED)
        case readings.NoMoreBets():
            return DeviceNoted(device, NO_MORE_BETS)
        case readings.BatteryLevel():
            return DeviceNoted(device, f"battery {reading.percent}")
        case _:
            return DeviceNoted(device, type(reading).__name__)


def _target(reading: readings.CardRead) -> tuple[str, int] | None:
    """The place for which the device counts the card; None for a device that counts none."""
    place = reading.place
    return (place.target.value, place.index) if place else None
