"""An incident at the table as a value: its report, the rulebook's case, the state of its steps. The effect of
an outcome on the table is not known here.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Literal

import msgspec
from msgspec.structs import replace

from console.table.core.state.actions import Action
from console.table.core.state.contradictions import Statement
from console.table.core.state.editions import OLDEST
from console.table.core.state.roles import Role
from console.table.game.blackjack.round import Round as BlackjackRound
from console.table.game.card_set import Cause
from console.table.game.cards import Card
from console.table.game.incident_cases import Case, Result
from console.table.game.worksheet import Worksheet
from console.table.incidents.decision import Ruling
from console.table.incidents.facts import Fact
from console.table.incidents.known_kinds import IN_POCKET, KIND, Kind
from console.table.incidents.moments import Moment


class IncidentState(StrEnum):
    """The stage of an incident."""

    FACTS = "facts"
    """A fact is asked for."""
    AWAITING = "awaiting"
    """Its outcome awaits the one who confirms it."""
    STEPS = "steps"
    """Its outcome is decided, and the steps are being done."""
    CLOSED = "closed"


class RoundsOfSet(msgspec.Struct, frozen=True, gc=False):
    rounds: int
    of_shoe: int
    """How many of them, the last ones, were dealt from the shoe in play."""
    last: str
    """The last one's id; a table numbers its rounds in their order."""
    settled: tuple[int, ...] | None = None
    """Those that were dealt from it and settled, or whose result is known."""
    settled_of_shoe: int = 0
    """How many of these, the last ones, were dealt from the shoe in play."""


class SetRounds(msgspec.Struct, frozen=True):
    """The rounds since a wrong set came into play, from the first to the last: the house's to decide on."""

    rounds: int
    concerned: int
    """How many of them, the last ones, the figures concern: of an order those of its shoe, of copies or a
    count, which are of the whole set, all.
    """
    first: str
    last: str
    ids: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Those that are concerned: dealt from the set, their bets settled."""


class ReportMoment(msgspec.Struct, frozen=True):
    """The table as a report was made: by it rows are sought and facts are known, whenever it opens. It names
    the incident after which its round, spin or cards were gone, if that was while it waited.
    """

    letters: tuple[str, ...]
    """The moments that stood, by their letters in order."""
    round: str | None = None
    """The open round, else the last one."""
    numbered: str | None = None
    """The round of the last number (LT-ROU-33)."""
    bet_time: bool = False
    dealt: bool = False
    """Whether a round was open and a card of it out."""
    later: bool = False
    """Whether a round had been begun from the shoe in play."""
    stage: int | None = None
    """The stage of the shuffle step that was due."""
    hands: BlackjackRound | None = None
    set: int = 0
    """The number of the first shoe of the card set."""
    shoe: int = 0
    """The number of the shoe in play; 0 before edition 4."""
    round_over_after: str | None = None
    """The incident after which the round was void or settled by hand."""
    respun_after: str | None = None
    """The incident after which the ball was to be spun again."""
    no_spin_after: str | None = None
    """The incident that decided that this spin was none: nothing is settled by it."""
    set_gone_after: str | None = None
    """The incident after which other decks or another shoe came."""
    halted: ReportMoment | None = None
    """The moment at which the table had halted, if it was another one: by it rows are sought first."""

    def noticed(self, kind: str) -> str:
        """When an incident of this kind was noticed, of the times that the rulebook's rows distinguish."""
        match kind:
            case Kind.PLAYED_PAST_CUT_CARD:
                return "betting" if self.bet_time else "round"
            case Kind.CARDS_LEFT_ON_TABLE:
                return "after_deal" if self.dealt else "before_deal"
            case _:
                return "later" if self.later else "before_first_round"

    @property
    def where(self) -> str | None:
        """The part of the table's work in which the report was made, of those that rows name; or None."""
        parts = ((Moment.SHUFFLE, "shuffle"), (Moment.INSPECTION, "inspection"), (Moment.ROUND, "round"))
        return next((part for moment, part in parts if moment in self.letters), None)


class InTime(msgspec.Struct, frozen=True, gc=False):
    """The person who stated that the ball was taken out in time, and when (LT-ROU-32a)."""

    by: str
    at: datetime


class Confirmation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person who confirmed an outcome (None: nobody had to), the time, and the reason if one is due."""

    by: str | None
    at: datetime
    reason: str | None = None
    entry: int = 0
    """The number of its entry; 0 up to edition 3, and if nobody had to."""


class WholeReport(msgspec.Struct, frozen=True):
    """The decision of a report that lacks no fact: its case and facts, with the round's cards and number."""

    clause: str | None
    outcome: str
    facts: dict[str, Fact]
    cards: tuple[Card, ...]
    number: int | None


class Report(msgspec.Struct, frozen=True):
    """A person's report; ``facts`` are the given ones, by the reporter or by others."""

    id: str
    by: str
    role: Role
    at: datetime
    kind: str | None
    facts: dict[str, Fact]
    ball_out: bool = False
    """Whether the ball was taken out at once, before it was reported (LT-ROU-31a, LT-ROU-27a)."""
    edition: int = OLDEST
    """The edition of the console at which it was made."""
    meant: str | None = None
    """The kind that was chosen for it while it had to wait."""
    closed_bets: bool = False
    """Whether it closed the bets, since the ball lay in a pocket: no dealer takes it back alone."""
    of_set: RoundsOfSet | None = None
    """The rounds of the card set in play; None without one, and before its first round."""
    set_in_play: str | None = None
    """The number of the card set in play as it was made; None: it had none."""
    moment: ReportMoment | None = None
    """The moment at which it was made; None in a report that was never made at a table."""
    is_deferred: bool = False
    """Whether its settling by hand was put off for a report of no spin: it awaits a confirmation again."""
    counted: int | tuple[int, ...] | None = None
    """The count of an inspection that made it: no dealer takes it back."""
    in_time: InTime | None = None
    """Its last answer that the ball was out in time."""
    entry: int = 0
    """The number of its entry; 0 up to edition 3."""
    whole: WholeReport | None = None
    """The decision that it led to as it was made; None if a fact was missing, and up to edition 3."""
    voids: bool = False
    """Whether a press that voids the round made it: it has no other choice."""
    authorised: Confirmation | None = None
    """The confirmation of its outcome that another report or a reading took back; None up to edition 3."""

    @property
    def ball_fell(self) -> bool:
        """Whether it gives that a ball which was spun in bet time lies in a pocket (LT-ROU-31b)."""
        return self.kind == Kind.SPUN_IN_BET_TIME and self.facts.get("ball") == IN_POCKET

    @property
    def named_kind(self) -> str | None:
        """Its kind; before it has one, the kind that was chosen for it, or None."""
        return self.kind or self.meant

    def with_answers(self, facts: dict[str, Fact | None]) -> Report:
        """The report with these answers, its kind among them; None takes one back, and it is asked again. An
        answer stays in the report without its question, and counts again when that is asked.
        """
        kind = facts.get(KIND, self.kind)
        given = self.facts | {fact: value for fact, value in facts.items() if fact != KIND}
        known = {fact: value for fact, value in given.items() if value is not None}
        return replace(self, kind=None if kind is None else str(kind), facts=known)


class LaidCard(msgspec.Struct, frozen=True):
    """The place of a card: the hand, its position from 1, its face if everybody may see it."""

    hand: str
    card: int
    face: str


class StepEnd(StrEnum):
    """How a step ended: somebody did it, the pit boss skipped it, or a device read what it asked for."""

    DONE = "done"
    SKIPPED = "skipped"
    READ = "read"


class IncidentStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of an outcome, and when it was done; ``places`` are where cards are laid out again."""

    action: str
    actor: Literal["dealer", "pit_boss"]
    places: tuple[LaidCard, ...] = ()
    moves: tuple[Card, ...] = ()
    """The cards that pass the reader as it is done, by whose faces a reading is known as theirs."""
    done_at: datetime | None = None
    end: StepEnd = StepEnd.DONE

    @property
    def is_done(self) -> bool:
        return self.done_at is not None


class Past(msgspec.Struct, frozen=True, omit_defaults=True):
    """An incident that is over; ``kind`` is None if none was ever given."""

    id: str
    kind: str | None
    at: datetime
    outcome: str
    clause: str | None
    by: str | None = None
    """The person who took it back; None if nobody did."""
    reason: str | None = None
    role: Role | None = None
    """The role in which it was taken back."""
    overtaken_by: str | None = None
    """The incident after which it had nothing left to decide, while it waited."""
    round: str | None = None
    """The round that it was about; None if none had begun."""

    @property
    def undecided(self) -> str | None:
        """The end of a report on which nobody decided: ``taken_back``, or ``came_to_nothing`` if it waited
        behind another one and was no longer possible at its turn. A house's own row may end in
        ``record_only``, too.
        """
        if self.by is not None:
            return "taken_back"
        return "came_to_nothing" if self.outcome == Result.RECORD_ONLY and self.clause is None else None


class Incident(msgspec.Struct, frozen=True):
    """An open report, from its opening to its last step."""

    report: Report
    round: str | None
    moments: tuple[str, ...]
    """The moments that stood when it opened; none if it never did."""
    opened: datetime
    state: IncidentState = IncidentState.FACTS
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)
    """The facts that are asked for, among the given ones and those that the table knows."""
    weighed: dict[str, Fact] = msgspec.field(default_factory=dict)
    """All that was given and that the table knows, asked for or not: what rows are sought with."""
    changed: bool = False
    """Whether an answer was changed, or is asked again: then the outcome awaits a pit boss."""
    answered_by_pit_boss: bool = False
    """Whether a pit boss has answered: from then on the dealer who reported can't change it alone."""
    answer: Ruling | None = None
    outcome: str | None = None
    """The outcome, once it is decided; of two outcomes the chosen one."""
    choice: str | None = None
    steps: tuple[IncidentStep, ...] = ()
    authorised: Confirmation | None = None
    strays: tuple[Card | None, ...] = ()
    """The cards that came while it was open and no step asked for, in order; None if one was not read."""
    again: tuple[Card | None, ...] = ()
    """The readings that came while it was open and were of one card tried again (LT-BAC-25), in order."""
    passed: tuple[Card, ...] = ()
    """The cards that the due step moves, and that were read as they were laid."""
    last_passed: Card | None = None
    """The last of them, if nothing was read since."""
    strays_of_bet_time: bool = False
    """Whether the first of them came in bet time."""
    to_clear: int = 0
    """How many cards its outcome has taken that a step of it clears away."""
    contradicted: bool = False
    """Whether a number has taken its decision back: it stands with a number recorded (LT-ROU-32a)."""
    against: Statement | None = None
    """The table's own knowledge against it: the outcome awaits a pit boss with a reason."""
    nothing_out: bool = False
    """Whether its round was voided before a card of it was out."""
    worksheet: Worksheet | None = None
    """The last worksheet of the round that it settles by hand."""

    @property
    def case(self) -> Case | None:
        """The rulebook's case; None until the facts are complete."""
        return self.answer.case(self.choice) if self.answer else None

    @property
    def set_rounds(self) -> SetRounds | None:
        """The rounds of a wrong card set; None before its outcome, or if no round was begun with it."""
        of_set = self.report.of_set
        if of_set is None or self.authorised is None or self.report.kind != Kind.WRONG_CARD_SET:
            return None
        name, _, number = of_set.last.rpartition("-")
        first = f"{name}-{int(number) - of_set.rounds + 1}"
        of_shoe = self.facts.get("cause") == Cause.ORDER
        if of_set.settled is None:
            return SetRounds(of_set.rounds, of_set.of_shoe if of_shoe else of_set.rounds, first, of_set.last)
        settled = of_set.settled[len(of_set.settled) - of_set.settled_of_shoe if of_shoe else 0 :]
        is_void = self.outcome == Result.VOID
        ids = tuple(f"{name}-{each}" for each in settled if not (is_void and str(each) == number))
        return SetRounds(of_set.rounds, len(ids), first, of_set.last, ids)

    def is_changed_by(self, facts: dict[str, Fact | None]) -> bool:
        """Whether these answers take back or change a given or known fact."""
        given: dict[str, Fact] = dict(self.report.facts)
        if self.report.kind is not None:
            given[KIND] = self.report.kind
        stood = self.facts | given
        return any(
            fact in (given if value is None else stood) and stood[fact] != value
            for fact, value in facts.items()
        )

    @property
    def all_facts(self) -> dict[str, Fact]:
        """All facts by which the rulebook's rows are searched."""
        return self.weighed or self.facts

    def with_strays(self, cards: tuple[Card | None, ...], *, of_bet_time: bool) -> Incident:
        """The incident with these cards after those that came while it was open."""
        first = self.strays_of_bet_time if self.strays else of_bet_time
        return replace(self, strays=(*self.strays, *cards), strays_of_bet_time=first)

    def with_passing(self, read: Card | None) -> Incident | None:
        """The incident after a reading of a card that the due step moves; None if it is none of these.

        An unread draw directly before it is its try, and so is the same face directly after it.
        """
        step = self.step if self.state == IncidentState.STEPS else None
        if step is None or read is None:
            return None
        if step.moves.count(read) <= self.passed.count(read):
            return self if self.last_passed is read else None
        strays = self.strays[:-1] if self.strays and self.strays[-1] is None else self.strays
        return replace(self, strays=strays, passed=(*self.passed, read), last_passed=read)

    def tried(self, read: Card | None) -> Incident:
        """The incident with another reading of the last of these cards."""
        *others, last = self.strays
        known = last if last is not None else read
        return replace(self, strays=(*others, known), again=(*self.again, read if last is not None else None))

    @property
    def set_is_gone(self) -> bool:
        """Whether it is about a card set that was replaced while it waited."""
        moment = self.report.moment
        is_gone = moment is not None and moment.set_gone_after is not None
        return is_gone and self.report.kind == Kind.WRONG_CARD_SET

    @property
    def ball_fell(self) -> bool:
        """Whether a ball that was spun in bet time is known to lie in a pocket (LT-ROU-31b, LT-ROU-31c)."""
        return self.report.kind == Kind.SPUN_IN_BET_TIME and self.facts.get("ball") == IN_POCKET

    @property
    def changes_shoe(self) -> bool:
        """Whether another shoe is to be put into play at once, whether the round is void or not."""
        decided = self.state == IncidentState.STEPS
        return decided and any(step.action == Action.CHANGE_SHOE and not step.is_done for step in self.steps)

    @property
    def step(self) -> IncidentStep | None:
        return next((step for step in self.steps if not step.is_done), None)
