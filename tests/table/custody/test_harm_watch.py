"""When a table at work looks for harm to its journal's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.table.core import SetClock
from console.table.custody import harm_watch
from console.table.custody.harm_watch import HarmWatch
from tests.table.journal.entries import drawn, opened


def test_a_look_comes_each_twenty_seconds_and_at_every_page_each_quarter_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looks = SetClock(), list[bool]()
    clock.advance(5_000)  # the computer runs for longer than either
    monkeypatch.setattr(harm_watch, "harm_of", lambda _, every_page: looks.append(every_page))
    with opened(tmp_path / "table.journal") as journal:
        journal.append([drawn(0)])
        watch = HarmWatch(journal, clock, lambda _: None)
        seen = list[list[bool]]()
        for seconds in (19.9, 0.1, 19.9, 0.1, 859.9, 20.1, 899.9, 20.0, 900.0):
            clock.advance(seconds)
            watch.look()
            watch.wait()
            seen.append([*looks])
            looks.clear()
    assert seen == [[], [True], [], [False], [False], [True], [False], [True], [True]]
