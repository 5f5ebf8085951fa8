"""A property that is computed once is no part of the value."""

from __future__ import annotations

import msgspec

from console.table.game.blackjack.round import cached_value

asked: list[int] = []


class Side(msgspec.Struct, frozen=True, dict=True):
    length: int

    @cached_value
    def area(self) -> int:
        """Its square."""
        asked.append(self.length)
        return self.length**2


def test_a_once_property_is_worked_out_once_for_each_value() -> None:
    asked.clear()
    three, four = Side(3), Side(4)
    assert [three.area, four.area, three.area] == [9, 16, 9]
    assert asked == [3, 4]


def test_a_value_that_has_worked_it_out_equals_one_that_has_not() -> None:
    worked = Side(3)
    assert worked.area == 9
    assert worked == Side(3)
    assert msgspec.json.encode(worked) == b'{"length":3}'


def test_a_once_property_keeps_its_docstring() -> None:
    assert Side.area.__doc__ == "Its square."
