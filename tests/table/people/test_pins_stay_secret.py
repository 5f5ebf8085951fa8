"""A PIN stands nowhere: in no journal, no log, no trace, no error, no file, no archive for service."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.errors.error_log import FILE, default_folder, keep_log
from console.base.words import LANGUAGES, Words
from console.cli import main
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role
from console.table.people.errors import PeopleError, SecretExposed
from console.table.people.file import PeopleFile
from console.table.people.pins import existing_or_new_pepper, needed_pepper
from console.table.ui.sign_in.purpose import Purpose
from tests.command_lines import run
from tests.table.people.kept import people_in, stands_in, studio
from tests.table.ui.harness.at_work import AtWork, at_work

PIN, WRONG, AS_ID = "83920571", "60418273", "57392064"
PLANTED = (PIN, WRONG, AS_ID)


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


def written(folder: Path) -> bytes:
    """Everything that lies in a folder, and what an archive in it holds."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    content = [path.read_bytes() for path in files]
    for path in files:
        if path.suffix == ".zip":
            with ZipFile(path) as archive:
                content += [archive.read(name) for name in archive.namelist()]
    return b"\n".join(content)


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


@pytest.mark.parametrize("pin", [WRONG, "1234", "9" * 500, "", "\x00", "é", "12ab", PIN + "0"])
def test_no_refusal_and_no_trace_holds_what_was_typed_as_a_pin(tmp_path: Path, pin: str) -> None:
    people = studio(tmp_path)
    messages = list[str]()
    ona = Person("D-9", "Ona", Role.DEALER, "lt")
    acts: list[Callable[[], object]] = [lambda: people.add(ona, pin), lambda: people.reset("S-1", pin)]
    for act in acts:
        try:
            act()
        except PeopleError as error:
            messages.append("".join(traceback.format_exception(error)) + repr(error.slots))
    messages.append(repr(people.verify("S-1", pin)))
    if len(pin) > 3:
        assert not stands_in("\n".join(messages).replace(str(tmp_path), ""), pin)
        assert not stands_in(written(tmp_path), pin)


def test_the_command_line_repeats_no_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add = ["add", "S-1", "--name", "Anna", "--role", "supervisor", "--language", "sv"]
    file = ["--file", str(tmp_path / "people.json")]
    for pins in ([PIN, PIN], [PIN, WRONG], ["1234", "1234"]):
        answers = iter(pins)

        def ask(question: str, answers: Iterator[str] = answers) -> str:
            return next(answers)

        run("people", [*add, *file], ask_pin=ask, people=people_in)
    everything = "".join(capsys.readouterr()).encode() + written(tmp_path)
    assert not any(stands_in(everything, pin) for pin in (*PLANTED, "1234"))


@pytest.mark.parametrize("mode", [0o640, 0o602, 0o604])
def test_a_secret_that_others_can_read_or_change_is_called_that(tmp_path: Path, mode: int) -> None:
    """The words for a list that others can write would be untrue of a secret that they only read."""
    path = tmp_path / "pepper"
    existing_or_new_pepper(path)
    path.chmod(mode)
    for language in LANGUAGES:
        with pytest.raises(SecretExposed) as refused:
            needed_pepper(path)
        message = Words(language).text(refused.value.key, **refused.value.slots)
        assert str(path) in message and "PIN" in message
