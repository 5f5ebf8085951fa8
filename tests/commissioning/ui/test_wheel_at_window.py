"""A LIVE table tests its wheel in its window: ten spins at a real port, each number confirmed by eye."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.commissioning.devices.device_under_test import DeviceUnderTest, PersonTask
from console.commissioning.ui.commissioning_screen import CommissioningScreen
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import DeviceConfig
from console.table.devices import DeviceRole
from console.table.devices.simulation.wire import PtyWire
from console.table.journal import review
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press
from tests.table.ui.harness.at_work import AtWork, at_work

NUMBERS = (17, 0, 32, 8, 21, 3, 36, 11, 29, 14)


class Wheel:
    """A wheel that a technician spins, at the far end of a cable."""

    def __init__(self, wire: PtyWire, work: AtWork, screen: CommissioningScreen) -> None:
        self.wire, self.work, self.screen = wire, work, screen

    @property
    def tested(self) -> DeviceUnderTest:
        """The test under way."""
        assert self.screen.devices.under_test is not None
        return self.screen.devices.under_test

    def spin(self, at: int, number: int, *, states: str = "2345", warns: int = 0) -> None:
        """Send the lines of a spin; every second spin turns the other way."""
        before = NUMBERS[at - 2] if at > 1 else 5
        lines = (
            f"*X;{state};{at:03};{number if state == '5' else before:2};"
            f"{warns if state == '4' else 0};140;{at % 2}"
            for state in states
        )
        self.wire.write("".join(f"{line}\r\n" for line in lines).encode())
        self.work.until(lambda: self.tested.asked is PersonTask.NUMBER)
        assert self.tested.number == number

    def confirm(self, seen: int | None = None) -> None:
        """Press that the ball lies there, or type where it lies."""
        if seen is not None:
            QTest.keyClicks(self.screen, str(seen))
        press(self.work, self.screen.primary)
        self.work.until(lambda: self.tested.asked is not PersonTask.NUMBER)


@contextmanager
def at_wheel(qtbot: QtBot, tmp_path: Path, *, level: bool = True) -> Iterator[Wheel]:
    """A LIVE roulette table whose wheel is at a port, and is being tested; first whether it is level."""
    wire = PtyWire()
    devices = (DeviceConfig.usual(DeviceRole.WHEEL, wire.url),)
    try:
        with at_work(qtbot, tmp_path, game="roulette", device=False, devices=devices) as work:
            on_call(work)
            work.until(lambda: wire.listening)
            screen = open_desk(work).screen
            press(work, screen.primary)
            work.until(
                lambda: screen.devices.under_test is not None and work.shown.table.tested_device == "wheel"
            )
            wheel = Wheel(wire, work, screen)
            press(work, screen.primary if level else screen.devices.panel.slopes)  # by the spirit level
            work.until(lambda: wheel.tested.asked is PersonTask.SPIN)
            yield wheel
            screen.stop()
    finally:
        wire.close()


def proofs(wheel: Wheel) -> dict[str, Proof]:
    """The device's proofs, by their names."""
    return {proof.name: proof for proof in wheel.screen.course.run.proofs if proof.name.startswith("device")}


def slots(proof: Proof) -> dict[str, str | int | float]:
    assert isinstance(proof.found, Phrase)
    return proof.found.slots


@pytest.mark.sweep
def test_ten_spins_either_way_are_confirmed_and_the_plug_is_pulled(qtbot: QtBot, tmp_path: Path) -> None:
    with at_wheel(qtbot, tmp_path) as wheel:
        for at, number in enumerate(NUMBERS, start=1):
            wheel.spin(at, number)
            wheel.confirm()
        assert wheel.tested.asked is PersonTask.PULL
        wheel.wire.unplug()
        wheel.work.until(lambda: wheel.tested.asked is PersonTask.PLUG_IN)
        wheel.wire.plug_in()
        wheel.work.until(lambda: wheel.tested.asked is PersonTask.HEAR and wheel.wire.listening)
        wheel.wire.write(b"*X;1;011;14;0;140;0\r\n")
        wheel.work.until(lambda: "device cable wheel" in proofs(wheel))
        found = proofs(wheel)
        failed = {
            name: proof.found
            for name, proof in found.items()
            if proof.verdict is not Verdict.PROVED and "painted" not in name
        }
        assert failed == {}
        assert slots(found["device directions"]) == {"clockwise": 5, "anticlockwise": 5}
        assert slots(found["device spin 3"])["states"] == "2-3-4-5"
        figures = found["device painted wheel"].figures
        assert 0 < figures["p50_ms"] <= figures["p99_ms"], "from the byte to what was painted of it"
        with review(wheel.work.console.config.journal) as journal:
            kinds = {entry.kind for entry in journal.entries(0)}
        assert "bytes_received" in kinds and "number_recorded" not in kinds
        assert wheel.work.shown.table.round is None and not wheel.work.shown.table.halted


@pytest.mark.sweep
def test_a_wrong_number_a_missing_state_and_a_warning_of_the_sensor_are_named(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_wheel(qtbot, tmp_path, level=False) as wheel:
        for at, number in enumerate(NUMBERS, start=1):
            wheel.spin(at, number, states="235" if at == 4 else "2345", warns=1 if at == 6 else 0)
            wheel.confirm(12 if at == 2 else None)
        press(wheel.work, wheel.screen.primary)
        found = {proof.name: proof for proof in wheel.tested.proofs()}
    assert found["device spins"].verdict is Verdict.FAILED
    assert found["device level"].found == Phrase("commissioning.level.slopes"), "ROU-3.2.2"
    assert (
        slots(found["device spins"])["wrong_list"] == "0 ≠ 12" and slots(found["device spins"])["spins"] == 10
    )
    assert str(slots(found["device spins"])["warned_keys"]).startswith("wheel_figures.fault.")
    assert found["device spin 4"].verdict is Verdict.FAILED
    assert slots(found["device spin 4"])["states"] == "2-3-5"
    assert found["device spin 5"].verdict is Verdict.PROVED
