"""The course of rounds: bets, cards or a spin, the result, and the phase after it; or the round is void.

In a void round bets go back, and every card of it that is out counts as drawn. Halts and incidents begin and
end elsewhere, and play goes on from here after them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.play.preparation import begin_burn, begin_closing, begin_preparation, reshuffle_steps
from console.table.core.state import events
from console.table.core.state.actions import Action
from console.table.core.state.phases import PLAYED, Bets, OrderedShuffle, Phase, RoundStatus
from console.table.core.state.player_answers import PlayerAnswers
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import LastRound, NumberedRound, Round, Table, WheelAtTable
from console.table.core.state.views import Say
from console.table.game.card_set import CardSet
from console.table.game.cards import Card
from console.table.game.played_round import SeenCard
from console.table.game.roulette.spin import Spin
from console.table.game.shoe import Shoe
from console.table.incidents.known_kinds import Kind


class LaidCard(NamedTuple):
    """A card with its place, as everybody may see it."""

    hand: str
    position: int
    face: SeenCard


def card_laid(before: Table, after: Table) -> LaidCard | None:
    """The card that an entry dealt; None if it dealt none."""
    if after.play is before.play or after.play.card_count <= before.play.card_count:
        return None
    if after.play.last_in_view is None:
        return None
    place, face = after.play.last_in_view
    return LaidCard(place.name, place.card, face)


def is_card_out(table: Table) -> bool:
    """Whether a card of this round has left the shoe, read or not."""
    held = table.halt is not None and bool(table.halt.cards)
    aside = bool(table.aside.of_bet_time or table.aside.loose)
    return table.play.card_count > 0 or aside or held or table.tries > 0


def void_bets(table: Table, *, unread: int = 0) -> Table:
    """The round is void and the bets go back; every card of it that is out counts as drawn.

    ``unread`` are cards that are known to be out although no device has read them. A card that was drawn
    after the last round waits for the next one, as before (LT-BAC-24a).
    """
    assert table.round is not None, "only a round can be void"
    # Asked of the table as it was, whose halt and phase end here.
    shoe = table.shoe.draw_all((*table.lying_apart, *table.aside.loose))
    of_last_shoe = min(table.aside.of_last_shoe, len(table.aside.carried_over))
    return replace(
        table,
        phase=_COLLECTING,
        shoe=shoe.draw_unseen(unread) if unread else shoe,
        halt=None,
        tries=0,
        aside=replace(table.aside, of_bet_time=(), of_last_shoe=of_last_shoe, loose=()),
        shoe_in_step=False,
        round=replace(table.round, status=RoundStatus.VOID, bets_closed=not table.bet_time),
        bets=Bets.REFUNDED,
        say=Say("no_spin", void=True) if _is_no_spin(table) else Say("round_void"),
    )


def _is_no_spin(table: Table) -> bool:
    """Whether the round is void because the ball's run was no spin (LT-ROU-27b)."""
    if table.incident is not None:
        return table.incident.report.kind == Kind.NO_SPIN
    return table.halt is not None and table.halt.reason == HaltReason.NO_SPIN


# Looking up an enum's member costs as much as a call before Python 3.12, and these come in every round.
_RESULT: Final = Phase.RESULT
_COLLECTING: Final = Phase.COLLECTING
_BETTING: Final = Phase.BETTING
_OPEN, _CLOSED, _SETTLED = Bets.OPEN, Bets.CLOSED, Bets.SETTLED

RESULTS: Final = 500
"""The number of results that a table remembers: more than a shoe has rounds, and a wheel has no end."""


def open_bets(game: Game, table: Table, event: events.BetsOpened, at: datetime) -> Table:
    play, shoe = game.begin(), table.shoe_in_play
    return replace(
        table,
        round=Round(event.round, RoundStatus.OPEN, event.seconds, at, edition=table.edition),
        round_number=table.round_number + 1,
        shoe_in_play=replace(shoe, rounds=shoe.rounds + 1, first_cards_of_last_shoe=table.aside.of_last_shoe),
        last_play=table.play,
        last_round=None if table.round is None else LastRound(table.round, table.announced, table.answers),
        announced=None,
        play=play,
        play_at_last_answer=play,
        answers=PlayerAnswers(),
        wheel=table.wheel if game.wheel is None else _next_spin(table, event),
        bets=_OPEN,
        say=Say("place_your_bets"),
    )


def _next_spin(table: Table, event: events.BetsOpened) -> WheelAtTable:
    """The wheel at the beginning of a round: it has no warning and no number of this round yet."""
    return replace(
        table.wheel,
        last_numbered=last_number_round(table),
        number_at=None,
        number_by=None,
        warnings={},
        ball_out=False,
        fell_in_bet_time=False,
        number_kept=None,
        signal_at=None,
    )


def last_number_round(table: Table) -> NumberedRound | None:
    """The last round of roulette whose number is known, and not void (LT-ROU-33)."""
    play, round = table.play, table.round
    if not isinstance(play, Spin) or play.number is None or round is None or round.status == RoundStatus.VOID:
        return table.wheel.last_numbered
    return NumberedRound(round.id, play, table.wheel.number_at, table.wheel.number_by)


def may_be_put_right(table: Table, round_id: str) -> bool:
    """Whether a table's last number is this round's, or will be once the open round is voided."""
    last = (last_number_round(table), table.wheel.last_numbered if table.open_round else None)
    return any(each is not None and each.round == round_id for each in last)


def close_bets(game: Game, table: Table) -> Table:
    """No more bets; next is the round's first card, the list of seats with bets, or the spin."""
    return _begin_dealing(game, replace(table, phase=game.begins_in, bets=_CLOSED, say=Say("no_more_bets")))


def _begin_dealing(game: Game, table: Table) -> Table:
    """Begin the dealing with the cards drawn before the round, which are not read again. LT-BAC-24a,
    LT-BAC-25a, LT-BJ-2.3.10a. With no bets there is nobody to deal to, and the round is over.
    """
    play, waiting = table.play, table.aside.waiting
    if play.is_empty:
        return void_without_bets(game, table) if not table.halted or _is_to_scan(table) else table
    while waiting and play.next_place is not None:
        play, waiting = play.deal(waiting[0]), waiting[1:]
    if play.card_count:
        of_last_shoe = max(0, table.aside.of_last_shoe - play.card_count)
        aside = replace(table.aside, carried_over=waiting, of_bet_time=(), of_last_shoe=of_last_shoe)
        table = replace(table, play=play, aside=aside)
    return move_on(game, table)


def void_without_bets(game: Game, table: Table) -> Table:
    """The table after a round without bets: void, not announced, even if a card was drawn for it."""
    # The card that the step waits for has left the shoe, though nothing has read it.
    unread = _is_to_scan(table) and not is_card_out(table)
    after = replace(void_bets(table, unread=1 if unread else 0), say=table.say)
    return after if unread or is_card_out(table) else await_next_round(game, after)


def _is_to_scan(table: Table) -> bool:
    """Whether an incident waits for the scan of the round's first card."""
    step = table.incident.step if table.incident is not None else None
    return step is not None and step.action == Action.SCAN_CARD


def move_on(game: Game, table: Table) -> Table:
    """The table in the phase that follows from its round; a new result is announced."""
    phase = game.phase(table.play)
    if phase is _RESULT:  # it is announced (BAC-3.5.3, BJ-2.1.4)
        return replace(table, phase=_RESULT, say=game.announcement(table.play), said_again=False)
    return table if phase is table.phase else replace(table, phase=phase)


def lay_card(game: Game, table: Table, shoe: Shoe, card: Card, *, read: CardSet | None = None) -> Table:
    """The table with the card in the due place, and the result if none is due. ``read``: the card set after a
    device has just read the card.
    """
    if table.aside.unread or table.aside.burned:
        burned = max(0, table.aside.burned - (0 if table.aside.unread else 1))
        table = replace(table, aside=replace(table.aside, unread=False, burned=burned))
    # One copy for most cards, which come more often than anything else.
    laid = replace(
        table,
        shoe=shoe,
        card_set=table.card_set if read is None else read,
        tries=0,
        halt=None,
        play=table.play.deal(card),
        reading_taken=read is not None or table.reading_taken,
    )
    return move_on(game, laid)


def press_step(game: Game, table: Table) -> Table:
    """The table after the dealer's press for the due step: a look at the hole card, or its turning."""
    play = of_cards(game).after_press(table.play)
    assert play is not None, "a press is due"
    return move_on(game, replace(table, play=play))


def take_players_answers(game: Game, table: Table, event: events.PlayersEvent) -> Table:
    """Players have bet or answered: from here on cards can be corrected."""
    play = of_cards(game).after_players(table.play, event)
    table = replace(table, play=play, play_at_last_answer=play)
    if table.bet_time:
        return table
    return move_on(game, table) if play.card_count else _begin_dealing(game, table)


def announce_result(game: Game, table: Table) -> Table:
    """The round is finished, and its bets are settled (BAC-2.1.7, BJ-2.1.4, ROU-3.1.3)."""
    ended = finish_round(game, table)
    return ended if game.cards else await_next_round(game, ended)


def is_dealt_from_set(table: Table) -> bool:
    """Whether a card of the round came from the set in play, not from a shoe before it alone."""
    return table.play.card_count > table.shoe_in_play.first_cards_of_last_shoe


def finish_round(game: Game, table: Table) -> Table:
    assert table.round is not None, "only a decided round has a result"
    card_set = table.card_set.settle(table.round_number) if is_dealt_from_set(table) else table.card_set
    return replace(
        table,
        phase=_COLLECTING,
        card_set=card_set,
        round=replace(table.round, status=RoundStatus.FINISHED),
        bets=_SETTLED,
        shoe=table.shoe.draw_all(table.aside.loose) if table.aside.loose else table.shoe,
        aside=replace(table.aside, loose=()) if table.aside.loose else table.aside,
        results=(*table.results[1 - RESULTS :], game.result(table.play)),
    )


def announce_last_hand(game: Game, table: Table) -> Table:
    """The open round becomes the shoe's last, announced once; if none is open, no other is played from it."""
    if table.open_round:
        shoe = table.shoe_in_play
        return replace(
            table,
            say=table.say if shoe.last_hand_announced else Say("last_hand_before_shuffle"),
            shoe_in_play=replace(shoe, last_hand_announced=True),
        )
    idle = table.phase is Phase.BETTING and not table.halted
    return await_next_round(game, table) if idle else table


def announce_resumption(game: Game, table: Table) -> Table:
    """The table with the announcement that play goes on; a decided result is announced again (LT-BAC-12)."""
    if table.halted or not table.open_round or table.say is not None:
        return table
    if table.phase is Phase.RESULT:
        return replace(table, say=game.announcement(table.play))
    return replace(table, say=Say("play_goes_on"))


def await_next_round(game: Game, table: Table) -> Table:
    """The table between rounds: it awaits bets, or is shuffled or closed instead."""
    if table.close_ordered:
        return begin_closing(game, table)
    if table.last_hand:
        shoe = table.shoe_in_play
        new_decks = shoe.reshuffle is OrderedShuffle.NEW_DECKS
        return begin_preparation(
            table, reshuffle_steps(of_cards(game), new_decks=new_decks, new_shoe=shoe.changed_after_hand)
        )
    return begin_burn(table) if table.shoe_in_play.unburned else replace(table, phase=_BETTING)


def takes_shuffle_orders(table: Table) -> bool:
    """Whether an order to shuffle after this round can be given now, or be taken back."""
    return table.phase in PLAYED


def takes_close_orders(table: Table) -> bool:
    return table.is_open


def order_reshuffle(game: Game, table: Table, event: events.ReshuffleOrdered) -> Table:
    """A shuffle is ordered after this round, or the order is taken back (BAC-3.2.3)."""
    shoe = table.shoe_in_play
    if event.on:
        ordered = OrderedShuffle.NEW_DECKS if event.new else OrderedShuffle.SAME_CARDS
        return announce_last_hand(game, replace(table, shoe_in_play=replace(shoe, reshuffle=ordered)))
    announced = shoe.last_hand_announced and shoe.cut_card_out
    return replace(table, shoe_in_play=replace(shoe, reshuffle=None, last_hand_announced=announced))


def order_close(game: Game, table: Table, event: events.CloseOrdered) -> Table:
    """The table closes at once without a round or a card on it, else once the cards are collected."""
    idle = table.phase in (Phase.SHOE, Phase.WHEEL) or (table.phase is Phase.BETTING and not table.open_round)
    at_once = event.on and idle and not table.halted
    return begin_closing(game, table) if at_once else replace(table, close_ordered=event.on)
