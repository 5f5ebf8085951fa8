"""A LIVE table whose files can't be used: the window says so, looks again, and has a way out.

A person at a table's console has no terminal: a black screen says nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console import cli
from console.app import console_at_table, start, troubles
from console.base.errors import default_folder, logs
from console.base.words import LANGUAGES
from console.table.config import check_allowed, load_config
from console.table.core import Person, events
from console.table.custody import StartMark, table_opening
from console.table.journal import Identity, open_journal, review
from console.table.ui.kit import ChoiceKey, fit_frame, screen_of, surface
from console.table.ui.people import FirstSupervisor
from console.table.ui.people.people_list import PeopleDesk, PeopleScreen
from console.table.ui.window.start_trouble import PLAIN, TroubleScreen
from console.table.ui.window.table_window import TableWindow
from tests.base.words.catalogues import words
from tests.table.ui.harness.kiosk import TABLE, Kiosk, fill, quits, standing, supervisor, tries_again


@pytest.fixture
def kiosk(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    with standing(tmp_path, qapp) as made:
        yield made


def _nobody(person: Person, pin: str) -> Person:
    raise AssertionError("nobody is added here")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_window_of_a_start_has_a_title_in_words(qtbot: QtBot, language: str) -> None:
    """A window without one is called after the program's file."""
    trouble, form = TroubleScreen(words("en")), FirstSupervisor(_nobody, words("en"))
    for window in (trouble, form):
        qtbot.addWidget(window)
        window.set_words(words(language))
    trouble.show_reason(lambda _: "", PLAIN)
    assert trouble.windowTitle() == words(language).text(PLAIN.title)
    assert form.windowTitle() == words(language).text("people.first.add")


def test_a_broken_file_is_explained_in_the_tables_language_and_starts_once_mended(kiosk: Kiosk) -> None:
    supervisor(kiosk)
    kiosk.table.write_text(TABLE + 'banker = "left"\n', "utf-8")

    def mend(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        kiosk.seen.append(screen.reason)
        assert screen.words.language == "de" and screen.focusWidget() is screen
        kiosk.table.write_text(TABLE, "utf-8")
        tries_again(screen)

    def plays(window: object) -> None:
        assert isinstance(window, TableWindow)
        kiosk.seen.append(window.windowTitle())
        window.close()

    assert kiosk.start(mend, plays) == 0
    assert "\ntable7.toml: banker: no such key" in kiosk.seen[0] and kiosk.seen[1] == "Table 7"


@pytest.mark.parametrize("scheme", ["spy", "alt"])
def test_a_device_whose_url_can_write_files_is_opened_only_if_the_command_allows_it(
    kiosk: Kiosk, scheme: str
) -> None:
    supervisor(kiosk)
    written = kiosk.table.parent / "written"
    url = f"spy:///dev/ttyS9?file={written}" if scheme == "spy" else "alt:///dev/ttyS9?class=Serial"
    kiosk.table.write_text(f'{TABLE}[[device]]\nname = "wheel"\nurl = "{url}"\n', "utf-8")

    def reads_and_quits(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        kiosk.seen.append(screen.reason)
        quits(screen)

    assert kiosk.start(reads_and_quits) == 2
    assert f"\ntable7.toml: device[0].url: {scheme}:// can write files; " in kiosk.seen[0]
    assert f"--allow {scheme}" in kiosk.seen[0] and not written.exists()
    config = load_config(kiosk.table)
    check_allowed(config, cli.window_options(["--table", "x", "--allow", scheme]).allow, "table7.toml")


def test_a_trouble_that_remains_is_shown_again_with_the_new_time(kiosk: Kiosk) -> None:
    supervisor(kiosk)
    kiosk.table.write_text("name = ", "utf-8")
    looked: list[str] = []

    def again(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        looked.append(screen._at)
        screen._now = lambda: "04:05:06"
        tries_again(screen)

    def then(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        looked.append(screen._at)
        quits(screen)

    assert kiosk.start(again, then) == 2
    assert looked[1] == "04:05:06"


def test_a_bug_in_a_start_is_logged_and_sets_no_journal_aside(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plays(window: object) -> None:
        assert isinstance(window, TableWindow)
        window.close()

    def failing(*_: object) -> object:
        raise TypeError("planted")

    supervisor(kiosk)
    assert kiosk.start(plays) == 0
    before = {*kiosk.table.parent.glob("*.db")}
    with monkeypatch.context() as bug:

        def mends(screen: object) -> None:
            assert isinstance(screen, TroubleScreen)
            assert words("de").text("bug.title") in screen.reason
            (kept,) = logs(default_folder())
            assert "TypeError: planted" in kept.read_text("utf-8")
            bug.undo()
            tries_again(screen)

        bug.setattr("console.table.core.judging.checkpoints.advance", failing)
        assert kiosk.start(mends, plays) == 0
    assert {*kiosk.table.parent.glob("*.db")} == before


def end_at_the_first_paint(kiosk: Kiosk) -> None:
    """A start that ends as its window is shown, and is not asked: the system has killed what stood still."""
    never_painted = (
        "import os, sys; from console import cli; from console.app import start; "
        "start.Console.open = lambda *_, **__: os._exit(9); "
        "start.main(cli.window_options(['--table', sys.argv[1], '--window']))"
    )
    command = [sys.executable, "-c", never_painted, str(kiosk.table)]
    quiet = {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*=false"}
    assert subprocess.run(command, env=os.environ | quiet, timeout=180, check=False).returncode == 9


def test_an_english_fault_of_a_file_is_introduced_in_every_language(kiosk: Kiosk) -> None:
    """A person who reads no English learns whose words they are, and whom to show them to."""
    kiosk.table.write_text(TABLE + 'banker = "left"\n', "utf-8")

    def reads(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        for language in LANGUAGES:
            screen.set_words(words(language))
            frame, reason = screen.reason.splitlines()
            assert frame == words(language).text("trouble.reader")
            assert reason.startswith("table7.toml: banker: no such key")
        quits(screen)

    assert kiosk.start(reads) == 2


def test_a_start_that_stood_still_shows_the_trouble_and_goes_on_by_a_press(
    kiosk: Kiosk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor(kiosk)
    end_at_the_first_paint(kiosk)
    mark = StartMark(kiosk.table.parent / "journal.db")
    monkeypatch.setattr(start, "LIVES", 1)

    def reads(screen: object) -> None:
        assert isinstance(screen, TroubleScreen) and screen.about is PLAIN
        kiosk.seen.append(screen.reason)
        assert "open_session" not in called, "neither journal nor felt is touched before somebody says so"
        tries_again(screen)

    def plays(window: object) -> None:
        assert isinstance(window, TableWindow)
        qtbot.waitUntil(lambda: mark.pending_text() is None)
        window.close()

    called: list[str] = []
    opens = table_opening.open_session

    def opened(*given: Any, **more: Any) -> Any:
        called.append("open_session")
        return opens(*given, **more)

    monkeypatch.setattr(console_at_table, "open_session", opened)
    assert kiosk.start(reads, plays) == 0
    assert kiosk.seen == [words("de").text("prompt.sign_in.pit_boss")]
    assert kiosk.start(lambda window: getattr(window, "close")()) == 0, "the next one starts as ever"  # noqa: B009


@pytest.mark.sweep
def test_a_start_that_stood_still_can_be_left_to_technical_service_and_stays_marked(kiosk: Kiosk) -> None:
    supervisor(kiosk)
    end_at_the_first_paint(kiosk)

    def leaves(screen: object) -> None:
        assert isinstance(screen, TroubleScreen) and screen.about is PLAIN
        quits(screen)
        screen.hide()

    for _ in range(2):
        assert kiosk.start(leaves) == 2
    (kiosk.table.parent / "journal.db.start").write_bytes(b"\xff" * 20_000)
    assert kiosk.start(leaves) == 2, "whatever stands in it, it is read to a length and shown"


def test_a_live_table_refuses_a_journal_that_a_terminal_began(
    kiosk: Kiosk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`drive --ready` has two people at the table who entered no PIN; they could be anybody."""
    supervisor(kiosk)
    journal = tmp_path / "journal.db"
    driven = [sys.executable, "-m", "console", "drive", "--game", "roulette", "--rules", "sv", "--ready"]
    line = b'{"do":"sign_in","who":"GHOST","role":"dealer"}\n'
    subprocess.run([*driven, "--journal", str(journal)], input=line, check=True, capture_output=True)
    before = journal.read_bytes()

    def takes_the_file_away(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        kiosk.seen.append(screen.reason)
        journal.rename(tmp_path / "terminal.db")
        for beside in tmp_path.glob("journal.db*"):
            beside.unlink()
        tries_again(screen)

    def plays(window: object) -> None:
        assert isinstance(window, TableWindow)
        window.close()

    assert kiosk.start(takes_the_file_away, plays) == 0
    assert kiosk.seen == [words("de").text("journal.terminals", file=str(journal))]
    assert (tmp_path / "terminal.db").read_bytes() == before
    journal.write_bytes(before)
    capsys.readouterr()
    asked = ["accept", "--table", str(kiosk.table), "--reason", "it is ours", "--lang", "en"]
    assert cli.main(asked) == 2
    assert words("en").text("journal.terminals", file=str(journal)) in capsys.readouterr().err


@pytest.mark.parametrize("case", ["people", "journal", "locked", "token"])
def test_every_file_that_can_not_be_used_is_named(
    kiosk: Kiosk, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    supervisor(kiosk)
    journal = kiosk.table.parent / "journal.db"
    named = {"people": "people.json", "journal": "journal.db", "locked": "journal.db", "token": "token"}[case]
    held = None
    match case:
        case "people":
            (kiosk.table.parent / "people.json").write_text("{}", "utf-8")
        case "journal":
            journal.mkdir()
        case "locked":
            held = open_journal(journal, Identity("Table 7", "roulette", "sv"))
        case _:
            kiosk.table.write_text(
                TABLE + '[link]\nurl = "tls://127.0.0.1:1"\nca = "ca.pem"\ntoken_file = "token"\n', "utf-8"
            )

    def reads_and_quits(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        kiosk.seen.append(screen.reason)
        quits(screen)

    assert kiosk.start(reads_and_quits) == 2
    if held is not None:
        held.close()
    assert named in kiosk.seen[0] or case == "token", kiosk.seen
    assert not [each for each in caplog.records if each.exc_info], "the one line says it"


def test_a_file_of_the_link_is_named_before_the_first_supervisor_types_a_pin(kiosk: Kiosk) -> None:
    (kiosk.table.parent / "token").write_text("secret\n", "utf-8")
    (kiosk.table.parent / "token").chmod(0o600)
    link = '[link]\nurl = "tls://127.0.0.1:1"\nca = "ca.pem"\ntoken_file = "token"\n'
    kiosk.table.write_text(TABLE + link, "utf-8")

    def reads_and_quits(screen: object) -> None:
        assert isinstance(screen, TroubleScreen), "nobody is asked for anything"
        kiosk.seen.append(screen.reason)
        quits(screen)

    assert kiosk.start(reads_and_quits) == 2
    assert kiosk.seen == [words("de").text("link.ca.none", file=str(kiosk.table.parent / "ca.pem"))]


@pytest.mark.sweep
def test_the_first_supervisor_goes_on_to_the_others_and_all_of_it_is_recorded(
    kiosk: Kiosk, qtbot: QtBot
) -> None:
    def first(form: object) -> None:
        assert isinstance(form, FirstSupervisor)
        fill(form, "S-1", "Anna Ö.")
        form.enter()

    def others(window: object) -> None:
        if not isinstance(window, TableWindow) or not window.findChild(PeopleDesk):
            kiosk.turns.insert(0, others)  # it is being made
            return
        screen = window.overlays.people_desk.screen
        assert screen.isVisible() and screen.person is not None and screen.person.name == "Anna Ö."
        QTest.mouseClick(screen.primary, Qt.MouseButton.LeftButton)
        assert screen.form.isVisible()
        screen.form.choose_role("dealer")
        screen.form.choose_language("lt")
        fill(screen.form, "D-7", "Žemyna")
        screen.form.enter()
        qtbot.waitUntil(lambda: not screen.form.isVisible())
        assert "D-7" in screen.message
        for state in ("disabled", "active"):
            screen.block.click()
            qtbot.waitUntil(partial(is_so, screen, state))
        screen.ask_pin()
        fill(screen.form)
        screen.form.enter()
        qtbot.waitUntil(lambda: not screen.form.isVisible())
        screen.table.choose(0)
        screen.block.click()
        qtbot.waitUntil(lambda: "Anna" in screen.message)
        QTest.keyClick(screen, Qt.Key.Key_Escape)
        assert not screen.isVisible() and window.sign_in.screen.isVisible()
        assert window.focusWidget() is window.sign_in.screen, "the next key is the sign-in's"
        window.close()

    assert kiosk.start(first, others) == 0
    with review(kiosk.table.parent / "journal.db") as journal:
        decoded = [events.DECODER.decode(kept.event) for kept in journal.entries(0)]
    noted = [(each.what, each.who, each.text) for each in decoded if isinstance(each, events.Noted)]
    assert [each for each in noted if each[0].startswith("people_")] == [
        ("people_added", "S-1", "S-1 supervisor"),
        ("people_added", "S-1", "D-7 dealer"),
        ("people_disabled", "S-1", "D-7 dealer"),
        ("people_enabled", "S-1", "D-7 dealer"),
        ("people_reset", "S-1", "D-7 dealer"),
    ]
    kept = {record.id: record for record in kiosk.people.people}
    assert kept["D-7"].name == "Žemyna" and not kept["D-7"].disabled
    assert not kept["S-1"].disabled, "the last supervisor stays"


def is_so(screen: PeopleScreen, state: str) -> bool:
    return screen.selection is not None and screen.selection.state == state


def test_a_first_supervisor_is_not_made_where_somebody_else_made_one_meanwhile(
    kiosk: Kiosk, qtbot: QtBot
) -> None:
    """Two tables of one list both asked for it: the second press made a supervisor whom nobody had let in."""

    def too_late(form: object) -> None:
        assert isinstance(form, FirstSupervisor)
        supervisor(kiosk)
        fill(form, "X-1", "Otto")
        form.enter()
        qtbot.waitUntil(lambda: not form.input("people.ask.id").isVisible())
        assert form.note == words("de").text("people.first.there", name="Anna", id="S-1")
        assert form.primary.text() == words("de").text("button.sign_in")
        form.enter()

    def sign_in(window: object) -> None:
        assert isinstance(window, TableWindow)
        assert not window.findChildren(PeopleDesk), "nobody is signed in yet"
        window.close()

    assert kiosk.start(too_late, sign_in) == 0
    assert [each.id for each in kiosk.people.people] == ["S-1"]


def test_the_form_of_the_first_supervisor_can_be_left_empty(kiosk: Kiosk) -> None:
    def leave(form: object) -> None:
        assert isinstance(form, FirstSupervisor)
        QTest.mouseClick(form.back, Qt.MouseButton.LeftButton)

    assert kiosk.start(leave) == 0
    assert not (kiosk.table.parent / "journal.db").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_says_it_in_every_language(qtbot: QtBot, language: str) -> None:
    screen = TroubleScreen(words("en"))
    qtbot.addWidget(screen)
    screen.show_reason(lambda reason: reason.text("people.unreadable", file="people.json"))
    screen.set_words(words(language))
    assert screen.reason == words(language).text("people.unreadable", file="people.json")
    assert screen.reason in screen.accessibleName()


def test_the_keys_of_a_trouble_change_its_language_and_try_nothing_again(qtbot: QtBot) -> None:
    screen = TroubleScreen(words("en"))
    qtbot.addWidget(screen)
    screen.show_reason(lambda reason: reason.text("people.unreadable", file="people.json"))
    tried = list[bool]()
    screen.again.connect(lambda: tried.append(True))
    german = next(key for key in screen.findChildren(ChoiceKey) if key.code == "de")
    german.setFocus()
    QTest.keyClick(german, Qt.Key.Key_Return)
    assert screen.words.language == "de"
    QTest.keyClick(screen, Qt.Key.Key_F9)
    assert screen.words.language == words("de").next_language and not tried
    assert "F9" in dict(screen.key_rows(screen.words))


class Asking(QWidget):
    """A window that keeps that the keys were asked for."""

    asked = False

    def activateWindow(self) -> None:
        self.asked = True


@pytest.mark.parametrize("full_screen", [True, False])
def test_a_window_of_the_start_asks_for_the_keys(qtbot: QtBot, *, full_screen: bool) -> None:
    """Without a window manager nobody gives them: a Tab did not go from the id to the PIN."""
    window = Asking()
    qtbot.addWidget(window)
    troubles.show_screen(window, full_screen=full_screen)
    assert window.asked


def test_a_window_lies_within_what_its_screen_has_free() -> None:
    free = QRect(0, 28, 1280, 772)
    body = QRect(0, 50, 1280, 800)
    frame = body.adjusted(-1, -22, 1, 1)
    place = fit_frame(free, frame, body)
    assert free.contains(place.adjusted(-1, -22, 1, 1))
    assert fit_frame(QRect(0, 0, 1920, 1080), frame, body).size() == body.size()


def test_a_frame_that_comes_late_is_drawn_in_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a window manager takes longer than the first look."""
    looks: list[QRect] = []
    frame = (-1, -22, 1, 5)

    class Framed(QWidget):
        def frameGeometry(self) -> QRect:
            looks.append(self.geometry())
            return self.geometry() if len(looks) < 4 else self.geometry().adjusted(*frame)

    monkeypatch.setattr(surface, "_NOBODYS", ())
    monkeypatch.setattr(surface, "_FRAMED", 0)
    window = Framed()
    qtbot.addWidget(window)
    surface.show_fitting(window)
    qtbot.waitUntil(lambda: len(looks) == 4)
    assert window.height() == screen_of(window).availableGeometry().height() - 22 - 5


def test_a_failing_disk_at_a_start_is_explained_with_the_systems_reason() -> None:
    for language in LANGUAGES:
        reason = troubles.trouble_text(OSError(5, "Input/output error", "T1.db"), words(language))
        assert reason.startswith(words(language).text("bug.disk"))
        assert "Input/output error: 'T1.db'" in reason
        bug = troubles.trouble_text(ZeroDivisionError(), words(language))
        assert bug.startswith(words(language).text("bug.title"))


class FullScreen(QWidget):
    """A window over the whole screen; where it is put, since no window is larger than the offscreen one."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[QRect] = []

    def windowHandle(self) -> Any:
        return SimpleNamespace(setGeometry=self.places.append)


def test_a_full_screen_follows_its_screens_size_without_a_window_manager(qtbot: QtBot) -> None:
    window = FullScreen()
    qtbot.addWidget(window)
    troubles.show_screen(window, full_screen=True)
    window.places.clear()
    screen = screen_of(window)
    screen.geometryChanged.emit(screen.geometry())
    assert window.places == [screen.geometry()] and window.isFullScreen()


def test_a_window_on_a_desk_stays_as_it_is_when_its_screen_changes(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    troubles.show_screen(window, full_screen=True)
    window.showNormal()
    window.resize(640, 480)
    screen_of(window).geometryChanged.emit(screen_of(window).geometry())
    QApplication.processEvents()
    assert window.size() == QSize(640, 480)
