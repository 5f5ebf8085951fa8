"""What a screen shows of a table beside its state."""

from __future__ import annotations

import pytest

from console.game.rulebook import load_rulebook, rulebook_ids
from console.table.games.registry import game_of
from console.table.judging.checkpoints import ready
from console.table.showing.dealer_view import Situation, dealer_view, view_of
from console.table.showing.incident_view import kinds_now
from console.table.showing.screen_values import DealerView, Mode


def shown(rules: str, *, reporting: bool) -> DealerView:
    rulebook = load_rulebook(rules)
    game = game_of(rulebook, "baccarat")
    table = ready(game)
    situation = Situation(
        mode=Mode.LIVE, name="T1", game="baccarat", rulebook=rulebook, persons={}, reporting=reporting
    )
    return dealer_view(view_of(game, table, 0), table, situation)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_which_kinds_can_be_reported_is_told_while_one_is_chosen(rules: str) -> None:
    playing, choosing = shown(rules, reporting=False), shown(rules, reporting=True)
    baccarat = game_of(load_rulebook(rules), "baccarat")
    assert playing.can_report and not playing.kinds and not playing.other_kinds
    assert choosing.kinds == kinds_now(baccarat, ready(baccarat))
    assert {*choosing.kinds, *choosing.other_kinds} == baccarat.rules.incidents.kinds.keys()
    assert not {*choosing.kinds} & {*choosing.other_kinds}
