"""JSON that is none: one error, whatever is wrong with its bytes."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest

from console.base.system import json_reader, read_json


@pytest.mark.parametrize(
    "text",
    [b'{"a":"M\xfcnchen"}', b'{"a', b"", b'{"a":1}}', b"[" * 100_000, b'{"\xea":1}', b'"\xed\xa0\x80"'],
)
def test_bytes_that_are_no_json_are_a_decode_error(text: bytes) -> None:
    for read in (read_json, json_reader(dict[str, object])):
        with pytest.raises(msgspec.DecodeError):
            read(text)


def test_a_value_is_read_as_its_kind() -> None:
    assert read_json('{"a":1}') == {"a": 1}
    assert read_json(b"[1,2]", type=tuple[int, ...]) == (1, 2)
    with pytest.raises(msgspec.ValidationError):
        read_json(b"[1]", type=list[str])


@pytest.mark.parametrize("bit", range(8))
def test_no_flipped_bit_of_a_record_is_another_error(bit: int) -> None:
    record = b'{"journal":"T1.db","people":"people.json"}'
    for at in range(len(record)):
        flipped = record[:at] + bytes((record[at] ^ 1 << bit,)) + record[at + 1 :]
        with suppress(msgspec.DecodeError):
            read_json(flipped, type=dict[str, str])
