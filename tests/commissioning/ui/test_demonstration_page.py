"""The first screen of a simulated table offers the demonstration, which goes through and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.commissioning.demonstration import SECTIONS, device_proofs, sample_paper
from console.commissioning.ui.demonstration_page import DemonstrationPage
from console.supervisor.records import Proof, Section, Verdict
from console.supervisor.ui.paper import first_pages
from console.table.core import SystemClock
from console.table.ui.window import FirstScreen, ask_first
from tests.commissioning.certificates import certificate
from tests.commissioning.proving import ProofsOnCall
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import painted

STEPS: tuple[Section | Proof, ...] = (Section.DEVICES, *device_proofs("baccarat"), Section.RULES)


@pytest.fixture
def work(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    """A simulated table at which nobody is yet."""
    with at_work(qtbot, tmp_path) as work:
        yield work


def chosen_demonstration(work: AtWork, run: ProofsOnCall) -> tuple[FirstScreen, DemonstrationPage]:
    """The first screen, and the demonstration once it was chosen there."""
    made: list[DemonstrationPage] = []

    def page(window: object) -> DemonstrationPage:
        words = work.window.words
        made.append(
            DemonstrationPage(
                words,
                SystemClock(),
                SECTIONS,
                begin=lambda: run,
                sample=lambda proofs, words: first_pages(sample_paper(certificate(*proofs), words), 1),
                parent=work.window,
            )
        )
        return made[0]

    screen = ask_first(work.window, work.console.bridge, work.console.line.send_line, page)
    assert screen is not None
    QTest.qWait(450)  # its guard has a real clock
    QTest.mouseClick(screen.demonstrate, Qt.MouseButton.LeftButton)
    return screen, made[0]


@pytest.mark.sweep
def test_the_fault_is_found_the_sample_is_read_and_nothing_is_recorded(work: AtWork) -> None:
    run, words = ProofsOnCall(STEPS), work.window.words
    screen, page = chosen_demonstration(work, run)
    assert page.isVisible() and page.size() == screen.size()
    painted()
    QTest.mouseClick(page.primary, Qt.MouseButton.LeftButton)
    run.let(len(STEPS) + 1)
    work.until(lambda: page.is_over)
    verdicts = [proof.verdict for proof in page.proofs_to_read]
    assert verdicts[0] is Verdict.FAILED and verdicts.count(Verdict.FAILED) == 1, "the fault that was planted"
    assert page.beneath == words.text("commissioning.demonstration.over")
    work.until(lambda: page.primary_label == words.text("commissioning.demonstration.show"))
    painted()
    QTest.mouseClick(page.primary, Qt.MouseButton.LeftButton)
    work.until(lambda: bool(page.pages))
    assert page.title == words.text("commissioning.demonstration.sample")
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.isHidden() and screen.isVisible()
    assert work.shown.table.commissioned is None
    assert not list(work.console.config.journal.parent.glob("commissioning*"))


@pytest.mark.sweep
def test_a_stopped_one_starts_over(work: AtWork) -> None:
    run = ProofsOnCall(STEPS)
    _, page = chosen_demonstration(work, run)
    painted()
    QTest.mouseClick(page.primary, Qt.MouseButton.LeftButton)
    run.let(2)
    work.until(lambda: bool(page.run.begun))
    QTest.mouseClick(page.progress.stop, Qt.MouseButton.LeftButton)
    work.until(lambda: run.stopped)
    assert not page.run.begun and page.primary_label == work.window.words.text(
        "commissioning.demonstration.begin"
    )


def test_without_a_demonstration_its_key_is_hidden(work: AtWork) -> None:
    screen = ask_first(work.window, work.console.bridge, work.console.line.send_line)
    assert screen is not None and screen.demonstrate.isHidden()


def test_its_bar_offers_no_menu_and_f10_is_no_key_of_it(work: AtWork) -> None:
    """Nobody is there whose menu it could be: the key in the bar did nothing."""
    _, page = chosen_demonstration(work, ProofsOnCall(STEPS))
    assert page.isVisible() and page.bar.name.isHidden()
    keys = dict(page.key_rows(page.words))
    assert "F10" not in keys and "F9" in keys
