"""One connection in one thread: what wakes it, what it writes ahead, how it ends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from console.link.stream import HungUp, Stream, Wake
from tests.link.far import SOON


class Pair:
    """A stream and its other end."""

    def __init__(self) -> None:
        end, self.other = socket.socketpair()
        self.wake = Wake()
        self.stream = Stream(end, self.wake)
        self.other.settimeout(SOON)


@pytest.fixture
def pair() -> Iterator[Pair]:
    made = Pair()
    yield made
    made.stream.close()
    made.other.close()
    made.wake.close()


def test_bytes_that_came_are_told_and_silence_is_no_end(pair: Pair) -> None:
    assert pair.stream.turn(0) == b""
    pair.other.sendall(b"bets")
    assert pair.stream.turn(SOON) == b"bets"


def test_a_call_from_another_thread_ends_the_wait(pair: Pair) -> None:
    called = threading.Thread(target=pair.wake.set)
    called.start()
    assert pair.stream.turn(SOON) == b""
    called.join()


def test_any_number_of_calls_waits_for_nobody(pair: Pair) -> None:
    for _ in range(500_000):
        pair.wake.set()
    assert pair.stream.turn(SOON) == b""
    pair.other.sendall(b"x")
    assert pair.stream.turn(SOON) == b"x"


def test_a_call_to_one_that_is_gone_is_nothing() -> None:
    wake = Wake()
    wake.close()
    wake.set()


def test_what_there_is_no_room_for_waits_and_keeps_its_order(pair: Pair) -> None:
    sent = bytes(range(256)) * 20_000
    pair.stream.send(sent)
    pair.stream.turn(0)
    assert 0 < pair.stream.unsent < len(sent)
    received = b""
    while len(received) < len(sent):
        received += pair.other.recv(65_536)
        pair.stream.turn(0)
    assert received == sent and pair.stream.unsent == 0


def test_unread_bytes_wait_in_the_network(pair: Pair) -> None:
    pair.other.sendall(b"later")
    assert pair.stream.turn(0, reading=False) == b""
    assert pair.stream.turn(0) == b"later"


def test_the_other_ends_end_comes_after_its_last_bytes(pair: Pair) -> None:
    pair.other.sendall(b"last")
    pair.other.shutdown(socket.SHUT_WR)
    assert pair.stream.turn(SOON) == b"last"
    with pytest.raises(HungUp):
        pair.stream.turn(SOON)
