"""The names of things, for the eye and for those who hear the screen."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from console.table.core import Actor, Lamp, LampFault
from console.table.devices import DeviceRole
from console.table.game import DECK, Card, Wager, rulebook_ids
from console.table.words.names import (
    bet_name,
    card_at,
    card_name,
    game_name,
    hand_name,
    inside,
    lamp_text,
    next_place,
    place_name,
    role_name,
    rules_name,
    shorten,
)
from tests.base.words.catalogues import words


@pytest.mark.parametrize(
    ("language", "nine", "ten", "ace"),
    [
        ("en", "9 of hearts", "10 of diamonds", "ace of spades"),
        ("sv", "hjärter\u00a09", "ruter\u00a010", "spader\u00a0ess"),
        ("ja", "ハートの9", "ダイヤモンドの10", "スペードのエース"),
        ("lt", "širdžių 9", "būgnų 10", "vynų tūzas"),
        ("is", "hjarta-9", "tígul-10", "spaðaás"),
        ("de", "Herz\u00a09", "Karo\u00a010", "Pik\u00a0Ass"),
    ],
)
def test_a_card_is_named_as_at_the_table(language: str, nine: str, ten: str, ace: str) -> None:
    texts = [card_name(words(language), Card(face)) for face in ("9H", "TD", "AS")]
    assert texts == [nine, ten, ace]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_share_a_name(language: str) -> None:
    assert len({card_name(words(language), card) for card in DECK}) == 52


def test_a_picture_has_its_name_and_a_number_its_figure() -> None:
    named = [card_name(words("en"), Card(f"{rank}H")) for rank in "A23456789TJQK"]
    ranks = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
    assert named == [f"{rank} of hearts" for rank in ranks]


def test_a_place_is_heard_with_what_lies_there() -> None:
    english = words("en")
    assert card_at(english, "banker", 2, Card("8H")) == "banker, card 2, 8 of hearts"
    assert card_at(english, "banker", 2, None) == "banker, card 2, empty place"
    assert next_place(english, "banker", 2) == "banker, card 2, next card goes here"
    assert place_name(english, "player", 2) == "player 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lamp_has_words_in_every_state(language: str) -> None:
    for device in ("shoe", "reader", "wheel", "journal", "link", "clock"):
        for fault in (None, *LampFault):
            if fault is not LampFault.EXCHANGED:
                assert lamp_text(words(language), Lamp(device, fault))
    for role in DeviceRole:
        assert lamp_text(words(language), Lamp("shoe", LampFault.EXCHANGED, role))


def test_the_lamp_of_a_wrong_clock_says_by_how_much() -> None:
    shown = [lamp_text(words("en"), Lamp("clock", LampFault.UNSYNCHRONISED, by)) for by in ("2.1 s", "")]
    assert shown == ["Clock not in sync (2.1 s)", "Clock not in sync"]


@pytest.mark.parametrize(
    ("on", "numbers", "name"),
    [
        ("split", (8, 11), "Split 8–11"),
        ("six_line", (1, 2, 3, 4, 5, 6), "Six line 1–6"),
        *(("dozen", (at,), "2nd dozen") for at in (13, 24)),
        ("dozen", (25,), "3rd dozen"),
        ("column", (2,), "2nd column"),
        ("red", None, "Red"),
    ],
)
def test_a_bet_is_named_by_its_place(on: str, numbers: tuple[int, ...] | None, name: str) -> None:
    assert bet_name(words("en"), Wager(on=on, numbers=numbers, stake=100)) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_rulebooks_roles_and_hands_have_names(language: str) -> None:
    here = words(language)
    assert all(game_name(here, game) for game in ("baccarat", "blackjack", "roulette"))
    assert len({rules_name(here, rules) for rules in rulebook_ids()}) == 5
    assert len({role_name(here, actor) for actor in Actor}) == 3
    assert hand_name(here, "player") != hand_name(here, "banker")


def test_behind_a_colon_german_keeps_the_capitals_of_nouns_alone() -> None:
    german = words("de")
    for key, worded in (
        ("answer.ball.pocket", "in einem Feld"),
        ("answer.ball.track", "noch auf der Laufbahn"),
        ("report.silent", "ohne Signal"),
        ("answer.extras.aside", "beiseite, nicht\u00a0gezeigt"),
        ("answer.cause.few_turns", "zu wenige Umläufe"),
        ("answer.reason.premises", "Räumlichkeiten"),
        ("answer.cause.foreign_object", "Fremdkörper im Kessel"),
    ):
        assert inside(german, german.text(key)) == worded


def test_behind_a_comma_english_keeps_the_capitals_of_nations_alone() -> None:
    english = words("en")
    for rules in rulebook_ids():
        named = rules_name(english, rules)
        assert inside(english, named) == named
    assert inside(english, english.text("game.baccarat")) == "baccarat"


def test_behind_a_comma_a_word_of_one_letter_has_no_capital() -> None:
    icelandic = words("is")
    assert inside(icelandic, icelandic.text("answer.where.round")) == "í umferðinni"
    assert inside(words("en"), "A card was read") == "a card was read"
    assert inside(words("en"), "PIN") == "PIN"


@pytest.mark.parametrize(("length", "shown"), [(2_100, "x" * 2_100), (2_101, "x" * 2_000 + "… [JSON]")])
def test_a_text_is_cut_where_a_page_can_not_hold_it(length: int, shown: str) -> None:
    assert shorten("x" * length) == shown
