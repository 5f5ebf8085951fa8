"""Pages that a window asks for are drawn in a process of their own, and in no thread of the window's."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from console.base.words import Words, foreseen, why
from console.supervisor.records import Link, Paper, Part
from console.supervisor.records.documents.paper import Overleaf
from console.supervisor.ui.paper import document, drawing_process
from console.supervisor.ui.paper.drawing_process import NotDrawn, document_pdf, draw_in_process, first_pages
from console.table.ui.kit import Work

PAPER = Paper(
    "ja",
    "報告書",
    ("T7",),
    (
        Part("", "手", ("勝者", "回数"), (("バンカー", 12), (Link("映像", "https://video"), 3))),
        Overleaf("", "印", (), (("署名", ""),)),
    ),
    ("終",),
)

pytestmark = pytest.mark.usefixtures("qapp")


def parts(pdf: bytes) -> list[bytes]:
    """The pages, letters and links in a PDF, sorted: Qt varies their order and numbers each time."""
    return sorted(re.findall(rb"/Type /Page\b|(?<=\+)Noto\w+-\w+|/URI \(.*?\)", pdf))


@pytest.mark.sweep
def test_the_pages_are_those_that_a_command_draws_itself() -> None:
    made = parts(document_pdf(PAPER))
    assert made == parts(document.pdf_of(PAPER))
    assert any(b"https://video" in part for part in made), made


@pytest.mark.sweep
def test_a_document_of_many_rows_is_drawn() -> None:
    """Its text is longer than the 64 KiB that a pipe holds while nobody reads it."""
    rows = tuple((f"round {number}", f"{number} cards") for number in range(3_000))
    long = replace(PAPER, parts=(Part("", "", ("", ""), rows),))
    assert len(pickle.dumps(long)) > 2**16
    assert first_pages(long, 1)


@pytest.mark.sweep
def test_the_pictures_are_of_the_first_pages() -> None:
    assert first_pages(PAPER, 1) == document.page_pictures(PAPER, 2)[:1]
    assert len(first_pages(PAPER, 5)) == 2


@pytest.mark.parametrize(
    "draw",
    [document.pdf_of, document.page_images],
    ids=lambda draw: f"{draw.__module__}.{draw.__name__}",
)
def test_no_thread_but_the_windows_draws_pages(draw: object) -> None:
    given = (PAPER, 1) if draw is document.page_images else (PAPER,)
    with ThreadPoolExecutor(1) as threads, pytest.raises(RuntimeError, match="in a process of their own"):
        threads.submit(draw, *given).result()  # type: ignore[arg-type]


def test_an_error_within_the_process_is_raised_with_its_words() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        draw_in_process(divmod, 1, 0)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("draw", "arguments", "reason"),
    [
        (os._exit, (7,), "ended with 7"),
        (signal.raise_signal, (signal.SIGKILL,), "ended with -9"),
        (os._exit, (0,), "no whole result"),
    ],
    ids=["without a word", "by the computer", "as if all were well"],
)
def test_a_process_that_ends_without_pages_has_words_for_the_person_who_waits(
    draw: Callable[..., object], arguments: tuple[object, ...], reason: str
) -> None:
    with pytest.raises(NotDrawn, match=reason) as caught:
        draw_in_process(draw, *arguments)
    assert foreseen(caught.value)
    assert why(caught.value, Words("en")).startswith("The process that makes the pages ended early")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that draw, as they are begun."""
    found = []

    def begin(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
        found.append(process := popen(*given, **named))
        return process

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", begin)
    return found


def test_a_process_that_stands_still_is_ended(
    monkeypatch: pytest.MonkeyPatch, begun: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setattr(drawing_process, "LIMIT", 0.2)
    with pytest.raises(NotDrawn, match="not drawn after"):
        draw_in_process(time.sleep, 100)
    assert [process.poll() for process in begun] == [-signal.SIGKILL]


def test_a_drawing_process_ends_when_its_screen_stops_waiting(
    qtbot: QtBot, begun: list[subprocess.Popen[bytes]]
) -> None:
    screen = QObject()
    waits = Work(screen, failed=lambda error: pytest.fail(str(error)))
    waits.begin(waits.of(lambda _: draw_in_process(time.sleep, 100)))
    qtbot.waitUntil(lambda: len(begun) == 1)
    waits.stop()
    qtbot.waitUntil(lambda: begun[0].returncode == -signal.SIGKILL)
