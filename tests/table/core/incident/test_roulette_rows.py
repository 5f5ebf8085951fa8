"""Every row of the decision table that is a wheel's, in every rulebook: reported, decided, done."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from console.table.core import advance, events
from tests.table.core.tables import CODES, Driven, Seen
from tests.table.core.wheel_at_random import line_at_wheel, number_read, spin_line
from tests.table.incidents.rows import Expected, committed

ROWS = [row for row in committed() if row.game == "roulette"]
OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
NUMBER = 20
"""The number that the video shows, and that is entered."""
BETS = {
    "void": "refunded",
    "respin": "stand",
    "settle_by_hand": "settled",
    "finish": "closed",
    "go_on": "open",
}
SAID = {"void": "round_void", "respin": "no_spin", "settle_by_hand": "number", "go_on": None}
"""At the decision, where no number had been said; that play goes on is said once it does."""
DUE = {
    **{"void": ("betting", "await_bets"), "settle_by_hand": ("betting", "await_bets")},
    **{"respin": ("spinning", "spin"), "finish": ("result", "announce"), "go_on": ("betting", "wait")},
}


def cases(code: str, rows: list[Expected] = ROWS) -> list[tuple[Expected, str, str]]:
    """Row, moment, and what names it where it fails; a rulebook has more than twenty."""
    of = [
        (row, when, f"{row.kind} {row.clause} {when} {dict(row.facts)}")
        for row in rows
        if code in (row.rules or CODES)
        for when in sorted(row.when)
    ]
    assert len(of) >= 15, code
    return of


def at_its_moment(code: str, when: str) -> Driven:
    """T bets open, R and N bets closed, L a number known; before it a round that came to 11."""
    table = Driven(code, game="roulette")
    for line in (OPEN, CLOSED, spin_line(4), number_read(11), {"do": "done", "by": "D1"}, OPEN):
        assert table.take(line)["accepted"]
    lines = {
        "T": (),
        "R": (CLOSED,),
        "N": (CLOSED, spin_line(4)),
        "L": (CLOSED, spin_line(4), number_read(17)),
    }
    for line in lines[when]:
        assert table.take(line)["accepted"]
    return table


OTHER = ("reason", "other")
"""Another reason than the document's examples, which has to be given in words (LT-BAC-31)."""


def facts_of(row: Expected) -> dict[str, Any]:
    words = {"true": True, "false": False, "0-36": NUMBER}
    return {fact: words.get(wanted, wanted) for fact, wanted in row.facts}


def basis(row: Expected, code: str) -> str:
    """The rule of this table's own document, or a procedure of the house (protocol)."""
    own = row.clause.startswith("LT-ROU-") if code == "lt" else row.clause.startswith("ROU-")
    return "rule" if own else "house"


@pytest.mark.parametrize("code", CODES)
def test_a_row_is_what_the_table_does(code: str) -> None:
    for row, when, named in cases(code):
        try:
            the_row_is_what_the_table_does(row, code, when)
        except AssertionError as wrong:
            raise AssertionError(f"{code} {named}: {wrong}") from wrong


def needs_reason(row: Expected) -> bool:
    """Of a result that is known though no ball was sent, too: at each of its moments none was told of."""
    return OTHER in row.facts or row.clause == "LT-ROU-30b"


def authorised(table: Driven, row: Expected) -> Seen:
    """The view after the pit boss's authorisation, with a reason in words where that is due."""
    reason = {"reason": "the police have come"} if needs_reason(row) else {}
    return table.take({"do": "authorise", "by": "P1", **reason})


def the_row_is_what_the_table_does(row: Expected, code: str, when: str) -> None:
    table = at_its_moment(code, when)
    before = table.view()
    seen = table.take({"do": "incident", "by": "P1", "kind": row.kind, "facts": facts_of(row)})
    assert seen["accepted"], seen
    if needs_reason(row):
        assert seen["incident"]["state"] == "awaiting"
        seen = authorised(table, row)
    incident = seen["incident"]
    assert (incident["clause"], incident["basis"]) == (row.clause, basis(row, code))
    assert (incident["outcome"], incident["authority"]) == (row.outcome, row.authority)
    assert tuple(f"{step['action']}:{step['actor']}" for step in incident["steps"]) == row.steps
    assert incident["facts"].items() >= facts_of(row).items()
    assert incident["round"] == before["round"]["id"]
    assert seen["bets"] == BETS[row.outcome]
    if row.outcome != "finish":
        no_spin = row.outcome == "void" and row.kind == "no_spin"
        corrected = row.outcome == "settle_by_hand" and when == "L"
        announced = "number_corrected" if corrected else SAID[row.outcome]
        assert seen["say"] == ("no_spin" if no_spin else announced)
    entered_again = [step for step in row.steps if step == "enter_number:dealer"]
    for _ in (*row.steps, *entered_again):
        assert (seen["phase"], seen["incident"]["open"]) == ("halted", True)
        assert seen["notice"] == "please_wait"
        seen = table.take(line_at_wheel(table.table, seen, NUMBER))
        assert seen["accepted"], seen
    assert (seen["incident"]["open"], seen["ended"]) == (False, incident["id"])
    assert (seen["phase"], seen["prompt"]["action"]) == DUE[row.outcome]
    the_round_is_what_the_outcome_makes_of_it(row, seen)


def the_round_is_what_the_outcome_makes_of_it(row: Expected, seen: Seen) -> None:
    round = seen["round"]
    match row.outcome:
        case "void":
            assert (round["status"], round["number"]) == ("void", None)
        case "respin":
            assert (round["status"], round["number"], round["recorded"]) == ("open", None, None)
            assert seen["prompt"]["from"] == 11
        case "settle_by_hand":
            assert (round["status"], round["number"], round["colour"]) == ("finished", NUMBER, "black")
        case "finish":
            assert (round["status"], round["number"], seen["say"]) == ("open", NUMBER, "number")
        case "go_on":
            assert (round["status"], seen["bets"], seen["say"]) == ("open", "open", "play_goes_on")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", CODES)
def test_a_dealers_report_waits_for_the_pit_boss_where_the_row_says_so(code: str) -> None:
    for row, when, named in cases(code):
        table = at_its_moment(code, when)
        seen = table.take({"do": "incident", "by": "D1", "kind": row.kind, "facts": facts_of(row)})
        if row.authority == "dealer":
            assert seen["incident"]["state"] == "steps", named
            continue
        assert (seen["prompt"]["action"], seen["prompt"]["actor"]) == ("authorise", "pit_boss"), named
        assert table.take({"do": "authorise", "by": "D1"})["refused"] == "not_authorised", named
        assert authorised(table, row)["incident"]["outcome"] == row.outcome, named


NOT_RECORDED = [row for row in ROWS if ("recorded", "true") not in row.facts]
"""Rows that can be right with a reader that has recorded nothing, where nobody says otherwise."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", CODES)
def test_asked_fact_by_fact_it_comes_to_the_same(code: str) -> None:
    for row, when, named in cases(code, NOT_RECORDED):
        table, facts = at_its_moment(code, when), facts_of(row)
        seen = table.take({"do": "incident", "by": "D1"})
        asked_for = []
        while seen["prompt"]["action"] == "answer":
            fact = seen["prompt"]["fact"]
            asked_for.append(fact)
            value = row.kind if fact == "kind" else facts[fact]
            answers = seen["prompt"]["answers"]
            assert answers is None or value in answers, named
            seen = table.take({"do": "answer", "by": "D1", "facts": {fact: value}})
        assert seen["incident"]["clause"] == row.clause, named
        never = ("recorded", "ball_damaged")  # read by the reader, and judged once it is picked up
        of_the_row = [fact for fact in facts if fact not in never and fact not in known(when)]
        assert asked_for == ["kind", *of_the_row], named


def known(when: str) -> set[str]:
    """The facts that the table knows at this moment, so that nobody is asked."""
    return {"result_known"} if when == "L" else set()


def test_every_row_of_the_decision_table_is_here() -> None:
    assert len(ROWS) == 29


@pytest.mark.parametrize("code", CODES)
def test_each_moment_of_a_spin_offers_its_own_kinds_of_incident(code: str) -> None:
    """T, R, N and L: what can be reported at each, and what cannot."""
    own = "technical_fault"
    expected = {
        "T": {"cannot_continue", own, "spun_in_bet_time", "wrong_number_recorded"},
        "R": {"cannot_continue", own, "no_spin", "not_read", "ball_out", "foreign_object"},
        "L": {"cannot_continue", own, "no_spin", "wrong_number_recorded"},
    }
    expected["R"].add("wrong_number_recorded")  # the number belongs to the previous round
    for when, kinds in expected.items():
        seen = at_its_moment(code, when).take({"do": "incident", "by": "P1"})
        assert set(seen["prompt"]["answers"]) == kinds


@pytest.mark.parametrize("damaged", (True, False, None))
def test_damage_to_the_ball_is_unknown_until_the_check_reports_it(damaged: bool | None) -> None:
    """LT-ROU-29: the ball is judged once it is picked up; a check that is skipped says nothing by itself."""
    table = at_its_moment("lt", "N")
    seen = table.take({"do": "incident", "by": "P1", "kind": "ball_out"})
    assert seen["incident"]["facts"] == {"ball_damaged": None}
    picked_up = table.take({"do": "done", "by": "D1"})
    assert picked_up["prompt"]["action"] == "check_ball"
    assert picked_up["incident"]["facts"] == {"ball_damaged": None}
    said = {"reason": "it is nowhere to be found"} if damaged is None else {"damaged": damaged}
    checked = table.take({"do": "done", "by": "P1", **said})
    assert checked["incident"]["facts"] == {"ball_damaged": damaged}


def test_a_reason_that_nobody_can_see_skips_no_step_of_the_one_who_does_it() -> None:
    """It counts as left out: the pit boss has checked the ball."""
    table = at_its_moment("lt", "N")
    table.take({"do": "incident", "by": "P1", "kind": "ball_out"})
    table.take({"do": "done", "by": "D1"})
    seen = table.take({"do": "done", "by": "P1", "reason": "\u200b"})
    assert seen["accepted"] and seen["prompt"]["action"] != "check_ball"


def test_a_step_that_an_earlier_console_let_skip_with_such_a_reason_was_skipped() -> None:
    """Else the state that it kept would be called another's, and its journal damaged."""
    table = at_its_moment("lt", "N")
    table.take({"do": "incident", "by": "P1", "kind": "ball_out"})
    table.take({"do": "done", "by": "D1"})
    done = (events.StepDone("P1", reason=reason) for reason in ("\u200b", "it rolled away", None))
    at = datetime(2026, 1, 1, tzinfo=UTC)
    unseen, skipped, checked = (advance(table.game, table.table, each, None, at) for each in done)
    assert unseen == skipped != checked


def test_a_ball_reported_as_damaged_is_replaced_even_if_its_check_is_skipped() -> None:
    """LT-ROU-29: it goes back into play in no way."""
    table = at_its_moment("lt", "N")
    table.take({"do": "incident", "by": "P1", "kind": "ball_out"})
    table.take({"do": "done", "by": "D1"})
    seen = table.take({"do": "done", "by": "P1", "damaged": True, "reason": "the crack is seen from here"})
    assert (seen["prompt"]["action"], seen["prompt"]["actor"]) == ("replace_ball", "pit_boss")
    assert seen["incident"]["facts"] == {"ball_damaged": True}


def test_a_check_does_not_unsay_a_damaged_ball() -> None:
    table = at_its_moment("lt", "N")
    report = {"do": "incident", "by": "P1", "kind": "ball_out", "facts": {"ball_damaged": True}}
    assert table.take(report)["incident"]["facts"] == {"ball_damaged": True}
    table.take({"do": "done", "by": "D1"})
    checked = table.take({"do": "done", "by": "P1"})
    assert checked["incident"]["facts"] == {"ball_damaged": True}
    assert checked["prompt"]["action"] == "replace_ball"
