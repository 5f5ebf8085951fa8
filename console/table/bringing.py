"""How cards are brought into play and out of it, or a wheel is checked: what each step makes of a table.

Which steps there are is told by :mod:`console.table.preparing`; who may do them, by the refusals.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from console.game.rules import Preparing
from console.game.shoe import Shoe
from console.table.games.game import CardGame, Game
from console.table.preparing import from_decks, opening
from console.table.state import Burn, Phase, Preparation, Table

_INSPECTED_WITH: Final = frozenset((Preparing.CHECK_SHOE, Preparing.LOAD))
"""Steps with which shoe and rack were looked at: the second, too, where a new day asks for it (BJ-1.4)."""


def opened(game: Game, table: Table) -> Table:
    """A closed table was opened: cards are brought into play, or the wheel is checked."""
    if game.cards is not None:
        return prepared(table, opening(game))
    return replace(table, phase=Phase.WHEEL, preparation=Preparation(opening(game)), serial=None)


def prepared(table: Table, steps: tuple[str, ...]) -> Table:
    """Begin to bring cards into play; the count of the shoe starts anew."""
    return replace(
        table,
        phase=Phase.SHOE,
        preparation=Preparation(steps),
        shoe=Shoe(),
        shoe_number=table.shoe_number + 1,
        cut_card_out=False,
        reshuffle=None,
        change_after=False,
        last_hand_said=False,
        results=(),
        rounds=0,
        carried=(),
        aside_unread=False,
        in_view=False,
    )


def closing(game: Game, table: Table) -> Table:
    """Begin the inspection that closes the table (BAC-1.3.3); a wheel needs none."""
    if game.cards is None:
        return replace(table, phase=Phase.CLOSED, preparation=None, close=False)
    closing = replace(prepared(table, ("inspect",)), shoe_number=table.shoe_number, close=False)
    return replace(closing, preparation=Preparation(("inspect",), closing=True), results=table.results)


def preparation_done(table: Table, at: datetime) -> Table:
    """The step that was due has been done; the cards still to be burned leave the shoe unread."""
    preparation = table.preparation
    assert preparation is not None, "a step is due only while the shoe is prepared"
    if preparation.burn is not None:
        left = preparation.burn.left
        return burned(replace(table, shoe=table.shoe.draw_unseen(left)), preparation.burn, left, at)
    return step_ended(table, preparation, at)


def step_ended(table: Table, preparation: Preparation, at: datetime) -> Table:
    """The next step is due; after the last one bets may open, or the table is closed."""
    done = (*preparation.done, at)
    if preparation.due in _INSPECTED_WITH:
        table = replace(table, shoe_checked=at)
    if len(done) < len(preparation.steps):
        return replace(table, preparation=replace(preparation, done=done))
    phase = Phase.CLOSED if preparation.closing else Phase.BETTING
    return replace(table, phase=phase, preparation=None)


def burned(table: Table, burn: Burn, cards: int, at: datetime) -> Table:
    """The table after ``cards`` more were burned (LT-BAC-03); bets may open after the last."""
    assert table.preparation is not None, "cards are burned while the shoe is prepared"
    if cards == burn.left:
        return step_ended(table, table.preparation, at)
    left = replace(burn, left=burn.left - cards)
    return replace(table, preparation=replace(table.preparation, burn=left))


def shuffle_again(game: CardGame, table: Table) -> Table:
    """The shuffle begins anew with its first step (LT-BAC-19b, LT-BAC-23b, LT-BAC-23c)."""
    preparation = table.preparation
    assert preparation is not None, "a shuffle begins again while the shoe is prepared"
    first = preparation.steps.index(game.rules.preparation.shuffle[0].action)
    return replace(table, preparation=replace(preparation, done=preparation.done[:first]))


def replace_decks(game: CardGame, table: Table) -> Table:
    """New decks are received (LT-BAC-19c)."""
    return replace(table, preparation=Preparation(from_decks(game)))


def changed_shoe(table: Table) -> Table:
    """Another shoe is in play at once: it is full, the hands stay (LT-BAC-22a).

    A shuffle that was ordered since the change was decided is one of the new shoe.
    """
    return replace(
        table,
        shoe=Shoe(),
        shoe_number=table.shoe_number + 1,
        cut_card_out=False,
        results=(),
        rounds=1 if table.open_round else 0,
        from_last_shoe=table.play.dealt,
    )
