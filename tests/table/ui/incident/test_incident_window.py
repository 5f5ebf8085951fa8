"""A real table in its window: a dealer taps that a card fell, the pit boss answers, the round is void."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import Button
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import painted
from tests.table.ui.window.test_table_window import play_to, sign_out_the_pit_boss

MOST_PRESSES = 4
"""From the tile to the authorised outcome, the PIN apart."""


def touch(work: AtWork, target: Any) -> Any:
    work.clock.advance(0.5)
    return work.after(lambda: QTest.mouseClick(target, Qt.MouseButton.LeftButton))


def paint_every_language(work: AtWork) -> None:
    """Paint the screen in every language, at the end in the one that it had."""
    own = LANGUAGES.index(work.window.words.language) + 1
    for language in (*LANGUAGES[own:], *LANGUAGES[:own]):
        work.window.speak(language)
        painted()


def test_a_fallen_card_voids_the_round_and_the_next_coup_is_dealt(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-BAC-18b in four presses from the tile, the PIN apart; each page of it in every language."""
    with at_work(qtbot, tmp_path, rules="lt", language="ja", ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        sign_out_the_pit_boss(work)
        incident, presses = work.window.dealer.incident, 0
        assert touch(work, work.window.dealer.bar.wrong).phase == "halted"
        paint_every_language(work)
        kinds, shown = incident.zone.kinds, work.window.people_here.view
        assert shown is not None
        at = kinds.page_kinds(shown).index("card_fell")
        touch(work, kinds.tiles[at])
        paint_every_language(work)
        touch(work, incident.zone.facts.answer_tiles[0])
        touch(work, incident.zone.facts.answer_tiles[1])
        presses += 3
        assert incident.dialog.stage is Stage.OUTCOME
        paint_every_language(work)
        assert work.view.incident is not None and work.view.incident.clause == "LT-BAC-18b"
        touch_to_sign_in(work)
        view = touch(work, incident.bar.primary)
        presses += 1
        assert presses <= MOST_PRESSES
        assert (view.round.status, view.bets, view.prompt.action) == ("void", "refunded", "put_back")
        paint_every_language(work)
        assert work.enter().phase == "collecting"
        play_to(work, "dealing", "deal")
        dealt = work.draw().round
        assert dealt is not None and dealt.status == "open"


def touch_to_sign_in(work: AtWork) -> None:
    """The dealer calls the pit boss to the screen, who enters the PIN."""
    work.clock.advance(0.5)
    QTest.mouseClick(work.window.dealer.incident.bar.primary, Qt.MouseButton.LeftButton)
    work.sign_in("P1")


def test_nothing_wrong_goes_on_where_it_was(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, rules="lt", ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        sign_out_the_pit_boss(work)
        before = work.view.prompt
        touch(work, work.window.dealer.bar.wrong)
        work.clock.advance(0.5)
        QTest.mouseClick(work.window.dealer.incident.bar.withdraw, Qt.MouseButton.LeftButton)
        withdraw = work.window.dealer.presses.confirmation.findChildren(Button)[-1]
        view = work.after(lambda: touch(work, withdraw))
        assert (view.accepted, view.phase, view.prompt) == (True, "dealing", before)


def test_a_report_that_a_card_followed_is_withdrawn_by_a_pit_boss(qtbot: QtBot, tmp_path: Path) -> None:
    """Alone, a dealer could leave out a card that was seen and deal the next one in its place (BAC-4.1)."""
    with at_work(qtbot, tmp_path, rules="lt", ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        sign_out_the_pit_boss(work)
        bar = work.window.dealer.incident.bar
        touch(work, work.window.dealer.bar.wrong)
        assert not bar.withdraw.isHidden()
        assert work.after(work.shoe.draw).refused == "halted"
        painted()
        assert bar.withdraw.isHidden() and not bar.call.isHidden()
        QTest.keyClick(work.window.dealer, Qt.Key.Key_F4)
        work.sign_in("P1")
        painted()
        assert not bar.withdraw.isHidden()
