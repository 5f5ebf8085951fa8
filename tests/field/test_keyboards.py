"""Keyboards as they are on site: the digits are where they are printed, whatever the layout types there.

Each case presses a real window on an X server with the layout itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from console.words import Words
from tests.field.pressed_window import ENTER, KEYPAD, US, Field, pressed

LAYOUTS: Final = (("us",), ("de",), ("lt",), ("jp", "-variant", "kana"), ("ru",), ("fr",))
"""Lithuanian has ą č ę on the digit row, Russian no Latin letter, French & é and - on the place of 6."""
ENGLISH: Final = Words("en")


@pytest.fixture(scope="module")
def baccarat() -> Iterator[Field]:
    with pressed() as field:
        yield field


@pytest.fixture(scope="module")
def roulette() -> Iterator[Field]:
    with pressed("roulette") as field:
        yield field


def to_the_number(field: Field) -> None:
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    ):
        field.say(**line)
    assert field.state()["prompt"] == "await_number"


@pytest.mark.parametrize("layout", LAYOUTS, ids="".join)
def test_an_id_and_a_pin_are_typed_under_every_layout(baccarat: Field, layout: tuple[str, ...]) -> None:
    baccarat.layout(*layout)
    baccarat.key("F4")
    baccarat.places("p1")
    assert baccarat.state()["id"] == "P1"
    baccarat.codes([ENTER])
    baccarat.places("123456")
    typed = baccarat.state()
    assert (typed["id"], typed["digits"]) == ("P1", 6)
    baccarat.key("Escape")


def test_the_keypad_types_a_pin_without_numlock(baccarat: Field) -> None:
    baccarat.layout("us")
    baccarat.key("F4")
    baccarat.places("p1")
    baccarat.codes([ENTER])
    baccarat.places("123456", keys=KEYPAD)
    assert baccarat.state()["digits"] == 6
    baccarat.key("Escape")


def test_a_key_that_can_mean_no_sign_of_an_id_is_answered_with_words(baccarat: Field) -> None:
    baccarat.layout("ru")
    baccarat.key("F4")
    baccarat.places("p")
    baccarat.places(";")  # ж
    typed = baccarat.state()
    assert (typed["id"], typed["note"]) == ("P", ENGLISH.text("press.letters"))
    baccarat.places("1")
    assert baccarat.state()["note"] != ENGLISH.text("press.letters")
    baccarat.key("Escape")


@pytest.mark.parametrize("layout", LAYOUTS, ids="".join)
def test_a_wheels_number_is_typed_under_every_layout(roulette: Field, layout: tuple[str, ...]) -> None:
    roulette.layout(*layout)
    if roulette.state()["prompt"] != "await_number":
        to_the_number(roulette)
    roulette.key("BackSpace")
    roulette.key("BackSpace")
    roulette.places("17")
    assert roulette.state()["number"] == 17


def test_the_keypad_types_a_wheels_number_without_numlock(roulette: Field) -> None:
    roulette.layout("us")
    roulette.key("BackSpace")
    roulette.key("BackSpace")
    roulette.places("24", keys=KEYPAD)
    assert roulette.state()["number"] == 24


def test_letters_at_a_wheels_number_are_answered_with_words(roulette: Field) -> None:
    roulette.layout("ru")
    roulette.places(";")
    assert roulette.state()["refused"] == ENGLISH.text("press.letters")


def test_tiles_have_their_keys_under_a_lithuanian_layout(baccarat: Field) -> None:
    baccarat.layout("lt")
    baccarat.key("F2")
    assert baccarat.state()["stage"] == "kind"
    baccarat.codes([US["1"]])
    assert baccarat.state()["stage"] != "kind"


def test_letters_begin_a_reason_as_the_layout_has_them() -> None:
    """They vanished, though the page asks for the reason; a digit chooses, and is no letter of it."""
    with pressed() as field:
        field.layout("ru")
        field.key("F2")
        field.state()
        field.codes([US["3"]])
        assert field.state()["stage"] == "outcome"
        field.key("F4")
        field.places("p1")
        field.codes([ENTER])
        field.places("3333")
        field.codes([ENTER])
        field.state()
        field.say(withdraw=True)
        assert field.state()["stage"] == "withdraw"
        field.places("ab")
        assert field.state()["reason"] == "фи"
