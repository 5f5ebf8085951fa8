"""The present state of a table: what its file says and what runs here. A certificate begins with it."""

from __future__ import annotations

from datetime import datetime

from console.base.software import Software, at_work
from console.commissioning.certificate import Certificate, Device, Stale, scenes_digest, stale
from console.commissioning.proofs.machine_proofs import software_proof
from console.supervisor.records import Verdict
from console.table.config import TableConfig
from console.table.core import Equipment, InstalledDevice
from console.table.game import load_rulebook, rulebook_digest


def as_it_stands(config: TableConfig, at: datetime) -> Certificate:
    """A certificate of this table without a proof. Raises OSError, RulebookError."""
    rulebook = load_rulebook(config.rules)
    digest = rulebook_digest(rulebook)
    return Certificate(
        table=config.name,
        game=config.game,
        rules=config.rules,
        rulebook=digest,
        casino=config.casino or "",
        made=moment_text(at),
        software=at_work(digest, config.digest),
        scenes=scenes_digest(rulebook),
        devices=_devices(config),
        proofs=(),
    )


def moment_text(at: datetime) -> str:
    """A moment as a certificate has it, to the second; ``at`` is aware."""
    return at.isoformat(timespec="seconds")


def changes_since(certificate: Certificate, config: TableConfig, at: datetime) -> tuple[Stale, ...]:
    """The changes at this table since its certificate, of its files on the disk too: the manifest lists the
    release, and a person who changes a file leaves it alone. Raises OSError, RulebookError.
    """
    changed = stale(certificate, as_it_stands(config, at))
    is_whole = software_proof(config).verdict is not Verdict.FAILED
    return changed if is_whole else (*changed, Stale.FILES)


def equipment_of(config: TableConfig, software: Software) -> Equipment:
    """The table's present equipment, as its next start will note it. Raises OSError, RulebookError."""
    return _installed(software, rulebook_digest(load_rulebook(config.rules)), _devices(config))


def certified_equipment(certificate: Certificate) -> Equipment:
    return _installed(certificate.software, certificate.rulebook, certificate.devices)


def _installed(software: Software, rulebook: str, devices: tuple[Device, ...]) -> Equipment:
    return Equipment(
        version=software.version,
        manifest=software.manifest,
        rulebook=rulebook,
        devices=tuple(InstalledDevice(each.role, each.model, each.serial) for each in devices),
    )


def _devices(config: TableConfig) -> tuple[Device, ...]:
    return tuple(
        Device(str(each.role), str(each.model), each.url, each.serial or "") for each in config.devices
    )
