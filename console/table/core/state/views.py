"""The table's answers as values without words: the protocol's view. What only a screen has room for is in
:mod:`console.table.core.showing.screen_values`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from console.table.core.state.actions import Action
from console.table.core.state.editions import OLDEST
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Bets, HeldBack, Phase, RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Actor
from console.table.devices.model import DeviceRole
from console.table.game import duel
from console.table.game.baccarat.coup import Outcome
from console.table.game.blackjack import round as blackjack
from console.table.game.blackjack.hands import Choice, State
from console.table.game.blackjack.layout import DealerHand, Insurance
from console.table.game.blackjack.side_bets import Sides
from console.table.game.cards import Card
from console.table.game.roulette.spin import Colour
from console.table.game.rule_values import Preparing
from console.table.game.worksheet import Worksheet
from console.table.incidents.known_kinds import KIND

JournalId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{8}$")]
"""The id of a journal; the ids of rounds and incidents are unique within it."""

Fact: TypeAlias = bool | int | str
"""The value of a fact of an incident."""


AWAITING_CARD: Final = frozenset((Action.DEAL, Action.RESCAN, Action.BURN_CARD, Action.SCAN_CARD))
"""The actions that a card alone ends."""
_BURN: Final = Action.BURN


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True, rename={"with_": "with", "from_": "from"}):
    """The prompt: what to do now, whose turn it is, and the clauses behind it; the rest is by action."""

    action: str
    actor: Actor
    clauses: tuple[str, ...]
    hand: str | int | None = None
    """A hand's name, or a player's first or second hand by its number."""
    card: int | None = None
    crosswise: bool | None = None
    seat: int | None = None
    face: str | None = None
    """``up`` or ``down``, if a card can be either."""
    stage: str | None = None
    """``insurance`` while that is asked of several seats."""
    seats: tuple[int, ...] | None = None
    """The seats that have not answered yet."""
    offers: tuple[Choice, ...] | None = None
    """The player's choices."""
    cards: int | None = None
    from_end: int | None = None
    with_: str | None = None
    count: int | None = None
    burned: Card | None = None
    seconds: int | None = None
    direction: str | None = None
    first: str | None = None
    """The hand whose cards are picked up before all others, if the rules name one."""
    reason: str | None = None
    shown: Card | None = None
    typed: Card | None = None
    """The card that was typed for ``card`` of ``hand``; only of a card that lies face up."""
    read: Card | None = None
    """The other card that was read for it."""
    tries: int | None = None
    closing: bool | None = None
    fact: str | None = None
    """The fact for which an ``answer`` is asked."""
    answers: tuple[Fact, ...] | msgspec.UnsetType | None = msgspec.UNSET
    """The fact's values; None if it is a number."""
    step: int | None = None
    """The number of an incident's step, from 1."""
    places: tuple[PlaceView, ...] | None = None
    """The place where cards are to be laid out again, in the order dealt."""
    from_: int | msgspec.UnsetType | None = msgspec.UNSET
    """The last winning number, if a ball is sent again; None before the first (LT-ROU-27a)."""
    number: int | None = None
    """The dealer's number that is to be confirmed, or the second one that differs."""
    needs: tuple[Literal["choice", "reason"], ...] | msgspec.UnsetType = msgspec.UNSET
    """Fields that the line that ends authorise, or the withdraw that ends resolve, has to carry."""

    @property
    def awaits_card(self) -> bool:
        """Whether the table accepts a card now. To burn a card already out is an incident's step."""
        return self.action in AWAITING_CARD or (self.action == _BURN and self.step is None)

    @property
    def whole_count(self) -> int | None:
        """The cards that an inspection counts if the set is whole; None for any other prompt."""
        return self.cards if self.action == Preparing.INSPECT else None

    @property
    def awaited(self) -> tuple[str | int | None, ...]:
        """The action with the seat, hand and card that it is about; the same when a draw is repeated."""
        return self.action, self.stage, self.seat, self.hand, self.card

    @property
    def asks_kind(self) -> bool:
        """Whether the answer is the kind of a report that names none yet."""
        return self.fact == KIND

    @property
    def ends_by_card_alone(self) -> bool:
        """Whether a card alone ends this prompt; cards burned face down can be counted by a press instead."""
        return self.action in AWAITING_CARD

    @property
    def read_by(self) -> tuple[DeviceRole, ...]:
        """The roles whose device reads what is awaited; none has to read cards that are burned face down."""
        if self.action == Action.SPIN:
            return (DeviceRole.WHEEL,)
        if self.action in AWAITING_CARD:
            return (DeviceRole.SHOE, DeviceRole.READER)
        return (DeviceRole.SHOE,) if self.awaits_card else ()


class PlaceView(msgspec.Struct, frozen=True):
    """The place of a card: the hand, its position from 1, its face."""

    hand: str
    card: int
    face: str


class Say(msgspec.Struct, frozen=True, omit_defaults=True):
    """An announcement: the protocol's ``key``, and the figures that its words need."""

    key: str
    player: int | None = None
    banker: int | None = None
    natural: bool = False
    total: int | None = None
    bust: bool = False
    number: int | None = None
    void: bool = False
    """Whether the bets of a spin that was none go back."""
    seats: tuple[int, ...] = ()
    """The seats whose bets go back (LT-BJ-2.3.8)."""
    hand: int | None = None
    """The hand whose bet goes back, of a seat that has split: its other hand plays on."""
    over: bool = False
    """Whether their round was over: then the announcement does not say how play goes on."""


class Notice(StrEnum):
    """A lasting message to players, beside the announcements (LT-BAC-12)."""

    PLEASE_WAIT = "please_wait"
    """Play stands still, be a round open or none."""
    WHEEL_RETRIES = "wheel_retries"
    """The wheel repeats a launch that failed, by itself."""
    MANUAL_MODE = "manual_mode"
    """Cards are entered by hand."""


class DeviceFault(StrEnum):
    """The fault of a wheel, of several the first."""

    LAUNCH_FAILED = "launch_failed"
    """A launch failed; the wheel repeats it, or gave it up."""
    WRONG_BALL_DIRECTION = "wrong_ball_direction"
    """The ball runs in the direction of the rotor."""
    NO_BALL = "no_ball"
    """No ball is sensed although it must fall."""
    SENSOR = "sensor"
    """A sensor, the motor or the encoder failed."""
    WHEEL_STOPPED = "wheel_stopped"
    """The rotor stands."""
    POCKETS = "pockets"
    """The wheel is set for another number of pockets."""
    BALL_NOT_SEEN = "ball_not_seen"
    """The ball is no longer seen in its track, and does not come to a pocket."""


class ShoeView(msgspec.Struct, frozen=True):
    """Cards not yet read of 416, and whether no other hand will be played from the shoe."""

    left: int
    last_hand: bool


class CoupView(msgspec.Struct, frozen=True):
    """A coup of baccarat: the open one, else the last."""

    id: str
    status: RoundStatus
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    points: dict[str, int]
    outcome: Outcome | None

    @property
    def cards(self) -> tuple[tuple[str, ...], ...]:
        return self.player, self.banker

    @property
    def cards_out(self) -> int | None:
        return len(self.player) + len(self.banker)

    @property
    def ending(self) -> Say | None:
        """The announcement of its end; None before it, and for a void coup."""
        if self.outcome is None:
            return None
        winner = self.outcome.winner
        return Say("tie" if winner == "tie" else f"{winner}_wins")


class HandView(msgspec.Struct, frozen=True):
    """A player's hand at blackjack: its cards, its result, and that of the bets on it."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    state: State
    bet: int
    insurance: Insurance | None
    side: Sides | None
    timed_out: bool | msgspec.UnsetType = msgspec.UNSET
    """True if the hand stands since no answer came in time; else it is left out."""


class HandsView(msgspec.Struct, frozen=True):
    """A round of blackjack, as everybody may see it: every seat's hands, and the dealer's."""

    id: str
    status: RoundStatus
    seats: dict[str, tuple[HandView, ...]]
    dealer: DealerHand
    outcome: blackjack.Outcome | None

    @property
    def cards(self) -> tuple[tuple[str, ...], ...]:
        return *(hand.cards for hands in self.seats.values() for hand in hands), self.dealer.cards

    @property
    def cards_out(self) -> int | None:
        """The number of cards that lie on the table, face down or not."""
        return sum(map(len, self.cards))

    @property
    def ending(self) -> Say | None:
        """The announcement of its end; None before it, and for a void round."""
        end = self.outcome
        if end is None:
            return None
        return Say("blackjack") if end.blackjack else Say("dealer_result", total=end.total)


class NumberOfNobody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number that belongs to no spin, and the entry that has it."""

    number: int
    entry: int
    source: Literal["last"] | None = None


class SpinView(msgspec.Struct, frozen=True):
    """A round of roulette: the winning number with its properties, and the reader's own number. Zero is green
    and is in no even chance, dozen or column; all are None until the number is known.
    """

    id: str
    status: RoundStatus
    number: int | None
    recorded: int | None
    colour: Colour | None
    parity: Literal["odd", "even"] | None
    half: Literal["low", "high"] | None
    dozen: int | None
    column: int | None
    early: tuple[NumberOfNobody, ...] = ()
    """The numbers that belong to no spin, in order, until the round's number is known."""

    @property
    def cards(self) -> tuple[()]:
        return ()

    @property
    def cards_out(self) -> int | None:
        return None

    @property
    def ending(self) -> Say | None:
        """The announcement of the winning number; None while no number is known."""
        return None if self.number is None else Say("number", number=self.number)


class DuelView(msgspec.Struct, frozen=True):
    """A round of dragon tiger, the house's own example: both cards and their values."""

    id: str
    status: RoundStatus
    dragon: tuple[Card, ...]
    tiger: tuple[Card, ...]
    points: dict[str, int]
    outcome: duel.Outcome | None

    @property
    def cards(self) -> tuple[tuple[str, ...], ...]:
        return self.dragon, self.tiger

    @property
    def cards_out(self) -> int | None:
        return len(self.dragon) + len(self.tiger)

    @property
    def ending(self) -> Say | None:
        """The announcement of its end; None before it, and for a void duel."""
        return None if self.outcome is None else Say(self.outcome.announcement)


class TrialRequest(StrEnum):
    """The line that is requested of the server."""

    VIEW = "view"
    BETS_OPEN = "bets_open"
    BETS_CLOSED = "bets_closed"


class TrialQuestion(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """The question of a trial of the link, in a view that is no table's."""

    ask: int
    for_: TrialRequest


RoundView: TypeAlias = CoupView | HandsView | SpinView | DuelView


class PreviousCoup(CoupView, frozen=True):
    """The coup before the present one, as it now stands."""

    corrected: None = None
    """Always null: no result of a coup changes once it was announced."""


class CorrectedSeats(msgspec.Struct, frozen=True):
    """The seats of a round of blackjack as its result was announced first."""

    seats: dict[str, tuple[HandView, ...]]


class PreviousHands(HandsView, frozen=True):
    """The round of blackjack before the present one, as it now stands."""

    corrected: CorrectedSeats | None = None


class CorrectedNumber(msgspec.Struct, frozen=True):
    """The winning number of a round of roulette as it was announced first."""

    number: int


class PreviousSpin(SpinView, frozen=True):
    """The round of roulette before the present one, as it now stands."""

    corrected: CorrectedNumber | None = None


class PreviousDuel(DuelView, frozen=True):
    """The round of dragon tiger before the present one, as it now stands."""

    corrected: None = None
    """Always null: no result of a duel changes once it was announced."""


PreviousRound: TypeAlias = PreviousCoup | PreviousHands | PreviousSpin | PreviousDuel


class IncidentStepView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of an incident's outcome: its action, its role, whether it is done, and where cards are laid."""

    action: str
    actor: Actor
    done: bool
    places: tuple[PlaceView, ...] = ()


class Authorised(msgspec.Struct, frozen=True):
    """The person who authorised an outcome, and the entry."""

    by: str
    entry: int


class IncidentView(msgspec.Struct, frozen=True):
    """The open incident, or the ended one in the one view that ends it."""

    id: str
    kind: str | None
    round: str | None
    facts: dict[str, Fact | None]
    """None: nobody has given or checked it yet (LT-ROU-29)."""
    clause: str | None
    basis: Literal["rule", "house"] | None
    outcome: str | None
    authority: Literal["pit_boss", "dealer"] | None
    state: IncidentState
    choices: tuple[str, ...]
    steps: tuple[IncidentStepView, ...]
    open: bool
    queued: int
    """Reports that wait behind it."""
    authorised: Authorised | None = None
    """The person who had authorised its outcome, which is asked again; None if nobody had."""


class Offer(msgspec.Struct, frozen=True):
    """An incident that the console noticed and that can be reported now, with the facts it knows."""

    kind: str
    facts: dict[str, Fact]
    round: str | msgspec.UnsetType | None = msgspec.UNSET
    """The id of the round that it is about; None of none."""


class View(msgspec.Struct, frozen=True):
    """The table's view after a line: the table protocol's object out, without its words."""

    accepted: bool
    refused: Refusal | None
    fact: str | None
    entry: int
    phase: Phase
    prompt: Prompt
    say: Say | None
    bets: Bets
    shoe: ShoeView | None
    round: RoundView | None
    call: bool
    incident: IncidentView | None = None
    ended: str | None = None
    """The id of an incident that this line ended."""
    offer: Offer | None = None
    notice: Notice | None = None
    """The lasting message to players."""
    stops: bool = True
    """Whether waiting players hear that play is halted (LT-BAC-12).

    False if only an incident holds play, and its clause does not stop it, or may turn out so (LT-BJ-2.3.9a).
    """
    cards_apart: int = 0
    """The cards in no hand: of a halt or under a report, or that a step of its outcome clears away."""
    faults: tuple[str, ...] = ()
    """The faults of a line of the wheel that told several things: the text names each."""
    manual: bool = False
    worksheet: Worksheet | None = None
    """The returns of bets, in the one view that was asked for them."""
    why: str | None = None
    """The refusal of a line in an English sentence, for its author."""
    previous: PreviousRound | None = None
    """The round before :attr:`round`; None before the second one, and if nobody asked for it."""
    journal: str = ""
    """The id of the table's journal; empty in a view that no table at work shows."""
    file: int = 0
    """The number of the journal's files set aside since the start; in each new one entries count from 1."""
    edition: int = OLDEST
    """The edition of the console that shows it."""
    wheel_signal: Literal["no_more_bets"] | None = None
    """The wheel's own signal for bets, while they stay open after it."""
    device_fault: DeviceFault | None = None
    """The wheel's fault while a halt, the notice or :attr:`held_back` is of one."""
    held_back: tuple[HeldBack, ...] | None = None
    """The reasons that hold bets back from any person who opens them; None if nothing does."""

    @property
    def coup(self) -> CoupView | None:
        return self.round if isinstance(self.round, CoupView) else None
