"""An opened table: its felt is of one moment, and says nothing that the table itself denies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.floor.wall import Opened, SeenTable
from console.ui.floor.opened_table import OpenedTable
from tests.floor.readings import reading, table, waiting
from tests.ui.floor.test_floor_window import Floor
from tests.ui.samples.tables import NOW, SAMPLES

Opens = Callable[[SeenTable, str], OpenedTable]


@pytest.fixture
def opens(qtbot: QtBot) -> Iterator[Opens]:
    """Opens a table in a window, with the felt of a sample."""
    made = list[Floor]()

    def opened(seen: SeenTable, sample: str) -> OpenedTable:
        def opener(table: str) -> Opened:
            return Opened(table=table, at=NOW, number=812, good=True, market="sv", view=SAMPLES[sample])

        floor = Floor(reading(seen), opener)
        qtbot.addWidget(floor.window)
        made.append(floor)
        floor.window.open_table(seen.table)
        panel = floor.window.views.opened
        qtbot.waitUntil(lambda: panel.felt is not None)
        return panel

    yield opened
    for each in made:
        each.window.close()


def halted(held_back: int) -> SeenTable:
    return waiting("B1", "halt", round_open=True, entry=812 + held_back, number=812, held_back=held_back)


def heard(panel: OpenedTable) -> str:
    """All that a screen reader finds in it."""
    return " ".join(each.accessibleName() for each in panel.findChildren(QWidget) if each.isVisible())


@pytest.mark.parametrize("seen", [halted(2), halted(0), table("B1", entry=812)])
def test_no_time_runs_down_on_a_felt_that_is_of_one_moment(opens: Opens, seen: SeenTable) -> None:
    panel = opens(seen, "bets-open")
    assert "the table." in heard(panel)
    assert "left" not in heard(panel)


def test_where_a_halt_is_held_back_no_prompt_of_before_it_stands_above_the_felt(opens: Opens) -> None:
    panel = opens(halted(2), "bets-open")
    assert panel.prompt is not None and panel.felt is not None
    assert not panel.prompt.isVisible()
    assert panel.unshown.startswith("Something has happened since: 2 entries")


@pytest.mark.parametrize(
    ("seen", "sample"),
    [(table("B1", entry=815, number=812, held_back=3), "bets-open"), (halted(2), "halted")],
)
def test_a_prompt_that_the_table_does_not_deny_stays(opens: Opens, seen: SeenTable, sample: str) -> None:
    panel = opens(seen, sample)
    assert panel.prompt is not None and panel.prompt.isVisible()


def test_a_table_that_plays_on_while_entries_are_held_back_says_so(opens: Opens) -> None:
    panel = opens(table("B1", entry=815, number=812, held_back=3), "bets-open")
    assert panel.unshown.startswith("Play has gone on: 3 entries")
