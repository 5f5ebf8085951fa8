"""A studio of simulated tables at play: some threads give them their turns, and pit bosses take their calls.

All chance comes from one seed; the floor's timing does not.
"""

from __future__ import annotations

import heapq
import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor, PostgresDoor
from console.floor.studio.plan import StudioPlan
from console.floor.studio.simulated_table import SimulatedTable
from console.floor.wall import Boss, CallOver
from console.table.core import Clock

log = logging.getLogger(__name__)

_THREADS: Final = 4
_TAKES_AFTER: Final = (8.0, 75.0)
"""Seconds, from and to, after which a simulated pit boss takes a call: a real one may be earlier."""
_LOOK: Final = 1.0
_RESTS: Final = 5.0
"""Seconds for which a table rests after a bug."""


class Studio:
    """Tables that play until they are stopped."""

    def __init__(
        self,
        plan: StudioPlan,
        clock: Clock,
        door: Callable[[str], PostgresDoor],
        stack: ExitStack,
        desk: PostgresDesk | None,
    ) -> None:
        """``door`` makes a table's door to the floor, by its name; at ``desk`` pit bosses take calls.

        Nobody else may have the journals open meanwhile.
        """
        self._chance = random.Random(plan.seed)
        self._plan, self._clock, self._door, self._desk = plan, clock, door, desk
        self._stack = stack
        self._names = dict(plan.names)
        self._bosses = [Boss(id, name, "pit_boss") for id, name in self._names.items() if id.startswith("P")]
        self._ended = threading.Event()
        self._due = threading.Condition()
        # Two threads that meet a type for the first time, as a rulebook's parts, make msgspec crash.
        self._begins = threading.Lock()
        self._planned = [(planned, random.Random(self._chance.random())) for planned in plan.studio_tables]
        self.tables: list[SimulatedTable | None] = [None] * len(self._planned)
        """Each from its first turn on."""
        self._turns = [(0.0, number) for number in range(len(self._planned))]
        threads = [
            threading.Thread(target=self._play, name=f"studio {n}", daemon=True) for n in range(_THREADS)
        ]
        if desk is not None:
            threads.append(threading.Thread(target=self._walk, name="pit bosses", daemon=True))
        self._threads = threads

    @property
    def _now(self) -> float:
        return self._clock.monotonic() / 1e9

    @contextmanager
    def at_play(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            with self._due:
                self._due.notify_all()
            if self._desk is not None:
                self._desk.close()
            for thread in self._threads:
                thread.join(5)

    def _play(self) -> None:
        """A thread's work: one turn after the other, each when it is due."""
        while not self._ended.is_set():
            with self._due:
                while not self._ended.is_set() and (
                    not self._turns or (left := self._turns[0][0] - self._now) > 0
                ):
                    self._due.wait(left if self._turns else None)
                if self._ended.is_set():
                    return
                _, number = heapq.heappop(self._turns)
            try:
                after = self._turn(number)
            except Exception:  # a bug at one table is that table's, and the others play on
                log.exception("table %s", self._planned[number][0].name)
                after = _RESTS
            with self._due:
                heapq.heappush(self._turns, (self._now + after, number))
                self._due.notify()

    def _turn(self, number: int) -> float:
        """Have a table do what is due; returns the seconds until its next turn."""
        table = self.tables[number]
        if table is None:
            planned, chance = self._planned[number]
            with self._begins, ExitStack() as inner:
                table = SimulatedTable(
                    *(planned, self._clock, chance, inner, lambda: self._door(planned.name), self._names),
                    pace=self._plan.pace,
                    calm=self._plan.calm,
                )
                self._stack.push(inner.pop_all())
            self.tables[number] = table
        return table.turn()

    def _walk(self) -> None:
        """The pit bosses' thread: they take calls that nobody else has taken for some time, one each."""
        assert self._desk is not None, "asked before"
        patience = dict[tuple[str, int, int], float]()
        is_reached = True
        while not self._ended.wait(_LOOK):
            try:
                tables = self._desk.read().tables
                is_reached = True
                busy = {each.call.taken.who for each in tables if each.call is not None and each.call.taken}
                free = [boss for boss in self._bosses if boss.id not in busy]
                for seen in tables:
                    call = seen.call
                    if call is None or call.taken is not None or not free:
                        continue
                    key = seen.table, call.part, call.number
                    if call.age >= patience.setdefault(key, self._chance.uniform(*_TAKES_AFTER)):
                        self._desk.take_call(seen.table, call, free.pop())
            except CallOver:
                continue
            except NoDoor as error:
                if is_reached and not self._ended.is_set():
                    log.warning("the pit bosses do not reach the floor: %s", error)
                is_reached = False
