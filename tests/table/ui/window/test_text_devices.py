"""Makes that nobody here has seen, by their tables' files alone, in the real window: a shoe and a wheel."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from console import cli
from console.app.console_at_table import Console
from console.table.config import load_config
from console.table.core import Person, Role, SetClock
from console.table.core.state.views import CoupView
from console.table.devices import CardModel, SimulatedDevice, SimulatedShoe, SimulatedWheel
from console.table.devices.catalogue import AttachedDevice, DeviceModel, attached_device
from console.table.game import load_rulebook
from console.table.journal import review
from console.table.people import PeopleFile
from tests.table.devices.makes import SHOE
from tests.table.devices.models.test_text_cards import described
from tests.table.ui.harness.at_work import AtWork

PIN = "271828"


def table(folder: Path, game: str, device: str, url: str) -> Path:
    """A table's file with one device, and its people beside it."""
    people = PeopleFile(folder / "people.json")
    if not people.people:
        people.add(Person("D-114", "Rasa K.", Role.DEALER, "lt"), PIN)
        people.add(Person("P-7", "Jónas Þ.", Role.PIT_BOSS, "is"), PIN)
    file = folder / "table7.toml"
    top = f'name = "Table 7"\ngame = "{game}"\nrules = "sv"\nlanguage = "de"\n'
    file.write_text(
        top + 'journal = "journal.db"\npeople = "people.json"\n' + device.replace("PORT", url), "utf-8"
    )
    return file


@contextmanager
def at_work(bot: QtBot, file: Path, device: SimulatedDevice | SimulatedWheel) -> Iterator[AtWork]:
    """The table of the file in its window, with the device at its port."""
    clock = SetClock()
    with ExitStack() as stack:
        console = Console(load_config(file), load_rulebook("sv"), clock, stack)
        console.bridge.table_shown.connect(lambda shown: device.show(shown.view))
        bot.addWidget(console.window)
        console.open(full_screen=False)
        work = AtWork(console, device, clock, bot)
        work.until(lambda: console.window.people_here.shown_table is not None)
        work.pins = {"P1": ("P-7", PIN), "D1": ("D-114", PIN)}
        yield work
        console.window.hide()


def is_well(work: AtWork, device: str) -> bool:
    """Whether the device's lamp shows no fault."""
    work.window.tick()
    view = work.window.people_here.view
    return view is not None and view.console.fault_of(device) is None


def noted_models(file: Path) -> list[AttachedDevice | None]:
    """The devices that were attached, by the table's journal."""
    with review(file.parent / "journal.db") as journal:
        notes = [msgspec.json.decode(row.event) for row in journal.of_a_kind("noted", "device_model")]
    return [attached_device(note["text"]) for note in notes]


@pytest.mark.sweep
def test_a_text_shoe_deals_a_coup_is_unplugged_and_reports_an_unknown_line(
    qtbot: QtBot, tmp_path: Path
) -> None:
    model = DeviceModel.TEXT_CARDS.made
    assert isinstance(model, CardModel)
    voice = model.voice(described(SHOE))
    shoe = SimulatedShoe(random.Random(7), voice, pace=None)
    file = table(tmp_path, "baccarat", SHOE, shoe.url)
    shoe.start()
    with at_work(qtbot, file, shoe) as work:
        while work.due != "deal":
            work.follow()
        work.draw()
        shoe.unplug()
        work.until(lambda: not is_well(work, "shoe"))
        shoe.plug_in()
        work.until(lambda: is_well(work, "shoe"))
        work.until(work.is_settled)
        greets_until = time.monotonic() + 0.6  # until then what is no reading is a server's greeting
        work.until(lambda: time.monotonic() > greets_until)
        work.after(lambda: shoe._send(b"\xff\x004%9\r\n"))
        assert work.view.prompt.action == "rescan", "a line that is no card is a failed scan"
        while work.view.phase != "collecting":
            work.follow()
        coup = work.view.round
        assert isinstance(coup, CoupView) and len(coup.player) >= 2 and coup.outcome is not None
    with at_work(qtbot, file, shoe) as work:
        work.until(work.is_settled)
        assert work.shown.table.decoders["shoe"].reads_as(
            load_config(file).devices[0].attached_device.decoder
        )
    assert noted_models(file) == [load_config(file).devices[0].attached_device], (
        "once: a restart has nothing new to say"
    )
    assert cli.main(["journal", "verify", str(file.parent / "journal.db"), "--lang", "en"]) == 0
    shoe.stop()
