"""Proofs whose surroundings changed before anybody has signed: the change is named, and nobody signs."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.base.software import Software
from console.commissioning import table_as_it_stands
from console.commissioning.devices import device_findings
from console.commissioning.ui import commissioning_course
from console.commissioning.ui.commissioning_screen import CommissioningDesk
from console.commissioning.ui.panel.panel_page import Sound
from console.supervisor.records import Section
from console.table.devices import Health
from console.table.game import DECK
from tests.commissioning.certificates import read_certificate
from tests.commissioning.proving import go_to
from tests.commissioning.ui.over_table import commissioning_over
from tests.commissioning.ui.test_commissioning_desk import called, on_call, open_desk, press, proved, sign
from tests.commissioning.ui.test_devices_at_window import Shoe, at_shoe, through
from tests.table.ui.harness.at_work import AtWork


def nobody_signed(work: AtWork, desk: CommissioningDesk, changed: str) -> None:
    """Check that the page names what changed, that nothing was written, and that all begins again."""
    words = work.window.words
    what = words.text(f"commissioning.stale.{changed}")
    work.until(lambda: desk.screen.message == words.text("commissioning.window.outlived", what=what))
    assert desk.screen.course.certificate is None and desk.screen.course.technician is None
    assert desk.screen.primary_label == words.text("commissioning.window.begin")
    assert not list(work.console.config.journal.parent.glob("commissioning-*"))
    assert work.shown.table.commissioned is None


@pytest.mark.sweep
@pytest.mark.parametrize("changed", ["software", "rulebook"])
def test_software_or_a_rulebook_that_was_changed_after_the_tests_is_not_signed_for(
    work: AtWork, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    on_call(work)
    desk = open_desk(work)
    proved(work, desk)
    sign(work, desk, "T1")
    with monkeypatch.context() as other:
        if changed == "rulebook":
            other.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)
        else:
            later = Software("0.4.1", "cd" * 32, "", work.console.config.digest)
            other.setattr(table_as_it_stands, "at_work", lambda *_: later)
        sign(work, desk, "S1")
        nobody_signed(work, desk, changed)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered)


@pytest.mark.sweep
def test_a_rulebook_that_is_changed_during_the_tests_is_not_the_one_that_was_proved(
    work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate names what was there at the beginning, and has the time of its last test."""
    commissioning = on_call(work)
    desk = open_desk(work)
    press(work, desk.screen.primary)
    work.until(lambda: Section.LINK in desk.screen.course.run.begun)
    began = work.clock.utc()
    monkeypatch.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)
    work.clock.advance(20)
    commissioning.runs[-1].let(30)
    work.until(lambda: desk.screen.course.certificate is not None and not desk.screen.work.busy)
    made = desk.screen.course.certificate
    assert made is not None and made.rulebook != "99" * 32
    assert made.made == table_as_it_stands.moment_text(work.clock.utc()) > began.isoformat()
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    nobody_signed(work, desk, "rulebook")


@pytest.mark.sweep
def test_another_screen_than_the_one_that_a_person_looked_at_is_not_signed_for(
    work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_call(work)
    desk = open_desk(work)
    screen = desk.screen
    proved(work, desk)
    press(work, screen.look)
    panel = screen.operator_panel
    go_to(panel, Sound)
    press(work, panel.primary)  # the tone is heard
    assert not screen.course.surroundings.has_other_screens
    there = commissioning_course._screens()
    monkeypatch.setattr(commissioning_course, "_screens", lambda: (*there, ("HDMI-2", "", "", "S-9", "")))
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    nobody_signed(work, desk, "screen")
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: screen.course.is_entered)
    (file,) = work.console.config.journal.parent.glob("commissioning-*.json")
    assert all(proof.name != "machine sound" for proof in read_certificate(file).proofs), (
        "nobody has heard this one"
    )


def through_its_test(shoe: Shoe) -> CommissioningDesk:
    """A shoe whose test is over, and every proof made."""
    screen = shoe.screen
    assert screen is not None
    for each in (DECK[:26], DECK[26:]):
        shoe.draw(*each)
    shoe.cut()
    through(shoe)
    shoe.work.until(lambda: screen.devices.under_test is None)
    called(shoe.work).runs[-1].let(30)
    shoe.work.until(lambda: not screen.work.busy and screen.course.certificate is not None)
    return commissioning_over(shoe.work.window)


@pytest.mark.sweep
def test_a_device_that_is_unplugged_after_its_test_is_not_signed_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plugs it in again may plug in another one: the table's file names the same port."""
    monkeypatch.setattr(device_findings, "SLOWEST_MS", 1e9)  # however busy the machine of this test is
    with at_shoe(qtbot, tmp_path) as shoe:
        desk, work = through_its_test(shoe), shoe.work
        sign(work, desk, "T1")
        shoe.wire.unplug()
        nobody_signed(work, desk, "unplugged")


@pytest.mark.sweep
def test_the_cable_of_the_network_that_is_tested_takes_no_device_away(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device may be at a port of the network: pulled with its link, it was not unplugged."""
    monkeypatch.setattr(device_findings, "SLOWEST_MS", 1e9)
    with at_shoe(qtbot, tmp_path) as shoe:
        desk = through_its_test(shoe)
        desk.screen.link._under_way = object()
        desk.screen.port_changed("shoe", Health.LOST)
        assert desk.screen.course.certificate is not None
        desk.screen.link._under_way = None
        desk.screen.port_changed("wheel", Health.LOST)
        assert desk.screen.course.certificate is not None
        desk.screen.port_changed("shoe", Health.CONNECTED)
        assert desk.screen.course.certificate is not None
