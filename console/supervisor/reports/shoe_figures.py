"""The figures of the shoes of tables, by card set: how often each card came, its neighbours and repeats, and
the places of the cut card.

A set is the number on its label, wherever it was dealt; a set without a number is counted by its table. The
cards of one shoe are drawn without being put back, so that their counts scatter less than a wheel's numbers,
and the test allows for it. Nothing here is in the words of any language.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from math import ceil
from typing import Final

import msgspec

from console.supervisor.history.card_sets import CardSetsFold, SetFact
from console.supervisor.history.timeline import Moment
from console.supervisor.reports.figures import NamedCount
from console.supervisor.reports.significance import LEAST_EXPECTED, SIGNIFICANT, poisson_interval, tail
from console.supervisor.reports.wheel_figures import ChiSquare, Conclusion
from console.table.core import CardGame, Table, events, holds_card, is_scanned_later, set_key
from console.table.game import CARDS, DECK, DECKS, KEPT_ORDERS, RUN, UNKNOWN

FACES: Final = len(DECK)
_NEIGHBOURS: Final = (2 * 13 - 2) / 13 * DECKS / (CARDS - 1)
"""The chance that a card is a neighbour of the card before it in a new deck."""
_SAME: Final = (DECKS - 1) / (CARDS - 1)
"""The chance that a card is the same as the card before it."""
_TESTS: Final = 3
"""The tests of each set."""


class PairCount(msgspec.Struct, frozen=True):
    """How often two cards that came one after another are such a pair, and what chance gives."""

    count: int
    expected: float
    low: float
    high: float
    """The interval of means that agree with the count, as sure as the report's limit asks."""
    conclusion: Conclusion


class ShoeSetFigures(msgspec.Struct, frozen=True):
    number: str | None
    tables: tuple[NamedCount, ...]
    """The tables at which it was dealt, by their own word, and how many of the shoes each counts."""
    shoes: int
    readings: int
    unread: int
    """Cards that left the shoe and that nobody read, before the last card that was."""
    counts: tuple[int, ...]
    """By card, in a new deck's order."""
    expected: float
    """The expected count of each card."""
    cards: ChiSquare
    neighbours: PairCount
    """Neighbours of a new deck, up or down."""
    repeats: PairCount
    """The same card twice."""
    longest_run: int
    """The longest run of neighbours, in cards."""
    longest_shared: int
    """The longest run of cards in the order of an earlier shoe of the table."""
    cut_cards: tuple[int, ...]
    """After how many cards of its shoe the cut card came, shoe by shoe."""
    cut_expected: int | None
    """After how many it was due by the rules; None if none came."""
    first: datetime | None
    last: datetime | None


class ShoeReport(msgspec.Struct, frozen=True):
    sets: tuple[ShoeSetFigures, ...]
    tests: int
    """The number of tests that were made in this report."""
    limit: float
    """Below this p a result is unusual; it takes the tests of all sets into account."""


class CardSetCounts(msgspec.Struct):
    number: str | None
    tables: dict[str, int] = msgspec.field(default_factory=dict)
    """The shoes that each table counts."""
    shoes: list[int] = msgspec.field(default_factory=list)
    """The readings of each shoe."""
    unread: int = 0
    counts: list[int] = msgspec.field(default_factory=lambda: [0] * FACES)
    pairs: int = 0
    """Cards that were read one after another."""
    neighbours: int = 0
    repeats: int = 0
    longest_run: int = 0
    longest_shared: int = 0
    cut_cards: list[int] = msgspec.field(default_factory=list)
    cut_expected: int | None = None
    first: datetime | None = None
    last: datetime | None = None

    def count_shoe(self, table: str, order: bytes, earlier: Iterable[bytes]) -> None:
        """Count a shoe that is over, or dealt so far; ``earlier`` are the orders of the table before it."""
        self.tables[table] = self.tables.get(table, 0) + 1
        read = [card for card in order if card != UNKNOWN]
        self.shoes.append(len(read))
        self.unread += len(order) - len(read)
        for card in read:
            self.counts[card] += 1
        run = 1
        for one, other in pairwise(order):
            known = UNKNOWN not in (one, other)
            self.pairs += known
            self.repeats += known and one == other
            run = run + 1 if known and _are_neighbours(one, other) else 1
            self.neighbours += run > 1
            self.longest_run = max(self.longest_run, run if run > 1 else 0)
        self.longest_shared = max(self.longest_shared, longest_shared(order, earlier))


def _are_neighbours(one: int, other: int) -> bool:
    return abs(one - other) == 1 and one // 13 == other // 13


_GRAM: Final = 4
"""Cards that two orders must share before it is looked how many more."""


def longest_shared(order: bytes, earlier: Iterable[bytes]) -> int:
    """The longest run of known cards that an order shares with one of these; 0 for fewer than four."""
    longest = 0
    for other in earlier:
        places: dict[bytes, list[int]] = {}
        for at in range(len(other) - _GRAM + 1):
            places.setdefault(other[at : at + _GRAM], []).append(at)
        for at in range(len(order) - _GRAM + 1):
            gram = order[at : at + _GRAM]
            for there in places.get(gram, ()) if UNKNOWN not in gram else ():
                if longest and order[at : at + longest + 1] != other[there : there + longest + 1]:
                    continue
                longest = max(longest, _shared_from(order, at, other, there))
    return longest


def _shared_from(order: bytes, at: int, other: bytes, there: int) -> int:
    alike = 0
    for one, two in zip(order[at:], other[there:], strict=False):
        if one != two or one == UNKNOWN:
            break
        alike += 1
    return alike


class ShoeFiguresFold:
    """Counts the shoes of the tables, table by table; the sets of one number are one."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, str], CardSetCounts] = {}

    def of_table(self, table: str, game: CardGame, found: Iterable[Moment]) -> None:
        """Count a table's shoes, along the moments of its journal, as far as their cards have been shown."""
        sets, unnamed = CardSetsFold(), dict[int, int]()
        earlier, last = deque[bytes](maxlen=KEPT_ORDERS), Table()
        shown, held = b"", list[tuple[CardSetCounts, bytes, bytes, tuple[bytes, ...]]]()
        for each in found:
            sets.begin(each.before)
            present, order = sets.present, each.before.card_set.order
            if order and _is_over(each.before, each.after):
                held.append((self._counts(table, present, unnamed), order, shown, tuple(earlier)))
                shown = b""
                if len(order) >= RUN:
                    earlier.append(order)
            sets.follow(each.event, each.row.refused, each.row.at, each.before, each.after)
            self._note(table, game, each, self._counts(table, sets.present, unnamed))
            last = each.after
            if not holds_card(last):
                for counts, whole, _, before in held:
                    counts.count_shoe(table, whole, before)
                held.clear()
                shown = last.card_set.order
        # A card that lies face down or aside now may still come: no figure shows it.
        held.append((self._counts(table, sets.present, unnamed), b"", shown, tuple(earlier)))
        for counts, _, known, before in held:
            if known:
                counts.count_shoe(table, known, before)

    @staticmethod
    def _note(table: str, game: CardGame, moment: Moment, counts: CardSetCounts) -> None:
        if type(moment.event) is events.CardDrawn and moment.is_accepted:
            counts.tables.setdefault(table, 0)
            counts.first, counts.last = counts.first or moment.row.at, moment.row.at
        came = type(moment.event) is events.CutCardDrawn and moment.is_accepted
        if came and not (moment.before.shoe_in_play.cut_card_out or is_scanned_later(moment.before)):
            counts.cut_cards.append(CARDS - moment.before.shoe.left)
            counts.cut_expected = CARDS - game.rules.cut_card.from_end

    def _counts(self, table: str, fact: SetFact, unnamed: dict[int, int]) -> CardSetCounts:
        if fact.number is not None:
            key = "", set_key(fact.number)
        else:
            key = table, str(unnamed.setdefault(id(fact), len(unnamed)))
        return self._by_key.setdefault(key, CardSetCounts(fact.number))

    def report(self) -> ShoeReport:
        active = [each for each in self._by_key.values() if sum(each.shoes)]
        tests = _TESTS * len(active)
        limit = SIGNIFICANT / max(1, tests)
        return ShoeReport(tuple(figures(each, limit) for each in active), tests, limit)


def _is_over(before: Table, after: Table) -> bool:
    """Whether the shoe that is dealt before an entry is not the one after it."""
    was, now = before.card_set, after.card_set
    return not now.order or now.since != was.since or now.shoes is not was.shoes


def figures(counted: CardSetCounts, limit: float) -> ShoeSetFigures:
    """The figures of a set from its counts; a p below ``limit`` is unusual."""
    readings = sum(counted.shoes)
    return ShoeSetFigures(
        number=counted.number,
        tables=tuple(NamedCount(*each) for each in counted.tables.items()),
        shoes=len(counted.shoes),
        readings=readings,
        unread=counted.unread,
        counts=tuple(counted.counts),
        expected=readings / FACES,
        cards=card_test(counted.counts, counted.shoes, limit),
        neighbours=pair_count(counted.neighbours, counted.pairs * _NEIGHBOURS, limit),
        repeats=pair_count(counted.repeats, counted.pairs * _SAME, limit),
        longest_run=counted.longest_run,
        longest_shared=counted.longest_shared,
        cut_cards=tuple(counted.cut_cards),
        cut_expected=counted.cut_expected,
        first=counted.first,
        last=counted.last,
    )


def card_test(counts: Sequence[int], shoes: Sequence[int], limit: float = SIGNIFICANT) -> ChiSquare:
    """Test the counts of the cards; ``shoes`` are the readings of each shoe.

    A shoe's cards are not put back: of n readings of 416 the counts scatter by (416 - n)/415 less than a
    wheel's would. A set that was read to its last card has nothing left to scatter, and no test.
    """
    total = sum(shoes)
    scatter = sum(read * (CARDS - read) / (CARDS - 1) for read in shoes if read < CARDS) / FACES
    value = sum((count - total / FACES) ** 2 for count in counts) / scatter if scatter else 0.0
    freedom, needed = FACES - 1, ceil(LEAST_EXPECTED * FACES)
    p = tail(value, freedom)
    conclusion = Conclusion.UNUSUAL if p < limit else Conclusion.AS_CHANCE
    if total < needed:
        conclusion = Conclusion.TOO_FEW
    return ChiSquare(value, freedom, p, needed, limit, conclusion)


def pair_count(count: int, expected: float, limit: float) -> PairCount:
    """A count of pairs against chance: unusual if chance's mean lies outside the interval of the count."""
    low, high = poisson_interval(count, 1 - limit)
    conclusion = Conclusion.AS_CHANCE if low <= expected <= high else Conclusion.UNUSUAL
    if expected < LEAST_EXPECTED:
        conclusion = Conclusion.TOO_FEW
    return PairCount(count, expected, low, high, conclusion)
