"""A bug planted wherever one can come up: it is recorded with its trace and shown, and play goes on."""

from __future__ import annotations

import logging
import os
import stat
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from console.base.errors import keep_log, logs, report_uncaught
from console.base.errors.error_log import FILE, LARGEST
from console.table.config import STAND_IN, LinkConfig
from console.table.core import NoteKind, Session, Station, of_health
from console.table.core.running.timers import BetTimer
from console.table.devices import DeviceRole
from console.table.journal import review
from console.table.ui.kit import Work, begin
from console.table.ui.kit.work import in_thread
from tests.table.ui.harness.at_work import AtWork, at_work


class Planted(Exception):
    """A bug that nobody could foresee."""


def raises(*_: Any, **__: Any) -> Any:
    raise Planted("on purpose")


def once(real: Callable[..., Any]) -> Callable[..., Any]:
    """A function that fails the first time it is called, and no more."""
    calls = [raises, real]

    def either(*given: Any, **named: Any) -> Any:
        return (calls.pop(0) if len(calls) > 1 else calls[0])(*given, **named)

    return either


def notes(folder: Path, what: str) -> list[str]:
    """The texts of what the console noted of itself."""
    with review(folder / "journal.db") as found:
        noted = [each.event for each in found.entries(0) if each.kind == "noted"]
    return [event.decode() for event in noted if f'"{what}"'.encode() in event]


def has_banner(work: AtWork) -> bool:
    """Whether the screen says now that something unforeseen happened."""
    return (
        work.window.people_here.view is not None
        and work.window.people_here.view.console.bug
        and work.window.dealer.band.isVisible()
    )


def shown_and_recorded(work: AtWork, folder: Path, banners: list[bool]) -> None:
    """The banner came, the trace is in the journal, and the table takes what is pressed next."""
    work.until(lambda: bool(banners))
    assert banners[0]
    work.until(lambda: any("Planted" in trace and "Traceback" in trace for trace in notes(folder, "bug")))
    for _ in range(3):
        before = work.view.entry
        work.follow()
        assert work.view.entry > before
    work.until(lambda: not has_banner(work))


Place = Callable[[AtWork, pytest.MonkeyPatch], None]


def in_the_table(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "take", once(Session.take))
    work.console.station.submit(b'{"do":"say","by":"D1","text":"kept"}')


def beside_the_table(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BetTimer, "watch", once(BetTimer.watch))
    work.console.station.note(NoteKind.LOCKED)


def in_what_is_shown(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(work.console.station, "_on_shown", once(work.console.station._on_shown))
    work.console.station.note(NoteKind.LOCKED)


def in_the_clock(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    station = work.console.station
    patch.setattr(station, "_patience", once(station._patience))
    station.note(NoteKind.LOCKED)


NO_READING = b"\x05\xff"
"""Bytes that the shoe never sends by itself."""


def in_a_decoder(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    """Plant the bug in the shoe's decoder: its own greeting in between is taken as ever."""
    for name in ("has_reading", "receive"):
        real = getattr(Session, name)
        fails = once(real)

        def of_these(
            session: Session, role: DeviceRole, sent: bytes, real: Any = real, fails: Any = fails, **how: bool
        ) -> Any:
            return (fails if NO_READING in sent else real)(session, role, sent, **how)

        patch.setattr(Session, name, of_these)
    work.console.station.receive(DeviceRole.SHOE, NO_READING)


def in_the_window(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    QTimer.singleShot(0, work.window, raises)


def in_a_paint(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(work.window.dealer.status, "paint", once(work.window.dealer.status.paint))
    work.window.dealer.status.update()


def in_a_layout(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    dealer = work.window.dealer
    patch.setattr(dealer, "arrange", once(dealer.arrange))
    work.window.resize(work.window.width() + 8, work.window.height())


def in_another_thread(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    threading.Thread(target=raises, name="seal key").start()


def where_none_can_be_raised(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    class Goes:
        def __del__(self) -> None:
            raise Planted("as it went")

    Goes()


def in_a_worker(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    begin(in_thread(lambda _: raises()))


def in_a_coroutine(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    async def raising() -> None:
        raises()

    begin(raising())


def in_what_a_screen_waits_for(work: AtWork, patch: pytest.MonkeyPatch) -> None:
    Work(work.window, print).begin(in_thread(lambda _: raises()))


PLACES: tuple[Place, ...] = (
    in_the_table,
    beside_the_table,
    in_what_is_shown,
    in_the_clock,
    in_a_decoder,
    in_the_window,
    in_a_paint,
    in_a_layout,
    in_another_thread,
    where_none_can_be_raised,
    in_a_worker,
    in_a_coroutine,
    in_what_a_screen_waits_for,
)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("plant", PLACES, ids=lambda plant: plant.__name__)
def test_a_bug_is_recorded_and_shown_and_the_table_goes_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Place
) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.until(lambda: bool(notes(tmp_path, "device_connected")))
        while work.due != "check_shoe":
            work.follow()
        banners: list[bool] = []
        work.console.bridge.failed.connect(lambda error: banners.append(has_banner(work)))
        plant(work, monkeypatch)
        shown_and_recorded(work, tmp_path, banners)


def test_lines_and_bytes_that_a_bug_stopped_are_noted_in_the_journal(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(qtbot, tmp_path) as work:
        in_the_table(work, monkeypatch)
        kept = partial(notes, tmp_path, NoteKind.NOT_TAKEN)
        work.until(lambda: any("kept" in note for note in kept()), "the line in a note")
        in_a_decoder(work, monkeypatch)
        work.until(lambda: any("05ff" in note for note in kept()), "the bytes in a note")


@pytest.mark.sweep
def test_a_bug_as_a_devices_bytes_are_handed_over_costs_no_link(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(qtbot, tmp_path) as work:
        while work.view.phase != "betting":
            work.follow()
        monkeypatch.setattr("console.app.console_at_table.of_health", once(of_health))
        work.device.unplug()
        work.until(lambda: any("Planted" in trace for trace in notes(tmp_path, "bug")), "the bug's note")
        work.device.plug_in()
        work.until(lambda: len(notes(tmp_path, "device_connected")) == 2, "the device connected again")


@pytest.mark.sweep
def test_a_bug_in_the_link_costs_a_connection_and_no_link(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(qtbot, tmp_path, link=LinkConfig(STAND_IN)) as work:
        link = work.console.link
        assert link is not None
        work.until(lambda: link.is_connected)
        monkeypatch.setattr(link, "_spoken", once(link._spoken))
        work.console.station.submit(b'{"do":"view"}')
        work.until(lambda: any("Planted" in trace for trace in notes(tmp_path, "bug")), "the bug's note")
        while work.view.bets != "open":
            work.follow() if work.view.prompt.actor != "system" else work.after(lambda: None)


@pytest.mark.sweep
def test_a_bug_that_comes_with_every_view_and_other_words_is_recorded_once(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each note brings a view, and each view the bug: they would fill the disk."""
    with at_work(qtbot, tmp_path) as work:
        shown = list[int]()

        def fails(view: Any, *_: Any) -> None:
            shown.append(view.view.entry)
            raise Planted(f"at entry {view.view.entry}, by {object()}")

        def differs(*_: Any) -> None:
            raise Planted(f"another one, by {object()}")

        with monkeypatch.context() as patch:
            patch.setattr(work.window.pit, "show_view", fails)
            patch.setattr(work.window.pit, "tick", differs)
            work.until(lambda: len(shown) > 30)
        assert 2 <= len(notes(tmp_path, "bug")) <= 8, "one for each way on which it comes up"
        work.until(lambda: bool(work.window.people_here.view and work.window.people_here.view.console.bug))


def test_a_bug_that_comes_without_end_leaves_a_table_that_can_be_stopped(tmp_path: Path) -> None:
    from tests.table.core.tables import Clockwork, Driven

    failed: list[Exception] = []
    station = Station(Driven("sv").session, Clockwork(), lambda shown: None, failed.append)
    station.start()
    station._show_view = raises  # type: ignore[method-assign]
    for _ in range(3):
        station.submit(b'{"do":"view"}')
    station.stop()
    assert [type(error) for error in failed] == [Planted] * 3


def test_a_bug_in_drive_is_recorded_and_answered_and_the_next_line_is_taken(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import io

    import msgspec

    from console.table.commands.drive import drive
    from tests.table.core.tables import Driven, words

    driven, out = Driven("sv"), io.BytesIO()
    monkeypatch.setattr(driven.session, "take", once(driven.session.take))
    drive(driven.session, words("en"), words("sv"), io.BytesIO(b'{"do":"view"}\n{"do":"view"}\n'), out)
    first, second = (msgspec.json.decode(line) for line in out.getvalue().splitlines())
    assert (first["refused"], second["refused"]) == ("bug", None)
    assert "program" in first["why"] and first["entry"] == 1, "the trace is an entry, and no disk failed"
    assert b"Planted" in driven.kept.entries[0].event


def test_the_hooks_are_put_back_and_a_window_that_has_gone_is_no_bug(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook

    def gone(error: Exception) -> None:
        raise RuntimeError("Internal C++ object already deleted")

    with report_uncaught(gone):
        sys.excepthook(Planted, Planted("late"), None)
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
    assert "late" in caplog.text


def test_the_log_is_the_users_alone_and_no_longer_than_it_may_be(tmp_path: Path) -> None:
    before = os.umask(0)
    kept = keep_log(tmp_path / "own" / "log")
    try:
        assert kept is not None
        for number in range(30):
            message = f"{number} {'x' * (LARGEST // 10)}"
            kept.emit(logging.LogRecord("tests", logging.ERROR, "", 0, message, None, None))
        found = logs(tmp_path / "own" / "log")
        assert [path.name for path in found] == [f"{FILE}.1", FILE]
        assert all(path.stat().st_size <= LARGEST for path in found)
        assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
    finally:
        os.umask(before)
        if kept is not None:
            logging.getLogger().removeHandler(kept)
            kept.close()


def test_a_log_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file is in the way", "utf-8")
    assert keep_log(tmp_path / "log") is None
