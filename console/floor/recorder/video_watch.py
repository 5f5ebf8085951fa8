"""A table's thread that asks the recorder: nothing at the table waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from console.floor.recorder.question_plan import ProbePlan
from console.table.core import Clock, NoteKind, ProbeAnswer, ShownTable

Ask = Callable[[datetime], ProbeAnswer]

RECENT: Final = timedelta(days=31)
"""How long ago an incident may have been reported to be asked for: a console that was off, or that had no
address of a recorder, asks late rather than never. Recorders seldom keep what is older: their answer would
be an alarm about nothing that can be mended.
"""
_END: Final = 1.0
"""Seconds for which the end waits for a question under way: the thread ends with the console anyhow."""


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
