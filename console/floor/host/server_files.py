"""The files by which a Debian machine is a floor's server: settings, who may connect, services and timers.
Pure: from a plan to each file's text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from console.floor.configuration import ADMINISTRATOR
from console.floor.host.backups import archive_command
from console.floor.host.sizes import Sizes
from console.floor.schema import ROLES

FOLDER: Final = ADMINISTRATOR.parent
"""The place of the administrator's file, certificates and keys."""
UNITS: Final = Path("/etc/systemd/system")
WITNESS: Final = Path("/var/lib/dealer-console/witness")
"""The folder of a witness on its own computer: its key, and the notes that it signs."""
INDEXER: Final = Path("/var/lib/dealer-console/indexer")
"""The folder of an indexer on its own computer."""
SOCKETS: Final = "/var/run/postgresql"
USER: Final = "postgres"
_PREFIX: Final = "dealer-console-floor-"
_RESERVED_KNOWN: Final = 16
"""The first version of PostgreSQL that keeps connections for the windows' roles."""
_QUEUE_KNOWN: Final = 17
"""The first version of PostgreSQL whose queue of hints has a settable size."""
NIGHTLY: Final = {
    "backup": ("04:10:00", "floor backup", "Backup of the floor's server"),
    "close-days": ("05:10:00", "floor close-days", "Days of the floor that are over are packed"),
    "verify": ("06:10:00", "floor verify", "Every chain on the floor is recomputed"),
}
"""The jobs that a timer starts each night: when, the command, and its meaning. No time is one that a zone
skips in spring: the clock goes from 03:00 to 04:00 in Riga, Vilnius and Helsinki.
"""
_HARDENED: Final = (
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
    "PrivateDevices=yes",
    "ProtectKernelTunables=yes",
    "ProtectKernelModules=yes",
    "ProtectControlGroups=yes",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
    "LockPersonality=yes",
    "SystemCallArchitectures=native",
    "UMask=0077",
)


class Plan(NamedTuple):
    version: int
    """PostgreSQL's major version."""
    tables: int
    sizes: Sizes
    networks: tuple[str, ...]
    """The networks of the tables and windows, as ``10.1.0.0/16``."""
    backups: Path
    studio: str
    program: tuple[str, ...]
    """The program with which a service starts the console."""

    @property
    def configuration(self) -> Path:
        return Path(f"/etc/postgresql/{self.version}/main")

    @property
    def data(self) -> Path:
        return Path(f"/var/lib/postgresql/{self.version}/main")

    @property
    def service(self) -> str:
        return f"postgresql@{self.version}-main.service"


def settings(plan: Plan) -> str:
    sizes = plan.sizes
    lines = [
        f"# For {plan.tables} tables, as `dealer-console floor install` reckons it.",
        "listen_addresses = '*'",
        f"max_connections = {sizes.max_connections}",
        "# A stranger's silent connections end soon, and leave room for the administrator.",
        "authentication_timeout = '5s'",
        "superuser_reserved_connections = 5",
        f"shared_buffers = {sizes.shared_buffers_mb}MB",
        f"effective_cache_size = {sizes.effective_cache_size_mb}MB",
        f"maintenance_work_mem = {sizes.maintenance_work_mem_mb}MB",
        f"max_wal_size = {sizes.max_wal_size_mb}MB",
        "wal_compression = on",
    ]
    if plan.version >= _RESERVED_KNOWN:
        lines.append("reserved_connections = 10")
    if plan.version >= _QUEUE_KNOWN:
        lines.append(f"max_notify_queue_pages = {sizes.max_notify_queue_pages}")
    return _lines(
        *lines,
        "password_encryption = 'scram-sha-256'",
        "ssl = on",
        "ssl_min_protocol_version = 'TLSv1.2'",
        f"ssl_cert_file = '{FOLDER}/server.pem'",
        f"ssl_key_file = '{FOLDER}/server.key'",
        "# The wall says why a console is refused by the server's own log.",
        "logging_collector = on",
        "log_destination = 'jsonlog'",
        "lc_messages = 'C'",
        "# Files of a fixed size: a timer keeps the newest of them.",
        f"log_filename = '{LOG_FILES}%Y%m%d-%H%M%S.log'",
        f"log_rotation_size = '{LOG_FILE_MB}MB'",
        "# Four connections of an account would otherwise become eleven processes.",
        "max_worker_processes = 0",
        "max_logical_replication_workers = 0",
        "# Backups: each night's copy, and every file of the log, five minutes old at most.",
        f"floor.backups = {_quoted(str(plan.backups))}",
        "archive_mode = on",
        "archive_timeout = 300",
        f"archive_command = {_quoted(archive_command(plan.backups))}",
    )


def access_rules(plan: Plan) -> str:
    """The accounts that may connect: the server's user by the socket, the floor's roles by token, by socket
    or TLS; nobody else. The line that refuses the superuser precedes all that admit somebody from a network.
    """
    roles = ",".join(f"+{role}" for role in ROLES)
    return _lines(
        "# As `dealer-console floor install` wrote it; what was here before is in pg_hba.conf.before.",
        f"local all {USER} peer",
        f"local replication {USER} peer",
        f"local floor {roles} scram-sha-256",
        f"host all {USER} all reject",
        *(f"hostssl floor {roles} {network} scram-sha-256" for network in plan.networks),
    )


def administrator_file(plan: Plan) -> str:
    """The file with which the administrator's commands and the services reach the server, by socket."""
    studio = plan.studio.replace("\\", "\\\\").replace('"', '\\"')
    return f'studio = "{studio}"\n[floor]\naddress = "{SOCKETS}"\naccount = "{USER}"\n'


def units(plan: Plan) -> Mapping[str, str]:
    found = {STAYS: _service(plan, "floor index --stay", _INDEXES, stays=True), **_log_ring(plan)}
    for name, (at, words, what) in NIGHTLY.items():
        found[f"{_PREFIX}{name}.service"] = _service(plan, words, what, stays=False)
        found[f"{_PREFIX}{name}.timer"] = _timer(f"*-*-* {at}", what)
    return found


STAYS: Final = f"{_PREFIX}index.service"
"""The service that is always at work beside the server."""


LOG_FILES: Final = "floor-"
"""The beginning of the names of the server's log files."""
LOG_FILE_MB: Final = 16
LOG_KEPT: Final = 64
"""The newest files of the log, which are kept: half of them have entries, 512 MB at most."""
RING: Final = f"{_PREFIX}log.timer"
"""The timer that makes the log a ring of files."""


def _log_ring(plan: Plan) -> Mapping[str, str]:
    """The job that removes the oldest files of the server's log. PostgreSQL empties a file for reuse only by
    time: much of it fills the disk between two turns. So each file has its own name and size, and the oldest
    go.
    """
    folder, what = f"{plan.data}/log", "The newest files of the server's log are kept"
    drop = f"ls -t {LOG_FILES}* | tail -n +{LOG_KEPT + 1} | xargs -r rm --"
    service = _lines(
        "[Unit]",
        f"Description={what}",
        f"ConditionPathIsDirectory={folder}",
        "",
        "[Service]",
        "Type=oneshot",
        f"User={USER}",
        f"WorkingDirectory=-{folder}",
        f"ExecStart={_in_unit('/bin/sh')} -c {_in_unit(drop)}",
        f"ReadWritePaths=-{folder}",
        *_HARDENED,
    )
    return {RING.replace(".timer", ".service"): service, RING: _timer("minutely", what)}


def started_units(plan: Plan) -> tuple[str, ...]:
    return tuple(name for name in units(plan) if name.endswith(".timer") or "index" in name)


def witness_units() -> Mapping[str, str]:
    """The service and timer of a witness on its own computer: it signs each hour, and has no server."""
    name, what = f"{_PREFIX}witness", "Heads of the floor's journals are countersigned"
    command = f"floor witness --config {WITNESS}/floor.toml --key {WITNESS}/witness.key --once"
    service = _service_elsewhere(command, what, WITNESS, stays=False)
    return {f"{name}.service": service, f"{name}.timer": _timer("*-*-* *:20:00", what)}


def indexer_units() -> Mapping[str, str]:
    command = f"floor index --stay --config {INDEXER}/floor.toml"
    return {STAYS: _service_elsewhere(command, _INDEXES, INDEXER, stays=True)}


def _service_elsewhere(words: str, what: str, folder: Path, *, stays: bool) -> str:
    return _lines(
        "[Unit]",
        f"Description={what}",
        "Wants=network-online.target",
        "After=network-online.target",
        *(("StartLimitIntervalSec=0",) if stays else ()),
        "",
        "[Service]",
        "Type=simple" if stays else "Type=oneshot",
        f"ExecStart=/usr/bin/env dealer-console {words}",
        *(("Restart=always", "RestartSec=10") if stays else ("TimeoutStartSec=infinity",)),
        "Nice=10",
        f"ReadWritePaths={folder}",
        *_HARDENED,
        *(("", "[Install]", "WantedBy=multi-user.target") if stays else ()),
    )


def memory_limit(plan: Plan) -> tuple[Path, str]:
    """The file beside the server's unit that limits each process's memory, and who reaches the server; and
    its text.

    SQL can't forbid an account a large query. Beyond the limit PostgreSQL ends that query; otherwise the
    system would end any process, and the server would restart and end every session. The server counts silent
    connections before it knows whose they are, so the system drops strangers'.
    """
    shared = plan.sizes.shared_buffers_mb
    text = _lines(
        "[Service]",
        f"LimitAS={shared + shared // 10 + plan.sizes.session_mb}M",
        "IPAddressDeny=any",
        f"IPAddressAllow={' '.join(('localhost', *plan.networks))}",
        # Debian's own unit does not restart a killed server.
        "Restart=on-failure",
        "RestartSec=2",
        "",
        "[Unit]",
        "StartLimitIntervalSec=0",
    )
    return UNITS / f"{plan.service}.d" / "dealer-console-floor.conf", text


_INDEXES: Final = "What the entries of all tables are found by"


def _service(plan: Plan, words: str, what: str, *, stays: bool) -> str:
    """A service's unit. It never starts a server that somebody has stopped; one that stays starts with the
    server, and waits for an absent one.
    """
    command = " ".join(
        _in_unit(word) for word in (*plan.program, *words.split(), "--config", str(ADMINISTRATOR))
    )
    return _lines(
        "[Unit]",
        f"Description={what}",
        # A start that Requisite= refuses ends the restarts, so the one that stays has none.
        *(("StartLimitIntervalSec=0",) if stays else (f"Requisite={plan.service}",)),
        f"After={plan.service}",
        "",
        "[Service]",
        "Type=simple" if stays else "Type=oneshot",
        f"User={USER}",
        f"ExecStart={command}",
        *(("Restart=always", "RestartSec=10") if stays else ("TimeoutStartSec=infinity", "Nice=10")),
        f"ReadWritePaths={_in_unit(str(plan.backups))}",
        *_HARDENED,
        *(("", "[Install]", f"WantedBy={plan.service}") if stays else ()),
    )


def _timer(at: str, what: str) -> str:
    """A timer that catches up on a run if the machine was off at its time."""
    return _lines(
        "[Unit]",
        f"Description={what}",
        "",
        "[Timer]",
        f"OnCalendar={at}",
        "Persistent=true",
        "",
        "[Install]",
        "WantedBy=timers.target",
    )


def _lines(*lines: str) -> str:
    """The text of a file."""
    return "".join(f"{line}\n" for line in lines)


def _quoted(value: str) -> str:
    escaped = value.replace("'", "''")
    return f"'{escaped}'"


def _in_unit(word: str) -> str:
    """A word as systemd reads it: a space separates words; per cent and dollar are special."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if any(sign in word for sign in " \t\"'\\;") else escaped
