"""A simulated table of blackjack in its real window: its reader on a pty, its players over the link."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console import cli
from console.app import start
from console.table.config import STAND_IN, LinkConfig, training_config
from console.table.core import HandsView, View
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from console.table.game.blackjack import BlackjackRules
from console.table.game.blackjack.layout import BACK
from console.table.link import Habits, Players, StandIn
from console.table.link.stand_in import Seen, TimedLine
from console.table.ui.dealer import prompt_of
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.felt.notices import notices
from console.table.ui.kit import Button, write
from tests.base.words.catalogues import words
from tests.sweep import sampled
from tests.table.ui.felt.seats.test_seats_on_felt import dealer_screen
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.window.test_table_window import primary, sign_out_the_pit_boss

BY_ITSELF = ("await_bets", "wait", "await_seats", "await_decision")
"""The prompts that the game server and its players answer."""


def follow(work: AtWork) -> View:
    """Do what the prompt asks of the dealer, or wait for what it does not; until it asks something else.

    The server waits for nothing: what it says may be taken before anybody has looked at the view before.
    """
    prompt = work.view.prompt
    if prompt.action == "deal":
        work.hear_greeting()
        work.until(lambda: work.shoe.step() or work.view.prompt != prompt)
    elif prompt.action not in BY_ITSELF:
        work.follow()
    work.until(lambda: work.view.prompt != prompt)
    return work.view


def prepare(work: AtWork) -> None:
    """Open the table and load the shoe; a server that waits for nothing has opened the bets by then."""
    while work.view.phase in ("closed", "shoe"):
        work.follow()


def play_rounds(work: AtWork, rounds: int) -> list[HandsView]:
    """Some rounds to their end."""
    ended: list[HandsView] = []
    while len(ended) < rounds:
        before = work.view.phase
        view = follow(work)
        if view.phase == "collecting" != before:
            assert isinstance(view.round, HandsView)
            ended.append(view.round)
    return ended


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game server that waits for nothing."""
    monkeypatch.setattr("console.table.link.stand_in.StandIn", functools.partial(StandIn, pace=0))


def laid(round: HandsView) -> int:
    """The cards that lie in a round."""
    hands = [hand.cards for seat in round.seats.values() for hand in seat]
    return sum(map(len, hands)) + len(round.dealer.cards)


@pytest.mark.sweep
@pytest.mark.parametrize("rules", sampled(["sv", "lt"], ["lt"]))
def test_a_shoe_is_dealt_to_seven_seats_up_to_its_cut_card_and_shuffled_again(
    qtbot: QtBot, tmp_path: Path, at_once: None, rules: str
) -> None:
    """BJ-3.2.2, BJ-3.3, LT-BJ-01: the hand in which the cut card came is the last one.

    The cut card lies nearer to the first card than the rulebook has it, which is the device's own test.
    """
    players, cut = Players(random.Random(7), Habits(plays=1.0, leaves=0.0)), 385
    with at_work(qtbot, tmp_path, rules, game="blackjack", players=players, from_end=cut) as work:
        prepare(work)
        ended: list[HandsView] = []
        last: list[bool] = []
        while work.view.phase != "shoe":
            ended += play_rounds(work, 1)
            assert work.view.shoe is not None
            last.append(work.view.shoe.last_hand)
            assert work.view.shoe.left == 416 - sum(map(laid, ended))
            follow(work)
        assert {len(round.seats) for round in ended} == {7}
        assert {round.status for round in ended} == {"finished"}
        assert last == [False] * (len(last) - 1) + [True]
        before = 416 - sum(map(laid, ended[:-1]))
        assert before > cut >= before - laid(ended[-1])
        assert work.view.prompt.action == ("shuffle_1" if rules == "lt" else "wash")
        prepare(work)
        assert work.shown.table.shoe_in_play.number == 2
        (again,) = play_rounds(work, 1)
        assert work.view.shoe is not None and work.view.shoe.left == 416 - laid(again)


def test_after_a_restart_in_a_deal_a_card_is_taken_as_it_comes(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    """The prompt says how many cards are out; it waits for no answer, and the card has its own time."""
    players = Players(random.Random(7), Habits(plays=1.0, leaves=0.0))
    with at_work(qtbot, tmp_path, game="blackjack", players=players, ready=True) as work:
        prepare(work)
        while work.due != "deal":
            follow(work)
        for _ in range(3):
            work.draw()
        before = work.view.round
    with at_work(qtbot, tmp_path, game="blackjack", players=players, ready=True) as work:
        work.let_pass(1)
        words, screen = work.window.words, work.window.people_here.view
        assert not work.window.menu.isVisible() and screen is not None
        note = prompt_of(screen, words, words).note
        assert note is not None and words.count("count.cards_out", 3) in note
        work.draw()
        assert work.view.round != before


class SlowToAnswer(Players):
    """Players who bet at every seat, and who answer only when a test lets them."""

    answers = False

    def due(self, view: Seen) -> tuple[TimedLine, ...]:
        """Bets come at once, answers when a test lets them."""
        thinks = view["prompt"]["action"] == "await_decision" and not self.answers
        return () if thinks else super().due(view)


def test_a_card_too_many_halts_until_a_pit_boss_steps_up_and_voids_the_round(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    """BJ-3.5-iii, BJ-4.1, LT-BJ-16: drawn before the answer; bets go back, and the next round is dealt."""
    players = SlowToAnswer(random.Random(4), Habits(plays=1.0, leaves=0.0))
    with at_work(qtbot, tmp_path, "lt", game="blackjack", players=players, ready=True) as work:
        prepare(work)
        while work.due != "await_decision":
            follow(work)
        halted, halt = work.after(work.shoe.draw), work.shown.table.halt
        assert halted.phase == "halted" and halt is not None and halt.reason == "out_of_turn"
        players.answers = True
        sign_out_the_pit_boss(work)
        assert primary(work) == Primary.PIT_BOSS_HERE
        assert work.sign_in("P1").phase == "halted"
        work.clock.advance(0.5)
        QTest.mouseClick(work.window.dealer.bar.second, Qt.MouseButton.LeftButton)
        work.clock.advance(0.5)
        void = work.window.dealer.presses.confirmation.findChildren(Button)[-1]
        voided = work.after(lambda: QTest.mouseClick(void, Qt.MouseButton.LeftButton))
        assert isinstance(voided.round, HandsView)
        assert (voided.round.status, voided.bets) == ("void", "refunded")
        assert (len(voided.round.seats), voided.round.dealer.cards[1]) == (7, BACK)
        assert voided.say is not None and voided.say.key == "round_void"
        (next_round,) = play_rounds(work, 1)
        assert next_round.id != voided.round.id and next_round.status == "finished"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are written on the felt itself."""
    lines: list[str] = []

    def spied(painter: QPainter, text: str, *where: Any, **how: Any) -> float:
        lines.append(text)
        return write(painter, text, *where, **how)

    monkeypatch.setattr("console.table.ui.felt.seats.seats_on_felt.write", spied)
    return lines


def missing(every: Iterable[str], lines: list[str]) -> list[str]:
    """The notices that are not written whole, in one line or in several one after the other."""
    text = " ".join(lines)
    return [each for each in every if each not in text]


@pytest.mark.parametrize(
    "name", ["bj-bets-open", "bj-deal-first", "bj-insurance-lt", "bj-result-lt", "bj-halted"]
)
def test_the_notices_are_written_on_the_felt_in_bet_time_and_in_a_halt_too(
    qtbot: QtBot, written: list[str], name: str
) -> None:
    """BJ-1.2.3, BJ-1.3, LT-BJ-14."""
    view = SEAT_SAMPLES[name]
    dealer_screen(qtbot, view, "en").felt.grab()
    assert missing(notices(view.rules, words("en"), view.limits), written) == []


@pytest.mark.sweep
def test_the_notices_are_written_on_the_felt_in_every_phase_of_play(
    qtbot: QtBot, tmp_path: Path, at_once: None, written: list[str]
) -> None:
    """BJ-1.2.3, BJ-1.3, LT-BJ-14: with the limits."""
    seen: set[str] = set()
    limits = load_rulebook("lt").of(BlackjackRules).limits
    players = SlowToAnswer(random.Random(4), Habits(plays=1.0, leaves=0.0))
    with at_work(qtbot, tmp_path, "lt", game="blackjack", players=players, ready=True) as work:
        prepare(work)

        def look() -> None:
            written.clear()
            work.window.dealer.felt.grab()
            every = [*notices("lt", work.window.words, limits)]
            assert missing(every, written) == [], work.view.prompt
            seen.add(work.view.phase)

        while work.due != "await_decision":
            look()
            follow(work)
        look()
        work.after(work.shoe.draw)
        look()
        players.answers = True
        work.sign_in("P1")
        work.clock.advance(0.5)
        QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
        work.clock.advance(0.5)
        back = work.window.dealer.presses.confirmation.findChildren(Button)[-1]
        assert work.after(lambda: QTest.mouseClick(back, Qt.MouseButton.LeftButton)).phase != "halted"
        while work.view.phase != "collecting":
            follow(work)
            look()
    assert seen >= {"dealing", "deciding", "halted", "result", "collecting"}


@pytest.mark.sweep
def test_rounds_are_dealt_to_players_who_answer_by_themselves(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    """Some of them too late; that two rulebooks are dealt is seen where the whole shoe is."""
    players = Players(random.Random(4), Habits(plays=0.9, times_out=0.2))
    with at_work(qtbot, tmp_path, "lt", game="blackjack", players=players, ready=True) as work:
        while work.due != "deal":
            follow(work)
        ended = play_rounds(work, 4)
        assert len({round.id for round in ended}) == 4
        assert all(round.seats and round.status == "finished" for round in ended)
        left = work.view.shoe.left if work.view.shoe else 0
        laid = [hand for round in ended for hands in round.seats.values() for hand in hands]
        cards = sum(len(hand.cards) for hand in laid) + sum(len(round.dealer.cards) for round in ended)
        assert left == 416 - cards
        assert {hand.state for hand in laid} >= {"won", "lost"}


@pytest.mark.sweep
def test_the_simulated_shoe_reports_a_cut_card_that_its_reader_cannot_see(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", players=Players(random.Random(4)), ready=True) as work:
        while work.due != "deal":
            follow(work)
        work.shoe.bring_cut_card()
        work.until(lambda: work.view.shoe is not None and work.view.shoe.last_hand)
        while work.view.phase != "shoe":
            follow(work)
        assert work.view.prompt.action == "wash"


@pytest.mark.parametrize("rules", ["sv", "lt"])
def test_a_simulated_table_of_blackjack_has_a_reader_and_a_game_server_of_its_own(rules: str) -> None:
    """BJ-3.3: its cut card comes where the rulebook has it."""
    config = training_config("blackjack", rules, "en")
    assert config.link == LinkConfig(STAND_IN) and config.watched_roles == ("reader", "link")
    options = cli.window_options(["--game", "blackjack", "--rules", rules, "--pace", "0.1", "--answers", "3"])
    assert start.with_link(config, options).link == config.link
    simulate, rulebook = start.simulation(options, load_rulebook(rules)), load_rulebook(rules)
    assert simulate is not None and start.players_of(options) is not None
    device = simulate(bytes(52))
    try:
        assert device.name is DeviceRole.READER
        assert (device.pace, device.shoe.remaining) == (0.1, 416)
        for _ in range(416 - rulebook.of(BlackjackRules).cut_card.from_end):
            assert not device.shoe.cut_card_next
            device.shoe.draw_next()
        assert device.shoe.cut_card_next
    finally:
        device.stop()


def test_a_game_server_that_is_named_plays_instead_of_the_simulated_one() -> None:
    options = cli.window_options(["--game", "blackjack", "--link", "tcp://127.0.0.1:7000"])
    linked = start.with_link(training_config("blackjack", "sv", "en"), options).link
    assert linked is not None and linked.url == "tcp://127.0.0.1:7000"
