"""The documents of one journal, compared with one another.

Each fact stands in several: an incident in the report of its shift, of a time and of all, in its record by
``incident`` and in its round's file, in the log's row and detail, in the replay, in the trial of the rulebook
and on the wall. No second account of the game is kept here: a fault that all documents share is not seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from msgspec import UNSET

from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import HaltEnd, InterventionKind
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.reports import health
from console.supervisor.reports.journal_reports import wheel_report
from console.supervisor.reports.report_json import told
from console.supervisor.review import Story
from console.supervisor.review.log.entry_words import entry_of
from console.supervisor.trial.trial import try_journals
from console.table.core import HaltReason, IncidentState, card_laid, events, is_about_last_number
from console.table.game import load_rulebook
from console.table.incidents import Kind
from console.table.journal import review
from tests.instruments.agree.contradicted import of_contradictions
from tests.instruments.agree.documents import WHOLE, Difference, Documents, Found, Table, apart, unlike
from tests.instruments.agree.exported import of_exports
from tests.instruments.agree.listed import lists_of_reviews
from tests.instruments.agree.noted import of_notes
from tests.instruments.agree.report_moments import of_moments

WHILE_IT_WAITED: Final = "of a number, while its report waited"
"""Of a report that nobody had answered at the end of the interval."""
READ_BEFORE: Final = "of which one was read in the file before"
LEARNT_LATER: Final = "of which the wheel said the cause later"
COUNTS: Final = (
    "rounds",
    "voids",
    "unplayed",
    "refunds",
    "taken_back",
    "came_to_nothing",
    "outside",
    "corrections",
    "amended",
    "manual",
    "manual_cards",
)
"""Counts of single moments: the sums over the parts of a time equal the sum over the whole."""
LISTS: Final = (
    *("skipped", "consumables", "failed", "accounts", "remarks", "corrected", "amended", "halts", "quick"),
)
LENGTHS: Final = ("waits", "to_result", "to_take", "to_arrive")
SECONDS: Final = ("open_seconds", "stood_seconds", "manual_seconds")
MOST_STORIES: Final = 12
"""The rounds of a journal that are replayed."""


def differences(files: Sequence[Path]) -> list[Difference]:
    """Every difference between the documents of a journal's files, the oldest first, and its export."""
    with closing(Documents(files)) as documents:
        exported = (Difference("export", WHOLE, each, None) for each in of_exports(documents))
        return [*of_documents(documents), *exported]


def of_documents(documents: Documents) -> list[Difference]:
    """Every difference between them."""
    parts: tuple[Callable[[Documents], Found], ...] = (
        incidents_of_reports,
        sums_of_shifts,
        sums_of_a_report,
        sums_of_times,
        lists_of_reports,
        lists_of_reviews,
        lists_beside_records,
        records_of_rounds,
        rounds_of_reports,
        rows_of_incidents,
        rows_of_cards,
        replays,
        other_readers,
        of_notes,
        of_contradictions,
        of_moments,
    )
    return [found for part in parts for found in part(documents)]


# --- incidents: the report and the record ---------------------------------------------------------


def incidents_of_reports(documents: Documents) -> Found:
    """Each incident of a report beside its record."""
    listed = set[str]()
    for name, table in documents.reports.items():
        for each in as_exported(table.incidents):
            listed.add(each.id)
            yield from of_incident(name, each, documents.incidents.get(each.id))
    yield from unlike("incidents that are listed", WHOLE, listed, set(documents.incidents))


def as_exported(listed: Iterable[object]) -> Iterator[SimpleNamespace]:
    """The rows of a list, each with what the report's file has of it."""
    return (SimpleNamespace(**told(each)) for each in listed)


def of_incident(name: str, each: Any, record: Record | None) -> Found:
    """One incident: what both have, and once it was over in the report's time what came of it."""
    where = f"{name} {each.id} {each.kind}"
    if record is None:
        yield Difference("an incident's record", where, each, None)
        return
    pairs: list[tuple[str, object, object]] = [
        ("reported", each.reported, record.reported),
        ("reported by", each.by, record.reported_by),
    ]
    if each.kind == (record.kind or ""):  # otherwise its kind was known only after the report's time
        still = each.closed is None and each.state == IncidentState.FACTS and is_about_last_number(each.kind)
        when = f" {WHILE_IT_WAITED}" if still else ""
        pairs += [
            (f"happened{when}", each.at, record.happened),
            (f"video from{when}", each.filmed_from, record.filmed_from),
            (f"round{when}", each.round, record.where.round),
        ]
    if each.entry is not None:
        pairs += [("entry", each.entry, record.proof.first)]
    if each.closed is not None:
        pairs += [*ended(each, record)]
    for fact, one, other in pairs:
        yield from unlike(f"incident's {fact}", where, one, other)


def ended(each: Any, record: Record) -> Iterator[tuple[str, object, object]]:
    """The outcome of an incident."""
    decided, by_whom = record.authorised, each.taken_back_by is not None
    for name in ("closed", "outcome", "brought_in", "overtaken_by"):
        yield name, getattr(each, name), getattr(record, name)
    yield "kind", each.kind, record.kind or ""
    yield "clause", each.clause, record.clause or ""
    yield "taken back", by_whom, record.taken_back
    if by_whom and record.taken_back:
        yield "taken back by", (each.taken_back_by, each.reason), (record.closed_by, record.closed_reason)
    yield "authorised", each.authorised, decided and decided.at
    yield "authorised by", each.authorised_by, decided and decided.by
    if decided is not None and not by_whom:
        yield "reason", each.reason, decided.reason
    for name in ("seat", "hand"):
        fact = record.facts.get(name)
        yield name, getattr(each, name), fact if type(fact) is int else None


# --- sums -----------------------------------------------------------------------------------------


def sums_of_shifts(documents: Documents) -> Found:
    """The sums of the shifts' reports beside the whole one's."""
    yield from sums("shifts", [*documents.by_shift.values()], documents.whole)


def sums(name: str, parts: Sequence[Table], whole: Table) -> Found:
    """The parts of a time, and the whole."""

    def total(fact: str, of: str = "whole") -> Any:
        return sum(attrgetter(f"{of}.{fact}" if of else fact)(table) for table in parts)

    for fact in (*COUNTS, "incident_count", *(f"{each}.count" for each in LENGTHS)):
        yield from unlike(f"sum of {name}: {fact}", WHOLE, total(fact), attrgetter(fact)(whole.whole))
    for fact in SECONDS:
        yield from apart(f"sum of {name}: {fact}", WHOLE, total(fact), getattr(whole.whole, fact))
    for fact in ("sign_ins", "shuffles", "dealer_changes"):
        yield from unlike(f"sum of {name}: {fact}", WHOLE, total(fact, ""), getattr(whole, fact))
    for fact in LISTS:
        rows = sum(len(getattr(table.lists, fact)) for table in parts)
        yield from unlike(f"sum of {name}: list of {fact}", WHOLE, rows, len(getattr(whole.lists, fact)))
    clock = {each for table in parts for each in table.lists.clock}  # one that leads to another is in both
    yield from unlike(f"sum of {name}: list of clock", WHOLE, clock, {*whole.lists.clock})
    tallies: tuple[tuple[str, Callable[[Table], Mapping[Any, Any]]], ...] = (
        (
            "incidents",
            lambda table: {
                (each.kind, each.clause, each.outcome): each.count for each in table.whole.incidents
            },
        ),
        ("devices", of_devices),
        (
            "doings",
            lambda table: {each.name: each.count for each in table.doings if each.name != "shift_began"},
        ),
        (
            "checks",
            lambda table: {
                (each.action, way): getattr(each, way) for each in table.checks for way in ("done", "missed")
            },
        ),
        ("rounds of shoes", rounds_of_shoes),
        (
            "comings",
            lambda table: Counter(each.who for each in table.lists.staffing if each.change == "came"),
        ),
        ("dealers", of_dealers),
    )
    for fact, get in tallies:
        yield from unlike(f"sum of {name}: {fact}", WHOLE, added(map(get, parts)), added([get(whole)]))
    of_parts, all_sets = added(map(of_sets, parts)), added([of_sets(whole)])
    lacks = {key for key, count in all_sets.items() if of_parts.get(key, 0) < count}
    yield from unlike(f"sum of {name}: acts on card sets", WHOLE, lacks, set())
    rounds = of_parts.get("rounds"), all_sets.get("rounds")
    yield from unlike(f"sum of {name}: rounds of card sets", WHOLE, *rounds)
    halts, all_halts = added(map(of_halts, parts)), added([of_halts(whole)])
    moved = {each for each in {**halts, **all_halts} if halts.get(each) != all_halts.get(each)}
    later = sum(halts.values()) == sum(all_halts.values()) and moved <= _OF_A_WHEEL
    yield from unlike(f"sum of {name}: halts{f' {LEARNT_LATER}' if later else ''}", WHOLE, halts, all_halts)


_OF_A_WHEEL: Final = {HaltReason.DEVICE, Kind.SPUN_IN_BET_TIME, Kind.NO_SPIN}


def of_halts(table: Table) -> Mapping[Any, Any]:
    """The halts by their reasons."""
    return {each.name: each.count for each in table.whole.halts}


def added(tallies: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    """Tallies as one, without what is nothing."""
    total: Counter[Any] = Counter()
    for each in tallies:
        total.update(each)
    return {name: count for name, count in sorted(total.items(), key=str) if count}


def of_devices(table: Table) -> Mapping[Any, Any]:
    """The counts of each device."""
    counted: Counter[Any] = Counter()
    for each in table.devices:
        counted.update(
            {(each.device, way): getattr(each, way) for way in ("read", "unread", "lost", "silent")}
        )
        counted.update({(each.device, fault.name): fault.count for fault in each.faults})
    return counted


def rounds_of_shoes(table: Table) -> Mapping[Any, Any]:
    """The rounds from each shoe."""
    counted: Counter[Any] = Counter()
    for each in table.lists.shoes:
        counted[each.number] += each.rounds
    return counted


def of_sets(table: Table) -> Mapping[Any, Any]:
    """The rounds of the card sets, and what was done with them, each with its time; without their numbers,
    which may be noted as late as a set is put aside. Of two acts of one sort on a set it has the last.
    """
    counted: Counter[Any] = Counter()
    for each in table.card_sets:
        counted["rounds"] += each.round_count
        ways = ("received", "inspected", "presented", "put_aside", "inspected_at_close", *events.SetEnd)
        dones = ((str(way), getattr(each, way)) for way in ways)
        counted.update((way, done.by, done.at) for way, done in dones if done is not None)
        counted.update(map(str, each.findings))
    return counted


def of_dealers(table: Table) -> Mapping[Any, Any]:
    """The counts of each dealer."""
    counts = [name for name in COUNTS if name != "amended"]  # these are counted for the whole table only
    return {(each.who, name): getattr(each.figures, name) for each in table.dealers for name in counts}


def sums_of_a_report(documents: Documents) -> Found:
    """The figures that one report has twice: dealers, hours, the list of incidents, the handover."""
    for name, table in documents.reports.items():
        whole = table.whole
        for fact in COUNTS:
            if fact != "amended":
                of_all = sum(getattr(each.figures, fact) for each in table.dealers)
                yield from unlike(f"sum of dealers: {fact}", name, of_all, getattr(whole, fact))
        yield from unlike("hours: rounds", name, sum(each.rounds for each in table.hours), whole.rounds)
        halts = sum(each.count for each in whole.halts)
        yield from unlike("hours: halts", name, sum(each.halts for each in table.hours), halts)
        for fact in ("open_seconds", "stood_seconds"):
            of_hours = sum(getattr(each, fact) for each in table.hours)
            yield from apart(f"hours: {fact}", name, of_hours, getattr(whole, fact))
        still = {each.fact.id for each in table.incidents if each.fact.ended is None}
        if table.handover is not None:
            handed = {each.id for each in table.handover.incidents}
            yield from unlike("handover: incidents", name, handed, still)
        if not table.lists.more:
            undecided = (each for each in table.incidents if each.fact.undecided is not None)
            listed = sum(each.counted for each in table.incidents) - sum(each.counted for each in undecided)
            yield from unlike("counted: incidents", name, whole.incident_count, listed)


def sums_of_times(documents: Documents) -> Found:
    """A time in three parts; not if the clock was set, since its parts would overlap."""
    at = sorted({row.at for row in documents.rows})
    if documents.whole.lists.clock or len(at) < 20:
        return
    cuts = [each - timedelta(milliseconds=100) for each in sorted(Random(len(at)).sample(at[2:-2], 2))]
    bounds = [None, *cuts, None]
    given = map(documents.report, (Interval(since, until) for since, until in pairwise(bounds)))
    parts = [each for each in given if each is not None]
    yield from sums("times", parts, documents.whole)
    for number, table in enumerate(parts):
        for each in as_exported(table.incidents):
            yield from of_incident(f"part {number}", each, documents.incidents.get(each.id))


def lists_of_reports(documents: Documents) -> Found:
    """Who is there at a shift's end, by its own list and by the next one's; shifts follow one another."""
    tables = [table for table in documents.by_shift.values() if table.active]
    is_set = bool(documents.whole.lists.clock)
    for table, following in pairwise(tables):
        where = f"{table.ended}"
        if not is_set and table.ended > following.begun:
            yield Difference("shifts overlap", where, table.ended, following.begun)
        if table.lists.more or is_set:
            continue
        here = set[tuple[str, str]]()
        for each in table.lists.staffing:
            change = here.add if each.change in ("there", "came") else here.discard
            change((each.who, each.role))
        there = {(each.who, each.role) for each in following.lists.staffing if each.change == "there"}
        yield from unlike("people at a shift's end", where, here, there)
    for name, table in documents.reports.items():
        if not table.lists.more:
            dealt = {each.who for each in table.lists.dealt}
            counted = {each.who for each in table.dealers if each.who is not None and each.figures.rounds}
            yield from unlike("dealers with rounds and no turn", name, counted - dealt, set())


def lists_beside_records(documents: Documents) -> Found:
    """The halts that a pit boss decided, the corrections in play and the skipped steps, and the records."""
    records = {record.id: record for _, record in documents.listed}
    lists = documents.whole.lists
    if not lists.more:
        listed = ({each.id for each in rows} for rows in (lists.halts, lists.corrected))
        reported = {record.reported for record in documents.incidents.values()}
        decided = {  # a void that is reported as well is listed as that incident
            id
            for id, record in records.items()
            if is_decided_halt(record) and (record.outcome != HaltEnd.VOID or record.closed not in reported)
        }
        mended = {id for id, record in records.items() if record.sort is InterventionKind.CORRECTION}
        yield from unlike("halts and cards that are listed", WHOLE, (*listed,), (decided, mended))
        steps = (step for record in documents.incidents.values() for step in record.steps)
        skipped = Counter(skip_of(step) for step in steps if step.state == "skipped")
        of_list = Counter(skip_of(each) for each in lists.skipped if each.reason is not None)
        yield from unlike("steps that were skipped", WHOLE, of_list, skipped)
    for name, table in documents.reports.items():
        for each in table.lists.halts:
            halt = records.get(each.id)
            _, *its = told(each).values()
            own = halt and (
                *(halt.happened, halt.filmed_from, halt.closed, halt.where.round),
                *(halt.kind, halt.closed_by, halt.closed_reason),
            )
            yield from unlike("halt that was decided", f"{name} {each.id}", tuple(its), own)
        for each in table.lists.corrected:
            mends = records[each.id].corrections[-1:] if each.id in records else ()  # after earlier ones
            names = ("at", "by", "hand", "position", "reason", "seen_ms")
            listed_one, *recorded = ([getattr(one, fact) for fact in names] for one in (each, *mends))
            yield from unlike("card that was corrected", f"{name} {each.id}", [listed_one], recorded)


def is_decided_halt(record: Record) -> bool:
    """Whether a pit boss ended a halt by voiding the round, or took it back with a reason."""
    is_withdrawn = record.outcome == HaltEnd.WITHDRAWN and record.closed_reason is not None
    return record.sort is InterventionKind.HALT and (is_withdrawn or record.outcome == HaltEnd.VOID)


def skip_of(step: Any) -> tuple[Any, ...]:
    """When a step was skipped, by whom and why."""
    return step.at, step.action, step.by, step.reason


# --- rounds ---------------------------------------------------------------------------------------

SAID_TWICE: Final = (
    "kind",
    "happened",
    "filmed_from",
    "reported",
    "closed",
    "reported_by",
    "closed_by",
    "facts",
    "told",
    "clause",
    "outcome",
    "authorised",
    "steps",
    "corrections",
    "spins",
    "worksheets",
    "brought_in",
    "misplaced",
    "side_bets",
    "overtaken_by",
    "where",
    "answers",
    "closed_reason",
    "before",
    "after",
    "readings",
)
OF_CARDS: Final = ("before", "after", "readings", "corrections")
"""The parts that a document leaves out while a card may still come."""


def records_of_rounds(documents: Documents) -> Found:
    """A record by ``incident``, and the same one inside a round's file."""
    for id, file in documents.rounds.items():
        for record in file.records:
            alone = documents.incidents.get(record.id)
            if alone is None:
                continue
            said = [remarks_in(record, documents.homes[id]), remarks_in(alone, documents.homes[record.id])]
            yield from unlike("record in a round's file: remarks", f"{id} {record.id} {record.kind}", *said)
            is_sealed = file.sealed != alone.sealed or record.sealed != alone.sealed
            for name in SAID_TWICE:
                if not (is_sealed and name in OF_CARDS):
                    where = f"{id} {record.id} {record.kind}"
                    yield from unlike(
                        f"record in a round's file: {name}",
                        where,
                        getattr(record, name),
                        getattr(alone, name),
                    )


def remarks_in(record: Record, home: str) -> list[tuple[str, int, str]]:
    """The remarks of a record, each with its file: it names only those in another file than its own."""
    return [(each.file or home, each.entry, each.text) for each in record.remarks]


def rounds_of_reports(documents: Documents) -> Found:
    """The rounds' files beside the figures of the report, the shoes and the wheels."""
    whole, files = documents.whole, documents.rounds
    status = Counter(str(file.status) for file in files.values())
    yield from unlike("rounds: finished", WHOLE, status["finished"], whole.whole.rounds)
    yield from unlike("rounds: void", WHOLE, status["void"], whole.whole.voids + whole.whole.unplayed)
    if whole.lists.shoes:
        yield from unlike(
            "rounds: of shoes", WHOLE, sum(each.rounds for each in whole.lists.shoes), len(files)
        )
    of_rounds, of_report = (
        {(each.at, each.what) for each in found if each.what in ("number", "ball")}
        for found in ([each for file in files.values() for each in file.quick or ()], whole.lists.quick)
    )
    yield from unlike("rounds: quick steps", WHOLE, of_rounds, of_report)
    lengths = list[float]()
    for file in files.values():
        known = file.times.known or file.times.announced
        if str(file.status) == "finished" and file.times.closed is not None and known is not None:
            lengths.append((known - file.times.closed).total_seconds())
    if not whole.lists.clock:
        counted = whole.whole.to_result
        yield from unlike("rounds: with a time to the result", WHOLE, len(lengths), counted.count)
        if lengths and len(lengths) == counted.count:
            yield from apart("rounds: longest to the result", WHOLE, max(lengths), counted.longest or 0.0)
    corrected = sum(record.sort is InterventionKind.CORRECTION for _, record in documents.listed)
    yield from unlike("corrections: of records", WHOLE, corrected, whole.whole.corrections)
    yield from unlike("corrections: listed", WHOLE, len(whole.lists.corrected), whole.whole.corrections)
    # Of a card that lay face down as it was corrected a list has no face; its round's file has.
    own = {
        each.id: each.corrections[-1] for file in files.values() for each in file.records if each.corrections
    }
    for each in whole.lists.corrected:
        alike = ("entry", "at", "by", "hand", "position", "before", "after", "reason")
        one, other = ([getattr(of, name) for name in alike] for of in (each, own[each.id]))
        yield from unlike("corrections: of records", each.id, one, other)
    yield from numbers_of_wheels(documents)


def numbers_of_wheels(documents: Documents) -> Found:
    """The wheel's figures, and each round's own number."""
    with review(documents.files[0]) as journal:
        if journal.identity.game != "roulette":
            return
    wheels = wheel_report(documents.files).wheels
    drawn: Counter[int] = Counter()
    for file in documents.rounds.values():
        number = (file.result or {}).get("number")
        if str(file.status) == "finished" and number is not None:
            drawn[number] += 1
    counted = added(dict(enumerate(each.counts)) for each in wheels)
    yield from unlike("wheel: numbers", WHOLE, counted, added([drawn]))
    for way, errors in (("lost", "losses"), ("silent", "silences")):
        of_report = sum(getattr(each, way) for each in documents.whole.devices if each.device == "wheel")
        of_wheels = sum(getattr(each.errors, errors) for each in wheels)
        yield from unlike(f"wheel: {way}", WHOLE, of_wheels, of_report)


# --- the log and the replay -----------------------------------------------------------------------


def rows_of_incidents(documents: Documents) -> Found:
    """The log's row and detail of each report, beside its record."""
    came = defaultdict[str, set[tuple[str | None, str | None]]](set)
    for row in documents.rows:
        if row.incident:
            came[row.incident].add((row.incident_kind, row.outcome))
    for id, record in documents.incidents.items():
        where = f"{id} {record.kind}"
        kinds = ("incident_reported", "round_voided")
        mine = [
            row
            for row in documents.rows
            if row.incident == id
            and row.kind in kinds
            and row.refused is None
            and row.number == record.proof.first
        ]
        if not mine:
            yield Difference("log: the report's row", where, None, record.proof.first)
            continue
        glance = documents.reads.glance(mine[0].place)
        if glance is not None:
            yield from unlike("log: video from", where, glance.filmed_from, record.filmed_from)
        outcome = "came_to_nothing" if record.overtaken_by else "taken_back" if record.taken_back else None
        said = {(record.kind, outcome or record.outcome)}
        yield from unlike("log: kind and outcome in each row", where, came[id], said)
    corrected = {
        (record.proof.first, record.happened): record
        for _, record in documents.listed
        if record.sort is InterventionKind.CORRECTION
    }
    for row in documents.rows:
        mended = corrected.get((row.number, row.at)) if row.kind == "card_corrected" else None
        glance = None if mended is None else documents.reads.glance(row.place)
        if mended is not None and glance is not None:
            yield from unlike("log: video from", mended.id, glance.filmed_from, mended.filmed_from)


def rows_of_cards(documents: Documents) -> Found:
    """The log's row of each card that was taken, beside the place in its round's file."""
    laid = {(card.entry, card.at): card for file in documents.rounds.values() for card in file.dealt}
    for row in documents.rows:
        if row.kind != "card_drawn" or row.refused is not None:
            continue
        card = laid.get((row.number, row.at))
        place = None if card is None else (card.hand, card.position)
        yield from unlike("log: place of a card", f"{row.round} {row.number}", entry_of(row).place, place)


def replays(documents: Documents) -> Found:
    """The replay of some rounds: what the page of an incident says of its video, beside the record."""
    for id in [*documents.rounds][:MOST_STORIES]:
        row = next(
            each
            for each in documents.rows
            if each.kind == "bets_opened" and each.round == id and each.refused is None
        )
        story = documents.reads.story(row.place)
        if story is None:
            yield Difference("replay: of a round", id, None, row.number)
            continue
        dealt, own = cards_of_story(story, documents.rounds[id])
        drawn = {(each.at, each.number) for each in documents.rows if each.kind == "card_drawn"}
        before = [each for each in own if row.place.journal and each[:2] not in drawn]
        if before:
            yield Difference(f"replay: cards {READ_BEFORE}", id, None, before)
        here = [(each[0], *each[2:]) for each in own if each not in before]
        yield from unlike("replay: cards", id, dealt, here)
        for number, moment in enumerate(story.moments):
            incident = moment.after.incident
            record = None if incident is None else documents.incidents.get(incident.report.id)
            if incident is None or record is None or incident.report.kind != record.kind:
                continue
            shown = story.view(number).incident
            reported = None if shown is None else shown.reported
            if reported is not None and (at := getattr(reported, "filmed_from", None)) is not None:
                where = f"{id} {record.id} {record.kind}"
                yield from unlike("replay: video from", where, at, record.filmed_from)


def cards_of_story(
    story: Story, file: RoundFile
) -> tuple[list[tuple[datetime, str, int]], list[tuple[datetime, int, str, int]]]:
    """The cards that a reading of their own dealt, by the moments of a replay and by the round's file, which
    has their entries, too.
    """
    drawn = (each for each in story.moments if isinstance(each.event, events.CardDrawn))
    found = ((each.at, card_laid(each.before, each.after)) for each in drawn)
    shown = [(at, laid.hand, laid.position) for at, laid in found if laid is not None]
    own = (each for each in file.dealt if each.read_at is UNSET and each.placed_by is UNSET)
    return shown, [(each.at, each.entry, each.hand, each.position) for each in own]


def other_readers(documents: Documents) -> Found:
    """The wall's counts, and the trial of the rulebook that the table played by."""
    wall = health(documents.files[-1], documents.rows[-1].at, 10**12)
    yield from unlike("wall: rounds", WHOLE, wall.rounds, len(documents.rounds))
    yield from unlike("wall: incidents", WHOLE, wall.incidents, len(documents.incidents))
    with ExitStack() as stack:
        journals = [stack.enter_context(review(file)) for file in documents.files]
        tried = try_journals(journals, load_rulebook(journals[0].identity.rules), "x")
    whole = documents.whole
    yield from unlike("trial: findings", WHOLE, len(tried.findings), 0)
    rounds = whole.whole.rounds + whole.whole.voids + whole.whole.unplayed
    yield from unlike("trial: rounds", WHOLE, sum(each.rounds for each in tried.journals), rounds)
    still = (each for each in whole.incidents if each.decided is not None)
    decided = whole.whole.incident_count + sum(1 for _ in still)
    yield from unlike("trial: incidents", WHOLE, sum(each.incidents for each in tried.journals), decided)
