"""The values that a screen shows beside the protocol's view, without a word of any language.

Live play, a language switch, replay and review show the same value, a :class:`DealerView`. The state of a
wheel's reader is shown as the reader reports it, and decides nothing.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.table.core.play.outage import Outage
from console.table.core.state.commissioning_state import Drift, Newer
from console.table.core.state.contradictions import Contradiction
from console.table.core.state.entries import Unwritable
from console.table.core.state.open_incident import StepEnd
from console.table.core.state.phases import Bets, Phase
from console.table.core.state.player_answers import PlayerAnswer
from console.table.core.state.roles import Actor, Role, Trade
from console.table.core.state.views import Fact, IncidentView, Offer, Prompt, View
from console.table.devices.health import LossReason
from console.table.game.card_set import SetFinding
from console.table.game.cards import Card
from console.table.game.rule_values import AnyLimits, CountOf, ReplacedShoe
from console.table.game.worksheet import Worksheet


class WheelView(msgspec.Struct, frozen=True, kw_only=True):
    """The last report of the wheel's reader, and the ball's run as the dealer confirmed it."""

    state: int | None = None
    """1 game start, 2 place bets, 3 ball in track, 4 no more bets, 5 winning number, 6 closed, 7 not seen."""
    speed: int | None = None
    """The rotor's, in tenths of a revolution a minute."""
    turning: Literal["clockwise", "anticlockwise"] | None = None
    heard: datetime | None = None
    """The time when the reader sent its last line, in UTC."""
    serial: str | None = None
    """The wheel's serial, as the pit boss noted it at its check, or as it is configured."""
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    """The direction of the ball's run, once the dealer has confirmed it."""
    ran: datetime | None = None
    """The time of that confirmation."""
    turns_asked: int
    """The number of full turns that make a spin valid (ROU-3.1.1, LT-ROU-25)."""
    has_reader: bool = True
    ball: bool | None = None
    """Whether its reader has reported this spin's ball on the track; None if it reports none."""
    halted: str | None = None
    """The reason why play is halted, while it is: also with no pit boss there whose prompt would say it."""
    differs: int | None = None
    """The second number, if two differ."""
    of_no_spin: int | None = None
    """The number that its reader reports now, of a ball that was said to be out: it belongs to no spin."""
    no_ball: bool = False
    """Whether the reader has seen no ball for as long as a spin takes."""


class Mode(StrEnum):
    """The mode of the table: its play reaches players, is simulated, or is past and only looked at."""

    LIVE = "live"
    TRAINING = "training"
    REHEARSAL = "rehearsal"
    """A simulated table at which what goes wrong is written down beforehand, and what is done is scored."""
    REPLAY = "replay"
    REVIEW = "review"

    @property
    def is_simulated(self) -> bool:
        """Whether the table has no players and no devices but simulated ones."""
        return self in (Mode.TRAINING, Mode.REHEARSAL)


class Person(msgspec.Struct, frozen=True):
    """A person who is signed in, or, with a trade in place of a role, only signs papers."""

    id: str
    name: str
    role: Role | Trade
    language: str


class StepState(StrEnum):
    DONE = "done"
    NOW = "now"
    TO_COME = "to_come"


class StepView(msgspec.Struct, frozen=True):
    """A preparation's step; ``faces``: where cards look; ``how``: the rules' way (BAC-3.3.1, BJ-3.1.2)."""

    action: str
    actor: Actor
    state: StepState
    at: datetime | None = None
    faces: Literal["dealer", "away"] | None = None
    how: str | None = None


class LampFault(StrEnum):
    """The fault that a lamp shows; its text is part of the key of its phrase."""

    SILENT = "silent"
    """A device sends nothing, the server owes its next line, or the dealer a press at a locked screen."""
    LOST = "lost"
    RECONNECTING = "reconnecting"
    SHARED = "shared"
    """Another program takes bytes from the port."""
    UNENDED = "unended"
    """A device sends bytes, and no line of them ends."""
    SAVING = "saving"
    """The journal takes long to commit an entry."""
    FAILED = "failed"
    """The journal could not commit one."""
    UNSYNCHRONISED = "unsynchronised"
    UNJOINED = "unjoined"
    """Nothing can be sent to the floor, because of the table's own file or the server's version."""
    TWINS = "twins"
    """Another console works as this table."""
    PASSED_OVER = "passed_over"
    """Somebody chose another console than this one."""
    REFUSED = "refused"
    """The floor refuses the table."""
    EXCHANGED = "exchanged"
    """Another device speaks at this one's port."""
    MISBEHAVING = "misbehaving"
    """So many lines of the game server are refused that they are only counted."""


class Lamp(msgspec.Struct, frozen=True):
    """A device's or a connection's health: ``fault`` is None if it is well."""

    device: Literal["shoe", "reader", "wheel", "journal", "link", "clock", "floor", "dealer"]
    fault: LampFault | LossReason | None = None
    """A loss whose reason is known is its reason."""
    about: str = ""
    """The names by which a floor refuses the table; for two consoles, which of them this one is, or who chose
    the other one; for the clock, how far it is from the floor server's; for an exchanged device, the role of
    the one that speaks.
    """

    @property
    def is_silent(self) -> bool:
        """Whether nothing that can be read has come, though the connection is well."""
        return self.fault in (LampFault.SILENT, LampFault.UNENDED)


class HeldCard(msgspec.Struct, frozen=True):
    """A card that halted the table: it lies in no hand. ``face`` is None when nobody may see it."""

    face: Card | None
    reason: str | None
    """Why it lies there; None of cards whose halt is decided and that are to be cleared away."""
    cards: int
    """How many cards lie there: the others came in the halt, or under a report."""
    at: datetime | None = None
    unread: bool = False
    """Whether neither it nor another one could be read."""


class ConsoleRestart(msgspec.Struct, frozen=True):
    """The console was restarted: its last entry before, and when it came back, UTC. Its stop is not known."""

    stopped: datetime
    back: datetime
    damaged: bool = False
    """Whether its journal was damaged, so that the last events may be missing."""


class AskedFact(msgspec.Struct, frozen=True):
    """A fact of the open incident that was given, and the other possible values (None: a whole number)."""

    fact: str
    answers: tuple[Fact, ...] | None


class OpenReport(msgspec.Struct, frozen=True):
    """The reporter of the open incident, the time, and how many questions its answer takes."""

    by: Person
    at: datetime
    question: int
    questions: int
    video: datetime | None = None
    """Where to begin to look at the video: the lead-in before the report, or before what it is about."""
    given: dict[str, Fact] = {}
    """The facts as people gave them, those too that the present rows don't ask for."""
    meant: str | None = None
    """The kind that was chosen for it while it had to wait."""
    dealer_may_change: bool = False
    """Whether the dealer who reported it is there, and may still answer otherwise or take it back."""
    asked: tuple[AskedFact, ...] = ()
    """The facts given so far, in their order: each can be changed until the outcome is confirmed."""
    together: tuple[dict[str, Fact], ...] = ()
    """The ways of the question that asked for the last of these facts at once; empty without such a one."""
    counted: int | tuple[int, ...] | None = None
    """The count of an inspection that made it: a pit boss alone takes it back, with a reason."""
    needs_reason: bool = False
    """Whether its outcome is confirmed only with a reason, though a rule is written."""
    waited_until: datetime | None = None
    """When its turn came, if it had to wait behind another report; the round may have gone on till then."""


class AuthorisedOutcome(msgspec.Struct, frozen=True):
    """The person who authorised the outcome, and when; ``by`` None if the rules give it to the dealer."""

    by: Person | None
    at: datetime
    paid_by: tuple[int, ...] = ()
    """The numbers by which the bets of a round that is settled by hand were paid before."""
    wrong: int | None = None
    """And the number that was recorded by mistake, by reader or dealer."""
    mistakes: tuple[int, ...] = ()
    """And all numbers of that round that do not count."""
    worksheet: Worksheet | None = None
    """The last worksheet of that round, at any window, as the journal has it."""


class QueuedReport(msgspec.Struct, frozen=True):
    """A report that waits behind the open incident."""

    kind: str | None
    by: Person
    at: datetime


class OfficeDue(msgspec.Struct, frozen=True):
    """An office that the house still has to inform of an incident."""

    incident: str
    whom: str
    """The office, by the key of its phrase ``whom.WHOM``."""
    until: datetime
    is_overdue: bool


class PastIncident(msgspec.Struct, frozen=True):
    kind: str
    at: datetime
    outcome: str | None
    clause: str | None
    taken_back_by: Person | None = None
    """The person who took the report back; None if nobody did, or an earlier version did not keep it."""
    reason: str | None = None
    round: str | None = None
    """The number of the round that it was about; None outside of any."""
    came_to_nothing: bool = False
    """Whether it waited, and had nothing left to decide at its turn."""
    overtaken_by: str | None = None
    """The kind of the incident after which that was so, if it is known."""


class CameIn(msgspec.Struct, frozen=True):
    """A device's report while the table stood still: a number, or a card whose face is in no view."""

    at: datetime
    number: int | None = None
    unread: bool = False
    """Whether it is a card that could not be read."""


class Manual(msgspec.Struct, frozen=True):
    """Manual mode: since when, by whom, and how many cards were entered by hand since."""

    since: datetime
    by: Person
    cards: int


class LicenceEnd(msgspec.Struct, frozen=True):
    """The last day of the licence by which a dealer deals: today, or over."""

    name: str
    """The dealer's id, and at a screen the name."""
    until: date
    is_over: bool
    is_gone: bool = False
    """Whether the dealer was signed out for it."""


class OnTheWay(msgspec.Struct, frozen=True):
    """A pit boss who took the table's call and is on the way; ``waited``: the seconds that players waited."""

    by: Person
    since: datetime
    waited: int | None = None


class Silence(msgspec.Struct, frozen=True):
    """The game server owes a message and is silent: the clauses to go on without it, or to void the round."""

    goes_on: tuple[str, ...]
    """The clauses by which a hand without an answer stands; empty if none is asked (BJ-3.5-iii, LT-BJ-08)."""
    void: tuple[str | None, ...]
    """The clauses by which a technical fault is decided; none if that can't be reported now."""


class TurnedDown(msgspec.Struct, frozen=True):
    """A refused press: the reason, the line, the role of who pressed, and the person whom the line names."""

    refused: str
    line: str
    to: Role | None = None
    name: str | None = None
    set: str | None = None
    """The number of a card set that the line gives."""
    set_at: str = ""
    """The other table that put this set aside."""


class CommissioningView(msgspec.Struct, frozen=True):
    drifts: tuple[Drift, ...] = ()
    """The drifts of the devices' reads since the table's commissioning."""
    level_found: tuple[str, datetime] | None = None
    """The technician who signed that the wheel was level, and the certificate's time; or None."""
    uncommissioned: bool = False
    """Whether this is a LIVE table whose journal holds no certificate."""
    newer: tuple[Newer, ...] = ()
    """The changes at a LIVE table since its certificate; empty as long as that is valid."""


class PreparationView(msgspec.Struct, frozen=True):
    """The shoe's preparation, and the cut cards that it places."""

    steps: tuple[StepView, ...] = ()
    """The shoe's preparation from its first step to ``load`` (and the burn); empty out of phase shoe."""
    check_again: bool = False
    """Whether shoe and rack are to be inspected before these cards go in: a new day has begun (BJ-1.4)."""
    cut_card_from_end: int | None = None
    """Cards behind the cut card, by the rulebook; None at a table without cards (BAC-3.3.4, BJ-3.3)."""
    cut_cards: int = 0
    """The number of cut cards that come with the decks: of two one lies behind the stack (BAC-1.3.1)."""
    count: CountOf | None = None
    """The parts that the inspection due now counts; None if nobody is asked for a number."""
    shuffle_step: tuple[int, int] | None = None
    """In a shuffle: the step that is due, from 1 (what follows the last counts as it); and how many."""


class CardsView(msgspec.Struct, frozen=True):
    """The cards on the table, and the cut card of the shoe in play."""

    cut_card_out: bool = False
    cut_card_by_hand: bool = False
    """Whether no device can report the cut card, and it can come now: then somebody presses for it."""
    in_view: bool = False
    """Whether a card lies in view that goes to the rack with this coup's cards (LT-BAC-16)."""
    collecting: bool = False
    """Whether the last round's cards are to be picked up still; in a halt, too."""
    set_aside: int = 0
    """Cards that lie face down and open the next round (LT-BAC-13a, LT-BAC-24a, LT-BAC-25a)."""
    last_card: tuple[Card, str, int] | None = None
    """The last card laid: its face, hand and position."""
    cards_out: int | None = None
    """Cards of this round that are out, with one that is not read yet; None if nobody counts."""
    due_to: str | None = None
    """The hand to which the next card of the round goes, as a correction names it; in a halt, too."""
    unread: bool = False
    """Whether that card lies there, and was not read yet."""
    can_correct: bool = False
    """Whether a misread card of this round can still be corrected."""
    put_back: tuple[tuple[str, int], ...] = ()
    """The round's cards by hand and position in the order dealt, while the dealer puts them back."""


class CountdownView(msgspec.Struct, frozen=True):
    """Bet time or a player's time to answer, and how its end shows."""

    bet_seconds: int | None = None
    """Bet time's length, in bet time only; the countdown's blocks."""
    seconds_left: int | None = None
    """Whole seconds of bet time that are left, rounded up."""
    end_signal: Literal["blink_running_out", "flash", "light"] = "flash"
    """How the end of bet time shows (BAC-3.4.2)."""
    end_sound: bool = False
    """Whether the end signal sounds (BAC-2.1.6-sound)."""
    end_sign: bool = False
    """Whether a warning sign comes up with it (ROU-2.1.1-sign)."""


class OrdersView(msgspec.Struct, frozen=True):
    close_ordered: bool = False
    takes_close_orders: bool = False
    """Whether the order to close can be given now, or be taken back."""
    reshuffle_ordered: bool = False
    decks_ordered: bool = False
    """Whether the shuffle that was ordered is one of new decks."""
    takes_shuffle_orders: bool = False
    """Whether an order to shuffle can be given now, or be taken back (BAC-3.2.3)."""


class ServerView(msgspec.Struct, frozen=True):
    """The players' answers that the game server sends, and its silence."""

    overdue: bool = False
    """Whether the game server owes a message for longer than the house waits."""
    silence: Silence | None = None
    """The game server's silence, if it is too long; None while the server has time, or owes nothing."""
    answers: tuple[PlayerAnswer, ...] = ()
    """Blackjack: the players' answers in the round, in time or not."""
    answer_since: datetime | None = None
    """Since when the hand that is due is asked; a halt restarts it (BJ-3.5-ii)."""


class CallView(msgspec.Struct, frozen=True):
    called_at: datetime | None = None
    called_for: int | None = None
    """Whole seconds since the call, at a live table."""
    coming: OnTheWay | None = None
    """The pit boss who took the table's call on the floor, until one is there."""


class HaltView(msgspec.Struct, frozen=True):
    held: HeldCard | None = None
    came_in: tuple[CameIn, ...] = ()
    """The readings since play stands still, in order."""
    cards_left: int = 0
    """How many cards halt the table again once the steps of the open report's outcome are done."""
    maybe_cut_card: bool = False
    """Whether the halt may be of the cut card: it went over a reader that reads cards only."""
    number_in_bet_time: bool = False
    """Whether a number of bet time halts the table: taking it back makes it void, and needs a reason."""
    finding: SetFinding | None = None
    """The finding about the card set that halts the table."""
    needs_reason: bool = False
    """Whether it is taken back only with a reason."""
    corrects: bool = False
    """Whether a corrected card can end it: to what was read, or any if the result alone differs."""
    faults: tuple[str, ...] = ()
    """The faults of the device that halt the table: a wheel's by their meaning, else a code."""
    number_stands: int | None = None
    """The first of two numbers that halt the table: it stands if the later one is taken back."""


class ReportingView(msgspec.Struct, frozen=True):
    can_report: bool = False
    """Whether something can be reported now."""
    kinds: tuple[str, ...] = ()
    """The incident kinds that can be reported now; filled while one is chosen."""
    every_kind: tuple[str, ...] = ()
    """All kinds of the rulebook for this game, even if they can't be reported now; filled likewise."""
    report_kinds: tuple[str, ...] = ()
    """The kinds that the open report can have, by the moments of its opening; filled while one is chosen."""
    noticed: Offer | None = None
    """The kind that the console had noticed when the open report opened; filled while one is chosen."""
    offered: tuple[str | None, ...] = ()
    """The clauses by which what the console noticed can be decided now; None if no rule is written."""
    too_late: Offer | None = None
    """The report of a ball that fell before it was taken out; set only while it is to be taken out."""
    hands: tuple[str, ...] = ()
    """Blackjack: the hands, as ``3.1``, of which the open report can say that they had no chance to act."""


class EndedStep(msgspec.Struct, frozen=True):
    """A step of an outcome that is over: when it ended, and how."""

    at: datetime
    end: StepEnd = StepEnd.DONE


class OpenIncidentView(msgspec.Struct, frozen=True):
    """The open incident beside the protocol's view of it, the reports that wait, and those that are over."""

    reported: OpenReport | None = None
    decided: AuthorisedOutcome | None = None
    """The decision on the open incident, once its outcome is authorised."""
    brought_in: ReplacedShoe | None = None
    """The requirements for the shoe that the open incident's outcome brings into the round."""
    read_since: CameIn | None = None
    """The number that contradicts its answer, so that the question is asked again (LT-ROU-32a)."""
    wrong_set: str | None = None
    """The number of the card set that it puts aside; None if it has none."""
    courses: dict[str, IncidentView] = {}
    """The open incident as each of the pit boss's choices would have it: outcome and steps, by choice."""
    ended_steps: tuple[EndedStep, ...] = ()
    ways: tuple[dict[str, Fact], ...] = ()
    """Complete sets of facts that lead the open incident to its outcome, one press each."""
    queue: tuple[QueuedReport, ...] = ()
    """Reports that open after it, the first one first."""
    past: tuple[PastIncident, ...] = ()


class ConsoleHealth(msgspec.Struct, frozen=True):
    """The health of the console: its devices, its journal and its software."""

    lamps: tuple[Lamp, ...] = ()
    recovered: ConsoleRestart | None = None
    bug: bool = False
    """Whether the program met a bug since the last accepted input; the hand is safe."""
    journal_aside: bool = False
    """Whether a damaged journal was set aside in play, and no pit boss has pressed anything since."""
    software_changed: int = 0
    """Files of the software that are not as they were released; at least 1 if its signature is bad."""
    saving: bool = False
    unanswered: bool = False
    """Whether the table's own thread stands still: play continues on paper."""
    unwritable: Unwritable | None = None
    """The reason why the journal can't be written, as long as it can't."""

    def fault_of(self, *devices: str) -> Lamp | None:
        return next((lamp for lamp in self.lamps if lamp.device in devices and lamp.fault is not None), None)


class AnsweredCall(msgspec.Struct, frozen=True):
    """A call that a pit boss's sign-in took back: who called, if a dealer was signed in, and when."""

    by: Person | None
    at: datetime


class ScreenState(msgspec.Struct, frozen=True):
    """The people's state at this screen alone; another screen of the same table has its own."""

    locked: bool = False
    locked_due: bool = False
    """Whether a dealer's prompt has been due at the locked screen for longer than the house allows."""
    step_up_left: int | None = None
    """Seconds that are left of the authority of the pit boss at this screen."""
    step_up_lasts: int = 0
    """Seconds that it lasts from the PIN, or from the last press on an amber prompt."""
    turned_down: TurnedDown | None = None
    """The last press, if it was not taken and nothing was since."""
    not_taken: View | None = None
    """The view before the person who pressed here, which had changed when the press came to the table."""
    decider: Person | None = None
    """The pit boss who has signed in at this screen for the open incident, whether or not still here."""
    by_press: bool = False
    """Whether that pit boss decided the report before it, and comes by one press."""
    way: str = "pin"
    """By what the authority was given: ``pin``, ``badge`` or ``lasting``."""
    lasts_on: Person | None = None
    """The pit boss whose authority lasts for one more decision on the pit boss's own page."""
    lasts_left: int | None = None
    """For how many seconds."""
    answered: AnsweredCall | None = None
    """The call that the pit boss answered by signing in here."""


class DealerView(msgspec.Struct, frozen=True):
    """Everything that the dealer's screen shows, except the clock and the words."""

    view: View
    mode: Mode
    table: str
    game: str
    rules: str
    """The rulebook's id: ``sv``, ``ja``, ``lt``, ``is`` or ``de``; its market's language too."""
    limits: AnyLimits | None = None
    """The amounts that may be bet: the table's own limits, else its rulebook's, if it names any."""
    banker_left: bool = True
    """Whether the banker's side is at the dealer's left, as the table is laid out."""
    derived_roads: bool = False
    """Whether the score boards have the derived roads instead of the bead plate."""
    dealer: Person | None = None
    beside: Person | None = None
    """The dealer beside a trainee who deals."""
    beside_left: bool = False
    """Whether that dealer has left: the trainee deals the round to its end."""
    pit_boss: Person | None = None
    round_number: int = 0
    shoe_number: int = 0
    results: tuple[str, ...] = ()
    """The ends of this shoe's rounds (a coup by its winner), the oldest first."""
    behind: Prompt | None = None
    """The prompt that follows, if somebody has to sign in first."""
    manual: Manual | None = None
    known_sets: tuple[str, ...] = ()
    """The numbers of the card set in play and of the one before, as they were noted."""
    contradictions: tuple[Contradiction, ...] = ()
    """Those of the present round, or preparation, that nobody has answered."""
    held_since: datetime | None = None
    """Since when the first of the devices that hold bets back has been silent or lost."""
    pressed_at: datetime | None = None
    """When a person last moved the table, since the start."""
    awaited_since: datetime | None = None
    """Since when the present prompt is shown."""
    wheel: WheelView | None = None
    """The wheel of a roulette table; None at a card table."""
    outage: Outage | None = None
    """The reason why no bets can open, while they are waited for."""
    commissioning: CommissioningView = CommissioningView()
    preparation: PreparationView = PreparationView()
    cards: CardsView = CardsView()
    countdown: CountdownView = CountdownView()
    orders: OrdersView = OrdersView()
    server: ServerView = ServerView()
    call: CallView = CallView()
    licence: LicenceEnd | None = None
    """The dealer's licence, on its last day and once it is over."""
    halt: HaltView = HaltView()
    reporting: ReportingView = ReportingView()
    incident: OpenIncidentView = OpenIncidentView()
    offices: tuple[OfficeDue, ...] = ()
    """Those to inform, the first one first."""
    console: ConsoleHealth = ConsoleHealth()
    screen: ScreenState = ScreenState()


_NOTHING_YET: Final = View(
    accepted=True,
    refused=None,
    fact=None,
    entry=0,
    phase=Phase.CLOSED,
    prompt=Prompt("", Actor.SYSTEM, ()),
    say=None,
    bets=Bets.SETTLED,
    shoe=None,
    round=None,
    call=False,
)
NO_TABLE: Final = DealerView(_NOTHING_YET, Mode.LIVE, table="", game="", rules="")
"""The view that a screen's parts have before their first one; it is shown to nobody."""
