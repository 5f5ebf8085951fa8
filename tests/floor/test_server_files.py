"""A Debian machine becomes a floor's server by steps that are shown before they are done; each file is as
intended.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import psycopg
import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID

from console import __version__
from console.base.words import Words
from console.cli import main
from console.floor.commands import server_setup
from console.floor.commands.server_session import floor_name
from console.floor.configuration import load_floor
from console.floor.embedded import SUPERUSER, Server
from console.floor.errors import FloorError
from console.floor.host import certificates
from console.floor.host.server_condition import Rule, check_results
from console.floor.host.server_files import (
    LOG_FILES,
    Plan,
    access_rules,
    administrator_file,
    indexer_units,
    memory_limit,
    settings,
    started_units,
    units,
    witness_units,
)
from console.floor.host.sizes import connections_for, sizes
from tests.floor.test_doctor import WELL

PLAN = Plan(
    version=15,
    tables=40,
    sizes=sizes(40, 16_384),
    networks=("10.1.0.0/16", "fd00::/64"),
    backups=Path("/srv/100 % kept"),
    studio='The "Blue" Room',
    program=("/opt/dealer-console/bin/dealer-console",),
)
GIVEN = ["floor", "install", "--studio", "Riga", "--tables", "40", "--network", "10.1.0.0/16", "--lang", "en"]
ROLES = "+floor_table,+floor_boss,+floor_supervisor,+floor_witness,+floor_indexer"
NOW = datetime(2026, 5, 2, 3, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Europe/Vilnius", "Europe/Stockholm", "Atlantic/Reykjavik", "Asia/Tokyo"])
def test_each_nightly_job_has_a_time_that_exists_on_every_day(zone: str) -> None:
    """In Vilnius, on 29 March 2026, the clock goes from 03:00 to 04:00, and systemd leaves that night out."""
    made = units(PLAN)
    times = re.findall(r"OnCalendar=\*-\*-\* (\d\d:\d\d:00)\n", "".join(made.values()))
    assert len(times) == 3
    for day in range(365):
        for at in times:
            moment = datetime.fromisoformat(f"2026-01-01T{at}") + timedelta(days=day)
            there = moment.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).astimezone(ZoneInfo(zone))
            assert there.replace(tzinfo=None) == moment


def test_the_sizes_are_those_of_the_stated_formulas() -> None:
    """Forty tables and eight windows on 16 GB: 76 connections of 2 MB leave 16,232 MB."""
    assert sizes(40, 16_384) == (76, 4_058, 8_116, 1_014, 1_664, 1_526, 42_187)
    assert sizes(200, 65_536, windows=10) == (240, 8_192, 32_528, 1_024, 4_224, 1_536, 210_937)
    assert sizes(1, 256).shared_buffers_mb == 128
    assert connections_for(40, 8) == 76


def test_only_the_floors_own_roles_enter_from_a_network_and_only_by_tls() -> None:
    lines = [line.split() for line in access_rules(PLAN).splitlines() if not line.startswith("#")]
    assert lines == [
        ["local", "all", "postgres", "peer"],
        ["local", "replication", "postgres", "peer"],
        ["local", "floor", ROLES, "scram-sha-256"],
        ["host", "all", "postgres", "all", "reject"],
        ["hostssl", "floor", ROLES, "10.1.0.0/16", "scram-sha-256"],
        ["hostssl", "floor", ROLES, "fd00::/64", "scram-sha-256"],
    ]
    rules = tuple(
        Rule(number, kind, (database,), tuple(users.split(",")), *(("", way[0]) if len(way) == 1 else way))
        for number, (kind, database, users, *way) in enumerate(lines)
    )
    found = {each.check: each for each in check_results(msgspec.structs.replace(WELL, rules=rules))}
    assert found["access"].is_seen and not found["access"].findings


def test_the_server_itself_reads_the_rules_and_the_settings(server: Server, tmp_path: Path) -> None:
    """It reads rules from any file that is named to it, and says of each line whether it can't be."""
    tmp_path.chmod(0o755)
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        for line in settings(PLAN).splitlines():
            name, is_set, _ = line.partition(" = ")
            if not is_set or line.startswith("#") or name == "floor.backups":
                continue
            known = admin.execute("SELECT context FROM pg_settings WHERE name = %s", (name,)).fetchone()
            assert known is not None, f"PostgreSQL knows no {name}"
        written = dict(line.split(" = ", 1) for line in settings(PLAN).splitlines() if " = " in line)
        assert written["max_connections"] == "76"
        assert written["shared_buffers"] == "4058MB"
        assert written["floor.backups"] == "'/srv/100 % kept'"
        assert "/srv/100 %% kept/wal" in written["archive_command"]
        assert "max_notify_queue_pages" not in written
        assert (written["authentication_timeout"], written["superuser_reserved_connections"]) == ("'5s'", "5")
        assert "reserved_connections" not in written
        assert "\nreserved_connections = 10\n" in settings(PLAN._replace(version=16))
        assert "max_notify_queue_pages" not in settings(PLAN._replace(version=16))
        assert "max_notify_queue_pages = 42187" in settings(PLAN._replace(version=17))
        assert written["log_rotation_size"] == "'16MB'"


def test_services_run_as_the_servers_user_and_a_timer_is_made_up_for(tmp_path: Path) -> None:
    made = units(PLAN)
    assert sorted(made) == [
        f"dealer-console-floor-{name}"
        for name in (
            *("backup.service", "backup.timer", "close-days.service", "close-days.timer"),
            *("index.service", "log.service", "log.timer", "verify.service", "verify.timer"),
        )
    ]
    backup = made["dealer-console-floor-backup.service"].splitlines()
    program = (
        "/opt/dealer-console/bin/dealer-console floor backup --config /etc/dealer-console/floor/admin.toml"
    )
    for line in (f"ExecStart={program}", "User=postgres", "After=postgresql@15-main.service", "Type=oneshot"):
        assert line in backup
    assert 'ReadWritePaths="/srv/100 %% kept"' in backup
    assert "OnCalendar=*-*-* 04:10:00" in made["dealer-console-floor-backup.timer"]
    assert "Persistent=true" in made["dealer-console-floor-backup.timer"]
    assert "Restart=always" in made["dealer-console-floor-index.service"]
    assert "WantedBy=postgresql@15-main.service" in made["dealer-console-floor-index.service"].splitlines()
    for name in ("backup", "close-days", "verify", "index"):
        service = made[f"dealer-console-floor-{name}.service"].splitlines()
        stays = name == "index"
        assert ("Requisite=postgresql@15-main.service" in service) is not stays, "it would end the restarts"
        assert ("StartLimitIntervalSec=0" in service) is stays
        assert "Wants=postgresql@15-main.service" not in service, "a stopped server stays so: it is restored"
        assert "Requires=postgresql@15-main.service" not in service
    assert started_units(PLAN) == (
        *("dealer-console-floor-index.service", "dealer-console-floor-log.timer"),
        "dealer-console-floor-backup.timer",
        *("dealer-console-floor-close-days.timer", "dealer-console-floor-verify.timer"),
    )


def test_the_server_s_unit_limits_its_memory_and_lets_in_the_floor_s_networks() -> None:
    file, text = memory_limit(PLAN)
    assert str(file) == "/etc/systemd/system/postgresql@15-main.service.d/dealer-console-floor.conf"
    shared = PLAN.sizes.shared_buffers_mb
    assert text.splitlines() == [
        "[Service]",
        f"LimitAS={shared + shared // 10 + PLAN.sizes.session_mb}M",
        "IPAddressDeny=any",
        f"IPAddressAllow=localhost {' '.join(PLAN.networks)}",
        "Restart=on-failure",
        "RestartSec=2",
        "",
        "[Unit]",
        "StartLimitIntervalSec=0",
    ]


def test_the_oldest_files_of_the_log_go_whoever_fills_it(tmp_path: Path) -> None:
    """The timer's own command, on a folder with more files than are kept, and others'."""
    for at in range(100):
        file = tmp_path / f"floor-20261126-{at:06}.json"
        file.touch()
        os.utime(file, (at, at))
    (tmp_path / "other").touch()
    service = units(PLAN)["dealer-console-floor-log.service"]
    command = re.search(r'^ExecStart=/bin/sh -c "(.*)"$', service, re.MULTILINE)
    assert command is not None
    subprocess.run(["/bin/sh", "-c", command[1]], cwd=tmp_path, check=True)
    left = sorted(each.name for each in tmp_path.iterdir())
    assert left == [*(f"floor-20261126-{at:06}.json" for at in range(36, 100)), "other"]
    assert f"log_filename = '{LOG_FILES}%" in settings(PLAN)


def test_a_witness_signs_each_hour_on_its_own_computer_by_the_folder_carried_there() -> None:
    """It is no unit of the server: who rules the server would rule its witness."""
    made = witness_units()
    assert not set(made) & set(units(PLAN))
    service = made["dealer-console-floor-witness.service"].splitlines()
    folder = "/var/lib/dealer-console/witness"
    given = f"--config {folder}/floor.toml --key {folder}/witness.key --once"
    assert f"ExecStart=/usr/bin/env dealer-console floor witness {given}" in service
    assert f"ReadWritePaths={folder}" in service, "its notes lie beside its key"
    assert "Type=oneshot" in service and "ProtectSystem=strict" in service
    assert not [line for line in service if "postgresql" in line]
    timer = made["dealer-console-floor-witness.timer"].splitlines()
    assert "OnCalendar=*-*-* *:20:00" in timer and "Persistent=true" in timer


def test_an_indexer_on_its_own_computer_starts_with_it_and_again_after_each_end() -> None:
    (service,) = (text.splitlines() for text in indexer_units().values())
    folder = "/var/lib/dealer-console/indexer"
    command = f"dealer-console floor index --stay --config {folder}/floor.toml"
    assert f"ExecStart=/usr/bin/env {command}" in service
    for line in ("Restart=always", "StartLimitIntervalSec=0", "WantedBy=multi-user.target"):
        assert line in service
    assert not [line for line in service if "postgresql" in line]


def test_the_administrators_file_is_one_that_the_commands_take(tmp_path: Path) -> None:
    file = tmp_path / "admin.toml"
    file.write_text(administrator_file(PLAN), "utf-8")
    house = load_floor(file)
    assert (house.studio, house.floor.account) == ('The "Blue" Room', "postgres")
    assert house.dsn == "host='/var/run/postgresql' dbname='floor' user='postgres'"


def test_the_servers_certificate_is_by_its_own_authority_and_for_its_names_alone(tmp_path: Path) -> None:
    """A client that trusts this authority alone takes it for these names, and for no other."""
    by = certificates.authority("Riga floor", NOW)
    own = certificates.server(by, ["db1.example", "10.1.0.5"], NOW)
    made = x509.load_pem_x509_certificate(own.certificate)
    issuer = x509.load_pem_x509_certificate(by.certificate)
    for each, days in ((made, 825), (issuer, 3_650)):
        assert each.not_valid_before_utc == NOW - timedelta(hours=1)
        assert each.not_valid_after_utc == NOW + timedelta(days=days)
    made.verify_directly_issued_by(issuer)
    for name, pem in (("own.pem", own.certificate), ("own.key", own.key), ("ca.pem", by.certificate)):
        (tmp_path / name).write_bytes(pem)
    shows = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shows.load_cert_chain(tmp_path / "own.pem", tmp_path / "own.key")
    trusts = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
    for name, is_taken in (("db1.example", True), ("10.1.0.5", True), ("db2.example", False)):
        if is_taken:
            _shake_hands(trusts, shows, name)
        else:
            with pytest.raises(ssl.SSLCertVerificationError):
                _shake_hands(trusts, shows, name)


@pytest.mark.parametrize("studio", ["東京スタジオライブカジノ第一フロア本館三階", "ž" * 61, "Riga"])
def test_a_studio_of_any_letters_has_an_authority(studio: str) -> None:
    """A certificate counts the bytes of UTF-8, of which a kanji has three."""
    made = x509.load_pem_x509_certificate(certificates.authority(f"{studio} floor", NOW).certificate)
    name = str(made.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)
    assert f"{studio} floor".startswith(name)
    assert len(name.encode()) in (10, 62, 63, 64)


def _shake_hands(trusts: ssl.SSLContext, shows: ssl.SSLContext, name: str) -> None:
    """A client and a server in one process, by what each has for the other."""
    to, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusts.wrap_bio(back, to, server_hostname=name)
    server = shows.wrap_bio(to, back, server_side=True)
    done = set[int]()
    for _ in range(20):
        for number, each in enumerate((client, server)):
            try:
                each.do_handshake()
                done.add(number)
            except ssl.SSLWantReadError:
                continue
        if len(done) == 2:
            return
    raise AssertionError("they come to no end")


def test_a_dry_run_prints_every_step_without_a_key_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server_setup, "ran", lambda command: pytest.fail(f"it ran {command}"))
    assert main([*GIVEN, "--host", "db1.example", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "Would make a private key" in printed and "PRIVATE KEY" not in printed
    for part in (
        *("listen_addresses = '*'", "host all postgres all reject", "hostssl floor +floor_table,"),
        *("OnCalendar=*-*-* 04:10:00", "BEGIN CERTIFICATE", "floor add-studio Riga --config"),
        *("cp --no-clobber --preserve /etc/postgresql/", "systemctl enable --now dealer-console-floor-index"),
    ):
        assert part in printed, part
    assert not Path("/etc/dealer-console/floor").exists()


def test_the_services_of_a_checkout_start_the_console_from_any_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*GIVEN, "--host", "db1.example", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    command = shlex.split(next(line for line in printed.splitlines() if line.startswith("ExecStart="))[10:])
    program = command[: command.index("floor")]
    assert f"runuser -u postgres -- {shlex.join(program)} floor schema" in printed
    done = subprocess.run([*program, "--version"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"dealer-console {__version__}\n"), done.stderr


def test_a_server_is_installed_again_by_the_same_steps_and_keeps_its_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder that stands for the machine; every command is noted and none is run."""
    noted = list[str]()

    def run(command: Sequence[str]) -> tuple[int, str]:
        noted.append(" ".join(command))
        return 0, ""

    there = server_setup.install
    monkeypatch.setattr(server_setup, "install", lambda given, words, _: there(given, words, run, tmp_path))
    monkeypatch.setattr(server_setup, "_is_debian", lambda: True)
    monkeypatch.setattr(server_setup, "_check_seen", lambda program: None)  # these tests may lie anywhere
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "chown", lambda *_: None)
    authorities = set[bytes]()
    for _ in range(2):
        assert main([*GIVEN, "--host", "db1.example"]) == 0
        authorities.add((tmp_path / "etc/dealer-console/floor/ca.pem").read_bytes())
    assert len(authorities) == 1
    assert "The server is ready; number of tables: 40." in capsys.readouterr().out
    key = tmp_path / "etc/dealer-console/floor/server.key"
    assert key.stat().st_mode & 0o777 == 0o600
    restarted = next(at for at, line in enumerate(noted) if line.startswith("systemctl restart"))
    assert any("floor schema" in line for line in noted[restarted:])
    assert not any("floor schema" in line for line in noted[:restarted])


def test_a_failed_command_ends_the_installation_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = server_setup.install
    fails = lambda command: (1, "no room")  # noqa: E731
    monkeypatch.setattr(server_setup, "install", lambda given, words, _: there(given, words, fails, tmp_path))
    monkeypatch.setattr(server_setup, "_is_debian", lambda: True)
    monkeypatch.setattr(server_setup, "_check_seen", lambda program: None)  # these tests may lie anywhere
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert main(GIVEN) == 2
    assert "failed: no room" in capsys.readouterr().err


def test_a_set_up_without_the_server_lets_a_stopped_one_finish_before_it_installs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server_setup, "_PROGRAMS", tmp_path)
    assert main([*GIVEN, "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert 0 < printed.index("dpkg --configure -a") < printed.index("apt-get install")


@pytest.mark.parametrize("folder", ["/root", "/home/anna", "/run/user/1000", "/tmp", "/var/tmp/x"])
def test_a_program_that_no_service_can_read_is_refused_with_the_way_out(folder: str) -> None:
    with pytest.raises(FloorError) as refused:
        server_setup._check_seen(f"{folder}/.venv/bin/python")
    text = Words("en").text(refused.value.key, **refused.value.slots)
    assert folder.startswith(str(refused.value.slots["folder"]))
    assert "/opt" in text and f"{folder}/.venv" in text
    server_setup._check_seen("/opt/console/bin/dealer-console")


def test_half_of_the_houses_certificate_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GIVEN, "--ca", "ca.pem", "--dry-run"]) == 2
    assert "belong together" in capsys.readouterr().err
    assert main([*GIVEN, *("--ca", "c", "--certificate", "d", "--key", "k"), "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "install -m 0600 -o postgres -g postgres" in printed
    assert "BEGIN CERTIFICATE" not in printed


@pytest.mark.parametrize("network", ["10.1.0.5/16", "all", "0.0.0.0/33", "10.1.0.0/16 trust"])
def test_a_malformed_network_is_refused(network: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = [*GIVEN, "--network", network, "--dry-run"]
    with pytest.raises(SystemExit):
        main(given)
    assert "--network" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["db 1", "", "-db", "db..example", "10.1.0.5/16", "d" * 64])
def test_a_host_that_no_certificate_can_name_is_refused(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*GIVEN, "--host", host, "--dry-run"])
    assert "--host" in capsys.readouterr().err


def test_blanks_about_a_name_make_no_other_studio() -> None:
    assert floor_name(" Riga ") == "Riga" and floor_name("n" * 200) == "n" * 200


@pytest.mark.parametrize(
    "words",
    [
        *(("add-studio", name) for name in ("", "  ", "x\ny", "\u200b")),
        *(("rename-table", "B1", name) for name in ("", " ", "x\ny", "n" * 201)),
        ("rename-table", "B1", "n" * 25),
        *(
            ("add-table", name, "--studio", "Riga", "--game", "baccarat", "--rules", "lt")
            for name in ("x\ny", "n" * 25)
        ),
        ("install", "--studio", " ", "--tables", "4", "--network", "10.1.0.0/16", "--dry-run"),
    ],
)
def test_a_name_that_no_table_s_file_can_have_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["floor", *words])
    assert "this value is not allowed" in capsys.readouterr().err


HARDENED = {
    *("CapabilityBoundingSet_CAP_SYS_ADMIN", "LockPersonality", "NoNewPrivileges", "PrivateDevices"),
    *("PrivateTmp", "ProtectControlGroups", "ProtectHome", "ProtectKernelModules", "ProtectKernelTunables"),
    *("ProtectSystem", "RestrictAddressFamilies_OTHER", "SystemCallArchitectures", "UMask"),
}
"""The items of systemd's own judgement of a service that the floor's services pass."""


def test_systemd_finds_nothing_to_say_of_the_units(tmp_path: Path) -> None:
    """A machine without systemd-analyze tests the units by their lines alone."""
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        return
    plan = PLAN._replace(program=("/bin/true",))
    for name, made in {"server": units(plan), "witness": witness_units(), "indexer": indexer_units()}.items():
        folder = tmp_path / name
        file, limit = memory_limit(plan)
        beside = folder / file.parent.name
        beside.mkdir(parents=True)
        (beside / file.name).write_text(limit, "utf-8")
        every = {**made, plan.service: "[Service]\nExecStart=/bin/true\n"}
        for unit, text in every.items():
            (folder / unit).write_text(text, "utf-8")
        names = [str(folder / unit) for unit in every]
        done = subprocess.run([verifier, "verify", *names], capture_output=True, text=True, check=False)
        ours = [line for line in done.stderr.splitlines() if "dealer-console" in line or str(folder) in line]
        assert not ours, done.stderr
        for service in (folder / unit for unit in made if unit.endswith(".service")):
            judge = [verifier, "security", "--offline=true", "--json=short", str(service)]
            judged = json.loads(subprocess.run(judge, capture_output=True, check=True).stdout)
            assert {each["json_field"] for each in judged if each["set"]} >= HARDENED, service
