"""The scenes that are written for a single clause: each differs once its clause is broken.

The tests break the values of a rulebook's file in the rulebook, row by row: the figure, the actor, the order,
the clause that a prompt names. They break the rules that the games themselves know in the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import Bets
from console.table.core.games import blackjack
from console.table.core.play import course
from console.table.core.protocol.permissions import PERMISSIONS
from console.table.core.showing import dealer_view
from console.table.game import DOCUMENTED, Card, Result, Rulebook, duel, rule_values
from console.table.game.baccarat import coup, payout
from console.table.game.blackjack import hands
from console.table.game.blackjack.rules import DecisionTime
from console.table.game.roulette import bets, spin
from console.table.game.roulette import payout as roulette_payout
from console.table.game.roulette import rules as roulette_rules
from console.table.scenes.rule_tables import clauses, clauses_of, decision_rows
from console.table.scenes.scene_file import Scene, SceneDiffers, SceneError, scenes_of
from console.table.scenes.scene_player import play
from tests.table.core.tables import CODES, book

EXAMPLE = "dragon_tiger"
FILES = tuple(f"{game}_clauses" for game in (*DOCUMENTED, EXAMPLE))
OTHER = "GEN-deal"
"""A clause that no scene names: what stands in a clause's place once it is taken out."""


@cache
def of_clause(clause: str, code: str, game: str) -> list[Scene]:
    return [each for each in scenes_of(book(code), game) if each.file in FILES and clause in each.clauses]


def differs(scene: Scene, rules: Any, rulebook: Rulebook, impossible: str | None = None) -> bool:
    """Whether the scene goes otherwise by these rules, or comes to what a round's own value refuses with the
    words ``impossible``. Any other error is one of the test or of the rules, and is raised.
    """
    games = {**rulebook.games, scene.game: rules}
    try:
        play(scene, replace(rulebook, games=games))
    except (SceneDiffers, SceneError):
        return True
    except ValueError as error:
        if str(error) != impossible:
            raise
        return True
    return False


def broken_rules(rule: Any, clause: str, by: Callable[[Any, str], Iterator[Any]]) -> Iterator[Any]:
    """The rule with one of its parts broken that rests on the clause, one after the other."""
    yield from by(rule, clause)
    if isinstance(rule, tuple):
        for at, each in enumerate(rule):
            for broken in broken_rules(each, clause, by):
                put = () if broken is GONE else (broken,)
                yield (*rule[:at], *put, *rule[at + 1 :])
    elif isinstance(rule, msgspec.Struct):
        for field in set(rule.__struct_fields__) - {"incidents", "errata"}:
            for broken in broken_rules(getattr(rule, field), clause, by):
                yield replace(rule, **{field: broken})


GONE = object()
"""The value in the place of a row that is taken out."""


def unnamed(rule: Any, clause: str) -> Iterator[Any]:
    """Another clause in the place of this one."""
    if rule == clause:
        yield OTHER


def said_otherwise(rule: Any, clause: str) -> Iterator[Any]:
    """A rule that says something else than the clause on which it rests."""
    if clause not in getattr(rule, "clauses", ()) and getattr(rule, "clause", None) != clause:
        return
    match rule:
        case rule_values.Step():
            yield replace(rule, actor="dealer" if rule.actor == "pit_boss" else "pit_boss")
            yield GONE
        case rule_values.EndSignal():
            yield replace(rule, shows="light" if rule.shows != "light" else "flash", sound=not rule.sound)
            yield replace(rule, sign=not rule.sign)
        case rule_values.PickUp():
            turned = {"left_to_right": "right_to_left", "right_to_left": "left_to_right"}
            yield replace(rule, direction=turned[rule.direction])
        case rule_values.Odds():
            yield replace(rule, odds=rule.odds + Fraction(1))
        case rule_values.AfterLastHand():
            yield replace(rule, action="shuffle" if rule.action == "replace_shoe" else "replace_shoe")
        case rule_values.ReplacedShoe():
            yield replace(rule, begins_at="decks" if rule.begins_at == "shuffle" else "shuffle")
        case rule_values.BetTime() | DecisionTime():
            yield replace(rule, seconds=rule.seconds + 1)
        case rule_values.CutCard():
            yield replace(rule, from_end=rule.from_end + 1)
        case duel.Burn():
            yield replace(rule, cards=rule.cards + 1)
        case duel.Restriction():
            yield GONE
        case rule_values.Limits():
            yield replace(rule, lowest=rule.lowest + 1)
        case roulette_rules.Restriction():
            yield replace(rule, percent=95)
        case _ if hasattr(rule, "notice"):
            yield GONE


def unnoticed(clause: str, rulebook: Rulebook, game: str) -> list[Any]:
    """The rules that say otherwise than the clause, and by which all its scenes go as they are written. Where
    no rule says what the clause does, a prompt that does not name it any more.
    """
    due, rules = of_clause(clause, rulebook.id, game), rulebook.rules_of(game)
    broken = [*broken_rules(rules, clause, said_otherwise)]
    found = [each for each in broken if not any(differs(scene, each, rulebook) for scene in due)]
    if broken:
        return found
    nameless = [*broken_rules(rules, clause, unnamed)]
    return [] if any(differs(scene, each, rulebook) for each in nameless for scene in due) else [due]


Broken = Callable[[pytest.MonkeyPatch], None]

ANYBODY = PERMISSIONS["sign_in"]


def _settled_never(at: pytest.MonkeyPatch) -> None:
    at.setattr(course, "_SETTLED", Bets.CLOSED)


def _never_out_of_turn(at: pytest.MonkeyPatch) -> None:
    at.setattr(blackjack.Blackjack, "refusal", lambda *_: None)


def _no_aces(at: pytest.MonkeyPatch) -> None:
    at.setattr(hands, "ACES", frozenset())


def _nothing_told(at: pytest.MonkeyPatch) -> None:
    at.setattr(dealer_view, "notice_of", lambda *_: None)


def _other_places(at: pytest.MonkeyPatch) -> None:
    at.setattr(coup, "_FIRST_FOUR", coup._FIRST_FOUR[::-1])


def _ace_of_two(at: pytest.MonkeyPatch) -> None:
    at.setitem(coup.POINTS, Card("AH"), 2)
    at.setitem(coup.POINTS, Card("AS"), 2)


def _without(bet: bets.Bet) -> Broken:
    return lambda at: at.setitem(bets.FIELDS, bet, frozenset())


def _without_a_chip(sector: bets.Sector) -> Broken:
    return lambda at: at.setitem(bets.SECTORS, sector, bets.SECTORS[sector][1:])


def _ace_high(at: pytest.MonkeyPatch) -> None:
    at.setattr(duel, "VALUES", {card: value if value > 1 else 14 for card, value in duel.VALUES.items()})


def _may(line: str) -> Broken:
    return lambda at: at.setitem(PERMISSIONS, line, ANYBODY)


IN_THE_GAMES: dict[str, Broken] = {
    "GEN-roles": _may("open"),
    "BAC-1.1-hands": _other_places,
    "BAC-1.3.2": _ace_of_two,
    "BAC-2.1.5": lambda at: at.setattr(payout, "_EVEN", ()),
    "BAC-2.1.7": _settled_never,
    "BAC-3.1.4": lambda at: at.setattr(
        rule_values.Preparation, "first_of_decks", rule_values.Preparation.first_of_shuffle
    ),
    "BAC-3.2.3": _may("reshuffle"),
    "BAC-3.4.1": _other_places,
    "BJ-1.1-hard": _no_aces,
    "BJ-1.1-soft": _no_aces,
    "BJ-2.1.1": lambda at: at.setattr(hands, "_rank", lambda cards, *, blackjack: len(cards)),
    "BJ-2.1.2": _never_out_of_turn,
    "BJ-2.1.4": _settled_never,
    "BJ-2.4": _never_out_of_turn,
    "BJ-2.5.2": _never_out_of_turn,
    "BJ-3.2.3": _may("reshuffle"),
    "ROU-1.1-bets": _without(bets.Bet.CORNER),
    "ROU-1.1-inside": _without(bets.Bet.STREET),
    "ROU-1.1-outside": _without(bets.Bet.COLUMN),
    "ROU-3.3.5": lambda at: at.setattr(roulette_payout, "winnings", lambda stake, odds: stake),
    "ROU-3.3.2": lambda at: at.setattr(spin, "RED", frozenset(range(1, 37, 2))),
    "DT-4": _ace_high,
    "LT-BAC-04": _ace_of_two,
    "LT-BAC-05": lambda at: at.setattr(coup, "_WINNER", coup._WINNER[::-1]),
    "LT-BAC-12": _nothing_told,
    "LT-BJ-05": _no_aces,
    "LT-BJ-16": _nothing_told,
    "LT-ROU-01": lambda at: at.setattr(spin, "RED", frozenset(range(1, 37, 2))),
    "LT-ROU-06": _without(bets.Bet.DOZEN),
    "LT-ROU-07": _without_a_chip(bets.Sector.VOISINS),
    "LT-ROU-08": _without_a_chip(bets.Sector.JEU_ZERO),
    "LT-ROU-09": _without_a_chip(bets.Sector.TIERS),
    "LT-ROU-10": _without_a_chip(bets.Sector.ORPHELINS),
    "LT-ROU-11": lambda at: at.setattr(bets, "WHEEL", tuple(sorted(spin.WHEEL))),
    "LT-ROU-12": _without(bets.Bet.SIX_LINE),
    "LT-ROU-24": _nothing_told,
}
"""Clauses that the games themselves know, and how each is broken there."""

IMPOSSIBLE = {
    "BJ-2.1.2": "who has bet is settled with the first card",
    "BJ-2.4": "decline of seat 1, hand 1: out_of_turn",
    "BJ-2.5.2": "insure of seat 1, hand 1: out_of_turn",
}
"""Clauses without which the table accepts what the round can't take, and the round's words for it."""

ALIKE = {**{(code, "BAC-3.2.1"): 1 for code in ("ja", "is", "de")}, (EXAMPLE, "DT-1"): 1}
"""Clauses, and the number of their rows that no scene can tell from another.

The table asks the first of two rows of one step, and never the other. The example's shoe is never replaced:
where it says how one begins, nothing comes of it.
"""


@pytest.fixture
def pockets() -> Iterator[None]:
    """Computed pockets are cached: clear the cache before the broken rule, and after it."""
    spin.pocket.cache_clear()
    yield
    spin.pocket.cache_clear()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_scene_of_a_clause_differs_where_the_clause_is_broken(
    code: str, game: str, monkeypatch: pytest.MonkeyPatch, pockets: None
) -> None:
    named = {clause.id for clause in clauses_of(book(code), game)}
    due = [clause for clause in sorted(named) if of_clause(clause, code, game)]
    assert len(due) >= 3
    for clause in due:
        if (broken := IN_THE_GAMES.get(clause)) is None:
            assert len(unnoticed(clause, book(code), game)) <= ALIKE.get((code, clause), 0), clause
            continue
        with monkeypatch.context() as at:
            broken(at)
            spin.pocket.cache_clear()
            rules, due_scenes = book(code).games[game], of_clause(clause, code, game)
            refused = IMPOSSIBLE.get(clause)
            assert any(differs(scene, rules, book(code), refused) for scene in due_scenes), clause
        spin.pocket.cache_clear()


def test_a_scene_of_the_houses_example_differs_where_its_clause_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DT-1 to DT-7e, LIM-dragontiger; it is the same by every rulebook, but for that limit."""
    rulebook = book("sv")
    rules = rulebook.rules_of(EXAMPLE)
    rows = {case.clause for cases in rules.incidents.kinds.values() for case in cases if case.clause}
    named = {clause for each in scenes_of(rulebook, EXAMPLE) for clause in each.clauses}
    assert named == {*(f"DT-{number}" for number in range(1, 8)), *rows, "LIM-dragontiger", "GEN-roles"}
    for clause in sorted(named - rows - {*IN_THE_GAMES}):
        assert len(unnoticed(clause, rulebook, EXAMPLE)) <= ALIKE.get((EXAMPLE, clause), 0), clause
    for clause in sorted(named & {*IN_THE_GAMES}):
        with monkeypatch.context() as at:
            IN_THE_GAMES[clause](at)
            due = of_clause(clause, "sv", EXAMPLE)
            assert any(differs(scene, rules, rulebook) for scene in due), clause
    for clause in sorted(rows):
        for wrong in without_a_row(rules, clause):
            due = of_clause(clause, "sv", EXAMPLE)
            assert any(differs(scene, wrong, rulebook) for scene in due), clause


def without_a_row(rules: Any, clause: str) -> Iterator[Any]:
    """The rules, each time with one row of this clause that comes to another outcome."""
    for kind, cases in rules.incidents.kinds.items():
        for at, case in enumerate(cases):
            if case.clause == clause:
                other = Result.VOID if case.outcome is not Result.VOID else Result.GO_ON
                put = (*cases[:at], replace(case, outcome=other), *cases[at + 1 :])
                kinds = {**rules.incidents.kinds, kind: put}
                yield replace(rules, incidents=replace(rules.incidents, kinds=kinds))


def test_every_clause_without_a_scene_has_its_reason_and_no_other_has_one() -> None:
    shown = {
        clause
        for code in CODES
        for game in DOCUMENTED
        for scene in scenes_of(book(code), game)
        for clause in scene.clauses
    } | {row.clause for row in decision_rows()}
    stated = {clause.id for clause in clauses() if clause.game.replace(" ", "_") in (*DOCUMENTED, "all")}
    assert {clause.id for clause in clauses() if clause.unshown} == stated - shown
