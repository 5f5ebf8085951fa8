"""The wheel's lines by their maker's guide: blanks, other pockets, each bit in each state, and what lasts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices.line_format import NONE
from console.table.devices.models.cammegh import MODEL, CammeghDecoder
from console.table.devices.readings import (
    BallInTrack,
    LaunchRepeated,
    Reading,
    WheelFault,
    WheelFaultMeaning,
    WheelNumber,
)

F = WheelFaultMeaning


def new() -> CammeghDecoder:
    made = MODEL.decoder(NONE)
    assert isinstance(made, CammeghDecoder)
    return made


def line(
    state: int, bits: int = 0, number: str = "24", *, rotor: int = 170, turning: int = 1, game: int = 7
) -> bytes:
    return f"*X;{state};{game:03};{number};{bits:X};{rotor:03};{turning}\r\n".encode()


def told(*lines: bytes) -> list[Reading]:
    kinds = WheelFault | WheelNumber | LaunchRepeated | BallInTrack
    return [each for each in new().feed(b"".join(lines))[1] if isinstance(each, kinds)]


def faults(*lines: bytes) -> list[WheelFaultMeaning]:
    return [each.meaning for each in told(*lines) if isinstance(each, WheelFault)]


def test_a_wheel_just_switched_on_is_read_from_its_first_line() -> None:
    blanks = [line(state, number="  ") for state in (6, 1, 2, 3, 4)]
    assert told(*blanks, line(5, number="32")) == [BallInTrack(), WheelNumber(32)]
    assert new().unreadable_lines(b"".join(blanks)) == 0
    assert told(line(5, number="  "), line(5, number=" 0")) == [WheelNumber(0)]


@pytest.mark.parametrize("number", ["00", "05", "000", "0000", "37", "99"])
def test_a_number_of_other_pockets_is_a_fault_and_no_number(number: str) -> None:
    assert told(line(4), line(5, number=number), line(5, number=number)) == [WheelFault(F.POCKETS)]
    assert told(line(4), f"{number}\r\n".encode()) == [WheelFault(F.POCKETS)]
    assert told(line(2, number=number)) == []


@pytest.mark.parametrize("damaged", ["7", "", "1 ", "+7", "100", "00000"])
def test_a_number_field_of_another_width_is_no_line(damaged: str) -> None:
    assert told(line(4), line(5, number=damaged)) == []


IN_STATE: dict[int, dict[int, WheelFaultMeaning]] = {
    1: {4: F.FAILURE},
    2: {4: F.FAILURE},
    3: {2: F.SAME_DIRECTION, 4: F.FAILURE},
    4: {4: F.FAILURE, 8: F.LAUNCH_FAILED},
    5: {4: F.FAILURE, 8: F.LAUNCH_FAILED},
    6: {4: F.FAILURE, 8: F.LAUNCH_FAILED},
    7: {4: F.FAILURE, 8: F.LAUNCH_FAILED},
}
"""The warning of the first line with a bit, by state, as the maker means it."""


@pytest.mark.parametrize("state", range(1, 8))
@pytest.mark.parametrize("bits", range(16))
def test_each_bit_warns_in_the_states_that_its_maker_names(state: int, bits: int) -> None:
    due = [meaning for bit, meaning in IN_STATE[state].items() if bits & bit]
    assert sorted(faults(line(state, bits))) == sorted(due)
    assert (LaunchRepeated() in told(line(state, bits))) is (bits & 8 > 0 and state in (1, 2, 3))


@pytest.mark.parametrize("bits", range(16))
def test_a_number_counts_but_with_a_sensors_or_a_launchs_failure(bits: int) -> None:
    is_read = WheelNumber(5) in told(line(4), line(5, bits, " 5"))
    assert is_read is (bits & 12 == 0)


@pytest.mark.parametrize(
    ("lasting", "lines", "meaning"),
    [
        (line(4, 1), 11, F.NO_BALL),
        (line(2, 8), 121, F.LAUNCH_FAILED),
        (line(7), 11, F.BALL_NOT_SEEN),
    ],
)
def test_what_lasts_is_a_fault_with_the_line_after_its_time(
    lasting: bytes, lines: int, meaning: WheelFaultMeaning
) -> None:
    before = () if lasting == line(2, 8) else (line(4),)
    assert faults(*before, lasting * lines) == []
    assert faults(*before, lasting * (lines + 5)) == [meaning]


def test_a_failed_launch_may_show_for_three_seconds_of_the_next_ones_run() -> None:
    assert faults(line(2, 8), line(3, 8) * 7, line(3) * 3) == []
    assert faults(line(2, 8), line(3, 8) * 8) == [F.LAUNCH_FAILED]
    assert faults(line(2, 8), line(6)) == [F.LAUNCH_FAILED]


@pytest.mark.parametrize("back", [1, 2])
def test_a_launch_that_is_repeated_goes_back_in_the_same_game(back: int) -> None:
    again = line(back), line(2), line(3), line(4), line(5, number=" 9")
    sent = line(2), line(3), line(3, 8), line(3) * 5, *again
    assert told(*sent) == [BallInTrack(), LaunchRepeated(), BallInTrack(), WheelNumber(9)]
    late = line(2), line(3), line(3, 8), line(3) * 6, line(back)
    assert faults(*late) == [F.ILLEGAL_STEP]


def test_the_ball_may_be_out_of_sight_for_five_seconds() -> None:
    assert told(line(3), line(7) * 11, line(3), line(4), line(7), line(4), line(7), line(5, number=" 9")) == [
        BallInTrack(),
        WheelNumber(9),
    ]
    assert faults(line(4), line(7), line(2)) == [F.BALL_NOT_SEEN]
    assert faults(line(2), line(7)) == [F.ILLEGAL_STEP]
    assert faults(line(4), line(7), line(6)) == [F.CLOSED_IN_GAME]


@pytest.mark.parametrize(
    ("run", "rotor"),
    [
        ((line(3), line(4, rotor=9) * 7), ""),
        ((line(3), line(4, rotor=9) * 8), "wheel_stopped"),
        ((line(3, rotor=0) * 4, line(4, rotor=0) * 4, line(4, turning=0)), "wheel_stopped"),
        ((line(3), line(4), line(4, turning=0), line(4)), "wrong_direction"),
        ((line(2, turning=0), line(3), line(4)), ""),
    ],
)
def test_the_number_says_what_the_rotor_did_since_the_ball_was_sent(
    run: tuple[bytes, ...], rotor: str
) -> None:
    assert told(*run, line(5, number=" 9"))[-1] == WheelNumber(9, rotor)  # type: ignore[arg-type]


def test_a_wheel_is_off_if_it_says_so_or_stands() -> None:
    assert new().feed(line(6))[0].is_off
    assert not new().feed(line(2, rotor=0) * 11)[0].is_off
    assert new().feed(line(2, rotor=0) * 12)[0].is_off
    assert not new().feed(line(2, rotor=0) * 12 + line(2, rotor=60))[0].is_off
    assert not new().feed(line(4, rotor=0) * 12)[0].is_off


noisy = st.lists(
    st.one_of(
        st.builds(
            line,
            st.integers(1, 7),
            st.sampled_from([0, 0, 0, 1, 2, 4, 8, 10]),
            st.sampled_from(["  ", " 7", "27", "00", "37", "7"]),
            rotor=st.sampled_from([0, 170]),
            turning=st.integers(0, 1),
            game=st.integers(9, 12),
        ),
        st.sampled_from([b"27\r\n", b"00\r\n", b"0", b"0\n", b"\r", b"*", b"*X", b"x00\r\n"]),
        st.binary(max_size=5),
    ),
    max_size=30,
).map(b"".join)


@given(noisy, st.lists(st.integers(0, 600), max_size=20))
def test_any_split_of_the_bytes_gives_the_same_readings(data: bytes, ends: list[int]) -> None:
    whole, expected = new().feed(data)
    decoder, found = new(), list[Reading]()
    edges = [0, *sorted(min(end, len(data)) for end in ends), len(data)]
    for start, end in pairwise(edges):
        decoder, readings = decoder.feed(data[start:end])
        found += readings
    assert (decoder, tuple(found)) == (whole, expected)
