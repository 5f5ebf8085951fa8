"""Records, rounds' files and reports of dragon tiger."""

from __future__ import annotations

from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES
from console.supervisor.records.accounts.lookup import every, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.table.words import inside
from tests.base.words.catalogues import words
from tests.table.core.games.test_dragon_tiger import DUEL, FELL
from tests.table.played import written


@pytest.mark.sweep
def test_record_round_and_report_of_dragon_tiger_are_written_in_six_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *DUEL, *FELL, game="dragon_tiger", code="sv")
    record = next(iter(every(path)))
    assert record.before.hands == {"dragon": ("9H",), "tiger": ()}
    assert cli.main(["journal", "verify", str(path), "--lang", "en"]) == 0
    for language in LANGUAGES:
        phrases, formatter = words(language), RecordFormatter(words(language))
        paper = repr(round_paper(find_round(path, "T7-1"), formatter, record.reported, "1.0")) + repr(
            formatter.sheet(record, record.reported, "1.0")
        )
        name = phrases.text("game.dragon_tiger")
        assert name in paper and phrases.text("hand.dragon") in paper.replace(
            phrases.text("hand.dragon").capitalize(), phrases.text("hand.dragon")
        )
        capsys.readouterr()
        assert cli.main(["report", str(path), "--from", "2000-01-01T00:00", "--lang", language]) == 0
        assert inside(phrases, name) in capsys.readouterr().out
