"""The seal at the table's own journal: one press and a PIN; on a copy there is no such key."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.ui.review.report.seal_screen import HeadDigits, SealScreen, groups_of, with_heads
from console.table.core import Role, SetClock
from console.table.journal.proof.keys import NotPrivate
from console.table.people import people
from console.table.ui.kit import Label, ScrolledPanel
from console.table.ui.page import TableActs
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import PERSONS, SUPERVISOR
from tests.table.ui.harness.straight import StraightLine


class SealingTable(TableActs):
    """A table that says at once what came of sealing."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(StraightLine(), people("en"), seal=lambda who: error)
        self.error, self.asked = error, list[str]()

    async def seal(self, who: str) -> Exception | None:
        self.asked.append(who)
        return self.error


def seal_screen(qtbot: QtBot, acts: TableActs | None, language: str = "en") -> SealScreen:
    screen = SealScreen(work(), words(language), SetClock(), acts=acts)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    screen.begin()
    screen.show()
    qtbot.waitUntil(lambda: screen.known is not None and not screen.work.busy)
    return screen


def sealed_by(screen: SealScreen) -> None:
    QTest.mouseClick(screen.seal, Qt.MouseButton.LeftButton)
    assert screen.sign_in is not None and screen.sign_in.isVisible()
    screen.sign_in.verified.emit(PERSONS["S1"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_press_and_a_pin_seal_the_journal(qtbot: QtBot, language: str) -> None:
    acts = SealingTable()
    screen = seal_screen(qtbot, acts, language)
    sealed_by(screen)
    qtbot.waitUntil(lambda: bool(screen.message))
    assert acts.asked == ["S1"]
    assert screen.message == words(language).text("sealed.made", name="Ingrid B.")


def test_a_seal_that_can_not_be_made_says_why(qtbot: QtBot) -> None:
    error = NotPrivate(Path("seal.key"))
    screen = seal_screen(qtbot, SealingTable(error))
    sealed_by(screen)
    qtbot.waitUntil(lambda: bool(screen.message))
    assert screen.message == f"Not sealed: {words('en').text(error.key, **error.slots)}"


def test_only_a_supervisor_is_asked_for(qtbot: QtBot) -> None:
    acts = SealingTable()
    screen = seal_screen(qtbot, acts)
    QTest.mouseClick(screen.seal, Qt.MouseButton.LeftButton)
    assert screen.sign_in is not None
    for other in (given for given in acts.people.practice_people if given.person.role is not Role.SUPERVISOR):
        for text in (other.person.id, other.pin):
            QTest.keyClicks(screen.sign_in, text)
            QTest.keyClick(screen.sign_in, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: screen.sign_in is not None and not screen.sign_in.is_verifying)
        assert screen.sign_in.isVisible()
    assert not acts.asked


@pytest.mark.parametrize("acts", [None, TableActs], ids=["a copy", "a table that is not sealed"])
def test_without_seals_the_key_to_seal_is_hidden(qtbot: QtBot, acts: type[TableActs] | None) -> None:
    screen = seal_screen(qtbot, acts(StraightLine(), people("en")) if acts is not None else None)
    assert screen.seal.isHidden()


def test_a_head_is_a_part_of_its_own_in_four_groups_of_sixteen(qtbot: QtBot) -> None:
    digits = "0f" * 32
    assert [len(group) for group in groups_of(digits)] == [16] * 4
    parts = with_heads(f"night.db: 3808 entries. Its head: {digits}.")
    qtbot.addWidget(parts)
    assert [label.text() for label in parts.findChildren(Label)] == ["night.db: 3808 entries. Its head:"]
    (head,) = parts.findChildren(HeadDigits)
    assert head.accessibleName().replace(" ", "") == digits
    parts.resize(560, 200)
    parts.set_unit(1.0)
    parts.show()
    picture = head.grab().toImage()
    ground = picture.pixel(picture.width() - 1, picture.height() - 1)
    across, down = range(picture.width()), range(picture.height())
    written = [(x, y) for x in across for y in down if picture.pixel(x, y) != ground]
    assert max(x for x, _ in written) < 400 and max(y for _, y in written) < picture.height() - 2


def test_the_check_of_many_journals_can_be_read_to_its_end(qtbot: QtBot) -> None:
    screen = seal_screen(qtbot, None)
    assert screen.known is not None
    screen.show_known(replace(screen.known, proves=(f"night.db: {'0f' * 32}",) * 20), checked=True)
    body = screen.body
    assert body is not None
    last, found = body.findChildren(HeadDigits)[-1], body.findChildren(ScrolledPanel)[0]
    qtbot.waitUntil(lambda: found.focusPolicy() is Qt.FocusPolicy.TabFocus)
    assert last.visibleRegion().isEmpty()
    for _ in range(6):
        QTest.keyClick(found, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: last.visibleRegion().boundingRect() == last.rect())


@pytest.mark.parametrize("asked", ["cancelled", "verified"])
def test_esc_leads_back_after_a_pin_was_asked_for(qtbot: QtBot, asked: str) -> None:
    screen = seal_screen(qtbot, SealingTable())
    left: list[None] = []
    screen.left.connect(lambda: left.append(None))
    QTest.mouseClick(screen.seal, Qt.MouseButton.LeftButton)
    assert screen.sign_in is not None
    if asked == "cancelled":
        QTest.keyClick(screen.sign_in, Qt.Key.Key_Escape)
    else:
        screen.sign_in.verified.emit(PERSONS["S1"])
        qtbot.waitUntil(lambda: bool(screen.message) and not screen.work.busy)
    assert not screen.sign_in.isVisible()
    assert not left
    holder = screen.window().focusWidget()
    assert holder is screen, "else the keys come to whatever lies beneath"
    QTest.keyClick(holder, Qt.Key.Key_Escape)
    assert left


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_window_of_the_review_asks_for_a_command(language: str) -> None:
    """A reader at a table has no command line."""
    shown_there = (
        "review.detail.",
        "sealed.",
        "shift.",
        "give.",
        "amend.",
        "journal.verify.any_key.on_screen",
    )
    for prefix in shown_there:
        phrases = list(words(language).phrases(prefix))
        assert phrases, prefix
        for key, phrase in phrases:
            for sign in ("`", "{command}", "--", "dealer-console", "floor verify"):
                assert sign not in phrase, (prefix, key)


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_check_names_no_command_either(qtbot: QtBot, language: str) -> None:
    screen = seal_screen(qtbot, SealingTable(), language)
    screen.press()
    qtbot.waitUntil(lambda: screen.checked)
    assert screen.known is not None
    for sentence in (*screen.known.limits, *screen.known.proves):
        assert "`" not in sentence and "dealer-console" not in sentence, sentence
