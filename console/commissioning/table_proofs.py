"""A window's view of its table's commissioning, without a journal or a process."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

from console.base.errors import WordedError
from console.commissioning.certificate import Certificate, Stale
from console.supervisor.records import Finding, Phrase, Proof, Section, Subject, Verdict

Step: TypeAlias = Section | Proof
"""The beginning of a section, or a proof of it."""

NO_FLOOR: Final = Subject(Section.LINK, "floor floor").with_finding(
    Finding(Verdict.LEFT_OUT, Phrase("parts.missing", {"part": "floor"}))
)
"""The proof of the floor if the floor's part is not installed."""


def spread_ms(took: list[float]) -> dict[str, float]:
    """The figures of a proof whose trials took these milliseconds, which this sorts."""
    took.sort()
    return {"p50_ms": took[len(took) // 2], "p99_ms": took[(len(took) * 99 - 1) // 100], "worst_ms": took[-1]}


class ProofsIncomplete(WordedError[str]):
    """The proofs ended too early, or some are missing; ``reason`` is why, or which."""

    def __init__(self, reason: str) -> None:
        super().__init__("commissioning.run.ended", reason, reason=reason)


class Steps(Protocol):
    def more(self) -> tuple[Step, ...]:
        """Wait for more proofs, and return them; the first call begins, and none means the end. Raises
        ProofsIncomplete if they ended early.
        """

    def stop(self) -> None:
        """End the proofs. A thread that waits for more learns that they ended."""


class Repeatable(NamedTuple):
    certificate: Certificate
    changed: tuple[Stale, ...]
    again: frozenset[Section]
    """The sections that a repeated commissioning proves again."""


class LinkStep(StrEnum):
    """A step of the link's trial, ``commissioning.window.link.NAME``."""

    BETS = "bets"
    PULL = "pull"
    OUT = "out"
    PLUG_IN = "plug_in"

    @property
    def is_a_persons(self) -> bool:
        """Whether a person at the table does it; the rest is automatic."""
        return self is not LinkStep.BETS


class FloorTrial(Protocol):
    """The floor, tried by the table's own session and its own line; the caller waits in a thread."""

    comes_within: float
    """Seconds in which somebody at the wall takes the call."""
    witness_within: float
    """Seconds to wait for the witness's note."""

    @property
    def obstacle(self) -> Proof | None:
        """The reason why nothing can be tried, or None."""

    def receipt_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that the floor takes the entry that the table's session noted for this."""

    @property
    def witness_notes(self) -> Path | None:
        """The folder for the witness's notes; None if the table's file names no witness."""

    def witness_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that the witness has signed up to this entry; without a witness there is no wait."""

    def call_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that somebody at the wall takes a call."""

    @property
    def missing_call_proof(self) -> Proof:
        """The proof that nobody was called."""
