"""Keyboards as they are on site: the digits are where they are printed, whatever the layout types there.

Each case presses a real window on an X server with the layout itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from console.base.system import Kiosk
from console.base.words import Words
from tests.field.pressed_window import ENTER, KEYPAD, US, Field, pressed

LAYOUTS: Final = (("us",), ("de",), ("lt",), ("jp", "-variant", "kana"), ("ru",), ("fr",))
"""Lithuanian has ą č ę on the digit row, Russian no Latin letter, French & é and - on the place of 6."""
ENGLISH: Final = Words("en")


@pytest.fixture(scope="module")
def baccarat() -> Iterator[Field]:
    """A coup is dealt: a card that fell can be reported."""
    with pressed() as field:
        for state in ("open", "closed"):
            field.say(do="bets", state=state)
        yield field


@pytest.fixture(scope="module")
def roulette() -> Iterator[Field]:
    """A spin's number is awaited."""
    with pressed("roulette") as field:
        to_the_number(field)
        yield field


def to_the_number(field: Field) -> None:
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    ):
        field.say(**line)
    assert field.state()["prompt"] == "await_number"


@pytest.mark.sweep(2)
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


@pytest.mark.sweep
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


@pytest.mark.sweep
@pytest.mark.parametrize("layout", LAYOUTS, ids="".join)
def test_a_wheels_number_is_typed_under_every_layout(roulette: Field, layout: tuple[str, ...]) -> None:
    roulette.layout(*layout)
    roulette.key("BackSpace")
    roulette.key("BackSpace")
    roulette.places("17")
    assert roulette.state()["number"] == 17


@pytest.mark.sweep
def test_the_keypad_types_a_wheels_number_without_numlock(roulette: Field) -> None:
    roulette.layout("us")
    roulette.key("BackSpace")
    roulette.key("BackSpace")
    roulette.places("24", keys=KEYPAD)
    assert roulette.state()["number"] == 24


@pytest.mark.sweep
def test_letters_at_a_wheels_number_are_answered_with_words(roulette: Field) -> None:
    roulette.layout("ru")
    roulette.places(";")
    assert roulette.state()["refused"] == ENGLISH.text("press.letters")


@pytest.mark.sweep
def test_tiles_have_their_keys_under_a_lithuanian_layout(baccarat: Field) -> None:
    baccarat.layout("lt")
    baccarat.key("F2")
    assert baccarat.state()["stage"] == "kind"
    baccarat.codes([US["1"]])
    assert baccarat.state()["stage"] != "kind"


def sign_in(field: Field) -> None:
    """The pit boss, at the dealer's screen."""
    field.key("F4")
    field.places("p1")
    field.codes([ENTER])
    field.places("3333")
    field.codes([ENTER])
    field.state()


def to_a_withdrawal(field: Field) -> None:
    """Of another person's report."""
    to_go_on_or_void(field)
    field.say(withdraw=True)


def to_go_on_or_void(field: Field) -> None:
    facts = {"what": "card_peeked"}
    field.say(do="incident", kind="prohibited_action", facts=facts, by="D1")
    assert field.state()["stage"] == "outcome"
    sign_in(field)


def to_a_skip(field: Field) -> None:
    """Of an incident's step."""
    field.say(do="bets", state="open")
    field.say(do="bets", state="closed")
    field.say(do="card", card="9H")
    field.say(do="incident", kind="card_fell", facts={"cards": 1, "seen": False}, by="D1")
    field.state()
    sign_in(field)
    field.say(do="authorise", by="P1")
    assert field.state()["stage"] == "steps"
    sign_in(field)
    field.say(skip=True)


REASONS: Final = {"withdraw": to_a_withdrawal, "outcome": to_go_on_or_void, "skip": to_a_skip}
"""Each place at which a reason can be written, and the way there."""


@pytest.mark.sweep
@pytest.mark.parametrize("stage", REASONS)
def test_letters_begin_a_reason_as_the_layout_has_them(stage: str) -> None:
    """They vanished, though the page asks for the reason; a digit chooses, and is no letter of it."""
    with pressed() as field:
        REASONS[stage](field)
        assert (field.state()["stage"], field.state()["reason"]) == (stage, "")
        field.layout("ru")
        field.places("ab")
        assert field.state()["reason"] == "фи"


@pytest.mark.sweep
def test_a_kiosks_keypad_types_digits_in_a_text_without_numlock() -> None:
    """Cage sets no NumLock: the layout that the kiosk's service names does it."""
    with pressed() as field:
        to_a_withdrawal(field)
        assert field.state()["stage"] == "withdraw"
        field.layout("us")
        field.places("ab")
        field.places("12", keys=KEYPAD)
        assert field.state()["reason"] == "ab", "they move the cursor, and choose nothing"
        xkb = kiosk_keys(Kiosk(Path("/t7.toml"), ("console",), Path("/"), keyboard="ru"))
        field.layout("-layout", xkb["LAYOUT"], "-option", xkb["OPTIONS"])
        field.key("End")
        field.places("12", keys=KEYPAD)
        field.places("a")
        assert field.state()["reason"] == "ab12ф"


def kiosk_keys(kiosk: Kiosk) -> dict[str, str]:
    named = (each.partition("=") for each in kiosk.environment.split())
    return {key.removeprefix("XKB_DEFAULT_"): value for key, _, value in named if key.startswith("XKB_")}


@pytest.mark.sweep
@pytest.mark.parametrize("keys", [US, KEYPAD], ids=["row", "keypad"])
def test_a_pin_that_is_typed_too_early_is_not_shown(baccarat: Field, keys: dict[str, int]) -> None:
    baccarat.layout("lt")
    baccarat.key("F4")
    baccarat.places("3333", keys=keys)
    typed = baccarat.state()
    assert (typed["id"], typed["id_shown"]) == ("3333", "••••")
    baccarat.key("Escape")
