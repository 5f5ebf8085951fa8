"""Simulated shoes before the checks of a card set: ``python3 -m tests card_sets [--shoes N] [--honest N]
[--seed S]``.

Whole sets, shuffled perfectly and dealt for their life, until ``--shoes`` of each game have gone by, and
``--honest`` shoes of each way in which hands and machines shuffle (:data:`HONEST`), from new decks and then
from the rack: every finding is a false alarm. Poor shuffles are reported beside them. Then wrong sets, and
orders that were there before (:data:`KINDS`), and when each is found. The checks are the console's own; only
what is certain not to be found is passed over without asking them (:func:`may_be_regular`). The figures name
seed and count.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.table.game import CARDS, DECK, DECKS, Card, SetFinding
from console.table.game.baccarat import Coup
from console.table.game.blackjack import hands as blackjack_hands
from console.table.game.card_set import (
    ALLOWED,
    FAR,
    HITS,
    KEPT_ORDERS,
    LAGS,
    LAST,
    PIECE,
    Before,
    CardSet,
    FindingKind,
    again,
    before,
    copies_finding,
    copies_in,
    end_finding,
    heaviest,
    joined,
    order_finding,
    pick_ups,
    picked_up,
    pieces,
    weighed,
    weighed_with,
)
from console.table.game.mixing_figure import Mixing, mixing
from console.table.game.ninth_cards import is_copy_too_many

FROM_END: Final = {"baccarat": 7, "blackjack": 208}
SHOES_OF_A_SET: Final = 30
MISLAID: Final = 2
"""Cards by which the counted cut card may be laid wrongly; at half the shoe a quarter of a deck."""
FULL: Final = bytes(place for place in range(52) for _ in range(DECKS))
NEW_DECKS: Final = bytes(range(52)) * DECKS
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


def findings_of_order(
    order: bytes, earlier: tuple[bytes, ...] = (), racks: tuple[bytes, ...] = ()
) -> Iterator[SetFinding]:
    """The findings of the order's checks, card by card."""
    for end in range(1, len(order) + 1):
        found = order_finding(CardSet(order=order[:end], earlier=earlier, racks=racks))
        if found is not None:
            yield found


# --- how cards are dealt, picked up and shuffled ---------------------------------------------------

Hands = tuple[bytes, ...]
"""A round: the banker's or the dealer's cards, then the player's, or those of three seats."""


def rounds_of(order: bytes, game: str) -> list[Hands]:
    """The whole rounds of a shoe up to the cut card."""
    source, rounds = iter(order[: CARDS - FROM_END[game]]), list[Hands]()
    try:
        while True:
            rounds.append(_coup(source) if game == "baccarat" else _round(source))
    except StopIteration:
        return rounds


def _coup(source: Iterator[int]) -> Hands:
    coup = Coup()
    while coup.next_place is not None:
        coup = coup.deal(DECK[next(source)])
    return tuple(bytes(card.in_deck for card in hand) for hand in (coup.banker, coup.player))


def _round(source: Iterator[int]) -> Hands:
    """Three seats stand."""
    hands = [bytearray() for _ in range(4)]
    for hand in (*hands[1:], hands[0], *hands[1:], hands[0]):
        hand.append(next(source))
    while blackjack_hands.total(tuple(DECK[each] for each in hands[0])) < 17:
        hands[0].append(next(source))
    return tuple(map(bytes, hands))


def rack_of(rounds: Iterable[Hands], game: str, direction: str) -> bytes:
    """The cards as they lie in the rack: each round's hands from the side that the rulebook says, the
    dealer's first, one card on the other. The banker's side is at the dealer's left.
    """
    hands = chain.from_iterable(
        (first, *others[::-1]) if game == "blackjack" or direction == "left_to_right" else (*others, first)
        for first, *others in rounds
    )
    return b"".join(hands)


def known_rack(rounds: Iterable[Hands], game: str, direction: str) -> bytes:
    """The same hands as a table knows them."""
    known = b""
    for first, *others in rounds:
        dealers, seats = _cards(first), list(map(_cards, others))
        if game == "blackjack":
            known += picked_up((dealers,), None) + picked_up(seats[::-1], None)
        else:
            from_left = direction == "left_to_right"
            known += picked_up((dealers, *seats) if from_left else (*seats, dealers), direction)
    return known


def _cards(hand: bytes) -> list[Card]:
    return [DECK[each] for each in hand]


Shuffle = Callable[[bytes, random.Random], bytes]


def riffled(times: int) -> Shuffle:
    """Riffles of the whole pack, as Gilbert, Shannon and Reeds describe one."""

    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        for _ in range(times):
            of_first = format(chance.getrandbits(len(cards)), f"0{len(cards)}b")
            first = of_first.count("1")
            one, other = iter(cards[:first]), iter(cards[first:])
            cards = bytes([next(one if each == "1" else other) for each in of_first])
        return cards

    return shuffle


WASH: Final = 52
"""The spread of a wash: two of three cards come to lie within so many places of where they lay."""


def washed(riffles: int) -> Shuffle:
    """A wash, and riffles after it."""
    riffle = riffled(riffles)

    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        places = [at + chance.gauss(0, WASH) for at in range(len(cards))]
        return riffle(bytes([cards[at] for at in sorted(range(len(cards)), key=places.__getitem__)]), chance)

    return shuffle


def shelved(shelves: int) -> Shuffle:
    """A machine that lays each card above or below those of one of its shelves, and puts these together."""

    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        piles = [deque[int]() for _ in range(shelves)]
        for card in cards:
            pile = piles[int(chance.random() * shelves)]
            (pile.append if chance.random() < 0.5 else pile.appendleft)(card)
        return bytes(chain.from_iterable(piles))

    return shuffle


HONEST: Final[dict[str, Shuffle]] = {
    "perfect": shuffled,
    "wash and 3 riffles": washed(3),
    "wash and 5 riffles": washed(5),
    "wash and 7 riffles": washed(7),
    "5 riffles": riffled(5),
    "7 riffles": riffled(7),
    "machine of 10 shelves": shelved(10),
    "machine of 20 shelves": shelved(20),
}
POOR: Final[dict[str, Shuffle]] = {f"{times} riffles": riffled(times) for times in (1, 2, 3, 4)}


class FalseAlarms:
    """Whole sets of baccarat's shoes before all checks, and the same orders cut as at blackjack."""

    def __init__(self, seed: int, shuffle: Shuffle = shuffled, direction: str = "left_to_right") -> None:
        self._chance = random.Random(seed)
        self._shuffle, self._direction = shuffle, direction
        self._orders = deque[tuple[bytes, ...]](maxlen=KEPT_ORDERS)
        self._pieces = Counter[bytes]()
        self._pack = b""
        self._weighed = dict.fromkeys(FROM_END, weighed(()))
        self._dealt = 0
        self.alarms: Counter[tuple[str, FindingKind]] = Counter()

    def deal(self) -> None:
        """A shoe of each game: the same order, cut at another place."""
        new = self._dealt % SHOES_OF_A_SET == 0
        self._dealt += 1
        order = self._shuffle(NEW_DECKS if new else self._pack, self._chance)
        if (found := self._finding(order)) is not None:
            self.alarms["both", found] += 1
        self._keep(order)
        for game, from_end in FROM_END.items():
            at = CARDS - from_end + self._chance.randint(*_laid(from_end))
            end = end_finding(CardSet(is_placed=True), at, from_end)
            if end is not None:
                self.alarms[game, end.what] += 1
            weights = weighed(()) if new else self._weighed[game]
            self._weighed[game] = weighed_with(weights, copies_in(order[:at]))
            if heaviest(self._weighed[game]) is not None:
                self.alarms[game, FindingKind.FEW] += 1
                self._weighed[game] = weighed(())

    def _finding(self, order: bytes) -> FindingKind | None:
        """The first finding about an order."""
        if may_be_regular(order):
            for found in findings_of_order(order):
                return found.what
        orders, own, until = joined(chain.from_iterable(self._orders)), set[bytes](), 0
        known = Before(orders, orders[::-1], self._pieces.keys())
        for end in range(PIECE, len(order) + 1):
            piece, last = order[end - PIECE : end], order[end - LAST : end]
            if piece in self._pieces or piece[::-1] in self._pieces:
                until = end + FAR - PIECE
            if (end <= until or last in own) and (what := again(order[:end], known)) is not None:
                return what
            own.add(last)
        return None

    def _keep(self, order: bytes) -> None:
        """The shoe is over: its cards go into the rack, the rest behind them."""
        rounds = rounds_of(order, "baccarat")
        rack = rack_of(rounds, "baccarat", self._direction)
        self._pack = rack + order[len(rack) :]
        orders = (order, *pick_ups(known_rack(rounds, "baccarat", self._direction)))
        if len(self._orders) == KEPT_ORDERS:
            gone = Counter(chain.from_iterable(map(pieces, self._orders[0])))
            self._pieces.subtract(gone)
            for piece in gone:
                if not self._pieces[piece]:
                    del self._pieces[piece]
        self._orders.append(orders)
        self._pieces.update(chain.from_iterable(map(pieces, orders)))


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


def found_in(
    cards: bytes, game: str, chance: random.Random, most: int = 60, reader: Reader = bytes
) -> tuple[int, int] | None:
    """The shoe, from 1, and the cards of it after which a set of these cards is found, or is called wrong.
    Each ninth for which no wrong set is offered is settled as a misread: it is not dealt.
    """
    card_set, from_end = CardSet(since=1, is_placed=True), FROM_END[game]
    for number in range(1, most + 1):
        order = reader(shuffled(cards, chance))
        at = len(cards) - from_end + chance.randint(*_laid(from_end))
        came = Counter[int]()
        for end, place in enumerate(order[:at], 1):
            came[place] += 1
            if came[place] <= DECKS:
                continue
            came[place] = DECKS
            card_set = card_set.came_as_ninth(DECK[place], in_shoe=True)
            if is_copy_too_many(replace(card_set, order=_dealt(order[:end])), DECK[place]):
                return number, end
        card_set = replace(card_set, order=_dealt(order[:at]))
        if copies_finding(card_set) or end_finding(card_set, at, from_end):
            return number, at
        card_set = card_set.next_shoe()
    return None


def _dealt(order: bytes) -> bytes:
    """The cards that a table takes from the shoe: eight of a face at most."""
    return b"".join(bytes((place,)) * min(DECKS, read) for place, read in enumerate(copies_in(order)))


Reader = Callable[[bytes], bytes]


def careless(share: float, chance: random.Random) -> Reader:
    """A reader that takes this share of cards for any other."""
    return lambda order: misread(order, chance, share)


def confused(share: float, chance: random.Random) -> Reader:
    """A reader that takes this share of one face for another one."""
    return lambda order: bytes(6 if card == 19 and chance.random() < share else card for card in order)


READERS: Final = {
    "1 misread in 1,000": (careless, 1 / 1_000, 1.0),
    "1 misread in 200": (careless, 1 / 200, 5.0),
    "one face read as another, 1 in 20": (confused, 1 / 20, 15.8),
    "one face read as another, 1 in 50": (confused, 1 / 50, 6.4),
    "one face read as another, 1 in 200": (confused, 1 / 200, 1.1),
}
"""Poor readers, and whole sets called wrong for them in 1,000 shoes of baccarat at most."""


def whole_called_wrong(name: str, seed: int, sets: int) -> tuple[int, int]:
    """Whole sets that are called wrong, and the shoes that were dealt from all."""
    chance = random.Random(seed)
    kind, share, _ = READERS[name]
    found = [found_in(FULL, "baccarat", chance, SHOES_OF_A_SET, kind(share, chance)) for _ in range(sets)]
    return sum(each is not None for each in found), sum(each[0] if each else SHOES_OF_A_SET for each in found)


def of_readers(seed: int, sets: int) -> Iterator[str]:
    """A line for each poor reader before whole sets, and for each before a set with one card too many."""
    for name, (_, _, most) in READERS.items():
        wrong, shoes = whole_called_wrong(name, seed, sets)
        yield f"{name}: {wrong} whole sets called wrong in {shoes} shoes, at most {most} in 1,000"
    for share, within in ((1 / 1_000, 7), (1 / 200, 8)):
        chance = random.Random(seed)
        cards, reader = WRONG["one card too many"], careless(share, chance)
        found = [found_in(cards, "baccarat", chance, 30, reader) for _ in range(sets)]
        soon = sum(each is not None and each[0] <= within for each in found)
        yield f"one card too many, {share:.1%} misread: within {within} shoes {soon} of {sets}"


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


Order = Callable[[bytes, bytes, random.Random], tuple[bytes, int]]
"""A shoe, from the rack and the rest of the one before, and the cards in it before the stretch."""


class Kind(NamedTuple):
    """A set that comes in an order which was there before."""

    what: str
    within: int
    """Cards from the stretch's beginning within which it has to be found."""
    order: Order


def _same_each(_: bytes, __: bytes, chance: random.Random) -> tuple[bytes, int]:
    decks = shuffled(bytes(range(52)), chance) * DECKS
    return decks, 0


def _old_rack(rack: bytes, rest: bytes, chance: random.Random) -> tuple[bytes, int]:
    return (rack if chance.random() < 0.5 else rack[::-1]) + rest, 0


def _slug(rack: bytes, rest: bytes, chance: random.Random) -> tuple[bytes, int]:
    begin, at = chance.randrange(len(rack) - SLUG), chance.randrange(100)
    slug, others = rack[begin : begin + SLUG], rack[:begin] + rack[begin + SLUG :] + rest
    mixed = shuffled(others, chance)
    return mixed[:at] + slug[:: chance.choice((1, -1))] + mixed[at:], at


def _strange(every: int) -> Order:
    def shoe(rack: bytes, rest: bytes, chance: random.Random) -> tuple[bytes, int]:
        strangers = iter(shuffled(rest + rack[300:], chance))
        old = rack[:300]
        packets = (old[at : at + every] for at in range(0, len(old), every))
        return b"".join(packet + bytes((next(strangers),)) for packet in packets), 0

    return shoe


SLUG: Final = 40
KINDS: Final = {
    "same_each": Kind("each deck in one secret order", 67, _same_each),
    "old_rack": Kind("the rack dealt again unshuffled, from its top or its bottom", 15, _old_rack),
    "slug": Kind("a slug of 40 cards of the rack, either way round, amid a perfect shuffle", 15, _slug),
    **{
        f"strange_{every}": Kind(f"the rack with a strange card after each {every}", 15, _strange(every))
        for every in (10, 7, 5)
    },
}
PICK_UPS: Final = (
    ("baccarat", "left_to_right"), ("baccarat", "right_to_left"), ("blackjack", "right_to_left")
)  # fmt: skip
MISREAD: Final = 0.01


def misread(order: bytes, chance: random.Random, share: float = MISREAD) -> bytes:
    """The cards as a reader gives them that takes some for others."""
    return bytes(chance.randrange(52) if chance.random() < share else card for card in order)


def again_after(kind: Kind, game: str, direction: str, chance: random.Random, share: float) -> int | None:
    """The cards from the stretch's beginning after which an order is found, if it is."""
    order = shuffled(FULL, chance)
    rounds = rounds_of(order, game)
    rack = rack_of(rounds, game, direction)
    new, at = kind.order(rack, order[len(rack) :], chance)
    told = [tuple(misread(hand, chance, share) for hand in each) for each in rounds]
    known, read = before((), (known_rack(told, game, direction),)), misread(new, chance, share)
    return next((end - at for end in range(1, len(read)) if again(read[:end], known)), None)


def detection_of_orders(seed: int, tries: int) -> Iterator[str]:
    """A line for each kind, game and share of misreads: how many are found in time, and how many at all."""
    chance = random.Random(seed)
    for name, kind in KINDS.items():
        for (game, direction), share in product(PICK_UPS, (0.0, MISREAD)):
            found = [again_after(kind, game, direction, chance, share) for _ in range(tries)]
            times = sorted(each for each in found if each is not None)
            soon = sum(each <= kind.within for each in times)
            yield (
                f"{game} {direction}: {name}, {kind.what}, misreads {share:.0%}: within {kind.within} cards "
                f"{soon} of {tries}, at all {len(times)}, median {times[len(times) // 2] if times else None}"
            )


# --- how well a shoe was mixed ---------------------------------------------------------------------


def washed_only(spread: float, clump: int = 1) -> Shuffle:
    """A wash that moves packets of some cards by so many places, and nothing after it."""

    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        packets = [cards[at : at + clump] for at in range(0, len(cards), clump)]
        places = [at * clump + chance.gauss(0, spread) for at in range(len(packets))]
        return b"".join(packets[at] for at in sorted(range(len(packets)), key=places.__getitem__))

    return shuffle


def grabbed(passes: int = 1) -> Shuffle:
    """Half a deck from each half of the pack riffled twice, one grab on the other; so many passes."""

    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        for _ in range(passes):
            half, twice = len(cards) // 2, riffled(2)
            grabs = (cards[at : at + 26] + cards[half + at : half + at + 26] for at in range(0, half, 26))
            cards = b"".join(twice(each, chance) for each in grabs)
        return cards

    return shuffle


def _card_by_card(cards: bytes, _: random.Random) -> bytes:
    half = len(cards) // 2
    return bytes(chain.from_iterable(zip(cards[:half], cards[half:], strict=True)))


def _new_and_mixed(cards: bytes, chance: random.Random) -> bytes:
    return _card_by_card(cards[:208] + shuffled(cards[208:], chance), chance)


def _piled(key: Callable[[int], int]) -> Shuffle:
    def shuffle(cards: bytes, chance: random.Random) -> bytes:
        piles = sorted(shuffled(cards, chance), key=key)
        return bytes(piles)

    return shuffle


def _each_deck(cards: bytes, chance: random.Random) -> bytes:
    return b"".join(riffled(7)(cards[at : at + 52], chance) for at in range(0, len(cards), 52))


def _seven_piles(cards: bytes, _: random.Random) -> bytes:
    return b"".join(cards[pile::7] for pile in range(7))


POORLY_MIXED: Final[dict[str, tuple[bool, Shuffle]]] = {
    "new decks washed by 5 places": (True, washed_only(5)),
    **{f"new decks riffled {times} times": (True, riffled(times)) for times in (1, 2, 3)},
    "new decks, one pass of grabs": (True, grabbed()),
    "four new decks card by card into four mixed ones": (True, _new_and_mixed),
    "new decks, halves card by card": (True, _card_by_card),
    "piles by rank": (True, _piled(lambda card: card % 13)),
    "piles by suit": (True, _piled(lambda card: card // 13)),
    "piles by value": (True, _piled(lambda card: min(9, card % 13))),
    "rack riffled twice": (False, riffled(2)),
    "rack, one pass of grabs": (False, grabbed()),
    "rack, halves card by card": (False, _card_by_card),
    "rack as it lies": (False, lambda cards, _: cards),
}
"""Shuffles that have to be found, each from new decks or from the rack."""
STATED: Final[dict[str, tuple[bool, Shuffle]]] = {
    "new decks washed by 10 places": (True, washed_only(10)),
    "new decks washed by 20 places": (True, washed_only(20)),
    "new decks riffled 4 times": (True, riffled(4)),
    "new decks, seven piles": (True, _seven_piles),
    "new decks, two passes of grabs": (True, grabbed(2)),
    "new decks, clumps of 3 washed, 1 riffle": (
        True,
        lambda cards, chance: riffled(1)(washed_only(52, 3)(cards, chance), chance),
    ),
    "rack, seven piles": (False, _seven_piles),
    "rack riffled 3 times": (False, riffled(3)),
    "rack washed by 10 places": (False, washed_only(10)),
}
WELL_MIXED: Final[dict[str, tuple[bool, Shuffle]]] = {
    f"{'new decks' if is_new else 'rack'}, {name}": (is_new, shuffle)
    for name, shuffle in {
        "perfect": shuffled,
        **{f"{times} riffles": riffled(times) for times in (5, 6, 7)},
        "wash and 3 riffles": washed(3),
        "machine of 38 shelves": shelved(38),
        "each deck seven times": _each_deck,
    }.items()
    for is_new in (True, False)
} | {"rack, two passes of grabs": (False, grabbed(2)), "rack, machine of 10 shelves": (False, shelved(10))}
"""Shuffles of which fewer than one shoe in 1,000 may be found."""


def mixed_as(is_new: bool, shuffle: Shuffle, game: str, chance: random.Random) -> Mixing:
    """The figure of a shoe that was shuffled so, up to its cut card."""
    at = CARDS - FROM_END[game]
    if is_new:
        found = mixing(CardSet(order=shuffle(NEW_DECKS, chance)[:at]))
    else:
        order = shuffled(FULL, chance)
        rounds = rounds_of(order, game)
        rack = rack_of(rounds, game, "left_to_right")
        new = shuffle(rack + order[len(rack) :], chance)
        known = known_rack(rounds, game, "left_to_right")
        found = mixing(CardSet(order=new[:at], earlier=(order[:at],), racks=(known,)))
    assert found is not None, "enough cards were read"
    return found


def of_mixing(seed: int, tries: int, honest: int) -> Iterator[str]:
    """A line for each shuffle and game: how many shoes of so many are found, and their figures."""
    for shuffles, shoes in ((POORLY_MIXED, tries), (STATED, tries), (WELL_MIXED, honest)):
        for (name, (is_new, shuffle)), game in product(shuffles.items(), FROM_END):
            chance = random.Random(seed)
            found = [mixed_as(is_new, shuffle, game, chance) for _ in range(shoes)]
            figures = sorted(each.deviations for each in found)
            poor = sum(each.is_poor for each in found)
            least, middle, most = figures[0], figures[shoes // 2], figures[-1]
            yield f"{game}: {name}: {poor} of {shoes}; figures {least:.1f}, {middle:.1f}, {most:.1f}"


def main(argv: list[str]) -> int:
    """Print when wrong sets are found, and false alarms; exit status 1 for more than four in a million."""
    parser = argparse.ArgumentParser(prog="python3 -m tests card_sets", description=__doc__)
    parser.add_argument("--shoes", type=int, default=1_000_000, help="perfectly shuffled shoes of each game")
    parser.add_argument("--honest", type=int, default=100_000, help="shoes of each other honest shuffle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=200, help="wrong sets of each kind")
    asked = parser.parse_args(argv)
    wrong_sets = (detection, detection_of_orders, of_readers)
    for line in chain.from_iterable(each(asked.seed, asked.tries) for each in wrong_sets):
        print(line, flush=True)
    for line in of_mixing(asked.seed, 60, min(1_000, asked.honest)):
        print(line, flush=True)
    many = {name: asked.shoes if name == "perfect" else asked.honest for name in HONEST}
    false = sum(alarms_of(name, HONEST[name], shoes, asked.seed) for name, shoes in many.items())
    for name, shuffle in POOR.items():
        alarms_of(name, shuffle, min(1_000, asked.honest), asked.seed)
    return 1 if false > max(1, sum(many.values()) * 4 // 1_000_000) else 0


def alarms_of(name: str, shuffle: Shuffle, shoes: int, seed: int) -> int:
    """Deal so many shoes, print the alarms, and return their number."""
    dealt = FalseAlarms(seed, shuffle)
    for number in range(1, shoes + 1):
        dealt.deal()
        if number % 20_000 == 0:
            print(f"{name}: {number} shoes: {dealt.alarms.total()} alarms", flush=True)
    of = ", ".join(f"{game} {what} {count}" for (game, what), count in sorted(dealt.alarms.items()))
    total = dealt.alarms.total()
    print(f"{name}, {shoes} shoes of each game, seed {seed}: {total} alarms {of}".rstrip(), flush=True)
    return dealt.alarms.total()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
