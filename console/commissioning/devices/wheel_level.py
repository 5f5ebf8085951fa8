"""The level of the wheel, which no device measures: a person lays a spirit level on its rim, and answers."""

from __future__ import annotations

import msgspec

from console.commissioning.certificate import Certificate
from console.supervisor.records import WHEEL_LEVEL, Proof, Section, Subject, Verdict, not_proved, tried
from console.table.core import LevelFinding
from console.table.game import Preparing, Rulebook


def level_clauses(rulebook: Rulebook, game: str) -> tuple[str, ...]:
    """The clauses by which the level is checked before the opening; none without a wheel."""
    steps = rulebook.rules_of(game).preparation.steps
    return next((step.clauses for step in steps if step.action is Preparing.CHECK_LEVEL), ())


def level_proof(is_level: bool | None, clauses: tuple[str, ...]) -> Proof:
    """The proof of the person's answer; None: nobody has measured the level."""
    finding = (
        not_proved("level.not_measured")
        if is_level is None
        else tried("level.found" if is_level else "level.slopes", is_level)
    )
    proof = Subject(Section.DEVICES, WHEEL_LEVEL, clauses=" ".join(clauses)).with_finding(finding)
    return msgspec.structs.replace(proof, clauses=clauses)


def level_from_entry(certificate: Certificate) -> LevelFinding | None:
    """The level for the journal's entry; None if the wheel was not found level."""
    proof = certificate.level
    if proof is None or proof.verdict is not Verdict.PROVED:
        return None
    carried = certificate.carried or ()
    return LevelFinding.KEPT if proof.section in carried else LevelFinding.FOUND
