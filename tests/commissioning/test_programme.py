"""The programme of a commissioning and an upgrade, on a machine without the floor's part."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.commissioning.programme import sections_of, unattended_proofs
from console.commissioning.table_proofs import NO_FLOOR
from console.supervisor.records import Phrase, Section, Verdict
from console.table.config import training_config
from console.table.game import DOCUMENTED
from console.table.game.rule_values import TableLimits
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


@pytest.mark.parametrize("game", DOCUMENTED)
@pytest.mark.parametrize(
    ("rules", "limits", "stands"),
    [("sv", None, False), ("sv", TableLimits("EUR", 100, 50000), True), ("lt", None, True)],
)
def test_a_table_whose_limits_stand_nowhere_is_told(
    rules: str, limits: TableLimits | None, stands: bool, game: str
) -> None:
    """BAC-2.1.7-i, BJ-1.3, BJ-2.1.4-i, ROU-2.1.4."""
    config = replace(training_config(game, rules, "en"), limits=limits)
    proof = next(iter(dict(unattended_proofs(config))[Section.RULES]))
    found, why = Phrase("commissioning.limits.found"), Phrase("commissioning.limits.none")
    assert (proof.name, proof.verdict) == (
        "rules limits",
        Verdict.PROVED if stands else Verdict.NOT_PROVED,
    )
    assert (proof.found, proof.why) == ((found, "") if stands else ("", why))
