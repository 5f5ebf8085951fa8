"""No journal of an earlier version raises an alarm about its cards, watched as a table in play is."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from console.supervisor.history import moments
from console.table.core import Game
from console.table.core.play.card_set_watch import finding_after
from console.table.custody import game_of_journal
from console.table.game import SetFinding, has_wheel
from console.table.game.card_set import FindingKind
from console.table.journal import review
from tests.journals_of.__main__ import HERE
from tests.journals_of.test_kept_journals import KEPT
from tests.table.core.play.test_card_set_watch import NEW_ORDER, deal
from tests.table.core.tables import Driven


def watched(game: Game, state: bytes | None, rows: Iterable[Any]) -> tuple[int, list[SetFinding]]:
    """How often a table's set was followed, and what its figures say of it."""
    found, read = list[SetFinding](), 0
    for each in moments(game, state, rows):
        read += each.after.card_set is not each.before.card_set
        one = finding_after(game, each.before, each.after, each.event, each.row.refused)
        found += [] if one is None else [one]
    return read, found


CARDS = [(version, name) for version, name in KEPT if not has_wheel(name.partition("-")[0])]


@pytest.mark.parametrize(("version", "name"), CARDS)
def test_no_kept_journal_raises_an_alarm(version: str, name: str, tmp_path: Path) -> None:
    journal = tmp_path / name
    journal.write_bytes(gzip.decompress((HERE / version / f"{name}.gz").read_bytes()))
    with review(journal) as kept:
        number, state = kept.begin(0)
        read, found = watched(game_of_journal(journal, kept.identity), state, kept.entries(number))
    assert read > 0
    assert found == []


def test_the_same_figures_find_a_new_decks_order() -> None:
    table = Driven("sv")
    deal(table, NEW_ORDER)
    stretch = table.stretch_to(table.kept.last)
    assert stretch is not None
    _, found = watched(table.game, stretch.state, stretch.rows)
    assert FindingKind.FACTORY in {each.what for each in found}
