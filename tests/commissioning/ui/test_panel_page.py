"""The panel's check at a table: edges, signs, touch points, keys, sound, each answered as a person does."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.commissioning.proofs.panel_proofs import TouchPoint
from console.commissioning.ui.panel.panel_page import PanelPage, Sound
from console.commissioning.ui.panel.panel_steps import (
    CAPS,
    BadgeHolds,
    Cap,
    KeyboardKeys,
    LanguageSigns,
    TouchPoints,
    lacking,
    signs_of,
)
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.ui.kit import theme
from tests.commissioning.proving import go_to
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press, proved, sign
from tests.table.ui.harness.at_work import AtWork, at_work


def looked_at(work: AtWork, step: type) -> tuple[PanelPage, list[Proof]]:
    """The panel's check at one of its steps, and what its steps come to from there."""
    on_call(work)
    screen = open_desk(work).screen
    press(work, screen.look)
    came: list[Proof] = []
    panel = screen.operator_panel
    go_to(panel, step)
    panel.proved.connect(came.extend)
    return panel, came


def press_cap(work: AtWork, panel: PanelPage, cap: Cap) -> None:
    """A key, as far from the last one as a finger types: faster ones are a badge's."""
    work.clock.advance(0.4)
    QTest.keyClick(panel, cap.key)


def hold_badge(work: AtWork, panel: PanelPage, signs: str, apart: int) -> None:
    """A badge, by a reader that types a sign each ``apart`` milliseconds, and Enter."""
    work.clock.advance(1)
    for typed in signs:
        work.clock.advance(apart / 1000)
        QTest.keyClick(panel, Qt.Key(ord(typed)))
    work.clock.advance(apart / 1000)
    QTest.keyClick(panel, Qt.Key.Key_Return)


def touch(step: TouchPoints, place: TouchPoint, beside: int = 0) -> None:
    at = (step.middle_of(place) * step.u).toPoint() + QPoint(0, beside)
    QTest.mouseClick(step, Qt.MouseButton.LeftButton, pos=at)


@pytest.mark.sweep
def test_the_whole_check_puts_a_persons_answers_in_the_certificate(work: AtWork) -> None:
    commissioning = on_call(work)
    desk = open_desk(work)
    screen = desk.screen
    press(work, screen.look)
    panel, came = screen.operator_panel, list[Proof]()
    panel.proved.connect(came.extend)
    press(work, panel.primary)  # all four edges; there is no second screen here
    assert isinstance(panel.step, LanguageSigns)
    press(work, panel.primary)
    step = panel.step
    assert isinstance(step, TouchPoints) and step.size() == work.window.size()
    for place in TouchPoint:
        touch(step, place)
    for cap in CAPS:
        press_cap(work, panel, cap)
    work.until(lambda: isinstance(panel.step, BadgeHolds))
    for _ in range(5):
        hold_badge(work, panel, "0071234567", 8)
    work.until(lambda: isinstance(panel.step, Sound))
    press(work, panel.primary)
    assert panel.isHidden() and screen.message == work.window.words.text("commissioning.panel.through")
    made = {proof.name: proof for proof in came}
    assert len(made) == len(TouchPoint) + 6
    assert {
        proof.verdict
        for name, proof in made.items()
        if name not in ("machine display", "machine second screen")
    } == {Verdict.PROVED}
    commissioning.proofs = tuple(came)
    proved(work, desk)
    assert screen.course.certificate is not None
    assert {proof.name for proof in screen.course.certificate.proofs} == {*made, "link link", "floor floor"}


@pytest.mark.sweep
def test_a_look_at_the_panel_after_the_proofs_replaces_the_missing_one(work: AtWork) -> None:
    from console.commissioning.proofs.panel_proofs import not_looked_at

    on_call(work).proofs = tuple(not_looked_at())
    desk = open_desk(work)
    proved(work, desk)
    screen = desk.screen
    assert len(screen.proofs_to_read) == len(TouchPoint) + 8  # the other note: neither game server nor floor
    press(work, screen.look)
    go_to(screen.operator_panel, Sound)
    press(work, screen.operator_panel.others[0])  # not heard
    assert [proof.name for proof in screen.proofs_to_read if proof.verdict is Verdict.FAILED] == [
        "machine sound"
    ]
    assert screen.course.certificate is not None and not screen.course.certificate.holds
    assert screen.primary_label == work.window.words.text("commissioning.window.again"), "nobody signs that"
    assert screen.message == work.window.words.text("commissioning.not_signed")
    press(work, screen.look)
    go_to(screen.operator_panel, Sound)
    press(work, screen.operator_panel.primary)
    assert screen.course.certificate.holds
    sign(work, desk, "T1")
    assert screen.look.isHidden(), "a signed question is not asked again"


def test_a_touch_beside_its_mark_fails_that_mark_alone(work: AtWork) -> None:
    """It may miss by 24 units, half of the smallest key."""
    panel, came = looked_at(work, TouchPoints)
    step = panel.step
    assert isinstance(step, TouchPoints)
    most = int(24 * step.u)
    for place in TouchPoint:
        touch(step, place, beside=-most - 1 if place is TouchPoint.LOWER_RIGHT else most)
    failed = [proof.name for proof in came if proof.verdict is Verdict.FAILED]
    assert failed == [f"machine touch {TouchPoint.LOWER_RIGHT}"]
    assert {proof.figures["off_px"] for proof in came} == {most, most + 1}


@pytest.mark.sweep
def test_a_language_whose_signs_are_not_right_is_named_in_its_own_words(work: AtWork) -> None:
    panel, came = looked_at(work, LanguageSigns)
    step = panel.step
    assert isinstance(step, LanguageSigns)
    press(work, step.keys["ja"])
    assert "日本語" in (panel.primary_label or "")
    press(work, panel.primary)
    assert came[0].verdict is Verdict.FAILED and "日本語" in str(came[0].found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_a_language_has_a_form_in_the_screens_fonts(qtbot: QtBot, language: str) -> None:
    signs = signs_of(language)
    own = {"sv": "Åå", "ja": "直戻カ「", "lt": "ĖėŲ„", "is": "ÞðÁ", "de": "Äß„", "en": "“A"}
    assert {*own[language]} <= {*signs}
    assert not lacking(signs)
    assert lacking(signs + "\U00012000") == "\U00012000", "cuneiform has none"


def test_the_look_for_signs_leaves_the_letters_of_all_screens_as_they_are(qtbot: QtBot) -> None:
    """All screens share one font for each size; with the Japanese family alone its Latin text is wider."""
    before = [theme.font(size).families() for size in range(10, 61)]
    lacking("A")
    assert [theme.font(size).families() for size in range(10, 61)] == before


@pytest.mark.sweep
def test_keys_that_give_no_press_are_named(work: AtWork) -> None:
    panel, came = looked_at(work, KeyboardKeys)
    for cap in CAPS:
        if cap.name not in ("F9", "→"):
            press_cap(work, panel, cap)
    step = panel.step
    assert isinstance(step, KeyboardKeys)
    work.until(lambda: step.silent == ("F9", "→"))
    press(work, panel.others[0])
    assert came[0].verdict is Verdict.FAILED and isinstance(came[0].found, Phrase)
    assert came[0].found.slots["keys_caps"] == "F9\n→"


@pytest.mark.sweep
def test_tab_and_each_letter_and_f_key_that_the_console_uses_are_tried(work: AtWork) -> None:
    panel, came = looked_at(work, KeyboardKeys)
    assert {"F8", "B", "Tab"} <= {cap.name for cap in CAPS}
    for cap in CAPS:
        press_cap(work, panel, cap)
    assert came[0].verdict is Verdict.PROVED


def test_a_foot_switch_alone_is_no_keyboard(work: AtWork) -> None:
    panel, came = looked_at(work, KeyboardKeys)
    (enter,) = (cap for cap in CAPS if cap.name == "Enter")
    press_cap(work, panel, enter)
    press(work, panel.others[1])
    assert came[0].verdict is Verdict.LEFT_OUT


@pytest.mark.sweep
def test_after_a_key_press_the_panel_no_longer_offers_no_keyboard(work: AtWork) -> None:
    panel, _ = looked_at(work, KeyboardKeys)
    assert not panel.others[1].isHidden()
    press_cap(work, panel, CAPS[0])
    work.until(lambda: panel.others[1].isHidden())


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("apart", "verdict"), [(8, Verdict.PROVED), (92, Verdict.FAILED)])
def test_five_badges_give_the_readers_form_and_pace(work: AtWork, apart: int, verdict: Verdict) -> None:
    panel, came = looked_at(work, BadgeHolds)
    for _ in range(5):
        assert not came
        hold_badge(work, panel, "0071234567", apart)
    (proof,) = came
    assert proof.verdict is verdict and proof.figures == {"pace_ms": float(apart)}
    assert isinstance(proof.found, Phrase) and proof.found.slots["digits_list"] == "10"
    assert "0071234567" not in str(proof), "nobody's number goes into the certificate"


@pytest.mark.sweep
def test_a_finger_at_the_reader_is_no_badge_and_a_reader_may_be_left_unmeasured(work: AtWork) -> None:
    panel, came = looked_at(work, BadgeHolds)
    hold_badge(work, panel, "17", 92)
    assert not came and panel.beneath == work.window.words.text("commissioning.badges.unread")
    press(work, panel.others[0])
    assert came[0].verdict is Verdict.LEFT_OUT


def test_the_tone_is_played_as_often_as_it_is_asked_for(qtbot: QtBot) -> None:
    from tests.base.words.catalogues import words

    played: list[int] = []
    step = Sound(words("en"), beep=lambda: played.append(1))
    qtbot.addWidget(step)
    step.begin()
    step.answer(2)
    assert len(played) == 2


@pytest.mark.sweep
def test_a_round_that_begins_takes_the_window_back(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        on_call(work)
        while work.due != "await_bets":
            work.follow()
        screen = open_desk(work).screen
        press(work, screen.look)
        assert not screen.operator_panel.isHidden()
        work.follow()
        work.until(screen.operator_panel.isHidden)
        assert not work.window.isFullScreen()
