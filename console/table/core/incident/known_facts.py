"""The table's own knowledge of an incident: the present moments, and the facts that nobody needs to give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from console.table.core.games.game import CardGame, Game, of_cards
from console.table.core.play.course import last_number_round
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.table import Preparation, Table
from console.table.game.incident_cases import Case
from console.table.game.roulette.spin import Spin
from console.table.incidents.decision import standing
from console.table.incidents.facts import CHOICE, Fact, facts_of
from console.table.incidents.known_kinds import Kind
from console.table.incidents.moments import Moment

LAST_STAGE: Final = 3
"""The number by which the rules call the last shuffle stage (LT-BAC-19b, LT-BAC-23b)."""


_KNOWN: Final = frozenset(("recorded", "total"))
"""The facts of which the table's own knowledge is beyond doubt."""


def current_moments(game: Game, table: Table) -> tuple[str, ...]:
    """The moments that stand now, by their letters in order."""
    return tuple(sorted(_moments(game, table))) if table.phase is not Phase.CLOSED else ()


def _moments(game: Game, table: Table) -> Iterator[Moment]:
    yield Moment.ANY
    if table.bet_time or (table.halt is not None and table.halt.in_bet_time):
        yield Moment.BET_TIME
    if table.open_round and not table.bet_time:
        yield Moment.ROUND
        if cards_out(table):
            yield Moment.CARD_OUT
        if isinstance(table.play, Spin) and table.play.number is None:
            yield Moment.NUMBER_UNKNOWN
    if last_number_round(table) is not None:
        yield Moment.LAST_NUMBER
    if table.phase is Phase.RESULT or not table.open_round:
        yield Moment.END
    if table.preparation is not None and game.cards is not None:
        yield from _preparing(game.cards, table.preparation)


def _preparing(game: CardGame, preparation: Preparation) -> Iterator[Moment]:
    way = game.rules.preparation
    if preparation.due in {step.action.value for step in way.decks}:
        yield Moment.INSPECTION
    if preparation.due in {step.action.value for step in way.shuffle + way.load}:
        yield Moment.SHUFFLE


def cards_out(table: Table) -> int:
    """The number of this round's cards that are out, with those that lie in no hand and those it will begin
    with.
    """
    dealt = table.play.card_count if table.open_round else 0
    first = len(table.aside.waiting) if table.open_round and not dealt else 0
    return dealt + first + len(table.lying_apart)


def filled_in(
    game: Game, table: Table, kind: str, given_facts: dict[str, Fact], moments: tuple[str, ...]
) -> dict[str, Fact]:
    """The given facts, and the facts that the table knows of the cases that are still possible."""
    return _filled_in(game, table, kind, given_facts, moments)[0]


def _filled_in(
    game: Game, table: Table, kind: str, given_facts: dict[str, Fact], moments: tuple[str, ...]
) -> tuple[dict[str, Fact], tuple[Case, ...]]:
    """The facts with those that the table knows, and the cases that stood before the table's own facts were
    added.

    A given fact that a later reading contradicts, because a number was read, is filled in again (LT-ROU-27b).
    """
    otherwise = game.contradicts(table, given_facts)
    facts = {fact: value for fact, value in given_facts.items() if not otherwise or fact not in _KNOWN}
    stand = standing(game.rules.incidents, kind, moments, facts, table.procedures_off)
    if _reaches_first(table, facts):
        facts["first_card"] = True
        stand = standing(game.rules.incidents, kind, moments, facts, table.procedures_off)
    for fact in dict.fromkeys(fact for case in stand for fact in case.facts if fact != CHOICE):
        if fact not in facts and (known := _known_fact(game, table, kind, fact, facts)) is not None:
            facts[fact] = known
    return facts, stand


def _reaches_first(table: Table, facts: dict[str, Fact]) -> bool:
    """Whether the first card is certainly among the cards to be taken out, whatever the answers.

    The rule names two cards; it holds for three and more alike, since then the first is taken out, too
    (LT-BAC-30b).
    """
    remove = facts.get("cards_to_remove")
    return isinstance(remove, int) and remove >= cards_out(table)


def asked_for(
    game: Game, table: Table, kind: str, facts: dict[str, Fact], moments: tuple[str, ...]
) -> dict[str, Fact]:
    """The facts for which a possible case asks, in the order of the rows."""
    stand = standing(game.rules.incidents, kind, moments, facts, table.procedures_off)
    return {fact: facts[fact] for fact in facts_of(stand) if fact in facts}


def can_be(game: Game, table: Table, kind: str | None, given_facts: dict[str, Fact]) -> bool:
    """Whether such a report can be made now; a report without a kind, if any kind can."""
    table = table if table.incident is None else replace(table, incident=None)
    moments = current_moments(game, table)
    if kind is None:
        return any(has_case(game, table, any_kind, {}, moments) for any_kind in game.rules.incidents.kinds)
    return has_case(game, table, kind, given_facts, moments)


def kinds_that_can_be(game: Game, table: Table, moments: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that can be reported at these moments."""
    return tuple(kind for kind in game.rules.incidents.kinds if has_case(game, table, kind, {}, moments))


def has_case(
    game: Game, table: Table, kind: str, given_facts: dict[str, Fact], moments: tuple[str, ...]
) -> bool:
    """Whether the rulebook has a case of this kind at these moments with these facts."""
    cases = game.rules.incidents
    if kind == Kind.WRONG_CARD_SET and not has_set(table, moments):
        return False
    facts, stand = _filled_in(game, table, kind, given_facts, moments)
    still = stand if facts == given_facts else standing(cases, kind, moments, facts, table.procedures_off)
    return bool(still) and game.can_be(table, kind, facts)


def has_set(table: Table, moments: tuple[str, ...]) -> bool:
    """Whether the table has a set of cards that can be wrong: a shoe in play, or decks that are made ready.

    While a table is opened, and until another shoe is brought, it has none.
    """
    ready = table.preparation is None or table.preparation.due in (Action.BURN_CARD, Action.BURN)
    return ready or not {Moment.SHUFFLE, Moment.INSPECTION}.isdisjoint(moments)


def _known_fact(game: Game, table: Table, kind: str, fact: str, facts: dict[str, Fact]) -> Fact | None:
    match fact:
        case "where":
            return _where(game, table)
        case "noticed":
            return _noticed(table, kind)
        case "stage":
            return _stage(of_cards(game), table.preparation) if table.preparation else None
        case "first_card":
            return True if cards_out(table) <= 1 else None
        case _:
            return game.known_fact(table, fact, facts)


def _where(game: Game, table: Table) -> str | None:
    moments = current_moments(game, table)
    if Moment.SHUFFLE in moments:
        return "shuffle"
    return "inspection" if Moment.INSPECTION in moments else "round" if Moment.ROUND in moments else None


def _noticed(table: Table, kind: str) -> str:
    match kind:
        case Kind.PLAYED_PAST_CUT_CARD:
            return "betting" if table.bet_time else "round"
        case Kind.CARDS_LEFT_ON_TABLE:
            return "after_deal" if table.open_round and cards_out(table) else "before_deal"
        case _:
            return "later" if table.shoe_in_play.rounds else "before_first_round"


def shuffle_step(game: CardGame, preparation: Preparation | None) -> tuple[int, int] | None:
    """The shuffle step that is due and how many this rulebook has; any step after the last one
    counts as it.
    """
    shuffle = game.rules.preparation.shuffle
    if preparation is None or shuffle[0].action.value not in preparation.steps:
        return None
    number = len(preparation.done) - preparation.steps.index(shuffle[0].action.value) + 1
    return (min(number, len(shuffle)), len(shuffle)) if number > 0 else None


def _stage(game: CardGame, preparation: Preparation) -> int | None:
    """The stage of the shuffle step that is due."""
    step = shuffle_step(game, preparation)
    return None if step is None else stage_of(*step)


def stage_of(number: int, count: int) -> int:
    """The stage of a shuffle's step by its number; the last one and the steps after it are the third
    (LT-BAC-23).
    """
    return LAST_STAGE if number == count else min(number, LAST_STAGE)
