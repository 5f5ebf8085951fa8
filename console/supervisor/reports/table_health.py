"""The health of a table's console and its devices, for a house's own monitoring: figures and findings. It is
read from the journal's file without asking a table at work, and has no person's name. A finding has a level
of monitoring; the limits are in one table.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from itertools import permutations
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec

from console.supervisor.history.devices import TroubleFold
from console.supervisor.history.timeline import Moment, moments
from console.supervisor.reports.counts import SEALINGS, DeviceCounts
from console.table.core import (
    NOT_RESPONDING,
    About,
    ClockState,
    JournalOrigin,
    NoteKind,
    Phase,
    Role,
    Sync,
    Table,
    encode_table,
    events,
    is_about,
    table_of,
)
from console.table.custody import game_of_journal, journal_origin, last_answer
from console.table.journal import Review, is_journal, no_journal, review, seals

DAY: Final = timedelta(days=1)
STRETCH: Final = 100
"""Entries that are read at a stretch, in some five milliseconds of a processor."""
MIB: Final = 2**20


class Level(IntEnum):
    """The levels of monitoring's plugins: their exit status."""

    OK = 0
    WARNING = 1
    CRITICAL = 2
    UNKNOWN = 3
    """The journal can't be read."""


class HealthTrouble(StrEnum):
    UNREADABLE = "unreadable"
    DISK = "disk"
    """The room left on the journal's disk."""
    FILES = "files"
    """Files that may still be made there: a disk without inodes takes no entry, whatever room it has."""
    HALTED = "halted"
    CALLED = "called"
    """A pit boss is called, and has not come."""
    SILENT = "silent"
    """The table is open, and nothing has been recorded for long."""
    NO_ANSWER = "no_answer"
    """The table is open, and its console does not answer: its thread or its window stands still, or its
    process was killed.
    """
    LOST = "lost"
    """A device or the link is not connected."""
    AILING = "ailing"
    """A device is silent, or its last message was a fault."""
    MISBEHAVING = "misbehaving"
    """The game server sends too many refused lines, which are only counted."""
    CLOCK = "clock"
    """The machine's clock follows no time server, or a wrong one."""
    AHEAD = "ahead"
    """The last entry lies in the future by this clock: until then nothing is silent, and nothing waits."""
    UNSEALED = "unsealed"
    """A LIVE journal with old entries under no seal, or with a failed seal."""
    NO_PICTURE = "no_picture"
    """The studio's recorder has no picture of the table's camera."""
    NOTIFY = "notify"
    """The time to inform an office of an incident is over, without two people's ticks."""
    ELSEWHERE = "elsewhere"
    """One person deals here and is signed in at another table, or deals there and is signed in here."""


class Ailment(StrEnum):
    LOST = "lost"
    """It is not connected."""
    SILENT = "silent"
    FAULT = "fault"
    """Its last message was a fault."""
    MISBEHAVING = "misbehaving"
    """Only for the link: too many of its lines are refused, which are only counted."""


LIMITS: Final = {
    HealthTrouble.HALTED: (60.0, 600.0),
    HealthTrouble.CALLED: (120.0, 600.0),
    HealthTrouble.SILENT: (1800.0, 7200.0),
    HealthTrouble.NO_ANSWER: (NOT_RESPONDING, NOT_RESPONDING),
    HealthTrouble.AHEAD: (60.0, 1800.0),
    HealthTrouble.UNSEALED: (26 * 3600.0, 50 * 3600.0),
    HealthTrouble.NOTIFY: (0.0, 3600.0),
}
"""Seconds until a table's level is a warning, and critical. A shift is sealed at its end."""
DISK_LIMITS: Final = (2048 * MIB, 256 * MIB)
"""Bytes left for a warning, and for critical: a day of three entries a second is some 100 MiB."""
FILES_LIMITS: Final = (1000, 100)
"""Files left for a warning, and for critical."""
MISBEHAVED_FOR: Final = timedelta(minutes=5)
"""How long a count of refused lines is reported if nothing about the link follows it: no entry ends the
trouble, and monitoring looks every few minutes.
"""


class HealthFinding(msgspec.Struct, frozen=True):
    """A trouble, its level, and its detail: a device, seconds, bytes, a reason's word."""

    what: HealthTrouble
    level: Level
    said: str | float = ""


class TableHealth(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment, by its journal; times are UTC, durations seconds."""

    file: str
    table: str
    game: str
    rules: str
    casino: str
    live: bool
    origin: JournalOrigin = JournalOrigin.LIVE
    entry: int
    last_at: datetime | None
    phase: Phase
    round_open: bool
    rounds: int
    """Rounds begun since the journal's beginning."""
    incidents: int
    halted: str
    """The reason of a halt in the protocol's word; "incident" while one is open; empty during play."""
    halted_for: float | None
    called_for: float | None
    """How long a called pit boss has not come; None if none is called, or one came."""
    queued: int
    """Reports that wait behind an open incident."""
    devices: dict[str, Ailment]
    """The fault of each device that has one, the link included."""
    errors: dict[str, int]
    """Faults, failed readings and interruptions of each device in the last day."""
    clock: str
    """synchronised, unsynchronised, unknown or unasked, as last noted; nothing before."""
    sealed_at: datetime | None
    sealed: int
    unsealed_for: float | None
    """The age of the oldest unsealed entry, or None."""
    unanswered_for: float | None = None
    """How long ago the table's own thread last answered; None if no console plays there."""
    no_picture: str = ""
    """Why the recorder had no picture when it was last asked; empty if it had."""
    overdue_for: float | None = None
    """How long an office's notification has been overdue, or None."""
    disk_free: int
    """Free bytes on the journal's disk."""
    files_free: int | None = None
    """Files that may still be made there; None on a disk that does not count them."""
    findings: tuple[HealthFinding, ...] = ()

    @property
    def level(self) -> Level:
        return max((each.level for each in self.findings), default=Level.OK)


def room_in(folder: Path) -> tuple[int, int | None]:
    """The free bytes on a folder's disk, and the files that it has room for, or None. Raises OSError."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize, disk.f_favail if disk.f_files else None


def health(path: Path, now: datetime, disk_free: int, files_free: int | None = None) -> TableHealth:
    """The health of a journal's table at ``now`` (aware). Raises JournalError."""
    return HealthWatch(path).look(now, disk_free, files_free)


def with_people_elsewhere(watches: Mapping[HealthWatch, TableHealth]) -> dict[HealthWatch, TableHealth]:
    """The tables' health, with people signed in at two LIVE tables of one casino who deal at one of them. A
    pit boss may be at several; a copy of a table's journal is no other table.
    """
    roles = {watch: watch.roles if found.live else {} for watch, found in watches.items()}
    both = dict(watches)
    for one, other in permutations(watches, 2):
        shared = roles[one].keys() & roles[other].keys()
        is_other = one.journal != other.journal and watches[one].casino == watches[other].casino
        if is_other and any(Role.DEALER in (roles[one][who], roles[other][who]) for who in shared):
            finding = HealthFinding(HealthTrouble.ELSEWHERE, Level.WARNING, watches[other].table)
            known = [each for each in both[one].findings if each != finding]
            both[one] = msgspec.structs.replace(both[one], findings=(*known, finding))
    return both


class HealthWatch:
    """Looks at one journal repeatedly; each look reads only what was written since."""

    def __init__(self, path: Path, rest: Callable[[], object] = lambda: None) -> None:
        """``rest`` is called after each :data:`STRETCH` of entries, if others share the processor."""
        self._path, self._rest = path, rest
        self._of: bytes | None = None
        """The digest of the heading that was read: a journal may continue in a new file."""
        self._begin_again()

    def look(self, now: datetime, disk_free: int, files_free: int | None = None) -> TableHealth:
        """The table's health at ``now`` (aware). Raises JournalError; the next look starts over."""
        if not is_journal(self._path):
            raise no_journal(self._path)
        seals.refuse_contradicted(self._path)
        seal = seals.last_seal(self._path)
        signed = None if seal is None else seal.content
        sealed = 0 if signed is None else signed.entries
        try:
            with review(self._path, is_checked=self._of is not None) as journal:
                if journal.heading.digest != self._of:
                    self._begin_again()
                    self._of = journal.heading.digest
                self._go_on(journal, now)
                identity = journal.identity
                unsealed = next((entry.at for entry in journal.entries(sealed)), None)
        except BaseException:
            self._of = None
            raise
        while self._errors and self._errors[0][0] < now - DAY:
            self._errors.popleft()
        table = self._table
        incident, halt = table.incident, table.halt
        late = min((each.until for each in table.notifications if each.until <= now), default=None)
        found = TableHealth(
            file=str(self._path),
            table=identity.table,
            game=identity.game,
            rules=identity.rules,
            casino=table.console.casino,
            live=table.console.live,
            origin=journal_origin(identity.table, table.console),
            entry=self._entry,
            last_at=self._last_at,
            phase=table.phase,
            round_open=table.open_round,
            rounds=table.round_number,
            incidents=table.incidents.reported,
            halted="incident" if incident is not None else "" if halt is None else halt.told_reason,
            halted_for=_since(table.stood_since, now),
            called_for=None if self._has_come else _since(table.called, now),
            queued=len(table.incidents.waiting),
            devices=self._ailing(now),
            errors={
                each.device: sum(device == each.device for _, device in self._errors)
                for each in self._devices.devices
                if each.device
            },
            clock=self._clock,
            sealed_at=None if signed is None else datetime.fromisoformat(signed.at),
            sealed=sealed,
            unsealed_for=_since(unsealed, now),
            unanswered_for=_since(last_answer(self._path), now),
            no_picture=table.console.video_missing,
            overdue_for=_since(late, now),
            disk_free=disk_free,
            files_free=files_free,
        )
        return msgspec.structs.replace(found, findings=tuple(_findings(found, self._devices.unsealed, now)))

    @property
    def journal(self) -> str:
        """The id of the journal at the last look, the same in its files and their copies."""
        return self._table.journal or (self._of or b"").hex()[:8]

    @property
    def roles(self) -> dict[str, Role]:
        """The role of each person signed in at the last look, by the id in small letters. A closed table has
        no dealer any more.
        """
        gone = Role.DEALER if self._table.phase is Phase.CLOSED else None
        return {str(each.who).casefold(): each.role for each in self._table.people if each.role is not gone}

    def _begin_again(self) -> None:
        self._devices, self._table, self._clock = DeviceCounts(), Table(), ""
        self._troubles = TroubleFold()
        self._has_come = False
        """Whether a pit boss has come to the dealer's call, and is there."""
        self._last_at: datetime | None = None
        self._link_refused: datetime | None = None
        """When the link's refused lines were last counted, if nothing else was noted about it since."""
        self._entry, self._begun = 0, False
        self._errors: deque[tuple[datetime, str]] = deque()
        """The time of each device error in the last day."""

    def _go_on(self, journal: Review, now: datetime) -> None:
        """Read the entries since; at first those of the last day, or the last one, from the state before."""
        game = game_of_journal(journal.path, journal.identity)
        state: bytes | None = None
        if self._begun:
            state = encode_table(self._table)
        else:
            every = journal.bounds(None, None, None)
            if (
                every is None
            ):  # The file was just begun, perhaps by a closing, so the table's end still holds.
                self._table = table_of(journal.begin(0)[1])
                return
            first, _ = journal.bounds(now - DAY, None, None) or (every[1], every[1])
            called = table_of(journal.begin(every[1])[1]).called
            since_call = None if called is None else journal.bounds(called, None, None)
            self._entry, state = journal.begin(min(first, *(since_call or every[1:])) - 1)
            self._remember(journal)
            self._begun = True
        for number, moment in enumerate(moments(game, state, journal.entries(self._entry), decoded=False), 1):
            self._take(moment, counting=moment.row.at >= now - DAY)
            if number % STRETCH == 0:
                self._rest()

    def _remember(self, journal: Review) -> None:
        """Take the last notes on the clock and the seal, which may be older than a day."""
        noted = [journal.last_of_a_kind("noted", each) for each in (NoteKind.SHIFT_BEGAN, *SEALINGS)]
        for row in sorted(filter(None, noted), key=attrgetter("number")):
            event = events.DECODER.decode(row.event)
            if isinstance(event, events.Noted):
                self._take_note(event, row.at)
                self._devices.note_sealing(event)

    def _take(self, moment: Moment, *, counting: bool) -> None:
        self._devices.count_moment(moment, self._troubles.follow(moment), counting=counting)
        earlier, there = _pit_bosses(moment.before), _pit_bosses(moment.after)
        is_called = moment.before.called is not None and moment.after.called is not None
        self._has_come = is_called and bool(there) and (self._has_come or bool(there - earlier))
        self._table, self._last_at, self._entry = moment.after, moment.row.at, moment.row.number
        if counting and self._devices.failed:
            self._errors.append((moment.row.at, self._devices.failed))
        if isinstance(moment.event, events.Noted):
            self._take_note(moment.event, moment.row.at)

    def _take_note(self, event: events.Noted, at: datetime) -> None:
        if event.what == NoteKind.SHIFT_BEGAN:
            self._clock = ClockState.of(event.text or "").sync
        elif is_about(event.what, About.LINK):
            self._link_refused = at if event.what == NoteKind.LINK_LINES_REFUSED else None

    def _ailing(self, now: datetime) -> dict[str, Ailment]:
        refused = self._link_refused
        found = {device: Ailment(what) for device, what in self._troubles.ailing(self._table).items()}
        if refused is not None and now - refused < MISBEHAVED_FOR:
            found["link"] = Ailment.MISBEHAVING
        return found


def _pit_bosses(table: Table) -> set[str]:
    return {person.who for person in table.people if person.role is Role.PIT_BOSS}


def _since(at: datetime | None, now: datetime) -> float | None:
    return None if at is None else max(0.0, (now - at).total_seconds())


def _findings(health: TableHealth, unsealed: str | None, now: datetime) -> Iterator[HealthFinding]:
    """The table's findings, only the worst of each kind."""
    for what, left, (low, full) in (
        (HealthTrouble.DISK, health.disk_free, DISK_LIMITS),
        (HealthTrouble.FILES, health.files_free, FILES_LIMITS),
    ):
        if left is not None and left < low:
            yield HealthFinding(what, Level.CRITICAL if left < full else Level.WARNING, left)
    is_open = health.phase is not Phase.CLOSED
    ages = {
        HealthTrouble.HALTED: health.halted_for,
        HealthTrouble.CALLED: health.called_for,
        HealthTrouble.SILENT: _since(health.last_at, now) if is_open else None,
        HealthTrouble.NO_ANSWER: health.unanswered_for if is_open else None,
        HealthTrouble.NOTIFY: health.overdue_for,
        HealthTrouble.AHEAD: None if health.last_at is None else _since(now, health.last_at),
    }
    if health.live:
        ages[HealthTrouble.UNSEALED] = health.unsealed_for
    for what, age in ages.items():
        warns, bad = LIMITS[what]
        if age is not None and age >= warns:
            yield HealthFinding(what, Level.CRITICAL if age >= bad else Level.WARNING, age)
    if health.live and unsealed is not None:
        yield HealthFinding(HealthTrouble.UNSEALED, Level.CRITICAL, unsealed)
    if health.no_picture:
        yield HealthFinding(HealthTrouble.NO_PICTURE, Level.WARNING, health.no_picture)
    for device, ails in health.devices.items():
        if ails is Ailment.MISBEHAVING:
            yield HealthFinding(HealthTrouble.MISBEHAVING, Level.WARNING, device)
        if ails is Ailment.MISBEHAVING or not is_open:
            continue
        lost = ails is Ailment.LOST
        yield HealthFinding(
            HealthTrouble.LOST if lost else HealthTrouble.AILING,
            Level.CRITICAL if lost else Level.WARNING,
            device,
        )
    if health.clock == Sync.NO:
        yield HealthFinding(HealthTrouble.CLOCK, Level.WARNING)
