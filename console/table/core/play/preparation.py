"""The steps by which cards come into play and leave it, or a wheel is checked, and what each step changes.

A step is known by its action; the rulebook says who does it and why. Whether a person may do it now, the
refusals decide.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypeAlias

from msgspec.structs import replace

from console.table.core.games.game import CardGame, Game
from console.table.core.play.set_numbers import rested
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.table import Burn, CardCount, CardsAside, Preparation, Table
from console.table.game.rule_values import CountOf, Preparing, Step
from console.table.game.shoe import Shoe

Steps: TypeAlias = tuple[Preparing | Action, ...]
"""The actions of steps, in their order: the rulebook's, and those that every table does by itself."""


def opening_steps(game: Game) -> Steps:
    """The steps after a table was opened (BAC-1.2.3 to BAC-3.3.5, ROU-3.2.1 to ROU-3.2.4; LT-BAC-03)."""
    if game.cards is not None:
        return _actions(game.cards, 0)
    return tuple(step.action for step in game.rules.preparation.steps)


def new_deck_steps(game: CardGame) -> Steps:
    """The steps with new decks (BAC-3.1.1; LT-BAC-19c)."""
    return _actions(game, game.rules.preparation.first_of_decks)


def reshuffle_steps(game: CardGame, *, new_decks: bool, new_shoe: bool = False) -> Steps:
    """The steps after a last hand: the same cards are shuffled again, or new decks are used.

    In lt another shoe comes first (BAC-3.2.2, BAC-3.2.3; LT-BAC-02, LT-BAC-22b). Its cards come to the table
    again, and are inspected and presented if that is the rule (BAC-3.1.4, BJ-3.1.4).
    """
    preparation = game.rules.preparation
    new_shoe = new_shoe or game.rules.after_last_hand.action == "replace_shoe"
    takes_decks = new_decks or (new_shoe and game.rules.replaced_shoe.begins_at == "decks")
    first = preparation.first_of_decks if takes_decks else preparation.first_of_shuffle
    return ((Action.REPLACE_SHOE,) if new_shoe else ()) + _actions(game, first)


def step_of(game: Game, action: str) -> Step | None:
    """The rulebook's step of this action; None if its preparation has no such step."""
    return next((step for step in game.rules.preparation.steps if step.action == action), None)


def _actions(game: CardGame, first: int) -> Steps:
    steps = tuple(step.action for step in game.rules.preparation.steps[first:])
    return steps + ((Action.BURN_CARD, Action.BURN) if game.burn_clauses else ())


_INSPECTED_WITH: Final = frozenset((Preparing.CHECK_SHOE, Preparing.LOAD))
"""Steps with which shoe and rack were looked at: the second, too, if a new day asks for it (BJ-1.4)."""


def asked_count(game: Game, table: Table) -> CountOf | None:
    """The parts that the inspection due now counts; None if nobody is asked for a number."""
    preparation = table.preparation
    if preparation is None or preparation.due != Preparing.INSPECT:
        return None
    step = step_of(game, Preparing.INSPECT)
    return None if step is None else step.count


def open_table(game: Game, table: Table) -> Table:
    """A closed table was opened: cards are brought into play, or the wheel is checked."""
    if game.cards is not None:
        return begin_preparation(table, opening_steps(game))
    wheel = replace(table.wheel, serial=None)
    return replace(table, phase=Phase.WHEEL, preparation=Preparation(opening_steps(game)), wheel=wheel)


def begin_preparation(table: Table, steps: Steps) -> Table:
    """Begin to bring cards into play; the count of the shoe starts over."""
    shoe = table.shoe_in_play.next(table.edition)
    others = {Action.REPLACE_SHOE, Preparing.RECEIVE_DECKS} & set(steps)
    return replace(
        table,
        phase=Phase.SHOE,
        preparation=Preparation(steps),
        shoe=Shoe(),
        shoe_in_play=shoe,
        sets=rested(table) if others else table.sets,
        card_set=table.card_set.other_set(shoe.number, is_placed=True)
        if others
        else table.card_set.next_shoe(table.shoe_in_play.rounds),
        aside=CardsAside(of_shoe_before=table.aside.count),
        results=(),
    )


def begin_burn(table: Table) -> Table:
    """Begin to burn a shoe that was put into play; its count goes on."""
    shoe = replace(table.shoe_in_play, unburned=False)
    burn = Preparation((Action.BURN_CARD, Action.BURN))
    return replace(table, phase=Phase.SHOE, preparation=burn, shoe_in_play=shoe)


def begin_closing(game: Game, table: Table) -> Table:
    """Begin the inspection that closes the table (BAC-1.3.3); a wheel needs none."""
    if game.cards is None:
        return replace(table, phase=Phase.CLOSED, preparation=None, close_ordered=False)
    steps: Steps = (Preparing.INSPECT,)
    inspected = begin_preparation(table, steps)
    return replace(
        inspected,
        preparation=Preparation(steps, closing=True),
        shoe_in_play=replace(inspected.shoe_in_play, number=table.shoe_in_play.number),
        results=table.results,
        close_ordered=False,
    )


def keep_miscount(table: Table, event: events.StepDone, at: datetime) -> Table:
    """The table with a count that differs from the set: the next count of these cards is compared with it."""
    preparation = table.preparation
    if event.counted is None or preparation is None:
        return table
    counted = CardCount(event.by, at, event.counted)
    return replace(table, preparation=replace(preparation, miscount=counted))


def finish_step(table: Table, at: datetime) -> Table:
    """The step that was due has been done; the cards still to be burned leave the shoe unread."""
    preparation = table.preparation
    assert preparation is not None, "a step is due only while the shoe is prepared"
    if preparation.burn is not None:
        left = preparation.burn.left
        return burn_cards(replace(table, shoe=table.shoe.draw_unseen(left)), preparation.burn, left, at)
    return next_step(table, preparation, at)


def next_step(table: Table, preparation: Preparation, at: datetime) -> Table:
    """The next step is due; after the last one bets may open, or the table is closed."""
    done = (*preparation.done, at)
    if table.aside.of_shoe_before:
        table = replace(table, aside=CardsAside())
    if preparation.due in _INSPECTED_WITH:
        table = replace(table, shoe_in_play=replace(table.shoe_in_play, inspected=at))
    if len(done) < len(preparation.steps):
        return replace(table, preparation=replace(preparation, done=done))
    phase = Phase.CLOSED if preparation.closing else Phase.BETTING
    return replace(table, phase=phase, preparation=None)


def burn_cards(table: Table, burn: Burn, cards: int, at: datetime) -> Table:
    """The table after ``cards`` more were burned (LT-BAC-03); bets may open after the last."""
    assert table.preparation is not None, "cards are burned while the shoe is prepared"
    if cards == burn.left:
        return next_step(table, table.preparation, at)
    left = replace(burn, left=burn.left - cards)
    return replace(table, preparation=replace(table.preparation, burn=left))


def shuffle_again(game: CardGame, table: Table) -> Table:
    """The shuffle starts over with its first step (LT-BAC-19b, LT-BAC-23b, LT-BAC-23c)."""
    preparation = table.preparation
    assert preparation is not None, "a shuffle begins again while the shoe is prepared"
    first = preparation.steps.index(game.rules.preparation.shuffle[0].action)
    return replace(table, preparation=replace(preparation, done=preparation.done[:first]))


def replace_decks(game: CardGame, table: Table) -> Table:
    """New decks are received (LT-BAC-19c); a table that is being closed needs none, and is closed."""
    if table.is_being_closed:
        return replace(table, phase=Phase.CLOSED, preparation=None)
    card_set = table.card_set.other_set(table.shoe_in_play.number, is_placed=True)
    steps = new_deck_steps(game)
    return replace(table, preparation=Preparation(steps), sets=rested(table), card_set=card_set)


def change_shoe(game: Game, table: Table) -> Table:
    """Another shoe is in play at once: it is full, the hands stay (LT-BAC-22a). A shuffle ordered since
    belongs to the new shoe; the waiting cards count as the old shoe's.
    """
    before, aside = table.shoe_in_play, table.aside
    if table.holds(editions.SHOE):  # a card that was set aside goes with its shoe
        aside = replace(aside, carried_over=(), unread=False, burned=0)
    waiting = len(aside.waiting)
    changed = replace(
        before,
        number=before.number + 1,
        rounds=1 if table.open_round else 0,
        first_cards_of_last_shoe=table.play.card_count or waiting,
        cut_card_out=False,
        unburned=game.cards is not None and bool(game.cards.burn_clauses) and table.holds(editions.BURNED),
        edition=table.edition,
    )
    aside = replace(aside, of_last_shoe=waiting, loose=())
    if table.preparation is not None:  # no longer within the burn: the next shoe has been burned already
        table = replace(table, phase=Phase.BETTING, preparation=None)
    sets, card_set = rested(table), table.card_set.other_set(changed.number, is_placed=False)
    return replace(
        table, shoe=Shoe(), shoe_in_play=changed, sets=sets, card_set=card_set, aside=aside, results=()
    )
