"""The observation of a floor's server: by statements, by its TLS port, and by this machine's files. Facts
that an account may not ask, or a machine lacks, are left out; nothing is changed.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import psycopg

from console.floor.blocks import open_days
from console.floor.host import server_condition
from console.floor.host.backups import lacks_log, newest_backup
from console.floor.schema import ROLES, limits_of, newest_version
from console.floor.self_report import read_report
from console.floor.table_side.account import host_and_port
from console.table.journal import JournalError, checkpoint, public_key

if TYPE_CHECKING:
    Connection = psycopg.Connection[tuple[Any, ...]]

BACKUPS: Final = "floor.backups"
"""The server's setting with the place of its backups."""
_SETTINGS: Final = (
    *("listen_addresses", "port", "ssl", "max_connections", "fsync", "full_page_writes"),
    *("synchronous_standby_names", "archive_mode", "data_directory", BACKUPS),
    *("logging_collector", "log_destination", "log_rotation_size", "lc_messages", server_condition.WORKERS),
)
_TLS_REQUEST: Final = struct.pack("!ii", 8, 80877103)
"""PostgreSQL's message with which a client asks for TLS: its length, and the number that stands for it."""
_WAITS: Final = 5.0
"""Seconds for a server's certificate."""
_HEARD: Final = 60
"""Seconds since the last sign of life for which a table counts as heard."""


class OwnMachine(NamedTuple):
    console: str
    is_here: bool
    """Whether the server is on this machine, by its socket."""
    steered: bool | None = None
    """Whether a time server steers this machine's clock."""
    failed_units: tuple[str, ...] | None = None
    stopped_units: tuple[str, ...] = ()
    """Services that should run beside the server and do not, without having failed."""
    left_down: tuple[str, ...] = ()
    """PostgreSQL's services that systemd doesn't restart after a crash."""
    address: str = ""
    """The server's address, if asked over the network."""
    notes: Path | None = None
    witness: Path | None = None


def observe(
    connection: Connection, surroundings: OwnMachine, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> server_condition.ServerObservation:
    """Look at a server. Raises psycopg.Error if it can't be asked at all."""
    settings = _settings(connection)
    found: dict[str, Any] = {"database": connection.info.dbname, "settings": settings}
    for look in (_program, _activity, _rules, _accounts, _transactions, _archiving, _standbys, _entries):
        found |= look(connection)
    before = now()
    row = _one(connection, _CLOCK)
    after = now()
    assert row is not None, "a server knows the time"
    # Its clock is compared with this one in the middle of question and reply.
    found |= {"at": after, "clock_differs": (row[0] - (before + (after - before) / 2)).total_seconds()}
    tables = _seats(connection, surroundings)
    if tables is not None:
        found["seats"] = tables
    log_size = _one(connection, _LOG_SIZE)
    found["log_size"] = None if log_size is None else log_size[0]
    if surroundings.is_here:
        found |= {"clock_steered": surroundings.steered, **_files(settings, connection)}
        found["is_memory_limited"] = is_memory_limited(connection.info.backend_pid)
    last = found["archiving"].last if "archiving" in found else ""
    found |= _backups(settings, last, is_here=surroundings.is_here)
    if settings.get("ssl") == "on":
        found["certificate_ends"] = _certificate_ends(surroundings, settings)
    return server_condition.ServerObservation(
        console=surroundings.console,
        is_here=surroundings.is_here,
        failed_units=surroundings.failed_units,
        stopped_units=surroundings.stopped_units,
        left_down=surroundings.left_down,
        notes=None if surroundings.notes is None else str(surroundings.notes),
        **found,
    )


def _rows_of(connection: Connection, statement: bytes, *values: object) -> list[tuple[Any, ...]] | None:
    """The answer; None without permission or the asked thing: a failed look ends no other. Raises
    psycopg.Error if the server no longer answers.
    """
    try:
        return connection.execute(statement, values or None).fetchall()
    except psycopg.Error as error:
        if error.sqlstate is None or connection.closed:
            raise
        return None


def _one(connection: Connection, statement: bytes, *values: object) -> tuple[Any, ...] | None:
    rows = _rows_of(connection, statement, *values)
    return rows[0] if rows else None


# --- by statements --------------------------------------------------------------------------------


def _settings(connection: Connection) -> dict[str, str]:
    asked = b"SELECT name, current_setting(name, true) FROM unnest(%s::text[]) AS name"
    found = dict[str, str]()
    for name in _SETTINGS:
        for _, value in _rows_of(connection, asked, [name]) or ():
            found[name] = value or ""
    return found


_COLLATION: Final = b"""
    SELECT datcollversion, pg_database_collation_actual_version(oid)
    FROM pg_database WHERE datname = current_database()
"""


def _program(connection: Connection) -> dict[str, Any]:
    version = _one(connection, b"SELECT max(version) FROM public.floor_version")
    collation = _one(connection, _COLLATION)
    failures = _one(connection, b"SELECT sum(checksum_failures)::bigint FROM pg_stat_database")
    return {
        "postgres": connection.info.server_version,
        "schema": None if version is None else version[0],
        "schema_here": newest_version(),
        "checksum_failures": None if failures is None else failures[0],
        "collation": None if collation is None or None in collation else collation,
    }


_OLDEST: Final = b"""
    SELECT coalesce(usename::text, ''), xact_start FROM pg_stat_activity
    WHERE xact_start IS NOT NULL AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    ORDER BY xact_start LIMIT 1
"""


_SEES_OTHERS: Final = b"SELECT pg_has_role('pg_read_all_stats', 'usage')"
"""Without this role an account gets empty rows about others' sessions and about standbys."""


def _sees_others(connection: Connection) -> bool:
    return _one(connection, _SEES_OTHERS) == (True,)


def _activity(connection: Connection) -> dict[str, Any]:
    queue, is_seen = _one(connection, b"SELECT pg_notification_queue_usage()"), _sees_others(connection)
    return {
        "queue": None if queue is None else queue[0],
        "oldest": _one(connection, _OLDEST) if is_seen else None,
        "transactions_seen": is_seen,
    }


def _rules(connection: Connection) -> dict[str, Any]:
    asked = (
        b"SELECT line_number, type, database, user_name, address, auth_method, error FROM pg_hba_file_rules"
    )
    rows = _rows_of(connection, asked)
    supers = _rows_of(connection, b"SELECT rolname FROM pg_roles WHERE rolsuper")
    if rows is None or supers is None:
        return {}
    rules = tuple(
        server_condition.Rule(
            line,
            kind or "",
            tuple(databases or ()),
            tuple(users or ()),
            address or "",
            method or "",
            error or "",
        )
        for line, kind, databases, users, address, method, error in rows
    )
    return {"rules": rules, "superusers": frozenset(name for (name,) in supers)}


_ACCOUNTS: Final = b"""
    SELECT r.rolname, g.rolname, r.rolconnlimit,
        CASE WHEN pg_column_size(r.rolconfig) > 8192 THEN '{}' ELSE coalesce(r.rolconfig, '{}') END
    FROM pg_roles AS r JOIN pg_auth_members AS m ON m.member = r.oid JOIN pg_roles AS g ON g.oid = m.roleid
    WHERE g.rolname = ANY (%s) AND r.rolcanlogin
        AND r.rolname IN (SELECT account FROM floor.tables UNION SELECT account FROM floor.watch)
    ORDER BY 1
"""


_GAVE_RIGHTS: Final = b"""
    SELECT DISTINCT w.account::text FROM floor.watched_accounts() AS w
    JOIN pg_default_acl AS a ON a.defaclrole = w.id ORDER BY 1
"""
_LOG_SIZE: Final = b"SELECT sum(size)::bigint FROM pg_ls_logdir()"


_OFFENDERS: Final = b"""
    SELECT w.called, max(d.at), NOT r.rolcanlogin FROM floor.watched_accounts() AS w
    JOIN pg_roles AS r ON r.oid = w.id
    JOIN floor.diary AS d ON d.table_id = w.table_id AND d.who = w.account::text
    WHERE d.what = CASE WHEN r.rolcanlogin THEN 'session_ended' ELSE 'account_locked' END
        AND (NOT r.rolcanlogin OR d.at > now() - interval '1 day')
    GROUP BY w.account, w.called, r.rolcanlogin ORDER BY 3 DESC, 1
"""


def _accounts(connection: Connection) -> dict[str, Any]:
    rows = _rows_of(connection, _ACCOUNTS, list(ROLES))
    if rows is None:
        return {}
    found = list[server_condition.Account]()
    for name, role, most, config in rows:
        connections, settings = limits_of(role)
        limits = dict(str(line).split("=", 1) for line in config) | {"connections": str(most)}
        found.append(server_condition.Account(name, limits, {"connections": str(connections), **settings}))
    return {
        "accounts": tuple(found),
        "gave_rights": tuple(name for (name,) in _rows_of(connection, _GAVE_RIGHTS) or ()),
        "offenders": tuple(server_condition.Offender(*row) for row in _rows_of(connection, _OFFENDERS) or ()),
        "witnesses": sum(role == "floor_witness" for _, role, _, _ in rows),
        "windows": sum(role in ("floor_boss", "floor_supervisor") for _, role, _, _ in rows),
    }


_TRANSACTIONS: Final = b"SELECT max(age(datfrozenxid)) FROM pg_database"
_FOREIGN: Final = b"""
    SELECT DISTINCT t.tgname || ' (' || r.relname || ')'
    FROM pg_trigger AS t JOIN pg_class AS r ON r.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE r.relnamespace = 'floor'::regnamespace AND p.pronamespace <> r.relnamespace
        AND NOT t.tgisinternal AND t.tgparentid = 0
    UNION SELECT rulename || ' (' || tablename || ')' FROM pg_rules
    WHERE schemaname = 'floor' AND rulename <> '_RETURN' ORDER BY 1
"""


def _transactions(connection: Connection) -> dict[str, Any]:
    row, foreign = _one(connection, _TRANSACTIONS), _rows_of(connection, _FOREIGN)
    return {
        "transactions": None if row is None else row[0],
        "foreign": tuple(name for (name,) in foreign or ()),
    }


_ARCHIVED: Final = b"""
    SELECT last_archived_time, last_failed_time, coalesce(last_failed_wal, ''),
        current_setting('archive_mode'), coalesce(last_archived_wal, '')
    FROM pg_stat_archiver
"""
_WAITING: Final = b"SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'"


def _archiving(connection: Connection) -> dict[str, Any]:
    row, waiting = _one(connection, _ARCHIVED), _one(connection, _WAITING)
    if row is None:
        return {}
    done, failed, file, mode, last = row
    many = None if waiting is None else waiting[0]
    return {"archiving": server_condition.Archiving(mode != "off", done, failed, file, many, last)}


_STANDBYS: Final = b"""
    SELECT coalesce(nullif(application_name, ''), usename::text), coalesce(state, ''),
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
    FROM pg_stat_replication WHERE application_name <> 'pg_basebackup'
"""
_SLOTS: Final = b"""
    SELECT slot_name::text, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
    FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL
"""


def _standbys(connection: Connection) -> dict[str, Any]:
    rows, slots = _rows_of(connection, _STANDBYS), _rows_of(connection, _SLOTS)
    if rows is None or not _sees_others(connection):
        return {}
    return {"standbys": tuple(server_condition.Standby(*row) for row in rows), "slots": dict(slots or ())}


_CLOCK: Final = b"SELECT clock_timestamp()"


_OUTSIDE: Final = b"SELECT EXISTS (SELECT FROM floor.entry_other)"
_NOT_INDEXED: Final = b"""
    SELECT coalesce(sum(greatest(0, j.number - greatest(coalesce(i.number, 0), j.forks_after))), 0)::bigint
    FROM floor.journal AS j LEFT JOIN floor.indexed AS i USING (table_id, part)
"""
_TODAY: Final = b"SELECT (now() AT TIME ZONE 'UTC')::date"


def _entries(connection: Connection) -> dict[str, Any]:
    outside, today = _one(connection, _OUTSIDE), _one(connection, _TODAY)
    not_indexed = _one(connection, _NOT_INDEXED)
    if outside is None or today is None:
        return {}
    held = list[date]()
    for day in open_days(connection):
        asked = f"SELECT EXISTS (SELECT FROM floor.entry_{day:%Y%m%d})"
        row = _one(connection, asked.encode()) if day < today[0] else None
        if row is not None and row[0]:
            held.append(day)
    grown = None
    if held:
        asked = f"SELECT pg_total_relation_size('floor.entry_{held[-1]:%Y%m%d}')"
        row = _one(connection, asked.encode())
        grown = None if row is None else row[0]
    return {
        "is_outside": outside[0],
        "days_open": tuple(str(day) for day in held),
        "grown": grown,
        "not_indexed": None if not_indexed is None else not_indexed[0],
    }


_SEATS: Final = b"""
    SELECT t.table_id, t.name, s.told::text, date_part('epoch', now() - s.heard),
        coalesce((
            SELECT j.number FROM floor.journal AS j WHERE j.table_id = t.table_id AND j.part = s.part
        ), 0), coalesce(date_part('epoch', s.ahead), 0),
        EXISTS (
            SELECT FROM floor.dispute AS d WHERE d.table_id = t.table_id AND d.said = 'unreadable'
            AND d.at > coalesce((
                SELECT max(y.at) FROM floor.diary AS y WHERE y.table_id = t.table_id AND y.what = 'settled'
            ), '-infinity')
        ), coalesce(m.many, 0)
    FROM floor.tables AS t LEFT JOIN floor.state AS s USING (table_id)
    LEFT JOIN floor.more_disputes() AS m USING (table_id)
    WHERE t.retired IS NULL ORDER BY t.studio, t.name
"""


def _seats(
    connection: Connection, surroundings: OwnMachine
) -> tuple[server_condition.TableInUse, ...] | None:
    rows = _rows_of(connection, _SEATS)
    if rows is None:
        return None
    found, noted = list[server_condition.TableInUse](), _noted(surroundings)
    for table, name, text, age, number, apart, has_unreadable, more_disputes in rows:
        seat = server_condition.TableInUse(
            name,
            is_heard=age is not None and age < _HEARD,
            clock_apart=apart,
            has_unreadable=has_unreadable,
            more_disputes=more_disputes,
            entries=number,
            noted=noted.get(table),
        )
        report = read_report(text).report if text is not None else None
        if report is not None:
            behind = max(0, report.entry - report.held_back - number)
            clock = any(fault.device == "clock" for fault in report.faults)
            seat = msgspec.structs.replace(
                seat,
                version=report.version,
                behind=behind,
                clock_fault=clock,
                lacks_certificate=report.lacks_certificate,
            )
        found.append(seat)
    return tuple(found)


# --- by what lies on this machine, and by the port ------------------------------------------------


def _noted(surroundings: OwnMachine) -> Mapping[str, datetime]:
    """When the witness last signed each table's head."""
    if surroundings.notes is None or surroundings.witness is None:
        return {}
    found = dict[str, datetime]()
    try:
        key = public_key(surroundings.witness)
        files = sorted(surroundings.notes.glob("*.note"))
    except (OSError, ValueError, JournalError):
        return {}
    for file in files:
        with suppress(JournalError):
            note = checkpoint.note_file(file, (key,))
            at = datetime.fromtimestamp(note.at, UTC)
            found[note.content.table] = max(at, found.get(note.content.table, at))
    return found


def _files(settings: Mapping[str, str], connection: Connection) -> dict[str, Any]:
    folders = {settings.get("data_directory", ""), settings.get(BACKUPS, "")} - {""}
    with suppress(OSError):  # The log may lie on its own disk.
        log = Path(settings.get("data_directory", ""), "pg_wal")
        folders |= {os.path.realpath(log)} if log.is_symlink() else set()
    disks = list[server_condition.Disk]()
    for folder in sorted(folders):
        with suppress(OSError):
            usage = shutil.disk_usage(_reachable(Path(folder)))
            disks.append(server_condition.Disk(folder, usage.free, usage.total))
    return {"disks": tuple(disks) or None}


_MEMORY: Final = "Max address space"


def is_memory_limited(process: int) -> bool | None:
    """Whether a process has a limit of its memory, if the system tells us."""
    try:
        lines = Path(f"/proc/{process}/limits").read_text("ascii").splitlines()
    except OSError:
        return None
    limit = next((line.removeprefix(_MEMORY).split()[0] for line in lines if line.startswith(_MEMORY)), None)
    return None if limit is None else limit != "unlimited"


def _reachable(folder: Path) -> Path:
    """The folder, or the nearest above it that this user may see: usually on the same disk."""
    return next((each for each in (folder, *folder.parents) if os.access(each.parent, os.X_OK)), folder)


def _backups(settings: Mapping[str, str], last: str, *, is_here: bool) -> dict[str, Any]:
    """The newest backup, and whether the log's ``last`` archived file lies beside it."""
    folder = settings.get(BACKUPS)
    if not folder:
        return {}
    if not is_here:
        return {"backups": folder}
    try:
        newest = newest_backup(Path(folder))
        lost = lacks_log(Path(folder), last, newest)
    except OSError:
        return {"backups": folder}
    at = None if newest is None else newest.at
    return {"backups": folder, "backups_seen": True, "backup": at, "lacks_log": lost}


def _certificate_ends(surroundings: OwnMachine, settings: Mapping[str, str]) -> datetime | None:
    """The end of the server's certificate, by any signer, if it shows one."""
    from cryptography import x509

    host, port = "127.0.0.1", int(settings.get("port") or 5432)
    if not surroundings.is_here:
        host, number = host_and_port(surroundings.address.split(",")[0].strip())
        port = int(number)
    try:
        with socket.create_connection((host, port), _WAITS) as plain:
            plain.sendall(_TLS_REQUEST)
            if plain.recv(1) != b"S":
                return None
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with context.wrap_socket(plain, server_hostname=host) as wrapped:
                shown = wrapped.getpeercert(binary_form=True)
    except (OSError, ValueError):
        return None
    return None if shown is None else x509.load_der_x509_certificate(shown).not_valid_after_utc
