"""Mending a misread card before the result: the coup as it would have been dealt with the card it is.

Where the misread has changed what was drawn, it can't be mended: it is an incident (LT-BAC-30a).
"""

from __future__ import annotations

from msgspec.structs import replace

from console.game.rounds import Play
from console.table import events
from console.table.course import moved_on
from console.table.games.game import Game, of_cards
from console.table.state import Phase, Table


def lies_there(table: Table, event: events.CardCorrected) -> bool:
    """Whether this round has a card in this place."""
    return _at(table, event) is not None


def _at(table: Table, event: events.CardCorrected) -> int | None:
    """Which card of the round it is, in the order dealt, from 0."""
    places = [(place.name, place.card) for place, _ in table.play.laid]
    wanted = (event.hand, event.card)
    return places.index(wanted) if wanted in places else None


def is_time(table: Table, event: events.CardCorrected) -> bool:
    """Whether the card can still be mended: until the next answer after it, or the announcement."""
    at = _at(table, event)
    played = table.playing or table.phase is Phase.RESULT
    return table.open_round and played and at is not None and at >= table.mendable_from.dealt


def is_impossible(table: Table, event: events.CardCorrected) -> bool:
    """Whether the shoe can't have held the card as well; of the shoe before this one nothing is known."""
    at = _at(table, event)
    if at is None or at < table.from_last_shoe:
        return False
    return event.to is not table.play.cards[at] and not table.shoe.can_hold(event.to)


def mended(game: Game, table: Table, event: events.CardCorrected) -> Play | None:
    """The round with the right card; None if it could not have been dealt so."""
    at = _at(table, event)
    if at is None:
        return None
    play = of_cards(game).mended(table.mendable_from, table.play, at, event.to)
    drawn_for_another = table.tries > 0 and play is not None and play.place != table.play.place
    return None if drawn_for_another else play


def corrected(game: Game, table: Table, event: events.CardCorrected) -> Table:
    """The table with the right card; it may ask for a card, or decide the round."""
    at, play = _at(table, event), mended(game, table, event)
    assert at is not None and play is not None, "what can't have been dealt is refused"
    shoe = table.shoe
    if at >= table.from_last_shoe:
        shoe = shoe.put_back(table.play.cards[at]).draw(event.to)
    return moved_on(game, replace(table, play=play, shoe=shoe, shoe_in_step=False))
