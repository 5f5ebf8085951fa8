"""The demonstration of a commissioning finds its planted fault, and its sample says that it is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from console.base.words import LANGUAGES
from console.commissioning.certificate import certificate_bytes, flaws
from console.commissioning.demonstration import (
    MISTAKEN,
    SECTIONS,
    UNREAD,
    Demonstration,
    device_proofs,
    sample,
    sample_paper,
)
from console.commissioning.table_proofs import ProofsIncomplete
from console.supervisor.records import Phrase, Proof, Section, Verdict
from console.table.config import training_config
from console.table.game import GAMES
from tests.base.words.catalogues import words

NOW = datetime(2026, 11, 22, 1, tzinfo=UTC)


@pytest.mark.parametrize("game", GAMES)
def test_the_planted_fault_is_found_and_nothing_else_of_the_device_fails(game: str) -> None:
    failed = [proof for proof in device_proofs(game) if proof.verdict is Verdict.FAILED]
    assert len(failed) == 1 and isinstance(failed[0].found, Phrase)
    named = str(failed[0].found.slots)
    assert failed[0].found.slots.get("spins", 10) == 10
    assert (str(MISTAKEN[1]) if game == "roulette" else str(UNREAD)) in named


def test_a_demonstration_goes_step_by_step_and_ends_where_it_is_stopped() -> None:
    shown = Demonstration(training_config("baccarat", "sv", "en"), pace=0)
    assert shown.more() == (Section.MACHINE,)
    shown.stop()
    with pytest.raises(ProofsIncomplete):
        shown.more()
    assert SECTIONS == (Section.MACHINE, Section.DEVICES, Section.RULES), "the list of what comes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_is_marked_and_no_check_takes_it_for_a_certificate(language: str) -> None:
    in_words, proofs = words(language), tuple(device_proofs("baccarat"))
    made = sample(training_config("baccarat", "sv", language), proofs, NOW)
    paper = sample_paper(made, in_words)
    assert paper.title == in_words.text("commissioning.demonstration.sample")
    assert paper.head[0] == in_words.text("commissioning.demonstration.marked")
    assert not made.holds and not made.signatures and flaws(certificate_bytes(made))


def test_the_rules_of_the_houses_own_example_are_demonstrated_too() -> None:
    """`console --game dragon_tiger`, and 3: no document has its rules, and no rulebook names it."""
    shown = Demonstration(training_config("dragon_tiger", "lt", "en"), pace=0)
    steps = list(shown._run_steps())
    assert tuple(step for step in steps if isinstance(step, Section)) == SECTIONS
    commits = next(step for step in steps if isinstance(step, Proof) and step.name == "machine commits")
    assert commits.what == Phrase("commissioning.commits", {"count": 200}), "a tenth of a commissioning's"
    rules = [step for step in steps if isinstance(step, Proof) and step.section is Section.RULES]
    assert {proof.verdict for proof in rules} == {Verdict.PROVED, Verdict.NOT_PROVED}
    assert any(proof.name.startswith("own row dragon_tiger") for proof in rules)
