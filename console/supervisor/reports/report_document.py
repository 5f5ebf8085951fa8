"""A shift report as a document: its heading and a part for each thing counted, in words; charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from console.base.plain_text import short_names, visible
from console.base.words import Words, sort_by_name
from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import HaltFact, IncidentFact
from console.supervisor.records.documents.origin_mark import origin_mark
from console.supervisor.records.documents.paper import Cell, LeadPart, Paper, Part, overleaf
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports import charts, finding_words
from console.supervisor.reports.figures import DealerFigures, Figures, Hour, IncidentCount, ListedIncident
from console.supervisor.reports.finding_rows import Dealers, against_the_house
from console.supervisor.reports.handover_words import gap_parts, handover_parts
from console.supervisor.reports.list_words import list_parts, number_of
from console.supervisor.reports.shift_report import ShiftReport, TableReport
from console.supervisor.reports.wheel_words import probability
from console.table.game import has_wheel
from console.table.words import brought_in_text, game_name, inside, outcome_text, reason_text, rules_name

MINUTE = 60
SET_BACK: Final = 3
"""How many changes of the clock are in the head; the part 'Clock changes' has them all."""


def chart_parts(table: TableReport, table_title: str, formatter: RecordFormatter) -> Iterator[Part]:
    text = formatter.words.text
    charted = charts.pace(table.hours)
    hours = hour_names(charted.hours, formatter)
    rows = tuple(
        (
            hours[each.start],
            each.rounds,
            each.halts,
            round(each.stood_seconds / MINUTE, 1),
            round(each.prepared_seconds / MINUTE, 1),
        )
        for each in charted.hours
    )
    names = ("hour", "rounds", "halts", "stood", "prepared")
    columns = tuple(text(f"report.{name}") for name in names)
    note = slow_text(charted.slow, hours, formatter)
    if sum(charts.rate(each) is not None for each in charted.hours) > 1:
        clock = tuple(f"{formatter.local(each.start):%H}" for each in charted.hours)
        yield charts.ChartedPart(
            table_title, text("report.pace"), columns, rows, note, chart=charted, said=clock
        )
    else:  # A chart of a single bar would repeat its row.
        yield Part(table_title, text("report.pace"), columns if rows else (), rows, note)


def slow_text(slow: Iterable[charts.Slow], hours: Mapping[datetime, str], formatter: RecordFormatter) -> str:
    """All that took time in the slowest hours, in words; ``hours`` are their names."""
    return formatter.words.side_by_side(_slow_text(each, hours[each.start], formatter.words) for each in slow)


def _slow_text(slow: charts.Slow, hour: str, words: Words) -> str:
    minutes = round(slow.seconds / MINUTE)
    match slow.why:
        case "halts" if not slow.halts:  # The table stood from a halt of the hour before.
            return words.text("report.slow.stood", hour=hour, minutes=minutes)
        case "halts":
            return words.count("report.slow.halts", slow.halts, hour=hour, minutes=minutes)
        case "off" | "cards":
            return words.text(f"report.slow.{slow.why}", hour=hour, minutes=minutes)
        case "unknown":
            return words.text("report.slow.unknown", hour=hour)


def hour_names(hours: Iterable[Hour], formatter: RecordFormatter) -> dict[datetime, str]:
    """The name of each hour by its start: ``02:00``, with which one it is if it comes twice, and with its day
    if two days have that hour.
    """
    named = {
        each.start: f"{formatter.local(each.start):%H:%M}{formatter.which(each.start)}" for each in hours
    }
    if len(set(named.values())) == len(named):
        return named
    return {start: f"{formatter.day_text(formatter.local(start))} {hour}" for start, hour in named.items()}


HOUR = 3600.0


def report_paper(
    report: ShiftReport,
    formatter: RecordFormatter,
    version: str,
    compared: Dealers | None = None,
    files: Sequence[Path] = (),
) -> Paper:
    """The report in words; ``compared`` are the dealers' figures for the comparison, ``files`` its journals,
    each by its name, and its folder if needed.
    """
    several = len(report.tables) > 1
    named = [(table, table_name(table, formatter) if several else "") for table in report.tables]
    dealers = finding_words.dealers_part(compared or against_the_house(report.tables), formatter)
    parts = list[Part]()
    for table, about in named:
        parts += (_happened(table, about, formatter), *gap_parts(table, about, formatter))
        if table.handover is not None:
            parts += handover_parts(table.handover, about, formatter, report.interval.shift)
    counted = [part for table, about in named for part in counted_parts(table, about, formatter)]
    counted += [
        part for part in (dealers, finding_words.pit_bosses_part(report.tables, formatter)) if part.rows
    ]
    at_odds = (finding_words.dealers_at_two_tables, finding_words.dealing_pit_bosses)
    parts += [part for each in at_odds if (part := each(report.tables, formatter)).rows]
    # The part that people sign has its own page.
    parts += [overleaf(counted[0]), *counted[1:]] if counted else []
    return Paper(
        language=formatter.words.language,
        title=formatter.words.text("report.title"),
        head=(*_head(report, formatter, files), _made_at_text(report, formatter, version)),
        parts=tuple(parts),
        footer=(),
        mark=origin_mark((table.origin.origin for table in report.tables), formatter.words),
    )


def _head(report: ShiftReport, formatter: RecordFormatter, files: Sequence[Path]) -> Iterator[str]:
    if report.casino:
        yield visible(report.casino)
    for table in report.tables:
        yield table_name(table, formatter)
    yield interval_text(report.interval, report.tables, formatter)
    for table in report.tables:
        of_table = table_name(table, formatter) if len(report.tables) > 1 else None
        yield from (formatter.words.side_by_side((of_table, each)) for each in _set_back(table, formatter))
    for table in report.tables:
        used = (each.software for each in table.lists.software)
        yield from formatter.other_rulebook(table.origin.rules, used)
    if files:
        names = map(visible, short_names(files))
        yield formatter.words.text("report.of_files", files=formatter.words.list_of(names))


def _set_back(table: TableReport, formatter: RecordFormatter) -> Iterator[str]:
    """The first times that the clock was set back: later rows of a list may have earlier times."""
    label = formatter.words.text("log.noted.clock_set")
    back = (each for each in table.lists.clock if each.seconds < 0)
    for each in islice(back, SET_BACK):
        yield formatter.words.label(label, formatter.set_clock(each.at, each.seconds))


def table_name(table: TableReport, formatter: RecordFormatter) -> str:
    origin, words = table.origin, formatter.words
    named = (game_name(words, origin.game), rules_name(words, origin.rules))
    title = f"{words.text('record.table')} {visible(origin.label or origin.table)}"
    return words.text("access.list").join((title, *(inside(words, each) for each in named)))


def interval_text(interval: Interval, tables: Iterable[TableReport], formatter: RecordFormatter) -> str:
    begun = [table.begun for table in tables if table.begun is not None]
    ended = [table.ended for table in tables if table.ended is not None]
    start, until = interval.start or min(begun, default=None), interval.until or max(ended, default=None)
    times = (formatter.day_and_clock(at) if at is not None else "…" for at in (start, until))
    span = " – ".join(times) if (start, until) != (None, None) else formatter.words.text("report.no_activity")
    if interval.shift is None:
        return span
    return formatter.words.side_by_side(
        (f"{formatter.words.text('record.shift')} {formatter.shift(interval.shift)}", span)
    )


def _made_at_text(report: ShiftReport, formatter: RecordFormatter, version: str) -> str:
    zone = _zones(report, formatter)
    made = formatter.day_and_clock(report.made)
    return formatter.words.text("record.made", time=made, version=version, zone=zone)


def _zones(report: ShiftReport, formatter: RecordFormatter) -> str:
    """The zones of its times: two if the clocks changed in between."""
    ends = [end for table in report.tables for end in (table.begun, table.ended)]
    return formatter.zones((*ends, report.interval.start, report.interval.until, report.made))


_INCIDENT_COLUMNS: Final = (
    *("report.number", "report.time", "record.round", "report.kind", "report.clause"),
    *("record.head.outcome", "report.reported_by", "report.authorised_by", "report.waited", "record.video"),
)


def _happened(table: TableReport, table_title: str, formatter: RecordFormatter) -> Part:
    """A report's first part: every incident with its times and outcome; or that there was none."""
    text = formatter.words.text
    heading = text("report.happened")
    halts = table.lists.halts
    if not table.incidents and not halts:
        none = text("report.happened.none" if table.active else "report.no_activity")
        return Part(table_title, heading, note=none)
    listed = [(each.fact.happened, _incident_row(each, table, formatter)) for each in table.incidents]
    for each in halts:  # placed among the incidents by its time; they stay in the order of their reports
        place = next((at for at, (time, _) in enumerate(listed) if time > each.at), len(listed))
        listed.insert(place, (each.at, _halt_row(each, table, formatter)))
    rows = tuple(row for _, row in listed)
    left = table.lists.more.get("incidents", 0) + table.lists.more.get("halts", 0)
    note = formatter.words.count("report.more", left) if left else ""
    told = _INCIDENT_COLUMNS.index("record.head.outcome")
    return LeadPart(table_title, heading, tuple(map(text, _INCIDENT_COLUMNS)), rows, note, told=told)


def _incident_row(each: ListedIncident, table: TableReport, formatter: RecordFormatter) -> tuple[Cell, ...]:
    fact, words, of_day = each.fact, formatter.words, _is_of_one_day(table, each.fact, formatter)
    clock = formatter.clock if of_day else formatter.day_and_clock
    authorised = None
    if (by := fact.authorised) is not None:
        authorised = formatter.name(by.by) if by.by else words.text("report.dealer_alone")
    return (
        number_of(fact.id),
        formatter.clock_cell(fact.happened) if of_day else formatter.moment_cell(fact.happened),
        number_of(fact.about) if fact.about else None,
        words.text(f"incident.{fact.kind}") if fact.kind else words.text("record.kind.none"),
        fact.clause or None,
        words.side_by_side((_came_to(each, formatter), *_acts(each, formatter, clock))),
        formatter.name(fact.by or ""),
        authorised,
        _waited(fact),
        formatter.of_day(fact.happened).video_link(table.origin.table, fact.filmed_from),
    )


def _waited(fact: IncidentFact) -> timedelta | None:
    """The time from report to outcome by the printed times, in whole seconds; the true one if the clock was
    set in between.
    """
    if fact.waited is None:
        return None
    if fact.authorised is not None:
        first, last = (at.replace(microsecond=0) for at in (fact.reported, fact.authorised.at))
        if abs((last - first).total_seconds() - fact.waited) < 1:
            return last - first
    return timedelta(seconds=int(fact.waited))


def _halt_row(each: HaltFact, table: TableReport, formatter: RecordFormatter) -> tuple[Cell, ...]:
    """A halt that a pit boss ended without an incident, in an incident's columns."""
    words, ended = formatter.words, each.ended
    assert ended is not None, "a pit boss ended it"
    of_day = _is_of_one_day(table, each, formatter)
    decided = [words.text("outcome.void")]
    if ended.reason is not None:
        back = formatter.withdrawn_halt(each.reason, wheel=has_wheel(table.origin.game))
        decided = [back, reason_text(words, ended.reason)]
    return (
        each.id,
        formatter.clock_cell(each.at) if of_day else formatter.moment_cell(each.at),
        number_of(each.lay) if each.lay else None,
        words.text("record.halt", why=formatter.halt(each.reason)),
        None,
        words.side_by_side((*decided, *_before(each.at, ended.at, table, formatter, of_day=of_day))),
        None,
        formatter.name(ended.by or ""),
        None,
        formatter.of_day(each.at).video_link(table.origin.table, each.filmed_from),
    )


def _before(
    stopped: datetime, closed: datetime, table: TableReport, formatter: RecordFormatter, *, of_day: bool
) -> Iterator[str]:
    """When a halt that lasted as the interval began had begun, and when it was decided."""
    if table.begun is None or stopped >= table.begun:
        return
    text, clock = formatter.words.text, formatter.clock if of_day else formatter.day_and_clock
    began, ended = (
        formatter.words.label(text(f"record.{name}"), clock(at))
        for name, at in (("reported", stopped), ("closed", closed))
    )
    yield text("report.carried_over.one", acts=began)
    yield ended


def _is_of_one_day(table: TableReport, each: IncidentFact | HaltFact, formatter: RecordFormatter) -> bool:
    """Whether all times of an incident are of the report's only day, so that the day is left out."""
    days = {formatter.local(at).date() for at in (table.begun, table.ended, each.happened) if at is not None}
    return len(days) == 1


def _acts(
    each: ListedIncident, formatter: RecordFormatter, clock: Callable[[datetime], str]
) -> Iterator[str]:
    """For an incident open at the interval's begin or end, or ended outside it by a set clock: what happened
    before the interval, and since.
    """
    if each.carried_over is None and each.counted:
        return
    text, fact = formatter.words.text, each.fact
    acts = [formatter.words.label(text("record.reported"), clock(fact.reported))]
    for name, act in (("authorised", fact.authorised), ("closed", fact.ended)):
        acts += [] if act is None else [formatter.words.label(text(f"record.{name}"), clock(act.at))]
    before = {None: 0, "reported": 1, "authorised": 2}[each.carried_over]
    if before:
        yield text("report.carried_over.one", acts=text("access.list").join(acts[:before]))
    yield from acts[before:]


def _came_to(each: ListedIncident, formatter: RecordFormatter) -> str:
    """The outcome, and why. An open incident has both once it is authorised: bets may have gone back while a
    step is due. For a shoe that it brought in also that the authorisation covers it.
    """
    fact = each.fact
    if fact.taken_back_by is not None:
        return _taken_back(fact, formatter)
    if fact.ended is not None and fact.ended.overtaken_by is not None:
        text = formatter.words.text
        why = text("report.came_to_nothing.why", incident=number_of(fact.ended.overtaken_by))
        return formatter.words.side_by_side((text("outcome.came_to_nothing"), why))
    facts = {name: fact.number(name) for name in ("seat", "hand", "cards")}
    decided = None if each.decided is None else _outcome(each.decided, formatter, facts)
    outcome = _outcome(each.outcome, formatter, facts)
    why = reason_text(formatter.words, each.reason or "")
    more = list[str]()
    if fact.brought_in is not None:
        head = formatter.words.text("brought_in.head")
        more.append(formatter.words.label(head, brought_in_text(formatter.words, fact.brought_in)))
    if fact.set_rounds is not None:
        head = formatter.words.text("record.head.set_rounds")
        more.append(formatter.words.label(head, formatter.set_rounds(fact.set_rounds)))
        more.append(formatter.words.text("record.set_rounds.note"))
    return formatter.words.side_by_side((decided, outcome, why, *more))


def _taken_back(fact: IncidentFact, formatter: RecordFormatter) -> str:
    assert fact.ended is not None, "it was taken back"
    parts = (
        formatter.words.text("outcome.taken_back"),
        formatter.name(fact.ended.by),
        reason_text(formatter.words, fact.ended.reason or ""),
    )
    return formatter.words.side_by_side(map(visible, parts))


def counted_parts(table: TableReport, table_title: str, formatter: RecordFormatter) -> Iterator[Part]:
    """The figures and the lists of one table; the last part names empty ones."""
    if not table.active:
        return
    incidents, halts = _incidents(table, table_title, formatter), _halts(table, table_title, formatter)
    every = (
        *(_figures(table, table_title, formatter), incidents, halts),
        *chart_parts(table, table_title, formatter),
        *list_parts(table, table_title, formatter),
    )
    yield from (part for part in every if part.rows or part.note)
    # An open or withdrawn report is in no row here, but still comes first.
    happened = [part for part, rows in ((incidents, table.incidents), (halts, table.lists.halts)) if rows]
    empty = [part.heading for part in every if not part.rows and not part.note and part not in happened]
    if empty:
        text = formatter.words.text
        yield Part(
            table_title,
            text("report.empty"),
            note=text("access.list").join(first_alone(formatter.words, empty)),
        )


def first_alone(words: Words, headings: Sequence[str]) -> list[str]:
    """Headings in one line; only the first keeps its capital."""
    return [*headings[:1], *(inside(words, each) for each in headings[1:])]


def _columns(table: TableReport, formatter: RecordFormatter) -> tuple[str, ...]:
    nobody = formatter.words.text("report.nobody")
    dealers = (formatter.name(each.who) if each.who is not None else nobody for each in _dealers(table))
    return (formatter.words.text("report.whole"), *dealers)


def _all(table: TableReport) -> tuple[Figures, ...]:
    return (table.whole, *(each.figures for each in _dealers(table)))


def _dealers(table: TableReport) -> tuple[DealerFigures, ...]:
    """The dealers with a column; 'nobody' has one only for events without a dealer."""
    waited = Figures(open_seconds=0, stood_seconds=0, manual_seconds=0)
    return tuple(each for each in table.dealers if each.who is not None or _still(each.figures) != waited)


def _still(figures: Figures) -> Figures:
    return replace(figures, open_seconds=0, stood_seconds=0, manual_seconds=0)


def _figures(table: TableReport, table_title: str, formatter: RecordFormatter) -> Part:
    text, figures = formatter.words.text, _all(table)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (label, *(cell(each) for each in figures)) for label, cell in _rows(table.whole, formatter)
    )
    columns = ("", *_columns(table, formatter))
    return Part(table_title, text("report.figures"), columns, rows, _figures_note(table, formatter.words))


def _figures_note(table: TableReport, words: Words) -> str:
    """How often who won, with the longest run and its chance; and that cards were typed unchecked."""
    won = (
        words.text(
            "report.won",
            winner=words.text(f"bet.{each.winner}"),
            rounds=words.figure(each.rounds),
            run=words.figure(each.longest),
            chance="–" if each.chance is None else probability(each.chance, words),
        )
        for each in table.winners
    )
    unwatched = [words.text("mode.manual.unwatched")] if table.whole.manual_cards else []
    return words.side_by_side((*won, *unwatched))


def _rows(whole: Figures, formatter: RecordFormatter) -> Iterator[tuple[str, Callable[[Figures], Cell]]]:
    """The figures' labels and functions; ``whole`` is the table. Rare figures (carried over, came to nothing,
    bets open after the wheel's 'no more bets', its games outside play, calls taken on the floor) have lines
    only if there were any.
    """
    text = formatter.words.text
    yield text("report.rounds"), lambda of: of.rounds
    yield text("report.rounds_an_hour"), lambda of: _to_a_tenth(of.rounds_an_hour)
    yield text("report.open_hours"), lambda of: _to_a_tenth(of.open_seconds / HOUR)
    yield text("report.to_result.median"), lambda of: _to_a_tenth(of.to_result.median)
    yield text("report.to_result.mean"), lambda of: _to_a_tenth(of.to_result.mean)
    yield text("report.incidents"), lambda of: of.incident_count
    if whole.carried_over:
        yield text("report.carried_over"), lambda of: of.carried_over
    yield text("report.incidents_per_thousand"), lambda of: _to_a_tenth(of.incidents_per_thousand)
    yield text("report.taken_back"), lambda of: of.taken_back
    if whole.came_to_nothing:
        yield text("report.came_to_nothing"), lambda of: of.came_to_nothing
    yield text("report.voids"), lambda of: of.voids
    yield text("report.unplayed"), lambda of: of.unplayed
    yield text("report.refunds"), lambda of: of.refunds
    yield text("report.halts"), lambda of: sum(each.count for each in of.halts)
    yield text("report.stood"), lambda of: _to_a_tenth(of.stood_seconds / MINUTE)
    if whole.after_signal.count:
        yield text("contradiction.bets_open"), lambda of: of.after_signal.count
        yield text("report.after_signal.median"), lambda of: _to_a_tenth(of.after_signal.median)
        yield text("report.after_signal.longest"), lambda of: _to_a_tenth(of.after_signal.longest)
    if whole.outside:
        yield text("report.outside"), lambda of: of.outside
    yield text("report.corrections"), lambda of: of.corrections
    yield text("report.amended"), lambda of: of.amended
    yield text("report.manual"), lambda of: of.manual
    yield text("report.manual_cards"), lambda of: of.manual_cards
    yield text("report.manual_minutes"), lambda of: _to_a_tenth(of.manual_seconds / MINUTE)
    yield text("report.calls"), lambda of: of.waits.count
    yield text("report.waits.median"), lambda of: _to_a_tenth(of.waits.median)
    yield text("report.waits.longest"), lambda of: _to_a_tenth(of.waits.longest)
    if whole.to_take.count:
        yield text("report.to_take.median"), lambda of: _to_a_tenth(of.to_take.median)
        yield text("report.to_take.longest"), lambda of: _to_a_tenth(of.to_take.longest)
        yield text("report.to_arrive.median"), lambda of: _to_a_tenth(of.to_arrive.median)
        yield text("report.to_arrive.longest"), lambda of: _to_a_tenth(of.to_arrive.longest)


def _to_a_tenth(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def _incidents(table: TableReport, table_title: str, formatter: RecordFormatter) -> Part:
    words = formatter.words
    heads = (words.text("report.kind"), words.text("report.clause"), words.text("record.head.outcome"))
    rows: list[tuple[Cell, ...]] = []

    def named(each: IncidentCount) -> str:
        return words.text(f"incident.{each.kind}") if each.kind else words.text("record.kind.none")

    for each in sort_by_name(words, table.whole.incidents, named):
        what = (named(each), each.clause or None, _outcome(each.outcome, formatter))
        case = (each.kind, each.clause, each.outcome)
        rows.append((*what, *(_count(of, case) for of in _all(table))))
    columns = (*heads, *_columns(table, formatter))
    if not rows:
        return Part(table_title, words.text("report.incidents"))
    if len(rows) == 1:
        return Part(table_title, words.text("report.incidents"), columns, tuple(rows))
    bars = charts.Kinds(charts.kinds(table.whole))
    return charts.ChartedPart(table_title, words.text("report.incidents"), columns, tuple(rows), chart=bars)


def _outcome(outcome: str, formatter: RecordFormatter, facts: Mapping[str, object] | None = None) -> str:
    """The outcome in words; the ``facts`` give a refunded bet's hand and the number of cards."""
    words = formatter.words
    return words.text("record.open") if outcome == "open" else outcome_text(words, outcome, facts)


def _count(figures: Figures, case: tuple[str, str, str]) -> int:
    same = (each for each in figures.incidents if (each.kind, each.clause, each.outcome) == case)
    return sum(each.count for each in same)


def _halts(table: TableReport, table_title: str, formatter: RecordFormatter) -> Part:
    halts = sort_by_name(formatter.words, table.whole.halts, lambda halt: formatter.halt(halt.name))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (formatter.halt(halt.name), *(_halt_count(of, halt.name) for of in _all(table))) for halt in halts
    )
    columns = (formatter.words.text("report.why"), *_columns(table, formatter))
    return Part(table_title, formatter.words.text("report.halts"), columns, rows)


def _halt_count(figures: Figures, reason: str) -> int:
    return sum(each.count for each in figures.halts if each.name == reason)
