"""The simulated wheel: a real one's bytes, the ball sent when it is asked for, and every fault on request."""

from __future__ import annotations

import random
from itertools import groupby, pairwise
from threading import Event
from typing import cast

import msgspec
import pytest

from console.table.devices import Reading, WheelFault, WheelLines, WheelNumber
from console.table.devices.line_format import NONE
from console.table.devices.models.cammegh import MODEL, number_line, status_of
from console.table.devices.readings import BallInTrack, NoMoreBets, Nothing, NumberChanged, WheelFaultMeaning
from console.table.devices.simulation.rotor import Fault, Rotor
from console.table.devices.simulation.wheel_sensor import SimulatedWheel
from console.table.devices.simulation.wire import PtyWire
from console.table.devices.wheel_status import WheelStatus
from tests.table.devices.rehearsal import MemoryWire


class Prompt(msgspec.Struct, frozen=True):
    action: str = "wait"
    actor: str = "system"
    hand: str | int | None = None
    seat: int | None = None
    card: int | None = None
    count: int | None = None
    tries: int | None = None


class View(msgspec.Struct, frozen=True):
    phase: str = "betting"
    bets: str = "closed"
    prompt: Prompt = Prompt()
    shoe: None = None
    coup: None = None


BETS_OPEN = View(bets="open")
SPIN = View("spinning", prompt=Prompt("spin", "dealer"))
NUMBER = View("spinning", prompt=Prompt("await_number"))
RESULT = View("result", prompt=Prompt("announce", "dealer"))


def sent_by(wheel: Rotor) -> bytes:
    """The usual model's lines for the next half second."""
    seen, begins = wheel.pass_on()
    return WheelLines().says(seen, begins=begins)


class Spun:
    """A wheel without a clock, and what its reader reads."""

    def __init__(self, pace: float | None = 0.5, number: int | None = None) -> None:
        self.wire = MemoryWire()
        self.device = SimulatedWheel(
            random.Random(1),
            wire=cast(PtyWire, self.wire),
            pace=pace,
            numbers=range(37) if number is None else (number,),
        )
        self.decoder = MODEL.decoder(NONE)
        self.sent = b""
        self.shown: list[WheelStatus] = []
        self.let_pass(6)

    def let_pass(self, lines: int) -> list[Reading]:
        """The readings of ``lines`` half seconds, without those that change nothing."""
        readings: list[Reading] = []
        for _ in range(lines):
            self.device.step()
            arrived, self.wire.arrived = self.wire.arrived, b""
            self.sent += arrived
            self.shown += filter(None, map(status_of, arrived.split(b"\r\n")))
            self.decoder, new = self.decoder.feed(arrived)
            readings += [reading for reading in new if not isinstance(reading, Nothing | NoMoreBets)]
        return readings

    def spin(self, lines: int = 40) -> list[Reading]:
        """The dealer is asked to spin, and the wheel is watched; the bets after it are open."""
        self.device.show(SPIN)
        readings = self.let_pass(lines)
        self.device.show(BETS_OPEN)
        return readings


def test_a_spin_that_is_asked_for_is_a_ball_in_the_track_and_one_number() -> None:
    spun = Spun()
    assert spun.let_pass(100) == []
    for _ in range(5):
        ball, number = spun.spin()
        assert isinstance(ball, BallInTrack)
        assert isinstance(number, WheelNumber)


def test_the_ball_is_sent_once_for_a_prompt_and_again_for_another() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    assert len(spun.let_pass(200)) == 2
    spun.device.show(SPIN)
    assert spun.let_pass(200) == []
    spun.device.show(NUMBER)
    spun.device.show(SPIN)
    assert len(spun.let_pass(200)) == 2


@pytest.mark.parametrize("lines", range(6))
def test_a_run_confirmed_before_the_ball_is_sent_still_gets_its_ball(lines: int) -> None:
    """The dealer presses 'full turns' as soon as bets are closed: a number comes, once."""
    spun = Spun(pace=1.6)
    spun.device.show(SPIN)
    read = spun.let_pass(lines)
    spun.device.show(NUMBER)
    for _ in range(80):
        spun.device.show(NUMBER)
        read += spun.let_pass(1)
    assert [type(each) for each in read] == [BallInTrack, WheelNumber]


@pytest.mark.sweep
def test_a_number_that_is_asked_for_again_after_a_halt_has_another_ball() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    spun.device.show(NUMBER)
    assert len(spun.let_pass(60)) == 2
    spun.device.show(View("halted", prompt=Prompt("resolve", "pit_boss")))
    spun.device.show(NUMBER)
    assert len(spun.let_pass(60)) == 2


def test_other_views_do_not_put_the_ball_off() -> None:
    spun = Spun(pace=1.5)
    read: list[Reading] = []
    for _ in range(60):
        spun.device.show(SPIN)
        read += spun.let_pass(1)
    assert len(read) == 2


def test_by_hand_the_ball_waits_until_it_is_sent() -> None:
    spun = Spun(pace=None)
    spun.device.show(SPIN)
    assert spun.let_pass(60) == []
    spun.device.draw()
    assert len(spun.let_pass(60)) == 2


def test_the_simulated_wheels_bytes_are_those_of_the_capture() -> None:
    spun = Spun()
    spun.spin()
    spun.spin()
    states = [status.state for status in spun.shown]
    steps = [
        states[0],
        *(after for before, after in pairwise(states) if after != before),
    ]
    assert steps == [6, 1, 2, 3, 4, 5, 2, 3, 4, 5, 2]
    games = [status.game for status in spun.shown]
    assert (games[0], games[-1]) == (1, 3)
    five = next(status for status in spun.shown if status.state == 5)
    assert number_line(five.number or 0) + b"*X;5;001;" in spun.sent
    assert {status.number for status in spun.shown if status.game == 2 and status.state < 5} == {five.number}
    assert all(len(line) in (2, 19) for line in spun.sent.split(b"\r\n")[:-1])


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_spin_takes_as_long_as_a_real_one(by_hand: bool) -> None:
    """In half seconds: 1.6 s to the ball, 16 s in the track, 2 s down to its pocket, 2 s of its number."""
    wire = MemoryWire()
    device = SimulatedWheel(random.Random(1), wire=cast(PtyWire, wire))
    for _ in range(6):
        device.step()
    wire.arrived = b""
    device.show(SPIN)
    if by_hand:
        device.set_pace(None)
        device.draw()
    for _ in range(60):
        device.step()
    states = (status.state for status in map(status_of, wire.arrived.split(b"\r\n")) if status)
    lengths = [(state, len([*lines])) for state, lines in groupby(states)]
    to_the_ball = [] if by_hand else [(2, 4)]
    assert lengths[: len(to_the_ball) + 3] == [*to_the_ball, (3, 32), (4, 4), (5, 4)]


def test_the_rotor_turns_at_one_speed_and_slows_down_to_turn_the_other_way() -> None:
    spun = Spun()
    spun.let_pass(400)
    stopped, *turning = [status.speed for status in spun.shown if status.state == 2][1:]
    assert (stopped, turning[0]) == (0, 70)
    assert set(turning[1:]) == set(range(134, 147))


@pytest.mark.parametrize(
    ("wrong", "bits"),
    [("same_direction", {3: 2, 4: 2, 5: 2 | 8}), ("failed_launch", {3: 8, 4: 8, 5: 8 | 1})],
)
def test_a_spin_that_goes_wrong_is_sent_with_its_warning_bits(wrong: Fault, bits: dict[int, int]) -> None:
    """1 no ball sensed, 2 same direction, 8 launch failed."""
    spun = Spun()
    spun.device.let_next_fail(wrong)
    spun.spin()
    assert {status.state: status.bits for status in spun.shown if status.state in (3, 4, 5)} == bits


def test_a_failed_sensor_is_out_of_order_for_three_seconds() -> None:
    spun = Spun()
    spun.device.fail_sensor()
    spun.let_pass(8)
    assert [status.state for status in spun.shown[-8:]] == [6] * 6 + [1, 2]


def test_the_rotor_turns_the_other_way_at_each_spin() -> None:
    spun = Spun()
    for _ in range(4):
        spun.spin()
    ways = [status.direction for status in spun.shown if status.state == 5]
    assert ways[::4] == ["anticlockwise", "clockwise", "anticlockwise", "clockwise"]


def test_the_counter_begins_again_after_999() -> None:
    wheel = Rotor(random.Random(1), game=999)
    sent = b""
    for _ in range(30):
        wheel.send_ball(1)
        sent += sent_by(wheel)
    assert b"*X;5;999;" in sent
    assert b"*X;2;000;" in sent and b";1000;" not in sent


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("same_direction", ["same_direction", "launch_failed"]),
        ("failed_launch", ["launch_failed"]),
    ],
)
def test_a_spin_that_goes_wrong_is_a_warning_and_no_number(wrong: str, expected: list[str]) -> None:
    spun = Spun()
    spun.device.let_next_fail(wrong)  # type: ignore[arg-type]
    readings = spun.spin()
    assert [reading.meaning for reading in readings if isinstance(reading, WheelFault)] == expected
    assert not any(isinstance(reading, WheelNumber) for reading in readings)
    assert len(spun.spin()) == 2, "the next spin is well"


@pytest.mark.parametrize("number", [0, 1, 36])
def test_a_number_that_changes_is_sent_as_a_change(number: int) -> None:
    spun = Spun(number=number)
    spun.device.let_next_fail("number_change")
    _, first, changed = spun.spin()
    assert first == WheelNumber(number)
    assert isinstance(changed, NumberChanged)
    assert changed.number != number and 0 <= changed.number <= 36


def test_a_sensor_that_fails_in_mid_game_is_a_failure_of_a_wheel_that_closed_itself() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    spun.let_pass(3)
    spun.device.fail_sensor()
    assert spun.let_pass(2) == [
        WheelFault(WheelFaultMeaning.FAILURE, game=1),
        WheelFault(WheelFaultMeaning.CLOSED_IN_GAME, game=1),
    ]
    assert spun.shown[-1].state == 6


def test_a_wheel_that_closes_in_mid_game_comes_back_by_itself() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    spun.let_pass(3)
    spun.device.close_in_game()
    assert spun.let_pass(20) == [WheelFault(WheelFaultMeaning.CLOSED_IN_GAME, game=1)]
    assert spun.shown[-1].state == 2


@pytest.mark.parametrize("action", ["remove_ball", "pick_up_ball"])
def test_the_wheel_stops_for_a_ball_that_is_taken_out_and_the_next_is_of_a_new_game(action: str) -> None:
    spun = Spun()
    spun.device.show(SPIN)
    assert spun.let_pass(3) == [BallInTrack()]
    spun.device.show(View("halted", prompt=Prompt(action, "dealer")))
    assert spun.let_pass(20) == [WheelFault(WheelFaultMeaning.CLOSED_IN_GAME, game=1)]
    games = spun.decoder.games
    assert [type(each) for each in spun.spin()] == [BallInTrack, WheelNumber] and spun.decoder.games > games


def test_a_ball_in_bet_time_goes_as_soon_as_bets_are_open() -> None:
    spun = Spun()
    spun.device.ball_in_bet_time()
    assert spun.let_pass(20) == []
    spun.device.show(BETS_OPEN)
    assert spun.let_pass(1) == [BallInTrack()]
    assert len(spun.let_pass(100)) == 1


def test_a_silence_ends_in_a_burst_and_no_line_is_lost() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    spun.device.fall_silent()
    lines = len(spun.shown)
    assert spun.let_pass(11) == []
    assert len(spun.shown) == lines
    assert BallInTrack() in spun.let_pass(1)
    assert len(spun.shown) == lines + 12
    assert len(spun.let_pass(40)) == 1


def test_lines_cut_short_give_no_reading() -> None:
    spun = Spun()
    lines = len(spun.shown)
    spun.device.cut_short(3)
    assert spun.let_pass(3) == []
    assert len(spun.shown) == lines
    assert MODEL.decoder(NONE).unreadable_lines(spun.sent) == 3
    assert len(spun.spin()) == 2


def test_noise_between_the_lines_costs_no_reading() -> None:
    spun = Spun()
    spun.device.show(SPIN)
    read: list[Reading] = []
    for _ in range(40):
        spun.device.noise()
        read += spun.let_pass(1)
    assert len(read) == 2


def test_lines_sent_while_the_cable_is_out_are_lost() -> None:
    spun = Spun()
    spun.device.unplug()
    lines = len(spun.shown)
    assert spun.spin() == []
    spun.device.plug_in()
    spun.let_pass(2)
    assert len(spun.shown) == lines + 2


def test_a_clock_gives_two_lines_a_second_and_none_for_time_that_it_has_leapt_over() -> None:
    wire, moment = MemoryWire(), 0.0
    device = SimulatedWheel(random.Random(1), wire=cast(PtyWire, wire), now=lambda: moment)
    for moment in (each / 10 for each in range(100)):  # noqa: B007 (read by the wheel's clock)
        device.tick()
    assert wire.arrived.count(b"*X") == 20
    moment = 500.0
    for _ in range(5):
        device.tick()
    assert wire.arrived.count(b"*X") == 21
    for moment, lines in ((500.2, 21), (500.3, 22), (500.7, 22), (500.8, 23)):  # noqa: B007
        device.tick()
        assert wire.arrived.count(b"*X") == lines


def test_a_started_wheel_sends_its_lines_by_itself() -> None:
    class Wire(MemoryWire):
        def write(self, data: bytes) -> None:
            super().write(data)
            if self.arrived.count(b"*X") >= 2:
                came.set()

    came, wire = Event(), Wire()
    device = SimulatedWheel(random.Random(1), wire=cast(PtyWire, wire))
    device.start()
    assert came.wait(20)
    device.stop()


@pytest.mark.sweep
def test_every_number_comes_as_often_as_chance_has_it() -> None:
    wheel = Rotor(random.Random(3))
    decoder, numbers = MODEL.decoder(NONE), []
    for _ in range(37 * 100 * 10):
        wheel.send_ball(1)
        decoder, readings = decoder.feed(sent_by(wheel))
        numbers += [reading.number for reading in readings if isinstance(reading, WheelNumber)]
    assert set(numbers) == set(range(37))
    assert len(numbers) > 37 * 100 * 0.8


@pytest.mark.parametrize("number", [0, 17, 36])
def test_a_simulated_wheel_sends_the_numbers_that_it_is_given(number: int) -> None:
    wheel, sent = Rotor(random.Random(1), numbers=(number,)), b""
    for _ in range(40):
        wheel.send_ball(1)
        sent += sent_by(wheel)
    assert number_line(number) in sent
