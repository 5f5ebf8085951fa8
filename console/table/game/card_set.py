"""A card set that proves itself: what the cards read so far say of it, as figures with their chance.

A set is the eight decks that are shuffled and dealt again and again until others come. Its order is compared
with a new deck's, with its own past, and with the table's earlier shoes as dealt and as hands picked them up;
the copies of each card over the set's shoes with eight, and the place of the cut card with the size
of a set. What nobody read (behind the cut card, burned, withdrawn, entered by hand) is unknown, and never
counts for or against a card.

Pure: it knows no table, no journal and no clock. Each check is made so rarely true by chance that all of them
together raise less than one false alarm in 100,000 shoes (``python3 -m tests card_sets``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain
from math import exp, inf, lgamma
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.game.cards import DECK, DECKS, Card
from console.table.game.shoe import CARDS

EDITION: Final = 2
"""The edition of the checks and their limits, kept with each finding."""

UNKNOWN: Final = len(DECK)
"""A card of the order that nobody read."""
NINTH: Final = DECKS + 1


class Cause(StrEnum):
    """The cause of a wrong set, as its incident names it."""

    ORDER = "order"
    COPIES = "copies"
    COUNT = "count"
    """A person counted another number of cards than the set has."""


class FindingKind(StrEnum):
    FACTORY = "factory"
    """The cards come in a new deck's order, or one of its common forms."""
    BEFORE = "before"
    """The cards come in the order of an earlier shoe of the table, as dealt or as picked up."""
    AGAIN = "again"
    """A stretch of this shoe comes again in it, as when each deck has one and the same order."""
    MANY = "many"
    """One card comes too often over the shoes of the set."""
    FEW = "few"
    """One card comes too seldom over the shoes of the set."""
    EARLY = "early"
    """The cut card came before its place."""
    LATE = "late"
    """The cut card came after its place, or more cards came than a set has."""

    @property
    def cause(self) -> Cause:
        return Cause.ORDER if self in _OF_ORDER else Cause.COPIES


_OF_ORDER: Final = frozenset((FindingKind.FACTORY, FindingKind.BEFORE, FindingKind.AGAIN))


class SetFinding(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A finding about a card set, with its figures."""

    what: FindingKind
    readings: int
    """Cards that had left this shoe, read or not."""
    shoes: int
    """Shoes of this set, this one too."""
    chance: float | None = None
    """The chance of the like in one shoe of a whole, shuffled set, at most; None if only the place of the
    cut card, which a person chose, says it.
    """
    card: Card | None = None
    """The card that comes too often or too seldom."""
    expected: int | None = None
    """The number of cards before the cut card, had the set been whole."""
    edition: int = EDITION
    is_of_shuffle: bool = False
    """Whether it is an order that a poor shuffle of this very set leaves; of no finding up to 1.2."""

    @property
    def cause(self) -> Cause:
        return self.what.cause


KEPT_ORDERS: Final = 24
"""The earlier shoes of the table whose orders are kept: ten kilobytes."""
KEPT_FROM: Final = 8
"""The read cards from which a shoe's order is kept: with other numbers older journals' kept states differ."""
KEPT_SHOES: Final = 60
"""The shoes of one set whose counts are kept."""


class RestingSet(msgspec.Struct, frozen=True, gc=False):
    """The figures of a set that is out of play, by its number."""

    number: str
    shoes: tuple[bytes, ...] = ()
    ninths: bytes = b""


def merged(ranges: Iterable[int]) -> tuple[int, ...]:
    """Ranges of numbers (first, last, first, last, ...) in their order; adjacent ones become one."""
    found = list[int]()
    for first, last in _pairs(ranges):
        if found and found[-1] == first - 1:
            found[-1] = last
        else:
            found += (first, last)
    return tuple(found)


def numbers_in(ranges: Iterable[int]) -> Iterator[int]:
    """The numbers in such ranges, in their order."""
    return (each for first, last in _pairs(ranges) for each in range(first, last + 1))


def _pairs(values: Iterable[int]) -> Iterator[tuple[int, int]]:
    each = iter(values)
    return zip(each, each, strict=True)


class CardSet(msgspec.Struct, frozen=True, gc=False):
    since: int = 0
    """The number of the first shoe that was dealt from it; 0 if nobody saw it come."""
    order: bytes = b""
    """The cards of this shoe as they came, each by its place in a new deck, or :data:`UNKNOWN`."""
    shoes: tuple[bytes, ...] = ()
    """How often each card was read in the set's earlier shoes."""
    earlier: tuple[bytes, ...] = ()
    """The orders of the table's earlier shoes, of whichever set."""
    rack: bytes = b""
    """The hands of this shoe in the order in which they were picked up (:func:`picked_up`)."""
    racks: tuple[bytes, ...] = ()
    """Those of the table's earlier shoes."""
    ninths: bytes = b""
    """The cards that came as a ninth in the set's shoes, as often as each did."""
    ninths_of_shoe: bytes = b""
    """Those of this shoe; none in a shoe of 1.2."""
    asked: tuple[Cause, ...] = ()
    """The causes for which this shoe has halted the table."""
    is_unmixed: bool = False
    """Whether this shoe has halted the table for an order that a poor shuffle leaves."""
    is_placed: bool = False
    """Whether the cut card was placed in this shoe by the rules; unknown of a shoe brought ready."""
    rounds: int = 0
    """Rounds that were dealt from the set's earlier shoes."""
    settled: tuple[tuple[int, ...], ...] | None = None
    """The rounds that were dealt from it and settled, as ranges (:func:`merged`): those of all earlier shoes
    if there were any, then those of this one; None of a set that came into play under 1.1.
    """

    def read(self, card: Card) -> CardSet:
        return replace(self, order=self.order + _BYTE[card.in_deck])

    def draw_unknown(self, cards: int = 1) -> CardSet:
        """The set after cards left the shoe that nobody read."""
        return replace(self, order=self.order + _BYTE[UNKNOWN] * cards)

    def name_unknown(self, card: Card) -> CardSet:
        """The set after the last card that nobody had read was read after all."""
        at = self.order.rfind(UNKNOWN)
        return (
            self.read(card)
            if at < 0
            else replace(self, order=self.order[:at] + _BYTE[card.in_deck] + self.order[at + 1 :])
        )

    def correct(self, was: Card, to: Card) -> CardSet:
        """The set after the last reading of a card was corrected."""
        at = self.order.rfind(was.in_deck)
        if at < 0:
            return self
        return replace(self, order=self.order[:at] + _BYTE[to.in_deck] + self.order[at + 1 :])

    def take_back(self, card: Card) -> CardSet:
        """The set after the last reading of a card turned out to be none."""
        at = self.order.rfind(card.in_deck)
        return self if at < 0 else replace(self, order=self.order[:at] + self.order[at + 1 :])

    def pick_up(self, hands: bytes) -> CardSet:
        """The set after the cards of a round were collected."""
        return replace(self, rack=self.rack + hands)

    def settle(self, number: int) -> CardSet:
        if self.settled is None:
            return self
        *before, shoe = self.settled
        return replace(self, settled=(*before, merged((*shoe, number, number))))

    def came_as_ninth(self, card: Card, *, in_shoe: bool) -> CardSet:
        """The set after a card came of which eight had been read in this shoe."""
        came = _BYTE[card.in_deck]
        of_shoe = self.ninths_of_shoe + came if in_shoe else self.ninths_of_shoe
        return replace(self, ninths=self.ninths + came, ninths_of_shoe=of_shoe)

    def without_ninth(self, card: Card) -> CardSet:
        """The set after such a card turned out to be none."""
        ninths, of_shoe = (
            each.replace(_BYTE[card.in_deck], b"", 1) for each in (self.ninths, self.ninths_of_shoe)
        )
        return replace(self, ninths=ninths, ninths_of_shoe=of_shoe)

    def is_ninth_again(self, card: Card) -> bool:
        """Whether a card came as a ninth more than once, which 1.2 took for one too many."""
        return self.ninths.count(_BYTE[card.in_deck]) > 1

    def ask(self, found: SetFinding) -> CardSet:
        """The set after a finding about it has halted the table."""
        is_unmixed = self.is_unmixed or found.is_of_shuffle
        return replace(self, asked=(*self.asked, found.cause), is_unmixed=is_unmixed)

    def next_shoe(self, rounds: int = 0) -> CardSet:
        # A set may stay for a thousand shoes, and each kept state has its rounds.
        settled = None if self.settled is None else (merged(chain.from_iterable(self.settled)), ())
        again = replace(
            self, asked=(), is_unmixed=False, is_placed=True, rounds=self.rounds + rounds, settled=settled
        )
        if not self.order:
            return again
        shoes = self._counted
        return replace(
            again,
            order=b"",
            shoes=shoes,
            earlier=self._orders,
            rack=b"",
            racks=self._racks,
            ninths_of_shoe=b"",
        )

    def rest(self, number: str) -> RestingSet:
        return RestingSet(number, self._counted if self.order else self.shoes, self.ninths)

    def resume(self, rested: RestingSet) -> CardSet:
        """The set as it comes into play again, with the figures of its earlier shoes."""
        return replace(self, shoes=rested.shoes, ninths=rested.ninths)

    def other_set(self, shoe: int, *, is_placed: bool) -> CardSet:
        """Another set, dealt from the shoe of this number on."""
        return CardSet(
            since=shoe, earlier=self._orders, racks=self._racks, is_placed=is_placed, settled=((),)
        )

    @property
    def _counted(self) -> tuple[bytes, ...]:
        return (*self.shoes, self.counted)[-KEPT_SHOES:]

    @property
    def counted(self) -> bytes:
        """How often each card was read in this shoe, the ninths too that were never dealt."""
        shoe = copies_in(self.order)
        if not self.ninths_of_shoe:
            return shoe
        return bytes(
            max(read, NINTH) if place in self.ninths_of_shoe else read for place, read in enumerate(shoe)
        )

    @property
    def _orders(self) -> tuple[bytes, ...]:
        known = len(self.order) - self.order.count(UNKNOWN)
        return (*self.earlier, self.order)[-KEPT_ORDERS:] if known >= KEPT_FROM else self.earlier

    @property
    def _racks(self) -> tuple[bytes, ...]:
        return (*self.racks, self.rack)[-KEPT_ORDERS:] if self.rack else self.racks


_BYTE: Final = tuple(bytes((place,)) for place in range(UNKNOWN + 1))


def copies_in(order: bytes) -> bytes:
    """How often each of the 52 cards is in an order."""
    return bytes(map(order.count, range(UNKNOWN)))


# --- order ---------------------------------------------------------------------------------------

HITS: Final = 8
"""Neighbours of a new deck among the comparisons of :data:`LAGS` that are no chance."""
LAGS: Final = {1: 9, 2: 10, 4: 10, 8: 10}
"""How far apart the compared cards lie, and how many comparisons are looked at: decks one after another, two
decks or pairs laid into one another, the four suits side by side, and eight decks sorted card by card.
"""


def _neighbours() -> tuple[bytes, ...]:
    """For each card, by place, whether another is its neighbour in a new deck, up or down."""
    rows = [bytearray(UNKNOWN + 1) for _ in range(UNKNOWN + 1)]
    for one in range(UNKNOWN):
        for other in (one - 1, one + 1):
            if other // 13 == one // 13 and other >= 0:
                rows[one][other] = 1
    return tuple(map(bytes, rows))


_NEIGHBOURS: Final = _neighbours()


def _is_regular(order: bytes, lag: int) -> bool:
    last = order[-1]
    if len(order) <= lag or not _NEIGHBOURS[order[-1 - lag]][last]:
        return False
    tail = order[-(LAGS[lag] + lag) :]
    hits = sum(_NEIGHBOURS[one][other] for one, other in zip(tail, tail[lag:], strict=False))
    return hits >= HITS


RUN: Final = 9
"""Cards on end in an order that was there before are no chance: one in fifty million shoes has so many."""
ALIKE: Final = (RUN, 10, 10, 11)
"""Cards in such an order that are no chance, by how often a misread, strange or lost card breaks it."""
BETWEEN: Final = ((1, 1), (1, 0), (0, 1), (2, 1), (2, 2), (3, 2))
"""Cards at such a break, in the shoe and in the order before; of three the middle one may be alike."""
FAR: Final = ALIKE[-1] + 9
"""Cards on which it depends whether two orders are alike: at each of three breaks three at most."""
PIECE: Final = 4
"""Cards on end that have to be alike among these before an order is looked at."""
LAST: Final = 3
"""Cards that have to be alike at the end."""
_APART: Final = bytes((UNKNOWN,)) * FAR
"""Stands between two orders: nothing is alike over it."""


class Before(NamedTuple):
    """The orders in which cards may come again, the same turned over, and all pieces of the former (5 MB)."""

    orders: bytes
    turned: bytes
    pieces: Set[bytes]


@lru_cache(maxsize=8)
def before(earlier: tuple[bytes, ...], racks: tuple[bytes, ...]) -> Before:
    """The orders of earlier shoes, as dealt and as picked up; it takes tens of milliseconds, once a shoe."""
    orders = joined((*earlier, *chain.from_iterable(map(pick_ups, racks))))
    return Before(orders, orders[::-1], frozenset(pieces(orders)))


def joined(orders: Iterable[bytes]) -> bytes:
    return _APART.join(orders)


def pieces(order: bytes) -> Iterator[bytes]:
    return (order[at : at + PIECE] for at in range(len(order) - PIECE + 1))


def _finds(last: bytes, before: bytes) -> bool:
    """Whether the last cards of an order stand in one that was before."""
    at = before.find(last[-LAST:])
    while at >= 0:
        end = at + LAST
        if _are_alike(last, before[max(0, end - FAR) : end]):
            return True
        at = before.find(last[-LAST:], at + 1)
    return False


def _are_alike(order: bytes, before: bytes, alike: int = 0, breaks: int = 0) -> bool:
    """Whether two orders end alike, after so many cards that are alike and so many breaks behind these."""
    run = 0
    for one, other in zip(reversed(order), reversed(before), strict=False):
        if one != other or one == UNKNOWN:
            break
        run += 1
    if alike + run >= ALIKE[breaks]:
        return True
    if run < 2 or breaks + 1 == len(ALIKE):
        return False
    ends = ((order[: -run - new], before[: -run - old]) for new, old in BETWEEN)
    return any(_are_alike(one, other, alike + run, breaks + 1) for one, other in ends)


def again(order: bytes, known: Before) -> FindingKind | None:
    """The kind of an order that was there before; a rack comes as it lies, or turned over."""
    last = order[-FAR:]
    if len(last) < PIECE or UNKNOWN in last[-LAST:]:
        return None
    seen = known.pieces
    if seen and not seen.isdisjoint(pieces(last)) and _finds(last, known.orders):
        return FindingKind.BEFORE
    if seen and not seen.isdisjoint(pieces(last[::-1])) and _finds(last, known.turned):
        return FindingKind.BEFORE
    return FindingKind.AGAIN if _finds(last, order[:-RUN]) else None


# How hands pick cards up.

_HAND, _FAN, _FROM_LEFT, _FROM_RIGHT = range(UNKNOWN + 1, UNKNOWN + 5)
"""Marks between the cards of a rack: a hand ends, and a round of such hands ends."""


def picked_up(hands: Iterable[Iterable[Card]], sides: str | None) -> bytes:
    """The hands of a round in the order in which they are picked up, for a rack. ``sides``: the direction of
    two hands with their third cards outside; None for hands that lie as fans.
    """
    end = _FAN if sides is None else _FROM_LEFT if sides == "left_to_right" else _FROM_RIGHT
    return b"".join(bytes([*[card.in_deck for card in each], _HAND]) for each in hands) + bytes((end,))


def pick_ups(rack: bytes) -> Iterator[bytes]:
    """The orders in which the cards of a rack can lie: the felt may be turned, and the cards of a hand be
    taken one by one as dealt or as they lie.
    """
    rounds = hands_of(rack)
    for turned in (1, -1):
        yield b"".join(chain.from_iterable(hands[::turned] for _, hands in rounds))
        yield b"".join(chain.from_iterable(_as_they_lie(end, hands[::turned]) for end, hands in rounds))


def hands_of(rack: bytes) -> list[tuple[int, list[bytes]]]:
    """The hands in a rack, round by round, each with the mark of how these lie."""
    rounds, hands, hand = list[tuple[int, list[bytes]]](), list[bytes](), bytearray()
    for each in rack:
        if each == _HAND:
            hands.append(bytes(hand))
            hand.clear()
        elif each > _HAND:
            rounds.append((each, hands))
            hands = []
        else:
            hand.append(each)
    return rounds


def _as_they_lie(end: int, hands: list[bytes]) -> Iterator[bytes]:
    for at, hand in enumerate(hands):
        if end == _FAN:
            yield hand[::-1]
            continue
        two = hand[:2] if end == _FROM_LEFT else hand[1::-1]
        yield hand[2:] + two if at == 0 else two + hand[2:]


ORDER_CHANCE: Final = 1e-6
"""The chance that a shuffled shoe has such an order anywhere, at most."""


def order_finding(card_set: CardSet) -> SetFinding | None:
    """The finding about the order after the last card read; None if it is as chance would have it."""
    order = card_set.order
    if not order or order[-1] == UNKNOWN:
        return None
    if any(_is_regular(order, lag) for lag in LAGS):
        return _of_order(card_set, FindingKind.FACTORY)
    what = again(order, before(card_set.earlier, card_set.racks))
    return None if what is None else _of_order(card_set, what)


def _of_order(card_set: CardSet, what: FindingKind) -> SetFinding:
    """The finding: of the shuffle if the set lies as its maker left it, or as it was dealt before."""
    shoes, known = card_set.shoes, before(*_own_orders(card_set))
    is_own = (what is FindingKind.FACTORY and not shoes) or (
        again(card_set.order, known) is FindingKind.BEFORE
    )
    is_whole = Cause.COPIES not in card_set.asked and copies_finding(card_set) is None
    return SetFinding(
        what, len(card_set.order), len(shoes) + 1, ORDER_CHANCE, is_of_shuffle=is_own and is_whole
    )


def _own_orders(card_set: CardSet) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The earlier shoes of this very set, as dealt and as picked up: the cards read in each tell them apart,
    whatever sets were dealt between.
    """
    orders = tuple(
        order
        for order in card_set.earlier
        if any(
            all(most in (read, NINTH) for read, most in zip(copies_in(order), shoe, strict=True))
            for shoe in card_set.shoes
        )
    )
    held = tuple(map(copies_in, orders))
    racks = tuple(
        rack
        for rack in card_set.racks
        if any(all(read <= most for read, most in zip(copies_in(rack), shoe, strict=True)) for shoe in held)
    )
    return orders, racks


# --- copies --------------------------------------------------------------------------------------

COPIES: Final = (0, 2, 4, 6, 7, 9, 10, 12, 16)
"""The numbers of copies of one card that are weighed against eight."""
LIMIT: Final = 18.0
"""The logarithm of the likelihood ratio from which a card has no longer eight copies in the set.

By Ville's inequality a whole set gets there with a chance of at most exp(-18) for one card and one number
of copies; a single missing card gets there after about eleven shoes of baccarat.
"""


@cache
def _chosen(of: int, some: int) -> float:
    """The logarithm of the number of ways to choose some of a number."""
    if not 0 <= some <= of:
        return -inf
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


@lru_cache(maxsize=4_096)
def _of_readings(copies: int, known: int) -> float:
    """The part of the ratio's logarithm that every card has alike, for so many readings of one shoe."""
    others = CARDS - DECKS
    whole, other = _chosen(CARDS, known), _chosen(others + copies, known)
    return -inf if other == -inf else whole - other


def weight(copies: int, read: int, known: int) -> float:
    """The logarithm of the likelihood ratio of so many copies against eight, by one shoe.

    A card came ``read`` times among ``known`` readings. Both are hypergeometric, with the other 408 cards as
    they are: of the ratio only this is left.
    """
    came, whole = _chosen(copies, read), _chosen(DECKS, read)
    if whole == -inf:
        return 0.0  # a ninth card of a face is impossible
    return -inf if came == -inf else came - whole + _of_readings(copies, known)


@lru_cache(maxsize=8_192)
def _weights(copies: int, known: int) -> tuple[float, ...]:
    """The weights of one shoe by how often a card came in it, up to a ninth."""
    return tuple(weight(copies, read, known) for read in range(DECKS + 2))


Weighed = tuple[tuple[float, ...], ...]
_NOTHING: Final[Weighed] = ((0.0,) * UNKNOWN,) * len(COPIES)


def weighed_with(before: Weighed, shoe: bytes) -> Weighed:
    """The weights for each number of copies and each card, after one more shoe with these counts."""
    known = sum(shoe)
    rows = [_weights(copies, known) for copies in COPIES]
    bounded = [min(read, DECKS + 1) for read in shoe]  # ten weigh as nine do: nothing
    return tuple(
        tuple([sum_ + row[read] for sum_, read in zip(sums, bounded, strict=True)])
        for sums, row in zip(before, rows, strict=True)
    )


@lru_cache(maxsize=128)
def weighed(shoes: tuple[bytes, ...]) -> Weighed:
    return weighed_with(weighed(shoes[:-1]), shoes[-1]) if shoes else _NOTHING


def heaviest(weights: Weighed) -> tuple[float, int, int] | None:
    """The greatest weight, with its card's place and the copies that it speaks for; None below the limit."""
    most, copies = max((max(row), copies) for copies, row in zip(COPIES, weights, strict=True))
    if most < LIMIT:
        return None
    return most, weights[COPIES.index(copies)].index(most), copies


def copies_finding(card_set: CardSet, *, with_this_shoe: bool = True) -> SetFinding | None:
    """The finding about the cards' copies, over all shoes of the set; asked at the cut card."""
    shoes = card_set.shoes
    weights = weighed(shoes)
    if with_this_shoe:
        weights = weighed_with(weights, copies_in(card_set.order))
    found = heaviest(weights)
    if found is None:
        return None
    most, card, copies = found
    what = FindingKind.FEW if copies < DECKS else FindingKind.MANY
    chance = min(1.0, exp(-most) * UNKNOWN * len(COPIES))
    return SetFinding(what, len(card_set.order), len(shoes) + with_this_shoe, chance, DECK[card])


# --- the end -------------------------------------------------------------------------------------

ALLOWED: Final = 4
"""Cards by which a counted place of the cut card may be missed: five are looked at."""
AT_MOST: Final = 2 * len(DECK)
"""Cards that can be missing unseen in the stack: two decks. A cut card still earlier was placed wrongly."""


def allowed_at(from_end: int) -> int:
    """Cards by which the cut card may come early or late; laid by eye, a quarter of those behind it."""
    return max(ALLOWED, from_end // 4)


def end_finding(card_set: CardSet, drawn: int, from_end: int) -> SetFinding | None:
    """The finding about the place of the cut card, which came after ``drawn`` cards."""
    if not card_set.is_placed:
        return None
    expected = CARDS - from_end
    early = expected - drawn
    if -allowed_at(from_end) <= early <= allowed_at(from_end) or early > AT_MOST:
        return None
    what = FindingKind.EARLY if early > 0 else FindingKind.LATE
    return SetFinding(what, drawn, len(card_set.shoes) + 1, expected=expected)


def overflow_finding(card_set: CardSet, drawn: int) -> SetFinding | None:
    """More cards than a set has have come, and no cut card."""
    if drawn <= CARDS:
        return None
    return SetFinding(FindingKind.LATE, drawn, len(card_set.shoes) + 1, 0.0, expected=CARDS)
