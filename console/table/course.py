"""The course of rounds: bets, cards, the result, and what comes after it.

It knows neither halts nor incidents; those begin and end elsewhere, and go on from here.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.game.baccarat import Coup
from console.game.rulebook import BaccaratRules
from console.game.shoe import Shoe
from console.table import events
from console.table.bringing import closing, prepared
from console.table.preparing import reshuffle
from console.table.state import Bets, Phase, Round, Table
from console.table.views import Say


def bets_opened(table: Table, event: events.BetsOpened, at: datetime) -> Table:
    """A round begins."""
    return replace(
        table,
        round=Round(event.round, "open", event.seconds, at),
        round_number=table.round_number + 1,
        rounds=table.rounds + 1,
        last_coup=table.coup,
        from_last_shoe=0,
        coup=Coup(),
        bets=Bets.OPEN,
        say=Say("place_your_bets"),
    )


def bets_closed(table: Table) -> Table:
    """No more bets; a card that was drawn before is now the round's first, without a second reading.

    LT-BAC-24a, LT-BAC-25a.
    """
    coup, waiting = table.coup, table.carried + table.early
    while waiting and coup.expected is not None:
        coup, waiting = coup.deal(waiting[0]), waiting[1:]
    closed = replace(
        table,
        phase=Phase.DEALING,
        bets=Bets.CLOSED,
        say=Say("no_more_bets"),
        coup=coup,
        carried=waiting,
        early=(),
    )
    return decided(closed) if coup.expected is None else closed


def decided(table: Table) -> Table:
    """The coup is decided: its winner is said (BAC-3.5.3)."""
    return replace(table, phase=Phase.RESULT, say=winner_said(table.coup), said_again=False)


def laid(table: Table, shoe: Shoe, coup: Coup) -> Table:
    """A card of the coup was laid; once it is decided, its winner is said."""
    if coup.expected is not None:
        return replace(table, shoe=shoe, tries=0, halt=None, coup=coup)
    return decided(replace(table, shoe=shoe, tries=0, halt=None, coup=coup))


def winner_said(coup: Coup) -> Say:
    """The announcement of a decided coup (BAC-3.5.3)."""
    outcome = coup.outcome
    assert outcome is not None, "only a decided coup has a winner to announce"
    key = "tie" if outcome.winner == "tie" else f"{outcome.winner}_wins"
    return Say(key, natural=outcome.natural, **coup.points)


def result_announced(table: Table) -> Table:
    """The round is finished, and its bets are settled (BAC-2.1.7)."""
    outcome = table.coup.outcome
    assert table.round is not None and outcome is not None, "only a decided round has a result"
    return replace(
        table,
        phase=Phase.COLLECTING,
        round=replace(table.round, status="finished"),
        bets=Bets.SETTLED,
        results=(*table.results, outcome.winner),
    )


def last_hand(rules: BaccaratRules, table: Table) -> Table:
    """The open round is the shoe's last, and it is said once; with none open no other is played."""
    if table.open_round:
        said = table.last_hand_said
        return replace(table, say=table.say if said else Say("last_hand_before_shuffle"), last_hand_said=True)
    idle = table.phase is Phase.BETTING and not table.halted
    return next_game(rules, table) if idle else table


def next_game(rules: BaccaratRules, table: Table) -> Table:
    """After a round and its collecting: the next bets, a shuffle, or the closing."""
    if table.close:
        return closing(table)
    if table.last_hand:
        new_decks = table.reshuffle == "new"
        return prepared(table, reshuffle(rules, new_decks=new_decks, new_shoe=table.change_after))
    return replace(table, phase=Phase.BETTING)


def reshuffle_ordered(rules: BaccaratRules, table: Table, event: events.ReshuffleOrdered) -> Table:
    """A shuffle is ordered after this round, or the order is taken back (BAC-3.2.3)."""
    if event.on:
        return last_hand(rules, replace(table, reshuffle="new" if event.new else "same"))
    return replace(table, reshuffle=None, last_hand_said=table.last_hand_said and table.cut_card_out)


def close_ordered(table: Table, event: events.CloseOrdered) -> Table:
    """At once if no round is open and no card lies on the table, else after its collecting."""
    idle = table.phase is Phase.SHOE or (table.phase is Phase.BETTING and not table.open_round)
    at_once = event.on and idle and not table.halted
    return closing(table) if at_once else replace(table, close=event.on)
