"""The floor's schema: a released one never changes; a floor is brought to the newest, or refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import psycopg
import pytest
from msgspec.structs import replace

from console.floor.embedded import SUPERUSER, Server
from console.floor.errors import StrangeFloor
from console.floor.schema import SUBJECTS, SchemaStep, digest, migrate, newest_version, schema, steps
from tests.floor.studio_server import CALLED, FloorServer, new_floor, relations, send_report
from tests.handbook.recipes import texts
from tests.sources import ROOT

LIST: Final = Path(__file__).with_name("schemas.toml")
OF_1_0_0: Final = Path(__file__).with_name("of_1_0_0")
"""The schema's files of 1.0.0, in the order of today's, and its step."""
RECIPE: Final = "A change of the floor"
CALL: Final = "SELECT floor.waiting_calls()"
PARTS: Final = (
    """SELECT table_name, column_name, ordinal_position, column_default, is_nullable, data_type,
    collation_name FROM information_schema.columns WHERE table_schema = 'floor'""",
    """SELECT conrelid::regclass::text, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    FROM pg_constraint WHERE connamespace = 'floor'::regnamespace""",
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'floor'",
    """SELECT tgrelid::regclass::text, pg_get_triggerdef(t.oid) FROM pg_trigger AS t
    JOIN pg_class AS c ON c.oid = tgrelid WHERE relnamespace = 'floor'::regnamespace AND NOT tgisinternal""",
    "SELECT tablename, policyname, qual FROM pg_policies WHERE schemaname = 'floor'",
    """SELECT p.oid::regprocedure::text, pg_get_functiondef(p.oid) FROM pg_proc AS p
    WHERE pronamespace = 'floor'::regnamespace""",
    """SELECT p.oid::regprocedure::text, a.grantee::regrole::text, a.privilege_type
    FROM pg_proc AS p, aclexplode(proacl) AS a WHERE pronamespace = 'floor'::regnamespace""",
    """SELECT relname, relrowsecurity, relforcerowsecurity, reloptions FROM pg_class
    WHERE relnamespace = 'floor'::regnamespace AND relkind <> 'S'""",
    """SELECT relname, a.grantee::regrole::text, a.privilege_type FROM pg_class, aclexplode(relacl) AS a
    WHERE relnamespace = 'floor'::regnamespace""",
    """SELECT attrelid::regclass::text, attname, attstorage, attstattarget FROM pg_attribute
    JOIN pg_class AS c ON c.oid = attrelid
    WHERE relnamespace = 'floor'::regnamespace AND attnum > 0 AND relkind <> 'S'""",
)
"""Statements that list all that a schema consists of; a sequence belongs to one table of play."""


def listed() -> dict[str, dict[int, str]]:
    """The digests that floors keep, by the version of the console that first had them."""
    read = tomllib.loads(LIST.read_text("utf-8"))
    return {
        version: {int(number): digest for number, digest in rows.items()} for version, rows in read.items()
    }


@contextmanager
def floor_of_1_0_0(server: Server, name: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """An administrator of a floor that 1.0.0 made, on a server that has a floor's roles."""
    dsn = f"host={server.sockets} user={SUPERUSER}"
    with psycopg.connect(f"{dsn} dbname=postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    with psycopg.connect(f"{dsn} dbname={name}", autocommit=True) as admin:
        admin.execute(f"GRANT CREATE ON DATABASE {name} TO floor_owner".encode())
        admin.execute(
            "CREATE TABLE public.floor_version (version integer PRIMARY KEY, digest bytea NOT NULL, "
            "at timestamptz NOT NULL DEFAULT now())"
        )
        with admin.transaction():
            admin.execute("SET LOCAL check_function_bodies = off")
            admin.execute("SET LOCAL ROLE floor_owner")
            for text in _files_of_1_0_0():
                admin.execute(text)
            admin.execute("RESET ROLE")
            admin.execute("INSERT INTO public.floor_version VALUES (100, %s)", (_digest_of_1_0_0(),))
        yield admin


def _files_of_1_0_0() -> list[bytes]:
    return [(OF_1_0_0 / f"{subject}.sql").read_bytes() for subject in SUBJECTS]


def _digest_of_1_0_0() -> bytes:
    step = (OF_1_0_0 / "100_from_0_3_0.sql").read_bytes()
    return sha256(b"\n".join(_files_of_1_0_0()) + step).digest()


def parts(admin: psycopg.Connection[tuple[object, ...]]) -> list[set[tuple[object, ...]]]:
    """All that a floor's schema consists of."""
    return [{(*map(str, row),) for row in admin.execute(each.encode()).fetchall()} for each in PARTS]


def test_the_files_of_1_0_0_are_as_they_were_released() -> None:
    assert listed()["1.0.0"] == {100: _digest_of_1_0_0().hex()}


def test_the_schema_is_as_it_was_released() -> None:
    """An edit needs a step with the next number, unless its version is unreleased in the changelog."""
    version, kept = [*listed().items()][-1]
    assert kept == {newest_version(): digest().hex()}, (
        f"{LIST.relative_to(ROOT)}: the schema has changed. If {version} is unreleased, write "
        f"{newest_version()} = {digest().hex()!r}; else add a step, as the handbook's recipe {RECIPE!r} says"
    )


def test_a_schema_is_listed_under_a_version_of_the_console() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) \(", changes, re.MULTILINE)
    *before, _ = listed()  # the last may be of the version that is not released yet
    assert [version for version in before if version not in released] == []


def test_every_file_of_the_schema_is_run() -> None:
    there = {file.stem for file in (ROOT / "console/floor/schema").glob("*.sql")}
    assert there == {*SUBJECTS}


def test_every_account_reads_the_schemas_newest_version(floor: FloorServer) -> None:
    for account in (*floor.windows.values(), *floor.accounts.values()):
        with floor.account(account) as connection:
            assert connection.execute("SELECT floor.version()").fetchone() == (newest_version(),)


def test_a_migrated_floor_of_1_0_0_equals_a_new_one(server: Server) -> None:
    with new_floor(server, "made_new_again") as new, floor_of_1_0_0(server, "was_1_0_0") as old:
        before = parts(old)
        migrate(old)
        assert parts(old) == parts(new.admin) != before


OF_0_3: Final = "text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb"


def test_a_migrated_floor_of_1_1_0_has_no_door_for_a_console_of_0_3(server: Server) -> None:
    """A console of 1.0 names the id of its start."""
    with new_floor(server, "made_new_once_more") as new:
        made = parts(new.admin)
        for name in ("ship", "catch_up"):
            made_as = f"CREATE FUNCTION floor.{name}({OF_0_3}) RETURNS text LANGUAGE sql AS 'SELECT 1'"
            new.admin.execute(made_as.encode())
        kept = bytes.fromhex(listed()["1.1.0"][110])
        new.admin.execute("UPDATE public.floor_version SET version = 110, digest = %s", (kept,))
        assert parts(new.admin) != made
        assert migrate(new.admin) == 120
        assert parts(new.admin) == made


def test_a_set_in_play_or_put_aside_on_a_floor_of_1_1_0_can_be_barred_afterwards(server: Server) -> None:
    """The entry with which it came was there before the floor kept the sets."""
    with new_floor(server, "had_sets") as old:
        send_report(old, replace(CALLED, set="A-17", sets_aside=("B-2",)))
        old.admin.execute("DROP TABLE floor.card_set")
        kept = bytes.fromhex(listed()["1.1.0"][110])
        old.admin.execute("UPDATE public.floor_version SET version = 110, digest = %s", (kept,))
        migrate(old.admin)
        rows = old.admin.execute("SELECT table_id, number FROM floor.card_set ORDER BY number").fetchall()
        assert rows == [("T1", "A-17"), ("T1", "B-2")]


def test_the_names_of_who_took_calls_on_an_older_floor_are_kept(server: Server) -> None:
    """Each call was looked at for them by each window that started: after a year none could."""
    with floor_of_1_0_0(server, "had_calls") as old:
        old.execute("""
            INSERT INTO floor.call
                (table_id, call, since, part, kind, heard, taken_by, taken_name, taken_at, ended)
            SELECT 'T1', i, now(), 1, 'call', now(), 'P1',
                CASE WHEN i < 50 THEN 'Jonas' ELSE 'Jonas K.' END, now(), now()
            FROM generate_series(1, 100) AS i
        """)
        migrate(old)
        rows = old.execute("SELECT id, name, part, number FROM floor.person ORDER BY number").fetchall()
        assert rows == [("P1", "Jonas", 1, 1), ("P1", "Jonas K.", 1, 50)]


def test_a_schema_that_was_changed_newer_or_never_released_is_refused_by_its_version(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(floor: FloorServer) -> tuple[str, object]:
        with pytest.raises(StrangeFloor) as error:
            migrate(floor.admin)
        return error.value.key, error.value.slots["version"]

    with new_floor(server, "strange") as floor:
        ours = [*steps(), SchemaStep(998, "CREATE TABLE floor.half (a int); SELECT 1 / 0")]
        with monkeypatch.context() as patched, pytest.raises(psycopg.errors.DivisionByZero):
            patched.setattr("console.floor.schema.steps", lambda: ours)
            migrate(floor.admin)
        assert "half" not in relations(floor.admin), "all of it or nothing"
        floor.admin.execute("UPDATE public.floor_version SET digest = %s", (bytes(32),))
        assert refused(floor) == ("floor.schema.changed", newest_version())
        floor.admin.execute("UPDATE public.floor_version SET version = 83")
        assert refused(floor) == ("floor.schema.older", 83)
        floor.admin.execute("INSERT INTO public.floor_version VALUES (999, %s)", (bytes(32),))
        assert refused(floor) == ("floor.schema.newer", 999)


def test_the_recipe_of_a_change_makes_a_function_that_a_window_may_call(server: Server) -> None:
    """The function from the handbook, after today's; it is nobody's but those that it is granted to."""
    (example,) = texts(RECIPE, "sql")
    whole = f"{schema()}\n{example}"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("console.floor.schema.schema", lambda: whole)
        with new_floor(server, "of_the_recipe") as floor:
            with floor.account(floor.windows["boss"]) as window:
                assert window.execute(CALL).fetchall() == [(0,)]
                send_report(floor)
                assert window.execute(CALL).fetchall() == [(1,)]
            with (
                floor.account(floor.accounts["T1"]) as table,
                pytest.raises(psycopg.errors.InsufficientPrivilege),
            ):
                table.execute(CALL)
