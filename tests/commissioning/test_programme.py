"""The programme of a commissioning and an upgrade, on a machine without the floor's part."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES, Words
from console.commissioning.programme import sections_of
from console.commissioning.table_proofs import NO_FLOOR
from console.supervisor.records import Phrase, Section
from console.table.config import training_config
from tests.command_lines import run


def test_without_the_floors_part_a_commissioning_leaves_the_floor_out() -> None:
    proofs = dict(sections_of(training_config("baccarat", "sv", "en")))[Section.LINK]
    assert [*proofs][-1] == NO_FLOOR
    assert NO_FLOOR.why == Phrase("parts.missing", {"part": "floor"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_floors_part_an_upgrade_of_its_machines_is_refused(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("upgrade", ["--back", "--config", "floor.toml", "--lang", language]) == 2
    missing = Words(language).text("parts.missing", part="floor")
    assert capsys.readouterr() == ("", f"dealer-console upgrade: {missing}\n")
