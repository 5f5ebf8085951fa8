"""The export of a journal's facts, asked for what each shift's report has."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from console.supervisor.reports.facts_database import Tables, fill
from console.supervisor.reports.figures import OPEN, Figures
from console.supervisor.reports.journal_facts import JournalFacts
from tests.instruments.agree.documents import Documents

COUNTS = (
    *("rounds", "voids", "unplayed", "refunds", "carried_over", "taken_back", "came_to_nothing"),
    *("outside", "corrections", "amended", "manual", "manual_cards"),
    *("open_seconds", "stood_seconds", "manual_seconds"),
)
HERE = ("there", "came")
LENGTHS = ("to_result", "waits", "to_take", "to_arrive")


def of_exports(documents: Documents) -> Iterator[str]:
    """Each figure of a shift's report that the database has otherwise."""
    tables, ready = JournalFacts(documents.files).rows, set[tuple[int, datetime]]()
    for shift, table in documents.by_shift.items():
        with closing(Asked(tables, shift)) as asked:
            yield from (f"{shift}: {each}" for each in differing(asked, table))
            ready = asked.ready()
    with closing(Asked(tables, "")) as asked:
        happened, signed = asked.happened(), asked.signatures()
    whole = documents.whole
    signatures = whole.handover.signatures if whole.handover is not None else ()
    of_papers = sorted((x.at.isoformat(), x.shift, x.side, x.by, x.remarks) for x in signatures)
    yield from unlike("signatures", signed, of_papers)
    both = {each.fact.id for each in whole.incidents} | {each.id for each in whole.lists.halts}
    yield from unlike("what happened", happened, happened if whole.lists.more else both)
    listed = {
        (each.number, each.ready)
        for table in documents.by_shift.values()
        for each in table.lists.shoes
        if each.ready is not None
    }
    yield from unlike("shoes that were ready", ready, listed)


class Asked:
    """The database of a journal, asked about one shift."""

    def __init__(self, tables: Tables, shift: str) -> None:
        self._db = sqlite3.connect(":memory:")
        fill(self._db, tables)
        self._shift = f"T1 {shift}"

    def close(self) -> None:
        self._db.close()

    def rows(self, columns: str, view: str) -> list[tuple[Any, ...]]:
        """Some columns of a view."""
        asked = f"SELECT {columns} FROM {view} WHERE shift_id = ?"
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return found.fetchall()

    def happened(self) -> set[str]:
        """The ids of what happened, in whatever shift."""
        with closing(self._db.execute("SELECT id FROM report_happened")) as found:
            return {id for (id,) in found.fetchall()}

    def signatures(self) -> list[tuple[Any, ...]]:
        """The signatures under handovers, in whatever shift."""
        asked = "SELECT at, handed_over, side, by, remarks FROM signature"
        with closing(self._db.execute(asked)) as found:
            return sorted(found.fetchall())

    def stays(self) -> list[tuple[Any, ...]]:
        """The people who were there in the shift, each with the role."""
        asked = """SELECT DISTINCT t.who, t.role FROM stay t JOIN stretch s ON s.shift_id = ?
                   WHERE coalesce(t.place, 0) <= s.last_place
                     AND coalesce(t.until_place, 1e9) >= s.first_place"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return found.fetchall()

    def shoes(self) -> list[int]:
        """The numbers of the shoes that were there in the shift."""
        asked = """SELECT DISTINCT t.number FROM shoe t JOIN stretch s ON s.shift_id = ?
                   WHERE coalesce(t.place, 0) <= s.last_place
                     AND coalesce(t.ended_place, 1e9) >= s.first_place ORDER BY t.place"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return [number for (number,) in found.fetchall()]

    def ready(self) -> set[tuple[int, datetime]]:
        """When each shoe was ready, in whatever shift."""
        with closing(self._db.execute("SELECT number, ready FROM shoe WHERE ready IS NOT NULL")) as found:
            return {(number, datetime.fromisoformat(at)) for number, at in found.fetchall()}

    def failures(self) -> dict[tuple[str, str], int]:
        """How often each device was lost, and silent, by its troubles that began in the shift."""
        asked = """SELECT t.device, t.what, count(*) FROM trouble t JOIN stretch s ON s.shift_id = ?
                    WHERE t.place BETWEEN s.first_place AND s.last_place AND t.what <> 'fault'
                    GROUP BY t.device, t.what"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return {(device, what): count for device, what, count in found.fetchall()}


def differing(asked: Asked, table: Any) -> Iterator[str]:
    """Each figure of a report that the database has otherwise."""
    whole: Figures = table.whole
    sums = dict(asked.rows("name, amount", "report_figures"))
    for name in COUNTS:
        if sums.get(name, 0) != pytest.approx(getattr(whole, name), abs=0.002):
            yield f"{name}: {sums.get(name, 0)} {getattr(whole, name)}"
    lengths = {name: rest for name, *rest in asked.rows("name, count, mean, longest", "report_lengths")}
    for name in LENGTHS:
        spread = getattr(whole, name)
        count, mean, longest = lengths.get(name, (0, None, None))
        if (count, mean, longest) != (spread.count, approx(spread.mean), approx(spread.longest)):
            yield f"{name}: {count} {mean} {longest} {spread}"
    mine = {
        tuple(rest): count for *rest, count in asked.rows("kind, clause, outcome, count", "report_incidents")
    }
    theirs = {(each.kind, each.clause, str(each.outcome)): each.count for each in whole.incidents}
    yield from unlike("incidents", mine, theirs)
    known = {
        id: tuple(rest) for id, *rest in asked.rows("id, kind, clause, outcome, how_ended", "report_known")
    }
    for each in table.incidents:  # its state when the shift ended, whatever happened later
        fact = each.fact
        kind, clause, outcome, how = known[fact.id]
        then = (kind or "", clause or "", OPEN if how is None else outcome or "")
        yield from unlike(f"{fact.id} as known", then, (fact.kind or "", fact.clause or "", each.outcome))
    halts = dict(asked.rows("reason, count", "report_halts"))
    yield from unlike("halts", halts, {str(each.name): each.count for each in whole.halts})
    mine = {tuple(rest): amount for *rest, amount in asked.rows("dealer, name, amount", "report_dealers")}
    for each in table.dealers:
        for name in ("rounds", "voids", "refunds", "corrections", "manual_cards"):
            yield from unlike(
                f"{each.who} {name}", mine.get((each.who, name), 0), getattr(each.figures, name)
            )
    hours = {
        hour: (each, stood)
        for hour, each, stood in asked.rows("hour, open_seconds, stood_seconds", "report_hours")
    }
    for each in table.hours:
        one, stood = hours.get(each.start.isoformat(), (0, 0))
        if (one, stood) != (approx(each.open_seconds), approx(each.stood_seconds)):
            yield f"hour {each.start}: {one} {stood} {each}"
    mine = {
        device: tuple(rest)
        for device, *rest in asked.rows("device, read, unread, lost, silent, faults", "report_devices")
    }
    for each in table.devices:
        counted = (each.read, each.unread, each.lost, each.silent, sum(fault.count for fault in each.faults))
        yield from unlike(f"device {each.device}", mine.get(each.device), counted)
    failed = {
        (each.device, what): getattr(each, what) for each in table.devices for what in ("lost", "silent")
    }
    yield from unlike("failures", asked.failures(), {key: count for key, count in failed.items() if count})
    came = Counter(who for who, change in asked.rows("who, change", "report_staffing") if change == "came")
    yield from unlike("came", came, Counter(x.who for x in table.lists.staffing if x.change == "came"))
    there = set(asked.stays())
    yield from unlike("stays", there, {(x.who, x.role) for x in table.lists.staffing if x.change in HERE})
    yield from unlike("shoes", set(asked.shoes()), {each.number for each in table.lists.shoes})
    columns = "id, round_id, hand, position, face_before, face_after, by"
    listed = [(x.id, x.round, x.hand, x.position, x.before, x.after, x.by) for x in table.lists.corrected]
    yield from unlike("corrected", asked.rows(columns, "report_corrections"), listed)
    accounts = [(x.what, x.who, x.by, x.until, x.reason) for x in table.lists.accounts]
    yield from unlike("accounts", asked.rows("what, who, by, until, reason", "report_accounts"), accounts)
    happened = {id for (id,) in asked.rows("id", "report_happened")}
    both = {each.fact.id for each in table.incidents} | {each.id for each in table.lists.halts}
    yield from unlike("what happened that no list has", happened - both, set())
    quick = [(x.at.isoformat(), x.what, x.seconds, x.least, x.by) for x in table.lists.quick]
    columns = "at, what, seconds, least, by"
    yield from unlike("quick steps", asked.rows(columns, "report_quick"), quick)
    remarks = [text for (text,) in asked.rows("text", "report_remarks")]
    yield from unlike("remarks", remarks, [each.text for each in table.lists.remarks])


def approx(value: float | None) -> object:
    return value if value is None else pytest.approx(value, abs=0.002)


def unlike(name: str, mine: object, theirs: object) -> Iterator[str]:
    if mine != theirs:
        yield f"{name}: {mine} {theirs}"
