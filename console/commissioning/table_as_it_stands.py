"""A table as it stands now: what its file names, what runs here. A certificate begins with it."""

from __future__ import annotations

from datetime import datetime

from console.commissioning.certificate import Certificate, Device, rulebook_digest, scenes_digest
from console.config import TableConfig
from console.game.rulebook import load_rulebook, rulebook_folder
from console.software.identity import at_work


def as_it_stands(config: TableConfig, at: datetime) -> Certificate:
    """A certificate of this table without a proof. Raises OSError, RulebookError."""
    rulebook = load_rulebook(config.rules)
    devices = tuple(
        Device(str(each.role), str(each.model), each.url, each.serial or "") for each in config.devices
    )
    return Certificate(
        table=config.name,
        game=config.game,
        rules=config.rules,
        rulebook=rulebook_digest(rulebook),
        casino=config.casino or "",
        made=at.isoformat(timespec="seconds"),
        software=at_work(rulebook_folder() / f"{config.rules}.toml", config.digest),
        scenes=scenes_digest(rulebook),
        devices=devices,
        proofs=(),
    )
