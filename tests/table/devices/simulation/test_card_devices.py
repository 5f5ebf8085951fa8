"""The simulated shoe and reader at a real table: whole shoes, and every fault on demand."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from console.table.devices import CardRead, Reading
from console.table.devices.catalogue import decoder_for
from console.table.devices.readings import ShoePlace, ShoeStarted, Target
from console.table.devices.simulation.card_devices import LoadedShoe, SimulatedShoe
from console.table.devices.simulation.cues import card_question, place_due
from console.table.game import DECK, Card
from tests.table.devices.rehearsal import MemoryWire, Rehearsal
from tests.table.devices.simulation.test_wheel_sensor import Prompt

RULES = ("sv", "ja", "lt", "is", "de")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("rules", RULES)
def test_a_shoe_is_played_from_the_opened_table_to_the_reshuffle_and_on(rules: str) -> None:
    table = Rehearsal(rules, is_ready=False)
    table.play_to("load")
    table.play_to("collect")
    table.play_to("load")
    assert table.refused == []
    first = len(table.coups)
    assert 60 < first < 95
    table.play_to("collect")
    assert len(table.coups) > first


@pytest.mark.sweep(1)
@pytest.mark.parametrize("reader", [False, True], ids=["shoe", "reader"])
def test_the_cards_of_a_shoe_are_conserved(reader: bool) -> None:
    table = Rehearsal("sv", reader=reader)
    table.play_to("wash")
    dealt = Counter(card for coup in table.coups for card in (*coup.player, *coup.banker))
    assert table.refused == []
    assert max(dealt.values()) <= 8
    left = table.device.shoe.remaining
    assert left < 7
    assert dealt.total() == 416 - left
    rest = Counter(table.device.shoe.draw_next() for _ in range(left))
    assert dealt + rest == Counter(list(DECK) * 8)


def test_the_cut_card_comes_with_seven_cards_behind_it() -> None:
    table = Rehearsal("sv")
    while not table.device.shoe.cut_card_out:
        table.go_on()
    assert table.device.shoe.remaining == 7
    assert table.view.shoe is not None
    assert table.view.shoe.last_hand


def test_every_card_names_the_place_that_is_due() -> None:
    table = Rehearsal("lt", is_ready=False)
    table.play_to("collect")
    drawn = [entry for entry in table.journal.entries if entry.kind == "card_drawn"]
    assert len(drawn) > 5
    assert table.refused == [], "the table refuses a card for a place that is not due"


def test_messages_that_the_shoe_repeats_are_taken_once() -> None:
    table = Rehearsal("sv", repeats=2)
    table.play_to("collect")
    table.play_to("collect")
    assert table.refused == []
    assert len(table.coups) == 2
    shoe = SimulatedShoe(random.Random(1), wire=(wire := MemoryWire()), repeats=2)
    assert wire.arrived == shoe._voice.start_message() * 3


@pytest.mark.parametrize(
    ("phase", "follows"),
    [("closed", False), ("shoe", False), ("halted", False), ("betting", True), ("collecting", True)],
)
def test_the_shoe_follows_the_tables_count_in_a_phase_of_play(phase: str, follows: bool) -> None:
    """While a shoe is prepared or play stands still, the count says nothing about the cards in it."""
    table = Rehearsal("sv")
    assert table.view.shoe is not None
    counted = replace(table.view.shoe, left=300)
    table.device.show(replace(table.view, phase=phase, shoe=counted))
    assert table.device.shoe.remaining == (300 if follows else 416)


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        (Prompt("deal", "dealer", hand="player", card=2), ShoePlace(Target.PLAYER, 2)),
        (Prompt("deal", "dealer", hand="banker", card=3), ShoePlace(Target.BANKER, 3)),
        (Prompt("burn_card", "dealer"), ShoePlace(Target.FIRST_CARD, 1)),
        (Prompt("burn", "dealer", count=10), ShoePlace(Target.BURN, 1)),
        (Prompt("burn", "dealer", count=1), ShoePlace(Target.BURN, 10)),
        (Prompt("rescan", "dealer"), ShoePlace(Target.FIRST_CARD, 1)),
        (Prompt("scan_card", "dealer"), ShoePlace(Target.PLAYER, 1)),
    ],
)
def test_each_prompt_for_a_card_is_answered_with_its_place(prompt: Prompt, place: ShoePlace) -> None:
    assert place_due(prompt) == place
    assert card_question(prompt) is not None
    assert card_question(replace(prompt, actor="pit_boss")) is None


def test_a_shoe_that_announces_ends_the_coup_by_itself() -> None:
    table = Rehearsal("sv", announces=True)
    table.play_to("announce")
    table.device.step()
    assert table.hear().prompt.action == "collect"
    assert table.refused == []


def test_an_unreadable_card_is_read_when_it_is_drawn_again() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="player", card=1)
    card = table.device.shoe.top
    table.device.next_unreadable()
    assert table.go_on().prompt.action == "rescan"
    assert table.device.shoe.remaining == 416
    table.go_on()
    assert table.view.coup is not None
    assert table.view.coup.player == (card,)


def test_after_three_failed_scans_the_pit_boss_decides_before_another_draw() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="player", card=1)
    for _ in range(3):
        table.device.next_unreadable()
        table.go_on()
    assert (table.view.phase, table.view.prompt.tries) == ("halted", 3)
    assert not table.device.step()
    table.device.draw()
    assert table.hear().prompt.hand == "banker"


@pytest.mark.parametrize("reader", [False, True], ids=["shoe", "reader"])
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_a_wrong_card_halts_and_lies_on_top_again_when_it_is_withdrawn(hand: str, reader: bool) -> None:
    table = Rehearsal("sv", reader=reader)
    table.play_to("deal", hand=hand, card=1)
    left = table.device.shoe.remaining
    table.device.wrong_card()
    if reader:
        table.play_to("announce")
        left = table.device.shoe.remaining + 1
    assert table.hear().prompt.reason == "out_of_turn"
    assert table.go_on().phase in ("dealing", "result")
    assert table.device.shoe.remaining == left
    table.play_to("collect")
    assert table.refused == ["out_of_turn"]


def test_a_ninth_of_a_kind_is_read_once_eight_have_left() -> None:
    table = Rehearsal("sv")
    while table.device.shoe.exhausted_face() is None:
        table.go_on()
    table.play_to("deal", hand="player", card=2)
    table.device.wrong_card()
    assert table.hear().prompt.reason == "impossible_card"
    table.play_to("wash")
    assert table.refused == ["impossible_card"]


def test_a_void_coup_leaves_shoe_and_table_at_one_count() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="player", card=2)
    table.device.wrong_card()
    table.hear()
    table.say("void", by="P1")
    table.play_to("announce")
    assert table.view.shoe is not None
    assert table.device.shoe.remaining == table.view.shoe.left


@pytest.mark.parametrize("at", ["wait", "announce"])
def test_a_card_in_bet_time_comes_in_bet_time(at: str) -> None:
    table = Rehearsal("sv")
    table.play_to(at)
    table.device.card_in_bet_time()
    if at == "announce":
        table.play_to("wait")
    assert table.hear().prompt.reason == "bets_open"
    assert table.go_on().prompt.action == "wait"
    assert table.view.shoe is not None
    assert table.device.shoe.remaining == table.view.shoe.left
    table.play_to("collect")
    assert table.refused == ["bets_open"]


def test_a_cut_card_on_demand_comes_once() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="banker", card=1)
    table.device.bring_cut_card()
    table.device.bring_cut_card()
    table.hear()
    assert table.view.shoe is not None
    assert table.view.shoe.last_hand
    table.play_to("wash")
    assert len(table.coups) == 1
    assert table.refused == []


def test_noise_between_the_frames_changes_nothing() -> None:
    table = Rehearsal("sv")
    for _ in range(40):
        table.device.noise()
        table.go_on()
    assert table.refused == []


def test_a_card_drawn_while_the_cable_is_out_comes_when_it_is_in_again() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="player", card=1)
    table.device.unplug()
    table.device.step()
    assert table.hear().prompt.card == 1
    assert not table.device.step()
    table.device.plug_in()
    assert table.device.step()
    assert table.hear().prompt.hand == "banker"
    assert table.refused == []


def test_a_card_lost_on_the_wire_is_sent_again_and_one_that_came_is_not_taken_twice() -> None:
    for is_lost in (True, False):
        table = Rehearsal("sv")
        table.play_to("deal", hand="player", card=1)
        table.device.step()
        if is_lost:
            table.wire.arrived = b""
        table.hear()
        table.device.unplug()
        table.device.plug_in()
        table.device.step()
        table.hear()
        assert (table.view.prompt.hand, table.view.prompt.card) == ("banker", 1)
        assert table.refused == []


def test_a_view_that_is_shown_again_draws_no_second_card() -> None:
    table = Rehearsal("sv")
    table.play_to("deal", hand="player", card=1)
    assert table.device.step()
    table.device.show(table.view)
    assert not table.device.step()


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 900.0

    def __call__(self) -> float:
        return self.seconds


def test_a_card_comes_at_the_pace_and_not_before() -> None:
    now, wire, table = Now(), MemoryWire(), Rehearsal("sv")
    shoe = SimulatedShoe(random.Random(1), wire=wire, pace=1.5, now=now)
    wire.arrived = b""
    shoe.show(table.play_to("deal", hand="player", card=1))
    now.seconds = 901.4
    shoe.show(table.view)
    shoe.tick()
    assert wire.arrived == b""
    now.seconds = 901.5
    shoe.tick()
    assert isinstance(decoder_for("shoe").feed(wire.arrived)[1][0], CardRead)
    sent = wire.arrived
    now.seconds = 909.0
    shoe.tick()
    assert wire.arrived == sent


def test_without_a_pace_a_card_comes_by_key_alone() -> None:
    wire, table = MemoryWire(), Rehearsal("sv")
    shoe = SimulatedShoe(random.Random(1), wire=wire, pace=0.0)
    shoe.set_pace(None)
    shoe.show(table.play_to("deal", hand="player", card=1))
    shoe.tick()
    assert _readings(wire) == [ShoeStarted()]
    shoe.draw()
    assert isinstance(_readings(wire)[-1], CardRead)


def _readings(wire: MemoryWire) -> list[Reading]:
    return list(decoder_for("shoe").feed(wire.arrived)[1])


def test_a_reopened_shoe_holds_the_cards_that_have_not_left_it() -> None:
    seen = bytes([8, 3]) + bytes(50)
    shoe = LoadedShoe(random.Random(1), seen)
    assert shoe.remaining == 405
    cards = Counter(shoe.draw_next() for _ in range(405))
    assert (cards[DECK[0]], cards[DECK[1]], cards[Card.CK]) == (0, 5, 8)


def test_chance_alone_orders_the_cards() -> None:
    orders = [LoadedShoe(random.Random(seed)) for seed in (1, 1, 2)]
    first, same, other = ([shoe.draw_next() for _ in range(416)] for shoe in orders)
    assert first == same != other
