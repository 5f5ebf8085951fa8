"""The floor's diary is a chain: whatever is deleted or changed beside the commands is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest

from console.floor.embedded import SUPERUSER
from console.floor.operation import new_token
from console.floor.witness import diary
from console.floor.witness.cosigner import Cosigner
from console.floor.witness.diary import DIARY, check_diary
from console.floor.witness.heads import PostgresHeads
from console.floor.witness.memory import HeadChange, SeenHeads
from tests.floor.conftest import Command
from tests.floor.studio_server import JONAS, FloorServer

DISPUTED = "SELECT floor.disputed('T1', 1, 'forked', 3, sha256('a'), sha256('b'))"
UNSEEN = "SET session_replication_role = replica; {}; SET session_replication_role = origin"
"""A statement as the database's administrator can run it: no trigger fires."""


@pytest.mark.parametrize("how", ["{}", UNSEEN])
@pytest.mark.parametrize(
    ("deleted", "text"),
    [
        ("DELETE FROM floor.dispute", "T1: a dispute of 2"),
        ("DELETE FROM floor.diary", "T1: the record of what was done in an overview at 2"),
        ("DELETE FROM floor.tables WHERE table_id = 'T2'", "T2: this table was deleted from the list"),
        ("DELETE FROM floor.studio WHERE studio = 'Vilnius'", "Vilnius: this studio was deleted"),
    ],
)
def test_a_deleted_row_is_named_even_if_the_administrator_deleted_it(
    command: Command, floor: FloorServer, deleted: str, text: str, how: str
) -> None:
    floor.admin.execute(DISPUTED.encode())
    floor.desk().shelve("T1", "clock", JONAS, "why", 60)
    floor.admin.execute("CREATE TABLE public.kept AS SELECT * FROM floor.tables")
    floor.admin.execute("CREATE TABLE public.studios AS SELECT * FROM floor.studio")
    try:
        floor.admin.execute(how.format(deleted).encode())
        status, output = command("verify")
        assert status == 1
        assert text in output
    finally:
        back = "INSERT INTO floor.{0} SELECT * FROM public.{1} ON CONFLICT DO NOTHING; DROP TABLE public.{1}"
        for relation, kept in (("tables", "kept"), ("studio", "studios")):
            floor.admin.execute(UNSEEN.format(back.format(relation, kept)).encode())


LISTS = {
    "DELETE FROM floor.window_account WHERE role = 'boss'": ("window_account", "deleted from the list"),
    "DELETE FROM floor.watch WHERE studio = 'Riga'": ("watch", "deleted from the list"),
    "UPDATE floor.token SET since = since - interval '1 year'": ("token", "differs from entry"),
    "INSERT INTO floor.token VALUES ('postgres', now())": ("token", "without an entry in the diary"),
    "INSERT INTO floor.watch SELECT account, 'Vilnius' FROM floor.watch WHERE studio = 'Riga' LIMIT 1": (
        "watch",
        "without an entry in the diary",
    ),
}


@pytest.mark.parametrize("changed", LISTS)
def test_the_lists_of_windows_and_tokens_are_held_beside_the_diary(
    command: Command, floor: FloorServer, changed: str
) -> None:
    new_token(floor.admin, floor.accounts["T1"])
    new_token(floor.admin, floor.accounts["T1"])
    assert command("verify")[0] == 0, "the diary has each act of a command"
    lists = ("window_account", "watch", "token")
    for each in lists:
        floor.admin.execute(f"CREATE TABLE public.kept_{each} AS SELECT * FROM floor.{each}".encode())
    try:
        floor.admin.execute(UNSEEN.format(changed).encode())
        status, output = command("verify")
        relation, flaw = LISTS[changed]
        assert status == 1
        assert any(relation in line and flaw in line for line in output.splitlines()), output
    finally:
        for each in lists:
            back = f"DELETE FROM floor.{each}; INSERT INTO floor.{each} SELECT * FROM public.kept_{each}"
            floor.admin.execute(UNSEEN.format(f"{back}; DROP TABLE public.kept_{each}").encode())


def test_a_changed_row_or_entry_is_found(command: Command, floor: FloorServer) -> None:
    floor.desk().shelve("T1", "clock", JONAS, "why", 60)
    floor.admin.execute(UNSEEN.format("UPDATE floor.diary SET reason = 'other'").encode())
    assert "T1: the list diary differs from entry" in command("verify")[1]
    floor.admin.execute(UNSEEN.format("UPDATE floor.diary SET reason = 'why'").encode())
    assert check_diary(floor.admin).flaws == ()
    last = "number = (SELECT max(number) FROM floor.diary_chain)"
    floor.admin.execute(f"UPDATE floor.diary_chain SET packed = packed || ' ' WHERE {last}".encode())
    assert "The diary: entry" in command("verify")[1]
    floor.admin.execute(f"DELETE FROM floor.diary_chain WHERE {last}".encode())
    assert [flaw.what for flaw in check_diary(floor.admin).flaws] == ["changed"]


def test_each_row_is_known_by_its_primary_key(floor: FloorServer) -> None:
    asked = b"""
        SELECT relname, array_agg(attname::text ORDER BY array_position(indkey::int2[], attnum))
        FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid JOIN pg_index ON indrelid = tgrelid
        JOIN pg_attribute ON attrelid = tgrelid AND attnum = ANY (indkey)
        WHERE tgname = 'chained' AND indisprimary GROUP BY relname
    """
    keys = {relation: tuple(columns) for relation, columns in floor.admin.execute(asked).fetchall()}
    assert keys == diary._KEYS | diary._ENDING


def test_all_that_waits_is_numbered_a_thousand_at_a_time(floor: FloorServer) -> None:
    many = "INSERT INTO floor.diary_queue (studios, said) SELECT '{}', '{}' FROM generate_series(1, 1001)"
    floor.admin.execute(many.encode())
    diary.number_diary(floor.admin)
    assert floor.admin.execute(b"SELECT count(*) FROM floor.diary_queue").fetchone() == (0,)


def test_a_standby_names_the_entries_that_wait_by_the_numbers_that_they_will_have(floor: FloorServer) -> None:
    for table in ("T1", "T2"):
        floor.desk().shelve(table, "clock", JONAS, "why", 60)
    floor.admin.execute(UNSEEN.format("DELETE FROM floor.diary WHERE table_id = 'T2'").encode())
    with floor.account(SUPERUSER) as standby:
        standby.execute(b"SET default_transaction_read_only = on")
        flaws = check_diary(standby).flaws
    assert [(flaw.what, flaw.relation) for flaw in flaws] == [("gone", "diary")]
    assert check_diary(floor.admin).flaws == flaws


def test_a_supervisor_proves_what_is_her_studios_and_reads_nothing_else(
    command: Command, floor: FloorServer
) -> None:
    floor.admin.execute(DISPUTED.encode())
    account = floor.windows["supervisor"]
    with floor.account(account) as window:
        assert check_diary(window).flaws == ()
        rows = window.execute(b"SELECT convert_from(packed, 'UTF8') FROM floor.diary_chain").fetchall()
        assert rows
        assert not [text for (text,) in rows if "Vilnius" in text]
    floor.admin.execute(UNSEEN.format("DELETE FROM floor.dispute").encode())
    status, output = command("verify", account=account)
    assert (status, "T1: a dispute of 2" in output) == (1, True)


def test_a_diary_that_starts_over_is_found_by_a_window_and_by_the_witness(
    floor: FloorServer, tmp_path: Path
) -> None:
    """Who rules the database can make a chain that fits; not one that leads on from what others saw."""
    floor.admin.execute(DISPUTED.encode())
    heads = PostgresHeads(f"{floor.dsn} user={floor.windows['witness']}")
    window, witness = SeenHeads(tmp_path / "window.json"), Cosigner(tmp_path / "key")
    assert window.look(heads) == []
    notes, turned = witness.sign(heads)
    assert ([note.name for note in notes], turned) == (["%2A-1.note"], [])
    floor.admin.execute(DISPUTED.replace("3", "4").encode())
    assert window.look(heads) == []
    floor.admin.execute(UNSEEN.format("DELETE FROM floor.dispute").encode())
    floor.admin.execute("SELECT floor.begin_diary()")
    assert check_diary(floor.admin).flaws == ()
    for found in (window.look(heads), witness.sign(heads)[1]):
        assert [(each.table, each.turn) for each in found] == [(DIARY, HeadChange.OTHER)]
    heads.close()


class Meanwhile:
    """An administrator's connection beside which a window does something before each question."""

    def __init__(self, floor: FloorServer) -> None:
        self._floor, self._desk = floor, floor.desk()

    def execute(self, query: str, given: tuple[object, ...] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        found = self._floor.admin.execute(query.encode(), given)
        self._desk.shelve("T1", "clock", JONAS, "why", 60)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor.admin, name)


def test_a_change_during_the_check_of_the_diary_is_not_reported_as_a_flaw(floor: FloorServer) -> None:
    floor.desk().shelve("T2", "clock", JONAS, "why", 60)
    meanwhile: Any = Meanwhile(floor)
    found = check_diary(meanwhile)
    assert found.flaws == ()
    later = check_diary(floor.admin)
    assert later.number > found.number and later.flaws == ()
