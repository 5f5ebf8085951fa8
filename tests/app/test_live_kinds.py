"""A kind of blackjack as at a live table, with reader, game server and journal: of ``tests harm kinds``."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.live_kinds import answers_missing, faults_of, live_table, round_file_of
from tests.instruments.harm.kinds import rows_of


@pytest.mark.sweep
def test_a_seat_with_no_chance_to_act_is_refunded_and_its_file_has_every_answer(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """LT-BJ-2.3.8: cards by the reader, answers over the link, one of them twice, in the halt, too late."""
    row = next(row for row in rows_of("lt") if row.clause == "LT-BJ-2.3.8")
    with live_table(qtbot, tmp_path, "lt", "is") as table:
        played = table.play(row, lambda page: None)
        assert list(faults_of(played, "lt", "is")) == []
        assert [answer.missed for answer in played.answers] == [None, "twice", "halt", None, "late"]
        assert played.round is not None
        journal = tmp_path / "table" / "journal.db"
        text, file = round_file_of(journal, played.round, "is", tmp_path / "round.json")
        assert list(answers_missing(played, text, file, "is")) == []
