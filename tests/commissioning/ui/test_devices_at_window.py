"""A LIVE table tests its devices in its window, at real ports: what is faulty is named, nothing counts.

The table's own session reads the ports. What comes is on disk before it is shown, and is nothing of play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.commissioning.certificate import flaws
from console.commissioning.devices import device_findings
from console.commissioning.devices.device_under_test import DeviceUnderTest, PersonTask
from console.commissioning.ui.commissioning_screen import CommissioningScreen
from console.commissioning.ui.device_course import DeviceCourse, DevicePanel
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import DeviceConfig
from console.table.core import LampFault, NoteKind, Phase, Role, lines
from console.table.devices import AngelEyeVoice, DeviceRole
from console.table.devices.line_format import NONE
from console.table.devices.readings import ShoePlace, Target
from console.table.devices.simulation.wire import PtyWire
from console.table.game import DECK, Card
from console.table.journal import review
from console.table.ui.hands import PressGuard
from console.table.ui.page import TableActs
from tests.base.words.catalogues import words
from tests.commissioning.certificates import read_certificate
from tests.commissioning.ui.awaited import awaited
from tests.commissioning.ui.over_table import commissioning_over
from tests.commissioning.ui.test_commissioning_desk import called, on_call, open_desk, press, sign
from tests.table.ui.harness.account import account_of
from tests.table.ui.harness.at_work import AtWork, at_work

PLACE = ShoePlace(Target.PLAYER, 1)


class Shoe:
    """A shoe in a technician's hands, at the far end of a cable."""

    def __init__(self, wire: PtyWire, work: AtWork) -> None:
        self.wire, self.work, self.voice = wire, work, AngelEyeVoice(NONE)
        self.screen: CommissioningScreen | None = None

    @property
    def tested(self) -> DeviceUnderTest:
        """The test under way."""
        assert self.screen is not None and self.screen.devices.under_test is not None
        return self.screen.devices.under_test

    def send(self, *messages: bytes) -> None:
        """Send messages, and wait until the window has them."""
        data = b"".join(messages)

        def write() -> None:
            account_of(self.work.console.station).sent(DeviceRole.SHOE, data)
            self.wire.write(data)

        self.work.after(write)

    def draw(self, *cards: Card) -> None:
        """Draw cards that are read."""
        self.send(*(self.voice.card(card, PLACE) for card in cards))

    def cut(self) -> None:
        """Draw the cut card."""
        cut = self.voice.cut_card()
        assert cut is not None
        self.send(cut)

    def press(self) -> None:
        """Press the one key at the lower right."""
        assert self.screen is not None
        press(self.work, self.screen.primary)

    def comes_to(self, asked: PersonTask) -> None:
        """Wait until something is asked for."""
        self.work.until(lambda: self.tested.asked is asked)


@contextmanager
def at_shoe(qtbot: QtBot, tmp_path: Path) -> Iterator[Shoe]:
    """A LIVE table with a shoe at a port, whose commissioning has begun with it."""
    wire = PtyWire()
    devices = (DeviceConfig.usual(DeviceRole.SHOE, wire.url),)
    try:
        with at_work(qtbot, tmp_path, device=False, devices=devices) as work:
            on_call(work)
            work.until(lambda: wire.ready)
            shoe = Shoe(wire, work)
            shoe.screen = open_desk(work).screen
            press(work, shoe.screen.primary)
            work.until(lambda: shoe.screen is not None and shoe.screen.devices.under_test is not None)
            work.until(lambda: work.shown.table.tested_device == "shoe")
            yield shoe
            shoe.screen.stop()
    finally:
        wire.close()


def proofs(shoe: Shoe) -> dict[str, Proof]:
    """The devices' proofs, by their names."""
    assert shoe.screen is not None
    return {proof.name: proof for proof in shoe.screen.course.run.proofs}


def slots(proof: Proof) -> dict[str, str | int | float]:
    assert isinstance(proof.found, Phrase)
    return proof.found.slots


def through(shoe: Shoe) -> None:
    """Half a card, and the cable, all as it is to be."""
    shoe.comes_to(PersonTask.HOLD)
    shoe.press()
    shoe.comes_to(PersonTask.DRAW_OUT)
    shoe.draw(DECK[7])
    shoe.comes_to(PersonTask.PULL)
    shoe.wire.write(shoe.voice.card(DECK[8], PLACE)[:3])
    shoe.work.until(lambda: bool(shoe.tested._decoder.remainder))
    shoe.wire.unplug()
    shoe.comes_to(PersonTask.PLUG_IN)
    shoe.wire.plug_in()
    shoe.comes_to(PersonTask.DRAW_ONE)
    shoe.work.until(lambda: shoe.wire.ready)
    shoe.draw(DECK[9])


@pytest.mark.sweep
def test_a_faulty_shoe_is_named_card_by_card_and_nothing_of_it_is_play(qtbot: QtBot, tmp_path: Path) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        screen, words = shoe.screen, shoe.work.window.words
        assert screen.devices.panel.order_text == words.text("commissioning.ask.shoe")
        read = [card for card in DECK if str(card) not in ("7H", "KD")]
        shoe.draw(*read[:20])
        assert screen.devices.under_test is not None and shoe.tested.progress == (20, 53)
        shoe.send(shoe.voice.unread())
        shoe.draw(*read[20:], Card("KD"), Card("KD"))
        shoe.cut()
        shoe.work.until(lambda: shoe.tested.progress == (52, 53))
        assert screen.primary_label == words.text("commissioning.press.draw")
        shoe.press()
        through(shoe)
        shoe.work.until(lambda: screen.devices.under_test is None)
        found = proofs(shoe)
        assert slots(found["device deck shoe"]) == {
            "read": 51,
            "missing_cards": "7H",
            "double_cards": "KD",
            "unread": 1,
        }
        assert found["device deck shoe"].verdict is Verdict.FAILED
        good = ("device cut card shoe", "device half shoe", "device cable shoe")
        assert {name: found[name] for name in good if found[name].verdict is not Verdict.PROVED} == {}
        held = slots(found["device half shoe"])
        assert screen.person is not None and (held["name"], held["id"]) == (screen.person.name, "S1")
        assert isinstance(held["seconds"], float) and held["seconds"] > 0
        assert slots(found["device cable shoe"]) == {"lost": 3}, "of the card that was broken off"
        figures = found["device painted shoe"].figures
        assert 0 < figures["p50_ms"] <= figures["p99_ms"]
        shoe.work.until(lambda: shoe.work.shown.table.tested_device is None)
        table = shoe.work.shown.table
        assert not any(table.shoe.seen) and table.round is None and not table.halted
        with review(shoe.work.console.config.journal) as journal:
            kinds = [entry.kind for entry in journal.entries(0)]
        assert "bytes_received" in kinds and "card_drawn" not in kinds and "cut_card_drawn" not in kinds


@pytest.mark.sweep
def test_a_signed_certificate_has_the_time_to_the_painted_prompt_of_its_own_run(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_findings, "SLOWEST_MS", 1e9)  # however busy the machine of this test is
    with at_shoe(qtbot, tmp_path) as shoe:
        screen, work = shoe.screen, shoe.work
        assert screen is not None
        findings = shoe.tested.findings
        for each in (DECK[:26], DECK[26:]):
            shoe.draw(*each)
        shoe.cut()
        through(shoe)
        work.until(lambda: screen.devices.under_test is None)
        called(work).runs[-1].let(30)
        work.until(lambda: not screen.work.busy and screen.course.certificate is not None)
        made = screen.course.certificate
        assert made is not None
        assert [each for each in made.proofs if each.verdict is Verdict.FAILED] == []
        desk = commissioning_over(work.window)
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.course.is_entered)
        (file,) = tmp_path.glob("commissioning-*.json")
        assert flaws(file.read_bytes()) == () and len(read_certificate(file).signatures) == 2
        (painted,) = (each for each in read_certificate(file).proofs if each.name == "device painted shoe")
        assert {painted.figures["p50_ms"], painted.figures["p99_ms"]} <= {*findings.painted}


def test_cards_are_asked_for_one_by_one_and_another_one_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        panel = shoe.screen.devices.panel
        press(shoe.work, panel.order)
        assert shoe.tested.card == DECK[0]
        shoe.draw(DECK[0])
        shoe.work.until(lambda: shoe.tested.card == DECK[1])
        assert panel.order.isHidden(), "what has begun goes on so"
        shoe.draw(DECK[5])
        shoe.work.until(lambda: shoe.tested.card == DECK[2])
        shoe.press()
        assert shoe.tested.card == DECK[3]
        shoe.draw(DECK[3])
        shoe.work.until(lambda: shoe.tested.card == DECK[4])
        shoe.draw(DECK[3])
        shoe.work.until(lambda: shoe.tested.faces[DECK[3]] == 2)
        assert shoe.tested.card == DECK[4]
        (deck, *_) = shoe.tested.proofs()
        assert slots(deck)["otherwise_cards"] == f"{DECK[1]}≠{DECK[5]}"
        assert slots(deck)["double_cards"] == str(DECK[3]) and str(DECK[2]) in str(
            slots(deck)["missing_cards"]
        )


def test_a_device_is_left_out_by_a_press_and_the_certificate_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        press(shoe.work, shoe.screen.devices.panel.omit)
        shoe.work.until(lambda: "device shoe" in proofs(shoe))
        assert proofs(shoe)["device shoe"].why == Phrase("commissioning.device.left_out")


@pytest.mark.sweep
def test_a_scanner_on_the_shoes_cable_is_named_at_once_and_in_the_finding(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        screen, words = shoe.screen, shoe.work.window.words
        shoe.send(b"9H\r\nTS\r\n")
        shoe.work.until(lambda: screen.devices.panel.came == words.text("lamp.exchanged.reader"))
        assert screen.devices.panel.accessibleDescription() == screen.devices.panel.came
        lamps = shoe.work.window.surroundings.lamps.at(saving=False, saved=True)
        assert lamps[0].fault is LampFault.EXCHANGED
        shoe.press()
        shoe.work.until(lambda: "device deck shoe" in proofs(shoe))
        deck = proofs(shoe)["device deck shoe"]
        assert (deck.verdict, deck.found) == (Verdict.FAILED, Phrase("exchanged.reader"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", [PersonTask.HOLD, PersonTask.DRAW_OUT, PersonTask.DRAW_ONE])
def test_a_card_is_drawn_over_a_scanner_and_out_of_a_shoe(
    qtbot: QtBot, language: str, asked: PersonTask
) -> None:
    orders = set()
    for role in (DeviceRole.SHOE, DeviceRole.READER):
        page = QWidget()
        qtbot.addWidget(page)
        panel = DevicePanel(words(language), PressGuard(lambda: 0.0), page)
        tested = DeviceUnderTest(DeviceConfig.usual(role, "/dev/none"))
        tested.asked = asked
        panel.begin(tested)
        orders.add(panel.order_text)
        scans = words(language).text("commissioning.ask.reader").lower()
        word = {"ja": "スキャナー", "lt": "skener", "is": "skann"}.get(language, "scanner")
        assert word in scans, "what the device is called there"
        assert (word in panel.order_text.lower()) is (role is DeviceRole.READER)
    assert len(orders) == 2


@pytest.mark.sweep
def test_leaving_for_the_table_ends_the_test_and_its_cards_count_again(qtbot: QtBot, tmp_path: Path) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        shoe.draw(*DECK[:3])
        QTest.keyClick(shoe.screen, Qt.Key.Key_Escape)
        shoe.work.until(lambda: shoe.work.shown.table.tested_device is None)
        assert shoe.screen.devices.under_test is None and not shoe.screen.course.run.begun


@pytest.mark.sweep(1)
@pytest.mark.parametrize("asked", [PersonTask.DRAW, PersonTask.DRAW_OUT, PersonTask.DRAW_ONE])
def test_play_that_goes_on_ends_the_test_at_once_and_no_card_of_the_tables_counts(
    qtbot: QtBot, tmp_path: Path, asked: PersonTask
) -> None:
    """A pit boss opens the table at another screen: from then on each card is the LIVE table's."""
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        screen, work = shoe.screen, shoe.work
        if asked is PersonTask.DRAW:
            shoe.draw(*DECK[:3])
        else:
            shoe.tested.asked = asked
        tested = shoe.tested
        work.window.people_here.send_line(lines.SignIn("P1", Role.PIT_BOSS))
        work.until(lambda: work.shown.table.role_of("P1") is not None)
        assert screen.devices.under_test is tested, "nobody plays yet"
        work.console.station.submit(b'{"do":"open","by":"P1"}')
        work.until(lambda: work.view.phase != Phase.CLOSED)
        assert work.shown.table.tested_device is None
        work.until(lambda: screen.devices.under_test is None and not screen.work.busy)
        assert screen.message == work.window.words.text("commissioning.window.played")
        came = len(tested.findings.readings)
        shoe.draw(DECK[7])
        assert len(tested.findings.readings) == came and tested.half.read == 0 and not tested._pulled.read
        assert screen.course.certificate is None and not screen.course.run.proofs


class HangingActs:
    """The table's thread waits for its disk: what is entered there is answered by nobody."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    async def note_entry(self, kind: NoteKind, text: str) -> int:
        self.noted.append(kind)
        await asyncio.Event().wait()
        return 0

    def note(self, kind: NoteKind, text: str) -> None:
        self.noted.append(kind)


def test_a_test_that_is_stopped_before_its_beginning_is_answered_is_ended_too(qtbot: QtBot) -> None:
    """Else the device's readings would change no play from then on."""
    acts, page = HangingActs(), QWidget()
    qtbot.addWidget(page)
    course = DeviceCourse(cast(TableActs, acts), words("en"), PressGuard(lambda: 0.0), page)
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.SHOE, "/dev/none"))

    async def stopped() -> None:
        under_way = asyncio.create_task(course.through(tested))
        await asyncio.sleep(0)
        under_way.cancel()
        with suppress(asyncio.CancelledError):
            await under_way

    awaited(stopped())
    assert acts.noted == ["device_test_began", "device_test_ended"]
    assert course.under_test is None
