"""The menu's choices beside the prompt, by who is there and what the table's devices see."""

from __future__ import annotations

import pytest

from console.table.state.phases import Phase
from console.table.state.roles import Role
from console.table.state.table import PersonAtTable, ShoeInPlay, Table
from console.ui.window.at_table.table_menu import MenuActs, person_rows
from console.words import LANGUAGES, Words

AT_PLAY = Table(
    phase=Phase.BETTING, shoe_in_play=ShoeInPlay(number=1), people=(PersonAtTable("D1", Role.DEALER),)
)


def offered(table: Table, language: str = "en") -> set[str]:
    """The choices at a table where nothing is done."""

    def idle(*_: object) -> None: ...

    nothing = MenuActs(idle, idle, idle, idle, idle, idle, idle)
    return {row.label for row in person_rows(Words(language), table, nothing, pit_boss_here=False)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_behind_a_persons_name_is_about_the_cut_card(language: str) -> None:
    """It has its press at the shoe's gauge, and its step's own key (BAC-3.5.4, BJ-3.2.2)."""
    rows = offered(AT_PLAY, language)
    assert Words(language).text("menu.language") in rows
    assert Words(language).text("rail.cut_card") not in rows
