"""The content of a table's screen beside the table's own state: people, lamps, waits, the last refusal.

The module knows the clock and the configuration, the session's lock, and the health lamps; times are seconds
of a monotonic clock and come from the caller. It draws nothing, and decides nothing about the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final, Literal, cast

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.table.core.play.outage import outage
from console.table.core.running.clock import SECOND, Sync, Timekeeping, sync_of
from console.table.core.running.station import ANSWER_DUE, BytesJob, LineJob, ShownTable
from console.table.core.showing.dealer_view import BALL_SEEN, Situation, wheel_state
from console.table.core.showing.screen_values import (
    ConsoleHealth,
    Lamp,
    LampFault,
    LicenceEnd,
    Person,
    ScreenState,
    TurnedDown,
)
from console.table.core.state.actions import Action
from console.table.core.state.commissioning_state import Equipment
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.phases import Bets, Phase
from console.table.core.state.reasons import HALT_REASONS, Refusal
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Overdue
from console.table.core.state.views import Prompt
from console.table.devices.catalogue import AttachedDevice
from console.table.devices.exchanged_ports import HeardPort
from console.table.devices.health import Health, LossReason, judge_health
from console.table.devices.model import DeviceRole
from console.table.game.games import has_wheel
from console.table.ui.incident.authority import Authority
from console.table.ui.window.bridge import Bridge
from console.table.ui.window.table_setup import TableSetup

Device = DeviceRole | Literal["link"]


class Lamps:
    """The health of a table's devices and of its journal."""

    def __init__(
        self, devices: Iterable[Device], silent_after: float, attached: Iterable[AttachedDevice] = ()
    ) -> None:
        """``link`` is the game server; ``attached`` devices are also heard for words of another model.
        ``silent_after``: the seconds after which a device counts as silent while a card is awaited.
        """
        self._links: dict[Device, Health] = {device: Health.RECONNECTING for device in devices}
        self._reasons: dict[Device, LossReason | None] = {}
        self._last_bytes: dict[Device, float] = {}
        self._due: tuple[Prompt, float] | None = None
        self._silent_after = silent_after
        self._ports: dict[Device, HeardPort] = {each.role: HeardPort(each) for each in attached}
        self.overdue: Overdue | None = None
        """The overdue events that are on record."""
        self.misbehaves = False
        """Whether the game server sends too many refused lines, so that they are only counted."""
        self.unjoined = False
        """Whether the table has a floor, and can't send it anything until somebody has mended its file."""
        self.refused = ""
        """The names for which the floor has refused the table for a minute; empty while it does not."""
        self.twins = False
        """Whether another console works as this table, as the floor reports."""
        self.passed_over = ""
        """Who chose another console than this one at the floor; empty: nobody did."""
        self.clock_ahead = 0.0
        """The seconds by which the table's clock is ahead of the floor server's; 0 if they agree."""
        self.console = ""
        """The name that the floor's windows give this one of the two consoles."""

    def floor_misses(self, misses: bool) -> None:
        """The table does not reach its floor because of its own file, or reaches it again."""
        self.unjoined = misses

    def floor_has_twins(self, twins: bool) -> None:
        """Another console has begun, or has ceased, to work as this table."""
        self.twins = twins

    def floor_passes_over(self, name: str) -> None:
        """Somebody chose another console than this one; an empty name: this one counts."""
        self.passed_over = name

    def floor_clock(self, ahead: float) -> None:
        self.clock_ahead = ahead

    def floor_refuses(self, names: str) -> None:
        """The floor refuses this table because of these names; empty: it accepts the table."""
        self.refused = names

    def link_changed(self, device: Device, health: Health, reason: LossReason | None = None) -> None:
        """A device was connected or disconnected, for a reason if the system gives one."""
        self._links[device], self._reasons[device] = health, reason
        if health is Health.LOST and device in self._ports:  # a plug that was pulled may come back elsewhere
            self._ports[device].forget()

    def hear(self, device: Device, received: bytes) -> None:
        """Bytes of a device, which may be another's."""
        if device in self._ports:
            self._ports[device].hear(received)

    def bytes_came(self, device: Device, now: float) -> None:
        self._last_bytes[device] = now

    def show_prompt(self, prompt: Prompt, now: float) -> None:
        """A new prompt is shown; one that waits for a card starts the device's time of silence again."""
        if not prompt.awaits_card:
            self._due = None
        elif self._due is None or self._due[0] != prompt:
            self._due = (prompt, now)

    def late(self, now: float) -> tuple[Device, ...]:
        """The connected devices that have sent nothing for too long although their card is due."""
        return tuple(device for device in self._links if self._is_late(device, now))

    def _is_late(self, device: Device, now: float) -> bool:
        if self._due is None or device not in self._due[0].read_by:
            return False
        health, last = self._links[device], self._last_bytes.get(device)
        since = self._due[1]
        found = judge_health(health, last_byte=last, due_since=since, now=now, after=self._silent_after)
        return found is not health

    def at(self, *, saving: bool, saved: bool, timed: bool = True) -> tuple[Lamp, ...]:
        """The lamps now; ``saving`` while a commit takes long, not ``saved`` if one fails. The clock has
        a lamp only if it is not right (not ``timed``), and the floor only if it has a fault.
        """
        journal = LampFault.FAILED if not saved else LampFault.SAVING if saving else None
        links = (self._link_lamp(device) for device in self._links)
        return (*links, Lamp("journal", journal), *self._clock(timed=timed), *self._floor())

    def _clock(self, *, timed: bool) -> tuple[Lamp, ...]:
        if timed and not self.clock_ahead:
            return ()
        apart = str(timedelta(seconds=int(abs(self.clock_ahead)))) if self.clock_ahead else ""
        return (Lamp("clock", LampFault.UNSYNCHRONISED, apart),)

    def _floor(self) -> tuple[Lamp, ...]:
        if self.passed_over:
            return (Lamp("floor", LampFault.PASSED_OVER, self.passed_over),)
        if self.twins:
            return (Lamp("floor", LampFault.TWINS, self.console),)
        if self.refused:
            return (Lamp("floor", LampFault.REFUSED, self.refused),)
        return (Lamp("floor", LampFault.UNJOINED),) if self.unjoined else ()

    def _link_lamp(self, device: Device) -> Lamp:
        port, fault = self._ports.get(device), self._fault(device)
        if port is not None and port.sounds_like is not None and fault in (None, LampFault.SILENT):
            return Lamp(_lamp_name(device), LampFault.EXCHANGED, port.sounds_like)
        if port is not None and port.is_unended and fault is LampFault.SILENT:
            return Lamp(_lamp_name(device), LampFault.UNENDED)
        return Lamp(_lamp_name(device), fault)

    def _fault(self, device: Device) -> LampFault | LossReason | None:
        health, overdue = self._links[device], self.overdue
        if health is not Health.CONNECTED:
            return self._reasons.get(device) or LampFault(health.value)
        if device == "link" and self.misbehaves:
            return LampFault.MISBEHAVING
        silent = overdue is not None and (overdue.server if device == "link" else device in overdue.devices)
        return LampFault.SILENT if silent else None


def _lamp_name(device: Device) -> Literal["shoe", "reader", "wheel", "link"]:
    """The lamp's word, which is the name of the device's role."""
    return cast(Literal["shoe", "reader", "wheel", "link"], str(device))


class Presence:
    """The time since somebody touched anything at this screen."""

    def __init__(self, *, lock_after: float) -> None:
        """``lock_after``: the seconds without input after which the session locks."""
        self._lock_after = lock_after
        self._last_input = 0.0
        self.locked = False
        self.locked_at = 0.0

    def lock(self, now: float) -> None:
        self.locked, self.locked_at = True, now

    def touched(self, now: float) -> None:
        """Somebody pressed something, or a card was dealt."""
        self._last_input = now

    def lock_due(self, now: float, *, jumped: bool = False) -> bool:
        """Whether the session must lock: nobody has touched anything for long (GLI-19: five minutes), or
        perhaps nobody has, since the clock ``jumped``.
        """
        return not self.locked and (jumped or now - self._last_input >= self._lock_after)


SAVING_AFTER: Final = 300_000_000
"""Nanoseconds after which an unfinished commit is shown."""
SILENT_SERVER: Final = 3.0
"""Seconds after zero in which the game server's message may still be on its way."""
DUE_AFTER: Final = 30.0
"""Seconds for which a game server may leave bets unopened, and a prompt may wait at a locked screen."""
A_SPIN: Final = 40.0
"""The most seconds that a spin takes, from the ball's turns to its rest."""
BALL_RUNS: Final = frozenset((3, 4))
"""The states in which the ball still runs; a number that is still reported may be the last round's."""
REFUSAL_SHOWN: Final = 12.0
"""Seconds for which a refused press is shown: long enough for a tired person."""
ASK_CLOCK: Final = 60.0
"""Seconds after which the system is asked again whether its clock is right."""


_NOTHING_OVERDUE: Final = Overdue(())


class _RefusedFields(msgspec.Struct, frozen=True):
    """The fields of a refused line that the message of its refusal names."""

    do: str = ""
    by: str | None = None
    who: str | None = None
    set: str | None = None


def _play_of(shown_table: ShownTable) -> object:
    """The state of play, for a comparison; only a card or a number that counts changes it."""
    view = shown_table.view
    return (view.phase, view.prompt, view.round, view.shoe)


def _is_seen_anyway(shown_table: ShownTable) -> bool:
    """Whether this refusal is shown already: a halt by its reason, an unwritable journal by its band."""
    halt, refused = shown_table.table.halt, shown_table.view.refused
    if refused is None or halt is None:
        return refused == Refusal.NOT_RECORDED
    return refused == Refusal.NOT_RECORDED or HALT_REASONS.get(refused) == halt.reason


class Surroundings:
    """The present content of a table's screen beside the table's own state."""

    def __init__(self, setup: TableSetup) -> None:
        config = setup.config
        self._config, self._rulebook, self._clock = config, setup.rulebook, setup.clock
        self._known, self._timekeeping = setup.persons, Timekeeping()
        self.persons = dict(setup.persons)
        """The people who have a name here, by id: those whom the console knows, and those of its floor."""
        attached = (device.attached_device for device in config.devices)
        self.lamps = Lamps(config.watched_roles, config.silence, attached)
        self.presence = Presence(lock_after=config.lock_after * 60)
        self.authority = Authority(config.step_up, setup.people.is_disabled)
        self.presence.touched(self.now())
        self.recovered = setup.recovered
        """The console's restart; None once somebody has gone on."""
        self._files_aside, self._aside = 0, self.recovered is not None and self.recovered.damaged
        self.licence: Callable[[], LicenceEnd | None] = lambda: None
        """Gives the end of the dealer's licence, if it is today or over."""
        self.software_changed = 0
        """The number of the console's files that differ from the release, as long as it runs."""
        self._installed: Equipment | None = None
        self._bugs = set[tuple[object, ...]]()
        """The bugs that were logged since a line was last taken, each by its type and place."""
        self._turned_down: TurnedDown | None = None
        self._refusal_until = 0.0
        self._play: object = None
        self._clock_asked = self.now() - ASK_CLOCK + 1  # not before the first paint
        self._sync = Sync.UNASKED
        self._wheel_heard: datetime | None = None
        self._ball_due: float | None = None
        self._ball_seen = False
        self._seats_due: float | None = None
        self._awaited: tuple[object, float, datetime] | None = None
        """The thing that the prompt awaits, and since when, by both clocks."""
        self._asked_at: tuple[int, int] | None = None
        self._asked = set[tuple[NoteKind, Device | None]]()
        """The notes of overdue things that the table was asked to record, at its present entry."""

    def now(self) -> float:
        return self._clock.monotonic() / SECOND

    def clock_jumped(self) -> bool:
        """Whether the clock was set by more than a minute since this was last asked."""
        return self._timekeeping.jumped(self._clock)

    def name_of(self, who: str) -> str:
        """A person's name, by id; from any thread."""
        person = self.persons.get(who)
        return who if person is None else person.name

    def know(self, person: Person) -> None:
        """Store a person, for this screen and for the whole console."""
        self.persons[person.id] = self._known[person.id] = person

    def learn_name(self, who: str, name: str) -> None:
        """Remember the name of a person who may be missing from the table's people; from any thread."""
        self.persons.setdefault(who, Person(who, name, Role.PIT_BOSS, ""))

    def update_table(self, shown_table: ShownTable) -> None:
        """Take in the table's state; what moves play on removes the message of a restart or a bug.

        A message of a device counts as somebody's presence if it moves play on; one of a device that is
        mostly quiet always does. But what changes nothing in play, such as the greeting of a shoe or server
        just connected, or a call, removes no banner.
        """
        job, play = shown_table.job, _play_of(shown_table)
        if isinstance(job, BytesJob):
            self.lamps.hear(job.device, job.received)
        still, self._play = self._play in (None, play), play
        if isinstance(job, BytesJob) and not (still and job.device in self._config.never_quiet):
            self.lamps.bytes_came(job.device, self.now())
            self.presence.touched(self.now())
        elif not isinstance(job, LineJob):
            job = None
        if job is not None and shown_table.view.accepted and not still:
            if not self._may_miss_cards_at_halt(shown_table):
                self.recovered = None
            self._bugs.clear()
        self._take_press(shown_table)
        self._take_journal(shown_table)
        self.lamps.show_prompt(shown_table.view.prompt, self.now())
        self.lamps.misbehaves, self.lamps.overdue = shown_table.misbehaves, shown_table.table.overdue
        self._take_ball(shown_table)
        self._take_ball_sent(shown_table)
        self._take_awaited(shown_table)
        if shown_table.view.prompt.action != Action.AWAIT_SEATS:
            self._seats_due = None
        elif self._seats_due is None:
            self._seats_due = self.now()

    def _take_awaited(self, shown_table: ShownTable) -> None:
        """Keep since when the prompt awaits what it awaits; what holds bets back is no server's fault."""
        view = shown_table.view
        held = view.held_back if view.prompt.action == Action.AWAIT_BETS else None
        awaited = (
            view.prompt.actor,
            view.prompt.awaited,
            held,
            None if view.round is None else view.round.id,
        )
        if self._awaited is None or self._awaited[0] != awaited:
            self._awaited = awaited, self.now(), self._clock.utc()

    def _may_miss_cards_at_halt(self, shown_table: ShownTable) -> bool:
        """Whether a pit boss at a halt has still to read that cards may be missing."""
        halted = shown_table.view.phase == Phase.HALTED or shown_table.view.incident is not None
        return halted and self.recovered is not None and self.recovered.damaged

    def newly_overdue(self, shown_table: ShownTable) -> tuple[tuple[NoteKind, Device | None], ...]:
        """The events overdue by the clock that need a record: once at each entry of the table."""
        if self._asked_at != shown_table.moment:
            self._asked_at, self._asked = shown_table.moment, set()
        found = {*self._late(shown_table, shown_table.table.overdue or _NOTHING_OVERDUE)} - self._asked
        self._asked |= found
        return tuple(found)

    def _late(self, shown_table: ShownTable, noted: Overdue) -> Iterator[tuple[NoteKind, Device | None]]:
        if self._is_silent(shown_table) and not noted.server:
            yield NoteKind.SERVER_OVERDUE, None
        for device in self.lamps.late(self.now()):
            if device not in noted.devices:
                yield NoteKind.DEVICE_OVERDUE, device
        if self._ball_due is not None and self.now() - self._ball_due >= A_SPIN and not noted.ball:
            yield NoteKind.BALL_UNSEEN, None

    def _is_silent(self, shown_table: ShownTable) -> bool:
        """Whether the game server is too late with the end of bets, the seats, or an answer."""
        if shown_table.view.prompt.action == Action.AWAIT_BETS:
            return self._opens_late(shown_table)
        if shown_table.view.prompt.action == Action.AWAIT_SEATS:
            due = self._seats_due
        elif shown_table.view.prompt.action in (Action.WAIT, Action.AWAIT_DECISION):
            due = None if shown_table.wait_ends_at is None else shown_table.wait_ends_at / SECOND
        else:
            due = None
        return due is not None and self.now() - due >= SILENT_SERVER

    def _opens_late(self, shown_table: ShownTable) -> bool:
        """Whether the game server, which can be reached, has not opened bets that nothing holds back."""
        linked = "link" in self._config.watched_roles and shown_table.view.held_back is None
        since = None if self._awaited is None else self._awaited[1]
        well = linked and outage(shown_table.table) is None
        return well and since is not None and self.now() - since >= DUE_AFTER

    def _locked_due(self, prompt: Prompt) -> bool:
        """Whether the dealer's prompt has waited at the locked screen for too long."""
        if not self.presence.locked or self._awaited is None or prompt.actor is not Actor.DEALER:
            return False
        return self.now() - max(self._awaited[1], self.presence.locked_at) >= DUE_AFTER

    def _take_press(self, shown_table: ShownTable) -> None:
        """Keep a refused press for the screen; the next accepted one removes it, and so does time."""
        job, view = shown_table.job, shown_table.view
        if job is None:
            return
        if view.accepted:
            self._turned_down = None
        elif view.refused == Refusal.STALE:
            pass  # the window says what the press was for
        elif isinstance(job, LineJob) and not job.by_link and not _is_seen_anyway(shown_table):
            self._turned_down = self._press_of(job.line, shown_table)
            self._refusal_until = self.now() + REFUSAL_SHOWN

    def _take_journal(self, shown_table: ShownTable) -> None:
        """Notice a damaged journal that was set aside; shown until a pit boss has pressed something later."""
        if shown_table.set_aside != self._files_aside:
            self._files_aside, self._aside = shown_table.set_aside, True
        elif (
            isinstance(shown_table.job, LineJob)
            and shown_table.view.accepted
            and shown_table.view.incident is None
        ):
            self._aside = self._aside and not shown_table.table.has(Role.PIT_BOSS)

    def _press_of(self, line: bytes, shown_table: ShownTable) -> TurnedDown | None:
        refused = shown_table.view.refused
        try:
            fields = read_json(line, type=_RefusedFields)
        except msgspec.DecodeError:
            return None
        person = self.persons.get(fields.who or "")
        to = shown_table.table.role_of(fields.by) if fields.by is not None else None
        name = person.name if person else None
        at = shown_table.table.where_barred(fields.set or "")
        return None if refused is None else TurnedDown(refused, fields.do, to, name, fields.set, at)

    def _take_ball(self, shown_table: ShownTable) -> None:
        """Keep since when a ball is awaited that the wheel's reader has not seen."""
        if shown_table.view.prompt.action != Action.AWAIT_NUMBER or "wheel" not in self._config.watched_roles:
            self._ball_due = None
        elif self._ball_due is None or wheel_state(shown_table.table) in BALL_SEEN:
            self._ball_due = self.now()

    def _take_ball_sent(self, shown_table: ShownTable) -> None:
        """Keep whether the reader has reported the ball whose turns are to be confirmed. If the ball may run
        while bets are still taken (ROU-2.1.3), a ball seen in bet time is that ball.
        """
        due = shown_table.view.prompt.action == Action.SPIN
        if not due and not (shown_table.view.bets == Bets.OPEN and self._runs_in_bet_time):
            self._ball_seen = False
        elif wheel_state(shown_table.table) in BALL_RUNS:
            self._ball_seen = True

    @cached_property
    def _runs_in_bet_time(self) -> bool:
        if not has_wheel(self._config.game):
            return False
        from console.table.game.roulette.rules import RouletteRules

        return self._rulebook.of(RouletteRules).ball_in_bet_time.allowed

    def follow(self, bridge: Bridge) -> None:
        """Hear of the devices and of the software from the table's threads."""
        bridge.device_changed.connect(self.lamps.link_changed)
        bridge.bytes_came.connect(self.bytes_came)
        bridge.software_looked_at.connect(self.software_was_looked_at)
        bridge.equipment_known.connect(self._know_equipment)

    def bytes_came(self, device: str) -> None:
        """A device that is never quiet has just sent something, new or not."""
        self.lamps.bytes_came(cast(Device, device), self.now())
        if device == "wheel":
            self._wheel_heard = self._clock.utc()

    def software_was_looked_at(self, changed: int) -> None:
        """Keep the number of the console's files that differ from the release."""
        self.software_changed = changed

    def _know_equipment(self, installed: Equipment) -> None:
        self._installed = installed

    def keep_unforeseen(self, error: Exception) -> str | None:
        """Keep an unforeseen error; returns its trace, or None if the same one is on the screen already.

        Without that, an error that comes again with every view would be recorded without end. The same one is
        of the same type and from the same place: its words may name the very view that it came with.
        """
        import traceback  # here, since no start needs it

        place = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        bug = (type(error), *(place or (str(error),)))
        if bug in self._bugs:
            return None
        self._bugs.add(bug)
        return "".join(traceback.format_exception(error))

    def situation(
        self,
        shown_table: ShownTable,
        busy_since: int | None,
        *,
        reporting: bool,
        unanswered: float = 0.0,
    ) -> Situation:
        """The whole situation, for the view in ``shown_table``; ``busy_since``: when it began its job;
        ``unanswered``: the seconds since its thread last answered.
        """
        saving, is_unanswered = self._is_saving(busy_since), unanswered >= ANSWER_DUE
        saved = shown_table.unwritable is None and not is_unanswered
        config = self._config
        ends, locked_due = self.licence(), self._locked_due(shown_table.view.prompt)
        lamps = self.lamps.at(saving=saving, saved=saved, timed=self._is_timed())
        return Situation(
            mode=config.mode,
            name=config.name,
            game=config.game,
            rulebook=self._rulebook,
            persons=self.persons,
            seconds_left=self._seconds_left(shown_table),
            console=ConsoleHealth(
                lamps=(*lamps, Lamp("dealer", LampFault.SILENT)) if locked_due else lamps,
                recovered=self.recovered,
                bug=bool(self._bugs),
                journal_aside=self._aside,
                software_changed=self.software_changed,
                saving=saving,
                unanswered=is_unanswered,
                unwritable=shown_table.unwritable,
            ),
            screen=ScreenState(
                locked=self.presence.locked,
                locked_due=locked_due,
                way=self.authority.way,
                step_up_left=self.authority.seconds_left(self.now()),
                step_up_lasts=config.step_up,
                answered=self.authority.answered,
                turned_down=self._turned_down if self.now() < self._refusal_until else None,
            ),
            banker_left=not config.is_mirrored,
            derived_roads=config.derived_roads,
            reporting=reporting,
            video_lead=timedelta(seconds=config.video_lead),
            sees_cut_card="shoe" in config.watched_roles,
            now=self._clock.utc(),
            wheel_heard=self._wheel_heard,
            has_wheel_reader="wheel" in config.watched_roles,
            ball_seen=self._ball_seen,
            came_in=shown_table.came_in,
            onset=shown_table.onset,
            wheel_serial=config.wheel_serial,
            licence=None if ends is None else replace(ends, name=self.name_of(ends.name)),
            installed=self._installed,
            pressed_at=shown_table.pressed_at,
            awaited_since=None if self._awaited is None else self._awaited[2],
        )

    def _seconds_left(self, shown_table: ShownTable) -> int | None:
        """Whole seconds left of bet time or of a player's time to answer, rounded up."""
        if shown_table.wait_ends_at is None:
            return None
        return max(0, -((self._clock.monotonic() - shown_table.wait_ends_at) // SECOND))

    def _is_timed(self) -> bool:
        """Whether nothing says that the clock is wrong; the system is asked once a minute. No time of a
        simulated table is evidence, so such a table has no lamp for the clock.
        """
        if self._config.mode.is_simulated:
            return True
        now = self.now()
        if now - self._clock_asked >= ASK_CLOCK:
            self._clock_asked, self._sync = now, sync_of(self._clock)
        return self._sync is not Sync.NO

    def _is_saving(self, since: int | None) -> bool:
        return since is not None and self._clock.monotonic() - since > SAVING_AFTER
