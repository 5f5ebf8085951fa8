"""Times that came again since the clock was set back, by the whole minutes that it showed twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from console.base.words import in_turn
from console.table.journal import RepeatedTimes

TEN = datetime(2026, 11, 20, 22, tzinfo=UTC)


def at(minutes: int, seconds: int = 0) -> datetime:
    return TEN + timedelta(minutes=minutes, seconds=seconds)


@pytest.fixture
def repeated() -> RepeatedTimes:
    """Set back by four minutes before the seventh entry of a file, and by a second in the next file."""
    times = RepeatedTimes()
    times.take(
        0, [(3, at(0, 59), None), (7, at(1, 1), at(5, 1)), (8, at(1, 1), at(1, 1) + timedelta(seconds=0.99))]
    )
    times.take(1, [(2, at(3, 30), at(3, 31))])
    return times


@pytest.mark.parametrize(
    ("minute", "places"),
    [(0, []), (1, [(0, 7)]), (2, [(0, 7)]), (3, [(0, 7), (1, 2)]), (5, [(0, 7)]), (6, [])],
)
def test_a_time_came_again_until_the_minute_in_which_the_clock_was_set_is_over(
    minute: int, places: list[tuple[int, int]], repeated: RepeatedTimes
) -> None:
    assert repeated.of(at(minute)) == repeated.of(at(minute, 59)) == places


def test_an_entry_of_a_time_that_came_again_has_its_turn_and_each_turn_its_bounds(
    repeated: RepeatedTimes,
) -> None:
    places = [(0, 6), (0, 7), (1, 1), (1, 2)]
    assert [repeated.turn(place, at(3).isoformat()) for place in places] == [1, 2, 2, 3]
    assert [repeated.turn(place, at(6).isoformat()) for place in places] == [0, 0, 0, 0]
    turns = [repeated.bounds(in_turn(at(3), turn)) for turn in (1, 2, 3)]
    assert turns == [((0, 0), (0, 7)), ((0, 7), (1, 2)), ((1, 2), None)]
