"""The card sets of tables in words: each set's life as lines, and its row in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from console.base.errors import WordedError
from console.base.plain_text import visible
from console.supervisor.history.card_sets import Done, SetFact, Signed
from console.supervisor.records.documents.paper import Cell
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.core import JournalOrigin, Outlet, events, shown_with_set
from console.table.words import answer_text

COLUMNS: Final = (
    "report.set",
    "report.set.received",
    *(each.label for each in shown_with_set(Outlet.SETS)),
    "report.set.inspected",
    "report.set.presented",
    "report.set.shoes",
    "report.rounds",
    "report.set.put_aside",
    "report.set.released",
    "report.set.resting",
    "report.set.returned",
    "report.set.destroyed",
)
"""The keys of the columns of a list of sets."""


class UnknownSet(WordedError[str], LookupError):
    """No table here has had a set of this number."""

    def __init__(self, number: str) -> None:
        super().__init__("card_sets.unknown", f"{number}: no table has had this set", set=visible(number))


class TableSets(msgspec.Struct, frozen=True, omit_defaults=True):
    """The card sets of a table, in the order in which they came; its origin is in JSON unless it is LIVE."""

    table: str
    game: str
    sets: tuple[SetFact, ...]
    origin: JournalOrigin = JournalOrigin.LIVE


class SetRow(NamedTuple):
    number: str | None
    received: Done | None
    texts: dict[str, str]
    """Its life in words, by the columns of :data:`COLUMNS`."""
    signable: frozenset[events.SetEnd]
    """The entries about the set that people may sign."""


def set_rows(tables: Iterable[TableSets], formatter: RecordFormatter) -> list[SetRow]:
    """The tables' sets as rows, in order; if there are several tables, with the table's name."""
    tables = tuple(tables)
    return [
        _listed_row(each, visible(table.table) if len(tables) > 1 else "", formatter)
        for table in tables
        for each in table.sets
    ]


def _listed_row(fact: SetFact, table: str, formatter: RecordFormatter) -> SetRow:
    cells = zip(COLUMNS, set_row(fact, formatter), strict=True)
    texts = {key: "" if said is None else str(said) for key, said in cells}
    texts[COLUMNS[0]] = formatter.words.side_by_side((texts[COLUMNS[0]], table))
    return SetRow(fact.number, fact.received, texts, _signable(fact))


def _signable(fact: SetFact) -> frozenset[events.SetEnd]:
    if fact.number is None:
        return frozenset()
    never = events.SetEnd.RELEASED if fact.put_aside is None else events.SetEnd.RESTING
    return frozenset(each for each in events.SetEnd if each is not never and getattr(fact, each) is None)


def set_row(fact: SetFact, formatter: RecordFormatter) -> tuple[Cell, ...]:
    """A set's life in the columns of :data:`COLUMNS`."""
    words, listed = formatter.words, formatter.words.text("access.list").join
    ended = ((fact.inspected, fact.counted), (fact.inspected_at_close, fact.counted_at_close))
    known = [*fact.other_counts, *((done, counted) for done, counted in ended if done is not None)]
    known.sort(key=lambda each: each[0].at)
    inspected = (
        _done(
            done,
            formatter,
            listed(words.count("count.counted", each) for _, each in told if each is not None),
        )
        for done, told in groupby(known, key=lambda each: each[0])
    )
    cause = "" if fact.cause is None else answer_text(words, "cause", fact.cause)
    return (
        words.text("report.set.unnoted") if fact.number is None else visible(fact.number),
        _done(fact.received, formatter),
        *_typed(fact, formatter),
        words.side_by_side(inspected) or None,
        _done(fact.presented, formatter),
        len(fact.shoes),
        rounds_text(fact, formatter) if fact.concerned else fact.round_count,
        _done(fact.put_aside, formatter, cause),
        *(_signed(each, formatter) for each in (fact.released, fact.resting, fact.returned, fact.destroyed)),
    )


def _typed(fact: SetFact, formatter: RecordFormatter) -> Iterator[str | None]:
    for row in shown_with_set(Outlet.SETS):
        given = getattr(fact, row.name)
        yield None if given is None else formatter.name(given) if row.is_person else visible(given)


def rounds_text(fact: SetFact, formatter: RecordFormatter) -> str:
    """How many rounds had a set, how many its figures concern, and which."""
    words, concerned = formatter.words, fact.concerned_count
    rounds = max(fact.round_count, concerned)  # The interval or the file may begin after some of its rounds.
    said = words.count("count.set_rounds", rounds, concerned=words.figure(concerned))
    spans = (
        visible(each.first) if each.count == 1 else visible(f"{each.first} – {each.last}")
        for each in fact.concerned
    )
    return words.text("access.list").join((said, *spans))


def _done(done: Done | None, formatter: RecordFormatter, more: str = "") -> str | None:
    return None if done is None else _listed((done.by,), done.at, formatter, more)


def _signed(signed: Signed | None, formatter: RecordFormatter) -> str | None:
    if signed is None:
        return None
    return _listed(dict.fromkeys((signed.by, signed.authorised_by)), signed.at, formatter)


def _listed(who: Iterable[str], at: datetime, formatter: RecordFormatter, more: str = "") -> str:
    parts = (formatter.day_and_clock(at), *map(formatter.name, who), more)
    return formatter.words.text("access.list").join(part for part in parts if part)


def life_lines(fact: SetFact, formatter: RecordFormatter) -> Iterator[str]:
    """A set in a line, followed by a line for each event in its life."""
    words, row = formatter.words, set_row(fact, formatter)
    named, *rest = zip(COLUMNS, row, strict=True)
    yield (
        str(named[1])
        if fact.number is None
        else words.locale.colon.join((words.text(named[0]), str(named[1])))
    )
    for key, said in rest:
        if said is not None:
            yield "  " + words.locale.colon.join((words.text(key), str(said)))
    if fact.concerned:
        yield "  " + words.text("record.set_rounds.note")
