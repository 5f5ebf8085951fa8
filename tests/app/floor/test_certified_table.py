"""A start with another device than its certificate names, in the journal and on the floor."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.app.console_at_table import Console
from console.commissioning.certificate import Signature
from console.commissioning.journal_entry import enter_in_file
from console.commissioning.table_as_it_stands import as_it_stands
from console.table.config import FloorConfig, load_config
from console.table.core import SetClock
from console.table.game import load_rulebook
from tests.floor.studio_server import FloorServer, packed
from tests.floor.test_certified import file, is_marked, table_at_wall

__all__ = ["file"]


def test_a_start_with_another_device_says_so_in_the_journal_and_to_the_floor(
    qtbot: QtBot, file: Path, floor: FloorServer
) -> None:
    config, clock = load_config(file), SetClock()
    signatures = (Signature("technician", "T1", "Tomas"), Signature("supervisor", "S1", "Sara"))
    enter_in_file(config, replace(as_it_stands(config, clock.utc()), signatures=signatures), clock)
    file.write_text(file.read_text("utf-8").replace("A-17", "B-2"), "utf-8")
    config = load_config(file)
    with ExitStack() as stack:
        console = Console(config, load_rulebook("sv"), clock, stack)
        address = str(floor.server.sockets)
        console.config = replace(config, floor=FloorConfig(address, floor.accounts["T1"], database="lasting"))
        qtbot.addWidget(console.window)
        console.open(full_screen=False)
        assert is_marked(table_at_wall(floor, qtbot, newer=("devices",)))
        noted = [each for each in packed(config.journal) if b'"what":"certificate_' in each]
        assert len(noted) == 1 and b'"certificate_devices"' in noted[0]
