"""A replay says what the devices read since play stopped, as the table's own screen did (LT-ROU-32b)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.supervisor.review.journals import JournalReads
from tests.supervisor.records.accounts.test_roulette_records import number, spin
from tests.table.played import CLOSED, OPEN, answer, incident, say, written
from tests.table.ui.harness.straight import straight


def test_a_replay_names_the_number_read_since_an_answer_as_the_window_did(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also an entry's own view, which begins from a state that was kept within the halt."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 2)
    path = written(tmp_path / "J.db", OPEN, CLOSED, spin(5), game="roulette")
    seen = {}
    with straight(qtbot, "lt", "roulette", journal=path) as table:
        lines = (incident("foreign_object"), answer("D1", ball_removed_in_time=True), number(9))
        for line in (*lines, *[say("still here")] * 40):
            table.take({**line})
            seen[table.view.view.entry] = table.view
    last = max(seen)
    assert (since := seen[last].incident.read_since) is not None and since.number == 9
    with closing(JournalReads([path])) as reads:
        while not reads.count().done:
            pass
        place = next(row.place for row in reads.rows(0, 99) if row.place.number == last)
        story, glance = reads.story(place), reads.glance(place)
    assert story is not None and glance is not None and glance.view is not None
    shown = {each.number: story.view(at) for at, each in enumerate(story.moments)}
    assert seen.keys() <= shown.keys()
    for now, live in (*((shown[entry], live) for entry, live in seen.items()), (glance.view, seen[last])):
        assert (now.incident.read_since, now.halt) == (live.incident.read_since, live.halt)
