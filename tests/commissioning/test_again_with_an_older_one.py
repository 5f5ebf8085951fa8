"""A certificate that an older version wrote is compared by what its proofs say, not by how they say it.

``older_certificate.json`` was written by a version that said what was expected of a row of the decision table
as a text: ``ROU-2.1.6 void pit_boss confirm_mended:pit_boss``. This version says it by a phrase.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from console.commissioning.certificate import Certificate, certificate_of, changes, dropped_proofs, flaws
from console.commissioning.proofs.rules_proof import rules_proofs
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.game import load_rulebook

OLDER = Path(__file__).with_name("older_certificate.json")


@pytest.fixture(scope="module")
def older() -> Certificate:
    """The older one, whole."""
    content = OLDER.read_bytes()
    assert flaws(content) == ()
    return certificate_of(content)


@pytest.fixture(scope="module")
def now(older: Certificate) -> Certificate:
    """The same proofs as this version makes them."""
    names = {proof.name for proof in older.proofs}
    made = rules_proofs(load_rulebook("sv"), "roulette")
    return replace(older, proofs=tuple(proof for proof in made if proof.name in names))


def row_proofs(of: Certificate) -> list[Proof]:
    return [proof for proof in of.proofs if proof.name.startswith("row ")]


def test_nothing_differs_where_only_the_form_is_another(older: Certificate, now: Certificate) -> None:
    assert all(isinstance(row.expected, str) for row in row_proofs(older)) and len(row_proofs(older)) == 3
    assert all(isinstance(row.expected, Phrase) for row in row_proofs(now))
    assert changes(now, older) == () and dropped_proofs(now, older) == ()


@pytest.mark.parametrize(("slot", "other"), [("outcome", "stands"), ("steps", ""), ("authority", "dealer")])
def test_a_changed_row_is_the_only_reported_change(
    older: Certificate, now: Certificate, slot: str, other: str
) -> None:
    row = row_proofs(now)[1]
    assert isinstance(row.what, Phrase)
    changed = replace(row, what=replace(row.what, slots={**row.what.slots, slot: other}))
    proofs = tuple(changed if proof is row else proof for proof in now.proofs)
    (change,) = changes(replace(now, proofs=proofs), older)
    assert change.proof == changed and change.before is Verdict.PROVED


def test_a_row_that_moved_in_its_file_does_not_differ(older: Certificate, now: Certificate) -> None:
    moved = tuple(
        replace(row, what=replace(row.what, slots={**row.what.slots, "number": 999}))
        for row in row_proofs(now)
        if isinstance(row.what, Phrase)
    )
    assert changes(replace(now, proofs=moved), older) == ()


def test_a_proof_that_failed_since_is_reported(older: Certificate, now: Certificate) -> None:
    first, *others = now.proofs
    failed = replace(first, verdict=Verdict.FAILED)
    (change,) = changes(replace(now, proofs=(failed, *others)), older)
    assert change.proof.name == first.name
