"""The rehearsals due today: the next day after a failure, then ever later; few new kinds a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words, date_text
from console.rehearsals.proficiency.due import due, standings
from console.rehearsals.proficiency.matrix import matrix
from console.rehearsals.proficiency.proficiency_paper import due_lines, plain_kind
from console.rehearsals.result import ScoreSubject, Way
from console.rehearsals.script import Mishap, Rehearsal, Script, built_in_rehearsals
from console.rehearsals.slips import Slip
from console.table.core import Person, Role
from tests.rehearsals.proficiency.rehearsal_lines import START, rehearsed


def rehearsal(name: str, slip: Slip, game: str = "baccarat", minutes: int = 4) -> Rehearsal:
    return Rehearsal(name, Script(game=game, wrong=(Mishap(slip=slip),), minutes=minutes))


FELL = rehearsal("fell", Slip.CARD_DROPS)
SHORTER = rehearsal("fell-short", Slip.CARD_DROPS, minutes=2)
HOLE = rehearsal("hole", Slip.HOLE_CARD_SHOWN, "blackjack", 4)
TWICE = rehearsal("twice", Slip.ANSWER_TWICE, "blackjack", 3)
BURN = rehearsal("burn", Slip.BURN_FORGOTTEN)
ALL = (FELL, SHORTER, HOLE, TWICE, BURN)


def days_until_due(*results: object) -> int:
    standing = standings(results, "D1", UTC)["baccarat", "card_fell"]  # type: ignore[arg-type]
    return (standing.due - standing.last.began.date()).days


def test_a_failure_is_due_the_next_day_and_each_success_later_than_the_last() -> None:
    assert days_until_due(rehearsed(passed=False, score=40)) == 1
    results, day, waits = [], 0, []
    for _ in range(5):
        results.append(rehearsed(days=day, score=80))
        waits.append(days_until_due(*results))
        day += waits[-1]
    assert waits == sorted(set(waits))
    assert waits[0] >= 2
    assert waits[-1] <= 365


@pytest.mark.parametrize(("times", "score"), [(0, 40), (2, 80), (5, 80), (10, 95), (15, 95)])
def test_a_failure_is_due_the_next_day_whatever_came_before(times: int, score: int) -> None:
    results, day = [], 0
    for _ in range(times):
        results.append(rehearsed(days=day, score=score))
        day += days_until_due(*results)
    assert days_until_due(*results, rehearsed(days=day, passed=False, score=40)) == 1


@pytest.mark.parametrize("minutes", [-5, 0, 5])
def test_the_time_of_day_changes_no_wait(minutes: int) -> None:
    results, waits = [rehearsed(passed=False, score=40)], []
    for day in range(1, 6):
        results.append(rehearsed(days=day + minutes * day / 1440, score=80))
        waits.append(days_until_due(*results))
    assert waits == [2, 4, 7, 9, 12]


def test_a_day_is_one_rehearsal_of_a_kind_with_its_worst_result() -> None:
    often = [rehearsed(days=at / 100, score=95) for at in range(10)]
    assert days_until_due(*often) == days_until_due(rehearsed(score=95)) == 8
    assert days_until_due(*often, rehearsed(days=0.2, passed=False, score=30)) == 1
    assert days_until_due(rehearsed(passed=False, score=30), *often[1:]) == 1


def test_the_better_it_was_known_the_later_it_is_due() -> None:
    waits = [days_until_due(rehearsed(score=score)) for score in (60, 80, 95)]
    assert waits == sorted(set(waits))


def test_a_guided_rehearsal_is_due_again_as_soon_as_a_poor_one() -> None:
    guided = days_until_due(rehearsed(score=100, way=Way.GUIDED))
    assert guided == days_until_due(rehearsed(score=60)) < days_until_due(rehearsed(score=100))


def test_a_result_of_75_points_or_of_90_waits_longer_than_one_of_a_point_less() -> None:
    hard, good, nearly_easy, easy = (days_until_due(rehearsed(score=score)) for score in (74, 75, 89, 90))
    assert hard < good == nearly_easy < easy


def test_a_kind_is_rehearsed_once_a_year_at_least() -> None:
    results, day = [], 0
    for _ in range(15):
        results.append(rehearsed(days=day, score=100))
        day += days_until_due(*results)
    assert days_until_due(*results) == 365


def test_today_is_the_zone_s_own_and_a_person_is_known_in_any_capitals() -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    day = standings([rehearsed(score=80)], "d1", tokyo)["baccarat", "card_fell"].due
    midnight = datetime(day.year, day.month, day.day, tzinfo=tokyo)
    (found,) = due([rehearsed(score=80)], "d1", midnight, [FELL], new=0)
    assert found.since == START.astimezone(tokyo).date()
    assert due([rehearsed(score=80)], "D1", midnight - timedelta(seconds=1), [FELL], new=0) == ()


def test_the_longest_due_come_first_then_a_few_new_ones() -> None:
    results = [
        rehearsed("D1", "hole_card_exposed", game="blackjack", days=1, passed=False),
        rehearsed("D1", "card_fell", passed=False),
        rehearsed("D2", "no_burn", passed=False),
    ]
    found = due(results, "D1", START + timedelta(days=30), ALL)
    assert [(each.game, each.kind, each.minutes) for each in found] == [
        ("baccarat", "card_fell", 2),
        ("blackjack", "hole_card_exposed", 4),
        ("blackjack", "twice", 3),
        ("baccarat", "no_burn", 4),
    ]
    assert found[0].rehearsals == ("fell", "fell-short")
    assert [each.since for each in found[2:]] == [None, None]


def test_no_more_new_kinds_than_a_day_holds() -> None:
    assert len(due([], "D9", START, ALL)) == 2
    one = [rehearsed("D9", "no_burn")]
    assert [each.since for each in due(one, "D9", START + timedelta(hours=1), ALL)] == [None]
    assert len(due([], "D9", START, ALL, new=9)) == 4


def test_after_three_weeks_away_a_day_holds_what_was_failed_and_the_oldest_first() -> None:
    kinds = [(each.script.game, each.script.kind or each.name) for each in built_in_rehearsals()]
    kinds = list(dict.fromkeys(kinds))[:28]
    results = [
        rehearsed("D1", kind, game=game, days=-at / 10, passed=at != 3, score=80)
        for at, (game, kind) in enumerate(kinds)
    ]
    now = START + timedelta(days=21)
    first = due(results, "D1", now)
    assert len(first) == 5
    assert first[0].kind == kinds[3][1], "what was failed comes first"
    assert [each.kind for each in first[1:]] == [kind for _, kind in reversed(kinds[-4:])]
    done = [rehearsed("D1", each.kind, game=each.game, days=21, score=80) for each in first[:2]]
    rest = due([*results, *done], "D1", now + timedelta(hours=1))
    assert [each.kind for each in rest] == [each.kind for each in first[2:]]
    done = [rehearsed("D1", each.kind, game=each.game, days=21, score=80) for each in first]
    assert due([*results, *done], "D1", now + timedelta(hours=1)) == ()
    assert len(due([*results, *done], "D1", now + timedelta(days=1))) == 5


def test_a_clock_that_was_set_back_harms_nothing() -> None:
    back = [rehearsed(days=3), rehearsed(days=-400, passed=False), rehearsed(days=3)]
    assert days_until_due(*back) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_due_rehearsal_is_listed_with_kind_and_minutes(language: str) -> None:
    words = Words(language)
    results = [rehearsed("D1", "hole_card_exposed", game="blackjack", passed=False)]
    now = datetime(2026, 11, 20, 9, tzinfo=timezone(timedelta(hours=2)))
    head, line = due_lines(words, due(results, "D1", now, [HOLE]))
    assert head == words.text("rehearsal.record.due.today")
    assert "4" in line
    assert date_text(date(2026, 11, 2), words.locale) in line
    assert words.text("game.blackjack") in line
    if language == "en":
        assert line == "  Blackjack: hole card exposed, 4 minutes · last on 02/11/2026"
    assert list(due_lines(words, ())) == [words.text("rehearsal.record.due.none")]


def test_a_rehearsal_without_a_report_is_named_by_its_slip() -> None:
    named = plain_kind(Words("en"), "blackjack-answer-twice")
    assert named == Words("en").text("rehearsal.slip.answer_twice")
    assert plain_kind(Words("en"), "my-own-file") == "my-own-file"


# --- the matrix ------------------------------------------------------------------------------------

RASA = Person("D1", "Rasa K.", Role.DEALER, "lt")
OLA = Person("P1", "Ola N.", Role.PIT_BOSS, "sv")


def test_the_matrix_has_each_person_by_each_kind_with_the_last_time() -> None:
    results = [
        rehearsed("D1", passed=False, score=35),
        rehearsed("D1", days=2, score=92),
        rehearsed("P1", "no_spin", game="roulette", role=Role.PIT_BOSS, days=3),
        rehearsed("D7", days=1),
    ]
    made = matrix(results, (RASA, OLA), START + timedelta(days=3), [("baccarat", "no_burn")])
    assert made.kinds == (("baccarat", "card_fell"), ("baccarat", "no_burn"), ("roulette", "no_spin"))
    assert [row.person.id for row in made.rows] == ["D1", "P1", "D7"]
    fell, burn, spin = made.rows[0].cells
    assert fell is not None
    assert (fell.last, fell.passed, fell.score, fell.times) == (date(2026, 11, 4), True, 92, 2)
    assert (burn, spin) == (None, None)
    again = standings(results, "D1", UTC)["baccarat", "card_fell"].due
    assert (fell.due, fell.is_due) == (again, False)


def test_the_houses_most_frequent_mistake_comes_first_with_its_wrong_answer() -> None:
    """A rehearsal that was left before anything went wrong is no mistake."""
    results = [
        rehearsed("D1", "no_burn", score=95),
        rehearsed("D1", score=40, passed=False, mistaken="go_on"),
        rehearsed("D2", score=50, passed=False, mistaken="go_on"),
        rehearsed("D2", score=92, days=1),
        replace(rehearsed("D1", "misread", score=0, passed=False), lines=()),
    ]
    worst, best = matrix(results, (), START).house
    assert (worst.kind, worst.times, worst.people, worst.failed) == ("card_fell", 3, 2, 2)
    assert (worst.lost, round(worst.share, 2), worst.mistaken_for) == (ScoreSubject.OUTCOME, 0.67, "go_on")
    assert (best.kind, best.failed, best.lost, best.mistaken_for) == ("no_burn", 0, None, None)
