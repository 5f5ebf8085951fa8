"""The cards of a round that a person typed beside those that a device read, in manual mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from console.table.core.state.table import Manual, PlacedCard, Table


class Exchange(NamedTuple):
    """A typed card, and the other one that was read for its place."""

    typed: PlacedCard
    read: PlacedCard


def exchanges(table: Table) -> tuple[Exchange, ...]:
    """The places of this round at which another card was read than typed, in the order typed.

    A reading with a place is compared with what is typed there. The others are aligned with what else was
    typed, and each is judged once another card was typed or read after it, or the hand is over. None of them
    is named where another alignment has as few differences.
    """
    manual = table.manual
    if manual is None:
        return ()
    placed = {(each.hand, each.card): each for each in manual.read if each.hand}
    pairs = [
        Exchange(each, read)
        for each in manual.typed
        if (read := placed.get((each.hand, each.card))) is not None and read.face != each.face
    ]
    aligned = _aligned(*_without_place(manual)) or ()
    last = max((*manual.typed, *manual.read), key=lambda each: each.at, default=None)
    pairs += [each for each in aligned if each.read is not last or not table.playing]
    return tuple(sorted(pairs, key=lambda each: manual.typed.index(each.typed)))


def is_in_doubt(table: Table) -> bool:
    """Whether the hand is over, and its readings can be aligned with its typed cards in several ways."""
    return table.manual is not None and not table.playing and _aligned(*_without_place(table.manual)) is None


def _without_place(manual: Manual) -> tuple[list[PlacedCard], list[PlacedCard]]:
    """The typed cards for whose places no device named one, and the readings that named none."""
    placed = {(each.hand, each.card) for each in manual.read if each.hand}
    typed = [each for each in manual.typed if (each.hand, each.card) not in placed]
    return typed, [each for each in manual.read if not each.hand]


class _Best(NamedTuple):
    """The fewest differences of two beginnings, and the exchanges by which they come about: at most two
    ways, since a second one is a doubt already.
    """

    differences: int
    ways: tuple[tuple[Exchange, ...], ...]


def _aligned(typed: Sequence[PlacedCard], read: Sequence[PlacedCard]) -> tuple[Exchange, ...] | None:
    """The exchanges of the alignment with the fewest differences; None if another has as few. An exchange, a
    typed card that was not read and a reading that was not typed count one each.
    """
    above = [_Best(number, ((),)) for number in range(len(read) + 1)]
    for row, card in enumerate(typed, 1):
        line = [_Best(row, ((),))]
        for column, came in enumerate(read, 1):
            differs = came.face is not None and came.face is not card.face
            before = above[column - 1]
            exchanged = tuple((*way, Exchange(card, came)) for way in before.ways) if differs else before.ways
            line.append(
                _fewest(
                    _Best(before.differences + differs, exchanged),
                    _Best(above[column].differences + 1, above[column].ways),
                    _Best(line[-1].differences + 1, line[-1].ways),
                )
            )
        above = line
    (way, *others) = above[-1].ways
    return None if others else way


def _fewest(*found: _Best) -> _Best:
    fewest = min(each.differences for each in found)
    ways = dict.fromkeys(way for each in found if each.differences == fewest for way in each.ways)
    return _Best(fewest, tuple(ways)[:2])
