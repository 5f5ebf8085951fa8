"""The sheet in the pit has each row of the decision table once, with its outcome, in every language."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from itertools import product

import pytest

from console.base.words import LANGUAGES, Words, places
from console.base.words.line_breaks import NEVER_FIRST, NEVER_LAST
from console.supervisor.records.documents.decision_sheet import HOUSE, SheetRow, decision_sheet, sheet_row
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.paper import Grouped, Paper
from console.table.game import DOCUMENTED, load_rulebook, rulebook_ids
from tests.sweep import by_turns
from tests.table.incidents.rows import Expected, committed

MADE = datetime(2026, 11, 20, 21, 40)
WHEN = {
    "T": "bet_time", "R": "round", "C": "card_out", "N": "number_unknown", "E": "end", "L": "last_number",
    "S": "shuffle", "I": "inspection", "A": "any",
}  # fmt: skip


def sheet(rules: str, game: str, language: str) -> Paper:
    return decision_sheet(Words(language), load_rulebook(rules), [game], "0123456789ab", MADE)


def sheet_rows(rules: str, game: str, language: str) -> list[SheetRow]:
    kinds, words = load_rulebook(rules).games[game].incidents.kinds, Words(language)
    rows = [sheet_row(words, kind, case) for kind, cases in kinds.items() for case in cases]
    assert [row.cells for row in rows] == [*sheet(rules, game, language).parts[0].rows]
    return rows


def due(rules: str, game: str) -> list[Expected]:
    """The decision table's own rows for a rulebook."""
    return [row for row in committed() if row.game == game and (not row.rules or rules in row.rules)]


def outcome(words: Words, row: Expected) -> str:
    key = "outcome.refund_hand.one" if row.outcome == "refund_hand" else f"outcome.{row.outcome}"
    several = ("cards", "3+") in row.facts  # one or two cards are replaced by an identical card
    return words.count(key, 3 if several else 1) if row.outcome == "replace_card" else words.text(key)


def test_each_row_of_the_decision_table_is_on_the_sheet_once_with_its_outcome() -> None:
    for language in LANGUAGES:
        words = Words(language)
        for rules in rulebook_ids():
            for game in load_rulebook(rules).games:
                wanted = Counter(
                    (
                        words.text(f"incident.{row.kind}"),
                        frozenset(words.text(f"rulebook.when.{WHEN[letter]}") for letter in row.when),
                        len(row.facts),
                        outcome(words, row),
                        words.text(f"role.{row.authority}"),
                        tuple(step.partition(":")[2] for step in row.steps),
                        row.clause or "–",
                    )
                    for row in due(rules, game)
                )
                has = Counter(
                    (
                        row.kind,
                        frozenset(re.split("; |／", row.when)),
                        len(row.facts),
                        row.outcome.partition(words.locale.colon)[0],
                        row.authority,
                        tuple(actor(words, step) for step in row.steps),
                        row.clause.removesuffix(f" {HOUSE}"),
                    )
                    for row in sheet_rows(rules, game, language)
                )
                assert has == wanted, (language, rules, game)


def actor(words: Words, step: str) -> str:
    (found,) = [each for each in ("dealer", "pit_boss") if words.text(f"role.{each}") in step[-30:]]
    return found


def test_no_two_rows_of_a_sheet_ask_the_same() -> None:
    """A reader finds exactly one row for each event."""
    for language in LANGUAGES:
        for rules in rulebook_ids():
            for game in load_rulebook(rules).games:
                rows = Counter((row.kind, row.when, row.facts) for row in sheet_rows(rules, game, language))
                assert max(rows.values()) == 1, (language, rules, game, rows.most_common(1))


def test_a_decision_sheet_row_gives_its_conditions_outcome_and_steps() -> None:
    """LT-BAC-18a at a Swedish table: a house procedure."""
    (row,) = [each for each in sheet_rows("sv", "baccarat", "en") if "LT-BAC-18a" in each.clause]
    table = sheet("sv", "baccarat", "en").parts[0]
    assert [*zip(table.columns, row.cells, strict=True)] == [
        ("What happened", "A card fell"),
        ("When", "Round open, bets closed"),
        ("If", "When: In the round\nCards: 1 or 2 cards\nSeen by players: Yes"),
        ("Outcome", "Play goes on"),
        ("Who decides", "Pit boss"),
        ("Steps", "1. Put the cards back on the table they fell from (Dealer)"),
        ("Clause", f"LT-BAC-18a {HOUSE}"),
    ]
    assert isinstance(table, Grouped) and table.columns[table.answer] == "Outcome", "what people look for"


def test_the_sheet_says_whose_rules_which_version_and_when() -> None:
    printed = sheet("lt", "blackjack", "en")
    assert printed.head[0] == "Lithuanian rules (lt) · digest 0123456789ab · 20/11/2026"


def lines(rules: str, game: str, language: str, width: int) -> list[str]:
    """The decision table's own lines on a terminal."""
    printed = list(lines_of(sheet(rules, game, language), width))
    return printed[: printed.index(sheet(rules, game, language).parts[1].about)]


@pytest.mark.sweep
def test_a_terminals_columns_stand_under_each_other_in_wide_letters_too() -> None:
    for language in LANGUAGES:
        last = Words(language).text("rulebook.head.clause")
        for width in (100, 150):
            written = lines("lt", "blackjack", language, width)
            assert max(map(places, written)) <= width
            head = written[3]
            at = places(head[: head.rindex(last)])
            clauses = [line for line in written if line.endswith(tuple(f"LT-BJ-2.3.{n}" for n in range(10)))]
            assert clauses
            assert {places(line[: line.rindex("LT-BJ")]) for line in clauses} == {at}


def test_a_sheet_of_several_games_names_each_game_and_each_incident_once() -> None:
    both = decision_sheet(Words("en"), load_rulebook("lt"), ["baccarat", "roulette"], "0123456789ab", MADE)
    written = list(lines_of(both, 150))
    for part in both.parts:
        assert written.count(part.about) == 1
    assert sum(line.startswith("A card fell") for line in written) == 1


SHEETS = [*product(rulebook_ids(), DOCUMENTED)]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("language", "sheet"), dict.fromkeys([*by_turns(LANGUAGES, SHEETS), *product(["ja"], SHEETS)])
)
def test_no_cells_line_begins_or_ends_with_a_mark_that_may_not(language: str, sheet: tuple[str, str]) -> None:
    """JIS X 4051: no line begins with a stop, a closing bracket, the long vowel's mark or a small kana."""
    for width in (100, 150):
        for line in lines(*sheet, language, width):
            for cell in re.split(" {2,}", line.strip()):
                assert cell[:1] not in {*NEVER_FIRST}, line
                assert cell[-1:] not in {*NEVER_LAST}, line
