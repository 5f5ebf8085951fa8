"""The tables of the page on the journal: its tables, views and entries, as a new journal has them."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, get_args

import msgspec

from console.table.core import Entry, events
from console.table.core.state.event_kinds import ROWS
from console.table.journal import Identity, Statement, open_journal
from console.table.journal.file.chain import FIELDS
from console.table.journal.file.schema import VIEWS
from tests.handbook.docstrings import first_paragraph, of_fields
from tests.handbook.pages import table

TABLES: Final = {
    "meta": "One row: whose journal it is, when and by which console it was made. The chain begins with it.",
    "predecessor": "At most one row: the closed file that this one goes on from, and the chain at its end.",
    "entry": "Everything that happened, a row each.",
    "checkpoint": "The table's state at some entries, as JSON: a start need not begin with the first one.",
    "seal": "The seals: what was signed, the signature, the public key that verifies it.",
    "subtree": "Hashes over whole blocks of entries, so that a proof reads one block and not the file.",
    "stretch": "The entries at which another shift begins, or the clock was set back.",
}
OWN: Final = {
    "number": "From 1, without a gap.",
    "digest": "SHA-256 over all columns except `digest` and `chain`.",
    "chain": "SHA-256 over the chain of the entry before and this digest.",
    "state": "The digest of the state that was kept at this entry, empty if none was.",
}
"""The columns that an entry gets from the journal."""


@cache
def columns(name: str) -> list[tuple[str, str]]:
    """A table's or view's columns and their types, as they are in a journal made now."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(_schema())
        return [(row[1], row[2]) for row in made.execute(f"PRAGMA table_info({name})")]


@cache
def _schema() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        with open_journal(path, Identity("T1", "baccarat", "sv")):
            pass
        with closing(sqlite3.connect(path)) as made:
            there = (
                "SELECT sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'"
            )
            return ";\n".join(sql for (sql,) in made.execute(there))


def tables_there() -> str:
    """The tables of a journal; the columns of an entry are a table of their own."""
    rows = [
        (
            f"`{name}`",
            "below" if name == "entry" else ", ".join(f"`{one}`" for one, _ in columns(name)),
            what,
        )
        for name, what in TABLES.items()
    ]
    return table(("table", "columns", "what it holds"), rows)


def entry_columns() -> str:
    """The columns of an entry, with what they mean. The page says that all but two are digested."""
    assert [name for name, _ in columns("entry") if name not in FIELDS] == ["digest", "chain"]
    told = {name: text.replace("None", "empty") for name, text in {**of_fields(Entry), **OWN}.items()}
    rows = [(f"`{name}`", kind.lower(), told[name]) for name, kind in columns("entry")]
    return table(("column", "type", "what it holds"), rows)


def views() -> str:
    """The views for other people's tools."""
    rows = []
    for name, select in VIEWS.items():
        told = " ".join(re.findall(r"^\s*-- (.*)$", select, re.MULTILINE))
        rows.append((f"`{name}`", ", ".join(f"`{one}`" for one, _ in columns(name)), told))
    return table(("view", "columns", "content"), rows)


def kinds() -> str:
    """The kinds of entries, with the fields of their events, and the changes that ``verify`` can't find."""
    rows = []
    for event in get_args(events.AnyEvent):
        fields = ", ".join(f"`{field.encode_name}`" for field in msgspec.structs.fields(event))
        missed = "all" if event is events.Noted else ROWS[event].unjudged.replace(" ", ", ")
        rows.append((f"`{event.__struct_config__.tag}`", fields, first_paragraph(event), missed))
    return table(("kind", "fields of `event`", "what happened", "not found"), sorted(rows))


def statement() -> str:
    """The table of the fields of a seal."""
    told = of_fields(Statement)
    rows = [
        (f"`{field.name}`", told.get(field.name, f"The journal's {field.name}.").replace("None", "null"))
        for field in msgspec.structs.fields(Statement)
    ]
    return table(("field", "what it says"), [("`what`", f"`{Statement.__struct_config__.tag}`."), *rows])
