"""The programme of a commissioning: every proof of a table, section by section."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from console.commissioning.devices.device_proofs import Person, device_proofs, untried_proofs
from console.commissioning.proofs.holding_proofs import holding_proofs
from console.commissioning.proofs.link_proofs import link_proofs
from console.commissioning.proofs.machine_proofs import machine_proofs
from console.commissioning.proofs.rules_proof import limits_proof, rules_proofs
from console.commissioning.table_as_it_stands import as_it_stands, certified_equipment
from console.commissioning.table_proofs import NO_FLOOR
from console.supervisor.records import Proof, Section
from console.table.config import TableConfig
from console.table.core import Equipment
from console.table.game import load_rulebook
from console.table.journal import utc_now

Proofs: TypeAlias = Iterator[Proof]


class Technician(Person, Protocol):
    """The person at the table's devices, who has somebody come to the wall."""

    def calls(self, seconds: int) -> None:
        """Report that the table calls now, and for how many seconds it waits."""


class WitnessSignature(NamedTuple):
    """A signature of the floor's witness for this table's journal, as it was brought here."""

    note: Path
    key: Path
    """The witness's public key."""


FloorProofs: TypeAlias = Callable[
    [TableConfig, Callable[[], Equipment], Callable[[int], None] | None, WitnessSignature | None], Proofs
]
"""The proofs of a table's floor, which asks for the table's equipment once it has the journal."""


def sections_of(
    config: TableConfig,
    person: Technician | None = None,
    witnessed: WitnessSignature | None = None,
    floor_proofs: FloorProofs | None = None,
) -> Iterator[tuple[Section, Proofs]]:
    """The sections in order, each with its proofs, made as the caller asks for them. ``person`` stands at the
    devices; None: nobody tries them, and nobody is called from the wall. ``witnessed`` is a note of the
    floor's witness that was brought here. Raises SceneError, RulebookError, JournalError, OSError.
    """

    def floor() -> Proofs:
        if floor_proofs is None:
            return iter((NO_FLOOR,))
        calls = person.calls if person is not None else None
        return floor_proofs(
            config, lambda: certified_equipment(as_it_stands(config, utc_now())), calls, witnessed
        )

    yield Section.MACHINE, machine_proofs(config)
    yield Section.DEVICES, untried_proofs(config) if person is None else device_proofs(config, person)
    yield Section.LINK, chain(link_proofs(config), floor())
    yield Section.RULES, _rules(config)
    yield Section.HOLDING, holding_proofs(config)


def _rules(config: TableConfig) -> Proofs:
    rulebook = load_rulebook(config.rules)
    yield limits_proof(rulebook, config)
    yield from rules_proofs(rulebook, config.game)


def unattended_proofs(
    config: TableConfig, sections: frozenset[Section] = frozenset(Section)
) -> Iterator[tuple[Section, Proofs]]:
    """These sections without devices and floor, which a person, or the table's own session, proves. A process
    makes them beside the table. Raises as :func:`sections_of`.
    """
    made: tuple[tuple[Section, Callable[[TableConfig], Proofs]], ...] = (
        (Section.MACHINE, machine_proofs),
        (Section.LINK, link_proofs),
        (Section.RULES, _rules),
        (Section.HOLDING, holding_proofs),
    )
    yield from ((section, proofs(config)) for section, proofs in made if section in sections)


def proofs_of(
    config: TableConfig,
    person: Technician | None = None,
    witnessed: WitnessSignature | None = None,
    floor_proofs: FloorProofs | None = None,
) -> Proofs:
    """All proofs, each as it is made; raises as :func:`sections_of`."""
    for _, proofs in sections_of(config, person, witnessed, floor_proofs):
        yield from proofs
