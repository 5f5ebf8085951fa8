"""The table as a value, from which the prompt and every view are made.

Nothing here asks what a rulebook says or who may do what; it is the result of the events so far. Every game's
round has the names of :class:`console.table.game.played_round.PlayedRound`, ``deal`` and ``outcome``. Only
its game knows the rest of a round.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from console.base.plain_text import name_key
from console.table.core.state import editions
from console.table.core.state.commissioning_state import Commissioning
from console.table.core.state.contradictions import Contradictions
from console.table.core.state.editions import OLDEST, Begun, GoesBy, Row
from console.table.core.state.notifications import Notification
from console.table.core.state.on_duty import Duty
from console.table.core.state.open_incident import Incident, Past, Report, ReportMoment
from console.table.core.state.phases import Bets, KeptNumber, OrderedShuffle, Phase, RoundStatus
from console.table.core.state.player_answers import PlayerAnswers
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Role, Who, person_of
from console.table.core.state.views import Say
from console.table.devices.catalogue import Decoder
from console.table.devices.health import Health
from console.table.devices.model import DeviceRole
from console.table.devices.readings import WheelFaultMeaning
from console.table.game import duel
from console.table.game.baccarat import coup
from console.table.game.baccarat.coup import Coup
from console.table.game.blackjack import hands
from console.table.game.blackjack.round import Round as BlackjackRound
from console.table.game.card_set import CardSet, RestingSet, SetFinding
from console.table.game.cards import Card
from console.table.game.roulette import spin
from console.table.game.roulette.spin import Spin
from console.table.game.rule_values import TableLimits
from console.table.game.shoe import Shoe
from console.table.incidents.known_kinds import IN_POCKET, ON_TRACK, Kind

Play = coup.Coup | BlackjackRound | spin.Spin | duel.Duel
"""A round of any game; in JSON its field ``game`` names the game."""

CardPlace = coup.CoupPlace | hands.HandPlace | duel.DuelPlace
"""Where a card goes: its hand's ``name``, its position ``card`` from 1, and if it lies ``face_down``."""


# Looking up an enum's member costs as much as a call before Python 3.12.
_OPEN: Final = RoundStatus.OPEN

LONGEST_BETS: Final = 3_600
"""Seconds of a bet time at most."""


class PersonAtTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is signed in, and as what."""

    who: str
    role: Role
    beside: str | None = None
    """The dealer beside whom a trainee deals."""
    left: bool = False
    """Whether that dealer has left: the trainee deals the round to its end, and is signed out then."""

    @property
    def accompanied_by(self) -> str | None:
        """The dealer who stands beside a trainee now, or None."""
        return None if self.left else self.beside

    @property
    def person(self) -> Who:
        return person_of(self.who, self.accompanied_by)


class Round(msgspec.Struct, frozen=True):
    """A round's own facts, in any game."""

    id: str
    status: RoundStatus
    seconds: int
    """The bet time that was given."""
    opened: datetime
    bets_closed: bool = True
    """Whether the bets of a void round were closed before."""
    clock_set: float = 0.0
    """The seconds by which the clock was set in its bet time, forward positive."""
    edition: int = OLDEST
    """The edition of the console at which it began (:mod:`console.table.core.state.editions`)."""

    def passed(self, at: datetime) -> float:
        return (at - self.opened).total_seconds() - self.clock_set

    @property
    def lasts(self) -> int:
        """The bet time in seconds that counts. Older journals have numbers that no line may bring."""
        return min(max(1, self.seconds), LONGEST_BETS)


UNTIMED: Final = "untimed"
"""The fault of a halt by a card of which nobody knows when it was read."""


class Halt(msgspec.Struct, frozen=True):
    """The reason why play is halted, and the card or number that halted it, if any."""

    reason: HaltReason
    at: datetime
    card_out: bool = False
    """Whether a card lies on the table that belongs to no hand."""
    card: Card | None = None
    """The card's face, if it was read."""
    besides: tuple[Card | None, ...] = ()
    """The cards that came after its own, in it or under a report, in no hand; None if one was not read."""
    again: tuple[Card | None, ...] = ()
    """The readings that were of a card of it tried again (LT-BAC-25), in order."""
    under_report: bool = False
    """Whether a card of it came under a report."""
    of_waiting: bool = False
    """Whether all its cards came under a report and another, which waited, opens over it."""
    in_turn: bool = False
    """Whether the card came in its turn."""
    in_bet_time: bool = False
    """Whether the card came while bets were open."""
    face_down: bool = False
    """Whether the card was to lie face down."""
    number: int | None = None
    """The second number, if two differ."""
    recorded: int | None = None
    """The number that the reader had reported before it."""
    cause: str | None = None
    """At a wheel: why it is no spin, or where the ball is that was spun in bet time."""
    finding: SetFinding | None = None
    """The finding about the card set that caused it."""
    fault: str = ""
    """The wheel's fault by its meaning, or the code that another device reported; :data:`UNTIMED` of a card
    that something kept on the way.
    """
    more_faults: tuple[str, ...] = ()
    """The wheel's other faults that the same line told."""
    ball_out: bool = False
    """Whether the dealer has taken the ball out, as had to be done at once (LT-ROU-31a, LT-ROU-27a)."""
    by: str | None = None
    """The dealer whose confirmed run was no spin."""
    fell: bool = False
    """Whether its number is of a ball that was said to be out of the wheel."""
    rotor: str = ""
    """Why its number is of no spin, by what the rotor did; empty for another."""
    edition: int = 0
    """The edition of the console at which it began; 0 until its entry is followed."""

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """All cards of it, in the order drawn; None if one was not read."""
        return ((self.card,) if self.card_out else ()) + self.besides

    def tried(self, read: Card | None) -> Halt:
        """The halt with another reading of its last card, which has its face now if it had none."""
        last = self.cards[-1]
        halt = replace(self, again=(*self.again, read if last is not None else None))
        known = last if last is not None else read
        if self.besides:
            return replace(halt, besides=(*self.besides[:-1], known))
        return replace(halt, card=known)

    @property
    def visible_card(self) -> Card | None:
        """The card's face, if it may be seen: only of a card that came in its turn, to be dealt face up."""
        return self.card if self.in_turn and not self.face_down else None

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults that one line told, the first of which makes the offer."""
        return (self.fault, *self.more_faults) if self.fault else ()

    @property
    def told_reason(self) -> str:
        """The reason that papers and the floor show: for a wrong spin that a wheel reported, its kind; and no
        device has told of a card's unknown time.
        """
        if self.fault == UNTIMED:
            return UNTIMED
        if self.reason is not HaltReason.DEVICE or self.cause is None:
            return self.reason
        return Kind.SPUN_IN_BET_TIME if self.cause in (ON_TRACK, IN_POCKET) else Kind.NO_SPIN


class PlacedCard(msgspec.Struct, frozen=True, gc=False):
    """A card of a place, as a person typed it or a device read it; ``by`` is that person."""

    hand: str
    """Empty if a device read it and named no place; ``card`` is 0 then."""
    card: int
    face: Card | None
    """None if a device could not read it."""
    at: datetime
    by: str | None = None
    device: DeviceRole = DeviceRole.SHOE
    """The device, if nobody typed it."""


class ShoesResult(msgspec.Struct, frozen=True, gc=False):
    winner: str
    at: datetime
    player_pair: bool = False
    banker_pair: bool = False


class Manual(msgspec.Struct, frozen=True):
    """Cards are entered by hand: by whose order, since when, and how many so far."""

    by: str
    since: datetime
    cards: int = 0
    counts_alike: bool = False
    """Whether the shoe's own count of the coup is the table's, so that what it reads can be compared."""
    typed: tuple[PlacedCard, ...] = ()
    """The cards that were typed in this round."""
    read: tuple[PlacedCard, ...] = ()
    """The cards that the shoe has read in it, by its own places, or the reader."""
    result: ShoesResult | None = None
    """The shoe's result of it."""
    kept: tuple[PlacedCard, ...] = ()
    """The readings against which a pit boss kept what was typed: they halt nothing more."""
    result_kept: bool = False
    """Whether what was typed was kept against that result."""


class Burn(msgspec.Struct, frozen=True):
    """The burn after a shuffle: the card that was shown, and how many are still to be burned."""

    first: Card
    left: int
    unread: bool = False
    """Whether the last of them was not read: what is read next is that card tried again."""


class NumberedRound(msgspec.Struct, frozen=True):
    """A round of roulette whose number is known: its id, and the spin."""

    round: str
    play: Spin
    at: datetime | None = None
    """The time when a number of it first became known."""
    by: str | None = None
    """The dealer who gave it then; None if the wheel did."""


class LastRound(msgspec.Struct, frozen=True):
    """The round before the present one, besides its play (:attr:`Table.last_play`)."""

    round: Round
    announced: Play | None = None
    """Its play as its result was announced first, if the play has changed since."""
    answers: PlayerAnswers = PlayerAnswers()
    """The players' answers in it."""


class CardCount(msgspec.Struct, frozen=True, gc=False):
    """A count of an inspection that differed from the set: who counted, when, and how many."""

    by: str
    at: datetime
    cards: int | tuple[int, ...]


class Preparation(msgspec.Struct, frozen=True):
    """The steps that bring cards into play or check a wheel, or the inspection that closes a table."""

    steps: tuple[str, ...]
    done: tuple[datetime, ...] = ()
    closing: bool = False
    burn: Burn | None = None
    miscount: CardCount | None = None
    """The last count of these cards, if it differed."""

    @property
    def due(self) -> str:
        return self.steps[len(self.done)]


class Coming(msgspec.Struct, frozen=True):
    """A pit boss who took the table's call on the floor and is on the way: who, since when, which call."""

    who: str
    since: datetime
    call: int
    """The entry with which the call began."""


_SIDES: Final = 2


HANDOVER_TIME: Final = timedelta(hours=1)
"""How long before and after the change of shift a handover is signed."""


class HandoverSigners(msgspec.Struct, frozen=True):
    """The signers of a shift's handover, by side."""

    shift: str
    signed: dict[str, str]

    @property
    def complete(self) -> bool:
        return len(self.signed) == _SIDES


class ShoeInPlay(msgspec.Struct, frozen=True, gc=False):
    """The shoe that is dealt from, besides its cards: its number, its rounds, and what ends it."""

    number: int = 0
    """Shoes that this table has had with it."""
    rounds: int = 0
    inspected: datetime | None = None
    """When shoe and rack were last inspected: as the table opened, or with a new day's load (BJ-1.4)."""
    first_cards_of_last_shoe: int = msgspec.field(default=0, name="cards_of_last")
    """The number of this round's first cards that came from the shoe before: it was changed in the round."""
    cut_card_out: bool = False
    reshuffle: OrderedShuffle | None = None
    """The shuffle that the pit boss ordered, with the same cards or new decks."""
    changed_after_hand: bool = False
    """Whether it is changed after this hand (LT-BAC-22b)."""
    last_hand_announced: bool = False
    unburned: bool = False
    """Whether it was put into play and is still to be burned, before bets open (LT-BAC-03, LT-BAC-22a)."""
    edition: int = OLDEST
    """The edition of the console at which it began."""

    def next(self, edition: int) -> ShoeInPlay:
        """The next shoe, being prepared; cards of a hand dealt from two shoes count until the next round."""
        return ShoeInPlay(
            number=self.number + 1,
            inspected=self.inspected,
            first_cards_of_last_shoe=self.first_cards_of_last_shoe,
            edition=edition,
        )


class CardsAside(msgspec.Struct, frozen=True, gc=False):
    """The cards that are out of the shoe and in no hand, while nothing halts play for them."""

    carried_over: tuple[Card, ...] = ()
    """Cards drawn too many after a coup: they are the next one's first (LT-BAC-24a)."""
    of_bet_time: tuple[Card, ...] = ()
    """Cards drawn in bet time that are played once bets are closed (LT-BAC-25a)."""
    of_last_shoe: int = 0
    """The number of :attr:`waiting` cards, the first ones, that came from the shoe before."""
    unread: bool = False
    """Whether a card that nothing has read lies aside and is dealt first in the next coup (LT-BAC-24a)."""
    loose: tuple[Card | None, ...] = ()
    """Cards that came under a report which ended in manual mode; None if one was not read."""
    in_view: bool = False
    """Whether a card to be burned, shown by mistake, lies in view until the coup is picked up (LT-BAC-16)."""
    burned: int = 0
    """Cards burned too many that lie by the shoe and are dealt first (LT-BAC-13a); at least so many."""
    of_shoe_before: int = 0
    """Cards set aside from a shoe that has ended, until the first step takes them along with its cards."""

    @property
    def waiting(self) -> tuple[Card, ...]:
        """The cards that are the next round's first, in the order in which they are dealt."""
        return self.carried_over + self.of_bet_time

    @property
    def count(self) -> int:
        """How many cards lie aside, read or not."""
        return len(self.waiting) + self.unread + self.burned + self.of_shoe_before


class SetsAtTable(msgspec.Struct, frozen=True, gc=False):
    """The card sets of a table: the one in play, and those that can't come into play."""

    in_play: str | None = None
    """The set in play, or the last one; None: it has no number."""
    before: str | None = None
    prepared: str | None = None
    """Who prepared the set in play; None: that was not noted."""
    put_aside: tuple[str, ...] = ()
    """The sets that were put aside here and not released since, the oldest first."""
    resting: tuple[RestingSet, ...] = ()
    """The figures of those that were in play, for when they come again, the newest last."""
    barred: tuple[str, ...] = ()
    """Those of the floor's other tables, as far as the floor has said it."""
    barred_at: tuple[str, ...] = ()
    """The table of each of these; empty if the floor does not name it."""


class ReplacedRun(msgspec.Struct, frozen=True, gc=False):
    """The run that a respin replaces: the ball's numbers, and the halt under the report."""

    spin: Spin
    halt: Halt | None = None


class BallSaidOut(msgspec.Struct, frozen=True, gc=False):
    """A person's word that the ball is out of the wheel, in a game of the wheel's own count."""

    game: int | None
    """None if no wheel counted its games, or no ball had been sent in it."""
    by: str
    at: datetime
    round: str | None
    in_bet_time: bool = False
    """Whether it was said of a ball that was spun in bet time."""
    fell: int | None = None
    """The number that the wheel gave in that game all the same."""
    fell_in: str | None = None
    """The round in which it gave it."""
    asked: bool = False
    """Whether that number has halted the table."""


class UnusualWheel(msgspec.Struct, frozen=True, gc=False):
    """A test of a wheel's numbers that chance alone does not explain, as its figures were looked at."""

    serial: str
    """Empty if nobody has noted the wheel's serial number."""
    test: str
    spins: int
    who: str = ""
    """The dealer whose spins they are; empty for all spins."""
    is_checked: bool = False
    """Whether the wheel was checked at an opening since (ROU-3.2.1), or exchanged at a commissioning."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.serial, self.test, self.who

    @property
    def text(self) -> str:
        return msgspec.json.encode(self).decode()

    @staticmethod
    def of(text: str) -> UnusualWheel | None:
        """The value of a note's text; None if it is another version's."""
        try:
            return msgspec.json.decode(text, type=UnusualWheel)
        except msgspec.MsgspecError:
            return None


class SpunGame(msgspec.Struct, frozen=True, gc=False):
    """The wheel's game of a round's number, as the console counts its games, and by its own counter."""

    round: str
    games: int
    counter: int


class LinesAfterSilence(msgspec.Struct, frozen=True, gc=False):
    """A wheel's bytes since a silence, or since its port was opened: they act together."""

    received: bytes
    at: datetime
    """When the last of them came."""
    heard: datetime | None
    """When the last bytes before the silence came; None if there were none."""
    ms: int = 0
    """The time from the first of them to the last."""


class WheelAtTable(msgspec.Struct, frozen=True, gc=False):
    """The wheel, its ball, and what its reader reported besides the spin."""

    serial: str | None = None
    """Its serial, as the pit boss noted it when it was checked at this opening (ROU-3.2.1)."""
    last_serial: str | None = None
    """The serial that was noted last, at this opening or before it."""
    exchanged: datetime | None = None
    """The time when another serial than before was noted last."""
    early_ball_round: str | None = None
    """The round in whose bet time the ball was last reported to run."""
    early_ball_game: int | None = None
    """The wheel's own number of the game in which that was reported: it halts the table once in a game."""
    ball_out: bool = False
    """Whether the ball is out until spun, or bets open, again: a number in between is of no spin."""
    said_out: BallSaidOut | None = None
    """The last such word that counts against the wheel."""
    heard: int | None = None
    """The wheel's game of the last ball that it sent, or the last number that it gave."""
    spent: int | None = None
    """The wheel's last game that belongs to no spin any more: a number of a later one is the next spin's."""
    fell_in_bet_time: bool = False
    """Whether a report has closed the bets, since the ball lay in a pocket: until the ball is spun, or bets
    open, again a number counts as one of bet time.
    """
    number_kept: KeptNumber | None = None
    """When a number came that no spin has used; None if there is none."""
    replaced: ReplacedRun | None = None
    """While a respin's steps are due: a number that is read then may take its decision back (LT-ROU-32a)."""
    warnings: dict[WheelFaultMeaning, int] = {}
    """Its warnings in this round, each with the wheel's game: each halts the table once in a game."""
    number_at: datetime | None = None
    """The time when a number of this round first became known."""
    rotor: str = ""
    """Why the number that is kept is of no spin, by what the rotor did; empty once that halts the table."""
    number_by: str | None = None
    """The dealer who gave it then; None if the wheel did."""
    last_numbered: NumberedRound | None = None
    """The last round before this one whose number is known; it can still turn out wrong (LT-ROU-33)."""
    waiting: LinesAfterSilence | None = None
    sent: SpunGame | None = None
    """The wheel's game of the last ball that was sent, and the round that was open then."""
    spun: SpunGame | None = None
    """The wheel's game of the last number that is known; None up to edition 3."""
    signal_at: datetime | None = None
    """When it said 'no more bets' in this round while bets were open."""
    signal_allows: int = 0
    """The seconds for which the rulebook lets them stay open after it."""
    differed: str | None = None
    """The last round for which the wheel told another number, once that was over."""
    unusual: tuple[UnusualWheel, ...] = ()
    """The tests that called a wheel here unusual, the oldest first; all are kept, to note each once."""

    @property
    def unchecked(self) -> tuple[UnusualWheel, ...]:
        """The tests of a wheel that has not been checked since."""
        return tuple(each for each in self.unusual if not each.is_checked)


class ConsoleAtTable(msgspec.Struct, frozen=True, gc=False):
    live: bool = False
    """Whether it noted that the table is LIVE: no other program plays on."""
    origin: str = ""
    """The journal's origin, as a table that is not LIVE has it at the beginning, or notes it."""
    casino: str = ""
    """The table's casino, as it noted at a LIVE start."""
    software: str = ""
    """The software at work, as it noted at the last start."""
    screen_locked: bool = False
    """Whether its screen is locked: a restart leaves it so."""
    people_list: str = ""
    """The list of people that it last noted, and the mark that the list stood at."""
    people_change: int = 0
    """The number of the last change to the people's file from a terminal that it noted."""
    felt_unread: bool = False
    """Whether the felt is to be read before opening: after a commissioning, a new felt or rulebook."""
    felt_differs: datetime | None = None
    """When the felt was read with another rule; None after a right reading, commissioning, felt or rulebook.
    """
    set_back_from: datetime | None = None
    """The latest time its clock showed before it was set back, or None; no earlier day is believed meanwhile.
    """
    video_missing: str = ""
    """Why the recorder had no picture of the table's camera when it was asked last
    (:class:`console.table.core.state.probed_video.NoPicture`); empty if it had, and if it was never asked.
    """
    video_asked: tuple[str, ...] = ()
    """The last incidents of whose picture the recorder's answer was noted: a start asks for the others."""
    last_duty: Duty | None = None
    """The last supervisor on duty, until now or until a time; a house that keeps no duty has none."""
    ailing: dict[str, Health] = {}
    """The devices, by role, that it noted as lost or silent since its start; ``link`` is the game server."""
    ailing_since: dict[str, datetime] = {}
    """Since when each of them has been lost or silent."""
    at_fault: tuple[str, ...] = ()
    """The devices, by their roles, whose last word was a fault."""

    @property
    def on_duty(self) -> Duty | None:
        """The supervisor on duty; None if nobody is."""
        return self.last_duty if self.last_duty is not None and self.last_duty.until is None else None


class Overdue(msgspec.Struct, frozen=True, gc=False):
    """The awaited things that are overdue, by the notes of the table's window, which the clock alone changes.
    The screen, its replay and a restart's journal thus agree on what was shown, and from when on.
    """

    awaited: tuple[str | int | None, ...]
    """The prompt's :attr:`Prompt.awaited`. Once another is awaited, nothing here is overdue any more."""
    server: bool = False
    """Whether the game server owes its next line."""
    devices: tuple[str, ...] = ()
    """The devices, by their roles, that have sent nothing although a card is due."""
    ball: bool = False
    """Whether no ball has been seen."""


class Incidents(msgspec.Struct, frozen=True, gc=False):
    """The incidents besides the open one: reports that wait, and incidents that are over."""

    waiting: tuple[Report, ...] = ()
    """Reports that open after it, the first one first."""
    ended: Incident | None = None
    """The incident that the last line ended; of several the last."""
    ended_before: tuple[Incident, ...] = ()
    """Those that the same line ended before it: a report that waited may be decided as it opens."""
    past: tuple[Past, ...] = ()
    """The last incidents that are over, the newest first."""
    reported: int = 0
    """The number of reports so far."""
    halt_beneath: Halt | None = None
    """The halt under a dealer's decided outcome until its last step; only a pit boss may withdraw it."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """The whole state of a table."""

    journal: str = ""
    """The journal's id, if it began in an earlier file; empty in its first one, whose heading has it."""
    earlier: int = 0
    """The entries of the journal's earlier files, so that a halt's id is its journal's only one; 0 in the
    first file.
    """
    phase: Phase = Phase.CLOSED
    people: tuple[PersonAtTable, ...] = ()
    halt: Halt | None = None
    incident: Incident | None = None
    incidents: Incidents = Incidents()
    preparation: Preparation | None = None

    round: Round | None = None
    round_number: int = 0
    bets: Bets = Bets.CLOSED
    play: Play = Coup()
    """The cards or the spin of the open round, else of the last."""
    last_play: Play = Coup()
    """The cards or the spin of the round before this one."""
    last_round: LastRound | None = None
    announced: Play | None = None
    """The play as the result of this round was announced first, if the play has changed since."""
    play_at_last_answer: Play = msgspec.field(default=Coup(), name="mendable_from")
    """The play as the last answer of a player left it: only cards read since then can be corrected."""
    tries: int = 0
    """The number of times that the card that is due could not be read."""
    answers: PlayerAnswers = PlayerAnswers()
    """The players' answers in this round, in time or not."""
    results: tuple[str, ...] = ()
    """The ends of this shoe's or this wheel's rounds, in the game's own words, the oldest first."""

    shoe: Shoe = Shoe()
    shoe_in_play: ShoeInPlay = ShoeInPlay()
    card_set: CardSet = CardSet()
    sets: SetsAtTable = SetsAtTable()
    aside: CardsAside = CardsAside()
    wheel: WheelAtTable = WheelAtTable()

    say: Say | None = None
    unsaid: Say | None = None
    """The number that was not announced yet, since another report opened; None up to edition 3."""
    said_again: bool = False
    """Whether this result has been announced a second time."""
    called: datetime | None = None
    """The time at which the call of the pit boss began."""
    called_by: Role | None = None
    """The role of who called first; None while nobody waits, and of a call at a console up to 1.2."""
    coming: Coming | None = None
    """The pit boss who is on the way, by the floor's report; it ends with a pit boss's sign-in."""
    close_ordered: bool = False
    """Whether the pit boss has ordered the table closed."""
    handover: HandoverSigners | None = None
    notifications: tuple[Notification, ...] = ()
    """The open notifications, the oldest first."""
    contradictions: Contradictions = Contradictions()

    decoders: dict[str, Decoder] = {}
    heard_at: dict[str, datetime] = {}
    """When each device's bytes came last, or the port of a card's device was lost; empty up to edition 3."""
    moved_at: datetime | None = None
    """When the card that is due last became another, or none; None up to edition 3."""
    bets_until: datetime | None = None
    """When bets were last closed, likewise."""
    reading_taken: bool = msgspec.field(default=False, name="answered")
    """Whether a reading of the bytes last received has been taken already."""
    shoe_in_step: bool = True
    """Whether the shoe's own count of the coup can be compared with the table's."""
    manual: Manual | None = None
    commissioned: Commissioning | None = None
    """The last certificate that was signed for it."""
    tested_device: str | None = None
    """The role of the device that a commissioning tests now; what it reads is recorded, and is not play."""
    procedures_off: tuple[str, ...] = ()
    """The clauses whose house procedure the studio has turned off."""
    limits: TableLimits | None = None
    """The limits that the table's configuration sets; None: those of the rulebook, if it names any."""
    decision_time: int | None = None
    """The seconds for a player's answer that the table's configuration sets; None: the rulebook's."""
    console: ConsoleAtTable = ConsoleAtTable()
    overdue: Overdue | None = None
    edition: int = msgspec.field(default=OLDEST, name="console_edition")
    """The edition of the console that wrote the last entry."""
    stopped: datetime | None = None
    """The time when play began to stand still; None while it goes on."""
    halted_at: ReportMoment | None = None
    """The moment at which it began to; None while it goes on, and up to edition 3."""

    def holds(self, row: Row, *, of: Begun | None = None) -> bool:
        """Whether a difference between editions holds here: for ``of`` (a report that waits, the table itself
        for what begins now), else for the innermost that the row speaks of and that is there.
        """
        return row.holds((of or self._innermost(row)).edition)

    def lacks_shoe_of(self, moment: ReportMoment | None) -> bool:
        """Whether the shoe that was in play at the moment of a report has gone since."""
        if moment is None or not moment.shoe:
            return False
        return self.is_being_closed or moment.shoe != self.shoe_in_play.number

    def set_key(self, number: str) -> str:
        """The form for comparing two sets' numbers: a label may be typed otherwise than it was scanned."""
        return name_key(number) if self.holds(editions.NAME) else "".join(number.split()).casefold()

    def is_same(self, one: str, other: str) -> bool:
        """Whether two names are one wheel, or two ids one person."""
        return one == other or (self.holds(editions.NAME) and name_key(one) == name_key(other))

    def is_noted_as(self, one: UnusualWheel, other: UnusualWheel) -> bool:
        """Whether two are the same wheel, test and person: each test of a wheel is noted once."""
        return (one.test, one.who) == (other.test, other.who) and self.is_same(one.serial, other.serial)

    def keeps_aside(self, number: str) -> bool:
        """Whether a set with this number was put aside here and is not released."""
        return self.set_key(number) in map(self.set_key, self.sets.put_aside)

    def bars_set(self, number: str) -> bool:
        """Whether a set with this number can't come into play until a supervisor releases it."""
        return self.keeps_aside(number) or self.set_key(number) in map(self.set_key, self.sets.barred)

    def where_barred(self, number: str) -> str:
        """The other table that put this set aside; empty for one that this table did, or that none names."""
        named = zip(map(self.set_key, self.sets.barred), self.sets.barred_at, strict=False)
        return "" if self.keeps_aside(number) else dict(named).get(self.set_key(number), "")

    def begins(self, before: Table) -> bool:
        """Whether a shoe, a round, a halt or a report has begun since ``before``, or the table was opened."""
        halt, last = self.halt, before.halt
        return (
            (halt is not None and (last is None or (halt.at, halt.reason) != (last.at, last.reason)))
            or self.round_number != before.round_number
            or self.shoe_in_play.number != before.shoe_in_play.number
            or self.incidents.reported != before.incidents.reported
            or (self.is_open and not before.is_open)
        )

    def _innermost(self, row: Row) -> Begun:
        for each in row.goes_by:
            found: Begun | None
            match each:
                case GoesBy.REPORT:
                    found = None if self.incident is None else self.incident.report
                case GoesBy.HALT:
                    found = self.halt
                case GoesBy.ROUND:
                    found = self.round
                case GoesBy.SHOE:
                    found = self.shoe_in_play if self.shoe_in_play.number else None
                case _:
                    assert_never(each)
            if found is not None:
                return found
        return self

    @property
    def halted(self) -> bool:
        """Whether play stands still: something halts it, or an incident is open."""
        return self.halt is not None or self.incident is not None

    @property
    def shown_incident(self) -> Incident | None:
        return self.incident or self.incidents.ended

    @property
    def ended_incidents(self) -> tuple[Incident, ...]:
        last = self.incidents.ended
        return () if last is None else (*self.incidents.ended_before, last)

    @property
    def changed_incidents(self) -> tuple[Incident, ...]:
        """The incidents that the last line ended, then the open one."""
        return self.ended_incidents if self.incident is None else (*self.ended_incidents, self.incident)

    @property
    def open_reports(self) -> tuple[Report, ...]:
        opened = () if self.incident is None else (self.incident.report,)
        return (*opened, *self.incidents.waiting)

    @property
    def stood_since(self) -> datetime | None:
        """The time since which play stands still, over all reports and halts in a row; or None."""
        return self.stopped or min(self.standstills, default=None)

    @property
    def wanted_since(self) -> datetime | None:
        """Since when somebody is wanted: by the call, or as play stands still if that is earlier, or None."""
        return min((each for each in (self.called, self.stood_since) if each is not None), default=None)

    @property
    def standstills(self) -> tuple[datetime, ...]:
        """Since when the halt and the open incident hold play up; a clock set back may show them reversed."""
        halted = () if self.halt is None else (self.halt.at,)
        return halted if self.incident is None else (*halted, self.incident.opened)

    @property
    def shown_phase(self) -> Phase:
        """The phase as the view shows it: halted while a halt lies over it."""
        return Phase.HALTED if self.halted else self.phase

    @property
    def is_open(self) -> bool:
        """Whether the table is open: neither closed nor in the inspection that closes it (BAC-1.3.3)."""
        return self.phase is not Phase.CLOSED and not self.is_being_closed

    @property
    def is_being_closed(self) -> bool:
        return self.preparation is not None and self.preparation.closing

    @property
    def open_round(self) -> bool:
        """Whether a round is open, from ``bets open`` to its announced result."""
        return self.round is not None and self.round.status is _OPEN

    @property
    def without_ended(self) -> Table:
        """The table without the incidents that the last line ended: only that line's view shows one."""
        if self.incidents.ended is None:
            return self
        return replace(self, incidents=replace(self.incidents, ended=None, ended_before=()))

    @property
    def between_rounds(self) -> bool:
        """Whether no round is open and nothing halts play: work outside of play can be done now."""
        return not self.open_round and not self.halted

    def is_tested(self, device: str) -> bool:
        """Whether this device's readings belong to a commissioning now, and not to play."""
        return self.tested_device == device and self.between_rounds

    @property
    def bet_time(self) -> bool:
        return self.phase is Phase.BETTING and self.open_round

    @property
    def playing(self) -> bool:
        """Whether a round is being dealt, or players decide."""
        return self.phase is Phase.DEALING or self.phase is Phase.DECIDING

    @property
    def card_due(self) -> CardPlace | None:
        return self.play.next_place if self.playing else None

    @property
    def takes_no_card_yet(self) -> bool:
        """Whether the open round's first card can't be laid: bets are open, or its seats are not named."""
        return self.open_round and not self.play.card_count and self.card_due is None

    @property
    def is_unread_out(self) -> bool:
        """Whether an unread card waits for its reading, and no reading of it halts the table. The card is out
        of the shoe, as the last one dealt; the next reading in its turn reads the same card.
        """
        read = self.halt is not None and self.halt.card_out and self.halt.in_turn
        return self.tries > 0 and not read

    @property
    def lying_apart(self) -> tuple[Card | None, ...]:
        """The cards that are out and lie in no hand, in the order drawn; None if one was not read."""
        unread = (None,) if self.is_unread_out else ()
        return unread if self.halt is None else unread + self.halt.cards

    @property
    def in_no_hand(self) -> tuple[Card | None, ...]:
        """The undecided cards of the halt and of the open report; None if one was not read."""
        of_halt = () if self.halt is None else self.halt.cards
        return of_halt if self.incident is None else of_halt + self.incident.strays

    @property
    def cards_apart(self) -> int:
        """How many cards lie in no hand: of the halt, of the open report, or cleared away by its step."""
        return len(self.in_no_hand) + (0 if self.incident is None else self.incident.to_clear)

    @property
    def last_hand(self) -> bool:
        """Whether no other hand will be played from this shoe (BAC-3.2.2, BAC-3.2.3, LT-BAC-22b)."""
        shoe = self.shoe_in_play
        came = shoe.cut_card_out and not self.changes_shoe
        return came or shoe.reshuffle is not None or shoe.changed_after_hand

    @property
    def changes_shoe(self) -> bool:
        """Whether another shoe was ordered into play at once, and that is not done yet (LT-BAC-22a)."""
        return self.incident is not None and self.incident.changes_shoe

    def role_of(self, who: str) -> Role | None:
        return next((person.role for person in self.people if self.is_same(person.who, who)), None)

    def beside(self, who: str | None) -> str | None:
        """The dealer who stands beside this person now; None beside anybody but a trainee."""
        if who is None:
            return None
        found = (person.accompanied_by for person in self.people if self.is_same(person.who, who))
        return next(found, None)

    def has(self, role: Role) -> bool:
        return role in [person.role for person in self.people]
