"""Simulated shoes before the checks of a card set: ``python3 -m tests card_sets [--shoes N] [--seed S]``.

Whole sets, each shuffled and dealt for its life, until so many shoes of each game have gone by: every finding
is a false alarm. Then wrong sets, and when each is found. The checks are the console's own; only what is
certain not to be found is passed over without asking them (:func:`may_be_regular`). The figures name seed and
count.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Final

from console.table.game.card_set import (
    ALLOWED,
    HITS,
    KEPT_ORDERS,
    LAGS,
    RUN,
    CardSet,
    FindingKind,
    SetFinding,
    copies_finding,
    counts,
    end_finding,
    heaviest,
    order_finding,
    weighed,
    weighed_with,
)
from console.table.game.cards import DECKS
from console.table.game.shoe import CARDS

FROM_END: Final = {"baccarat": 7, "blackjack": 208}
SHOES_OF_A_SET: Final = 30
MISLAID: Final = 2
"""Cards by which the counted cut card may be laid wrongly; at half the shoe a quarter of a deck."""
FULL: Final = bytes(place for place in range(52) for _ in range(DECKS))
_UP: Final = bytes((place + 1 if place % 13 != 12 else 200) if place < 52 else 201 for place in range(256))
_DOWN: Final = bytes((place - 1 if place % 13 else 202) if place < 52 else 203 for place in range(256))
_ZERO: Final = bytes((1,)) + bytes(255)


def may_be_regular(order: bytes) -> bool:
    """Whether so many comparisons in a window hit anywhere that the order has to be asked card by card."""
    for window, hits in _hits(order):
        at = hits.find(b"\1\1\1")  # eight of nine, or of ten, never come with fewer on end
        while at >= 0:
            if any(sum(hits[first : first + window]) >= HITS for first in range(max(0, at - window), at + 1)):
                return True
            at = hits.find(b"\1\1\1", at + 1)
    return False


def _hits(order: bytes) -> Iterator[tuple[int, bytes]]:
    up, down = order.translate(_UP), order.translate(_DOWN)
    for lag, window in LAGS.items():
        later = order[lag:]
        hits = _equal(up[:-lag], later) | _equal(down[:-lag], later)
        yield window, hits.to_bytes(len(order), "big")


def _equal(one: bytes, other: bytes) -> int:
    differing = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return int.from_bytes(differing.to_bytes(len(one), "big").translate(_ZERO), "big")


def shuffled(cards: bytes, chance: random.Random) -> bytes:
    """The cards in another order."""
    order = bytearray(cards)
    chance.shuffle(order)
    return bytes(order)


def runs_of(order: bytes) -> list[bytes]:
    """The runs of an order that the check looks for in later shoes."""
    return [order[at : at + RUN] for at in range(len(order) - RUN + 1)]


def findings_of_order(order: bytes, earlier: tuple[bytes, ...]) -> Iterator[SetFinding]:
    """The findings of the order's checks, card by card."""
    for end in range(1, len(order) + 1):
        found = order_finding(CardSet(order=order[:end], earlier=earlier))
        if found is not None:
            yield found


class FalseAlarms:
    """Whole sets, shuffled well, before all checks."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._runs: set[bytes] = set()
        """The runs of the kept orders."""
        self._orders: deque[bytes] = deque(maxlen=KEPT_ORDERS)
        self._weighed = dict.fromkeys(FROM_END, weighed(()))
        self._dealt = 0
        self.alarms: Counter[tuple[str, FindingKind]] = Counter()

    def deal(self) -> None:
        """A shoe of each game: the same order, cut at another place."""
        order = shuffled(FULL, self._chance)
        runs = runs_of(order)
        if not self._runs.isdisjoint(runs) or may_be_regular(order):
            for found in findings_of_order(order, tuple(self._orders)):
                self.alarms["both", found.what] += 1
                break
        if len(self._orders) == KEPT_ORDERS:
            self._runs.difference_update(runs_of(self._orders[0]))
        self._runs.update(runs)
        self._orders.append(order)
        new = self._dealt % SHOES_OF_A_SET == 0
        self._dealt += 1
        for game, from_end in FROM_END.items():
            at = CARDS - from_end + self._chance.randint(*_laid(from_end))
            end = end_finding(CardSet(is_placed=True), at, from_end)
            if end is not None:
                self.alarms[game, end.what] += 1
            before = weighed(()) if new else self._weighed[game]
            self._weighed[game] = weighed_with(before, counts(order[:at]))
            if heaviest(self._weighed[game]) is not None:
                self.alarms[game, FindingKind.FEW] += 1
                self._weighed[game] = weighed(())


def _laid(from_end: int) -> tuple[int, int]:
    far = MISLAID if from_end // 4 <= ALLOWED else from_end // 16
    return -far, far


# --- wrong sets ----------------------------------------------------------------------------------

Shoe = Callable[[random.Random], bytes]


def _without(*places: int) -> bytes:
    cards = bytearray(FULL)
    for place in places:
        cards.remove(place)
    return bytes(cards)


def _new_decks(chance: random.Random) -> bytes:
    decks = bytes(range(52)) * DECKS
    cut = chance.randrange(len(decks))
    return decks[cut:] + decks[:cut]


def found_in(cards: bytes, game: str, chance: random.Random, most: int = 60) -> tuple[int, int] | None:
    """The shoe, from 1, and the cards of it after which a set of these cards is found."""
    card_set, from_end = CardSet(since=1, is_placed=True), FROM_END[game]
    for number in range(1, most + 1):
        order = shuffled(cards, chance)
        at = len(cards) - from_end + chance.randint(*_laid(from_end))
        for ninth in range(1, at + 1):
            if order[ninth - 1] not in _doubtful(cards):
                continue
            if order[:ninth].count(order[ninth - 1]) > DECKS:
                return number, ninth
        card_set = CardSet(card_set.since, order[:at], card_set.shoes, is_placed=True)
        if copies_finding(card_set) or end_finding(card_set, at, from_end):
            return number, at
        card_set = card_set.next_shoe()
    return None


def _doubtful(cards: bytes) -> tuple[int, ...]:
    return tuple(place for place in range(52) if cards.count(place) > DECKS)


WRONG: Final[dict[str, bytes]] = {
    "one card missing": _without(11),
    "five cards missing": _without(3, 15, 20, 33, 51),
    "sixteen cards missing": _without(*range(0, 48, 3)),
    "one card too many": FULL + bytes((36,)),
    "a second jack instead of a queen": _without(37) + bytes((36,)),
}


def detection(seed: int, tries: int) -> Iterator[str]:
    """A line for each wrong set and game: the share that was found in its first shoe, and the middle shoe."""
    chance = random.Random(seed)
    for game in FROM_END:
        for name, cards in WRONG.items():
            found = [found_in(cards, game, chance) for _ in range(tries)]
            shoes = sorted(each[0] for each in found if each is not None)
            first = sum(each == 1 for each in shoes)
            middle = str(shoes[len(shoes) // 2]) if len(shoes) * 2 > tries else "none"
            yield (
                f"{game}: {name}: found in {len(shoes)} of {tries} sets of 60 shoes; in the first shoe "
                f"{first}; half of them by shoe {middle}"
            )
    at = [next(findings_of_order(_new_decks(chance), ())).readings for _ in range(tries)]
    yield f"unshuffled: found after {min(at)} to {max(at)} cards in {tries} shoes"
    again = []
    for _ in range(tries):
        order = shuffled(FULL, chance)
        again.append(next(findings_of_order(order, (order,))).readings)
    yield f"an order seen before: found after {min(again)} to {max(again)} cards in {tries} shoes"


def main(argv: list[str]) -> int:
    """Print the false alarms and when wrong sets are found; exit status 1 for more than four in a million."""
    parser = argparse.ArgumentParser(prog="python3 -m tests card_sets", description=__doc__)
    parser.add_argument("--shoes", type=int, default=1_000_000, help="shoes of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=200, help="wrong sets of each kind")
    asked = parser.parse_args(argv)
    for line in detection(asked.seed, asked.tries):
        print(line, flush=True)
    alarms = FalseAlarms(asked.seed)
    for number in range(1, asked.shoes + 1):
        alarms.deal()
        if number % 100_000 == 0:
            print(f"{number} shoes: {alarms.alarms.total()} alarms", flush=True)
    of = ", ".join(f"{game} {what} {count}" for (game, what), count in sorted(alarms.alarms.items()))
    print(
        f"{asked.shoes} shoes of each game, seed {asked.seed}: {alarms.alarms.total()} alarms {of}".rstrip()
    )
    return 1 if alarms.alarms.total() > max(1, asked.shoes * 4 // 1_000_000) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
