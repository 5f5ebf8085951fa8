"""The charts of a report in words: the pace by the hour, the reason of a slow one, dealers and the house."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from console.records.paper import Cell, Part
from console.records.wording import Teller
from console.reports.charts import Against, Charted, Dealers, Slow, pace
from console.reports.shift_report import TableReport

MINUTE = 60


def chart_parts(table: TableReport, about: str, teller: Teller) -> Iterator[Part]:
    """The pace over the night."""
    text = teller.words.text
    charted = pace(table.hours)
    rows = tuple(
        (
            hour_text(each.start, teller),
            each.rounds,
            each.halts,
            round(each.stood_seconds / MINUTE, 1),
            round(each.prepared_seconds / MINUTE, 1),
        )
        for each in charted.hours
    )
    names = ("hour", "rounds", "halts", "stood", "prepared")
    columns = tuple(text(f"report.{name}") for name in names)
    note = slow_text(charted.slow, teller) if charted.slow is not None else ""
    if rows:
        clock = tuple(f"{teller.local(each.start):%H}" for each in charted.hours)
        yield Charted(about, text("report.pace"), columns, rows, note, chart=charted, said=clock)
    else:
        yield Part(about, text("report.pace"))


def slow_text(slow: Slow, teller: Teller) -> str:
    """Why an hour was slow, in words."""
    words, hour = teller.words, hour_text(slow.start, teller)
    minutes = round(slow.seconds / MINUTE)
    match slow.why:
        case "halts":
            return words.count("report.slow.halts", slow.halts, hour=hour, minutes=minutes)
        case "cards":
            return words.text("report.slow.cards", hour=hour, minutes=minutes)
        case "unknown":
            return words.text("report.slow.unknown", hour=hour)


def hour_text(start: datetime, teller: Teller) -> str:
    """An hour by the clock: ``02:00``."""
    return f"{teller.local(start):%H:%M}"


def dealers_part(dealers: Dealers, teller: Teller) -> Part:
    """The dealers against the house, with how sure that is."""
    text = teller.words.text
    columns = tuple(text(f"report.{name}") for name in ("dealer", "rounds", "incidents"))
    columns += tuple(text(f"report.rate.{name}") for name in ("each", "low", "high"))
    rows = tuple(_against(each, dealers, teller) for each in dealers.dealers)
    if not rows or dealers.house is None:
        return Part("", text("report.against"))
    house = teller.figure(dealers.house)
    since = teller.day_and_clock(dealers.since) if dealers.since is not None else "–"
    sure = round(dealers.sure * 100)
    note = text("report.against.note", house=house, rounds=dealers.rounds, since=since, sure=sure)
    names = tuple(teller.name(each.who) for each in dealers.dealers)
    return Charted(
        "",
        text("report.against"),
        (*columns, text("report.rate.verdict")),
        rows,
        note,
        chart=dealers,
        said=names,
    )


def _against(each: Against, dealers: Dealers, teller: Teller) -> tuple[Cell, ...]:
    figures = (None if end is None else round(end, 1) for end in (each.rate, each.low, each.high))
    verdict = teller.words.text(f"report.verdict.{each.verdict}", fewest=dealers.fewest)
    return (teller.name(each.who), each.rounds, each.incidents, *figures, verdict)
