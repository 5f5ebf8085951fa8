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

    sees_cut_card: bool = False
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
def test_where_no_device_sees_the_cut_card_the_dealer_says_that_it_came(language: str) -> None:
    """BAC-3.5.4, BJ-3.2.2, LT-BJ-01: a reader of lines does not see it."""
    window = Chosen()
    chosen = offered(AT_PLAY, window, language)[Words(language).text("menu.cut_card")]
    assert callable(chosen)
    chosen()
    assert window.said == [lines.CutCard()]


@pytest.mark.parametrize(
    "table",
    [
        replace(AT_PLAY, cut_card_out=True),
        replace(AT_PLAY, phase=Phase.SHOE),
        replace(AT_PLAY, people=()),
    ],
    ids=["it has come", "the shoe is prepared", "no dealer"],
)
def test_it_is_offered_only_while_it_can_come(table: Table) -> None:
    assert Words("en").text("menu.cut_card") not in offered(table, Chosen())


def test_a_shoe_says_so_itself() -> None:
    assert Words("en").text("menu.cut_card") not in offered(AT_PLAY, Chosen(sees_cut_card=True))
