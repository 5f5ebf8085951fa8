"""The window's communication with the floor's server: readings and acts in a thread, and answers in words."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from console.base.errors import Trouble, trouble_of
from console.base.words import Words
from console.floor.wall import SHOWN_ID, AlarmOver, CallTaker, DiaryDecision
from console.table.ui.kit import clock_time

if TYPE_CHECKING:
    from console.floor.desk import PostgresDesk

log = logging.getLogger(__name__)

POLL: Final = 1.0
"""Seconds between two readings without a hint."""
_LEAST: Final = 0.1
"""The least seconds between two readings."""


class DeskAct(StrEnum):
    """An act that the desk is asked to do; the phrase that reports it is named after it."""

    TAKE = "take"
    RELEASE = "release"
    SHELVE = "shelve"
    UNSHELVE = "unshelve"
    COUNT = "count"
    """One of two consoles counts as the table."""
    SETTLE = "settle"
    DUTY = "duty"
    """A supervisor begins or ends the duty of the floor."""
    DUTY_ENDED = "duty_ended"
    """The wall ends the duty of a supervisor who was disabled."""
    PREPARE = "prepare"
    """The floor prepares its coming days; no person asks for that."""


class NotOnDuty(LookupError):
    """Another person, or nobody, has the duty: this one can't end it."""


class DeskRequest(NamedTuple):
    """A request to the desk: an act, and its table, if it has one."""

    act: DeskAct
    table: str


class DeskLine(QObject):
    """Reads each second, and after a hint the changes; carries out requests in turn."""

    reading_came = Signal(object)
    """A :class:`~console.floor.wall.Reading`."""
    changed = Signal(object)
    """:class:`~console.floor.wall.Changes` after the last reading."""
    missed = Signal(object)
    """Why a reading did not come."""
    answered = Signal(object, object)
    """The :class:`DeskRequest`, and its result: a value or an exception."""

    def __init__(self, desk: PostgresDesk, parent: QObject | None = None, poll: float = POLL) -> None:
        super().__init__(parent)
        self.desk, self._poll = desk, poll
        self._asked: queue.Queue[tuple[DeskRequest, Callable[[], object]] | None] = queue.Queue()
        self._ended = threading.Event()
        self._reporting = threading.Lock()
        """Held while a reading or changes are reported: changes come after their reading."""
        self._is_heard = True
        """Whether the last reading came: a missing one is logged once, and not each second."""
        self._threads = [
            threading.Thread(target=self._ask, name="floor-desk", daemon=True),
            threading.Thread(target=self._listen, name="floor-hints", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def ask(self, request: DeskRequest, call: Callable[[], object]) -> None:
        """Send a request to the desk's thread; :attr:`answered` gives the result."""
        self._asked.put((request, call))

    def stop(self, timeout: float = 0.5) -> None:
        """End. A thread that its desk blocks is left alone: it ends with the process."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._asked.put(None)
        closing = threading.Thread(target=self._close, name="floor-end", daemon=True)
        closing.start()
        for thread in (*self._threads, closing):
            if thread.ident is not None:
                thread.join(timeout)

    def _close(self) -> None:
        with suppress(Exception):
            self.desk.close()

    def _ask(self) -> None:
        """In the desk's thread: carry out the oldest request, or read when due."""
        due = last = time.monotonic()
        while not self._ended.is_set():
            try:
                job = self._asked.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                last = time.monotonic()
                due = last + self._poll
                self._read_wall()
                continue
            if job is None:
                due = min(due, last + _LEAST)
            else:
                self._answer(*job)
                due = time.monotonic()

    def _read_wall(self) -> None:
        try:
            with self._reporting:
                self._emit(self.reading_came, self.desk.read())
            self._is_heard = True
        except Exception as error:  # However the desk fails, the floor is then unheard.
            if self._is_heard:
                log.warning("the floor is not heard: %s", error)
            self._is_heard = False
            self._emit(self.missed, error)

    def _answer(self, request: DeskRequest, call: Callable[[], object]) -> None:
        came: object
        try:
            came = call()
        except Exception as error:
            log.warning("the floor did not do it: %s", error)
            came = error
        self._emit(self.answered, request, came)

    def _listen(self) -> None:
        """In the hints' thread: read the changes after a hint, or let the next reading come sooner."""
        while not self._ended.is_set():
            try:
                if self.desk.wait_for_hint(self._poll):
                    if not self._read_changes():
                        self._asked.put(None)
                    self._ended.wait(_LEAST)
            except Exception as error:
                log.debug("no hints now: %s", error)
                self._ended.wait(self._poll)

    def _read_changes(self) -> bool:
        with self._reporting:
            changes = self.desk.changes()
            if changes is not None:
                self._emit(self.changed, changes)
        return changes is not None

    def _emit(self, signal: object, *values: object) -> None:
        if not self._ended.is_set():
            with suppress(RuntimeError):  # The window may be gone.
                signal.emit(*values)  # type: ignore[attr-defined]


def unreached_text(words: Words, error: Exception, *, before: bool = False) -> str:
    """Why the server could not be reached, or did not do it, with advice; ``before``: it was reached."""
    trouble = trouble_of(error)
    silent = trouble is Trouble.LOST and not before
    return words.text("floor.unreached.silent" if silent else f"floor.unreached.{trouble}")


def event_text(words: Words, what: str, name: str, reason: str) -> str:
    """A person's act at a table in words, see :class:`console.floor.wall.CallEvent`."""
    why = words.find(f"floor.settle.{reason}") or reason
    return words.text(f"floor.event.{what}", name=name, reason=why, console=reason[:SHOWN_ID])


def answer_text(
    words: Words, act: DeskAct, table: str, came: object, own_boss_id: str | None, now: datetime
) -> str:
    """The result of an act at a table: done, or why not; ``own_boss_id`` is the person's who did it."""
    table = table or words.text("report.duties")
    match act, came:
        case (DeskAct.SETTLE, PermissionError()):
            key = "floor.said.not_settled"
        case (_, NotOnDuty()):
            key = "floor.said.not_on_duty"
        case (_, AlarmOver()):
            key = "floor.ended"
        case (_, LookupError()):
            key = "floor.said.over"
        case (_, Exception() as error) if trouble_of(error) is Trouble.GONE:
            key = "floor.said.gone"
        case (_, Exception() as error):
            reason = unreached_text(words, error, before=True)
            return words.text("floor.said.failed", table=table, reason=reason)
        case (_, DiaryDecision(counts=False) as decision):
            return words.text("floor.said.failed", table=table, reason=decided_text(words, decision, now))
        case (DeskAct.TAKE, CallTaker(name=name, arrived=True)):
            return words.text("floor.there", name=name)
        case (DeskAct.TAKE, CallTaker(who=who, name=name)):
            return words.text(
                "floor.said.taken" if who == own_boss_id else "floor.said.earlier", table=table, name=name
            )
        case _:
            key = f"floor.said.{act}"
    return words.text(key, table=table)


def is_not_done(came: object) -> bool:
    """Whether the result of an act is a refusal."""
    return isinstance(came, Exception) or (isinstance(came, DiaryDecision) and not came.counts)


def decided_text(words: Words, decision: DiaryDecision, now: datetime) -> str:
    """Somebody's earlier decision: who made it, how and when."""
    what, reason = ("counted", decision.console) if decision.console else ("settled", decision.reason)
    at = clock_time(now - timedelta(seconds=decision.age), words)
    return f"{event_text(words, what, decision.name, reason)} ({at})"
