"""A floor's file: what it says, what is refused in it, and what of it goes to libpq."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from console.base.errors import Trouble, trouble_of
from console.floor import database
from console.floor.configuration import HouseConfig, load_floor
from console.floor.database import connect
from console.floor.table_side.account import NoAccount, dsn_of, password_in
from console.table.config import ConfigError, FloorConfig
from console.table.people import BadgeForm
from tests.floor.studio_server import FloorServer

WHOLE = """
studio = "Riga"
language = "lt"
people = "people.json"
[floor]
address = "db1.example, db2.example:5433"
account = "boss_12"
password_file = "token"
ca = "db's.pem"
"""


def loaded(folder: Path, text: str) -> HouseConfig:
    file = folder / "floor.toml"
    file.write_text(text, "utf-8")
    file.chmod(0o600)
    return load_floor(file)


def test_a_floors_file_is_taken_as_it_stands(tmp_path: Path) -> None:
    house = loaded(tmp_path, WHOLE)
    floor = FloorConfig("db1.example, db2.example:5433", "boss_12", tmp_path / "token", tmp_path / "db's.pem")
    assert house == HouseConfig("Riga", floor, house.dsn, "lt", tmp_path / "people.json")
    (tmp_path / "token").write_bytes(b"geheim\n")
    (tmp_path / "token").chmod(0o600)
    assert house.password() == "geheim"
    assert "geheim" not in house.dsn
    assert psycopg.conninfo.conninfo_to_dict(house.dsn)["sslrootcert"] == str(tmp_path / "db's.pem")


def test_a_floors_file_names_how_the_walls_badge_reader_types(tmp_path: Path) -> None:
    assert loaded(tmp_path, WHOLE).badges is None
    assert loaded(tmp_path, WHOLE + "[badges]\ndigits = 10\npace = 110\n").badges == BadgeForm(10, 110)
    with pytest.raises(ConfigError, match=r"badges\.pace.*whole milliseconds from 1 to 250"):
        loaded(tmp_path, WHOLE + "[badges]\ndigits = 10\npace = 999\n")
    with pytest.raises(ConfigError, match=r"badges: at this pace a PIN of 8 digits looks alike"):
        loaded(tmp_path, WHOLE + "[badges]\ndigits = 8\npace = 110\n")


@pytest.mark.parametrize(
    ("without", "instead", "named"),
    [
        ('studio = "Riga"', "", "studio: missing; it is the studio's name"),
        ('language = "lt"', 'language = "fr"', "language: can't be 'fr'; it is en, sv, ja, lt, is or de"),
        ('language = "lt"', 'langauge = "lt"', "langauge: no such key; did you mean language?"),
        ('people = "people.json"', 'account = "x"', "account: no such key; it belongs in [floor]"),
        ('people = "people.json"', 'name = "x"', "name: no such key; there are "),
        ("[floor]", "[other]", "other: no such key; there are "),
        ('ca = "db\'s.pem"', 'table = "T7"', "floor.table: only a table's file has one; leave it out"),
        ('account = "boss_12"', "", "floor.account: missing; it is small letters, digits and _"),
    ],
)
def test_a_mistake_is_named_with_file_key_and_way_out(
    tmp_path: Path, without: str, instead: str, named: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        loaded(tmp_path, WHOLE.replace(without, instead))
    assert str(refused.value).startswith(f"floor.toml: {named}")


def connection_of(address: str, ca: Path | None = None) -> dict[str, object]:
    """The settings that libpq is given."""
    settings = psycopg.conninfo.conninfo_to_dict(dsn_of(address, "boss", ca))
    return {key: value for key, value in settings.items() if value}


PROVED = {"sslmode": "verify-full", "channel_binding": "require", "require_auth": "scram-sha-256"}


def test_off_this_machine_the_server_proves_who_it_is_and_the_account_by_scram_alone() -> None:
    one = {"host": "db1.example,2001:db8::1", "port": "5432,5433", "dbname": "floor", "user": "boss"}
    assert connection_of("db1.example,[2001:db8::1]:5433") == {**one, **PROVED, "sslrootcert": "system"}
    assert connection_of("db1.example,127.0.0.1", Path("/c a"))["sslrootcert"] == "/c a"
    for one_is_off in ("db1.example,127.0.0.1", "localhost.example", "127.0.0.1.example"):
        assert connection_of(one_is_off).items() >= PROVED.items(), one_is_off


def test_on_this_machine_a_certificate_is_asked_for_only_where_a_ca_is_named() -> None:
    for here in ("127.0.0.1:5433", "localhost", "[::1],localhost"):
        asked = {"sslmode": "disable", "channel_binding": "disable", "require_auth": "scram-sha-256"}
        assert connection_of(here).items() >= asked.items()
        assert connection_of(here, Path("/ca")).items() >= PROVED.items()
    assert connection_of("/run/floor") == {"host": "/run/floor", "dbname": "floor", "user": "boss"}
    assert connection_of("/run/floor:5433") == {
        "host": "/run/floor",
        "port": "5433",
        "dbname": "floor",
        "user": "boss",
    }


@pytest.mark.parametrize("no_token", [b"", b"a\nb", b"\xff", b"x" * 2_000])
def test_a_file_that_holds_no_token_is_refused(tmp_path: Path, no_token: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(no_token)
    file.chmod(0o600)
    with pytest.raises(NoAccount, match="unreadable"):
        password_in(file)


def test_a_socket_is_connected_to_as_it_is_configured_whatever_the_surroundings_say(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = tmp_path / "service.conf"
    service.write_text("[else]\nhost=192.0.2.1\nuser=somebody\n")
    surroundings = {"SERVICEFILE": str(service), "SERVICE": "else", "OPTIONS": "-c x", "SSLMODE": "x"}
    for key, value in surroundings.items():
        monkeypatch.setenv(f"PG{key}", value)
    here = dsn_of(str(floor.server.sockets), floor.windows["boss"], database=floor.admin.info.dbname)
    with connect(here) as connection:
        assert connection.execute("SELECT session_user").fetchone() == (floor.windows["boss"],)
    assert not [key for key in os.environ if key.startswith("PG")]


def test_a_pipe_in_place_of_the_ca_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "ca.pem")
    with pytest.raises(psycopg.OperationalError, match="it is a pipe") as caught:
        connect(dsn_of("127.0.0.1:1", "boss", pipe))
    assert trouble_of(caught.value) is Trouble.CERTIFICATE


def test_a_witnesss_notes_and_its_key_are_named_together(tmp_path: Path) -> None:
    both = 'notes = "notes"\nwitness = "witness.pub"\n'
    house = loaded(tmp_path, both + WHOLE)
    assert (house.notes, house.witness) == (tmp_path / "notes", tmp_path / "witness.pub")
    for alone, lacking in (('notes = "notes"\n', "witness"), ('witness = "w.pub"\n', "notes")):
        with pytest.raises(ConfigError, match=f"{lacking}: missing"):
            loaded(tmp_path, alone + WHOLE)


@pytest.mark.parametrize(
    "setting",
    [
        "datestyle = 'German, DMY'",
        "datestyle = 'SQL, DMY'",
        "intervalstyle = 'iso_8601'",
        "standard_conforming_strings = off",
        "bytea_output = escape",
        "search_path = ''",
        "default_transaction_isolation = serializable",
        "timezone = 'Asia/Tokyo'",
    ],
)
def test_a_setting_of_the_server_changes_nothing_that_is_sent_or_read(
    floor: FloorServer, setting: str
) -> None:
    name = floor.admin.info.dbname
    floor.admin.execute(f"ALTER DATABASE {name} SET {setting}".encode())
    try:
        with connect(f"{floor.dsn} user={floor.windows['boss']}") as connection:
            asked = "SELECT now(), %b::bytea, interval '1 day', %s, current_setting('transaction_isolation')"
            row = connection.execute(asked, (b"\x00\xcc\\", "a\\b")).fetchone()
            assert row is not None and isinstance(row[0], datetime)
            assert row[1:] == (b"\x00\xcc\\", timedelta(days=1), "a\\b", "read committed")
            assert str(row[0].tzinfo) == "UTC"
    finally:
        floor.admin.execute(f"ALTER DATABASE {name} RESET ALL".encode())


def test_a_setting_that_was_not_taken_is_refused_and_named(
    floor: FloorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pooler drops what is asked of it."""
    monkeypatch.setitem(database._OWN, "options", "-c standard_conforming_strings=off")
    with pytest.raises(psycopg.OperationalError, match="standard_conforming_strings") as refused:
        connect(f"{floor.dsn} user={floor.windows['boss']}")
    assert trouble_of(refused.value) is Trouble.CHANGED
