"""Two devices on each other's port: what comes is known by the words of the other's model."""

from __future__ import annotations

import pytest

from console.table.devices.catalogue import USUAL, AttachedDevice, DeviceModel, decoder_for
from console.table.devices.exchanged_ports import HeardPort
from console.table.devices.model import DeviceRole
from console.table.devices.readings import CardRead, CardUnread
from console.table.game import Card

SHOE = bytes.fromhex("05314481B8033446")
"""Player's first card is the eight of spades (the frame of the model's documents)."""
READER = b"9H\r\n"
WHEEL = b"*X;2;011;34;0;157;0\r\n"
WORDS = {DeviceRole.SHOE: SHOE, DeviceRole.READER: READER, DeviceRole.WHEEL: WHEEL}


def port_of(role: DeviceRole) -> HeardPort:
    return HeardPort(AttachedDevice(role, USUAL[role]))


@pytest.mark.parametrize("role", DeviceRole)
@pytest.mark.parametrize("speaker", DeviceRole)
def test_a_port_sounds_like_the_device_that_speaks_there(role: DeviceRole, speaker: DeviceRole) -> None:
    port = port_of(role)
    for byte in WORDS[speaker]:  # split anyhow
        port.hear(bytes([byte]))
    assert port.sounds_like is (None if speaker is role else speaker)


@pytest.mark.parametrize("role", DeviceRole)
def test_its_own_device_ends_that_and_noise_neither_begins_nor_ends_it(role: DeviceRole) -> None:
    port = port_of(role)
    port.hear(b"\x00\xff\x0c hello\r\n?\r\nNOREAD\r\n\r\n")
    assert port.sounds_like is None
    other = DeviceRole.READER if role is not DeviceRole.READER else DeviceRole.SHOE
    port.hear(WORDS[other])
    assert port.sounds_like is other
    port.hear(b"\xf0\xf1\xf2\r\n")
    assert port.sounds_like is other
    port.hear(WORDS[role])
    assert port.sounds_like is None


def test_a_model_that_reads_the_others_words_itself_sounds_like_nobody_else() -> None:
    port = HeardPort(AttachedDevice(DeviceRole.SHOE, DeviceModel.ANGEL_EYE))
    port.hear(SHOE + READER)
    assert port.sounds_like is None


@pytest.mark.parametrize("frames", [1, 3, 8, 9])
def test_what_a_shoe_left_on_a_readers_port_is_no_failed_card(frames: int) -> None:
    decoder, none = decoder_for(DeviceRole.READER).feed(SHOE * frames + SHOE[:3])
    assert none == ()
    _, readings = decoder.feed(READER)
    assert not any(isinstance(each, CardUnread) for each in readings)
    decoder, _ = decoder_for(DeviceRole.READER).feed(SHOE * frames)
    assert decoder.feed(READER)[1] == (CardRead(Card("9H")),)
