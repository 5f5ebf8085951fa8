"""The occasions that a rehearsal's file names, recognised by the table and what it shows."""

from __future__ import annotations

from typing import Final, assert_never

from console.rehearsals.script import Mishap
from console.rehearsals.slips import Occasion
from console.table.core import Action, Game, Table, View, known_facts

_ROUND: Final = frozenset((Action.DEAL, Action.AWAIT_DECISION, Action.PEEK, Action.TURN_HOLE))


def is_occasion(mishap: Mishap, game: Game, table: Table, view: View) -> bool:
    """Whether this is the moment of a mishap; if its round has none, it waits for a later one."""
    if table.halted or table.incident is not None:
        return False
    prompt, here = view.prompt.action, table.round_number >= mishap.round
    match mishap.occasion_in(game.name):
        case Occasion.SHUFFLE:
            step = None if game.cards is None else known_facts.shuffle_step(game.cards, table.preparation)
            return step is not None and step[0] >= min(mishap.count or 1, step[1])
        case Occasion.INSPECTION:
            return prompt == "inspect"
        case Occasion.BURNED:
            return prompt == Action.AWAIT_BETS and table.round_number == 0
        case Occasion.BETWEEN:
            return prompt == Action.AWAIT_BETS and here
        case Occasion.BET_TIME:
            return table.bet_time and here
        case Occasion.CARDS_OUT:
            return here and prompt in _ROUND and known_facts.cards_out(table) >= (mishap.count or 0)
        case Occasion.DECIDING:
            return here and prompt == Action.AWAIT_DECISION
        case Occasion.SPIN_DUE:
            return here and prompt == Action.SPIN
        case Occasion.BALL_RUNS:
            return here and prompt == Action.AWAIT_NUMBER
        case Occasion.RESULT:
            return here and prompt == Action.ANNOUNCE
        case never:
            assert_never(never)
