"""The option that names a rulebook: a studio adds its own to those that come with the console."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Annotated, Final

from console.base.command_line import Arg, none_such

USUAL_RULES: Final = "sv"
"""The rulebook of a simulated table unless another is named, if the studio has it."""


def _rulebook_id(text: str) -> str:
    from console.table.game.rulebook import rulebook_ids  # not for --version, nor for a command without rules

    if text not in rulebook_ids():
        raise ArgumentTypeError(none_such("rulebook", text, rulebook_ids()))
    return text


def usual_rules() -> str:
    """The rulebook of a simulated table if none is named; the first if the usual one is missing."""
    from console.table.game.rulebook import rulebook_ids

    there = rulebook_ids()
    return USUAL_RULES if USUAL_RULES in there else next(iter(there), USUAL_RULES)


Rules = Annotated[str, Arg("option.rules", "RULES", _rulebook_id)]
SimulatedRules = Annotated[str, Arg("option.rules_simulated", "RULES", _rulebook_id)]
"""The rulebook of a simulated table; empty if none was named."""
