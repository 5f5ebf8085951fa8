"""A report that waits behind an open one: nobody decides it before it was shown."""

from __future__ import annotations

import pytest

from console.table.core.showing.dealer_view import Situation, dealer_view
from console.table.core.showing.screen_values import DealerView, Mode
from tests.table.core.tables import Driven, Seen, book

OUT: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "incident", "kind": "ball_out", "by": "P1"},
)
QUEUED: Seen = {"do": "incident", "by": "P1"}
DONE: tuple[Seen, ...] = ({"do": "done", "by": "D1"}, {"do": "done", "by": "P1"})


def queued(line: Seen) -> tuple[Driven, Seen]:
    """A table at the first step of an incident, behind which a report waits."""
    table = Driven("lt", game="roulette")
    for each in OUT:
        table.take(each)
    return table, table.take(line)


def shown(table: Driven) -> DealerView:
    situation = Situation(mode=Mode.LIVE, name="T1", game="roulette", rulebook=book("lt"), persons={})
    return dealer_view(table.session.view(), table.table, situation)


@pytest.mark.parametrize("meant", ["technical_fault", "no such kind", "card_fell", 7, None, {}])
def test_a_kind_that_a_screen_means_changes_nothing_that_the_table_says(meant: object) -> None:
    """It is no field of the protocol: whatever stands there is kept and ignored."""
    plain, first = queued(QUEUED)
    named, second = queued({**QUEUED, "meant": meant})
    assert second == first and second["accepted"]
    assert [each.kind for each in shown(named).incident.queue] == [
        meant if meant == "technical_fault" else None
    ]
    for line in (*DONE, {"do": "answer", "by": "P1", "facts": {"kind": "technical_fault"}}):
        assert named.take(line) == plain.take(line)


def test_a_queued_report_shows_the_kind_that_was_chosen_for_it() -> None:
    table, _ = queued({**QUEUED, "meant": "technical_fault"})
    assert [each.kind for each in shown(table).incident.queue] == ["technical_fault"]
    table.restart()
    for line in DONE:
        seen = table.take(line)
    reported = shown(table).incident.reported
    assert seen["incident"]["kind"] is None and seen["prompt"]["fact"] == "kind"
    assert reported is not None and reported.meant == "technical_fault"
    table.take({"do": "withdraw", "by": "P1"})
    assert shown(table).incident.past[0].kind == "technical_fault"


def test_a_queued_report_is_authorised_only_once_it_has_been_shown() -> None:
    table, seen = queued({**QUEUED, "kind": "cannot_continue", "facts": {"reason": "health"}, "by": "D1"})
    before = {"entry": seen["entry"], "ms": 900}
    authorise: Seen = {"do": "authorise", "by": "P1", "seen": before}
    assert table.take(authorise)["refused"] == "out_of_turn", "the first one is decided, the second not open"
    for line in DONE:
        seen = table.take(line)
    assert seen["incident"]["kind"] == "cannot_continue" and seen["incident"]["state"] == "awaiting"
    assert table.take(authorise)["refused"] == "stale", "what was painted then was another incident"
    painted = {"entry": table.view()["entry"], "ms": 900}
    assert table.take({**authorise, "seen": painted})["accepted"]
