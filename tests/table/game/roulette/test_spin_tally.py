"""The hot and cold numbers of a display are counts of the past, and are not shown after few spins."""

from __future__ import annotations

from console.table.game.roulette.spin_tally import NumberCount, tally


def test_too_few_spins_are_not_counted() -> None:
    assert tally([17] * 73) is None
    assert tally([17] * 74) is not None


def test_the_numbers_that_came_most_often_are_hot_and_those_that_never_came_cold() -> None:
    numbers = [*range(37), *range(37), 5, 5, 9]
    counted = tally([number for number in numbers if number != 30])
    assert counted is not None
    assert counted.spins == 75
    assert counted.hot[:2] == (NumberCount(5, 4), NumberCount(9, 3))
    assert counted.cold[0] == NumberCount(30, 0)


def test_the_latest_of_equally_frequent_numbers_is_the_hotter() -> None:
    counted = tally([*range(37), *range(37)])
    assert counted is not None
    assert [count.number for count in counted.hot] == [36, 35, 34, 33]
    assert [count.number for count in counted.cold] == [0, 1, 2, 3]
