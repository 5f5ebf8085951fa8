"""``dealer-console status FILE...``: how tables are doing, for a house's own monitoring.

A line a table, or JSON, or a text file for Prometheus' textfile collector; the exit status is that of a
Nagios plugin. It reads journals as they lie there, names no person, and a table at work does not notice it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from console.arguments import BAD_ARGUMENTS, PROGRAM, OneLine, system_language
from console.journal import JournalError
from console.reports.table_health import Finding, Health, Level, Wrong, health
from console.words import Words
from console.words.locales import LANGUAGES
from console.words.names import game_name, said_or

_COMMAND: Final = f"{PROGRAM} status"


class Unreadable(msgspec.Struct, frozen=True, kw_only=True):
    """A journal that can't be read: what is there instead of a table's health."""

    file: str
    why: str
    findings: tuple[Finding, ...] = (Finding(Wrong.UNREADABLE, Level.UNKNOWN),)

    @property
    def level(self) -> Level:
        """Nothing is known."""
        return Level.UNKNOWN


def main(argv: Sequence[str], now: datetime | None = None) -> int:
    """Say how each table is doing; the worst level as Nagios counts them, 3 for what can't be read."""
    parser = OneLine(_COMMAND, allow_abbrev=False)
    parser.add_argument("file", type=Path, nargs="+", metavar="FILE", help="a table's journal")
    parser.add_argument("--json", action="store_true", help="one object with every figure")
    parser.add_argument("--textfile", type=Path, metavar="FILE.prom", help="for Prometheus' collector")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of what is said")
    given = parser.parse_args(argv)
    words = Words(given.lang)
    at = now or datetime.now(UTC)
    found = [_looked_at(file, at, words) for file in given.file]
    level = max(each.level for each in found)
    if given.textfile is not None:
        try:
            write_metrics(given.textfile, [each for each in found if isinstance(each, Health)], at)
        except (OSError, ImportError) as error:
            said = words.text("health.not_written", file=given.textfile, reason=error)
            print(f"{_COMMAND}: {said}", file=sys.stderr)
            return BAD_ARGUMENTS
    if given.json:
        tables = [{**msgspec.to_builtins(each), "level": each.level.name.lower()} for each in found]
        print(msgspec.json.encode({"at": at, "level": level.name.lower(), "tables": tables}).decode())
    elif given.textfile is None:
        for each in found:
            print(_line(each, words))
    return int(level)


def _looked_at(file: Path, at: datetime, words: Words) -> Health | Unreadable:
    try:
        return health(file, at, shutil.disk_usage(file.parent).free)
    except JournalError as error:
        return Unreadable(file=str(file), why=words.text(error.key, **error.slots))
    except OSError as error:
        return Unreadable(file=str(file), why=str(error))


def _line(found: Health | Unreadable, words: Words) -> str:
    """A table in a line: how it is, its name, its play, and what is wrong."""
    level = words.text(f"health.{found.level.name.lower()}")
    if isinstance(found, Unreadable):
        return f"{level}: {found.file}: {found.why}"
    play = words.text("health.play", rounds=found.rounds, incidents=found.incidents)
    wrong = [_said(each, words) for each in sorted(found.findings, key=lambda each: -each.level)]
    return " · ".join((f"{level}: {found.table}, {game_name(words, found.game)}", *wrong, play))


def _said(finding: Finding, words: Words) -> str:
    key = f"health.{finding.what}"
    match finding:
        case Finding(Wrong.DISK, _, int() | float() as left):
            return words.text(key, mib=words.figure(left / 2**20, 0))
        case Finding(_, _, int() | float() as seconds):
            return words.text(key, minutes=words.figure(seconds / 60, 0))
        case Finding(Wrong.UNSEALED, _, why):
            return words.text("health.not_sealed", why=why)
        case Finding(_, _, device):
            return words.text(key, device=said_or(words, f"report.device.{device}", str(device)))


_BY: Final = ("table", "game", "rules")
"""What tells a table's figures from another's."""


def write_metrics(target: Path, found: Iterable[Health], at: datetime) -> None:
    """Write the text file; it is replaced whole, so that no collector reads half of one.

    Raises OSError, and ImportError where prometheus_client is not installed.
    """
    from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

    registry = CollectorRegistry()

    def gauge(name: str, meaning: str, *more: str) -> Gauge:
        return Gauge(f"dealer_console_{name}", meaning, (*_BY, *more), registry=registry)

    level = gauge("status", "0 ok, 1 warning, 2 critical")
    rounds = gauge("rounds", "Rounds begun since the journal's beginning")
    incidents = gauge("incidents", "Incidents reported since the journal's beginning")
    is_open = gauge("round_open", "Whether a round is open")
    halted = gauge("halted_seconds", "How long play has stood still; 0 while it goes on")
    called = gauge("called_seconds", "How long a pit boss has been called; 0 if none is")
    queued = gauge("queued_reports", "Reports that wait behind an open incident")
    last = gauge("last_entry_timestamp_seconds", "When the journal's last entry was made")
    entries = gauge("entries", "Entries of the journal")
    sealed = gauge("last_seal_timestamp_seconds", "When the journal was last sealed")
    unsealed = gauge("unsealed_entries", "Entries that are under no seal")
    clock = gauge("clock_synchronised", "Whether the machine's clock follows one that is right")
    disk = gauge("disk_free_bytes", "Room left where the journal lies")
    ailing = gauge("device_ailing", "1 while a device is lost, silent or faulty", "device", "what")
    errors = gauge("device_errors_a_day", "Faults, failed readings and interruptions in 24 hours", "device")
    for each in found:
        by = (each.table, each.game, each.rules)
        level.labels(*by).set(each.level)
        rounds.labels(*by).set(each.rounds)
        incidents.labels(*by).set(each.incidents)
        is_open.labels(*by).set(each.round_open)
        halted.labels(*by).set(each.halted_for or 0)
        called.labels(*by).set(each.called_for or 0)
        queued.labels(*by).set(each.queued)
        entries.labels(*by).set(each.entry)
        unsealed.labels(*by).set(each.entry - each.sealed)
        disk.labels(*by).set(each.disk_free)
        if each.last_at is not None:
            last.labels(*by).set(each.last_at.timestamp())
        if each.sealed_at is not None:
            sealed.labels(*by).set(each.sealed_at.timestamp())
        if each.clock in ("synchronised", "unsynchronised"):
            clock.labels(*by).set(each.clock == "synchronised")
        for device, what in each.devices.items():
            ailing.labels(*by, device, what).set(1)
        for device, count in each.errors.items():
            errors.labels(*by, device).set(count)
    looked = Gauge("dealer_console_looked_timestamp_seconds", "When it was looked", registry=registry)
    looked.set(at.timestamp())
    write_to_textfile(str(target), registry)
