"""A rulebook: what one rule document asks of its tables, read from a TOML file.

It knows which games the file has, where the files are, and how a wrong one is refused. What the rules mean
is in the modules of the games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from console.game.baccarat_rules import BaccaratRules, Bet, Restriction
from console.game.blackjack_rules import BlackjackRules
from console.game.cases import cases_of
from console.game.incident_rows import Game, Named, Procedures, Row
from console.game.roulette_rules import RouletteRules
from console.game.rules import Clause, Code, Erratum, Limits, Rule, Step, Text
from console.game.toml_text import NotToml, plain, tables_of, text_of

__all__ = [
    "BaccaratRules",
    "Bet",
    "BlackjackRules",
    "Erratum",
    "Limits",
    "Restriction",
    "RouletteRules",
    "Rulebook",
    "RulebookError",
    "Step",
    "Unplayed",
    "load_procedures",
    "load_rulebook",
    "read_rulebook",
    "rulebook_folder",
    "rulebook_ids",
    "rulebook_of",
]


_WORDS: Final = (
    ("`", ""),
    ("Invalid enum value", "can't be"),
    ("object | null", "table"),
    ("object", "table"),
)
"""The decoder's words for what a TOML file calls otherwise."""


PLAYED: Final[tuple[Game, ...]] = ("baccarat", "blackjack", "roulette")
"""The games that a rulebook has a table for."""


class RulebookError(ValueError):
    """A rulebook that can't be used; the message names the file, the rule and the key."""


class Unplayed(Rule, frozen=True):
    """Bets that may not be had at once in a game that no table here plays: kept as it is written."""

    clause: Clause
    game: Text
    never_together: Annotated[tuple[tuple[Text, Text], ...], msgspec.Meta(min_length=1)]


class Rulebook(Rule, frozen=True):
    """One house's rules: its market's language, its document, and the games.

    ``silent_as`` is the document whose rows are quoted where this one is silent; ``incidents`` names the
    files of what is done when something goes wrong.
    """

    id: Code
    market: Code
    document: Code
    silent_as: Code
    incidents: Named
    baccarat: BaccaratRules
    blackjack: BlackjackRules
    roulette: RouletteRules
    errata: tuple[Erratum, ...] = ()
    unplayed: tuple[Unplayed, ...] = ()

    def with_decision_time(self, seconds: int | None) -> Rulebook:
        """The same with another time for a player's answer, where a table sets its own (BJ-3.5-ii)."""
        if seconds is None:
            return self
        time = replace(self.blackjack.decision_time, seconds=seconds)
        return replace(self, blackjack=replace(self.blackjack, decision_time=time))


def rulebook_folder() -> Path:
    """Where the rulebooks are: in the checkout, or beside the installed package."""
    package = Path(__file__).parents[1]
    checkout = package.parent / "resources" / "rulebooks"
    return checkout if checkout.is_dir() else package / "resources" / "rulebooks"


def rulebook_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The rulebooks that there are, by the names of their files."""
    return tuple(sorted(path.stem for path in (folder or rulebook_folder()).glob("*.toml")))


def load_rulebook(rules: str, folder: Path | None = None) -> Rulebook:
    """The rulebook of this id; RulebookError if there is none, or it is not one.

    One of the program's own is read once: that takes some milliseconds, and it stays while a table plays.
    """
    return _own(rules) if folder is None else _loaded(rules, folder)


@cache
def _own(rules: str) -> Rulebook:
    return _loaded(rules, rulebook_folder())


def _loaded(rules: str, folder: Path) -> Rulebook:
    if rules not in rulebook_ids(folder):
        raise RulebookError(f"{rules}: no such rulebook; there are {', '.join(rulebook_ids(folder))}")
    file = folder / f"{rules}.toml"
    try:
        rulebook = read_rulebook(text_of(file), file.name)
    except OSError as error:
        raise RulebookError(f"{file.name}: can't be read: {error}") from error
    except NotToml as error:
        raise RulebookError(f"{file.name}: not TOML: {error}") from error
    if rulebook.id != rules:
        raise RulebookError(f"{file.name}: id: expected {rules!r}, as the file is named, got {rulebook.id!r}")
    return _with_incidents(rulebook, load_procedures(folder), file.name)


def load_procedures(folder: Path | None = None) -> dict[str, Procedures]:
    """All files of incident procedures beside the rulebooks, by name; RulebookError if one is none."""
    files = sorted(((folder or rulebook_folder()) / "incidents").glob("*.toml"))
    return {file.stem: _read_procedures(file) for file in files}


def _with_incidents(rulebook: Rulebook, files: dict[str, Procedures], name: str) -> Rulebook:
    """The rulebook with the cases of the files that it names."""
    for key in ("own", "house"):
        if (file := getattr(rulebook.incidents, key)) not in files:
            raise RulebookError(f"{name}: incidents.{key}: no file {file!r}; there are {', '.join(files)}")
    return replace(rulebook, **{game: _with_cases(rulebook, game, files) for game in PLAYED})


def _with_cases(rulebook: Rulebook, game: Game, files: dict[str, Procedures]) -> Rule:
    """A game's rules with what can go wrong at it."""
    rules: Rule = getattr(rulebook, game)
    return replace(rules, incidents=cases_of(rulebook.id, game, rulebook.incidents, files))


def _read_procedures(file: Path) -> Procedures:
    name = f"incidents/{file.name}"
    tables: dict[str, Any] = {}
    try:
        tables = tables_of(text_of(file))
        return msgspec.convert(tables, Procedures)
    except OSError as error:
        raise RulebookError(f"{name}: can't be read: {error}") from error
    except NotToml as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {_wrong_row(tables) or _place_and_reason(str(error))}") from error


def _wrong_row(tables: dict[str, Any]) -> str | None:
    """The kind and the place of the first wrong row: the decoder does not name a table's keys."""
    kinds = ((game, kind) for game in tables if isinstance(tables[game], dict) for kind in tables[game])
    for game, kind in kinds:
        try:
            msgspec.convert(tables[game][kind], tuple[Row, ...])
        except msgspec.ValidationError as error:
            return f"{game}.{kind}{_place_and_reason(str(error))}"
    return None


def read_rulebook(toml: str, name: str) -> Rulebook:
    """The rulebook that a file's text holds; ``name`` is the file's, for RulebookError's message."""
    try:
        return rulebook_of(tables_of(toml), name)
    except NotToml as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error


def rulebook_of(tables: Mapping[str, object], name: str) -> Rulebook:
    """The rulebook that a file's tables hold; RulebookError names file, rule and key."""
    try:
        return msgspec.convert(tables, Rulebook, dec_hook=_odds)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {_place_and_reason(str(error))}") from error


def _odds(kind: type, value: Any) -> Any:
    if kind is not Fraction or not isinstance(value, str) or not re.fullmatch(r"[1-9]\d*(/[1-9]\d*)?", value):
        raise ValueError(f"expected odds to one such as '8' or '19/20', got {value!r}")
    return Fraction(value)


def _place_and_reason(message: str) -> str:
    """A decoder's message with its place first and the key in it: ``baccarat.bet_time.seconds: missing``."""
    reason, _, at = message.partition(" - at `")
    place = at.rstrip("`").removeprefix("$").removeprefix(".")
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", reason):
        place = f"{place}.{field[2]}".removeprefix(".")
        reason = "missing" if field[1] == "missing required" else "no such key"
    for decoders, ours in _WORDS:
        reason = reason.replace(decoders, ours)
    return plain(f"{place}: {reason[0].lower()}{reason[1:]}")
