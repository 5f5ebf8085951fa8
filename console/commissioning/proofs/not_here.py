"""What is not tried here, each with the reason: a certificate leaves nothing out unsaid."""

from __future__ import annotations

from collections.abc import Iterator

from console.commissioning.proof import Proof, Said, Section, Verdict
from console.config import TableConfig


def link_proofs(config: TableConfig) -> Iterator[Proof]:
    """The game server's link and the floor: in the table's file, and not tried; or not in it."""
    for name, is_there in (("link", config.link is not None), ("floor", config.floor is not None)):
        why = "commissioning.not_tried" if is_there else f"commissioning.{name}.none"
        yield Proof(
            section=Section.LINK,
            name=f"link {name}",
            what=Said(f"commissioning.{name}"),
            expected=Said(f"commissioning.{name}.expected"),
            verdict=Verdict.LEFT_OUT,
            why=Said(why),
        )
