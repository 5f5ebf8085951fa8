"""A commissioning for the window's tests: its proofs come when they are let, and nothing is drawn."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.proof import Proof, Section
from console.commissioning.proof_run import ProofsEnded
from console.commissioning.proofs.link_proofs import link_proofs
from console.commissioning.proofs.machine_proofs import clock_proof, room_proof
from console.commissioning.proofs.panel_proofs import not_looked_at
from console.commissioning.proofs.rules_proof import rules_proofs
from console.commissioning.table_proofs import Step
from console.config import TableConfig
from console.game.rulebook import load_rulebook
from console.records.documents.paper import Paper
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.table.state.roles import Role
from console.ui.commissioning.commissioning_screen import CommissioningScreen
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED, certificate


class ProofsOnCall:
    """Tells its steps one after the other, each as soon as it is let."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps, self.stopped = list(steps), False
        self._let = threading.Semaphore(0)

    def let(self, many: int) -> None:
        """Let so many steps come."""
        for _ in range(many):
            self._let.release()

    def more(self) -> tuple[Step, ...]:
        """The next step; nothing at the end."""
        self._let.acquire()
        if self.stopped:
            raise ProofsEnded("stopped")
        return (self.steps.pop(0),) if self.steps else ()

    def stop(self) -> None:
        """Let whoever waits go."""
        self.stopped = True
        self._let.release()


class CommissioningOnCall(TableCommissioning):
    """The table's own, but for its proofs and its pages."""

    def __init__(
        self, config: TableConfig, clock: Clock, proofs: Sequence[Proof] = (PROVED, NOT_PROVED)
    ) -> None:
        super().__init__(config, clock, self.draw)
        self.papers: list[Paper] = []
        self.runs: list[ProofsOnCall] = []
        self.proofs = tuple(proofs)

    def draw(self, paper: Paper) -> bytes:
        """Keep it."""
        self.papers.append(paper)
        return b"%PDF"

    def run(self) -> ProofsOnCall:  # type: ignore[override]  # its proofs come when they are let
        """Sections begin with the rules, of which the proofs are."""
        self.runs.append(ProofsOnCall((Section.MACHINE, Section.RULES, *self.proofs)))
        return self.runs[-1]


def commissioned(screen: CommissioningScreen, far: str) -> None:
    """Bring a screen so far: ``new``, ``under way``, ``to sign``, ``failed``, ``entered``."""
    if far in ("new", "to look at"):
        return
    commissioning = screen._commissioning
    assert isinstance(commissioning, CommissioningOnCall), "a stand's own"
    config = commissioning._config
    rules = [*rules_proofs(load_rulebook(config.rules), config.game)]
    link = [*link_proofs(config)]
    machine = [room_proof(Path.home() / "none.db"), clock_proof(None), *not_looked_at()]
    screen._begun = [Section.MACHINE, Section.DEVICES, Section.LINK, Section.RULES]
    screen._proofs = [*machine, *link, *rules]
    if far == "under way":
        screen._run = ProofsOnCall(())
        about = screen.words.text(f"commissioning.section.{Section.RULES}")
        screen.progress.begin("commissioning.window.proving", screen.words, section=about)
        screen.progress.show_share(0.6)
    elif far == "failed":
        screen._begun.append(Section.HOLDING)
        screen._proofs.append(FAILED)
        screen.said = screen.words.text("commissioning.not_signed")
    else:
        screen._begun.append(Section.HOLDING)
        screen._certificate = certificate(*screen._proofs)
        screen._technician = Person("D-114", "Rasa K.", Role.DEALER, "lt") if far == "to sign" else None
        screen.entered = far == "entered"
        files = "commissioning-Table-7-20261121-030000.json, commissioning-Table-7-20261121-030000.pdf"
        key, slots = ("signed", {"name": "Rasa K."}) if far == "to sign" else ("entered", {"file": files})
        screen.said = screen.words.text(f"commissioning.window.{key}", **slots)
    screen.refresh()
