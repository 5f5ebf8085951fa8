"""A game server that stays silent: the console says so, and a pit boss goes on by a clause."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.config import LinkConfig
from console.table.core import DealerView, HandsView, Lamp, Mode, NoteKind, Situation, dealer_view
from console.table.ui.dealer import DealerScreen, prompt_of
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.kit import Button, PromptColour, Tone
from console.table.ui.window import table_window
from console.table.ui.window.surroundings import DUE_AFTER
from tests.base.words.catalogues import words
from tests.table.core.play.test_answer_times import CARDS, Timed, dealt, decide
from tests.table.core.tables import book
from tests.table.link.far import Far, Heard
from tests.table.link.rig import CLOSED, OPEN
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import clock
from tests.table.ui.window.test_linked_table import accepted, tell_bets
from tests.table.ui.window.test_table_window import lamp, play_to, primary, sign_out_the_pit_boss

EN = words("en")


def silent(table: Timed, *, pit_boss: bool = True) -> DealerView:
    from msgspec.structs import replace

    situation = Situation(
        mode=Mode.LIVE,
        name="7",
        game="blackjack",
        rulebook=book(table.code),
        persons={},
        seconds_left=0,
    )
    table.session.note(NoteKind.SERVER_OVERDUE)
    view = dealer_view(table.session.view(), table.table, situation)
    return view if pit_boss else replace(view, pit_boss=None)


def to_a_decision(work: AtWork, peer: Heard, seats: str = "2") -> None:
    play_to(work, "betting", "await_bets")
    tell_bets(work, peer, OPEN)
    peer.say(f'{{"do":"seats","seats":[{seats}]}}'.encode())
    tell_bets(work, peer, CLOSED)
    while work.view.phase == "dealing":
        work.draw()


def test_three_seconds_after_zero_the_pit_boss_goes_on_by_the_clause(
    qtbot: QtBot, tmp_path: Path, far: Far
) -> None:
    """BJ-3.5-iii."""
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), seed=3, ready=True) as work:
        peer = accepted(work, far)
        to_a_decision(work, peer)
        sign_out_the_pit_boss(work)
        assert work.view.prompt.action == "await_decision"
        work.let_pass(13 + 2.9)
        assert lamp(work, "link") is None and primary(work) == Primary.NONE, "its word may be on its way"
        work.let_pass(0.2)
        assert lamp(work, "link") == "silent"
        assert work.window.dealer.prompt.text.headline == "The game server is not answering"
        assert work.window.dealer.bar.call.tone is Tone.AMBER_EDGE
        assert primary(work) == Primary.PIT_BOSS_HERE
        work.sign_in("P1")
        assert primary(work) == Primary.UNANSWERED
        asked = work.view.prompt
        go_on(work)
        assert work.view.prompt != asked
        answer = work.shown.table.answers.given[-1]
        assert (answer.choice, answer.by, answer.reason) == (
            "timeout",
            "P1",
            "The game server sent no answer",
        )
        work.until(lambda: work.window.people_here.pit_boss_here() is None)


def test_a_server_that_opens_no_bets_is_named_on_the_screen_and_noted(
    qtbot: QtBot, tmp_path: Path, far: Far
) -> None:
    with at_work(qtbot, tmp_path, game="baccarat", link=LinkConfig(far.url), seed=3, ready=True) as work:
        accepted(work, far)
        play_to(work, "betting", "await_bets")
        sign_out_the_pit_boss(work)
        work.let_pass(DUE_AFTER - 1)
        named = EN.text("strip.server.await_bets")
        assert not any(named in each for each in work.window.dealer.strip.texts)
        work.let_pass(2)
        assert any(named in each for each in work.window.dealer.strip.texts)
        noted = work.shown.table.overdue
        assert noted is not None and noted.server, "its journal has it, and the floor reads it there"


def go_on(work: AtWork) -> None:
    """The pit boss goes on without an answer: the large press, then its reason."""
    work.clock.advance(0.5)
    QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
    reason = work.window.dealer.presses.confirmation.findChildren(Button)[1]
    work.clock.advance(0.5)
    work.after(lambda: QTest.mouseClick(reason, Qt.MouseButton.LeftButton))
    assert work.view.accepted


def asked_seats(work: AtWork) -> int:
    """Play up to a round's first decision; how many seats may still be asked."""
    round = work.view.round
    assert isinstance(round, HandsView)
    return sum(hands[0].state in ("waiting", "acting") for hands in round.seats.values())


@pytest.mark.sweep
def test_one_sign_in_serves_for_every_silent_seat_of_a_round_and_ends_with_it(
    qtbot: QtBot, tmp_path: Path, far: Far
) -> None:
    """BJ-3.5-iii: each press is still the pit boss's, and of what stood before him."""
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), seed=3, ready=True) as work:
        to_a_decision(work, accepted(work, far), "1,2,3,4")
        sign_out_the_pit_boss(work)
        owed = asked_seats(work)
        assert owed >= 3
        work.let_pass(13 + 3.1)
        work.sign_in("P1")
        for seat in range(owed):
            assert primary(work) == Primary.UNANSWERED, "nobody is asked to sign in again"
            go_on(work)
            if seat < owed - 1:
                assert work.window.people_here.pit_boss_here() == "P1"
                assert primary(work) == Primary.NONE, "each player has the whole time"
                assert not work.window.dealer.bar.call.isHidden()
                assert work.window.dealer.bar.call.text() == words("en").text("button.call.another")
                work.let_pass(13 + 3.1)
        given = work.shown.table.answers.given
        assert [(answer.choice, answer.by) for answer in given] == [("timeout", "P1")] * owed
        work.until(lambda: work.window.people_here.pit_boss_here() is None)


def test_the_table_is_the_dealers_again_when_the_game_server_sends(
    qtbot: QtBot, tmp_path: Path, far: Far
) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), seed=3, ready=True) as work:
        peer = accepted(work, far)
        to_a_decision(work, peer, "1,2,3,4")
        sign_out_the_pit_boss(work)
        work.let_pass(13 + 3.1)
        work.sign_in("P1")
        go_on(work)
        assert work.window.people_here.pit_boss_here() == "P1"
        seat = work.view.prompt.seat
        tell_bets(work, peer, f'{{"do":"decision","seat":{seat},"hand":1,"choice":"stand"}}'.encode())
        work.until(lambda: work.window.people_here.pit_boss_here() is None)


def test_missing_seats_count_as_a_silence_too(qtbot: QtBot, tmp_path: Path, far: Far) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), ready=True) as work:
        peer = accepted(work, far)
        play_to(work, "betting", "await_bets")
        tell_bets(work, peer, OPEN)
        tell_bets(work, peer, CLOSED)
        work.let_pass(2.9)
        assert lamp(work, "link") is None
        work.let_pass(0.2)
        assert lamp(work, "link") == "silent"
        assert "who has bet" in (work.window.dealer.prompt.text.note or "")


@pytest.mark.parametrize(
    ("code", "on", "void"), [("lt", "LT-BJ-08", "LT-BJ-2.3.6"), ("sv", "BJ-3.5-iii", "BJ-2.1.5")]
)
def test_both_answers_to_a_silent_server_stand_there_with_their_clauses(
    qtbot: QtBot, code: str, on: str, void: str
) -> None:
    screen = DealerScreen(words("en"), words(code), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_view(silent(dealt(*CARDS, code=code)))
    assert screen.bar.primary.text() == f"Seat 1 stands: {on}"
    assert void in screen.bar.second.text() and not screen.bar.second.isHidden()
    assert screen.bar.call.isHidden()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_prompt_says_what_did_not_come_and_no_second_runs(lang: str) -> None:
    view = silent(dealt(*CARDS), pit_boss=False)
    prompt = prompt_of(view, words(lang), words("lt"))
    assert prompt.headline == words(lang).text("prompt.silent") and prompt.colour is PromptColour.PIT_BOSS
    assert "1" in (prompt.note or "") and words(lang).text("note.silent.call") in (prompt.note or "")


def test_each_seat_that_owes_the_ace_its_answer_is_gone_past_with_one_press() -> None:
    """LT-BJ-08: no answer is no to insurance."""
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    table.take(decide(3, "insure"))
    assert silent(table).server.silence is not None and table.session.view().prompt.seats == (1,)


def test_a_silence_is_reported_as_a_technical_fault_with_its_outcome_shown_first(qtbot: QtBot) -> None:
    """LT-BJ-2.3.6."""
    calls = IncidentCalls()
    screen = DealerScreen(words("en"), words("lt"), clock(), calls)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    screen.show_view(silent(dealt(*CARDS)))
    screen.bar.second.meant.emit()
    assert calls.all == [("report", None, {})], "a press on the question answers its kind"
    meant = screen.open_parts.meant
    assert meant is not None and meant.kind == "technical_fault"


def test_a_dealer_who_is_due_at_a_locked_screen_is_an_alarm_with_a_sound(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    struck: list[None] = []
    monkeypatch.setattr(table_window, "strike", lambda: struck.append(None))
    with at_work(qtbot, tmp_path, game="baccarat", seed=3, ready=True) as work:
        play_to(work, "dealing", "deal")
        sign_out_the_pit_boss(work)
        lit: list[tuple[Lamp, ...]] = []
        work.window.lamps_changed.connect(lit.append)
        work.window.arrivals.lock()
        named = EN.text("strip.dealer")
        for passed, alarms in ((DUE_AFTER - 1, 0), (2, 1), (5, 1)):
            work.let_pass(passed)
            assert any(named in each for each in work.window.dealer.strip.texts) is bool(alarms)
            faults = [each.fault for lamps in lit[-1:] for each in lamps if each.device == "dealer"]
            assert faults == ["silent"] * alarms, "the floor hears it with the lamps"
            qtbot.waitUntil(lambda: not work.window.tones._next.isActive())
            assert len(struck) == 3 * alarms, "once, with the strikes of what is most urgent"
