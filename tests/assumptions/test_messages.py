"""msgspec and Python's own readers of JSON and TOML, as lines, files and digests rely on them."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import msgspec
import pytest


class Deal(msgspec.Struct, tag_field="do", tag="deal", forbid_unknown_fields=True):
    seat: int = 1


class Close(msgspec.Struct, tag_field="do", tag="close", forbid_unknown_fields=True):
    seat: int = 1


class Fields(msgspec.Struct, frozen=True):
    second: int
    first: float
    word: str


def test_bytes_that_are_no_utf_8_raise_one_of_two_errors() -> None:
    """A file with one flipped bit: who catches DecodeError alone ends with an error that nobody foresaw."""
    with pytest.raises((UnicodeDecodeError, msgspec.DecodeError)) as raised:
        msgspec.json.decode(b'{"journal":"\xea"}')
    is_older = tuple(map(int, version("msgspec").split(".")[:2])) <= (0, 22)
    assert isinstance(raised.value, UnicodeDecodeError) is is_older


def test_json_that_is_nested_too_deep_raises_no_error_of_msgspec() -> None:
    with pytest.raises(RecursionError):
        msgspec.json.decode(b"[" * 100_000)


@pytest.mark.parametrize("written", [b"1.0", b"1e0", b"true", b'"1"', b"null", b"1e400", b"9" * 5000])
def test_a_whole_number_is_read_from_nothing_else(written: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written, type=int)


def test_a_whole_number_beyond_64_bits_is_kept_to_its_last_digit() -> None:
    assert msgspec.json.decode(b"18446744073709551617", type=int) == 2**64 + 1


@pytest.mark.parametrize(
    "written", [b"NaN", b"Infinity", b"[1,]", b"\xef\xbb\xbf1", b"'a'", b'"\\ud800"', b"1 2"]
)
def test_what_json_has_not_is_refused(written: bytes) -> None:
    """Python's own reader takes the first two."""
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(written)


def test_of_two_equal_keys_the_last_one_counts() -> None:
    assert msgspec.json.decode(b'{"seat":1,"seat":2}', type=dict[str, int]) == {"seat": 2}
    assert msgspec.json.decode(b'{"do":"deal","seat":1,"seat":2}', type=Deal | Close) == Deal(2)


def test_one_struct_is_read_without_its_tag_and_of_several_none() -> None:
    assert msgspec.json.decode(b'{"seat":2}', type=Deal) == Deal(2)
    with pytest.raises(msgspec.ValidationError, match="missing required field `do`"):
        msgspec.json.decode(b'{"seat":2}', type=Deal | Close)


def test_an_unknown_field_is_refused_by_its_name_and_place() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"unknown field `seats` - at `\$\[1\]`"):
        msgspec.json.decode(b'[{"do":"deal"},{"do":"deal","seats":2}]', type=list[Deal])


def test_json_is_written_in_the_order_of_the_fields_to_the_same_bytes() -> None:
    """Digests are made over these bytes: nothing about them may differ from one version to the next."""
    written = msgspec.json.encode(Fields(2, 0.1, 'é"\u2028\x7f\x01'))
    assert written == b'{"second":2,"first":0.1,"word":"\xc3\xa9\\"\xe2\x80\xa8\x7f\\u0001"}'
    assert msgspec.json.encode([1e16, 1e-7, 123456789.123, -0.0, 2**70, None, True]) == (
        b"[1e16,1e-7,123456789.123,-0.0,1180591620717411303424,null,true]"
    )
    assert msgspec.json.encode({"b": 1, "a": 2}) == b'{"b":1,"a":2}'
    assert msgspec.json.encode(datetime(2026, 3, 29, 1, tzinfo=UTC)) == b'"2026-03-29T01:00:00Z"'


def test_an_entry_is_packed_to_the_bytes_of_the_standard() -> None:
    """By MessagePack's specification: the shortest form of each number and length, in the given order."""
    packed = msgspec.msgpack.encode([127, 128, -32, -33, 65_536, None, True, 0.1, "é", b"\x01", {"b": 1}])
    assert packed.hex(" ") == (
        "9b 7f cc 80 e0 d0 df ce 00 01 00 00 c0 c3 cb 3f b9 99 99 99 99 99 9a a2 c3 a9 c4 01 01 81 a1 62 01"
    )


def test_digits_beyond_the_microsecond_are_rounded_into_the_next_year() -> None:
    read: Any = msgspec.json.decode(b'"2025-12-31T23:59:59.9999996Z"', type=datetime)
    assert read == datetime(2026, 1, 1, tzinfo=UTC)
