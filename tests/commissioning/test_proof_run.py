"""The proofs of a table come from a process of their own, step by step; it can be ended at any of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from console.commissioning.programme_at_table import ProofRun
from console.commissioning.table_proofs import ProofsIncomplete
from console.supervisor.records import Proof, Section
from console.table.config import training_config


@pytest.mark.sweep
def test_proofs_come_as_they_are_made_and_a_stopped_process_leaves_nothing(tmp_path: Path) -> None:
    config = replace(training_config("baccarat", "lt", "lt"), journal=tmp_path / "t7.db")
    run = ProofRun(config)
    steps = list(run.more())
    while not any(isinstance(step, Proof) for step in steps):
        steps += run.more()
    assert steps[0] is Section.MACHINE
    assert next(step.name for step in steps if isinstance(step, Proof)) == "machine software"
    run.stop()
    with pytest.raises(ProofsIncomplete):
        while run.more():
            pass
    run.process.join(60)
    assert not run.process.is_alive()
    assert not list(tmp_path.iterdir()), "no folder of a proof is left beside the journal"


def test_the_reason_for_an_early_end_of_the_proofs_is_reported(tmp_path: Path) -> None:
    config = replace(training_config("baccarat", "lt", "lt"), rules="none", journal=tmp_path / "no" / "t7.db")
    config = replace(config, journal=Path("/proc/none/t7.db"))
    run = ProofRun(config)
    with pytest.raises(ProofsIncomplete) as ended:
        while run.more():
            pass
    assert "/proc/none" in ended.value.slots["reason"]


def test_proofs_stopped_before_they_began_are_not_made(tmp_path: Path) -> None:
    """A window stops them in its own thread, while another one begins them."""
    run = ProofRun(replace(training_config("baccarat", "lt", "lt"), journal=tmp_path / "t7.db"))
    run.stop()
    with pytest.raises(ProofsIncomplete):
        while run.more():
            pass
    run.process.join(60)
    assert not run.process.is_alive()
