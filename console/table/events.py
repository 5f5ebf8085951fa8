"""What happened at the table, in the past tense: the only thing that changes its state.

An event says what happened and who did it, not whether it was right: that is recorded beside it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from console.devices.readings import WheelFaultMeaning
from console.game.blackjack_hand import Choice
from console.game.cards import Card
from console.game.worksheet import Wager, Worksheet
from console.incidents.facts import Fact
from console.table.roles import Role

DeviceName = Literal["shoe", "reader", "wheel"]
"""A device of the table protocol."""


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Something that happened; the tag is its name in the journal."""


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


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """No more bets."""


class SeatsTold(Event, frozen=True, tag="seats_told"):
    """The game server said which seats have bet, by their numbers, ascending; it may be none."""

    seats: tuple[int, ...]


class PlayerAnswered(Event, frozen=True, tag="player_answered"):
    """A player answered for a hand, or did not in time."""

    seat: int
    hand: int
    choice: Choice


class CardDrawn(Event, frozen=True, tag="card_drawn"):
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


class BallRan(Event, frozen=True, tag="ball_ran"):
    """The dealer confirmed the ball's run: its full turns, and whether it went against the wheel."""

    turns: int
    direction: Literal["against", "with"]
    by: str


class NumberRead(Event, frozen=True, tag="number_read"):
    """The wheel's reader said the number; ``changed``: another than it had said in the same game."""

    number: int
    device: str | None = None
    changed: bool = False


class NumberSaid(Event, frozen=True, tag="number_said"):
    """The dealer said the number."""

    number: int
    by: str


class BallSent(Event, frozen=True, tag="ball_sent"):
    """The wheel's reader saw the ball in its track."""

    device: str = "wheel"


class WheelFaulted(Event, frozen=True, tag="wheel_faulted"):
    """The wheel's reader warned of a spin, or of itself; ``game`` counts its games (None: not counted)."""

    meaning: WheelFaultMeaning
    device: str = "wheel"
    game: int | None = None


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

    device: DeviceName
    received: bytes


class StepDone(Event, frozen=True, tag="step_done"):
    """Somebody did what the prompt named."""

    by: str
    reason: str | None = None
    note: str | None = None


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The pit boss opened the table."""

    by: str


class ReshuffleOrdered(Event, frozen=True, tag="reshuffle_ordered"):
    """The pit boss ordered a shuffle, or took the order back."""

    by: str
    on: bool = True
    new: bool = False


class CloseOrdered(Event, frozen=True, tag="close_ordered"):
    """The pit boss ordered the table closed, or took the order back."""

    by: str
    on: bool = True


class HaltWithdrawn(Event, frozen=True, tag="halt_withdrawn"):
    """The pit boss took back what halted the table, with a reason where that must be given.

    ``number`` is the wheel's or the dealer's that is void by it: it never becomes the winning number.
    """

    by: str
    reason: str | None = None
    number: int | None = None


class RoundVoided(Event, frozen=True, tag="round_voided"):
    """The pit boss voided the round of a halted table.

    ``report`` is the incident's id where the rulebook asks for more than the void: it is reported so.
    """

    by: str
    report: str | None = None


class PitBossCalled(Event, frozen=True, tag="pit_boss_called"):
    """The pit boss was called, or had come."""

    by: str
    on: bool


class IncidentReported(Event, frozen=True, tag="incident_reported"):
    """Somebody reported that something went wrong; ``kind`` is None where it is still to be told."""

    id: str
    by: str
    kind: str | None = None
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)
    ball_out: bool = False
    """Whether it was reported by the press that the ball is out, which had to be done at once."""


class IncidentAnswered(Event, frozen=True, tag="incident_answered"):
    """Somebody told what an open incident asked for, or told it otherwise; None: it is to be asked again.

    ``changed``: something that was given or known is told otherwise, or taken back, by it.
    """

    by: str
    facts: dict[str, Fact | None]
    changed: bool = False


class OutcomeAuthorised(Event, frozen=True, tag="outcome_authorised"):
    """The pit boss confirmed the outcome, with a choice and a reason where they were asked for."""

    by: str
    choice: str | None = None
    reason: str | None = None


class ReportWithdrawn(Event, frozen=True, tag="report_withdrawn"):
    """The open report, or the last that waits, was taken back."""

    by: str


class CardCorrected(Event, frozen=True, tag="card_corrected"):
    """The pit boss mended a card that was misread: its hand, its position from 1, what it is."""

    by: str
    hand: str
    card: int
    to: Card


class ManualSet(Event, frozen=True, tag="manual_set"):
    """The pit boss began or ended manual mode."""

    by: str
    on: bool


class WorksheetMade(Event, frozen=True, tag="worksheet_made"):
    """The pit boss asked what bets bring back; ``worksheet`` is what came out, None if it was refused."""

    by: str
    bets: tuple[Wager, ...] = ()
    worksheet: Worksheet | None = None


class ProceduresSet(Event, frozen=True, tag="procedures_set"):
    """The studio's configuration has these clauses' house procedures turned off."""

    off: tuple[str, ...] = ()


class Remarked(Event, frozen=True, tag="remarked"):
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


class LineRejected(Event, frozen=True, tag="line_rejected"):
    """A line came that the table could not take at all; the entry holds the line itself."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """The console's own doings: a restart, a failed sign-in, a device lost and back, a lock, a bug."""

    what: str
    who: str | None = None
    text: str | None = None
    terminal: str | None = None
    """The system's user, where it was done at a terminal and not at the table."""


Any = (
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
    | Remarked
    | HandoverSigned
    | EntryCorrected
    | LineRejected
    | Noted
)

Answered = SeatsTold | PlayerAnswered
"""What players do at a table of cards; each game says itself what it makes of it."""

Spun = BallRan | NumberRead | NumberSaid
"""What comes of a spin."""

Own = Answered | Spun
"""What only some games have; each says itself whether it can be."""

OWN: Final = (SeatsTold, PlayerAnswered, BallRan, NumberRead, NumberSaid)

READINGS: Final = frozenset(
    (
        CardDrawn,
        CardUnread,
        CutCardDrawn,
        ShoeResulted,
        DeviceFaulted,
        NumberRead,
        BallSent,
        WheelFaulted,
    )
)
"""What a device can say that changes the table."""

DECODER: Final = msgspec.json.Decoder(Any)
ENCODER: Final = msgspec.json.Encoder()


def kind_of(event: Event) -> str:
    """The event's name in the journal."""
    return str(event.__struct_config__.tag)
