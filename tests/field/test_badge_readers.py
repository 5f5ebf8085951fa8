"""Badge readers of every pace: what comes in the measured form is a badge, and a person's hand is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.field.pressed_window import ENTER, US, Field, pressed
from tests.field.test_keyboards import to_the_number

MEASURED: Final = {"digits": 10, "pace": 200}
"""A slow reader's; the tests' signs come sooner, so that a busy machine may be late with some."""
BADGE: Final = "0012345617"


@pytest.fixture(scope="module")
def measured() -> Iterator[Field]:
    with pressed("roulette", MEASURED) as field:
        to_the_number(field)
        yield field


def hold(field: Field, pace: int, number: str = BADGE) -> dict[str, Any]:
    """A badge is held to a reader that types with this pace, and an Enter behind."""
    field.codes([*(US[sign] for sign in number), ENTER], delay=pace)
    return field.state()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("pace", "layout", "times"), [(110, "us", 3), (110, "lt", 1), (70, "us", 1), (40, "us", 1), (5, "fr", 1)]
)
def test_a_badge_of_any_pace_is_no_number_however_often_it_is_held(
    measured: Field, pace: int, layout: str, times: int
) -> None:
    """ROU-3.1.2: 0012345617 is not 17; held twice it confirms nothing, a third time it announces nothing."""
    measured.layout(layout)
    for _ in range(times):
        before = len(measured.state()["badges"])
        shown = hold(measured, pace)
        assert shown["badges"][before:] == [BADGE]
        measured.key("Escape")
        shown = measured.state()
        assert (shown["number"], shown["prompt"], shown["id"]) == (None, "await_number", None)


@pytest.mark.sweep
def test_without_measured_values_a_slow_badge_still_types_a_number() -> None:
    """The control: by its pace alone no console can tell it from a hand."""
    with pressed("roulette") as field:
        to_the_number(field)
        assert hold(field, 110)["prompt"] == "confirm_number"


@pytest.mark.sweep
@pytest.mark.parametrize("pace", [80, 100, 120])
def test_a_person_who_types_as_quickly_is_no_badge(measured: Field, pace: int) -> None:
    measured.layout("us")
    before = measured.state()["badges"]
    measured.key("BackSpace")
    measured.key("BackSpace")
    measured.codes([US["1"], US["7"]], delay=pace)
    shown = measured.state()
    assert (shown["number"], shown["badges"]) == (17, before)
    measured.key("F4")
    measured.codes([US["p"], US["1"], ENTER, *(US[sign] for sign in "123456")], delay=pace)
    shown = measured.state()
    assert (shown["id"], shown["digits"], shown["badges"]) == ("P1", 6, before)
    measured.key("Escape")
    measured.key("BackSpace")
    measured.key("BackSpace")


@pytest.mark.sweep
def test_a_slow_badge_at_a_pin_is_no_pin(measured: Field) -> None:
    measured.layout("us")
    measured.key("F4")
    measured.codes([US["p"], US["1"], ENTER])
    before = len(measured.state()["badges"])
    shown = hold(measured, 110)
    assert shown["badges"][before:] == [BADGE] and shown["digits"] == 0
    measured.key("Escape")


@pytest.mark.sweep
def test_more_digits_than_a_badge_has_press_and_fill_nothing(measured: Field) -> None:
    """A finger's digit just before the badge makes its number another one; what is left over goes nowhere."""
    measured.layout("us")
    hold(measured, 100, "5" + BADGE)
    measured.key("Escape")
    shown = measured.state()
    assert (shown["number"], shown["prompt"]) == (None, "await_number")


@pytest.mark.sweep
def test_signs_before_and_behind_a_number_mark_it_as_a_badges() -> None:
    with pressed("roulette", {"digits": 8, "pace": 200, "prefix": ";", "suffix": "/"}) as field:
        field.layout("de")  # the reader's ; is ö there, and its / is -
        to_the_number(field)
        shown = hold(field, 110, ";12345617/")
        assert shown["badges"] == ["12345617"]
        field.key("Escape")
        assert field.state()["number"] is None
