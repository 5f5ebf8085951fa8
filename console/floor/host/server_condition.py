"""A judgement on a floor's server: the observed values against the limits defined here. It knows only the
values of :class:`ServerObservation`. A value that could not be observed, such as a disk seen from another
machine, is not judged, which the result mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from console.floor.host.sizes import connections_for
from console.floor.wall import CLOCKS_DIFFER

LEAST_POSTGRES: Final = 15
CERTIFICATE_LEFT: Final = timedelta(days=30)
DISK_LEFT: Final = 0.15
"""The share of a disk that must be free."""
DISK_LASTS: Final = 14
"""Days for which the free space must last, each as full as yesterday."""
BACKUP_AGE: Final = timedelta(hours=26)
"""One backup each night, which may take two hours longer than the night before."""
ARCHIVE_AGE: Final = timedelta(minutes=30)
"""One file at least every five minutes, as `archive_timeout` asks for."""
ARCHIVE_WAITS: Final = 3
"""Files of the log that may wait to be archived, however long ago the last one was."""
STANDBY_BEHIND: Final = 64 << 20
SLOT_KEEPS: Final = 1 << 30
"""Bytes of log that nobody fetches."""
NOTE_AGE: Final = timedelta(hours=2, minutes=10)
"""A witness signs each hour, and may fail once."""
ENTRIES_BEHIND: Final = 500
"""The most entries of a table in contact that the server may lack; a batch has 1,000 at most."""
NOT_INDEXED: Final = 5_000
DAYS_OPEN: Final = 3
"""Days that may be rows: today, and one night that failed."""
QUEUE_FULL: Final = 0.2
LOG_LARGE: Final = 1 << 30
"""Bytes of the server's log; the ring of files from `floor install` has half of that."""
WORKERS: Final = "max_worker_processes"
TRANSACTION_AGE: Final = timedelta(hours=1)
TRANSACTIONS_LEFT: Final = 1_000_000_000
"""Transaction ids without a freeze: PostgreSQL's own clean-up works from 200 million on."""
UNSAFE_OFF: Final = ("fsync", "full_page_writes")
_ENGLISH: Final = ("C", "POSIX", "en_")
"""The beginnings of the languages whose server messages are as in the handbook."""
_GOOD_METHODS: Final = frozenset({"scram-sha-256", "cert", "reject", "peer"})
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
_LOCAL: Final = "local"


class Disk(msgspec.Struct, frozen=True):
    folder: str
    free: int
    total: int


class Archiving(msgspec.Struct, frozen=True):
    """The result of archiving the write-ahead log's files."""

    is_on: bool
    done: datetime | None = None
    failed: datetime | None = None
    file: str = ""
    waiting: int | None = None
    last: str = ""
    """The file that was archived last, as the server says."""


class Standby(msgspec.Struct, frozen=True):
    name: str
    state: str
    behind: int | None = None
    """Bytes of log that it has not replayed."""


class Rule(msgspec.Struct, frozen=True):
    """A line of pg_hba.conf; a broken one has only its error."""

    line: int
    kind: str = ""
    databases: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    address: str = ""
    method: str = ""
    error: str = ""


class Account(msgspec.Struct, frozen=True):
    """An account of a floor's role with its limits, and the limits that it should have."""

    name: str
    limits: Mapping[str, str]
    wanted: Mapping[str, str]


class Offender(msgspec.Struct, frozen=True):
    """An account that exceeded its limits, or undid them."""

    name: str
    """The name of its table or window."""
    at: datetime
    is_locked: bool = False
    """Whether it is locked now; otherwise its sessions were ended."""


class TableInUse(msgspec.Struct, frozen=True):
    name: str
    version: str = ""
    """Its console's version; empty if it was never heard."""
    behind: int = 0
    """Entries that the table reported and may show, and the server lacks."""
    is_heard: bool = False
    clock_fault: bool = False
    clock_apart: float = 0.0
    """Seconds by which the table's clock is ahead of the server's."""
    more_disputes: int = 0
    """Disputes that were only counted, since a hundred of a kind are open."""
    has_unreadable: bool = False
    """Whether it sent unreadable entries at which no supervisor has looked."""
    noted: datetime | None = None
    """When a witness last signed the table's head."""
    entries: int = 0
    lacks_certificate: bool = False
    """Whether it is a LIVE table without a valid certificate of its commissioning."""


class ServerObservation(msgspec.Struct, frozen=True, kw_only=True):
    """The observed values of a server; None for a value that could not be seen."""

    at: datetime
    """A time of this machine's clock."""
    console: str
    postgres: int | None = None
    """The number of PostgreSQL's version, such as 150004."""
    schema: int | None = None
    schema_here: int | None = None
    """The newest schema version of this console."""
    settings: Mapping[str, str] | None = None
    checksum_failures: int | None = None
    transactions: int | None = None
    """The age of the oldest transaction id; at two thousand million the server writes nothing any more."""
    foreign: tuple[str, ...] = ()
    """Triggers and rules on the floor's tables that are not the floor's own."""
    collation: tuple[str, str] | None = None
    """The indexes' and today's sorting version of the system; None for the C order, which has none."""
    certificate_ends: datetime | None = None
    disks: tuple[Disk, ...] | None = None
    grown: int | None = None
    """Bytes that yesterday's entries take."""
    archiving: Archiving | None = None
    backups: str | None = None
    """The folder of backups, as the server names it."""
    backup: datetime | None = None
    backups_seen: bool = False
    """Whether that folder could be read."""
    lacks_log: bool = False
    """Whether the file that the server archived last is not where a restore looks for it."""
    standbys: tuple[Standby, ...] | None = None
    slots: Mapping[str, int] | None = None
    """Unused replication slots, with the bytes of log that each keeps."""
    clock_differs: float | None = None
    """Seconds between the server's clock and this machine's."""
    clock_steered: bool | None = None
    """Whether a time server steers this machine's clock, if it is the server's."""
    rules: tuple[Rule, ...] | None = None
    superusers: frozenset[str] = frozenset()
    database: str = "floor"
    accounts: tuple[Account, ...] | None = None
    gave_rights: tuple[str, ...] = ()
    """Accounts with default privileges of their own, which prevent their removal."""
    log_size: int | None = None
    """Bytes of the server's log files."""
    is_memory_limited: bool | None = None
    """Whether each of the server's processes has a limit of memory."""
    offenders: tuple[Offender, ...] = ()
    """Offenders of the last day, and all locked accounts."""
    windows: int = 0
    seats: tuple[TableInUse, ...] | None = None
    witnesses: int | None = None
    notes: str | None = None
    """The configured folder of their notes."""
    is_outside: bool | None = None
    """Whether entries lie outside all days."""
    days_open: tuple[str, ...] | None = None
    """Days before today that are non-empty rows, the oldest first."""
    not_indexed: int | None = None
    queue: float | None = None
    oldest: tuple[str, datetime] | None = None
    """The account and the beginning of the oldest transaction."""
    transactions_seen: bool = False
    """Whether other accounts' transactions could be read."""
    is_here: bool = False
    """Whether the server is on this machine, where its services can be seen."""
    failed_units: tuple[str, ...] | None = None
    stopped_units: tuple[str, ...] = ()
    left_down: tuple[str, ...] = ()


class Finding(NamedTuple):
    """A fault: the phrase that names it and what to do, with its slots."""

    key: str
    slots: Mapping[str, str | int | float | tuple[str, ...]]


class CheckResult(NamedTuple):
    """A check's name and findings, and whether it could see all the values that it judges."""

    check: str
    findings: tuple[Finding, ...]
    is_seen: bool
    way: str = "unseen"
    """The phrase key for what to do if the check could not see them."""


def check_results(observation: ServerObservation) -> list[CheckResult]:
    """The result of every check, in reading order."""
    found = list[CheckResult]()
    for name, check in CHECKS.items():
        findings, unseen = list[Finding](), None
        try:
            findings.extend(check(observation))
        except _Unseen as error:
            unseen = error
            findings.extend(error.findings)
        way = "unseen" if unseen is None else unseen.way
        found.append(CheckResult(name, tuple(findings), is_seen=unseen is None, way=way))
    return found


class _Unseen(Exception):
    """Raised if a check needs a value that was not observed."""

    def __init__(self, *findings: Finding, way: str = "unseen") -> None:
        super().__init__()
        self.findings, self.way = findings, way


def _found(key: str, **slots: str | int | float | tuple[str, ...]) -> Finding:
    return Finding(f"floor.doctor.{key}", slots)


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _minute(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}Z"


# --- the server's program and its files -----------------------------------------------------------


def _versions(observation: ServerObservation) -> Iterator[Finding]:
    if observation.postgres is not None and observation.postgres // 10_000 < LEAST_POSTGRES:
        yield _found("postgres_old", version=observation.postgres // 10_000, least=LEAST_POSTGRES)
    if (
        observation.schema is not None
        and observation.schema_here is not None
        and observation.schema != observation.schema_here
    ):
        yield _found("schema_other", version=observation.schema, wanted=observation.schema_here)
    others = tuple(
        f"{seat.name} {seat.version}"
        for seat in observation.seats or ()
        if seat.version and seat.version != observation.console
    )
    if others:
        yield _found("console_other", version=observation.console, tables=others)
    if observation.postgres is None or observation.schema is None:
        raise _Unseen


def _durability(observation: ServerObservation) -> Iterator[Finding]:
    if observation.settings is None:
        raise _Unseen
    for name in UNSAFE_OFF:
        if observation.settings.get(name) == "off":
            yield _found("setting_unsafe", name=name)
    if observation.checksum_failures:
        yield _found("checksums", many=observation.checksum_failures)
    if (observation.transactions or 0) > TRANSACTIONS_LEFT:
        yield _found("transactions", millions=(observation.transactions or 0) // 1_000_000)
    if observation.foreign:
        yield _found("foreign", names=observation.foreign)
    if observation.collation is not None and len({*observation.collation}) > 1:
        before, now = observation.collation
        yield _found("collation", before=before, now=now, database=observation.database)


def _certificate(observation: ServerObservation) -> Iterator[Finding]:
    if observation.settings is None:
        raise _Unseen
    if not observation.settings.get("listen_addresses"):
        return
    if observation.settings.get("ssl") != "on":
        yield _found("tls_off")
    elif observation.certificate_ends is None:
        raise _Unseen
    elif observation.certificate_ends <= observation.at:
        yield _found("certificate_ended", day=_day(observation.certificate_ends))
    elif observation.certificate_ends - observation.at < CERTIFICATE_LEFT:
        yield _found("certificate_ends", day=_day(observation.certificate_ends))


def _access(observation: ServerObservation) -> Iterator[Finding]:
    """Rules count in order: one that refuses a superuser from everywhere shuts those below it."""
    if observation.rules is None or observation.settings is None:
        raise _Unseen
    refused = set[str]()
    for rule in observation.rules:
        if rule.error:
            yield _found("rule_broken", line=rule.line, error=rule.error)
        elif rule.kind == _LOCAL:
            if rule.method not in _GOOD_METHODS:
                yield _found("rule_weak", line=rule.line, method=rule.method)
        elif observation.settings.get("listen_addresses") and rule.address not in _LOOPBACK:
            if not {"all", "replication", observation.database} & {*rule.databases}:
                continue
            if rule.method == "reject":
                if rule.address == "all" and rule.kind == "host" and "all" in rule.databases:
                    refused |= observation.superusers if "all" in rule.users else {*rule.users}
                    if "all" in rule.users:
                        return
                continue
            let_in = observation.superusers if "all" in rule.users else observation.superusers & {*rule.users}
            if let_in - refused:
                yield _found("superuser_let_in", line=rule.line, account=min(let_in - refused))
            if rule.method not in _GOOD_METHODS:
                yield _found("rule_weak", line=rule.line, method=rule.method)
            if rule.kind != "hostssl":
                yield _found("rule_plain", line=rule.line)


def _limits(observation: ServerObservation) -> Iterator[Finding]:
    if observation.accounts is None:
        raise _Unseen
    for account in observation.accounts:
        otherwise = tuple(
            f"{name} = {account.limits.get(name, '–')}"
            for name, value in account.wanted.items()
            if account.limits.get(name) != value
        )
        if otherwise:
            yield _found("limits", account=account.name, settings=otherwise)
    if observation.gave_rights:
        yield _found("gave_rights", accounts=observation.gave_rights)
    for offender in observation.offenders:
        key = "locked" if offender.is_locked else "ended"
        yield _found(key, name=offender.name, at=_minute(offender.at))
    if observation.is_memory_limited is False:
        yield _found("memory")
    if (observation.settings or {}).get(WORKERS, "0") != "0":
        yield _found("workers")


def _connections(observation: ServerObservation) -> Iterator[Finding]:
    if observation.settings is None or observation.seats is None:
        raise _Unseen
    needed = connections_for(len(observation.seats), observation.windows)
    most = int(observation.settings["max_connections"])
    if most < needed:
        yield _found("connections", most=most, needed=needed)
    if observation.queue is not None and observation.queue > QUEUE_FULL:
        yield _found("queue", percent=round(100 * observation.queue))
    if observation.oldest is not None and observation.at - observation.oldest[1] > TRANSACTION_AGE:
        yield _found("transaction", account=observation.oldest[0], at=_minute(observation.oldest[1]))
    if not observation.transactions_seen:
        raise _Unseen


# --- disk, log and backup -------------------------------------------------------------------------


def _disk(observation: ServerObservation) -> Iterator[Finding]:
    settings = observation.settings or {}
    destination = settings.get("log_destination", "jsonlog")
    if settings.get("logging_collector") == "off" or "jsonlog" not in destination:
        yield _found("collector")
    if not (language := settings.get("lc_messages", "C")).startswith(_ENGLISH):
        yield _found("language", language=language)
    is_endless = settings.get("logging_collector") == "on" and settings.get("log_rotation_size") == "0"
    if is_endless or (observation.log_size or 0) > LOG_LARGE:
        yield _found("log", size=_gigabytes(observation.log_size or 0))
    if observation.disks is None:
        raise _Unseen
    for disk in observation.disks:
        folder, free = disk.folder, _gigabytes(disk.free)
        if disk.free < DISK_LEFT * disk.total:
            yield _found("disk", folder=folder, free=free, total=_gigabytes(disk.total))
        elif observation.grown and disk.free / observation.grown < DISK_LASTS:
            yield _found("disk_lasts", folder=folder, free=free, days=disk.free // observation.grown)


def _gigabytes(size: int) -> float:
    return round(size / (1 << 30), 1)


def _archive(observation: ServerObservation) -> Iterator[Finding]:
    archiving = observation.archiving
    if archiving is None:
        raise _Unseen
    if not archiving.is_on:
        yield _found("archive_off")
    elif archiving.failed and (archiving.done is None or archiving.failed > archiving.done):
        slots = {"file": archiving.file, "at": _minute(archiving.failed)}
        yield _found("archive_fails", many=archiving.waiting or 0, **slots)
    elif observation.lacks_log:
        yield _found("archive_elsewhere", file=archiving.last, folder=f"{observation.backups}/wal")
    elif (archiving.waiting or 0) >= ARCHIVE_WAITS and (
        archiving.done is None or observation.at - archiving.done > ARCHIVE_AGE
    ):
        # A command that hangs, or is empty, never fails.
        at = "–" if archiving.done is None else _minute(archiving.done)
        yield _found("archive_waits", many=archiving.waiting or 0, at=at)
    if archiving.is_on and observation.backups is not None and not observation.backups_seen:
        raise _Unseen


def _backup(observation: ServerObservation) -> Iterator[Finding]:
    if observation.backups is None:
        if observation.settings is None:
            raise _Unseen
        yield _found("backups_nowhere")
    elif not observation.backups_seen:
        raise _Unseen
    elif observation.backup is None:
        yield _found("backup_none", folder=observation.backups)
    elif observation.at - observation.backup > BACKUP_AGE:
        yield _found("backup_old", at=_minute(observation.backup))


def _replication(observation: ServerObservation) -> Iterator[Finding]:
    if observation.standbys is None or observation.settings is None:
        raise _Unseen
    if observation.settings.get("synchronous_standby_names") and not observation.standbys:
        yield _found("standby_missing")
    for standby in observation.standbys:
        if standby.state not in ("streaming", "backup"):
            yield _found("standby_not", name=standby.name, state=standby.state)
        elif standby.behind is not None and standby.behind > STANDBY_BEHIND:
            yield _found("standby_behind", name=standby.name, size=standby.behind >> 20)
    for name, kept in (observation.slots or {}).items():
        if kept > SLOT_KEEPS:
            yield _found("slot", name=name, size=_gigabytes(kept))


# --- tables, days, clocks, witness ----------------------------------------------------------------


def _clocks(observation: ServerObservation) -> Iterator[Finding]:
    if observation.clock_steered is False:
        yield _found("clock_unsteered")
    if observation.clock_differs is not None and abs(observation.clock_differs) > CLOCKS_DIFFER:
        yield _found("clock_differs", seconds=round(observation.clock_differs, 1))
    faulty = tuple(seat.name for seat in observation.seats or () if seat.clock_fault)
    if faulty:
        yield _found("clock_tables", tables=faulty)
    for seat in observation.seats or ():
        if seat.is_heard and abs(seat.clock_apart) >= CLOCKS_DIFFER:
            yield _found("clock_table", table=seat.name, seconds=round(seat.clock_apart, 1))
    if observation.clock_differs is None:
        raise _Unseen


def _tables(observation: ServerObservation) -> Iterator[Finding]:
    if observation.seats is None:
        raise _Unseen
    late = tuple(seat.name for seat in observation.seats if seat.is_heard and seat.behind > ENTRIES_BEHIND)
    if late:
        yield _found("behind", tables=late, most=ENTRIES_BEHIND)
    if unreadable := tuple(seat.name for seat in observation.seats if seat.has_unreadable):
        yield _found("unreadable", tables=unreadable)
    for seat in observation.seats:
        if seat.more_disputes:
            yield Finding("floor.dispute.many", {"table": seat.name, "count": seat.more_disputes})


def _commissioning(observation: ServerObservation) -> Iterator[Finding]:
    if observation.seats is None:
        raise _Unseen
    without = tuple(seat.name for seat in observation.seats if seat.lacks_certificate)
    if without:
        yield _found("uncertified", tables=without)


def _days(observation: ServerObservation) -> Iterator[Finding]:
    if observation.is_outside is None or observation.days_open is None:
        raise _Unseen
    if observation.is_outside:
        yield _found("outside")
    if len(observation.days_open) >= DAYS_OPEN:
        yield _found("days_open", many=len(observation.days_open), day=observation.days_open[0])
    if observation.not_indexed is not None and observation.not_indexed > NOT_INDEXED:
        yield _found("not_indexed", many=observation.not_indexed)


def _witness(observation: ServerObservation) -> Iterator[Finding]:
    if observation.seats is None or observation.witnesses is None:
        raise _Unseen
    if not observation.witnesses:
        yield _found("witness_none")
    elif observation.notes is None:
        raise _Unseen(way="unread")
    else:
        without = tuple(
            seat.name
            for seat in observation.seats
            if seat.entries and (seat.noted is None or observation.at - seat.noted > NOTE_AGE)
        )
        if without:
            yield _found("witness_late", tables=without, folder=observation.notes)


def _services(observation: ServerObservation) -> Iterator[Finding]:
    if observation.failed_units is None:
        raise _Unseen(way="no_systemd" if observation.is_here else "unseen")
    for unit in observation.failed_units:
        yield _found("service", unit=unit)
    for unit in observation.stopped_units:
        yield _found("stopped", unit=unit)
    for unit in observation.left_down:
        yield _found("left_down", unit=unit)


CHECKS: Final[dict[str, Callable[[ServerObservation], Iterator[Finding]]]] = {
    check.__name__.removeprefix("_"): check
    for check in (
        *(_versions, _certificate, _access, _limits, _connections, _durability, _disk, _archive),
        *(_backup, _replication, _clocks, _tables, _commissioning, _days, _witness, _services),
    )
}
