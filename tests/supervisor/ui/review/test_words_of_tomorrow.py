"""A rulebook of tomorrow has an incident, a question, an answer, a clause and a step that no catalogue knows.

It comes up at three in the morning: each shows its id, in the window, on paper, in the log and in the
reports; nothing raises, and what is missing is logged once.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console import cli
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.game import rulebook
from console.table.ui.incident.stage import Stage
from tests.base.words.catalogues import words
from tests.base.words.missing import lacking
from tests.instruments.pictures.text_measure import texts_of
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.incident.test_incident_window import touch, touch_to_sign_in
from tests.table.ui.samples.tables import clock
from tests.table.ui.window.test_table_window import play_to, sign_out_the_pit_boss

TOMORROW = """dog_on_table = [
    { when = "R", facts = { mood = "angry" }, clause = "LT-BAC-99z", outcome = "void", authority = "pit_boss", steps = ["call_vet:pit_boss"] },
    { when = "R", facts = { mood = "calm" }, clause = "LT-BAC-99y", outcome = "go_on", authority = "pit_boss" },
]
"""  # noqa: E501 (as the file's other rows)


@pytest.fixture
def tomorrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's rulebooks, one with an incident more."""
    folder = tmp_path / "rulebooks"
    shutil.copytree(rulebook.rulebook_folder(), folder)
    file = folder / "incidents" / "lt.toml"
    file.write_text(file.read_text("utf-8").replace("[baccarat]\n", f"[baccarat]\n{TOMORROW}", 1), "utf-8")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: folder)


def painted_text(work: AtWork) -> str:
    """All that stands on the dealer's screen now, or is read aloud of its prompt."""
    dealer = work.window.dealer
    return "\n".join((*(text.text for text in texts_of(dealer)), dealer.prompt.accessibleName()))


@pytest.mark.sweep
@pytest.mark.usefixtures("tomorrow")
def test_a_key_that_no_catalogue_has_shows_its_id_wherever_it_comes_up(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lacking() as missed:
        play(qtbot, tmp_path)
        journal = tmp_path / "journal.db"
        check_commands(journal, tmp_path, capsys)
        look(qtbot, journal)
    keys = {key for key, language in missed if language == "en"}
    # An answer is said as it was given: it may be a refused one, for which no catalogue has words.
    assert keys >= {"incident.dog_on_table", "fact.mood", "step.call_vet"}


def play(qtbot: QtBot, folder: Path) -> None:
    """The dealer reports it, the pit boss decides, the round is void."""
    with at_work(qtbot, folder, rules="lt", language="en") as work:
        play_to(work, "dealing", "deal")
        work.draw()
        sign_out_the_pit_boss(work)
        incident = work.window.dealer.incident
        touch(work, work.window.dealer.bar.wrong)
        kinds, shown = incident.zone.kinds, work.window.people_here.view
        assert shown is not None
        while "dog_on_table" not in kinds.page_kinds(shown):
            touch_here(work, kinds.tiles[kinds.page_kinds(shown).index("")])
        assert "dog_on_table" in painted_text(work)
        touch(work, kinds.tiles[kinds.page_kinds(shown).index("dog_on_table")])
        assert "mood" in painted_text(work) and "angry" in painted_text(work)
        touch(work, incident.zone.facts.answer_tiles[0])
        assert incident.dialog.stage is Stage.OUTCOME
        touch_to_sign_in(work)
        assert "LT-BAC-99z" in painted_text(work) and "angry" in painted_text(work)
        view = touch(work, incident.bar.primary)
        assert view.round is not None and view.round.status == "void"
        assert view.prompt.action == "call_vet" and "call_vet" in painted_text(work)
        work.enter()


def touch_here(work: AtWork, tile: object) -> None:
    """A press that the window answers by itself."""
    work.clock.advance(0.5)
    tile.click()  # type: ignore[attr-defined]


def check_commands(journal: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Have every command print or write its words on the journal."""
    assert cli.main(["incident", str(journal), "--lang", "en"]) == 0
    listed = capsys.readouterr().out
    assert "dog_on_table" in listed and "LT-BAC-99z" in listed
    _, first = listed.split("\n", 1)  # beneath the mark of a table that is not LIVE
    id = first.split("\t")[0]
    page = folder / "record.pdf"
    assert cli.main(["incident", str(journal), id, "--lang", "en", "--pdf", str(page)]) == 0
    capsys.readouterr()
    assert cli.main(["incident", str(journal), id, "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "dog_on_table" in printed and "angry" in printed and "call_vet" in printed
    assert page.read_bytes().startswith(b"%PDF")
    assert cli.main(["report", str(journal), "--lang", "en"]) == 0
    assert "dog_on_table" in capsys.readouterr().out
    assert cli.main(["round", str(journal), id, "--lang", "en"]) == 0
    assert "dog_on_table" in capsys.readouterr().out


def look(qtbot: QtBot, journal: Path) -> None:
    """The supervisor's log, row by row."""
    screen = LogScreen(inquiries_of(journal), words("en"), clock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.begin(SUPERVISOR, lambda _: ("T",))
    screen.show()
    screen.look()
    texts = "\n".join(text.text for text in texts_of(screen))
    assert "dog_on_table" in texts and "LT-BAC-99z" in texts
