"""What is missing at a LIVE table is not new: the window says so, and who goes on without it is recorded.

A people's list that is gone would let whoever stands there make himself its first supervisor.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console import app
from console.belonging import FILES_KNOWN, FILES_MISSING, Belonging
from console.cli import main
from console.journal.keys import default_folder as key_folder
from console.journal.keys import seal_key
from console.journal.making import beside
from console.journal.reviewing import review
from console.table import events
from console.ui.people.form import FirstSupervisor
from console.ui.sign_in import SignInScreen
from console.ui.trouble import TroubleScreen
from console.ui.window import TableWindow
from tests.ui.test_start_in_trouble import PIN, Kiosk, fill, quits, supervisor

Turn = Callable[[object], None]


@pytest.fixture
def kiosk(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """A table that has been at work once, with people, a key and a journal."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own settings"))
    monkeypatch.setattr(app, "LIVES", 0)
    made = Kiosk(tmp_path, qapp)
    supervisor(made)
    seal_key(key_folder())
    assert made.start(works(belonging(made))) == 0
    yield made
    for each in qapp.topLevelWidgets():
        if isinstance(each, TroubleScreen | FirstSupervisor | TableWindow):
            each.hide()
            each.deleteLater()
    qapp.setQuitOnLastWindowClosed(True)


def belonging(kiosk: Kiosk) -> Belonging:
    return Belonging(kiosk.table.parent / "journal.db", kiosk.people, "Table 7")


def works(files: Belonging) -> Turn:
    """The table is at work until it is kept which files it has."""

    def turn(window: object) -> None:
        assert isinstance(window, TableWindow)
        for _ in range(200):
            QTest.qWait(10)
            had = files.had()
            if had is not None and had.journal and files.people.journals:
                break
        else:
            raise AssertionError("nothing was kept")
        window.close()

    return turn


def noted(journal: Path, what: str) -> list[tuple[str | None, str | None]]:
    with review(journal) as found:
        told = [events.DECODER.decode(kept.event) for kept in found.entries(0)]
    return [(each.who, each.text) for each in told if isinstance(each, events.Noted) and each.what == what]


def reads(kiosk: Kiosk) -> Turn:
    """What is wrong is read, and the console left."""

    def turn(screen: object) -> None:
        assert isinstance(screen, TroubleScreen), f"no {screen} comes where something is missing"
        kiosk.seen.append(screen.reason)
        kiosk.seen.append("go on" if screen.go_on.isVisible() else "no way on")
        quits(screen)
        screen.hide()

    return turn


def goes_on(qtbot: QtBot, who: str, pin: str) -> Turn:
    """The press is meant, and id and PIN are typed."""

    def turn(screen: object) -> None:
        assert isinstance(screen, TroubleScreen) and screen.go_on.isVisible()
        screen._guard._since = float("-inf")
        QTest.mouseClick(screen.go_on, Qt.MouseButton.LeftButton)
        sign_in = screen.findChild(SignInScreen)
        assert sign_in is not None and sign_in.isVisible()
        for text in (who, pin):
            QTest.keyClicks(sign_in, text)
            QTest.keyClick(sign_in, Qt.Key.Key_Return)

    return turn


def test_the_table_names_its_files_and_each_of_them_the_others(kiosk: Kiosk) -> None:
    files, journal = belonging(kiosk), kiosk.table.parent / "journal.db"
    had = files.had()
    assert had is not None and had.key and had.people == kiosk.people.identity
    assert kiosk.people.journals == {"Table 7": had.journal}
    assert noted(journal, FILES_KNOWN) == [(None, f"people {kiosk.people.identity}")]
    assert files.record.stat().st_mode & 0o077 == 0
    assert kiosk.start(works(files)) == 0, "nothing is missing"
    assert len(noted(journal, FILES_KNOWN)) == 1


@pytest.mark.parametrize("left", ["all", "no record", "the journal alone", "the lock alone"])
def test_nobody_makes_himself_first_supervisor_where_the_people_are_gone(kiosk: Kiosk, left: str) -> None:
    """Whatever else is gone with them, as long as one of them speaks for them."""
    folder = kiosk.table.parent
    (folder / "people.json").unlink()
    if left != "all":
        belonging(kiosk).record.unlink()
    if left == "the journal alone":
        (folder / "journal.db.lock").unlink()
    if left == "the lock alone":
        (folder / "journal.db").unlink()
    assert kiosk.start(reads(kiosk)) == 2
    assert "people.json" in kiosk.seen[0] and kiosk.seen[1] == "no way on"
    assert not (folder / "people.json").exists()


def test_another_list_or_one_without_supervisors_is_not_believed(kiosk: Kiosk) -> None:
    path = kiosk.table.parent / "people.json"
    held = msgspec.json.decode(path.read_bytes())
    for forged in ({**held, "people": []}, {**held, "salt": secrets.token_hex(32)}):
        path.write_bytes(msgspec.json.encode(forged))
        kiosk.seen.clear()
        assert kiosk.start(reads(kiosk)) == 2
        assert "people.json" in kiosk.seen[0] and kiosk.seen[1] == "no way on"


def test_technical_service_has_the_table_go_on_without_its_people_and_it_is_recorded(
    kiosk: Kiosk, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    (kiosk.table.parent / "people.json").unlink()
    said = ["accept", "--table", str(kiosk.table), "--reason", "disk replaced", "--lang", "en"]
    assert main(said) == 0
    assert "people.json" in capsys.readouterr().out

    def first(form: object) -> None:
        assert isinstance(form, FirstSupervisor)
        fill(form, "S-2", "Eva")
        form.enter()

    def then(window: object) -> None:
        if not isinstance(window, TableWindow):
            kiosk._turns.insert(0, then)  # it is being made
            return
        works(belonging(kiosk))(window)

    assert kiosk.start(first, then) == 0
    ((who, text),) = noted(kiosk.table.parent / "journal.db", FILES_MISSING)
    assert who is None and text is not None and "disk replaced" in text and "people.json" in text
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"
    assert main(said) == 0
    assert "people.json" not in capsys.readouterr().out, "nothing is missing"


@pytest.mark.parametrize("left", ["all", "no record", "no lock", "people alone"])
def test_a_journal_that_is_gone_begins_anew_by_a_supervisor_s_pin_alone(
    kiosk: Kiosk, qtbot: QtBot, left: str
) -> None:
    journal, record = kiosk.table.parent / "journal.db", belonging(kiosk).record
    journal.unlink()
    if left in ("no record", "people alone"):
        record.unlink()
    if left in ("no lock", "people alone"):
        beside(journal, ".lock").unlink()
    assert kiosk.start(reads(kiosk)) == 2
    assert "journal.db" in kiosk.seen[0] and kiosk.seen[1] == "go on" and not journal.exists()

    def then(window: object) -> None:
        if isinstance(window, TroubleScreen):
            kiosk._turns.insert(0, then)  # the PIN is being verified
            return
        works(belonging(kiosk))(window)

    assert kiosk.start(goes_on(qtbot, "S-1", PIN), then) == 0
    assert noted(journal, FILES_MISSING) == [("S-1", f"journal {journal}")]


def test_another_journal_in_its_place_and_a_key_and_a_lock_that_are_gone_are_said(
    kiosk: Kiosk, tmp_path: Path
) -> None:
    journal, lock, key = kiosk.table.parent / "journal.db", "journal.db.lock", key_folder() / "seal.pem"
    held = journal.read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    with_other = Kiosk(other, QApplication.instance())  # type: ignore[arg-type]
    supervisor(with_other)
    assert with_other.start(works(belonging(with_other))) == 0
    journal.write_bytes((other / "journal.db").read_bytes())
    assert kiosk.start(reads(kiosk)) == 2
    assert "journal.db" in kiosk.seen.pop(0) and kiosk.seen.pop(0) == "go on"
    journal.write_bytes(held)
    for path in (journal.with_name(lock), key):
        kept = path.read_bytes()
        path.unlink()
        assert kiosk.start(reads(kiosk)) == 2
        assert path.name in kiosk.seen.pop(0) and kiosk.seen.pop(0) == "go on"
        path.write_bytes(kept)
        path.chmod(0o600)
    assert kiosk.start(works(belonging(kiosk))) == 0, "all is back"
