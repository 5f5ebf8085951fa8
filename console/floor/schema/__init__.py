"""The floor's schema in plain SQL, a file for each subject, and the way there from an older floor.

A floor gets the whole schema: functions first, then the tables, where each statement keeps what exists. A
step changes what an older floor already has. The database keeps the version with its digest, and refuses
another digest of the same version.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from console.floor.errors import StrangeFloor

if TYPE_CHECKING:
    import psycopg

OWNER: Final = "floor_owner"
ROLES: Final = ("floor_table", "floor_boss", "floor_supervisor", "floor_witness", "floor_indexer")
"""The roles of accounts; the owner of everything can't log in."""
LIMITS: Final = {"floor_table": (4, "10s"), "floor_indexer": (4, "30s")}
"""How many connections an account of each role may have, and how long a statement may take."""
_OTHERS: Final = (6, "30s")
SETTINGS: Final = {
    "temp_file_limit": "64MB",
    "idle_in_transaction_session_timeout": "5s",
    "work_mem": "4MB",
    "log_min_messages": "panic",
    "log_min_error_statement": "panic",
}
"""The settings of every account, besides its limits. The server's log keeps nothing of an account's sessions:
it would contain failing statements and their values. A refused console has no such session: the wall reads
its line.
"""
AHEAD: Final = 8
"""Days, including today, whose partition is made beforehand."""
SUBJECTS: Final = (
    *("schema", "rights", "door", "quota", "witness", "branches", "disputes", "days"),
    *("wall", "calls", "hints", "diary", "accounts", "search", "tables"),
)
"""The schema's files, in the order in which they are run."""
_OLDEST: Final = 120
"""The version of 1.2.0: no older floor is upgraded, and the steps up to it are only part of its digest."""
_LOCK: Final = 0x464C4F4F52  # "FLOOR" in ASCII
_TRIES: Final = 5
_MARK: Final = "floor"
"""The beginning of an account's comment, before the digests of its settings and its password."""
_PARTS: Final = 3
_KEPT: Final = """
    CREATE TABLE IF NOT EXISTS public.floor_version (
        version integer PRIMARY KEY, digest bytea NOT NULL, at timestamptz NOT NULL DEFAULT now()
    )
"""


_LOG: Final = f"""
    GRANT EXECUTE ON FUNCTION pg_current_logfile(text), pg_stat_file(text),
        pg_read_binary_file(text, bigint, bigint, boolean) TO {OWNER}
"""
"""The setting by which the server logs a refused console, so that the wall finds the cause."""
_WATCH: Final = f"GRANT pg_read_all_stats, pg_signal_backend TO {OWNER}"
"""The floor itself sees and ends a table's session that exceeds its limits."""
_PASSWORDS: Final = f"GRANT SELECT (oid, rolpassword) ON pg_authid TO {OWNER}"
"""A digest shows whether an account has changed its own password."""
_RESERVED: Final = "GRANT pg_use_reserved_connections TO floor_boss, floor_supervisor"
"""Windows get in although tables have all other connections; PostgreSQL knows the role from 16 on."""
_LOCK_ACCOUNT: Final = f"""
    CREATE OR REPLACE FUNCTION floor.lock_account(locked name) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    -- The administrator's own: the floor may lock an account of a table or a window, and open none.
    BEGIN
        IF EXISTS (
            SELECT FROM pg_roles AS r JOIN pg_auth_members AS m ON m.member = r.oid
            JOIN pg_roles AS g ON g.oid = m.roleid
            WHERE r.rolname = locked AND NOT r.rolsuper AND g.rolname = ANY ('{{{",".join(ROLES)}}}')
        ) THEN
            EXECUTE format('ALTER ROLE %I NOLOGIN', locked);
        END IF;
    END $$;
    REVOKE ALL ON FUNCTION floor.lock_account FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION floor.lock_account TO {OWNER}
"""
CATALOGS: Final = (
    *("pg_roles", "pg_user", "pg_group", "pg_auth_members", "pg_shdescription", "pg_db_role_setting"),
    *("pg_stat_activity", "pg_locks", "pg_stats", "pg_stats_ext", "pg_stats_ext_exprs"),
)
"""Catalogs that only the floor's owner and an administrator read."""
_FUNCTIONS: Final = """
        FOR each IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND proname ~ '^lo_|^lo(read|write)$|^pg_(try_)?advisory_'
                '|^pg_(notify|logical_emit_message|export_snapshot)$|^pg_current_xact_id$|^txid_current$'
                '|^(repeat|[lr]pad|array_fill|generate_series)$'
                '|^pg_stat_get_(activity|backend_(activity|client|idset|pid|start|userid|wait|xact).*)$'
        LOOP
"""
_OPENED: Final = f"""
    DO $$
    DECLARE
        each regprocedure;
    BEGIN
{_FUNCTIONS}
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', each);
            EXECUTE format('REVOKE ALL ON FUNCTION %s FROM {OWNER}, pg_read_all_stats', each);
        END LOOP;
    END $$
"""
"""Statements that give PostgreSQL's functions the rights back that it gives: a later version has some of them
with other arguments, and pg_upgrade fails at a right for a function that is not there.
"""
_CLOSED: Final = f"""
    DO $$
    DECLARE
        each regprocedure;
    BEGIN
{_FUNCTIONS}
            EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each);
            EXECUTE format(
                'GRANT EXECUTE ON FUNCTION %s TO {OWNER}, pg_read_all_stats, %I', each, current_user
            );
        END LOOP;
        REVOKE SELECT ON {", ".join(CATALOGS)} FROM PUBLIC;
        GRANT SELECT ON {", ".join(CATALOGS)} TO {OWNER};
        EXECUTE format('GRANT SELECT ON {", ".join(CATALOGS)} TO %I', current_user);
        REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
        GRANT USAGE ON LANGUAGE plpgsql TO {OWNER};
    END $$
"""
"""Statements that take away rights which PostgreSQL gives everybody.

With these rights anybody could fill the disk with large objects, messages in the WAL (and its archive) or
snapshots, use up the numbers of the server's transactions, hold locks for which others wait, fill the queue
of hints, loop in a block of code, or make a huge result by a short query. These catalogs would show a table
every account and session.
"""


class SchemaStep(NamedTuple):
    version: int
    sql: str


def schema() -> str:
    """The statements that make a floor, or finish the upgrade of an older one after its steps."""
    folder = files(__name__)
    return "\n".join(folder.joinpath(f"{name}.sql").read_text("utf-8") for name in SUBJECTS)


def steps() -> list[SchemaStep]:
    """The steps, the oldest first; the newest one's version is the schema's."""
    folder = files(__name__).joinpath("steps")
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=attrgetter("name"))
    return [SchemaStep(int(file.name[:3]), file.read_text("utf-8")) for file in found]


def newest_version() -> int:
    return steps()[-1].version


def digest() -> bytes:
    return sha256("".join((schema(), *(step.sql for step in steps()))).encode()).digest()


def migrate(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    """Bring a database to this schema, all of it or nothing; returns the version. ``connection`` is the
    administrator's. Two simultaneous migrations follow one another. Raises StrangeFloor if the version there
    has another digest, is newer, or precedes 1.2.
    """
    import psycopg

    for _ in range(_TRIES - 1):
        # A table that ships meanwhile locks in another order: PostgreSQL then ends one of the two.
        with contextlib.suppress(psycopg.errors.DeadlockDetected):
            return _migrate_once(connection)
    return _migrate_once(connection)


def open_for_upgrade(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Give PostgreSQL's functions their usual rights, until :func:`migrate` takes them away again."""
    with connection.transaction():
        connection.execute(_OPENED.encode())


def _migrate_once(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    import psycopg

    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute(_KEPT)
        rows = connection.execute("SELECT version, digest FROM public.floor_version").fetchall()
        kept = {int(str(number)): bytes(digest) for number, digest in rows}  # type: ignore[call-overload]
        due = _steps_due(kept)
        _have_roles(connection)
        if newest_version() not in kept:
            connection.execute("SET LOCAL check_function_bodies = off")  # Functions come before their tables.
            connection.execute("SET LOCAL ROLE floor_owner")
            for text in (*(step.sql for step in due), schema()):
                connection.execute(text.encode())
            connection.execute("RESET ROLE")
            connection.execute(
                "INSERT INTO public.floor_version VALUES (%s, %s)", (newest_version(), digest())
            )
        with contextlib.suppress(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute(_LOCK_ACCOUNT.encode())
        for account, role in _accounts(connection):
            limit(connection, account, role)
        connection.execute("SELECT floor.make_days((now() AT TIME ZONE 'UTC')::date, %s)", (AHEAD,))
    return newest_version()


def _steps_due(kept: Mapping[int, bytes]) -> list[SchemaStep]:
    """The steps of a floor with these versions. Raises StrangeFloor."""
    ours, last = newest_version(), max(kept, default=0)
    if last > ours:
        raise StrangeFloor("floor.schema.newer", version=last, newest=ours)
    if kept and last < _OLDEST:
        raise StrangeFloor("floor.schema.older", version=last)
    if last == ours and kept[ours] != digest():
        raise StrangeFloor("floor.schema.changed", version=ours)
    return [step for step in steps() if kept and step.version > last]


class FloorVersions(NamedTuple):
    version: int
    """0: there is no schema yet."""
    is_server: bool
    """Whether the account is an administrator's, who can upgrade a floor."""


def versions_of(connection: psycopg.Connection[tuple[object, ...]]) -> FloorVersions:
    """The version of a floor that works here. Raises StrangeFloor, see :func:`migrate`; psycopg.Error."""
    import psycopg

    try:
        rows = connection.execute("SELECT version, digest FROM public.floor_version").fetchall()
    except psycopg.errors.UndefinedTable:
        return FloorVersions(0, is_server=True)
    except psycopg.errors.InsufficientPrivilege:
        row = connection.execute("SELECT floor.version()").fetchone()
        return FloorVersions(0 if row is None else int(str(row[0])), is_server=False)
    kept = {int(str(number)): bytes(digest) for number, digest in rows}  # type: ignore[call-overload]
    _steps_due(kept)
    return FloorVersions(max(kept, default=0), is_server=True)


def _have_roles(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    import psycopg

    for role in (OWNER, *ROLES):
        if not has_account(connection, role):
            connection.execute(f"CREATE ROLE {role} NOLOGIN".encode())
    database = connection.info.dbname.replace('"', '""')
    connection.execute(f'GRANT CREATE ON DATABASE "{database}" TO {OWNER}'.encode())
    connection.execute(f'REVOKE ALL ON DATABASE "{database}" FROM PUBLIC'.encode())
    connection.execute(f'GRANT CONNECT ON DATABASE "{database}" TO {", ".join(ROLES)}'.encode())
    connection.execute(b"REVOKE ALL ON SCHEMA public FROM PUBLIC")
    connection.execute(_CLOSED.encode())
    lacking = psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedObject
    for granted in (_LOG, _WATCH, _PASSWORDS, _RESERVED):
        with contextlib.suppress(*lacking), connection.transaction():
            connection.execute(granted.encode())


def has_account(connection: psycopg.Connection[tuple[object, ...]], account: str) -> bool:
    asked = "SELECT FROM pg_roles WHERE rolname = %s"
    return connection.execute(asked, (account,)).fetchone() is not None


_ACCOUNTS: Final = """
    SELECT one.rolname, its.rolname FROM pg_auth_members AS m
    JOIN pg_roles AS one ON one.oid = m.member JOIN pg_roles AS its ON its.oid = m.roleid
    WHERE its.rolname = ANY (%s) AND one.rolcanlogin AND (
        one.rolname IN (SELECT account FROM floor.tables) OR one.rolname IN (SELECT account FROM floor.watch)
    ) ORDER BY 1
"""


def _accounts(connection: psycopg.Connection[tuple[object, ...]]) -> list[tuple[str, str]]:
    rows = connection.execute(_ACCOUNTS, (list(ROLES),)).fetchall()
    return [(str(account), str(role)) for account, role in rows]


def limits_of(role: str) -> tuple[int, dict[str, str]]:
    """How many connections an account of a role may have, and its settings."""
    connections, longest = LIMITS.get(role, _OTHERS)
    return connections, {"statement_timeout": longest, **SETTINGS}


def limit(connection: psycopg.Connection[tuple[object, ...]], account: str, role: str) -> None:
    """Limit an account's connections, time, memory and (only as a superuser) temporary files."""
    import psycopg

    connections, settings = limits_of(role)
    connection.execute(f"ALTER ROLE {account} CONNECTION LIMIT {connections}".encode())
    for name, value in settings.items():
        try:
            with connection.transaction():
                connection.execute(f"ALTER ROLE {account} SET {name} = '{value}'".encode())
        except psycopg.errors.InsufficientPrivilege:
            continue
    mark(connection, account)


_MARKS: Final = """
    SELECT floor.settings_mark(oid), floor.password_mark(oid), shobj_description(oid, 'pg_authid')
    FROM pg_roles WHERE rolname = %s
"""


def mark(
    connection: psycopg.Connection[tuple[object, ...]], account: str, *, has_new_password: bool = False
) -> None:
    """Keep the digests of an account's settings and password, where the account can't change them.
    ``floor.undone`` thus finds its own changes. The password's digest is kept once, and again with
    ``has_new_password``: any other change must be found.
    """
    row = connection.execute(_MARKS, (account,)).fetchone()
    if row is None:
        return
    settings, password, before = (str(each or "") for each in row)
    kept = before.split(" ") if before.startswith(f"{_MARK} ") else []
    if len(kept) == _PARTS and kept[-1] and not has_new_password:
        password = kept[-1]
    connection.execute(f"COMMENT ON ROLE {account} IS '{_MARK} {settings} {password}'".encode())
