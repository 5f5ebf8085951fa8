"""A proof: what was tried, expected and found, with its figures and its verdict. Texts for a person are keys
of phrases, so that a certificate can be printed in any language; a machine's text (a line of a scene, a
file's name) stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial, wraps
from typing import Final, ParamSpec, TypeAlias

import msgspec

from console.base.errors import WordedError

P = ParamSpec("P")


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
    """Nothing here can confirm or deny it."""
    LEFT_OUT = "left_out"
    """The proof was not tried, and has the reason."""


Slots: TypeAlias = dict[str, str | int | float]


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase by its key, with its slots. The end of a slot's name says how its value is worded: ``_key`` is
    itself a phrase's key. ``proof_words`` has all these ends.
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
    """Why it was left out, or could not be proved."""
    figures: dict[str, float] = {}
    """Measured values, by a name with its unit: ``p99_ms``."""
    clauses: tuple[str, ...] = ()

    def differs(self, before: Proof) -> bool:
        """Whether the result differs from the one before, without the figures, which never repeat. If an
        older version worded ``expected`` differently, the values of ``what`` are compared, which for a row of
        the decision table include its outcome and steps.
        """
        if self.verdict is not before.verdict:
            return True
        if _form(self.expected) == _form(before.expected):
            return self.expected != before.expected
        return _values(self.what) != _values(before.what)


def _form(text: ProofText) -> tuple[str, frozenset[str]] | None:
    """The phrase and slots of a text; None for plain text."""
    return None if isinstance(text, str) else (text.key, frozenset(text.slots))


_PLACES: Final = frozenset(("number", "line"))
"""Slots with a place in a file: a row that has moved is still the same row."""


def _values(text: ProofText) -> object:
    if isinstance(text, str):
        return text
    return {name: value for name, value in text.slots.items() if name not in _PLACES}


class Finding(msgspec.Struct, frozen=True):
    """The result of a trial: its verdict, the phrase for what was found or why, and measured values."""

    verdict: Verdict
    text: ProofText
    figures: dict[str, float] = {}


def tried(
    key: str, good: bool, figures: dict[str, float] | None = None, /, **slots: str | int | float
) -> Finding:
    """A finished trial with its phrase, ``commissioning.KEY``; without a key its figures suffice."""
    verdict = Verdict.PROVED if good else Verdict.FAILED
    return Finding(verdict, Phrase(f"commissioning.{key}", slots) if key else "", figures or {})


def left_out(why: str, figures: dict[str, float] | None = None, /) -> Finding:
    """An omitted trial; ``commissioning.WHY`` is the reason."""
    return Finding(Verdict.LEFT_OUT, Phrase(f"commissioning.{why}"), figures or {})


def not_proved(why: str, /, **slots: str | int | float) -> Finding:
    """A trial that could show nothing; ``commissioning.WHY`` is the reason."""
    return Finding(Verdict.NOT_PROVED, Phrase(f"commissioning.{why}", slots))


class Subject:
    """A subject to be proved: its section, its proof's name, the phrases of what is tried and expected."""

    def __init__(
        self,
        section: Section,
        name: str,
        what: str = "",
        expected: str = "",
        *,
        about: Slots | None = None,
        **expects: str | int | float,
    ) -> None:
        """The phrases are ``commissioning.WHAT`` (default: the name after its first word) and
        ``commissioning.EXPECTED`` (default: ``WHAT.expected``); their slots are ``about`` and ``expects``.
        """
        what = what or name.partition(" ")[2]
        self._made = partial(
            Proof,
            section=section,
            name=name,
            what=Phrase(f"commissioning.{what}", about or {}),
            expected=Phrase(f"commissioning.{expected or f'{what}.expected'}", expects),
        )

    def with_finding(self, finding: Finding) -> Proof:
        verdict, text, figures = finding.verdict, finding.text, finding.figures
        if verdict in (Verdict.PROVED, Verdict.FAILED):
            return self._made(verdict=verdict, found=text, figures=figures)
        return self._made(verdict=verdict, why=text, figures=figures)

    def proof(self, trial: Callable[P, Finding]) -> Callable[P, Proof]:
        """Make a proof of a function that tries it; an error with words is its failure."""

        @wraps(trial)
        def proved(*args: P.args, **named: P.kwargs) -> Proof:
            try:
                return self.with_finding(trial(*args, **named))
            except WordedError as error:
                return self.with_finding(Finding(Verdict.FAILED, Phrase(error.key, {**error.slots})))

        return proved


def verdict_counts(proofs: Iterable[Proof]) -> dict[Section, dict[Verdict, int]]:
    """How many proofs have each verdict, by section, without empty sections."""
    found: dict[Section, dict[Verdict, int]] = {}
    for proof in proofs:
        found.setdefault(proof.section, dict.fromkeys(Verdict, 0))[proof.verdict] += 1
    return {section: found[section] for section in Section if section in found}
