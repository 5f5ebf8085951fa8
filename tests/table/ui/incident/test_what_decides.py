"""The screens of a decision show what decides: the hand, the count, the readings, both courses."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.kit import FOCUS, theme
from console.table.words import number_name
from console.table.words.incident_phrases import known_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import Text, flaws, texts_of
from tests.table.core.tables import Seen
from tests.table.ui.harness.straight import Straight, straight

DEALT: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": face} for face in ("9H", "8D", "2C", "4C")),
)


def report(kind: str, **facts: object) -> Seen:
    return {"do": "incident", "kind": kind, "facts": facts, "by": "D1"}


def sign_in_as_pit_boss(table: Straight) -> None:
    table.key(Qt.Key.Key_F4)
    table.pin()


def seen(table: Straight, text: str) -> list[Text]:
    return [each for each in texts_of(table.window.dealer) if text in each.text]


def test_the_hand_stands_beside_the_question_and_the_outcome(qtbot: QtBot) -> None:
    """LT-BAC-18a: the cards decide, and the pages cover the table on which they lie."""
    with straight(qtbot, "lt", "baccarat") as table:
        for line in (*DEALT, report("card_fell")):
            table.take(line)
        layer = table.window.dealer.incident
        assert layer.parts.hand.isVisible()
        table.take({"do": "answer", "facts": {"cards": 1, "seen": True}, "by": "D1"})
        sign_in_as_pit_boss(table)
        assert table.view.view.prompt.action == "authorise"
        assert layer.parts.hand.isVisible()
        (last,) = seen(table, "Last card: ")
        assert "4" in last.text and "banker" in last.text
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_stands_in_the_headline_of_its_outcome(qtbot: QtBot, language: str) -> None:
    """For the pit boss alone: nobody who counts sees what the count should be."""
    with straight(qtbot, "lt", "baccarat") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "close", "by": "P1", "on": True})
        table.take({"do": "done", "by": "D1", "counted": 415})
        table.take({"do": "sign_out", "who": "P1"})
        assert not seen(table, "416")
        sign_in_as_pit_boss(table)
        table.window.dealer.set_words(words(language), words("lt"))
        figure = words(language).text("picture.count", count=415, all=416)
        assert max(each.size for each in seen(table, figure)) >= 42
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_asked_again_has_the_number_beside_its_headline(qtbot: QtBot, language: str) -> None:
    """LT-ROU-32b: it was only said that a number has been read."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (*DEALT[:2], report("foreign_object", ball_removed_in_time=True)):
            table.take(line)
        table.take({"do": "number", "number": 9, "source": "reader"})
        table.window.dealer.set_words(words(language), words("lt"))
        assert table.view.view.prompt.fact == "ball_removed_in_time"
        hand = table.window.dealer.incident.parts.hand
        shown = {each.text for each in texts_of(hand)}
        assert {"9", number_name(words(language), 9)} <= shown
        assert hand.accessibleName().startswith("9")
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_each_choice_shows_its_own_course(qtbot: QtBot, size: tuple[int, int]) -> None:
    """BAC-4.2: the pit boss decides whether play goes on or the round is void."""
    with straight(qtbot, "sv", "baccarat") as table:
        table.window.resize(*size)
        for line in (*DEALT, report("prohibited_action", what="card_peeked")):
            table.take(line)
        sign_in_as_pit_boss(table)
        (stands,), (back,) = seen(table, "Bets stand"), seen(table, "Bets go back")
        assert stands.base == back.base
        assert stands.box.right() < back.box.left()
        assert seen(table, "Play goes on") and seen(table, "Next round")
        assert flaws(table.window.dealer) == []


def test_a_question_that_comes_again_says_why_and_strikes_the_old_answer(qtbot: QtBot) -> None:
    """TB-8, LT-ROU-32a: the wheel reads 9 while the ball is to be taken out."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (*DEALT[:2], {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}):
            table.take(line)
        table.take(report("foreign_object", ball_removed_in_time=True))
        sign_in_as_pit_boss(table)
        table.clock.advance(40)
        table.take({"do": "number", "number": 9, "source": "reader"})
        first, second, *others = table.window.dealer.incident.parts.chips.chips
        assert (first.text, first.ink) == ("Since your answer: 9 read at 12:00:40", theme.AMBER)
        assert second.is_revoked and second.text.endswith("yes")
        assert not any(each.is_revoked or each.ink is theme.AMBER for each in others)
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("typed", ["handy blick", " "])
def test_space_confirms_no_outcome(qtbot: QtBot, typed: str) -> None:
    """TB-6: a pit boss who typed a reason confirmed LT-BAC-22a at the first space."""
    with straight(qtbot, "lt", "baccarat") as table:
        for line in (*DEALT, report("card_fell", cards=1, seen=True)):
            table.take(line)
        sign_in_as_pit_boss(table)
        primary = table.window.dealer.incident.bar.primary
        primary.setFocus(Qt.FocusReason.TabFocusReason)
        for sign in typed:
            table.clock.advance(0.5)
            QTest.keyClicks(primary, sign)
            table.settle()
        assert table.view.view.incident is not None and table.view.view.incident.state == "awaiting"
        table.clock.advance(0.5)
        QTest.keyClick(primary, Qt.Key.Key_Return)
        table.settle()
        assert table.view.view.incident.state == "steps"


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_that_can_not_be_now_says_so_and_answers_a_press(
    qtbot: QtBot, language: str, by_key: bool
) -> None:
    """TB-25: its tile took neither key nor click, and differed by its ground alone."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (*DEALT[:2], {"do": "spin", "turns": 2, "direction": "against", "by": "D1"}):
            table.take(line)
        table.window.dealer.set_words(words(language), words("lt"))
        table.key(Qt.Key.Key_F2)
        kinds, entries = table.window.dealer.incident.zone.kinds, len(table.kept.entries)
        tile = next(each for each in kinds.tiles if each.isVisible() and not each.isEnabled())
        assert tile.hint == words(language).text("incident.not_now")
        table.clock.advance(0.5)
        if by_key:
            kinds.press_key(tile.key)
        else:
            QTest.mouseClick(tile, Qt.MouseButton.LeftButton)
        table.settle()
        note = table.window.dealer.press_note
        assert note is not None and note.isVisible()
        assert note.text == words(language).text("press.not_now")
        assert len(table.kept.entries) == entries
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_digits_after_a_kind_that_can_not_be_now_choose_no_other(qtbot: QtBot, language: str) -> None:
    """A number that was typed for the page to come reported that a ball was out."""
    with straight(qtbot, "de", "roulette") as table:
        for line in (*DEALT[:2], {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}):
            table.take(line)
        table.window.dealer.set_words(words(language), words("de"))
        table.key(Qt.Key.Key_F2)
        tiles = table.window.dealer.incident.zone.kinds.tiles
        quiet = next(each.key for each in tiles if each.isVisible() and not each.isEnabled())
        other = next(each.key for each in tiles if each.isVisible() and each.isEnabled())
        for key, pause in ((quiet, 0.0), (other, 0.0), (other, 0.4)):
            table.clock.advance(pause)
            table.key(Qt.Key(ord(key)))
            assert table.view.view.incident is not None and table.view.view.incident.kind is None
        note = table.window.dealer.press_note
        assert note is not None and note.text == words(language).text("press.after_not_now")
        assert flaws(table.window.dealer) == []
        table.clock.advance(0.6)
        table.key(Qt.Key(ord(other)))
        assert table.view.view.incident is not None and table.view.view.incident.kind is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_with_one_answer_is_a_confirmation(qtbot: QtBot, language: str) -> None:
    """WD-15: 'Where is the ball?' stood over one tile, 'In a pocket': is has no row for the track."""
    with straight(qtbot, "is", "roulette") as table:
        table.take(DEALT[0])
        table.take(report("spun_in_bet_time"))
        table.window.dealer.set_words(words(language), words("is"))
        prompt = table.window.dealer.prompt.text
        assert prompt.headline == known_text(words(language), "ball", "pocket", None)
        assert words(language).text("actor.confirm_fact").upper() in prompt.actor
        assert flaws(table.window.dealer) == []
        table.key(Qt.Key.Key_1)
        assert table.view.view.incident is not None
        assert table.view.view.incident.facts["ball"] == "pocket"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wheels_number_stands_beside_its_question(qtbot: QtBot, language: str) -> None:
    """LT-ROU-33: the number that was recorded, while the right one is asked for."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (*DEALT[:2], {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}):
            table.take(line)
        table.take({"do": "number", "number": 27, "source": "reader"})
        table.take(report("wrong_number_recorded"))
        sign_in_as_pit_boss(table)
        table.window.dealer.set_words(words(language), words("lt"))
        hand = table.window.dealer.incident.parts.hand
        named = number_name(words(language), 27)
        assert hand.isVisible() and hand.accessibleName().startswith("27")
        beside = [each for each in seen(table, named) if each.text == named]
        assert len(beside) == 1 and beside[0].base < 272
        assert flaws(table.window.dealer) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tile_of_further_kinds_is_no_kind_that_can_not_be(qtbot: QtBot, language: str) -> None:
    """It had their ground and their quiet letters; on blackjack's tiles a key's figure lay on its sign."""
    with straight(qtbot, "lt", "blackjack") as table:
        table.take(DEALT[0])
        table.window.dealer.set_words(words(language), words("lt"))
        table.key(Qt.Key.Key_F2)
        tiles = table.window.dealer.incident.zone.kinds.tiles
        (other,) = (each for each in tiles if each.text() == words(language).text("incident.other"))
        assert other.isEnabled() and not other.quiet
        for tile in tiles:
            picture = tile.grab().toImage().copy(FOCUS + 31, FOCUS + 8, 4, tile.height() - 2 * FOCUS - 16)
            assert picture == picture.copy(0, 0, 1, 1).scaled(picture.size()), tile.text()
