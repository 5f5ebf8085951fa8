"""The tables of the page on the configuration: every key of a table's file, as the program reads it."""

from __future__ import annotations

from typing import get_type_hints

import msgspec

from console.floor.configuration import WAYS, _House
from console.table.config.messages import WAYS as TABLE_WAYS
from console.table.config.sections import TableFile
from tests.handbook.docstrings import of_fields
from tests.handbook.pages import table


def sections() -> dict[str, type[msgspec.Struct]]:
    """The form of each section, by what stands before its keys; the keys above all sections have no name."""
    found: dict[str, type[msgspec.Struct]] = {"": TableFile}
    hints = get_type_hints(TableFile)
    for field in msgspec.structs.fields(TableFile):
        for part in (hints[field.name], *getattr(hints[field.name], "__args__", ())):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                found[field.encode_name] = part
    return found


def keys(section: str) -> str:
    """The keys of a section: what each may hold, what holds where it is left out, and what it changes."""
    form = sections()[section]
    told = of_fields(form)
    rows = []
    for field in msgspec.structs.fields(form):
        name = f"{section}.{field.encode_name}".removeprefix(".")
        if field.encode_name in sections() and not section:
            continue
        holds = TABLE_WAYS[name].removesuffix(", or leave the key out")
        rows.append((f"`{field.encode_name}`", holds, _left_out(field), told[field.name]))
    return table(("key", "what it holds", "left out", "what it changes"), rows)


def wall_keys() -> str:
    """The keys of a floor's file, above its section."""
    told, rows = of_fields(_House), []
    for field in msgspec.structs.fields(_House):
        if field.encode_name != "floor":
            holds = WAYS[field.encode_name].removesuffix(", or leave the key out")
            rows.append((f"`{field.encode_name}`", holds, _left_out(field), told[field.name]))
    return table(("key", "what it holds", "left out", "what it changes"), rows)


def _left_out(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "must be there"
    if field.default is None or (field.default in ("", 0, ()) and field.default is not False):
        return "–"
    return f"`{msgspec.json.encode(field.default).decode()}`"
