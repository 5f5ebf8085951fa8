"""The refusal of a rulebook with a wrong key, type or missing value: by file, rule and key.

Every key of every rulebook is taken out, given another type, and joined by one that no rule has.
"""

import pickle
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from console.table.game.games import GAMES
from console.table.game.rulebook import (
    RulebookError,
    load_rulebook,
    read_rulebook,
    rulebook_folder,
    rulebook_ids,
    rulebook_of,
)
from console.table.game.rulebook_faults import faults_of, form_faults, source_of
from console.table.game.toml_text import plain

IDS = rulebook_ids()
TABLES: dict[str, dict[str, Any]] = {
    id: tomllib.loads((rulebook_folder() / f"{id}.toml").read_text("utf-8")) for id in IDS
}

PICKLED = {id: pickle.dumps(tables) for id, tables in TABLES.items()}

Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every key and array place below a value, with its value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*at, key), below
        yield from places(below, (*at, key))


def written(path: Place) -> str:
    """A place as a refusal names it: ``baccarat.preparation.load[1].action``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def mutated(id: str, path: Place) -> tuple[dict[str, Any], Any]:
    """A copy of a rulebook's tables, and what holds the last key of a path in it."""
    tables = pickle.loads(PICKLED[id])  # six times as quick as a deep copy
    holder: Any = tables
    for key in path[:-1]:
        holder = holder[key]
    return tables, holder


TIE: Place = ("baccarat", "payouts", "tie", "odds")

OPTIONAL = (
    "baccarat|blackjack|roulette",
    r"errata(\[\d+\])?",
    r"unplayed(\[\d+\](\.never_together\[1\])?)?|unplayed\[0\]\.never_together\[0\]",
    r"baccarat\.(burn|restrictions(\[\d+\])?)",
    r"blackjack\.(surrender|errata(\[\d+\])?|notices\[\d+\])",
    r"roulette\.(restriction|errata(\[\d+\])?|end_signal\.sign|bets_after_signal)",
    r"\w+\.(limits|side_bets|quickest(\.\w+)?)",
    r"\w+\.preparation\.\w+\[\d+\](\.(with|faces|how|daily|count))?",
    r".*clauses\[\d+\]",
    r"\w+\.(prompts|announcements)\..*\[\d+\]",
)
"""Keys that a rulebook need not have, whole games too, and places of arrays, which may be shorter."""

every_rulebook = pytest.mark.parametrize("id", IDS)


def refused(tables: dict[str, Any], id: str) -> str:
    """The error by which a rulebook's tables are refused; empty if they are taken."""
    try:
        rulebook_of(tables, f"{id}.toml")
    except RulebookError as error:
        return str(error)
    return ""


@pytest.mark.sweep(1)
@every_rulebook
def test_a_missing_value_is_refused_naming_file_rule_and_key(id: str) -> None:
    wrong, tried = [], 0
    for path, _ in places(TABLES[id]):
        if any(re.fullmatch(way, written(path)) for way in OPTIONAL):
            continue
        tables, holder = mutated(id, path)
        del holder[path[-1]]
        expected = f"{id}.toml: {written(path)}: missing"
        if isinstance(path[-1], int):
            expected = f"{id}.toml: {written(path[:-1])}: expected array of length"
        message, tried = refused(tables, id), tried + 1
        if not message.startswith(expected):
            wrong.append((written(path), message))
    assert (wrong, tried > 100) == ([], True)


@pytest.mark.sweep(1)
@every_rulebook
def test_a_value_of_another_type_is_refused_naming_file_rule_and_key(id: str) -> None:
    wrong, tried = [], 0
    for path, was in places(TABLES[id]):
        tables, holder = mutated(id, path)
        holder[path[-1]] = 1.5 if isinstance(was, str | int) else "18"
        message, tried = refused(tables, id), tried + 1
        if not re.match(rf"{id}\.toml: {re.escape(written(path))}: (expected|can't be)", message):
            wrong.append((written(path), message))
    assert (wrong, tried > 100) == ([], True)


@every_rulebook
def test_a_key_that_no_rule_has_is_refused_naming_file_rule_and_key(id: str) -> None:
    holders: list[Place] = [(), *(path for path, value in places(TABLES[id]) if isinstance(value, dict))]
    wrong = []
    for path in holders:
        tables, holder = mutated(id, (*path, "colour"))
        holder["colour"] = "green"
        message = refused(tables, id)
        expected = f"{id}.toml: {written((*path, 'colour'))}: no such key"
        if message.removesuffix("; did you mean coloured?") != expected:
            wrong.append((written(path), message))
    assert (wrong, len(holders) > 20) == ([], True)


def test_a_mistyped_key_is_refused_with_the_likely_meant_key() -> None:
    for path, given, meant in (
        (("baccarat", "bet_time"), "secnds", "seconds"),
        (("roulette",), "bet-time", "bet_time"),
        (("blackjack", "preparation", "load", 0), "actoin", "action"),
        ((), "markt", "market"),
    ):
        tables, holder = mutated("lt", (*path, given))
        holder[given] = "green"
        assert refused(tables, "lt").endswith(f"no such key; did you mean {meant}?")


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("baccarat", "bet_time", "seconds"), "18", "expected int, got str"),
        (("baccarat", "bet_time", "seconds"), True, "expected int, got bool"),
        (("baccarat", "bet_time", "seconds"), 0, "expected int >= 1"),
        (("baccarat", "decks"), 6, "can't be 6"),
        (("baccarat", "end_signal", "shows"), "smoke", "can't be 'smoke'"),
        (("baccarat", "pick_up", "direction"), "upwards", "can't be 'upwards'"),
        (("baccarat", "pick_up", "clauses"), [], "expected array of length >= 1"),
        (("baccarat", "pick_up", "clauses", 0), 7, "expected str, got int"),
        (TIE, "8:1", "expected odds to one such as '8' or '19/20', got '8:1'"),
        (TIE, "0", "expected odds to one such as '8' or '19/20', got '0'"),
        (TIE, "8/0", "expected odds to one such as '8' or '19/20', got '8/0'"),
        (TIE, 8, "expected odds to one such as '8' or '19/20', got 8"),
        (("baccarat", "preparation", "load", 3, "action"), "deal", "can't be 'deal'"),
        (("roulette", "turns", "least"), 0, "expected int >= 1"),
        (("roulette", "dealers_number", "allowed"), "no", "expected bool, got str"),
        (("roulette", "payouts", "split", "odds"), "17:1", "expected odds to one such as '8' or '19/20'"),
        (("roulette", "limits", "street", "highest"), 400.5, "expected int, got float"),
        (("market",), "Swedish", "expected str matching regex"),
        (("baccarat",), 7, "expected table, got int"),
        (("baccarat", "burn"), 7, "expected table, got int"),
        (TIE[:-1], "8", "expected table, got str"),
    ],
)
def test_a_value_that_can_not_be_is_refused_with_the_reason(path: Place, value: object, reason: str) -> None:
    tables, holder = mutated("lt", path)
    holder[path[-1]] = value
    with pytest.raises(RulebookError, match=re.escape(f"lt.toml: {written(path)}: {reason}")):
        rulebook_of(tables, "lt.toml")
    if game := GAMES.get(str(path[0])):
        (fault,) = form_faults(tables[game.name], game.rules(), "lt.toml", game.name)
        assert (fault.file, fault.place) == ("lt.toml", written(path))


@pytest.mark.parametrize("percent", [0, 101])
def test_a_restriction_is_a_part_of_the_wheel(percent: int) -> None:
    tables, holder = mutated("sv", ("roulette", "restriction", "percent"))
    holder["percent"] = percent
    with pytest.raises(
        RulebookError, match=r"^sv\.toml: roulette\.restriction\.percent: expected int [<>]= 10*"
    ):
        rulebook_of(tables, "sv.toml")


@pytest.mark.parametrize(
    ("path", "action", "reason"),
    [
        (("roulette", "preparation", "wheel", 0), "wash", "wash is done with cards, not with a wheel"),
        (("baccarat", "preparation", "load", 0), "check_ball", "check_ball is done with a wheel, not with"),
    ],
)
def test_cards_are_not_prepared_at_a_wheel_nor_the_ball_at_a_shoe(
    path: Place, action: str, reason: str
) -> None:
    tables, holder = mutated("sv", (*path, "action"))
    holder["action"] = action
    with pytest.raises(RulebookError, match=rf"^sv\.toml: {path[0]}\.preparation: {reason}"):
        rulebook_of(tables, "sv.toml")


def test_a_file_that_is_no_toml_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"^sv\.toml: not TOML: Invalid value"):
        read_rulebook("id = ", "sv.toml")


def test_a_rulebook_under_another_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "xx.toml").write_text((rulebook_folder() / "sv.toml").read_text("utf-8"), "utf-8")
    with pytest.raises(RulebookError, match=r"^xx\.toml: id: expected 'xx', as the file is named, got 'sv'$"):
        load_rulebook("xx", tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sv.toml").write_bytes(b"id = \xff")
    with pytest.raises(RulebookError, match=r"^sv\.toml: not TOML: it is not UTF-8"):
        load_rulebook("sv", tmp_path)


def test_an_unknown_rulebook_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RulebookError, match=f"^qq: no such rulebook; there are {', '.join(sorted(IDS))}$"):
        load_rulebook("qq")


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (
            'when = "R", facts = { where = "round"; cards = "3+" }, clause = "LT-BAC-18c"',
            'when = "A", facts = { where = "round"; cards = "3+" }, clause = "LT-BAC-18c"',
            "void is no outcome at A: only at C N R T",
        ),
        ('when = "S", facts = { cards = "3+" }', 'when = "S E", facts = { cards = "3+" }', "at E: only at S"),
        ("; cards_to_remove = ", "; cards_to_removed = ", "remove_last needs the fact cards_to_remove"),
        ('when = "L", facts = { actual = ', 'when = "L", facts = { actuall = ', "needs the fact actual"),
        ('{ seat = "1-7"; hand = "1-2"; total = "0-11" }', '{ total = "0-11" }', "needs the fact seat"),
        ('{ seat = "1-7"; hand = "1-2"; total = "0-11" }', '{ seat = "1-7" }', "needs the fact hand"),
    ],
)
def test_an_outcome_that_its_moment_or_its_facts_can_not_have_is_refused(
    tmp_path: Path, before: str, after: str, reason: str
) -> None:
    """Voided between two rounds, the bets of the settled one would be said to go back."""
    folder = tmp_path / "rulebooks"
    shutil.copytree(rulebook_folder(), folder)
    files = sorted((folder / "incidents").glob("*.toml"))
    before, after = before.replace(";", ","), after.replace(";", ",")
    file = next(each for each in files if before in each.read_text("utf-8"))
    file.write_text(file.read_text("utf-8").replace(before, after, 1), "utf-8")
    with pytest.raises(RulebookError, match=rf"^incidents/{file.name}: [a-z]+\.[a-z_]+\[\d+\]: .*{reason}"):
        load_rulebook("lt", folder)
    (fault,) = faults_of(source_of(folder / "lt.toml"))
    assert reason in fault.right


def test_procedures_of_an_unknown_game_are_refused_with_the_game_that_was_meant(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "rulebooks"
    shutil.copytree(rulebook_folder(), folder)
    file = folder / "incidents" / "lt.toml"
    file.write_text(file.read_text("utf-8").replace("[baccarat]", "[bacarat]", 1), "utf-8")
    with pytest.raises(
        RulebookError, match=r"^incidents/lt\.toml: bacarat: no such key; did you mean baccarat"
    ):
        load_rulebook("lt", folder)


def test_a_long_value_or_message_is_cut() -> None:
    for given, shown in (("x" * 58, f'"{"x" * 58}"'), ("x" * 59, f'"{"x" * 58}…')):
        (fault,) = form_faults(given, int, "lt.toml", "baccarat.decks")
        assert fault.given == shown
    assert (plain("y" * 300), plain("y" * 301)) == ("y" * 300, "y" * 299 + "…")
