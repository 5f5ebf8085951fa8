"""What the menu offers beside the prompt, by who is there and what the table's devices see."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from console.table.protocol import lines
from console.table.state.phases import Phase
from console.table.state.roles import Role
from console.table.state.table import SignedIn, Table
from console.ui.window.choices import person_rows
from console.words import LANGUAGES, Words

AT_PLAY = replace(Table(), phase=Phase.BETTING, shoe_number=1, people=(SignedIn("D1", Role.DEALER),))


@dataclass
class Chosen:
    """A window that keeps what was chosen."""

    keeps_review: bool = False
    practice: None = None
    reviewing: object | None = None
    keeps: object | None = None
    said: list[object] = field(default_factory=list)

    def say(self, line: lines.AnyLine) -> None:
        self.said.append(line)

    def ask(self, purpose: str) -> None: ...
    def lock(self) -> None: ...
    def end_authority(self) -> None: ...
    def show_overview(self) -> None: ...
    def open_languages(self) -> None: ...
    def speak(self, language: str) -> None: ...
    def quit(self) -> None: ...


def offered(table: Table, window: Chosen, language: str = "en") -> dict[str, object]:
    return {row.label: row.chosen for row in person_rows(Words(language), table, window, pit_boss_here=False)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_behind_a_persons_name_is_about_the_cut_card(language: str) -> None:
    """It has its press at the shoe's gauge, and its step's own key (BAC-3.5.4, BJ-3.2.2)."""
    rows = offered(AT_PLAY, Chosen(), language)
    assert Words(language).text("menu.language") in rows
    assert Words(language).text("rail.cut_card") not in rows
