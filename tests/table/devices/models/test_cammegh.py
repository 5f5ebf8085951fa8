"""The wheel's lines: the capture, every warning and step, any split, a number only in state 5 and once."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices import Reading, WheelFault, WheelNumber
from console.table.devices.catalogue import Decoder, decoder_for
from console.table.devices.models.cammegh import CammeghDecoder, number_line, status_line, status_of
from console.table.devices.readings import BallInTrack, NoMoreBets, Nothing, NumberChanged, WheelFaultMeaning
from console.table.devices.wheel_status import WheelStatus

CAPTURE = (
    b"*X;1;011;34;0;157;0\r\n*X;2;011;34;0;000;0\r\n*X;2;011;34;0;078;1\r\n*X;3;011;34;0;141;1\r\n"
    b"*X;4;011;34;0;139;1\r\n27\r\n*X;5;011;27;0;136;1\r\n*X;2;012;27;0;137;1\r\n"
)
"""A game as it was captured from a wheel (devices.md)."""


def line(state: int, game: int = 11, number: int = 34, bits: int = 0) -> bytes:
    return status_line(WheelStatus(state, game, number, bits, 140, "anticlockwise"))


def readings_of(*lines: bytes) -> tuple[Reading, ...]:
    return CammeghDecoder().feed(b"".join(lines))[1]


def without_nothing(readings: tuple[Reading, ...]) -> list[Reading]:
    return [reading for reading in readings if not isinstance(reading, Nothing | NoMoreBets)]


def faults(*lines: bytes) -> list[WheelFaultMeaning]:
    return [reading.meaning for reading in readings_of(*lines) if isinstance(reading, WheelFault)]


def test_the_captured_game_is_a_ball_in_the_track_and_the_number_27() -> None:
    decoder, readings = CammeghDecoder().feed(CAPTURE)
    assert readings == (
        Nothing("state_1"),
        Nothing("state_2"),
        BallInTrack(),
        NoMoreBets(),
        WheelNumber(27),
        Nothing("state_2"),
    )
    assert decoder.last == WheelStatus(2, 12, 27, 0, 137, "anticlockwise")


def test_a_zero_is_read_from_its_padded_line() -> None:
    assert without_nothing(readings_of(b" 0\r\n*X;5;016; 0;0;149;0\r\n")) == [WheelNumber(0)]


def test_a_repeated_sensor_fault_is_read_once() -> None:
    assert without_nothing(readings_of(b"*X;6;182;28;4;006;0\r\n" * 7200)) == [
        WheelFault(WheelFaultMeaning.FAILURE)
    ]


def test_the_captured_truncated_line_gives_no_reading() -> None:
    assert readings_of(b"*X;2;094;33;0;163\r\n") == ()
    assert CammeghDecoder().unreadable_lines(b"*X;2;094;33;0;163\r\n27\r\n" + CAPTURE) == 1


@pytest.mark.parametrize("cut", range(len(line(5)) - 2))
def test_a_line_that_lost_any_one_character_is_no_number(cut: int) -> None:
    whole = line(5, number=27)
    assert readings_of(whole[:cut] + whole[cut + 1 :]) == ()


@pytest.mark.parametrize("number", [37, 40, 99])
def test_a_number_over_36_gives_no_reading(number: int) -> None:
    assert readings_of(line(5, number=number)) == ()


def test_a_bare_number_line_is_evidence_and_never_a_number() -> None:
    assert readings_of(line(4), number_line(27), b"27\r\n") == (NoMoreBets(),)


@pytest.mark.parametrize("state", [1, 2, 3, 4, 6])
def test_the_previous_winner_in_another_state_is_never_a_number(state: int) -> None:
    assert not any(isinstance(reading, WheelNumber) for reading in readings_of(line(state, number=27)))


@pytest.mark.parametrize("bits", [0, 1])
def test_a_ball_removed_leaves_the_number_as_it_is(bits: int) -> None:
    assert without_nothing(readings_of(line(4), line(5, number=27, bits=bits))) == [WheelNumber(27)]


@pytest.mark.parametrize(
    ("bits", "meanings"),
    [
        (2, ["same_direction"]),
        (4, ["failure"]),
        (8, ["void_game"]),
        (0xA, ["same_direction", "void_game"]),
        (0xF, ["same_direction", "failure", "void_game"]),
    ],
)
@pytest.mark.parametrize("state", range(1, 7))
def test_a_warning_is_read_once_a_game_in_any_state_and_brings_no_number(
    state: int, bits: int, meanings: list[str]
) -> None:
    assert without_nothing(readings_of(line(state, bits=bits), line(state, bits=bits))) == [
        *(WheelFault(WheelFaultMeaning(meaning)) for meaning in meanings),
        *([BallInTrack()] if state == 3 else []),
    ]


def test_a_warning_that_lasts_into_the_next_game_is_read_again() -> None:
    assert faults(line(5, bits=4), line(2, 12, bits=4)) == [WheelFaultMeaning.FAILURE] * 2


LEGAL = {(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)}


@pytest.mark.parametrize("before", range(1, 7))
@pytest.mark.parametrize("after", range(1, 7))
def test_only_the_steps_of_a_game_are_legal(before: int, after: int) -> None:
    found = faults(line(before), line(after))
    if before == after or (before, after) in LEGAL or (after == 6 and before in (1, 5)):
        assert found == []
    elif after == 6:
        assert found == [WheelFaultMeaning.CLOSED_IN_GAME]
    else:
        assert found == [WheelFaultMeaning.ILLEGAL_STEP]


SPOILING = [(before, after) for before in range(2, 6) for after in range(2, 6) if (before, after) != (5, 2)]


@pytest.mark.parametrize(("before", "after"), SPOILING)
def test_a_counter_that_changes_within_a_game_spoils_the_number_that_follows(before: int, after: int) -> None:
    decoder = CammeghDecoder().feed(line(before, 11))[0]
    decoder, readings = decoder.feed(b"".join(line(state, 12, number=9) for state in range(after, 6)))
    assert [each.meaning for each in readings if isinstance(each, WheelFault)] == [
        WheelFaultMeaning.ILLEGAL_STEP
    ]
    assert not any(isinstance(each, (WheelNumber, NumberChanged)) for each in readings)
    readings = decoder.feed(b"".join(line(state, 13, 10) for state in range(2, 6)))[1]
    assert [each.number for each in readings if isinstance(each, WheelNumber)] == [10]


@pytest.mark.parametrize(("before", "after"), [(5, 2), (5, 1), (1, 2), (6, 1)])
def test_a_counter_that_changes_as_a_game_begins_is_no_fault(before: int, after: int) -> None:
    assert faults(line(before, 11), line(after, 12)) == []


@pytest.mark.parametrize(("before", "after"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (6, 2)])
def test_a_step_back_to_the_beginning_begins_a_game_in_which_the_wheel_warns_again(
    before: int, after: int
) -> None:
    readings = readings_of(line(before, bits=4), line(after, bits=4), line(after, bits=4))
    assert [each for each in readings if isinstance(each, WheelFault)] == [
        WheelFault(WheelFaultMeaning.FAILURE, 0),
        WheelFault(WheelFaultMeaning.FAILURE, 1),
        WheelFault(WheelFaultMeaning.ILLEGAL_STEP, 0),
    ]


def test_a_counter_may_advance_during_a_gap() -> None:
    decoder = CammeghDecoder().feed(line(3, 11))[0].cut_off()
    assert without_nothing(decoder.feed(line(4, 12) + line(5, 12, number=9))[1]) == [WheelNumber(9)]


@pytest.mark.parametrize("state", range(1, 7))
def test_the_first_line_after_connecting_is_no_step(state: int) -> None:
    assert faults(line(state)) == []
    again = CammeghDecoder().feed(line(3))[0].cut_off()
    assert not any(isinstance(reading, WheelFault) for reading in again.feed(line(state))[1])


def test_a_first_line_in_state_5_is_the_number_of_its_game() -> None:
    assert readings_of(line(5, number=27)) == (WheelNumber(27),)


def test_a_number_sent_before_a_lost_connection_is_not_read_again() -> None:
    again = CammeghDecoder().feed(line(4) + line(5, number=27))[0].cut_off()
    assert without_nothing(again.feed(line(5, number=27))[1]) == []
    assert without_nothing(again.feed(line(5, 12, number=27))[1]) == [WheelNumber(27)]


def test_another_number_in_the_same_game_is_read_once_as_a_change() -> None:
    shown = [line(5, number=number) for number in (27, 27, 28, 27, 28)]
    assert without_nothing(readings_of(line(4), *shown)) == [WheelNumber(27), NumberChanged(28)]


@pytest.mark.parametrize("game", [11, 12])
def test_a_new_game_begins_by_place_bets_with_the_counter_or_without(game: int) -> None:
    readings = readings_of(line(5, 11, 27), *(line(state, game, 27) for state in range(2, 6)))
    assert readings.count(WheelNumber(27)) == 2


def test_a_number_that_shows_up_when_the_warning_has_gone_is_taken_once() -> None:
    assert without_nothing(
        readings_of(line(4), line(5, number=27, bits=4), line(5, number=27), line(5, number=27))
    ) == [
        WheelFault(WheelFaultMeaning.FAILURE),
        WheelNumber(27),
    ]


def test_lines_are_found_again_after_noise_and_without_their_ends() -> None:
    assert without_nothing(
        readings_of(b"\x00\xff5;0", line(4), b"*X;5;01", line(5, number=27)[:-2], line(2, 12))
    ) == [WheelNumber(27)]


def test_a_burst_after_silence_is_read_line_by_line_in_its_order() -> None:
    games = [
        line(state, game, number=game % 37) for game in range(40) for state in (2, 3, 4, 5, 5)
    ]  # two hundred lines at once
    readings = without_nothing(readings_of(*games))
    assert readings == [each for game in range(40) for each in (BallInTrack(), WheelNumber(game % 37))]


@pytest.mark.parametrize("noise", [b"\x00" * 999, b"*X;5;011;27" * 99, b"*" * 999, b"*X" + b"1" * 999])
def test_garbage_without_end_keeps_no_memory(noise: bytes) -> None:
    decoder = CammeghDecoder()
    for _ in range(100):
        decoder, readings = decoder.feed(noise)
        assert readings == ()
        assert len(decoder.begun) <= 24
    assert without_nothing(decoder.feed(line(4) + line(5, number=27))[1]) == [WheelNumber(27)]


@pytest.mark.parametrize(("length", "kept"), [(24, 24), (25, 0)])
def test_a_line_of_more_than_24_bytes_is_no_status_line(length: int, kept: int) -> None:
    decoder, _ = CammeghDecoder().feed(line(5, number=27)[:-2].ljust(length, b"0"))
    assert len(decoder.begun) == kept


def test_the_decoder_reads_the_status_lines_that_the_simulated_wheel_sends() -> None:
    for status in (
        WheelStatus(5, 16, 0, 0, 149, "clockwise"),
        WheelStatus(6, 182, 28, 15, 6, "anticlockwise"),
    ):
        assert status_of(status_line(status).removesuffix(b"\r\n")) == status


def test_nothing_to_read_is_nothing_read() -> None:
    assert CammeghDecoder().feed(b"") == (CammeghDecoder(), ())


statuses = st.builds(
    line,
    st.integers(1, 6),
    st.integers(9, 12),
    st.integers(0, 36),
    st.sampled_from([0, 0, 0, 1, 2, 4, 8, 10]),
)
noisy = st.lists(
    st.one_of(
        statuses,
        statuses.map(lambda whole: whole[:-5]),
        st.sampled_from([b"27\r\n", b"\r", b"\n", b"*", b"*X", b"*X;5;011;27;0;136;1", b"*X" + b"5" * 40]),
        st.binary(max_size=9),
    ),
    max_size=30,
).map(b"".join)


@given(noisy, st.lists(st.integers(0, 600), max_size=20))
def test_any_split_of_the_bytes_gives_the_same_readings(data: bytes, ends: list[int]) -> None:
    whole, expected = CammeghDecoder().feed(data)
    decoder, broken = CammeghDecoder(), 0
    found: list[Reading] = []
    edges = [0, *sorted(min(end, len(data)) for end in ends), len(data)]
    for start, end in pairwise(edges):
        broken += decoder.unreadable_lines(data[start:end])
        decoder, new = decoder.feed(data[start:end])
        found += new
    assert (decoder, tuple(found)) == (whole, expected)
    assert broken <= CammeghDecoder().unreadable_lines(data)


@given(noisy)
def test_the_decoder_survives_json_as_a_part_of_the_tables_state(data: bytes) -> None:
    decoder: Decoder = decoder_for("wheel").feed(data)[0]
    assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder
    assert decoder_for("wheel").successor(data) == decoder


sequences = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 36), st.booleans()), max_size=60)


def _games(states: list[tuple[int, int, bool]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """The states in their games, as a wheel counts them: one more each time that its state comes back to 1 or
    2 from another.
    """
    games: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    before = 1
    for state, number, _ in states:
        if state in (1, 2) and before != state and (before, state) != (1, 2):
            games.append((len(games), []))
        games[-1][1].append((state, number))
        before = state
    return games


@given(sequences)
def test_a_number_is_never_taken_outside_state_5_and_never_twice_a_game(
    states: list[tuple[int, int, bool]],
) -> None:
    decoder = CammeghDecoder()
    for game, shown in _games(states):
        numbers = []
        for state, number in shown:
            decoder, readings = decoder.feed(line(state, game, number))
            new = [reading.number for reading in readings if isinstance(reading, WheelNumber)]
            assert not new or (state == 5 and new == [number])
            numbers += new
        first = [number for state, number in shown if state == 5][:1]
        assert numbers == first


@given(sequences)
def test_a_number_with_a_warning_is_never_taken(states: list[tuple[int, int, bool]]) -> None:
    decoder = CammeghDecoder()
    for state, number, warns in states:
        decoder, readings = decoder.feed(line(state, 11, number, bits=8 if warns else 1))
        if warns:
            assert not any(isinstance(reading, (WheelNumber, NumberChanged)) for reading in readings)
