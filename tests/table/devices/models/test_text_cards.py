"""A shoe whose lines the table's file describes: cards, faults, what is none, and any bytes at all."""

from __future__ import annotations

import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices.catalogue import Decoder
from console.table.devices.line_format import Format
from console.table.devices.models.text_cards import GARBLED_AT_MOST, NOISE, TextCards, TextCardsVoice
from console.table.devices.readings import (
    BatteryLevel,
    CardRead,
    CardUnread,
    CutCardRead,
    FaultMeaning,
    Reading,
    ShoeFault,
    ShoePlace,
    Target,
)
from console.table.game.cards import DECK, Card
from tests.table.devices.makes import SHOE


def described(toml: str) -> Format:
    """The format of a file's one device."""
    (device,) = tomllib.loads(toml)["device"]
    letters = (tuple(device.get(key, {}).items()) for key in ("ranks", "suits"))
    patterns = device["pattern"]
    return Format(tuple(patterns) if isinstance(patterns, list) else (patterns,), *letters)


FORMAT = described(SHOE)
PLACE = ShoePlace(Target.PLAYER, 1)


def readings_of(text: str, format: Format = FORMAT) -> tuple[Reading, ...]:
    return TextCards(format).feed(text.encode())[1]


def cards(text: str, format: Format = FORMAT) -> list[Card]:
    return [reading.card for reading in readings_of(text, format) if isinstance(reading, CardRead)]


def test_a_card_is_read_in_the_makers_letters() -> None:
    assert cards("CARD 1♠\r\nCARD 13♥\r\nCARD 10♦\rCARD 2♣\n") == ["AS", "KH", "TD", "2C"]


def test_letters_of_the_maker_take_the_place_of_ours() -> None:
    assert readings_of("CARD K♥\r\n") == (CardUnread(),), "13 is its king"
    french = Format(
        ("(?P<card>.{2,3})",),
        (("V", "J"), ("D", "Q"), ("R", "K")),
        (("P", "S"), ("C", "H"), ("K", "D"), ("T", "C")),
    )
    assert cards("DC\nTT\nTK\nCD\n10p\n", french) == ["QH", "TC", "TD", "QH", "TS"]


def test_the_decoder_reads_every_card_that_its_voice_sends() -> None:
    voice = TextCardsVoice(FORMAT)
    sent = b"".join(voice.card(card, PLACE) for card in DECK)
    assert TextCards(FORMAT).feed(sent)[1] == tuple(CardRead(card) for card in DECK)
    assert TextCards(FORMAT).feed(voice.unread())[1] == (CardUnread(),)
    assert TextCards(FORMAT).feed(voice.cut_card() or b"")[1] == (CutCardRead(),)


def test_equal_lines_are_two_cards_and_an_equal_number_is_one_message() -> None:
    assert cards("CARD 9♥\nCARD 9♥\n") == ["9H", "9H"]
    assert cards("CARD 9♥ #1\nCARD 9♥ #1\nCARD 9♥ #2\n") == ["9H", "9H"]


def test_an_error_is_read_once_until_it_ends_or_changes() -> None:
    fault = ShoeFault(7, FaultMeaning.UNKNOWN)
    assert readings_of("ERR 07\nERR 07\nERR 00\nERR 07\nERR 12\n") == (
        fault,
        fault,
        ShoeFault(12, FaultMeaning.UNKNOWN),
    )


def test_a_battery_level_is_read_when_it_changes() -> None:
    _, readings = TextCards(FORMAT).feed("CARD 9♥ BAT20\nCARD 2♥ BAT20\nCARD 3♥ BAT9\n".encode())
    assert [each for each in readings if isinstance(each, BatteryLevel)] == [
        BatteryLevel(20),
        BatteryLevel(9),
    ]


@pytest.mark.parametrize("line", ["CARD 9", "CARD 99♥", "card 9♥", "\x00\xff", "?" * 400, "CARD 9♥ and more"])
def test_an_unknown_line_is_a_failed_scan_and_the_next_one_is_read(line: str) -> None:
    assert readings_of(f"{line}\r\nCARD 2♣\r\n") == (CardUnread(), CardRead(Card("2C")))


def test_endless_unknown_lines_are_reported_once_as_noise() -> None:
    assert readings_of("x\n" * 500) == (*[CardUnread()] * GARBLED_AT_MOST, NOISE)


def test_a_format_that_can_not_be_used_reads_nothing_and_raises_nothing() -> None:
    """A journal from elsewhere may hold one."""
    for pattern in ("(a+)+b", "(?P<card>", "(?P<colour>..)"):
        assert TextCards(Format((pattern,))).feed(b"a" * 90 + b"\n") == (TextCards(Format((pattern,))), ())


PIECES = st.lists(
    st.one_of(
        st.binary(max_size=120),
        st.sampled_from(["CARD 9♥\r\n".encode(), b"CUT\n", b"ERR 07\r", b"CARD ", "♥\r\n".encode(), b"\n"]),
    ),
    max_size=12,
)


@given(PIECES)
def test_any_bytes_split_anyhow_are_the_same_readings_and_the_state_is_bounded(pieces: list[bytes]) -> None:
    decoder, readings = TextCards(FORMAT), list[Reading]()
    for piece in pieces:
        decoder, found = decoder.feed(piece)
        readings += found
        kept = msgspec.json.encode(decoder)
        assert msgspec.json.decode(kept, type=Decoder) == decoder, "JSON and back changes nothing"
        assert len(decoder.begun) <= 101
    whole, together = TextCards(FORMAT).feed(b"".join(pieces))
    assert (tuple(readings), decoder) == (together, whole)
    assert TextCards(FORMAT).successor(b"".join(pieces)) == whole
