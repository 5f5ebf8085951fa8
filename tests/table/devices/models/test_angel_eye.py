"""The shoe's frames: the published ones, any split of the bytes, garbage, repeats."""

from __future__ import annotations

import random
import tracemalloc
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices import CardRead, CardUnread, CutCardRead, Reading, ShoeResult
from console.table.devices.catalogue import Decoder, decoder_for
from console.table.devices.models.angel_eye import (
    LONGEST,
    NOWHERE,
    AngelEye,
    dealt_frame,
    fault_frame,
    frame,
    out_of_game_frame,
    result_frame,
)
from console.table.devices.readings import (
    FaultMeaning,
    Nothing,
    Retransmitted,
    ShoeFault,
    ShoePlace,
    ShoeStandBy,
    ShoeStarted,
    Target,
)
from console.table.game import Card

KNOWN = [target for target in Target if target is not Target.UNKNOWN]
PLAYER_1 = ShoePlace(Target.PLAYER, 1)
PUBLISHED = [
    ("05 31 44 81 B8 03 34 46", CardRead(Card.S8, PLAYER_1)),
    ("05 32 47 91 03 45 37", ShoeResult("player", player_pair=True)),
    ("05 33 43 03 37 33", CutCardRead()),
    ("05 34 45 C1 03 42 33", CardUnread()),
    ("05 35 4C 81 03 46 42", Nothing("L")),
]
EIGHT, CUT_CARD = bytes.fromhex(PUBLISHED[0][0]), bytes.fromhex(PUBLISHED[2][0])


def readings(data: bytes, decoder: AngelEye | None = None) -> tuple[Reading, ...]:
    return (decoder or AngelEye()).feed(data)[1]


def readings_in_parts(data: bytes, ends: list[int]) -> tuple[AngelEye, list[Reading]]:
    """The decoder and its readings when the bytes arrive cut at the given places."""
    decoder = AngelEye()
    found: list[Reading] = []
    edges = [0, *sorted(min(end, len(data)) for end in ends), len(data)]
    for start, end in pairwise(edges):
        decoder, new = decoder.feed(data[start:end])
        found += new
    return decoder, found


@pytest.mark.parametrize(("hexed", "reading"), PUBLISHED)
def test_a_published_frame_reads_as_published(hexed: str, reading: Reading) -> None:
    assert readings(bytes.fromhex(hexed)) == (reading,)


def test_a_frame_that_comes_again_is_no_reading_and_is_counted() -> None:
    first, second = dealt_frame("1", PLAYER_1, Card.S8), dealt_frame("2", PLAYER_1, Card.S8)
    assert AngelEye().repeats(first + first + first + second) == 2
    begun, _ = AngelEye().feed(first[:3])
    decoder, found = begun.feed(first[3:])
    assert len(found) == 1 and decoder.repeats(first[:3]) == 0
    assert decoder.successor(first[:3]).repeats(first[3:]) == 1, "in two pieces"
    assert decoder.repeats(second) == 0
    started = frame("1", "S")
    assert AngelEye().repeats(started + first) == 0, "after a start no number is a repeat"


def test_the_published_frames_are_what_the_encoder_sends() -> None:
    sent = [
        dealt_frame("1", PLAYER_1, Card.S8),
        result_frame("2", "player", player_pair=True, banker_pair=False),
        frame("3", "C"),
        fault_frame("4", 1),
        frame("5", "L", b"\x01"),
    ]
    assert sent == [bytes.fromhex(hexed) for hexed, _ in PUBLISHED]


@pytest.mark.parametrize("target", KNOWN)
def test_every_card_is_read_for_every_place(target: Target) -> None:
    for card in Card:
        for index in range(1, 16):
            place = ShoePlace(target, index)
            assert readings(dealt_frame("1", place, card)) == (CardRead(card, place),), place


@pytest.mark.parametrize(
    ("payload", "result"),
    [
        (0x10, ShoeResult("player")),
        (0x22, ShoeResult("tie", banker_pair=True)),
        (0x43, ShoeResult("banker", player_pair=True, banker_pair=True)),
        (0x70, ShoeResult(None, forced_quit=True)),
        (0x30, ShoeResult(None)),
    ],
)
def test_a_result_names_winner_and_pairs(payload: int, result: ShoeResult) -> None:
    assert readings(frame("1", "G", bytes((payload,)))) == (result,)


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        (2, FaultMeaning.OVERDRAW),
        (3, FaultMeaning.BUTTON),
        (4, FaultMeaning.REVERSED_AT_EXIT),
        (5, FaultMeaning.REVERSED_MIDWAY),
        (6, FaultMeaning.WRONG_DECK),
        (7, FaultMeaning.DRAWING_TIME_OUT),
        (8, FaultMeaning.UNKNOWN),
        (9, FaultMeaning.UNKNOWN),
    ],
)
def test_an_error_that_is_no_failed_scan_is_a_fault(code: int, meaning: FaultMeaning) -> None:
    assert readings(fault_frame("1", code)) == (ShoeFault(code, meaning),)


def test_a_card_drawn_outside_a_game_says_so() -> None:
    assert readings(out_of_game_frame("1", Card.HK)) == (CardRead(Card.HK, NOWHERE, in_game=False),)


def test_the_shoes_own_repeat_of_a_card_is_evidence_only() -> None:
    assert readings(frame("1", "R", b"\x01\x38")) == (Retransmitted(Card.S8),)


def test_messages_about_the_shoe_itself_are_no_cards() -> None:
    preset = frame("2", "M", b"\x01\x02\x03\x04\x05\x06")
    sent = frame("1", "S") + frame("1", "P") + preset + frame("3", "e", b"\x01")
    assert readings(sent) == (ShoeStarted(), ShoeStandBy(), Nothing("M"), Nothing("e"))


@pytest.mark.parametrize("payload", [b"\x01\x00", b"\x01\x3e", b"\x01\x51", b"\x01", b"", b"\x01\x38\x38"])
def test_a_card_code_that_is_no_card_is_a_failed_scan(payload: bytes) -> None:
    assert readings(frame("1", "D", payload)) == (CardUnread(),)


def test_a_card_for_a_place_of_an_unknown_number_is_for_none_that_is_due() -> None:
    assert readings(frame("1", "D", b"\x31\x38")) == (CardRead(Card.S8, NOWHERE),)


def test_the_same_number_again_is_a_retransmission_and_dropped() -> None:
    once, again = AngelEye().feed(EIGHT)[0].feed(EIGHT + EIGHT)
    assert again == ()
    assert readings(dealt_frame("2", ShoePlace(Target.BANKER, 1), Card.S8), once) != ()


def test_a_number_comes_round_again_after_another() -> None:
    assert readings(EIGHT + CUT_CARD + EIGHT) == (
        CardRead(Card.S8, PLAYER_1),
        CutCardRead(),
        CardRead(Card.S8, PLAYER_1),
    )


def test_a_start_restarts_the_numbers() -> None:
    assert readings(EIGHT + frame("1", "S") + EIGHT) == (
        CardRead(Card.S8, PLAYER_1),
        ShoeStarted(),
        CardRead(Card.S8, PLAYER_1),
    )


def test_a_frame_with_a_wrong_check_is_dropped_and_its_number_does_not_count() -> None:
    broken = EIGHT[:-1] + b"0"
    assert readings(broken) == ()
    assert readings(broken + EIGHT) == (CardRead(Card.S8, PLAYER_1),)


@pytest.mark.parametrize("at", range(len(EIGHT)))
def test_a_byte_lost_anywhere_loses_that_frame_only(at: int) -> None:
    broken = EIGHT[:at] + EIGHT[at + 1 :]
    assert readings(broken + CUT_CARD) == (CutCardRead(),)


@pytest.mark.parametrize("wrong", [0x00, 0x03, 0x05, 0x30, 0xFF])
def test_a_byte_garbled_anywhere_never_becomes_another_card(wrong: int) -> None:
    garbled = [at for at in range(len(EIGHT)) if EIGHT[at] != wrong]
    assert len(garbled) >= len(EIGHT) - 1
    for at in garbled:
        frames = EIGHT[:at] + bytes((wrong,)) + EIGHT[at + 1 :] + CUT_CARD
        assert readings(frames) == (CutCardRead(),), at


def test_an_enq_in_the_garbage_costs_no_frame() -> None:
    assert readings(b"\x05\x05noise\x05" + EIGHT) == (CardRead(Card.S8, PLAYER_1),)


good = st.one_of(
    st.builds(
        dealt_frame,
        st.sampled_from("0123456789"),
        st.builds(ShoePlace, st.sampled_from(KNOWN), st.integers(1, 15)),
        st.sampled_from(Card),
    ),
    st.builds(frame, st.sampled_from("0123456789"), st.sampled_from("SCPL")),
    st.builds(fault_frame, st.sampled_from("0123456789"), st.integers(0, 9)),
)
garbage = st.one_of(st.binary(max_size=50), st.text("\x03\x05A1", max_size=9).map(str.encode))


@given(st.lists(st.one_of(good, garbage)).map(b"".join), st.lists(st.integers(0, 400), max_size=20))
def test_any_split_of_the_bytes_gives_the_same_readings(data: bytes, ends: list[int]) -> None:
    whole, expected = AngelEye().feed(data)
    assert readings_in_parts(data, ends) == (whole, list(expected))


wrong = good.map(lambda frame: frame[:-1] + b"0")
sent = st.lists(st.one_of(good, wrong, garbage)).map(b"".join)


@given(sent, sent)
def test_the_next_decoder_alone_is_that_of_a_whole_reading(before: bytes, data: bytes) -> None:
    decoder = AngelEye().feed(before)[0]
    assert decoder.successor(data) == decoder.feed(data)[0]


@given(garbage, st.sampled_from(Card))
def test_a_frame_after_any_garbage_is_read(noise: bytes, card: Card) -> None:
    assert readings(noise + dealt_frame("z", PLAYER_1, card))[-1] == CardRead(card, PLAYER_1)


@given(st.lists(st.one_of(good, garbage)).map(b"".join))
def test_the_decoder_survives_json_as_a_part_of_the_tables_state(data: bytes) -> None:
    decoder: Decoder = decoder_for("shoe").feed(data)[0]
    assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder


def test_a_reading_survives_json() -> None:
    for reading in readings(b"".join(bytes.fromhex(hexed) for hexed, _ in PUBLISHED)):
        assert msgspec.json.decode(msgspec.json.encode(reading), type=Reading) == reading


@pytest.mark.parametrize("noise", [b"\x05", b"\x00", b"\x051D\x81\xb8", b"\x05" + b"x" * 99])
def test_a_flood_of_noise_keeps_no_memory(noise: bytes) -> None:
    decoder, flood = AngelEye(), noise * 4096
    tracemalloc.start()
    for _ in range(64):
        decoder, found = decoder.feed(flood)
        assert found == ()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(decoder.begun) <= LONGEST + 3
    assert kept < 65_536


def test_a_megabyte_at_once_is_read_to_its_last_frame() -> None:
    noise = random.Random(7).randbytes(1_000_000)
    assert readings(noise + frame("z", "C"))[-1] == CutCardRead()
