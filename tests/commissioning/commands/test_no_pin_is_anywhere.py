"""No PIN is in a file, a log or an archive for support after a night of sign-ins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.errors import default_folder, keep_log
from console.base.errors.error_log import FILE
from console.cli import main
from console.table.core import Person, Role
from console.table.people import PeopleFile
from console.table.ui.sign_in import Purpose
from tests.table.people.kept import stands_in
from tests.table.people.test_pins_stay_secret import AS_ID, PIN, PLANTED, WRONG, written
from tests.table.ui.harness.at_work import AtWork, at_work


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The console's own log, kept while the test runs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    kept = keep_log(default_folder())
    assert kept is not None
    kept.setLevel(logging.DEBUG)
    yield default_folder() / FILE
    logging.getLogger().removeHandler(kept)
    kept.close()


def type_by_finger(work: AtWork, *texts: str) -> None:
    """Type as fingers do: signs that come faster are a badge reader's."""
    for text in texts:
        for letter in text:
            QTest.keyClicks(work.window.sign_in.screen, letter)
            work.clock.advance(0.1)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
        work.clock.advance(0.1)


def test_no_pin_is_anywhere_after_a_night_of_sign_ins_right_wrong_and_broken(
    qtbot: QtBot,
    tmp_path: Path,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    people = PeopleFile(tmp_path / "people.json")
    people.add(Person("P-7", "Jónas Þ.", Role.PIT_BOSS, "is"), PIN)
    monkeypatch.setattr(
        "console.app.console_at_table.people_of", lambda config: (people, {"P-7": people.person("P-7")})
    )
    with at_work(qtbot, tmp_path) as work:
        work.until(work.window.sign_in.screen.isVisible)
        failed: list[object] = []
        bugs: list[object] = []
        work.window.sign_in.screen.refused.connect(failed.append)
        work.console.bridge.failed.connect(bugs.append)
        type_by_finger(work, "P-7", WRONG)
        work.until(lambda: len(failed) == 1)
        work.window.sign_in.ask(Purpose.PIT_BOSS)
        type_by_finger(work, AS_ID)  # a badge's number, or somebody's PIN in the wrong field
        work.until(lambda: len(failed) == 2)
        for error in (OSError("the disk broke"), RuntimeError("hashing broke")):  # the second is a bug
            work.window.sign_in.ask(Purpose.PIT_BOSS)
            with monkeypatch.context() as broken:
                broken.setattr(people, "_matches", _breaks(error))
                type_by_finger(work, "P-7", PIN)
                work.until(lambda: work.window.sign_in.screen.state.note.heed)
        work.until(lambda: bool(bugs))
        work.window.sign_in.ask(Purpose.PIT_BOSS)
        type_by_finger(work, "P-7", PIN)
        work.until(lambda: work.shown.table.role_of("P-7") is Role.PIT_BOSS)
    assert main(["support", "--journal", str(tmp_path / "journal.db"), "--out", str(tmp_path / "s.zip")]) == 0
    everything = written(tmp_path) + "".join(capfd.readouterr()).encode()
    assert len(bugs) == 1 and len(failed) == 2, "neither is a wrong PIN"
    for trace in (b"the disk broke", b"hashing broke"):
        assert trace in log.read_bytes(), "the trace itself is kept"
    for pin in PLANTED:
        assert not stands_in(everything, pin)


def _breaks(error: Exception) -> Callable[[str, str], bool]:
    def matches(kept: str, pin: str) -> bool:
        assert pin and pin != PIN, "the pepper is in it"
        raise error

    return matches
