"""The cards of a round that a person typed beside those that a device read, in manual mode: what differs
halts the table until a pit boss has decided about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.state import editions, events
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import Halt, Manual, PlacedCard, Table
from console.table.incidents.known_kinds import Kind

_OF_A_CARD: Final = frozenset((Kind.MISREAD, Kind.CARD_MISMATCH))
"""The incidents whose outcome is a decision about what was read and typed."""


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


def undecided(table: Table) -> tuple[Exchange, ...]:
    """The exchanges of an open round about which no pit boss has decided."""
    manual = table.manual
    if manual is None or not table.open_round or not table.holds(editions.TYPED):
        return ()
    return tuple(each for each in exchanges(table) if each.read not in manual.kept)


def is_other_result(game: Game, table: Table) -> bool:
    """Whether the shoe's own result is another than the typed cards give, and no pit boss has decided it."""
    manual = table.manual
    if manual is None or manual.result is None or not manual.typed or manual.result_kept:
        return False
    is_over = table.phase is Phase.RESULT and table.holds(editions.TYPED)
    return is_over and not of_cards(game).agrees(table.play, manual.result)


def follow_typed(game: Game, before: Table, table: Table, event: events.AnyEvent, at: datetime) -> Table:
    """The table after an event of manual mode, halted as long as a difference is undecided."""
    manual, was, halt = table.manual, before.halt, table.halt
    if manual is None or not table.holds(editions.TYPED):
        return table
    is_corrected = isinstance(event, events.CardCorrected) and table.play is not before.play
    if isinstance(event, events.CardCorrected) and is_corrected:
        right = PlacedCard(event.hand, event.card, event.to, at, event.by)
        typed = tuple(right if _is_at(each, event.hand, event.card) else each for each in manual.typed)
        table = replace(table, manual=replace(manual, typed=typed))
    elif table.open_round and table.play.cards[: before.play.card_count] != before.play.cards:
        # An outcome took cards back: what was typed and read of them is of no place any more.
        manual = replace(manual, typed=(), read=(), kept=(), result=None, counts_alike=False)
        table = replace(table, manual=manual)
    if was is not None and was.reason is HaltReason.CARD_DIFFERS and halt is None:
        ended = table.shown_incident
        if ended is None or ended.report.kind in _OF_A_CARD:
            table = _with_typed_kept(table, event.by)
    differs = bool(undecided(table)) or is_other_result(game, table)
    if differs and not table.halted:
        return replace(table, halt=Halt(HaltReason.CARD_DIFFERS, at), say=None)
    if is_corrected and not differs and halt is not None and halt.reason is HaltReason.CARD_DIFFERS:
        return replace(table, halt=None)
    return table


def _with_typed_kept(table: Table, by: str | None) -> Table:
    """The table after a pit boss kept what was typed; the contradictions stay open for somebody else."""
    manual, known = table.manual, table.contradictions
    assert manual is not None, "cards are typed in manual mode"
    kept = (*manual.kept, *(each.read for each in undecided(table)))
    round = None if table.round is None else table.round.id
    still = tuple(
        replace(each, kept_by=by) if each.round == round and each.is_of_typed else each for each in known.open
    )
    manual = replace(manual, kept=kept, result_kept=manual.result is not None)
    return replace(table, manual=manual, contradictions=replace(known, open=still))


def _is_at(placed: PlacedCard, hand: str, card: int) -> bool:
    return (placed.hand, placed.card) == (hand, card)


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
