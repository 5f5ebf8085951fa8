"""A device unplugged at each byte of what it says, over a real port: nothing is counted twice, or guessed.

Each device repeats the part that was cut off in its own way: a shoe sends its frame again, a reader reads
again, a wheel goes on with its lines.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any, Final

import msgspec

from console.table.core import NoteKind, View
from console.table.devices import DeviceRole, Health, SerialLink
from console.table.devices.simulation.wire import PtyWire
from tests.instruments.harm.report import Harm
from tests.table.core.tables import Driven, card_frame

SOON: Final = 60.0
"""Seconds after which what was waited for has not come."""
_DEALING: Final = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
_SPINNING: Final = (*_DEALING, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
_NUMBER: Final = b"*X;5;011;27;0;136;1\r\n"


class Said(msgspec.Struct, frozen=True):
    """A device's bytes before it was unplugged and after, and what the table has then."""

    device: DeviceRole
    game: str
    begin: tuple[dict[str, Any], ...]
    before: bytes
    """The bytes that it had sent already."""
    whole: bytes
    again: Callable[[int], bytes]
    """The bytes that come once it is back, by how many bytes of the first had come."""
    result: Callable[[View], Any]
    expected: Callable[[int], Any]


def _shoe(view: View) -> Any:
    coup = view.coup
    assert coup is not None, "a coup is being dealt"
    return tuple(str(card) for card in (*coup.player, *coup.banker)), view.phase


def _reader(view: View) -> Any:
    return view.prompt.action, view.prompt.tries, view.phase


def _wheel(view: View) -> Any:
    return getattr(view.round, "number", None), view.phase


_FRAME: Final = card_frame("1", "player", 1, "8S")
_LINE: Final = b"9H\r\n"

SAID: Final = (
    Said(
        DeviceRole.SHOE,
        "baccarat",
        _DEALING,
        b"",
        _FRAME,
        lambda cut: _FRAME,
        _shoe,
        lambda cut: (("8S",), "dealing"),
    ),
    Said(
        DeviceRole.READER,
        "blackjack",
        ({"do": "bets", "state": "open"}, {"do": "seats", "seats": [1]}, {"do": "bets", "state": "closed"}),
        b"",
        _LINE,
        lambda cut: _LINE if cut < 3 else b"",  # at its CR the card is read, and no reader reads it again
        _reader,
        lambda cut: ("deal", None, "dealing"),  # the part before the loss does not go on after it
    ),
    Said(
        DeviceRole.WHEEL,
        "roulette",
        _SPINNING,
        b"*X;3;011;33;0;141;1\r\n*X;4;011;33;0;139;1\r\n27\r\n",
        _NUMBER,
        lambda cut: b"\r\n" + _NUMBER,
        _wheel,
        lambda cut: (27, "result"),
    ),
)


def unplugged(said: Said, cuts: Iterable[int]) -> Harm:
    """Once at each of these bytes, 0 before the first of them."""
    harm = Harm(f"{said.device} unplugged at each byte of {len(said.whole)}")
    with ExitStack() as stack:
        wire = PtyWire()
        stack.callback(wire.close)
        port = _Port(said, wire)
        port.link.start()
        stack.callback(port.link.stop)
        port.until(Health.CONNECTED)
        for cut in cuts:
            harm.done(1, _once(port, said, cut))
    return harm


class _Port:
    """A link, and what it has handed over."""

    def __init__(self, said: Said, wire: PtyWire) -> None:
        self.wire = wire
        self.came: queue.Queue[bytes | Health] = queue.Queue()
        self.link = SerialLink(wire.url, self.came.put, self.came.put)

    def until(self, health: Health) -> bytes:
        """The bytes that come until the link reports this health."""
        received = b""
        while (each := self.came.get(timeout=SOON)) is not health:
            received += each if isinstance(each, bytes) else b""
        return received

    def bytes(self, count: int) -> bytes:
        """The next ``count`` bytes, as they come."""
        received = b""
        while len(received) < count:
            each = self.came.get(timeout=SOON)
            received += each if isinstance(each, bytes) else b""
        return received


def _once(port: _Port, said: Said, cut: int) -> list[str]:
    table = Driven("sv", game=said.game)
    for line in said.begin:
        assert table.take(line)["accepted"], line
    for sent in (said.before, said.whole[:cut]):
        port.wire.write(sent)
        table.session.receive(said.device, port.bytes(len(sent)))
    port.wire.unplug()
    rest = port.until(Health.LOST)
    table.session.note(NoteKind.DEVICE_LOST, text=said.device)
    port.wire.plug_in()
    port.until(Health.CONNECTED)
    again = said.again(cut)
    port.wire.write(again)
    table.session.receive(said.device, port.bytes(len(again)))
    found, expected = said.result(table.session.view()), said.expected(cut)
    flaws = [] if found == expected else [f"{said.device} cut at byte {cut}: {found}, not {expected}"]
    return flaws if not rest else [*flaws, f"{said.device}: bytes out of nowhere: {rest!r}"]
