"""A test deck through a real port, and ten spins: what is never read, or twice, or not at all, is named."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from console.base.words import Words
from console.commissioning.commands.table_certificate import AtTheTable
from console.commissioning.devices.device_cable import CableStep, PullResult, cable_proof, pull_test
from console.commissioning.devices.device_findings import DeviceFindings, deck_proofs, wheel_proofs
from console.commissioning.devices.device_proofs import device_proofs, untried_proofs
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import DeviceConfig, TableConfig
from console.table.core import Mode
from console.table.devices import (
    AngelEyeVoice,
    CardRead,
    CardUnread,
    CutCardRead,
    DeviceRole,
    Health,
    Reading,
    WheelFault,
    WheelNumber,
)
from console.table.devices.line_format import NONE
from console.table.devices.readings import ShoePlace, Target, WheelFaultMeaning
from console.table.devices.simulation.wire import PtyWire
from console.table.game import DECK

SHOE = DeviceConfig.usual(DeviceRole.SHOE, "/dev/none")
WHOLE: tuple[Reading, ...] = (*(CardRead(card) for card in DECK), CutCardRead())


class Nobody:
    """Draws by itself, and sees what the wheel says."""

    asked_of: DeviceRole | None = None

    def prompt(self, role: DeviceRole) -> None:
        self.asked_of = role

    def progress(self, done: int, of: int) -> None:
        assert done >= 0 and of > 0

    def sees(self, number: int) -> int | None:
        return None

    def level(self) -> bool | None:
        return True

    def cable(self, step: CableStep) -> None:
        """Leaves the plug where it is."""


def proofs_of_deck(readings: Sequence[Reading]) -> dict[str, Proof]:
    return {
        each.name: each for each in deck_proofs(DeviceFindings(list(readings), [1.0, 2.0], False, []), SHOE)
    }


def slots(proof: Proof) -> dict[str, str | int | float]:
    assert isinstance(proof.found, Phrase)
    return proof.found.slots


def test_a_whole_deck_in_any_order_is_proved() -> None:
    proofs = proofs_of_deck((WHOLE[-1], *reversed(WHOLE[:-1])))
    assert {each.verdict for each in proofs.values()} == {Verdict.PROVED}
    assert proofs["device prompt shoe"].figures == {"p50_ms": 2.0, "p99_ms": 2.0}


@pytest.mark.parametrize(("slowest", "verdict"), [(300.0, Verdict.PROVED), (300.1, Verdict.FAILED)])
@pytest.mark.parametrize("what", ["prompt", "painted"])
def test_ninety_nine_cards_of_a_hundred_come_before_a_screen_says_that_it_saves(
    what: str, slowest: float, verdict: Verdict
) -> None:
    heard = DeviceFindings(list(WHOLE), [1.0], False, [])
    setattr(heard, {"prompt": "took", "painted": "painted"}[what], [9_999.0, *[slowest] * 50, *[2.0] * 49])
    proofs = {each.name: each for each in deck_proofs(heard, SHOE)}
    assert proofs[f"device {what} shoe"].verdict is verdict
    assert proofs[f"device {what} shoe"].figures == {"p50_ms": slowest, "p99_ms": slowest}


def test_a_face_that_is_never_read_and_one_that_is_read_twice_are_named() -> None:
    faces = [card for card in DECK if str(card) != "7H"]
    found = slots(
        proofs_of_deck([*map(CardRead, faces), CardRead(DECK[0]), CutCardRead()])["device deck shoe"]
    )
    assert (found["missing_cards"], found["double_cards"], found["read"]) == ("7H", str(DECK[0]), 51)


@pytest.mark.parametrize(
    ("readings", "failing"),
    [
        ((*WHOLE, CardUnread()), "device deck shoe"),
        (WHOLE[:-1], "device cut card shoe"),
        ((*WHOLE, CutCardRead()), "device cut card shoe"),
        ((), "device deck shoe"),
    ],
)
def test_a_deck_with_a_failed_scan_or_not_exactly_one_cut_card_fails(
    readings: Sequence[Reading], failing: str
) -> None:
    assert proofs_of_deck(readings)[failing].verdict is Verdict.FAILED


def test_a_port_that_was_lost_meanwhile_fails() -> None:
    (deck, *_) = deck_proofs(DeviceFindings(list(WHOLE), [], True, []), SHOE)
    assert deck.verdict is Verdict.FAILED


TEN = tuple(WheelNumber(number) for number in range(10))


@pytest.mark.parametrize(
    ("readings", "seen", "verdict"),
    [
        (TEN, (), Verdict.PROVED),
        (TEN[:9], (), Verdict.FAILED),
        (TEN, ((3, 26),), Verdict.FAILED),
        ((*TEN, WheelFault(WheelFaultMeaning.FAILURE, 1)), (), Verdict.FAILED),
    ],
)
def test_ten_numbers_are_what_a_person_saw_without_a_warning(
    readings: Sequence[Reading], seen: Sequence[tuple[int, int]], verdict: Verdict
) -> None:
    (spins,) = wheel_proofs(DeviceFindings(list(readings), [], False, list(seen)))
    assert spins.verdict is verdict
    if seen:
        assert slots(spins)["wrong_list"] == "3 ≠ 26"


@pytest.mark.parametrize(
    ("found", "verdict", "text"),
    [
        (PullResult(), Verdict.FAILED, "untold"),
        (PullResult(noticed=True), Verdict.FAILED, "away"),
        (PullResult(noticed=True, back=True), Verdict.FAILED, "unread"),
        (PullResult(noticed=True, back=True, read=True), Verdict.PROVED, "read"),
    ],
)
def test_a_pulled_plug_is_proved_only_where_something_is_read_after_it(
    found: PullResult, verdict: Verdict, text: str
) -> None:
    proof = cable_proof(DeviceRole.SHOE, found)
    assert (proof.verdict, proof.found) == (verdict, Phrase(f"commissioning.cable.{text}", {"lost": 0}))


@pytest.fixture
def wire() -> Iterator[PtyWire]:
    wire = PtyWire()
    yield wire
    wire.close()


def test_a_faulty_shoe_on_a_real_port_is_named_card_by_card(wire: PtyWire, tmp_path: Path) -> None:
    """A face that is never read, one that is read twice, one that can't be."""
    voice, place = AngelEyeVoice(NONE), ShoePlace(Target.PLAYER, 1)
    sent = [voice.start_message()]
    for card in DECK:
        if str(card) == "7H":
            sent.append(voice.unread())
        elif str(card) == "KD":
            sent += [voice.card(card, place), voice.card(card, place)]
        else:
            sent.append(voice.card(card, place))
    cut = voice.cut_card()
    assert cut is not None
    begun = voice.card(DECK[4], place)[:3]

    class Drawing(Nobody):
        """Draws once the port is open."""

        def prompt(self, role: DeviceRole) -> None:
            super().prompt(role)
            threading.Thread(target=wire.write, args=(b"".join((*sent, cut, begun)),), daemon=True).start()

        def cable(self, step: CableStep) -> None:
            """Pulls the plug while a card is on its way, and puts it back."""
            steps.append(step)
            if step is CableStep.PULL:
                wire.unplug()
            elif step is CableStep.PLUG_IN:
                wire.plug_in()
            else:
                wire.write(voice.card(DECK[5], place))

    steps: list[CableStep] = []
    devices = (DeviceConfig.usual(DeviceRole.SHOE, wire.url),)
    config = TableConfig(Mode.LIVE, "Table 7", "baccarat", "lt", "lt", tmp_path / "t7.db", None, devices)
    person = Drawing()
    proofs = {each.name: each for each in device_proofs(config, person, quiet=20, first=20)}
    assert person.asked_of is DeviceRole.SHOE
    found = slots(proofs["device deck shoe"])
    assert (found["missing_cards"], found["double_cards"], found["unread"]) == ("7H", "KD", 1)
    assert proofs["device prompt shoe"].figures["p99_ms"] > 0
    cable = proofs["device cable shoe"]
    assert (cable.verdict, steps) == (Verdict.PROVED, [*CableStep])
    assert slots(cable) == {"lost": len(begun)}, "of the card that was broken off"
    assert not (tmp_path / "t7.db").exists() and not list(tmp_path.glob(".commissioning-*"))


def test_a_scanner_on_the_shoes_real_port_is_named(wire: PtyWire, tmp_path: Path) -> None:
    class Scanning(Nobody):
        def prompt(self, role: DeviceRole) -> None:
            wire.write(b"9H\r\nTS\r\n")

    devices = (DeviceConfig.usual(DeviceRole.SHOE, wire.url),)
    config = TableConfig(Mode.LIVE, "Table 7", "baccarat", "lt", "lt", tmp_path / "t7.db", None, devices)
    proofs = {each.name: each for each in device_proofs(config, Scanning(), quiet=0.5, first=20)}
    deck = proofs["device deck shoe"]
    assert (deck.verdict, deck.found) == (Verdict.FAILED, Phrase("exchanged.reader"))


def test_a_missing_port_fails_and_no_draw_is_asked_for(tmp_path: Path) -> None:
    devices = (DeviceConfig.usual(DeviceRole.SHOE, str(tmp_path / "nowhere")),)
    config = TableConfig(Mode.LIVE, "Table 7", "baccarat", "lt", "lt", tmp_path / "t7.db", None, devices)
    person = Nobody()
    *failed, cable = device_proofs(config, person, quiet=0.05)
    assert {each.verdict for each in failed} == {Verdict.FAILED}
    assert cable.verdict is Verdict.LEFT_OUT
    assert person.asked_of is None


def test_devices_that_were_not_tried_are_left_out_with_the_reason(tmp_path: Path) -> None:
    config = TableConfig(Mode.LIVE, "Table 7", "baccarat", "lt", "lt", tmp_path / "t7.db", None, (SHOE,))
    (left_out,) = untried_proofs(config)
    assert left_out.verdict is Verdict.LEFT_OUT and left_out.why == Phrase("commissioning.device.not_tried")


def test_a_person_confirms_the_wheels_number_or_types_another(capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(("", "26", "17", "what", "99", "0"))
    person = AtTheTable(Words("en"), lambda: next(typed))
    assert [person.sees(17) for _ in range(4)] == [None, 26, None, 0]
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("17") == 6


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ((), PullResult()),
        ((Health.LOST,), PullResult(noticed=True)),
        ((Health.LOST, Health.CONNECTED), PullResult(noticed=True, back=True)),
    ],
)
def test_a_pulled_plug_is_waited_for_no_longer_than_the_patience(
    told: tuple[Health, ...], found: PullResult
) -> None:
    health, came = queue.Queue[Health](), queue.Queue[tuple[float, bytes]]()
    for each in told:
        health.put(each)
    began = time.monotonic()
    assert pull_test(lambda step: None, SHOE.attached_device.decoder, came, health, 0.05) == found
    assert 0.04 < time.monotonic() - began < 5
