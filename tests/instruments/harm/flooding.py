"""A device that does not stop: noise, line ends, the same card, another device's protocol, without a pause.

While it lasts a press is answered, memory stays where it was, and every byte is in the journal afterwards.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from console.table.core import LineJob, ShownTable, Station, SystemClock
from console.table.custody import open_session
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from console.table.journal import Identity, review, verify
from tests.instruments.harm.report import Harm

PIECE: Final = 4096
PRESS: Final = b'{"do":"call","by":"D1","on":true}'
PATIENCE: Final = 120.0
"""Seconds after which a press is taken for lost; only a machine at its limit comes near."""
GROWS_AT_MOST: Final = 48
"""Mebibytes that the process may grow by, whatever the size of the flood."""

_FRAME: Final = bytes.fromhex("053144 81B8033446")
_STATUS: Final = b"*X;2;094;33;0;163;1\r\n"
_STEPS: Final = b"".join(
    f"*X;{state};{game:03};33;0;163;1\r\n".encode() for game in range(9) for state in range(1, 7)
)
_BARCODES: Final = b"%BARCODE-0042?;1234=99?\r\n"


class Flood(msgspec.Struct, frozen=True):
    """A flood of bytes: what comes, at which table, from which device."""

    name: str
    game: str
    device: DeviceRole
    piece: Callable[[random.Random], bytes]
    fewer: int = 1
    """The number by which the size is divided where almost each of its lines is an entry of its own."""


def _of(what: bytes) -> Callable[[random.Random], bytes]:
    whole = (what * (PIECE // len(what) + 1))[: PIECE // len(what) * len(what)]
    return lambda chance: whole


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(PIECE)


FLOODS: Final = (
    Flood("shoe: noise", "baccarat", DeviceRole.SHOE, _noise),
    Flood("reader: noise", "blackjack", DeviceRole.READER, _noise),
    Flood("wheel: noise", "roulette", DeviceRole.WHEEL, _noise),
    Flood("shoe: one frame again and again", "baccarat", DeviceRole.SHOE, _of(_FRAME)),
    Flood("shoe: frames that never end", "baccarat", DeviceRole.SHOE, _of(b"\x05")),
    Flood("shoe: a wheel's lines", "baccarat", DeviceRole.SHOE, _of(_STATUS)),
    Flood("reader: line ends", "blackjack", DeviceRole.READER, _of(b"\n")),
    Flood("reader: one card again and again", "blackjack", DeviceRole.READER, _of(b"9H\r\n"), fewer=16),
    Flood("reader: barcodes of another kind", "blackjack", DeviceRole.READER, _of(_BARCODES)),
    Flood("reader: a shoe's frames", "blackjack", DeviceRole.READER, _of(_FRAME)),
    Flood("wheel: one line again and again", "roulette", DeviceRole.WHEEL, _of(_STATUS)),
    Flood("wheel: a game every six lines", "roulette", DeviceRole.WHEEL, _of(_STEPS)),
    Flood("wheel: a line without end", "roulette", DeviceRole.WHEEL, _of(b"*X;2;0")),
    Flood("wheel: cards", "roulette", DeviceRole.WHEEL, _of(b"KD\r\n")),
)


def flooded(folder: Path, flood: Flood, size: int) -> Harm:
    """Send ``size`` bytes of the flood, or fewer, as fast as they are taken, and press meanwhile."""
    size //= flood.fewer
    harm, chance = Harm(f"flood of {size >> 10} KiB, {flood.name}"), random.Random(flood.name)
    pieces = [flood.piece(chance) for _ in range(size // PIECE)]
    folder.mkdir(parents=True, exist_ok=True)
    before = _resident()
    failed, waits = _poured(folder / "journal.db", flood, pieces)
    grown = _resident() - before
    flaws = [f"{flood.name}: {each}" for each in (*failed, *_kept(folder / "journal.db", b"".join(pieces)))]
    if grown > GROWS_AT_MOST:
        flaws.append(f"{flood.name}: {grown} MiB more in memory")
    harm.done(len(waits), flaws)
    harm.note = f"longest wait of a press {max(waits):.2f} s, {max(0, grown)} MiB more"
    return harm


def _poured(journal: Path, flood: Flood, pieces: list[bytes]) -> tuple[list[str], list[float]]:
    """The failures, and the seconds that each press waited for its answer."""
    answered, failed, waits = threading.Event(), list[str](), list[float]()

    def hear(shown: ShownTable) -> None:
        if isinstance(shown.job, LineJob):
            answered.set()

    with ExitStack() as stack:
        said = Identity("T1", flood.game, "sv")
        opened = open_session(journal, said, load_rulebook("sv"), SystemClock(), stack, is_ready=True)
        station = Station(opened.session, SystemClock(), hear, lambda error: failed.append(repr(error)))
        station.start()

        def pour() -> None:
            for piece in pieces:
                station.receive(flood.device, piece)

        pouring = threading.Thread(target=pour)
        pouring.start()
        for begun in _presses(station, answered, pouring):
            if not answered.wait(PATIENCE):
                failed.append("a press was never answered")
                break
            waits.append(time.monotonic() - begun)
        pouring.join()
        station.stop()
    return failed, waits


def _presses(station: Station, answered: threading.Event, pouring: threading.Thread) -> Iterator[float]:
    """A press while it pours, and one after; when each was made."""
    goes_on = True
    while goes_on:
        goes_on = pouring.is_alive()
        answered.clear()
        station.submit(PRESS)
        yield time.monotonic()
        pouring.join(0.02)


def _kept(journal: Path, sent: bytes) -> Iterator[str]:
    with review(journal) as found:
        kept = b"".join(entry.raw for entry in found.entries(0) if entry.raw is not None)
    if kept != sent:
        yield f"{len(sent)} bytes were given, {len(kept)} are in the journal"
    if flaw := verify(journal).flaw:
        yield f"the journal is {flaw}"


def _resident() -> int:
    """Mebibytes of this process; 0 if the system does not report them."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * 4096 >> 20 if told.exists() else 0
