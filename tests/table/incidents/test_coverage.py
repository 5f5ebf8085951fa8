"""The coverage of rows, as the table decides it: a row that is never the answer, two that meet, a gap."""

from __future__ import annotations

from typing import Any

import pytest

from console.table.core import Game, Table
from console.table.core.incident.known_facts import current_moment
from console.table.game import Case, FactText, Result, load_procedures, load_rulebook, rulebook_ids
from console.table.game.incident_cases import cases_of
from console.table.incidents.case_coverage import TOGETHER, TooManySituations, coverage
from tests.table.core.transcripts import follow_scenes


def row(when: str, outcome: str = "void", **facts: FactText) -> Case:
    return Case(frozenset(when.split()), facts, "BAC-4.1", "rule", Result(outcome), "pit_boss")


def test_every_row_of_our_rulebooks_is_the_answer_to_something_and_no_two_meet() -> None:
    files = load_procedures()
    for id in rulebook_ids():
        rulebook = load_rulebook(id)
        for game in rulebook.games:
            for kind, rows in cases_of(id, game, rulebook.incidents, files).kinds.items():
                covered = coverage(rows)
                assert all(reach.example for reach in covered.rows), (id, game, kind)
                assert not covered.meetings, (id, game, kind)
                assert not covered.gaps or kind == "no_spin"


def test_rows_that_only_their_moments_part_do_not_meet() -> None:
    """Of a wrong card set T R comes before E, also in phase result; of cards not mixed E comes first."""
    assert not coverage((row("T R", cause="order"), row("E", "change_shoe", cause="order"))).meetings
    assert not coverage((row("E"), row("T R", "change_shoe"))).meetings
    assert coverage((row("T R"), row("E R", "go_on"))).meetings


def test_a_cause_that_counts_only_after_recording_leaves_a_gap_before_it() -> None:
    """LT-ROU-29, LT-ROU-32a: before, each is a kind of its own."""
    rows = load_rulebook("lt").games["roulette"].incidents.kinds["no_spin"]
    unrecorded = [{"cause": cause, "recorded": False} for cause in ("ball_out", "foreign_object")]
    assert list(coverage(rows).gaps) == unrecorded


def test_a_row_behind_one_that_asks_for_less_is_never_the_answer() -> None:
    covered = coverage((row("R", cards="1+"), row("R", "go_on", cards=2)))
    assert covered.rows[0].example is not None
    assert covered.rows[1].example is None
    assert covered.rows[1].shadows == (0,)


def test_a_row_that_one_moment_more_can_reach_is_reached_there() -> None:
    covered = coverage((row("C", cards="1+"), row("R", "go_on", cards=2)))
    reached = covered.rows[1].example
    assert reached is not None
    assert "C" not in reached.moments
    assert [(meeting.wins, meeting.loses) for meeting in covered.meetings] == [(0, 1)]


def test_numbers_are_tried_on_both_sides_of_every_limit() -> None:
    covered = coverage((row("R", cards="1-3"), row("R", cards="8-10"), row("R", "go_on", cards="1-10")))
    reached = covered.rows[2].example
    assert reached is not None
    assert 3 < int(reached.facts["cards"]) < 8
    assert {(meeting.wins, meeting.loses) for meeting in covered.meetings} == {(0, 2), (1, 2)}


def test_rows_that_the_pit_bosss_choice_parts_do_not_meet() -> None:
    """LT-BJ-2.3.3."""
    covered = coverage((row("R", choice="reveal"), row("R", choice="change_shoe")))
    assert not covered.meetings
    assert all(reach.example for reach in covered.rows)


def test_rows_of_moments_that_never_stand_together_do_not_meet() -> None:
    assert not coverage((row("S"), row("R"))).meetings
    assert coverage((row("S"), row("E", cards=1))).meetings


def test_a_gap_is_described_with_the_fewest_facts() -> None:
    gaps = coverage((row("R", seen=True, stage=1), row("R", seen=False, stage=2)))
    assert list(gaps.gaps) == [{"seen": True, "stage": 2}, {"seen": False, "stage": 1}]


def fact(number: int) -> dict[str, Any]:
    return {f"fact_{number // 2}": bool(number % 2)}


def test_rows_that_ask_for_too_much_are_not_looked_through_by_half() -> None:
    with pytest.raises(TooManySituations):
        coverage(tuple(row("R", **fact(number)) for number in range(24)))


def test_the_moments_that_stand_together_are_those_of_the_transcripts() -> None:
    """Scenes reach all of them, and no other."""
    seen: set[frozenset[str]] = set()

    def see(game: Game, _before: Table, _event: object, _refused: object, table: Table) -> None:
        seen.add(frozenset(current_moment(game, table).letters))

    follow_scenes(see)
    assert seen - {frozenset()} == {frozenset(str(each) for each in together) for together in TOGETHER}
