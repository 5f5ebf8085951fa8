"""The figures of the shoes of tables, by card set: how often each card came, the places of the cut card, and
what the tables found about the set.

A set is the number on its label, at any table; a set without a number is counted by its table. Only the table
judges a set, card by card; its findings are entries, and nothing is judged again here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from math import erfc, sqrt
from operator import add
from typing import Final

import msgspec

from console.base.plain_text import name_key
from console.supervisor.history.card_sets import CardSetsFold, SetFact
from console.supervisor.history.timeline import Moment
from console.supervisor.reports.figures import NamedCount
from console.table.core import CardGame, Table, events, is_scanned_later, replay
from console.table.game import CARDS, DECK, DECKS, UNKNOWN, Mixing, Rank, SetFinding, copies_in, mixing

FACES: Final = len(DECK)


class ShoeMixing(msgspec.Struct, frozen=True):
    """How well a shoe was mixed, up to its cut card, and who answers for it."""

    table: str
    shoe: int
    mixed_by: str | None
    """The person who confirmed the last step of its shuffle; None if nobody knows."""
    prepared_by: str | None
    """The person or machine that prepared its set, if noted."""
    mixing: Mixing


class ShoeSetFigures(msgspec.Struct, frozen=True):
    number: str | None
    tables: tuple[NamedCount, ...]
    """The tables at which it was dealt, by their own report, and how many shoes each counts."""
    shoes: int
    readings: int
    unread: int
    """Unread cards that left the shoe before the last card read."""
    counts: tuple[int, ...]
    """By card, in a new deck's order."""
    expected: float
    """The expected count of each card."""
    findings: tuple[SetFinding, ...]
    """The tables' own findings about the set."""
    cut_cards: tuple[int, ...]
    """How many cards of each shoe came before the cut card."""
    cut_expected: int | None
    """How many were due before it by the rules; None if none came."""
    first: datetime | None
    last: datetime | None
    typed: tuple[int, ...] = ()
    """The faces that people entered by hand, by card as ``counts``; no check of the set has them."""
    mixing: tuple[ShoeMixing, ...] = ()
    """The shoes whose cut card came, if enough of their cards were read."""
    ninths: tuple[int, ...] = ()
    """In how many shoes each card came as a ninth, by card as ``counts``, which has no ninth."""
    rank_chances: tuple[float, ...] = ()
    """By rank, the chance that a whole set is so far from its share, as one of so many ranks compared."""


class ShoeReport(msgspec.Struct, frozen=True):
    sets: tuple[ShoeSetFigures, ...]


class CardSetCounts(msgspec.Struct):
    number: str | None
    tables: dict[str, int] = msgspec.field(default_factory=dict)
    """The shoes that each table counts."""
    shoes: list[int] = msgspec.field(default_factory=list)
    unread: int = 0
    counts: list[int] = msgspec.field(default_factory=lambda: [0] * FACES)
    findings: list[SetFinding] = msgspec.field(default_factory=list)
    cut_cards: list[int] = msgspec.field(default_factory=list)
    cut_expected: int | None = None
    first: datetime | None = None
    last: datetime | None = None
    typed: list[int] = msgspec.field(default_factory=lambda: [0] * FACES)
    mixing: list[ShoeMixing] = msgspec.field(default_factory=list)
    ninths: list[int] = msgspec.field(default_factory=lambda: [0] * FACES)

    def count_shoe(self, table: str, order: bytes, seen: bytes = bytes(FACES), ninths: bytes = b"") -> None:
        """Count a shoe, whole or so far; ``seen`` has the faces that its table knows, ``ninths`` those that
        came as a ninth and were not dealt.
        """
        self.tables[table] = self.tables.get(table, 0) + 1
        read = [card for card in order if card != UNKNOWN]
        self.shoes.append(len(read))
        self.unread += len(order) - len(read)
        for card, count in enumerate(copies_in(order)):
            self.counts[card] += min(count, DECKS)
            self.ninths[card] += count > DECKS or card in ninths
        typed = [max(0, known - order.count(card)) for card, known in enumerate(seen)]
        if sum(typed) <= order.count(UNKNOWN):  # Otherwise cards were known before the journal's first entry.
            self.typed = [*map(add, self.typed, typed)]


class ShoeFiguresFold:
    """Counts the shoes, table by table; sets of one number are one."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, str], CardSetCounts] = {}
        self.begin_table("")

    def begin_table(self, table: str) -> None:
        self._table, self._sets, self._unnamed = table, CardSetsFold(), list[SetFact]()
        self._shown, self._held = _NOTHING, list[tuple[CardSetCounts, _Shoe, _Shoe]]()
        self._apart = [0] * FACES
        self._mixed_by: str | None = None
        self._mixed_next: str | None = None

    def of_table(self, game: CardGame, found: Iterable[Moment]) -> None:
        """Count the begun table's shoes, along its journal's moments, as far as their cards were shown."""
        for each in found:
            self._follow(game, each)
        # A card that lies face down or aside may still come: no figure shows it.
        self._held.append((self._counts(self._sets.present), _NOTHING, self._shown))
        for counts, _, known in self._held:
            if known[0]:
                counts.count_shoe(self._table, *known)
        for fact in self._sets.sets:
            self._counts(fact).findings.extend(fact.findings)

    def _follow(self, game: CardGame, each: Moment) -> None:
        sets = self._sets
        sets.begin(each.before)
        if _is_of_shuffle(game, each):
            self._mixed_next = each.event.by
        if each.after.card_set.order and not each.before.card_set.order:
            self._mixed_by, self._mixed_next = self._mixed_next, None
        present, order = sets.present, each.before.card_set.order
        if order and _is_over(each.before, each.after):
            self._held.append((self._counts(present), _shoe(each.before, self._apart), self._shown))
            self._shown, self._apart = _NOTHING, [0] * FACES
        if type(each.event) is events.CardDrawn and each.event.by is None and not each.is_accepted:
            self._apart[DECK.index(each.event.card)] += 1
        sets.follow(each.event, each.row.refused, each.row.at, each.before, each.after)
        self._note(game, each, self._counts(sets.present))
        if not replay.holds_card(each.after):
            for counts, whole, _ in self._held:
                counts.count_shoe(self._table, *whole)
            self._held.clear()
            self._shown = _shoe(each.after, self._apart)

    def _note(self, game: CardGame, moment: Moment, counts: CardSetCounts) -> None:
        table = self._table
        if type(moment.event) is events.CardDrawn and moment.is_accepted:
            counts.tables.setdefault(table, 0)
            counts.first, counts.last = counts.first or moment.row.at, moment.row.at
        came = type(moment.event) is events.CutCardDrawn and moment.is_accepted
        if not came or moment.before.shoe_in_play.cut_card_out:
            return
        mixed = mixing(moment.before.card_set)
        if mixed is not None:
            shoe = ShoeMixing(
                *(table, moment.before.shoe_in_play.number, self._mixed_by),
                *(moment.before.sets.prepared, mixed),
            )
            counts.mixing.append(shoe)
        if not is_scanned_later(moment.before):
            counts.cut_cards.append(CARDS - moment.before.shoe.left)
            counts.cut_expected = CARDS - game.rules.cut_card.from_end

    def _counts(self, fact: SetFact) -> CardSetCounts:
        if fact.number is not None:
            key = "", name_key(fact.number)
        else:
            if all(each is not fact for each in reversed(self._unnamed)):
                self._unnamed.append(fact)
            key = self._table, str(next(at for at, each in enumerate(self._unnamed) if each is fact))
        return self._by_key.setdefault(key, CardSetCounts(fact.number))

    def report(self) -> ShoeReport:
        """The figures of all sets that had a card."""
        came = (each for each in self._by_key.values() if any(each.shoes + each.typed))
        return ShoeReport(tuple(map(figures, came)))


_Shoe = tuple[bytes, bytes, bytes]
"""The order of a shoe, the faces that its table knows, without those that a device read out of turn, and its
ninths that were not dealt.
"""
_NOTHING: Final[_Shoe] = b"", bytes(FACES), b""


def _shoe(table: Table, apart: Sequence[int]) -> _Shoe:
    known = bytes(max(0, seen - read) for seen, read in zip(table.shoe.seen, apart, strict=True))
    return table.card_set.order, known, table.card_set.ninths_of_shoe


def _is_of_shuffle(game: CardGame, moment: Moment) -> bool:
    """Whether an entry confirms a step by which the cards of the next shoe are mixed."""
    then = moment.before.preparation
    is_done = type(moment.event) is events.StepDone and moment.is_accepted and then is not None
    steps = game.rules.preparation.shuffle
    return is_done and then is not None and then.due in {step.action.value for step in steps}


def _is_over(before: Table, after: Table) -> bool:
    """Whether an entry ends the shoe that was dealt before it."""
    was, now = before.card_set, after.card_set
    return not now.order or now.since != was.since or now.shoes is not was.shoes


def _rank_chances(counted: CardSetCounts) -> tuple[float, ...]:
    """The counts of each rank are hypergeometric in each shoe; together they are nearly normal."""
    share, size = 1 / len(Rank), len(Rank)
    readings = sum(counted.counts)
    variance = sum(read * share * (1 - share) * max(0, CARDS - read) / (CARDS - 1) for read in counted.shoes)
    if variance <= 0:
        return ()
    sums = [sum(counted.counts[rank::size]) for rank in range(size)]
    far = (max(0.0, abs(each - readings * share) - 0.5) / sqrt(variance) for each in sums)
    return tuple(min(1.0, size * erfc(each / sqrt(2))) for each in far)


def figures(counted: CardSetCounts) -> ShoeSetFigures:
    readings = sum(counted.shoes)
    return ShoeSetFigures(
        number=counted.number,
        tables=tuple(NamedCount(*each) for each in counted.tables.items()),
        shoes=len(counted.shoes),
        readings=readings,
        unread=counted.unread,
        counts=tuple(counted.counts),
        expected=readings / FACES,
        findings=tuple(counted.findings),
        cut_cards=tuple(counted.cut_cards),
        cut_expected=counted.cut_expected,
        first=counted.first,
        last=counted.last,
        typed=tuple(counted.typed),
        mixing=tuple(counted.mixing),
        ninths=tuple(counted.ninths),
        rank_chances=_rank_chances(counted),
    )
