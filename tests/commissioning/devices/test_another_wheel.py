"""A certificate says that a wheel was level; of the wheel that another serial names it says nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.software import Software
from console.base.words import Words
from console.commissioning import table_as_it_stands
from console.commissioning.certificate import Stale
from console.commissioning.certificate_files import write_files
from console.commissioning.devices.wheel_level import level_proof
from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.table_as_it_stands import as_it_stands
from console.commissioning.table_proofs import Repeatable
from console.supervisor.records import Section
from console.table.config import training_config
from console.table.core import Commissioning, Equipment, InstalledDevice, LevelFinding, Newer, SetClock
from console.table.core.state.commissioning_state import LevelWheel
from console.table.game import load_rulebook
from console.table.scenes import TableInMemory
from tests.commissioning.certificates import PROVED, certificate

MADE = datetime(2026, 1, 1, tzinfo=UTC)
DIGEST = "ab" * 32


def equipment_with(serial: str | None) -> Equipment:
    """The equipment of a table whose file has a wheel with this serial, or an empty one; None: no wheel."""
    wheel = () if serial is None else (InstalledDevice("wheel", "cammegh_mercury", serial),)
    return Equipment(version="1", manifest="ab", rulebook="cd", devices=wheel)


class Roulette:
    """A roulette table that was never open; P1 and D1 are there."""

    def __init__(self, serial: str | None = None) -> None:
        self.installed = equipment_with(serial)
        self.table = TableInMemory(load_rulebook("lt"), game="roulette", is_ready=False)
        for who, role in (("P1", "pit_boss"), ("D1", "dealer")):
            self._take({"do": "sign_in", "who": who, "role": role})

    def _take(self, line: dict[str, object]) -> None:
        assert self.table.take(line)["accepted"]

    @property
    def now(self) -> datetime:
        """A moment later than any before."""
        return self.table.session._clock.utc()

    def sign(self, level: LevelFinding | None, made: datetime | None = None) -> None:
        """Sign a certificate that was made now, or some time before."""
        self.made = made or self.now
        view = self.table.session.commission(DIGEST, "T1", "S1", self.installed, level, self.made)
        assert view.accepted

    def check(self, serial: str) -> None:
        """Open the table, note the wheel's serial at its check, and close it again."""
        self.open()
        self.note_all(serial)

    def open(self) -> None:
        """Begin the wheel's check."""
        self._take({"do": "open", "by": "P1"})

    def note_all(self, serial: str) -> None:
        """Note the wheel's serial at its check, and the rest of it; then close the table."""
        for note in (serial, "spirit level", "", "ivory"):
            self._take({"do": "done", "by": "P1", "note": note})
        self._take({"do": "close", "by": "P1"})

    @property
    def commissioned(self) -> Commissioning:
        known = self.table.table.commissioned
        assert known is not None
        assert self.table.from_the_start().commissioned == known, "as a restart finds it"
        return known

    @property
    def found(self) -> tuple[str, datetime] | None:
        """The note of the opening's step on the level."""
        return self.table.screen().commissioning.level_found


@pytest.fixture(params=[None, "", "W-1"], ids=["no sensor", "no serial", "W-1"])
def measured(request: pytest.FixtureRequest) -> Roulette:
    """A table whose wheel W-1 was found level; its file has no sensor, one without a serial, or W-1's."""
    at = Roulette(request.param)
    at.sign(LevelFinding.FOUND)
    at.check("W-1")
    return at


def test_a_wheel_that_was_found_level_stays_so_at_a_check_without_a_serial(measured: Roulette) -> None:
    """ROU-3.2.1, ROU-3.2.2."""
    measured.check("")
    level = LevelWheel("T1", measured.made, "W-1")
    assert measured.found == ("T1", measured.made) and measured.commissioned.level == level


def test_another_wheel_makes_the_level_unknown(measured: Roulette) -> None:
    """ROU-3.2.1, ROU-3.2.2."""
    measured.check("W-2")
    assert measured.found is None and measured.commissioned.level is None


def test_a_wheel_that_was_moved_away_and_back_has_no_level_until_it_is_measured(measured: Roulette) -> None:
    """ROU-3.2.1, ROU-3.2.2."""
    measured.check("W-2")
    measured.check("W-1")
    assert measured.found is None
    measured.sign(LevelFinding.FOUND)
    assert measured.found == ("T1", measured.made)


def test_a_level_that_is_signed_again_untested_is_not_another_wheels(measured: Roulette) -> None:
    """ROU-3.2.1, ROU-3.2.2."""
    measured.check("W-2")
    measured.sign(LevelFinding.KEPT)
    assert measured.found is None


def test_a_wheel_noted_before_it_was_measured_is_the_wheel_of_the_certificate() -> None:
    at = Roulette()
    at.sign(None)
    at.check("W-1")
    at.sign(LevelFinding.FOUND)
    at.check("W-2")
    assert at.found is None


def test_a_level_found_before_a_new_wheel_does_not_count_for_it() -> None:
    """ROU-3.2.2: a certificate may be signed days after it was made."""
    at = Roulette()
    at.check("W-1")
    made = at.now
    at.check("W-1")
    at.sign(LevelFinding.FOUND, made)
    assert at.found == ("T1", made), "it is the same one"
    at.check("W-2")
    at.sign(LevelFinding.FOUND, made)
    assert at.found is None and at.commissioned.level is None
    at.check("W-2")
    assert at.found is None
    at.sign(LevelFinding.FOUND)
    assert at.commissioned.level == LevelWheel("T1", at.made, "W-2")


def test_until_an_opening_checks_its_wheel_the_one_noted_before_counts() -> None:
    at = Roulette()
    at.check("W-1")
    at.open()
    at.sign(LevelFinding.FOUND)
    assert at.commissioned.level == LevelWheel("T1", at.made, "W-1")
    at.note_all("W-2")
    assert at.found is None


def test_a_kept_level_counts_only_for_the_wheel_that_the_file_names() -> None:
    at = Roulette("W-1")
    at.sign(LevelFinding.FOUND)
    found = ("T1", at.made)
    at.sign(LevelFinding.KEPT)
    assert at.found == found
    at.installed = equipment_with("W-2")
    at.sign(LevelFinding.KEPT)
    assert at.found is None


def test_the_first_serial_noted_is_the_certificates_and_any_other_another_device() -> None:
    """ROU-3.2.1: the table's file names the sensor and no serial."""
    at = Roulette("")
    at.sign(None)
    at.check("W-1")
    assert not at.commissioned.has_another_wheel and at.commissioned.older_than(equipment_with("")) == ()
    at.check("W-2")
    assert at.commissioned.has_another_wheel
    assert at.commissioned.older_than(equipment_with("")) == (Newer.DEVICES,)


@pytest.mark.parametrize(
    ("level", "noted", "is_tested"),
    [("W-1", "W-1", False), (None, "W-2", True), ("W-1", None, False)],
)
def test_the_devices_are_tested_again_where_the_certificates_level_is_another_wheels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str | None, noted: str | None, is_tested: bool
) -> None:
    """The table's file has no wheel and is the same as then."""
    found = repeatable(tmp_path, monkeypatch, level, noted)
    assert (Section.DEVICES in found.again, Stale.DEVICES in found.changed) == (is_tested, is_tested)


def repeatable(
    folder: Path, monkeypatch: pytest.MonkeyPatch, level: str | None, noted: str | None
) -> Repeatable:
    """The certificate of a wheel that was level, as the window finds it. ``level`` is the wheel for which
    that is still known.
    """
    software = Software("0.4.0", "ab" * 32, "", "ef" * 32)
    monkeypatch.setattr(table_as_it_stands, "at_work", lambda *_: software)
    config = replace(training_config("roulette", "lt", "lt"), journal=folder / "t.db")
    link = replace(PROVED, section=Section.LINK, name="link")
    proofs = (level_proof(True, ("ROU-3.2.2",)), PROVED, link)
    held = tuple(replace(PROVED, section=each, name=str(each)) for each in (Section.MACHINE, Section.HOLDING))
    made = replace(as_it_stands(config, MADE), proofs=(*proofs, *held))
    made = made.with_signatures(certificate(signed=True).signatures)
    write_files(made, (folder / "commissioning-1.json",), Words("en"), lambda _: b"")
    last = Commissioning(
        at=MADE,
        digest=made.digest,
        by="T1",
        authorised_by="S1",
        installed=equipment_with(None),
        level=None if level is None else LevelWheel("T1", MADE, level),
        noted=noted,
    )
    found = TableCommissioning(config, SetClock(), lambda _: b"").entered_last(last)
    assert found is not None
    return found
