"""The tables of the rehearsals' page: the keys of a file, moments, slips, and which kinds have a file."""

from __future__ import annotations

from typing import Final, get_type_hints

import msgspec

from console.rehearsals.colleague import SHOWN
from console.rehearsals.score import CARRIED_OUT
from console.rehearsals.script import Mishap, Script, possible_facts
from console.rehearsals.slips import NAMED, Occasion, SlipAct
from console.table.game import DOCUMENTED
from console.table.game.rulebook_faults import form_text
from tests.handbook.docstrings import of_fields
from tests.handbook.pages import table
from tests.table.incidents.rows import Expected, committed

SCRIPT: Final = {
    "game": "What is dealt",
    "wrong": "What goes wrong, below",
    "rules": "The rulebooks under which it is played; left out, every one that has the kind",
    "minutes": "How long it takes, as it is said",
    "seed": "Orders all cards and numbers that are not given",
    "cards": "The first ones from the shoe, in their order",
    "numbers": "The wheel's first ones",
    "seats": "Those that have bet, at blackjack",
    "answers": "What the players say, in their order; then each stands",
    "left": "Cards that are left in the shoe at the beginning",
}
MISHAP: Final = {
    "slip": "What goes wrong: [one of these](#what-can-go-wrong)",
    "when": "At which moment; left out, the slip's first that its game has",
    "count": "How many cards are out; of a shuffle, which step",
    "round": "In which round",
    "facts": "What a person at the table sees of it",
}
_PLAIN: Final = {
    "slip": "a slip",
    "wrong": "`[[wrong]]`",
    "when": "a moment",
    "cards": 'cards, such as `["9H", "2S"]`',
}


def script() -> str:
    """The keys of a rehearsal's file."""
    return _keys(Script, SCRIPT)


def mishap() -> str:
    """The keys of what goes wrong."""
    return _keys(Mishap, MISHAP)


def _keys(form: type[msgspec.Struct], said: dict[str, str]) -> str:
    hints = get_type_hints(form, include_extras=True)
    assert said.keys() == {field.name for field in msgspec.structs.fields(form)}
    rows = []
    for name in said:
        takes = _PLAIN.get(name) or f"`{form_text(hints[name])}`"
        rows.append((f"`{name}`", takes, said[name]))
    return table(("key", "takes", "what it says"), rows)


def occasions() -> str:
    """The moments at which something can go wrong."""
    said = of_fields(Occasion)
    return table(("moment", "when it is"), [(f"`{each}`", said[each.name]) for each in Occasion])


def slips() -> str:
    """The named slips: where each can happen, what it is, what a file says of it, and whether it is shown or
    only reported.
    """
    rows = []
    for slip, row in NAMED.items():
        what = ", ".join(f"`{kind}`" for kind in dict.fromkeys(each.kind for each in row.incidents))
        facts = dict.fromkeys(fact for game in row.games for fact in possible_facts(game, row))
        games = "all" if row.games == DOCUMENTED else ", ".join(row.games)
        whens = ", ".join(f"`{each}`" for each in row.occasions)
        named = ", ".join(f"`{each}`" for each in facts)
        rows.append((f"`{slip}`", games, what or "nothing to report", whens, named, _how(slip)))
    return table(("slip", "games", "is", "when", "facts", ""), rows)


def _how(slip: str) -> str:
    act = NAMED[slip].act
    if act in SHOWN:
        return "shown"
    return "told" if act is SlipAct.TOLD else "shown and told"


def false_facts() -> str:
    """Each fact of the decision table: the kinds in which a false one fails, and those in which it costs
    points.
    """
    kinds: dict[str, dict[str, bool]] = {}
    for one in committed():
        for fact, value in one.facts:
            if fact == "choice":
                continue
            of_fact = kinds.setdefault(fact, {})
            others = [each for each in committed() if _differs_in(fact, value, one, each)]
            fails = fact in CARRIED_OUT or any(_comes_to(each) != _comes_to(one) for each in others)
            of_fact[one.kind] = of_fact.get(one.kind, False) or fails
    rows = []
    for fact, of_fact in kinds.items():
        fail, cost = (", ".join(f"`{kind}`" for kind, fails in of_fact.items() if fails is wanted)
                      for wanted in (True, False))  # fmt: skip
        rows.append((f"`{fact}`", "always" if fact in CARRIED_OUT else fail, cost))
    return table(("fact", "a fail if outcome or steps become others", "only points"), sorted(rows))


def _differs_in(fact: str, value: str, one: Expected, other: Expected) -> bool:
    """Whether two rows of a kind can be for the same report but for this one fact."""
    theirs = dict(other.facts)
    shared = not (one.rules and other.rules) or {*one.rules} & {*other.rules}
    alike = all(theirs.get(name, known) == known for name, known in one.facts if name != fact)
    same = (one.kind, one.game) == (other.kind, other.game)
    return bool(same and shared and alike and theirs.get(fact, value) != value)


def _comes_to(row: Expected) -> tuple[object, ...]:
    return row.outcome, row.choices, row.steps
