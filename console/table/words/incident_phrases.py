"""Incidents in words: the questions, their answers, and the steps of an outcome. Pure functions from the
view's values to words; other modules decide which fact is asked, and who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from console.base.plain_text import visible
from console.base.words import LANGUAGES, Words
from console.table.core.state.actions import Action
from console.table.core.state.views import Fact, IncidentView
from console.table.game.incident_cases import Result
from console.table.game.rule_values import ReplacedShoe
from console.table.incidents.known_kinds import KIND, Kind
from console.table.words.names import inside, number_name

_OF_ITS_KIND: Final = frozenset(("where", "cards", "choice", "reason"))
"""Facts whose question has other words for each kind of incident."""

_ASKED_OTHERWISE: Final = frozenset((("cause", Kind.WRONG_CARD_SET.value),))
"""Facts with words of their own for one kind of incident, and the same for all others."""

_COUNTED: Final = {
    Action.PUT_BACK: "cards",
    "turn_down": "cards",
    Action.DISCARD: "cards",
    Action.REMOVE_CARDS: "cards_to_remove",
    "replace_card": "cards",
}
"""Steps with cards, each with the fact that counts them."""

_CLEARED: Final[Mapping[tuple[str | None, str], str]] = {
    (Result.VOID, Action.DISCARD): "step.discard.several",
    (Result.BURN_CARD, Action.BURN): "prompt.burn",
}
"""Steps that clear all cards in no hand, by their outcomes, with the phrase for several."""

_ONE: Final = frozenset((Kind.EARLY_DEAL, Kind.FIRST_CARD_FACE_UP))

NO_BET: Final = "button.no_bet_to_credit"
"""The phrase of the key that ends a settling by hand without a bet. The key notes its words with the step."""
CHECKED_AGAIN: Final = "button.prepared.load.new_day"
"""The phrase of the key that ends the check of a loaded shoe on a new day; the key notes it, too."""

_SAID_ITSELF: Final = frozenset(("seen",))
"""Facts with phrases of their own for yes and no."""


def reason_text(words: Words, reason: str, *, quoted: bool = False) -> str:
    """A person's reason or note: one from a key in the reader's language, a typed one as it was typed, in
    quotation marks if ``quoted``.
    """
    if (key := _ready_reasons().get(reason)) is not None:
        return words.text(key)
    return words.quote(visible(reason)) if quoted else visible(reason)


@cache
def _ready_reasons() -> dict[str, str]:
    """The reasons and notes that have keys, as each language shows them, with their phrases."""
    every = [each for language in LANGUAGES for each in Words(language).phrases("reason.")]
    reasons = {text: f"reason.{key}" for key, text in every if key != "type"}
    notes = {Words(each).text(key): key for each in LANGUAGES for key in (NO_BET, CHECKED_AGAIN)}
    return notes | reasons


def brought_in_text(words: Words, shoe: ReplacedShoe) -> str:
    """The things that the pit boss confirms by authorising a shoe that is brought into a round."""
    return words.text(f"brought_in.{shoe.begins_at}", clauses=words.text("access.list").join(shoe.clauses))


def counted_text(words: Words, counted: int | Sequence[int]) -> str:
    """The number of cards that were counted; with each deck's if they were counted deck by deck."""
    if isinstance(counted, int):
        return words.count("count.counted", counted)
    decks = words.text("access.list").join(map(str, counted))
    return words.side_by_side((words.count("count.counted", sum(counted)), decks))


def answered_facts(facts: Mapping[str, Fact | None]) -> dict[str, Fact]:
    """The facts that people are shown, in order: without those not given or checked yet (LT-ROU-29)."""
    return {fact: answer for fact, answer in facts.items() if answer is not None}


def question_text(
    words: Words, kind: str | None, fact: str, facts: Mapping[str, object] | None = None
) -> str:
    """The question for an incident's fact: ``How many cards fell?``; known ``facts`` decide its number."""
    key, cards = question_key(kind, fact), (facts or {}).get("cards")
    return words.count(key, cards) if isinstance(cards, int) else words.text(key)


def question_key(kind: str | None, fact: str) -> str:
    """The key of that question; some facts have another question for each kind of incident."""
    own = fact in _OF_ITS_KIND or (fact, kind) in _ASKED_OTHERWISE
    return f"fact.{fact}.{kind}" if own else f"fact.{fact}"


def answer_text(words: Words, fact: str, value: Fact) -> str:
    """An answer that is no number; of the kind its name. A refused answer may be anything."""
    match value:
        case bool() if fact in _SAID_ITSELF:
            return words.text(f"answer.{fact}.{'true' if value else 'false'}")
        case bool():
            return words.text("answer.yes" if value else "answer.no")
        case _ if fact == KIND:
            return words.find(f"incident.{value}") or visible(str(value))
        case _:
            return words.find(f"answer.{fact}.{value}") or visible(str(value))


_NUMBERED: Final = frozenset(("cards", "cards_to_move", "cards_to_remove", "drawn"))
"""Facts that count cards."""


def fact_name(words: Words, fact: str) -> str:
    """A fact in a word or two, if its question is too long: on a tile, in a list."""
    return words.find(f"fact.name.{fact}") or visible(fact)


def choice_text(words: Words, fact: str, value: Fact) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return _number_text(words, fact, value)
    return answer_text(words, fact, value)


def _number_text(words: Words, fact: str, value: int) -> str:
    if fact == "stage":
        return words.find(f"answer.stage.{value}") or str(value)
    if fact == "actual":
        return number_name(words, value)
    if fact == "cards_to_move" and value == 1:
        return words.text("answer.cards_to_move.1")
    return words.count("count.cards", value) if fact in _NUMBERED else str(value)


def fact_value(words: Words, fact: str, value: Fact | None) -> str:
    """A fact's value in the list of facts; None means that the fact was to be asked again."""
    if value is None:
        return words.text("answer.again")
    if isinstance(value, bool):
        return words.text("answer.yes" if value else "answer.no")
    if isinstance(value, int):
        bare = fact in _NUMBERED and fact != "cards_to_move"
        return str(value) if bare else _number_text(words, fact, value)
    return answer_text(words, fact, value)


def known_text(
    words: Words,
    fact: str,
    value: Fact | None,
    worded: Callable[[str, Fact | None], str] | None = None,
) -> str:
    """A known fact in as few words as possible; ``worded`` words its value if a table is known."""
    if fact == "cards" and value is not None:
        return _number_text(words, fact, value) if isinstance(value, int) else visible(str(value))
    text = fact_value(words, fact, value) if worded is None else worded(fact, value)
    return text if fact in ("where", "noticed") else words.label(fact_name(words, fact), inside(words, text))


def known_facts(words: Words, facts: Mapping[str, Fact | None]) -> str:
    """Known facts in one line behind a colon: in small letters, and separated by commas."""
    return words.text("access.list").join(inside(words, known_text(words, *each)) for each in facts.items())


def outcome_key(outcome: str | None, seat: object = None) -> str:
    """The key of an outcome's phrase; ``seat`` is the seat whose bet goes back, left out if it is unknown."""
    if outcome == Result.REFUND_HAND and seat is None:
        return "outcome.refund_hand.one"
    return f"outcome.{outcome or 'pit_boss_decides'}"


def outcome_text(words: Words, outcome: str | None, facts: Mapping[str, object] | None = None) -> str:
    """An incident's outcome as a headline; ``facts``: whose bet goes back, how many cards are replaced."""
    of = facts or {}
    seat, hand, cards = of.get("seat"), of.get("hand"), of.get("cards")
    if outcome == Result.REPLACE_CARD:
        several = 2 if str(cards).endswith("+") else 1  # a case's condition: 3+, 1-2
        return words.count(outcome_key(outcome), cards if isinstance(cards, int) else several)
    return words.text(outcome_key(outcome, seat), seat=seat, hand=hand)


_NO_OUTCOMES: Final = {
    "play_on": "rehearsal.screen.play_on",
    "withdrawn": "log.halt_withdrawn",
    Result.RECORD_ONLY.value: "outcome.taken_back",
}
"""Answers that decide nothing: nothing to report, a halt that was lifted, a report that was withdrawn."""


def rehearsed_text(words: Words, answer: str) -> str:
    """A rehearsing person's answer: an outcome or none; one of a newer console as its file has it."""
    if answer in _NO_OUTCOMES:
        return words.text(_NO_OUTCOMES[answer])
    return outcome_text(words, answer) if words.has(outcome_key(answer)) else visible(answer)


def authorise_text(words: Words, incident: IncidentView | None) -> str:
    """The question for the pit boss: to confirm the outcome, once more if it was, or to choose one."""
    if incident is not None and incident.authorised is not None:
        return words.text("prompt.authorise.again", by=visible(incident.authorised.by))
    chooses = incident is not None and "void" in incident.choices
    return words.text("prompt.authorise.choice" if chooses else "prompt.authorise")


def step_text(words: Words, incident: IncidentView | None, action: str, apart: int = 0) -> str:
    """An outcome's step as an order, for one card or several; ``apart`` are the cards in no hand."""
    if incident is None:
        return step_of(words, None, {}, action)
    several = _CLEARED.get((incident.outcome, action))
    if several is not None and apart > 1:
        return words.count(several, apart)
    return step_of(words, incident.kind, incident.facts, action)


def step_of(words: Words, kind: str | None, facts: Mapping[str, object], action: str) -> str:
    """A step of an incident in words, from its kind and facts; in the plural if these give no number."""
    if action == Action.RESTORE and kind == Kind.CARDS_LEFT_ON_TABLE:
        return words.text("step.restore.left")
    cards = cards_of_step(kind, facts, action)
    return words.text(f"step.{action}") if cards is None else words.count(f"step.{action}", cards)


def cards_of_step(kind: str | None, facts: Mapping[str, object], action: str) -> int | None:
    """The number of cards in the phrase of an incident's step; None if the phrase has none."""
    if action not in _COUNTED:
        return None
    counted = facts.get(_COUNTED[action])
    return counted if isinstance(counted, int) else 1 if kind in _ONE else 2
