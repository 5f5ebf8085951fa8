"""Nights on the floor as readings: calm ones, busy ones, and what goes wrong; and a desk that tells them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from console.floor.desk import PostgresDesk
from console.floor.self_report import Certificate, OpenIncident, SelfReport
from console.floor.wall import (
    Boss,
    CallTaker,
    Changes,
    DiaryDecision,
    Reading,
    SeenCall,
    SeenDuty,
    SeenTable,
    Shelf,
)
from tests.floor.readings import AT, coming, fault, reading, shelf, table, waiting

KINDS: Final = (("B", "baccarat"), ("J", "blackjack"), ("R", "roulette"), ("D", "dragon_tiger"))
DEALERS: Final = ("Austėja Kazlauskaitė", "Guðrún Ægisdóttir", "さくら 山田", "Åsa Öberg", "Jürgen Groß")


def calm(count: int, *, room: str = "Riga 1", **fields: Any) -> list[SeenTable]:
    """``count`` tables that play: each game in turn, ten tables on each switch."""
    tables = []
    for at in range(count):
        letter, game = KINDS[at * 4 // count]
        each = dict(
            game=game, switch=f"A{at // 10 + 1}", room=room, dealer=DEALERS[at % 5], round=f"{at}-812"
        )
        tables.append(table(f"{letter}{at + 1}", **{**each, **fields}))
    return tables


def _placed(seen: SeenTable, by: SeenTable) -> SeenTable:
    report = by.report
    assert seen.report is not None and report is not None
    kept = replace(seen.report, dealer=report.dealer, round=report.round)
    names = {"table": by.table, "name": by.name, "game": by.game, "room": by.room, "switch": by.switch}
    return replace(seen, **names, report=kept)


def with_these(tables: list[SeenTable], those: dict[int, SeenTable]) -> list[SeenTable]:
    """The same with others in some of their places."""
    return [_placed(those[at], each) if at in those else each for at, each in enumerate(tables)]


def _incident(seen: SeenTable, kind: str) -> SeenTable:
    assert seen.report is not None
    report = replace(seen.report, incident=OpenIncident(id="INC-0112", kind=kind))
    return replace(seen, report=report)


def small_night() -> Reading:
    """Twelve tables: a halt, a call that somebody comes for, a closed one, one that is prepared."""
    halted = waiting("x", "halt", age=48.0, round_open=True, reason="number_differs")
    taken = waiting("x", "call", age=72.0, taken=coming())
    those = {
        4: _incident(waiting("x", "outcome", age=31.0), "card_fell"),
        1: taken,
        7: halted,
        8: table("x", "preparing"),
        11: table("x", "closed"),
        2: table("x", faults=fault("shoe"), round_open=True),
        6: table("x", faults=fault("clock", "unsynchronised")),
    }
    return reading(*with_these(calm(12), those))


def certified_night() -> Reading:
    """Twelve LIVE tables: four changed since, one uncertified, one that calls, one without a report."""
    valid = Certificate(at=AT, by="Austėja Kazlauskaitė", authorised_by="Guðrún Ægisdóttir")
    changed = {
        1: ("software",),
        2: ("software", "rulebook", "devices"),
        3: ("rulebook",),
        8: ("devices",),
    }
    tables = calm(12, mode="live", certificate=valid)
    tables[0] = replace(tables[0], report=replace(report_of(tables[0]), certificate=Certificate()))
    tables[5] = replace(tables[5], report=replace(report_of(tables[5]), certificate=None))
    for at, newer in changed.items():
        older = replace(valid, newer=newer)
        tables[at] = replace(tables[at], report=replace(report_of(tables[at]), certificate=older))
    tables[3] = replace(
        tables[3], shelved=(shelf("device shoe"),), report=replace(report_of(tables[3]), faults=fault("shoe"))
    )
    caller = waiting("x", "call", age=42.0, mode="live", certificate=Certificate())
    return reading(*with_these(tables, {9: caller}))


def report_of(seen: SeenTable) -> SelfReport:
    """The report of a table that was heard."""
    assert seen.report is not None
    return seen.report


def busy_night() -> Reading:
    """Two hundred: halts, calls, a device that is laid aside, one that is disputed, a switch that is gone."""
    those: dict[int, SeenTable] = {
        16: waiting("x", "halt", age=48.0, round_open=True, reason="out_of_turn"),
        3: waiting("x", "call", age=72.0, taken=coming()),
        101: _incident(waiting("x", "outcome", age=31.0), "no_spin"),
        140: waiting("x", "call", age=12.0),
        60: table("x", disputed="rewritten"),
        77: table("x", "cant_record", changed=9.0),
        33: table("x", faults=fault("shoe"), round_open=True, shelved=(shelf("device shoe"),)),
        34: table("x", faults=fault("reader"), shelved=(shelf("device reader", 400.0),)),
        120: table("x", faults=fault("clock", "unsynchronised")),
        121: table("x", unsealed=True),
        150: table("x", "preparing"),
        151: table("x", "preparing"),
        **{at: table("x", silence=31.0) for at in range(80, 90)},
        **{at: table("x", "closed", silence=9000.0) for at in range(177, 200)},
    }
    return reading(*with_these(calm(200), those))


def flood() -> Reading:
    """Forty calls in a minute."""
    those = {at * 5: waiting("x", "call", age=float(at + 1)) for at in range(40)}
    return reading(*with_these(calm(200), those))


class FakeDesk(PostgresDesk):
    """Tells the reading that it was given; what it is asked for it remembers, and does as the floor would."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.asked: list[tuple[str, str, str]] = []
        self.hangs = threading.Event()
        """While it is set, nothing is answered."""
        self.held = threading.Event()
        """It is set while somebody waits for an answer."""
        self.freed = threading.Event()
        self.fails: Exception | None = None
        self.read_count = 0
        self.earlier: DiaryDecision | None = None
        """Somebody else's decision, which was earlier than any that it is asked for."""
        self.changed: Changes | None = None
        """Its answer after a hint; None has all read again."""
        self.closed = self.keeps = False
        """Whether it was closed; whether that ends no waiting, as a server that stands still does."""
        self._hint = threading.Event()

    def hint(self) -> None:
        self._hint.set()

    def _answer(self) -> None:
        if self.hangs.is_set():
            self.held.set()
            self.freed.wait(30)
        if self.fails is not None:
            raise self.fails

    def read(self) -> Reading:
        self._answer()
        self.read_count += 1
        return self.reading

    def wait_for_hint(self, within: float) -> bool:
        found = self._hint.wait(within)
        self._hint.clear()
        return found and not self.closed

    def changes(self) -> Changes | None:
        self._answer()
        return self.changed

    def take_call(self, table: str, call: SeenCall, boss: Boss) -> CallTaker:
        self._answer()
        self.asked.append(("take", table, boss.id))
        seen = self._seen(table)
        assert seen.call is not None
        taking = seen.call.taken or CallTaker(who=boss.id, name=boss.name, age=0.0)
        self.change(table, lambda seen: replace(seen, call=replace(call, taken=taking)))
        return taking

    def release(self, table: str, call: SeenCall, boss: Boss) -> None:
        self.asked.append(("release", table, boss.id))
        self.change(table, lambda seen: replace(seen, call=replace(call, taken=None)))

    def shelve(self, table: str, what: str, boss: Boss, reason: str, seconds: float) -> None:
        self.asked.append(("shelve", table, what))
        laid = Shelf(what=what, who=boss.id, name=boss.name, reason=reason, left=seconds)
        self.change(table, lambda seen: replace(seen, shelved=(*seen.shelved, laid)))

    def unshelve(self, table: str, what: str, boss: Boss) -> None:
        self.asked.append(("unshelve", table, what))
        self.change(table, lambda seen: replace(seen, shelved=()))

    def settle(self, table: str, boss: Boss, reason: str) -> DiaryDecision | None:
        self._answer()
        self.asked.append(("settle", table, reason))
        return self.earlier or DiaryDecision(name=boss.name, age=0.0, reason=reason)

    def explain(self, table: str, boss: Boss, reason: str) -> None:
        self._answer()
        self.asked.append(("explain", table, reason))

    def count(self, table: str, console: str, boss: Boss, reason: str) -> DiaryDecision | None:
        self._answer()
        self.asked.append(("count", table, console))
        self.change(table, lambda seen: replace(seen, twins=None))
        return self.earlier or DiaryDecision(name=boss.name, age=0.0, console=console)

    def set_duty(self, by: Boss, *, begins: bool) -> None:
        self._answer()
        self.asked.append(("duty", "begins" if begins else "ends", by.id))
        began = (SeenDuty(studio="riga", who=by.id, name=by.name, since=AT),) if begins else ()
        self.reading = replace(self.reading, duties=began)

    def prepare(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True
        self._hint.set()
        if not self.keeps:
            self.freed.set()

    def _seen(self, table: str) -> SeenTable:
        return next(each for each in self.reading.tables if each.table == table)

    def change(self, table: str, of: Callable[[SeenTable], SeenTable]) -> None:
        tables = tuple(of(each) if each.table == table else each for each in self.reading.tables)
        self.reading = replace(self.reading, tables=tables)
