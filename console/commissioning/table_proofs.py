"""A window's view of its table's commissioning, without a journal or a process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

from console.base.errors import WordedError
from console.base.words import Words
from console.commissioning.certificate import Certificate, Stale
from console.commissioning.devices.device_under_test import DeviceUnderTest
from console.supervisor.records import Finding, Phrase, Proof, Section, Subject, Verdict
from console.table.core import Commissioning, Person, Session, View
from console.table.people import BadgeForm

Step: TypeAlias = Section | Proof
"""The beginning of a section, or a proof of it."""

NO_FLOOR: Final = Subject(Section.LINK, "floor floor").with_finding(
    Finding(Verdict.LEFT_OUT, Phrase("parts.missing", {"part": "floor"}))
)
"""The proof of the floor if the floor's part is not installed."""


class ProofsIncomplete(WordedError[str]):
    """The proofs ended too early, or some are missing; ``reason`` says why, or which."""

    def __init__(self, reason: str) -> None:
        super().__init__("commissioning.run.ended", reason, reason=reason)


class Steps(Protocol):
    def more(self) -> tuple[Step, ...]:
        """Wait for more proofs, and return them; the first call begins. Empty: all were made.

        Raises ProofsIncomplete if they ended before.
        """

    def stop(self) -> None:
        """End the proofs. A thread that waits for more learns that they ended."""


class Repeatable(NamedTuple):
    certificate: Certificate
    changed: tuple[Stale, ...]
    again: frozenset[Section]
    """The sections that a repeated commissioning proves again."""


class LinkStep(StrEnum):
    """A step of the link's trial; ``commissioning.window.link.NAME`` says it."""

    BETS = "bets"
    PULL = "pull"
    OUT = "out"
    PLUG_IN = "plug_in"

    @property
    def is_a_persons(self) -> bool:
        """Whether a person at the table does it; the rest goes on by itself."""
        return self is not LinkStep.BETS


class LinkOnTrial(Protocol):
    """The game server's link, tried over the console's own connection; it waits in a thread."""

    out: float
    """Seconds for which the cable stays out."""

    def proofs(
        self, progress: Callable[[float], bool], on_step: Callable[[LinkStep], object], /
    ) -> tuple[Proof, ...]:
        """The proofs of the link; ``on_step`` is called with each step. Raises JournalError, OSError."""


class FloorTrial(Protocol):
    """The floor, tried by the table's own session and its own line; the caller waits in a thread."""

    comes_within: float
    """Seconds in which somebody at the wall takes the call."""
    witness_within: float
    """Seconds to wait for the witness's note."""

    @property
    def obstacle(self) -> Proof | None:
        """The reason why nothing can be tried; None if it can."""

    def receipt_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that the floor takes the entry that the table's session noted for this."""

    @property
    def witness_notes(self) -> Path | None:
        """The folder to which the witness's notes come; None if the table's file names no witness."""

    def witness_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that the witness has signed up to this entry; without a witness there is no wait."""

    def call_proof(self, entry: int, progress: Callable[[float], bool], /) -> Proof:
        """The proof that somebody at the wall takes a call."""

    @property
    def missing_call_proof(self) -> Proof:
        """The proof that nobody was called."""


class TableProofs(Protocol):
    """Proves, writes and enters a commissioning for one table; none of it in a window's own thread."""

    @property
    def lacks_technician(self) -> bool:
        """Whether nobody on the table's list of people may sign as technician. Raises PeopleError."""

    @property
    def badges(self) -> BadgeForm | None:
        """How the badge reader types, as the table's file names it."""

    def clear_cut_off(self) -> bool:
        """Remove what a commissioning that was killed left; returns whether it left anything."""

    def devices(self) -> tuple[DeviceUnderTest, ...]:
        """The table's devices, not yet tested; a person at them tests them. A wheel without a sensor is among
        them, too: its level is measured. Raises RulebookError.
        """

    def link(self) -> LinkOnTrial:
        """The game server's link, not yet tried. Raises RulebookError."""

    def floor(self) -> FloorTrial | None:
        """The table's floor, not yet tried; None if the floor's part is not installed."""

    def begin(self) -> None:
        """Read the table's present state; all later proofs are about it. Raises OSError, RulebookError."""

    def run(self, sections: frozenset[Section]) -> Steps:
        """The proofs of these sections for which nobody is needed, not yet begun."""

    def entered_last(self, last: Commissioning) -> Repeatable | None:
        """The certificate of the table's last commissioning, from beside the journal; None if it is
        missing or not whole.

        Raises OSError, RulebookError.
        """

    def certificate(self, proofs: Sequence[Proof], of: Repeatable | None = None) -> Certificate:
        """The unsigned certificate of these proofs; ``of`` adds the sections of an earlier one that have not
        changed and were not proved again. Raises OSError, RulebookError.
        """

    def changes_since(self, certificate: Certificate) -> tuple[Stale, ...]:
        """The changes since the proofs of a certificate were begun; with any, nobody signs it.

        Raises OSError, RulebookError.
        """

    def sign(self, certificate: Certificate, technician: Person, supervisor: Person) -> Certificate:
        """The certificate with the signatures of these two. Raises PeopleError."""

    def write(self, certificate: Certificate, words: Words) -> tuple[Path, ...]:
        """Write the certificate's files beside the journal, and return them. Raises ExportError."""

    def enter(self, session: Session, certificate: Certificate) -> View:
        """Enter the certificate in the journal, in the table's thread; the view says if it was refused."""
