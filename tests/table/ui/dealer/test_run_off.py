"""The check of a wheel's run while the wheel says that it is off: the window asks for a reason."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from tests.table.core.editions.of_wheel_lines import IS_OFF, wheel
from tests.table.core.tables import words
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.harness.straight import straight
from tests.table.ui.incident.test_authority import step_up


def test_a_reason_is_pressed_for_a_wheel_that_says_it_is_off(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "roulette") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "close", "by": "P1"})
        table.take({"do": "open", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        table.take(wheel(IS_OFF))
        step_up(table)
        for _ in ("check_wheel", "check_level", "check_run"):
            table.touch(table.window.dealer.bar.primary)
        assert table.view.view.prompt.action == "check_run", "no reason was given yet"
        menu = table.window.dealer.presses.confirmation
        assert menu.isVisible()
        table.touch(menu_row(menu, words("en").text("reason.run_seen")))
        assert table.view.view.prompt.action == "check_ball"
