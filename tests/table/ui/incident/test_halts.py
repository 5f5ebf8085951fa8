"""The end of a halt, pressed at a real table: the rulebook's case first, taking the reading back second."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import SpinView, View, lines
from console.table.devices.models import angel_eye
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.incident.incident_words import common_clause, withdraw_label, withdraw_question
from console.table.ui.kit import Button
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.instant import Instant
from tests.table.ui.harness.straight import straight
from tests.table.ui.incident.test_incident_window import touch
from tests.table.ui.window.test_table_window import play_to, primary, sign_out_the_pit_boss


def card_in_bet_time(work: AtWork) -> View:
    """A card leaves the shoe while bets are open; the pit boss comes."""
    play_to(work, "betting", "wait")
    held = work.after(work.shoe.card_in_bet_time)
    halt = work.shown.table.halt  # the refusal itself may have been followed by another view
    assert held.phase == "halted" and halt is not None and halt.reason == "bets_open"
    sign_out_the_pit_boss(work)
    assert primary(work) == Primary.PIT_BOSS_HERE
    return work.sign_in("P1")


def asked_once(work: AtWork) -> list[Button]:
    """The rows of what is asked once more, the way back first."""
    rows = work.window.dealer.presses.confirmation.findChildren(Button)
    assert work.window.dealer.presses.confirmation.isVisible() and rows
    return rows


def touch_only(work: AtWork, target: Button) -> None:
    """A touch of which no entry comes."""
    work.clock.advance(0.5)
    QTest.mouseClick(target, Qt.MouseButton.LeftButton)


def test_the_noticed_case_is_the_halts_large_press_with_its_clause(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-BAC-25: a press of its own reports it, and its outcome is shown before it is confirmed."""
    with at_work(qtbot, tmp_path, rules="lt", ready=True) as work:
        assert card_in_bet_time(work).offer is not None
        bar = work.window.dealer.bar
        assert primary(work) == Primary.RESOLVE
        assert bar.primary.text() == "Card in bet time: decide by LT-BAC-25"
        assert bar.second.text() == words("en").text("button.withdraw.card")
        assert bar.third.text() == words("en").text("button.void")
        touch(work, bar.primary)
        work.until(lambda: work.view.prompt.fact == "kind")
        assert work.window.dealer.incident.bar.primary.text() == "Card in bet time: decide by LT-BAC-25"
        view = touch(work, work.window.dealer.incident.bar.primary)
        work.until(lambda: work.view.incident is not None and work.view.incident.kind == "early_deal")
        assert view.phase == "halted" and work.view.prompt.fact == "seen"


def test_a_notice_without_more_facts_is_authorised_only_after_its_outcome_was_seen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """BAC-2.1.8: a fault of the shoe's voids the round, by the amber press and not by the notice's."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        work.after(
            lambda: work.window.people_here.send_line(
                lines.Device("shoe", angel_eye.fault_frame("7", 2).hex())
            )
        )
        work.sign_in("P1")
        bar = work.window.dealer.bar
        assert "BAC-2.1.8" in bar.primary.text()
        touch(work, bar.primary)
        work.until(lambda: work.view.prompt.fact == "kind")
        touch(work, work.window.dealer.incident.bar.primary)
        work.until(lambda: work.view.prompt.action == "authorise")
        assert work.view.bets == "closed" and work.view.round is not None
        assert work.view.round.status == "open"
        assert touch(work, work.window.dealer.incident.bar.primary).bets == "refunded"


def test_withdrawing_a_card_asks_once_and_play_then_goes_on_as_before(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, rules="lt", ready=True) as work:
        left = card_in_bet_time(work).shoe
        touch_only(work, work.window.dealer.bar.second)
        back, meant = asked_once(work)
        assert work.window.dealer.presses.confirmation.accessibleName() == words("en").text(
            "confirm.withdraw.card"
        )
        touch_only(work, back)
        assert work.view.phase == "halted", "going back takes nothing back"
        touch_only(work, work.window.dealer.bar.second)
        meant = asked_once(work)[-1]
        view = touch(work, meant)
        assert (view.phase, view.bets, view.shoe) == ("betting", "open", left)
        work.until(lambda: {person.who for person in work.shown.table.people} == {"D1"})


def test_a_round_is_void_only_once_it_was_meant_twice(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        work.after(work.shoe.wrong_card)
        assert work.view.phase == "halted"
        work.sign_in("P1")
        bar = work.window.dealer.bar
        void = bar.second if bar.third.isHidden() else bar.third
        touch_only(work, void)
        QTest.keyClick(work.window.dealer.presses.confirmation, Qt.Key.Key_Escape)
        assert work.view.phase == "halted", "going back voids nothing"
        touch_only(work, void)
        view = touch(work, asked_once(work)[-1])
        assert view.bets == "refunded" and view.round is not None
        assert view.round.status == "void"


def test_rows_of_one_clause_have_it_in_common() -> None:
    assert common_clause(("LT-BAC-25a", "LT-BAC-25b")) == "LT-BAC-25"
    assert common_clause((None, "LT-BAC-30b", "LT-BAC-30a", "LT-BAC-30c")) == "LT-BAC-30"
    assert common_clause(("LT-ROU-31b",)) == "LT-ROU-31b"
    assert common_clause((None,)) is None
    assert common_clause(("LT-BAC-26a", "LT-BAC-27")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_taking_back_says_in_every_language_what_then_counts(language: str) -> None:
    for what in ("card", "number", "later_number", "spin"):
        assert words(language).text(f"confirm.withdraw.{what}", number=6, later=27)


def said_by(dealer: str, number: int) -> Seen:
    return {"do": "number", "number": number, "source": "dealer", "by": dealer}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", [(27, 6), (6, 27)])
@pytest.mark.parametrize("corrected", [False, True], ids=["read twice", "after the dealer's correction"])
def test_the_press_names_the_number_it_withdraws_before_the_one_that_stands(
    told: tuple[int, int], corrected: bool, language: str
) -> None:
    """Which one is the first is not plain where the dealer had put an own number right."""
    (stands, later), table = told, Driven("sv" if corrected else "lt", game="roulette")
    for line in (OPEN, CLOSED, SPUN):
        table.take(line)
    given = [said_by("D1", later), said_by("D1", stands)] if corrected else [number(stands)]
    for line in (*given, number(later)):
        table.take(line)
    view = table.screen()
    assert (view.view.prompt.reason, view.view.prompt.number) == ("number_differs", later)
    speak = words(language)
    label, question = withdraw_label(speak, view), withdraw_question(speak, view)
    assert re.findall(r"\d+", label) == [str(later), str(stands)]
    assert set(re.findall(r"\d+", question)) == {str(stands), str(later)}
    seen = table.take({"do": "withdraw", "by": "P1"})
    assert stands in (seen["round"]["number"], seen["prompt"].get("number"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cards", [1, 2, 5])
def test_the_press_that_withdraws_a_halts_cards_gives_their_number(cards: int, language: str) -> None:
    """TB-3: all of them count as not drawn."""
    table = Driven("lt")
    for face in (None, *("9H", "2S", "KD", "4C", "8D")[:cards]):
        table.take(OPEN if face is None else {"do": "card", "card": face})
    told = [int(each) for each in re.findall(r"\d+", withdraw_label(words(language), table.screen()))]
    assert told == ([] if cards == 1 else [cards])


OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
SPUN: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}


def number(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "reader"}


def test_a_number_of_bet_time_that_is_withdrawn_with_a_reason_never_wins(qtbot: QtBot) -> None:
    """Protocol, 'What halts': it is void; only the number of the spin itself counts."""
    table = Driven("lt", game="roulette")
    for line in (OPEN, number(17)):
        table.take(line)
    at = Instant(qtbot, "roulette", "lt")
    at.put_to(table)
    at.pit_boss_comes(at.screen.bar.primary)
    assert at.screen.bar.primary.text().endswith("LT-ROU-31c")
    assert at.screen.bar.second.text() == words("en").text("button.withdraw.number")
    at.press(at.screen.bar.second)
    assert at.session.view().phase == "halted", "a reason is asked for first"
    rows = [row for row in at.screen.presses.confirmation.findChildren(Button) if row.isVisible()]
    reasons = [words("en").text(f"reason.{each}") for each in ("misread", "no_ball", "test")]
    assert [row.text() for row in rows[1:]] == reasons
    at.press(rows[1])
    view = at.session.view()
    assert view.phase == "spinning" and isinstance(view.round, SpinView) and view.round.recorded is None
    for line in (SPUN, number(20)):
        seen = table.take(line)
    assert seen["round"]["number"] == 20


def test_the_press_too_late_reports_a_ball_that_fell_before_it_was_taken_out(qtbot: QtBot) -> None:
    """LT-ROU-27a: 'Too late: it fell' stands beside what the dealer is to do at once."""
    table = Driven("lt", game="roulette")
    for line in (OPEN, CLOSED, SPUN | {"direction": "with"}):
        table.take(line)
    at = Instant(qtbot, "roulette", "lt")
    at.put_to(table)
    assert at.session.view().prompt.action == "remove_ball"
    assert at.screen.bar.second.text() == words("en").text("button.too_late")
    at.press(at.screen.bar.second)
    incident = at.session.view().incident
    assert incident is not None and incident.kind == "no_spin"
    reported = at.session.table.incident
    assert reported is not None and reported.report.by == "D1"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("game", "cards"), [("baccarat", ("9H", "2S", "KD", "4C")), ("blackjack", ("9H", "9S", "KD", "8C"))]
)
def test_the_cards_that_are_to_be_picked_up_lie_there_in_a_halt_after_a_restart_too(
    qtbot: QtBot, game: str, cards: tuple[str, ...]
) -> None:
    """A card comes while the last hand is picked up, and the console begins again in that halt."""
    with straight(qtbot, "sv", game) as table:
        table.take({"do": "bets", "state": "open"})
        if game == "blackjack":
            table.take({"do": "seats", "seats": [1]})
        table.take({"do": "bets", "state": "closed"})
        for card in cards:
            table.take({"do": "card", "card": card})
        if game == "blackjack":
            table.take({"do": "decision", "seat": 1, "hand": 1, "choice": "stand"})
            table.take({"do": "done", "by": "D1"})
        table.take({"do": "done", "by": "D1"})
        assert table.view.view.phase == "collecting"
        table.take({"do": "card", "card": "5D"})
        assert table.view.view.phase == "halted"
        lying = table.window.dealer.felt.cards
        assert len(lying) == len(cards)
        table.restart(qtbot)
        assert table.view.view.phase == "halted"
        assert table.window.dealer.felt.cards == lying
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "withdraw", "by": "P1"})
        table.take({"do": "done", "by": "D1"})
        assert table.window.dealer.felt.cards == ()
        table.take({"do": "card", "card": "5D"})
        assert table.view.view.phase == "halted" and table.window.dealer.felt.cards == ()
