"""A simulated table at work: its journal, its crew, its line to the floor, and its mishaps.

It has no thread of its own: the caller gives it turns, and each turn returns when the next is due.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

import msgspec

from console import __version__
from console.floor.door import Door
from console.floor.studio.crew import Crew
from console.floor.studio.plan import StudioTable
from console.floor.table_side.line import FloorLine
from console.floor.table_side.own_report import OutsideFacts
from console.table.core import (
    About,
    Action,
    Actor,
    Clock,
    Lamp,
    LampFault,
    Mode,
    Role,
    ShownTable,
    Station,
    lines,
    of_health,
)
from console.table.custody import make_folder, open_session
from console.table.devices import DeviceRole, Health
from console.table.game import GAMES, load_rulebook
from console.table.journal import Identity

_ENCODER: Final = msgspec.json.Encoder()
_LOOK: Final = 0.25
"""Seconds between two looks at a table that waits for somebody."""
_STUCK: Final = 3
"""Refused lines in a row after which a pit boss finds a way out."""
_WAY: Final = (4.0, 14.0)
"""Seconds, from and to, that a pit boss needs to reach a table."""
_NOBODY_TOOK: Final = (90.0, 150.0)
"""Seconds after which a pit boss comes by whom nobody has sent."""
_DEVICE_LOST: Final = (8.0, 40.0)
_CABLE_PULLED: Final = (10.0, 30.0)
"""Seconds, from and to, without a cable: from a plug pushed in again to a reader exchanged."""
_TROUBLE: Final = {"call": 4, "mishap": 4, "halt": 2, "device": 2, "cable": 1}
"""The troubles, and how often each happens."""


class SimulatedTable:
    """One table; :meth:`turn` does what is due."""

    def __init__(
        self,
        planned: StudioTable,
        clock: Clock,
        chance: random.Random,
        stack: ExitStack,
        door: Callable[[], Door],
        names: dict[str, str],
        *,
        pace: float,
        calm: float,
    ) -> None:
        """``stack`` closes the table. ``pace`` is the seconds from line to line, ``calm`` those from one
        trouble to the next, both on average. Raises JournalError.
        """
        self.planned, self._clock, self._chance = planned, clock, chance
        self._door, self._pace, self._calm = door, pace, calm
        self._names = names
        make_folder(planned.journal)
        identity = Identity(planned.name, planned.game, planned.rules)
        rulebook = load_rulebook(planned.rules)
        opened = open_session(planned.journal, identity, rulebook, clock, stack, is_ready=True)
        self.session = opened.session
        """The table itself; its state is read from the thread that gives it its turns."""
        self.crew = Crew(self.session.game, planned.dealer, chance, self.session.table)
        self._refused = 0
        self._next_trouble = self._now + chance.uniform(4.0, calm)
        self._halts = False
        self._boss_at: tuple[float, str] | None = None
        """When which pit boss arrives."""
        self._mends_at: float | None = None
        self._joins_at: float | None = None
        self.line: FloorLine | None = None
        self._shown: ShownTable | None = None
        self.station = Station(self.session, clock, self._show, _raise)
        stack.callback(self._leave)
        self.station.show()
        for person in self.session.table.people:
            if person.role is Role.PIT_BOSS:
                self.send_line(lines.SignOut(person.who))
        if self.session.table.role_of(planned.dealer) is not Role.DEALER:
            self.send_line(lines.SignIn(planned.dealer, Role.DEALER))
        self._join()

    @property
    def _now(self) -> float:
        return self._clock.monotonic() / 1e9

    @property
    def entry(self) -> int:
        return 0 if self._shown is None else self._shown.view.entry

    def turn(self) -> float:
        """Do what is due at the table. Returns the seconds until the next turn."""
        while self.station.step():
            pass
        self._look_after_cables()
        if self._refused >= _STUCK:
            return self._find_way_out()
        session = self.session
        view, table = session.view(), session.table
        waits = view.prompt.actor is Actor.PIT_BOSS
        if not table.has(Role.PIT_BOSS) and (waits or table.called is not None):
            self._somebody_comes()
            if waits and not self.session.table.has(Role.PIT_BOSS):
                return _LOOK
            view, table = session.view(), session.table
        boss = next((each.who for each in table.people if each.role is Role.PIT_BOSS), None)
        if boss is not None and not waits and not table.halted:
            self.send_line(lines.SignOut(boss) if table.called is None else lines.Call(boss, on=False))
            return self._soon()
        if self._now >= self._next_trouble and boss is None:
            self._trouble()
            return self._soon()
        if self._halts and view.prompt.action == Action.WAIT:
            self._halts = False
            line = self.crew.mishap(view, table)
        else:
            line = self.crew.next_line(view, table)
        if line is None:
            return _LOOK
        self.send_line(line)
        return self._soon()

    def _somebody_comes(self) -> None:
        """Let the pit boss who took the call arrive; if nobody took it, let one come by after some time."""
        table = self.session.table
        if not table.halted and table.called is None:
            self.send_line(lines.Call(self.crew.dealer, on=True))
        sent = None if table.coming is None else table.coming.who
        if self._boss_at is None or (sent is not None and self._boss_at[1] != sent):
            way = _WAY if sent is not None else _NOBODY_TOOK
            who = sent if sent is not None else self._chance.choice(self.planned.bosses)
            self._boss_at = self._now + self._chance.uniform(*way), who
        at, who = self._boss_at
        if self._now >= at:
            self._boss_at = None
            self.send_line(lines.SignIn(who, Role.PIT_BOSS))

    def _find_way_out(self) -> float:
        line = self.crew.way_out(self.session.table, self._refused)
        if line is not None:
            self.send_line(line)
        elif self.session.table.called is None:
            self.send_line(lines.Call(self.crew.dealer, on=True))
            self._refused = 0
        return min(30.0, self._pace * self._refused)

    def _trouble(self) -> None:
        self._next_trouble = self._now + self._chance.expovariate(1 / self._calm)
        match self._chance.choices(tuple(_TROUBLE), tuple(_TROUBLE.values()))[0]:
            case "call":
                self.send_line(lines.Call(self.crew.dealer, on=True))
            case "mishap":
                line = self.crew.mishap(self.session.view(), self.session.table)
                if line is None:
                    self._next_trouble = self._now + self._pace  # between rounds there is nothing to report
                else:
                    self.send_line(line)
            case "halt":
                self._halts = True
            case "device":
                self._device_is(Health.LOST)
                self._mends_at = self._now + self._chance.uniform(*_DEVICE_LOST)
            case _:
                self._leave()
                self._joins_at = self._now + self._chance.uniform(*_CABLE_PULLED)

    def _look_after_cables(self) -> None:
        if self._mends_at is not None and self._now >= self._mends_at:
            self._mends_at = None
            self._device_is(Health.CONNECTED)
        if self._joins_at is not None and self._now >= self._joins_at:
            self._joins_at = None
            self._join()

    def _device_is(self, health: Health) -> None:
        role = DeviceRole(GAMES[self.planned.game].devices[0])
        self.station.note(of_health(About.DEVICE, health), text=role)
        if self.line is not None:
            lost = health is Health.LOST
            self.line.set_lamps((Lamp(role.value, LampFault.LOST if lost else None),))

    def _join(self) -> None:
        beside = OutsideFacts(
            mode=Mode.TRAINING.value, version=__version__, name=lambda who: self._names.get(who, who)
        )
        game = self.session.game
        self.line = FloorLine(
            self.planned.journal,
            self._door(),
            game,
            beside,
            note=self.station.note,
            now=self._clock.utc,
            introduce=self._names.__setitem__,
        )
        self.line.show(self._shown or ShownTable(self.session.view(), self.session.table, None))
        self.line.start()

    def _leave(self) -> None:
        if self.line is not None:
            self.line.stop()
            self.line = None

    def send_line(self, line: lines.Line) -> None:
        self.station.submit(_ENCODER.encode(line))
        while self.station.step():
            pass

    def _show(self, shown_table: ShownTable) -> None:
        self._shown = shown_table
        if shown_table.job is not None:
            self._refused = 0 if shown_table.view.accepted or shown_table.table.halted else self._refused + 1
        if self.line is not None:
            self.line.show(shown_table)

    def _soon(self) -> float:
        return self._pace * self._chance.uniform(0.5, 1.5)


def _raise(error: Exception) -> None:
    raise error
