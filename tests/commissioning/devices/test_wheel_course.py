"""Each spin's direction and states are said, and judged by what the sensor's model describes."""

from __future__ import annotations

import threading
from math import inf
from pathlib import Path

import pytest

from console.commissioning.devices import device_findings
from console.commissioning.devices.device_cable import CableStep
from console.commissioning.devices.device_proofs import device_proofs
from console.commissioning.devices.wheel_course import course_proofs
from console.supervisor.records import Phrase, Proof, Slots, Verdict
from console.table.config import DeviceConfig, TableConfig
from console.table.core import Mode
from console.table.devices import DeviceRole, wheel_status
from console.table.devices.models.cammegh import CammeghDecoder
from console.table.devices.models.text_wheel import TextWheel
from console.table.devices.simulation.wire import PtyWire

STANDING = b"*X;5;010;34;0;157;0\r\n"
"""The line with an earlier game's number, which the wheel still sends when the port is opened."""
CAPTURED = (
    b"*X;1;011;34;0;157;0\r\n*X;2;011;34;0;000;0\r\n*X;2;011;34;0;078;1\r\n*X;3;011;34;0;141;1\r\n"
    b"*X;4;011;34;0;139;1\r\n27\r\n*X;5;011;27;0;136;1\r\n*X;5;011;27;0;136;1\r\n"
)


def lines(sent: bytes) -> list[wheel_status.WheelStatus]:
    """The lines of a wheel that can be read."""
    found = (CammeghDecoder().status_of(line) for line in sent.split(b"\r\n"))
    return [line for line in found if line is not None]


def proofs_by_name(sent: bytes) -> dict[str, Proof]:
    return {each.name: each for each in course_proofs(lines(sent), CammeghDecoder())}


def spin(game: int, direction: int, states: str = "2345") -> bytes:
    """A spin in these states; number 7."""
    return b"".join(b"*X;%s;%03d; 7;0;140;%d\r\n" % (state.encode(), game, direction) for state in states)


def test_the_proof_of_a_captured_game_names_direction_and_states() -> None:
    proof = proofs_by_name(CAPTURED)["device spin 1"]
    assert proof.what == Phrase("commissioning.course.spin", {"at": 1, "number": 27})
    slots: Slots = {"states": "2-3-4-5", "direction_key": "wheel.turning.anticlockwise"}
    assert (proof.verdict, proof.found) == (Verdict.PROVED, Phrase("commissioning.course.found", slots))


@pytest.mark.parametrize("states", ["245", "2435", "23435", "345", "235"])
def test_a_spin_with_its_states_in_the_wrong_order_fails(states: str) -> None:
    found = proofs_by_name(spin(1, 0) + spin(2, 1, states) + spin(3, 0))
    verdicts = [found[f"device spin {at}"].verdict for at in (1, 2, 3)]
    assert verdicts == [Verdict.PROVED, Verdict.FAILED, Verdict.PROVED]


def test_spins_in_one_direction_alone_fail() -> None:
    assert proofs_by_name(spin(1, 0) + spin(2, 0))["device directions"].verdict is Verdict.FAILED
    assert proofs_by_name(spin(1, 0) + spin(2, 1))["device directions"].verdict is Verdict.PROVED


def test_a_model_that_sends_numbers_alone_is_left_out() -> None:
    (proof,) = course_proofs((), TextWheel())
    assert (proof.verdict, proof.why) == (Verdict.LEFT_OUT, Phrase("commissioning.course.numbers_alone"))


def test_ten_spins_over_a_real_port_and_the_plug_pulled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number that stands there already is no spin; a line that was broken off is counted in bytes."""
    monkeypatch.setattr(device_findings, "SLOWEST_MS", inf)  # how fast this computer is, is not asked here
    wire = PtyWire()
    sent = STANDING + b"".join(spin(at, at % 2) for at in range(11, 21)) + b"*X;2;0"

    class Spinning:
        def prompt(self, role: DeviceRole) -> None:
            threading.Thread(target=wire.write, args=(sent,), daemon=True).start()

        def progress(self, done: int, of: int) -> None:
            assert done <= of

        def sees(self, number: int) -> int | None:
            return None

        def level(self) -> bool | None:
            return True

        def cable(self, step: CableStep) -> None:
            if step is CableStep.PULL:
                wire.unplug()
            else:
                wire.plug_in()
                threading.Thread(target=again, daemon=True).start()

    def again() -> None:
        while not wire.ready:
            threading.Event().wait(0.01)
        wire.write(b"*X;2;021\r\n" + spin(21, 0, "2"))

    devices = (DeviceConfig.usual(DeviceRole.WHEEL, wire.url),)
    config = TableConfig(Mode.LIVE, "Table 7", "roulette", "lt", "lt", tmp_path / "t7.db", None, devices)
    try:
        proofs = {each.name: each for each in device_proofs(config, Spinning(), quiet=20, first=20)}
    finally:
        wire.close()
    assert {each.verdict for each in proofs.values()} == {Verdict.PROVED}, proofs
    assert [name for name in proofs if name.startswith("device spin ")][-1] == "device spin 10"
    cable = proofs["device cable wheel"].found
    assert isinstance(cable, Phrase) and cable.slots == {"lost": len(b"*X;2;0") + len(b"*X;2;021")}


def test_a_persons_time_to_answer_does_not_count_as_the_consoles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel sends on while somebody looks where the ball lies."""
    monkeypatch.setattr(device_findings, "SLOWEST_MS", 200.0)
    wire, looks = PtyWire(), threading.Event()

    class Looking:
        def prompt(self, role: DeviceRole) -> None:
            wire.write(STANDING + spin(11, 0))

        def progress(self, done: int, of: int) -> None:
            if 0 < done < of:
                wire.write(spin(11 + done, done % 2))

        def sees(self, number: int) -> int | None:
            wire.write(spin(11, 0, "5"))
            looks.wait(0.3)
            return None

        def level(self) -> bool | None:
            return True

        def cable(self, step: CableStep) -> None:
            """Leaves the plug where it is."""

    devices = (DeviceConfig.usual(DeviceRole.WHEEL, wire.url),)
    config = TableConfig(Mode.LIVE, "Table 7", "roulette", "lt", "lt", tmp_path / "t7.db", None, devices)
    try:
        proofs = {each.name: each for each in device_proofs(config, Looking(), quiet=2, first=2)}
    finally:
        wire.close()
    assert proofs["device prompt wheel"].verdict is Verdict.PROVED
