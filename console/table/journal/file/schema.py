"""The tables of a journal, what keeps them append-only, and the views on them.

Imported only when a journal is made or brought up to date: sqlite-utils takes 50 ms to load.
A file of 1.2 has schema 10; its tables are those of today, which never change: their text is compared with
digests. An older console has to refuse a later schema, even if only what it decides is
another: it would call the kept states changed. A file's ``user_version`` says which schema it has, and
it is opened only if it has that schema's tables. What sqlite-utils' own table says of that is not believed,
since anybody can put rows there.

The views are for other people's tools (Datasette, DB Browser, pandas), under names that need no key, in SQL
that DuckDB understands, too: if it fails at one view, it lists none of a file. Times are UTC, ISO 8601.
A view reads the whole journal; the console's own review uses none of them. They hold what is in the entries
alone: an incident's outcome follows from the rulebook, and its record gives it.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import Final

from sqlite_utils import Database, Migrations

from console.table.journal.file import schema_check, sql
from console.table.journal.file.heading import APPLICATION_ID, SCHEMA
from console.table.journal.file.schema_check import MIGRATIONS, OLDEST, SET


def _word(name: str, of: str = "event") -> str:
    """A value that neither begins nor ends with a quotation mark, as DuckDB's JSON does."""
    return f"trim(json_extract({of}, '$.{name}'), '\"')"


def _flag(name: str, of: str = "event") -> str:
    return f"CASE WHEN {_word(name, of)} IN ('1', 'true') THEN 1 ELSE 0 END"


def _typed(columns: str) -> str:
    """No row, but columns with a type: connectorx finds no other type for one that is empty at first."""
    return f"UNION ALL SELECT {columns.replace(' ', ', ')} FROM entry WHERE 0 = 1"


_QUOTED: Final = r"""replace(CAST(state AS TEXT), '\x22', '"')"""
"""A state as a text: DuckDB's own text of bytes has other quotation marks, and is no JSON."""
_EARLIER: Final = f"""substr({_QUOTED}, instr({_QUOTED}, '"earlier":') + 10)"""
_SHOWN: Final = "number <= (SELECT number FROM shown)"
VIEWS: Final = {
    "shown": f"""
        -- Up to which entry every card has been shown: the end of the last round that is over. Of what came
        -- later the other views tell no face, no line and no bytes.
        SELECT coalesce((
            SELECT number FROM entry AS ended
            WHERE {_word("action", "prompt")} IN ('await_bets', 'open_table')
                AND kind NOT IN ('card_drawn', 'card_unread', 'bytes_received')
                AND NOT EXISTS (
                    SELECT 1 FROM entry AS late JOIN entry AS before ON before.number = late.number - 1
                    WHERE late.number BETWEEN ended.number - 1000 AND ended.number
                        AND coalesce(late.round, '') = coalesce(ended.round, '')
                        AND late.kind = 'card_drawn'
                        AND (late.refused IS NOT NULL
                            OR {_word("action", "before.prompt")} IN ('announce', 'collect')
                            OR {_word("action", "before.prompt")} IN ('await_bets', 'resolve', 'sign_in')
                                AND {_word("action", "late.prompt")}
                                    = {_word("action", "before.prompt")}
                            OR {_word("action", "before.prompt")}
                                    NOT IN ('burn', 'burn_card', 'scan_card')
                                AND late.prompt = before.prompt
                                AND {_word("by", "late.event")} IS NULL
                                AND NOT EXISTS (
                                    SELECT 1 FROM entry AS dealt
                                    JOIN entry AS due ON due.number = dealt.number - 1
                                    WHERE dealt.number BETWEEN ended.number - 1000 AND ended.number
                                        AND coalesce(dealt.round, '') = coalesce(ended.round, '')
                                        AND dealt.kind = 'card_drawn'
                                        AND dealt.refused IS NULL AND dealt.prompt <> due.prompt
                                        AND {_word("card", "dealt.event")}
                                            = {_word("card", "late.event")}
                                ))
                )
            ORDER BY number DESC LIMIT 1
        ), 0) AS number
    """,
    "entries": f"""
        -- Everything that happened, a line each, without the digests.
        SELECT number, "at", kind, person, shift, shoe, round, refused,
            {_word("action", "prompt")} AS prompted, clauses,
            CASE WHEN {_SHOWN} THEN event ELSE json_object('event', kind) END AS event,
            CASE WHEN {_SHOWN} THEN line END AS line,
            CASE WHEN {_SHOWN} THEN coalesce(hex(raw), '') END AS raw
        FROM entry
        {_typed("number kind kind person shift shoe round refused kind clauses event line line")}
    """,
    "rounds": f"""
        -- A line for each round. Entries after its result, until the next opens, are counted to it.
        SELECT round, min(shoe) AS shoe, min(shift) AS shift, min("at") AS opened_at, max("at") AS last_at,
            min(number) AS first_entry, max(number) AS last_entry,
            sum(CASE WHEN kind IN ('card_drawn', 'card_unread') AND refused IS NULL THEN 1 ELSE 0 END)
                AS cards,
            max(CASE WHEN kind = 'round_voided' AND refused IS NULL THEN 1 ELSE 0 END) AS voided_by_pit_boss,
            sum(CASE WHEN kind = 'incident_reported' AND refused IS NULL THEN 1 ELSE 0 END) AS incidents
        FROM entry WHERE round IS NOT NULL GROUP BY round
        {_typed("round shoe shift kind kind number number number number number")} ORDER BY first_entry
    """,
    "cards": f"""
        -- Every card that was read or entered; entered_by is empty where a device read it. A face that may
        -- not have been shown yet is ??.
        SELECT number, "at", shift, shoe, round,
            CASE WHEN {_SHOWN} THEN {_word("card")} ELSE '??' END AS card,
            {_word("device")} AS device, {_word("by")} AS entered_by, refused
        FROM entry WHERE kind = 'card_drawn'
        {_typed("number kind shift shoe round kind kind person refused")}
    """,
    "numbers": f"""
        -- Every number of a wheel: read by its reader, or said by the dealer; changed is 1 where the reader
        -- had said another one in the same game.
        SELECT number, "at", shift, round, CAST(json_extract(event, '$.number') AS INTEGER) AS pocket,
            {_word("device")} AS device, {_word("by")} AS said_by,
            {_flag("changed")} AS changed, refused
        FROM entry WHERE kind IN ('number_read', 'number_said')
        {_typed("number kind shift round number kind person number refused")}
    """,
    "incidents": f"""
        -- Every report of an incident, with its kind and facts as they were reported.
        SELECT {_word("id")} AS incident, number, "at", shift, shoe, round, person AS reported_by,
            {_word("kind")} AS kind, json_extract(event, '$.facts') AS facts
        FROM entry WHERE kind = 'incident_reported' AND refused IS NULL
        {_typed("kind number kind shift shoe round person kind event")}
    """,
    "ball_checks": f"""
        -- The checks of a ball that had left the wheel, and what each said: 1 for damaged. Until the ball is
        -- checked there is no row.
        SELECT done.number, done."at", done.shift, done.round, done.person AS checked_by,
            {_flag("damaged", "done.event")} AS damaged
        FROM entry AS done JOIN entry AS before ON before.number = done.number - 1
        WHERE done.kind = 'step_done' AND done.refused IS NULL
            AND json_extract(done.event, '$.reason') IS NULL
            AND {_word("action", "before.prompt")} = 'check_ball'
            AND {_word("step", "before.prompt")} IS NOT NULL
        {_typed("number kind shift round person number")}
    """,
    "decisions": f"""
        -- What a pit boss decided: outcomes confirmed, rounds voided.
        SELECT number, "at", shift, round, kind, person AS decided_by,
            {_word("choice")} AS choice, json_extract(event, '$.reason') AS reason
        FROM entry WHERE kind IN ('outcome_authorised', 'round_voided') AND refused IS NULL
        {_typed("number kind shift round kind person kind kind")}
    """,
    "corrections": f"""
        -- Cards mended in play, and corrections after the fact; what was wrong stays where it was.
        SELECT number, "at", shift, round, person AS corrected_by,
            coalesce({_word("id")}, 'C' || (number + (
                SELECT CASE count(*) WHEN 0 THEN 0 ELSE max(CASE WHEN json_valid(CAST(state AS TEXT))
                    THEN coalesce(CAST(json_extract(CAST(state AS TEXT), '$.table.earlier') AS INTEGER), 0)
                    WHEN instr({_QUOTED}, '"earlier":') > 0
                    THEN CAST(substr({_EARLIER}, 1, instr({_EARLIER}, ',') - 1) AS INTEGER)
                END) END FROM checkpoint WHERE number = 0
            ))) AS correction,
            coalesce({_word("what")},
                'card ' || {_word("card")} || ' of ' || {_word("hand")}) AS what,
            json_extract(event, '$.before') AS before,
            CASE WHEN kind = 'entry_corrected' OR {_SHOWN}
                THEN coalesce(json_extract(event, '$.after'), json_extract(event, '$.to')) ELSE '??'
            END AS after,
            coalesce({_word("authorised_by")}, person) AS authorised_by,
            json_extract(event, '$.why') AS why
        FROM entry WHERE kind IN ('card_corrected', 'entry_corrected') AND refused IS NULL
        {_typed("number kind shift round person kind kind kind kind person kind")}
    """,
    "people_at_table": f"""
        -- Who signed in and out, and as what.
        SELECT number, "at", shift, person, {_word("role")} AS role,
            CASE kind WHEN 'signed_in' THEN 'in' ELSE 'out' END AS signed
        FROM entry WHERE kind IN ('signed_in', 'signed_out') AND refused IS NULL
        {_typed("number kind shift person kind kind")}
    """,
    "device_faults": f"""
        -- What devices said was wrong with them, cards that could not be read, links lost and back.
        SELECT number, "at", shift, round, kind,
            coalesce({_word("device")}, {_word("text")}) AS device,
            coalesce({_word("code")}, {_word("meaning")}) AS code,
            {_word("what")} AS what
        FROM entry WHERE kind IN ('device_faulted', 'wheel_faulted', 'card_unread')
            OR (kind = 'noted' AND {_word("what")} LIKE 'device%')
        {_typed("number kind shift round kind kind kind kind")}
    """,
    "refusals": f"""
        -- What was tried and refused, and why; the line once every card that it could name has been shown.
        SELECT number, "at", shift, round, kind, person, refused,
            CASE WHEN {_SHOWN} THEN line END AS line
        FROM entry WHERE refused IS NOT NULL
        {_typed("number kind shift round kind person refused line")}
    """,
    "remarks": f"""
        -- What people wrote.
        SELECT number, "at", shift, round, person, json_extract(event, '$.text') AS text
        FROM entry WHERE kind = 'remarked' AND refused IS NULL
        {_typed("number kind shift round person kind")}
    """,
    "manual_mode": f"""
        -- When cards were entered by hand, and by whose order.
        SELECT number, "at", shift, round, person, {_flag("on")} AS begun
        FROM entry WHERE kind = 'manual_set' AND refused IS NULL
        {_typed("number kind shift round person number")}
    """,
    "pit_boss_calls": f"""
        -- When the pit boss was called, and came.
        SELECT number, "at", shift, round, person, {_flag("on")} AS called
        FROM entry WHERE kind = 'pit_boss_called' AND refused IS NULL
        {_typed("number kind shift round person number")}
    """,
}
"""Each view's name and its select; the comment in it stays in the file."""

_KEPT = ("meta", "entry", "checkpoint")
_FOREIGN: Final = f"DELETE FROM {MIGRATIONS} WHERE id > ? OR migration_set <> ? OR name <> CAST(id AS TEXT)"
_APPLIED: Final = f"INSERT INTO {MIGRATIONS} VALUES (?, ?, ?, ?)"


def database(connection: sqlite3.Connection) -> Database:
    """The connection as a sqlite-utils database, without any plugins that happen to be installed."""
    return Database(connection, execute_plugins=False)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an empty file, or a journal of 1.2, to the present schema, all of it or nothing. Raises
    sqlite3.DatabaseError if the result is not that schema's own; the file is as it was then.
    """
    db = database(connection)
    db.execute("BEGIN IMMEDIATE")
    try:
        has: int = connection.execute("PRAGMA user_version").fetchone()[0]
        Migrations(SET).ensure_migrations_table(db)
        db.execute(_FOREIGN, (has, SET))
        if has < OLDEST:
            _tables(db)
        for name, select in VIEWS.items():
            db.execute(f"DROP VIEW IF EXISTS {name}")
            db.execute(f"CREATE VIEW {name} AS{select}")
        for number in range(has + 1, SCHEMA + 1):
            db.execute(_APPLIED, (number, SET, str(number), str(datetime.now(UTC))))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")
        strange = schema_check.first_strange(connection, schema_check.rows(SCHEMA))
        if strange is None and not schema_check.has_own_migrations(connection):
            strange = MIGRATIONS
        if strange is not None:
            raise sqlite3.DatabaseError(f"it can't be brought to schema {SCHEMA}: {strange}")
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _tables(db: Database) -> None:
    """The heading, the entries and the states to restart from, the digest of each state in its entry; the
    seals, and the roots of the tree's whole blocks, so that neither a seal nor a proof reads all entries; the
    journal that this one continues.

    The indexes of the beginnings of shifts and of settings of the clock, and of the entries of rare kinds,
    find a shift in ten million entries as soon as in ten thousand. Both repeat only what the entries hold:
    the stretches by triggers, which also refuse any other row; the rare kinds by SQLite's own index.
    """
    _meta(db)
    _entry(db)
    # No foreign key: a table that is made ready has a checkpoint before its first entry.
    db.table("checkpoint").create(
        {"number": int, "state": bytes, "digest": bytes},
        pk="number",
        not_null={"state", "digest"},
        strict=True,
    )
    for table in _KEPT:
        _keep(db, table)
    _in_order(db)
    _table(
        db, "seal", {"number": int, "entries": int, "statement": str, "signature": bytes, "public_key": bytes}
    )
    _table(db, "subtree", {"number": int, "root": bytes})
    db.table("predecessor").create(
        {"id": int, "file": str, "entries": int, "head": bytes},
        pk="id",
        not_null={"file", "entries", "head"},
        strict=True,
    )
    _keep(db, "predecessor")
    _once(db, "predecessor", "id")
    for table in ("meta", "entry"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN state BLOB")
    columns = {"number": int, "shift": str, "at": str, "before": str}
    db.table("stretch").create(columns, pk="number", not_null={"at"}, strict=True)
    _keep(db, "stretch")
    # OR REPLACE takes a row away without firing a delete trigger: see _in_order.
    db.execute(
        f"CREATE TRIGGER stretch_as_entries_say BEFORE INSERT ON stretch WHEN {sql.IS_NO_NEW_STRETCH} "
        "BEGIN SELECT RAISE(ABORT, 'an entry begins no such stretch'); END"
    )
    # A row that stands there all the same, since its guard was taken away meanwhile, stops no append:
    # verifying finds it. A row that waits for an entry to come is found when the file is opened.
    db.execute(
        f"CREATE TRIGGER entry_begins_stretch AFTER INSERT ON entry WHEN {sql.BEGINS_STRETCH} "
        "BEGIN INSERT INTO stretch SELECT NEW.number, NEW.shift, NEW.at, "
        "(SELECT at FROM entry WHERE number = NEW.number - 1) "
        "WHERE NOT EXISTS (SELECT 1 FROM stretch WHERE number = NEW.number); END"
    )
    db.execute(f"CREATE INDEX entry_rare ON entry (kind) WHERE {sql.IS_RARE}")


def _table(db: Database, name: str, columns: dict[str, type]) -> None:
    """A table whose rows are counted from 1 and never removed."""
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


def _keep(db: Database, table: str) -> None:
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        )


def _in_order(db: Database) -> None:
    # OR REPLACE fires no delete trigger if recursive_triggers is off, as it is in other programs.
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
