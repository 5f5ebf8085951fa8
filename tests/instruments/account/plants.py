"""Faults to be found: what the console once said, put back into a module's source as it is loaded."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

from console.setup.environment import ROOT
from tests.instruments.mutants.mutated import Mutated


class Plant(NamedTuple):
    """A fault: the module, a piece of its source and what stands there instead."""

    path: str
    piece: str
    instead: str


PLANTS: Final = {
    "early": Plant(
        "console/table/state/player_answers.py",
        "(each.seat, each.hand, each.insurance) == question)",
        "(each.seat, each.hand) == question[:2])",
    ),
    "late": Plant(
        "console/table/play/answer_times.py",
        "return round(by_clock + waited, 3)",
        "return round(by_clock, 3)",
    ),
    "cards": Plant(
        "console/history/shoes.py",
        "(now.number != was.number or not after.is_open)",
        "now.number != was.number",
    ),
    "across": Plant(
        "console/reports/counts.py",
        "            if counting:\n                self._settle(fact)\n",
        "            if counting and self._key(fact) in self._own:\n                self._settle(fact)\n",
    ),
    "seen": Plant(
        "console/history/interventions.py",
        "known = replace(known, decider=_pit_boss(moment), decider_saw_ms=painted_for(event))",
        "known = replace(known, decider=_pit_boss(moment))",
    ),
    "bound": Plant(
        "console/reports/shift_report.py",
        "since, until = (since - to_bound, until) if inside else (to_bound, bound)",
        "since = 0.0",
    ),
    "clock": Plant(
        "console/table/showing/dealer_view.py",
        "    overdue = table.overdue\n",
        "    overdue = None\n",
    ),
}
"""An early answer that is called late, its seconds from the pit boss's act on, cards counted after the
inspection, an incident that is missing in the next shift, the seconds of another press for a decision, time
at a change of shift that no report counts, a replay without what the clock alone changed.
"""


def plant(name: str) -> None:
    """Have a module loaded with this fault; none of the console's may be loaded yet."""
    fault = PLANTS[name]
    source = (ROOT / fault.path).read_text("utf-8")
    module = fault.path.removesuffix(".py").replace("/", ".")
    if source.count(fault.piece) != 1 or module in sys.modules:
        raise SystemExit(f"{fault.path} has no place for the fault {name!r}")
    path = str(ROOT / Path(fault.path))
    sys.meta_path.insert(0, Mutated(module, path, source.replace(fault.piece, fault.instead)))
