"""A step's felt: the seats with bets, large cards of one size and their order, what lies apart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.felt import Felt
from console.table.ui.felt.card_faces import CardFace, LaidThing
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.core.tables import Seen
from tests.table.ui.felt.seats.test_seats_on_felt import dealer_screen
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.samples.seats import SEAT_SAMPLES

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}


def cards(faces: str) -> list[Seen]:
    return [{"do": "card", "card": face} for face in faces.split()]


def decided(table: Straight, *lines: Seen) -> Felt:
    """The felt of the first step of an incident that the pit boss has authorised."""
    for line in lines:
        table.take(line)
    table.key(Qt.Key.Key_F4)
    table.pin()
    if table.view.view.prompt.action == "authorise":
        table.take({"do": "authorise", "by": "P1"})
    return table.window.dealer.incident.zone.steps.felt


def shown(felt: QWidget) -> list[CardFace]:
    return [each for each in felt.findChildren(CardFace) if each.isVisible()]


@pytest.mark.parametrize(("size", "least"), [((1280, 800), 80), ((1920, 1080), 108)])
@pytest.mark.parametrize("seats", [(3, 5, 6), (1, 3, 4, 5, 7)])
def test_cards_to_lay_out_again_are_large_and_numbered_in_the_order_dealt(
    qtbot: QtBot, size: tuple[int, int], least: int, seats: tuple[int, ...]
) -> None:
    """LT-BJ-2.3.20: they were 54 pixels wide on a felt two thirds empty, and had no numbers. Above them is
    the strip, with the pit boss's authority.
    """
    dealt = "9C 2H KC 8D 9S 5H" if len(seats) == 3 else "9H 8D TS 7C AH 5S 2C 8C 4D 7H"
    with straight(qtbot, "lt", "blackjack") as table:
        table.window.resize(*size)
        lines = (OPEN, {"do": "seats", "seats": [*seats]}, CLOSED, *cards(dealt))
        felt = decided(table, *lines, {"do": "incident", "kind": "cards_cleared_early", "by": "D1"})
        assert table.view.view.prompt.action == "restore"
        widths = {each.width() - 2 * 4 * each.u for each in shown(felt)}  # each card has 4 units around it
        assert max(widths) - min(widths) <= 2, "one size, but for whole pixels"
        assert min(widths) >= least
        numbers = [each for each in texts_of(felt) if each.text.isdecimal() and each.size > 17]
        rings = [*map(str, seats)]
        order = sorted(int(each.text) for each in numbers)
        assert order == sorted((*range(1, len(dealt.split()) + 1), *map(int, rings)))
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize(("size", "least"), [((1280, 800), 86), ((1920, 1080), 116)])
@pytest.mark.parametrize("seen", [True, False], ids=["play goes on", "void"])
def test_six_seats_cards_to_put_back_are_of_one_size_and_numbered(
    qtbot: QtBot, size: tuple[int, int], least: int, seen: bool
) -> None:
    """LT-BJ-2.3.1: they were 60 pixels wide at 1280x800, with half of the felt empty."""
    dealt = "TS 9C 8S AC AS 7C 9H 8D 5H 8H 6D KH 4S 2C"
    with straight(qtbot, "lt", "blackjack") as table:
        table.window.resize(*size)
        lines = (OPEN, {"do": "seats", "seats": [1, 2, 3, 4, 6, 7]}, CLOSED, *cards(dealt))
        facts: Seen = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": seen}, "by": "D1"}
        felt = decided(table, *lines, facts)
        assert table.view.view.prompt.action == "put_back"
        faces = shown(felt)
        widths = {each.width() - 2 * 4 * each.u for each in faces}
        assert len(faces) == 14 and max(widths) - min(widths) <= 2, "one size, but for whole pixels"
        assert min(widths) >= least
        assert not any(each.face.dimmed for each in faces), "the dealer reads them, though the round is void"
        numbers = [int(each.text) for each in texts_of(felt) if each.text.isdecimal() and each.size > 17]
        assert sorted(numbers) == sorted((*range(1, 15), 1, 2, 3, 4, 6, 7)), "the order, and seats' rings"
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_free_seats_are_not_on_a_steps_felt(qtbot: QtBot, language: str) -> None:
    with straight(qtbot, "lt", "blackjack") as table:
        lines = (OPEN, {"do": "seats", "seats": [1, 3]}, *cards("AS 2S 3S 4S 5S"))
        facts = {"first_card": True, "seen": True}
        report: Seen = {"do": "incident", "kind": "early_deal", "facts": facts, "by": "D1"}
        felt = decided(table, *lines, report)
        table.window.dealer.set_words(words(language), words("lt"))
        assert table.view.view.prompt.action == "discard"
        free = words(language).text("seat.free")
        assert not [each for each in texts_of(felt) if each.text == free]
        assert felt.held.face.backs == 4 and felt.held.width() > 90
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["bj-halted", "bj-halted-impossible"])
def test_a_halted_felts_texts_are_clear_of_one_another(qtbot: QtBot, name: str, language: str) -> None:
    """In Icelandic the words on the card in no hand touched the state of a blackjack above them."""
    assert flaws(dealer_screen(qtbot, SEAT_SAMPLES[name], language)) == []


def test_the_rules_are_shown_in_a_halt_clear_of_the_words_on_its_card(qtbot: QtBot) -> None:
    """BJ-1.2.3: in every player's view, with no phase excepted."""
    with straight(qtbot, "lt", "blackjack") as table:
        for line in (OPEN, {"do": "seats", "seats": [1, 3]}, CLOSED, *cards("9H 8D TS 7C AH 5S")):
            table.take(line)
        assert [each for each in texts_of(table.window.dealer.felt) if "Blackjack pays" in each.text]
        table.take(cards("2C")[0])
        assert table.view.view.phase == "halted"
        felt = table.window.dealer.felt
        assert [each for each in texts_of(felt) if "Blackjack pays" in each.text]
        assert flaws(table.window.dealer) == []
        assert {"In no hand", "came out of turn"} <= {each.text for each in texts_of(felt)}


@pytest.mark.parametrize(
    ("game", "said"),
    [("baccarat", "player, card 2, not read"), ("blackjack", "dealer, card 1, not read")],
)
def test_a_card_that_three_tries_could_not_read_lies_where_it_belongs(
    qtbot: QtBot, game: str, said: str
) -> None:
    """LT-BAC-27, LT-BJ-2.3.12: it was marked nowhere."""
    with straight(qtbot, "lt", game) as table:
        seats: list[Seen] = [] if game == "baccarat" else [{"do": "seats", "seats": [1, 3]}]
        for line in (OPEN, *seats, CLOSED, *cards("9H 8D"), *({"do": "unread"},) * 3):
            table.take(line)
        backs = [each for each in shown(table.window.dealer.felt) if each.face.lies is LaidThing.BACK]
        assert len(backs) == 1 and backs[0].face.marked
        assert backs[0].accessibleName() == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_waiting_hands_total_is_larger_than_its_clock(qtbot: QtBot, language: str) -> None:
    with straight(qtbot, "lt", "blackjack") as table:
        table.window.dealer.set_words(words(language), words("lt"))
        dealt = cards("9H 8D TS 7C AH 6C 5S 4D")
        for line in (OPEN, {"do": "seats", "seats": [1, 2, 3]}, CLOSED, *dealt):
            table.take(line)
        totals = [each for each in texts_of(table.window.dealer.felt) if each.text == "14"]
        assert totals and all(each.size >= 36 for each in totals)  # the clock's ring draws 32 pixels
        assert flaws(table.window.dealer) == []
