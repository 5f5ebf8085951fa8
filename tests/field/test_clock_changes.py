"""Local times that a clock never shows, and those that it shows twice: window and command ask alike."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest

from console.base.command_line import BadArgument
from console.supervisor.commands.report import _moment
from console.supervisor.ui.review.log.time_field import parse_moment
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


TWICE = {
    "Europe/Vilnius": ("2026-10-25T03:30", "+03:00", "+02:00"),
    "Europe/Stockholm": ("2026-10-25T02:30", "+02:00", "+01:00"),
    "America/New_York": ("2026-11-01T01:30", "-04:00", "-05:00"),
}


def test_a_time_that_comes_twice_is_asked_for_with_both_its_texts(zone: str) -> None:
    text, first, second = TWICE[zone]
    with pytest.raises(BadArgument, match=re.escape(f"{text}{first}") + ".*" + re.escape(f"{text}{second}")):
        _moment(text)
    passes = [_moment(f"{text}{each}") for each in (first, second)]
    assert passes[1] - passes[0] == timedelta(hours=1)
    near = passes[1] + timedelta(hours=2)
    typed = text.replace("T", " ")
    assert [parse_moment(typed, near, begins=each) for each in (True, False)] == passes


def test_the_window_takes_no_time_that_spring_leaves_out(zone: str) -> None:
    text = LEFT_OUT[zone].replace("T", " ")
    day = _moment(text.partition(" ")[0])
    assert parse_moment(text, day) is None
    assert parse_moment(text.partition(" ")[0], day) == day


def test_the_command_names_the_time_in_one_line(zone: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("report", ["t7.db", "--from", LEFT_OUT[zone]])
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert LEFT_OUT[zone] in told
