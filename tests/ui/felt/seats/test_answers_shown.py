"""What a screen tells of players' answers: on the felt, at the question, and on the outcome's page."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.table.showing.dealer_view import Situation, dealer_view
from console.table.showing.views import DealerView, Mode
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.felt.scene import Scene
from console.ui.felt.seats.shown_seats import seats_shown, state_text
from console.ui.incident.panels.outcome import heard
from console.words import LANGUAGES
from tests.table.play.test_answer_times import CARDS, Timed, dealt, decide
from tests.table.tables import book
from tests.ui.samples.tables import clock
from tests.ui.stands.said import Said
from tests.words.catalogues import words


def shown(table: Timed) -> DealerView:
    situation = Situation(mode=Mode.LIVE, name="7", game="blackjack", rulebook=book(table.code), persons={})
    return dealer_view(table.session.view(), table.table, situation)


def states(table: Timed, lang: str = "en") -> list[str]:
    seats = seats_shown(shown(table), Scene(1280, 360, lies=True))
    return [state_text(words(lang), seat, hand) for seat in seats for hand in seat.hands]


def timed_out() -> Timed:
    """Seat 1 did not answer, and its hit came 0.4 seconds later; seat 3 stood."""
    table = dealt(*CARDS)
    table.after(13, decide(1, "timeout"))
    table.after(0.4, decide(1, "hit"))
    table.after(4.2, decide(3, "stand"))
    return table


def screen_of(qtbot: QtBot, view: DealerView, lang: str = "en") -> DealerScreen:
    screen = DealerScreen(words(lang), words("lt"), clock(), Said())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_view(view)
    return screen


def test_a_seat_that_timed_out_does_not_look_like_one_that_stood() -> None:
    assert states(timed_out()) == ["no answer", "stands"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_does_not_in_any_language(lang: str) -> None:
    one, other = states(timed_out(), lang)
    assert one != other


def test_a_seat_that_did_not_answer_the_ace_declined_nothing() -> None:
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    table.after(13, decide(1, "timeout"))
    assert states(table)[0] == "no answer"


def test_the_question_which_seat_tells_what_each_answered(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8 is not decided blind."""
    table = timed_out()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    choices = screen_of(qtbot, shown(table)).incident.zone.facts.choices
    one, three = (" ".join(choice.notes) for choice in choices[:2])
    assert "no answer in 13 s" in one and "did not count: 0.4 s after the time-out" in one
    assert "stand · 8.4 s left" in three and "no answer" not in three


def test_the_outcomes_page_tells_what_that_seat_answered() -> None:
    table = timed_out()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1}})
    view = shown(table)
    assert view.view.incident is not None
    told = heard(view.view.incident, words("en"), view)
    assert "no answer in 13 s" in told and "hit · did not count: 0.4 s" in told
