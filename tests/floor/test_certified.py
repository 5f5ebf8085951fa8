"""The floor knows of each LIVE table who commissioned it, when, and what is another one there since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.cli import main
from console.floor.alarms.watch import Watch
from console.floor.self_report import Certificate, SelfReport, read_report
from console.floor.table_side.line import FloorLine
from console.floor.table_side.own_report import OutsideFacts
from console.floor.wall import Reading, SeenTable
from console.table.core import Commissioning, Equipment, InstalledDevice, Newer, Session, ShownTable
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity
from tests.floor.studio_server import FloorServer
from tests.table.core.tables import Clockwork

SHOE = InstalledDevice("shoe", "angel_eye", "A-17")
THEN = Equipment(version="0.4.0", manifest="ab" * 32, rulebook="cd" * 32, devices=(SHOE,))
NAMES = {"T1": "Tomas", "S1": "Sara"}
NEWER = {
    "the same": (THEN, ()),
    "software": (replace(THEN, version="0.4.1", manifest="ba" * 32), ("software",)),
    "rulebook": (replace(THEN, rulebook="dc" * 32), ("rulebook",)),
    "another shoe of the model": (replace(THEN, devices=(replace(SHOE, serial="B-2"),)), ("devices",)),
    "a shoe whose serial nobody knows": (replace(THEN, devices=(replace(SHOE, serial=""),)), ()),
    "another model": (replace(THEN, devices=(replace(SHOE, model="card_lines"),)), ("devices",)),
    "no shoe": (replace(THEN, devices=()), ("devices",)),
    "all": (
        replace(THEN, manifest="ba" * 32, rulebook="dc" * 32, devices=()),
        ("software", "rulebook", "devices"),
    ),
    "a version that is called otherwise": (replace(THEN, version="0.4.0+house"), ()),
}


class AtTable:
    """A table's journal, and its line to the floor."""

    def __init__(self, session: Session, line: FloorLine) -> None:
        self.session, self.line = session, line

    def tell(self) -> None:
        session = self.session
        self.line.show(ShownTable(session.view(), session.table, None, None, None))

    def commission(self, installed: Equipment | None = THEN) -> None:
        self.session.commission("ef" * 32, "T1", "S1", installed)
        self.tell()


@contextmanager
def table(floor: FloorServer, path: Path, mode: str = "live") -> Iterator[AtTable]:
    with ExitStack() as stack:
        clock = Clockwork()
        session = open_session(
            path, Identity("T1", "baccarat", "sv"), load_rulebook("sv"), clock, stack
        ).session
        beside = OutsideFacts(mode=mode, name=lambda who: NAMES.get(who, who))
        line = FloorLine(
            path, floor.door(), session.game, beside, note=lambda *texts, **more: None, now=clock.utc
        )
        here = AtTable(session, line)
        here.tell()
        line.start()
        stack.callback(line.stop)
        yield here


def table_at_wall(floor: FloorServer, qtbot: QtBot, *, newer: tuple[str, ...] | None) -> SeenTable:
    """The table as a wall reads it, once it has heard this of its certificate; None: that there is none."""
    desk, last = floor.desk(), list[SeenTable]()

    def is_shown() -> bool:
        (one,) = [each for each in desk.read().tables if each.table == "T1"]
        found = None if one.report is None else one.report.certificate
        last[:] = [one]
        return found is not None and (newer is None if found.at is None else found.newer == newer)

    qtbot.waitUntil(is_shown)
    return last[0]


@pytest.mark.parametrize("changed", NEWER)
def test_each_installed_part_that_the_certificate_lacks_is_named(changed: str) -> None:
    now, newer = NEWER[changed]
    signed = Commissioning(at=Clockwork().utc(), digest="", by="T1", authorised_by="S1", installed=THEN)
    assert signed.older_than(now) == newer


def test_a_wheel_that_was_noted_by_another_serial_at_its_check_is_another_device() -> None:
    """ROU-3.2.1: the wheel's serial is noted when it is checked; the table's file need not change for it."""
    wheel = replace(THEN, devices=(InstalledDevice("wheel", "cammegh", "W-7"),))
    signed = Commissioning(at=Clockwork().utc(), digest="", by="T1", authorised_by="S1", installed=wheel)
    assert signed.older_than(wheel.with_wheel(None)) == signed.older_than(wheel.with_wheel("W-7")) == ()
    assert signed.older_than(wheel.with_wheel("W-8")) == (Newer.DEVICES,)


def test_an_entry_that_does_not_say_what_was_there_was_made_by_other_software() -> None:
    signed = Commissioning(at=Clockwork().utc(), digest="", by="T1", authorised_by="S1")
    assert signed.older_than(THEN) == (Newer.SOFTWARE,)


@pytest.mark.sweep
def test_the_wall_knows_of_a_live_table_who_commissioned_it_and_what_is_newer(
    floor: FloorServer, tmp_path: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    with table(floor, tmp_path / "t.db") as here:
        here.line.set_equipment(THEN)
        never = table_at_wall(floor, qtbot, newer=None)
        assert is_marked(never)
        here.commission()
        valid = table_at_wall(floor, qtbot, newer=())
        assert not is_marked(valid)
        assert valid.report is not None and valid.report.certificate is not None
        certificate = valid.report.certificate
        assert (certificate.by, certificate.authorised_by) == ("Tomas", "Sara")
        assert listed(floor, tmp_path, capsys)["newer"] == []
        here.line.set_equipment(replace(THEN, manifest="ba" * 32, devices=()))
        older = table_at_wall(floor, qtbot, newer=("software", "devices"))
        assert is_marked(older)
        line = listed(floor, tmp_path, capsys)
        assert (line["technician"], line["supervisor"]) == ("Tomas", "Sara")
        assert (line["needs_certificate"], line["newer"]) == (True, ["software", "devices"])
        assert str(line["commissioned"])[:19] == f"{certificate.at:%Y-%m-%dT%H:%M:%S}"
        text = command(floor, tmp_path, capsys)
        assert text.rstrip().endswith(
            f"{certificate.at:%Y-%m-%d}, no longer valid: other software, another device"
        )


def test_a_training_table_needs_no_certificate(floor: FloorServer, tmp_path: Path, qtbot: QtBot) -> None:
    with table(floor, tmp_path / "t.db", mode="training"):
        desk = floor.desk()
        qtbot.waitUntil(lambda: any(each.report is not None for each in desk.read().tables))
        assert not any(is_marked(each) for each in desk.read().tables)


def test_a_live_console_that_reports_no_certificate_counts_as_without_one() -> None:
    live = SelfReport(standing="playing", since=Clockwork().utc(), mode="live")  # type: ignore[arg-type]
    assert live.lacks_certificate
    assert replace(live, certificate=Certificate()).lacks_certificate
    assert not replace(live, mode="training").lacks_certificate
    later = b'{"standing":"playing","since":"2026-05-01T03:00:00Z","certificate":{"newer":["moon"],"x":1}}'
    read = read_report(later).report
    assert read is not None and read.certificate == Certificate(newer=("moon",))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A LIVE baccarat table's file, with a shoe of serial A-17."""
    made = tmp_path / "table7.toml"
    made.write_text(
        'name = "T1"\ngame = "baccarat"\nrules = "sv"\nlanguage = "de"\njournal = "journal.db"\n'
        'people = "people.json"\n[[device]]\nrole = "shoe"\nurl = "/dev/ttyNone"\nserial = "A-17"\n',
        "utf-8",
    )
    return made


def is_marked(one: SeenTable) -> bool:
    """Whether the wall marks its tile; nobody is called for it."""
    moment = Watch.new_watch(0).after_reading(Reading(tables=(one,)), 1.0).moment(1.0)
    assert not moment.items
    return moment.tiles[0].uncertified


def listed(floor: FloorServer, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    lines = map(json.loads, command(floor, folder, capsys, "--json").splitlines())
    (line,) = [each for each in lines if each["name"] == "T1"]
    return dict(line)


def command(floor: FloorServer, folder: Path, capsys: pytest.CaptureFixture[str], *given: str) -> str:
    """The output of ``floor tables`` by the administrator's account; in words, of T1 alone."""
    file = floor.file(folder)
    assert main(["floor", "tables", *given, "--config", str(file), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    return printed if given else next(line for line in printed.splitlines() if line.split()[1] == "T1")
