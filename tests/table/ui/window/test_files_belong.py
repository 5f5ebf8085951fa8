"""A file that is missing at a LIVE table is not new: the window says so, and records who goes on without it.

Without a check, a missing list of people would let anybody there become its first supervisor.
"""

from __future__ import annotations

import hashlib
import io
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.app import console_at_table, start
from console.cli import main
from console.table.core import NoteKind, Person, Role, events
from console.table.custody import Belonging
from console.table.journal import default_folder as key_folder
from console.table.journal import review, seal_key, sibling
from console.table.journal.file.place import put
from console.table.journal.rescue import quarantine
from console.table.people import default_pepper
from console.table.people.marks import with_mark
from console.table.people.person import Records
from console.table.ui.people import FirstSupervisor
from console.table.ui.sign_in import Purpose, SignInScreen
from console.table.ui.window.start_trouble import TroubleScreen
from console.table.ui.window.table_window import TableWindow
from tests.base.words.catalogues import words
from tests.sweep import by_turns
from tests.table.people.kept import ForgersKey
from tests.table.ui.harness.kiosk import PIN, Kiosk, fill, quits, standing, supervisor

Turn = Callable[[object], None]


@pytest.fixture
def kiosk(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """A table that has been at work once, with people, a key and a journal."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own settings"))
    monkeypatch.setattr(start, "LIVES", 0)
    with standing(tmp_path, qapp) as made:
        supervisor(made)
        seal_key(key_folder())
        assert made.start(works(belonging(made))) == 0
        yield made


def belonging(kiosk: Kiosk) -> Belonging:
    return Belonging(kiosk.table.parent / "journal.db", kiosk.people, "Table 7")


def works(files: Belonging) -> Turn:
    """The table is at work until it is kept which files it has, the key among them: a thread of its own makes
    that, and a list that was changed is kept before.
    """

    def turn(window: object) -> None:
        assert isinstance(window, TableWindow)
        for _ in range(6000):
            QTest.qWait(10)
            had = files.recorded_files()
            if had is not None and had.journal and had.key and files.people.journals:
                break
        else:
            raise AssertionError("nothing was kept")
        window.close()

    return turn


def notes_of(journal: Path, what: str) -> list[tuple[str | None, str | None]]:
    with review(journal) as found:
        decoded = [events.DECODER.decode(kept.event) for kept in found.entries(0)]
    return [(each.who, each.text) for each in decoded if isinstance(each, events.Noted) and each.what == what]


def reads(kiosk: Kiosk) -> Turn:
    """A person who reads what is wrong, and leaves the console."""

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
        screen.guard.painted_at = float("-inf")
        QTest.mouseClick(screen.go_on, Qt.MouseButton.LeftButton)
        sign_in = screen.findChild(SignInScreen)
        assert sign_in is not None and sign_in.isVisible()
        for text in (who, pin):
            QTest.keyClicks(sign_in, text)
            QTest.keyClick(sign_in, Qt.Key.Key_Return)

    return turn


def test_the_table_names_its_files_and_each_of_them_the_others(kiosk: Kiosk) -> None:
    files, journal = belonging(kiosk), kiosk.table.parent / "journal.db"
    had = files.recorded_files()
    assert had is not None and had.key and had.people == kiosk.people.identity
    assert kiosk.people.journals == {"Table 7": had.journal}
    assert notes_of(journal, NoteKind.FILES_KNOWN) == [(None, f"people {kiosk.people.identity}")]
    assert files.record.stat().st_mode & 0o077 == 0
    assert kiosk.start(works(files)) == 0, "nothing is missing"
    assert len(notes_of(journal, NoteKind.FILES_KNOWN)) == 1


@pytest.mark.parametrize("left", ["all", "no record", "the journal alone", "the lock alone"])
def test_a_table_whose_people_file_is_gone_makes_no_new_first_supervisor(kiosk: Kiosk, left: str) -> None:
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
    for forged in ({**held, "people": []}, {**held, "salt": "00" * 32}):
        path.write_bytes(msgspec.json.encode(forged))
        kiosk.seen.clear()
        assert kiosk.start(reads(kiosk)) == 2
        assert "people.json" in kiosk.seen[0] and kiosk.seen[1] == "no way on"


@pytest.mark.sweep
def test_technical_service_has_the_table_go_on_without_its_people_and_it_is_recorded(
    kiosk: Kiosk, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    (kiosk.table.parent / "people.json").unlink()
    command = ["accept", "--table", str(kiosk.table), "--reason", "disk replaced", "--lang", "en"]
    with pytest.raises(SystemExit):
        main([each.replace("disk replaced", "\u200b\u2800") for each in command])
    assert main(command) == 0
    assert "people.json" in capsys.readouterr().out

    def first(form: object) -> None:
        assert isinstance(form, FirstSupervisor)
        fill(form, "S-2", "Eva")
        form.enter()

    def then(window: object) -> None:
        if not isinstance(window, TableWindow):
            kiosk.turns.insert(0, then)  # it is being made
            return
        works(belonging(kiosk))(window)

    assert kiosk.start(first, then) == 0
    ((who, text),) = notes_of(kiosk.table.parent / "journal.db", NoteKind.FILES_MISSING)
    assert who is None and text is not None and "disk replaced" in text and "people.json" in text
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"
    assert main(command) == 0
    assert "people.json" not in capsys.readouterr().out, "nothing is missing"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("left", ["all", "no record", "no lock", "people alone"])
def test_a_missing_journal_is_replaced_by_a_supervisor_s_pin_alone(
    kiosk: Kiosk, qtbot: QtBot, left: str
) -> None:
    journal, record = kiosk.table.parent / "journal.db", belonging(kiosk).record
    journal.unlink()
    if left in ("no record", "people alone"):
        record.unlink()
    if left in ("no lock", "people alone"):
        sibling(journal, ".lock").unlink()
    assert kiosk.start(reads(kiosk)) == 2
    assert "journal.db" in kiosk.seen[0] and kiosk.seen[1] == "go on" and not journal.exists()

    def then(window: object) -> None:
        if isinstance(window, TroubleScreen):
            kiosk.turns.insert(0, then)  # the PIN is being verified
            return
        works(belonging(kiosk))(window)

    assert kiosk.start(goes_on(qtbot, "S-1", PIN), then) == 0
    assert notes_of(journal, NoteKind.FILES_MISSING) == [("S-1", f"journal {journal}")]


def test_another_journal_in_its_place_is_named(
    kiosk: Kiosk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = kiosk.table.parent / "journal.db"
    held = journal.read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    with_other = Kiosk(other, QApplication.instance())  # type: ignore[arg-type]
    supervisor(with_other)
    assert with_other.start(works(belonging(with_other))) == 0
    journal.write_bytes((other / "journal.db").read_bytes())
    assert kiosk.start(reads(kiosk)) == 2
    assert "journal.db" in kiosk.seen.pop(0) and kiosk.seen.pop(0) == "go on"
    assert main(["accept", "--table", str(kiosk.table), "--reason", "disk replaced", "--lang", "en"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert words("en").text("accept.with", file=str(journal)) in said, "the start has a journal"
    journal.write_bytes(held)
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is back"


def test_an_older_journal_goes_on_by_a_supervisor_s_pin_alone_and_is_recorded(
    kiosk: Kiosk, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = kiosk.table.parent / "journal.db"
    older = {each: sibling(journal, each).read_bytes() for each in ("", ".lock")}
    assert main(["journal", "seal", str(journal), "--lang", "en"]) == 0
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is the newest"
    for each, held in older.items():
        sibling(journal, each).write_bytes(held)
    capsys.readouterr()
    assert main(["journal", "verify", str(journal), "--lang", "en"]) == 1
    assert "seal 1, " in capsys.readouterr().out
    assert main(["journal", "seal", str(journal), "--lang", "en"]) == 2
    assert kiosk.start(reads(kiosk)) == 2
    assert f"{journal}" in kiosk.seen[0] and kiosk.seen[1] == "go on"
    assert kiosk.start(goes_on(qtbot, "S-1", PIN), then_plays(kiosk)) == 0
    assert notes_of(journal, NoteKind.FILES_MISSING) == [("S-1", f"older_journal {journal}")]
    ((_, text),) = notes_of(journal, NoteKind.JOURNAL_OLDER)
    assert text is not None and text.startswith("journal.db, seal 1, ")
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"
    assert main(["journal", "seal", str(journal), "--lang", "en"]) == 0
    assert main(["journal", "verify", str(journal), "--lang", "en"]) == 0


def test_a_key_or_a_lock_that_is_gone_is_named(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, lock, key = kiosk.table.parent / "journal.db", "journal.db.lock", key_folder() / "seal.pem"
    for path in (journal.with_name(lock), key):
        kept = path.read_bytes()
        path.unlink()
        assert kiosk.start(reads(kiosk)) == 2
        assert path.name in kiosk.seen.pop(0) and kiosk.seen.pop(0) == "go on"
        path.write_bytes(kept)
        path.chmod(0o600)
    assert kiosk.start(works(belonging(kiosk))) == 0, "all is back"
    journal.with_name(lock).unlink()
    for done in "seal", "archive":
        assert main(["journal", done, str(journal), "--lang", "en"]) == 0
        assert not journal.with_name(lock).exists(), "the next start would not miss it"
    monkeypatch.setenv("LOGNAME", "somebody_else")
    assert main(["accept", "--table", str(kiosk.table), "--reason", "moved away", "--lang", "en"]) == 0
    assert kiosk.start(works(belonging(kiosk))) == 0
    ((who, text),) = notes_of(journal, NoteKind.FILES_MISSING)
    assert who is None and text is not None and "moved away" in text and lock in text
    assert "somebody_else" not in text, "the login is the system's"


def test_a_console_that_has_ended_makes_no_key(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """A thread that still makes one would hide that the key is gone from the next start."""
    begun, ended = threading.Event(), list[bool]()

    def slow(*_: object) -> None:
        begun.set()
        time.sleep(0.3)
        ended.append(True)

    def closes(window: object) -> None:
        assert isinstance(window, TableWindow)
        qtbot.waitUntil(begun.is_set)
        window.close()

    monkeypatch.setattr(console_at_table, "make_key", slow)
    assert kiosk.start(closes) == 0
    assert ended == [True]


# --- a journal that nothing can be told from --------------------------------------------------------


def broken_whole(journal: Path) -> bytes:
    """Every byte of it is something else."""
    made = bytes(byte ^ 0xA5 for byte in journal.read_bytes())
    journal.write_bytes(made)
    return made


def broken_inside(journal: Path) -> bytes:
    """Empty all that a start needs, the lock's text too; the first page still says that it is a journal."""
    sibling(journal, ".lock").write_bytes(b"")
    held = bytearray(journal.read_bytes())
    held[4096:] = bytes(len(held) - 4096)
    journal.write_bytes(held)
    return bytes(held)


def then_plays(kiosk: Kiosk) -> Turn:
    looks = iter(range(500))

    def then(window: object) -> None:
        if isinstance(window, TroubleScreen):
            assert next(looks, None) is not None, window.reason
            kiosk.turns.insert(0, then)  # the PIN is being verified
            return
        works(belonging(kiosk))(window)

    return then


@pytest.mark.sweep(1)
@pytest.mark.parametrize("harm", [broken_whole, broken_inside])
def test_a_journal_beyond_rescue_is_set_aside_by_a_supervisor_and_a_new_one_begins(
    kiosk: Kiosk, qtbot: QtBot, harm: Callable[[Path], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    journal = kiosk.table.parent / "journal.db"
    broken = harm(journal)
    assert kiosk.start(reads(kiosk)) == 2
    behind = "the journal can't be gone on with", "DatabaseError: " if harm is broken_inside else ""
    assert all(each in caplog.text for each in behind), "technical service finds there what was behind it"
    assert str(journal) in kiosk.seen[0] and kiosk.seen[1] == "go on"
    assert journal.read_bytes() == broken, "nothing is done before somebody says so"

    def says(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        german = words("de").text
        assert screen.go_on.text() == german("missing.begin_again"), "what the press does is on it"
        assert screen.reason == german("missing.damaged", file=str(journal), known="")
        goes_on(qtbot, "S-1", PIN)(screen)

    assert kiosk.start(says, then_plays(kiosk)) == 0
    (aside,) = journal.parent.glob("journal-damaged-*.db")
    assert aside.read_bytes() == broken, "it is kept as it was, to the byte"
    ((who, text),) = notes_of(journal, NoteKind.JOURNAL_SET_ASIDE)
    assert who == "S-1" and text is not None
    for detail in (aside.name, hashlib.sha256(broken).hexdigest(), f"{len(broken)} bytes"):
        assert detail in text
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"
    assert len(notes_of(journal, NoteKind.JOURNAL_SET_ASIDE)) == 1


def test_a_journal_is_not_called_damaged_where_the_console_has_a_bug(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A supervisor would set a sound one aside."""

    def failing(*_: object) -> object:
        raise OverflowError("a bug")

    monkeypatch.setattr("console.table.core.judging.checkpoints.advance", failing)
    kiosk.start(reads(kiosk))
    assert "OverflowError: a bug" in kiosk.seen[0] and kiosk.seen[1] == "no way on"


def last_entry_changed(journal: Path) -> bytes:
    """Turn a bit of its last entry's digest."""
    with closing(sqlite3.connect(journal)) as connection:
        (digest,) = connection.execute("SELECT digest FROM entry ORDER BY number DESC LIMIT 1").fetchone()
    changed = bytes((digest[0] ^ 1, *digest[1:]))
    journal.write_bytes(journal.read_bytes().replace(digest, changed))
    return journal.read_bytes()


def test_a_table_goes_on_without_entries_that_were_recorded_only_by_a_supervisor(
    kiosk: Kiosk, qtbot: QtBot
) -> None:
    journal = kiosk.table.parent / "journal.db"
    with review(journal) as found:
        before = [kept.event for kept in found.entries(0)]
    broken = last_entry_changed(journal)
    assert kiosk.start(reads(kiosk)) == 2
    assert kiosk.seen == [words("de").text("missing.loses", file=str(journal), entries="1"), "go on"]
    assert journal.read_bytes() == broken, "nothing is done before somebody says so"
    assert kiosk.start(goes_on(qtbot, "S-1", PIN), then_plays(kiosk)) == 0
    (aside,) = journal.parent.glob("journal-damaged-*.db")
    assert aside.read_bytes() == broken
    (recovered,) = journal.parent.glob("journal-recovered-*.db")
    with review(recovered) as found:
        assert [kept.event for kept in found.entries(0)] == before[:-1]
    assert notes_of(journal, NoteKind.FILES_MISSING) == [("S-1", f"loses {journal}")]
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"


@pytest.mark.sweep
def test_technical_service_lets_a_table_go_on_without_entries(
    kiosk: Kiosk, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = kiosk.table.parent / "journal.db"
    broken = last_entry_changed(journal)
    assert main(["accept", "--table", str(kiosk.table), "--reason", "disk replaced", "--lang", "en"]) == 0
    assert capsys.readouterr().out == words("en").text("accept.aside", file=str(journal)) + "\n"
    assert journal.read_bytes() == broken, "the start sets it aside"
    assert kiosk.start(works(belonging(kiosk))) == 0
    ((who, text),) = notes_of(journal, NoteKind.FILES_MISSING)
    assert who is None and text is not None and "disk replaced" in text


@pytest.mark.sweep
def test_technical_service_has_a_journal_beyond_rescue_set_aside_at_the_next_start(
    kiosk: Kiosk, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    journal = kiosk.table.parent / "journal.db"
    command = ["accept", "--table", str(kiosk.table), "--reason", "disk replaced", "--lang", "en"]
    assert main(command) == 0
    assert capsys.readouterr().out == words("en").text("accept.nothing") + "\n", "it is sound"
    broken = broken_whole(journal)
    assert main(command) == 0
    assert str(journal) in capsys.readouterr().out
    assert journal.read_bytes() == broken, "the start sets it aside"
    assert kiosk.start(works(belonging(kiosk))) == 0
    ((who, text),) = notes_of(journal, NoteKind.JOURNAL_SET_ASIDE)
    assert who is None and text is not None and "disk replaced" in text
    (aside,) = journal.parent.glob("journal-damaged-*.db")
    assert aside.read_bytes() == broken


@pytest.mark.sweep
@pytest.mark.parametrize("done", [False, True])
def test_a_start_killed_as_the_journal_is_set_aside_still_has_it_recorded_by_whom(
    kiosk: Kiosk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    journal = kiosk.table.parent / "journal.db"
    broken = broken_whole(journal)

    def killed(new: Path, path: Path) -> None:
        if done:
            put(new, path)
        raise SystemExit(9)

    with monkeypatch.context() as patched:
        patched.setattr(quarantine, "put", killed)
        with pytest.raises(SystemExit):
            kiosk.start(goes_on(qtbot, "S-1", PIN), then_plays(kiosk))
    for each in QApplication.topLevelWidgets():
        if isinstance(each, TroubleScreen):
            each.hide()
    assert (journal.read_bytes() == broken) is not done, "the one or the other lies there whole"
    again = [] if done else [goes_on(qtbot, "S-1", PIN)]
    assert kiosk.start(*again, then_plays(kiosk)) == 0
    ((who, text),) = notes_of(journal, NoteKind.JOURNAL_SET_ASIDE)
    assert who == "S-1" and text is not None and hashlib.sha256(broken).hexdigest() in text


def test_a_file_that_is_no_tables_journal_is_not_moved(kiosk: Kiosk) -> None:
    """A configuration that names somebody's letter, or a folder."""
    letter = kiosk.table.parent / "letter.odt"
    letter.write_bytes(b"PK\3\4 dear Anna, " * 40)
    kiosk.table.write_text(kiosk.table.read_text("utf-8").replace("journal.db", "letter.odt"), "utf-8")
    assert kiosk.start(reads(kiosk)) == 2
    assert kiosk.seen[1] == "no way on"


# --- an older copy of the people's list -------------------------------------------------------------


def signs_in(window: TableWindow, who: str, pin: str) -> str:
    """Id and PIN are typed; what the form says then."""
    window.sign_in.ask(Purpose.DEALER)
    for text in (who, pin):
        QTest.keyClicks(window.sign_in.screen, text)
        QTest.keyClick(window.sign_in.screen, Qt.Key.Key_Return)
    for _ in range(6000):
        if not window.sign_in.screen.is_verifying:
            break
        QTest.qWait(10)
    return window.sign_in.screen.state.note.text


def older_list(kiosk: Kiosk, *, changed: bool = False) -> bytes:
    """Disable somebody at the table's own time, then put the older copy of the list back; the older copy."""
    kiosk.people.add(Person("P-9", "Jonas", Role.PIT_BOSS, "lt"), PIN)
    assert kiosk.start(works(belonging(kiosk))) == 0
    path = kiosk.table.parent / "people.json"
    copy = path.read_bytes()
    kiosk.people.disable("P-9")
    assert kiosk.start(works(belonging(kiosk))) == 0, "a list that goes on is believed"
    path.write_bytes(copy)
    if changed:
        kiosk.people.reset("P-9", "314159")
    return path.read_bytes()


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("knows", "changed"),
    by_turns(["record and journal", "the journal alone", "a record of before"], [False, True]),
)
def test_an_older_people_file_is_refused_until_technical_service_accepts_it(
    kiosk: Kiosk, capsys: pytest.CaptureFixture[str], knows: str, changed: bool
) -> None:
    """Who was disabled is back in it, so a PIN of it proves nothing (GLI-19 2.8)."""
    before = belonging(kiosk).record.read_bytes()
    older = older_list(kiosk, changed=changed)
    path = kiosk.table.parent / "people.json"
    if knows == "the journal alone":
        belonging(kiosk).record.unlink()
    if knows == "a record of before":  # the whole home folder was put back
        belonging(kiosk).record.write_bytes(before)
    kiosk.seen.clear()
    assert kiosk.start(reads(kiosk)) == 2
    known = "journal.db" if knows != "record and journal" else belonging(kiosk).record.name
    asked = words("de").text("missing.older_people", file=str(path), known=known)
    assert kiosk.seen == [asked, "no way on"]
    assert path.read_bytes() == older, "it is left as it is"
    command = ["accept", "--table", str(kiosk.table), "--reason", "copy put back", "--lang", "en"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said == words("en").text("accept.with_people", file=str(path)) + "\n"
    assert "with this list" in said and "Disabled people may be back" in said
    assert kiosk.start(works(belonging(kiosk))) == 0
    ((_, text),) = notes_of(kiosk.table.parent / "journal.db", NoteKind.FILES_MISSING)
    assert text is not None and "older_people" in text and "copy put back" in text
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is asked once"


def test_the_journal_and_the_tables_record_keep_the_last_mark_of_the_list(kiosk: Kiosk) -> None:
    older_list(kiosk)
    noted_last = notes_of(kiosk.table.parent / "journal.db", NoteKind.LIST_KNOWN)
    had = belonging(kiosk).recorded_files()
    assert had is not None and [text for _, text in noted_last][-1] == f"{had.people} {had.mark}"
    assert [text.split()[1] for _, text in noted_last if text] == ["1", "2", "3"]


def test_a_people_file_put_back_during_play_is_refused_at_the_next_sign_in(kiosk: Kiosk) -> None:
    path = kiosk.table.parent / "people.json"
    kiosk.people.add(Person("P-9", "Jonas", Role.PIT_BOSS, "lt"), PIN)
    copy = path.read_bytes()

    def turn(window: object) -> None:
        assert isinstance(window, TableWindow)
        kiosk.people.disable("P-9")
        signs_in(window, "S-1", "999999")  # the list is read, and its mark is known from now on
        path.write_bytes(copy)
        kiosk.seen.append(signs_in(window, "P-9", PIN))
        window.close()

    assert kiosk.start(turn) == 0
    assert kiosk.seen == [words("de").text("people.older", file=str(path))]
    known = [text for _, text in notes_of(kiosk.table.parent / "journal.db", NoteKind.LIST_KNOWN)]
    assert [text.split()[1] for text in known if text] == ["1", "2", "3"], "the last one stays the known one"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("harm", ["gone", "another"])
def test_a_table_whose_pins_have_lost_their_secret_says_so_before_anybody_tries_one(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    path = default_pepper()
    kept = path.read_bytes()
    path.unlink() if harm == "gone" else path.write_bytes(bytes(32))
    assert kiosk.start(reads(kiosk)) == 2
    assert kiosk.seen == [words("de").text("people.pepper", file=str(path)), "no way on"]
    assert harm == "another" or not path.exists(), "none is made"
    path.write_bytes(kept)
    path.chmod(0o600)
    assert kiosk.start(works(belonging(kiosk))) == 0, "it is back"
    path.unlink()
    with monkeypatch.context() as typed:
        typed.setattr(sys, "stdin", io.StringIO("271828\n"))
        asked = ["people", "reset", "S-1", "--pin-stdin", "--new-secret", "--table", str(kiosk.table)]
        assert main(asked) == 0
    assert kiosk.start(works(belonging(kiosk))) == 0, "a supervisor's PIN is good again"


@pytest.mark.sweep
def test_a_live_start_notes_whose_table_it_is_once_and_again_after_a_change(kiosk: Kiosk) -> None:
    """`journal verify` names it then, without the table's file."""
    journal, plain = kiosk.table.parent / "journal.db", kiosk.table.read_text("utf-8")
    assert notes_of(journal, NoteKind.CASINO) == [], "no casino was named"
    for casino in ("Casino Nord", "Casino Nord", "Casino Süd"):
        kiosk.table.write_text(f'{plain}[studio]\ncasino = "{casino}"\n', "utf-8")
        assert kiosk.start(works(belonging(kiosk))) == 0
    assert notes_of(journal, NoteKind.CASINO) == [(None, "Casino Nord"), (None, "Casino Süd")]


def test_a_forged_list_with_the_next_mark_is_refused_at_the_start(kiosk: Kiosk) -> None:
    kiosk.people.add(Person("P-9", "Jonas", Role.PIT_BOSS, "lt"), "314159")
    assert kiosk.start(works(belonging(kiosk))) == 0
    held = msgspec.json.decode(kiosk.people.path.read_bytes())
    held["people"][1]["pin"] = held["people"][0]["pin"]
    forged = with_mark(msgspec.convert(held, Records), ForgersKey())
    kiosk.people.path.write_bytes(msgspec.json.encode(forged))
    kiosk.seen.clear()
    assert kiosk.start(reads(kiosk)) == 2
    assert kiosk.seen[1] == "no way on"
    assert notes_of(kiosk.table.parent / "journal.db", NoteKind.LIST_ROSE) == []
