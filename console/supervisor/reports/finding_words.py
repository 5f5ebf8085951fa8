"""Findings about people in the words of a report: each list with the chance that honest play shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.history.stays import Stay
from console.supervisor.records.documents.paper import Cell, Part
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports import finding_rows
from console.supervisor.reports.charts import ChartedPart
from console.supervisor.reports.shift_report import TableReport
from console.table.core import Role, Who

RELIEF: Final = timedelta(minutes=1)
"""An overlap below this is a relief, unless the person dealt at both tables in it."""


def by_chance(row: finding_rows.Row, words: Words, **told: str) -> str:
    """A row in words: what was compared, what else explains it, who answers, and its chance."""
    reports = "" if row.chance is None else words.figure(round(1 / row.chance))
    return words.text(f"finding.{row.name}", reports=reports, **told)


def dealers_part(dealers: finding_rows.Dealers, formatter: RecordFormatter) -> Part:
    """The dealers, each against what the same tables have."""
    text = formatter.words.text
    columns = tuple(text(f"report.{name}") for name in ("dealer", "rounds", "incidents"))
    columns += tuple(text(f"report.rate.{name}") for name in ("each", "low", "high"))
    rows = tuple(_against(each, dealers, formatter) for each in dealers.dealers)
    if not rows or dealers.house is None:
        return Part("", text("report.against"))
    house = formatter.figure(dealers.house)
    since = formatter.day_and_clock(dealers.since) if dealers.since is not None else "–"
    told = {"rounds": dealers.rounds, "number": dealers.compared}
    figures = {name: formatter.words.figure(each) for name, each in told.items()}
    note = (
        ""
        if not dealers.compared
        else by_chance(finding_rows.DEALERS, formatter.words, house=house, since=since, **figures)
    )
    columns = (*columns, text("report.rate.verdict"))
    if all(each.verdict == "too_few" for each in dealers.dealers):
        return Part("", text("report.against"), columns, rows, note)
    names = tuple(formatter.name(each.who) for each in dealers.dealers)
    return ChartedPart("", text("report.against"), columns, rows, note, chart=dealers, said=names)


def pit_bosses_part(tables: Sequence[TableReport], formatter: RecordFormatter) -> Part:
    """The acts of pit bosses on results, each against all at the tables in that one's charge."""
    text, (house, rates) = formatter.words.text, finding_rows.pit_bosses_against_the_house(tables)
    has_seats = any(of.seats for of, _ in rates)
    named = ("rounds", "refunds", *("pit.seat",) * has_seats, "pit.voids", "pit.changed", "pit.lifted")
    named += ("rate.each", "rate.low", "rate.high", "rate.verdict")
    columns = (*(text(f"report.{name}") for name in named),)
    rows = tuple(
        (
            *(formatter.name(of.who), of.rounds, of.refunds),
            *(_seat_of_most(tables, of.who, formatter.words),) * has_seats,
            *(of.voids, of.changed, of.lifted),
            *(None if end is None else round(end, 1) for end in (own.rate, own.low, own.high)),
            _verdict(own, finding_rows.FEWEST, "report.pit.acts", formatter.words),
        )
        for of, own in rates
    )
    head, note = text("report.pit.against"), ""
    if sum(of.acts for of, _ in rates) < 2:  # A single act is in its list.
        return Part("", head)
    if any(own.verdict != "too_few" for _, own in rates):
        compared = sum(own.verdict != "too_few" for _, own in rates)
        told = {"house": formatter.figure(house), "number": formatter.words.figure(compared)}
        note = by_chance(finding_rows.PIT_BOSSES, formatter.words, **told)
    return Part("", head, (text("role.pit_boss"), *columns), rows, note)


def _seat_of_most(tables: Sequence[TableReport], who: str, words: Words) -> str | None:
    """The seat of one table that a pit boss refunded most; None without one, or if two are equal."""
    refunds = Counter(
        (at, seat)
        for at, table in enumerate(tables)
        for own in table.pit_bosses
        if own.who == who
        for seat in own.seats
    )
    match refunds.most_common(2):
        case [(_, most), (_, second)] if most == second:
            return None
        case [((at, seat), most), *_]:
            found = words.label(words.text("seat.number", seat=words.figure(seat)), words.figure(most))
            origin = tables[at].origin
            return f"{origin.label or origin.table}{words.locale.dot}{found}" if len(tables) > 1 else found
    return None


def dealers_at_two_tables(tables: Sequence[TableReport], formatter: RecordFormatter) -> Part:
    """The times when one person dealt at a table and was signed in at another; a pit boss may be."""
    stays = sorted(
        ((stay, table) for table in tables for stay in (*table.lists.dealt, *_pit_boss_stays(table))),
        key=lambda each: each[0].since,
    )
    rows = []
    for at, (stay, table) in enumerate(stays):
        for later, other in stays[at + 1 :]:
            if stay.until is not None and later.since >= stay.until:
                break
            deals = Role.DEALER in (stay.role, later.role)
            if deals and other is not table and later.who.casefold() == stay.who.casefold():
                until = min(filter(None, (stay.until, later.until)), default=None)
                if until is not None and until - later.since < RELIEF and not _both_deal(stay, later, until):
                    continue
                ends = None if until is None else formatter.clock_cell(until)
                where = formatter.words.list_of(map(_short_name, (table, other)))
                rows.append((formatter.name(stay.who), where, formatter.clock_cell(later.since), ends))
    columns = ("report.dealer", "report.tables", "report.time", "report.until")
    text = formatter.words.text
    note = by_chance(finding_rows.TWO_TABLES, formatter.words)
    return Part("", text("report.two_tables"), tuple(map(text, columns)), tuple(rows), note)


def _both_deal(one: Stay, later: Stay, until: datetime) -> bool:
    """Whether a card or a ball came at both tables while one person was signed in at both."""
    return all(
        each.dealt is not None and each.dealt[0] <= until and each.dealt[-1] >= later.since
        for each in (one, later)
    )


def dealing_pit_bosses(tables: Sequence[TableReport], formatter: RecordFormatter) -> Part:
    """The times when a pit boss of a table dealt at it, and who supervised the dealer then (GEN-roles): the
    other pit bosses who were signed in, else who was on duty, or came to the table at another time.
    """
    rows = []
    for table in tables:
        bosses, listed = _pit_boss_stays(table), _listed_until(table)
        for stay in table.lists.dealt:
            if listed is not None and (stay.until is None or stay.until > listed):
                continue  # The list does not say who was there then.
            others = [each for each in bosses if each.who.casefold() != stay.who.casefold()]
            if len(others) == len(bosses):
                continue
            there = dict.fromkeys(formatter.name(each.who) for each in others if _overlap(each, stay))
            times = (stay.since, stay.until)
            cells = (None if at is None else formatter.clock_cell(at) for at in times)
            others_then = formatter.words.list_of(there) or _on_duty(stay, others, table, formatter)
            rows.append((formatter.name(stay.who), _short_name(table), *cells, others_then))
    columns = ("report.dealer", "record.table", "report.began", "report.until", "report.pit.meanwhile")
    text = formatter.words.text
    return Part("", text("report.pit.dealt"), tuple(map(text, columns)), tuple(rows))


def _on_duty(stay: Stay, others: Sequence[Stay], table: TableReport, formatter: RecordFormatter) -> str:
    words = formatter.words
    duties = (table.handover.duties if table.handover is not None else None) or ()
    on_duty = {
        each.who: None
        for each in duties
        if (each.until is None or stay.since < each.until)
        and (stay.until is None or each.since < stay.until)
        and each.who.casefold() != stay.who.casefold()
    }
    came = {each.who: None for each in others}
    named = [
        words.text(key, names=words.list_of([formatter.name(each) for each in who]))
        for key, who in (("finding.on_duty", on_duty), ("finding.came", came))
        if who
    ]
    return words.side_by_side((words.text("finding.nobody"), *named))


def _short_name(table: TableReport) -> str:
    return visible(table.origin.label or table.origin.table)


def _overlap(one: Stay, other: Stay) -> bool:
    return (one.until is None or other.since < one.until) and (other.until is None or one.since < other.until)


def _listed_until(table: TableReport) -> datetime | None:
    """The time after which the list of arrivals and departures is cut off, if it was too long."""
    return table.lists.staffing[-1].at if "staffing" in table.lists.more else None


def _pit_boss_stays(table: TableReport) -> list[Stay]:
    ended, here = list[Stay](), dict[str, Stay]()
    for each in table.lists.staffing:
        if each.role != Role.PIT_BOSS:
            continue
        if each.change in ("there", "came"):
            here[each.who] = Stay(Who(each.who), Role.PIT_BOSS, each.at, None)
        elif each.who in here:
            ended.append(replace(here.pop(each.who), until=each.at))
    listed = _listed_until(table)
    return [*ended, *(replace(each, until=listed) for each in here.values())]


def _against(
    each: finding_rows.DealerRate, dealers: finding_rows.Dealers, formatter: RecordFormatter
) -> tuple[Cell, ...]:
    figures = (None if end is None else round(end, 1) for end in (each.rate, each.low, each.high))
    verdict = _verdict(each, dealers.fewest, "report.incidents", formatter.words)
    return (formatter.name(each.who), each.rounds, each.incidents, *figures, verdict)


def _verdict(each: finding_rows.DealerRate, fewest: int, acts: str, words: Words) -> str:
    """The comparison's end; beside a finding the counts of each table, which may name another's dealer."""
    verdict = words.text(f"report.verdict.{each.verdict}", fewest=fewest)
    if not each.tables or each.verdict == "no_difference":
        return verdict
    named = (
        words.label(visible(of.table), f"{words.figure(of.incidents)}/{words.figure(of.rounds)}")
        for of in each.tables
    )
    of_what = f"{words.text(acts)}/{words.text('report.rounds')}"
    return words.side_by_side((verdict, words.label(of_what, words.list_of(named))))
