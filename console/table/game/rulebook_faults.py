"""All faults of a rulebook's files at once, for its author: file, place, the given value, the right value.

The table's start refuses the first fault (:mod:`console.table.game.rulebook`), since it can't go on. It knows
the form of the files, and no words of any language but the file's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from console.base.plain_text import cut, nearest
from console.table.game.games import GAMES, USUAL_GAME
from console.table.game.incident_cases import Rows
from console.table.game.rulebook import (
    Rulebook,
    RulebookHeading,
    digest_of,
    load_procedures,
    odds,
    read_rulebook,
    rulebook_folder,
    with_incidents,
)
from console.table.game.toml_text import NotToml, plain, tables_of, text_of

FOLDER: Final = "incidents"
"""The place where the files of procedures lie, beside the rulebooks."""
_SHOWN: Final = 60
"""Characters of a given value at most."""


class FaultKind(StrEnum):
    """The kinds of fault in a value of a rulebook's file."""

    UNREADABLE = "unreadable"
    MISSING = "missing"
    UNKNOWN = "unknown"
    VALUE = "value"
    NAMED = "named"
    """The file is named otherwise than the rulebook that it holds."""
    NO_FILE = "no_file"
    """A file of procedures is named that is not there."""


class RulebookFault(msgspec.Struct, frozen=True):
    """A fault: its file, its place, the given value, the right value, and the near name."""

    file: str
    place: str
    kind: FaultKind
    given: str = ""
    right: str = ""
    near: str | None = None


class Source(msgspec.Struct, frozen=True):
    """A rulebook's files: its own, and that of each house procedure by name."""

    file: Path
    procedures: dict[str, Path]


def source_of(file: Path) -> Source:
    """The files that belong together: the procedures beside a rulebook, else the console's own."""
    beside = sorted((file.parent / FOLDER).glob("*.toml"))
    found = beside or sorted((rulebook_folder() / FOLDER).glob("*.toml"))
    return Source(file, {each.stem: each for each in found})


def digest_of_source(source: Source, rulebook: Rulebook) -> str:
    """The digest of the rulebook's file and the two from which it takes rows; it tells versions apart."""
    named = (rulebook.incidents.own, rulebook.incidents.house)
    return digest_of(source.file, *(source.procedures[name] for name in named))[:12]


def rulebook_of_source(source: Source) -> Rulebook:
    """The rulebook whose files have no fault; else RulebookError, OSError or NotToml."""
    name, folder = source.file.name, next(iter(source.procedures.values())).parents[1]
    return with_incidents(read_rulebook(text_of(source.file), name), load_procedures(folder), name)


def faults_of(source: Source) -> tuple[RulebookFault, ...]:
    """Every fault that keeps a rulebook from being used, in the order of its files."""
    return tuple(_faults(source))


def _faults(source: Source) -> Iterator[RulebookFault]:
    tables, unreadable = _tables(source.file, source.file.name)
    if tables is None:
        yield unreadable
        return
    name = source.file.name
    yield from _of_rulebook(tables, name)
    if isinstance(id := tables.get("id"), str) and id != source.file.stem:
        yield RulebookFault(name, "id", FaultKind.NAMED, id, source.file.stem)
    named = tables.get(FOLDER)
    for key, file in named.items() if isinstance(named, dict) else ():
        if key in ("own", "house") and isinstance(file, str) and file not in source.procedures:
            there = ", ".join(source.procedures)
            yield RulebookFault(
                name, f"{FOLDER}.{key}", FaultKind.NO_FILE, file, there, nearest(file, source.procedures)
            )
    for path in source.procedures.values():
        rows, unreadable = _tables(path, f"{FOLDER}/{path.name}")
        if rows is None:
            yield unreadable
        else:
            yield from _of_procedures(rows, f"{FOLDER}/{path.name}")


def _of_rulebook(tables: dict[str, Any], name: str) -> Iterator[RulebookFault]:
    """The faults of the heading and of each game that it has."""
    names = {field.encode_name for field in msgspec.structs.fields(RulebookHeading)}
    for key in tables.keys() - names - GAMES.keys():
        there = (*sorted(names), *GAMES)
        yield RulebookFault(name, key, FaultKind.UNKNOWN, key, ", ".join(there), nearest(key, there))
    yield from form_faults(
        {key: each for key, each in tables.items() if key in names}, RulebookHeading, name, ""
    )
    for game, row in GAMES.items():
        if game in tables:
            yield from form_faults(tables[game], row.rules(), name, game)
    if not tables.keys() & GAMES.keys():
        yield RulebookFault(name, " | ".join(GAMES), FaultKind.MISSING, "", f"[{USUAL_GAME}]")


def _of_procedures(rows: dict[str, Any], name: str) -> Iterator[RulebookFault]:
    for game in rows:
        if game not in GAMES:
            yield RulebookFault(name, game, FaultKind.UNKNOWN, game, ", ".join(GAMES), nearest(game, GAMES))
        else:
            yield from form_faults(rows[game], Rows, name, game)


def _tables(file: Path, name: str) -> tuple[dict[str, Any] | None, RulebookFault]:
    try:
        return tables_of(text_of(file)), RulebookFault(name, "", FaultKind.UNREADABLE)
    except OSError:
        return None, RulebookFault(name, "", FaultKind.UNREADABLE)
    except NotToml as error:
        return None, RulebookFault(f"{name}{error.place}", "", FaultKind.UNREADABLE)


def form_faults(value: object, form: Any, file: str, place: str) -> Iterator[RulebookFault]:
    """Why a value does not have a form: the faults inside it, or that it has another one altogether."""
    try:
        msgspec.convert(value, form, dec_hook=odds)
        return
    except msgspec.ValidationError as error:
        message = str(error)
    inside = tuple(_inside(value, inspect.type_info(form), file, place))
    yield from inside or (_other(value, form, file, place, message),)


def _inside(value: object, kind: inspect.Type, file: str, place: str) -> Iterator[RulebookFault]:
    match kind, value:
        case inspect.Metadata(type=inner), _:
            yield from _inside(value, inner, file, place)
        case inspect.UnionType(types=types), dict():
            structs = [each for each in types if isinstance(each, inspect.StructType)]
            # Of two forms the one is meant whose keys were given.
            meant = max(structs, key=lambda each: len(_keys(each) & value.keys()), default=None)
            if meant is not None:
                yield from _inside(value, meant, file, place)
        case inspect.StructType(cls=cls), dict():
            yield from _of_struct(value, kind, cls, file, place)
        case inspect.DictType(value_type=inner), dict():
            for key, each in value.items():
                yield from _of_kind(each, inner, file, f"{place}.{key}".removeprefix("."))
        case inspect.VarTupleType(item_type=inner), list():
            for number, each in enumerate(value):
                yield from _of_kind(each, inner, file, f"{place}[{number}]")


def _of_kind(value: object, kind: inspect.Type, file: str, place: str) -> Iterator[RulebookFault]:
    """The faults as :func:`form_faults` gives them, for a form that is known by its description alone."""
    if (form := _form(kind)) is not None:
        yield from form_faults(value, form, file, place)


def _form(kind: inspect.Type) -> Any:
    """The form of a description; None for one that no list or table of these files has."""
    match kind:
        case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
            return cls
        case inspect.VarTupleType(item_type=item):
            return tuple[_form(item), ...]  # type: ignore[misc]
        case _:
            return None


def _keys(kind: inspect.StructType) -> set[str]:
    return {field.encode_name for field in kind.fields}


def _of_struct(
    value: dict[str, object], kind: inspect.StructType, cls: type, file: str, place: str
) -> Iterator[RulebookFault]:
    hints = get_type_hints(cls, include_extras=True)
    names = {field.encode_name: field for field in kind.fields}
    for key, each in value.items():
        at = f"{place}.{key}".removeprefix(".")
        if key not in names:
            near = nearest(key, names)
            yield RulebookFault(file, at, FaultKind.UNKNOWN, key, ", ".join(names), near)
        else:
            yield from form_faults(each, hints[names[key].name], file, at)
    for key, field in names.items():
        if field.required and key not in value:
            right = form_text(hints[field.name])
            yield RulebookFault(file, f"{place}.{key}".removeprefix("."), FaultKind.MISSING, "", right)


def _other(value: object, form: Any, file: str, place: str, message: str) -> RulebookFault:
    kind = inspect.type_info(form)
    near = nearest(value, _values(kind)) if isinstance(value, str) else None
    right = form_text(form)
    reason, _, at = message.partition(" - at `$")
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        right = plain(reason)  # the form's own objection: each part is right, but not all together
    given = plain(cut(msgspec.json.encode(value, enc_hook=str).decode(), _SHOWN))
    return RulebookFault(file, place + at.rstrip("`"), FaultKind.VALUE, given, right, near)


def _values(kind: inspect.Type) -> tuple[str, ...]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.UnionType(types=types):
            return tuple(value for each in types for value in _values(each))
        case inspect.EnumType(cls=cls):
            return tuple(str(each.value) for each in cls)
        case inspect.LiteralType(values=values):
            return tuple(map(str, values))
        case inspect.VarTupleType(item_type=item):
            return _values(item)
        case _:
            return ()


def form_text(form: Any) -> str:
    """The right value as such a file writes it: ``"void" | "go_on"``, ``1…``, ``{ seconds, clauses }``."""
    return _kind_text(inspect.type_info(form))


def _kind_text(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner):
            return _kind_text(inner)
        case inspect.UnionType(types=types):
            return " | ".join(_kind_text(each) for each in types if not isinstance(each, inspect.NoneType))
        case inspect.EnumType() | inspect.LiteralType():
            values = kind.values if isinstance(kind, inspect.LiteralType) else [one.value for one in kind.cls]
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case inspect.IntType(ge=low):
            return f"{low or 0}…"
        case inspect.StrType(pattern=str(pattern)):
            return f'"{pattern.removeprefix("^").removesuffix(chr(92) + "Z")}"'
        case inspect.StrType():
            return '"…"'
        case inspect.BoolType():
            return "true | false"
        case inspect.VarTupleType(item_type=item):
            return f"[{_kind_text(item)}, …]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_kind_text, items))}]"
        case inspect.StructType(fields=fields):
            return "{ " + ", ".join(field.encode_name for field in fields if field.required) + " }"
        case inspect.DictType(value_type=value):
            return "{ … = " + _kind_text(value) + " }"
        case inspect.CustomType(cls=cls) if cls is Fraction:
            return '"8" | "19/20"'
        case _:
            return "…"
