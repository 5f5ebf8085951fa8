"""One run of the proofs, as a page shows it: the sections that were begun, and the proofs so far."""

from __future__ import annotations

from collections.abc import Iterable

from console.commissioning.table_proofs import Steps
from console.commissioning.ui.proof_list import HEEDED, Course
from console.supervisor.records import Proof, Section


class RunOnPage:
    """The sections and the proofs of one run; none before it begins, and none once forgotten."""

    def __init__(self) -> None:
        self.begun: tuple[Section, ...] = ()
        self.proofs: tuple[Proof, ...] = ()
        self._dropped: set[str] = set()
        """The names of the proofs that were dropped during this run."""
        self._steps: Steps | None = None
        """The maker of the proofs; None while none are made."""

    def begin_section(self, section: Section) -> None:
        """Begin a section, perhaps again: the next proofs belong to it."""
        self.begun += (section,)

    def add(self, *proofs: Proof) -> None:
        self.proofs += proofs

    def show_only(self, proofs: Iterable[Proof]) -> None:
        """Show these proofs instead of those that were made."""
        self.proofs = tuple(proofs)

    @property
    def is_under_way(self) -> bool:
        return self._steps is not None

    def start(self, steps: Steps) -> None:
        self._steps = steps
        self._dropped = set()

    def end(self, steps: Steps) -> None:
        """Stop these steps; newer ones, if any, go on."""
        steps.stop()
        if self._steps is steps:
            self._steps = None

    def stop(self) -> None:
        if self._steps is not None:
            self.end(self._steps)

    def forget(self) -> None:
        if self.is_under_way:
            self._dropped |= {proof.name for proof in self.proofs}
        self.begun, self.proofs = (), ()

    def missing(self, sections: Iterable[Section]) -> tuple[str, ...]:
        """The ``sections`` that were not begun, and the proofs dropped during the run, even if made again."""
        return (*sorted(set(sections) - set(self.begun)), *sorted(self._dropped))

    def has_proof(self, name: str) -> bool:
        return any(proof.name == name for proof in self.proofs)

    def course(self, section: Section) -> Course:
        made = tuple(proof.verdict for proof in self.proofs if proof.section is section)
        under_way = self.is_under_way and self.begun[-1:] == (section,)
        return Course(section, section in self.begun, under_way, made)

    @property
    def open_proofs(self) -> tuple[Proof, ...]:
        """The failed proofs, then those that are not proved or were left out."""
        return tuple(proof for verdict in HEEDED for proof in self.proofs if proof.verdict is verdict)
