"""A proof: what was tried, expected and found, with its figures and its verdict.

Values alone. Texts for a person are keys of phrases, so that a certificate made in one language is printed in
any other; a machine's text (a line of a scene, a file's name) stands as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec


class Section(StrEnum):
    """The subject of a proof; ``commissioning.section.NAME`` is its heading."""

    MACHINE = "machine"
    DEVICES = "devices"
    LINK = "link"
    RULES = "rules"
    HOLDING = "holding"


WHEEL_LEVEL: Final = "device level"
"""The name of the proof that the wheel is level (ROU-3.2.2), which a person measures."""


class Verdict(StrEnum):
    """The result of a proof."""

    PROVED = "proved"
    FAILED = "failed"
    NOT_PROVED = "not_proved"
    """Nothing here can show it: it is neither confirmed nor denied."""
    LEFT_OUT = "left_out"
    """The proof was not tried, and says why."""


Slots: TypeAlias = dict[str, str | int | float]


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase by its key, with its slots.

    The end of a slot's name says how its value is put into words: ``_key`` is itself the key of a phrase. All
    these ends are in ``proof_words``.
    """

    key: str
    slots: Slots = {}


ProofText: TypeAlias = Phrase | str


class Proof(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A proof with a name that it keeps from one commissioning to the next."""

    section: Section
    name: str
    what: ProofText
    expected: ProofText
    found: ProofText = ""
    verdict: Verdict
    why: ProofText = ""
    """The reason why it was left out, or could not be proved."""
    figures: dict[str, float] = {}
    """Measured values, by a name with its unit: ``p99_ms``."""
    clauses: tuple[str, ...] = ()

    def differs(self, before: Proof) -> bool:
        """Whether the result differs from the one before; figures are not compared, since they never repeat
        themselves.

        An older version may have another form of ``expected``: then the values of ``what`` are compared,
        which for a row of the decision table include its outcome and its steps.
        """
        if self.verdict is not before.verdict:
            return True
        if _form(self.expected) == _form(before.expected):
            return self.expected != before.expected
        return _values(self.what) != _values(before.what)


def _form(text: ProofText) -> tuple[str, frozenset[str]] | None:
    """The form of a text: its phrase and slots; None for plain text."""
    return None if isinstance(text, str) else (text.key, frozenset(text.slots))


_PLACES: Final = frozenset(("number", "line"))
"""Slots that say where in its file something stands: a row that has moved is still the same row."""


def _values(text: ProofText) -> object:
    if isinstance(text, str):
        return text
    return {name: value for name, value in text.slots.items() if name not in _PLACES}


_NAMED: Final = {Section.DEVICES: "device"}
"""The beginning of the proofs' names, if it is not the section's own name."""


def proof_of(
    section: Section,
    name: str,
    what: ProofText,
    expected: ProofText,
    found: ProofText,
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
    what: ProofText,
    expected: ProofText,
    why: ProofText,
    figures: dict[str, float] | None = None,
    verdict: Verdict = Verdict.LEFT_OUT,
) -> Proof:
    """A proof that was not tried, or by its verdict could not be made; and why."""
    return Proof(
        section=section,
        name=f"{_NAMED.get(section, section)} {name}",
        what=what,
        expected=expected,
        verdict=verdict,
        why=why,
        figures=figures or {},
    )


def verdict_counts(proofs: Iterable[Proof]) -> dict[Section, dict[Verdict, int]]:
    """The number of proofs with each verdict, by section; only sections that have any."""
    found: dict[Section, dict[Verdict, int]] = {}
    for proof in proofs:
        of = found.setdefault(proof.section, dict.fromkeys(Verdict, 0))
        of[proof.verdict] += 1
    return {section: found[section] for section in Section if section in found}
