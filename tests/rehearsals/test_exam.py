"""Several in a row: which ones, and that one fail fails all."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec.structs import replace

from console.rehearsals.exam import Exam, exam_names
from console.rehearsals.result import RehearsalResult, Sitting, Way
from console.rehearsals.script import Rehearsal, built_in_rehearsals
from console.table.core import Role

GOOD = RehearsalResult(
    rehearsal="a", kind="card_fell", game="baccarat", rules="lt", way=Way.UNDER_TIME,
    people={Role.DEALER: "D1"}, began=datetime(2026, 11, 21, tzinfo=UTC), lasted=60.0, passed=True, score=100,
    lines=(),
)  # fmt: skip
BAD = replace(GOOD, passed=False, score=70)
LEFT = replace(BAD, ended="left")


def shipped_rehearsal(name: str) -> Rehearsal:
    return next(each for each in built_in_rehearsals() if each.name == name)


def kind(name: str) -> str:
    return shipped_rehearsal(name).script.kind or name


def test_an_exam_goes_on_until_all_are_over_and_every_one_has_to_be_passed() -> None:
    exam = Exam(("a", "b"), seed=7)
    assert exam.sitting == Sitting(7, 1, 2)
    assert (exam.following, exam.number, exam.is_passed) == ("a", 1, False)
    exam = exam.with_result(GOOD)
    assert (exam.following, exam.number, exam.is_passed) == ("b", 2, False)
    assert exam.with_result(GOOD).is_passed and exam.with_result(GOOD).following is None
    assert not exam.with_result(BAD).is_passed and exam.with_result(BAD).good == 1


def test_a_fail_does_not_end_it_and_leaving_does() -> None:
    assert Exam(("a", "b")).with_result(BAD).following == "b"
    left = Exam(("a", "b")).with_result(LEFT)
    assert left.following is None and not left.is_passed


def test_an_exam_has_five_kinds_of_one_game_and_among_them_what_was_chosen() -> None:
    names = exam_names(built_in_rehearsals(), shipped_rehearsal("baccarat-cut-card-missed"), (), {}, seed=4)
    assert "baccarat-cut-card-missed" in names
    assert {shipped_rehearsal(name).script.game for name in names} == {"baccarat"}
    assert len({kind(name) for name in names}) == len(names) == 5


def test_an_exam_takes_due_rehearsals_first_and_then_the_least_rehearsed() -> None:
    first = shipped_rehearsal("roulette-ball-hangs")
    due = ("roulette-number-wrong", "blackjack-card-drops", "roulette-object-falls-in")
    others = [each.name for each in built_in_rehearsals() if each.script.game == "roulette"]
    seldom = next(name for name in others if kind(name) not in {kind(each) for each in (first.name, *due)})
    times = {name: 3 for name in others if kind(name) != kind(seldom)}
    for seed in range(20):
        names = exam_names(built_in_rehearsals(), first, due, times, seed, length=4)
        others_of = {*names} - {first.name, "roulette-number-wrong", "roulette-object-falls-in"}
        assert {kind(name) for name in others_of} == {kind(seldom)}


def test_the_order_is_drawn_and_the_seed_draws_it_again() -> None:
    chosen = shipped_rehearsal("baccarat-cut-card-missed")
    due = ("baccarat-card-drops", "baccarat-cards-stuck")

    def exam(seed: int) -> tuple[str, ...]:
        return exam_names(built_in_rehearsals(), chosen, due, {}, seed)

    exams = [exam(seed) for seed in range(30)]
    assert [exam(seed) for seed in range(30)] == exams, "the seed draws it again"
    assert {names.index(chosen.name) for names in exams} == {0, 1, 2, 3, 4}, "it comes in any place"
    assert all({*due} <= {*names} for names in exams), "what is due is part of each"
    orders, choices = {*exams}, {frozenset(names) for names in exams}
    assert len(orders) > 20 and len(choices) > 5


def test_the_least_played_rehearsal_of_a_kind_is_chosen() -> None:
    drops = [
        each.name
        for each in built_in_rehearsals()
        if each.script.game == "baccarat" and each.script.kind == "card_fell"
    ]
    assert len(drops) > 1
    times = {name: 1 for name in drops[:-1]}
    names = exam_names(
        built_in_rehearsals(), shipped_rehearsal("baccarat-cut-card-missed"), (), times, 1, length=50
    )
    assert drops[-1] in names and not set(drops[:-1]) & set(names)
