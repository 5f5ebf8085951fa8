"""Counts what wheels did, entry by entry, from as many journals as they left traces in.

It knows entries and tables; what the counts may be taken for is :mod:`console.reports.wheel_figures`'.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from console.devices.wheel import Wheel
from console.game.rulebook import load_rulebook
from console.journal.reviewing import Review, review
from console.records.moments import Moment, Progress, go_on, moments
from console.reports.figures import Count
from console.reports.wheel_figures import POCKETS, Counted, Errors, WheelReport, report_of
from console.table import events
from console.table.games.choosing import game_of
from console.table.spinning import spin_of
from console.table.state import Table

_GAME: Final = "roulette"


class NoWheel(ValueError):
    """A journal of a game that is played without a wheel."""

    key: Final = "wheel_figures.no_wheel"

    def __init__(self, path: Path, game: str) -> None:
        """Name the journal and its game."""
        super().__init__(f"{path}: a journal of {game} has no wheel")
        self.slots = {"file": str(path)}


class WheelsCounted:
    """Counts by serial number; ``unnoted`` is the serial where nobody noted one."""

    def __init__(self, unnoted: str | None = None) -> None:
        """Nothing is counted yet."""
        self._unnoted = unnoted
        self._rounds: dict[tuple[str, str], tuple[str | None, int, datetime]] = {}
        self._faults: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self._others: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self._decoders: dict[str, Wheel] = {}
        self._serial: str | None = unnoted

    def take(self, moment: Moment, table: str) -> None:
        """Go on by a moment of the table of this name."""
        self._serial = moment.after.serial or self._unnoted
        self._hear(moment.event, table)
        self._settle(moment.after, table, moment.row.at)

    @property
    def counted(self) -> tuple[Counted, ...]:
        """Each wheel by its serial number, then what nobody noted one of."""
        serials = {serial for serial, _, _ in self._rounds.values()} | set(self._faults) | set(self._others)
        return tuple(self._of(each) for each in sorted(serials, key=lambda one: (one is None, one or "")))

    def _hear(self, event: events.Any, table: str) -> None:
        match event:
            case events.BytesReceived(device="wheel"):
                decoder = self._decoders.get(table, Wheel())
                self._others[self._serial]["broken"] += decoder.broken(event.received)
                self._decoders[table] = decoder.after(event.received)
            case events.WheelFaulted():
                self._faults[self._serial][event.meaning.value] += 1
            case events.NumberRead(changed=True):
                self._faults[self._serial]["number_changed"] += 1
            case events.Noted(what="device_silent" | "device_lost", text="wheel"):
                self._others[self._serial][event.what] += 1

    def _settle(self, table: Table, name: str, at: datetime) -> None:
        """Keep a finished round's number; one that is put right later takes the place of the first."""
        number, round = spin_of(table).number, table.round
        if round is not None and round.status == "finished" and number is not None:
            serial, _, when = self._rounds.get((name, round.id), (self._serial, number, at))
            self._rounds[name, round.id] = (serial, number, when)
        last = table.last_numbered
        if last is not None and (known := self._rounds.get((name, last.round))):
            mended = last.play.number
            self._rounds[name, last.round] = (known[0], known[1] if mended is None else mended, known[2])

    def _of(self, serial: str | None) -> Counted:
        spins = [(number, at) for of, number, at in self._rounds.values() if of == serial]
        numbers, times = Counter(number for number, _ in spins), [at for _, at in spins]
        faults, others = self._faults[serial], self._others[serial]
        return Counted(
            serial,
            tuple(numbers[number] for number in range(POCKETS)),
            min(times, default=None),
            max(times, default=None),
            Errors(
                tuple(Count(name, faults[name]) for name in sorted(faults)),
                others["broken"],
                others["device_silent"],
                others["device_lost"],
            ),
        )


def wheel_report(
    paths: Iterable[Path], unnoted: str | None = None, progress: Progress = go_on
) -> WheelReport:
    """The figures of all wheels in these journals; NoWheel, a JournalError, or Cancelled by ``progress``."""
    counted = WheelsCounted(unnoted)
    for path in paths:
        with review(path) as journal:
            _count(journal, counted, progress)
    return report_of(counted.counted)


def _count(journal: Review, counted: WheelsCounted, progress: Progress) -> None:
    said = journal.identity
    if said.game != _GAME:
        raise NoWheel(journal.path, said.game)
    number, state = journal.begin(0)
    game = game_of(load_rulebook(said.rules), said.game)
    # Two tables may have one name in two studios' files: a journal's own path tells their rounds apart.
    for moment in moments(game, state, journal.entries(number), progress):
        counted.take(moment, str(journal.path))
