"""Incidents and halts in short words, for which their screens have room.

The words of facts, outcomes, rules and steps, and of what ends a halt: its notice is decided by a clause, or
the reading is taken back. Pure functions from the table's values to words; other modules ask and decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec.structs import replace

from console.base.words import Words, isolate
from console.table.core.incident.known_facts import stage_of
from console.table.core.showing.screen_values import CallView, DealerView, PastIncident, Person, ServerView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import UNTIMED
from console.table.core.state.views import Fact, HandsView, IncidentView, SpinView, View
from console.table.game.blackjack.hands import State
from console.table.game.card_set import Cause
from console.table.game.cards import Card
from console.table.game.incident_cases import Result
from console.table.incidents.known_kinds import Kind
from console.table.ui.felt.condition import cards_out
from console.table.ui.incident.stage import HAND, OF_THE_ROUND, POCKET, SEAT, ShownQuestion, only_outcome
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.prompt_parts import PromptText
from console.table.ui.kit.times import clock_time, lasting
from console.table.words import incident_phrases
from console.table.words.answer_words import answer_line
from console.table.words.clauses import clause_text
from console.table.words.names import card_name, inside
from console.table.words.speech import prompt_text

_HINTED: Final = frozenset(("seen.true", "seen.false", "cause.order", "cause.copies", "cause.count"))
"""Answers that have a line beneath them."""
_RANGES: Final = {
    "stage": range(1, 4),
    "seat": range(1, 8),
    "hand": range(1, 3),
    "actual": range(0, 37),
    "total": range(4, 22),
}
_MOST: Final = 9
"""The numbers that are offered for a fact without an upper limit: a key for each."""


def kind_name(words: Words, kind: str) -> str:
    """A kind in the words of its tile."""
    return words.text(f"incident.{kind}")


def kind_hint(words: Words, kind: str) -> str:
    return words.find(f"incident.{kind}.hint") or ""


def numbers_of(fact: str) -> tuple[int, ...]:
    return tuple(_RANGES.get(fact, range(1, _MOST + 1)))


_SMALL: Final = 3
"""From this number of cards on the outcome is the same, whatever else is answered about them."""
_IMPLIED: Final = frozenset((("may_affect", True), ("first_card", False)))
"""Facts that the later facts of the same press make clear."""


def is_large_number(way: Mapping[str, Fact]) -> bool:
    """Whether the last fact of this press is a count of three cards or more."""
    value = list(way.values())[-1]
    return type(value) is int and value >= _SMALL


def way_text(words: Words, way: Mapping[str, Fact], *, short: bool = False) -> tuple[str, str | None]:
    """The facts that one press reports, in a few words and a line beneath; ``short``: only the last fact."""
    facts = list(way.items())
    if short:
        facts = facts[-1:]
    rest = [pair for pair in facts[:-1] if pair not in _IMPLIED]
    texts = [_way_part(words, fact, value) for fact, value in (*rest, facts[-1])]
    return texts[0], sentence(words.text("access.list").join(texts[1:])) or None


def _way_part(words: Words, fact: str, value: Fact) -> str:
    if isinstance(value, bool):
        return words.text(f"way.{fact}.{'true' if value else 'false'}")
    if fact == "cards_to_remove" and isinstance(value, int):
        return words.count("way.cards_to_remove", value)
    return incident_phrases.choice_text(words, fact, value)


def ways_question(words: Words, kind: str | None, fact: str) -> str:
    group = _ASKED_TOGETHER.get(kind or "")
    return words.text(f"fact.ways.{group}") if group else incident_phrases.question_text(words, kind, fact)


_ASKED_TOGETHER: Final = {
    "card_fell": "card_fell",
    "misread": "remove",
    "double_scan": "remove",
    "stuck_cards": "remove",
    "too_many_hands": "too_many_hands",
    "early_deal": "early_deal",
}
"""The kinds for which one press answers several facts, and the phrase of the question."""


def choice_hint(words: Words, fact: str, value: Fact) -> str | None:
    named = f"{fact}.{str(value).lower()}"
    return words.text(f"answer.{named}.hint") if named in _HINTED else None


def chip_text(words: Words, fact: str, value: Fact | None, view: DealerView | None = None) -> str:
    """A known fact in as few words as possible; None: it is to be asked again."""
    in_view = None if view is None else partial(fact_value_here, words, view)
    return incident_phrases.known_text(words, fact, value, in_view)


def not_taken_text(words: Words, meant: View) -> str:
    """The meaning of a press that came too late: the prompt, the question or the outcome at that moment."""
    incident = meant.incident
    if meant.prompt.action == Action.AUTHORISE and incident is not None and incident.outcome is not None:
        outcome = incident_phrases.outcome_text(words, incident.outcome, incident.facts)
        what = f"{outcome} {incident.clause or ''}".strip()
    else:
        what = prompt_text(words, meant)
    return words.text("not_taken.was_for", what=words.quote(what.replace("\u00ad", "")))


def with_late_press(prompt: PromptText, view: DealerView, words: Words) -> PromptText:
    """A prompt, with the meaning of the last press if it came too late."""
    if view.screen.not_taken is None:
        return prompt
    return replace(prompt, not_taken=not_taken_text(words, view.screen.not_taken))


def past_note(words: Words, incident: PastIncident) -> tuple[str, ...]:
    """The outcome of an incident that is over; of a void round, that the bets are back by now.

    Of a report that was taken back: by whom, and why; of one that waited and fits no more, that it came to
    nothing.
    """
    if incident.outcome is None:
        return ()
    if incident.taken_back_by is not None:
        why = incident_phrases.reason_text(words, incident.reason, quoted=True) if incident.reason else None
        texts = (words.text("outcome.taken_back"), incident.taken_back_by.name, why)
        return tuple(isolate(text) for text in texts if text)  # each may be of letters from the right
    if incident.outcome == Result.RECORD_ONLY and incident.clause is None:
        return (words.text("outcome.came_to_nothing"),)
    done = incident.outcome == Result.VOID
    return (
        words.text("outcome.void.past") if done else incident_phrases.outcome_text(words, incident.outcome),
    )


def basis_text(words: Words, incident: IncidentView) -> str:
    """The basis of the outcome: this table's rule, a house procedure, or no rule at all."""
    if incident.clause is None or incident.basis is None:
        return words.text("outcome.basis.none")
    return words.text(f"outcome.basis.{incident.basis}", clause=incident.clause)


def sense_text(words: Words, incident: IncidentView) -> str:
    if incident.clause is None:
        return words.text("clause.none")
    return clause_text(words, incident.clause) or ""


def fact_value_here(words: Words, view: DealerView, fact: str, value: Fact | None) -> str:
    """A fact's value in this table's words: a stage of the shuffle is named by the rulebook's step, if that
    is still due; a report that waited keeps its own.
    """
    if fact == "stage" and view.preparation.shuffle_step is not None:
        step, count = view.preparation.shuffle_step
        if stage_of(step, count) == value:
            return words.text("answer.stage.of", step=step, count=count)
    return incident_phrases.fact_value(words, fact, value)


_MOST_ANSWERS: Final = 3
"""The most of a seat's last answers that are shown for a decision about them."""


def seat_answers(words: Words, server: ServerView, seat: int, hand: int | None = None) -> tuple[str, ...]:
    """A seat's or hand's latest recorded answers: their times, the seconds left, what came too late."""
    own = [each for each in server.answers if each.seat == seat and hand in (None, each.hand)]
    return tuple(answer_line(words, answer, clock_time(answer.at, words)) for answer in own[-_MOST_ANSWERS:])


def hands_with_bets(view: DealerView) -> tuple[str, ...]:
    """The seats' hands whose bets have not gone back, by their names (LT-BJ-2.3.8)."""
    lying = view.view.round
    return tuple(
        f"{seat}.{number}"
        for seat, hands in (lying.seats.items() if isinstance(lying, HandsView) else ())
        for number, hand in enumerate(hands, 1)
        if hand.state is not State.REFUNDED
    )


def seat_asked(view: DealerView) -> int:
    """The seat whose hand is asked for: it was answered before."""
    assert view.view.incident is not None, "a hand is asked for of a report"
    return int(incident_phrases.answered_facts(view.view.incident.facts)[SEAT])


def possible_values(view: DealerView, question: ShownQuestion) -> tuple[Fact, ...]:
    """The values offered for a fact, except a wheel's number, without those that the cards rule out."""
    if question.fact == POCKET:
        return ()
    if question.answers is not None:
        return question.answers
    if question.fact == SEAT:
        return tuple(dict.fromkeys(int(hand.partition(".")[0]) for hand in view.reporting.hands))
    if question.fact == HAND:
        seat = seat_asked(view)
        return tuple(hand for hand in numbers_of(HAND) if f"{seat}.{hand}" in view.reporting.hands)
    numbers = numbers_of(question.fact)
    out = cards_out(view) if view.cards.cards_out is None else view.cards.cards_out
    if question.fact not in OF_THE_ROUND or not out or view.view.incident is None:
        return numbers
    return tuple(number for number in numbers if number <= out)


def bets_at_stake(view: DealerView) -> bool:
    """Whether bets lie on an open round; otherwise no bet can stand or go back."""
    lying = view.view.round
    return (
        lying is not None
        and lying.status == RoundStatus.OPEN
        and view.view.bets in (Bets.OPEN, Bets.CLOSED, Bets.STAND)
    )


def effects(words: Words, incident: IncidentView, view: DealerView) -> tuple[tuple[str, str], ...]:
    """The effects at the moment when the outcome is authorised: each as a key of its sign, with its words."""
    if incident.outcome == Result.REFUND_HAND:
        return _refunded_at_once(words, incident, view)
    by_hand = incident.outcome in (Result.SETTLE_BY_HAND, Result.FINISH)
    if not bets_at_stake(view) and not by_hand:
        return (("decide", words.text("at_once.no_round")),)
    match incident.outcome:
        case Result.VOID:
            first = ("bets_back", words.text("at_once.bets_back"))
        case Result.SETTLE_BY_HAND:
            return (("decide", words.text("at_once.by_hand")), ("tell", words.text("step.tell_players")))
        case Result.FINISH:
            return (("decide", words.text("at_once.paid")), ("tell", words.text("step.tell_players")))
        case Result.PIT_BOSS_DECIDES:
            return (("decide", words.text("at_once.chosen")), ("tell", words.text("step.tell_players")))
        case _:
            first = ("bets_stand", sentence(words.text("bets.stand")))
    return (first, ("tell", words.text("step.tell_players")))


def _refunded_at_once(words: Words, incident: IncidentView, view: DealerView) -> tuple[tuple[str, str], ...]:
    """The bet that goes back, by seat; then that the others' stand, if there are any (LT-BJ-2.3.8)."""
    rows = [("bets_back", incident_phrases.outcome_text(words, incident.outcome, incident.facts))]
    if bets_at_stake(view) and set(hands_with_bets(view)) - {_refunded_hand(incident)}:
        rows.append(("bets_stand", words.text("at_once.others_stand")))
    return (*rows, ("tell", words.text("step.tell_players")))


def _refunded_hand(incident: IncidentView) -> str:
    return f"{incident.facts.get('seat')}.{incident.facts.get('hand')}"


def proposed_text(words: Words, outcome: str | None, named: str) -> str:
    """An outcome that the pit boss has to confirm; nobody confirms that the pit boss decides."""
    if outcome == Result.PIT_BOSS_DECIDES:
        return named
    return words.text("outcome.proposed", outcome=inside(words, named))


def then_text(words: Words, incident: IncidentView, view: DealerView) -> str:
    """How play goes on after the last step: with no round left, an order to shuffle or close comes first."""
    outcome, shoe = only_outcome(incident) or incident.outcome, view.view.shoe
    over = _ends_round(outcome, incident, view)
    waits = over or not bets_at_stake(view)
    closing = bool(view.preparation.steps) and not view.orders.takes_close_orders
    match outcome:
        case Result.RESPIN:
            return words.text("then.respin")
        case Result.PIT_BOSS_DECIDES:
            return words.text("then.chosen")
        case _ if view.halt.cards_left:
            return words.count("then.halts", view.halt.cards_left)
        case _ if closing or (view.orders.close_ordered and waits):
            return words.text("then.closes")
        case Result.SHUFFLE_ON | Result.SHUFFLE_AGAIN | Result.REPLACE_DECKS:
            return words.text("then.shuffle")
        case _ if view.preparation.steps:
            return words.text("then.preparation")
        case _ if shoe is not None and shoe.last_hand and view.incident.brought_in is None and waits:
            return words.text("then.shuffle")
        case _:
            return words.text("then.next_round" if over else "then.goes_on")


def _ends_round(outcome: str | None, incident: IncidentView, view: DealerView) -> bool:
    """Whether the round is not played on after this outcome."""
    lying = view.view.round
    match outcome:
        case Result.VOID | Result.FINISH:
            return True
        case Result.SETTLE_BY_HAND if lying is not None and incident.round != lying.id:
            return not bets_at_stake(view)  # the number belongs to the round before (LT-ROU-33)
        case Result.SETTLE_BY_HAND:
            return True
        case Result.CARRY_CARD | Result.BURN_CARD:
            return not bets_at_stake(view)
        case Result.REFUND_HAND if bets_at_stake(view):
            return set(hands_with_bets(view)) <= {_refunded_hand(incident)}
        case _:
            return lying is not None and lying.status == RoundStatus.VOID


def called_text(call: CallView, words: Words) -> str:
    """The time when the pit boss was called, and how long ago: ``called at 02:14:09  ·  1:05``."""
    at = call.called_at
    if at is None:
        return ""
    called = words.text("actor.called_at", time=clock_time(at, words))
    return called if call.called_for is None else f"{called}  ·  {lasting(call.called_for)}"


_OF_NUMBER: Final = ("misread", "no_ball", "test")
_OF_NO_SPIN: Final = ("false_alarm", "spin_valid", "test")
_OF_CARD_SET: Final = ("shuffled", "set_counted")
_OF_TYPED: Final = ("card_seen", "video")


def withdrawal_reasons(view: DealerView) -> tuple[str, ...]:
    """The reasons for taking back a number of bet time, no spin or a card set's finding, or for keeping what
    was typed; empty for others.
    """
    if view.halt.finding is not None:
        return _OF_CARD_SET
    if view.halt.number_in_bet_time:
        return _OF_NUMBER
    if withdrawal(view) is Withdrawal.TYPED:
        return _OF_TYPED
    return _OF_NO_SPIN if view.halt.needs_reason else ()


class Withdrawal(StrEnum):
    """The thing that a withdrawal takes back; the state after it depends on this."""

    CARD = "card"
    NUMBER = "number"
    """A number of bet time: it is void, and only the number of the spin counts."""
    LATER_NUMBER = "later_number"
    SPIN = "spin"
    """A report about the ball; a number that was read waits."""
    CARD_SET = "card_set"
    """A finding that the cards come in no shuffled order."""
    CARD_COPIES = "card_set.copies"
    """A finding that the cards are not those of a whole set."""
    TYPED = "typed"
    """Nothing: what was typed stands against what was read."""
    NOTICE = "notice"
    """A device's message, or failed tries; no card and no number depends on it."""


def ends_halt(view: DealerView) -> bool:
    """Whether the press at the lower right ends a halt for which no incident is open."""
    prompt, tried = view.view.prompt, view.view.prompt.action == Action.RESCAN and view.view.offer is not None
    return prompt.action == Action.RESOLVE or (tried and view.view.phase == Phase.HALTED)


def impossible_card(view: DealerView) -> Card | None:
    """The card that halted the table because the shoe can't hold it, if its face may be seen and a wrong set
    can be reported: then a pit boss says first whether it lies there.
    """
    due, offer = view.view.prompt, view.view.offer
    if due.reason != HaltReason.IMPOSSIBLE_CARD or offer is None or offer.kind != Kind.MISREAD:
        return None
    return due.shown


def withdrawal(view: DealerView) -> Withdrawal:
    if view.halt.number_in_bet_time:
        return Withdrawal.NUMBER
    if view.halt.finding is not None:
        by_order = view.halt.finding.cause is Cause.ORDER
        return Withdrawal.CARD_SET if by_order else Withdrawal.CARD_COPIES
    reason = view.view.prompt.reason
    if reason == HaltReason.NUMBER_DIFFERS:
        return Withdrawal.LATER_NUMBER
    if reason == HaltReason.NO_SPIN:
        return Withdrawal.SPIN
    if reason == HaltReason.CARD_DIFFERS:
        return Withdrawal.TYPED
    held = view.halt.held is not None and (reason != HaltReason.DEVICE or UNTIMED in view.halt.faults)
    return Withdrawal.CARD if held else Withdrawal.NOTICE


def asks_once(view: DealerView) -> bool:
    """Whether a second press must confirm it: from then on a card or a number counts differently."""
    match withdrawal(view):
        case Withdrawal.NOTICE | Withdrawal.SPIN if view.halt.needs_reason:
            return True
        case Withdrawal.NOTICE:
            return False
        case Withdrawal.SPIN:
            spin = view.view.round
            return isinstance(spin, SpinView) and spin.recorded is not None
        case _:
            return True


def come_label(words: Words, view: DealerView) -> str:
    """The words of the press that calls the pit boss here; by name if one was here for this incident."""
    if view.screen.decider is None or is_own(view, view.screen.decider):
        return words.text("button.pit_boss_here")
    key = "button.pit_boss_next" if view.screen.by_press else "button.pit_boss_again"
    return words.text(key, name=view.screen.decider.name)


def is_own(view: DealerView, person: Person) -> bool:
    return view.incident.reported is not None and view.incident.reported.by.id == person.id


def decide_label(words: Words, view: DealerView) -> str:
    """``Card in bet time: decide by LT-BAC-25``; without a clause if no rule is written."""
    offer = view.view.offer
    assert offer is not None, "only what was noticed is decided from a halt"
    return decide_by_label(words, offer.kind, common_clause(view.reporting.offered))


def decide_by_label(words: Words, kind: str, clause: str | None) -> str:
    """The label of the key that decides an incident of a kind, with the deciding clause if any."""
    kind = kind_name(words, kind).replace("\u00ad", "")
    if clause is None:
        return words.text("button.decide", kind=kind)
    return words.text("button.decide_by", kind=kind, clause=clause)


def fault_label(words: Words, view: DealerView) -> str:
    """The label of the key that decides a technical fault, if the game server is silent."""
    return decide_by_label(words, Kind.TECHNICAL_FAULT, fault_clause(view))


def fault_clause(view: DealerView) -> str | None:
    """The clause that makes a round void whose game server is silent; None if no clause is written."""
    return common_clause(view.server.silence.void) if view.server.silence is not None else None


def common_clause(clauses: tuple[str | None, ...]) -> str | None:
    """The clause that all rows belong to: ``LT-BAC-25`` for 25a and 25b; None if they share none."""
    stems = {clause if len(clauses) == 1 else clause.rstrip("abc") for clause in clauses if clause}
    return stems.pop() if len(stems) == 1 else None


def correct_label(words: Words, view: DealerView) -> str:
    """The words of the press that corrects the card that differs; of another result, any card."""
    read = view.view.prompt.read
    if read is None:
        return words.text("button.correct")
    return words.text("correct.press", card=card_name(words, read))


def withdraw_label(words: Words, view: DealerView) -> str:
    """The words of the press that takes a report or a reading back."""
    if withdrawal(view) is Withdrawal.CARD and (held := view.halt.held) is not None and held.cards > 1:
        return words.count("button.withdraw.cards", held.cards)
    return words.text(f"button.withdraw.{withdrawal(view)}", **two_numbers(view))


def withdraw_question(words: Words, view: DealerView) -> str:
    return words.text(f"confirm.withdraw.{withdrawal(view)}", **two_numbers(view))


def two_numbers(view: DealerView) -> dict[str, int]:
    """The two numbers that halt the table: the one that stands after the withdrawal, then the other."""
    stands, later = view.halt.number_stands, view.view.prompt.number
    return {} if stands is None or later is None else {"number": stands, "later": later}
