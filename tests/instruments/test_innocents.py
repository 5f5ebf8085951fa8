"""Innocent houses, a few of each: what is played is what is compared, and an accusation is seen."""

from __future__ import annotations

import random

from console.supervisor.reports.finding_rows import DEALERS, Share, compare
from tests.instruments.innocents import HOUSES, Measured, dealers, driven, kept, lines, pit_bosses, runs


def test_reliefs_late_presses_and_tables_that_close_name_nobody() -> None:
    """Two shifts, one of each, through sessions of the console; each is counted as it was played."""
    assert [(each.row, each.found, each.many) for each in driven(1, 2)] == [
        ("quick", 0, 2),
        ("two_tables", 0, 2),
    ]


def test_the_houses_have_what_they_are_named_after() -> None:
    of = {name: dealers(random.Random(1), *made) for name, made in HOUSES.items()}
    assert all(each.acts % 2 == 0 for each in of["one cause brings two"])
    assert any(each.acts % 2 for each in of["all alike"])
    shares, played = pit_bosses(random.Random(1), *HOUSES["all alike"])
    assert {each.who for each in shares} == {f"P{number}" for number in range(12)}
    assert sum(each.rounds for each in shares) > sum(played.values()), "a relief answers for the shift, too"


def test_somebody_who_does_wrong_in_such_a_house_is_named() -> None:
    shares = dealers(random.Random(1), *HOUSES["some readers are poor"])
    wrong = [
        Share(each.who, each.table, "", each.rounds, each.acts + 12) for each in shares if each.who == "D7"
    ]
    named = compare([*(each for each in shares if each.who != "D7"), *wrong], DEALERS)
    assert [each.who for each in named if each.verdict == "above"] == ["D7"]


def test_a_finding_that_comes_more_often_than_it_states_is_said() -> None:
    (often,) = lines((Measured("dealers", "h", "reports", 100, 20, 0.05),))
    assert often.endswith("MORE THAN IT STATES")
    assert not Measured("quick", "h", "shifts", 20, 1, None).holds, "a row without a chance may name nobody"
    assert [each.found for each in runs(1, 20_000)] == [0]


def test_no_kept_figure_is_above_its_stated_chance() -> None:
    """The long run's, which the handbook shows."""
    assert all(each.holds for each in kept().rows)
    assert {each.row for each in kept().rows} == {
        "dealers",
        "pit_bosses",
        "wheels",
        "run",
        "quick",
        "two_tables",
    }
