"""A table's thread that asks the recorder: nothing at the table waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core import Clock, NoteKind, ProbeAnswer, ProbedVideo, ShownTable

Ask = Callable[[datetime], ProbeAnswer]

RECENT: Final = timedelta(days=31)
"""How long ago an incident may have been reported to be asked for: a console that was off, or without a
recorder's address, asks late rather than never. Recorders seldom keep older pictures: the answer would be an
alarm that nobody can repair.
"""
_END: Final = 1.0
"""Seconds for which the end waits for a current question: the thread ends with the console anyhow."""


TRIES: Final = (60.0, 150.0, 240.0)
"""Seconds after its moment at which the recorder is asked, until it has the picture: some recorders write a
minute late.
"""
HOUR: Final = 3_600.0
AGAIN: Final = 600.0
"""Seconds between two questions while it has no picture, so that its return is seen."""
MOST: Final = 50
"""Incidents that wait for their question; another one is taken up once there is room."""
_BACK: Final = 120
"""How many seconds ago the moment of an hourly question was."""


class Question(msgspec.Struct, frozen=True):
    """A moment for which the recorder is asked."""

    moment: datetime
    began: float
    """Monotonic seconds from which the tries count."""
    incident: str = ""
    tries: int = 0

    @property
    def due(self) -> float:
        return self.began + TRIES[self.tries]


class ProbePlan:
    def __init__(self, now: float, *, missing: bool) -> None:
        """``missing``: whether the last noted answer was no picture."""
        self._waiting = list[Question]()
        self._known = set[str]()
        self._missing, self._hourly = missing, now

    def add(self, incident: str, moment: datetime, now: float) -> None:
        if incident in self._known or len(self._waiting) >= MOST:
            return
        self._known.add(incident)
        self._waiting.append(Question(moment, now, incident))

    def due(self, now: float, utc: datetime) -> Question | None:
        if now >= self._hourly and all(each.incident for each in self._waiting):
            moment = (utc - timedelta(seconds=_BACK)).replace(microsecond=0)
            self._waiting.append(Question(moment, now - TRIES[0]))
        ready = [each for each in self._waiting if each.due <= now]
        return min(ready, key=lambda each: each.due, default=None)

    def wait(self, now: float) -> float:
        asked_hourly = any(not each.incident for each in self._waiting)
        soonest = [each.due for each in self._waiting] + ([] if asked_hourly else [self._hourly])
        return max(0.0, min(soonest) - now)

    def answered(
        self, question: Question, answer: ProbeAnswer, now: float
    ) -> tuple[NoteKind, ProbedVideo] | None:
        """Take an answer; returns the journal's note. An incident always gets one, in the end; an hour only
        for a change, so that an outage is one entry.
        """
        self._waiting.remove(question)
        if answer.why is not None and question.tries + 1 < len(TRIES):
            self._waiting.append(replace(question, tries=question.tries + 1))
            return None
        is_news = (answer.why is not None) is not self._missing
        self._missing = answer.why is not None
        self._hourly = now + (AGAIN if self._missing else HOUR)
        kind = NoteKind.VIDEO_MISSING if self._missing else NoteKind.VIDEO_SEEN
        probed = ProbedVideo(question.moment, answer, question.incident)
        return (kind, probed) if question.incident or is_news else None


class VideoWatch:
    """Asks for each incident that a table shows, and once an hour."""

    def __init__(
        self,
        ask: Ask,
        note: Callable[[NoteKind, str], None],
        clock: Clock,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``ask`` blocks for a while and raises nothing; ``note`` may be called in any thread."""
        self._ask, self._note, self._clock, self._now = ask, note, clock, now
        self._plan: ProbePlan | None = None
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="video watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join(_END)

    def look(self, shown_table: ShownTable) -> None:
        """Take the incidents of a view, in the table's thread."""
        table = shown_table.table
        reports = [(each.id, each.at) for each in table.open_reports]
        reports += [(each.id, each.at) for each in table.incidents.past]
        since = self._clock.utc() - RECENT
        with self._changed:
            if self._plan is None:
                self._plan = ProbePlan(self._now(), missing=bool(table.console.video_missing))
            for incident, at in reports:
                if at >= since and incident not in table.console.video_asked:
                    self._plan.add(incident, at.replace(microsecond=0), self._now())
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                plan = self._plan
                question = None if plan is None else plan.due(self._now(), self._clock.utc())
                if self._ended:
                    return
                if plan is None or question is None:
                    self._changed.wait(None if plan is None else plan.wait(self._now()))
                    continue
            answer = self._ask(question.moment)
            with self._changed:
                noted = plan.answered(question, answer, self._now())
                if self._ended:
                    return
            if noted is not None:
                self._note(noted[0], noted[1].text)
