"""A report that waits behind an open one: nobody decides it before it was shown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.table.core import DealerView, Mode, Situation, dealer_view, game_of, ready
from console.table.core.incident.known_facts import rows_at
from console.table.core.state.open_incident import ReportMoment
from tests.table.core.tables import CODES, Driven, Seen, book

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


GAMES = ("baccarat", "blackjack", "roulette")
OF_A_SHOE = frozenset(
    ("over_burn", "under_burn", "no_burn", "burn_card_shown", "played_past_cut_card", "cut_card_not_scanned")
)
WITH_STEPS_LEFT = frozenset(("card_fell", "damaged_card", "played_past_cut_card"))


def standing(code: str, game: str, letters: str, **after: str) -> set[str]:
    """The kinds of which a row stands for a report by these letters; a wrong card set goes by other ones."""
    of, moment = game_of(book(code), game), ReportMoment(tuple(letters), "T1-1", "T1-1")
    table, moment = ready(of), replace(moment, **after)
    kinds = {each for each in of.rules.incidents.kinds if rows_at(of, table, each, moment, {})}
    return kinds - {"wrong_card_set"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_report_that_waited_can_still_decide_is_as_the_protocol_lists_it(code: str, game: str) -> None:
    """Table protocol, Incidents: its round void or settled, another shoe or other decks, a respin."""
    mended = {"technical_fault"} if (code, game) == ("sv", "roulette") else set[str]()
    for letter in "TRCN":
        stood = standing(code, game, letter)
        assert standing(code, game, letter, round_over_after="T1-i1") == stood & (WITH_STEPS_LEFT | mended)
    for letter in "TRCEA":
        stood = standing(code, game, letter)
        assert standing(code, game, letter, set_gone_after="T1-i1") == stood - OF_A_SHOE
    for letter in "SI":
        assert not standing(code, game, letter, set_gone_after="T1-i1")
    assert standing(code, game, "R", respun_after="T1-i1") == standing(code, game, "R") - {"no_spin"}
    assert not standing(code, game, "N", respun_after="T1-i1")
