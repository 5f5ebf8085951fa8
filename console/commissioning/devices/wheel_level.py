"""The level of the wheel, which no device measures: a person lays a spirit level on its rim,
and answers.
"""

from __future__ import annotations

import msgspec

from console.commissioning.certificate import Certificate
from console.supervisor.records import WHEEL_LEVEL, Phrase, Proof, Section, Verdict, left_out, proof_of
from console.table.core import LevelFinding
from console.table.game import Preparing, Rulebook


def level_clauses(rulebook: Rulebook, game: str) -> tuple[str, ...]:
    """The clauses by which the level is checked before the opening; none if the game has no wheel."""
    steps = rulebook.rules_of(game).preparation.steps
    return next((step.clauses for step in steps if step.action is Preparing.CHECK_LEVEL), ())


def level_proof(is_level: bool | None, clauses: tuple[str, ...]) -> Proof:
    """The proof of the person's answer; None: nobody has measured the level."""
    name, what = WHEEL_LEVEL.removeprefix("device "), Phrase("commissioning.level")
    expected = Phrase("commissioning.level.expected", {"clauses": " ".join(clauses)})
    if is_level is None:
        why = Phrase("commissioning.level.not_measured")
        proof = left_out(Section.DEVICES, name, what, expected, why, verdict=Verdict.NOT_PROVED)
    else:
        found = Phrase(f"commissioning.level.{'found' if is_level else 'slopes'}")
        proof = proof_of(Section.DEVICES, name, what, expected, found, is_level)
    return msgspec.structs.replace(proof, clauses=clauses)


def level_from_entry(certificate: Certificate) -> LevelFinding | None:
    """The level as the journal's entry has it; None if the wheel was not found level."""
    proof = certificate.level
    if proof is None or proof.verdict is not Verdict.PROVED:
        return None
    carried = certificate.carried or ()
    return LevelFinding.KEPT if proof.section in carried else LevelFinding.FOUND
