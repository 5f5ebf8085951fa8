"""A simulated table of blackjack in its real window: its reader on a pty, its players over the link."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console import app, cli
from console.config import STAND_IN, LinkConfig, training_config
from console.game.rulebook import load_rulebook
from console.link.players import Habits, Players
from console.link.stand_in import StandIn
from console.table.views import HandsView, View
from tests.ui.at_work import AtWork, at_work

BY_ITSELF = ("await_bets", "wait", "await_seats", "await_decision")
"""What the game server and its players do."""


def follow(work: AtWork) -> View:
    """Do what the prompt asks of the dealer, or wait for what it does not."""
    prompt = work.view.prompt
    if prompt.action in BY_ITSELF:
        work.until(lambda: work.view.prompt != prompt)
    elif prompt.action == "deal":
        # The server's answer may be there before anybody has looked at the card's own view.
        work.until(lambda: work.shoe.step() or work.view.prompt != prompt)
        work.until(lambda: work.view.prompt != prompt)
    else:
        work.follow()
    return work.view


def dealt(work: AtWork, rounds: int) -> list[HandsView]:
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
    monkeypatch.setattr("console.link.stand_in.StandIn", functools.partial(StandIn, pace=0))


@pytest.mark.parametrize("rules", ["sv", "lt"])
def test_rounds_are_dealt_to_players_who_answer_by_themselves(
    qtbot: QtBot, tmp_path: Path, at_once: None, rules: str
) -> None:
    players = Players(random.Random(4), Habits(plays=0.9, times_out=0.2))
    with at_work(qtbot, tmp_path, rules, game="blackjack", players=players) as work:
        while work.view.phase != "betting":
            work.follow()
        ended = dealt(work, 4)
        assert len({round.id for round in ended}) == 4
        assert all(round.seats and round.status == "finished" for round in ended)
        left = work.view.shoe.left if work.view.shoe else 0
        laid = [hand for round in ended for hands in round.seats.values() for hand in hands]
        cards = sum(len(hand.cards) for hand in laid) + sum(len(round.dealer.cards) for round in ended)
        assert left == 416 - cards
        assert {hand.state for hand in laid} >= {"won", "lost"}


def test_the_cut_card_that_the_reader_cannot_see_is_told_to_the_table(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", players=Players(random.Random(4))) as work:
        while work.view.phase != "dealing":
            follow(work)
        work.shoe.cut_card_now()
        work.until(lambda: work.view.shoe is not None and work.view.shoe.last_hand)
        while work.view.phase != "shoe":
            follow(work)
        assert work.view.prompt.action == "wash"


def test_a_simulated_table_of_blackjack_has_a_reader_and_a_game_server_of_its_own() -> None:
    config = training_config("blackjack", "lt", "en")
    assert config.link == LinkConfig(STAND_IN) and config.watched == ("reader", "link")
    options = cli.window_options(["--game", "blackjack", "--rules", "lt", "--pace", "0.1", "--answers", "3"])
    assert app._linked(config, options).link == config.link
    simulate, rulebook = app._simulation(options, load_rulebook("lt")), load_rulebook("lt")
    assert simulate is not None and app._players(options) is not None
    device = simulate(bytes(52))
    try:
        assert (device.name, device.pace, device.shoe.left) == ("reader", 0.1, 416)
        for _ in range(416 - rulebook.blackjack.cut_card.from_end):
            assert not device.shoe.cut_card_next
            device.shoe.take()
        assert device.shoe.cut_card_next
    finally:
        device.stop()


def test_a_game_server_that_is_named_plays_instead_of_the_simulated_one() -> None:
    options = cli.window_options(["--game", "blackjack", "--link", "tcp://127.0.0.1:7000"])
    linked = app._linked(training_config("blackjack", "sv", "en"), options).link
    assert linked is not None and linked.url == "tcp://127.0.0.1:7000"
