"""The tables of a journal, from the first version on, and what keeps them append-only.

Imported only when a journal is made or brought up to date: sqlite-utils takes 50 ms to load.
A migration is never changed once it is out; the next one follows it, and digests stay as they were.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlite_utils import Database, Migrations

from console.journal.header import APPLICATION_ID, SCHEMA
from console.journal.public_views import VIEWS

migrations: Final = Migrations("console.journal")

_KEPT = ("meta", "entry", "checkpoint")


def database(connection: sqlite3.Connection) -> Database:
    """A connection as sqlite-utils sees it, without any plugins that happen to be installed."""
    return Database(connection, execute_plugins=False)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a journal to :data:`SCHEMA`, all of it or nothing."""
    db = database(connection)
    db.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")
        db.commit()
    except BaseException:
        db.rollback()
        raise


@migrations(name="1")
def entries(db: Database) -> None:
    """What the journal says of itself, the entries, the states to restart from."""
    _meta(db)
    _entry(db)
    _checkpoint(db)
    for table in _KEPT:
        _keep(db, table)
    _in_order(db)


@migrations(name="2")
def rounds_of_every_game(db: Database) -> None:
    """The tables stay as they are; a state that is kept says of which game its round is.

    A console that knows baccarat alone would take it for a table without a card, so it is to refuse it.
    """


@migrations(name="3")
def seals(db: Database) -> None:
    """The seals, and the roots of the tree's whole blocks: neither seal nor proof reads all entries."""
    _table(
        db, "seal", {"number": int, "entries": int, "statement": str, "signature": bytes, "public_key": bytes}
    )
    _table(db, "subtree", {"number": int, "root": bytes})


@migrations(name="4")
def archives_and_views(db: Database) -> None:
    """What a journal goes on from, which its heading's digest covers; and views for other people's tools."""
    db.table("predecessor").create(
        {"id": int, "file": str, "entries": int, "head": bytes},
        pk="id",
        not_null={"file", "entries", "head"},
        strict=True,
    )
    _keep(db, "predecessor")
    _once(db, "predecessor", "id")
    _views(db)


@migrations(name="5")
def wheels_in_views(db: Database) -> None:
    """The views tell of wheels, too."""
    _views(db)


@migrations(name="6")
def states_under_the_chain(db: Database) -> None:
    """An entry says the digest of the state that was kept at it, and the heading that of its first state.

    An older console would digest such an entry without it, and call the journal changed: it is to refuse it.
    """
    for table in ("meta", "entry"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN state BLOB")


def _views(db: Database) -> None:
    """The views as they are now."""
    for name, select in VIEWS.items():
        db.execute(f"DROP VIEW IF EXISTS {name}")
        db.execute(f"CREATE VIEW {name} AS{select}")


def _table(db: Database, name: str, columns: dict[str, type]) -> None:
    """A table that is counted from 1, whose rows stay."""
    db.table(name).create(columns, pk="number", not_null={*columns} - {"number"}, strict=True)
    _keep(db, name)
    db.execute(
        f"CREATE TRIGGER {name}_in_order BEFORE INSERT ON {name} "
        f"WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM {name}) "
        "BEGIN SELECT RAISE(ABORT, 'the journal goes on with its next number'); END"
    )


def _meta(db: Database) -> None:
    columns = {"id": int, "table_name": str, "game": str, "rules": str, "created": str, "version": str}
    names = {*columns, "digest"} - {"id"}
    db.table("meta").create({**columns, "digest": bytes}, pk="id", not_null=names, strict=True)


def _entry(db: Database) -> None:
    text, number, blob = str, int, bytes
    db.table("entry").create(
        {
            "number": number,
            "kind": text,
            "event": text,
            "refused": text,
            "at": text,
            "monotonic": number,
            "person": text,
            "shift": text,
            "shoe": number,
            "round": text,
            "prompt": text,
            "clauses": text,
            "line": text,
            "raw": blob,
            "digest": blob,
            "chain": blob,
        },
        pk="number",
        not_null={"kind", "event", "at", "monotonic", "shoe", "prompt", "clauses", "digest", "chain"},
        strict=True,
    )


def _checkpoint(db: Database) -> None:
    # No foreign key: a table that is made ready has a checkpoint before its first entry.
    db.table("checkpoint").create(
        {"number": int, "state": bytes, "digest": bytes},
        pk="number",
        not_null={"state", "digest"},
        strict=True,
    )


def _keep(db: Database, table: str) -> None:
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        )


def _in_order(db: Database) -> None:
    # OR REPLACE fires no delete trigger where recursive_triggers is off, as it is in other programs.
    db.execute(
        "CREATE TRIGGER entry_in_order BEFORE INSERT ON entry "
        "WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM entry) "
        "BEGIN SELECT RAISE(ABORT, 'the journal goes on with its next number'); END"
    )
    for table, key in (("meta", "id"), ("checkpoint", "number")):
        _once(db, table, key)


def _once(db: Database, table: str, key: str) -> None:
    db.execute(
        f"CREATE TRIGGER {table}_once BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key}) "
        "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    )
