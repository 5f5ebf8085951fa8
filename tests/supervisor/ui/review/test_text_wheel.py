"""The figures of a wheel that sends text, at a table at work."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console import cli
from console.table.config import load_config
from console.table.core import SpinView
from console.table.core.showing.dealer_view import wheel_state
from console.table.devices import SimulatedWheel, catalogue, wheel_status
from console.table.devices.model import WheelModel
from tests.table.devices.makes import WHEEL
from tests.table.devices.models.test_text_cards import described
from tests.table.ui.window.test_text_devices import at_work, is_well, noted_models, table


@pytest.mark.sweep
def test_a_text_wheel_spins_is_unplugged_and_sends_its_number_once(qtbot: QtBot, tmp_path: Path) -> None:
    model = catalogue.DeviceModel.TEXT_WHEEL.made
    assert isinstance(model, WheelModel)
    voice = model.voice(described(WHEEL))
    wheel = SimulatedWheel(random.Random(7), pace=None, now=lambda: 0.0, voice=voice)
    file = table(tmp_path, "roulette", WHEEL, wheel.url)
    with at_work(qtbot, file, wheel) as work:
        while work.due != "spin":
            work.follow()
        work.until(lambda: wheel.step() and wheel.wheel.is_ready)
        wheel.wheel.send_ball(running=2)
        work.after(wheel.step)
        assert wheel_state(work.shown.table) == wheel_status.BALL
        wheel.unplug()
        work.until(lambda: not is_well(work, "wheel"))
        wheel.plug_in()
        work.until(lambda: is_well(work, "wheel"))
        work.enter()
        work.until(lambda: work.view.prompt.action == "await_number")
        work.until(work.is_settled)
        wheel._write(b"W001 W\xff\x00 17\r\n")
        while wheel.wheel.state != wheel_status.WINNING_NUMBER:
            wheel.step()
        wheel.step()
        work.until(lambda: work.view.phase == "result")
        spun = work.view.round
        assert isinstance(spun, SpinView) and spun.number == wheel.wheel.winner
        work.until(work.is_settled)
        again = f"W{wheel.wheel.game:03} WIN {spun.number}\r\n".encode()
        work.after(lambda: wheel._write(again))
        assert work.view.phase == "result" and not work.shown.table.halted, "told again, it is the same"
    wheel.stop()
    assert noted_models(file) == [load_config(file).devices[0].attached_device]
    assert cli.main(["wheel", str(file.parent / "journal.db"), "--serial", "W-1", "--lang", "en"]) == 0
    assert cli.main(["journal", "verify", str(file.parent / "journal.db"), "--lang", "en"]) == 0
