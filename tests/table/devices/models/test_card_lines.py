"""Readers of lines: every text seen, every line end, any split, failed scans."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.devices import CardRead, CardUnread, Reading
from console.table.devices.catalogue import Decoder, decoder_for
from console.table.devices.models.card_lines import UNREAD_LINE, CardLines, card_line
from console.table.devices.readings import Nothing
from console.table.game import Card


def readings(data: bytes) -> tuple[Reading, ...]:
    return CardLines().feed(data)[1]


@pytest.mark.sweep(8)
@pytest.mark.parametrize(
    ("text", "card"),
    [
        (b"H10", Card.HT),
        (b"SA", Card.SA),
        (b"KD", Card.DK),
        (b"10D", Card.DT),
        (b"9H", Card.H9),
        (b"TS", Card.ST),
        (b"st", Card.ST),
        (b" qc ", Card.CQ),
    ],
)
@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_card_is_read_in_every_text_that_readers_send(text: bytes, card: Card, end: bytes) -> None:
    assert readings(text + end) == (CardRead(card),)


@pytest.mark.parametrize("text", [b"NOREAD", b"?", b"1H", b"11H", b"HH", b"9H9H", b"9", b"\xfe\x81", b"10"])
@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_line_that_is_no_card_is_a_failed_scan(text: bytes, end: bytes) -> None:
    assert readings(text + end) == (CardUnread(),)


@pytest.mark.parametrize(
    "junk",
    [b"\x00", b"\xff\x00", b"\x0c", b"\x02\x03", b"Scanner v2.11 ready", b"HELLO 1.2", b"USB-COM (C) 2019"],
)
def test_what_an_opened_port_or_a_plugged_scanner_sends_is_no_failed_scan(junk: bytes) -> None:
    """It would halt a table in bet time; the card behind it counts."""
    said = readings(junk + b"\r\n" + b"H10\r\n")
    assert said[-1] == CardRead(Card.HT) and CardUnread() not in said


@pytest.mark.parametrize("line", [b"\x02H10\x03", b"]C0H10", b"\x00\x00H10", b"\x0cH10", b"\x02]C010h\x03"])
def test_a_card_in_a_scanners_frame_is_the_card(line: bytes) -> None:
    assert readings(line + b"\r") == (CardRead(Card.HT),)


@pytest.mark.parametrize(
    "line",
    [b"NO READ", b"BAD READ 12", b"READ ERROR", b"]C0", b"Scan failed", b"NR", b"NG", b"ERROR", b"-"],
)
def test_a_scan_that_failed_in_words_is_a_failed_scan(line: bytes) -> None:
    assert readings(line + b"\r") == (CardUnread(),)


@pytest.mark.parametrize("end", [0x0D ^ 1 << bit for bit in range(8)] + [0x0A ^ 1 << bit for bit in range(8)])
def test_two_cards_whose_line_end_was_garbled_are_a_failed_scan(end: int) -> None:
    """With a tab or an ``M`` between them they look like words; as a greeting they would halt nothing."""
    for first, second in ((b"DT", b"6D"), (b"HA", b"SA"), (b"10H", b"QC"), (b"AS", b"H10")):
        assert readings(first + bytes((end,)) + second + b"\r") == (CardUnread(),)


def test_two_equal_lines_are_two_cards() -> None:
    assert readings(b"9H\r\n9H\r\n") == (CardRead(Card.H9), CardRead(Card.H9))


def test_a_line_end_split_between_cr_and_lf_ends_one_line() -> None:
    decoder, first = CardLines().feed(b"9H\r")
    decoder, between = decoder.feed(b"")
    decoder, second = decoder.feed(b"\n")
    assert (first, between, second) == ((CardRead(Card.H9),), (), ())


@pytest.mark.parametrize("end", [b"\r\r\n", b"\r\n\r\n", b"\n\r", b"\r\n\r", b"\r\n\n\n"])
def test_an_empty_line_behind_a_card_is_nothing(end: bytes) -> None:
    assert readings(b"9H" + end + b"KD" + end) == (CardRead(Card.H9), CardRead(Card.DK))


SERVERS = [
    b"\r\nser2net port 4001 device serialdev, /dev/ttyS0, 9600n81 [,9600N81] (Debian GNU/Linux)\r\n\r\n",
    b"Port already in use\r\n",
    b"Port's device already in use\r\n",
    b"Device open failure: Value or file not found\r\n",
    b"login: \r\nPassword: \r\nLogin failed\r\n",
    b"1) Port 1\r\n2) Port 2\r\nq) Quit\r\n",
    b"ATZ\r\r\nOK\r\nRING\r\nCONNECT 9600\r\n",
    b"NO CARRIER\r\nNO DIALTONE\r\nBUSY\r\nNO ANSWER\r\n",
    b"\x1b[2J\x1b[9H\r\n\x1b[2;9H\x1b[9D\x1b]0;9H\x07\r\n",
    b"\xff\xfd\x18\xff\xfb\x03\xff\xfa\x18\x01\xff\xf0\r\n",
]
"""Serial servers, modems and terminals of themselves."""


@pytest.mark.parametrize("said", SERVERS)
def test_what_a_transport_says_of_itself_is_no_card_and_no_failed_scan(said: bytes) -> None:
    for found in (CardLines().feed(said), CardLines().feed_fresh(said)):
        assert all(isinstance(each, Nothing) for each in found[1])
    assert readings(said + b"9H\r\n")[-1] == CardRead(Card.H9)


@pytest.mark.parametrize("line", [b"ERROR\r\n", b"9\r\n", b"\xfe\x81\r\n", b"#2 0\r\n", b"\x80\r\n"])
def test_a_line_just_after_the_opening_that_is_no_reading_is_a_greeting(line: bytes) -> None:
    decoder, found = CardLines().feed_fresh(line)
    assert all(isinstance(each, Nothing) for each in found)
    assert decoder == CardLines().feed(line)[0], "a replay does not know when the port was opened"


def test_a_card_or_a_failed_scan_just_after_the_opening_counts() -> None:
    found = CardLines().feed_fresh(b"9H\r\nNOREAD\r\n?\r\n")[1]
    assert found == (CardRead(Card.H9), CardUnread(), CardUnread())


def test_half_a_line_from_before_a_loss_is_forgotten() -> None:
    decoder = CardLines().feed(b"KD\r\nK")[0].cut_off()
    assert decoder.feed(b"9H\r\n")[1] == (CardRead(Card.H9),)


def test_a_card_is_not_read_before_its_line_ends() -> None:
    assert readings(b"9H") == ()


def test_a_line_without_end_keeps_no_memory_and_is_one_failed_scan() -> None:
    decoder = CardLines()
    for _ in range(1024):
        decoder, found = decoder.feed(b"9H" + b" " * 1022)
        assert found == ()
    assert len(decoder.begun) == 101
    assert decoder.feed(b"\r\n9H\r\n")[1] == (CardUnread(), CardRead(Card.H9))


def test_the_decoder_reads_the_card_lines_that_the_simulated_reader_sends() -> None:
    assert readings(b"".join(card_line(card) for card in Card)) == tuple(CardRead(card) for card in Card)
    assert readings(UNREAD_LINE) == (CardUnread(),)


noisy = st.lists(
    st.one_of(
        st.sampled_from([b"9H", b"h10", b"\r", b"\n", b"\r\n", b"?", b" " * 100]), st.binary(max_size=9)
    )
).map(b"".join)


@given(noisy, st.lists(st.integers(0, 200), max_size=20))
def test_any_split_of_the_bytes_gives_the_same_readings(data: bytes, ends: list[int]) -> None:
    whole, expected = CardLines().feed(data)
    decoder = CardLines()
    found: list[Reading] = []
    edges = [0, *sorted(min(end, len(data)) for end in ends), len(data)]
    for start, end in pairwise(edges):
        decoder, new = decoder.feed(data[start:end])
        found += new
    assert (decoder, tuple(found)) == (whole, expected)


@given(noisy)
def test_the_decoder_survives_json_as_a_part_of_the_tables_state(data: bytes) -> None:
    decoder: Decoder = decoder_for("reader").feed(data)[0]
    assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder
