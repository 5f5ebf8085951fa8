"""A table's own health, written regularly while it plays: Prometheus' text file, beside its collector.

Its own thread reads the journal as ``console status`` does, only new entries, and rests so often that the
window does not notice. A failed write stops nobody from playing: it is logged once, and the file's age shows
it. Its own life says nothing of the table's: a figure of its own has the age of the table's last answer.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

from console import __version__
from console.base.errors import WordedError
from console.base.plain_text import visible
from console.base.system import let_read, open_plain
from console.supervisor.reports import HealthWatch, TableHealth, room_in
from console.table.journal import JournalError, utc_now

log = logging.getLogger(__name__)

REST: Final = 0.02
"""Seconds of rest after each stretch that is read: four fifths of the time are the window's."""

_BEGINS: Final = b"# HELP dealer_console_"
"""The first bytes of every text file of the console."""
_BY: Final = ("table", "game", "rules", "file", "textfile")
"""The labels that distinguish one table's figures from another's, even one with its name, and from other text
files in the collector's folder, which refuses two with the same labels.
"""

_Figure: TypeAlias = Callable[[TableHealth], float | None]


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def _clock(table: TableHealth) -> float | None:
    known = table.clock in ("synchronised", "unsynchronised")
    return float(table.clock == "synchronised") if known else None


_FIGURES: Final[dict[str, tuple[str, _Figure]]] = {
    "status": ("0 ok, 1 warning, 2 critical", lambda each: each.level),
    "rounds": ("Rounds begun since the journal's beginning", lambda each: each.rounds),
    "incidents": ("Incidents reported since the journal's beginning", lambda each: each.incidents),
    "round_open": ("Whether a round is open", lambda each: each.round_open),
    "halted_seconds": (
        "How long play has stood still; 0 while it goes on",
        lambda each: each.halted_for or 0,
    ),
    "called_seconds": (
        "How long a pit boss has been called and has not come; 0 if none is",
        lambda each: each.called_for or 0,
    ),
    "queued_reports": ("Reports that wait behind an open incident", lambda each: each.queued),
    "last_entry_timestamp_seconds": (
        "When the journal's last entry was made",
        lambda each: _seconds(each.last_at),
    ),
    "unanswered_seconds": (
        "How long ago the table's own thread last answered; absent if no console plays there",
        lambda each: each.unanswered_for,
    ),
    "entries": ("Entries of the journal", lambda each: each.entry),
    "last_seal_timestamp_seconds": (
        "When the journal was last sealed",
        lambda each: _seconds(each.sealed_at),
    ),
    "unsealed_seconds": (
        "How long ago the first entry under no seal was made; 0 if all are under one",
        lambda each: each.unsealed_for or 0,
    ),
    "unsealed_entries": ("Entries that are under no seal", lambda each: each.entry - each.sealed),
    "no_picture": (
        "Whether the recorder had no picture when it was asked last",
        lambda each: bool(each.no_picture),
    ),
    "overdue_notification_seconds": (
        "How long informing of an incident is overdue; 0 if not",
        lambda each: each.overdue_for or 0,
    ),
    "clock_synchronised": ("Whether the machine's clock follows one that is right", _clock),
    "disk_free_bytes": ("Room left where the journal lies", lambda each: each.disk_free),
    "disk_free_files": ("Files that may still be made there", lambda each: each.files_free),
}
"""The figures of a table by their names, each with its meaning; an absent figure is left out."""


def _by(table: TableHealth, target: Path) -> tuple[str, ...]:
    return table.table, table.game, table.rules, visible(table.file), target.name


class ForeignFile(WordedError[object]):
    """Another file is in the text file's place; it is left as it is."""


def write_metrics(
    target: Path, tables: Iterable[TableHealth], at: datetime, unreadable: Iterable[str] = ()
) -> None:
    """Write the text file, replaced at once, so that no collector reads half of one. ``unreadable`` are
    journals that can't be read. Everybody may read it, since the collector is another user; it names no
    person. Raises OSError, ForeignFile, and ImportError without prometheus_client.
    """
    _check_own(target)
    from prometheus_client import CollectorRegistry, Gauge, generate_latest

    registry, shown = CollectorRegistry(), tuple(tables)
    for name, (meaning, value) in _FIGURES.items():
        gauge = Gauge(f"dealer_console_{name}", meaning, _BY, registry=registry)
        for each in shown:
            if (figure := value(each)) is not None:
                gauge.labels(*_by(each, target)).set(figure)
    ailing = Gauge(
        "dealer_console_device_ailing",
        "1 while a device is lost, silent, faulty or misbehaving",
        (*_BY, "device", "what"),
        registry=registry,
    )
    errors = Gauge(
        "dealer_console_device_errors_a_day",
        "Faults, failed readings and interruptions in 24 hours",
        (*_BY, "device"),
        registry=registry,
    )
    for each in shown:
        for device, what in each.devices.items():
            ailing.labels(*_by(each, target), device, what).set(1)
        for device, count in each.errors.items():
            errors.labels(*_by(each, target), device).set(count)
    meaning = "1 for a journal that can't be read"
    lost = Gauge("dealer_console_unreadable", meaning, ("file", "textfile"), registry=registry)
    for name in unreadable:
        lost.labels(visible(name), target.name).set(1)
    looked = Gauge(
        "dealer_console_looked_timestamp_seconds", "When it was looked", ("textfile",), registry=registry
    )
    looked.labels(target.name).set(at.timestamp())
    meaning = "The console that looked, by its version"
    running = Gauge("dealer_console_version", meaning, ("version", "textfile"), registry=registry)
    running.labels(__version__, target.name).set(1)
    half = target.parent / f".{target.name}.{os.getpid()}"  # Collectors read only names ending in .prom.
    try:
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644)
        with os.fdopen(descriptor, "wb") as file:
            let_read(file.fileno())
            file.write(generate_latest(registry))
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)


def _check_own(target: Path) -> None:
    """Raises ForeignFile unless there is nothing, an empty file, or an earlier text file. A rename replaces
    whatever has the name: a journal, a link, for root ``/dev/null`` too.
    """
    try:
        with open_plain(target, links=False) as file:
            begins = file.read(len(_BEGINS))
    except FileNotFoundError:
        return
    except OSError as error:
        if not os.path.lexists(target):  # The folder is missing, for instance.
            raise
        raise ForeignFile("record.exists", file=str(target)) from error
    if begins not in (b"", _BEGINS):
        raise ForeignFile("record.exists", file=str(target))


class OwnHealth:
    """Writes a table's text file at regular intervals."""

    def __init__(
        self, journal: Path, target: Path, every: float, now: Callable[[], datetime] = utc_now
    ) -> None:
        """Nothing is written yet; ``every`` is in seconds."""
        self._journal, self._target, self._every, self._now = journal, target, every, now
        self._ended = threading.Event()
        self._watch = HealthWatch(journal, lambda: self._ended.wait(REST))
        self._last_error = ""
        self._thread = threading.Thread(target=self._run, name="own health", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def write(self) -> bool:
        """Look, and write the figures; returns whether that worked. It never raises."""
        try:
            at = self._now()
            write_metrics(self._target, [self._watch.look(at, *room_in(self._journal.parent))], at)
        except (JournalError, ForeignFile, OSError, ImportError, RuntimeError) as error:
            if str(error) != self._last_error:
                self._last_error = str(error)
                log.warning("the table's health can't be written to %s: %s", self._target, error)
            return False
        self._last_error = ""
        return True

    def _run(self) -> None:
        while not self._ended.is_set():
            self.write()
            self._ended.wait(self._every)
