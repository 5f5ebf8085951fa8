"""The limits of the rooms that decide, each stated once more: no test follows one that has changed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from tests.house.modules import ROOT

STATED: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("limits.toml").read_text("utf-8")
)
"""By the room, then by the name (and its module if several have it): the value, as Python writes it."""

LONGEST = 400
"""Characters of a value: a longer one is worked out, or a table with a test of its own."""
_OF_THE_PLATFORM = re.compile(r"= .*\b(?:os|time|stat|sqlite3)\.|= getattr")


def limits(room: str) -> Iterator[tuple[str, str, str]]:
    """The limits of a room's modules: numbers, lengths of time, collections of them, and those of a form and
    its fields: each with its module, its name and its value.
    """
    for file in sorted((ROOT / room).glob("[!_]*.py")):
        module = import_module(".".join((*Path(room).parts, file.stem)))
        for name in _names(file):
            value = vars(module).get(name)
            if get_origin(value) is Annotated:
                bounds = [each for each in get_args(value)[1:] if isinstance(each, msgspec.Meta)]
                if text := ", ".join(str(each) for each in bounds):
                    yield file.stem, name, text
            elif name.upper() == name and _is_number(value) and len(repr(value)) <= LONGEST:
                yield file.stem, name, repr(value)
        for form in vars(module).values():
            if isinstance(form, type) and form.__module__ == module.__name__:
                for field, text in vars(form).get("__annotations__", {}).items():
                    if "Meta(" in str(text):
                        yield file.stem, f"{form.__name__}.{field}", str(text)


def _names(file: Path) -> dict[str, None]:
    """The names to which the lines of a module assign something that is not the platform's."""
    own = (line for line in file.read_text("utf-8").splitlines() if not _OF_THE_PLATFORM.search(line))
    left = (line.partition("=")[0].partition(":")[0].split(",") for line in own if "=" in line)
    return dict.fromkeys(name for names in left for each in names if (name := each.strip()).isidentifier())


def _is_number(value: Any) -> bool:
    match value:
        case bool() | str():
            return False
        case int() | float() | timedelta() | time():
            return True
        case tuple() | range():
            return bool(value) and not hasattr(value, "_fields") and all(map(_is_number, value))
        case dict():
            return bool(value) and all(map(_is_number, value.values()))
    return False


@pytest.mark.parametrize("room", STATED)
def test_each_limit_of_a_room_has_the_stated_value(room: str) -> None:
    found = [*limits(room)]
    often = Counter(name for _, name, _ in found)
    assert STATED[room] == {
        name if often[name] == 1 else f"{module}.{name}": value for module, name, value in found
    }
