"""Lines from bytes that come as a network brings them."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.link.framing import LineReader


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
def test_one_that_is_too_long_is_never_taken_for_its_beginning(line: bytes) -> None:
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
