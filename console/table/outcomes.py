"""What an incident's outcome makes of the round, the hands and the shoe, when it is decided.

Afterwards the state is one that could have been dealt. Steps and who may do them are told elsewhere.
"""

from __future__ import annotations

from msgspec.structs import replace

from console.game.cards import Card
from console.game.incident_rows import Result
from console.table.course import laid, moved_on
from console.table.games.game import Game, of_cards
from console.table.planning import SCAN_CARD, lies_apart
from console.table.reports import Incident
from console.table.state import Bets, Table
from console.table.views import Say
from console.table.voiding import is_card_out, voided


def tells_of_card(incident: Incident) -> bool:
    """Whether the incident itself says that a card is out: one that came in bet time, or is to be scanned."""
    to_scan = any(step.action == SCAN_CARD for step in incident.steps)
    return to_scan or incident.report.kind == "early_deal"


def void(table: Table, incident: Incident) -> Table:
    """The round is void; a card that the incident tells of is out, even if nothing has read it."""
    unread = lies_apart(table, incident) or (tells_of_card(incident) and not is_card_out(table))
    void = voided(table, unread=1 if unread else 0)
    return _with_no_last_hand(void) if incident.changes_shoe else void


def go_on(game: Game, table: Table, incident: Incident, *, plays: bool) -> Table:
    """Play goes on, bets taken stand; a card that halted the table is used, or taken as not drawn.

    ``plays``: that card is the one that the rules have scanned, and need not be scanned again.
    """
    acted = _acted(game, _said(table), incident, plays)
    tries = 0 if table.halt is not None else acted.tries
    return replace(acted, halt=None, tries=tries, shoe_in_step=False)


def _said(table: Table) -> Table:
    if not table.open_round:
        return table
    bets = Bets.STAND if table.bets is Bets.CLOSED else table.bets
    return replace(table, bets=bets, say=Say("play_goes_on"))


def _acted(game: Game, table: Table, incident: Incident, plays: bool) -> Table:
    held = table.halt.card if table.halt is not None else None
    kind = incident.report.kind
    match incident.outcome:
        case Result.REMOVE_LAST:
            return _removed(game, table, int(incident.facts["cards_to_remove"]), twice=kind == "double_scan")
        case Result.CARRY_CARD if held is not None:
            return replace(table, shoe=table.shoe.draw(held), carried=(*table.carried, held))
        case Result.CARRY_CARD if table.preparation is None:
            return replace(table, aside_unread=True)
        case Result.BURN_CARD if table.preparation is None:
            return replace(table, shoe=table.shoe.draw(held) if held else table.shoe.draw_unseen())
        case Result.CHANGE_SHOE:
            return _with_no_last_hand(table)
        case Result.CHANGE_SHOE_AFTER:
            return replace(table, change_after=True)
        case Result.GO_ON if held is not None and kind == "misread" and table.card_due:
            return played(game, table, held)
        case Result.REFUND_HAND:
            return _refunded(game, table, int(incident.facts["seat"]))
        case _ if held is not None and plays:
            return played(game, table, held)
        case _:
            return table


def _with_no_last_hand(table: Table) -> Table:
    """Another shoe is put into play: what was ordered for the end of this one is off (LT-BAC-22a)."""
    return replace(table, reshuffle=None, change_after=False, last_hand_said=False)


def _refunded(game: Game, table: Table, seat: int) -> Table:
    """The seat is out of the round, which goes on without it (LT-BJ-2.3.8)."""
    void = table.round is not None and table.round.status == "void"
    table = replace(table, play=of_cards(game).refunded(table.play, seat, void=void))
    if not table.open_round or not table.playing:
        return table
    if table.tries and table.card_due is None:
        table = replace(table, shoe=table.shoe.draw_unseen(), tries=0)  # nobody waits for the unread card
    return moved_on(game, table)


def played(game: Game, table: Table, card: Card) -> Table:
    """A card that was drawn goes to the place that is due, or waits until one is."""
    shoe = table.shoe.draw(card)
    if table.card_due is None:
        return replace(table, shoe=shoe, early=(*table.early, card))
    return laid(game, table, shoe, card)


def _removed(game: Game, table: Table, count: int, *, twice: bool) -> Table:
    """The last ``count`` cards leave the hands, as drawn (LT-BAC-30a).

    One that was not read yet is the last dealt, one that halts the table the last of all. Of two equal ones
    that were one card scanned ``twice`` the second was no card.
    """
    shoe, apart = table.shoe, table.lying_apart
    faces: list[Card | None] = [*table.play.cards, *apart]
    first_removed = len(faces) - count
    for face in apart[max(0, len(apart) - count) :]:
        shoe = shoe.draw(face) if face is not None else shoe.draw_unseen()
    again = _scanned_twice(faces, first_removed) if twice else None
    if again is not None and again >= table.from_last_shoe and (no_card := faces[again]) is not None:
        shoe = shoe.put_back(no_card)
    kept = tuple(face for face in faces[:first_removed] if face is not None)
    play = of_cards(game).redealt(kept)
    from_last_shoe = min(table.from_last_shoe, len(kept))
    tries = table.tries if len(apart) > count else 0
    return replace(
        table, phase=game.phase(play), shoe=shoe, play=play, tries=tries, from_last_shoe=from_last_shoe
    )


def _scanned_twice(faces: list[Card | None], first_removed: int) -> int | None:
    """Where in the order dealt a card was read a second time, if that reading is among those removed."""
    for position in range(len(faces) - 1, max(first_removed, 1) - 1, -1):
        if faces[position] is not None and faces[position] is faces[position - 1]:
            return position
    return None
