"""A table at work: one thread that takes every line in its order and keeps the table's clock. Lines may come
from any thread and never wait; the view after each is handed on from this thread.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

import msgspec

from console.table.core.incident.onset import Onset
from console.table.core.running.clock import SECOND, Clock, clock_state
from console.table.core.running.session import Session
from console.table.core.running.timers import AnswerTimer, BetTimer
from console.table.core.showing.screen_values import CameIn
from console.table.core.state.entries import Unwritable
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Table
from console.table.core.state.views import View
from console.table.devices.health import LossReason
from console.table.devices.model import DeviceRole

AT_MOST: Final = 1 << 14
"""Bytes of devices that wait for the table; a burst of 200 lines of a wheel has a quarter of it."""


class UnhandledBytes:
    """The count shared by the threads that read devices and by the one thread that handles their bytes."""

    def __init__(self, at_most: int = AT_MOST) -> None:
        self._at_most = at_most
        self._waiting = 0
        self._is_open = False
        self._waiters = 0
        self._lock = threading.Lock()
        self._change = threading.Condition(self._lock)

    def pass_on(self, size: int) -> None:
        """Wait for room for these bytes, then count them; an oversized piece waits until none are left."""
        with self._lock:
            if not self._has_room(size):
                self._waiters += 1
                try:
                    self._change.wait_for(lambda: self._has_room(size))
                finally:
                    self._waiters -= 1
            self._waiting += size

    def note_handled(self, size: int) -> None:
        """Take note that the table has handled ``size`` bytes."""
        with self._lock:
            self._waiting = max(0, self._waiting - size)
            if self._waiters:
                self._change.notify_all()

    def open(self) -> None:
        """Let all bytes through from now on: nobody waits for a table that has ended."""
        with self._change:
            self._is_open = True
            self._change.notify_all()

    def _has_room(self, size: int) -> bool:
        return self._waiting == 0 or self._waiting + size <= self._at_most or self._is_open


MORE_TO_COME: Final = 0.05
"""Seconds that bytes without a whole reading wait for the rest: at 4800 baud a frame takes twenty ms."""
UNCHANGED: Final = 5.0
"""Seconds that a device's repeated lines wait; a wheel sends two of them a second."""
REPEATING: Final = frozenset((DeviceRole.WHEEL,))
"""The devices that send their state again and again, though nothing of it has changed."""
ALONE_AFTER: Final = 1_000
"""Milliseconds after which a wheel's lines since a silence act, though no other comes."""
HELD_AT_MOST: Final = 4096
"""Bytes that wait so at most; a flood is recorded as it comes."""
LOOK_AGAIN: Final = 1.0
"""Seconds after which the clock is read again: a wait goes slower than time while the machine sleeps."""
SCREEN_FIRST: Final = 0.002
"""Seconds that the screen alone has a view: Python runs one thread at a time; a prompt is painted in less."""
ANSWER_DUE: Final = 3.0
"""Seconds without an answer of the table's own thread after which its window says that play goes on on
paper.
"""
NOT_RESPONDING: Final = 6.0
"""Seconds after which a table's neighbours count it as gone: the game server, the floor, monitoring."""
LINKED_AT_MOST: Final = 8
"""Lines of the game server that wait at most: then it must wait, and a person's press does not."""


class LineJob(msgspec.Struct, frozen=True):
    """A line of the table protocol, from a person or a game server."""

    line: bytes
    by_link: bool = False
    """Whether the line came over the game server's link, which may send only a few."""
    by_clock: bool = False
    """Whether the console sends it itself: no person pressed."""


class BytesJob(msgspec.Struct, frozen=True):
    """Bytes of a device."""

    device: DeviceRole
    received: bytes
    at: int | None = None
    """When the last of them came out of the port, by the clock that measures (``perf_counter_ns``)."""
    fresh: bool = False
    """Whether the port had just been opened: what is no reading is then a greeting."""
    after: int | None = None
    """Milliseconds since the device's bytes before them; None for its first."""


class NoteJob(msgspec.Struct, frozen=True):
    """The console's own note for the journal."""

    what: NoteKind
    who: str | None = None
    text: str | None = None
    terminal: str | None = None
    reason: LossReason | None = None


class ClockJob(msgspec.Struct, frozen=True):
    line: bytes


class BeatJob(msgspec.Struct, frozen=True):
    """A job that does nothing but answer the watchdog's call."""


class LookJob(msgspec.Struct, frozen=True):
    """A look at something beside the table, which the clock brings; no view comes of it."""

    look: Callable[[], object]


class SessionJob(msgspec.Struct, frozen=True):
    """A person's request that is no line of the protocol: a signature, a correction afterwards."""

    request: Callable[[Session], View]
    passed_over: Callable[[], object]
    """Called if the request is not made, because the journal can't be written and other entries wait."""


Job = LineJob | BytesJob | NoteJob | ClockJob | BeatJob | LookJob | SessionJob
AGAIN_AFTER: Final = 0.5
"""Seconds until what could not be recorded is tried again."""
BYTES_AT_MOST: Final = 1 << 20
"""Bytes of devices that wait at most; the rest of a flood is counted and dropped."""


class Backlog:
    """The jobs that the journal could not take, kept in order until it can, and the note that it could not.

    A card can't be read twice, and the clock ticks once: both wait here. A person's press does not: nobody
    knows the table's state once the journal is back, so the press is refused, and the person repeats it.
    """

    def __init__(self) -> None:
        self._jobs: deque[tuple[Job, int]] = deque()
        """Each with the bytes of a device in it."""
        self._bytes = self._let_go = 0
        self._since: tuple[Unwritable, datetime] | None = None

    @property
    def anything(self) -> bool:
        """Whether anything waits for the journal, even if only the note that it could not be written."""
        return self._since is not None

    @property
    def first(self) -> Job | None:
        """The job to try first; None if only the note waits."""
        return self._jobs[0][0] if self._jobs else None

    def note_failure(self, reason: Unwritable, at: datetime) -> None:
        self._since = self._since or (reason, at)

    def add(self, job: Job, size: int = 0) -> None:
        """Add a job after all others; ``size`` is the bytes of a device in it."""
        if size and self._bytes + size > BYTES_AT_MOST:
            self._let_go += size
            return
        self._bytes += size
        self._jobs.append((job, size))

    def remove_first(self) -> None:
        _, size = self._jobs.popleft()
        self._bytes -= size

    @property
    def note(self) -> str:
        """The note after the recorded jobs: why the journal was unwritable, since when, what was dropped."""
        assert self._since is not None, "only what failed is noted"
        reason, since = self._since
        text = f"{reason} {since.isoformat(timespec='seconds')}"
        return f"{text}, {self._let_go} bytes let go" if self._let_go else text

    def clear(self) -> None:
        self._since, self._bytes, self._let_go = None, 0, 0


class ShownTable(msgspec.Struct, frozen=True):
    """The table after a job: its view, its state, and when the running countdown ends (monotonic, ns)."""

    view: View
    table: Table
    wait_ends_at: int | None
    job: Job | None = None
    """The job that was taken; None if the table is only shown."""
    unwritable: Unwritable | None = None
    """The reason why the journal can't be written, as long as it can't."""
    misbehaves: bool = False
    """Whether the game server sends too many refused lines, so that they are only counted."""
    set_aside: int = 0
    """The number of damaged files of the journal that the table has set aside since it was started."""
    came_in: tuple[CameIn, ...] = ()
    """The reports of devices since play stopped."""
    onset: Onset | None = None
    """The onset of the open incident."""
    pressed_at: datetime | None = None
    """The time of the last entry by which a person moved the table; None before any since the start."""

    @property
    def moment(self) -> tuple[int, int]:
        """The place of its last entry among all since the start: their numbers start over in each file."""
        return self.set_aside, self.view.entry


class Station:
    """Takes the table's jobs in one thread, one after the other, and shows the table after each."""

    def __init__(
        self,
        session: Session,
        clock: Clock,
        on_shown: Callable[[ShownTable], None],
        on_failed: Callable[[Exception], None],
        pause: float | None = None,
        *,
        notes_clock: bool = False,
        afterwards: Callable[[ShownTable], None] | None = None,
        gives_sign: Callable[[], object] = lambda: None,
    ) -> None:
        """``pause``: seconds before bets open by themselves; None if a game server opens them.

        ``notes_clock``: whether the clock is right is noted with the first job, and with every shift.
        ``on_shown`` and ``on_failed`` (an unforeseen error) are called in the table's thread; ``afterwards``
        too, with the same view, once the next job has come, and at the latest after :data:`SCREEN_FIRST`.
        ``gives_sign`` is called there between two jobs, at least each :data:`LOOK_AGAIN`, as long as the
        thread lives: nobody else may give its sign of life.
        """
        self._gives_sign, self._sign_due = gives_sign, 0.0
        self._answered: float | None = None
        """When the table's thread last came back for a job, monotonic; None if it does not run."""
        self._session = session
        self._clock = clock
        self._on_shown = on_shown
        self._afterwards = afterwards
        self._on_failed = on_failed
        self._bet_timer = BetTimer(pause)
        self._notes_clock = notes_clock
        self._answer_timer = AnswerTimer()
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._ahead: deque[Job | None] = deque(maxlen=1)
        self._backlog = Backlog()
        self._tried_at = 0
        self._noted_shift: str | None = None
        self._misbehaved = False
        self._shows_ended_incident = False
        self._room = threading.BoundedSemaphore(LINKED_AT_MOST)
        self._unhandled = UnhandledBytes()
        self._came_at = dict[DeviceRole, int]()
        """When each device's bytes came last, monotonic, in nanoseconds."""
        self._resting = threading.Event()
        self._beat: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.busy_since: int | None = None
        """The time when what is being taken was begun, monotonic; None while the table waits."""

    def start(self) -> None:
        """Begin; the present table is shown before this returns."""
        self.show()
        self.take_up()

    def take_up(self) -> None:
        """Begin to take jobs, those given before as well; a second call changes nothing."""
        if self._thread.ident is None:
            self._answered = time.monotonic()
            self._thread.start()

    def stop(self) -> None:
        """Take the jobs that were given up to now, then end."""
        self._jobs.put(None)
        self._unhandled.open()
        if self._thread.is_alive():
            self._thread.join()
        self._answered = None

    @property
    def unanswered(self) -> float:
        """Seconds since the table's own thread last answered, some one while it waits; 0 before it works and
        after it has ended. From any thread; by the system's clock, which no test and no clerk sets.
        """
        answered = self._answered
        return 0.0 if answered is None else time.monotonic() - answered

    def submit(self, line: bytes, *, by_clock: bool = False) -> None:
        """Give a line of the table protocol, ``by_clock`` if no person pressed; returns at once."""
        self._jobs.put(LineJob(line, by_clock=by_clock))

    def offer(self, line: bytes) -> bool:
        """Give a line of the game server's link; False if too many lines wait, and then it is not taken."""
        if not self._room.acquire(blocking=False):
            return False
        self._jobs.put(LineJob(line, by_link=True))
        return True

    def receive(self, device: DeviceRole, received: bytes, *, fresh: bool = False) -> None:
        """Give a device's bytes, ``fresh`` if its port was just opened; they outlast a failing journal. If
        too many bytes wait already, the reader of the device waits too: the system holds the rest.
        """
        now = self._clock.monotonic()
        before, self._came_at[device] = self._came_at.get(device), now
        after = None if before is None else max(0, now - before) // 10**6
        if self._thread.is_alive():
            self._unhandled.pass_on(len(received))
        self._jobs.put(BytesJob(device, received, time.perf_counter_ns(), fresh, after))

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        """Make a person's request in the table's thread; ``passed_over`` is called instead if the journal
        can't be written and other entries wait.
        """
        self._jobs.put(SessionJob(request, passed_over))

    def note(
        self,
        kind: NoteKind,
        who: str | None = None,
        text: str | None = None,
        terminal: str | None = None,
        reason: LossReason | None = None,
    ) -> None:
        self._jobs.put(NoteJob(kind, who, text, terminal, reason))

    def beat(self, answered: Callable[[], None]) -> None:
        """Have ``answered`` called in the table's thread between two jobs, soon; one call at a time."""
        self._beat = answered
        self._jobs.put(BeatJob())

    def look(self, look: Callable[[], object]) -> None:
        """Have ``look`` called in the table's thread between two jobs; nothing is shown after it."""
        self._jobs.put(LookJob(look))

    def show(self) -> None:
        self._show_view(self._session.view(), None)

    def step(self) -> bool:
        """Take a waiting job; False if none. For a caller that keeps the time and has started no thread."""
        if self._backlog.anything:
            self._record_backlog()
        job = self._due_job()
        try:
            job = job or self._jobs.get_nowait()
        except queue.Empty:
            return False
        if job is not None:
            self._take(job)
        return job is not None

    def _run(self) -> None:
        while True:
            try:
                self._answer_beat()
                self._record_refused()
                job = self._next_job()
                if job is None:
                    break
                self._take(job)
            except queue.Empty:
                continue
            except Exception as error:  # a bug outside the table must not end its thread
                self._on_failed(error)
                self._resting.wait(AGAIN_AFTER)
        self._record_backlog()
        self._session.record_refused_lines(at_once=True)

    def _record_refused(self) -> None:
        """Record the lines that were only counted, and show the link's present state."""
        if self._backlog.anything:
            return
        view = self._session.record_refused_lines()
        if view is not None or self._misbehaved != self._session.link_misbehaves:
            self._show_view(view or self._session.view(), None)

    def _next_job(self) -> Job | None:
        """The next job, None to end. Raises queue.Empty if none is waiting."""
        if not self._backlog.anything:
            return self._due_job() or self._with_following_bytes(self._next_given(self._patience()))
        if self._clock.monotonic() - self._tried_at >= AGAIN_AFTER * SECOND:
            self._record_backlog()
        try:
            return self._next_given(AGAIN_AFTER)
        except queue.Empty:
            self._record_backlog()
            raise

    def _record_backlog(self) -> None:
        """Record all waiting jobs, if the journal takes them now."""
        self._tried_at = self._clock.monotonic()
        while self._backlog.anything:
            job = self._backlog.first
            if not self._try_to_record(job or NoteJob(NoteKind.JOURNAL_UNWRITTEN, text=self._backlog.note)):
                return
            if job is None:
                self._backlog.clear()
            else:
                self._backlog.remove_first()

    def _next_given(self, timeout: float | None) -> Job | None:
        """The next given job, None to end; queue.Empty if none comes in ``timeout`` seconds."""
        return self._ahead.popleft() if self._ahead else self._wait_for_job(timeout)

    def _wait_for_job(self, timeout: float | None) -> Job | None:
        """The same of the queue alone; a long wait is made of short ones: between them the thread answers."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            now = time.monotonic()
            if now >= self._sign_due:
                self._sign_due = now + LOOK_AGAIN / 2
                self._gives_sign()
            self._answered = now
            left = LOOK_AGAIN if until is None else until - now
            try:
                return self._jobs.get(timeout=max(0.0, min(LOOK_AGAIN, left)))
            except queue.Empty:
                if until is not None and left <= LOOK_AGAIN:
                    raise

    def _with_following_bytes(self, job: Job | None) -> Job | None:
        """The job; bytes that are no whole reading yet are joined with those that follow at once.

        So the bytes of one reading make one entry, though they come one by one from a slow port. Lines that
        change nothing make one entry in :data:`UNCHANGED` seconds. Any other job is taken after them.
        """
        until = self._clock.monotonic() + round(UNCHANGED * SECOND)
        while isinstance(job, BytesJob) and not self._has_reading(job):
            if len(job.received) > HELD_AT_MOST:
                break
            try:
                more = self._wait_for_job(self._time_for_more(job.device, until))
            except queue.Empty:
                break
            if isinstance(more, BeatJob):
                self._answer_beat()
                continue
            if not isinstance(more, BytesJob) or more.device != job.device or self._is_apart(job, more):
                self._ahead.append(more)
                break
            job = BytesJob(job.device, job.received + more.received, more.at, job.fresh, job.after)
        return job

    def _is_apart(self, job: BytesJob, more: BytesJob) -> bool:
        """Whether bytes come after a silence, or of a port that was opened since those before them."""
        return more.fresh != job.fresh or self._session.waits(more.device, more.after)

    def _has_reading(self, job: BytesJob) -> bool:
        try:
            return self._session.has_reading(job.device, job.received, job.after, fresh=job.fresh)
        except Exception:  # a bug: it is reported when these bytes are taken
            return True

    def _time_for_more(self, device: DeviceRole, deadline: int) -> float:
        """Seconds that bytes without a reading wait for more; the table's own clock goes first."""
        if device not in REPEATING:
            return MORE_TO_COME
        if self._shows_ended_incident:
            # Recorded with the next press it would make that press stale: the incident has changed since.
            return MORE_TO_COME
        left = max(0.0, (deadline - self._clock.monotonic()) / SECOND)
        patience = self._patience()
        return left if patience is None else min(left, patience)

    def _due_job(self) -> Job | None:
        due = self._bet_timer.due
        if due is not None and self._clock.monotonic() >= due.at:
            return ClockJob(due.line)
        left = self._held_for()
        return None if left is None or left > 0.0 else BytesJob(DeviceRole.WHEEL, b"", after=ALONE_AFTER)

    def _held_for(self) -> float | None:
        """The seconds for which a wheel's lines still wait for others after a silence; None if none wait."""
        if self._session.table.wheel.waiting is None:
            return None
        came = self._came_at.get(DeviceRole.WHEEL, 0)
        return ALONE_AFTER / 1000 - (self._clock.monotonic() - came) / SECOND

    def _patience(self) -> float | None:
        """The longest time to wait for a line, in seconds: until the clock's next job."""
        due, held = self._bet_timer.due, self._held_for()
        left = [] if held is None else [held]
        if due is not None:
            left.append((due.at - self._clock.monotonic()) / SECOND)
        if not left:
            return LOOK_AGAIN if self._misbehaved else None
        return min(LOOK_AGAIN, max(0.001, min(left)))

    def _answer_beat(self) -> None:
        beat, self._beat = self._beat, None
        if beat is not None:
            beat()

    def _take(self, job: Job) -> None:
        if isinstance(job, BeatJob):
            self._answer_beat()
            return
        if isinstance(job, LookJob):
            job.look()
            return
        if isinstance(job, LineJob) and job.by_link:
            self._room.release()
        if isinstance(job, BytesJob):
            self._unhandled.note_handled(len(job.received))
        if not self._backlog.anything:
            if not self._try_to_record(job):
                self._defer(job)
        elif isinstance(job, LineJob | SessionJob):
            if isinstance(job, SessionJob):
                job.passed_over()
            self._show_view(self._session.unrecorded_view(), job)
        else:
            self._defer(job)

    def _defer(self, job: Job) -> None:
        """Keep a job that can't be repeated until the journal can be written again."""
        if not isinstance(job, LineJob | SessionJob):
            self._backlog.add(job, len(job.received) if isinstance(job, BytesJob) else 0)

    def _try_to_record(self, job: Job) -> bool:
        """Apply a job; False if the journal could not record it, and then the table is unchanged."""
        assert not isinstance(job, BeatJob | LookJob), "neither is a job for the table"
        self.busy_since = self._clock.monotonic()
        try:
            view = self._apply(job)
        except Exception as error:  # a bug: the state is still the one before, and play can go on
            self._on_failed(error)
            self._note_not_taken(job)
            return True
        finally:
            self.busy_since = None
        reason = self._session.unwritable if view.refused == Refusal.NOT_RECORDED else None
        if reason is not None:
            self._backlog.note_failure(reason, self._clock.utc())
        self._note_clock()  # noted first, since a listener to the view may end the thread
        self._show_view(view, job)
        return reason is None

    def _note_clock(self) -> None:
        """Note which clock a shift began with: the video is found by it."""
        shift = self._session.shift
        if self._notes_clock and shift != self._noted_shift:
            self._noted_shift = shift
            self._jobs.put(NoteJob(NoteKind.SHIFT_BEGAN, text=clock_state(self._clock).text))

    def _note_not_taken(self, job: Job) -> None:
        """Record a job that a bug stopped from being applied; the table is unchanged."""
        match job:
            case BytesJob():
                what = f"{job.device} {job.received.hex()}"
            case LineJob() | ClockJob():
                what = job.line.decode("utf-8", "backslashreplace")
            case _:
                return
        try:
            self._show_view(self._session.note(NoteKind.NOT_TAKEN, text=what), None)
        except Exception as error:
            self._on_failed(error)

    def _apply(self, job: LineJob | BytesJob | NoteJob | ClockJob | SessionJob) -> View:
        match job:
            case SessionJob():
                return job.request(self._session)
            case BytesJob():
                return self._session.receive(job.device, job.received, fresh=job.fresh, after=job.after)
            case NoteJob():
                return self._session.note(job.what, job.who, job.text, job.terminal, job.reason)
            case LineJob():
                return self._session.take(job.line, by_link=job.by_link, by_clock=job.by_clock)
            case ClockJob():
                return self._session.take(job.line, by_clock=True)

    def _show_view(self, view: View, job: Job | None) -> None:
        table = self._session.table
        self._bet_timer.watch(table, self._clock.monotonic(), self._clock.utc())
        answered_by = self._answer_timer.ends_at(view.prompt, self._clock.monotonic())
        ends_at = self._bet_timer.bets_close_at or answered_by
        self._misbehaved = self._session.link_misbehaves
        self._shows_ended_incident = view.incident is not None and not view.incident.open
        session = self._session
        shown_table = ShownTable(
            view,
            table,
            ends_at,
            job,
            session.unwritable,
            self._misbehaved,
            session.set_aside,
            session.came_in,
            session.onset,
            session.pressed_at,
        )
        self._on_shown(shown_table)
        if self._afterwards is not None:
            self._let_screen_paint()
            self._afterwards(shown_table)

    def _let_screen_paint(self) -> None:
        """Wait for the next job, but no longer than :data:`SCREEN_FIRST`."""
        if self._ahead or self._backlog.anything or threading.current_thread() is not self._thread:
            return
        with suppress(queue.Empty):
            self._ahead.append(self._jobs.get(timeout=SCREEN_FIRST))
