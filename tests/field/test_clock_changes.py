"""Local times that a clock never shows: spring leaves an hour out."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from console.base.command_line import BadArgument
from console.supervisor.commands.report import _moment
from tests.command_lines import run


@pytest.fixture(params=["Europe/Vilnius", "Europe/Stockholm", "America/New_York"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


LEFT_OUT = {
    "Europe/Vilnius": "2026-03-29T03:30",
    "Europe/Stockholm": "2026-03-29T02:30",
    "America/New_York": "2026-03-08T02:30",
}


def test_a_report_from_a_time_that_spring_leaves_out_is_refused(zone: str) -> None:
    with pytest.raises(BadArgument, match=LEFT_OUT[zone]):
        _moment(LEFT_OUT[zone])


def test_the_times_beside_it_and_one_with_its_zone_are_taken(zone: str) -> None:
    before, _, minutes = LEFT_OUT[zone].partition("T0")
    hour = int(minutes[0])
    for text in (f"{before}T0{hour - 1}:59", f"{before}T0{hour + 1}:00", f"{LEFT_OUT[zone]}+00:00"):
        assert _moment(text) is not None
    assert _moment("2026-10-25T02:30") is not None, "autumn's comes twice, and the first is meant"


def test_the_command_names_the_time_in_one_line(zone: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("report", ["t7.db", "--from", LEFT_OUT[zone]])
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert LEFT_OUT[zone] in told
