"""Faults of a floor's server are named with advice; so is a check that could not be made."""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from console import __version__
from console.base.words import LANGUAGES, Words
from console.cli import main
from console.floor import database
from console.floor.commands import condition_report
from console.floor.commands.condition_report import _lines
from console.floor.embedded import SUPERUSER
from console.floor.host import certificates
from console.floor.host.observation import OwnMachine, _certificate_ends, is_memory_limited
from console.floor.host.server_condition import (
    CHECKS,
    Account,
    Archiving,
    Disk,
    Offender,
    Rule,
    ServerObservation,
    Standby,
    TableInUse,
    check_results,
)
from console.floor.schema import migrate, newest_version
from tests.command_lines import run
from tests.floor.studio_server import FloorServer, journal
from tests.floor.test_copies import ship_all

NOW = datetime(2026, 5, 2, 3, tzinfo=UTC)
GB = 1 << 30
WELL = ServerObservation(
    at=NOW,
    console="0.4.0",
    postgres=150_004,
    schema=60,
    schema_here=60,
    settings={
        "listen_addresses": "*",
        "ssl": "on",
        "max_connections": "60",
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_standby_names": "",
        "logging_collector": "on",
        "log_destination": "stderr,jsonlog",
        "lc_messages": "en_US.UTF-8",
    },
    checksum_failures=0,
    certificate_ends=NOW + timedelta(days=300),
    disks=(Disk("/data", 60 * GB, 100 * GB),),
    grown=GB,
    archiving=Archiving(is_on=True, done=NOW - timedelta(minutes=2), waiting=0),
    backups="/backups",
    backups_seen=True,
    backup=NOW - timedelta(hours=1),
    standbys=(Standby("db2", "streaming", 0),),
    slots={},
    clock_differs=0.1,
    clock_steered=True,
    rules=(
        Rule(1, "local", ("all",), ("postgres",), "", "peer"),
        Rule(2, "host", ("all",), ("all",), "127.0.0.1", "scram-sha-256"),
        Rule(3, "hostssl", ("floor",), ("+floor_table", "+floor_boss"), "10.1.0.0", "scram-sha-256"),
    ),
    superusers=frozenset({"postgres"}),
    accounts=(Account("table_1", {"work_mem": "4MB"}, {"work_mem": "4MB"}),),
    windows=4,
    seats=(TableInUse("T1", "0.4.0", behind=3, is_heard=True, noted=NOW - timedelta(hours=1), entries=9),),
    witnesses=1,
    notes="/notes",
    is_outside=False,
    days_open=("2026-05-01",),
    not_indexed=12,
    queue=0.0,
    oldest=("boss_1", NOW - timedelta(seconds=1)),
    transactions_seen=True,
    failed_units=(),
    is_memory_limited=True,
)
SEAT = WELL.seats[0] if WELL.seats else TableInUse("T1")
SETTINGS = dict(WELL.settings or {})


def rule(**fields: Any) -> tuple[Rule, ...]:
    usual: dict[str, Any] = {"line": 9, "kind": "hostssl", "databases": ("floor",), "method": "scram-sha-256"}
    return (Rule(**(usual | {"users": ("+floor_table",), "address": "10.1.0.0"} | fields)),)


def seat(**fields: Any) -> tuple[TableInUse, ...]:
    return (msgspec.structs.replace(SEAT, **fields),)


def set_to(**fields: str) -> dict[str, str]:
    return SETTINGS | fields


AT_LIMITS = {
    "settings": set_to(max_connections="29", lc_messages="C"),
    "certificate_ends": NOW + timedelta(days=30),
    "disks": (Disk("/data", 15 * GB, 100 * GB), Disk("/log", 14 * GB, 20 * GB)),
    "log_size": GB,
    "archiving": Archiving(True, NOW - timedelta(minutes=30), waiting=3),
    "backup": NOW - timedelta(hours=26),
    "standbys": (Standby("db2", "streaming", 64 << 20),),
    "slots": {"db3": GB},
    "clock_differs": 2.0,
    "seats": (msgspec.structs.replace(SEAT, behind=500, noted=NOW - timedelta(minutes=130)),),
    "days_open": ("2026-04-30", "2026-05-01"),
    "not_indexed": 5_000,
    "queue": 0.2,
    "oldest": ("boss_1", NOW - timedelta(hours=1)),
}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        AT_LIMITS,
        {"archiving": Archiving(True, NOW - timedelta(days=1), waiting=2)},
        {"rules": rule(method="cert")},
        *({"settings": set_to(lc_messages=language)} for language in ("POSIX", "en_GB.UTF-8")),
    ],
)
def test_a_server_that_is_as_it_should_be_has_no_finding(fields: dict[str, Any]) -> None:
    found = check_results(msgspec.structs.replace(WELL, **fields))
    assert [each.check for each in found] == [
        *("versions", "certificate", "access", "limits", "connections", "durability", "disk", "archive"),
        *("backup", "replication", "clocks", "tables", "commissioning", "days", "witness", "services"),
    ], "in the order of the handbook's table"
    assert all(each.is_seen and not each.findings for each in found)


ILL: list[tuple[str, str, dict[str, Any]]] = [
    ("versions", "postgres_old", {"postgres": 140_011}),
    ("versions", "schema_other", {"schema": 40}),
    ("versions", "console_other", {"seats": seat(version="0.3.0")}),
    ("durability", "setting_unsafe", {"settings": set_to(fsync="off")}),
    ("durability", "setting_unsafe", {"settings": set_to(full_page_writes="off")}),
    ("durability", "checksums", {"checksum_failures": 2}),
    ("durability", "collation", {"collation": ("2.31", "2.36")}),
    ("certificate", "tls_off", {"settings": set_to(ssl="off")}),
    ("certificate", "certificate_ends", {"certificate_ends": NOW + timedelta(days=30, seconds=-1)}),
    ("certificate", "certificate_ended", {"certificate_ends": NOW - timedelta(seconds=1)}),
    ("access", "rule_broken", {"rules": (Rule(3, error="invalid"),)}),
    ("access", "rule_weak", {"rules": (Rule(1, "local", ("all",), ("all",), "", "trust"),)}),
    ("access", "rule_weak", {"rules": rule(method="md5")}),
    ("access", "rule_plain", {"rules": rule(kind="host")}),
    ("access", "superuser_let_in", {"rules": rule(users=("all",))}),
    ("access", "superuser_let_in", {"rules": rule(users=("postgres",), databases=("all",))}),
    ("access", "superuser_let_in", {"rules": rule(users=("postgres",), databases=("replication",))}),
    ("limits", "limits", {"accounts": (Account("t", {"work_mem": "9GB"}, {"work_mem": "4MB"}),)}),
    ("limits", "limits", {"accounts": (Account("t", {}, {"work_mem": "4MB"}),)}),
    ("limits", "memory", {"is_memory_limited": False}),
    ("limits", "ended", {"offenders": (Offender("T1", NOW),)}),
    ("limits", "locked", {"offenders": (Offender("T1", NOW, is_locked=True),)}),
    ("connections", "connections", {"settings": set_to(max_connections="28")}),
    ("connections", "queue", {"queue": 0.21}),
    ("connections", "transaction", {"oldest": ("boss_1", NOW - timedelta(hours=1, seconds=1))}),
    ("disk", "disk", {"disks": (Disk("/data", 15 * GB - 1, 100 * GB),)}),
    ("disk", "disk_lasts", {"disks": (Disk("/data", 70 * GB, 100 * GB),), "grown": 5 * GB + 1}),
    ("disk", "collector", {"settings": set_to(logging_collector="off")}),
    ("disk", "collector", {"settings": set_to(log_destination="stderr")}),
    ("disk", "log", {"log_size": GB + 1}),
    ("disk", "log", {"settings": set_to(log_rotation_size="0")}),
    ("disk", "language", {"settings": set_to(lc_messages="de_DE.UTF-8")}),
    ("archive", "archive_off", {"archiving": Archiving(is_on=False)}),
    ("archive", "archive_fails", {"archiving": Archiving(True, None, NOW, "00000001", 3)}),
    ("durability", "transactions", {"transactions": 1_000_000_001}),
    ("durability", "foreign", {"foreign": ("audit (entry)",)}),
    ("archive", "archive_elsewhere", {"lacks_log": True}),
    ("archive", "archive_waits", {"archiving": Archiving(True, waiting=3)}),
    ("archive", "archive_waits", {"archiving": Archiving(True, NOW - timedelta(seconds=1_801), waiting=3)}),
    ("archive", "archive_fails", {"archiving": Archiving(True, NOW - timedelta(hours=1), NOW, "1", 3)}),
    ("backup", "backups_nowhere", {"backups": None}),
    ("backup", "backup_none", {"backup": None}),
    ("backup", "backup_old", {"backup": NOW - timedelta(hours=26, seconds=1)}),
    (
        "replication",
        "standby_missing",
        {"standbys": (), "settings": set_to(synchronous_standby_names="db2")},
    ),
    ("replication", "standby_not", {"standbys": (Standby("db2", "catchup", 9),)}),
    ("replication", "standby_behind", {"standbys": (Standby("db2", "streaming", (64 << 20) + 1),)}),
    ("replication", "slot", {"slots": {"db3": GB + 1}}),
    ("clocks", "clock_unsteered", {"clock_steered": False}),
    ("clocks", "clock_differs", {"clock_differs": -2.1}),
    ("clocks", "clock_tables", {"seats": seat(clock_fault=True)}),
    ("clocks", "clock_table", {"seats": seat(clock_apart=-2.0)}),
    ("tables", "behind", {"seats": seat(behind=501)}),
    ("tables", "unreadable", {"seats": seat(has_unreadable=True)}),
    ("commissioning", "uncertified", {"seats": seat(lacks_certificate=True)}),
    ("days", "outside", {"is_outside": True}),
    ("days", "days_open", {"days_open": ("2026-04-28", "2026-04-29", "2026-04-30")}),
    ("days", "not_indexed", {"not_indexed": 5_001}),
    ("witness", "witness_none", {"witnesses": 0}),
    ("witness", "witness_late", {"seats": seat(noted=None)}),
    ("witness", "witness_late", {"seats": seat(noted=NOW - timedelta(minutes=130, seconds=1))}),
    ("services", "service", {"failed_units": ("dealer-console-floor-backup.service",)}),
    ("services", "stopped", {"stopped_units": ("dealer-console-floor-index.service",)}),
    ("services", "left_down", {"left_down": ("postgresql@15-main.service",)}),
]


def test_a_limit_of_the_memory_is_read_of_a_process_itself() -> None:
    for limit, is_limited in (("unlimited", False), (str(8 << 20), True)):
        line = ["sh", "-c", f"ulimit -v {limit} && exec cat"]
        with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(b"begun\n")
            process.stdin.flush()
            process.stdout.readline()  # its limit is set by then
            assert is_memory_limited(process.pid) is is_limited
            process.stdin.close()
    assert is_memory_limited(1 << 30) is None


def test_disputes_that_are_only_counted_are_named() -> None:
    many = msgspec.structs.replace(WELL, seats=seat(more_disputes=1_200))
    (said,) = (line for line in _lines(check_results(many), Words("en")) if "T1" in line)
    assert "T1: a hundred differences of one kind are open, and 1200 more were only counted." in said


def test_a_half_seen_check_still_reports_its_findings() -> None:
    half = msgspec.structs.replace(WELL, clock_differs=None, clock_steered=False)
    (clocks,) = (each for each in check_results(half) if each.check == "clocks")
    assert not clocks.is_seen and [each.key for each in clocks.findings] == ["floor.doctor.clock_unsteered"]


def test_the_check_of_a_witness_without_notes_here_says_where_to_see_them() -> None:
    found = [each for each in check_results(msgspec.structs.replace(WELL, notes=None)) if not each.is_seen]
    assert [(each.check, each.way, each.findings) for each in found] == [("witness", "unread", ())]
    assert [line for line in _lines(found, Words("en")) if "countersignatures" in line] == [
        Words("en").text("floor.doctor.unread", checks=("countersignatures",))
    ]


@pytest.mark.parametrize(("check", "key", "fields"), ILL)
def test_each_fault_is_found_by_one_check_and_said_in_every_language(
    check: str, key: str, fields: dict[str, Any]
) -> None:
    found = {each.check: each.findings for each in check_results(msgspec.structs.replace(WELL, **fields))}
    assert [(name, finding.key) for name, each in found.items() for finding in each] == [
        (check, f"floor.doctor.{key}")
    ]
    for language in LANGUAGES:
        text = Words(language).text(f"floor.doctor.{key}", **found[check][0].slots)
        assert "{" not in text and text != f"floor.doctor.{key}"


UNSEEN = {
    "settings": ("certificate", "access", "connections", "durability", "replication"),
    "certificate_ends": ("certificate",),
    "rules": ("access",),
    "accounts": ("limits",),
    "disks": ("disk",),
    "archiving": ("archive",),
    "backups_seen": ("archive", "backup"),
    "schema": ("versions",),
    "standbys": ("replication",),
    "transactions_seen": ("connections",),
    "clock_differs": ("clocks",),
    "is_outside": ("days",),
    "witnesses": ("witness",),
    "notes": ("witness",),
    "failed_units": ("services",),
}


@pytest.mark.parametrize("what", UNSEEN)
def test_an_unseen_check_is_neither_good_nor_wrong(what: str) -> None:
    found = check_results(msgspec.structs.replace(WELL, **{what: None}))
    assert tuple(each.check for each in found if not each.is_seen) == UNSEEN[what]
    assert not any(each.findings for each in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_without_systemd_is_not_sent_to_its_own_computer(language: str) -> None:
    """It was there already, with an administrator's account."""
    found = check_results(msgspec.structs.replace(WELL, failed_units=None, is_here=True))
    unseen = [each for each in found if not each.is_seen]
    assert [(each.check, each.way) for each in unseen] == [("services", "no_systemd")]
    assert any("systemd" in line for line in _lines(unseen, Words(language)))


def test_a_line_that_refuses_superusers_shuts_those_below_it() -> None:
    refused = Rule(1, "host", ("all",), ("postgres",), "all", "reject")
    (well,) = rule(users=("all",))
    for rules, is_let_in in (((refused, well), False), ((well, refused), True)):
        found = {each.check: each for each in check_results(msgspec.structs.replace(WELL, rules=rules))}
        assert bool(found["access"].findings) is is_let_in


def test_a_server_that_listens_nowhere_needs_no_certificate_and_no_line_for_others() -> None:
    own = msgspec.structs.replace(
        WELL, settings=set_to(listen_addresses="", ssl="off"), certificate_ends=None, rules=rule(kind="host")
    )
    assert not any(each.findings for each in check_results(own))


# --- a server at work -------------------------------------------------------------------------------

Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Doctor]:
    """It by an account's file; its exit status and what it said."""

    def run(*given: str, account: str = SUPERUSER) -> tuple[int, str]:
        file = floor.file(tmp_path, account)
        status = main(["floor", "doctor", *given, "--config", str(file), "--lang", "en"])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    yield run


def objects(text: str) -> dict[str, dict[str, Any]]:
    return {each["check"]: each for each in map(json.loads, text.splitlines())}


def test_the_check_of_a_server_at_work_names_its_faults_and_changes_nothing(
    doctor: Doctor, floor: FloorServer, tmp_path: Path
) -> None:
    with journal(tmp_path / "journal.db", 40):
        ship_all(floor, tmp_path / "journal.db")
    told = '{"standing": "playing", "since": "2026-05-01T03:00:00Z", "entry": 541, "held_back": 1}'
    floor.admin.execute(b"UPDATE floor.state SET told = %s", (told,))
    before = floor.admin.execute(b"SELECT pg_current_xact_id_if_assigned()").fetchone()
    status, output = doctor("--json")
    assert status == 1
    found = objects(output)
    assert list(found) == list(CHECKS)
    assert floor.admin.execute(b"SELECT pg_current_xact_id_if_assigned()").fetchone() == before
    wrong = {each["finding"] for check in found.values() for each in check["findings"]}
    # The tests' own server writes nothing to its disk for certain, and its accounts may connect sixty times.
    assert {"setting_unsafe", "archive_off", "backups_nowhere", "limits"} <= wrong
    assert {check for check, each in found.items() if each["stands"] == "good"} >= {
        *("versions", "certificate", "access", "connections", "replication", "tables", "days")
    }
    output = doctor()[1]
    assert "The server’s setting fsync is off" in output
    assert "connections = 60" in output
    assert re.search(r"As it should be: versions, certificate, access rules, ", output)


def test_a_trigger_of_the_houses_own_is_named_and_the_floors_own_are_not(
    doctor: Doctor, floor: FloorServer
) -> None:
    def findings() -> list[dict[str, Any]]:
        return [each for each in objects(doctor("--json")[1])["durability"]["findings"]]

    assert not [each for each in findings() if each["finding"] == "foreign"]
    floor.admin.execute(
        b"""
        CREATE FUNCTION public.audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
        CREATE TRIGGER audit BEFORE INSERT ON floor.entry FOR EACH ROW EXECUTE FUNCTION public.audit()
        """
    )
    try:
        assert [each["names"] for each in findings() if each["finding"] == "foreign"] == [["audit (entry)"]]
    finally:
        floor.admin.execute(b"DROP FUNCTION public.audit() CASCADE")


def test_a_server_without_a_folder_of_logs_is_still_checked(doctor: Doctor, floor: FloorServer) -> None:
    """PostgreSQL makes no such folder until its collector is on, which by default it is not."""
    log = Path(floor.server.folder, "data", "log")
    log.rename(log.with_name("away"))
    try:
        status, output = doctor("--json")
    finally:
        log.with_name("away").rename(log)
    assert (status, list(objects(output))) == (1, list(CHECKS))


def test_a_database_of_another_encoding_is_named(
    doctor: Doctor, floor: FloorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(database._NEEDED, "server_encoding", "LATIN1")
    status, output = doctor()
    assert status == 2
    assert "the setting server_encoding is 'UTF8', and has to be 'LATIN1'" in output


def test_a_table_of_another_version_is_named(doctor: Doctor, floor: FloorServer) -> None:
    floor.admin.execute(
        b"INSERT INTO floor.state SELECT 'T' || n, 1, now() - (50 + 5 * n) * interval '1 second', now(), "
        b"""'{"standing": "playing", "since": "2026-05-01T03:00:00Z", "version": "0.1.9", "entry": 900}' """
        b"FROM generate_series(1, 2) AS n"
    )
    output = doctor()[1]
    assert f"This console has version {__version__}. Tables with another version: T1 0.1.9" in output
    # Connected is a table that was heard in the last minute: T2 is not.
    assert "Connected tables with more than 500 entries that have not arrived: T1." in output


def test_a_live_table_without_a_valid_certificate_is_named(doctor: Doctor, floor: FloorServer) -> None:
    floor.admin.execute(
        b"INSERT INTO floor.state VALUES ('T1', 1, now(), now(), '"
        b'{"standing": "playing", "since": "2026-05-01T03:00:00Z", "mode": "live", '
        b'"certificate": {"at": "2026-05-01T03:00:00Z", "newer": ["software"]}}'
        b"'), ('T2', 1, now(), now(), '"
        b'{"standing": "playing", "since": "2026-05-01T03:00:00Z", "mode": "training"}'
        b"')"
    )
    output = doctor()[1]
    assert "LIVE tables with no valid certificate of their commissioning: T1. " in output


def test_a_database_of_another_version_is_reported(doctor: Doctor, floor: FloorServer) -> None:
    ours = newest_version()
    asked = f"UPDATE public.floor_version SET version = {ours + 1} WHERE version = {ours}"
    floor.admin.execute(asked.encode())
    try:
        assert f"The database has version {ours + 1}; this console needs version {ours}." in doctor()[1]
    finally:
        back = f"UPDATE public.floor_version SET version = {ours} WHERE version = {ours + 1}"
        floor.admin.execute(back.encode())


def test_an_account_with_few_rights_lists_the_checks_that_it_cannot_make(
    doctor: Doctor, floor: FloorServer
) -> None:
    found = objects(doctor("--json", account=floor.windows["boss"])[1])
    assert found["access"]["stands"] == "unseen"
    assert found["limits"]["stands"] in ("unseen", "wrong")
    # It sees nobody's transactions but its own, and of standbys that there are some.
    assert found["connections"]["stands"] == found["replication"]["stands"] == "unseen"
    output = doctor(account=floor.windows["boss"])[1]
    assert "Not checked: " in output and "with an administrator’s account" in output


@pytest.mark.parametrize(
    ("family", "here", "host"),
    [(socket.AF_INET, "127.0.0.1", "127.0.0.1"), (socket.AF_INET6, "::1", "[::1]")],
)
def test_the_end_of_a_certificate_is_seen_at_an_address_of_either_kind(
    family: socket.AddressFamily, here: str, host: str, tmp_path: Path
) -> None:
    own = certificates.server(certificates.authority("Riga floor", NOW), [here], NOW)
    (tmp_path / "own.pem").write_bytes(own.certificate + own.key)
    shows = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shows.load_cert_chain(tmp_path / "own.pem")

    def answer() -> None:
        plain, _ = listening.accept()
        with plain:
            plain.recv(8, socket.MSG_WAITALL)
            plain.sendall(b"S")
            with suppress(ConnectionError), shows.wrap_socket(plain, server_side=True) as wrapped:
                wrapped.recv(1)  # the doctor ends the connection once it has seen the certificate

    with socket.create_server((here, 0), family=family) as listening:
        answering = threading.Thread(target=answer, daemon=True)
        answering.start()
        address = f"{host}:{listening.getsockname()[1]}, db2.example"
        ends = _certificate_ends(OwnMachine("0.4.0", is_here=False, address=address), {})
        assert ends == NOW + timedelta(days=825)
        answering.join(5)


def test_a_server_that_does_not_answer_is_not_called_well(doctor: Doctor, floor: FloorServer) -> None:
    status, output = doctor(account="nobody_at_all")
    assert status == 2
    assert "can’t be reached, or it refused the command" in output


def test_where_the_server_is_away_the_failed_service_is_named_with_its_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server itself can't be asked then, and the system knows why it is away."""
    unit = "postgresql@15-main.service"
    monkeypatch.setattr("console.floor.commands.server_session.failed_units", lambda: (unit,))
    file = tmp_path / "admin.toml"
    file.write_text(f'studio = "Riga"\n[floor]\naddress = "{tmp_path}"\naccount = "postgres"\n', "utf-8")
    assert run("floor", ["doctor", "--config", str(file)]) == 2
    assert f"journalctl -u {unit}" in capsys.readouterr().err


@pytest.mark.parametrize("units", [None, ()], ids=["without systemd", "no service failed"])
def test_a_server_that_does_not_run_on_this_computer_is_to_be_started(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    units: tuple[str, ...] | None,
) -> None:
    """After a kill the doctor said only that the server could not be reached."""
    monkeypatch.setattr("console.floor.commands.server_session.failed_units", lambda: units)
    file = tmp_path / "admin.toml"
    file.write_text(f'studio = "Riga"\n[floor]\naddress = "{tmp_path}"\naccount = "postgres"\n', "utf-8")
    assert run("floor", ["doctor", "--config", str(file)]) == 2
    refused, way_out = capsys.readouterr().err.splitlines()
    assert "can’t be reached" in refused
    assert str(tmp_path) in way_out and "service postgresql start" in way_out


@pytest.mark.parametrize(("restarts", "named"), [("no", ("postgresql@15-main.service",)), ("on-failure", ())])
def test_a_servers_service_that_is_not_started_again_after_a_crash_is_named(
    monkeypatch: pytest.MonkeyPatch, restarts: str, named: tuple[str, ...]
) -> None:
    """Debian's own unit, and that of a server which an older console installed: root alone can set it."""

    def systemctl(*words: str) -> tuple[str, ...]:
        is_list = words[0] == "list-units" and words[-1] == "postgresql@*"
        return ("postgresql@15-main.service",) if is_list else (f"Restart={restarts}",)

    monkeypatch.setattr(condition_report, "listed_units", systemctl)
    assert condition_report.units_left_down() == named


@pytest.mark.parametrize("command", ["doctor", "tables", "windows", "accounts", "diary"])
def test_a_command_that_looks_makes_no_server(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.floor.embedded.own_folder", lambda: Path("/nowhere"))
    monkeypatch.setattr("console.floor.configuration.own_server", lambda: None)
    assert run("floor", [command]) == 2
    assert "--config" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("command", ["doctor", "verify", "tables"])
@pytest.mark.parametrize("is_begun", [False, True], ids=["new", "an upgrade that stopped half-way"])
def test_a_database_without_a_floor_is_named_with_the_command_that_makes_one(
    command: str, is_begun: bool, floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dsn, bare = floor.dsn, f"bare_{command}_{is_begun}".casefold()
    floor.admin.execute(f"CREATE DATABASE {bare}".encode())
    try:
        if is_begun:  # pg_upgrade restores the schema before the rows.
            with psycopg.connect(f"{dsn} dbname={bare} user={SUPERUSER}", autocommit=True) as admin:
                migrate(admin)
                admin.execute(b"DELETE FROM public.floor_version")
        assert (
            main(["floor", command, "--config", str(floor.file(tmp_path, database=bare)), "--lang", "en"])
            == 2
        )
        assert f"The database {bare} holds no floor" in capsys.readouterr().err
    finally:
        floor.admin.execute(f"DROP DATABASE {bare}".encode())
