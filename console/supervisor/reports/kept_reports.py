"""A paper's counts of a table, kept for the next time that it is asked for: it goes on from there.

The counts lie in a folder of the user's own, far from the journals. They are believed only if no other user
can have written them, they were not changed, and all that they depend on is the same: the chain at the last
entry counted, the console, the table's rulebook, the interval and the rest of the question, the time zone,
the times at which a clock was set back. The chain names the entries as they were written: one that was
changed since is found by ``journal verify``, or by counting again, not here. As with the index of a log, none
of this proves anything against somebody who acts as the user.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import time
import zlib
from collections.abc import Generator, Sequence
from contextlib import suppress
from datetime import date, timedelta, tzinfo
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from console.base.software import at_work
from console.base.system import content_of, put_whole
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.history.timeline import ElapsedTime, Moment, Progress, go_on
from console.table.core import Game
from console.table.game import load_rulebook, rulebook_digest
from console.table.journal import is_private

T = TypeVar("T")
log = logging.getLogger(__name__)

MANY: Final = 5_000
"""Entries from which their counts are kept: fewer are counted as fast."""
KEPT_EVERY: Final = 50_000
"""Entries after which the counts so far are kept: a reading may be broken off."""
NOT_READ: Final = (
    *(OSError, ImportError, AttributeError, TypeError, ValueError),
    *(LookupError, EOFError, pickle.UnpicklingError, zlib.error),
)
"""The errors of loading a file that is no report."""
_UNUSED: Final = 180 * 86_400
"""Seconds after which a kept report is removed."""


def own_folder() -> Path:
    """The folder of kept reports, which this does not make."""
    from platformdirs import user_cache_path

    return user_cache_path("dealer-console", appauthor=False) / "reports"


def going_on(
    sequence: EntrySequence,
    paper: object,
    fold: T,
    progress: Progress = go_on,
    *,
    places: Sequence[range] = (),
    after: int = 0,
) -> tuple[T, Generator[Moment, None, None]]:
    """The fold that was kept for a paper, else ``fold``, and the moments that it has not counted yet. Each
    is to be counted before the next one is taken: the fold is kept now and then, and at the last place.

    ``paper`` is all that the fold was made with; without ``places`` all are asked for, those after the state
    before ``after`` are read. Raises as :meth:`EntrySequence.moments`.
    """
    last = places[-1][-1] if places else sequence.end
    elapsed, table, made_of = ElapsedTime(), None, _made_of(sequence, paper)

    def depends(place: int) -> tuple[object, ...]:
        within = tuple((each.start, min(each.stop, place + 1)) for each in places if each.start <= place)
        return sequence.chain(place), within

    known = None if made_of is None else kept(made_of, tuple, sequence.game)
    if known is not None and after < known[0] <= last and depends(known[0]) == known[1]:
        after, _, fold, elapsed, table = known

    def passed() -> Generator[Moment, None, None]:
        stream = sequence.moments(after, progress, decoded=False, elapsed=elapsed, table=table)
        for moment in stream:
            yield moment
            is_due = moment.place == last or (moment.place % KEPT_EVERY == 0 and moment.place < last)
            if is_due and made_of is not None and moment.place - after >= MANY:
                value = moment.place, depends(moment.place), fold, elapsed, moment.after
                keep(made_of, value, sequence.game)
        clear_unused()

    return fold, passed()


def _made_of(sequence: EntrySequence, paper: object) -> bytes | None:
    """All that a fold depends on besides the entries, as one text; None if it can't be known."""
    zone = os.environ.get("TZ"), os.path.realpath("/etc/localtime"), time.tzname, time.timezone
    names = [each.name for each in sequence.files]
    with suppress(OSError), sequence.file(0) as journal:
        begun, marks = journal.heading.digest, repr(sequence.set_back)
        return msgspec.json.encode((software_of(sequence), paper, zone, names, begun, marks))
    return None


def software_of(sequence: EntrySequence) -> str:
    """The software that reads a journal, with the digest of its rulebook. Raises OSError."""
    # A house puts its rulebooks among those of an installed console, whose manifest covers only its own.
    return at_work(rulebook_digest(load_rulebook(sequence.identity.rules)), "").text


def _place_of(made_of: bytes) -> Path:
    return own_folder() / sha256(made_of).hexdigest()


def kept(made_of: bytes, of: type[T], game: Game | None = None) -> T | None:
    """The value of this kind that was kept as made of all this; None if there is none to believe. ``game`` is
    not kept with it.
    """
    path = _place_of(made_of)
    if not (is_private(path.parent) and is_private(path)):
        return None
    try:
        digest, written = content_of(path, links=False).split(b"\n", 1)
        if digest == _digest(made_of, written):
            value = _Values(BytesIO(zlib.decompress(written)), game).load()
            return value if isinstance(value, of) else None
    except NOT_READ as error:
        log.warning("a kept count can't be read: %s", error)
    return None


class _Written(pickle.Pickler):
    def __init__(self, file: BytesIO, game: Game | None) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game = game

    def persistent_id(self, value: object) -> str | None:
        return "game" if value is self._game and value is not None else None


class _Values(pickle.Unpickler):
    """Loads values and folds, and nothing else: no function is called."""

    def __init__(self, file: BytesIO, game: Game | None) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, name: str) -> Game | None:
        return self._game

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("console.") or _OTHERS.fullmatch(f"{module}.{name}"):
            found = super().find_class(module, name)
            if not module.startswith("console.") or (
                isinstance(found, type) and (_FOLDS.fullmatch(name) or issubclass(found, _VALUES))
            ):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of a paper")


_VALUES: Final = (msgspec.Struct, Enum, str, tuple, date, timedelta, tzinfo, Fraction)
_FOLDS: Final = re.compile(
    "CardSetsFold|ContradictionFold|DeviceCounts|DutyFold|ElapsedTime|FirstRows|History|HourCounts|"
    "IncidentList|InterventionFold|Lengths|NotificationFold|OnsetFold|PitBossCounts|PlayCounts|QuickFold|"
    "RoundFold|ShoeCounts|ShoeFiguresFold|ShoeFold|SpanFold|SpinRows|StaffCounts|StayFold|TableFold|Tallies|Tally|"
    "TroubleFold|WaitFold|WheelCountsBySerial|WinnerCounts"
)
"""The console's own classes that count."""
_OTHERS: Final = re.compile(
    r"builtins\.(float|int|list|set|tuple)|collections\.(Counter|defaultdict)|fractions\.Fraction|"
    r"datetime\.(date|datetime|timedelta|timezone)|msgspec\._core\.UNSET|msgspec\._utils\.rebuild"
)
"""The rest of what folds hold; ``rebuild`` makes a struct of them from its fields by name."""


def keep(made_of: bytes, value: object, game: Game | None = None) -> None:
    """Keep a value without its ``game``. A failure is only logged, since the value exists."""
    path, file = _place_of(made_of), BytesIO()
    try:
        _Written(file, game).dump(value)
        written = zlib.compress(file.getvalue(), 4)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_private(path.parent):
            put_whole(path, _digest(made_of, written) + b"\n" + written)
    except OSError as error:
        log.warning("a count is not kept: %s", error)


def clear_unused(seconds: float = _UNUSED) -> None:
    """Remove what was kept so long ago, as found by a look at each kept file, from the user's own folder."""
    folder = own_folder()
    for path in folder.glob("*") if is_private(folder) else ():
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > seconds:
                path.unlink()


def _digest(made_of: bytes, written: bytes) -> bytes:
    return sha256(sha256(made_of).digest() + written).hexdigest().encode()
