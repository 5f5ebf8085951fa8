"""The account of a shift as its report says it in English: a row a line, a space between cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from statistics import mean, median
from typing import Final

from tests.instruments.account.instant import plain, turn_of
from tests.instruments.account.printed import MORE, said_of_many, said_so
from tests.instruments.account.shift_account import IncidentAccount, ShiftAccount

LEAD: Final = timedelta(seconds=30)
"""How long before an incident its video begins."""


def report_rows(shift: ShiftAccount) -> Iterator[str]:
    """The rows of incidents, figures, halts, hours, dealers and shoes."""
    yield from (incident_row(each, shift) for each in shift.incidents.values())
    yield from (f"{said_so(f'report.{name}')} {value}{MORE}" for name, value in figures(shift))
    yield from outcome_rows(shift)
    for reason, count in shift.halts.items():
        early = reason == "spun_in_bet_time"
        why = said_so(f"incident.{reason}").lower() if early else said_so(f"halt.note.{reason}")
        yield f"{why} {count}{MORE}"
    for hour, each in sorted(shift.hours.items()):
        minutes = (f"{round(seconds / 60, 1)}" for seconds in (each.stood, each.prepared))
        yield " ".join((f"{hour:%H:%M}", str(each.rounds), str(each.halts), *minutes))
    for turn in shift.dealers:
        until = "–" if turn.until is None else day(turn.until, shift)
        yield f"{beside(turn.who, turn.beside)} {day(turn.since, shift)} {until}"
    for shoe in shift.shoes:
        assert shoe.began is not None
        ready = "–" if shoe.ready is None else clock_time(shoe.ready, shift)
        cells = (
            said_so(f"report.shoe.{shoe.how}"),
            day(shoe.began, shift),
            ready,
            shoe.cards,
            shoe.left,
            shoe.rounds,
        )
        yield f"{shoe.number} {' '.join(map(str, cells))}"


def figures(shift: ShiftAccount) -> Iterator[tuple[str, str]]:
    """The table's own figures, by their names."""
    over = [each for each in shift.incidents.values() if each.closed_in == shift.name]
    counted = [each for each in over if each.outcome != "record_only"]
    before = sum(each.shift != shift.name for each in counted)
    rounds, open_hours = shift.ended["finished"], shift.passed["open"] / 3600
    yield "rounds", str(rounds)
    yield "rounds_an_hour", tenth(rounds / open_hours if shift.passed["open"] >= 60 else None)
    yield "open_hours", tenth(open_hours)
    yield "to_result.median", tenth(median(shift.to_result) if shift.to_result else None)
    yield "to_result.mean", tenth(mean(shift.to_result) if shift.to_result else None)
    yield "incidents", str(len(counted))
    if before:
        yield "carried_over", str(before)
    yield "incidents_per_thousand", tenth(len(counted) * 1000 / rounds if rounds else None)
    taken_back = sum(each.taken_back_by is not None for each in over)
    yield "taken_back", str(taken_back)
    if dropped := len(over) - len(counted) - taken_back:
        yield "came_to_nothing", str(dropped)
    yield "voids", str(shift.ended["void"])
    yield "unplayed", str(shift.ended["unplayed"])
    back = [each for each in counted if each.outcome == "refund_hand"]
    yield "refunds", str(len({(each.round, each.id if each.seat is None else each.seat) for each in back}))
    yield "halts", str(shift.halts.total())
    yield "stood", tenth(shift.passed["stood"] / 60)
    yield "corrections", str(shift.pressed["corrected"])
    yield "manual", str(shift.pressed["manual"])
    yield "manual_cards", str(shift.pressed["by_hand"])
    yield "manual_minutes", tenth(shift.passed["manual"] / 60)


def tenth(value: float | None) -> str:
    """A figure with one decimal; a dash for none."""
    return "–" if value is None else f"{round(value, 1):,}"


def outcome_rows(shift: ShiftAccount) -> Iterator[str]:
    """How many incidents of a kind had an outcome."""
    cases = Counter(
        (each.kind, each.clause, each.outcome)
        for each in shift.incidents.values()
        if each.closed_in == shift.name and each.outcome != "record_only"
    )
    for (kind, clause, outcome), count in cases.items():
        yield f"{kind_of(kind)} {clause or '–'} {outcome_of(outcome)} {count}{MORE}"


def incident_row(known: IncidentAccount, shift: ShiftAccount) -> str:
    """An incident with its times and its outcome; of one that a bound parts, what was done before it."""
    days = {at.date() for at in (shift.begun, shift.until, known.at)}
    clock = partial(clock_time if len(days) == 1 else day, shift=shift)
    authorised = "–" if known.authorised is None else known.authorised_by or said_so("report.dealer_alone")
    waited = None if known.authorised is None else wait_between(known.reported, known.authorised)
    filmed = known.filmed - LEAD
    video = f"{filmed:%H:%M:%S}" if filmed.date() == known.at.date() else f"{filmed:%d/%m/%Y %H:%M:%S}"
    acts = acts_of(known, shift, clock)
    outcome = [came_to(known), *acts]
    if known.brings_shoe:
        outcome.insert(1, f"{said_so('brought_in.head')}:{MORE}")
    elif known.kind == "wrong_card_set" and known.authorised is not None and known.taken_back_by is None:
        outcome[0] += MORE  # the rounds since the set came into play, if there was one
    cells = (
        known.id.rpartition("-")[2],
        clock(known.at),
        "–" if known.round is None else known.round.rpartition("-")[2],
        kind_of(known.kind),
        known.clause or "–",
        " · ".join(outcome),
        beside(known.by, known.beside),
        authorised,
        "–" if waited is None else f"{waited // 60}:{waited % 60:02}\u00a0min",
        video + turn_of(known.filmed, shift.repeats),
    )
    return " ".join(cells)


def wait_between(reported: datetime, authorised: datetime) -> int:
    """The seconds between two printed times; those that passed if the clock was set between them."""
    first, last = (plain(at).replace(microsecond=0) for at in (reported, authorised))
    printed, passed = (last - first).total_seconds(), (authorised - reported).total_seconds()
    return int(printed if abs(printed - passed) < 1 else passed)


def acts_of(known: IncidentAccount, shift: ShiftAccount, clock: object) -> Sequence[str]:
    """The acts before the shift and in it, about an incident that was open at one of its bounds."""
    assert callable(clock)
    is_before = known.shift != shift.name
    if not is_before and known.closed_in == shift.name:
        return ()
    times = (("reported", known.reported), ("authorised", known.authorised), ("closed", known.closed))
    acts = [f"{said_so(f'record.{name}')}: {clock(at)}" for name, at in times if at is not None]
    if not is_before:
        return acts
    before = 2 if known.authorised is not None and shift.decided.get(known.id) is known.authorised else 1
    return said_so("report.carried_over.one", acts=", ".join(acts[:before])), *acts[before:]


def came_to(known: IncidentAccount) -> str:
    """The outcome and why, while an incident is open also the authorised one; of a report that was taken
    back, by whom and why.
    """
    if known.taken_back_by is not None:
        who = beside(known.taken_back_by, known.taken_back_beside)
        return " · ".join(filter(None, (said_so("outcome.taken_back"), who, known.reason)))
    if known.outcome == "record_only":  # why is in the table's own words
        return said_so("outcome.came_to_nothing") + MORE
    decided = None
    if known.outcome == "open" and known.authorised is not None and known.decided is not None:
        decided = outcome_of(known.decided, known)
    return " · ".join(filter(None, (decided, outcome_of(known.outcome, known), known.reason)))


def outcome_of(outcome: str, known: IncidentAccount | None = None) -> str:
    """An outcome in words; if its incident is known, with whose bet went back, or how many cards it was."""
    seat, hand, cards = (known.seat, known.hand, known.cards) if known else (None, None, None)
    if outcome == "open":
        return said_so("record.open")
    if outcome == "refund_hand" and seat is None:
        return said_so("outcome.refund_hand.one")
    if outcome == "replace_card":
        return said_of_many(f"outcome.{outcome}", cards or 1)
    return said_so(f"outcome.{outcome}", seat=seat, hand=hand)


def kind_of(kind: str | None) -> str:
    """A kind in words."""
    return said_so(f"incident.{kind}" if kind else "record.kind.none")


def beside(who: str, other: str | None) -> str:
    """A person, a trainee with the dealer who stood beside."""
    return who if other is None else said_so("person.beside", name=who, beside=other)


def clock_time(at: datetime, shift: ShiftAccount) -> str:
    """A time by the clock, with its number if it came more than once."""
    return f"{at:%H:%M:%S}{turn_of(at, shift.repeats)}"


def day(at: datetime, shift: ShiftAccount) -> str:
    """A moment with its day."""
    return f"{at:%d/%m/%Y} {clock_time(at, shift)}"
