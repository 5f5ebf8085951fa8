"""Mending a misread card before the result: the coup as it would have been dealt with the card it is.

Where the misread has changed what was drawn, it can't be mended: it is an incident (LT-BAC-30a).
"""

from __future__ import annotations

from msgspec.structs import replace

from console.game.baccarat import Coup, Hand, coup_of
from console.game.cards import Card
from console.table import events
from console.table.course import decided
from console.table.state import Phase, Table


def lies_there(table: Table, event: events.CardCorrected) -> bool:
    """Whether this round has a card in this place."""
    return any(_is_place(place.hand, place.card, event) for place, _ in table.coup.laid)


def _is_place(hand: Hand, card: int, event: events.CardCorrected) -> bool:
    return (hand.value, card) == (event.hand, event.card)


def is_time(table: Table) -> bool:
    """Whether a card can still be mended: from the first one to the announcement."""
    return table.open_round and table.phase in (Phase.DEALING, Phase.RESULT)


def is_impossible(table: Table, event: events.CardCorrected) -> bool:
    """Whether the shoe can't have held the card as well; of the shoe before this one nothing is known."""
    number, was = _card(table, event)
    return number >= table.from_last_shoe and event.to is not was and not table.shoe.can_hold(event.to)


def _card(table: Table, event: events.CardCorrected) -> tuple[int, Card]:
    """How many cards were dealt before the one to be mended, and as what it was read."""
    return next(
        (number, face)
        for number, (place, face) in enumerate(table.coup.laid)
        if _is_place(place.hand, place.card, event)
    )


def mended(table: Table, event: events.CardCorrected) -> Coup | None:
    """The coup with the right card; None if it could not have been dealt so."""
    laid = table.coup.laid
    cards = tuple(event.to if _is_place(place.hand, place.card, event) else face for place, face in laid)
    try:
        coup = coup_of(cards)
    except ValueError:
        return None
    moved = [place for place, _ in coup.laid] != [place for place, _ in laid]
    drawn_for_another = table.tries > 0 and coup.expected != table.coup.expected
    return None if moved or drawn_for_another else coup


def corrected(table: Table, event: events.CardCorrected) -> Table:
    """The table with the right card; it may ask for a card, or decide the coup."""
    coup = mended(table, event)
    assert coup is not None, "what can't have been dealt is refused"
    number, was = _card(table, event)
    shoe = table.shoe
    if number >= table.from_last_shoe:
        shoe = shoe.put_back(was).draw(event.to)
    table = replace(table, coup=coup, shoe=shoe, phase=Phase.DEALING, shoe_in_step=False)
    return decided(table) if coup.expected is None else table
