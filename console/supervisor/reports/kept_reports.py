"""A table's earlier reports, kept for the next time that they are asked for.

A kept report lies in a folder of the user's own, far from the journals. It is believed only if no other user
can have written it, it was not changed, and all that it depends on is the same to the byte: the journal's
files, the console, the table's rulebook, the interval, the time zone. A playing table's file changes with
each entry, and its reports are made again. As with the index of a log, none of this proves anything against
somebody who acts as the user.
"""

from __future__ import annotations

import logging
import os
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta, tzinfo
from enum import Enum
from fractions import Fraction
from hashlib import file_digest, sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from console.base.software import at_work
from console.base.system import content_of, put_whole
from console.base.words import turn_of
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.reports.shift_report import TableReport
from console.table.game import load_rulebook, rulebook_digest
from console.table.journal import is_private, once, review, sibling, whole_file_of

T = TypeVar("T")
log = logging.getLogger(__name__)

MANY: Final = 5_000
"""Entries of an interval from which its report is kept: fewer are counted as fast."""
NOT_READ: Final = (
    *(OSError, ImportError, AttributeError, TypeError, ValueError),
    *(LookupError, EOFError, pickle.UnpicklingError),
)
"""The errors of loading a file that is no report."""
_UNUSED: Final = 180 * 86_400
"""Seconds after which a kept report is removed."""


def own_folder() -> Path:
    """The folder of kept reports, which this does not make."""
    from platformdirs import user_cache_path

    return user_cache_path("dealer-console", appauthor=False) / "reports"


def kept_report(sequence: EntrySequence, interval: Interval, count: Callable[[], TableReport]) -> TableReport:
    """The report that was kept of these files and this interval, else the one that ``count`` makes, which is
    kept. Raises whatever ``count`` does.
    """
    try:
        # This is read first: entries that come while the report is made are noticed later.
        made_of = _made_of(sequence, interval)
    except OSError:
        return count()
    if (known := kept(made_of, TableReport)) is not None:
        return known
    with sequence.file(len(sequence.files) - 1) as last:  # a console goes on in no other file of a journal
        head = last.head
    report = count()
    if head == _newest_head(sequence.files[-1]):
        keep(made_of, report)
        clear_unused()
    return report


def _made_of(sequence: EntrySequence, interval: Interval) -> bytes:
    """All that a report depends on, as one text. Raises OSError."""
    bounds = [at and f"{at.isoformat()}#{turn_of(at)}" for at in (interval.start, interval.until)]
    zone = os.environ.get("TZ"), os.path.realpath("/etc/localtime"), time.tzname, time.timezone
    files = [(each.name, _content(each)) for each in sequence.files]
    return msgspec.json.encode((software_of(sequence), interval.shift, bounds, zone, files))


def software_of(sequence: EntrySequence) -> str:
    """The software that reads a journal, with the digest of its rulebook. Raises OSError."""
    # A house puts its rulebooks among those of an installed console, whose manifest covers only its own.
    return at_work(rulebook_digest(load_rulebook(sequence.identity.rules)), "").text


@once
def _content(file: Path) -> str:
    """The digest of a journal's present file, with its log of latest writes. Raises OSError."""
    with whole_file_of(file) as opened:
        digests = file_digest(opened, "sha256").hexdigest()
    with suppress(FileNotFoundError), sibling(file, "-wal").open("rb") as written:
        digests += file_digest(written, "sha256").hexdigest()
    return digests


def _newest_head(file: Path) -> str:
    with review(file, is_checked=True) as journal:  # It is opened now, though it may already be open.
        return journal.head


def _place_of(made_of: bytes) -> Path:
    return own_folder() / sha256(made_of).hexdigest()


def kept(made_of: bytes, of: type[T]) -> T | None:
    """The value of this kind that was kept as made of all this; None if there is none to believe."""
    path = _place_of(made_of)
    if not (is_private(path.parent) and is_private(path)):
        return None
    try:
        digest, written = content_of(path, links=False).split(b"\n", 1)
        if digest == _digest(made_of, written):
            value = _Values(BytesIO(written)).load()
            return value if isinstance(value, of) else None
    except NOT_READ as error:
        log.warning("a kept report can't be read: %s", error)
    return None


class _Values(pickle.Unpickler):
    """Loads values and nothing else: no function is called."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("console.") or module in ("datetime", "fractions", "msgspec._core"):
            found = super().find_class(module, name)
            if found is msgspec.UNSET or (isinstance(found, type) and issubclass(found, _VALUES)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of a report")


_VALUES: Final = (msgspec.Struct, Enum, str, tuple, date, timedelta, tzinfo, Fraction)


def keep(made_of: bytes, value: object) -> None:
    """Keep a value. A failure is only logged, since the value exists."""
    path, written = _place_of(made_of), pickle.dumps(value)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_private(path.parent):
            put_whole(path, _digest(made_of, written) + b"\n" + written)
    except OSError as error:
        log.warning("a report is not kept: %s", error)


def clear_unused() -> None:
    """Remove what was kept long ago, as found by a look at each kept file, from the user's own folder."""
    folder = own_folder()
    for path in folder.glob("*") if is_private(folder) else ():
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > _UNUSED:
                path.unlink()


def _digest(made_of: bytes, written: bytes) -> bytes:
    return sha256(sha256(made_of).digest() + written).hexdigest().encode()
