"""A shift report put into words: its heading, and a part for each thing that is counted.

Pure: the zone of its times and the names of people are parameters of the :class:`Teller`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from console.records.interval import Interval
from console.records.paper import Cell, Paper, Part
from console.records.safely import visible
from console.records.wording import Teller, zone_text
from console.reports.charts import Charted, Dealers, Kinds, against_the_house, kinds
from console.reports.figures import DealerFigures, Figures
from console.reports.handover_words import handover_parts
from console.reports.lists_words import list_parts
from console.reports.report_charts import chart_parts, dealers_part
from console.reports.shift_report import ShiftReport, TableReport
from console.words.names import game_name, rules_name

MINUTE = 60.0
HOUR = 3600.0


def report_paper(report: ShiftReport, teller: Teller, version: str, compared: Dealers | None = None) -> Paper:
    """The report in words; ``compared`` are the dealers over the days by which they are compared."""
    several = len(report.tables) > 1
    parts = [part for table in report.tables for part in table_parts(table, teller, several)]
    dealers = compared or against_the_house(report.tables)
    return Paper(
        language=teller.words.language,
        title=teller.words.text("report.title"),
        head=(*_head(report, teller), _made(report, teller, version)),
        parts=(*parts, dealers_part(dealers, teller)),
        footer=(),
    )


def _head(report: ShiftReport, teller: Teller) -> Iterator[str]:
    if report.casino:
        yield visible(report.casino)
    for table in report.tables:
        yield table_name(table, teller)
    yield interval_text(report.interval, report.tables, teller)


def table_name(table: TableReport, teller: Teller) -> str:
    """The table with its game and its rules."""
    origin, words = table.origin, teller.words
    named = (visible(origin.table), game_name(words, origin.game), rules_name(words, origin.rules))
    return words.text("access.list").join((f"{words.text('record.table')} {named[0]}", *named[1:]))


def interval_text(interval: Interval, tables: Iterable[TableReport], teller: Teller) -> str:
    """From when to when, and the shift's name; of a shift as far as its entries reach."""
    begun = [table.begun for table in tables if table.begun is not None]
    ended = [table.ended for table in tables if table.ended is not None]
    start, until = interval.start or min(begun, default=None), interval.until or max(ended, default=None)
    times = (teller.day_and_clock(at) if at is not None else "…" for at in (start, until))
    span = " – ".join(times) if (start, until) != (None, None) else teller.words.text("report.no_activity")
    if interval.shift is None:
        return span
    return f"{teller.words.text('record.shift')} {visible(interval.shift)} · {span}"


def _made(report: ShiftReport, teller: Teller, version: str) -> str:
    zone = _zones(report, teller)
    made = teller.day_and_clock(report.made)
    return teller.words.text("record.made", time=made, version=version, zone=zone)


def _zones(report: ShiftReport, teller: Teller) -> str:
    """The zones of its times: two where clocks were changed between."""
    ends = [end for table in report.tables for end in (table.begun, table.ended)]
    times = (*ends, report.interval.start, report.interval.until, report.made)
    return " / ".join(sorted({zone_text(teller.local(at)) for at in times if at is not None}))


def table_parts(table: TableReport, teller: Teller, several: bool = True) -> Iterator[Part]:
    """All parts of one table; 'No activity' where there was none."""
    about = table_name(table, teller) if several else ""
    if not table.active:
        yield Part(about, teller.words.text("report.figures"), note=teller.words.text("report.no_activity"))
        return
    yield _figures(table, about, teller)
    yield _incidents(table, about, teller)
    yield _halts(table, about, teller)
    yield from chart_parts(table, about, teller)
    yield from list_parts(table, about, teller)
    if table.handover is not None:
        yield from handover_parts(table.handover, about, teller)


def _columns(table: TableReport, teller: Teller) -> tuple[str, ...]:
    """The whole table, then its dealers."""
    nobody = teller.words.text("report.nobody")
    dealers = (teller.name(each.who) if each.who is not None else nobody for each in _dealers(table))
    return (teller.words.text("report.whole"), *dealers)


def _all(table: TableReport) -> tuple[Figures, ...]:
    return (table.whole, *(each.figures for each in _dealers(table)))


def _dealers(table: TableReport) -> tuple[DealerFigures, ...]:
    """Those with a column: all dealers, and nobody only where something happened meanwhile."""
    waited = Figures(open_seconds=0, stood_seconds=0, manual_seconds=0)
    return tuple(each for each in table.dealers if each.who is not None or _still(each.figures) != waited)


def _still(figures: Figures) -> Figures:
    """The figures without how long they lasted."""
    return replace(figures, open_seconds=0, stood_seconds=0, manual_seconds=0)


def _figures(table: TableReport, about: str, teller: Teller) -> Part:
    text, figures = teller.words.text, _all(table)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (label, *(cell(each) for each in figures)) for label, cell in _rows(teller)
    )
    return Part(about, text("report.figures"), ("", *_columns(table, teller)), rows)


def _rows(teller: Teller) -> Iterator[tuple[str, Callable[[Figures], Cell]]]:
    """The figures' labels, and where each is found."""
    text = teller.words.text
    yield text("report.rounds"), lambda of: of.rounds
    yield text("report.rounds_an_hour"), lambda of: _to_a_tenth(of.rounds_an_hour)
    yield text("report.open_hours"), lambda of: round(of.open_seconds / HOUR, 2)
    yield text("report.to_result.median"), lambda of: _to_a_tenth(of.to_result.median)
    yield text("report.to_result.mean"), lambda of: _to_a_tenth(of.to_result.mean)
    yield text("report.incidents"), lambda of: of.incident_count
    yield text("report.incidents_per_thousand"), lambda of: _to_a_tenth(of.incidents_per_thousand)
    yield text("report.taken_back"), lambda of: of.taken_back
    yield text("report.voids"), lambda of: of.voids
    yield text("report.unplayed"), lambda of: of.unplayed
    yield text("report.refunds"), lambda of: of.refunds
    yield text("report.halts"), lambda of: sum(each.count for each in of.halts)
    yield text("report.stood"), lambda of: _to_a_tenth(of.stood_seconds / MINUTE)
    yield text("report.corrections"), lambda of: of.corrections
    yield text("report.amended"), lambda of: of.amended
    yield text("report.manual"), lambda of: of.manual
    yield text("report.manual_cards"), lambda of: of.manual_cards
    yield text("report.manual_minutes"), lambda of: _to_a_tenth(of.manual_seconds / MINUTE)
    yield text("report.calls"), lambda of: of.waits.count
    yield text("report.waits.median"), lambda of: _to_a_tenth(of.waits.median)
    yield text("report.waits.longest"), lambda of: _to_a_tenth(of.waits.longest)


def _to_a_tenth(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def _incidents(table: TableReport, about: str, teller: Teller) -> Part:
    words = teller.words
    heads = (words.text("report.kind"), words.text("report.clause"), words.text("record.head.outcome"))
    rows: list[tuple[Cell, ...]] = []
    for each in table.whole.incidents:
        kind = words.text(f"incident.{each.kind}") if each.kind else words.text("record.kind.none")
        what = (kind, each.clause or None, _outcome(each.outcome, teller))
        told = (each.kind, each.clause, each.outcome)
        rows.append((*what, *(_count(of, told) for of in _all(table))))
    columns = (*heads, *_columns(table, teller))
    if not rows:
        return Part(about, words.text("report.incidents"), note=_unless(rows, teller))
    bars = Kinds(kinds(table.whole))
    return Charted(about, words.text("report.incidents"), columns, tuple(rows), chart=bars)


def _outcome(outcome: str, teller: Teller) -> str:
    match outcome:
        case "open":
            return teller.words.text("record.open")
        case "refund_hand":
            return teller.words.text("report.refunds")
        case _:
            return teller.words.text(f"outcome.{outcome}")


def _count(figures: Figures, told: tuple[str, str, str]) -> int:
    same = (each for each in figures.incidents if (each.kind, each.clause, each.outcome) == told)
    return sum(each.count for each in same)


def _halts(table: TableReport, about: str, teller: Teller) -> Part:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (teller.halt(halt.name), *(_halt_count(of, halt.name) for of in _all(table)))
        for halt in table.whole.halts
    )
    columns = (teller.words.text("report.why"), *_columns(table, teller))
    return Part(about, teller.words.text("report.halts"), columns, rows, _unless(rows, teller))


def _halt_count(figures: Figures, reason: str) -> int:
    return sum(each.count for each in figures.halts if each.name == reason)


def _unless(rows: Iterable[object], teller: Teller) -> str:
    return "" if rows else teller.words.text("report.no_activity")
