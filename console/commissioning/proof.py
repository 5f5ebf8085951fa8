"""A proof: what was looked at, what was expected, what was found, with its figures and its verdict.

Values alone. What a person reads of one is said by keys of phrases, so that a certificate made in one
language is printed in any other; what a machine says (a line of a scene, a file's name) stands as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec


class Section(StrEnum):
    """What a proof is about; ``commissioning.section.NAME`` is its heading."""

    MACHINE = "machine"
    DEVICES = "devices"
    LINK = "link"
    RULES = "rules"
    HOLDING = "holding"


WHEEL_LEVEL: Final = "device level"
"""The name of the proof that the wheel is level (ROU-3.2.2), which a person measures."""


class Verdict(StrEnum):
    """What came of a proof."""

    PROVED = "proved"
    FAILED = "failed"
    NOT_PROVED = "not_proved"
    """Nothing here can show it: nobody says that it is so, and nobody that it is not."""
    LEFT_OUT = "left_out"
    """It was not tried; the proof says why."""


Slots: TypeAlias = dict[str, str | int | float]


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase by its key. How a slot's name ends says how its value is put into words, as ``_key``: it
    is the key of a phrase itself; ``proof_words`` has them all.
    """

    key: str
    slots: Slots = {}


Told: TypeAlias = Said | str


class Proof(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A proof, by a name that it keeps from one commissioning to the next."""

    section: Section
    name: str
    what: Told
    expected: Told
    found: Told = ""
    verdict: Verdict
    why: Told = ""
    """Why it was left out, or could not be proved."""
    figures: dict[str, float] = {}
    """What was measured, by a name with its unit: ``p99_ms``."""
    clauses: tuple[str, ...] = ()

    def differs(self, before: Proof) -> bool:
        """Whether it came to something else than before; figures never repeat themselves.

        A certificate of an older version may say in another form what was expected: then what was tried is
        compared, by its values, of which a row of the decision table has its outcome and its steps.
        """
        if self.verdict is not before.verdict:
            return True
        if _form(self.expected) == _form(before.expected):
            return self.expected != before.expected
        return _values(self.what) != _values(before.what)


def _form(told: Told) -> tuple[str, frozenset[str]] | None:
    """In which form something is said: by which phrase, with which slots; None: as a text."""
    return None if isinstance(told, str) else (told.key, frozenset(told.slots))


_PLACES: Final = frozenset(("number", "line"))
"""Where in its file something stands: it is the same at another place."""


def _values(told: Told) -> object:
    if isinstance(told, str):
        return told
    return {name: value for name, value in told.slots.items() if name not in _PLACES}


_NAMED: Final = {Section.DEVICES: "device"}
"""How the names of a section's proofs begin, where that is not the section's own name."""


def tried(
    section: Section,
    name: str,
    what: Told,
    expected: Told,
    found: Told,
    good: bool,
    figures: dict[str, float] | None = None,
) -> Proof:
    """A proof that was tried: proved if it is ``good``, else failed; ``name`` is its own in its section."""
    return Proof(
        section=section,
        name=f"{_NAMED.get(section, section)} {name}",
        what=what,
        expected=expected,
        found=found,
        verdict=Verdict.PROVED if good else Verdict.FAILED,
        figures=figures or {},
    )


def left_out(
    section: Section,
    name: str,
    what: Told,
    expected: Told,
    why: Told,
    figures: dict[str, float] | None = None,
) -> Proof:
    """A proof that was not tried, and why."""
    return Proof(
        section=section,
        name=f"{_NAMED.get(section, section)} {name}",
        what=what,
        expected=expected,
        verdict=Verdict.LEFT_OUT,
        why=why,
        figures=figures or {},
    )


def counted(proofs: Iterable[Proof]) -> dict[Section, dict[Verdict, int]]:
    """How many proofs came to each verdict, by what they are about; only sections that have any."""
    found: dict[Section, dict[Verdict, int]] = {}
    for proof in proofs:
        of = found.setdefault(proof.section, dict.fromkeys(Verdict, 0))
        of[proof.verdict] += 1
    return {section: found[section] for section in Section if section in found}
