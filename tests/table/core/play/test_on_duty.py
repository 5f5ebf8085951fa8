"""The supervisor on duty is one person at a time, by the entries of the table alone."""

from __future__ import annotations

from console.table.scenes.table_in_memory import TableInMemory
from tests.table.core.tables import book


def on_duty(table: TableInMemory) -> str | None:
    present = table.table.console.on_duty
    return None if present is None else present.who


def test_the_next_one_takes_over_and_each_change_is_one_entry() -> None:
    table = TableInMemory(book("lt"))
    assert on_duty(table) is None
    for who in ("S1", "S1", "S2", "", ""):
        table.session.set_on_duty(who)
        assert on_duty(table) == (who or None)
    kinds = [str(each.event) for each in table.kept.entries]
    assert len(kinds) == 3, "what is known already makes no entry"


def test_a_restart_and_a_replay_know_who_is_on_duty() -> None:
    table = TableInMemory(book("lt"))
    table.session.set_on_duty("S1")
    before = table.table.console.on_duty
    assert before is not None
    table.restart()
    assert table.table.console.on_duty == before
    assert table.from_the_start().console.on_duty == before
