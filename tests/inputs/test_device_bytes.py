"""Any bytes on any port: noise, floods, another device's protocol, a device unplugged at each byte.

The long floods are in ``tests.harm``.
"""

from __future__ import annotations

from pathlib import Path
from threading import Semaphore, Thread

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.core.running.station import UnhandledBytes
from console.table.devices import CardRead, CardUnread, DeviceRole, catalogue
from console.table.devices.models.card_lines import CardLines
from console.table.devices.readings import Nothing
from console.table.game import Card
from tests.examples import examples
from tests.instruments.harm.flooding import FLOODS, Flood, flooded
from tests.instruments.harm.unplugging import SAID, Said, unplugged
from tests.table.core.tables import Driven, card_frame, frame

DEVICES: tuple[tuple[str, DeviceRole], ...] = (
    ("baccarat", DeviceRole.SHOE),
    ("blackjack", DeviceRole.READER),
    ("roulette", DeviceRole.WHEEL),
)
PIECES = st.one_of(
    st.binary(min_size=1, max_size=60),
    st.sampled_from(
        [b"9H\r\n", b"NOREAD\r\n", b"*X;5;011;27;0;136;1\r\n", b"*X;2;", b"\x05", b"\x03", b"27\r\n"]
    ),
    st.sampled_from([card_frame("1", "player", 1, "8S"), frame("2", "C"), frame("3", "E", 0x41)]),
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("device", [device for _, device in DEVICES])
@given(pieces=st.lists(PIECES, max_size=30))
@settings(max_examples=examples(60, at_night=1200))
def test_no_bytes_raise_and_what_waits_for_its_end_stays_small(
    device: DeviceRole, pieces: list[bytes]
) -> None:
    decoder = catalogue.decoder_for(device)
    for piece in pieces:
        decoder, _ = decoder.feed(piece)
        assert len(msgspec.json.encode(decoder)) < 1_000


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "device"), DEVICES)
@given(pieces=st.lists(PIECES, max_size=12))
@settings(max_examples=examples(40, at_night=800))
def test_a_table_goes_on_after_any_bytes_and_replays_the_same(
    game: str, device: DeviceRole, pieces: list[bytes]
) -> None:
    driven = Driven("lt", game=game)
    for piece in pieces:
        driven.session.receive(device, piece)
    kept = b"".join(entry.raw for entry in driven.kept.entries if entry.raw is not None)
    assert kept == b"".join(pieces), "the bytes are kept as they came"
    assert driven.take({"do": "say", "by": "P1", "text": "so"})["accepted"]
    table = driven.table
    driven.restart()
    assert driven.table == table


@pytest.mark.sweep(4)
@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.name)
def test_a_flood_leaves_every_press_answered_and_every_byte_in_the_journal(
    tmp_path: Path, flood: Flood
) -> None:
    harm = flooded(tmp_path, flood, 64 << 10)
    assert harm.lost == []
    assert harm.checked >= 1


def test_failed_scans_without_end_are_noise() -> None:
    decoder, found = CardLines().feed(b"?\n" * 5_000)
    assert found == (*[CardUnread()] * 52, Nothing("noise"))
    assert decoder.feed(b"?\n" * 5_000)[1] == ()
    assert CardLines().feed(b"\n" * 5_000)[1] == ()
    _, again = decoder.feed(b"9H\n?\n")
    assert again == (CardRead(Card.H9), CardUnread()), "a card that is read ends it"


def test_the_sender_of_a_flood_waits_for_its_receiver() -> None:
    unhandled, brought, came = UnhandledBytes(at_most=10), list[int](), Semaphore(0)

    def bring() -> None:
        for size in (4, 4, 4):
            unhandled.pass_on(size)
            brought.append(size)
            came.release()

    thread = Thread(target=bring)
    thread.start()
    assert came.acquire(timeout=60) and came.acquire(timeout=60)
    assert not came.acquire(timeout=0.05)
    assert brought == [4, 4] and thread.is_alive(), "there is no room for the third"
    unhandled.note_handled(4)
    thread.join(60)
    assert brought == [4, 4, 4]


def test_a_piece_larger_than_all_room_passes_alone_and_the_end_lets_all_through() -> None:
    unhandled = UnhandledBytes(at_most=10)
    unhandled.pass_on(50)
    unhandled.open()
    unhandled.pass_on(50)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.device)
def test_a_reading_that_was_cut_off_counts_once_or_not_at_all(said: Said) -> None:
    whole = len(said.whole)
    harm = unplugged(said, range(whole + 1))
    assert harm.lost == []
    assert harm.times == whole + 1
