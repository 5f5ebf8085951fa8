"""The figures of the shoes in the words of one language, as a document and as the object of an export."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median_low
from typing import Any, Final

import msgspec

from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.records.documents.paper import Cell, Paper, Part
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.charts import CardCounts, ChartedPart
from console.supervisor.reports.shoe_figures import ShoeReport, ShoeSetFigures
from console.supervisor.reports.wheel_words import decimal, probability
from console.table.game import BEYOND, DECK, Kinship, Rank, Suit
from console.table.words import card_name, speech

VERSION: Final = 2
_TEN: Final = "10"


def shoe_paper(report: ShoeReport, formatter: RecordFormatter, made: str) -> Paper:
    """The figures in words; ``made`` is the time when they were made."""
    words = formatter.words
    parts = [part for each in report.sets for part in _parts(each, formatter)]
    footer = () if report.sets else (words.text("shoe_figures.none"),)
    return Paper(words.language, words.text("shoe_figures.title"), (made,), tuple(parts), footer)


def object_of(report: ShoeReport, paper: Paper) -> dict[str, Any]:
    """The export, version 2: the figures by their names in :mod:`console.supervisor.reports.shoe_figures`,
    the cards in the order of the counts, and ``text``: the same in words, for people.
    """
    figures: dict[str, Any] = msgspec.to_builtins(report)
    return {
        "shoe_figures_version": VERSION,
        "cards": [str(card) for card in DECK],
        **figures,
        "text": msgspec.to_builtins(paper),
    }


def _parts(each: ShoeSetFigures, formatter: RecordFormatter) -> Iterator[Part]:
    about = _about(each, formatter)
    yield _counts(each, about, formatter.words)
    if each.rank_chances:
        yield _ranks(each, about, formatter.words)
    if any(each.typed):
        words, rows = formatter.words, _by_suit(each.typed, formatter.words)
        heading, note = words.text("report.manual_cards"), words.text("mode.manual.unwatched")
        yield Part(about, heading, _columns(words), rows, note)
    yield _findings(each, about, formatter.words)
    if each.mixing:
        yield _mixing(each, about, formatter.words)
    if each.cut_cards:
        yield _cut_cards(each, about, formatter.words)


def _about(each: ShoeSetFigures, formatter: RecordFormatter) -> str:
    """The set, its tables, the time, and how much was counted."""
    words = formatter.words
    named = words.text("report.set.unnoted")
    if each.number is not None:
        named = words.label(words.text("report.set"), visible(each.number))
    days = [formatter.day_and_minute(at) for at in (each.first, each.last) if at is not None]
    counted = (
        words.label(words.text(key), words.figure(count))
        for key, count in (
            ("report.set.shoes", each.shoes),
            ("shoe_figures.read", each.readings),
            ("shoe_figures.unread", each.unread),
        )
    )
    named_tables = [visible(table.name) for table in each.tables]
    if len(each.tables) > 1:  # A table may name another table's set as its own.
        named_tables = [words.label(visible(table.name), words.figure(table.count)) for table in each.tables]
    tables = words.list_of(named_tables)
    return words.side_by_side((named, tables, " – ".join(days), *counted))


def _counts(each: ShoeSetFigures, about: str, words: Words) -> Part:
    note = words.text("shoe_figures.expected", count=decimal(each.expected, 1, words))
    ninths = [
        words.label(card_name(words, card), words.figure(shoes))
        for card, shoes in zip(DECK, each.ninths, strict=True)
        if shoes
    ]
    if ninths:
        cards, shoes = words.list_of(ninths), words.figure(each.shoes)
        note = words.side_by_side((note, words.text("shoe_figures.ninths", cards=cards, shoes=shoes)))
    columns, rows = _columns(words), _by_suit(each.counts, words)
    chart = CardCounts(each.counts, each.expected)
    heading = words.text("shoe_figures.counts")
    return ChartedPart(about, heading, columns, rows, note, chart=chart, said=columns[1:])


def _ranks(each: ShoeSetFigures, about: str, words: Words) -> Part:
    """The sums of each rank with their chance: the answer to players who say that the aces are missing."""
    size = len(Rank)
    sums = (sum(each.counts[rank::size]) for rank in range(size))
    rows: tuple[tuple[Cell, ...], ...] = (
        (words.text("shoe_figures.counts"), *sums),
        (words.text("shoe_figures.by_chance"), *(probability(p, words) for p in each.rank_chances)),
    )
    heading, note = words.text("shoe_figures.ranks"), words.text("shoe_figures.ranks.note")
    return Part(about, heading, ("", *_columns(words)[1:]), rows, note)


def _columns(words: Words) -> tuple[str, ...]:
    return (words.text("shoe_figures.suit"), *(_TEN if rank is Rank.TEN else str(rank) for rank in Rank))


def _by_suit(counts: tuple[int, ...], words: Words) -> tuple[tuple[Cell, ...], ...]:
    """A row for each suit, a column for each rank: ``T`` is the ten as it is printed."""
    size = len(Rank)
    return tuple(
        (words.text(f"pad.suit.{suit.name.lower()}"), *counts[at * size : (at + 1) * size])
        for at, suit in enumerate(Suit)
    )


def _findings(each: ShoeSetFigures, about: str, words: Words) -> Part:
    """The tables' findings, in the words in which their pit bosses read them."""
    rows = tuple(
        (
            speech.finding_text(words, found),
            found.readings,
            found.shoes,
            None if found.chance is None else probability(found.chance, words),
        )
        for found in each.findings
    )
    columns = ("report.what", "shoe_figures.at", "report.set.shoes", "shoe_figures.by_chance")
    is_poor = any(shoe.mixing.is_poor for shoe in each.mixing)
    note = "" if rows or is_poor else words.text("shoe_figures.nothing_found")
    return Part(about, words.text("shoe_figures.found"), tuple(map(words.text, columns)), rows, note)


def _mixing(each: ShoeSetFigures, about: str, words: Words) -> Part:
    """How well each shoe was mixed, and by whom: the findings about a shuffle, never about a set."""
    rows = tuple(
        (
            words.side_by_side((visible(shoe.table), words.figure(shoe.shoe))),
            *(None if who is None else visible(who) for who in (shoe.mixed_by, shoe.prepared_by)),
            decimal(shoe.mixing.deviations, 1, words),
            words.text(f"shoe_figures.mixing.{shoe.mixing.kinship}"),
            words.text("shoe_figures.mixing.poor") if shoe.mixing.is_poor else None,
        )
        for shoe in each.mixing
    )
    columns = (
        "report.shoe",
        "shoe_figures.mixing.by",
        "report.set.prepared",
        "shoe_figures.mixing.deviations",
        "shoe_figures.mixing.together",
        "report.what",
    )
    before, maker = (decimal(BEYOND[kind], 1, words) for kind in (Kinship.BEFORE, Kinship.MAKER))
    note = words.text("shoe_figures.mixing.note", before=before, maker=maker)
    return Part(about, words.text("shoe_figures.mixing"), tuple(map(words.text, columns)), rows, note)


def _cut_cards(each: ShoeSetFigures, about: str, words: Words) -> Part:
    places = {
        "earliest": min(each.cut_cards),
        "middle": median_low(each.cut_cards),
        "latest": max(each.cut_cards),
        "due": each.cut_expected,
    }
    columns = tuple(words.text(f"shoe_figures.cut.{name}") for name in places)
    return Part(about, words.text("shoe_figures.cut"), columns, (tuple(places.values()),))
