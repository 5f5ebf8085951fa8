"""The devices at fault: which of a device's events end its fault, and which say nothing of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from console.table.core import events, game_of
from console.table.core.judging.checkpoints import ready
from console.table.core.judging.transition import advance
from console.table.devices import DeviceRole
from console.table.devices.readings import WheelFaultMeaning
from console.table.game import Card
from tests.table.core.tables import book

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("game", "event", "still"),
    [
        ("baccarat", events.BytesReceived(DeviceRole.SHOE, b"\x05"), True),
        ("baccarat", events.DeviceNoted("shoe", "ready"), True),
        ("baccarat", events.CardUnread("shoe"), True),
        ("baccarat", events.DeviceFaulted("shoe", 8), True),
        ("baccarat", events.CardDrawn(Card("9H")), True),
        ("baccarat", events.CardDrawn(Card("9H"), "reader"), True),
        ("baccarat", events.CardDrawn(Card("9H"), "shoe"), False),
        ("baccarat", events.CutCardDrawn("shoe"), False),
        ("baccarat", events.ShoeResulted("player"), False),
        ("roulette", events.BytesReceived(DeviceRole.WHEEL, b"*X;1"), True),
        ("roulette", events.DeviceNoted("wheel", "ready"), True),
        ("roulette", events.BallSent(), True),
        ("roulette", events.WheelFaulted(WheelFaultMeaning.SAME_DIRECTION), True),
        ("roulette", events.NumberSaid(17, by="D1"), True),
        ("roulette", events.NumberRead(17, "wheel"), False),
    ],
    ids=repr,
)
def test_a_device_is_at_fault_until_it_reads(game: str, event: events.AnyEvent, still: bool) -> None:
    device, of = "shoe" if game == "baccarat" else "wheel", game_of(book("sv"), game)
    faulted = advance(of, ready(of), events.DeviceFaulted(device, 7), None, AT)
    assert faulted.console.at_fault == (device,)
    assert advance(of, faulted, event, None, AT).console.at_fault == ((device,) if still else ())
