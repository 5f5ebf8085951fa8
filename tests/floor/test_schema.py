"""The floor's schema: a released one never changes; a floor is brought to the newest, or refused."""

from __future__ import annotations

import re
import subprocess
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

import psycopg
import pytest

from console.cli import main
from console.floor.door import BatchStatus, NoDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.errors import StrangeFloor
from console.floor.holdings import Holdings
from console.floor.schema import SUBJECTS, SchemaStep, digest, migrate, newest_version, schema, steps
from console.table.journal import Shipment
from tests.floor.studio_server import FloorServer, journal, new_floor, packed, relations, send_report
from tests.handbook.recipes import texts
from tests.sources import ROOT

LIST: Final = Path(__file__).with_name("schemas.toml")
NEXT: Final = SchemaStep(998, "CREATE TABLE floor.next (a int); ALTER TABLE floor.state ADD COLUMN next int")
"""A step that the next version might have."""
MANY, AT_ONCE = 240, 6
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


def with_next_step(patched: pytest.MonkeyPatch) -> None:
    ours = [*steps(), NEXT]
    patched.setattr("console.floor.schema.steps", lambda: ours)


def parts(admin: psycopg.Connection[tuple[object, ...]]) -> list[set[tuple[object, ...]]]:
    """All that a floor's schema consists of."""
    return [{(*map(str, row),) for row in admin.execute(each.encode()).fetchall()} for each in PARTS]


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


def test_a_step_is_run_once_on_a_floor_of_the_version_before_and_on_no_new_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_floor(server, "of_the_version_before") as floor:
        before = parts(floor.admin)
        with_next_step(monkeypatch)
        for _ in range(2):
            assert migrate(floor.admin) == NEXT.version
            assert parts(floor.admin) != before
        assert "next" in relations(floor.admin)
        with new_floor(server, "begun_with_the_step") as new:
            assert parts(new.admin) == before


@pytest.mark.sweep
def test_a_floor_gets_the_next_schema_while_a_table_ships(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, ended, under_way = tmp_path / "T1.db", threading.Event(), threading.Event()
    journal(path, MANY).close()
    with new_floor(server, "playing") as floor, ThreadPoolExecutor(1) as table:
        door, shipment = floor.door(), Shipment(path)

        def ship(sent: int) -> int:
            """The next entries or, after the last one, a sign of life."""
            with suppress(NoDoor):  # The server may have ended one of the two that waited for each other.
                answer = door.ship(1, shipment.heading, shipment.batch(sent + 1, sent + AT_ONCE))
                assert answer.status in {BatchStatus.TAKEN, BatchStatus.KNOWN}
                under_way.set()
                return answer.number
            return sent

        def ships() -> None:
            sent = 0
            while sent < MANY or not ended.is_set():
                sent = ship(sent)

        shipped = table.submit(ships)
        assert under_way.wait(30)
        with_next_step(monkeypatch)
        try:
            migrate(floor.admin)
        finally:
            ended.set()
        shipped.result(60)
        assert "next" in relations(floor.admin)
        (part,) = Holdings(floor.admin).parts(["T1"])
        assert Holdings(floor.admin).walk(part).flaw is None and part.number == MANY
        kept = floor.admin.execute("SELECT packed FROM floor.entry ORDER BY number").fetchall()
        assert [entry for (entry,) in kept] == packed(path)
        assert floor.admin.execute("SELECT count(*) FROM floor.dispute").fetchone() == (0,)


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
        floor.admin.execute("UPDATE public.floor_version SET version = 110")
        assert refused(floor) == ("floor.schema.older", 110), "a floor of 1.1.0"
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


def test_a_server_is_ready_for_pg_upgrade_and_closed_again(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """pg_upgrade restores each right by its function's arguments, which another version may not have."""

    def rights() -> list[str]:
        program = (str(floor.server.programs / "pg_dump"), "--schema-only", f"{floor.dsn} user={SUPERUSER}")
        dumped = subprocess.run(program, capture_output=True, text=True, check=True).stdout
        return re.findall(r"^(?:GRANT|REVOKE) .* ON FUNCTION pg_catalog\..*", dumped, re.MULTILINE)

    assert any("pg_logical_emit_message" in each for each in rights())
    given = ["floor", "schema", "--config", str(floor.file(tmp_path)), "--lang", "en"]
    assert main([*given, "--before-upgrade"]) == 0
    assert "ready for pg_upgrade" in capsys.readouterr().out
    assert [each for each in rights() if "pg_logical_emit_message" in each] == []
    assert main(given) == 0
    assert any("pg_logical_emit_message" in each for each in rights())
