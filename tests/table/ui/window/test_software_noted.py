"""A LIVE table's console records what runs at every start; changed software shows, or is refused."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console.app import start
from console.base.software import at_work, software_of
from console.table.core import NoteKind, events
from console.table.custody import software_watch
from console.table.custody.software_watch import File, SoftwareCheck
from console.table.game import load_rulebook, rulebook_digest
from console.table.journal import review
from console.table.ui.dealer.bands import Band
from console.table.ui.window.start_trouble import TroubleScreen
from console.table.ui.window.table_window import TableWindow
from tests.base.words.catalogues import words
from tests.table.ui.harness.kiosk import Kiosk, quits, standing, supervisor, tries_again

GOOD = SoftwareCheck(True, "ab" * 32, "unsigned", None, ())
BAD = SoftwareCheck(False, "ab" * 32, "unsigned", None, (File("changed", "console/table/game/payout.py"),))


@pytest.fixture
def kiosk(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(start, "LIVES", 0)
    with standing(tmp_path, qapp) as made:
        supervisor(made)
        yield made


def texts_noted(kiosk: Kiosk, what: str) -> list[str]:
    journal = kiosk.table.parent / "journal.db"
    if not journal.exists():
        return []
    with review(journal) as found:
        decoded = [events.DECODER.decode(kept.event) for kept in found.entries(0)]
    return [each.text or "" for each in decoded if isinstance(each, events.Noted) and each.what == what]


def until(true: Callable[[], object]) -> None:
    for _ in range(6000):
        if true():
            return
        QTest.qWait(10)
    raise AssertionError("it never came")


def closes_when(true: Callable[[], object]) -> Callable[[object], None]:
    def turn(window: object) -> None:
        assert isinstance(window, TableWindow)
        until(true)
        window.close()

    return turn


def finds(monkeypatch: pytest.MonkeyPatch, *answers: SoftwareCheck) -> None:
    """Let each look find the next of these answers; the last of them again and again."""
    left = list(answers)
    monkeypatch.setattr(
        software_watch, "check_in_process", lambda *_, **_also: left.pop(0) if len(left) > 1 else left[0]
    )


def test_each_start_is_noted_with_the_digests_of_what_it_runs_on(kiosk: Kiosk) -> None:
    for _ in range(2):
        before = len(texts_noted(kiosk, NoteKind.SOFTWARE))
        assert kiosk.start(closes_when(partial(is_more, kiosk, before))) == 0
    configuration = sha256(kiosk.table.read_bytes()).hexdigest()
    expected = at_work(rulebook_digest(load_rulebook("sv")), configuration)
    assert [software_of(text) for text in texts_noted(kiosk, NoteKind.SOFTWARE)] == [expected, expected]


def test_software_as_released_is_noted_without_a_warning(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, GOOD)
    assert kiosk.start(closes_when(lambda: texts_noted(kiosk, NoteKind.SOFTWARE_SOUND))) == 0
    assert (
        texts_noted(kiosk, NoteKind.SOFTWARE_SOUND) == [GOOD.text]
        and texts_noted(kiosk, NoteKind.SOFTWARE_CHANGED) == []
    )


def test_a_changed_file_is_a_band_and_an_entry_and_the_table_deals(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, BAD)

    def looks(window: object) -> None:
        assert isinstance(window, TableWindow)
        here = window.people_here
        until(lambda: here.view is not None and here.view.console.software_changed)
        until(lambda: texts_noted(kiosk, NoteKind.SOFTWARE_CHANGED))
        (band,) = (each for each in window.findChildren(Band) if each.isVisible())
        assert band.accessibleName().startswith(words("de").text("band.software"))
        window.close()

    assert kiosk.start(looks) == 0
    assert texts_noted(kiosk, NoteKind.SOFTWARE_CHANGED) == [
        "changed console/table/game/payout.py; signed unsigned"
    ]


def is_more(kiosk: Kiosk, before: int) -> bool:
    return len(texts_noted(kiosk, NoteKind.SOFTWARE)) > before


def refuses(kiosk: Kiosk) -> None:
    kiosk.table.write_text(kiosk.table.read_text("utf-8") + '\n[software]\nchanged = "refuse"\n', "utf-8")


def test_a_table_that_refuses_says_which_files_and_starts_once_they_are_right(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses(kiosk)
    finds(monkeypatch, BAD, GOOD)

    def reads(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        assert words("de").text("software.changed", name="console/table/game/payout.py") in screen.reason
        assert words("de").text("software.refused") in screen.reason
        tries_again(screen)

    assert kiosk.start(reads, closes_when(lambda: texts_noted(kiosk, NoteKind.SOFTWARE_SOUND))) == 0
    assert texts_noted(kiosk, NoteKind.SOFTWARE_CHANGED) == []  # it never was at work with those


def test_a_console_that_goes_on_after_a_refusal_does_not_say_that_it_stops(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager kills a process that reports its stop and is still there 90 seconds later."""
    refuses(kiosk)
    place, heard, answers = kiosk.table.with_name("s"), list[str](), [GOOD, BAD, GOOD, GOOD]

    def is_ready(times: int) -> bool:
        with suppress(BlockingIOError):
            while True:
                heard.extend(manager.recv(4096).decode().splitlines())
        return heard.count("READY=1") >= times

    def check(*_: object, **_also: object) -> SoftwareCheck:
        found = answers.pop(0)
        while not found.good and not is_ready(1):
            time.sleep(0.01)
        return found

    def leaves_by_itself(window: object) -> None:
        assert isinstance(window, TableWindow)
        until(lambda: not window.isVisible())

    monkeypatch.setattr(software_watch, "check_in_process", check)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(place))
        manager.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(place))
        monkeypatch.setenv("WATCHDOG_USEC", "600000000")
        assert kiosk.start(leaves_by_itself, closes_when(lambda: is_ready(2))) == 0
        is_ready(2)
    assert heard.count("STOPPING=1") == 1 and heard[-1] == "STOPPING=1"


def test_changed_software_found_in_play_ends_the_table_between_two_rounds(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses(kiosk)
    finds(monkeypatch, GOOD, BAD)

    def leaves_by_itself(window: object) -> None:
        assert isinstance(window, TableWindow)
        until(lambda: not window.isVisible())

    def reads(screen: object) -> None:
        assert isinstance(screen, TroubleScreen)
        kiosk.seen.append(screen.reason)
        quits(screen)

    assert kiosk.start(leaves_by_itself, reads) == 2
    assert words("de").text("software.refused") in kiosk.seen[0]
    assert texts_noted(kiosk, NoteKind.SOFTWARE_CHANGED) == [BAD.text]
