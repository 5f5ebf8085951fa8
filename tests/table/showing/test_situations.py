"""The parts of a screen that are not the table's state."""

from __future__ import annotations

import pytest

from console.game.rulebook import load_rulebook, rulebook_ids
from console.table.games.registry import game_of
from console.table.judging.checkpoints import ready
from console.table.showing.dealer_view import Situation, dealer_view, view_of
from console.table.showing.incident_view import open_kinds
from console.table.showing.screen_values import DealerView, Mode
from tests.table.tables import Driven


def ready_view(rules: str, *, reporting: bool) -> DealerView:
    rulebook = load_rulebook(rules)
    game = game_of(rulebook, "baccarat")
    table = ready(game)
    situation = Situation(
        mode=Mode.LIVE, name="T1", game="baccarat", rulebook=rulebook, persons={}, reporting=reporting
    )
    return dealer_view(view_of(game, table, 0), table, situation)


@pytest.mark.parametrize(("by", "role"), [("D1", "dealer"), ("P1", "pit_boss")])
def test_the_person_who_withdrew_a_report_is_shown_in_their_role_at_the_time(by: str, role: str) -> None:
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    assert driven.take({"do": "withdraw", "by": by, "reason": "by mistake"})["accepted"]
    driven.take({"do": "sign_out", "who": by})
    rulebook = load_rulebook("lt")
    situation = Situation(mode=Mode.LIVE, name="T1", game="baccarat", rulebook=rulebook, persons={})
    (past,) = dealer_view(driven.session.view(), driven.table, situation).incident.past
    assert past.taken_back_by is not None and (past.taken_back_by.id, past.taken_back_by.role) == (by, role)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_the_reportable_kinds_are_listed_while_one_is_chosen(rules: str) -> None:
    playing, choosing = ready_view(rules, reporting=False), ready_view(rules, reporting=True)
    baccarat = game_of(load_rulebook(rules), "baccarat")
    assert playing.reporting.can_report and not playing.reporting.kinds and not playing.reporting.other_kinds
    assert choosing.reporting.kinds == open_kinds(baccarat, ready(baccarat))
    kinds, others = {*choosing.reporting.kinds}, {*choosing.reporting.other_kinds}
    assert kinds | others == baccarat.rules.incidents.kinds.keys() and not kinds & others
