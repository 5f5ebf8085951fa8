"""The floor's schema: no published migration changes; a floor is brought to the newest, or refused."""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

import psycopg
import pytest

from console.floor.embedded import Server
from console.floor.errors import StrangeFloor
from console.floor.schema import migrate, versions
from tests.floor.studio import new_floor, relations, send_report
from tests.handbook.recipes import section, texts
from tests.sources import ROOT

LIST: Final = Path(__file__).with_name("migrations.toml")
RECIPE: Final = "A floor migration"
CALL: Final = "SELECT floor.waiting_calls()"


def listed() -> dict[str, dict[int, str]]:
    """The digests of the migrations as the suite keeps them, by the version that first had them."""
    read = tomllib.loads(LIST.read_text("utf-8"))
    return {
        version: {int(number): digest for number, digest in rows.items()} for version, rows in read.items()
    }


def test_every_migration_is_as_it_was_published() -> None:
    """An edit to a file of a released version has to be undone: a change is a file with a new number.

    A file of the unreleased version may change, and its row in ``migrations.toml`` with it.
    """
    kept = {number: digest for rows in listed().values() for number, digest in rows.items()}
    assert {number: digest.hex() for number, _, digest in versions()} == kept


def test_a_migration_has_a_higher_number_than_those_of_the_releases_before_it() -> None:
    """A floor of an older version gets a lower number after a higher one, and a new floor before it."""
    assert all(max(earlier) < min(later) for earlier, later in pairwise(listed().values()))


def test_a_migration_is_listed_under_a_version_of_the_console() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    told = re.findall(r"^## (\d+\.\d+\.\d+) \(", changes, re.MULTILINE)
    assert [version for version in listed() if version not in told] == []


def test_a_schema_that_was_changed_or_is_newer_is_refused_by_its_version(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_floor(server, "strange") as floor:
        migrate(floor.admin)
        ours = [*versions(), (998, "CREATE TABLE floor.half (a int); SELECT 1 / 0", bytes(32))]
        with monkeypatch.context() as patched, pytest.raises(psycopg.errors.DivisionByZero):
            patched.setattr("console.floor.schema.versions", lambda: ours)
            migrate(floor.admin)
        assert "half" not in relations(floor.admin), "all of it or nothing"
        floor.admin.execute("UPDATE public.floor_version SET digest = %s", (bytes(32),))
        with pytest.raises(StrangeFloor) as changed:
            migrate(floor.admin)
        floor.admin.execute("INSERT INTO public.floor_version VALUES (999, %s)", (bytes(32),))
        with pytest.raises(StrangeFloor) as newer:
            migrate(floor.admin)
    assert (changed.value.key, newer.value.key) == ("floor.schema.changed", "floor.schema.newer")


def test_the_recipe_of_a_migration_makes_a_floor_of_the_next_version(server: Server) -> None:
    """The file from the handbook, over today's floor; a window may call what it grants."""
    (example,) = texts(RECIPE, "sql")
    ours = [*versions(), (997, example, sha256(example.encode()).digest())]
    with new_floor(server, "of_the_recipe") as floor, pytest.MonkeyPatch.context() as patched:
        patched.setattr("console.floor.schema.versions", lambda: ours)
        assert migrate(floor.admin) == 997
        with floor.account(floor.windows["boss"]) as window:
            assert window.execute(CALL).fetchall() == [(0,)]
            send_report(floor)
            assert window.execute(CALL).fetchall() == [(1,)]
        with (
            floor.account(floor.accounts["T1"]) as table,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            table.execute(CALL)


def test_the_recipe_names_the_files_that_made_the_door() -> None:
    """A function's present form is in the last file that makes it."""
    makes = re.compile(r"^CREATE (OR REPLACE )?FUNCTION floor\.ship\(", re.MULTILINE)
    found = [f"{number:03}" for number, text, _ in versions() if makes.search(text)]
    assert f"`ship` is in {', '.join(found[:-1])} and {found[-1]}" in section(RECIPE)
