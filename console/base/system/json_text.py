"""JSON from a file, a pipe, a socket or another program: one place reads it, and has one error. msgspec has
one error for bytes that are no JSON, and others for bytes that are no UTF-8 and for too deep brackets. To a
caller they are one: something that does not belong there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, overload

import msgspec

Value = TypeVar("Value")


@overload
def read_json(text: bytes | str, type: type[Value]) -> Value: ...
@overload
def read_json(text: bytes | str, type: Any = Any) -> Any: ...
def read_json(text: bytes | str, type: Any = Any) -> Any:
    """The value of this JSON. Raises msgspec.DecodeError."""
    return json_reader(type)(text)


def json_fields(text: bytes | str) -> dict[str, Any]:
    """The fields of a JSON object; none if the text is something else."""
    try:
        read = read_json(text)
    except msgspec.DecodeError:
        return {}
    return read if isinstance(read, dict) else {}


@overload
def json_reader(type: type[Value]) -> Callable[[bytes | str], Value]: ...
@overload
def json_reader(type: Any) -> Callable[[bytes | str], Any]: ...
def json_reader(type: Any) -> Callable[[bytes | str], Any]:
    """Reads JSON of one kind repeatedly. What it returns raises msgspec.DecodeError."""
    decode = msgspec.json.Decoder(type).decode

    def read(text: bytes | str) -> Any:
        try:
            return decode(text)
        except UnicodeError as error:
            raise msgspec.DecodeError(f"it is not UTF-8: {error}") from error
        except RecursionError as error:
            raise msgspec.DecodeError("it is nested too deep") from error

    return read


def place_of(error: msgspec.DecodeError, text: bytes) -> tuple[int | None, str]:
    """Where a text is not the requested JSON: the line of a broken text, else None and the path of a wrong
    value, as ``$.proofs[3].verdict``.
    """
    if isinstance(error, msgspec.ValidationError):
        within = re.search(r" - at `([^`]+)`", str(error))
        return None, "$" if within is None else within[1]
    byte = re.search(r"\(byte (\d+)\)", str(error))
    return text[: None if byte is None else int(byte[1])].count(b"\n") + 1, ""
