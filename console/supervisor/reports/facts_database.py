"""The export of a journal's facts: an SQLite database with typed tables, or each as a table of values. The
database has foreign keys, a full-text search of what people wrote, and a view for each part of a shift
report; the handbook shows example queries.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, TypeAlias

import msgspec
from sqlite_utils import Database

from console.base.plain_text import visible, without_formula
from console.base.system import json_reader
from console.table.core import Outlet, shown_with_set

_IDS: Final = {"id": str, "table_id": str, "shift_id": str, "round_id": str}
_TOLD: Final = {"at": datetime, "by": str, "reason": str, "seen_ms": int}
_ENTRY: Final = {"shift_id": str, "place": int, "at": datetime}
_SIDES: Final = {
    f"{side}_{name}": datetime if name == "at" else str
    for side in ("first", "second")
    for name in ("claim", "value", "by", "device", "at", "reason", "finding")
}
TABLES: Final[dict[str, dict[str, type]]] = {
    "game_table": {"id": str, "game": str, "rules": str, "origin": str},
    "file": {"name": str, "table_id": str, "first_place": int, "entries": int},
    "shift": {"id": str, "table_id": str, "name": str, "begun": datetime, "ended": datetime},
    "stretch": {
        **{"shift_id": str, "first_place": int, "last_place": int, "begun": datetime, "ended": datetime},
    },
    "round": {
        **{"id": str, "table_id": str, "shift_id": str, "place": int, "shoe": int, "ending": str},
        **{"dealer": str, "number": int, "first_number": int},
        **{"opened": datetime, "closed": datetime, "known": datetime, "ended": datetime, "result": str},
    },
    "card": {
        **{"round_id": str, "file": str, "entry": int, "at": datetime, "hand": str, "position": int},
        **{"face": str, "device": str, "by": str, "read_at": datetime, "placed_by": str, "corrections": str},
        **{"gone_at": datetime, "moved_at": datetime, "moved_hand": str, "moved_position": int},
    },
    "incident": {
        **_IDS,
        **{"kind": str, "clause": str, "outcome": str, "reported": datetime, "reported_by": str},
        **{"happened": datetime, "filmed_from": datetime, "authorised": datetime, "authorised_by": str},
        **{"choice": str, "reason": str, "seen_ms": int, "closed": datetime, "closed_by": str},
        **{"closed_reason": str, "taken_back": bool, "overtaken_by": str, "seat": int, "facts": str},
    },
    "incident_change": {
        **{"incident_id": str, "place": int, "at": datetime, "kind": str, "clause": str, "outcome": str},
        **{"state": str, "how_ended": str},
    },
    "told": {"incident_id": str, "number": int, "at": datetime, "by": str, "facts": str, "seen_ms": int},
    "notification": {
        **{"incident_id": str, "whom": str, "until": datetime, "file": str, "entry": int},
        **{"withdrawn": datetime},
    },
    "tick": {"incident_id": str, "whom": str, "file": str, "entry": int, "at": datetime, "by": str},
    "step": {"incident_id": str, "number": int, "action": str, "actor": str, "state": str, **_TOLD},
    "halt": {
        **{"file": str, "id": str, "shift_id": str, "round_id": str, "reason": str, "happened": datetime},
        **{"filmed_from": datetime, "closed": datetime, "ended_by": str, "closed_reason": str},
        **{"outcome": str, "closed_shift_id": str},
    },
    "correction": {
        **{"file": str, "id": str, "entry": int, "shift_id": str, "round_id": str, "at": datetime},
        **{"by": str, "hand": str, "position": int, "face_before": str, "face_after": str, "reason": str},
    },
    "amendment": {
        **{"shift_id": str, "place": int, "at": datetime, "id": str, "file": str, "entry": int, "what": str},
        **{"before": str, "after": str, "by": str, "authorised_by": str, "reason": str},
    },
    "account": {
        **{"shift_id": str, "place": int, "at": datetime, "what": str, "who": str, "by": str},
        **{"terminal": str, "made": str, "until": str, "reason": str, "rights": str},
    },
    "staffing": {"shift_id": str, "place": int, "at": datetime, "who": str, "role": str, "change": str},
    "stay": {
        **{"table_id": str, "who": str, "role": str, "since": datetime, "place": int, "until": datetime},
        **{"until_place": int, "how_ended": str, "beside": str, "barred": str, "bar": str},
    },
    "duty": {
        **{"table_id": str, "who": str, "since": datetime, "until": datetime, "clock_set": bool},
        **{"disabled": bool},
    },
    "trouble": {
        **{"table_id": str, "device": str, "what": str, "since": datetime, "place": int, "until": datetime},
        **{"until_place": int},
    },
    "shoe": {
        **{"table_id": str, "number": int, "place": int, "how": str, "began": datetime, "cards": int},
        **{"ready": datetime, "rounds": int, "left": int, "ended": datetime, "ended_place": int},
        **{"card_set": str} | {each.column: str for each in shown_with_set(Outlet.FACTS)},
    },
    "quick_step": {
        **{"shift_id": str, "place": int, "at": datetime, "what": str, "seconds": float, "least": int},
        **{"by": str},
    },
    "clock_change": {"table_id": str, "shift_id": str, "place": int, "at": datetime, "seconds": float},
    "contradiction": {
        **_IDS,
        **{"place": int, "kind": str, "hand": str, "card": int, "dealer": str, "kept_by": str, **_SIDES},
        **{"answered": datetime, "answered_by": str, "answer_reason": str, "until_place": int},
    },
    "restart": {**_ENTRY, "off_since": datetime},
    "software": {
        **{"table_id": str, "since": datetime, "place": int, "until": datetime, "until_place": int},
        **{"version": str, "manifest": str, "rulebook": str, "configuration": str},
    },
    "manual_mode": {
        **{"table_id": str, "by": str, "since": datetime, "place": int, "until": datetime},
        **{"until_place": int, "until_by": str},
    },
    "card_count": {**_ENTRY, **{"by": str, "counted": str, "typed_before": str}},
    "remark": {"shift_id": str, "place": int, "at": datetime, "by": str, "text": str},
    "signature": {
        **{"shift_id": str, "place": int, "at": datetime, "handed_over": str, "side": str, "by": str},
        **{"remarks": str},
    },
    "written": {"shift_id": str, "place": int, "at": datetime, "what": str, "by": str, "text": str},
    "figure": {
        **{"table_id": str, "shift_id": str, "place": int, "at": datetime, "dealer": str, "name": str},
        **{"kind": str, "clause": str, "outcome": str, "amount": float},
    },
    "time_spent": {
        **{"shift_id": str, "dealer": str, "hour": datetime, "open_seconds": float, "stood_seconds": float},
        **{"manual_seconds": float, "prepared_seconds": float},
    },
    "device": {"shift_id": str, "device": str, "read": int, "unread": int, "lost": int, "silent": int},
    "fault": {"shift_id": str, "device": str, "name": str, "count": int},
    "doing": {"shift_id": str, "name": str, "count": int},
}
"""The columns of each table, with their types; tables that others refer to come first."""
KEYS: Final[dict[str, str | tuple[str, ...]]] = {
    **{"game_table": "id", "file": "name", "shift": "id", "round": "id", "incident": "id"},
    **{"incident_change": ("incident_id", "place"), "told": ("incident_id", "number")},
    **{"step": ("incident_id", "number"), "contradiction": "id"},
    **{"halt": ("file", "id"), "correction": ("file", "id")},
    **{"notification": ("file", "entry"), "tick": ("file", "entry")},
}
"""The primary key of each table that has one."""
_POINTS: Final = {
    **{"table_id": "game_table", "shift_id": "shift", "round_id": "round", "incident_id": "incident"},
}
SEARCHED: Final = {"written": ("text",), "incident": ("facts",)}
"""The columns with what people wrote, which are searched by words."""
_LENGTHS: Final = "'to_result', 'waits', 'to_take', 'to_arrive', 'after_signal'"
_WHILE: Final = """
          FROM stretch t JOIN shift s ON s.id = t.shift_id JOIN {} c ON c.table_id = s.table_id
           AND coalesce(c.place, 0) <= t.last_place AND coalesce(c.until_place, 1e9) >= t.first_place"""
"""The rows of a table that had begun in a stretch of a shift and had not ended before."""
VIEWS: Final[dict[str, str]] = {
    "report_figures": f"""
        SELECT shift_id, name, sum(amount) AS amount FROM figure
         WHERE name NOT IN ('incidents', 'halts', {_LENGTHS})
         GROUP BY shift_id, name
        UNION ALL
        SELECT shift_id, 'open_seconds', sum(open_seconds) FROM time_spent GROUP BY shift_id
        UNION ALL
        SELECT shift_id, 'stood_seconds', sum(stood_seconds) FROM time_spent GROUP BY shift_id
        UNION ALL
        SELECT shift_id, 'manual_seconds', sum(manual_seconds) FROM time_spent GROUP BY shift_id""",
    "report_lengths": f"""
        SELECT shift_id, name, count(*) AS count, avg(amount) AS mean, max(amount) AS longest FROM figure
         WHERE name IN ({_LENGTHS}) GROUP BY shift_id, name""",
    "report_dealers": f"""
        SELECT shift_id, dealer, name, sum(amount) AS amount FROM figure
         WHERE name NOT IN ({_LENGTHS}) GROUP BY shift_id, dealer, name""",
    "report_incidents": """
        SELECT shift_id, kind, clause, outcome, CAST(sum(amount) AS INTEGER) AS count FROM figure
         WHERE name = 'incidents' GROUP BY shift_id, kind, clause, outcome""",
    "report_halts": """
        SELECT shift_id, kind AS reason, CAST(sum(amount) AS INTEGER) AS count FROM figure
         WHERE name = 'halts' GROUP BY shift_id, kind HAVING sum(amount) <> 0""",
    "report_hours": """
        SELECT shift_id, hour, sum(open_seconds) AS open_seconds, sum(stood_seconds) AS stood_seconds,
               sum(prepared_seconds) AS prepared_seconds FROM time_spent GROUP BY shift_id, hour""",
    "report_happened": """
        SELECT shift_id, happened, round_id, id, kind, clause,
               CASE WHEN taken_back THEN 'withdrawn' ELSE outcome END AS outcome, reported_by AS "by",
               CASE WHEN taken_back THEN closed_by ELSE authorised_by END AS decided_by,
               CASE WHEN taken_back THEN closed_reason ELSE reason END AS reason, filmed_from FROM incident
        UNION ALL
        SELECT closed_shift_id, happened, round_id, id, reason, NULL, outcome, NULL, ended_by, closed_reason,
               filmed_from FROM halt
         WHERE outcome = 'void' AND closed NOT IN (SELECT reported FROM incident)
            OR outcome = 'withdrawn' AND closed_reason IS NOT NULL""",
    "report_corrections": """
        SELECT shift_id, id, "at", round_id, hand, position, face_before, face_after, "by", reason
          FROM correction""",
    "report_known": """
        SELECT s.id AS shift_id, c.incident_id AS id, c.kind, c.clause, c.outcome, c.how_ended,
               max(c.place) AS place
          FROM shift s JOIN incident i ON i.table_id = s.table_id
          JOIN incident_change c ON c.incident_id = i.id
           AND c.place <= (SELECT max(t.last_place) FROM stretch t WHERE t.shift_id = s.id)
         GROUP BY s.id, c.incident_id""",
    "report_devices": """
        SELECT d.shift_id, d.device, d.read, d.unread, d.lost, d.silent,
               coalesce((SELECT sum(f.count) FROM fault f
                          WHERE f.shift_id = d.shift_id AND f.device = d.device), 0) AS faults
          FROM device d""",
    "report_staffing": 'SELECT shift_id, "at", who, role, change FROM staffing',
    "report_accounts": 'SELECT shift_id, "at", what, who, "by", terminal, until, reason, rights FROM account',
    "report_quick": 'SELECT shift_id, "at", what, seconds, least, "by" FROM quick_step',
    "report_doings": "SELECT shift_id, name, count FROM doing",
    "report_contradictions": f"""
        SELECT DISTINCT t.shift_id, c.id, c.round_id, c.kind, c.hand, c.card, c.dealer, c.kept_by,
               {", ".join(f"c.{name}" for name in _SIDES)}, c.answered, c.answered_by, c.answer_reason
        {_WHILE.format("contradiction")}""",
    "report_restarts": 'SELECT shift_id, off_since, "at" FROM restart',
    "report_software": f"SELECT DISTINCT t.shift_id, c.* {_WHILE.format('software')}",
    "report_manual": f"SELECT DISTINCT t.shift_id, c.* {_WHILE.format('manual_mode')}",
    "report_counts": 'SELECT shift_id, "at", "by", counted, typed_before FROM card_count',
    "report_remarks": 'SELECT shift_id, "at", "by", text FROM remark',
}
"""A view for each part of a shift report, chosen by ``WHERE shift_id = …``. Its SQL is DuckDB's too."""

Row: TypeAlias = Mapping[str, Any]


class SpooledRows(Iterable[list[Any]]):
    """The values of a table's rows, kept on the disk until it is written."""

    def __init__(self, columns: Iterable[str], file: IO[bytes]) -> None:
        self._columns, self._file = tuple(columns), file

    def append(self, row: Row) -> None:
        self._file.write(msgspec.json.encode(_values(row, self._columns)) + b"\n")

    def __iter__(self) -> Iterator[list[Any]]:
        self._file.seek(0)
        return map(json_reader(list[Any]), self._file)


@contextmanager
def spooled() -> Iterator[dict[str, SpooledRows]]:
    """Rows for each table, removed at the end."""
    with ExitStack() as stack:
        yield {name: SpooledRows(of, stack.enter_context(TemporaryFile())) for name, of in TABLES.items()}


Tables: TypeAlias = Mapping[str, Iterable[Row | list[Any]]]
"""The rows of each table; a list has the values already."""


def write_database(tables: Tables, path: Path) -> None:
    """Write the database into an empty file, with no other file next to it meanwhile."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, tables)
    with path.open("r+b") as file:
        for place, length in _UNWRITTEN:
            file.seek(place)
            file.write(bytes(length))


_UNWRITTEN: Final = ((24, 4), (92, 8))
"""The places in a database's header that count its changes and name its SQLite; they are overwritten, so that
the same facts are the same bytes.
"""


_WORD: Final = re.compile(r"\w+")
_LONGEST_PIECE: Final = 8


def _parts(text: str | None) -> str | None:
    """A text followed by the pieces of its words: Japanese has no spaces, and most of its words have two
    letters, which an index of three letters does not find.
    """
    if text is None:
        return None
    pieces = {
        word[at : at + letters]
        for word in _WORD.findall(text)
        for letters in range(1, _LONGEST_PIECE + 1)
        for at in range(len(word) - letters + 1)
    }
    return " ".join((text, *sorted(pieces)))


def fill(connection: sqlite3.Connection, tables: Tables) -> None:
    """Fill an empty database with the tables' rows, the search index, and the views."""
    made = Database(connection)
    for name, columns in TABLES.items():
        points = [(column, _POINTS[column], "id") for column in columns if column in _POINTS]
        made.table(name).create(columns, pk=KEYS.get(name), foreign_keys=points)
        slots = ", ".join("?" * len(columns))
        rows = (_values(row, columns) for row in tables.get(name, ()))
        connection.executemany(f'INSERT INTO "{name}" VALUES ({slots})', rows)
    connection.create_function("parts", 1, _parts, deterministic=True)
    for name, texts in SEARCHED.items():
        named, parts = ", ".join(texts), ", ".join(f"parts({each})" for each in texts)
        connection.execute(f"CREATE VIRTUAL TABLE {name}_fts USING fts5({named}, content={name})")
        connection.execute(f"INSERT INTO {name}_fts (rowid, {named}) SELECT rowid, {parts} FROM {name}")
    for name, statement in VIEWS.items():
        made.create_view(name, statement)
    connection.commit()


def _values(row: Row | list[Any], columns: Iterable[str]) -> list[Any]:
    """A row's values in the order of its columns, moments as ISO 8601 in UTC."""
    if isinstance(row, list):
        return row
    values = map(row.get, columns)
    return [value if type(value) in _PLAIN else _written(value) for value in values]


_PLAIN: Final = frozenset((str, int, float, type(None)))


def _written(value: Any) -> Any:
    return (
        value.isoformat() if isinstance(value, datetime) else str(value) if isinstance(value, str) else value
    )


def _cell(value: Any) -> Any:
    return without_formula(visible(value)) if isinstance(value, str) else value


def write_values(columns: Iterable[str], rows: Iterable[Row | list[Any]], path: Path) -> None:
    """Write a table of values into an empty file; no text becomes a formula."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([_cell(value) for value in _values(row, columns)] for row in rows)
