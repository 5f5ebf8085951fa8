"""A TOML file from elsewhere: its tables, or why it is no TOML, in one line that can be shown.

It knows what breaks a parser, or keeps it at work for long (nesting, figures, dotted keys and files without
end); never the meaning of the tables.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import inspect

from console.base.plain_text import cut, visible
from console.base.system import TooLarge, content_of

LARGEST: Final = 1 << 16
"""Bytes of a file at most; the largest rulebook has a third of it."""
DEEPEST: Final = 32
"""Parts of a dotted key, and of nested tables and lists, at most: a parser's time grows by their square."""
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED: Final = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")
"""A key of too many parts; no text in a table's file has that many words and dots."""
_LONGEST: Final = 300
"""Characters of a reason at most: it may quote what is in the file."""
_LINE: Final = re.compile(r"\bline (\d+)")
_TOO_DEEP: Final = "it is nested too deeply"


class NotToml(ValueError):
    """The text is no TOML; the message is one line."""

    @property
    def place(self) -> str:
        """The line in the file, as ``:3``; empty if the message names none."""
        found = _LINE.search(str(self))
        return f":{found[1]}" if found else ""


def text_of(file: Path) -> str:
    """The content of a file, as UTF-8, without some editors' mark before it. Raises OSError, NotToml."""
    try:
        return content_of(file, LARGEST).decode("utf-8").removeprefix("\ufeff")
    except TooLarge as error:
        raise NotToml(error.strerror) from error
    except UnicodeDecodeError as error:
        raise NotToml(f"it is not UTF-8 at byte {error.start}") from error


def tables_of(text: str) -> dict[str, Any]:
    """The tables in a text. Raises NotToml."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") >= DEEPEST and _DOTTED.search(line):  # the search alone takes 2 ms of a start
            raise NotToml(f"line {number}: a key of more than {DEEPEST} parts")
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise NotToml(_TOO_DEEP) from None
    except ValueError as error:  # tomllib raises a bare ValueError for a wrong number or date
        raise NotToml(plain(str(error))) from error
    level: list[Any] = [tables]
    for _ in range(DEEPEST + 1):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
    if level:  # Python's own limit depends on the caller
        raise NotToml(_TOO_DEEP)
    return tables


def keys_at(form: type, place: str) -> tuple[str, ...]:
    """The keys of the table that stands at a place, such as ``link`` or ``device[0]``, of a file's form."""
    here: list[inspect.Type] = [_type_of(form)]
    for part in re.findall(r"\[[^\]]*\]|[^.\[]+", place):
        here = [below for kind in here for above in _one_by_one(kind) for below in _below(above, part)]
    tables = (kind for above in here for kind in _one_by_one(above) if isinstance(kind, inspect.StructType))
    return tuple(dict.fromkeys(field.encode_name for table in tables for field in table.fields))


@cache
def _type_of(form: type) -> inspect.Type:
    """The complete type of a form: to compute it takes 10 ms of a rulebook's load."""
    return inspect.type_info(form)


def _one_by_one(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.Metadata(type=inner):
            return _one_by_one(inner)
        case inspect.UnionType(types=types):
            return tuple(one for each in types for one in _one_by_one(each))
        case _:
            return (kind,)


def _below(kind: inspect.Type, part: str) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.StructType(fields=fields):
            return tuple(field.type for field in fields if field.encode_name == part)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return (item,)
        case inspect.DictType(value_type=value):
            return (value,)
        case _:
            return ()


def plain(message: str) -> str:
    """A message as one line of a screen, with any characters that it quotes made visible."""
    return cut(visible(message), _LONGEST)
