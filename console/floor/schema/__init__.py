"""The floor's schema in plain SQL, a file for each version, and the way to the newest.

A published version is never changed: its digest is kept in the database, and another digest is refused.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from console.floor.errors import StrangeFloor

if TYPE_CHECKING:
    import psycopg

OWNER: Final = "floor_owner"
ROLES: Final = ("floor_table", "floor_boss", "floor_supervisor", "floor_witness", "floor_indexer")
"""The roles of accounts; the owner of everything can't log in."""
LIMITS: Final = {"floor_table": (4, "10s"), "floor_indexer": (4, "30s")}
"""For each role: how many connections an account may have, and how long a statement may take."""
_OTHERS: Final = (6, "30s")
SETTINGS: Final = {
    "temp_file_limit": "64MB",
    "idle_in_transaction_session_timeout": "5s",
    "work_mem": "4MB",
}
"""The settings of every account, beside its limits."""
AHEAD: Final = 8
"""Days whose partition is made beforehand, today among them."""
_LOCK: Final = 0x464C4F4F52  # FLOOR
_MARK: Final = "floor"
"""The beginning of an account's comment; the digests of its settings and its password follow."""
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
"""The setting that puts a refused console into the server's log, where the wall finds the cause."""
_WATCH: Final = f"GRANT pg_read_all_stats, pg_signal_backend TO {OWNER}"
"""A table's session that outstays its limits is seen and ended by the floor itself."""
_PASSWORDS: Final = f"GRANT SELECT (oid, rolpassword) ON pg_authid TO {OWNER}"
"""Whether an account has changed its own password is seen by a digest."""
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
"""Catalogs that the floor's owner and an administrator read alone."""
_CLOSED: Final = f"""
    DO $$
    DECLARE
        each regprocedure;
    BEGIN
        FOR each IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND proname ~ '^lo_|^lo(read|write)$|^pg_(try_)?advisory_'
                '|^pg_(notify|logical_emit_message|export_snapshot)$'
                '|^(repeat|[lr]pad|array_fill|generate_series)$'
        LOOP
            EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each);
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO {OWNER}', each);
        END LOOP;
        REVOKE SELECT ON {", ".join(CATALOGS)} FROM PUBLIC;
        GRANT SELECT ON {", ".join(CATALOGS)} TO {OWNER};
        EXECUTE format('GRANT SELECT ON {", ".join(CATALOGS)} TO %I', current_user);
        REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
        GRANT USAGE ON LANGUAGE plpgsql TO {OWNER};
    END $$
"""
"""Statements that take away rights which PostgreSQL gives everybody.

With these rights anybody could fill the disk with large objects, messages in the WAL (and so its archive) or
snapshots, hold locks for which others wait, fill the queue of hints, loop in a block of code, or make much of
nothing by a short query. With a look into these catalogs a table would know every account and session.
"""


def versions() -> list[tuple[int, str, bytes]]:
    """Each version's number, its statements and their digest, in order."""
    found = sorted(file.name for file in files(__name__).iterdir() if file.name.endswith(".sql"))
    texts = [(int(name[:3]), files(__name__).joinpath(name).read_text("utf-8")) for name in found]
    return [(number, text, sha256(text.encode()).digest()) for number, text in texts]


def migrate(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    """Bring a database to the newest version, all of it or nothing; returns the version.

    ``connection`` is the administrator's. Two migrations at once follow one another. Raises StrangeFloor
    where a version there differs from this console's, or is newer than all of them.
    """
    import psycopg

    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute(_KEPT)
        rows = connection.execute("SELECT version, digest FROM public.floor_version").fetchall()
        kept = {int(str(number)): bytes(digest) for number, digest in rows}  # type: ignore[call-overload]
        ours = versions()
        for number in kept.keys() - {number for number, _, _ in ours}:
            raise StrangeFloor("floor.schema.newer", version=number, newest=ours[-1][0])
        _have_roles(connection)
        for number, text, digest in ours:
            if kept.get(number, digest) != digest:
                raise StrangeFloor("floor.schema.changed", version=number)
            if number not in kept:
                connection.execute("SET LOCAL ROLE floor_owner")
                connection.execute(text.encode())
                connection.execute("RESET ROLE")
                connection.execute("INSERT INTO public.floor_version VALUES (%s, %s)", (number, digest))
        with contextlib.suppress(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute(_LOCK_ACCOUNT.encode())
        for account, role in _accounts(connection):
            limit(connection, account, role)
        connection.execute("SELECT floor.make_days((now() AT TIME ZONE 'UTC')::date, %s)", (AHEAD,))
    return ours[-1][0]


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
    """Whether the server knows an account."""
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
    """The accounts of this floor's tables and windows, with their roles."""
    rows = connection.execute(_ACCOUNTS, (list(ROLES),)).fetchall()
    return [(str(account), str(role)) for account, role in rows]


def limits_of(role: str) -> tuple[int, dict[str, str]]:
    """The number of connections that an account of a role may have, and the settings that it is given."""
    connections, longest = LIMITS.get(role, _OTHERS)
    return connections, {"statement_timeout": longest, **SETTINGS}


def limit(connection: psycopg.Connection[tuple[object, ...]], account: str, role: str) -> None:
    """Limit what an account may use: connections, time, memory, temporary files.

    An administrator who is no superuser can't limit temporary files; the other limits are set all the same.
    """
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

    ``floor.undone`` finds by them what an account changed itself. The password's digest is kept once, and
    again when ``has_new_password``: any other change of it is to be found.
    """
    row = connection.execute(_MARKS, (account,)).fetchone()
    if row is None:
        return
    settings, password, before = (str(each or "") for each in row)
    kept = before.split(" ") if before.startswith(f"{_MARK} ") else []
    if len(kept) == _PARTS and kept[-1] and not has_new_password:
        password = kept[-1]
    connection.execute(f"COMMENT ON ROLE {account} IS '{_MARK} {settings} {password}'".encode())
