"""What happened at the table, in the past tense: the only thing that changes its state.

An event says what happened and who did it, not whether it was right: that is recorded beside it. A device's
reading becomes one here, and is not judged either: a card that is not due is refused later.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec

from console.devices import readings
from console.devices.model import DeviceRole
from console.devices.readings import WheelFaultMeaning
from console.game.blackjack.hands import Choice
from console.game.cards import Card
from console.game.rule_values import TableLimits
from console.game.worksheet import Wager, Worksheet
from console.incidents.facts import Fact
from console.table.state.commissioned import Installed, LevelTold
from console.table.state.note_kinds import row_of
from console.table.state.roles import Role


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Something that happened; the tag is its name in the journal."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What stood before a person when the press began."""

    entry: Annotated[int, msgspec.Meta(ge=0)]
    """The last entry of the view that was painted."""
    ms: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    """For how many whole milliseconds it had been painted."""


class Act(Event, frozen=True, kw_only=True):
    """Something that a person did."""

    seen: Seen | None = None
    """What that person saw, where the line said so."""


class SignedIn(Event, frozen=True, tag="signed_in"):
    """A person took a role."""

    who: str
    role: Role


class SignedOut(Event, frozen=True, tag="signed_out"):
    """A person left."""

    who: str


class BetsOpened(Event, frozen=True, tag="bets_opened"):
    """Bets were opened, and with them a round began."""

    round: str
    seconds: int
    hears: bool = False
    """Whether numbers count again from here on (in journals of 0.3 not before the spin)."""
    by_clock: bool = False
    """Whether the console's own clock opened them, at a table without a game server."""


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """No more bets."""

    by_clock: bool = False
    """Whether they were closed by the console's own clock."""


class SeatsTold(Event, frozen=True, tag="seats_told"):
    """The game server said which seats have bet, by their numbers, ascending; it may be none."""

    seats: tuple[int, ...]


class PlayerAnswered(Act, frozen=True, tag="player_answered"):
    """A player answered for a hand, or did not in time.

    ``by`` and ``reason`` are a pit boss's who moved on where the game server stayed silent. ``seconds`` is
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

    ``device`` read it; None for a line of the protocol. ``target`` is where the shoe itself counts it
    (hand and position from 1); a shoe that says ``outside`` deals no game. ``by`` entered it by hand.
    """

    card: Card
    device: str | None = None
    target: tuple[str, int] | None = None
    outside: bool = False
    by: str | None = None


class CardUnread(Event, frozen=True, tag="card_unread"):
    """A card left the shoe and could not be read; ``outside``: while the shoe was in no game of its own."""

    device: str | None = None
    outside: bool = False


class CutCardDrawn(Event, frozen=True, tag="cut_card_drawn"):
    """The cut card came."""

    device: str | None = None


class ShoeResulted(Event, frozen=True, tag="shoe_resulted"):
    """The shoe said who won by its own count; ``winner`` is None for a forced quit."""

    winner: str | None
    player_pair: bool = False
    banker_pair: bool = False
    device: str = "shoe"


class BallRan(Act, frozen=True, tag="ball_ran"):
    """The dealer confirmed the ball's run: its full turns, and whether it went against the wheel."""

    turns: int
    direction: Literal["against", "with"]
    by: str


class NumberRead(Event, frozen=True, tag="number_read"):
    """The wheel's reader said the number; ``changed``: another than it had said in the same game."""

    number: int
    device: str | None = None
    changed: bool = False
    kept: bool = False
    """Whether play that goes on asks for it, where it was told in a halt (not in journals of 0.3)."""


class NumberSaid(Act, frozen=True, tag="number_said"):
    """The dealer said the number."""

    number: int
    by: str


class BallSent(Event, frozen=True, tag="ball_sent"):
    """The wheel's reader saw the ball in its track; ``game`` counts its games (None: not counted)."""

    device: str = "wheel"
    game: int | None = None


class WheelFaulted(Event, frozen=True, tag="wheel_faulted"):
    """The wheel's reader warned of a spin, or of itself; ``game`` counts its games (None: not counted)."""

    meaning: WheelFaultMeaning
    device: str = "wheel"
    game: int | None = None
    in_play: bool | None = None
    """Whether nothing halted the table as the line came that told it; None in journals of 0.3."""


class DeviceFaulted(Event, frozen=True, tag="device_faulted"):
    """A device said that something is wrong with it."""

    device: str
    code: int


class DeviceNoted(Event, frozen=True, tag="device_noted"):
    """A device said something that changes nothing."""

    device: str
    kind: str


class BytesReceived(Event, frozen=True, tag="bytes_received"):
    """Bytes of a device, as they came; what they say follows as events of its own."""

    device: DeviceRole
    received: bytes


class StepDone(Act, frozen=True, tag="step_done"):
    """Somebody did what the prompt named."""

    by: str
    reason: str | None = None
    note: str | None = None
    damaged: bool = False
    """Whether the ball that was checked is damaged (LT-ROU-29)."""


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
    """The pit boss took back what halted the table, with a reason where that must be given.

    ``number`` is the wheel's or the dealer's that is void by it: it never becomes the winning number.
    """

    by: str
    reason: str | None = None
    number: int | None = None


class RoundVoided(Act, frozen=True, tag="round_voided"):
    """The pit boss voided the round of a halted table.

    ``report`` is the incident's id where the rulebook asks for more than the void: it is reported so.
    """

    by: str
    report: str | None = None


class PitBossCalled(Act, frozen=True, tag="pit_boss_called"):
    """The pit boss was called, or had come."""

    by: str
    on: bool


EDITION: Final = 1
"""From here on a ball is judged once it is picked up (LT-ROU-29), and a round without a seat left is void."""


class IncidentReported(Act, frozen=True, tag="incident_reported"):
    """Somebody reported that something went wrong; ``kind`` is None where it is still to be told."""

    id: str
    by: str
    kind: str | None = None
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)
    ball_out: bool = False
    """Whether it was reported by the press that the ball is out, which had to be done at once."""
    edition: int = 0
    """By which edition of the protocol it is carried out: :data:`EDITION`; 0 in journals of 0.3."""


class IncidentAnswered(Act, frozen=True, tag="incident_answered"):
    """Somebody answered a question of the open incident, or changed an answer; None asks the question again.

    ``changed`` says that it changes or takes back something that was given or known.
    """

    by: str
    facts: dict[str, Fact | None]
    changed: bool = False


class OutcomeAuthorised(Act, frozen=True, tag="outcome_authorised"):
    """The pit boss confirmed the outcome, with a choice and a reason where they were asked for."""

    by: str
    choice: str | None = None
    reason: str | None = None


class ReportWithdrawn(Act, frozen=True, tag="report_withdrawn"):
    """The open report, or the last that waits, was taken back; why, where whoever did it gave a reason."""

    by: str
    reason: str | None = None


class CardCorrected(Act, frozen=True, tag="card_corrected"):
    """The pit boss mended a card that was misread: its hand, its position from 1, what it is."""

    by: str
    hand: str
    card: int
    to: Card


class ManualSet(Act, frozen=True, tag="manual_set"):
    """The pit boss began or ended manual mode."""

    by: str
    on: bool


class WorksheetMade(Act, frozen=True, tag="worksheet_made"):
    """The pit boss asked what bets bring back; ``worksheet`` is what came out, None if it was refused."""

    by: str
    bets: tuple[Wager, ...] = ()
    worksheet: Worksheet | None = None


class ProceduresSet(Event, frozen=True, tag="procedures_set"):
    """The studio's configuration turned off the house procedures of these clauses."""

    off: tuple[str, ...] = ()


class LimitsSet(Event, frozen=True, tag="limits_set"):
    """The table's configuration sets these limits of bets; None: it sets none, and the rulebook's hold."""

    limits: TableLimits | None = None


class Remarked(Act, frozen=True, tag="remarked"):
    """Somebody said something for the journal."""

    by: str
    text: str


class HandoverSigned(Event, frozen=True, tag="handover_signed"):
    """A side of the handover of ``shift`` signed for it, with what is to be said of it."""

    by: str
    shift: str
    side: Literal["outgoing", "incoming"]
    remarks: str = ""


class EntryCorrected(Event, frozen=True, tag="entry_corrected"):
    """What an entry says was wrong was put right after the fact; the entry stays, and the table as it is.

    ``entry`` is its number in the journal's closed ``file``, or in the one that goes on if None; ``what``
    names what of it, with the value ``before`` and ``after``. ``by`` did it, ``authorised_by`` is somebody
    else.
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
    """What the table had to prove before its first player was proved, and two people signed the certificate.

    ``digest`` is the certificate's SHA-256, ``by`` the technician, ``authorised_by`` the supervisor.
    ``installed`` is what was at work there; an entry of an earlier console does not say it. ``level`` is what
    the certificate says of the wheel's level (ROU-3.2.2): left out where nobody found it level. ``made`` is
    when the certificate was made, which may be long before it is signed and entered.
    """

    digest: str
    by: str
    authorised_by: str
    terminal: str | None = None
    """The system's user, where it was entered at a terminal while the table was closed."""
    installed: Installed | None = None
    level: LevelTold | None = None
    made: datetime | None = None


class LineRejected(Event, frozen=True, tag="line_rejected"):
    """A line came that the table could not take at all; the entry holds the line itself."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """What the console does itself: a restart, a failed sign-in, a device lost or found, a lock, a bug."""

    what: str
    who: str | None = None
    text: str | None = None
    terminal: str | None = None
    """The system's user, where it was done at a terminal and not at the table."""

    @property
    def tells_of_people(self) -> bool:
        """Whether the table itself tells here what was changed in the people's file at a terminal."""
        row = row_of(self.what)
        return self.terminal is not None and row is not None and row.tells_of_people


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
    | Remarked
    | HandoverSigned
    | EntryCorrected
    | Commissioned
    | LineRejected
    | Noted
)

Answered = SeatsTold | PlayerAnswered
"""What players do at a card table; each game decides what follows."""

Spun = BallRan | NumberRead | NumberSaid
"""What comes of a spin."""

Own = Answered | Spun
"""Events that only some games have; each game decides whether they can be."""

OWN: Final = (SeatsTold, PlayerAnswered, BallRan, NumberRead, NumberSaid)


class _Decoder:
    """Reads an event; raises msgspec.DecodeError for what is none."""

    __slots__ = ("_decode",)

    def __init__(self) -> None:
        self._decode = msgspec.json.Decoder(AnyEvent).decode

    @property
    def plain(self) -> Callable[[bytes | str], Any]:
        """A decoder for whoever reads thousands: it raises RecursionError for what is nested too deep."""
        return self._decode

    def decode(self, event: bytes | str) -> Any:
        try:
            return self._decode(event)
        except RecursionError as error:  # brackets within brackets: no console wrote that
            raise msgspec.DecodeError("it is nested too deep") from error


DECODER: Final = _Decoder()
ENCODER: Final = msgspec.json.Encoder()


def name_of(struct: type[Event]) -> str:
    """The name of a kind of event in the journal."""
    return str(struct.__struct_config__.tag)


def kind_of(event: Event) -> str:
    """The event's name in the journal."""
    return str(event.__struct_config__.tag)


def event_of(device: str, reading: readings.Reading) -> AnyEvent:
    """The event that a reading of this device stands for."""
    match reading:
        case readings.CardRead():
            return CardDrawn(reading.card, device, _target(reading), not reading.in_game)
        case readings.CardUnread():
            return CardUnread(device, not reading.in_game)
        case readings.CutCardRead():
            return CutCardDrawn(device)
        case readings.ShoeResult():
            winner = None if reading.forced_quit else reading.winner
            return ShoeResulted(winner, reading.player_pair, reading.banker_pair, device)
        case readings.ShoeFault():
            return DeviceFaulted(device, reading.code)
        case readings.WheelNumber():
            return NumberRead(reading.number, device, kept=True)
        case readings.NumberChanged():
            return NumberRead(reading.number, device, changed=True, kept=True)
        case readings.BallInTrack():
            return BallSent(device)
        case readings.WheelFault():
            return WheelFaulted(reading.meaning, device, reading.game)
        case readings.BatteryTold():
            return DeviceNoted(device, f"battery {reading.percent}")
        case _:
            return DeviceNoted(device, type(reading).__name__)


def _target(reading: readings.CardRead) -> tuple[str, int] | None:
    """Where the device counts the card; None of one that counts none."""
    place = reading.place
    return (place.target.value, place.index) if place else None
