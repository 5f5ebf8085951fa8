"""A shoe whose lines the table's file describes: cards, faults, what is none, and any bytes at all."""

from __future__ import annotations

import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices import CardRead, CardUnread, CutCardRead, Reading
from console.table.devices.catalogue import Decoder
from console.table.devices.line_format import Format
from console.table.devices.models.text_cards import TextCards, TextCardsVoice
from console.table.devices.readings import BatteryLevel, FaultMeaning, Nothing, ShoeFault, ShoePlace, Target
from console.table.game import DECK, Card
from tests.table.devices.makes import SHOE
from tests.table.devices.models.test_card_lines import SERVERS


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


def test_the_makers_letters_may_stand_in_either_order() -> None:
    either = Format(("(?P<card>.{2,3})",), (("11", "J"),), (("♥", "H"),))
    assert cards("11♥\r\n♥11\r\n9S\r\nS9\r\n", either) == ["JH", "JH", "9S", "9S"]


def test_letters_of_the_maker_take_the_place_of_ours() -> None:
    assert readings_of("CARD K♥\r\n") == (CardUnread(),), "13 is its king"
    french = Format(
        ("(?P<card>.{2,3})",),
        (("V", "J"), ("D", "Q"), ("R", "K")),
        (("P", "S"), ("C", "H"), ("K", "D"), ("T", "C")),
    )
    assert cards("DC\nTT\nTK\nCD\n10p\n", french) == ["QH", "TC", "TD", "QH", "TS"]


def test_rank_and_suit_of_any_card_are_read_in_either_order() -> None:
    ours = Format(("(?P<card>.+)",))
    pairs = [(rank, suit) for rank in (*"A23456789TJQK", "10") for suit in "SHDC"]
    said = "".join(f"{rank}{suit}\n{suit}{rank}\n" for rank, suit in pairs)
    read = [f"{'T' if rank == '10' else rank}{suit}" for rank, suit in pairs for _ in range(2)]
    assert cards(said, ours) == read


def test_the_decoder_reads_every_card_that_its_voice_sends() -> None:
    voice = TextCardsVoice(FORMAT)
    sent = b"".join(voice.card(card, PLACE) for card in DECK)
    assert TextCards(FORMAT).feed(sent)[1] == tuple(CardRead(card) for card in DECK)
    assert TextCards(FORMAT).feed(voice.unread())[1] == (CardUnread(),)
    assert TextCards(FORMAT).feed(voice.cut_card() or b"")[1] == (CutCardRead(),)


def test_equal_lines_are_two_cards_and_an_equal_number_is_one_message() -> None:
    assert cards("CARD 9♥\nCARD 9♥\n") == ["9H", "9H"]
    assert cards("CARD 9♥ #1\nCARD 9♥ #1\nCARD 9♥ #2\n") == ["9H", "9H"]
    numbered = Format((r"(?P<card>..) #(?P<seq>\d)",))
    voice = TextCardsVoice(numbered)
    assert [voice.card(Card("9H"), PLACE)[4:5] for _ in range(10)] == [*map(str.encode, "1234567890")]


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


PLAIN = Format(("(?P<card>.{2,3})",))


@pytest.mark.parametrize(
    "said", ["\x029H\x03\r", "]C09H\r", "\x119H\r\x13", "9H\r\r\n", "\x06\r9H\r\n\r\n", "Ver 1.23\r\n9H\r\n"]
)
def test_what_a_scanner_adds_to_a_card_is_no_failed_scan(said: str) -> None:
    cards = [each for each in readings_of(said, PLAIN) if not isinstance(each, Nothing)]
    assert cards == [CardRead(Card("9H"))]


@pytest.mark.parametrize("said", SERVERS)
def test_what_a_transport_says_of_itself_is_no_card_and_no_failed_scan(said: bytes) -> None:
    """A line of two or three signs is the maker's own by this pattern."""
    for format in (FORMAT, Format(("(?P<rank>[0-9A-Z]{1,2})(?P<suit>[SHDC])",))):
        for found in (TextCards(format).feed(said), TextCards(format).feed_fresh(said)):
            assert all(isinstance(each, Nothing) for each in found[1])


def test_a_garbled_word_of_the_devices_own_is_a_failed_scan() -> None:
    for line in ("CQRD 9♥", "CARE 9♥", "CARD", "cARD 9"):
        assert readings_of(f"{line}\r\n") == (CardUnread(),)


def test_a_digit_that_became_a_control_character_makes_no_other_card() -> None:
    format = Format(("(?P<rank>[0-9]{1,2})(?P<suit>[shdc])",), (("13", "K"), ("3", "3")))
    assert readings_of("13h\r\n", format) == (CardRead(Card("KH")),)
    assert readings_of("\x113h\r\n", format) == (CardUnread(),)


def test_an_empty_line_is_a_failed_scan_if_the_tables_file_says_so() -> None:
    format = Format(("(?P<card>.{2,3})", "(?P<unread>)"))
    assert readings_of("9H\r\n\r\n2C\r\n", format) == (CardRead(Card.H9), CardUnread(), CardRead(Card.C2))
    assert TextCards(format).feed_fresh(b"\r\n\r\n9H\r\n")[1] == (CardRead(Card("9H")),), "a server greets so"


def test_half_a_line_from_before_a_loss_is_forgotten() -> None:
    decoder = TextCards(FORMAT).feed("CARD 9♥\r\nCARD 2".encode())[0].cut_off()
    assert decoder.feed("CARD 3♥\r\n".encode())[1] == (CardRead(Card("3H")),)


def test_endless_unknown_lines_are_reported_once_as_noise() -> None:
    assert readings_of("x\n" * 500) == (*[CardUnread()] * 52, Nothing("noise"))


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
