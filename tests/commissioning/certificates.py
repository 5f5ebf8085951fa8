"""Certificates as the tests have them: few proofs, of every verdict."""

from __future__ import annotations

from pathlib import Path

from console.base.software import Software
from console.commissioning.certificate import Certificate, Device, Signature, certificate_of, seal
from console.supervisor.records import Phrase, Proof, Section, Verdict

PROVED = Proof(
    section=Section.RULES,
    name="clause LT-BAC-20",
    what=Phrase("commissioning.clause", {"clause": "LT-BAC-20"}),
    expected=Phrase("commissioning.expected.shown"),
    found=Phrase("commissioning.found.shown", {"shown": 3, "of": 3}),
    verdict=Verdict.PROVED,
    figures={"p99_ms": 8.25},
    clauses=("LT-BAC-20",),
)
NOT_PROVED = Proof(
    section=Section.RULES,
    name="clause LT-BAC-33",
    what=Phrase("commissioning.clause", {"clause": "LT-BAC-33"}),
    expected=Phrase("commissioning.expected.shown"),
    verdict=Verdict.NOT_PROVED,
    why=Phrase("commissioning.why.player_screen"),
)
FAILED = Proof(
    section=Section.RULES,
    name="scene coups A tie",
    what=Phrase("commissioning.scene", {"file": "coups", "line": 12}),
    expected=Phrase("commissioning.expected.line", {"line": 14, "text": "result announce/dealer"}),
    found=Phrase("commissioning.found.player", {"text": "phase: wanted 'result', was 'dealing'"}),
    verdict=Verdict.FAILED,
)


def certificate(*proofs: Proof, signed: bool = False) -> Certificate:
    """A certificate of table 7 with these proofs, or a proved one and one that is not."""
    signatures = (Signature("technician", "T1", "Tomas"), Signature("supervisor", "S1", "Sara"))
    return seal(
        Certificate(
            table="Table 7",
            game="baccarat",
            rules="lt",
            rulebook="21ec1437f9cb37b2" * 4,
            casino="Casino Baltica",
            made="2026-01-01T12:00:00+00:00",
            software=Software("0.4.0", "ab" * 32, "cd" * 32, "ef" * 32),
            scenes="12" * 32,
            devices=(Device("shoe", "angel_eye", "/dev/ttyUSB0", "A-17"),),
            signatures=signatures if signed else (),
            proofs=proofs or (PROVED, NOT_PROVED),
        )
    )


def read_certificate(file: Path) -> Certificate:
    """The certificate that a file holds, whole or not."""
    return certificate_of(file.read_bytes())
