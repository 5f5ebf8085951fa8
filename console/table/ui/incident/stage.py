"""The stage of an incident on one screen, and the dialog that moves it forward and back.

A stage is a pure function of the table's view and of what was opened at this screen: two screens of one table
may show different stages. The conversation remembers what was asked here, so that an answer can be changed
until the outcome is confirmed. Neither decides what is asked, or what a line does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from console.table.core.incident.outcome_effects import is_about_last_number
from console.table.core.showing.screen_values import NO_TABLE, DealerView, OpenReport
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.roles import Actor
from console.table.core.state.views import Fact, IncidentView, SpinView
from console.table.game.cards import Card
from console.table.game.incident_cases import Result
from console.table.game.worksheet import Wager
from console.table.incidents.known_kinds import KIND, OTHER, Kind

OF_THE_ROUND: Final = frozenset(("cards_to_move", "cards_to_remove"))
"""Facts that count cards on the table, the last one first: no answer is larger than their number."""
POCKET: Final = "actual"
"""The fact whose value is a number of the wheel (LT-ROU-30b, LT-ROU-33)."""
SEAT: Final = "seat"
HAND: Final = "hand"
"""The facts that name a hand of blackjack (LT-BJ-2.3.8)."""

Answers = tuple[Fact, ...] | None
"""The values of a fact; None if it is a whole number."""


class Stage(StrEnum):
    """The content of the zone of table and rail."""

    PLAY = "play"
    KIND = "kind"
    FACT = "fact"
    OUTCOME = "outcome"
    STEPS = "steps"
    SKIP = "skip"
    WITHDRAW = "withdraw"
    """A person gives the reason for which another person's report is taken back."""
    MANUAL = "manual"
    CORRECT = "correct"


class ShownQuestion(msgspec.Struct, frozen=True):
    fact: str
    answers: Answers
    ways: tuple[dict[str, Fact], ...] = ()
    """The sets of facts of which one press chooses one, if several facts are asked at once."""


class ChosenKind(msgspec.Struct, frozen=True):
    """A kind that was chosen before its report existed: it is highlighted, and a second press sends it."""

    kind: str
    facts: dict[str, Fact]
    clause: str | None = None
    """The clause that would decide the kind, if it is known before the facts."""


class OpenParts(msgspec.Struct, frozen=True):
    """The open parts of this screen that are no part of the table's state; a restart loses them."""

    picking: bool = False
    """A kind is being chosen for a report that is not made yet."""
    skipping: bool = False
    """A reason is being given for skipping the prompt's step."""
    withdrawing: bool = False
    """A reason is being given for taking another person's report back."""
    correcting: bool = False
    page: bool = False
    """Whether the pit boss's page is in front, or the question whether the window closes."""
    own: bool = False
    """Whether the report is the pit boss's, begun on the pit boss's page, even at a dealer's prompt."""
    again: ShownQuestion | None = None
    """A question that was answered before and is asked again."""
    meant: ChosenKind | None = None
    """The kind to answer with as soon as the report opens."""

    @property
    def is_pit_boss_at_work(self) -> bool:
        """Whether something is open that only a pit boss opens: every press is the pit boss's then."""
        return self.page or self.own or self.correcting or self.skipping

    @property
    def wants_kinds(self) -> bool:
        return self.picking or (self.again is not None and self.again.fact == KIND)


def open_incident(view: DealerView) -> IncidentView | None:
    """The open incident; None for one that has just ended."""
    incident = view.view.incident
    return incident if incident is not None and incident.open else None


def stage_of(view: DealerView, open_parts: OpenParts) -> Stage:
    """The stage that a screen shows."""
    if view.screen.locked:
        return Stage.PLAY
    if open_parts.picking or (
        open_parts.again is not None and open_parts.again.fact == KIND and open_incident(view)
    ):
        return Stage.KIND
    if open_parts.correcting and view.pit_boss is not None:
        return Stage.CORRECT
    incident = open_incident(view)
    if incident is None:
        return Stage.MANUAL if enters_by_hand(view) else Stage.PLAY
    return _in_incident(view, incident, open_parts)


def _in_incident(view: DealerView, incident: IncidentView, open_parts: OpenParts) -> Stage:
    prompt = view.view.prompt
    if open_parts.withdrawing and incident.state in (IncidentState.FACTS, IncidentState.AWAITING):
        return Stage.WITHDRAW
    if open_parts.again is not None and incident.state in (IncidentState.FACTS, IncidentState.AWAITING):
        return Stage.FACT
    match incident.state:
        case IncidentState.FACTS if prompt.actor is Actor.PIT_BOSS and view.pit_boss is None:
            return Stage.PLAY  # the pit boss's own question; the pit boss may be at the other window
        case IncidentState.FACTS if prompt.action == Action.ANSWER:
            return Stage.KIND if prompt.asks_kind else Stage.FACT
        case IncidentState.AWAITING if prompt.actor is Actor.PIT_BOSS:
            return Stage.OUTCOME
        case IncidentState.STEPS if prompt.step is not None or view.view.phase == Phase.HALTED:
            if open_parts.skipping and view.pit_boss is not None:
                return Stage.SKIP
            return Stage.MANUAL if enters_by_hand(view) else Stage.STEPS
        case _:
            return Stage.MANUAL if enters_by_hand(view) else Stage.PLAY


def _is_in_play(view: DealerView) -> bool:
    """Whether a round is open, from its bets to its announced result."""
    return view.view.round is not None and view.view.round.status == RoundStatus.OPEN


def reported_round(view: DealerView) -> str | None:
    """The number of the open incident's round: of a wrong number, the round with that number (LT-ROU-33).
    None of another incident while cards are shuffled, or the wheel is checked.
    """
    incident = open_incident(view)
    if incident is None or incident.round is None:
        return None
    if view.preparation.steps and not is_about_last_number(incident.kind):
        return None
    return incident.round.rpartition("-")[2]


def is_further(view: DealerView, open_parts: OpenParts) -> bool:
    """Whether a kind that is chosen now makes one more report, which waits behind the open one."""
    return open_parts.picking and open_incident(view) is not None


def kind_in_force(view: DealerView, open_parts: OpenParts) -> str | None:
    """The open report's kind, which another choice changes; None while a further report is chosen."""
    incident = open_incident(view)
    return None if incident is None or open_parts.picking else incident.kind


def enters_by_hand(view: DealerView) -> bool:
    """Whether the pit boss at this screen keys in the next card."""
    return view.view.manual and view.pit_boss is not None and view.view.prompt.ends_by_card_alone


def question_of(view: DealerView, open_parts: OpenParts) -> ShownQuestion:
    if open_parts.again is not None:
        return open_parts.again
    prompt = view.view.prompt
    answers = None if prompt.answers is msgspec.UNSET else prompt.answers
    return ShownQuestion(prompt.fact or "", answers)


def _is_pit_boss_due(view: DealerView) -> bool:
    """Whether a report that is made at this screen now is the pit boss's."""
    return view.pit_boss is not None and view.view.prompt.actor is Actor.PIT_BOSS


def ways_of(view: DealerView, open_parts: OpenParts) -> tuple[dict[str, Fact], ...]:
    """The sets of facts of which one press answers one; empty if a single fact is asked."""
    if open_parts.again is not None:
        return open_parts.again.ways
    asked = view.view.prompt.action == Action.ANSWER and not view.view.prompt.asks_kind
    return view.incident.ways if asked else ()


def _past_questions(reported: OpenReport | None) -> Iterator[ShownQuestion]:
    """The questions that were answered, in their order; one for the facts that were asked for together."""
    if reported is None:
        return
    first = next(iter(reported.together[0])) if reported.together else None
    for asked in reported.asked:
        if asked.fact == first:
            yield ShownQuestion(asked.fact, asked.answers, reported.together)
            return
        yield ShownQuestion(asked.fact, asked.answers)


def recorded_wrong(view: DealerView) -> int | None:
    """The number that was recorded or announced by mistake, while that is being reported (LT-ROU-33)."""
    incident, lying = open_incident(view), view.view.round
    if incident is None or incident.kind != Kind.WRONG_NUMBER_RECORDED:
        return None
    if isinstance(lying, SpinView) and lying.id == incident.round:
        return lying.number
    return int(view.results[-1]) if view.results and view.results[-1].isdigit() else None


def may_take_back(view: DealerView) -> bool:
    """Whether the person here may change or withdraw the report: who made a slip mends it."""
    mine = view.incident.reported is not None and view.incident.reported.dealer_may_change
    return view.pit_boss is not None or mine


def may_withdraw(view: DealerView) -> bool:
    """Whether the person at this screen may withdraw the report: no dealer alone once a card has come since,
    or a card that was seen would be left out, and the next one dealt in its place (BAC-4.1).
    """
    has_card = any(each.number is None for each in view.halt.came_in)
    return may_take_back(view) and (view.pit_boss is not None or not has_card)


def is_anothers(view: DealerView) -> bool:
    """Whether the person at this screen did not make the open report."""
    here = view.pit_boss or view.dealer
    return view.incident.reported is None or here is None or view.incident.reported.by.id != here.id


def decides(view: DealerView) -> bool:
    """Whether the pit boss must choose, or give a reason, before the open incident's outcome is confirmed."""
    incident = open_incident(view)
    return incident is not None and (bool(incident.choices) or needs_reason(view))


def is_unwritten(incident: IncidentView) -> bool:
    """Whether no rule says whether play goes on or the round is void."""
    return incident.outcome == Result.PIT_BOSS_DECIDES


def only_outcome(incident: IncidentView) -> str | None:
    """The one outcome that is possible if no rule says what to do; None if there is a choice, or a rule."""
    return incident.choices[0] if is_unwritten(incident) and len(incident.choices) == 1 else None


def needs_reason(view: DealerView) -> bool:
    """Whether a reason must be given with the outcome: no rule is written, none of its examples fits
    (LT-BAC-31), or a number contradicts it (LT-ROU-32a).
    """
    incident, reported = open_incident(view), view.incident.reported
    if incident is None:
        return False
    contradicted = reported is not None and reported.needs_reason
    return contradicted or is_unwritten(incident) or incident.facts.get("reason") == OTHER


class IncidentCommands(Protocol):
    """Sends the table reports and answers about incidents, in the name of the person at the screen."""

    def report(self, kind: str | None, facts: dict[str, Fact], meant: str | None = None) -> None:
        """Report a kind with the facts that the console knows; a report without a kind halts play at once.
        ``meant``: the kind that a report without one shows while it waits.
        """

    def answer(self, facts: Mapping[str, Fact | None]) -> None:
        """Answer what was asked for; None asks a fact again."""

    def withdraw(self, reason: str | None = None) -> None:
        """Take the report back; another person's report needs a reason."""

    def authorise(self, choice: str | None, reason: str | None) -> None:
        """Confirm the outcome; None if there is no choice and no reason."""

    def skip(self, reason: str) -> None:
        """Skip the prompt's step."""

    def ball_damaged(self) -> None:
        """The ball was checked, and is damaged (LT-ROU-29)."""

    def correct(self, hand: str, card: int, to: Card) -> None:
        """Put a misread card right: its hand, its position, and the card that really lies there."""

    def settle(self, wagers: tuple[Wager, ...]) -> None:
        """Ask how much these bets pay back."""

    def enter(self, card: Card) -> None:
        """Enter a card by hand."""


class IncidentDialog(QObject):
    """The dialog on incidents at one screen: the parts that a person opens, and the answers given there."""

    moved = Signal()
    """Another stage of the same view is to be shown."""
    withdrawal_asked = Signal()
    """The person wants to take their own report back, and has to confirm it."""

    def __init__(self, commands: IncidentCommands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.open_parts = OpenParts()
        self._view = NO_TABLE
        self._due: object = None

    @property
    def stage(self) -> Stage:
        return stage_of(self._view, self.open_parts)

    def show_view(self, view: DealerView) -> None:
        """Take the table's present view; close what was opened here for another prompt, and a question that
        another person opened again.
        """
        incident = open_incident(view)
        about = incident.id if incident else None
        due = (about, incident.state if incident else None, view.view.prompt.step, view.view.prompt.fact)
        asked = incident is not None and incident.kind is None and view.view.prompt.asks_kind
        if due != self._due:
            picking = self.open_parts.picking and (incident is None or incident.state == IncidentState.STEPS)
            self.open_parts = OpenParts(
                picking=picking,
                correcting=self.open_parts.correcting and incident is None,
                meant=self._meant_kind(view) if asked else None,
            )
        if view.pit_boss != self._view.pit_boss:
            self.open_parts = replace(self.open_parts, again=None)
        if self.open_parts.correcting and not _is_in_play(view):
            self.open_parts = replace(self.open_parts, correcting=False)  # no card can be put right any more
        if view.pit_boss is None:
            self.open_parts = replace(
                self.open_parts, own=False, correcting=False, skipping=False, withdrawing=False
            )
        self._view, self._due = view, due

    def _meant_kind(self, view: DealerView) -> ChosenKind | None:
        """The kind that was chosen for the report that asks for one: now, or while it waited."""
        waited = view.incident.reported.meant if view.incident.reported is not None else None
        return self.open_parts.meant if waited is None else ChosenKind(waited, {})

    @property
    def kind_to_send(self) -> ChosenKind | None:
        """The kind that was chosen before its report existed; None once the report has a kind."""
        incident = open_incident(self._view)
        return self.open_parts.meant if incident is not None and incident.kind is None else None

    # --- forward ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Something went wrong: let the person choose what; on a pit boss's page it is the pit boss's."""
        self._begin(OpenParts(picking=True, own=self.open_parts.is_pit_boss_at_work))

    def begin_own(self) -> None:
        """Let the pit boss report, in their own name, what the dealer did not."""
        if self._view.pit_boss is not None:
            self._begin(OpenParts(picking=True, own=True))

    def _begin(self, open_parts: OpenParts) -> None:
        if self._view is NO_TABLE or self.stage is Stage.KIND:
            return
        incident, offer = open_incident(self._view), self._view.view.offer
        if self._view.pit_boss is not None and incident is None and offer is not None:
            open_parts = replace(open_parts, meant=ChosenKind(offer.kind, dict(offer.facts)))
        self.open_parts = open_parts
        self.moved.emit()
        halted = offer is not None or self._view.view.phase == Phase.HALTED
        if incident is None and (self._view.pit_boss is not None or not halted):
            self._commands.report(None, {})

    def choose_kind(self, kind: str, facts: dict[str, Fact], clause: str | None = None) -> None:
        """A kind was chosen, as an answer or a new report; the key may have named its ``clause``."""
        again, own = self.open_parts.again is not None, self.open_parts.own
        self.open_parts = OpenParts(own=own)
        asked = again or self._view.view.prompt.asks_kind
        if asked and open_incident(self._view) is not None:
            self._commands.answer({KIND: kind, **facts})
        elif open_incident(self._view) is not None and (own or _is_pit_boss_due(self._view)):
            # This report waits behind the open one; if it were complete already, it would be decided before
            # anybody saw its outcome. So its kind is sent by a press of its own, once it opens.
            self._commands.report(None, {}, meant=kind)
        elif self._view.pit_boss is not None and open_incident(self._view) is None:
            # A pit boss's report with all facts is authorised by itself. So that its outcome is seen before
            # it is confirmed, it is reported without a kind. The question for the kind is shown, too, before
            # it is answered by a press of its own.
            self.open_parts = OpenParts(own=own, meant=ChosenKind(kind, facts, clause))
            self._commands.report(None, {})
        else:
            self._commands.report(kind, facts)
        self.moved.emit()

    def answer(self, fact: str, value: Fact) -> None:
        """A fact was answered, or answered differently; the report stays the same one."""
        if open_incident(self._view) is None:
            return
        self.open_parts = OpenParts()
        given = self._view.incident.reported.given if self._view.incident.reported is not None else {}
        # Another seat may lack the hand that was given: the hand is asked again.
        again = {HAND: None} if fact == SEAT and HAND in given else {}
        self._commands.answer({fact: value, **again})
        self.moved.emit()

    def answer_all(self, facts: dict[str, Fact]) -> None:
        self.open_parts = OpenParts()
        self._commands.answer(facts)
        self.moved.emit()

    def skip(self) -> None:
        """The pit boss wants to skip the step that is due."""
        self.open_parts = OpenParts(skipping=True)
        self.moved.emit()

    def correct(self) -> None:
        """The pit boss wants to put a card right."""
        self.open_parts = OpenParts(correcting=True)
        self.moved.emit()

    def withdraw(self) -> None:
        """Take the report back: one's own after a second press; another's, and a count's, with a reason."""
        if open_incident(self._view) is None or not may_withdraw(self._view):
            return
        reported = self._view.incident.reported
        is_counts = reported is not None and reported.counted is not None
        if not is_anothers(self._view) and not is_counts:
            self.withdrawal_asked.emit()
            return
        self.open_parts = OpenParts(withdrawing=True)
        self.moved.emit()

    def end_correcting(self) -> None:
        self.open_parts = OpenParts()
        self.moved.emit()

    # --- back -------------------------------------------------------------------------------------

    @property
    def previous_question(self) -> ShownQuestion | None:
        """The question that the way back leads to; None if it leads out of the report."""
        view, incident = self._view, open_incident(self._view)
        if incident is None or incident.kind is None:
            return None
        questions = [ShownQuestion(KIND, None), *_past_questions(view.incident.reported)]
        match self.stage:
            case Stage.FACT:
                fact, asked = question_of(view, self.open_parts).fact, [each.fact for each in questions]
                return questions[asked.index(fact) - 1] if fact in asked else questions[-1]
            case Stage.OUTCOME:
                return questions[-1]
            case _:
                return None

    @property
    def goes_back(self) -> bool:
        """Whether there is a way back that changes nothing at the table."""
        match self.stage:
            case Stage.KIND:
                return self.open_parts.wants_kinds
            case Stage.OUTCOME if not may_take_back(self._view):
                return False
            case Stage.FACT | Stage.OUTCOME:
                return self.previous_question is not None
            case _:
                return True

    def back(self) -> None:
        """Go back by one question, or from the kind to the prompt; nothing is ever sent to the table."""
        if not self.goes_back:
            return
        asked = self.stage in (Stage.FACT, Stage.OUTCOME)
        self.open_parts = OpenParts(again=self.previous_question) if asked else OpenParts()
        self.moved.emit()
