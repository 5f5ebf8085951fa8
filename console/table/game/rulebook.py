"""A rulebook: the rules of one rule document for its tables, read from a TOML file.

It knows which games the file has, where the files are, and how a wrong file is refused. The meaning of the
rules is in the modules of the games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import structs
from msgspec.structs import replace

from console.base.plain_text import nearest
from console.base.system import content_of, resource_folder
from console.table.game.games import GAMES, PREFIXES
from console.table.game.incident_cases import CaseRow, IncidentFiles, Procedures, cases_of, own_cases
from console.table.game.rule_values import Clause, Code, Erratum, Rule, Text
from console.table.game.table_rules import TableRules
from console.table.game.toml_text import NotToml, keys_at, plain, tables_of, text_of

_WORDS: Final = (
    ("`", ""),
    ("Invalid enum value", "can't be"),
    ("object | null", "table"),
    ("object", "table"),
)
"""The decoder's words, with the names that TOML has for the same things."""


R = TypeVar("R", bound=TableRules)


class RulebookError(ValueError):
    """A rulebook that can't be used; the message names the file, the rule and the key."""


class LacksGame(RulebookError):
    """A rulebook without rules for the requested game."""

    def __init__(self, rulebook: Rulebook, game: str) -> None:
        there = " or ".join(rulebook.games)
        super().__init__(
            f"{rulebook.id}.toml: {game}: this rulebook has no such game; play {there} by it, "
            f"or {game} by another rulebook"
        )


class UnplayedBets(Rule, frozen=True):
    """Bets that may not be placed together in a game that no table here plays: kept as written."""

    clause: Clause
    game: Text
    never_together: Annotated[tuple[tuple[Text, Text], ...], msgspec.Meta(min_length=1)]


class RulebookHeading(Rule, frozen=True):
    """The part of a rulebook beside its games: its market's language, its document, its errata.
    ``silent_as``: the document quoted where this one is silent; ``incidents``: its files of procedures.
    """

    id: Code
    market: Code
    document: Code
    silent_as: Code
    incidents: IncidentFiles
    errata: tuple[Erratum, ...] = ()
    unplayed: tuple[UnplayedBets, ...] = ()


class Rulebook(RulebookHeading, frozen=True):
    """One house's rules: its heading, and those of the games that it has, at least one."""

    games: dict[str, TableRules] = msgspec.field(default_factory=dict)
    """The rules of the house's games by name, in the order of :data:`console.table.game.games.GAMES`."""

    def rules_of(self, game: str) -> TableRules:
        """The rules of this game. Raises LacksGame if this house does not have them."""
        if game in self.games:
            return self.games[game]
        if game in GAMES and GAMES[game].is_example:
            return _example(game, self.unplayed)
        raise LacksGame(self, game)

    def errata_of(self, game: str) -> tuple[Erratum, ...]:
        """The slips of the document that touch a game, its own and those of the whole document."""
        own: tuple[Erratum, ...] = getattr(self.games.get(game), "errata", ())
        return (*(each for each in self.errata if _is_of(each, game)), *own)

    def of(self, kind: type[R]) -> R:
        """The rules of this type (such as BaccaratRules). Raises LacksGame if the house does not play it."""
        rules = self.rules_of(kind.game)
        assert isinstance(rules, kind), "a game is read as its row says"
        return rules


def _is_of(erratum: Erratum, game: str) -> bool:
    parts = erratum.clause.split("-")
    about = parts[1] if parts[0] == "LT" else parts[0]
    return about not in PREFIXES or (game in GAMES and about == GAMES[game].prefix)


@cache
def rulebook_folder() -> Path:
    """The folder of the shipped rulebooks."""
    return resource_folder("rulebooks")


def rulebook_digest(rulebook: Rulebook) -> str:
    """SHA-256 of an installed rulebook's file and of the two files of incident rows that it names, as on the
    certificate and, in short, at the foot of a guide. Raises OSError.
    """
    folder = rulebook_folder()
    named = (rulebook.incidents.own, rulebook.incidents.house)
    return digest_of(
        folder / f"{rulebook.id}.toml", *(folder / "incidents" / f"{name}.toml" for name in named)
    )


@cache
def present_rulebook(id: str) -> str | None:
    """The digest of the installed rulebook with this id, looked for once; None if none can be read."""
    try:
        return rulebook_digest(load_rulebook(id))
    except (OSError, RulebookError):
        return None


def digest_of(*files: Path) -> str:
    """SHA-256 over the digests of these files, in hex. Raises OSError."""
    return sha256(b"".join(sha256(content_of(file)).digest() for file in files)).hexdigest()


def rulebook_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The rulebooks that there are, by the names of their files."""
    return tuple(sorted(path.stem for path in (folder or rulebook_folder()).glob("*.toml")))


def load_rulebook(rules: str, folder: Path | None = None) -> Rulebook:
    """A rulebook, read once if it is the program's. Raises RulebookError if it is missing or invalid."""
    with _ONE_READER:
        return _own(rules, rulebook_folder()) if folder is None else _loaded(rules, folder)


_ONE_READER: Final = RLock()
"""msgspec works out a type when it meets it: two threads at once end the process (segmentation fault)."""


@cache
def _own(rules: str, folder: Path) -> Rulebook:
    return _loaded(rules, folder)


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
    return with_incidents(rulebook, load_procedures(folder), file.name)


def load_procedures(folder: Path | None = None) -> dict[str, Procedures]:
    """All files of incident procedures, by name. Raises RulebookError if a file can't be read."""
    files = sorted(((folder or rulebook_folder()) / "incidents").glob("*.toml"))
    return {file.stem: _read_procedures(file) for file in files}


def with_incidents(rulebook: Rulebook, files: dict[str, Procedures], name: str) -> Rulebook:
    """The rulebook with the cases of the files that it names. Raises RulebookError if one is not there."""
    for key in ("own", "house"):
        if (file := getattr(rulebook.incidents, key)) not in files:
            raise RulebookError(f"{name}: incidents.{key}: no file {file!r}; there are {', '.join(files)}")
    games = {
        game: replace(rules, incidents=cases_of(rulebook.id, game, rulebook.incidents, files))
        for game, rules in rulebook.games.items()
    }
    return replace(rulebook, games=games)


@cache
def _example(game: str, unplayed: tuple[UnplayedBets, ...]) -> TableRules:
    """The house's own rules of an example, with the bets that a rulebook forbids together at such a game."""
    file = rulebook_folder() / "examples" / f"{game}.toml"
    name = f"examples/{file.name}"
    try:
        tables = tables_of(text_of(file))
    except OSError as error:
        raise RulebookError(f"{name}: can't be read: {error}") from error
    except NotToml as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error
    if wrong := [key for key in (game, "incidents") if not isinstance(tables.get(key), dict)]:
        raise RulebookError(f"{name}: {wrong[0]}: missing")
    forbidden = [
        {"clause": each.clause, "never_together": pair}
        for each in unplayed
        if each.game == game
        for pair in each.never_together
    ]
    written = {**tables[game], **({"restrictions": forbidden} if forbidden else {})}
    rules: TableRules = _part(written, GAMES[game].rules(), name, game)
    procedures = _procedures({game: tables["incidents"]}, name)
    return replace(rules, incidents=own_cases(game, procedures, load_procedures()))


def _read_procedures(file: Path) -> Procedures:
    name = f"incidents/{file.name}"
    try:
        return _procedures(tables_of(text_of(file)), name)
    except OSError as error:
        raise RulebookError(f"{name}: can't be read: {error}") from error
    except NotToml as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error


def _procedures(tables: dict[str, Any], name: str) -> Procedures:
    """The incident rows that a file's tables hold. Raises RulebookError with file, game, kind and place."""
    for game in tables:
        if game not in GAMES:
            raise RulebookError(f"{name}: {plain(game)}: no such key{_nearest_of(game, tuple(GAMES))}")
    try:
        return msgspec.convert(tables, Procedures)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {_wrong_row(tables) or _place_and_reason(str(error))}") from error


def _wrong_row(tables: dict[str, Any]) -> str | None:
    """The kind and the place of the first wrong row: the decoder does not name a table's keys."""
    kinds = ((game, kind) for game in tables if isinstance(tables[game], dict) for kind in tables[game])
    for game, kind in kinds:
        try:
            msgspec.convert(tables[game][kind], tuple[CaseRow, ...])
        except msgspec.ValidationError as error:
            return f"{game}.{kind}{_place_and_reason(str(error))}"
    return None


def read_rulebook(toml: str, name: str) -> Rulebook:
    """The rulebook that a file's text holds. Raises RulebookError, whose message has ``name``, the file's."""
    try:
        return rulebook_of(tables_of(toml), name)
    except NotToml as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error


def rulebook_of(tables: Mapping[str, object], name: str) -> Rulebook:
    """The rulebook that a file's tables hold. Raises RulebookError, which names file, rule and key."""
    heading = _part(
        {key: value for key, value in tables.items() if key not in GAMES}, RulebookHeading, name, ""
    )
    games = {
        game: _part(tables[game], row.rules(), name, game) for game, row in GAMES.items() if game in tables
    }
    if not games:
        raise RulebookError(f"{name}: no game; it needs at least one of {', '.join(GAMES)}")
    return Rulebook(**structs.asdict(heading), games=games)


P = TypeVar("P", bound=Rule)


def _part(table: object, form: type[P], name: str, place: str) -> P:
    """A table of a file as this form. Raises RulebookError with the file's name and the table's place."""
    try:
        return msgspec.convert(table, form, dec_hook=odds)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {_place_and_reason(str(error), place)}") from error


def odds(kind: type, value: Any) -> Any:
    """Odds as a file writes them, ``"19/20"``, for the decoder. Raises ValueError for anything else."""
    if kind is not Fraction or not isinstance(value, str) or not re.fullmatch(r"[1-9]\d*(/[1-9]\d*)?", value):
        raise ValueError(f"expected odds to one such as '8' or '19/20', got {value!r}")
    return Fraction(value)


def _near(place: str, name: str) -> str:
    """The key that was likely meant, among those of the table at a place."""
    game, _, below = place.partition(".")
    if game in GAMES:
        return _nearest_of(name, keys_at(GAMES[game].rules(), below))
    return _nearest_of(name, (*keys_at(RulebookHeading, place), *(() if place else GAMES)))


def _nearest_of(name: str, names: tuple[str, ...]) -> str:
    near = nearest(name, names)
    return f"; did you mean {near}?" if near is not None else ""


def _place_and_reason(message: str, within: str = "") -> str:
    """A decoder's message with its place first and the key in it: ``baccarat.bet_time.seconds: missing``."""
    reason, _, at = message.partition(" - at `")
    below = at.rstrip("`").removeprefix("$").removeprefix(".")
    place = below if not within else f"{within}.{below}" if below else within
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", reason):
        reason = "missing" if field[1] == "missing required" else f"no such key{_near(place, field[2])}"
        place = f"{place}.{field[2]}".removeprefix(".")
    for decoders, ours in _WORDS:
        reason = reason.replace(decoders, ours)
    return plain(f"{place}: {reason[0].lower()}{reason[1:]}")
