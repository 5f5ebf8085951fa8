"""A wheel whose lines the table's file describes: a number once a game, whatever marks a game there."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices import Reading, WheelFault, WheelNumber
from console.table.devices.catalogue import Decoder
from console.table.devices.line_format import Format
from console.table.devices.models.text_wheel import GARBLED, TextWheel, TextWheelVoice
from console.table.devices.readings import BallInTrack, BatteryLevel, NumberChanged, WheelFaultMeaning
from console.table.devices.wheel_status import BALL, WINNING_NUMBER, WheelStatus
from tests.table.devices.makes import WHEEL
from tests.table.devices.models.test_text_cards import described

COUNTED = described(WHEEL)
WITH_BALL = Format(("(?P<ball>GO)|N(?P<number>[0-9]+)(?: (?P<battery>[0-9]+)%)?",))
BARE = Format(("(?P<number>[0-9]+)",))


def readings_of(text: str, format: Format = COUNTED) -> tuple[Reading, ...]:
    return TextWheel(format).feed(text.encode())[1]


def test_a_counted_game_reports_its_number_once_and_another_as_a_change() -> None:
    game = "W001 IDLE\r\nW001 BALL\r\nW001 BALL\r\nW001 WIN 27\r\nW001 WIN 27\r\n"
    assert readings_of(game) == (BallInTrack(), WheelNumber(27))
    assert readings_of(game + "W001 WIN 28\nW001 WIN 29\n")[2:] == (NumberChanged(28),)
    assert readings_of(game + "W002 WIN 27\n")[2:] == (WheelNumber(27),)


def test_the_wheel_is_in_the_state_that_its_last_line_says() -> None:
    for lines, state in (("GO\n", BALL), ("GO\nN5\n", WINNING_NUMBER)):
        last = TextWheel(WITH_BALL).feed(lines.encode())[0].last
        assert last is not None and last.state == state


def test_without_a_counter_the_ball_begins_a_game() -> None:
    assert readings_of("GO\nGO\nN5\nN5\nGO\nN5\n", WITH_BALL) == (
        BallInTrack(),
        WheelNumber(5),
        BallInTrack(),
        WheelNumber(5),
    )


def test_a_wheel_without_counter_and_ball_reports_a_spin_with_every_line() -> None:
    assert readings_of("5\r\n5\r\n17\r\n", BARE) == (WheelNumber(5), WheelNumber(5), WheelNumber(17))


@pytest.mark.parametrize("format", [COUNTED, WITH_BALL], ids=["counted", "with ball"])
def test_a_number_sent_before_a_gap_is_not_read_again_after_it(format: Format) -> None:
    line = b"W001 WIN 27\n" if format is COUNTED else b"N27\n"
    later = b"W002 WIN 3\n" if format is COUNTED else b"N3\n"
    decoder, _ = TextWheel(format).feed(line + line[:3])
    decoder, readings = decoder.cut_off().feed(line)
    assert readings == ()
    assert decoder.cut_off().feed(later)[1] == (WheelNumber(3),), "another spin, whose ball nobody heard"


def test_a_failure_is_read_once_and_kept_for_a_round_that_opens_later() -> None:
    decoder, readings = TextWheel(COUNTED).feed(b"W001 FAIL 4\nW001 FAIL 4\nW001 IDLE\n")
    assert readings == (WheelFault(WheelFaultMeaning.FAILURE, 0),)
    assert decoder.last is not None and decoder.last.warnings == (WheelFaultMeaning.FAILURE,)


@pytest.mark.parametrize("line", ["W001 WIN 37", "W1 WIN 3", "WIN 3", "\xff", "W001 WIN 3 " + "x" * 200])
def test_a_garbled_line_is_reported_once_and_never_as_a_number(line: str) -> None:
    assert readings_of(f"{line}\n{line}\nW001 WIN 3\n") == (GARBLED, WheelNumber(3))
    assert TextWheel(COUNTED).unreadable_lines(f"{line}\nW001 IDLE\n".encode()) == 1


def test_a_text_wheels_battery_level_is_read() -> None:
    readings = readings_of("N5 80%\nGO\nN6 80%\nGO\nN7 9%\n", WITH_BALL)
    assert [each.percent for each in readings if isinstance(each, BatteryLevel)] == [80, 9]


@pytest.mark.parametrize("format", [COUNTED, WITH_BALL, BARE])
def test_a_text_wheels_voice_says_what_its_decoder_reads(format: Format) -> None:
    voice = TextWheelVoice(format)
    for number in range(37):
        ball = voice.says(WheelStatus(BALL, 12, 0, 0, 140, "clockwise"), begins=True)
        line = voice.says(WheelStatus(WINNING_NUMBER, 12, number, 0, 140, "clockwise"), begins=True)
        assert TextWheel(format).feed(ball + line)[1][-1] == WheelNumber(number)
        assert voice.says(WheelStatus(WINNING_NUMBER, 12, number, 0, 140, "clockwise"), begins=False) == b""


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=120),
            st.sampled_from([b"W001 BALL\r\n", b"W001 WIN 27\n", b"W002 WIN ", b"36\r", b"W002 FAIL 1\n"]),
        ),
        max_size=12,
    )
)
def test_any_bytes_split_anyhow_are_the_same_readings_and_the_state_is_bounded(pieces: list[bytes]) -> None:
    decoder, readings = TextWheel(COUNTED), list[Reading]()
    for piece in pieces:
        assert decoder.unreadable_lines(piece) <= len(decoder.lines(piece))
        decoder, found = decoder.feed(piece)
        readings += found
        assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder
        assert len(decoder.begun) <= 101
    whole, together = TextWheel(COUNTED).feed(b"".join(pieces))
    assert (tuple(readings), decoder.last, decoder.number) == (together, whole.last, whole.number)
