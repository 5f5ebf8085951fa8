"""A round's file from the window: one press writes the pages and, beside them, the JSON with its proof."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.plain_text import WriteTarget
from console.base.words import Words
from console.supervisor.records import Paper
from console.supervisor.review import Paperwork, Progress
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review import KINDS
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import SetClock
from console.table.journal import Filter, Identity, LogRow, open_journal
from console.table.journal.proof.seals import seal
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import MADE, NAMES
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, night
from tests.table.journal.sealing import key_in


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    path = tmp_path / "night.db"
    copy(night(), path)
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key_in(tmp_path / "keys"), SetClock())
    return path


@pytest.fixture
def drawn() -> list[Paper]:
    """The papers of which a file was made."""
    return []


@pytest.fixture
def screens(qtbot: QtBot, sealed: Path, drawn: list[Paper]) -> Iterator[ReviewScreens]:
    def draw(paper: Paper) -> bytes:
        drawn.append(paper)
        return document_pdf(paper)

    inquiries = inquiries_of(sealed)
    made = ReviewScreens(
        inquiries, Paperwork((sealed,), NAMES, lambda: MADE, draw=draw), words("en"), SetClock()
    )
    qtbot.addWidget(made)
    made.save.folder = sealed.parent
    made.resize(1280, 800)
    made.begin(SUPERVISOR, lambda _: ("7",), close="menu.quit")
    made.show()
    fell = next(row for at in range(40) if (row := made.log.query.rows.row(at)) and row.round == "T7-2")
    made.log.list.choose(next(at for at in range(40) if made.log.query.rows.row(at) == fell))
    yield made
    inquiries.stop()


def press(qtbot: QtBot, screens: ReviewScreens) -> None:
    screens.log.detail.file.meant.emit()
    again(qtbot, screens)


def again(qtbot: QtBot, screens: ReviewScreens) -> None:
    screens.save.primary.click()
    qtbot.waitUntil(lambda: not screens.filing.busy)


@pytest.mark.sweep
def test_both_files_of_a_round_are_written_and_the_json_has_a_proof(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path
) -> None:
    press(qtbot, screens)
    assert (sealed.parent / "T7-2.pdf").read_bytes()[:4] == b"%PDF"
    written = msgspec.json.decode((sealed.parent / "T7-2.json").read_bytes())
    assert written["proof"]["entries"]
    assert screens.log.head.text == "Written: T7-2.json, T7-2.pdf"
    assert not screens.log.head.failed, "a file that is written is no trouble: red says that one is not"


@pytest.mark.sweep
@pytest.mark.parametrize("several", [False, True])
def test_ctrl_s_saves_the_rows_that_were_found_or_the_several_that_are_chosen(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path, drawn: list[Paper], several: bool
) -> None:
    log = screens.log
    log.query.refine(Filter(kinds=KINDS["incidents"]))
    found, shift = log.query.rows.count, Qt.KeyboardModifier.ShiftModifier
    if several:
        QTest.keyClick(log.list, Qt.Key.Key_Down, shift)
    QTest.keyClick(log.list, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert screens.save.isVisible() and not (sealed.parent / "log.pdf").exists()
    again(qtbot, screens)
    assert (sealed.parent / "log.pdf").read_bytes()[:4] == b"%PDF"
    (part,) = drawn[0].parts
    assert len(part.rows) == (2 if several else found) > 1
    first = [log.query.rows.index(0, column).data() for column in range(6)]
    assert [str(cell) for cell in part.rows[0]] == [f"20/11/2026 {first[0]}", *first[1:]]
    assert part.columns[0] == "Time" and drawn[0].head[0] == "7" and part.heading
    assert log.head.text == "Written: log.pdf"


@pytest.mark.sweep
def test_ctrl_p_prints_the_rows_in_view_where_one_is_chosen(
    qtbot: QtBot, screens: ReviewScreens, drawn: list[Paper]
) -> None:
    log = screens.log
    first, last = log.list.lines_in_view
    QTest.keyClick(log.list, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    again(qtbot, screens)
    (part,) = drawn[0].parts
    assert len(part.rows) == last + 1 - first < log.query.rows.count
    cells = [log.query.rows.index(first, column).data() for column in range(6)]
    assert str(part.rows[0][0]).endswith(cells[0]) and [*map(str, part.rows[0][1:])] == cells[1:]


@pytest.mark.sweep
def test_ctrl_p_prints_the_round_in_the_replay_and_the_shift_in_the_report(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    assert screens.log.row is not None
    screens.replay_row(screens.log.row)
    assert screens.replay is not None
    QTest.keyClick(screens.replay, Qt.Key.Key_P, control)
    assert screens.save.isVisible() and screens.save.name.text() == "T7-2"
    QTest.keyClick(screens.save.name, Qt.Key.Key_Escape)
    screens.show_shift_report()
    report = screens.report
    assert report is not None
    qtbot.waitUntil(lambda: report.compared is not None and not report.work.busy)
    QTest.keyClick(report, Qt.Key.Key_P, control)
    assert screens.save.isVisible()
    QTest.keyClick(screens.save.name, Qt.Key.Key_Escape)
    assert not [*sealed.parent.glob("*.pdf")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("by_key", [False, True])
def test_a_writing_that_takes_long_shows_its_share_and_is_stopped(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path, monkeypatch: pytest.MonkeyPatch, by_key: bool
) -> None:
    written, seen = Paperwork.write_round, threading.Event()

    def write_slowly(
        makes: Paperwork, row: LogRow, target: WriteTarget, words: Words, progress: Progress
    ) -> None:
        progress(0.5)
        seen.wait(30)
        written(makes, row, target, words, progress)
        ended.append(True)

    ended = list[bool]()
    monkeypatch.setattr(Paperwork, "write_round", write_slowly)
    log = screens.log
    log.detail.file.meant.emit()
    screens.save.primary.click()
    qtbot.waitUntil(log.progress.isVisible)
    qtbot.waitUntil(lambda: log.progress.text == "Writing T7-2.json: 50%")
    if by_key:
        QTest.keyClick(log.list, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(log.progress.stop, Qt.MouseButton.LeftButton)
    assert screens.filing.stop() is False, "it is stopped already"
    qtbot.waitUntil(lambda: not log.progress.isVisible())
    assert log.head.text == "Stopped"
    assert not screens.menu.isVisible(), "Esc stops the work, and asks nothing more"
    seen.set()
    qtbot.waitUntil(lambda: ended == [True])
    qtbot.waitUntil(lambda: not [*sealed.parent.glob("T7-2*")])


@pytest.mark.sweep
def test_the_name_of_a_file_is_shown_while_it_is_written(qtbot: QtBot, screens: ReviewScreens) -> None:
    screens.log.detail.file.meant.emit()
    screens.save.primary.click()
    said: set[str] = set()

    def ended() -> bool:
        said.add(screens.log.head.text)
        return not screens.filing.busy

    qtbot.waitUntil(ended)
    assert {each.partition(":")[0] for each in said} >= {"Writing T7-2.pdf", "Written"}, said


@pytest.mark.sweep
def test_the_replay_shows_the_written_files_until_another_moment(
    qtbot: QtBot, screens: ReviewScreens
) -> None:
    assert screens.log.row is not None
    screens.replay_row(screens.log.row)
    assert screens.replay is not None
    screens.replay.file_asked.emit()
    screens.save.primary.click()
    qtbot.waitUntil(lambda: not screens.filing.busy)
    assert screens.replay.message == "Written: T7-2.json, T7-2.pdf"
    screens.replay.step(1)
    assert screens.replay.message == ""


@pytest.mark.sweep
def test_a_share_that_is_written_is_read_out_by_nothing_and_hides_no_other_message(
    qtbot: QtBot, screens: ReviewScreens, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert screens.log.row is not None
    screens.replay_row(screens.log.row)
    assert screens.replay is not None
    read_out: list[str] = []
    monkeypatch.setattr(
        "console.supervisor.ui.review.replay.replay_screen.announce",
        lambda _, text, **__: read_out.append(text),
    )
    written, seen = Paperwork.write_round, threading.Event()

    def write_in_shares(
        makes: Paperwork, row: LogRow, target: WriteTarget, words: Words, progress: Progress
    ) -> None:
        for share in range(100):
            progress(share / 100)
        if target.path.suffix == ".pdf":
            seen.wait(30)
        written(makes, row, target, words, progress)

    monkeypatch.setattr(Paperwork, "write_round", write_in_shares)
    screens.replay.file_asked.emit()
    screens.save.primary.click()
    qtbot.waitUntil(lambda: "T7-2.pdf: 99" in screens.replay.message)  # type: ignore[union-attr]
    screens.replay.say("Another message")
    seen.set()
    qtbot.waitUntil(lambda: not screens.filing.busy)
    assert read_out == [
        "Writing T7-2.json: 0%",
        "Writing T7-2.pdf: 0%",
        "Another message",
        "Written: T7-2.json, T7-2.pdf",
    ]


@pytest.mark.sweep
def test_an_existing_round_file_is_replaced_only_by_a_second_press(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path
) -> None:
    there = sealed.parent / "T7-2.json"
    there.write_bytes(b"mine")
    press(qtbot, screens)
    assert screens.save.isVisible() and "T7-2.json" in screens.save.note
    assert screens.save.primary.text() == "Replace the file"
    assert there.read_bytes() == b"mine"
    assert not (sealed.parent / "T7-2.pdf").exists()
    again(qtbot, screens)
    assert msgspec.json.decode(there.read_bytes())["proof"]
    assert (sealed.parent / "T7-2.pdf").exists() and not screens.save.isVisible()


def test_another_name_is_asked_about_again_and_esc_writes_nothing(
    qtbot: QtBot, screens: ReviewScreens, sealed: Path
) -> None:
    (sealed.parent / "T7-2.pdf").write_bytes(b"mine")
    press(qtbot, screens)
    QTest.keyClicks(screens.save.name, "late")
    assert screens.save.note == "" and screens.save.primary.text() == "Save"
    QTest.keyClick(screens.save, Qt.Key.Key_Escape)
    assert not screens.save.isVisible() and (sealed.parent / "T7-2.pdf").read_bytes() == b"mine"
    assert [path.name for path in sealed.parent.glob("*.json")] == []


@pytest.mark.sweep
def test_f9_asks_for_the_name_in_the_next_language_and_keeps_what_was_typed(screens: ReviewScreens) -> None:
    screens.log.detail.file.meant.emit()
    screens.save.name.setText("late")
    QTest.keyClick(screens.save.name, Qt.Key.Key_F9)
    spoken = words("en").next_language
    assert screens.words.language == spoken and screens.save.name.text() == "late"
    assert screens.save.primary.text() == words(spoken).text("save.press")
    assert ("F9", words(spoken).text("keys.language")) in screens.save.key_rows(screens.words)


def test_no_name_leads_out_of_the_folder(qtbot: QtBot, screens: ReviewScreens, sealed: Path) -> None:
    before = sorted(path for path in sealed.parent.rglob("*"))
    screens.log.detail.file.meant.emit()
    screens.save.name.setMaxLength(400)
    for name in ("../elsewhere", "/etc/x", "a/b", "", ".hidden", "con", "a\u202eb", "x" * 300):
        screens.save.name.setText(name)
        screens.save.primary.click()
        assert screens.save.isVisible() and screens.save.note, name
    assert sorted(path for path in sealed.parent.rglob("*")) == before


def test_a_journal_is_never_replaced(qtbot: QtBot, screens: ReviewScreens, sealed: Path) -> None:
    there = sealed.parent / "T7-2.pdf"
    there.write_bytes(sealed.read_bytes())
    press(qtbot, screens)
    again(qtbot, screens)
    assert there.read_bytes() == sealed.read_bytes()
    assert "Not written" in screens.log.head.text and screens.log.head.failed
