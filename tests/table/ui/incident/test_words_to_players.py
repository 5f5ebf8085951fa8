"""The words that players hear from a mishap to play going on: pressed in the real window.

Each scene is looked at in two languages, a game's scenes in all six by turns;
in a sweep each in all. What players hear stands in the market's own words as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, product
from typing import Any, Final, NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Phase
from console.table.game import DOCUMENTED
from console.table.ui.incident.incident_words import then_text
from console.table.ui.incident.stage import Stage, open_incident
from console.table.words.speech import notice_text, say_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import sampled
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.straight import Straight, straight

pytestmark = pytest.mark.usefixtures("bare_felt")

Line = dict[str, Any]
OPEN: Final[Line] = {"do": "bets", "state": "open"}
CLOSED: Final[Line] = {"do": "bets", "state": "closed"}
SPUN: Final[Line] = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
DONE: Final[Line] = {"do": "done", "by": "D1"}
SEATS: Final[Line] = {"do": "seats", "seats": [1, 3]}
SEAT: Final[Line] = {"do": "seats", "seats": [3]}
FIVE: Final[Line] = {"do": "number", "number": 5, "source": "reader"}
SHUFFLE: Final = (
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "reshuffle", "by": "P1", "on": True},
    {"do": "sign_out", "who": "P1"},
    DONE,
)
WAIT: Final = "please_wait"


def cards(*faces: str) -> tuple[Line, ...]:
    return tuple({"do": "card", "card": face} for face in faces)


def report(kind: str, **facts: object) -> Line:
    return {"do": "incident", "kind": kind, "by": "D1", "facts": facts}


def passed(seat: int) -> Line:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": "timeout"}


class Scene(NamedTuple):
    """A sequence of lines, and after the report and each press what is due, and what players hear with it."""

    rules: str
    game: str
    lines: tuple[Line, ...]
    for_players: tuple[tuple[str, str | None], ...]


SCENES: Final = {
    "LT-ROU-33, announced and paid": Scene(
        "lt", "roulette", (OPEN, CLOSED, SPUN, FIVE, DONE, report("wrong_number_recorded", actual=17)),
        (("authorise", WAIT), ("settle", "number_corrected"), ("await_bets", None)),
    ),
    "LT-ROU-33, over a round that is open": Scene(
        "lt", "roulette", (OPEN, CLOSED, SPUN, FIVE, DONE, OPEN, report("wrong_number_recorded", actual=17)),
        (("authorise", WAIT), ("settle", "number_corrected"), ("wait", "play_goes_on")),
    ),
    # TB-28: the view said it, so that players heard it before the dealer announced it.
    "LT-ROU-30b, a number was told": Scene(
        "lt", "roulette", (OPEN, CLOSED, SPUN, FIVE, report("technical_fault", result_known=True, actual=17)),
        (("authorise", WAIT), ("settle", "number_corrected"), ("await_bets", None)),
    ),
    "LT-ROU-30b, no number was told": Scene(
        "lt", "roulette", (OPEN, CLOSED, SPUN, report("technical_fault", result_known=True, actual=17)),
        (("authorise", WAIT), ("settle", "number"), ("await_bets", None)),
    ),
    "LT-BJ-2.3.8": Scene(
        "lt", "blackjack",
        (OPEN, SEATS, CLOSED, *cards("4H", "5C", "TD", "3S", "8S", "2C"), passed(1),
         report("no_chance_to_act", seat=1)),
        (("authorise", WAIT), ("await_decision", "hand_refunded")),
    ),
    "LT-BJ-2.3.8, no seat is left": Scene(
        "lt", "blackjack",
        (OPEN, SEAT, CLOSED, *cards("4H", "TD", "3S", "2C"), passed(3), report("no_chance_to_act", seat=3)),
        (("authorise", WAIT), ("collect", "round_void")),
    ),
    "LT-BAC-12": Scene(
        "lt", "baccarat", (OPEN, CLOSED, *cards("9H", "2S"), report("damaged_card", cards=1)),
        (("authorise", WAIT), ("replace_card", WAIT), ("deal", "play_goes_on")),
    ),
    "LT-BJ-16": Scene(
        "lt", "blackjack",
        (OPEN, SEATS, CLOSED, *cards("4H", "5C", "TD"), report("card_fell", cards=1, seen=True)),
        (("authorise", WAIT), ("put_back", WAIT), ("deal", "play_goes_on")),
    ),
    "LT-BAC-23c, a shuffle starts over": Scene(
        "lt", "baccarat", (*SHUFFLE, report("card_turned_in_shuffle", cards=3)),
        (("authorise", WAIT), ("turn_down", "shuffle_again"), ("shuffle_1", None)),
    ),
    "LT-BAC-19c, decks are replaced": Scene(
        "lt", "baccarat", (*SHUFFLE, report("card_fell", where="shuffle", cards=3)),
        (("authorise", WAIT), ("replace_decks", "shuffle_again"), ("receive_decks", None)),
    ),
    "between rounds": Scene(
        "lt", "baccarat", (report("under_burn"),),
        (("authorise", WAIT), ("await_bets", None)),
    ),
    "LT-ROU-24": Scene(
        "lt", "roulette", (OPEN, report("spun_in_bet_time", ball="track")),
        (("remove_ball", WAIT), ("wait", "play_goes_on")),
    ),
    "LT-ROU-29": Scene(
        "lt", "roulette", (OPEN, CLOSED, SPUN, report("ball_out")),
        (("authorise", WAIT), ("pick_up_ball", "no_spin"), ("check_ball", WAIT), ("spin", None)),
    ),
}  # fmt: skip


PAIRS: Final = (("en", "ja"), ("lt", "de"), ("sv", "is"))
LOOKED_AT: Final = {
    name: sampled(LANGUAGES, pair)
    for game in DOCUMENTED
    for name, pair in zip([name for name in SCENES if SCENES[name].game == game], cycle(PAIRS), strict=False)
}
"""The languages of the person who looks at a scene."""


def test_every_games_scenes_are_looked_at_in_every_language() -> None:
    seen = {(SCENES[name].game, language) for name in SCENES for language in LOOKED_AT[name]}
    assert seen == set(product(DOCUMENTED, LANGUAGES))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", SCENES)
def test_players_hear_each_announcement_in_order_from_report_to_play(qtbot: QtBot, name: str) -> None:
    """An announcement lasts until the next line, the request to wait as long as the table is halted."""
    scene = SCENES[name]
    with straight(qtbot, scene.rules, scene.game) as table:
        for line in scene.lines:
            table.take(line)
            assert table.view.view.refused is None, line
        for at, (due, expected) in enumerate(scene.for_players):
            if at:
                press(table)
            if due != "authorise":  # the dealer reported it: a pit boss signs in and sees it first
                assert table.view.view.prompt.action == due
            elif table.view.view.prompt.action == "sign_in":
                press(table)
                assert table.view.view.prompt.action == due
            assert words_for_players(table, LOOKED_AT[name]) == expected
            halted = table.view.view.phase == Phase.HALTED
            assert (table.view.view.notice is not None) == halted


LONG: Final[dict[str, tuple[str, str, Line, Line]]] = {
    "LT-ROU-33": ("lt", "roulette", report("wrong_number_recorded", actual=28), {}),
    "ROU-2.1.6": ("sv", "roulette", report("technical_fault"), {}),
    "LT-BJ-2.3.3": ("lt", "blackjack", report("card_face_down"), {"choice": "change_shoe"}),
}
"""Reports whose outcome has the most words for players, or a note of the first step beside them."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", LONG)
def test_the_words_for_players_are_whole_at_table_and_pit_page(qtbot: QtBot, name: str) -> None:
    rules, game, told, chosen = LONG[name]
    play = (CLOSED, SPUN, FIVE) if game == "roulette" else (SEATS, CLOSED, *cards("4H", "5C", "TD"))
    with straight(qtbot, rules, game) as table:
        for line in (OPEN, *play, told, SHUFFLE[0], {"do": "authorise", "by": "P1", **chosen}):
            table.take(line)
        assert table.view.incident.decided is not None
        table.window.pit.show_page()
        page = table.window.pit.page
        assert page.screen is not None
        for language in LANGUAGES:
            table.window.speak(language)
            table.settle()
            assert (language, flaws(table.window.dealer), flaws(page.screen)) == (language, [], [])


P1, GIVEN_UP = SHUFFLE[0], {"do": "sign_out", "who": "P1"}
CLOSING: Final[tuple[Line, ...]] = (P1, {"do": "close", "by": "P1", "on": True}, GIVEN_UP)
RESHUFFLE: Final[tuple[Line, ...]] = (P1, SHUFFLE[1], GIVEN_UP)
LOST: Final = report("wrong_number_recorded", actual=17)
FAULT: Final = report("technical_fault", result_known=False)
FELL: Final = report("card_fell", cards=1, seen=False)
PAID: Final = (OPEN, CLOSED, SPUN, FIVE, DONE)
THEN: Final[dict[str, tuple[str, tuple[Line, ...], str]]] = {
    "LT-BJ-2.3.8, no seat is left": ("blackjack", SCENES["LT-BJ-2.3.8, no seat is left"].lines, "next_round"),
    "LT-BJ-2.3.8": ("blackjack", SCENES["LT-BJ-2.3.8"].lines, "goes_on"),
    "LT-ROU-33": ("roulette", (*PAID, LOST), "next_round"),
    "LT-ROU-33, over a round that is open": ("roulette", (*PAID, OPEN, LOST), "goes_on"),
    "LT-ROU-30a, the table is to close": ("roulette", (OPEN, *CLOSING, FAULT), "closes"),
    "LT-BAC-18b, the table is to close": ("baccarat", (OPEN, CLOSED, *CLOSING, *cards("9H"), FELL), "closes"),
    "LT-BAC-18b, then a shuffle": ("baccarat", (OPEN, CLOSED, *RESHUFFLE, *cards("9H"), FELL), "shuffle"),
    "BAC-3.1.3, as the table closes": ("baccarat", (*CLOSING, report("damaged_card")), "closes"),
    "a shuffle is ordered between rounds": ("baccarat", (report("under_burn"), P1, SHUFFLE[1]), "shuffle"),
}  # fmt: skip
"""Reports, and what comes after the last step of their outcome."""


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", THEN)
def test_the_page_says_what_follows_the_outcome_now_and_at_its_steps(qtbot: QtBot, name: str) -> None:
    game, lines, follows = THEN[name]
    with straight(qtbot, "lt", game) as table:
        for line in lines:
            table.take(line)
            assert table.view.view.refused is None, line
        for line in (P1, {"do": "authorise", "by": "P1"}):
            incident = open_incident(table.view)
            assert incident is not None and incident.outcome is not None
            assert then_text(words("en"), incident, table.view) == words("en").text(f"then.{follows}")
            table.take(line)
        if (incident := open_incident(table.view)) is not None:
            assert then_text(words("en"), incident, table.view) == words("en").text(f"then.{follows}")


def test_the_credit_of_an_earlier_round_is_named_by_that_round(qtbot: QtBot) -> None:
    """LT-ROU-33: bets of round 2 are open; it is round 1 that is credited."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (OPEN, CLOSED, SPUN, FIVE, DONE, OPEN, LOST, P1, {"do": "authorise", "by": "P1"}):
            table.take(line)
        table.window.speak("en")
        table.settle()
        assert words("en").text("status.round", round="1") in table.window.dealer.band.accessibleName()


def test_a_waiting_report_of_an_earlier_rounds_number_names_no_round_in_the_list(qtbot: QtBot) -> None:
    """LT-ROU-33: it stood there with round 2, which is open and has no number yet."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (*PAID, OPEN, report("cannot_continue"), LOST, P1):
            table.take(line)
        table.window.speak("en")
        table.window.pit.show_page()
        page = table.window.pit.page.screen
        assert page is not None
        (below,) = [each.text for each in texts_of(page) if words("en").text("pit.waits") in each.text]
        assert "Round" not in below


UNSTOPPED: Final[dict[str, tuple[str, tuple[Line, ...], str]]] = {
    "bets close under a question": (
        "roulette", (OPEN, report("cannot_continue"), CLOSED), "no_more_bets"
    ),
    "bets close under an outcome": (
        "baccarat", (OPEN, report("cannot_continue", reason="health"), CLOSED), "no_more_bets"
    ),
    "bets close under a halt": ("baccarat", (OPEN, *cards("9H"), CLOSED), "no_more_bets"),
    "the cut card comes under a halt": (
        "baccarat", (OPEN, CLOSED, report("cannot_continue"), {"do": "cut_card"}), "last_hand_before_shuffle"
    ),
}  # fmt: skip
"""Events that come while play waits, and have words of their own."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", UNSTOPPED)
def test_an_announcement_stands_beside_the_request_to_wait(qtbot: QtBot, name: str) -> None:
    game, lines, said = UNSTOPPED[name]
    with straight(qtbot, "lt", game) as table:
        for line in lines:
            table.take(line)
        assert words_for_players(table, LANGUAGES) == said
        waits = notice_text(words("lt"), table.view.view)
        assert waits in table.window.dealer.band.accessibleName()


MANUAL: Final[tuple[Line, ...]] = (P1, {"do": "manual", "by": "P1", "on": True}, OPEN)
BY_HAND: Final[dict[str, tuple[str, str, tuple[Line, ...], str]]] = {
    "BAC-2.1.6": ("sv", "baccarat", (*MANUAL, CLOSED), "no_more_bets"),
    "BJ-2.1.3": ("lt", "blackjack", (*MANUAL, SEATS, CLOSED), "no_more_bets"),
    "LT-BAC-12, a report is withdrawn": (
        "lt", "baccarat",
        (*MANUAL, CLOSED, *cards("9H"), FELL, {"do": "withdraw", "reason": "mistake", "by": "P1"}),
        "play_goes_on",
    ),
    "LT-BAC-24a": ("lt", "baccarat", (*MANUAL, CLOSED, {"do": "cut_card"}), "last_hand_before_shuffle"),
}  # fmt: skip
"""Events in manual mode that have words of their own."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", BY_HAND)
def test_the_words_due_stand_above_the_pad_on_which_cards_are_entered(qtbot: QtBot, name: str) -> None:
    rules, game, lines, said = BY_HAND[name]
    with straight(qtbot, rules, game) as table:
        for line in lines:
            table.take(line)
            assert table.view.view.refused is None, line
        table.key(Qt.Key.Key_F4)
        table.pin()
        dealer = table.window.dealer
        assert dealer.incident_stage is Stage.MANUAL
        assert words_for_players(table, LANGUAGES) == said
        for language in LANGUAGES:
            table.window.speak(language)
            table.settle()
            hint = words(language).text("mode.manual.note")
            assert (hint in (dealer.prompt.text.gloss or ""), flaws(dealer.prompt)) == (True, [])


def test_a_step_with_a_note_keeps_the_request_to_wait(qtbot: QtBot) -> None:
    """LT-BAC-12: the band says the outcome by then."""
    with straight(qtbot, "sv", "roulette") as table:
        authorised: Line = {"do": "authorise", "by": "P1"}
        for line in (OPEN, CLOSED, report("technical_fault"), P1, authorised, CLOSING[1]):
            table.take(line)
        assert table.view.view.prompt.action == "confirm_mended"
        assert words_for_players(table, LANGUAGES) == WAIT


@pytest.mark.parametrize("game", ("baccarat", "blackjack"))
def test_players_are_not_asked_for_bets_while_play_waits(qtbot: QtBot, game: str) -> None:
    """LT-BJ-16: a card in bet time is refused, so 'place your bets' still stands in the protocol's view."""
    with straight(qtbot, "lt", game) as table:
        for line in (OPEN, *cards("9H")):
            table.take(line)
        band = table.window.dealer.band.accessibleName()
        assert notice_text(words("lt"), table.view.view) in band
        assert words("lt").text("say.place_your_bets") not in band


def test_a_number_in_doubt_is_announced_only_after_a_decision(qtbot: QtBot) -> None:
    """ROU-3.1.2: the first number's announcement still stands in the protocol's view."""
    with straight(qtbot, "de", "roulette") as table:
        for line in (OPEN, CLOSED, SPUN, FIVE):
            table.take(line)
        assert table.view.view.say is not None
        announced = say_text(words("de"), table.view.view.say)
        assert announced in accessible_text(table)
        for line in ({**FIVE, "number": 9}, P1):
            table.take(line)
            band = table.window.dealer.band.accessibleName()
            assert notice_text(words("de"), table.view.view) in band
            assert announced not in accessible_text(table)
        table.take({"do": "withdraw", "by": "P1", "reason": "misread"})
        assert announced in accessible_text(table)


@pytest.mark.parametrize("damaged", (True, False))
def test_the_balls_damage_is_not_mentioned_before_it_is_judged(qtbot: QtBot, *, damaged: bool) -> None:
    """LT-ROU-29: it is checked once it is picked up; a pit boss who has seen it may have said so before."""
    facts = {"ball_damaged": True} if damaged else {}
    with straight(qtbot, "lt", "roulette") as table:
        for line in (OPEN, CLOSED, SPUN, report("ball_out", **facts)):
            table.take(line)
        press(table)
        assert table.view.view.prompt.action == "authorise"
        assert (words("en").text("fact.name.ball_damaged") in accessible_text(table)) == damaged


def press(table: Straight) -> None:
    """The one press that the screen asks for: once more where an empty worksheet is asked about."""
    bar, asked = table.window.dealer.incident.bar, table.window.dealer.presses.confirmation
    entry = table.view.view.entry
    table.touch(bar.primary if bar.primary.isVisible() else table.window.dealer.bar.primary)
    table.pin()
    if asked.isVisible():
        table.touch(menu_rows(asked)[-1])
    if table.view.view.entry > entry and table.view.view.prompt.action == "sign_in":
        table.touch(table.window.dealer.bar.primary)
        table.pin()


def words_for_players(table: Straight, languages: Iterable[str]) -> str | None:
    """The dealer's words for players: they are in the market's language, and in the reader's."""
    say, notice = table.view.view.say, table.view.view.notice
    for language in languages:
        table.window.speak(language)
        table.settle()
        shown = " ".join(
            each.accessibleName() for each in table.window.findChildren(QWidget) if each.isVisible()
        )
        for tongue in (table.view.rules, language):
            if say is not None:
                assert say_text(words(tongue), say) in shown
            elif notice is not None:
                assert notice_text(words(tongue), table.view.view) in shown
    return say.key if say is not None else notice


def accessible_text(table: Straight) -> str:
    """All that the window gives a screen reader now."""
    seen = (each for each in table.window.findChildren(QWidget) if each.isVisible())
    return " ".join(each.accessibleName() for each in seen)
