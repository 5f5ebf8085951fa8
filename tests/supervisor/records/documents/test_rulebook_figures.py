"""The sheet of a rulebook's figures says every field of its rules, with the clauses, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words, places
from console.supervisor.records.documents.export import columns_of
from console.supervisor.records.documents.rulebook_figures import (
    NOT_WORDED,
    PARTS,
    WORDED,
    erratum_text,
    figure_parts,
    figure_table,
)
from console.table.game import (
    DOCUMENTED,
    GAMES,
    Preparing,
    Rule,
    Rulebook,
    Step,
    UnplayedBets,
    load_rulebook,
    rulebook_ids,
)
from console.table.game.rule_values import WHEEL_STEPS

IDS = rulebook_ids()


def types_in(hint: Any) -> Iterator[type]:
    """The rules' structs that a field may hold."""
    if isinstance(hint, type) and issubclass(hint, Rule):
        yield hint
    for inner in get_args(hint):
        yield from types_in(inner)


def structs(game: str) -> Iterator[type]:
    """Every struct of a game's rules, those that are no figures left out."""
    rules, found = GAMES[game].rules(), set[type]()
    left = [hint for name, hint in get_type_hints(rules).items() if name not in NOT_WORDED]
    while left:
        for kind in types_in(left.pop()):
            if kind not in found:
                found.add(kind)
                left += get_type_hints(kind).values()
                yield kind


@pytest.mark.parametrize("game", DOCUMENTED)
def test_every_field_of_a_games_rules_is_named_in_the_table(game: str) -> None:
    """A new field of a rulebook is on no sheet until somebody says what it is called."""
    fields = {field.name for field in msgspec.structs.fields(GAMES[game].rules())}
    named = {field for part in PARTS.values() for field in part}
    assert fields <= named | set(NOT_WORDED)
    for kind in structs(game):
        if kind.__name__ in ("AnyLimits", "Stakes"):
            continue  # said by the limits in which they stand
        assert kind in WORDED, kind
        assert {field.name for field in msgspec.structs.fields(kind)} == WORDED[kind].fields, kind
    assert {field.name for field in msgspec.structs.fields(UnplayedBets)} == WORDED[UnplayedBets].fields


def others(value: Any, hint: Any) -> Any:
    """Another value of a field's type; None if it can have no other."""
    if isinstance(value, Preparing):  # another of cards, or another of the wheel
        wheel = value in WHEEL_STEPS
        return next(each for each in Preparing if each is not value and (each in WHEEL_STEPS) == wheel)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, Fraction):
        return value + 7
    if isinstance(value, Enum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, tuple) and value and isinstance(value[0], Enum):
        return (others(value[0], None), *value[1:])
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return (*value, "GEN-roles")
    if isinstance(value, str):
        there = (hint, *get_args(hint))
        words = [each for one in there if get_origin(one) is Literal for each in get_args(one)]
        return next((each for each in words if each != value), f"{value}x" if not words else None)
    return None


def changed(struct: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """A struct once for each value in it, with that value alone written otherwise."""
    hints = get_type_hints(type(struct))
    for field in msgspec.structs.fields(struct):
        name, value = field.name, getattr(struct, field.name)
        at = f"{place}.{name}"
        if not place and name in NOT_WORDED:
            continue
        if isinstance(value, Rule):
            yield from ((where, replace(struct, **{name: new})) for where, new in changed(value, at))
        elif isinstance(value, tuple) and value and isinstance(value[0], Rule):
            for number, each in enumerate(value):
                for where, new in changed(each, f"{at}[{number}]"):
                    whole = (*value[:number], new, *value[number + 1 :])
                    yield where, replace(struct, **{name: whole})
        elif (other := others(value, hints[name])) is not None:
            if name == "daily" and struct.action != Preparing.CHECK_SHOE:
                continue  # no other step is done daily
            free = {"how": None, "daily": False} if name == "action" and isinstance(struct, Step) else {}
            yield at, replace(struct, **{name: other}, **free)


def rows_of(rulebook: Rulebook, game: str, language: str = "en") -> list[tuple[str, ...]]:
    words = Words(language)
    return [row.cells for part in figure_parts(words, rulebook, game) for row in part.rows]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("game", DOCUMENTED)
@pytest.mark.parametrize("code", ["sv", "ja", "lt"])
def test_the_sheet_shows_a_change_of_any_figure_and_any_clause(code: str, game: str) -> None:
    book, silent, tried = load_rulebook(code), [], 0
    usual = rows_of(book, game)
    for place, rules in changed(book.games[game]):
        if place.endswith(".about"):
            continue  # the name of a phrase
        tried += 1
        if rows_of(replace(book, games={**book.games, game: rules}), game) == usual:
            silent.append(place)
    assert silent == []
    assert tried > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rulebooks_figures_and_errata_are_printed_in_every_language(language: str) -> None:
    words = Words(language)
    for code in IDS:
        book = load_rulebook(code)
        for game in book.games:
            rows = rows_of(book, game, language)
            for erratum in book.errata_of(game):
                named = words.text(f"erratum.{erratum.about}")
                value = erratum_text(words, erratum)
                assert (named, value, erratum.clause) in rows
            assert all(name and (value or name[-1] in ":：") for name, value, _ in rows)
            table = figure_table(words, book, game)
            assert [row[1:] for row in table.rows] == rows
            assert max(map(places, columns_of(table, language, 150, grouped=True))) <= 150


def test_a_swedish_split_is_of_cards_of_one_value_though_the_document_says_alike() -> None:
    """BJ-2.7: 'lika' is read as equal in value, as BJ-3.5-i and the game's other rules have it."""
    rows = rows_of(load_rulebook("sv"), "blackjack")
    (row,) = [row for row in rows if row[2] == "BJ-2.7"]
    assert row == (
        "The first two cards may be split if they count the same: a ten and a king",
        "The document says otherwise. In the rulebook’s file: equal → equal_value",
        "BJ-2.7",
    )


FIGURES = {
    "baccarat": (
        ("Bet time", "18 s", "LT-BAC-11"),
        ("Signal at the end of bet time", "The timer blinks red as it runs out", "BAC-3.4.2"),
        ("Inspect the cards", "< 60 s", "–"),
        ("Decks in the shoe", "8", "LT-BAC-01, BAC-1.3.1"),
        ("Behind the cut card", "7 cards", "BAC-1.3.1, BAC-3.3.3, BAC-3.3.4"),
        ("After the last hand of a shoe", "The shoe is replaced", "LT-BAC-02"),
        ("A replacement shoe begins with", "The shuffle", "LT-BAC-02"),
        ("Picking up the cards", "Pick up the cards left to right", "BAC-3.6.1, BAC-3.6.2"),
        ("4. Present the cards face up", "Pit boss\nDeck by deck, in order", "BAC-3.1.2"),
        ("5. Shuffle: stage 1 of 3", "Dealer", "LT-BAC-02, LT-BAC-19a"),
        ("Banker", "0.95 : 1", "LT-BAC-08"),
        ("Perfect pair", "25 : 1", "LT-BAC-09"),
        ("Big", "0.54 : 1", "LT-BAC-09"),
        ("Lowest and highest bet", "0.50–5,000 EUR", "LT-BAC-10"),
        ("Top win", "12,500 EUR", "LT-BAC-10"),
        ("No more bets", "„Daugiau jokių statymų“", "BAC-2.1.6, LT-BAC-34"),
    ),
    "blackjack": (
        ("Bet time", "23 s", "LT-BJ-03"),
        ("Time for a player’s answer", "13 s", "LT-BJ-08"),
        ("Signal at the end of bet time", "The timer blinks red as it runs out", "BJ-2.1.3"),
        ("Picking up the cards", "Pick up right to left, yours first", "BJ-3.6"),
        ("Surrender", "Against the dealer’s ace, for half the bet", "LT-BJ-07"),
        ("Top win", "100,000 EUR", "LT-BJ-14"),
        ("Blackjack pays 3 to 2", "In every player’s view", "BJ-1.2.3, LT-BJ-13"),
        ("Dealer has blackjack", "„Krupjė turi Black Jack“", "BJ-2.1.4, LT-BJ-05"),
    ),
    "roulette": (
        ("Ball’s run", "< 8 s", "–"),
        ("Fewest turns of the ball", "4", "LT-ROU-25"),
        ("The dealer may enter the number", "No", "LT-ROU-28"),
        ("The ball may be spun while bets are open", "No", "LT-ROU-31a, ROU-2.1.3"),
        ("1. Check the wheel", "Pit boss", "ROU-3.2.1"),
        ("No more bets", "„Daugiau jokių statymų“", "ROU-2.1.1, LT-ROU-35"),
        ("Orphelins takes 5 chips", "Written: 4\nApplied: 5", "LT-ROU-10"),
    ),
}
"""Rows of Lithuanian figures as the document writes them, in the order of its chapters."""


@pytest.mark.parametrize("game", FIGURES)
def test_lithuanian_figures_stand_as_the_document_writes_them_and_in_order(game: str) -> None:
    rows = rows_of(load_rulebook("lt"), game)
    assert [row for row in rows if row in FIGURES[game]] == [*FIGURES[game]]


def test_no_name_of_the_rulebooks_file_stands_as_the_documents_own_text() -> None:
    rows = [
        row
        for code in IDS
        for game in load_rulebook(code).games
        for row in rows_of(load_rulebook(code), game)
    ]
    written = [value.splitlines() for _, value, _ in rows if value.startswith("Written: ")]
    assert ["Written: 17", "Applied: 11"] in written
    assert [text for texts in written for text in texts if re.search(r"_|: .*[b-hj-z]{3}", text)] == []


def test_the_announcement_of_a_number_is_shown_by_an_example() -> None:
    names = [name for name, _, _ in rows_of(load_rulebook("lt"), "roulette")]
    assert "17, black, odd, low" in names and not [name for name in names if "…, …" in name]
