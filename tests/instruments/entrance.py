"""The instruments, a row each, and the one way to all of them: ``python3 -m tests WHAT``.

It knows the standard library alone until the environment stands.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

SUITE: Final = ("dev", "floor", "monitoring")
"""The project's extras that the suite needs; every instrument has them."""


class Instrument(NamedTuple):
    """A command that somebody runs by hand, beside the suite."""

    sentence: str
    module: str
    """Its ``main`` takes the arguments and gives the exit status."""
    extras: tuple[str, ...] = ()
    """The project's extras that it needs beside the suite's."""
    window: bool = False
    """Whether it draws: the system's libraries of Qt are made sure of, and it draws offscreen."""


INSTRUMENTS: Final = {
    "bench": Instrument(
        "how fast it is: ratios to what one would use instead",
        "tests.instruments.bench.measures",
        ("bench",),
        window=True,
    ),
    "harm": Instrument(
        "long harm, done for real, and a table of what was lost",
        "tests.instruments.harm.parts",
        window=True,
    ),
    "faces": Instrument(
        "what one token makes the floor server's own parts do, an attack at a time; the handbook's figures",
        "tests.instruments.harm.floor_faces",
    ),
    "alarms": Instrument(
        "the alarms of a simulated week of forty tables before four pit bosses: rate, shares, floods",
        "tests.instruments.alarm_week",
    ),
    "days": Instrument(
        "a pit boss's and a supervisor's day by keys and by mouse alone: presses; the handbook's figures",
        "tests.instruments.days.running",
        window=True,
    ),
    "census": Instrument(
        "all that a journal and the files around it consist of, changed, a case each; the handbook's counts",
        "tests.instruments.harm.census_counts",
    ),
    "differ": Instrument(
        "random lines against a second reader of the table protocol", "tests.instruments.differ.reading"
    ),
    "account": Instrument(
        "what is written of random sessions against a second account of them",
        "tests.instruments.account.running",
        window=True,
    ),
    "agree": Instrument(
        "all documents of random sessions, compared with one another", "tests.instruments.agree.running"
    ),
    "pairs": Instrument(
        "every two rows of the decision table, one queued behind the other, and all papers of that",
        "tests.instruments.pairs",
        window=True,
    ),
    "golden": Instrument(
        "every field of every document of kept journals, in two trees", "tests.instruments.agree.golden"
    ),
    "sweeps": Instrument(
        "what the suite tries a sample of, whole: languages by screens, rehearsals by rulebooks",
        "tests.instruments.sweeps",
        window=True,
    ),
    "mutants": Instrument(
        "how many faults, put in on purpose, the tests find",
        "tests.instruments.mutants.trials",
        ("mutants",),
    ),
    "assumptions": Instrument(
        "what is assumed of libraries, with the oldest and the newest versions that are allowed",
        "tests.assumptions.running",
        window=True,
    ),
    "pictures": Instrument(
        "every screen drawn in every language, or its texts measured",
        "tests.instruments.pictures.screens",
        window=True,
    ),
    "readme": Instrument(
        "the README's pictures, drawn again", "tests.instruments.pictures.readme", window=True
    ),
    "rehearsals": Instrument(
        "every shipped rehearsal through its window, to a right and to a wrong end",
        "tests.instruments.rehearsals",
        window=True,
    ),
    "card_sets": Instrument(
        "simulated shoes before the checks of a card set: false alarms, and when a wrong set is found",
        "tests.instruments.card_sets",
    ),
    "wheels": Instrument(
        "simulated wheels before the tests of their figures: by which each is unusual",
        "tests.instruments.wheels",
    ),
    "innocents": Instrument(
        "houses in which nobody does wrong: how often a finding points to somebody, and its stated chance",
        "tests.instruments.innocents",
    ),
    "published": Instrument(
        "published cases: who learns of each, when, in which words; wrong card sets, after how many cards",
        "tests.instruments.published_cases",
        window=True,
    ),
    "field": Instrument(
        "the console among real programs, where Debian has them: serial server, proxies, readers of papers",
        "tests.instruments.field_programs",
    ),
    "fuzz": Instrument(
        "rehearsals answered at random, beside an independent reckoning", "tests.rehearsals.fuzz"
    ),
    "build": Instrument(
        "what is built twice is the same, and sets up a machine without a network",
        "tests.instruments.build",
        ("lock",),
    ),
    "alone": Instrument(
        "each part of the console without those that are not beneath it",
        "tests.instruments.alone",
        window=True,
    ),
    "handbook": Instrument("the handbook's tables, made from the code", "tests.handbook.__main__"),
    "phrases": Instrument("put new phrases into the six catalogues", "tests.app.words.additions"),
    "english": Instrument(
        "mark what was translated from an English that has changed since", "tests.app.words.english"
    ),
    "lock": Instrument("requirements.lock, made again", "tests.instruments.lock", ("lock",)),
    "parts": Instrument("the bill of materials, made again", "tests.instruments.parts", ("lock",)),
}
"""By their names, in the order in which they are listed."""


def use(name: str, argv: Sequence[str]) -> int:
    """Set up what an instrument needs, run it with these arguments; its exit status."""
    from console.base.setup import ROOT, enter

    row = INSTRUMENTS[name]
    asks_how = not {"-h", "--help"}.isdisjoint(argv)
    enter(window=row.window, extras=[*SUITE, *(() if asks_how else row.extras)])
    os.chdir(ROOT)
    if row.window and not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    status: int = import_module(row.module).main(list(argv))
    return status


def listed() -> str:
    """The instruments, a line each."""
    return "\n".join(f"  {name:<12}{row.sentence}" for name, row in INSTRUMENTS.items())
