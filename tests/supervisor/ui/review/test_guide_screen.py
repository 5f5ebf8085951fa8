"""The house's guides from the review's menu: role, language and rulebook are chosen, and the PDF is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.plain_text import WriteTarget
from console.base.words import why
from console.supervisor.guide.edition import House, words_of_file
from console.supervisor.records.documents.paper import PaperForm
from console.supervisor.review import GuideChoice, JournalReads, Paperwork
from console.supervisor.ui.paper import guide_pdf
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review.guide_screen import GuideScreen
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import Role, SetClock
from console.table.journal import Filter
from console.table.ui.kit import ChoiceKey
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import MADE, NAMES
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, night
from tests.table.ui.harness.menu_rows import menu_row


@pytest.fixture
def screens(qtbot: QtBot, tmp_path: Path) -> Iterator[ReviewScreens]:
    inquiries = inquiries_of(night())
    makes = Paperwork((night(),), NAMES, lambda: MADE, folder=tmp_path, draw=document_pdf, guide=guide_pdf)
    made = ReviewScreens(inquiries, makes, words("en"), SetClock())
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.begin(SUPERVISOR, lambda _: ("7",), close="menu.quit")
    made.show()
    yield made
    inquiries.stop()


@pytest.fixture
def page(qtbot: QtBot, screens: ReviewScreens) -> GuideScreen:
    screens.open_menu()
    menu_row(screens.menu, words("en").text("guide.page")).click()
    page = screens.pages[GuideScreen]
    assert isinstance(page, GuideScreen) and page.isVisible()
    qtbot.waitUntil(lambda: not page.work.busy)
    return page


def choose(page: GuideScreen, code: str) -> None:
    (key,) = [
        key for key in page.findChildren(ChoiceKey) if key.code == code and "Rulebook" not in named(key)
    ]
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    assert key.isChecked()


def named(key: ChoiceKey) -> str:
    return key.accessibleName()


def test_the_journals_own_rulebook_is_chosen_first(page: GuideScreen) -> None:
    assert page.choice.rules == "lt"
    chosen = [named(key) for key in page.findChildren(ChoiceKey) if key.isChecked()]
    assert chosen == [
        "For: Pit boss",
        "Language: English",
        "Rulebook: Lithuanian rules",
        "Paper: A5, one page",
    ]
    papers = [named(key) for key in page.findChildren(ChoiceKey) if named(key).startswith("Paper")]
    assert papers == ["Paper: A5, one page", "Paper: A4, two pages"]
    assert (page.title, page.beneath.partition(".")[0]) == ("Guides to print", "Made from the rulebook")
    assert page.primary.text() == "Save as PDF"


@pytest.mark.parametrize("show", ["show_card_sets", "show_guides", "show_seal", "show_wheel"])
def test_the_logs_heading_above_a_page_follows_the_language(screens: ReviewScreens, show: str) -> None:
    screens.begin(SUPERVISOR, lambda said: (said.text("guide.page"),), close="menu.quit")
    getattr(screens, show)()
    (page,) = screens.pages.values()
    screens.speak("de")
    assert page.about == (words("de").text("guide.page"),)


@pytest.mark.parametrize(
    ("show", "back"),
    [
        *((show, "report") for show in ("show_card_sets", "show_wheel")),
        *((show, "log") for show in ("show_guides", "show_seal")),
    ],
)
def test_a_page_of_figures_leads_back_to_the_report_and_others_to_the_log(
    screens: ReviewScreens, show: str, back: str
) -> None:
    getattr(screens, show)()
    (page,) = screens.pages.values()
    page.left.emit()
    shown = screens.report if back == "report" else screens.log
    assert shown is not None and shown.isVisible() and not page.isVisible()


def test_another_search_drops_the_questions_about_the_rows_before() -> None:
    inquiries = JournalInquiries(lambda: JournalReads((night(),)))
    for name in ("rows 1", "number_at", "glance"):
        inquiries.ask(name, lambda _: None, lambda _: None)
    inquiries.look_for(Filter())
    assert [*inquiries._asked] == ["glance", "look_for"]


@pytest.mark.sweep
def test_the_chosen_guide_is_saved_while_the_window_goes_on(
    qtbot: QtBot, screens: ReviewScreens, page: GuideScreen, tmp_path: Path
) -> None:
    choose(page, Role.SUPERVISOR)
    choose(page, "is")
    choose(page, PaperForm.TWO_UP)
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert screens.save.isVisible()
    screens.save.primary.click()
    assert page.progress.isVisible() and page.progress.text.startswith("Making the guide: ")
    qtbot.waitUntil(lambda: not page.work.busy, timeout=60_000)
    (file,) = tmp_path.iterdir()
    assert page.message == f"Written: {file.name}" == "Written: guide-supervisor-lt-is.pdf"
    assert b"/MediaBox [0 0 842.000000 595.000000]" in file.read_bytes()
    written = words_of_file(file)
    assert (written.role, written.language) == (Role.SUPERVISOR, "is")
    assert written.edition == House.installed("lt").edition(Role.SUPERVISOR, "is", drawn=False).digest


def test_a_guide_made_after_midnight_bears_the_day_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Vilnius")
    time.tzset()
    made = list[datetime]()

    def guide(chosen: GuideChoice, at: datetime) -> bytes:
        made.append(at)
        return b""

    late = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
    papers = Paperwork((night(),), NAMES, lambda: late, draw=document_pdf, guide=guide)
    chosen = GuideChoice("lt", Role.DEALER, "lt")
    papers.write_guide(chosen, WriteTarget(tmp_path / "guide.pdf"), lambda _: True)
    monkeypatch.undo()
    time.tzset()
    assert [f"{at:%Y-%m-%d}" for at in made] == ["2026-03-03"]


def test_no_part_of_a_stopped_guide_stays(
    qtbot: QtBot, screens: ReviewScreens, page: GuideScreen, tmp_path: Path
) -> None:
    page.press()
    screens.save.primary.click()
    page.progress.stop.click()
    assert page.message == "Stopped" and not page.work.busy
    assert not list(tmp_path.iterdir())


def test_a_pages_message_is_said_in_the_language_that_is_chosen_meanwhile(page: GuideScreen) -> None:
    error = PermissionError(13, "no")
    for say, key, slots in (
        (partial(page.say, "shift.written", file="a.pdf"), "shift.written", {"file": "a.pdf"}),
        (partial(page.say_why, "shift.not_written", error), "shift.not_written", {}),
    ):
        for language in ("en", "ja", "lt"):
            page.set_words(words(language))
            if language == "en":
                say()
            named = slots or {"why": why(error, words(language))}
            assert page.message == words(language).text(key, **named)
