"""Bytes of the link to lines, however they come; and one connection that waits for bytes, room and calls."""

from __future__ import annotations

import socket
import threading
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.link.stream import ConnectionEnded, LineReader, Stream, Wake
from tests.table.link.far import SOON


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


def test_a_stream_returns_the_bytes_that_came_and_silence_does_not_end_it(pair: Pair) -> None:
    assert pair.stream.turn(0) == b""
    pair.other.sendall(b"bets")
    assert pair.stream.turn(SOON) == b"bets"


def test_a_call_from_another_thread_ends_the_wait(pair: Pair) -> None:
    called = threading.Thread(target=pair.wake.set)
    called.start()
    assert pair.stream.turn(SOON) == b""
    called.join()


@pytest.mark.sweep
def test_any_number_of_wake_calls_blocks_no_one(pair: Pair) -> None:
    for _ in range(500_000):
        pair.wake.set()
    assert pair.stream.turn(SOON) == b""
    pair.other.sendall(b"x")
    assert pair.stream.turn(SOON) == b"x"


def test_a_call_to_one_that_is_gone_is_nothing() -> None:
    wake = Wake()
    wake.close()
    wake.set()


def test_bytes_that_find_no_room_wait_and_keep_their_order(pair: Pair) -> None:
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
    pair.other.sendall(b"x" * 70_000)
    assert len(pair.stream.turn(0)) == 65_536


def test_the_other_ends_end_comes_after_its_last_bytes(pair: Pair) -> None:
    pair.other.sendall(b"last")
    pair.other.shutdown(socket.SHUT_WR)
    assert pair.stream.turn(SOON) == b"last"
    with pytest.raises(ConnectionEnded):
        pair.stream.turn(SOON)


def test_several_lines_in_one_packet_and_one_over_several() -> None:
    reader = LineReader(20)
    assert reader.feed(b"one\ntwo\nth") == [b"one", b"two"]
    assert reader.feed(b"re") == []
    assert reader.feed(b"e\n\n") == [b"three", b""]


@pytest.mark.parametrize("cut", range(6))
def test_a_line_ends_with_or_without_a_carriage_return(cut: int) -> None:
    reader, sent = LineReader(4), b"four\r\n"
    assert reader.feed(sent[:cut]) + reader.feed(sent[cut:]) == [b"four"]


@given(st.lists(st.binary(max_size=12)), st.data())
def test_however_it_is_split_the_lines_are_the_same(pieces: list[bytes], data: st.DataObject) -> None:
    sent = b"\n".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)))))
    reader, lines = LineReader(5), []
    for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        lines += reader.feed(sent[start:end])
    assert lines == LineReader(5).feed(sent)
    for line, whole in zip(lines, sent.split(b"\n"), strict=False):
        whole = whole.removesuffix(b"\r")
        assert line == whole if len(whole) <= 5 else (len(line) > 5 and whole.startswith(line[:5]))


@given(st.binary(min_size=6, max_size=30).filter(lambda line: b"\n" not in line))
def test_an_overlong_line_is_never_taken_for_its_beginning(line: bytes) -> None:
    (kept,) = LineReader(5).feed(line + b"x\n")
    assert 5 < len(kept) <= 7


def test_a_line_without_an_end_takes_no_memory() -> None:
    reader, packet = LineReader(8192), b"x" * 65_536
    tracemalloc.start()
    try:
        for _ in range(2_000):
            assert reader.feed(packet) == []
        assert tracemalloc.get_traced_memory()[1] < 300_000
    finally:
        tracemalloc.stop()
    (kept,) = reader.feed(b"\n")
    assert len(kept) == 8194
