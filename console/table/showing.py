"""The views of a table's state: the same call for play, a language switch, replay and review."""

from __future__ import annotations

from console.game.rulebook import BaccaratRules
from console.table.prompts import prompt_due
from console.table.state import Table
from console.table.views import RoundView, ShoeView, View


def view_of(rules: BaccaratRules, table: Table, entry: int, refused: str | None = None) -> View:
    """The protocol's view after a line that was taken, or ``refused`` for this reason."""
    return View(
        accepted=refused is None,
        refused=refused,
        fact=None,
        entry=entry,
        phase=table.shown_phase.value,
        prompt=prompt_due(rules, table),
        say=table.say,
        bets=table.bets.value,
        shoe=ShoeView(table.shoe.left, table.last_hand),
        round=_round_view(table),
        call=table.called is not None,
    )


def _round_view(table: Table) -> RoundView | None:
    if table.round is None:
        return None
    coup, status = table.coup, table.round.status
    outcome = None if status == "void" else coup.outcome
    return RoundView(table.round.id, status, coup.player, coup.banker, coup.points, outcome)
