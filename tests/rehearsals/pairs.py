"""The shipped rehearsals, each under the rulebooks that have its kind, and which pairs the suite plays."""

from __future__ import annotations

from typing import Final

from console.rehearsals.script import built_in_rehearsals
from tests.rehearsals.reckoned import Reckoned, reckoned
from tests.sweep import sampled

REHEARSALS: Final = {each.name: each for each in built_in_rehearsals()}
EVERY: Final = [(name, rules) for name, each in REHEARSALS.items() for rules in each.rulebooks()]
CHOICES: Final = {"card_face_down": ("reveal", "change_shoe")}
"""Where the pit boss chooses, by the slip: the first is taken."""


def reckoning(name: str, rules: str) -> Reckoned | None:
    """The decision table's answer for a rehearsal under a rulebook."""
    script = REHEARSALS[name].script
    slip = script.wrong[0]
    return reckoned(script, slip, rules, CHOICES.get(slip.slip, (None,))[0])


def _of_each_answer() -> list[tuple[str, str]]:
    """Each rehearsal once for each answer that is right in it, the rulebooks that give this one by turns."""
    alike: dict[tuple[str, str], list[str]] = {}
    for name, rules in EVERY:
        alike.setdefault((name, repr(reckoning(name, rules))), []).append(rules)
    return [(name, rules[at % len(rules)]) for at, ((name, _), rules) in enumerate(alike.items())]


PAIRS: Final = sampled(EVERY, _of_each_answer())
