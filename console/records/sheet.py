"""A record in the words of one language, as lines: what stands on its page, in its JSON, on a terminal.

Values alone: how they are put into words is told in :mod:`console.records.wording`, how they are set in `ui`.
"""

from __future__ import annotations

import msgspec

from console.records.paper import Part


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A label and what it is for; the text leads to an ``address`` on the web where there is one."""

    label: str
    text: str
    address: str = ""


class Deed(msgspec.Struct, frozen=True):
    """What was done, said or read; when, and by whom or what."""

    what: str
    at: str
    by: str
    more: str = ""


class Lying(msgspec.Struct, frozen=True):
    """How the table was: a heading, the hands, and what else there was."""

    heading: str
    lines: tuple[Line, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A record in one language."""

    language: str
    title: str
    id: str
    kind: str
    outcome: str
    basis: str
    sense: str
    """What the clause says, in our own words; empty where there is none."""
    when: tuple[Line, ...]
    facts: tuple[Line, ...]
    decided: tuple[Line, ...]
    hands: tuple[Lying, ...]
    steps: tuple[Deed, ...]
    corrections: tuple[Deed, ...]
    remarks: tuple[Deed, ...]
    readings: tuple[Deed, ...]
    sealed: str
    footer: tuple[str, ...]
    of_wheel: bool = False
    """Whether ``hands`` are how a wheel stood."""
    spins: tuple[Deed, ...] = ()
    worksheets: tuple[Part, ...] = ()
    """A table each: the bets with what they bring back, what is credited and what is not taken back."""
