"""Rounds of blackjack a second: the engine beside one frozen dataclass a card, and beside gymnasium's.

One seat. Beside the reference both are given the same cards and the same answers, made before by basic
strategy with insurance declined, so that no time goes into finding them. Beside gymnasium both ask one table,
basic strategy where hit and stand are all that there is, and both pay for their own cards: gymnasium draws
from an endless deck, ours from eight shuffled ones. Ours asks for insurance and looks under an ace besides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from console.table.game import DECK, Card
from console.table.game.blackjack import Choice, InsuranceStage, Round, best, is_soft
from console.table.game.blackjack.hands import VALUE, Decision, Hand, HandPlace, total
from tests.instruments.bench.blackjack_reference import Dealt
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.table.game.blackjack.rounds import round_of

ROUNDS = 2_000
MOST_CARDS = 22
"""More than a round of one seat can take."""
BESIDE_REFERENCE = (
    f"{ROUNDS:,} rounds of one seat a turn, basic strategy's answers known before; theirs: a frozen "
    "dataclass made at each card and answer"
)
BESIDE_GYMNASIUM = (
    f"{ROUNDS:,} rounds of one seat a turn, hit or stand by one table of basic strategy, each draws its own "
    "cards; theirs: Blackjack-v1"
)
_UP: Final = {1: "A", 10: "T", **{value: str(value) for value in range(2, 10)}}
HITS: Final = {
    (points, soft, up): best(("hit", "stand"), (), points, soft, card) == "hit"
    for points in range(4, 22)
    for soft in (False, True)
    for up, card in _UP.items()
}
"""Whether a total, hard or soft, is hit against an up card of this value."""

_SAID: Final = (Choice.STAND, Choice.HIT)

Answers = Callable[[Round, Decision], Choice]


def measure(folder: Path, pairs: int) -> list[Measured]:
    """The engine beside the reference, then beside gymnasium as it is made and with nothing around it."""
    cards = list(islice(drawn(1), ROUNDS * MOST_CARDS))
    answers = answered(cards)
    assert_equal(cards, answers)
    reference = compared(
        lambda: timed(lambda: by_engine(cards, answers)),
        lambda: timed(lambda: by_reference(cards, answers)),
        pairs,
    )
    made = import_module("gymnasium").make("Blackjack-v1", disable_env_checker=True)
    wrapped, bare = (
        compared(lambda: timed(by_hitting), partial(timed, partial(by_gymnasium, environment)), pairs)
        for environment in (made, made.unwrapped)
    )
    return [
        Measured.rate("blackjack engine", reference, ROUNDS, "rounds", 0.5, BESIDE_REFERENCE),
        Measured.rate(
            "blackjack, gymnasium", wrapped, ROUNDS, "rounds", 3, f"{BESIDE_GYMNASIUM} by make(), no checker"
        ),
        Measured.rate(
            "blackjack, its game alone", bare, ROUNDS, "rounds", None, f"{BESIDE_GYMNASIUM}, unwrapped"
        ),
    ]


def assert_equal(cards: list[Card], answers: list[Choice]) -> None:
    """Engine and reference deal the same rounds."""
    ours, theirs = by_engine(cards, answers), by_reference(cards, answers)
    assert [seen(end) for end in ours] == [seen_of(end) for end in theirs]


def drawn(seed: int) -> Iterator[Card]:
    """Cards out of eight shuffled decks, again and again."""
    shoe, chance = list(DECK) * 8, random.Random(seed)
    while True:
        chance.shuffle(shoe)
        yield from shoe


def seen(end: Round) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The players' hands and the dealer's."""
    return tuple(hand.cards for hand in end.seats[0].hands), end.dealer


def seen_of(end: Dealt) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The same of the reference's round."""
    return tuple(hand.cards for hand in end.hands), end.dealer


# --- beside the reference: cards and answers are known ---------------------------------------------


def by_engine(cards: list[Card], answers: list[Choice]) -> list[Round]:
    """Rounds by the console's engine, asked for what is due before each card and answer."""
    given = iter(answers)
    return list(dealt(iter(cards), lambda round, due: next(given)))


def answered(cards: list[Card]) -> list[Choice]:
    """The answers of basic strategy in these rounds, in their order."""
    answers: list[Choice] = []

    def answer(round: Round, due: Decision) -> Choice:
        hand = hand_of(round, due).cards
        answers.append(Choice(best(due.offers, hand, total(hand), is_soft(hand), round.dealer[0])))
        return answers[-1]

    list(dealt(iter(cards), answer))
    return answers


def dealt(coming: Iterator[Card], answer: Answers) -> Iterator[Round]:
    """Rounds of one seat, each as it ends; nobody insures."""
    for _ in range(ROUNDS):
        round = round_of((1,))
        while (due := round.next_due) is not None:
            match due:
                case HandPlace():
                    round = round.deal(next(coming))
                case Decision():
                    round = round.decide(1, due.hand, answer(round, due))
                case InsuranceStage():
                    round = round.decide(1, 1, Choice.DECLINE)
                case _:
                    round = round.after_press()
        yield round


def hand_of(round: Round, due: Decision) -> Hand:
    """The hand that is asked."""
    return round.seats[0].hands[due.hand - 1]


def by_reference(cards: list[Card], answers: list[Choice]) -> list[Dealt]:
    """The same rounds by the reference."""
    coming, given, ends = iter(cards), iter(answers), []
    for _ in range(ROUNDS):
        round = Dealt()
        while (due := round.due) is not None:
            match due:
                case "card", _:
                    round = round.dealt(next(coming))
                case "answer", _:
                    round = round.answered(next(given))
                case "insurance", _:
                    round = round.insurance_declined()
                case _:
                    round = round.pressed()
        ends.append(round)
    return ends


# --- beside gymnasium: hit or stand, cards as they come ---------------------------------------------


def by_hitting() -> None:
    """Rounds by the console's engine, each card drawn as it is due; none is kept, as gymnasium keeps none."""
    for _ in dealt(drawn(1), hit_or_stand):
        pass


def hit_or_stand(round: Round, due: Decision) -> Choice:
    """The table's answer."""
    cards = round.seats[0].hands[0].cards  # without a split there is no other
    return _SAID[HITS[total(cards), is_soft(cards), VALUE[round.dealer[0]]]]


def by_gymnasium(environment: Any) -> None:
    """Rounds by gymnasium, whose observation is total, up card's value and whether an ace counts eleven."""
    environment.reset(seed=1)
    for _ in range(ROUNDS):
        (points, up, soft), _ = environment.reset()
        ended = False
        while not ended:
            (points, up, soft), _, ended, _, _ = environment.step(int(HITS[points, bool(soft), up]))
