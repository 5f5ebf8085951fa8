"""A rehearsal as its file describes it: the game, the cards or the numbers, and the mishaps with their
moments. A wrong file is refused with its name, the key and the way out. The right answer is neither in the
file nor known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from console.base.plain_text import nearest
from console.base.system import resource_folder
from console.rehearsals.slips import Occasion, SlipRow, occasions_in, slips
from console.table.core import lines
from console.table.game import (
    DECKS,
    DOCUMENTED,
    Card,
    Cases,
    Code,
    FaultKind,
    NotToml,
    Rule,
    Rulebook,
    RulebookFault,
    form_faults,
    load_rulebook,
    rulebook_ids,
    tables_of,
    text_of,
)
from console.table.game.blackjack import Choice
from console.table.incidents import Fact, facts_of, facts_of_kind, report_refusal, span

LONGEST: Final = 30
"""The most minutes that a file may state for a rehearsal."""
LATEST: Final = 12
"""The last round in which something may go wrong, so that nobody waits longer for it."""
Minutes = Annotated[int, msgspec.Meta(ge=1, le=LONGEST)]
Left = Annotated[int, msgspec.Meta(ge=1, le=416)]


class Mishap(Rule, frozen=True, kw_only=True):
    """A slip, and its moment.

    ``facts`` are what a person at the table sees of it and the table does not know: how many cards fell,
    whether a face was seen. ``count`` is how many cards are out, or which step of the shuffle is due.
    """

    slip: str
    when: Occasion | None = None
    """The moment; None is the slip's usual moment."""
    count: Annotated[int, msgspec.Meta(ge=0, le=40)] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=LATEST)] = 1
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)

    @property
    def row(self) -> SlipRow:
        return slips()[self.slip]

    def occasion_in(self, game: str) -> Occasion:
        return self.when or occasions_in(game, self.row)[0]


class Script(Rule, frozen=True, kw_only=True):
    """A rehearsal's file.

    ``rules`` are the rulebooks under which it is played; empty: every one that has its kinds. ``cards`` leave
    the shoe first, in this order, and ``numbers`` are the wheel's; ``seed`` orders the rest. ``seats`` have
    bet, and ``answers`` are their answers, in order; after that each stands.
    """

    game: str
    wrong: Annotated[tuple[Mishap, ...], msgspec.Meta(min_length=1)]
    rules: tuple[Code, ...] = ()
    minutes: Minutes = 3
    seed: int = 1
    cards: tuple[Card, ...] = ()
    numbers: tuple[lines.Pocket, ...] = ()
    seats: tuple[lines.Seat, ...] = (1,)
    answers: tuple[Choice, ...] = ()
    left: Left | None = None
    """Cards in the shoe at the beginning; None is a whole shoe."""

    @property
    def kind(self) -> str | None:
        """The practised kind of incident, the first slip's; None if nothing must be reported."""
        return next((each.row.kind for each in self.wrong if each.row.kind is not None), None)


class Rehearsal(msgspec.Struct, frozen=True):
    """A rehearsal with its name: its file's, without ``.toml``."""

    name: str
    script: Script

    def rulebooks(self) -> tuple[str, ...]:
        return tuple(id for id in rulebook_ids() if playable(self.script, load_rulebook(id)))


class NoRehearsal(ValueError):
    """The file is no rehearsal; :attr:`faults` are the reasons, each with the way out."""

    def __init__(self, faults: tuple[RulebookFault, ...]) -> None:
        super().__init__("; ".join(f"{each.file}: {each.place}: {each.kind}" for each in faults))
        self.faults = faults


def rehearsal_folder() -> Path:
    return resource_folder("rehearsals")


@cache
def built_in_rehearsals() -> tuple[Rehearsal, ...]:
    """The rehearsals that come with the console, by name. Raises NoRehearsal if one is damaged."""
    files = sorted(rehearsal_folder().glob("*.toml"), key=lambda file: file.stem)
    return tuple(map(load_rehearsal, files))


def rehearsal_names() -> frozenset[str]:
    """The names of the rehearsals that come with the console. Raises NoRehearsal if one is damaged."""
    return frozenset(each.name for each in built_in_rehearsals())


def load_rehearsal(file: Path) -> Rehearsal:
    """The rehearsal in a file. Raises NoRehearsal."""
    if found := faults_of_rehearsal(file):
        raise NoRehearsal(found)
    return Rehearsal(file.stem, msgspec.convert(tables_of(text_of(file)), Script))


def playable(script: Script, rulebook: Rulebook) -> bool:
    """Whether a rulebook has the game and a row for every slip, and the file allows it."""
    if script.game not in rulebook.games or (script.rules and rulebook.id not in script.rules):
        return False
    return all(_has_row(each, rulebook.games[script.game].incidents) for each in script.wrong)


def _has_row(mishap: Mishap, cases: Cases) -> bool:
    incidents = mishap.row.incidents
    return not incidents or any(
        each.kind in cases.kinds
        and report_refusal(cases, each.kind, {**each.facts, **wanted_facts(cases, each.kind, mishap.facts)})
        is None
        for each in incidents
    )


def wanted_facts(cases: Cases, kind: str, facts: dict[str, Fact]) -> dict[str, Fact]:
    """The facts of the file for which this rulebook asks."""
    asked = facts_of_kind(cases, kind)
    return {fact: value for fact, value in facts.items() if fact in asked}


# --- what is wrong with a file --------------------------------------------------------------------


def faults_of_rehearsal(file: Path) -> tuple[RulebookFault, ...]:
    """Everything that is wrong with a file, in order; empty for one that can be played."""
    name = file.name
    try:
        tables = tables_of(text_of(file))
    except OSError:
        return (RulebookFault(name, "", FaultKind.UNREADABLE),)
    except NotToml as error:
        return (RulebookFault(f"{name}{error.place}", "", FaultKind.UNREADABLE),)
    if of_form := tuple(form_faults(tables, Script, name, "")):
        return of_form
    return tuple(_of_play(msgspec.convert(tables, Script), name))


def _of_play(script: Script, name: str) -> Iterator[RulebookFault]:
    """The faults of a well-formed file that can't be played."""
    if script.game not in DOCUMENTED:
        yield _value(name, "game", script.game, DOCUMENTED)
        return
    for number, rules in enumerate(script.rules):
        if rules not in rulebook_ids():
            yield _value(name, f"rules[{number}]", rules, rulebook_ids())
    for number, face in enumerate(script.cards):
        if script.cards[:number].count(face) >= DECKS:
            yield RulebookFault(name, f"cards[{number}]", FaultKind.VALUE, face, f"{DECKS} {face} at most")
    for number, mishap in enumerate(script.wrong):
        yield from _of_mishap(script, mishap, name, f"wrong[{number}]")


def _of_mishap(script: Script, mishap: Mishap, name: str, place: str) -> Iterator[RulebookFault]:
    here = tuple(slip for slip, each in slips().items() if script.game in each.games)
    if mishap.slip not in here:
        yield _value(name, f"{place}.slip", mishap.slip, here)
        return
    row = mishap.row
    occasion, there = mishap.occasion_in(script.game), occasions_in(script.game, row)
    if occasion not in there:
        yield _value(name, f"{place}.when", occasion, there)
    elif mishap.count is not None and occasion not in COUNTED:
        counted = tuple(f"when = {each}" for each in there if each in COUNTED)
        kind = FaultKind.VALUE if counted else FaultKind.UNKNOWN
        right = " | ".join(counted) or "facts, round, slip, when"
        yield RulebookFault(name, f"{place}.count", kind, str(mishap.count), right)
    asked = possible_facts(script.game, row)
    for fact, value in mishap.facts.items():
        if fact not in asked:
            near = nearest(fact, asked)
            yield RulebookFault(
                name, f"{place}.facts.{fact}", FaultKind.UNKNOWN, fact, ", ".join(asked) or "–", near
            )
        elif all(report_refusal(_cases(script.game), each.kind, {fact: value}) for each in row.incidents):
            given = msgspec.json.encode(value).decode()
            yield RulebookFault(
                name, f"{place}.facts.{fact}", FaultKind.VALUE, given, " | ".join(asked[fact])
            )


def possible_facts(game: str, row: SlipRow) -> dict[str, tuple[str, ...]]:
    """The facts that a file can give about a slip: each with its possible values in any rulebook."""
    found: dict[str, tuple[str, ...]] = {}
    for each in row.incidents:
        for fact, wanted in facts_of(_cases(game).everywhere.get(each.kind, ())).items():
            if fact not in each.facts and fact not in KNOWN:
                written = tuple(
                    str(one) if span(one) else msgspec.json.encode(one).decode() for one in wanted
                )
                found[fact] = tuple(dict.fromkeys((*found.get(fact, ()), *written)))
    return found


COUNTED: Final = frozenset((Occasion.SHUFFLE, Occasion.CARDS_OUT))
"""The moments for which ``count`` has a meaning: the step of the shuffle, the dealt cards."""
KNOWN: Final = frozenset(("where", "noticed", "stage", "recorded", "total"))
"""Facts that the table itself knows: a file does not give them."""


def _cases(game: str) -> Cases:
    rulebooks = (load_rulebook(id) for id in rulebook_ids())
    of_game = next(each for each in rulebooks if game in each.games).games[game].incidents
    return Cases(of_game.everywhere, of_game.everywhere, of_game.not_this_game)


def _value(name: str, place: str, value: str, choices: tuple[Any, ...]) -> RulebookFault:
    names = tuple(map(str, choices))
    return RulebookFault(name, place, FaultKind.VALUE, value, " | ".join(names), nearest(value, names))
