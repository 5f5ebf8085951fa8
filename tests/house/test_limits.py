"""The limits of the rooms that decide, each stated once more: no test follows one that has changed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import time, timedelta
from enum import Enum
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

DEFAULTS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("defaults.toml").read_text("utf-8")
)
"""By the room, then by the form and its field: the number of a record or a view that leaves the field out."""
TABLES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("tables.toml").read_text("utf-8")
)
"""By the room, then by module and name: the rows of a short table; sets and types are sorted."""

LONGEST = 400
"""Characters of a value: a longer one is worked out, or a table with a test of its own."""
LONGEST_TABLE = 600
"""Characters of a table: the words of a longer one have a test of their own."""
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


def defaults(room: str) -> Iterator[tuple[str, str]]:
    """The numbers that the forms of a room's modules have by default, each with its form and field."""
    for file in sorted((ROOT / room).glob("[!_]*.py")):
        module = import_module(".".join((*Path(room).parts, file.stem)))
        for form in vars(module).values():
            if isinstance(form, type) and form.__module__ == module.__name__:
                for field in vars(form).get("__annotations__", {}):
                    if _is_number(value := _default(form, field)):
                        yield f"{form.__name__}.{field}", repr(value)


def _default(form: type, field: str) -> object:
    if is_dataclass(form):
        return next((each.default for each in fields(form) if each.name == field), None)
    if issubclass(form, msgspec.Struct) and field in form.__struct_fields__:
        last = form.__struct_fields__[::-1].index(field) + 1
        return form.__struct_defaults__[-last] if last <= len(form.__struct_defaults__) else None
    return None


def tables(room: str) -> Iterator[tuple[str, str]]:
    """The short tables of a room's modules that are not of numbers alone, each with its module and name; a
    record in one is written as its fields.
    """
    for file in sorted((ROOT / room).glob("[!_]*.py")):
        values = vars(import_module(".".join((*Path(room).parts, file.stem))))
        for name in (each for each in _names(file) if each.upper() == each):
            value = values.get(name)
            if not isinstance(value, tuple | Set | dict) or hasattr(value, "_fields"):
                continue
            if len(value) > 1 and not _is_number(value):
                text = _written(value)
                if text is not None and len(text) <= LONGEST_TABLE:
                    yield f"{file.stem}.{name}", text


def _written(value: Any) -> str | None:
    """A table as text: an enum's member by its value, a type by its name; None with anything else in it."""
    match value:
        case Enum():
            return value.value if isinstance(value.value, str) else value.name
        case str() | bytes() | int() | float() | None:
            return repr(value)
        case type():
            return value.__name__
        case msgspec.Struct():
            return _written(tuple(getattr(value, each) for each in value.__struct_fields__))
        case _ if is_dataclass(value):
            return _written(tuple(getattr(value, each.name) for each in fields(value)))
        case tuple() | Set():
            parts = [_written(each) for each in value]
            signs = "()" if isinstance(value, tuple) else "{}"
        case dict():
            pairs = [(_written(key), _written(each)) for key, each in value.items()]
            parts = [None if None in pair else ": ".join(map(str, pair)) for pair in pairs]
            signs = "{}"
        case _:
            return None
    known = [each for each in parts if each is not None]
    has_order = isinstance(value, tuple) and not all(isinstance(each, type) for each in value)
    known = known if has_order or isinstance(value, dict) else sorted(known)
    return f"{signs[0]}{', '.join(known)}{signs[1]}" if len(known) == len(parts) else None


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


@pytest.mark.parametrize("room", DEFAULTS)
def test_each_number_a_form_has_by_default_is_the_stated_one(room: str) -> None:
    assert DEFAULTS[room] == dict(defaults(room))


@pytest.mark.parametrize("room", TABLES)
def test_each_table_of_a_room_has_the_stated_rows(room: str) -> None:
    assert TABLES[room] == dict(tables(room))
