"""``drive`` reads lines of at most a mebibyte; of a longer one just enough to show that it is too long."""

from __future__ import annotations

from io import BytesIO

import pytest

from console.table.commands.drive import _lines


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("length", [1, 1_048_576, 1_048_577, 1_048_578, 1_048_579, 2_097_156, 3_000_000])
def test_a_line_is_read_up_to_two_letters_over_its_limit_and_the_next_is_whole(
    length: int, ending: bytes
) -> None:
    long, after = _lines(BytesIO(b"x" * length + ending + b"the next" + ending))
    assert after == b"the next"
    assert len(long) == min(length, 1_048_578)
