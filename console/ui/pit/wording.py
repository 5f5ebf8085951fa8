"""Facts, outcomes, rules and steps of an incident in the short words that its screens have room for.

Pure functions from the table's values to words; what is asked and decided is made elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.table.views import DealerView, Fact, IncidentView
from console.ui.lettering import sentence
from console.ui.times import clock_time, lasting
from console.ui.wheel.wording import number_name
from console.words import Words
from console.words.clauses import clause_text
from console.words.incidents import answer_text, outcome_key, question_text, step_text
from console.words.names import inside, said_of

_NAMED: Final = frozenset(
    (
        "where", "cards", "stage", "seen", "noticed", "extras", "shown", "first_card", "pit_boss_read",
        "cards_to_move", "may_affect", "cards_to_remove", "what", "reason",
        "cause", "ball", "ball_damaged", "ball_removed_in_time", "recorded", "result_known", "actual",
    )
)  # fmt: skip
"""Facts that have a short name."""
_NUMBERED: Final = frozenset(("cards", "cards_to_move", "cards_to_remove"))
"""Facts that count cards."""
_HINTED: Final = frozenset(("seen.true", "seen.false"))
"""Answers that have a line beneath them."""
_RANGES: Final = {"stage": range(1, 4), "seat": range(1, 8), "actual": range(0, 37), "total": range(4, 22)}
_MOST: Final = 9
"""Numbers that are offered where a fact has no end: a key each."""


def kind_name(words: Words, kind: str) -> str:
    """A kind as its tile says it."""
    return words.text(f"incident.{kind}")


def kind_hint(words: Words, kind: str) -> str:
    """The line beneath it."""
    return words.text(f"incident.{kind}.hint")


def fact_name(words: Words, kind: str | None, fact: str) -> str:
    """A fact in a word or two; its question where it has no shorter name."""
    return words.text(f"fact.name.{fact}") if fact in _NAMED else question_text(words, kind, fact)


def numbers_of(fact: str) -> tuple[int, ...]:
    """The whole numbers that are offered for a fact."""
    return tuple(_RANGES.get(fact, range(1, _MOST + 1)))


def choice_text(words: Words, fact: str, value: Fact) -> str:
    """An answer on its choice."""
    if isinstance(value, int) and not isinstance(value, bool):
        return _number_text(words, fact, value)
    return answer_text(words, fact, value)


def _number_text(words: Words, fact: str, value: int) -> str:
    if fact == "stage":
        return words.text(f"answer.stage.{value}")
    if fact == "actual":
        return number_name(words, value)
    if fact == "cards_to_move" and value == 1:
        return words.text("answer.cards_to_move.1")
    return words.count("count.cards", value) if fact in _NUMBERED else str(value)


_SMALL: Final = 3
"""From this count on cards come to the same, whatever else is told of them."""
_IMPLIED: Final = frozenset((("may_affect", True), ("first_card", False)))
"""Facts that what follows them says."""


def is_large_number(way: Mapping[str, Fact]) -> bool:
    """Whether a way ends in a count of three cards or more."""
    value = list(way.values())[-1]
    return isinstance(value, int) and not isinstance(value, bool) and value >= _SMALL


def way_text(words: Words, way: Mapping[str, Fact], *, short: bool = False) -> tuple[str, str | None]:
    """What one press tells, in a few words and a line beneath them; the count alone where it is ``short``."""
    told = list(way.items())
    if short:
        told = told[-1:]
    rest = [pair for pair in told[:-1] if pair not in _IMPLIED]
    texts = [_way_part(words, fact, value) for fact, value in (*rest, told[-1])]
    return texts[0], sentence(words.text("access.list").join(texts[1:])) or None


def _way_part(words: Words, fact: str, value: Fact) -> str:
    if isinstance(value, bool):
        return words.text(f"way.{fact}.{'true' if value else 'false'}")
    if fact == "cards_to_remove" and isinstance(value, int):
        return words.count("way.cards_to_remove", value)
    return choice_text(words, fact, value)


def ways_question(words: Words, kind: str | None, fact: str) -> str:
    """What is asked where one press tells several facts."""
    group = _ASKED_TOGETHER.get(kind or "")
    return words.text(f"fact.ways.{group}") if group else question_text(words, kind, fact)


_ASKED_TOGETHER: Final = {
    "card_fell": "card_fell",
    "misread": "remove",
    "double_scan": "remove",
    "stuck_cards": "remove",
    "too_many_hands": "too_many_hands",
    "early_deal": "early_deal",
}
"""Kinds of which several facts are told by one press, and how they are asked for."""


def choice_hint(words: Words, fact: str, value: Fact) -> str | None:
    """The line beneath an answer, where it has one."""
    named = f"{fact}.{str(value).lower()}"
    return words.text(f"answer.{named}.hint") if named in _HINTED else None


def chip_text(
    words: Words, kind: str | None, fact: str, value: Fact | None, view: DealerView | None = None
) -> str:
    """A fact that is known, in as few words as say it; None: it was to be asked again."""
    if fact == "cards" and value is not None:
        return _number_text(words, fact, value) if isinstance(value, int) else str(value)
    told = fact_value(words, fact, value) if view is None else fact_value_here(words, view, fact, value)
    return (
        told
        if fact in ("where", "noticed")
        else said_of(words, fact_name(words, kind, fact), inside(words, told))
    )


def fact_value(words: Words, fact: str, value: Fact | None) -> str:
    """A fact's value in the list of facts; None: it was to be asked again."""
    if value is None:
        return words.text("answer.again")
    if isinstance(value, bool):
        return words.text("answer.yes" if value else "answer.no")
    if isinstance(value, int):
        return str(value) if fact in ("cards", "cards_to_remove") else _number_text(words, fact, value)
    return answer_text(words, fact, value)


def outcome_text(words: Words, outcome: str | None, facts: Mapping[str, Fact] | None = None) -> str:
    """What an incident comes to, as a headline; ``facts`` say whose bet goes back, where one's does."""
    seat = (facts or {}).get("seat")
    return words.text(outcome_key(outcome, seat), seat=seat)


def basis_text(words: Words, incident: IncidentView) -> str:
    """On what it rests: this table's rule, a house procedure, or no rule at all."""
    if incident.clause is None or incident.basis is None:
        return words.text("outcome.basis.none")
    return words.text(f"outcome.basis.{incident.basis}", clause=incident.clause)


def sense_text(words: Words, incident: IncidentView) -> str:
    """What the clause says, in our own words."""
    if incident.clause is None:
        return words.text("clause.none")
    return clause_text(words, incident.clause) or ""


def fact_value_here(words: Words, view: DealerView, fact: str, value: Fact | None) -> str:
    """A fact's value at this table: a stage of the shuffle is counted in this rulebook's steps."""
    if fact == "stage" and view.shuffle_step is not None:
        step, count = view.shuffle_step
        return words.text("answer.stage.of", step=step, count=count)
    return fact_value(words, fact, value)


def bets_at_stake(view: DealerView) -> bool:
    """Whether bets lie on an open round: else there are none to stand, or to go back."""
    lying = view.view.round
    return lying is not None and lying.status == "open" and view.view.bets in ("open", "closed", "stand")


def at_once(words: Words, incident: IncidentView, view: DealerView) -> tuple[tuple[str, str], ...]:
    """What happens the moment the outcome is authorised: each by a key of its sign, with its words."""
    by_hand = incident.outcome in ("settle_by_hand", "finish")
    if not bets_at_stake(view) and not by_hand:
        return (("decide", words.text("at_once.no_round")),)
    match incident.outcome:
        case "void":
            first = ("bets_back", words.text("at_once.bets_back"))
        case "settle_by_hand":
            return (("decide", words.text("at_once.by_hand")), ("tell", words.text("step.tell_players")))
        case "finish":
            return (("decide", words.text("at_once.paid")), ("tell", words.text("step.tell_players")))
        case "pit_boss_decides":
            return (("decide", words.text("at_once.chosen")), ("tell", words.text("step.tell_players")))
        case _:
            first = ("bets_stand", sentence(words.text("bets.stand")))
    return (first, ("tell", words.text("step.tell_players")))


def then_text(words: Words, incident: IncidentView, view: DealerView) -> str:
    """How it goes on after the last step."""
    match incident.outcome:
        case "go_on" | "replace_card" if view.steps:
            return words.text("then.preparation")
        case "void" | "carry_card" | "burn_card":
            return words.text("then.next_round")
        case "finish" | "settle_by_hand":
            return words.text("then.next_round")
        case "respin":
            return words.text("then.respin")
        case "shuffle_on" | "shuffle_again" | "replace_decks":
            return words.text("then.shuffle")
        case "pit_boss_decides":
            return words.text("then.chosen")
        case _:
            return words.text("then.goes_on")


def step_name(words: Words, incident: IncidentView, action: str) -> str:
    """A step in the list."""
    return step_text(words, incident, action)


def called_text(view: DealerView, words: Words) -> str:
    """When the pit boss was called, and how long ago: ``called at 02:14:09  ·  1:05``."""
    at = view.called_at
    if at is None:
        return ""
    called = words.text("actor.called_at", time=clock_time(at, words))
    return called if view.called_for is None else f"{called}  ·  {lasting(view.called_for)}"
