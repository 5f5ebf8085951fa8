"""A studio of simulated tables at play: some threads give them their turns, and pit bosses take their calls.
One seed determines all chance, except the floor's timing.
"""

from __future__ import annotations

import heapq
import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import msgspec

from console import __version__
from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor, PostgresDoor
from console.floor.studio.plan import StudioPlan, StudioTable
from console.floor.table_side.line import FloorLine
from console.floor.table_side.own_report import OutsideFacts
from console.floor.wall import Boss, CallOver
from console.table.core import (
    About,
    Action,
    Actor,
    Clock,
    Fact,
    Game,
    HandsView,
    JournalOrigin,
    Lamp,
    LampFault,
    Mode,
    Phase,
    Prompt,
    Role,
    ShownTable,
    Station,
    Table,
    View,
    lines,
    of_health,
    open_kinds,
)
from console.table.custody import make_folder, open_session
from console.table.devices import DeviceRole, Health, LoadedShoe
from console.table.game import GAMES, load_rulebook
from console.table.game.blackjack import Choice, best
from console.table.game.roulette import POCKETS
from console.table.journal import Identity

_ENCODER: Final = msgspec.json.Encoder()
_LOOK: Final = 0.25
"""Seconds between two looks at a table that waits for somebody."""
_STUCK: Final = 3
"""Refused lines in a row after which a pit boss finds a way out."""
_WAY: Final = (4.0, 14.0)
"""Seconds, from and to, that a pit boss needs to reach a table."""
_NOBODY_TOOK: Final = (90.0, 150.0)
"""Seconds after which a pit boss whom nobody has sent comes."""
_DEVICE_LOST: Final = (8.0, 40.0)
_CABLE_PULLED: Final = (10.0, 30.0)
"""Seconds, from and to, without a cable: from a replaced plug to an exchanged reader."""
_TROUBLE: Final = {"call": 4, "mishap": 4, "halt": 2, "device": 2, "cable": 1}
"""The troubles, and how often each happens."""


_UNCOUNTED: Final = frozenset((Phase.CLOSED, Phase.SHOE, Phase.HALTED))
_REASON: Final = "simulated"


class Crew:
    """A table's dealer, its players, its shoe or wheel, and the pit boss while one is there."""

    def __init__(self, game: Game, dealer: str, chance: random.Random, table: Table) -> None:
        self._game, self.dealer, self._chance = game, dealer, chance
        cards = game.cards
        from_end = 0 if cards is None else cards.rules.cut_card.from_end
        self._shoe_number = table.shoe_in_play.number
        self.shoe = None if cards is None else LoadedShoe(chance, table.shoe.seen, from_end)

    def next_line(self, view: View, table: Table) -> lines.Line | None:
        """The line that is due, if somebody there can give it."""
        boss = next((each.who for each in table.people if each.role is Role.PIT_BOSS), None)
        prompt = view.prompt
        by = boss if prompt.actor is Actor.PIT_BOSS else self.dealer
        if prompt.action == Action.SIGN_IN:
            return lines.SignIn(self.dealer, Role.DEALER) if prompt.actor is Actor.DEALER else None
        if by is None:
            return None
        if prompt.ends_by_card_alone:
            return self._card(view, table, boss)
        match prompt.action:
            case Action.AWAIT_BETS:
                return lines.Bets("open")
            case Action.WAIT:
                return lines.Bets("closed")
            case Action.OPEN_TABLE:
                return lines.Open(by)
            case Action.SCAN_CUT_CARD:
                return lines.CutCard()
            case Action.AWAIT_SEATS:
                return lines.Seats(sorted(self._chance.sample(range(1, 8), self._chance.randint(1, 5))))
            case Action.AWAIT_DECISION:
                return self._decision(view, prompt)
            case Action.SPIN:
                return lines.Spin(5, "against", by)
            case Action.AWAIT_NUMBER:
                return lines.Number(self._chance.randrange(POCKETS), "reader")
            case Action.ENTER_NUMBER:
                return lines.Number(self._chance.randrange(POCKETS), "dealer", by)
            case Action.CONFIRM_NUMBER:
                number = self._chance.randrange(POCKETS) if prompt.number is None else prompt.number
                return lines.Number(number, "dealer", by)
            case Action.ANSWER:
                return lines.Answer(by, {str(prompt.fact): self._fact(view, prompt)})
            case Action.AUTHORISE:
                choices = view.incident.choices if view.incident is not None else ()
                # The house's own decision needs a reason, whether it has choices or not.
                return lines.Authorise(by, self._chance.choice(choices) if choices else None, _REASON)
            case Action.RESOLVE:
                voids = table.open_round and self._chance.random() < 0.5
                return lines.Void(by) if voids else lines.Withdraw(by, _REASON)
            case _:
                return lines.Done(by, counted=prompt.whole_count)

    def way_out(self, table: Table, tried: int) -> lines.Line | None:
        """A pit boss's move if the requested line is refused, if one is there."""
        boss = next((each.who for each in table.people if each.role is Role.PIT_BOSS), None)
        if boss is None:
            return None
        ways = (lines.Done(boss, _REASON), lines.Void(boss), lines.Withdraw(boss, _REASON))
        return ways[tried % len(ways)]

    def mishap(self, view: View, table: Table) -> lines.Line | None:
        """A mishap that can happen now: a card or number in bet time, or a report; or None."""
        if view.prompt.action == Action.WAIT:
            if self.shoe is not None and self.shoe.remaining:
                return lines.CardLine(self.shoe.draw_next())
            return lines.Number(self._chance.randrange(POCKETS), "reader")
        kinds = open_kinds(self._game, table) if not table.halted and table.open_round else ()
        return lines.Incident(self.dealer, self._chance.choice(kinds)) if kinds else None

    def _card(self, view: View, table: Table, boss: str | None) -> lines.Line | None:
        shoe = self.shoe
        if shoe is None or view.shoe is None:
            return None
        if table.shoe_in_play.number != self._shoe_number:
            self._shoe_number = table.shoe_in_play.number
            shoe.reshuffle()
        if view.phase not in _UNCOUNTED:
            shoe.agree(view.shoe.left)
        if shoe.cut_card_next and view.prompt.action == Action.DEAL:
            shoe.cut_card_out = True
            return lines.CutCard()
        if not shoe.remaining:
            shoe.reshuffle()
        return lines.CardLine(shoe.draw_next(), boss if view.manual else None)

    def _decision(self, view: View, prompt: Prompt) -> lines.Line | None:
        offers, seen = prompt.offers or (), view.round
        if not offers or not isinstance(seen, HandsView):
            return None
        seat = prompt.seat if prompt.seat is not None else self._chance.choice(prompt.seats or (1,))
        number = prompt.hand if isinstance(prompt.hand, int) else 1
        if "decline" in offers:
            return lines.Decision(seat, number, Choice.DECLINE)
        hand = seen.seats[str(seat)][number - 1]
        faces, up = [str(card) for card in hand.cards], str(seen.dealer.cards[0])
        return lines.Decision(seat, number, Choice(best(offers, faces, hand.total, hand.soft, up)))

    def _fact(self, view: View, prompt: Prompt) -> Fact:
        """One of the offered answers, or a possible number."""
        answers = prompt.answers
        if isinstance(answers, tuple) and answers:
            return self._chance.choice(answers)
        seats = [int(seat) for seat in view.round.seats] if isinstance(view.round, HandsView) else []
        if prompt.fact == "seat" and seats:
            return self._chance.choice(seats)
        return self._chance.randint(1, 3)


class SimulatedTable:
    """One table; :meth:`turn` does what is due."""

    def __init__(
        self,
        planned: StudioTable,
        clock: Clock,
        chance: random.Random,
        stack: ExitStack,
        door: Callable[[], PostgresDoor],
        names: dict[str, str],
        *,
        pace: float,
        calm: float,
        calls_first: bool = False,
    ) -> None:
        """``stack`` closes the table. ``pace`` is the average seconds between lines, ``calm`` those between
        troubles; a table that ``calls_first`` calls a pit boss as soon as it plays. Raises JournalError.
        """
        self.planned, self._clock, self._chance = planned, clock, chance
        self._door, self._pace, self._calm = door, pace, calm
        self._names = names
        make_folder(planned.journal)
        identity = Identity(planned.name, planned.game, planned.rules)
        rulebook = load_rulebook(planned.rules)
        opened = open_session(
            *(planned.journal, identity, rulebook, clock, stack),
            is_ready=True,
            origin=JournalOrigin.SIMULATED,
        )
        self.session = opened.session
        """The table itself; the thread that gives it its turns reads its state."""
        self.crew = Crew(self.session.game, planned.dealer, chance, self.session.table)
        self._refused = 0
        self._next_trouble = self._now + (0.0 if calls_first else chance.uniform(4.0, calm))
        self._calls_first = calls_first
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
        """Let the pit boss who took the call arrive; if nobody took it, let one come after some time."""
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
        trouble = self._chance.choices(tuple(_TROUBLE), tuple(_TROUBLE.values()))[0]
        trouble, self._calls_first = "call" if self._calls_first else trouble, False
        match trouble:
            case "call":
                self.send_line(lines.Call(self.crew.dealer, on=True))
            case "mishap":
                line = self.crew.mishap(self.session.view(), self.session.table)
                if line is None:
                    self._next_trouble = self._now + self._pace  # Between rounds there is nothing to report.
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


log = logging.getLogger(__name__)

_THREADS: Final = 4
_TAKES_AFTER: Final = (8.0, 75.0)
"""Seconds, from and to, after which a simulated pit boss takes a call: a real one may be earlier."""
_BOSSES_LOOK: Final = 1.0
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
        """``door`` makes a table's door to the floor, by its name; at ``desk`` pit bosses take calls. The
        journals must not be open elsewhere.
        """
        self._chance = random.Random(plan.seed)
        self._plan, self._clock, self._door, self._desk = plan, clock, door, desk
        self._stack = stack
        self._names = dict(plan.names)
        self._bosses = [Boss(id, name, "pit_boss") for id, name in self._names.items() if id.startswith("P")]
        self._ended = threading.Event()
        self._due = threading.Condition()
        # msgspec crashes if two threads meet a type, such as a rulebook's parts, for the first time.
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
        """A thread's work: one due turn after the other."""
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
            except Exception:  # A bug at one table stops only that one, and the others play on.
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
                    calls_first=number == 0,  # a person who tries the overview must not wait for it
                )
                self._stack.push(inner.pop_all())
            self.tables[number] = table
        return table.turn()

    def _walk(self) -> None:
        """The pit bosses' thread: each takes a call that nobody else has taken for some time."""
        assert self._desk is not None, "asked before"
        patience = dict[tuple[str, int, int], float]()
        is_reached = True
        while not self._ended.wait(_BOSSES_LOOK):
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
